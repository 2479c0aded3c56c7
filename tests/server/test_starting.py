"""Whatever is wrong with how a server is started is said in one sentence, with exit code 2; nothing is left behind."""

from __future__ import annotations

import contextlib
import os
import resource
import socket as sockets
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from fourleaf.server.storage.database import Database
from fourleaf.server.storage.opening import NoDatabase

BAD_SETTINGS = [
    (["--port", "70000"], "port is a whole number from 0 to 65535, not 70000"),
    (["--port", "-1"], "port is a whole number from 0 to 65535, not -1"),
    (["--host", "no.such.host.invalid"], "there is no host 'no.such.host.invalid' to listen on"),
    (["--host", "203.0.113.7"], "cannot listen on 203.0.113.7, port 0"),
    (["--log-level", "loud"], "log_level is debug, info, warning or error, not 'loud'"),
    (["--rates", "nan"], "rates is a number from 0.1 to 1000000000, not nan"),
    (["--trusted-proxies", "proxy"], "trusted_proxies are addresses or networks"),
    (["--public-url", "https://example.org:99999"], "an origin is like https://example.org"),
    (["--database", "mysql://localhost/club"], "database begins with sqlite or postgresql, not with 'mysql'"),
    (
        ["--database", "postgresql://oak:swordfish@127.0.0.1:1/club"],
        "cannot open postgresql://oak:***@127.0.0.1:1/club",
    ),
]


def start(
    *words: str, limit: Callable[[], None] | None = None, before: Sequence[str] = (), **variables: str
) -> subprocess.CompletedProcess[str]:
    """Start a server that will not start."""
    command = [*before, sys.executable, "-m", "fourleaf", "serve", "--port", "0", *words]
    return subprocess.run(
        command,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=limit,
    )


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence that was said."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("fourleaf: ")
    return lines[0].removeprefix("fourleaf: ")


def everything_in(folder: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.parametrize(("words", "said"), BAD_SETTINGS, ids=[" ".join(words) for words, _ in BAD_SETTINGS])
def test_a_wrong_setting_ends_the_start(words: list[str], said: str, tmp_path: Path) -> None:
    where = [] if "--database" in words else ["--database", f"sqlite:///{tmp_path / 'club.sqlite'}"]
    assert said in sentence(start(*where, *words))
    assert everything_in(tmp_path) == {}


def test_a_variable_that_is_empty_is_no_setting(tmp_path: Path) -> None:
    done = start("--database", f"sqlite:///{tmp_path / 'club.sqlite'}", FOURLEAF_HOST="")
    assert sentence(done) == "host is empty; leave it out, and it is 127.0.0.1"
    assert everything_in(tmp_path) == {}


def test_a_port_in_use_is_known_before_the_database_is_touched(tmp_path: Path) -> None:
    with sockets.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = start("--database", f"sqlite:///{tmp_path / 'club.sqlite'}", "--port", str(port))
    assert sentence(done).startswith(f"cannot listen on 127.0.0.1, port {port}: Address already in use")
    assert everything_in(tmp_path) == {}


def test_postgresql_without_its_driver(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from fourleaf.cli import main\n"
        "sys.exit(main(['serve', '--port', '0', '--database', 'postgresql://localhost/club']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120)
    assert sentence(done) == "PostgreSQL needs a driver: pip install 'fourleaf[postgres]'"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("{name}", "nowhere"), 'database "nowhere" does not exist'),
        (("fourleaf@", "nobody@"), 'role "nobody" does not exist'),
        (("?", "?options=-cdefault_transaction_read_only%3Don&"), "takes no writes: it is read-only"),
    ],
)
def test_a_postgresql_that_cannot_be_used(change: tuple[str, str], said: str, postgres: str) -> None:
    assert said in sentence(start("--database", postgres.replace(*change).replace("{name}", "postgres")))


def test_a_disk_that_is_full_leaves_nothing_half_made(tmp_path: Path) -> None:
    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    # Python must not write its caches either, which are larger than that.
    done = start("--database", f"sqlite:///{tmp_path / 'club.sqlite'}", limit=little_room, PYTHONDONTWRITEBYTECODE="1")
    assert sentence(done).startswith(f"cannot open {tmp_path / 'club.sqlite'}: ")
    assert everything_in(tmp_path) == {}


# Places, without a process for each


def junk(folder: Path) -> None:
    (folder / "club.sqlite").write_bytes(b"dear diary, " * 1000)


def folder(folder: Path) -> None:
    (folder / "club.sqlite").mkdir()


def a_pipe(folder: Path) -> None:
    os.mkfifo(folder / "club.sqlite")


def of_another_program(folder: Path) -> None:
    with contextlib.closing(sqlite3.connect(folder / "club.sqlite")) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")


def steps_of_another_program(folder: Path) -> None:
    with contextlib.closing(sqlite3.connect(folder / "club.sqlite")) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('a1b2')")
        connection.commit()


def of_a_newer_fourleaf(folder: Path) -> None:
    database = Database(f"sqlite:///{folder / 'club.sqlite'}")
    database.open()
    database.close()
    (folder / "club.sqlite.lock").unlink()
    with contextlib.closing(sqlite3.connect(folder / "club.sqlite")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


def cut_off(folder: Path) -> None:
    of_a_newer_fourleaf(folder)
    with (folder / "club.sqlite").open("r+b") as file:
        file.truncate(6000)


def a_link_to_itself(folder: Path) -> None:
    (folder / "club.sqlite").symlink_to(folder / "club.sqlite")


def a_second_name(folder: Path) -> None:
    junk(folder)
    (folder / "twin.sqlite").hardlink_to(folder / "club.sqlite")


@pytest.mark.parametrize(
    ("prepare", "said"),
    [
        (junk, "cannot open .*club.sqlite: file is not a database"),
        (folder, "club.sqlite is a folder; name a file in it"),
        (a_pipe, "club.sqlite is not a file in which something can be kept"),
        (of_another_program, "club.sqlite holds tables of another program"),
        (steps_of_another_program, "club.sqlite holds tables of another program"),
        (of_a_newer_fourleaf, "club.sqlite was written by a newer Fourleaf .its schema is at step 9999"),
        (cut_off, "cannot open .*club.sqlite: database disk image is malformed"),
        (a_link_to_itself, "club.sqlite is a link that leads nowhere"),
        (a_second_name, "club.sqlite has another name too"),
    ],
)
def test_a_place_that_cannot_be_used_stays_as_it_was(
    prepare: Callable[[Path], None], said: str, tmp_path: Path
) -> None:
    prepare(tmp_path)
    before = everything_in(tmp_path)
    with pytest.raises(NoDatabase, match=said):
        Database(f"sqlite:///{tmp_path / 'club.sqlite'}").open()
    assert everything_in(tmp_path) == before


@pytest.mark.parametrize(
    "url",
    ["sqlite://", "sqlite:///:memory:", "sqlite:///file:club.sqlite?uri=true", "sqlite:///club.sqlite?mode=ro"],
)
def test_a_database_that_could_not_be_kept_or_locked_is_refused(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoDatabase):
        Database(url).open()
    assert everything_in(tmp_path) == {}


def test_a_name_that_is_too_long_is_a_sentence_too(tmp_path: Path) -> None:
    with pytest.raises(NoDatabase, match="File name too long"):
        Database(f"sqlite:///{tmp_path / ('x' * 300)}")


def test_a_database_whose_tables_cannot_be_read(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'club.sqlite'}")
    database.open()
    database.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "club.sqlite")) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tables'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with (tmp_path / "club.sqlite").open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    said = sentence(start("--database", f"sqlite:///{tmp_path / 'club.sqlite'}"))
    assert said == f"{tmp_path / 'club.sqlite'} cannot be read; bring back a copy of it"


def test_a_newer_schema_in_postgresql(postgres_url: str) -> None:
    import psycopg

    database = Database(postgres_url)
    database.open()
    database.close()
    with psycopg.connect(postgres_url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "was written by a newer Fourleaf (its schema is at step 9999" in sentence(start("--database", postgres_url))


@pytest.mark.parametrize("what", ["folder", "file"])
def test_a_place_that_may_not_be_written(what: str, tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    database = Database(f"sqlite:///{place / 'club.sqlite'}")
    database.open()
    database.close()
    before = everything_in(place)
    (place if what == "folder" else place / "club.sqlite").chmod(0o555 if what == "folder" else 0o444)
    # Nothing is forbidden to root, unless it gives that up.
    humbly = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if os.getuid() == 0 else []
    said = sentence(start("--database", f"sqlite:///{place / 'club.sqlite'}", before=humbly))
    assert said.startswith(f"{'the folder ' if what == 'folder' else ''}{place}")
    assert "may not be written by this user" in said
    assert everything_in(place) == before
    place.chmod(0o755)


# One server a file, whatever the file is called


@pytest.mark.parametrize("name", ["club.sqlite", "link.sqlite", "./near/../club.sqlite", "far/club.sqlite"])
def test_no_other_name_gets_round_the_lock(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "club.sqlite")
    (tmp_path / "far").symlink_to(tmp_path)
    (tmp_path / "near").mkdir()
    first = Database(f"sqlite:///{tmp_path / 'link.sqlite'}")
    first.open()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NoDatabase, match="another server uses"):
        Database(f"sqlite:///{name}")
    first.close()
    second = Database(f"sqlite:///{name}")
    second.open()
    second.close()


def test_a_hard_link_made_while_a_server_runs_is_refused(tmp_path: Path) -> None:
    first = Database(f"sqlite:///{tmp_path / 'club.sqlite'}")
    first.open()
    (tmp_path / "twin.sqlite").hardlink_to(tmp_path / "club.sqlite")
    with pytest.raises(NoDatabase, match="has another name too"):
        Database(f"sqlite:///{tmp_path / 'twin.sqlite'}")
    first.close()


def test_a_server_that_was_refused_leaves_the_other_alone(tmp_path: Path) -> None:
    first = Database(f"sqlite:///{tmp_path / 'club.sqlite'}")
    first.open()
    before = set(everything_in(tmp_path))
    said = sentence(start("--database", f"sqlite:///{tmp_path / 'club.sqlite'}"))
    assert said == f"another server uses {tmp_path / 'club.sqlite'}; stop it, or give --database another file"
    assert set(everything_in(tmp_path)) == before
    first.close()
