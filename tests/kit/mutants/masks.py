"""A game behind a mask: every question goes to the true game, and a mutant answers one of them wrongly."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any, ClassVar, NamedTuple

import msgspec
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf import Game, State
from tests.kit.walks import Table

Answers = Mapping[str, Callable[..., Any]]
"""Functions of one file of a game by their names; they are given true positions."""

LOOKS = "an_imagined_world_looks_the_same"
STAYS = "worlds_that_look_alike_stay_alike_while_their_glimpses_do"
ALONE = "what_a_seat_imagines_depends_on_what_it_knows_alone"
NO_MORE = "a_glimpse_tells_no_more_than_the_view"
READS = "a_position_reads_as_it_was_written"
SHOWS = "a_match_shows_what_its_game_shows"
"""The laws that catch most of what is wrong with a secret."""


class Mutant(NamedTuple):
    """A table at which one thing is wrong, and the law that must notice."""

    table: Table
    law: str


class Mask(State):
    """A position that answers as the true one does."""

    def __init__(self, true: Any) -> None:
        self.true = true

    def __getattr__(self, name: str) -> Any:
        return getattr(self.true, name)

    def actor(self) -> i64:
        answer: i64 = self.true.actor()
        return answer

    def legal(self) -> vec[i32]:
        answer: vec[i32] = self.true.legal()
        return answer

    def odds(self) -> vec[i32]:
        answer: vec[i32] = self.true.odds()
        return answer

    def draw(self, rng: Random) -> i64:
        answer: i64 = self.true.draw(rng)
        return answer

    def apply(self, action: i64) -> None:
        self.true.apply(action)

    def clone(self) -> State:
        return type(self)(self.true.clone())

    def glimpse(self, action: i64, seat: i64) -> i64:
        answer: i64 = self.true.glimpse(action, seat)
        return answer

    def imagine(self, seat: i64, rng: Random) -> State:
        return type(self)(self.true.imagine(seat, rng))

    def encode(self, seat: i64, out: vec[i32], at: i64 = 0) -> i64:
        answer: i64 = self.true.encode(seat, out, at)
        return answer

    def decision(self, action: i64) -> i64:
        answer: i64 = self.true.decision(action)
        return answer

    def scores(self) -> vec[i64]:
        answer: vec[i64] = self.true.scores()
        return answer

    def ranks(self) -> vec[i64]:
        answer: vec[i64] = self.true.ranks()
        return answer


class Shares(Mask):
    """A clone that has something in common with the position it was made from."""

    what: ClassVar[str]

    def clone(self) -> State:
        twin = self.true.clone()
        setattr(twin, self.what, getattr(self.true, self.what))
        return type(self)(twin)


class Discloses(Mask):
    """What is fixed already becomes visible, and no action shows it."""

    phase: ClassVar[int]

    def apply(self, action: i64) -> None:
        self.true.apply(action)
        while self.true.phase == self.phase:
            self.true.apply(self.true.legal()[0])


class ImaginesTheTruth(Mask):
    def imagine(self, seat: i64, rng: Random) -> State:
        return type(self)(self.true.clone())


class MaskedFile:
    """A file of a game, for positions behind masks: they go in without their masks, and come out with one."""

    def __init__(self, file: ModuleType, mask: type[Mask], answers: Answers) -> None:
        self._file = file
        self._mask = mask
        self._answers = answers

    def __getattr__(self, name: str) -> Any:
        found = self._answers.get(name) or getattr(self._file, name)
        return through(self._mask, found) if callable(found) else found


def through(mask: type[Mask], found: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a game for positions behind masks."""

    def answer(*questions: Any) -> Any:
        said = found(*(asked.true if isinstance(asked, Mask) else asked for asked in questions))
        return mask(said) if isinstance(said, State) else said

    return answer


def behind(game: Game[Any, Any], mask: type[Mask] = Mask, **answers: Answers) -> Game[Any, Any]:
    """A game with masked positions, in whose files (`view`, `moves` and so on) some functions are replaced."""
    files = {field.name: getattr(game, field.name) for field in dataclasses.fields(game)}
    masked: dict[str, Any] = {
        name: MaskedFile(file, mask, answers.get(name, {}))
        for name, file in files.items()
        if isinstance(file, ModuleType)
    }
    assert set(answers) <= set(masked)
    masked |= {name: through(mask, found) for name, found in files.items() if isinstance(found, FunctionType)}
    assert all(hasattr(files[name], function) for name in answers for function in answers[name])
    return dataclasses.replace(game, **masked)


def seats_with(game: Game[Any, Any], change: Callable[[Any, int], dict[str, object]]) -> Callable[[Any, int], Any]:
    """A view in which something is changed in what is seen of every seat."""

    def view(state: Any, seat: int) -> Any:
        shown = game.view.view(state, seat)
        seats = [msgspec.structs.replace(s, **change(state, other)) for other, s in enumerate(shown.seats)]
        return msgspec.structs.replace(shown, seats=tuple(seats))

    return view
