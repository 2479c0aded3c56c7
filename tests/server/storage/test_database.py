"""One writer that commits in groups; nothing is told before it is kept."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError

from fourleaf.server.errors import Busy, Malformed
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Conflict, Database, Rows, Target
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


def test_rows_of_many_go_in_by_few_statements_and_without_a_savepoint(database_url: str) -> None:
    async def story() -> None:
        database = Database(database_url)
        database.open()
        said: list[str] = []
        event.listen(database._writing, "before_cursor_execute", lambda *given: said.append(given[2]))
        target = Target(schema.mutes)
        gate = threading.Event()
        holding = asyncio.create_task(database.write(lambda connection: gate.wait()))
        await asyncio.sleep(0)
        writes = [
            asyncio.create_task(database.write(lambda connection: None, [Rows(target, [("a", f"b{number}")])]))
            for number in range(100)
        ]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(holding, *writes)
        # 64 and 32 and 4.
        assert sum("INSERT" in words for words in said) == 3
        assert not any("SAVEPOINT" in words for words in said)
        kept = await database.read(lambda connection: set(connection.scalars(select(schema.mutes.c.muted))))
        assert kept == {f"b{number}" for number in range(100)}
        database.close()

    run(story())


def test_of_a_group_in_which_a_row_is_there_already_all_else_is_kept_and_done_once(database_url: str) -> None:
    async def story() -> None:
        database = Database(database_url)
        database.open()
        target = Target(schema.mutes)
        await database.write(mute("a", "b7"))
        gate = threading.Event()
        holding = asyncio.create_task(database.write(lambda connection: gate.wait()))
        await asyncio.sleep(0)
        before = database.groups
        writes = [
            asyncio.create_task(
                database.write(mute("c", f"d{number}"), [Rows(target, [("a", f"b{number}"), ("a", f"c{number}")])])
            )
            for number in range(20)
        ]
        await asyncio.sleep(0)
        gate.set()
        done = await asyncio.gather(*writes, return_exceptions=True)
        await holding
        assert [isinstance(answer, Conflict) for answer in done] == [number == 7 for number in range(20)]
        assert database.groups - before <= 2
        kept = await database.read(lambda connection: list(connection.scalars(select(schema.mutes.c.muted))))
        due = {f"{letter}{number}" for letter in "bcd" for number in range(20)} - {"c7", "d7"}
        assert sorted(kept) == sorted(due)
        database.close()

    run(story())


def test_a_row_takes_the_place_of_an_older_one_where_it_should(database_url: str) -> None:
    async def story() -> None:
        database = Database(database_url)
        database.open()
        target = Target(schema.seats, replaces=True)
        rows = [[("t", 0, "a", False), ("t", 1, "b", False)], [("t", 1, "c", True)]]
        await asyncio.gather(*[database.write(lambda connection: None, [Rows(target, some)]) for some in rows])
        query = select(schema.seats).order_by(schema.seats.c.seat)
        kept = await database.read(lambda connection: [tuple(row) for row in connection.execute(query)])
        assert kept == [("t", 0, "a", False), ("t", 1, "c", True)]
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


def test_of_a_group_that_the_disk_has_no_room_for_nothing_is_kept(tmp_path: Path) -> None:
    async def story() -> None:
        database = Database(f"sqlite:///{tmp_path / 'full.sqlite'}")
        database.open()
        pages = await database.write(lambda connection: connection.execute(text("PRAGMA page_count")).scalar_one())
        await database.write(lambda connection: connection.execute(text(f"PRAGMA max_page_count={pages + 3}")))
        big = "x" * 900
        works: list[Callable[[Connection], object]] = [mute(f"{number}", big) for number in range(60)]
        # A mistake among them must not hide that SQLite has gone back by itself.
        works[30:30] = [wrong, wrong]
        done = await asyncio.gather(*map(database.write, works), return_exceptions=True)
        told = {number for number, answer in enumerate(done) if not isinstance(answer, BaseException)}
        kept = await database.read(lambda connection: set(connection.scalars(select(schema.mutes.c.person))))
        assert len(kept) == len(told) < 60
        assert any(isinstance(answer, Busy) for answer in done)
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


UNKEPT = {
    "a NUL in a text": ("\0", None),
    "a lone surrogate": ("\ud800", None),
    "a text that is too long": ("x" * 25, None),
    "a number past 2^31": ("a", 2**31),
    "a number past 2^63": ("a", 2**63),
}
"""What no caller should send down, but may: PostgreSQL keeps none of it, SQLite all but the surrogate and 2^63."""


def sitting(person: str, seat: int | None) -> Callable[[Connection], object]:
    row = {"table": person, "seat": 0 if seat is None else seat, "person": person}
    return lambda connection: connection.execute(insert(schema.seats).values(row))


def looked_up(person: str, seat: int | None) -> Callable[[Connection], object]:
    columns = schema.seats.c
    query = select(schema.seats).where(columns.person == person, columns.seat == (0 if seat is None else seat))
    return lambda connection: list(connection.execute(query))


def wrong(connection: Connection) -> object:
    return connection.execute(text("SELECT nothing FROM nowhere"))


@pytest.mark.parametrize("what", UNKEPT)
def test_what_cannot_be_kept_is_the_inputs_fault_and_nobody_elses(what: str, database_url: str) -> None:
    async def story() -> None:
        database = Database(database_url)
        database.open()
        odd = UNKEPT[what]
        works = [mute("a", "b"), sitting(*odd), mute("a", "c"), wrong, mute("a", "d")]
        before = database.groups
        done = await asyncio.gather(*map(database.write, works), return_exceptions=True)
        assert database.groups - before < len(works)
        looked = await asyncio.gather(database.read(looked_up(*odd)), return_exceptions=True)
        for answer in (done[1], *looked):
            assert isinstance(answer, Malformed) or not isinstance(answer, BaseException), answer
        if "postgres" in database_url:
            assert isinstance(done[1], Malformed)
        assert isinstance(done[3], DBAPIError)
        with pytest.raises(DBAPIError):
            await database.read(wrong)
        kept = await database.read(lambda connection: set(connection.scalars(select(schema.mutes.c.muted))))
        assert kept == {"b", "c", "d"}
        database.close()

    run(story())


def test_a_storage_that_is_gone_is_busy_for_reads_and_writes(postgres: str, postgres_url: str) -> None:
    async def story() -> None:
        database = Database(postgres_url)
        database.open()

        def hang_up(connection: Connection) -> None:
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

        for ask_it in (database.read, database.write):
            with pytest.raises(Busy):
                await ask_it(hang_up)
        answers = await asyncio.gather(
            database.write(mute("a", "b")),
            database.write(hang_up),
            database.write(mute("a", "c")),
            return_exceptions=True,
        )
        assert isinstance(answers[1], Busy)
        told = {
            f"{muted}" for muted, answer in zip(["b", "c"], answers[::2], strict=True) if not isinstance(answer, Busy)
        }
        kept = await database.read(lambda connection: set(connection.scalars(select(schema.mutes.c.muted))))
        assert kept == told
        database.close()

    run(story())


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
