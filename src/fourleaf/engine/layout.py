"""What the numbers mean that a learner is shown and answers with: named stretches of a row, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

from fourleaf.engine.errors import listed


class Part(NamedTuple):
    """What a game says of one stretch of its observations or of its decisions."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    low: float = 0.0


class Slice(NamedTuple):
    """A named stretch of a row: where it lies, how it is folded, what it means and between what its numbers are."""

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    meaning: str
    low: float
    high: float


class Layout:
    """The stretches of a row, in order; `layout["hand"]` is the one of that name."""

    def __init__(self, parts: tuple[Part, ...], version: int) -> None:
        self.version = version
        """Raised whenever a number would mean something else than before."""
        self.slices: tuple[Slice, ...] = tuple(_placed(parts))
        self.length = self.slices[-1].stop
        """How many numbers a row has."""

    def __getitem__(self, name: str) -> Slice:
        for part in self.slices:
            if part.name == name:
                return part
        raise KeyError(f"there is no slice {name!r}; there are {listed(part.name for part in self.slices)}")

    def __iter__(self) -> Iterator[Slice]:
        return iter(self.slices)

    def __len__(self) -> int:
        return self.length

    def __repr__(self) -> str:
        return "\n".join(f"{p.start:5}-{p.stop - 1:<5} {p.name} {list(p.shape)}: {p.meaning}" for p in self.slices)


def _placed(parts: tuple[Part, ...]) -> Iterator[Slice]:
    start = 0
    for part in parts:
        stop = start + prod(part.shape)
        yield Slice(part.name, start, stop, part.shape, part.meaning, part.low, 1.0)
        start = stop
