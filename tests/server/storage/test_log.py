"""The log is appended, never changed, and notices when somebody else changes it."""

from __future__ import annotations

import asyncio
from hashlib import sha256

import pytest
from sqlalchemy import text, update

from fourleaf.engine.luck import framed, u64
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Conflict, Database
from fourleaf.server.storage.log import BrokenLog, Log, TableIndex, promise, rows_of
from fourleaf.server.tables.entries import FIRST_HASH, Left, Line
from tests.server.club import run

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


def line(seat: int, **by: str) -> Line:
    return Line(at=1.0, entry=Left(seat=seat), **by)


def test_two_who_write_the_same_entry_have_one_winner(database_url: str) -> None:
    async def story() -> None:
        database = Database(database_url)
        database.open()
        log = Log(database)
        for _ in range(20):
            rows = await log.read("t")
            after, before = (rows[-1].seq, rows[-1].hash) if rows else (0, FIRST_HASH)
            tries = [log.append(rows_of("t", after, before, [line(seat)]), INDEX) for seat in range(4)]
            done = await asyncio.gather(*tries, return_exceptions=True)
            assert [type(answer) for answer in done].count(Conflict) == 3
        assert [row.seq for row in await log.read("t")] == list(range(1, 21))
        assert [row.seq for row in await log.read("t", 17)] == [18, 19, 20]
        database.close()

    run(story())


def test_the_same_message_of_the_same_person_is_written_once(database_url: str) -> None:
    async def story() -> None:
        database = Database(database_url)
        database.open()
        log = Log(database)
        rows = rows_of("t", 0, FIRST_HASH, [line(0, person="p", client_id="m")])
        await log.append(rows, INDEX)
        again = rows_of("t", 1, rows[-1].hash, [line(0, person="p", client_id="m")])
        with pytest.raises(Conflict):
            await log.append(again, INDEX)
        assert len(await log.read("t")) == 1
        database.close()

    run(story())


@pytest.mark.parametrize("damage", ["line", "salt", "hash", "gone"])
def test_an_entry_that_was_changed_is_noticed(damage: str, database_url: str) -> None:
    async def story() -> None:
        database = Database(database_url)
        database.open()
        log = Log(database)
        await log.append(rows_of("t", 0, FIRST_HASH, [line(seat) for seat in range(5)]), INDEX)
        columns = schema.entries.c
        if damage == "gone":
            await database.write(lambda connection: connection.execute(text("DELETE FROM entries WHERE seq = 3")))
        else:
            change = update(schema.entries).where(columns.seq == 3).values({damage: b'{"at":2.0}'})
            await database.write(lambda connection: connection.execute(change))
        with pytest.raises(BrokenLog, match="entry 3"):
            await log.read("t")
        database.close()

    run(story())


def test_every_entry_has_a_salt_of_its_own_so_that_its_hash_tells_nothing() -> None:
    once, again = (rows_of("t", 0, FIRST_HASH, [line(0)] * 3) for _ in range(2))
    salts = {row.salt for row in [*once, *again]}
    assert len(salts) == 6
    assert all(len(salt) == 16 for salt in salts)
    assert once[0].hash != again[0].hash


def test_promises_are_chained_in_one_public_list(database_url: str) -> None:
    async def story() -> None:
        database = Database(database_url)
        database.open()
        log = Log(database)
        for number in range(3):
            also = promise(f"t{number}", f"{number:064}", bytes([number] * 32), 1.0)
            await log.append(rows_of(f"t{number}", 0, FIRST_HASH, [line(0)]), INDEX, also)
        before = FIRST_HASH
        for found in await log.promises(0, 10):
            before = sha256(framed(before, u64(found.number), found.table.encode(), found.commitment.encode())).digest()
            assert found.hash == before.hex()
        assert [found.number for found in await log.promises(1, 10)] == [2, 3]
        with pytest.raises(Conflict):
            await log.append(rows_of("t9", 0, FIRST_HASH, [line(0)]), INDEX, promise("t9", "9" * 64, bytes(32), 1.0))
        database.close()

    run(story())
