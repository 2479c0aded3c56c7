"""Leaves a generation behind: `python -m tests.server.generations.make NAME`, once before a format or schema changes.

A generation is never made anew: what stands in it was written by the code of its day.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import lzma
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import fourleaf
from fourleaf.engine.fairluck import fresh_entropy
from tests.server.club import Club, Guest, Json, Socket, open_club, play_on, run, settings_for
from tests.server.conftest import binary, running_postgres
from tests.server.tables.test_luck import commitment_of

HERE = Path(__file__).parent
PASSWORD = "a four-leaved clover"
LIVE = {"kind": "live", "bank": 600, "increment": 10}
DAYS = {"kind": "days", "days": 3}


class Pair:
    """Two people who play one game at many tables, and what they left at each."""

    def __init__(self, club: Club, game: str, host: Guest, friend: Guest) -> None:
        self.club = club
        self.game = game
        self.host = host
        self.friend = friend
        self.tables: list[Json] = []

    async def gather(self, kind: str, **more: object) -> str:
        bots = fourleaf.game(self.game).seats[0] - 2
        table = await self.host.table(self.game, ["me", "open", *["greedy"] * max(0, bots)], public=True, **more)
        await self.friend.post(f"/api/tables/{table}/join")
        self.tables.append({"id": table, "kind": kind, "game": self.game})
        return table

    async def begin(self, kind: str, **more: object) -> tuple[str, list[Socket]]:
        table = await self.gather(kind, **more)
        await self.host.post(f"/api/tables/{table}/start")
        return table, [await self.host.sit_down(table, 0), await self.friend.sit_down(table, 1)]


async def decide(sockets: list[Socket]) -> Socket:
    """The next decision of one of the two; bots decide for themselves, and a race may end early."""
    while (actor := sockets[0].now["actor"]) not in (0, 1):
        if actor == fourleaf.OVER:
            return sockets[0]
        await sockets[0].until(lambda told: told["type"] == "update")
    socket, other = sockets[actor], sockets[1 - actor]
    while socket.now["actor"] != actor or not socket.now["legal"]:
        await socket.until(lambda told: told["type"] == "update")
    done = await socket.do("play", ply=socket.now["ply"], action=socket.now["legal"][0]["action"])
    assert done["type"] == "ack", done
    await socket.follow(done["seq"])
    await other.follow(done["seq"])
    return socket


async def decide_until_luck(sockets: list[Socket]) -> tuple[int, Socket]:
    """The ply before a decision that luck followed, and who made it."""
    while True:
        ply = sockets[0].now["ply"]
        socket = await decide(sockets)
        undo = socket.now["undo"]
        if undo and undo["ask"] is not None:
            return undo["ask"], socket
        assert ply < 400, "luck never follows"


async def go_back(sockets: list[Socket]) -> None:
    ply, socket = await decide_until_luck(sockets)
    other = sockets[1] if socket is sockets[0] else sockets[0]
    assert (await socket.do("undo", ply=ply))["type"] == "ack"
    asked = await other.until(lambda told: told["type"] == "update" and bool(told["now"]["question"]))
    done = await other.do("answer", question=asked["now"]["question"]["seq"], yes=True)
    assert done["type"] == "ack", done
    for one in sockets:
        await one.until(lambda told: told["type"] == "update" and "undone" in kinds(told))


def kinds(told: Json) -> list[str]:
    return [entry["kind"] for entry in told["entries"]]


async def furnish(pair: Pair) -> None:
    """A table in every state from which a match goes on, and one that was played."""
    await pair.gather("gathering")
    _, sockets = await pair.begin("playing")
    for _ in range(9):
        await decide(sockets)
    _, sockets = await pair.begin("gone back")
    await decide(sockets)
    await go_back(sockets)
    for _ in range(5):
        await decide(sockets)
    _, sockets = await pair.begin("asked")
    ply, socket = await decide_until_luck(sockets)
    assert (await socket.do("undo", ply=ply))["type"] == "ack"
    _, sockets = await pair.begin("live clock", clock=LIVE, rated=True)
    for _ in range(4):
        await decide(sockets)
    _, sockets = await pair.begin("played", rated=True)
    await asyncio.gather(*[play_on(socket) for socket in sockets])


async def furnish_fully(pair: Pair) -> None:
    """A table in every other state that a table can be in; one game is enough for them."""
    table, sockets = await pair.begin("days clock", clock=DAYS)
    await decide(sockets)
    await pair.friend.post(f"/api/tables/{table}/leave")
    _, sockets = await pair.begin("played with a going back")
    await go_back(sockets)
    await asyncio.gather(*[play_on(socket) for socket in sockets])
    table, sockets = await pair.begin("resigned")
    for _ in range(2):
        await decide(sockets)
    await sockets[1].do("chat", text="well played")
    assert (await sockets[1].do("resign"))["type"] == "ack"
    if (await pair.host.get(f"/api/tables/{table}"))["status"] == "over":
        await pair.host.post(f"/api/tables/{table}/rematch")
    table, sockets = await pair.begin("abandoned")
    await decide(sockets)
    for guest in (pair.friend, pair.host):
        await guest.post(f"/api/tables/{table}/leave")


async def invited(pair: Pair) -> None:
    """Two invites are used, because the first who came by one was sent away; a third waits."""
    table = await pair.host.table(pair.game, ["me", "open"])
    for number in range(2):
        invite = (await pair.host.post(f"/api/tables/{table}/invites"))["secret"]
        await pair.friend.post(f"/api/tables/{table}/join", invite=invite)
        if number == 0:
            await pair.host.post(f"/api/tables/{table}/kick", seat=1)
    waits = (await pair.host.post(f"/api/tables/{table}/invites"))["secret"]
    pair.tables.append({"id": table, "kind": "invited", "game": pair.game, "invite": waits})


async def with_own_entropy(pair: Pair) -> None:
    table = await pair.gather("own entropy")
    entropy = [fresh_entropy(), fresh_entropy()]
    sockets = [await pair.host.sit_down(table, 0), await pair.friend.sit_down(table, 1)]
    for seat, socket in enumerate(sockets):
        promised = await commitment_of(pair.host, table, seat, entropy[seat])
        assert (await socket.do("commit", seat=seat, commitment=promised))["type"] == "ack"
    await pair.host.post(f"/api/tables/{table}/start")
    for seat, socket in enumerate(sockets):
        assert (await socket.do("open", seat=seat, entropy=entropy[seat].hex()))["type"] == "ack"
    for socket in sockets:
        while not any(told.get("now") for told in socket.journal):
            await socket.hear()
    for _ in range(3):
        await decide(sockets)


async def story(url: str, folder: Path) -> Json:
    """Everything that is left behind, and what it looked like to those who left it."""
    left: Json = {"people": {}, "tables": []}
    async with open_club(settings_for(folder, database=url, idle_days=36500, hooks_to_private=True)) as club:
        for game in fourleaf.games():
            host, friend = await club.guest(f"Oak of {game}"), await club.guest(f"Elm of {game}")
            await friend.post("/api/account", name=f"Elm of {game}", password=PASSWORD)
            pair = Pair(club, game, host, friend)
            await furnish(pair)
            if game == "treasure":
                await furnish_fully(pair)
                await invited(pair)
                await with_own_entropy(pair)
                await host.post("/api/bots", name="Alder")
                await host.post("/api/hooks", url="http://127.0.0.1:9/turns")
            for guest, name in ((host, "host"), (friend, "friend")):
                left["people"][f"{game} {name}"] = dict(guest.http.cookies)
            for table in pair.tables:
                left["tables"].append(await as_it_stands(club, pair, table))
            played = next(table for table in left["tables"] if table["game"] == game and table["kind"] == "played")
            await host.http.post("/api/records", content=played["record"])
            print(game, len(pair.tables), flush=True)
    return left


async def as_it_stands(club: Club, pair: Pair, table: Json) -> Json:
    state = (await club.service.tables.get(table["id"])).state
    record = await pair.host.ask("GET", f"/api/tables/{table['id']}/record")
    return {
        **table,
        "status": state.status,
        "seq": state.seq,
        "hash": state.hash.hex(),
        "notation": state.match and state.match.notation,
        "record": record.text if record.is_success else None,
    }


def keep(path: Path, content: bytes) -> None:
    path.write_bytes(lzma.compress(content, preset=9))
    print(path.name, path.stat().st_size)


@contextlib.contextmanager
def postgres_database(name: str) -> Iterator[str]:
    import psycopg

    with running_postgres() as address:
        with psycopg.connect(address.replace("+psycopg", "").format(name="postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        yield address.format(name=name)


def main(name: str) -> None:
    os.umask(0o022)
    with tempfile.TemporaryDirectory() as folder:
        left = run(story(f"sqlite:///{folder}/club.sqlite", Path(folder)))
        keep(HERE / f"{name}.sqlite.xz", Path(folder, "club.sqlite").read_bytes())
        keep(HERE / f"{name}.sqlite.json.xz", json.dumps(left).encode())
    with tempfile.TemporaryDirectory() as folder, postgres_database("club") as url:
        left = run(story(url, Path(folder)))
        words = [
            binary("pg_dump") or "pg_dump",
            "--inserts",
            "--no-owner",
            "--no-privileges",
            url.replace("+psycopg", ""),
        ]
        dump = subprocess.run(words, check=True, capture_output=True).stdout
        # What stands behind a backslash is for psql and not for the database.
        lines = [line for line in dump.splitlines(keepends=True) if not line.startswith(b"\\")]
        keep(HERE / f"{name}.postgres.xz", b"".join(lines))
        keep(HERE / f"{name}.postgres.json.xz", json.dumps(left).encode())


if __name__ == "__main__":
    main(sys.argv[1])
