"""A learner in NumPy alone: policy gradient with one hidden layer, on many games at once.

    python examples/numpy_learner.py [SECONDS [GAME [SEATS]]]

It plays seat 0 against `random`, learns from how its games end, and then plays new games without learning to say how
often it comes out ahead: 0.5 is as good as the rivals, and 1 wins every game.
"""

import sys
import time
from typing import Any

import numpy as np

import fourleaf

GAMES = 256
STEPS = 48
"""Decisions of each game between two lessons."""
HIDDEN = 64
RATE = 0.003
ENTROPY = 0.01
"""How much it is worth to stay curious."""

Array = np.ndarray[Any, np.dtype[Any]]


class Learner:
    """Two layers: what a seat knows, and how much each decision is worth trying; a third one guesses the reward."""

    def __init__(self, numbers_in: int, numbers_out: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        shapes = {
            "w": (numbers_in, HIDDEN),
            "b": (HIDDEN,),
            "p": (HIDDEN, numbers_out),
            "q": (numbers_out,),
            "v": (HIDDEN,),
        }
        self.weights = {
            name: (self.rng.standard_normal(shape) / np.sqrt(shape[0]) * (len(shape) == 2)).astype(np.float32)
            for name, shape in shapes.items()
        }
        self.weights["p"] *= 0.01
        self._moments = {name: (np.zeros(shape), np.zeros(shape)) for name, shape in shapes.items()}
        self._lessons = 0

    def look(self, observation: Array, mask: Array) -> tuple[Array, Array, Array]:
        """What it makes of a position: the hidden layer, the chances of each decision, the reward that it expects."""
        hidden = np.tanh(observation @ self.weights["w"] + self.weights["b"])
        logits = np.where(mask, hidden @ self.weights["p"] + self.weights["q"], -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), 0.5 + hidden @ self.weights["v"]

    def choose(self, observation: Array, mask: Array) -> Array:
        """A decision for each game, as likely as it looks promising."""
        _, chances, _ = self.look(observation, mask)
        return np.asarray((np.log(chances + 1e-12) + self.rng.gumbel(size=chances.shape)).argmax(axis=1))

    def best(self, observation: Array, mask: Array) -> Array:
        """The decision that looks most promising in each game."""
        return np.asarray(self.look(observation, mask)[1].argmax(axis=1))

    def learn(self, observation: Array, mask: Array, decided: Array, reward: Array) -> None:
        """Make what led to more than was expected likelier, and what led to less unlikelier."""
        hidden, chances, expected = self.look(observation, mask)
        more = reward - expected
        rows = np.arange(len(decided))
        towards = -chances * more[:, None]
        towards[rows, decided] += more
        logs = np.log(chances + 1e-12)
        curious = -chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        towards = np.where(mask, towards + ENTROPY * curious, 0.0)
        back = (towards @ self.weights["p"].T + 0.5 * more[:, None] * self.weights["v"]) * (1.0 - hidden**2)
        self._climb(
            {
                "w": observation.T @ back,
                "b": back.sum(axis=0),
                "p": hidden.T @ towards,
                "q": towards.sum(axis=0),
                "v": 0.5 * more @ hidden,
            },
            len(decided),
        )

    def _climb(self, slopes: dict[str, Array], lessons: int) -> None:
        """Adam: steps of about the same length for every weight."""
        self._lessons += 1
        for name, slope in slopes.items():
            mean, square = self._moments[name]
            mean += 0.1 * (slope / lessons - mean)
            square += 0.01 * ((slope / lessons) ** 2 - square)
            step = mean / (1 - 0.9**self._lessons) / (np.sqrt(square / (1 - 0.99**self._lessons)) + 1e-8)
            self.weights[name] += RATE * step


def lesson(learner: Learner, games: Any) -> None:
    """Play on for a while, and learn from every decision of games that came to their end meanwhile."""
    seen, masks, made = [], [], []
    ended, rewards = np.zeros((STEPS, GAMES), bool), np.zeros((STEPS, GAMES))
    for step in range(STEPS):
        seen.append(games.observation.copy())
        masks.append(games.mask.copy())
        made.append(learner.choose(games.observation, games.mask))
        games.step(made[-1])
        ended[step], rewards[step] = games.done, games.rewards[:, 0]
    known = np.zeros(GAMES, bool)
    last = np.zeros(GAMES)
    returns, counts = np.zeros((STEPS, GAMES)), np.zeros((STEPS, GAMES), bool)
    for step in reversed(range(STEPS)):
        known |= ended[step]
        last = np.where(ended[step], rewards[step], last)
        returns[step], counts[step] = last, known
    learner.learn(np.stack(seen)[counts], np.stack(masks)[counts], np.stack(made)[counts], returns[counts])


def trained(name: str, seats: int, seconds: float, lessons: int = 10**9, seed: int = 1) -> Learner:
    """A learner after so many seconds, or lessons."""
    game = fourleaf.game(name)
    learner = Learner(len(game.observation(seats)), len(game.decisions(seats)), seed)
    games = fourleaf.batch(name, GAMES, seats, seed=seed, rivals="random")
    until = time.process_time() + seconds
    while lessons and time.process_time() < until:
        lesson(learner, games)
        lessons -= 1
    return learner


def fared(learner: Learner, name: str, seats: int, wanted: int = 2000, seed: int = 2) -> float:
    """The mean reward of new games against `random`."""
    games = fourleaf.batch(name, GAMES, seats, seed=seed, rivals="random")
    rewards: list[float] = []
    while len(rewards) < wanted:
        games.step(learner.best(games.observation, games.mask))
        rewards += games.rewards[games.done, 0].tolist()
    return sum(rewards) / len(rewards)


def main(seconds: float, name: str, seats: int) -> None:
    """Learn, and say how it went."""
    print(f"before: {fared(trained(name, seats, 0), name, seats):.3f}")
    print(f"after {seconds:g} seconds: {fared(trained(name, seats, seconds), name, seats):.3f}")


if __name__ == "__main__":
    seconds, name, seats = [*sys.argv[1:], *("60", "wichtel", "3")[len(sys.argv) - 1 :]]
    main(float(seconds), name, int(seats))
