"""A table that cannot go on by a fault of its own is counted, its people get free of it, and no other one notices."""

from __future__ import annotations

import asyncio
import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest
from mypy_extensions import i64
from sqlalchemy import update

from fourleaf.engine.state import CHANCE
from fourleaf.games import GAMES
from fourleaf.server.settings import Settings
from fourleaf.server.storage import schema
from tests.kit.mutants.masks import Mask, behind
from tests.server.club import Club, Socket, open_club, run, settings_for
from tests.server.manual_clock import ManualClock


class Breaks(Mask):
    """The race, until somebody says that from now on its rules fail whenever a seat decides."""

    broken = False

    def apply(self, action: i64) -> None:
        if Breaks.broken and self.true.actor() != CHANCE:
            raise ZeroDivisionError
        self.true.apply(action)


@pytest.fixture(autouse=True)
def breakable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Breaks, "broken", False)
    monkeypatch.setitem(GAMES, "treasure", behind(GAMES["treasure"], Breaks))


async def frozen_figure(club: Club) -> float:
    text = (await club.stranger().ask("GET", "/metrics")).text
    found = re.search(r"^fourleaf_tables_frozen ([0-9.]+)$", text, re.MULTILINE)
    assert found
    return float(found[1])


async def start(club: Club, **more: Any) -> list[Socket]:
    """Two people and a bot, at the start."""
    oak, elm = await club.guest("Oak"), await club.guest("Elm")
    table = await oak.table("treasure", ["me", "open", "random"], public=True, **more)
    await elm.post(f"/api/tables/{table}/join")
    await oak.post(f"/api/tables/{table}/start")
    return [await oak.sit_down(table, 0), await elm.sit_down(table, 1)]


async def freeze(club: Club, clock: ManualClock, sockets: list[Socket]) -> str:
    """Play until the bot decides, and let the rules fail at that."""
    table: str = sockets[0].table["id"]
    live = await club.service.tables.get(table)
    while live.state.actor < 2:
        mover = sockets[live.state.actor]
        await mover.follow(live.state.seq)
        assert (await mover.do("play", ply=mover.now["ply"], action=mover.now["legal"][0]["action"]))["type"] == "ack"
    Breaks.broken = True
    while not clock.is_waited_for:
        await asyncio.sleep(0.01)
    await clock.turn(10)
    for socket in sockets:
        await socket.until(lambda told: told["type"] == "update" and told["table"] and told["table"]["frozen"])
    return table


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    # A bot that waits for its beat gives the test time to break the rules first.
    return settings_for(tmp_path, bot_pace=1.0)


def test_whoever_leaves_a_frozen_table_that_is_rated_ends_it_and_nobody_is_rated(settings: Settings) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings, clock) as club:
            sockets = await start(club, rated=True)
            table = await freeze(club, clock, sockets)
            oak, elm = club.guests
            assert (await sockets[0].do("resign"))["type"] == "ack"
            info = await elm.get(f"/api/tables/{table}")
            assert (info["status"], info["ending"]["why"]) == ("over", "abandoned")
            for guest in (oak, elm):
                [game] = (await guest.get("/api/me/history"))["games"]
                assert (game["why"], game["rating"]) == ("abandoned", None)

    run(story())


def test_people_get_free_of_a_frozen_table_one_after_the_other(settings: Settings) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings, clock) as club:
            assert await frozen_figure(club) == 0
            sockets = await start(club, clock={"kind": "live", "bank": 60, "increment": 0})
            table = await freeze(club, clock, sockets)
            assert await frozen_figure(club) == 1
            oak, elm = (guest for guest in club.guests if guest.name != "stranger")
            refusal = await sockets[0].do("play", ply=sockets[0].now["ply"], action=0)
            assert (refusal["code"], refusal["words"]) == (
                "not_now",
                "this table is under repair: nothing is lost, and nobody loses by leaving it",
            )
            back = await oak.ask("GET", f"/api/tables/{table}/moments?seat=0")
            assert (back.status_code, back.json()["words"]) == (409, refusal["words"])
            assert (await sockets[0].do("resign", id="enough"))["type"] == "ack"
            assert (await sockets[0].do("resign", id="enough"))["type"] == "ack"
            assert (await sockets[0].do("resign"))["code"] == "not_now"
            await clock.turn(100)
            assert (await oak.get(f"/api/tables/{table}"))["status"] == "playing", "the other one may wait on"
            info = await elm.post(f"/api/tables/{table}/leave")
            assert (info["status"], info["ending"]["why"], info["frozen"]) == ("over", "abandoned", False)
            assert info["luck"]["secret"]
            assert await frozen_figure(club) == 0
            await oak.post(f"/api/tables/{table}/rematch")

    run(story())


def test_a_log_that_cannot_be_followed_is_counted_and_its_table_left(settings: Settings) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings, clock) as club:
            sockets = await start(club)
            table = sockets[0].table["id"]
            live = await club.service.tables.get(table)
            while live.state.actor == 2 or live.state.ply < 30:
                while not clock.is_waited_for and live.state.actor == 2:
                    await asyncio.sleep(0.01)
                await clock.turn(10)
                if live.state.actor < 2:
                    mover = sockets[live.state.actor]
                    await mover.follow(live.state.seq)
                    await mover.do("play", ply=mover.now["ply"], action=mover.now["legal"][0]["action"])
            told = [entry["seq"] for entry in sockets[0].entries]
            cookies = [guest.http.cookies for guest in club.guests[:2]]
        Breaks.broken = True
        for number in range(2):
            async with open_club(settings, clock) as club:
                people = [club.stranger(), club.stranger()]
                for guest, known in zip(people, cookies, strict=True):
                    guest.http.cookies = known
                info = await people[0].get(f"/api/tables/{table}")
                assert (info["status"], info["frozen"]) == ("playing", True)
                assert await frozen_figure(club) == 1
                socket = await people[number].sit_down(table, number)
                assert [entry["seq"] for entry in socket.entries][: len(told)] == told
                assert (await socket.do("resign"))["type"] == "ack"
        async with open_club(settings, clock) as club:
            info = await club.stranger().get(f"/api/tables/{table}")
            assert (info["status"], info["ending"]["why"], info["frozen"]) == ("over", "abandoned", False)
            problem = (await club.stranger().ask("GET", f"/api/tables/{table}/record")).json()
            assert problem["words"] == "this match cannot be followed to its end, so there is no record of it"
            assert await frozen_figure(club) == 0

    run(story())


def test_a_broken_table_stops_neither_the_start_nor_the_sweep_of_the_others(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings, clock) as club:
            oak = await club.guest("Oak")
            tables = [await oak.table("treasure", ["me", "random"]) for _ in range(4)]
            for table in tables:
                await oak.post(f"/api/tables/{table}/start")
            columns = schema.entries.c
            spoilt = update(schema.entries).where(columns.table == tables[1], columns.seq == 2).values(salt=b"x")
            await club.service.database.write(lambda connection: connection.execute(spoilt))
            short = update(schema.secrets).where(schema.secrets.c.table == tables[2]).values(secret=b"")
            await club.service.database.write(lambda connection: connection.execute(short))
        caplog.clear()
        async with open_club(dataclasses.replace(settings, idle_days=1.0), clock) as club:
            stranger = club.stranger()
            assert (await stranger.ask("GET", f"/api/tables/{tables[1]}")).json()["code"] == "broken_log"
            assert (await stranger.get(f"/api/tables/{tables[2]}"))["frozen"]
            assert await frozen_figure(club) == 2
            whole = (tables[0], tables[2], tables[3])
            for _ in range(500):
                await clock.turn(1800)
                if {(await stranger.get(f"/api/tables/{table}"))["status"] for table in whole} == {"over"}:
                    break
            else:
                pytest.fail("the sweep has left tables open")
            assert await frozen_figure(club) == 1
        said = [record for record in caplog.records if tables[1] in record.getMessage()]
        assert len(said) == 1, "once, and not in each sweep"

    run(story())
