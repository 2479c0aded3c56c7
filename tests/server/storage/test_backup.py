"""A backup is made while a server runs, proven by reading it, and comes back whole or not at all, of either kind."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import create_engine, func, inspect, select

import fourleaf
from fourleaf import Record
from fourleaf.cli import main
from fourleaf.server.storage import schema
from fourleaf.server.storage.backup import MANIFEST, BadBackup, back_up, read_through
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.opening import InUse, NoDatabase, newest_step
from fourleaf.server.storage.restoring import restore
from tests.server.club import Guest, open_club, play_on, run, settings_for
from tests.server.test_generations import NAMES, Generation, unpacked
from tests.server.test_starting import everything_in


def silently(what: str, done: int, total: int) -> None:
    """Nobody watches."""


@pytest.fixture
def left(tmp_path: Path) -> Generation:
    """A database with tables of every game, of the newest generation."""
    return left_behind(NAMES[-1], tmp_path)


def left_behind(name: str, folder: Path) -> Generation:
    path = folder / "left.sqlite"
    path.write_bytes(unpacked(f"{name}.sqlite"))
    return Generation(f"sqlite:///{path}", json.loads(unpacked(f"{name}.sqlite.json")))


def other_kind(url: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    if url.startswith("sqlite"):
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path / 'other.sqlite'}"


def test_from_one_kind_of_database_to_the_other_in_the_middle_of_play(
    database_url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    file = tmp_path / "club.zip"

    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "me"])
            await host.post(f"/api/tables/{table}/start")
            seat = await host.sit_down(table, 0)
            going_on = asyncio.create_task(chatter(host, table))
            await seat.do("play", ply=seat.now["ply"], action=seat.now["legal"][0]["action"])
            manifest = await asyncio.to_thread(back_up, database_url, file, silently)
            going_on.cancel()
            assert manifest.logs.broken == {}
            assert (manifest.logs.tables, manifest.contents["people"].rows) == (1, 1)
            cookies = dict(host.http.cookies)
        target = other_kind(database_url, tmp_path, request)
        assert restore(target, file, silently) == manifest
        async with open_club(settings_for(tmp_path, database=target)) as club:
            host = club.stranger()
            host.http.cookies.update(cookies)
            assert (await host.get("/api/me"))["name"] == "Oak", "who was known is known there"
            seats = [await host.sit_down(table, 0), await host.sit_down(table, 1)]
            await asyncio.gather(*map(play_on, seats))
            record = Record.from_json((await host.ask("GET", f"/api/tables/{table}/record")).content)
            assert fourleaf.verify(record).outcome == "verified"

    run(story())


async def chatter(guest: Guest, table: str) -> None:
    """Writes that go on whatever else is done."""
    socket = await guest.sit_down(table, 1)
    number = 0
    while True:
        number += 1
        await socket.do("chat", text=f"line {number}")


def test_a_backup_is_of_one_moment(database_url: str, tmp_path: Path) -> None:
    database = Database(database_url)
    database.open()
    begun: list[str] = []

    def meanwhile(what: str, done: int, total: int) -> None:
        if what.startswith("writing") and not begun:
            run(
                database.write(
                    lambda connection: connection.execute(schema.mutes.insert(), {"person": "a", "muted": "b"})
                )
            )
        begun.append(what)

    manifest = back_up(database_url, tmp_path / "moment.zip", meanwhile)
    assert begun[0] != "writing mutes", "it was written before its table was read"
    assert manifest.contents["mutes"].rows == 0
    assert database.read_now(lambda connection: connection.scalar(select(func.count()).select_from(schema.mutes))) == 1
    database.close()


@pytest.mark.parametrize("name", NAMES)
def test_a_backup_of_an_earlier_fourleaf_is_brought_up_to_date(name: str, tmp_path: Path, postgres_url: str) -> None:
    left = left_behind(name, tmp_path)
    assert back_up(left.url, tmp_path / "old.zip", silently).step == name
    restore(postgres_url, tmp_path / "old.zip", silently)

    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=postgres_url)) as club:
            for each in left.tables:
                state = (await club.service.tables.get(each["id"])).state
                assert state.status == each["status"], each
                assert (state.match and state.match.notation) == each["notation"] or state.seq > each["seq"], each

    run(story())
    # What was brought up to date gives the same rows as a server that was.
    again = back_up(postgres_url, tmp_path / "new.zip", silently)
    assert again.step == newest_step()


def test_brought_back_and_backed_up_again_it_is_the_same(left: Generation, database_url: str, tmp_path: Path) -> None:
    with contextlib.closing(Database(left.url)) as database:
        database.open()
    first = back_up(left.url, tmp_path / "first.zip", silently)
    restore(database_url, tmp_path / "first.zip", silently)
    second = back_up(database_url, tmp_path / "second.zip", silently)
    assert (second.contents, second.logs) == (first.contents, first.logs)


# What is wrong with a file


def test_no_flipped_byte_goes_unnoticed_or_changes_anything(left: Generation, tmp_path: Path) -> None:
    whole = tmp_path / "whole.zip"
    manifest = back_up(left.url, whole, silently)
    data, luck, found = whole.read_bytes(), Random(24), 0
    for _ in range(60):
        place = luck.randrange(len(data))
        flipped = tmp_path / "flipped.zip"
        flipped.write_bytes(data[:place] + bytes([data[place] ^ 1 << luck.randrange(8)]) + data[place + 1 :])
        with contextlib.suppress(BadBackup):
            assert read_through(flipped, silently) == manifest, "a date of the ZIP, which nobody reads"
            continue
        found += 1
    assert found > 50


def test_a_file_that_was_cut_off_is_refused(left: Generation, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.zip", tmp_path / "cut.zip"
    back_up(left.url, whole, silently)
    data = whole.read_bytes()
    for length in (0, 1, 100, len(data) // 2, len(data) - 100, len(data) - 1):
        cut.write_bytes(data[:length])
        with pytest.raises(BadBackup, match=r"cut off|damaged"):
            read_through(cut, silently)


def test_a_row_that_somebody_changed_is_refused_though_the_zip_is_whole(left: Generation, tmp_path: Path) -> None:
    back_up(left.url, tmp_path / "whole.zip", silently)
    changed = changed_copy(tmp_path / "whole.zip", "people.jsonl", lambda text: text.replace(b"account", b"manager", 1))
    with pytest.raises(BadBackup, match="people is not what its manifest says"):
        read_through(changed, silently)


def changed_copy(path: Path, member: str, change: Callable[[bytes], bytes]) -> Path:
    copy = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, change(text) if name == member else text)
            assert name != member or change(text) != text
    return copy


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"format": 1', b'"format": 2', "was made by a newer Fourleaf"),
        (b'"step": "0', b'"step": "9', "was made by a newer Fourleaf .* which is unknown to"),
        (b'"people": {', b'"pebbles": {', "what is in it is not what its manifest says"),
        (b'"format": 1,', b"", "is damaged"),
    ],
)
def test_a_manifest_that_does_not_fit(old: bytes, new: bytes, said: str, left: Generation, tmp_path: Path) -> None:
    back_up(left.url, tmp_path / "whole.zip", silently)
    changed = changed_copy(tmp_path / "whole.zip", MANIFEST, lambda text: text.replace(old, new, 1))
    with pytest.raises(BadBackup, match=said):
        read_through(changed, silently)


def test_what_is_no_backup_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "diary.zip").write_text("dear diary")
    with zipfile.ZipFile(tmp_path / "photos.zip", "w") as archive:
        archive.writestr("oak.txt", "a tree")
    target = f"sqlite:///{tmp_path / 'club.sqlite'}"
    for name, said in [
        ("diary.zip", "is no backup of Fourleaf, or it was cut off"),
        ("photos.zip", "is no backup of Fourleaf: it has no manifest.json"),
        ("nothing.zip", "No such file"),
        (".", "Is a directory"),
    ]:
        assert main(["restore", str(tmp_path / name), "--database", target]) == 2
        assert said in capsys.readouterr().err
    assert not (tmp_path / "club.sqlite").exists()


# What is wrong with a place


def test_a_backup_never_takes_the_place_of_a_file_and_only_its_owner_reads_it(left: Generation, tmp_path: Path) -> None:
    file = tmp_path / "club.zip"
    mask = os.umask(0)
    try:
        back_up(left.url, file, silently)
    finally:
        os.umask(mask)
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(BadBackup, match="is there already"):
        back_up(left.url, file, silently)


@pytest.mark.parametrize("place", ["nowhere/club.zip", "club.zip"])
def test_a_backup_that_cannot_be_written_leaves_nothing(place: str, left: Generation, tmp_path: Path) -> None:
    code = "import sys; from fourleaf.cli import main; sys.exit(main(sys.argv[1:]))"
    room = tmp_path / "room"
    room.mkdir()
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, "backup", str(room / place), "--database", left.url],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000)),
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert done.stderr.startswith(f"fourleaf: cannot write {room / place}: ")
    assert everything_in(room) == {}


def test_there_must_be_something_to_back_up(tmp_path: Path, postgres_url: str) -> None:
    with pytest.raises(NoDatabase, match="there is no database"):
        back_up(f"sqlite:///{tmp_path / 'nothing.sqlite'}", tmp_path / "a.zip", silently)
    with pytest.raises(NoDatabase, match="no server has ever used it"):
        back_up(postgres_url, tmp_path / "a.zip", silently)
    assert everything_in(tmp_path) == {}


def test_a_database_that_holds_something_is_left_alone(left: Generation, tmp_path: Path) -> None:
    back_up(left.url, tmp_path / "club.zip", silently)
    before = (tmp_path / "left.sqlite").read_bytes()
    with pytest.raises(BadBackup, match="is not empty"):
        restore(left.url, tmp_path / "club.zip", silently)
    assert (tmp_path / "left.sqlite").read_bytes() == before


def test_a_server_that_runs_keeps_its_database(
    left: Generation, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourleaf.server.storage.database.PATIENCE", 0.0)
    back_up(left.url, tmp_path / "club.zip", silently)
    with contextlib.closing(Database(database_url)) as server:
        server.open()
        with pytest.raises(InUse):
            restore(database_url, tmp_path / "club.zip", silently)


def test_an_old_backup_wants_a_database_without_a_newer_schema(database_url: str, tmp_path: Path) -> None:
    left = left_behind(NAMES[0], tmp_path)
    back_up(left.url, tmp_path / "club.zip", silently)
    with contextlib.closing(Database(database_url)) as server:
        server.open()
    with pytest.raises(BadBackup, match=f"is of step {NAMES[0]}; give --database one that no server has used"):
        restore(database_url, tmp_path / "club.zip", silently)


def tables_in(url: str) -> list[str]:
    engine = create_engine(url)
    with engine.connect() as connection:
        found = inspect(connection).get_table_names()
    engine.dispose()
    return found


def test_what_a_database_does_not_take_leaves_it_empty(left: Generation, tmp_path: Path, postgres_url: str) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "left.sqlite")) as connection:
        connection.execute("UPDATE people SET name = ? WHERE id = (SELECT max(id) FROM people)", ["x" * 200])
        connection.commit()
    back_up(left.url, tmp_path / "club.zip", silently)
    with pytest.raises(BadBackup, match=r"does not take what is in .* too long for type .* it is as it was"):
        restore(postgres_url, tmp_path / "club.zip", silently)
    assert tables_in(postgres_url) == []


def test_a_full_disk_leaves_no_file(left: Generation, tmp_path: Path) -> None:
    back_up(left.url, tmp_path / "club.zip", silently)
    room = tmp_path / "room"
    room.mkdir()
    code = "import sys; from fourleaf.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [
            sys.executable,
            "-B",
            "-c",
            code,
            "restore",
            str(tmp_path / "club.zip"),
            "--database",
            f"sqlite:///{room / 'a.sqlite'}",
        ],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000)),
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert everything_in(room) == {}


KILLED_AT_ENTRIES = """
import os, signal, sys
from pathlib import Path
from fourleaf.server.storage.restoring import restore
def watch(what, done, total):
    if what == sys.argv[3]:
        os.kill(os.getpid(), signal.SIGKILL)
restore(sys.argv[1], Path(sys.argv[2]), watch)
"""


@pytest.mark.parametrize("at", ["writing entries", "reading entries back"])
def test_killed_in_the_middle_it_has_brought_nothing_back(
    at: str, left: Generation, database_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "club.zip"
    manifest = back_up(left.url, file, silently)
    words = [sys.executable, "-c", KILLED_AT_ENTRIES, database_url, str(file), at]
    assert subprocess.run(words, check=False).returncode == -signal.SIGKILL
    assert tables_in(database_url) == []
    assert restore(database_url, file, silently) == manifest


def test_a_log_that_was_changed_before_is_named_and_comes_back_as_it_was(
    left: Generation, tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = left.tables[0]["id"]
    with contextlib.closing(sqlite3.connect(tmp_path / "left.sqlite")) as connection:
        connection.execute("UPDATE entries SET line = x'7b7d' WHERE \"table\" = ? AND seq = 2", [table])
        connection.execute("DELETE FROM promises WHERE number = 3")
        connection.commit()
    file = str(tmp_path / "club.zip")
    broken = [
        f"the log of table {table} is broken in the database itself: entry 2 is not the one that was written.",
        "the list of promises is broken in the database itself: promise 3 is missing.",
    ]
    for words in (
        ["backup", file, "--database", left.url],
        ["restore", file, "--check"],
        ["restore", file, "--database", postgres_url],
    ):
        assert main(words) == 1
        assert capsys.readouterr().out.splitlines()[1:] == broken
