"""Rules that change after a release: tables of the day before go on by theirs, and new ones begin with the newest."""

from __future__ import annotations

import asyncio
from http.cookiejar import Cookie
from pathlib import Path

import pytest

import fourleaf
from fourleaf import Game, Record
from fourleaf.games import GAMES
from tests.pebbles import FIRST, GAME, WITHOUT_FIRST, Heap, HeapView
from tests.server.club import Club, Guest, open_club, play_on, run, settings_for


class Years:
    """One database through the years, with one guest who plays both seats; a release changes what the server plays."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.settings = settings_for(folder)
        self._cookies: list[Cookie] = []
        self._monkeypatch = monkeypatch

    def release(self, game: Game[Heap, HeapView]) -> None:
        self._monkeypatch.setitem(GAMES, "pebbles", game)

    async def guest(self, club: Club) -> Guest:
        guest = club.stranger()
        for cookie in self._cookies:
            guest.http.cookies.jar.set_cookie(cookie)
        if not self._cookies:
            await guest.post("/api/me", name="Oak")
        return guest

    def say_goodbye(self, guest: Guest) -> None:
        """Until another year: whoever takes a seat has got a new cookie."""
        self._cookies = list(guest.http.cookies.jar)


@pytest.fixture
def years(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Years:
    return Years(tmp_path, monkeypatch)


async def decide(guest: Guest, table: str) -> None:
    actor = (await guest.get(f"/api/tables/{table}"))["actor"]
    socket = await guest.sit_down(table, actor)
    done = await socket.do("play", ply=socket.now["ply"], action=socket.now["legal"][0]["action"])
    assert done["type"] == "ack", done


async def finished(guest: Guest, table: str) -> Record:
    """A table played to its end."""
    sockets = [await guest.sit_down(table, seat) for seat in range(2)]
    await asyncio.gather(*[play_on(socket) for socket in sockets])
    return Record.from_json((await guest.ask("GET", f"/api/tables/{table}/record")).content)


async def leave_two_behind(years: Years) -> tuple[str, str]:
    """A table at which two decisions were made, and one that has not started."""
    async with open_club(years.settings) as club:
        guest = await years.guest(club)
        begun, gathering = [await guest.table("pebbles", ["me", "me"]) for _ in range(2)]
        await guest.post(f"/api/tables/{begun}/start")
        await decide(guest, begun)
        await decide(guest, begun)
        years.say_goodbye(guest)
        return begun, gathering


def test_a_table_goes_on_by_the_rules_it_began_with_while_a_new_one_begins_with_the_newest(years: Years) -> None:
    async def story() -> None:
        years.release(FIRST)
        begun, gathering = await leave_two_behind(years)
        years.release(GAME)
        async with open_club(years.settings) as club:
            guest = await years.guest(club)
            new = await guest.table("pebbles", ["me", "me"])
            for table in (gathering, new):
                await guest.post(f"/api/tables/{table}/start")
            for table, version, pebbles in ((begun, 1, 9), (gathering, 1, 9), (new, 2, 12)):
                assert (await guest.get(f"/api/tables/{table}"))["rules_version"] == version
                record = await finished(guest, table)
                assert record.rules_version == version
                assert fourleaf.verify(record).outcome == "verified"
                first = fourleaf.replay(record)
                first.rewind(0)
                assert first.view(0) == HeapView(pebbles)
            assert (await guest.post(f"/api/tables/{begun}/rematch"))["rules_version"] == 2
            assert club.service.tables.frozen == 0

    run(story())


def test_rules_that_were_dropped_end_their_tables_and_no_other(years: Years) -> None:
    async def story() -> None:
        years.release(FIRST)
        begun, gathering = await leave_two_behind(years)
        years.release(WITHOUT_FIRST)
        async with open_club(years.settings) as club:
            guest = await years.guest(club)
            mine = await guest.get("/api/me/tables")
            assert {table["status"] for table in mine["tables"]} == {"over"}, "before anybody has opened one"
            new = await guest.table("pebbles", ["me", "me"])
            await guest.post(f"/api/tables/{new}/start")
            assert (await finished(guest, new)).rules_version == 2
            for table in (begun, gathering):
                info = await guest.get(f"/api/tables/{table}")
                assert (info["ending"]["why"], info["frozen"]) == ("old_rules", False)
            history = await guest.get("/api/me/history")
            assert sorted(game["why"] for game in history["games"]) == ["old_rules"] * 4 + ["played"] * 2

    run(story())


def test_rules_that_are_not_known_yet_wait_for_a_server_that_plays_them(years: Years) -> None:
    async def story() -> None:
        years.release(GAME)
        begun, gathering = await leave_two_behind(years)
        years.release(FIRST)
        async with open_club(years.settings) as club:
            guest = await years.guest(club)
            assert (await guest.get(f"/api/tables/{begun}"))["frozen"]
            refused = await guest.refused(f"/api/tables/{gathering}/start")
            assert "version 2 of the rules of pebbles is not played here" in refused["words"]
        years.release(GAME)
        async with open_club(years.settings) as club:
            guest = await years.guest(club)
            assert (await finished(guest, begun)).rules_version == 2

    run(story())
