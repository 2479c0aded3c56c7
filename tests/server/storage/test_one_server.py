"""Nodes that write to one PostgreSQL: each with a lock in its session that keeps out whoever wants to be alone."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection, insert, select, text, update

from fourleaf.server.errors import Busy
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.opening import ALONE, InUse
from tests.server.club import PATIENCE, run
from tests.server.conftest import binary
from tests.server.test_crash import server
from tests.server.test_stopping import figure

WHO_HOLDS = (
    "SELECT pid FROM pg_locks JOIN pg_database ON oid = database "
    "WHERE locktype = 'advisory' AND datname = current_database()"
)


class Postgres:
    """A PostgreSQL that a test may stop and start again."""

    def __init__(self, folder: Path) -> None:
        self._owner = "postgres" if os.getuid() == 0 else None
        self._folder = folder
        self._data = folder / "data"
        if self._owner:
            shutil.chown(folder, self._owner)
        words = [str(binary("initdb")), "-D", str(self._data), "-U", "fourleaf", "-A", "trust", "--no-sync"]
        subprocess.run(words, user=self._owner, check=True, capture_output=True)
        self.url = f"postgresql://fourleaf@/postgres?host={folder}"

    def start(self) -> None:
        words = [str(binary("postgres")), "-D", str(self._data), "-k", str(self._folder), "-c", "listen_addresses="]
        self.process = subprocess.Popen(words, user=self._owner, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while subprocess.run([str(binary("pg_isready")), "-q", "-h", str(self._folder)], check=False).returncode:
            assert self.process.poll() is None, "PostgreSQL did not start"

    def stop(self) -> None:
        # Those who are connected are thrown out.
        self.process.send_signal(signal.SIGINT)
        self.process.wait()


@pytest.fixture
def cluster() -> Iterator[Postgres]:
    if binary("initdb") is None:
        pytest.skip("PostgreSQL is not installed")
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        postgres = Postgres(Path(folder))
        postgres.start()
        yield postgres
        postgres.stop()


def write_with_lock(name: str) -> Callable[[Connection], None]:
    """A row, written by a session of which PostgreSQL itself says that it holds the lock."""

    def work(connection: Connection) -> None:
        held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid()"
        assert connection.scalar(text(held)) == 1, "a session that writes holds the lock"
        connection.execute(insert(schema.mutes).values(person=name, muted=name))

    return work


def names(database: Database) -> list[str]:
    return database.read_now(lambda connection: sorted(connection.scalars(select(schema.mutes.c.person))))


def test_beside_an_older_server_that_is_alone_nobody_starts(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the new one beside the old, nor the old one beside the new: it does not know of other nodes."""
    import psycopg

    monkeypatch.setattr("fourleaf.server.storage.database.PATIENCE", 0.0)
    alone = f"SELECT pg_try_advisory_lock({ALONE}, hashtext(coalesce(current_schema(), '')))"
    with psycopg.connect(postgres_url.replace("+psycopg", "")) as older:
        assert older.execute(alone).fetchone() == (True,)
        with pytest.raises(InUse, match="an older Fourleaf uses this PostgreSQL database alone"):
            Database(postgres_url).open()
    nodes = [Database(postgres_url), Database(postgres_url)]
    for node in nodes:
        node.open()
    with psycopg.connect(postgres_url.replace("+psycopg", "")) as older:
        assert older.execute(alone).fetchone() == (False,)
    for node in nodes:
        node.close()


def test_another_schema_of_the_same_database_is_another_place(postgres_url: str) -> None:
    first = Database(postgres_url)
    first.open()
    with contextlib.closing(Database(f"{postgres_url}&options=-csearch_path%3Dother")) as second:
        second._writing.connect().close()
    first.close()


def test_killed_it_leaves_no_lock(postgres_url: str) -> None:
    async def story() -> None:
        async with server(postgres_url) as (_, process):
            process.kill()
            await asyncio.to_thread(process.wait, PATIENCE)
        async with server(postgres_url) as (club, _):
            await club.guest("Oak")

    run(story())


def test_two_that_write_through_restarts_keep_what_they_said_is_kept(cluster: Postgres) -> None:
    async def story() -> None:
        nodes = {"a": Database(cluster.url), "b": Database(cluster.url)}
        done: list[str] = []
        ended = asyncio.Event()

        async def write_on(database: Database, name: str) -> None:
            number = 0
            while not ended.is_set():
                number += 1
                with contextlib.suppress(Busy):
                    await database.write(write_with_lock(f"{name}{number}"))
                    done.append(f"{name}{number}")

        for node in nodes.values():
            node.open()
        writers = [asyncio.create_task(write_on(node, name)) for name, node in nodes.items()]
        for _ in range(3):
            await asyncio.to_thread(cluster.stop)
            await asyncio.to_thread(cluster.start)
            written = len(done)
            while {name[0] for name in done[written:]} != {"a", "b"}:
                await asyncio.sleep(0.01)
        ended.set()
        await asyncio.gather(*writers)
        assert set(done) <= set(names(nodes["a"])), "what was said to be kept is kept"
        for node in nodes.values():
            node.close()

    run(story())


def test_two_nodes_in_each_others_way_both_get_through(postgres_url: str) -> None:
    """Each has a row that the other wants: PostgreSQL ends one of them, which is done again."""

    async def story() -> None:
        nodes = [Database(postgres_url), Database(postgres_url)]
        for node in nodes:
            node.open()
        await nodes[0].write(write_with_lock("x"))
        await nodes[0].write(write_with_lock("y"))
        both_have_one = threading.Barrier(2)

        def in_turn(first: str, second: str) -> Callable[[Connection], None]:
            def work(connection: Connection) -> None:
                for name in (first, second):
                    change = update(schema.mutes).where(schema.mutes.c.person == name)
                    connection.execute(change.values(person=name))
                    with contextlib.suppress(threading.BrokenBarrierError):
                        both_have_one.wait(timeout=0.5)

            return work

        await asyncio.gather(nodes[0].write(in_turn("x", "y")), nodes[1].write(in_turn("y", "x")))
        for node in nodes:
            node.close()

    run(story())


def test_a_session_that_hangs_does_not_keep_the_server_from_stopping(postgres_url: str) -> None:
    import psycopg

    async def story() -> None:
        async with server(postgres_url) as (club, process):
            guest = await club.guest("Oak")
            with psycopg.connect(postgres_url.replace("+psycopg", "")) as connection:
                row = connection.execute(WHO_HOLDS).fetchone()
            assert row is not None
            os.kill(row[0], signal.SIGSTOP)
            try:
                wishes = []
                while await figure(club, "fourleaf_writes_waiting") == 0:
                    wishes.append(asyncio.create_task(guest.ask("POST", "/api/me", {"name": "Elm"})))
                process.send_signal(signal.SIGTERM)
                assert await asyncio.to_thread(process.wait, PATIENCE) == 1, "it gave up"
                for end in await asyncio.gather(*wishes, return_exceptions=True):
                    assert isinstance(end, httpx.TransportError) or end.status_code >= 500, end  # type: ignore[union-attr]
            finally:
                os.kill(row[0], signal.SIGCONT)

    run(story())
