"""Reviews over HTTP: one after the other behind the bots, one a person, given up when nobody waits, kept when made."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import update

from fourleaf.engine.sentences import seat_name
from fourleaf.review import LEAST_EFFORT, MOST_EFFORT, review
from fourleaf.server import limits
from fourleaf.server.reviews import PARTS, PendingReview
from fourleaf.server.settings import Settings
from fourleaf.server.storage import schema
from tests import deeds
from tests.review.test_review import planted
from tests.server.club import Club, Guest, Json, Socket, open_club, play_on, run, settings_for
from tests.server.manual_clock import ManualClock
from tests.server.test_records import golden


def quick(folder: Path, **chosen: object) -> Settings:
    return settings_for(folder, review_effort=LEAST_EFFORT, **chosen)


def endless(folder: Path) -> Settings:
    """However quick the machine is, no review is made with this effort while a test runs."""
    return settings_for(folder, review_effort=MOST_EFFORT)


async def brought(guest: Guest, record: bytes) -> str:
    """Where the review of a record is asked for."""
    answer = await guest.http.post("/api/records", content=record)
    assert answer.is_success, answer.text
    return f"/api/records/{answer.json()['id']}/review"


async def until_made(guest: Guest, path: str) -> list[Json]:
    """Everything that was told about a review, the last that it is made or failed."""
    told = [await guest.post(path)]
    while told[-1]["state"] in ("waiting", "running"):
        await asyncio.sleep(0.02)
        told.append(await guest.get(path))
    return told


async def until_begun(club: Club) -> None:
    while not any(pending._began for pending in club.service.reviews._pending.values()):
        await asyncio.sleep(0.02)


def process_of(club: Club) -> int:
    [worker] = club.service.reviews._workers._all
    return int(worker._process.pid)


def test_progress_grows_from_part_to_part() -> None:
    pending = PendingReview(ManualClock())
    told: list[tuple[float, str]] = []

    def watch(*how_far: object) -> None:
        assert pending.heard(msgspec.msgpack.encode(how_far)) == limits.REVIEW_SECONDS
        told.append((pending.share, pending.part))

    review(planted(1)[0].record(), effort=LEAST_EFFORT, watch=watch)
    assert told[0] == (0.0, "chances")
    assert told == sorted(set(told)), "never less, and never the same again"
    assert told[-1][0] < 1
    assert {part for _, part in told} == set(PARTS)


def test_the_planted_blunder_is_found_and_progress_only_grows(tmp_path: Path) -> None:
    async def story() -> None:
        match, ply = planted(1)
        async with open_club(settings_for(tmp_path, review_effort=10)) as club:
            oak = await club.guest("Oak")
            path = await brought(oak, match.record().to_json())
            assert (await oak.get(path))["state"] == "unasked"
            told = await until_made(oak, path)
            shares = [standing["share"] for standing in told]
            assert shares == sorted(shares)
            assert (told[-1]["state"], told[-1]["share"]) == ("made", 1)
            found = told[-1]["review"]
            first = found["turning_points"][0]
            assert (first["ply"], first["seat"], first["played"]["move"]) == (ply, 1, "stop")
            assert "Cauldron" in first["better"]["why"]
            assert first["better"]["line"].startswith(f"{seat_name(1)} ")
            assert found["deciders"] == list(match.deciders)
            offline = review(match.record(), effort=10)
            assert found["curve"] == msgspec.json.decode(msgspec.json.encode(offline.curve)), "as a command says it"
            # As in a log: the beginning is the first entry, and every decision of a seat one more.
            assert found["moments"][-1] == 1 + sum(decider >= 0 for decider in match.deciders)

    run(story())


def test_a_review_is_made_once_and_outlives_the_server(tmp_path: Path, database_url: str) -> None:
    async def story() -> None:
        settings = quick(tmp_path, database=database_url)
        async with open_club(settings) as club:
            oak = await club.guest("Oak")
            path = await brought(oak, golden("treasure"))
            made = (await until_made(oak, path))[-1]
            assert made["review"]["curve"][-1]["ply"] == len(made["review"]["deciders"])
        async with open_club(settings) as club:
            stranger = club.stranger()
            assert await stranger.get(path) == await stranger.post(path) == made
            assert club.service.reviews._workers._all[0]._process is None, "nothing was made anew"
            # What an earlier Fourleaf kept in another shape is made anew, as if there were nothing.
            await club.service.database.write(
                lambda connection: connection.execute(update(schema.reviews).values(review=b'{"curve": 1}'))
            )
            assert (await stranger.get(path))["state"] == "unasked"
            assert (await until_made(stranger, path))[-1] == made

    run(story())


def test_old_reviews_are_thrown_away(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(quick(tmp_path), clock) as club:
            oak = await club.guest("Oak")
            path = await brought(oak, golden("treasure"))
            await until_made(oak, path)
            for days, state in ((limits.REVIEW_DAYS - 1, "made"), (2, "unasked")):
                clock.now += days * 24 * 3600
                await club.service.reviews.throw_away()
                assert (await oak.get(path))["state"] == state

    run(story())


async def at_the_end(oak: Guest, socket: Socket) -> list[Json]:
    """Play Treasure to its end, go back once on the way, and hear every entry."""
    standing = socket.now
    await socket.do("play", ply=standing["ply"], action=standing["legal"][0]["action"])
    while socket.now["actor"] != 0 or socket.now["ply"] == standing["ply"]:
        await socket.until(lambda told: told["type"] == "update")
    assert (await socket.do("undo", ply=socket.now["undo"]["ask"]))["type"] == "ack"
    await socket.until(lambda told: told["type"] == "update" and told["entries"][-1]["kind"] == "undone")
    await play_on(socket)
    return socket.entries


def test_every_moment_of_a_table_is_an_entry_of_its_log(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(quick(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"])
            path = f"/api/tables/{table}/review"
            assert (await oak.refused(path))["code"] == "not_now"
            await oak.post(f"/api/tables/{table}/start")
            assert (await oak.refused(path))["words"].endswith("when the match is over")
            entries = await at_the_end(oak, await oak.sit_down(table, 0))
            moments = (await until_made(oak, path))[-1]["review"]["moments"]
            # How far the match was after each entry; what was taken back leads nowhere any more.
            came: dict[int, int] = {}
            for entry in entries:
                if entry["kind"] == "undone":
                    came = {ply: seq for ply, seq in came.items() if ply <= entry["ply"]}
                elif entry.get("happened"):
                    came[entry["happened"][-1]["ply"] + 1] = entry["seq"]
            assert any(entry["kind"] == "undone" for entry in entries)
            assert {ply: moments[ply] for ply in came} == came
            assert moments == sorted(moments)
            assert len(moments) == entries[-2]["happened"][-1]["ply"] + 2

    run(story())


def test_everybody_waits_for_one_review_at_a_time(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(endless(tmp_path), clock) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            first, second = [await brought(oak, golden("flipslide")) for _ in range(2)]
            assert (await oak.post(first))["state"] == "running"
            refusal = await oak.refused(second)
            assert (refusal["code"], "one at a time" in refusal["words"]) == ("too_much", True)
            assert (await oak.post(first))["state"] == "running", "to ask for the same again is no harm"
            told = await elm.post(second)
            assert (told["state"], told["ahead"], told["share"]) == ("waiting", 1, 0)
            metrics = (await oak.ask("GET", "/metrics")).text
            assert 'fourleaf_reviews{state="running"} 1.0' in metrics
            assert 'fourleaf_reviews{state="waiting"} 1.0' in metrics
            # Whoever does not look at it any more may have another one.
            clock.now += limits.REVIEW_LOOKED_AT
            assert (await oak.post(second))["state"] == "running"
            assert (await oak.get(first))["state"] == "unasked"

    run(story())


def test_a_review_goes_on_while_somebody_asks_about_it(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(endless(tmp_path), clock) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            path = await brought(oak, golden("flipslide"))
            await oak.post(path)
            await until_begun(club)
            process = process_of(club)
            await clock.turn(limits.REVIEW_PATIENCE - 1)
            assert (await oak.get(path))["state"] == "running"
            await clock.turn(limits.REVIEW_PATIENCE - 1)
            assert (await elm.get(path))["state"] == "running", "whoever only looks is not waited for"
            await clock.turn(2)
            assert (await oak.get(path))["state"] == "unasked"
            assert club.service.reviews.counts == {"running": 0, "waiting": 0}
            await asyncio.to_thread(deeds.wait_until_gone, process)

    run(story())


def test_nobody_looks_back_during_a_rated_match_of_theirs(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(endless(tmp_path)) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            path = await brought(oak, golden("flipslide"))
            await oak.post(path)
            table = await oak.table("treasure", ["me", "open"], public=True, rated=True)
            await elm.post(f"/api/tables/{table}/join")
            assert (await oak.get(path))["state"] == "running"
            await oak.post(f"/api/tables/{table}/start")
            socket = await elm.sit_down(table, 1)
            for guest in (oak, elm):
                assert "rated match" in (await guest.refused(path))["words"]
                assert (await guest.ask("GET", path)).json()["code"] == "not_now"
            await socket.do("resign")
            assert (await oak.get(path))["state"] == "running"

    run(story())


def test_so_many_reviews_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourleaf.server.reviews.REVIEWS_WAITING", 2)

    async def story() -> None:
        async with open_club(endless(tmp_path)) as club:
            guests = [await club.guest(f"Guest {number}") for number in range(3)]
            paths = [await brought(guest, golden("flipslide")) for guest in guests]
            assert [(await guests[number].post(paths[number]))["ahead"] for number in range(2)] == [0, 1]
            full = await guests[2].ask("POST", paths[2])
            assert (full.status_code, full.json()["code"]) == (503, "busy")
            assert (await guests[2].post(paths[0]))["state"] == "running", "with others one can always wait"

    run(story())


def test_a_process_that_dies_is_told_and_the_review_can_be_asked_for_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(endless(tmp_path)) as club:
            oak = await club.guest("Oak")
            path = await brought(oak, golden("flipslide"))
            await oak.post(path)
            await until_begun(club)
            deeds.kill(process_of(club))
            while (told := await oak.get(path))["state"] == "running":
                await asyncio.sleep(0.02)
            assert (told["state"], told["review"]) == ("failed", None)
            assert told["words"] == "the process that made it ended before it was done; please try again"
            assert (await oak.post(path))["state"] == "running"
            await until_begun(club)

    run(story())


def test_a_review_that_takes_too_long_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourleaf.server.reviews.REVIEW_SECONDS", 0.5)

    async def story() -> None:
        async with open_club(endless(tmp_path)) as club:
            oak = await club.guest("Oak")
            told = (await until_made(oak, await brought(oak, golden("flipslide"))))[-1]
            assert (told["state"], "more than 0.5 seconds" in told["words"]) == ("failed", True)

    run(story())


def test_bots_and_tables_do_not_wait_for_a_review(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(endless(tmp_path)) as club:
            oak = await club.guest("Oak")
            path = await brought(oak, golden("flipslide"))
            await oak.post(path)
            await until_begun(club)
            assert os.getpriority(os.PRIO_PROCESS, process_of(club)) == 19
            assert os.getpriority(os.PRIO_PROCESS, 0) < 19
            table = await oak.table("treasure", ["me", "greedy"])
            await oak.post(f"/api/tables/{table}/start")
            await play_on(await oak.sit_down(table, 0))
            assert (await oak.get(path))["state"] == "running"
            [bots] = club.service.bots._workers._all
            assert bots._process.pid != process_of(club)

    run(story())


def test_what_cannot_be_looked_back_on_is_said(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(quick(tmp_path)) as club:
            oak = await club.guest("Oak")
            for path in ("/api/tables/nowhere/review", "/api/records/nowhere/review"):
                for method in ("GET", "POST"):
                    assert (await oak.ask(method, path)).json()["code"] == "not_found"
            half = msgspec.json.decode(golden("treasure"))
            half = {**half, "actions": half["actions"][:20], "result": None, "luck": None, "seal": None}
            refusal = await oak.refused(await brought(oak, msgspec.json.encode(half)))
            assert refusal["words"].startswith("this record ends before its match does")
        async with open_club(settings_for(tmp_path, review_effort=0)) as club:
            oak = await club.guest("Oak")
            path = await brought(oak, golden("treasure"))
            assert (await oak.refused(path))["words"].startswith("this server looks back on no matches")
            assert (await oak.get(path))["state"] == "unasked"

    run(story())
