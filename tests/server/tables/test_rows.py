"""Luck in rows says what luck one by one says, in less than half the bytes."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

import fourleaf
from fourleaf.engine.fairluck import digest
from fourleaf.engine.luck import u32, u64
from fourleaf.server import wire
from fourleaf.server.tables.rows import in_rows
from tests.server.club import Json, open_club, run, settings_for

HASH = 32
FIRST_UPDATE = 8192
"""Bytes that an update to somebody new has at most, with the fewest seats of a game that are people's."""


def one_by_one(entry: Json) -> Json:
    """An entry taken apart as docs/protocol.md says."""
    return entry | (
        {"happened": [one for row in entry["happened"] for one in apart(row)]} if "happened" in entry else {}
    )


def apart(row: Json) -> list[Json]:
    row = dict(row)
    seals, salts = row.pop("seals", None), row.pop("salts", None)
    if seals is None and salts is None:
        return [row]
    told = b64decode(seals or salts)
    hashes = [told[place : place + HASH] for place in range(0, len(told), HASH)]
    return [
        row | {"ply": row["ply"] + place, "event": row["event"] + place} | sealed(row, row["event"] + place, one, salts)
        for place, one in enumerate(hashes)
    ]


def sealed(row: Json, event: int, told: bytes, salts: str | None) -> Json:
    if salts is None:
        return {"seal": told.hex()}
    seal = digest("fairluck1/open", u64(event), u32(0), u32(row["glimpse"]), told)
    return {"seal": seal.hex(), "salt": told.hex()}


@pytest.mark.parametrize("name", fourleaf.games())
@pytest.mark.parametrize("seat", [0, None])
def test_rows_taken_apart_are_what_everybody_else_is_told(name: str, seat: int | None, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            seats = fourleaf.game(name).seats[-1]
            table = await host.table(name, ["me"] * seats)
            await host.post(f"/api/tables/{table}/start")
            plain, short = await host.sit_down(table, seat), await host.sit_down(table, seat, rows=True)
            assert [one_by_one(entry) for entry in short.entries] == plain.entries
            assert all({"seals", "salts"}.isdisjoint(one) for entry in plain.entries for one in happened(entry))
            lucky = [one for entry in short.entries for one in happened(entry) if one["actor"] == fourleaf.CHANCE]
            assert all("seals" in one or "salts" in one for one in lucky)

    run(story())


def test_a_row_has_no_gap_and_no_two_looks() -> None:
    def luck(ply: int, event: int, **more: Any) -> wire.Happening:
        hidden: dict[str, Any] = {"actor": -1, "glimpse": -1, "line": "seat 1 takes a card", "about": 1, "move": None}
        return wire.Happening(**hidden | {"ply": ply, "event": event, "seal": f"{event:064x}"} | more)

    decided = wire.Happening(ply=0, actor=0, glimpse=5, line="seat 0 plays R1", about=0, move=None)
    shown = {"glimpse": 7, "line": "seat 0 takes B1", "about": 0}
    happened = [decided, luck(1, 3), luck(2, 4), luck(3, 5, about=2), luck(4, 6, about=2), luck(6, 7, about=2)]
    happened += [luck(7, 8, **shown, salt="ab" * HASH), luck(8, 9, **shown, salt="cd" * HASH)]
    rows = in_rows(wire.Seen(seq=3, at=0.0, kind="played", happened=happened)).happened
    assert rows[0] is decided
    assert [(row.ply, row.event, len(b64decode(row.seals or row.salts or "")) // HASH) for row in rows[1:]] == [
        (1, 3, 2),
        (3, 5, 2),
        (6, 7, 1),
        (7, 8, 2),
    ]


@pytest.mark.parametrize("name", fourleaf.games())
def test_a_first_update_is_small(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            seats = max(2, fourleaf.game(name).seats[0])
            people = [await club.guest(f"A long name of 24 chars {seat}"[:24]) for seat in range(seats)]
            table = await people[0].table(name, ["me", *["open"] * (seats - 1)], public=True)
            for guest in people[1:]:
                await guest.post(f"/api/tables/{table}/join")
            await people[0].post(f"/api/tables/{table}/start")
            for seat, guest in enumerate(people):
                socket = await guest.sit_down(table, seat, rows=True)
                assert len(socket.frames[0].encode()) <= FIRST_UPDATE

    run(story())


def happened(entry: Json) -> list[Any]:
    found: list[Any] = entry.get("happened", [])
    return found
