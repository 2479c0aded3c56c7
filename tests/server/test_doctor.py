"""The doctor finds what is wrong, says what to do, changes nothing, and comes while the server runs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest
from sqlalchemy import Connection, create_engine, delete, insert, update

from fourleaf.cli import main
from fourleaf.server.doctor import Diagnosis, examine
from fourleaf.server.settings import Settings
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.entries import FIRST_HASH, Created, Played, encode
from fourleaf.server.storage.log import read_rows, rows_of
from tests.server.club import open_club, run, settings_for
from tests.server.storage.test_backup import left_behind, silently
from tests.server.test_generations import NAMES
from tests.server.test_stopping import playing


def found(settings: Settings, quick: bool = False) -> dict[str, Diagnosis]:
    """What is found, by what it is about; of several the worst."""
    order = ["ok", "look", "wrong"]
    findings = sorted(examine(settings, quick, silently), key=lambda finding: order.index(finding.level))
    return {finding.about: finding for finding in findings}


def test_a_server_that_runs_is_well_and_stays_as_it_was(database_url: str, tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path, database=database_url)
        async with open_club(settings) as club:
            await playing(club)
            before = (tmp_path / "club.sqlite").read_bytes() if "sqlite" in database_url else b""
            for quick in (False, True):
                findings = await asyncio.to_thread(found, settings, quick)
                assert {finding.level for finding in findings.values()} == {"ok"}, findings
                assert "1 server uses it now" in findings["database"].words
                assert findings["frozen"].words == "none of 1 open tables"
            assert before == ((tmp_path / "club.sqlite").read_bytes() if before else b"")
        assert "no server uses it now" in (await asyncio.to_thread(found, settings))["database"].words

    run(story())


Change = Callable[[Connection, str], None]


def change_an_entry(connection: Connection, table: str) -> None:
    columns = schema.entries.c
    connection.execute(update(schema.entries).where(columns.table == table, columns.seq == 2).values(line=b"{}"))


def lose_the_first_entry(connection: Connection, table: str) -> None:
    connection.execute(delete(schema.entries).where(schema.entries.c.table == table, schema.entries.c.seq == 1))


def change_a_promise(connection: Connection, table: str) -> None:
    connection.execute(update(schema.promises).where(schema.promises.c.number == 1).values(table="another"))


def come_from_tomorrow(connection: Connection, table: str) -> None:
    connection.execute(update(schema.tables).values(changed_at=time.time() + 86_400))


def write_anew(connection: Connection, table: str, change: Callable[[object], object]) -> None:
    """A log whose hashes are right, and whose entries are not."""
    rows = read_rows(connection, table)
    lines = [msgspec.structs.replace(row.line, entry=change(row.line.entry)) for row in rows]
    connection.execute(delete(schema.entries).where(schema.entries.c.table == table))
    for row in rows_of(table, 0, FIRST_HASH, lines, Random(1).randbytes):
        values = {"line": encode(row.line), "person": row.line.person, "client_id": row.line.client_id}
        kept = {"table": table, "seq": row.seq, "salt": row.salt, "hash": row.hash, **values}
        connection.execute(insert(schema.entries), kept)


def play_what_cannot_be(connection: Connection, table: str) -> None:
    def change(entry: object) -> object:
        return msgspec.structs.replace(entry, action=999_999) if isinstance(entry, Played) else entry

    write_anew(connection, table, change)


def play_by_the_rules_of_tomorrow(connection: Connection, table: str) -> None:
    def change(entry: object) -> object:
        return msgspec.structs.replace(entry, rules_version=999) if isinstance(entry, Created) else entry

    write_anew(connection, table, change)


@pytest.mark.parametrize(
    ("change", "about", "said", "even_quick"),
    [
        (change_an_entry, "logs", "entry 2 of table {} is not the one that was written", True),
        (lose_the_first_entry, "logs", "1 not what was written: {}", True),
        (change_a_promise, "logs", "the list of promises (promise 1 is not the one that was written)", False),
        (play_what_cannot_be, "frozen", "{} of 29 open cannot go on", True),
        (play_by_the_rules_of_tomorrow, "rules", "1 open tables are played by newer rules", True),
        (come_from_tomorrow, "clock", "seconds from now, by this machine's clock", True),
    ],
)
def test_what_is_wrong_in_a_database(change: Change, about: str, said: str, even_quick: bool, tmp_path: Path) -> None:
    left = left_behind(NAMES[-1], tmp_path)
    with contextlib.closing(Database(left.url)) as database:
        database.open()
    table = next(each["id"] for each in left.tables if each["status"] == "playing" and each["seq"] > 12)
    engine = create_engine(left.url)
    with engine.begin() as connection:
        change(connection, table)
    engine.dispose()
    for quick in (False, True):
        finding = found(Settings(database=left.url), quick)[about]
        assert (finding.level == "wrong") is (not quick or even_quick), finding
        if finding.level == "wrong":
            assert said.format(table) in finding.words
            assert finding.advice


@pytest.mark.parametrize(
    ("chosen", "level", "said"),
    [
        ({"host": "0.0.0.0"}, "look", "without TLS"),  # noqa: S104  # as a family would
        ({"public_url": "http://example.org"}, "look", "has no https"),
        ({"public_url": "https://example.org"}, "look", "no --trusted-proxies names it"),
        ({"trusted_proxies": "0.0.0.0/0"}, "wrong", "trusts everybody"),
        ({"hooks_to_private": True}, "look", "private addresses"),
        ({"nodes": 2}, "wrong", "several --nodes need a PostgreSQL"),
        ({"public_url": "https://example.org", "trusted_proxies": "127.0.0.1"}, "ok", "listens on 127.0.0.1"),
    ],
)
def test_settings_that_look_wrong(chosen: dict[str, object], level: str, said: str, tmp_path: Path) -> None:
    finding = found(settings_for(tmp_path, **chosen))["settings"]
    assert finding.level == level
    assert said in finding.words


def test_a_database_that_is_old_empty_or_not_there(tmp_path: Path, postgres_url: str) -> None:
    old = found(Settings(database=left_behind(NAMES[0], tmp_path).url))
    assert (old["schema"].level, "make a backup first" in old["schema"].advice) == ("look", True)
    assert found(Settings(database=postgres_url))["schema"].words.startswith("empty")
    nowhere = found(Settings(database=f"sqlite:///{tmp_path / 'nowhere.sqlite'}"))
    assert nowhere["database"].level == "wrong"
    (tmp_path / "diary.sqlite").write_text("dear diary " * 100)
    assert (
        "file is not a database" in found(Settings(database=f"sqlite:///{tmp_path / 'diary.sqlite'}"))["database"].words
    )


def test_a_postgresql_that_forgets(postgres_url: str) -> None:
    finding = found(Settings(database=f"{postgres_url}&options=-csynchronous_commit%3Doff"))["database"]
    assert (finding.level, finding.words) == ("wrong", "synchronous_commit of PostgreSQL is off")


def test_the_command_tells_people_and_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'club.sqlite'}"
    with contextlib.closing(Database(url)) as database:
        database.open()
    assert main(["doctor", "--database", url]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("ok     schema    at step ") for line in lines)
    assert main(["doctor", "--database", url, "--trusted-proxies", "::/0", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert {"level": "wrong", "about": "settings"}.items() <= next(
        one for one in told if one["level"] == "wrong"
    ).items()
    assert main(["doctor", "--port", "many"]) == 2
    assert "port is a whole number" in capsys.readouterr().err
