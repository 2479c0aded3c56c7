"""Real nodes on a real PostgreSQL: whatever happens at two of them at once is settled once, and nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
from hashlib import sha256
from random import Random

import httpx
import pytest
from sqlalchemy import create_engine, func, select
from websockets.exceptions import ConnectionClosed

from fourleaf.engine.fairluck import seat_commitment
from fourleaf.engine.luck import framed, u64
from fourleaf.server.storage import schema
from fourleaf.server.storage.entries import FIRST_HASH
from fourleaf.server.tables.terms import LEAST_DECISIONS
from tests.server.by_the_log import must_be_by_the_log
from tests.server.club import Club, Guest, Json, Socket, run
from tests.server.nodes.club_of_nodes import Nodes, at, nodes
from tests.server.storage.test_one_server import Postgres, cluster
from tests.server.test_crash import server

__all__ = ["cluster"]
NEWS = ["", "lost", "doubled", "late"]


async def two_at_two(clubs: list[Club], game: str = "flipslide", **more: object) -> tuple[Guest, Guest, str]:
    """A host at one node and a friend at the next, who sit at a table of both."""
    host, friend = await clubs[0].guest("Oak"), await clubs[1].guest("Elm")
    table = await host.table(game, ["me", "open"], public=True, **more)
    await friend.post(f"/api/tables/{table}/join")
    return host, friend, table


@pytest.mark.parametrize("news", NEWS)
def test_a_match_is_played_from_two_nodes_and_watched_from_a_third(news: str, postgres_url: str) -> None:
    async def story() -> None:
        async with nodes(postgres_url, news=news) as running:
            host, friend, table = await two_at_two(running.clubs)
            await at(running.clubs[2], host).post(f"/api/tables/{table}/start")
            watcher = await (await running.clubs[2].guest("Ash")).sit_down(table)
            sockets = [await host.sit_down(table, 0), await friend.sit_down(table, 1)]
            for _ in range(3 if news in ("lost", "late") else 12):
                for socket in sockets:
                    await moved(socket, sockets)
            assert (await sockets[0].do("chat", text="hello"))["type"] == "ack"
            line = await sockets[1].until(lambda told: told["type"] == "chat")
            assert line["text"] == "hello"
            last = max(told["seq"] for told in sockets[0].journal if told["type"] == "update")
            await watcher.follow(last)
            await sockets[1].follow(last)
            # Everybody is there, wherever they are connected.
            present = [told for told in sockets[0].journal if told["type"] == "presence"]
            if not present or present[-1]["seats"] != [0, 1]:
                await sockets[0].until(lambda told: told["type"] == "presence" and told["seats"] == [0, 1])
            truth = await host.sit_down(table, 0)
            assert truth.entries == sockets[0].entries
        assert must_be_by_the_log(postgres_url) == 1

    run(story())


async def moved(socket: Socket, all_of_them: list[Socket]) -> None:
    """The seat of a socket plays, if it is its turn, and everybody hears of it."""
    standing = socket.now
    if standing["actor"] == standing["seat"] and standing["legal"]:
        answer = await socket.do("play", ply=standing["ply"], action=standing["legal"][0]["action"])
        assert answer["type"] == "ack", answer
        for one in all_of_them:
            await one.follow(answer["seq"])


def test_of_the_same_ply_at_two_nodes_one_is_played(postgres_url: str) -> None:
    async def story() -> None:
        async with nodes(postgres_url, 2) as running:
            host, _, table = await two_at_two(running.clubs)
            await host.post(f"/api/tables/{table}/start")
            mine = [await host.sit_down(table, 0), await at(running.clubs[1], host).sit_down(table, 0)]
            theirs = await at(running.clubs[0], running.clubs[1].guests[0]).sit_down(table, 1)
            everybody = [*mine, theirs]
            for number in range(15):
                standing = mine[0].now
                if standing["actor"] == 0:
                    actions = [mine[0].now["legal"][0]["action"], mine[0].now["legal"][-1]["action"]]
                    answers = await asyncio.gather(
                        *[
                            one.do("play", id=f"{number} {one is mine[0]}", ply=standing["ply"], action=action)
                            for one, action in zip(mine, actions, strict=True)
                        ]
                    )
                    won = [answer for answer in answers if answer["type"] == "ack"]
                    assert len(won) == 1, answers
                    assert [answer["code"] for answer in answers if answer["type"] != "ack"] == ["stale"]
                    for one in everybody:
                        await one.follow(won[0]["seq"])
                else:
                    await moved(theirs, everybody)
            same = [[entry["seq"] for entry in one.entries] for one in everybody]
            assert same[0] == same[1] == same[2] == list(range(1, len(same[0]) + 1))
        must_be_by_the_log(postgres_url)

    run(story())


def test_what_two_nodes_do_at_once_is_settled_once(postgres_url: str) -> None:
    async def story() -> None:
        async with nodes(postgres_url, 3) as running:
            clubs = running.clubs
            hosts = [await club.guest(f"Oak{number}") for number, club in enumerate(clubs)]
            # Creations: nobody is refused, and the public list is one chain.
            made = await asyncio.gather(*[host.table("treasure", ["me", "open"], public=True) for host in hosts * 5])
            assert len(set(made)) == 15
            table = made[0]
            # Joins: of six who want one seat one gets it, and nobody's wish fails otherwise.
            guests = [await clubs[number % 3].guest(f"Elm{number}") for number in range(6)]
            answers = await asyncio.gather(*[guest.ask("POST", f"/api/tables/{table}/join", {}) for guest in guests])
            assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
            assert {a.json()["words"] for a in answers if a.status_code == 409} == {"every seat is taken"}
            # Starts: one, at whichever node.
            starts = [at(club, hosts[0]).ask("POST", f"/api/tables/{table}/start", {}) for club in clubs]
            assert sorted(answer.status_code for answer in await asyncio.gather(*starts)) == [200, 409, 409]
            # An invite seats one person.
            closed = await hosts[1].table("treasure", ["me", "open", "open", "open"])
            invite = (await hosts[1].post(f"/api/tables/{closed}/invites"))["secret"]
            used = await asyncio.gather(
                *[guest.ask("POST", f"/api/tables/{closed}/join", {"invite": invite}) for guest in guests]
            )
            assert sorted(answer.status_code for answer in used) == [200, 404, 404, 404, 404, 404]
            await chat_from_everywhere(clubs, table)
        must_be_by_the_log(postgres_url)
        must_be_one_chain(postgres_url)

    run(story())


async def chat_from_everywhere(clubs: list[Club], table: str) -> None:
    """Nobody's line is lost, and everybody reads all of them in one order."""
    talkers = [await (await club.guest(f"Ash{number}")).sit_down(table) for number, club in enumerate(clubs)]
    lines = [[f"{number} {line}" for line in range(12)] for number in range(3)]

    async def talk(socket: Socket, words: list[str]) -> None:
        for text in words:
            answer = await socket.do("chat", text=text)
            assert answer["type"] == "ack", answer

    await asyncio.gather(*[talk(socket, words) for socket, words in zip(talkers, lines, strict=True)])
    for socket in talkers:
        while len(heard := [told for told in socket.journal if told["type"] == "chat"]) < 36:
            await socket.hear()
        assert [told["number"] for told in heard] == list(range(1, 37))
        assert {told["text"] for told in heard} == {text for words in lines for text in words}


def must_be_one_chain(database: str) -> None:
    engine = create_engine(database)
    with engine.connect() as connection:
        before = FIRST_HASH
        for number, row in enumerate(connection.execute(select(schema.promises).order_by(schema.promises.c.number)), 1):
            due = sha256(framed(before, u64(number), row.table.encode(), row.commitment.encode())).digest()
            assert (row.number, row.hash) == (number, due)
            before = row.hash
    engine.dispose()


def test_rated_matches_that_end_at_once_and_rematches_asked_for_at_once_count_once(postgres_url: str) -> None:
    async def story() -> None:
        async with nodes(postgres_url, 2) as running:
            clubs = running.clubs
            host, friend = await clubs[0].guest("Oak"), await clubs[1].guest("Elm")
            tables = [await host.table("treasure", ["me", "open"], public=True, rated=True) for _ in range(4)]
            for table in tables:
                await friend.post(f"/api/tables/{table}/join")
                await host.post(f"/api/tables/{table}/start")
            mine = [await host.sit_down(table, 0) for table in tables]
            theirs = [await friend.sit_down(table, 1) for table in tables]
            for pair in zip(mine, theirs, strict=True):
                while not all(played_by(pair[0], seat) for seat in (0, 1)):
                    for socket in pair:
                        await moved(socket, list(pair))
            # Both resign at once, everywhere.
            sockets = [*mine, *theirs]
            answers = await asyncio.gather(*[socket.do("resign") for socket in sockets])
            assert sum(answer["type"] == "ack" for answer in answers) == 4, answers
            rated = [(await one.get("/api/me"))["ratings"] for one in (host, friend)]
            assert [[game["played"] for game in games] for games in rated] == [[4], [4]]
            asked = await asyncio.gather(
                *[one.ask("POST", f"/api/tables/{tables[0]}/rematch", {}) for one in (host, friend)]
            )
            assert [answer.status_code for answer in asked] == [200, 200], [answer.text for answer in asked]
            assert len({answer.json()["id"] for answer in asked}) == 1
        engine = create_engine(postgres_url)
        with engine.connect() as connection:
            assert connection.scalar(select(func.count()).select_from(schema.results)) == 8
            assert connection.scalar(select(func.count()).select_from(schema.tables)) == 5
        engine.dispose()

    run(story())


def played_by(socket: Socket, seat: int) -> bool:
    """Whether a seat has decided often enough for the match to count."""
    mine = [entry for entry in socket.entries if entry["kind"] == "played" and entry["seat"] == seat]
    return len(mine) >= LEAST_DECISIONS


@pytest.mark.parametrize("news", ["", "lost"])
def test_names_mutes_and_ended_sessions_reach_every_node(news: str, postgres_url: str) -> None:
    async def story() -> None:
        async with nodes(postgres_url, 2, news) as running:
            here, there = running.clubs
            host, friend, table = await two_at_two([here, there])
            socket = await host.sit_down(table, 0)
            elsewhere = await at(there, host).sit_down(table, 0)
            await friend.post("/api/me", name="Willow")
            await socket.until(lambda told: told["type"] == "update" and names(told) == ["Oak", "Willow"])
            person = (await friend.get("/api/me"))["person"]
            assert (await socket.do("mute", person=person, muted=True))["type"] == "ack"
            # Announcements are read in order: what was muted before is muted by the time the new name is known.
            await host.post("/api/me", name="Yew")
            await elsewhere.until(lambda told: told["type"] == "update" and names(told) == ["Yew", "Willow"])
            line = await friend.sit_down(table, 1)
            await line.do("chat", text="nobody hears this")
            await (await (await there.guest("Ash")).sit_down(table)).do("chat", text="but this")
            heard = await elsewhere.until(lambda told: told["type"] == "chat")
            assert heard["text"] == "but this"
            await host.ask("POST", "/api/logout")
            with pytest.raises(ConnectionClosed) as closed:
                await elsewhere.until(lambda told: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401

    run(story())


def names(told: Json) -> list[str]:
    return [seat["name"] for seat in told["table"]["seats"]] if told.get("table") else []


@pytest.mark.parametrize("news", ["", "lost"])
def test_seats_that_open_at_two_nodes_begin_one_match(news: str, postgres_url: str) -> None:
    async def story() -> None:
        async with nodes(postgres_url, 2, news) as running:
            host, friend, table = await two_at_two(running.clubs)
            sockets = [await host.sit_down(table, 0), await friend.sit_down(table, 1)]
            commitment = bytes.fromhex(sockets[0].table["luck"]["commitment"])
            for seat, socket in enumerate(sockets):
                promised = seat_commitment(table.encode(), commitment, seat, bytes([seat] * 32)).hex()
                assert (await socket.do("commit", seat=seat, commitment=promised))["type"] == "ack"
            await host.post(f"/api/tables/{table}/start")
            for seat, socket in enumerate(sockets):
                await stands(socket, "locked")
                assert (await socket.do("open", seat=seat, entropy=bytes([seat] * 32).hex()))["type"] == "ack"
            for socket in sockets:
                await stands(socket, "playing")
        must_be_by_the_log(postgres_url)

    run(story())


async def stands(socket: Socket, status: str) -> None:
    """Listen until the table is so far."""
    while socket.table["status"] != status:
        await socket.hear()


class Journal:
    """Somebody who plays on whatever happens to nodes, and notes what was acknowledged."""

    def __init__(self, guest: Guest, table: str, seat: int, luck: Random) -> None:
        self.guest = guest
        self.table = table
        self.seat = seat
        self.luck = luck
        self.acks: dict[str, Json] = {}
        self.entries: list[Json] = []
        self.wishes = 0

    async def play(self, running: Nodes, until: int) -> None:
        """At any node that is there, until the log has so many entries or the match is over."""
        while len(self.entries) < until:
            with contextlib.suppress(ConnectionClosed, httpx.TransportError, OSError, AssertionError, KeyError):
                socket = await at(self.luck.choice(running.clubs), self.guest).sit_down(
                    self.table, self.seat, since=len(self.entries)
                )
                try:
                    if await self._play(socket, until):
                        return
                finally:
                    self.entries += socket.entries
                    self.acks |= {told["id"]: told for told in socket.journal if told["type"] == "ack"}
                    await socket.hang_up()

    async def _play(self, socket: Socket, until: int) -> bool:
        while len(self.entries) + len(socket.entries) < until:
            standing = socket.now
            if socket.table["status"] == "over":
                return True
            if standing["actor"] == self.seat and standing["legal"]:
                self.wishes += 1
                action = self.luck.choice(standing["legal"])["action"]
                answer = await socket.do("play", id=f"{self.seat} {self.wishes}", ply=standing["ply"], action=action)
                if answer["type"] == "ack":
                    self.acks[answer["id"]] = answer
                    await socket.follow(answer["seq"])
            else:
                await socket.until(lambda told: told["type"] == "update")
        return False

    def must_be_true(self, truth: list[Json], hashes: dict[int, str]) -> None:
        numbers = [entry["seq"] for entry in self.entries]
        assert numbers == list(range(1, len(numbers) + 1)), "in order, each once, no gap"
        assert truth[: len(self.entries)] == self.entries, "what was told stands"
        for ack in self.acks.values():
            assert hashes[ack["seq"]] == ack["hash"], "what was acknowledged is kept"


async def play_through(running: Nodes, database: str, disturb: object, moves: int) -> None:
    """Three matches with a bot each go on while something is done to the nodes or their database."""
    luck = Random(24)
    journals = []
    for number in range(3):
        host = await running.clubs[number % len(running.clubs)].guest(f"Oak{number}")
        friend = await running.clubs[(number + 1) % len(running.clubs)].guest(f"Elm{number}")
        table = await host.table("flipslide", ["me", "open", "random"], public=True)
        await friend.post(f"/api/tables/{table}/join")
        await host.post(f"/api/tables/{table}/start")
        journals += [Journal(host, table, 0, luck), Journal(friend, table, 1, luck)]
    playing = asyncio.gather(*[journal.play(running, moves) for journal in journals])
    assert callable(disturb)
    await disturb(luck)
    await asyncio.wait_for(playing, 120)
    hashes: dict[str, dict[int, str]] = {}
    engine = create_engine(database)
    with engine.connect() as connection:
        for row in connection.execute(select(schema.entries.c.table, schema.entries.c.seq, schema.entries.c.hash)):
            hashes.setdefault(row.table, {})[row.seq] = row.hash.hex()
    engine.dispose()
    for journal in journals:
        fresh = await at(running.clubs[0], journal.guest).sit_down(journal.table, journal.seat)
        journal.must_be_true(fresh.entries, hashes[journal.table])
    must_be_by_the_log(database)


def test_nodes_are_killed_at_random_and_nothing_acknowledged_is_lost(postgres_url: str) -> None:
    async def story() -> None:
        async with nodes(postgres_url) as running:

            async def kill(luck: Random) -> None:
                for _ in range(2):
                    await asyncio.sleep(luck.random())
                    await running.replace(luck.randrange(3))

            await play_through(running, postgres_url, kill, 50)

    run(story())


def test_the_database_restarts_and_every_node_comes_back_by_itself(cluster: Postgres) -> None:
    async def story() -> None:
        async with nodes(cluster.url) as running:

            async def restart(luck: Random) -> None:
                await asyncio.sleep(luck.random())
                await asyncio.to_thread(cluster.stop)
                await asyncio.to_thread(cluster.start)

            await play_through(running, cluster.url.replace("postgresql", "postgresql+psycopg"), restart, 50)

    run(story())


def test_a_node_that_dies_in_a_bots_turn_costs_seconds(postgres_url: str) -> None:
    async def story() -> None:
        async with nodes(postgres_url, 1) as running:
            host = await running.clubs[0].guest("Oak")
            table = await host.table("treasure", ["me", "greedy"])
            await running.start()
            # The bot thinks at a node that dies of it; nobody looks at the table, and another node plays on.
            async with server(postgres_url, "bot_asked:1") as (club, process):
                await at(club, host).post(f"/api/tables/{table}/start")
                socket = await at(club, host).sit_down(table, 0)
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        await moved(socket, [socket])
                        await socket.hear()
                assert await asyncio.to_thread(process.wait) == -9
            seq = len(socket.entries)
            engine = create_engine(postgres_url)
            began = asyncio.get_running_loop().time()
            with engine.connect() as connection:
                newest = select(func.max(schema.entries.c.seq)).where(schema.entries.c.table == table)
                while (connection.scalar(newest) or 0) <= seq:
                    connection.rollback()
                    assert asyncio.get_running_loop().time() - began < 30, "nobody plays on"
                    await asyncio.sleep(0.1)
            engine.dispose()

    run(story())


def test_nodes_that_start_at_once_do_not_race_for_the_schema(postgres_url: str) -> None:
    async def story() -> None:
        stacks = [nodes(postgres_url, 1) for _ in range(3)]
        running = await asyncio.gather(*[one.__aenter__() for one in stacks])
        guests = [await one.clubs[0].guest("Oak") for one in running]
        assert len({(await guest.get("/api/me"))["person"] for guest in guests}) == 3
        for one in stacks:
            await one.__aexit__(None, None, None)

    run(story())
