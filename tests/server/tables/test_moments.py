"""A match looked back on is what everybody was shown while it went on, and nobody sees more of it than they may."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from fourleaf.engine.state import WATCHER
from fourleaf.games import GAMES
from fourleaf.server import limits
from fourleaf.server.tables import commands, moments
from fourleaf.server.tables.moments import moments_of
from fourleaf.server.tables.table import Requester, Table
from tests.server.club import Guest, open_club, play_on, run, settings_for
from tests.server.tables.eyes import HOST, Eyes, Json, begun, decide

PAGE = 7
DECISIONS = 40
STANDING = ("seat", "ply", "actor", "view", "prompt")


async def page(table: Table, person: str | None, seat: int, since: int) -> list[Json]:
    """A page as a client has it, with whole views."""
    told = msgspec.json.decode(msgspec.json.encode(await moments_of(table, person, seat, since)))
    whole: list[Json] = []
    for moment in told["moments"]:
        now = moment["now"]
        assert (now["legal"], now["undo"], now["question"], now["pause"]) == ([], None, None, None)
        assert now.pop("since") == (whole[-1]["seq"] if whole else None)
        now["view"] = {**(whole[-1]["now"]["view"] if whole else {}), **now["view"]}
        whole.append(moment)
    assert len(whole) <= PAGE
    return whole


async def forwards(table: Table, person: str | None, seat: int) -> list[Json]:
    """All moments, from the first page to the last."""
    found: list[Json] = []
    while more := await page(table, person, seat, found[-1]["seq"] if found else 0):
        found += more
    return found


async def backwards(table: Table, person: str | None, seat: int) -> list[Json]:
    """All moments, from the last page to the first, each asked for from some entry before it."""
    found: list[Json] = []
    since = table.state.seq
    while since > 0:
        since = max(0, since - PAGE)
        found = [one for one in await page(table, person, seat, since) if not found or one["seq"] < found[0]["seq"]] + (
            found
        )
    return found


def hold(told: list[Json], live: Eyes) -> None:
    """What is looked back on is what was shown live, entry by entry."""
    assert [entry for moment in told for entry in moment["entries"]] == live.entries[: told[-1]["seq"]]
    for moment in told:
        assert moment["entries"][-1]["seq"] == moment["seq"]
        if moment["seq"] in live.stood:
            shown = live.stood[moment["seq"]]
            assert {name: moment["now"][name] for name in STANDING} == {name: shown[name] for name in STANDING}
    unseen = {moment["seq"] for moment in told} - set(live.stood)
    ends = {moment["seq"] for moment in told if moment["entries"][-1]["kind"] == "ended"}
    assert unseen <= {seq - 1 for seq in ends}, "only the last move and the end are told together"


@pytest.mark.parametrize("game", GAMES)
def test_stepping_from_both_ends_shows_what_was_live(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moments, "MOMENTS_A_PAGE", PAGE)

    async def story() -> None:
        async with begun(game, tmp_path) as (service, table):
            seats = range(len(table.state.seats))
            everybody = [Eyes(service, table, changes=True) for _ in (*seats, None)]
            for eyes, seat in zip(everybody, (*seats, None), strict=True):
                await eyes.come(seat)
            luck = Random(5)
            for number in range(DECISIONS):
                if table.state.status == "playing":
                    await decide(table, everybody, luck, number)
                    for eyes in everybody:
                        await eyes.read()
            kinds = {entry["kind"] for entry in everybody[-1].entries}
            assert "undone" in kinds, "the match has gone back once at least"

            for eyes, seat in zip(everybody, (*seats, WATCHER), strict=True):
                told = await forwards(table, HOST, seat)
                hold(told, eyes)
                assert await backwards(table, HOST, seat) == told
            async with table.lock:
                for seat in seats:
                    if table.state.status == "playing":
                        await commands.resign(table, seat, Requester(HOST, f"enough {seat}"))
            for eyes, seat in zip(everybody, (*seats, WATCHER), strict=True):
                await eyes.read()
                told = await forwards(table, "a stranger", seat)
                hold(told, eyes)
                assert (told[-1]["entries"][-1]["kind"], told[-1]["now"]["actor"]) == ("ended", -2)
                assert await backwards(table, None, seat) == told

    run(story())


async def refused(guest: Guest, path: str) -> tuple[int, str]:
    answer = await guest.ask("GET", path)
    return answer.status_code, answer.json()["words"]


def test_before_the_end_one_looks_back_through_ones_own_eyes_alone(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak, stranger = await club.guest("Oak"), club.stranger()
            table = await oak.table("treasure", ["me", "random"])
            path = f"/api/tables/{table}/moments"
            early = (409, "the match has not started, so there is nothing to look back on")
            assert await refused(oak, path) == early
            await oak.post(f"/api/tables/{table}/start")
            assert (await oak.get(f"{path}?seat=0"))["moments"][0]["now"]["seat"] == 0
            assert (await stranger.get(path))["seat"] == WATCHER
            for guest, seat in ((oak, 1), (stranger, 0), (stranger, 1)):
                status, words = await refused(guest, f"{path}?seat={seat}")
                assert status == 403
                assert words.startswith("while the match goes on one looks back through a seat of one's own")
            await play_on(await oak.sit_down(table, 0))
            for seat in (0, 1, WATCHER):
                whole = await stranger.get(f"{path}?seat={seat}")
                assert len(whole["moments"]) == min(whole["count"], limits.MOMENTS_A_PAGE)
            last = (await oak.get(f"/api/tables/{table}"))["seq"]
            assert (await oak.get(f"{path}?since={last}"))["moments"] == []
            for query, words in (
                ("seat=9", "there is no seat 9; the seats are 0 and 1, and -3 watches"),
                ("seat=-2", "there is no seat -2"),
                ("since=-1", f"the moments are those after an entry from 0 to {last}, not after -1"),
                (f"since={last + 1}", f"not after {last + 1}"),
            ):
                status, said = await refused(oak, f"{path}?{query}")
                assert (status, words in said) == (400, True), said

    run(story())


def test_a_table_that_was_closed_has_nothing_to_look_back_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "open"])
            await oak.post(f"/api/tables/{table}/close")
            words = "no match was played at this table, so there is nothing to look back on"
            assert await refused(oak, f"/api/tables/{table}/moments") == (409, words)

    run(story())


def test_nobody_looks_back_on_many_matches_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"])
            await oak.post(f"/api/tables/{table}/start")
            places = club.service.looking_back
            with places.one("127.0.0.1"), places.one("127.0.0.1"), places.one("127.0.0.1"):
                status, words = await refused(oak, f"/api/tables/{table}/moments")
                assert (status, words) == (
                    429,
                    "3 matches of yours are being replayed, which are the most; wait for one",
                )
            assert (await oak.get(f"/api/tables/{table}/moments"))["moments"]

    run(story())
