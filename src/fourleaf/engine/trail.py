"""A list that only grows, of which a copy costs the same however long it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeVar, overload

T = TypeVar("T")


class Trail(Sequence[T]):
    """What has happened so far, the oldest first; copies share what they have in common.

    Whoever goes on first does so in the list that all share; whoever comes second goes on in a list of their own. So
    nobody ever sees what another copy went on with.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, items: list[T] | None = None) -> None:
        self._shared: list[T] = [] if items is None else items
        self._length = len(self._shared)

    def append(self, item: T) -> None:
        """Go on by one."""
        if len(self._shared) > self._length:
            self._shared = self._shared[: self._length]
        self._shared.append(item)
        self._length += 1

    def copy(self) -> Trail[T]:
        """A trail of its own that has come as far as this one."""
        return self.until(self._length)

    def until(self, length: int) -> Trail[T]:
        """A trail of its own that has come so far and no further."""
        # FAST: a table copies some with every move.
        twin: Trail[T] = Trail.__new__(Trail)
        twin._shared, twin._length = self._shared, length
        return twin

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            return [self._shared[number] for number in range(self._length)[place]]
        # The range says what is out of it; the list would know what others went on with.
        return self._shared[place if 0 <= place < self._length else range(self._length)[place]]

    def __iter__(self) -> Iterator[T]:
        return islice(self._shared, self._length)
