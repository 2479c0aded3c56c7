"""A round is judged: the table waits until everybody who is there has read it, and for nobody else."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from fourleaf.server.tables.table import SERVER
from tests.server import late_round
from tests.server.club import Club, Json, Socket, open_club, run, settings_for
from tests.server.manual_clock import ManualClock

LIVE = {"kind": "live", "bank": 60, "increment": 0}
OAK, ELM, ASH = 0, 1, 2


@contextlib.asynccontextmanager
async def club_at_a_claim(folder: Path, clock: ManualClock) -> AsyncIterator[Club]:
    async with open_club(settings_for(folder), clock, beginning=late_round.at_a_claim) as club:
        yield club


async def at_a_claim(club: Club, *seats: str, **terms: Any) -> list[Socket]:
    """A table at which Oak may have everybody judged; whoever takes the open seats, in their order."""
    host = await club.guest("Oak")
    table = await host.table("wichtel", ["me", *seats], public=True, **terms)
    friends = [await club.guest(name) for name, who in zip(("Elm", "Ash"), seats, strict=True) if who == "open"]
    for friend in friends:
        await friend.post(f"/api/tables/{table}/join")
    await host.post(f"/api/tables/{table}/start")
    chairs = [number for number, who in enumerate(("open", *seats)) if who == "open"]
    return [await guest.sit_down(table, seat) for guest, seat in zip([host, *friends], chairs, strict=True)]


async def judge(judge: Socket, *others: Socket) -> Json:
    """The round is judged, and everybody has heard of it."""
    done = await judge.do("play", ply=judge.now["ply"], action="judge")
    assert done["type"] == "ack", done
    for socket in (judge, *others):
        await socket.follow(done["seq"])
    pause: Json = judge.now["pause"]
    return pause


async def told_of(socket: Socket, waiting: list[int] | None) -> Json:
    """Listen until these seats are waited for, or until the match goes on."""
    while (socket.now["pause"] and socket.now["pause"]["waiting"]) != waiting:
        await socket.hear()
    return socket.now


async def goes_on(socket: Socket, ply: int) -> None:
    """Listen until somebody has played."""
    while socket.now["ply"] == ply:
        await socket.hear()


async def nothing_happened(socket: Socket, ply: int) -> None:
    """Whatever was on its way has arrived, and nobody has played."""
    await asyncio.sleep(0.05)
    await socket.say("ping")
    await socket.until(lambda told: told["type"] == "pong")
    assert socket.now["ply"] == ply


def on(socket: Socket, pause: Json) -> Any:
    return socket.do("on", pause=pause["seq"])


def test_the_table_waits_for_the_on_of_everybody_and_then_a_bot_plays(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with club_at_a_claim(tmp_path, clock) as club:
            oak, ash = await at_a_claim(club, "random", "open")
            pause = await judge(oak, ash)
            ply = oak.now["ply"]
            assert pause == {"seq": oak.entries[-1]["seq"], "waiting": [OAK, ASH], "until": clock.wall() + 20}
            assert ash.now["pause"] == pause
            await clock.turn(10)
            await nothing_happened(oak, ply)
            assert (await on(oak, pause))["type"] == "ack"
            assert (await told_of(ash, [ASH]))["ply"] == ply
            await clock.turn(5)
            await nothing_happened(oak, ply)
            assert (await on(ash, pause))["type"] == "ack"
            for socket in (oak, ash):
                await told_of(socket, None)
                await goes_on(socket, ply)

    run(story())


def test_whoever_never_says_it_is_waited_for_twenty_seconds_and_nobodys_clock_runs(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with club_at_a_claim(tmp_path, clock) as club:
            oak, elm = await at_a_claim(club, "open", "random", clock=LIVE)
            pause = await judge(oak, elm)
            ply = elm.now["ply"]
            assert (elm.now["actor"], elm.now["deadline"]) == (ELM, None)
            assert elm.now["legal"] == [], "while Oak reads there is nothing to choose"
            assert (await on(oak, pause))["type"] == "ack"
            await clock.turn(19.9)
            await nothing_happened(elm, ply)
            assert elm.now["pause"]["waiting"] == [ELM]
            await clock.turn(0.2)
            now = await told_of(elm, None)
            assert now["deadline"] == pytest.approx(clock.wall() + 60, abs=0.2), "reading cost nobody time"
            await clock.turn(10)
            done = await elm.do("play", ply=ply, action=now["legal"][0]["action"])
            await elm.follow(done["seq"])
            assert elm.now["banks"][ELM] == pytest.approx(50, abs=0.2)

    run(story())


def test_a_play_is_an_on_and_refused_in_clear_words_while_others_read(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with club_at_a_claim(tmp_path, clock) as club:
            oak, elm = await at_a_claim(club, "open", "random", clock=LIVE)
            pause = await judge(oak, elm)
            wish = {"ply": elm.now["ply"], "action": "march"}
            await clock.turn(8)
            no = await elm.do("play", **wish)
            assert no["code"] == "not_now"
            assert no["words"] == "Oak still reads what has happened; the match goes on after that, or in 12 seconds"
            assert (await told_of(oak, [OAK]))["pause"]["waiting"] == [OAK], "whoever would play has read"
            assert (await on(oak, pause))["type"] == "ack"
            done = await elm.do("play", **wish)
            assert done["type"] == "ack"
            await elm.follow(done["seq"])
            assert elm.now["banks"][ELM] == 60

    run(story())


def test_a_play_goes_through_where_nobody_else_is_waited_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with club_at_a_claim(tmp_path, ManualClock()) as club:
            oak, elm = await at_a_claim(club, "open", "random")
            pause = await judge(oak, elm)
            await on(oak, pause)
            await told_of(elm, [ELM])
            done = await elm.do("play", ply=elm.now["ply"], action=elm.now["legal"][0]["action"])
            assert done["type"] == "ack"
            await elm.follow(done["seq"])
            assert elm.now["pause"] is None

    run(story())


def test_whoever_is_away_or_hangs_up_holds_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with club_at_a_claim(tmp_path, ManualClock()) as club:
            oak, elm, ash = await at_a_claim(club, "open", "open")
            await ash.hang_up()
            await oak.until(lambda told: told["type"] == "presence" and told["seats"] == [OAK, ELM])
            pause = await judge(oak, elm)
            assert pause["waiting"] == [OAK, ELM]
            await on(oak, pause)
            await told_of(oak, [ELM])
            await elm.hang_up()
            await told_of(oak, None)

    run(story())


def test_a_killed_line_holds_nobody_either_and_whoever_comes_back_reads_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        async with club_at_a_claim(tmp_path, ManualClock()) as club:
            oak, elm = await at_a_claim(club, "open", "random")
            pause = await judge(oak, elm)
            elm.line.transport.abort()
            await told_of(oak, [OAK])
            back = await club.guests[1].sit_down(oak.table["id"], ELM)
            assert back.now["pause"] == pause, "a second visit shows the same, to the second"
            await told_of(oak, [OAK, ELM])
            await on(back, pause)
            await told_of(oak, [OAK])
            again = await club.guests[1].sit_down(oak.table["id"], ELM)
            assert again.now["pause"]["waiting"] == [OAK], "what was said once is said"
            await on(oak, pause)
            await told_of(again, None)

    run(story())


def test_the_only_reader_may_load_the_page_anew(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with club_at_a_claim(tmp_path, clock) as club:
            [oak] = await at_a_claim(club, "random", "random")
            pause = await judge(oak)
            ply, table = oak.now["ply"], oak.table["id"]
            watcher = await club.stranger().sit_down(table)
            await oak.hang_up()
            await told_of(watcher, [])
            await clock.turn(5)
            back = await club.guests[0].sit_down(table, OAK)
            assert (back.now["pause"], back.now["ply"]) == (pause, ply)
            await back.hang_up()
            await told_of(watcher, [])
            await clock.turn(20)
            await goes_on(watcher, ply)

    run(story())


def test_two_tabs_and_two_devices_are_one_reader(tmp_path: Path) -> None:
    async def story() -> None:
        async with club_at_a_claim(tmp_path, ManualClock()) as club:
            oak, elm = await at_a_claim(club, "open", "random")
            tab = await club.guests[0].sit_down(oak.table["id"], OAK)
            pause = await judge(oak, elm, tab)
            assert pause["waiting"] == [OAK, ELM]
            await tab.hang_up()
            await nothing_happened(oak, oak.now["ply"])
            assert oak.now["pause"]["waiting"] == [OAK, ELM], "one tab less is nobody less"
            tab = await club.guests[0].sit_down(oak.table["id"], OAK)
            await on(tab, pause)
            await told_of(oak, [ELM])
            await on(elm, pause)
            await told_of(tab, None)

    run(story())


def test_a_watchers_on_is_refused_and_an_on_for_somebody_else_cannot_be_said(tmp_path: Path) -> None:
    async def story() -> None:
        async with club_at_a_claim(tmp_path, ManualClock()) as club:
            oak, elm = await at_a_claim(club, "open", "random")
            watcher = await (await club.guest("Yew")).sit_down(oak.table["id"])
            pause = await judge(oak, elm, watcher)
            assert watcher.now["pause"] == pause
            assert (await on(watcher, pause))["code"] == "not_yours"
            await elm.say("on", id="for Oak", pause=pause["seq"], seat=OAK)
            no = await elm.until(lambda told: told["type"] == "refused")
            assert no["code"] == "malformed"
            await nothing_happened(oak, oak.now["ply"])
            assert oak.now["pause"] == pause

    run(story())


def test_an_on_that_is_late_or_early_or_said_a_thousand_times_does_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with club_at_a_claim(tmp_path, ManualClock()) as club:
            oak, elm = await at_a_claim(club, "open", "random")
            early = await oak.do("on", pause=99)
            assert early["type"] == "ack"
            pause = await judge(oak, elm)
            for wrong in (0, pause["seq"] - 1, pause["seq"] + 1):
                assert (await oak.do("on", pause=wrong))["type"] == "ack"
            await nothing_happened(oak, oak.now["ply"])
            assert oak.now["pause"] == pause
            before = len(elm.journal)
            for _ in range(1000):
                assert (await on(oak, pause))["type"] == "ack"
            await told_of(elm, [ELM])
            await nothing_happened(elm, elm.now["ply"])
            assert len(elm.journal) - before == 2, "once it is told, and the pong"
            await on(elm, pause)
            await told_of(oak, None)
            assert (await on(oak, pause))["type"] == "ack"

    run(story())


def test_an_on_for_one_round_ends_no_later_pause(tmp_path: Path) -> None:
    async def story() -> None:
        async with club_at_a_claim(tmp_path, ManualClock()) as club:
            [oak] = await at_a_claim(club, "me", "me")
            first = await judge(oak)
            await on(oak, first)
            await told_of(oak, None)
            back = await oak.do("undo", ply=oak.now["undo"]["ask"])
            await oak.follow(back["seq"] + 1)
            assert oak.now["pause"] is None, "what was taken back is not read"
            second = await judge(oak)
            assert second["waiting"] == [0, 1, 2], "one On of the device is everybody's who sits before it"
            await on(oak, first)
            await nothing_happened(oak, oak.now["ply"])
            assert oak.now == {**oak.now, "pause": second}
            await on(oak, second)
            await told_of(oak, None)

    run(story())


def test_going_back_ends_the_pause(tmp_path: Path) -> None:
    async def story() -> None:
        async with club_at_a_claim(tmp_path, ManualClock()) as club:
            [oak] = await at_a_claim(club, "random", "random")
            await judge(oak)
            back = await oak.do("undo", ply=oak.now["undo"]["ask"])
            await oak.follow(back["seq"] + 1)
            assert (oak.now["pause"], oak.now["actor"]) == (None, OAK)

    run(story())


def test_whoever_resigns_or_leaves_is_not_waited_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with club_at_a_claim(tmp_path, ManualClock()) as club:
            oak, elm, ash = await at_a_claim(club, "open", "open")
            pause = await judge(oak, elm, ash)
            assert (await elm.do("resign"))["type"] == "ack"
            await told_of(oak, [OAK, ASH])
            await club.guests[2].post(f"/api/tables/{oak.table['id']}/leave")
            await told_of(oak, [OAK])
            assert (await on(elm, pause))["type"] == "ack"
            await nothing_happened(oak, oak.now["ply"])
            assert oak.now["pause"]["waiting"] == [OAK]
            await on(oak, pause)
            await told_of(elm, None)

    run(story())


def test_no_bot_stands_in_for_anybody_during_a_pause(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with club_at_a_claim(tmp_path, clock) as club:
            oak, elm = await at_a_claim(club, "open", "random", grace=10)
            await elm.hang_up()
            await oak.until(lambda told: told["type"] == "presence" and told["away"] != [])
            pause = await judge(oak)
            ply = oak.now["ply"]
            await clock.turn(12)
            await nothing_happened(oak, ply)
            assert "stood_in" not in [entry["kind"] for entry in oak.entries]
            await on(oak, pause)
            await told_of(oak, None)
            await clock.turn(0.1)
            await goes_on(oak, ply)
            assert "stood_in" in [entry["kind"] for entry in oak.entries], "the grace was over in the pause"

    run(story())


def test_where_nobody_is_there_to_read_nobody_is_waited_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with club_at_a_claim(tmp_path, ManualClock()) as club:
            [oak] = await at_a_claim(club, "random", "random")
            watcher = await club.stranger().sit_down(oak.table["id"])
            await oak.hang_up()
            await watcher.until(lambda told: told["type"] == "presence" and told["seats"] == [])
            ply = watcher.now["ply"]
            async with club.service.tables.at(watcher.table["id"]) as table:
                await table.play(OAK, ply, "judge", SERVER)
            await goes_on(watcher, ply)
            assert watcher.now["pause"] is None
            await goes_on(watcher, watcher.now["ply"])

    run(story())


def test_a_server_that_was_down_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with club_at_a_claim(tmp_path, clock) as club:
            oak, elm = await at_a_claim(club, "open", "random")
            pause = await judge(oak, elm)
            table, cookies = oak.table["id"], club.guests[1].http.cookies
        async with club_at_a_claim(tmp_path, clock) as club:
            friend = club.stranger()
            friend.http.cookies.update(cookies)
            elm = await friend.sit_down(table, ELM)
            assert elm.now["pause"] is None
            assert (await on(elm, pause))["type"] == "ack"
            done = await elm.do("play", ply=elm.now["ply"], action=elm.now["legal"][0]["action"])
            assert done["type"] == "ack"

    run(story())


def test_an_outside_bot_is_not_waited_for_and_called_when_everybody_has_read(tmp_path: Path) -> None:
    async def story() -> None:
        async with club_at_a_claim(tmp_path, ManualClock()) as club:
            host = await club.guest("Oak")
            made = await host.post("/api/bots", name="Cog")
            bot = club.stranger()
            bot.http.headers["Authorization"] = f"Bearer {made['token']}"
            table = await host.table("wichtel", ["me", "open", "random"], public=True)
            await bot.post(f"/api/tables/{table}/join")
            await host.post(f"/api/tables/{table}/start")
            oak = await host.sit_down(table, OAK)
            async with bot.http.stream("GET", "/api/bot/stream") as stream:
                lines = stream.aiter_lines()
                assert '"table"' in await anext(lines)
                pause = await judge(oak)
                assert pause["waiting"] == [OAK]
                wish = {"id": "m", "ply": oak.now["ply"], "action": "march"}
                no = await bot.refused(f"/api/bot/tables/{table}/play", **wish)
                assert no["words"].startswith("Oak still reads")
                await on(oak, pause)
                call = await anext(line async for line in lines if line)
                assert '"turn"' in call
            assert (await bot.post(f"/api/bot/tables/{table}/play", **wish))["seq"] is not None

    run(story())
