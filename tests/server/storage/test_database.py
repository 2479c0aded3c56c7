"""One writer that commits in groups; nothing is told before it is kept."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, inspect, select, text

from fourleaf.server.errors import Busy
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Conflict, Database
from fourleaf.server.storage.opening import NoDatabase
from tests.server.club import run


def mute(person: str, muted: str) -> Callable[[Connection], object]:
    return lambda connection: connection.execute(insert(schema.mutes).values(person=person, muted=muted))


def test_the_steps_lead_to_the_schema_that_the_code_knows(database_url: str) -> None:
    database = Database(database_url)
    database.open()

    def shape(connection: Connection) -> dict[str, set[str]]:
        found = inspect(connection)
        names = [name for name in found.get_table_names() if name != "alembic_version"]
        return {name: {column["name"] for column in found.get_columns(name)} for name in names}

    known = {name: {column.name for column in table.columns} for name, table in schema.METADATA.tables.items()}
    try:
        assert database.read_now(shape) == known
    finally:
        database.close()


def test_a_database_opens_a_second_time_as_it_was(database_url: str) -> None:
    async def story() -> None:
        first = Database(database_url)
        first.open()
        await first.write(mute("a", "b"))
        first.close()
        second = Database(database_url)
        second.open()
        assert await second.read(lambda connection: len(list(connection.execute(select(schema.mutes))))) == 1
        second.close()

    run(story())


def test_writes_that_come_together_share_a_transaction_and_fail_alone(database_url: str) -> None:
    async def story() -> None:
        database = Database(database_url)
        database.open()
        before = database.groups
        writes = [database.write(mute("a", f"b{number % 30}")) for number in range(60)]
        done = await asyncio.gather(*writes, return_exceptions=True)
        assert sum(isinstance(answer, Conflict) for answer in done) == 30
        assert await database.read(lambda connection: len(list(connection.execute(select(schema.mutes))))) == 30
        assert database.groups - before < 60
        database.close()

    run(story())


def test_a_storage_that_takes_nothing_says_busy_and_keeps_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        database = Database(f"sqlite:///{tmp_path / 'full.sqlite'}")
        database.open()
        pages = await database.write(lambda connection: connection.execute(text("PRAGMA page_count")).scalar())
        await database.write(lambda connection: connection.execute(text(f"PRAGMA max_page_count={pages}")))
        big = "x" * 90
        told = 0
        with contextlib.suppress(Busy):
            while told < 5000:
                await database.write(mute(f"{told}", big))
                told += 1
        kept = await database.read(lambda connection: len(list(connection.execute(select(schema.mutes)))))
        assert kept == told < 5000
        await database.write(lambda connection: connection.execute(text("PRAGMA max_page_count=100000")))
        await database.write(mute("there is room", "again"))
        database.close()

    run(story())


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'one.sqlite'}"
    first = Database(url)
    first.open()
    with pytest.raises(NoDatabase, match="another server uses"):
        Database(url)
    first.close()
    Database(url).close()


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////no/such/folder/file.sqlite"])
def test_a_database_that_cannot_be_opened_is_named(url: str) -> None:
    with pytest.raises(NoDatabase):
        Database(url).open()


def ask(name: str) -> Callable[[Connection], object]:
    return lambda connection: connection.execute(text(f"PRAGMA {name}")).scalar()


def test_sqlite_syncs_every_commit_and_readers_cannot_write(tmp_path: Path) -> None:
    async def story() -> None:
        database = Database(f"sqlite:///{tmp_path / 'safe.sqlite'}")
        database.open()
        assert await database.write(ask("synchronous")) == 2
        assert await database.write(ask("journal_mode")) == "wal"
        assert await database.read(ask("query_only")) == 1
        assert await database.read(ask("wal_autocheckpoint")) == 0
        database.close()

    run(story())


def test_a_write_that_nobody_waits_for_any_more_does_not_stop_the_writer(tmp_path: Path) -> None:
    async def story() -> None:
        database = Database(f"sqlite:///{tmp_path / 'patient.sqlite'}")
        database.open()
        for number in range(50):
            writing = asyncio.create_task(database.write(mute("a", f"{number}")))
            await asyncio.sleep(0)
            writing.cancel()
        await database.write(mute("b", "c"))
        database.close()

    run(story())
