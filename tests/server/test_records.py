"""A record from elsewhere is replayed by the rules before it is kept, with little time and memory."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fourleaf
from fourleaf import Record
from fourleaf.engine.errors import FourleafError
from fourleaf.engine.sentences import spoken
from fourleaf.engine.state import CHANCE
from fourleaf.server import limits
from fourleaf.server.apart import Apart
from fourleaf.server.errors import Busy, Malformed, TooMuch
from fourleaf.server.records import Records, examined, moments_by_ply
from fourleaf.server.storage.database import Database
from tests import deeds
from tests.engine.test_going_back import wandering
from tests.server.club import Club, Guest, open_club, play_on, run, settings_for
from tests.server.manual_clock import ManualClock

GOLDEN = Path(__file__).parents[1] / "records"


def golden(game: str) -> bytes:
    return min((GOLDEN / game).glob("*.json")).read_bytes()


async def post(club: Club, text: bytes) -> tuple[int, Any]:
    oak = await club.guest("Oak")
    answer = await oak.http.post("/api/records", content=text)
    return answer.status_code, answer.json()


async def moments_in(guest: Guest, record: str, seat: int) -> list[Any]:
    """All moments of a record, page by page, with whole views."""
    found: list[Any] = []
    while True:
        since = found[-1]["seq"] if found else 0
        page = await guest.get(f"/api/records/{record}/moments?seat={seat}&since={since}")
        assert len(page["moments"]) <= limits.MOMENTS_A_PAGE
        for moment in page["moments"]:
            if moment["now"]["since"] is not None:
                moment["now"]["view"] = {**found[-1]["now"]["view"], **moment["now"]["view"]}
            found.append(moment)
        if len(found) == page["count"]:
            return found


@pytest.mark.parametrize("game", fourleaf.games())
def test_an_imported_record_can_be_looked_back_on_by_everybody(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            status, imported = await post(club, golden(game))
            assert status == 201, imported
            assert (imported["game"], imported["imported"]) == (game, True)
            record = Record.from_json(golden(game))
            visitor = club.stranger()
            assert await visitor.get(f"/api/records/{imported['id']}") == imported
            told = await moments_in(visitor, imported["id"], 0)
            entries = [entry for moment in told for entry in moment["entries"]]
            assert [entry["seq"] for entry in entries] == list(range(1, len(told) + 1))
            assert [entry["kind"] for entry in entries] == ["started", *["played"] * (len(told) - 2), "ended"]
            match = fourleaf.replay(record)
            lines = [spoken(one["line"]) for entry in entries for one in entry.get("happened", [])]
            assert lines == match.log(0)
            assert told[-1]["now"]["view"] == msgspec.json.decode(msgspec.json.encode(match.view(0)))
            assert entries[-1]["ending"]["scores"] == match.scores == imported["scores"]

    run(story())


def test_the_record_of_a_table_comes_back_in_with_verified_luck(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"])
            await oak.post(f"/api/tables/{table}/start")
            await play_on(await oak.sit_down(table, 0))
            record = (await oak.ask("GET", f"/api/tables/{table}/record")).content
            status, imported = await post(club, record)
            assert (status, imported["luck"]) == (201, "verified")
            live = await oak.get(f"/api/tables/{table}/moments?seat=1")
            again = await oak.get(f"/api/records/{imported['id']}/moments?seat=1")
            assert again["count"] == live["count"]
            for there, here in zip(live["moments"], again["moments"], strict=True):
                assert there["now"]["view"] == here["now"]["view"]
            for query in ("seat=9", "since=100000", "since=-1", "seat=-2"):
                assert (await oak.ask("GET", f"/api/records/{imported['id']}/moments?{query}")).status_code == 400

    run(story())


@pytest.mark.parametrize("game", ["treasure", "wichtel"])
def test_what_was_taken_back_in_a_record_is_looked_back_on_too(game: str, tmp_path: Path) -> None:
    match = wandering(game, 1)
    record = match.record()
    assert record.undone

    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            imported = (await oak.http.post("/api/records", content=record.to_json())).json()["id"]
            told = await moments_in(oak, imported, 0)
            standing: list[tuple[int, str]] = []
            for moment in told:
                [entry] = moment["entries"]
                if entry["kind"] == "undone":
                    gone = [line for ply, line in standing if ply >= entry["ply"]]
                    assert entry["undone"] == gone[::-1] != []
                    standing = [(ply, line) for ply, line in standing if ply < entry["ply"]]
                standing += [(one["ply"], one["line"]) for one in entry.get("happened", [])]
            assert [moment["entries"][0]["kind"] for moment in told].count("undone") == len(record.undone)
            assert [spoken(line) for _, line in standing] == match.log(0)

            came = moments_by_ply(record)
            for ply, decider in enumerate(match.deciders):
                if decider != CHANCE:
                    assert told[came[ply] - 1]["now"]["ply"] == ply
            taken_back = next(place for place, one in enumerate(told) if one["entries"][0]["kind"] == "undone")
            begins = {"record": imported, "at": taken_back}
            made = await oak.post("/api/tables", game=game, seats=["me"] * record.seats, begins=begins)
            await oak.post(f"/api/tables/{made['id']}/start")
            # The moment before it was taken back can be gone on from as well.
            assert (await oak.sit_down(made["id"], 0)).now["view"] == told[taken_back - 1]["now"]["view"]

    run(story())


def test_somebody_finds_the_records_again_that_they_brought(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            assert await club.stranger().get("/api/me/records") == {"records": [], "more": False}
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            brought = [
                (await oak.http.post("/api/records", content=golden(game))).json()
                for game in [*fourleaf.games(), *fourleaf.games(), "treasure"]
            ]
            first = await oak.get("/api/me/records")
            rest = await oak.get(f"/api/me/records?offset={len(first['records'])}")
            assert (len(first["records"]), first["more"], rest["more"]) == (limits.LISTED_RECORDS, True, False)
            listed = [*first["records"], *rest["records"]]
            # Of two in the same instant either may come first.
            assert sorted(one["id"] for one in listed) == sorted(one["id"] for one in brought)
            assert [one["imported_at"] for one in listed] == sorted(
                (one["imported_at"] for one in brought), reverse=True
            )
            whole = {one["id"]: one for one in brought}
            for one in listed:
                assert one == {field: whole[one["id"]][field] for field in one}
            assert await elm.get("/api/me/records") == {"records": [], "more": False}

    run(story())


def hostile_records() -> dict[str, bytes]:
    fields = msgspec.json.decode(golden("treasure"))
    fields.pop("seal")

    def changed(**more: Any) -> bytes:
        return msgspec.json.encode({**fields, **more})

    return {
        "nothing": b"",
        "not json": b"\xff\xfe",
        "deep": b"[" * 100_000,
        "another game": changed(game="chess"),
        "an illegal action": changed(actions=[10**6]),
        "a huge number": changed(actions=[10**30]),
        "no list": changed(actions="x"),
        "too many seats": changed(seats=10**9),
        "an extra field": changed(extra=1),
        "too many actions": changed(actions=[0] * (limits.RECORD_ACTIONS + 1)),
        "a result that is not so": changed(result={"scores": [9, 9], "ranks": [0, 0]}),
        "too large": b" " * (limits.RECORD_BYTES + 1),
    }


@pytest.mark.parametrize("name", hostile_records())
def test_a_hostile_record_is_refused_and_nothing_is_kept(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            status, problem = await post(club, hostile_records()[name])
            assert status in (400, 413), problem
            assert problem["words"]
            assert (await club.stranger().ask("GET", "/api/records/x")).status_code == 404

    run(story())


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_mutated_record_is_refused_or_replays_to_what_it_says(data: st.DataObject) -> None:
    text = bytearray(golden(data.draw(st.sampled_from(fourleaf.games()))))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place] = data.draw(st.integers(0, 255))
    try:
        examined(bytes(text))
    except FourleafError:
        return
    record = Record.from_json(bytes(text))
    match = fourleaf.replay(record)
    if record.result is not None:
        assert record.result.scores == tuple(match.scores)


def hang(_: bytes) -> str:
    time.sleep(600)
    return ""


def eat(_: bytes) -> str:
    return str(len(bytearray(4 << 30)))


@pytest.mark.parametrize(("work", "words"), [(hang, "seconds"), (eat, "memory")])
def test_a_replay_that_takes_too_long_or_too_much_is_ended(work: Any, words: str, tmp_path: Path) -> None:
    async def story() -> None:
        process = Apart()
        records = Records(Database(f"sqlite:///{tmp_path / 'club.sqlite'}"), ManualClock(), process)
        with pytest.raises(Malformed, match=words):
            await records._apart("oak", work, b"")
        assert await records._apart("oak", examined, golden("treasure")) in ("none", "verified", "unrevealed")
        process.close()

    run(story())


def die(_: bytes) -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    return ""


def test_a_process_that_is_killed_between_two_replays_costs_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            _, imported = await post(club, golden("treasure"))
            visitor = club.stranger()
            first = await visitor.get(f"/api/records/{imported['id']}/moments")
            for _ in range(2):
                deeds.kill(await club.service.records._apart("oak", deeds.own_pid))
                assert await visitor.get(f"/api/records/{imported['id']}/moments") == first

    run(story())


def test_a_record_that_ends_its_process_each_time_is_refused_and_the_next_one_replays(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            with pytest.raises(Malformed, match="the process that tried to ended 2 times"):
                await club.service.records._apart("oak", die, b"")
            assert (await post(club, golden("treasure")))[0] == 201

    run(story())


def test_where_no_process_can_be_started_a_replay_can_be_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            with monkeypatch.context() as broken:
                broken.setattr(sys, "executable", "/bin/false")
                status, problem = await post(club, golden("treasure"))
                assert (status, problem["code"]) == (503, "busy")
            assert (await post(club, golden("treasure")))[0] == 201

    run(story())


def test_so_many_records_wait_and_nobody_takes_all_the_places(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            records = club.service.records

            def ask(who: str) -> asyncio.Task[str]:
                return asyncio.create_task(records._apart(who, hang, b""))

            waiting = [ask("oak") for _ in range(limits.REPLAYS_AT_ONCE)]
            await asyncio.sleep(0)
            with pytest.raises(TooMuch, match="3 records and studies of yours are being replayed"):
                await ask("oak")
            while len(waiting) < limits.REPLAYS_WAITING:
                waiting.append(ask(f"elm {len(waiting)}"))
            await asyncio.sleep(0)
            with pytest.raises(Busy, match="20 records and studies wait to be replayed"):
                await ask("ash")
            status, problem = await post(club, golden("treasure"))
            assert (status, problem["code"]) == (503, "busy")
            for task in waiting:
                task.cancel()
            await asyncio.wait(waiting)
            assert (await post(club, golden("treasure")))[0] == 201

    run(story())


def test_somebody_has_so_many_imported_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourleaf.server.records.RECORDS", 1)

    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            codes = [(await oak.http.post("/api/records", content=golden("treasure"))).status_code for _ in range(2)]
            assert codes == [201, 429]
            stranger = await club.stranger().http.post("/api/records", content=golden("treasure"))
            assert stranger.status_code == 401

    run(story())
