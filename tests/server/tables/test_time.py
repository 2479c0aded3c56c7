"""Clocks, people who go away, and tables that everybody forgot; time is the test's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.club import Club, Socket, open_club, run, settings_for
from tests.server.manual_clock import ManualClock


async def two_people(club: Club, **more: Any) -> list[Socket]:
    host, friend = await club.guest("Oak"), await club.guest("Elm")
    table = await host.table("treasure", ["me", "open", "random"], public=True, **more)
    await friend.post(f"/api/tables/{table}/join")
    await host.post(f"/api/tables/{table}/start")
    return [await host.sit_down(table, 0), await friend.sit_down(table, 1)]


async def until_a_person_decides(sockets: list[Socket]) -> Socket:
    while sockets[0].now["actor"] == 2:
        await sockets[0].until(lambda told: told["type"] == "update")
    await sockets[1].follow(max(told.get("seq") or 0 for told in sockets[0].journal if told["type"] == "update"))
    return sockets[sockets[0].now["actor"]]


LIVE = {"kind": "live", "bank": 60, "increment": 5}


def test_a_live_clock_charges_what_was_thought_and_adds_the_increment(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings_for(tmp_path), clock) as club:
            sockets = await two_people(club, clock=LIVE)
            socket = await until_a_person_decides(sockets)
            seat = socket.now["seat"]
            assert socket.now["deadline"] == clock.wall() + 60
            clock.jumped = 3600.0
            await clock.turn(20)
            done = await socket.do("play", ply=socket.now["ply"], action=socket.now["legal"][0]["action"])
            await socket.follow(done["seq"])
            assert socket.now["banks"][seat] == 60 - 20 + 5

    run(story())


@pytest.mark.parametrize("then", ["stand_in", "move", "forfeit"])
def test_when_the_time_is_over_the_table_does_what_it_agreed_on(then: str, tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings_for(tmp_path), clock) as club:
            sockets = await two_people(club, clock={**LIVE, "then": then})
            socket = await until_a_person_decides(sockets)
            seat, ply = socket.now["seat"], socket.now["ply"]
            await clock.turn(59)
            assert (await socket.do("why", wish=0))["type"] == "because"
            assert socket.now["ply"] == ply
            await clock.turn(2)
            await socket.until(lambda told: told["type"] == "update" and told["now"]["ply"] > ply)
            kinds = [(entry["kind"], entry.get("by")) for entry in socket.entries]
            if then == "move":
                assert ("played", "clock") in kinds
            else:
                assert ("stood_in", "clock" if then == "stand_in" else "resigned") in kinds
            assert socket.table["seats"][seat]["resigned"] == (then == "forfeit")
            if then != "move":
                assert (await socket.do("return"))["code"] == "not_now", "there is no time left to come back to"

    run(story())


def test_days_are_counted_from_the_last_move_also_over_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path)
        clock = ManualClock()
        async with open_club(settings, clock) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("treasure", ["me", "open"], public=True, clock={"kind": "days", "days": 2})
            await friend.post(f"/api/tables/{table}/join")
            await host.post(f"/api/tables/{table}/start")
        clock.now += 24 * 3600
        async with open_club(settings, clock) as club:
            watcher = await club.stranger().sit_down(table)
            ply = watcher.now["ply"]
            assert watcher.now["deadline"] == clock.wall() + 24 * 3600
            await clock.turn(25 * 3600)
            await watcher.until(lambda told: told["type"] == "update" and told["now"]["ply"] > ply)
            assert watcher.entries[-1]["by"] == "clock"
        clock.now += 9 * 24 * 3600
        async with open_club(settings, clock) as club:
            watcher = await club.stranger().sit_down(table)
            assert watcher.now["deadline"] == clock.wall() + 60, "nobody loses to a server that was down"

    run(story())


def test_a_bot_stands_in_after_the_grace_and_the_person_may_return(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings_for(tmp_path), clock) as club:
            stays, goes = await two_people(club, grace=30)
            table, friend = goes.table["id"], club.guests[1]
            await goes.hang_up()
            told = await stays.until(lambda told: told["type"] == "presence" and told["seats"] == [0])
            assert told["away"] == [{"seat": 1, "stand_in_at": clock.wall() + 30}]
            await clock.turn(20)
            back = await friend.sit_down(table, 1)
            await back.hang_up()
            await stays.until(lambda told: told["type"] == "presence" and told["seats"] == [0])
            await clock.turn(29)
            assert "stood_in" not in [entry["kind"] for entry in stays.entries]
            await clock.turn(2)
            await stays.until(
                lambda told: told["type"] == "update" and "stood_in" in [entry["kind"] for entry in told["entries"]]
            )
            assert stays.table["seats"][1]["stand_in"] == "greedy"
            back = await friend.sit_down(table, 1)
            assert (await back.do("return"))["type"] == "ack"
            await stays.until(
                lambda told: told["type"] == "update" and "returned" in [entry["kind"] for entry in told["entries"]]
            )
            assert stays.table["seats"][1]["stand_in"] is None

    run(story())


def test_nobody_is_replaced_while_nobody_waits(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings_for(tmp_path), clock) as club:
            one, two = await two_people(club, grace=30)
            table = one.table["id"]
            watcher = await club.stranger().sit_down(table)
            await one.hang_up()
            await two.hang_up()
            await watcher.until(lambda told: told["type"] == "presence" and told["seats"] == [])
            await clock.turn(100_000)
            await watcher.say("ping")
            await watcher.until(lambda told: told["type"] == "pong")
            assert "stood_in" not in [entry["kind"] for entry in watcher.entries]

    run(story())


def test_who_leaves_is_replaced_at_once_and_the_last_one_ends_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            one, _ = await two_people(club)
            table = one.table["id"]
            info = await club.guests[1].post(f"/api/tables/{table}/leave")
            assert info["seats"][1]["stand_in"] == "greedy"
            assert (await club.guests[1].refused(f"/api/tables/{table}/leave"))["code"] == "not_now"
            info = await club.guests[0].post(f"/api/tables/{table}/leave")
            assert info["ending"]["why"] == "abandoned"
            assert info["luck"]["secret"]

    run(story())


def test_a_table_that_everybody_forgot_is_closed(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings_for(tmp_path, idle_days=0.25), clock) as club:
            host = await club.guest("Oak")
            gathering = await host.table("treasure", ["me", "open"])
            playing = await host.table("treasure", ["me", "me"])
            await host.post(f"/api/tables/{playing}/start")
            await clock.turn(3 * 3600)
            assert (await host.get(f"/api/tables/{playing}"))["status"] == "playing"
            assert [table.id for table in club.service.tables.loaded] == [playing], "looked at, so in memory again"
            for table in (gathering, playing):
                while (info := await host.get(f"/api/tables/{table}"))["status"] != "over":
                    await clock.turn(900)
                assert clock.now > 1000 + 6 * 3600
                assert info["ending"]["why"] == "abandoned"
                assert info["luck"]["secret"]

    run(story())
