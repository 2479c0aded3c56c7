"""Luck in rows: what looks alike to a viewer and came one after the other, told once; a deal has dozens of such."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec

from fourleaf.server import wire


def in_rows(entry: wire.Seen) -> wire.Seen:
    """An entry as a client takes it that takes luck in rows; nothing is said of it that was not, and nothing less."""
    if all(one.seal is None for one in entry.happened):
        return entry
    # What comes in a row has one number less its place for all of it: so neither ply nor event can have a gap.
    alike = groupby(enumerate(entry.happened), lambda numbered: _looks(*numbered))
    return msgspec.structs.replace(entry, happened=[_row([one for _, one in row]) for _, row in alike])


def _looks(place: int, one: wire.Happening) -> object:
    """What must be the same in a row; a decision is never in one."""
    if one.seal is None or one.event is None:
        return place
    shape = msgspec.structs.replace(one, ply=one.ply - place, event=one.event - place, seal=None, salt=None)
    return one.salt is None, shape


def _row(row: Sequence[wire.Happening]) -> wire.Happening:
    first = row[0]
    if first.seal is None:
        return first
    if first.salt is None:
        return msgspec.structs.replace(first, seal=None, seals=_joined(one.seal for one in row))
    return msgspec.structs.replace(first, seal=None, salt=None, salts=_joined(one.salt for one in row))


def _joined(hashes: Iterable[str | None]) -> str:
    return b64encode(bytes.fromhex("".join(text or "" for text in hashes))).decode()
