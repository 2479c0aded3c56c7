"""A decision spelled out: typed, printable and readable again."""

from __future__ import annotations

import msgspec


class Move(msgspec.Struct, frozen=True):
    """One decision of a seat or of chance in the words of its game; `str()` is what a person types."""

    @property
    def action(self) -> int:
        """The number that the engine knows this move by."""
        raise NotImplementedError

    @property
    def kind(self) -> str:
        """What sort of decision it is, by the name that it has on the wire."""
        return str(self.__struct_config__.tag)
