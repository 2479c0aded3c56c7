"""A decision spelled out: typed, printable and readable again; and all decisions of a game with their numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from itertools import accumulate
from math import prod
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from fourleaf.engine.errors import NotAMove

M = TypeVar("M", bound="Move")
KindOfMove: TypeAlias = Annotated[str, msgspec.Meta(extra={"kind of move": True})]
"""The name that a sort of decision has on the wire; a client's types know them all."""


class Move(msgspec.Struct, frozen=True):
    """One decision of a seat or of chance in the words of its game; `str()` is what a person types."""

    words: ClassVar[str] = ""
    """How it is written, such as `{kind} {give}>{take}`; else as its kind and then what it concerns."""
    vocabulary: ClassVar[Vocabulary]
    """Where it has its number."""
    OPEN: ClassVar[tuple[str, ...]] = ()
    """The fields that lie open even to those who do not see the whole move."""
    HALF: ClassVar[bool] = False
    """Whether it says only with what: the same seat then says where to, and nothing has happened before that."""

    @property
    def action(self) -> int:
        """The number that the engine knows this move by."""
        return self.vocabulary.number(self)

    @property
    def kind(self) -> str:
        """What sort of decision it is, by the name that it has on the wire."""
        return str(self.__struct_config__.tag)

    def __str__(self) -> str:
        return _form(type(self)).format(*msgspec.structs.astuple(self))

    def veiled(self) -> dict[str, Any]:
        """What those see of it who do not see the whole action: its kind and what lies open, and null for the rest."""
        seen = {str(self.__struct_config__.tag_field), *self.OPEN}
        return {name: value if name in seen else None for name, value in msgspec.to_builtins(self).items()}


@cache
def _form(kind: type[Move]) -> str:
    """The words of a kind, with the places of its fields for their names; what has a usual value is not typed."""
    fields = kind.__struct_fields__
    typed = fields[: len(fields) - len(kind.__struct_defaults__)]
    words = kind.words or " ".join(("{kind}", *(f"{{{field}}}" for field in typed)))
    places = {field: f"{{{place}}}" for place, field in enumerate(fields)}
    return words.format_map({"kind": kind.__struct_config__.tag, **places})


class Block(NamedTuple, Generic[M]):
    """Moves of one kind, whose numbers follow one another."""

    kind: type[M]
    size: int
    move: Callable[[int], M]
    """The move at a place of the block."""
    place: Callable[[M], int]
    """The place of a move, or ValueError."""
    listed: bool
    """Whether the texts of its moves are few enough to be kept."""


def every(kind: type[M], **rows: Sequence[Any]) -> Block[M]:
    """A block of all that the fields of a move can be, as numbers count: the last field changes fastest."""

    def move(place: int) -> M:
        concern = {}
        for field, row in reversed(rows.items()):
            place, at = divmod(place, len(row))
            concern[field] = row[at]
        return kind(**concern)

    def place(move: M) -> int:
        number = 0
        for field, row in rows.items():
            number = number * len(row) + row.index(getattr(move, field))
        return number

    return Block(kind, prod(map(len, rows.values())), move, place, listed=True)


def reckoned(kind: type[M], size: int, move: Callable[[int], M], place: Callable[[M], int]) -> Block[M]:
    """A block too large to be listed: its moves are reckoned from their numbers, and read by their game alone."""
    return Block(kind, size, move, place, listed=False)


class Vocabulary(dict[int, Move]):
    """The moves of a game by their numbers: blocks in a row, and a move is made when it is first asked for."""

    def __init__(self, *blocks: Block[Any], examples: str) -> None:
        self._blocks = blocks
        *self._firsts, self.size = accumulate((block.size for block in blocks), initial=0)
        self._numbered = {block.kind: (first, block) for first, block in zip(self._firsts, blocks, strict=True)}
        self._examples = examples
        for block in blocks:
            block.kind.vocabulary = self

    def __missing__(self, action: int) -> Move:
        if not 0 <= action < self.size:
            raise KeyError(action)
        which = bisect_right(self._firsts, action) - 1
        move: Move = self._blocks[which].move(action - self._firsts[which])
        self[action] = move
        return move

    def number(self, move: Move) -> int:
        """The number of a move, or NotAMove."""
        first, block = self._numbered[type(move)]
        try:
            return first + block.place(move)
        except ValueError:
            raise self.unknown(str(move)) from None

    def find(self, *guesses: str) -> Move | None:
        """The move that reads like the first of these texts that is one; capitals do not matter."""
        for text in guesses:
            if (number := self._texts.get(text.casefold())) is not None:
                return self[number]
        return None

    def unknown(self, text: str) -> NotAMove:
        """What to say of a text that is no move."""
        return NotAMove(f"{text!r} is no move of this game; a move reads like {self._examples}")

    @cached_property
    def _texts(self) -> dict[str, int]:
        return {
            str(block.move(place)).casefold(): first + place
            for first, block in self._numbered.values()
            if block.listed
            for place in range(block.size)
        }
