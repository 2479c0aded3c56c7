"""What a table agrees on and how it ends: plain values that its log keeps and its messages carry."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Status: TypeAlias = Literal["gathering", "locked", "playing", "over"]


class TableValue(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A value that is written in the same way wherever it is written."""


class LiveClock(TableValue, frozen=True, kw_only=True, tag="live", tag_field="kind"):
    """Each seat has a bank of seconds, and gets an increment for every decision."""

    bank: Annotated[int, Meta(ge=5, le=24 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=3600)]
    then: Literal["stand_in", "move", "forfeit"] = "stand_in"
    """What happens when a bank is empty: a bot plays on, one move is made for the seat, or the seat resigns."""


class DaysClock(TableValue, frozen=True, kw_only=True, tag="days", tag_field="kind"):
    """Each decision may take so many days."""

    days: Annotated[int, Meta(ge=1, le=30)]
    then: Literal["stand_in", "move", "forfeit"] = "move"


TableClock: TypeAlias = LiveClock | DaysClock


class Source(TableValue, frozen=True, kw_only=True):
    """Where a table begins that does not begin as its rules say; where nothing is named, from a line of notation."""

    table: str | None = None
    """The table whose match it goes on from."""
    record: str | None = None
    """The imported record that it goes on from."""
    at: int | None = None
    """The moment: an entry of the table's log, or the number of the record's moment."""
    moves: int | None = None
    """How many decisions there had been."""
    seat: int | None = None
    """What this seat could not know was dealt anew; without one the match goes on as it stood."""


class Ending(TableValue, frozen=True, kw_only=True):
    """How a table ended."""

    why: Literal["played", "resigned", "abandoned", "closed", "old_rules"]
    """Closed: by its host before the match began. Old rules: they are not played any more."""
    scores: list[int]
    ranks: list[int]
