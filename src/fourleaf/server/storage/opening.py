"""From a URL to a database that one server may use: what is wrong with it is said before anything is written."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, inspect, make_url, text
from sqlalchemy.exc import ArgumentError

from fourleaf.engine.errors import FourleafError
from fourleaf.server.storage import schema

MIGRATIONS: Final = Path(__file__).parent / "migrations"
DRIVERS: Final = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
"""Where things can be kept, by what a URL calls it."""
PATIENCE: Final = 10.0
"""Seconds that a start waits for a server that may be gone already: PostgreSQL notices that a little later."""
CONNECTING: Final = 10
"""Seconds that a PostgreSQL has to answer a new connection."""
ALONE: Final = 0x4C454146
"""The first half of the key of the lock that the server holds in PostgreSQL; the second is the schema."""


class NoDatabase(FourleafError):
    """The database cannot be opened."""


class InUse(NoDatabase):
    """Another server uses the database."""


def read_url(address: str) -> URL:
    """Where everything is kept, with links followed: a file has one name here."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        # It is not repeated: a password may stand in it.
        raise NoDatabase("database is a URL such as sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    if url.drivername not in DRIVERS:
        raise NoDatabase(f"database begins with sqlite or postgresql, not with {url.drivername!r}")
    url = url.set(drivername=DRIVERS[url.drivername])
    if url.drivername != "sqlite" or in_memory(url):
        return url
    if url.query or str(url.database).startswith("file:"):
        raise NoDatabase("a database of SQLite is sqlite:///FILE, without anything after the name of the file")
    return url.set(database=os.path.realpath(str(url.database)))


def in_memory(url: URL) -> bool:
    """Whether it is a database that nobody could open twice."""
    return url.drivername == "sqlite" and url.database in (None, "", ":memory:")


def shown(url: URL) -> str:
    """A database as it is named to people, without what may be secret."""
    if url.drivername == "sqlite":
        return str(url.database)
    return url.set(drivername="postgresql", query={}).render_as_string()


# One server a database, until several can share one. Who turns that on changes these two and nothing else.


def hold_file(path: Path) -> tuple[FileLock, list[Path]]:
    """A lock beside the file, since SQLite has one writing connection; and which files were not there before."""
    try:
        _must_be_usable(path)
        beside = Path(f"{path}.lock")
        made = [] if beside.exists() else [beside]
        lock = FileLock(beside)
        lock.acquire(blocking=False)
        # Beside a file that was there, the log of SQLite may hold what is nowhere else.
        if not path.exists():
            made += [file for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")) if not file.exists()]
    except Timeout:
        raise InUse(f"another server uses {path}; stop it, or give --database another file") from None
    except OSError as error:
        raise NoDatabase(f"cannot open {path}: {error.strerror}") from None
    return lock, made


def hold_session(connection: Any, _: object) -> None:
    """A lock in the session that writes: who loses the session loses the lock, and no session writes without it."""
    with connection.cursor() as cursor:
        # A machine that has vanished is noticed before the next start gives up.
        cursor.execute("SET tcp_keepalives_idle = 4; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 2")
        cursor.execute("SELECT pg_try_advisory_lock(%s, hashtext(coalesce(current_schema(), '')))", [ALONE])
        (held,) = cursor.fetchone()
    connection.commit()
    if not held:
        connection.close()
        raise InUse("another server uses this PostgreSQL database; stop it, or give --database another one")


def must_be_alone(connection: Connection) -> None:
    """Refuse a PostgreSQL that a server uses, also where servers share it; SQLite has its lock beside the file."""
    if connection.dialect.name != "postgresql":
        return
    key = f"{ALONE}, hashtext(coalesce(current_schema(), ''))"
    if not connection.scalar(text(f"SELECT pg_try_advisory_lock({key})")):
        raise InUse("a server uses this PostgreSQL database; stop it, or give --database another one")


def _must_be_usable(path: Path) -> None:
    folder = path.parent
    if not folder.is_dir():
        raise NoDatabase(f"there is no folder {folder}")
    if path.is_symlink():
        raise NoDatabase(f"{path} is a link that leads nowhere")
    if path.exists():
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise NoDatabase(f"{path} is a folder; name a file in it")
        if not stat.S_ISREG(status.st_mode):
            raise NoDatabase(f"{path} is not a file in which something can be kept")
        # SQLite keeps its log beside a name. By another name the newest moves would be missing, and the lock as well.
        if status.st_nlink > 1:
            raise NoDatabase(f"{path} has another name too (a hard link); a database has one, so remove the others")
        if not os.access(path, os.R_OK | os.W_OK):
            raise NoDatabase(f"{path} may not be written by this user")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise NoDatabase(f"the folder {folder} may not be written by this user, and SQLite keeps its log there")


def must_take_writes(connection: Connection, name: str) -> None:
    """Refuse a database that is only there to be read."""
    if connection.dialect.name == "postgresql" and connection.scalar(text("SHOW transaction_read_only")) == "on":
        raise NoDatabase(f"{name} takes no writes: it is read-only, or stands by for another one")


def must_be_ours(connection: Connection, name: str) -> None:
    """Refuse a database of another program or of a newer Fourleaf; nothing is changed."""
    tables = set(inspect(connection).get_table_names())
    steps = set(MigrationContext.configure(connection).get_current_heads())
    ours = bool(tables & set(schema.METADATA.tables))
    # A PostgreSQL may hold tables of extensions; a file is ours alone.
    strangers = bool(tables - {"alembic_version"}) and connection.dialect.name == "sqlite"
    if ours != bool(steps) or (not ours and strangers):
        raise NoDatabase(f"{name} holds tables of another program; give --database another one")
    unknown = steps - known_steps()
    if unknown:
        raise NoDatabase(
            f"{name} was written by a newer Fourleaf (its schema is at step {min(unknown)}, which is unknown here); "
            "install that one, or give --database another"
        )


def known_steps() -> set[str]:
    """Every step of the schema that this Fourleaf knows."""
    return {step.revision for step in ScriptDirectory.from_config(_migrations()).walk_revisions()}


def newest_step() -> str:
    """The step of the schema that this Fourleaf works with."""
    return str(ScriptDirectory.from_config(_migrations()).get_current_head())


def step_of(connection: Connection) -> str | None:
    """The step at which a schema is; none where there is no schema of ours."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(connection: Connection, step: str = "head") -> None:
    """Bring the schema up to date, or up to an earlier step."""
    config = _migrations()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, step)
    except CommandError as error:
        raise NoDatabase(f"the schema cannot be brought up to date: {error}") from None


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
