"""Many games of one kind played side by side: what each shows its actor is written into rows that never move."""

from __future__ import annotations

from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from fourleaf.engine.playout import worth_of_ranks
from fourleaf.engine.state import CHANCE, OVER, State
from fourleaf.engine.tensor import blank, shares

NOTHING: Final = -1
"""Fills the lists of legal decisions; as a decision it leaves a game alone."""


class Batch:
    """Games side by side, each with luck of its own, which goes on when a game that is over begins again.

    Every row is a vec that is made once and written in place, so that an array over its memory stays true.
    """

    def __init__(
        self, start: State, seeds: list[int], seats: i64, length: i64, decisions: i64, choices: i64, listens: bool
    ) -> None:
        games: i64 = len(seeds)
        self.start = start
        self.games: i64 = games
        self.seats: i64 = seats
        self.length: i64 = length
        self.decisions: i64 = decisions
        self.choices: i64 = choices
        self.states: list[State] = [start] * games
        self.rngs: list[Random] = [Random(seed) for seed in seeds]
        self.decided = vec[i32]([NOTHING] * games)
        """What the actor of each game decides next, as a compact number."""
        self.actor = vec[i32]([0] * games)
        self.observation = vec[i32]([0] * (games * length))
        """What each actor knows, as the bits of float32s."""
        self.mask = vec[u8]([0] * (games * decisions))
        """1 for each compact number that is legal."""
        self.legal = vec[i32]([NOTHING] * (games * choices))
        """The compact numbers that are legal, in the order of the actions; NOTHING fills the row."""
        self.actions = vec[i32]([NOTHING] * (games * choices))
        """FAST: the actions that they stand for, in the same places."""
        self.count = vec[i32]([0] * games)
        """How many of them there are."""
        self.rewards = vec[i32]([0] * (games * seats))
        """What each seat's rank was worth when a game ended, as the bits of float32s."""
        self.ranks = vec[i32]([0] * (games * seats))
        """The ranks at the end of the game that ended last."""
        self.done = vec[u8]([0] * games)
        """1 where a game has ended, and begun again."""
        self.listens: bool = listens
        self.heard: list[list[int]] = [[] for _ in range(games * seats)] if listens else []
        """What each seat has seen of every action of its game, if somebody needs it: a list for every game and seat."""
        self._worths: vec[i32] = shares(self._most_worth())
        for game in range(games):
            self._begin(game)
            self._show(game)

    def _most_worth(self) -> i64:
        """The worth of a rank counts in halves of the others."""
        return 2 * self.seats - 2 if self.seats > 1 else 1

    def illegal(self) -> i64:
        """The first game whose decision is not legal; NOTHING if all are."""
        for game in range(self.games):
            number = i64(self.decided[game])
            if number != NOTHING and (
                number < 0 or number >= self.decisions or self.mask[game * self.decisions + number] == 0
            ):
                return game
        return NOTHING

    def step(self, blanked: bool = False) -> None:
        """Let every decision happen, and chance after it; where there is NOTHING to decide the game waits.

        Whoever has `blanked` all observations beforehand saves the time to do it here, number by number.
        """
        for game in range(self.games):
            number = i64(self.decided[game])
            if number != NOTHING:
                state = self.states[game]
                self._apply(game, state, self._action(game, number))
                self._go_on(game, state)
                if not blanked:
                    blank(self.observation, game * self.length, self.length)
                self._show(game)

    def _action(self, game: i64, number: i64) -> i64:
        place = game * self.choices
        while i64(self.legal[place]) != number:
            place += 1
        return i64(self.actions[place])

    def choose_blindly(self, seat: i64) -> None:
        """Decide wherever a seat decides, each legal number as likely as another."""
        for game in range(self.games):
            if i64(self.actor[game]) == seat:
                place: i64 = self.rngs[game].randrange(i64(self.count[game]))
                self.decided[game] = self.legal[game * self.choices + place]

    def forget(self) -> None:
        """Take the rewards of games that have ended back, before the next step."""
        for game in range(self.games):
            if self.done[game] != 0:
                self.done[game] = 0
                for seat in range(self.seats):
                    self.rewards[game * self.seats + seat] = 0

    def _apply(self, game: i64, state: State, action: i64) -> None:
        if self.listens:
            for seat in range(self.seats):
                self.heard[game * self.seats + seat].append(int(state.glimpse(action, seat)))
        state.apply(action)

    def _begin(self, game: i64) -> None:
        state = self.start.clone()
        self.states[game] = state
        if self.listens:
            for seat in range(self.seats):
                self.heard[game * self.seats + seat] = []
        self._go_on(game, state)

    def _go_on(self, game: i64, state: State) -> None:
        """Let chance speak until a seat decides; a game that is over begins again."""
        rng = self.rngs[game]
        actor = state.actor()
        while actor == CHANCE:
            self._apply(game, state, state.draw(rng))
            actor = state.actor()
        if actor == OVER:
            self._end(game, state)
            self._begin(game)

    def _end(self, game: i64, state: State) -> None:
        self.done[game] = 1
        ranks = list(state.ranks())
        worths = worth_of_ranks(ranks)
        most = float(self._most_worth())
        for seat in range(self.seats):
            self.ranks[game * self.seats + seat] = i32(ranks[seat])
            self.rewards[game * self.seats + seat] = self._worths[int(worths[seat] * most + 0.5)]

    def _show(self, game: i64) -> None:
        """Write the rows of a game."""
        state = self.states[game]
        actor = state.actor()
        self.actor[game] = i32(actor)
        state.encode(actor, self.observation, game * self.length)
        mask = self.mask
        numbers = self.legal
        first_mask = game * self.decisions
        first = game * self.choices
        before = i64(self.count[game])
        # FAST: only what was legal before is set.
        for place in range(before):
            mask[first_mask + i64(numbers[first + place])] = 0
        legal = state.legal()
        count: i64 = len(legal)
        for place in range(count):
            number = state.decision(i64(legal[place]))
            numbers[first + place] = i32(number)
            self.actions[first + place] = legal[place]
            mask[first_mask + number] = 1
        for place in range(count, before):
            numbers[first + place] = NOTHING
        self.count[game] = i32(count)
