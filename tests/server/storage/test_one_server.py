"""One server writes to a PostgreSQL: with a lock in the session that writes, so that neither outlives the other."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection, insert, select, text

from fourleaf.server.errors import Busy
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.opening import InUse
from tests.server.club import PATIENCE, run
from tests.server.conftest import binary
from tests.server.test_crash import server
from tests.server.test_starting import start
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


def write_alone(name: str) -> Callable[[Connection], None]:
    """A row, written by a session of which PostgreSQL itself says that it holds the lock."""

    def work(connection: Connection) -> None:
        held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid()"
        assert connection.scalar(text(held)) == 1, "a session that writes holds the lock"
        connection.execute(insert(schema.mutes).values(person=name, muted=name))

    return work


def names(database: Database) -> list[str]:
    return database.read_now(lambda connection: sorted(connection.scalars(select(schema.mutes.c.person))))


def test_a_second_server_is_refused_and_the_first_goes_on(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        first = Database(postgres_url)
        first.open()
        done = await asyncio.to_thread(start, "--database", postgres_url)
        assert done.returncode == 2, done.stderr
        words = "fourleaf: another server uses this PostgreSQL database; stop it, or give --database another one"
        assert done.stderr.splitlines()[-1] == words
        assert "Traceback" not in done.stderr
        await first.write(write_alone("first"))
        first.close()
        second = Database(postgres_url)
        second.open()
        await second.write(write_alone("second"))
        assert names(second) == ["first", "second"]
        second.close()

    run(story())


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


def test_after_a_restart_of_the_database_only_who_holds_the_lock_writes(
    cluster: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourleaf.server.storage.database.PATIENCE", 0.0)

    async def story() -> None:
        first = Database(cluster.url)
        first.open()
        await first.write(write_alone("before"))
        cluster.stop()
        with pytest.raises(Busy):
            await first.write(write_alone("while it is down"))
        cluster.start()
        # The other is quicker.
        second = Database(cluster.url)
        second.open()
        with pytest.raises(Busy):
            await first.write(write_alone("without the lock"))
        await second.write(write_alone("other"))
        second.close()
        while True:
            # PostgreSQL lets go of the lock a moment after it was asked to.
            with contextlib.suppress(Busy):
                await first.write(write_alone("again"))
                break
        assert names(first) == ["again", "before", "other"]
        with pytest.raises(InUse):
            Database(cluster.url).open()
        first.close()

    run(story())


def test_two_that_write_through_restarts_never_both_write(cluster: Postgres) -> None:
    async def story() -> None:
        holder, contender = Database(cluster.url), Database(cluster.url)
        holder.open()
        contender._writer.start()
        done: list[str] = []
        ended = asyncio.Event()

        async def write_on(database: Database, name: str) -> None:
            number = 0
            while not ended.is_set():
                number += 1
                with contextlib.suppress(Busy):
                    await database.write(write_alone(f"{name}{number}"))
                    done.append(f"{name}{number}")

        writers = [asyncio.create_task(write_on(holder, "h")), asyncio.create_task(write_on(contender, "c"))]
        for _ in range(4):
            written = len(done)
            await asyncio.to_thread(cluster.stop)
            await asyncio.to_thread(cluster.start)
            while len(done) < written + 20:
                await asyncio.sleep(0.01)
        ended.set()
        await asyncio.gather(*writers)
        assert set(done) <= set(names(holder)), "what was said to be kept is kept"
        contender.close()
        holder.close()

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
