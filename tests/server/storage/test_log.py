"""The log is appended, never changed, and notices when somebody else changes it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text, update

from fourleaf.engine.luck import framed, u64
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Conflict, Database, Transactions
from fourleaf.server.storage.entries import FIRST_HASH, Left, LogLine, LogRow
from fourleaf.server.storage.log import BrokenLog, Log, TableIndex, promise, rows_of
from tests.server.club import run
from tests.server.simulation.memory import MemoryDatabase

INDEX = TableIndex(
    game="treasure",
    status="gathering",
    public=False,
    rated=False,
    host="h",
    turn_of=None,
    awake=False,
    created_at=0.0,
    changed_at=0.0,
    summary=b"{}",
    people={0: ("h", False)},
)


@pytest.fixture(params=["sqlite", "postgres", "memory"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Transactions]:
    """Every kind of database that a log is kept in: the real ones, and that of the simulation."""
    if request.param == "memory":
        memory = MemoryDatabase(Random(0))
        yield memory
        memory.close()
        return
    in_file = f"sqlite:///{tmp_path / 'club.sqlite'}"
    opened = Database(in_file if request.param == "sqlite" else request.getfixturevalue("postgres_url"))
    opened.open()
    yield opened
    opened.close()


def line(seat: int, **by: str) -> LogLine:
    return LogLine(at=1.0, entry=Left(seat=seat), **by)


def chain(table: str, after: int, before: bytes, lines: Sequence[LogLine]) -> list[LogRow]:
    return rows_of(table, after, before, lines, secrets.token_bytes)


def test_two_who_write_the_same_entry_have_one_winner(database: Transactions) -> None:
    async def story() -> None:
        log = Log(database)
        for _ in range(20):
            rows = await log.read("t")
            after, before = (rows[-1].seq, rows[-1].hash) if rows else (0, FIRST_HASH)
            tries = [log.append(chain("t", after, before, [line(seat)]), INDEX) for seat in range(4)]
            done = await asyncio.gather(*tries, return_exceptions=True)
            assert [type(answer) for answer in done].count(Conflict) == 3
        assert [row.seq for row in await log.read("t")] == list(range(1, 21))
        assert [row.seq for row in await log.read("t", 17)] == [18, 19, 20]

    run(story())


def test_the_same_message_of_the_same_person_is_written_once(database: Transactions) -> None:
    async def story() -> None:
        log = Log(database)
        rows = chain("t", 0, FIRST_HASH, [line(0, person="p", client_id="m")])
        await log.append(rows, INDEX)
        again = chain("t", 1, rows[-1].hash, [line(0, person="p", client_id="m")])
        with pytest.raises(Conflict):
            await log.append(again, INDEX)
        assert len(await log.read("t")) == 1

    run(story())


@pytest.mark.parametrize("damage", ["line", "salt", "hash", "gone"])
def test_an_entry_that_was_changed_is_noticed(damage: str, database: Transactions) -> None:
    async def story() -> None:
        log = Log(database)
        await log.append(chain("t", 0, FIRST_HASH, [line(seat) for seat in range(5)]), INDEX)
        columns = schema.entries.c
        if damage == "gone":
            await database.write(lambda connection: connection.execute(text("DELETE FROM entries WHERE seq = 3")))
        else:
            change = update(schema.entries).where(columns.seq == 3).values({damage: b'{"at":2.0}'})
            await database.write(lambda connection: connection.execute(change))
        with pytest.raises(BrokenLog, match="entry 3"):
            await log.read("t")

    run(story())


def test_every_entry_has_a_salt_of_its_own_so_that_its_hash_tells_nothing() -> None:
    once, again = (chain("t", 0, FIRST_HASH, [line(0)] * 3) for _ in range(2))
    salts = {row.salt for row in [*once, *again]}
    assert len(salts) == 6
    assert all(len(salt) == 16 for salt in salts)
    assert once[0].hash != again[0].hash


def test_promises_are_chained_in_one_public_list(database: Transactions) -> None:
    async def story() -> None:
        log = Log(database)
        for number in range(3):
            also = promise(f"t{number}", f"{number:064}", bytes([number] * 32), 1.0)
            await log.append(chain(f"t{number}", 0, FIRST_HASH, [line(0)]), INDEX, also)
        before = FIRST_HASH
        for found in await log.promises(0, 10):
            before = sha256(framed(before, u64(found.number), found.table.encode(), found.commitment.encode())).digest()
            assert found.hash == before.hex()
        assert [found.number for found in await log.promises(1, 10)] == [2, 3]
        with pytest.raises(Conflict):
            await log.append(chain("t9", 0, FIRST_HASH, [line(0)]), INDEX, promise("t9", "9" * 64, bytes(32), 1.0))

    run(story())


def test_a_write_that_fails_leaves_nothing_behind(database: Transactions) -> None:
    async def story() -> None:
        log = Log(database)
        await log.append(chain("t", 0, FIRST_HASH, [line(0)]), INDEX, promise("t", "0" * 64, bytes(32), 1.0))
        twice = promise("t", "0" * 64, bytes(32), 1.0)
        with pytest.raises(Conflict):
            await log.append(chain("u", 0, FIRST_HASH, [line(0)]), INDEX, twice)
        assert await log.read("u") == []
        assert list(await log.secrets("t")) == ["0" * 64]
        with pytest.raises(ZeroDivisionError):
            await log.append(chain("u", 0, FIRST_HASH, [line(0)]), INDEX, lambda connection: [][1 // 0])
        assert await log.read("u") == []
        assert [found.number for found in await log.promises(0, 10)] == [1]

    run(story())
