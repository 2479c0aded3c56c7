"""Whole games of uniformly random play, and counts over many of them."""

from __future__ import annotations

from librt.random import Random
from mypy_extensions import i64

from fourleaf.engine.state import CHANCE, OVER, State


def random_action(state: State, rng: Random) -> i64:
    """An action that chance draws by its odds, or that a seat picks blindly."""
    return _action_of(state.actor(), state, rng)


def _action_of(actor: i64, state: State, rng: Random) -> i64:
    # FAST: whoever has asked for the actor already does not ask again.
    if actor == CHANCE:
        return state.draw(rng)
    legal = state.legal()
    place: i64 = len(legal) - 1
    if place > 0:
        place = rng.randrange(place + 1)
    return i64(legal[place])


def play_out(state: State, rng: Random) -> i64:
    """Play `state` itself to its end at random; the number of actions that it took."""
    steps: i64 = 0
    actor = state.actor()
    while actor != OVER:
        state.apply(_action_of(actor, state, rng))
        actor = state.actor()
        steps += 1
    return steps


def play_out_many(state: State, games: i64, rng: Random) -> i64:
    """Play `games` copies of `state` to their ends at random; the number of actions that they took."""
    steps: i64 = 0
    for _ in range(games):
        steps += play_out(state.clone(), rng)
    return steps


def worth_of_ranks(ranks: list[int]) -> list[float]:
    """What each seat's rank is worth: the share of the others that it leaves behind, a tie being half."""
    seats = len(ranks)
    if seats == 1:
        return [1.0 if ranks[0] == 0 else 0.0]
    worths: list[float] = []
    for rank in ranks:
        beaten = -0.5
        for other in ranks:
            if rank < other:
                beaten += 1.0
            elif rank == other:
                beaten += 0.5
        worths.append(beaten / float(seats - 1))
    return worths


class Tally:
    """What many games of one kind had in common: length, choice, winners, scores."""

    def __init__(self, seats: int) -> None:
        self.games: i64 = 0
        self.decisions: i64 = 0
        self.longest: i64 = 0
        """The most decisions in one game."""
        self.chances: i64 = 0
        self.choices: i64 = 0
        """The legal actions of all decisions, added up."""
        self.widest: i64 = 0
        """The most legal actions at one decision."""
        self.nobody: i64 = 0
        self.wins: list[float] = [0.0] * seats
        self.scores: list[int] = [0] * seats
        self.win_squares: list[float] = [0.0] * seats
        """Squares, added up like what they are the squares of: they tell how widely it spreads."""
        self.score_squares: list[int] = [0] * seats
        self._decisions_before: i64 = 0

    def note(self, state: State) -> None:
        """Count one action; a chance action that cannot come out otherwise is a disclosure and no luck."""
        choices: i64 = len(state.legal())
        if state.actor() == CHANCE:
            if choices > 1:
                self.chances += 1
            return
        self.decisions += 1
        self.choices += choices
        if choices > self.widest:
            self.widest = choices

    def finish(self, state: State) -> None:
        """Count the result of a game; a shared victory is shared out."""
        self.games += 1
        length = self.decisions - self._decisions_before
        self._decisions_before = self.decisions
        if length > self.longest:
            self.longest = length
        ranks = list(state.ranks())
        winners = ranks.count(0)
        if winners == 0:
            self.nobody += 1
        for seat, rank in enumerate(ranks):
            if rank == 0:
                share = 1.0 / winners
                self.wins[seat] += share
                self.win_squares[seat] += share * share
        for seat, score in enumerate(state.scores()):
            self.scores[seat] += score
            self.score_squares[seat] += int(score) * int(score)


def tally_random_games(start: State, games: i64, rng: Random, tally: Tally) -> None:
    """Play `games` copies of `start` to their ends at random and count them."""
    for _ in range(games):
        state = start.clone()
        actor = state.actor()
        while actor != OVER:
            tally.note(state)
            state.apply(_action_of(actor, state, rng))
            actor = state.actor()
        tally.finish(state)
