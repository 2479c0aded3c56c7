"""The guides of the client, as its data has them, and the real rules under each of their steps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

import fourleaf
from fourleaf.server import wire
from fourleaf.server.studies import followed

FOLDER = Path(__file__).parents[2] / "web" / "src" / "games"


class Refusal(msgspec.Struct, forbid_unknown_fields=True):
    """Something that is to be tried although it is against a clause."""

    wish: str
    clause: str


class GuideStep(msgspec.Struct, forbid_unknown_fields=True):
    """One step, as web/src/study/guide.ts has it."""

    says: str
    position: str | None = None
    at: str | None = None
    ways: list[list[str]] | Literal["any"] | None = None
    then: list[str] = []
    instead: dict[str, str] = {}
    refusal: Refusal | None = None
    touch: str | None = None

    @property
    def is_read(self) -> bool:
        """Whether nothing is asked for but to read."""
        return self.ways is None and self.refusal is None and self.touch is None


class Guide(msgspec.Struct, forbid_unknown_fields=True):
    """A first game that somebody is led through."""

    seat: int
    steps: list[GuideStep]


def guided() -> list[str]:
    """The games that have a guide."""
    return sorted(path.parent.name for path in FOLDER.glob("*/guide.json"))


def guide_of(game: str) -> Guide:
    """The guide of a game."""
    return msgspec.json.decode((FOLDER / game / "guide.json").read_bytes(), type=Guide)


class Lesson:
    """A guide on the way, along the first of its ways."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.guide = guide_of(game)
        self.position = ""
        self.moves: list[str] = []

    def __iter__(self) -> Iterator[tuple[int, GuideStep]]:
        """Every step, counted from 1, at its beginning."""
        for number, step in enumerate(self.guide.steps, 1):
            if step.position is not None:
                self.position, self.moves = step.position, []
            yield number, step
            way = step.ways[0] if isinstance(step.ways, list) else []
            self.moves += [*way, *step.then]

    def after(self, *moves: str, seed: int = 0) -> wire.Study:
        """What comes of some more moves."""
        wish = wire.StudyWish(
            game=self.game, position=self.position, moves=[*self.moves, *moves], seat=self.guide.seat, seed=seed
        )
        return followed(wish)

    def now(self, *moves: str) -> wire.StudyStep:
        """How it stands after some more moves, all of which are legal."""
        study = self.after(*moves)
        assert study.refused is None, f"{moves} after {self.moves}: {study.refused}"
        return study.steps[-1]


def spelled(game: str, move: str) -> str:
    """A move as the server spells it."""
    moves: Any = fourleaf.game(game).moves
    return str(moves.read(move))
