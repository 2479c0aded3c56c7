"""kill -9 at every named point: nothing acknowledged is lost, nothing happens twice, nobody is told another truth."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import fourleaf
from fourleaf import Record
from fourleaf.server.failpoints import POINTS
from tests import deeds
from tests.server.by_the_log import must_be_by_the_log
from tests.server.club import Club, Guest, Json, Socket, play_on, run

WHEN = {
    "received": 5,
    "checked": 7,
    "inserted": 17,
    "committed": 17,
    "acknowledged": 7,
    "half_broadcast": 5,
    "bot_asked": 1,
    "bot_answered": 1,
}
"""The time at which the process comes to a point in the middle of play, and dies; a short race asks its bot once."""


AT_THE_END = {
    "received": 3,
    "checked": 4,
    "inserted": 17,
    "committed": 17,
    "acknowledged": 4,
    "half_broadcast": 1,
}
"""The time at which it comes to a point when somebody gives up the match, and dies."""


@contextlib.asynccontextmanager
async def server(database: str, failpoint: str = "") -> AsyncIterator[tuple[Club, subprocess.Popen[str]]]:
    """A server in a process of its own."""
    words = [sys.executable, "-m", "fourleaf", "serve", "--port", "0", "--database", database, "--log-level", "error"]
    words += ["--bot-pace", "0", "--rates", "1000000", "--hooks-to-private", "true"]
    environment = {**os.environ, "FOURLEAF_FAILPOINT": failpoint}
    with subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        # It takes a port that is free and says which: one that was looked up before may be somebody else's by now.
        said = next((line for line in process.stderr if line.startswith("fourleaf: http")), None)
        assert said is not None, "the server did not start"
        club = Club(None, int(said.split()[1].rpartition(":")[2]))
        try:
            yield club, process
        finally:
            for guest in club.guests:
                await guest.go()
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            process.wait()


class Player:
    """A seat that plays on, and remembers what it was told and what it still has no answer to."""

    def __init__(self, guest: Guest, table: str, seat: int) -> None:
        self.guest = guest
        self.table = table
        self.seat = seat
        self.entries: list[Json] = []
        self.acks: dict[str, Json] = {}
        self.hashes: dict[int, str] = {}
        self.open_wish: Json | None = None
        self.wishes: dict[str, Json] = {}

    async def sit_down(self) -> Socket:
        """Come to the table; nobody plays before all have, so that the server does not die at somebody's hello."""
        return await self.guest.sit_down(self.table, self.seat, since=len(self.entries))

    async def play(self, socket: Socket) -> None:
        """Play until the server dies or the match is over."""
        try:
            await self._play(socket)
        except (ConnectionClosed, OSError):
            pass
        finally:
            self._note(socket)

    async def _play(self, socket: Socket) -> None:
        while socket.table["status"] == "playing":
            standing = socket.now
            if standing["actor"] == self.seat and standing["legal"]:
                name = f"{self.seat}-{standing['ply']}"
                self.open_wish = {"id": name, "ply": standing["ply"], "action": standing["legal"][0]["action"]}
                self.wishes[name] = self.open_wish
                answer = await socket.do("play", **self.open_wish)
                assert answer["type"] == "ack", answer
                self.open_wish = None
                await socket.follow(answer["seq"])
            else:
                await socket.until(lambda told: told["type"] == "update")

    def _note(self, socket: Socket) -> None:
        told = socket.entries
        assert [entry["seq"] for entry in told] == list(
            range(len(self.entries) + 1, len(self.entries) + len(told) + 1)
        ), "in order, each once, no gap"
        self.entries += told
        for message in socket.journal:
            if message["type"] == "ack":
                self.acks[message["id"]] = message
            if message["type"] == "update":
                self.hashes[message["seq"]] = message["hash"]


async def two_players(club: Club) -> list[Player]:
    host, friend = await club.guest("Oak"), await club.guest("Elm")
    table = await host.table("treasure", ["me", "open", "greedy"], public=True, rated=True)
    await friend.post(f"/api/tables/{table}/join")
    # Nobody listens there, so that the newest notice is never sent and stays.
    await host.post("/api/hooks", url="http://127.0.0.1:9/", table=table)
    await host.post(f"/api/tables/{table}/start")
    return [Player(host, table, 0), Player(friend, table, 1)]


async def all_play(players: list[Player]) -> None:
    sockets = [await player.sit_down() for player in players]
    await asyncio.gather(*(player.play(socket) for player, socket in zip(players, sockets, strict=True)))


async def crash_and_come_back(database: str, failpoint: str) -> None:
    async with server(database, failpoint) as (club, process):
        try:
            players = await two_players(club)
        except httpx.TransportError:
            pytest.fail("it died before the match began")
        await all_play(players)
        assert process.wait(timeout=60) == -signal.SIGKILL, "the failpoint was reached"
        cookies = [player.guest.http.cookies for player in players]
    assert must_be_by_the_log(database) == 1
    async with server(database) as (club, _):
        for player, cookie in zip(players, cookies, strict=True):
            player.guest = club.stranger()
            player.guest.http.cookies = cookie
            await check_journal(player)
        await all_play(players)
        assert players[0].entries[-1]["kind"] == "ended"
        assert [entry["seq"] for entry in players[0].entries] == [entry["seq"] for entry in players[1].entries]
        answer = await players[0].guest.ask("GET", f"/api/tables/{players[0].table}/record")
        assert fourleaf.verify(Record.from_json(answer.content)).outcome == "verified"
    assert must_be_by_the_log(database) == 1


async def crash_at_the_end(database: str, failpoint: str) -> None:
    """The host gives up, by which the match is over; the process dies over it, and the host says so again."""
    async with server(database, failpoint) as (club, process):
        host, friend = await club.guest("Oak"), await club.guest("Elm")
        table = await host.table("treasure", ["me", "open"], public=True, rated=True)
        await friend.post(f"/api/tables/{table}/join")
        await host.post(f"/api/tables/{table}/start")
        sockets = [await host.sit_down(table, 0), await friend.sit_down(table, 1)]
        # Not before: a notice that is tried to be sent would be written too, nobody knows when.
        await friend.post("/api/hooks", url="http://127.0.0.1:9/", table=table)
        assert process.poll() is None, "it died before the end"
        with contextlib.suppress(ConnectionClosed, OSError):
            await sockets[0].do("resign", id="enough")
            await sockets[1].until(lambda told: False)
        assert process.wait(timeout=60) == -signal.SIGKILL, "the failpoint was reached"
    assert must_be_by_the_log(database) == 1
    async with server(database) as (club, _):
        again = club.stranger()
        again.http.cookies = host.http.cookies
        socket = await again.sit_down(table, 0)
        assert (await socket.do("resign", id="enough"))["type"] in ("ack", "refused")
        ended = await again.get(f"/api/tables/{table}")
        assert (ended["status"], ended["ending"]["why"]) == ("over", "resigned")
        assert [one["played"] for one in (await again.get("/api/me"))["ratings"]] == [1], "and counted once"
    assert must_be_by_the_log(database) == 1


async def check_journal(player: Player) -> None:
    """Compare what a player was told with what the log says now, and send again what had no answer."""
    fresh = await player.guest.sit_down(player.table, player.seat)
    truth = fresh.entries
    assert truth[: len(player.entries)] == player.entries, "what was told stands"
    assert len(truth) >= max((ack["seq"] for ack in player.acks.values()), default=0), "what was acknowledged is there"
    for name, ack in player.acks.items():
        assert await fresh.do("play", **player.wishes[name]) == ack, "a second sending gets the first answer"
    if player.open_wish is not None:
        before = sum(entry["kind"] == "played" and entry["seat"] == player.seat for entry in truth)
        again = await fresh.do("play", **player.open_wish)
        assert again["type"] == "ack", again
        await fresh.follow(again["seq"])
        mine = sum(entry["kind"] == "played" and entry["seat"] == player.seat for entry in fresh.entries)
        assert mine - before in (0, 1)
        assert mine == len(player.acks) + 1, "done once, whether it was written before the crash or after"
    await fresh.hang_up()


@pytest.mark.parametrize("point", POINTS)
def test_killed_at(point: str, tmp_path: Path) -> None:
    run(crash_and_come_back(f"sqlite:///{tmp_path / 'crash.sqlite'}", f"{point}:{WHEN[point]}"))


@pytest.mark.parametrize("point", AT_THE_END)
def test_killed_at_the_end_of_a_rated_match_at(point: str, tmp_path: Path) -> None:
    run(crash_at_the_end(f"sqlite:///{tmp_path / 'crash.sqlite'}", f"{point}:{AT_THE_END[point]}"))


@pytest.mark.parametrize("point", ["inserted", "committed"])
def test_killed_on_postgresql_at(point: str, postgres_url: str) -> None:
    run(crash_and_come_back(postgres_url, f"{point}:{WHEN[point]}"))


def test_asked_to_stop_it_stops_and_tells_everybody_to_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with server(f"sqlite:///{tmp_path / 'stop.sqlite'}") as (club, process):
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "me"])
            await host.post(f"/api/tables/{table}/start")
            socket = await host.sit_down(table, 0)
            process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                await socket.until(lambda told: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
            assert await asyncio.to_thread(process.wait) == -signal.SIGTERM

    run(story())


def test_a_killed_server_leaves_no_process_behind(tmp_path: Path) -> None:
    async def story() -> None:
        async with server(f"sqlite:///{tmp_path / 'club.sqlite'}") as (club, process):
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "greedy"])
            await host.post(f"/api/tables/{table}/start")
            await play_on(await host.sit_down(table, 0))
            record = (await host.ask("GET", f"/api/tables/{table}/record")).content
            await host.http.post("/api/records", content=record)
            workers = deeds.descendants(process.pid)
            assert len(workers) == 2, "one for bots, one for records"
            process.kill()
            process.wait()
            deeds.wait_until_gone(*workers)

    run(story())
