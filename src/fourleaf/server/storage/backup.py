"""A backup: one file with every row of a database, what they add up to, and the logs followed by their hashes.

It is a ZIP with JSON lines for every table and `manifest.json`, so it belongs to no kind of database: what SQLite kept
can be brought back into PostgreSQL. A list of its members is at its end, so a file that was cut off is known.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

import msgspec
from sqlalchemy import Column, Connection, Table, func, select

import fourleaf
from fourleaf.engine.errors import FourleafError
from fourleaf.server.storage import schema
from fourleaf.server.storage.chains import ENTRY, PROMISE, Chains
from fourleaf.server.storage.looking import columns_of, rows_in, snapshot
from fourleaf.server.storage.opening import NoDatabase, known_steps, must_be_ours, read_url, shown, step_of

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
SHOWN_EVERY: Final = 1000
"""Rows between two words of progress."""
SQUEEZED: Final = 3
"""How hard a backup is compressed: hashes and salts hardly give in, and more would take twice as long."""
Progress: TypeAlias = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is."""
Values: TypeAlias = Sequence[Any]
_encode: Final = msgspec.json.Encoder().encode


class BadBackup(FourleafError):
    """A file is no backup, is damaged, cannot be written, or cannot be brought back here."""


class Contents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a backup holds of one table of the database."""

    columns: list[str]
    rows: int
    digest: str
    """The sum of the SHA-256 of its lines: the same in whatever order a database has them."""


class Logs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of following all logs by their hashes."""

    tables: int
    entries: int
    promises: int
    broken: dict[str, str]
    """Those that were not what was written already in the database; it is brought back as it was."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a backup says of itself."""

    format: int
    fourleaf: str
    made_at: str
    database: str
    """The kind of database that it comes from."""
    step: str
    """The step of the schema."""
    rules: dict[str, int]
    """The versions of the rules that the server played."""
    contents: dict[str, Contents]
    logs: Logs

    @property
    def rows(self) -> int:
        """How many rows there are in all."""
        return sum(contents.rows for contents in self.contents.values())


class LineSum:
    """Adds up the lines of a table."""

    def __init__(self, columns: Sequence[Column[Any]]) -> None:
        self._columns = [str(column.name) for column in columns]
        self.rows = 0
        self._sum = 0

    def add(self, line: bytes) -> None:
        """One more line."""
        self.rows += 1
        self._sum += int.from_bytes(sha256(line).digest(), "big")

    @property
    def contents(self) -> Contents:
        """What has been added up."""
        return Contents(self._columns, self.rows, f"{self._sum % (1 << 256):064x}")


def back_up(address: str, path: Path, progress: Progress) -> Manifest:
    """Write all that a database holds now into a new file, and read that back; what fails leaves no file."""
    url = read_url(address)
    if os.path.lexists(path):
        raise BadBackup(f"{path} is there already; a backup is a new file")
    try:
        # Nobody else may read it, for all secrets are in it.
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        part = Path(name)
        try:
            with os.fdopen(handle, "wb") as file, snapshot(url) as connection:
                must_be_ours(connection, shown(url))
                manifest = _write(connection, shown(url), file, progress)
                file.flush()
                os.fsync(file.fileno())
            if read_through(part, progress) != manifest:
                raise BadBackup(f"what was written to {path} is not what is read from it; take another disk")
            # The name is taken first: a file that came meanwhile is never replaced. (Not every disk has hard links.)
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        _sync(path.parent)
    except FileExistsError:
        raise BadBackup(f"{path} is there already; a backup is a new file") from None
    except OSError as error:
        raise BadBackup(f"cannot write {path}: {error.strerror or error}") from None
    return manifest


def read_through(path: Path, progress: Progress) -> Manifest:
    """What a backup says of itself, once all of it was read and is so."""
    chains = Chains()
    with open_backup(path) as backup:
        for table, columns, told in backup.tables:
            added, follow = LineSum(columns), _following(chains, table, told.columns)
            for line, values in backup.lines(table, columns):
                added.add(line)
                follow(values)
                if added.rows % SHOWN_EVERY == 0:
                    progress(f"checking {table.name}", added.rows, told.rows)
            if added.contents != told:
                raise BadBackup(f"{path} is damaged: {table.name} is not what its manifest says")
        if _logs(chains) != backup.manifest.logs:
            raise BadBackup(f"{path} is damaged: its logs are not what its manifest says")
        return backup.manifest


@contextlib.contextmanager
def open_backup(path: Path) -> Iterator[OpenBackup]:
    """A backup to read from; whatever is wrong with it is said in words."""
    try:
        with path.open("rb") as file:
            if not zipfile.is_zipfile(file):
                raise BadBackup(f"{path} is no backup of Fourleaf, or it was cut off")
            with zipfile.ZipFile(file) as archive:
                yield OpenBackup(path, archive)
    except OSError as error:
        raise BadBackup(f"cannot read {path}: {error.strerror or error}") from None
    except _DAMAGE as error:
        raise BadBackup(f"{path} is damaged: {str(error) or type(error).__name__}") from None


_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    KeyError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    msgspec.DecodeError,
)
"""What the bytes of a damaged ZIP can make its readers say."""


class OpenBackup:
    """A backup whose manifest fits this Fourleaf."""

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        if MANIFEST not in archive.namelist():
            raise BadBackup(f"{path} is no backup of Fourleaf: it has no {MANIFEST}")
        text = archive.read(MANIFEST)
        _must_be_known(path, text)
        self.manifest = manifest = msgspec.json.decode(text, type=Manifest)
        if set(archive.namelist()) != {MANIFEST, *map(_member, manifest.contents)}:
            raise BadBackup(f"{path} is damaged: what is in it is not what its manifest says")
        known = schema.METADATA.tables
        self.tables = [
            (known[name], [known[name].columns[column] for column in contents.columns], contents)
            for name, contents in manifest.contents.items()
        ]

    def lines(self, table: Table, columns: Sequence[Column[Any]]) -> Iterator[tuple[bytes, Values]]:
        """Every line of a table, and the values in it."""
        kinds = [column.type.python_type | None if column.nullable else column.type.python_type for column in columns]
        decode = msgspec.json.Decoder(tuple[tuple(kinds)]).decode  # type: ignore[misc]  # as many as there are columns
        with self._archive.open(_member(table.name)) as member:
            for line in member:
                yield line, decode(line)


def _must_be_known(path: Path, text: bytes) -> None:
    """Of a backup of a newer Fourleaf only this much can be told for sure."""

    class _Heading(msgspec.Struct):
        format: int
        fourleaf: str
        step: str

    said = msgspec.json.decode(text, type=_Heading)
    if said.format > FORMAT or said.step not in known_steps():
        raise BadBackup(
            f"{path} was made by a newer Fourleaf ({said.fourleaf}, its schema is at step {said.step}, "
            f"which is unknown to {fourleaf.__version__}); install that one"
        )


def lines_in(connection: Connection, table: Table, columns: Sequence[Column[Any]]) -> Iterator[tuple[bytes, Values]]:
    """Every row of a table in a database, as the line that a backup has for it."""
    for row in rows_in(connection, table, columns):
        values = tuple(row)
        yield _encode(values) + b"\n", values


def _write(connection: Connection, name: str, file: IO[bytes], progress: Progress) -> Manifest:
    step = step_of(connection)
    if step is None:
        raise NoDatabase(f"{name} is empty: no server has ever used it")
    chains = Chains()
    contents = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=SQUEEZED) as archive:
        for table, columns in columns_of(connection).items():
            total = connection.scalar(select(func.count()).select_from(table)) or 0
            added, follow = LineSum(columns), _following(chains, table, [column.name for column in columns])
            progress(f"writing {table.name}", 0, total)
            with archive.open(_member(table.name), "w", force_zip64=True) as member:
                for line, values in lines_in(connection, table, columns):
                    member.write(line)
                    added.add(line)
                    follow(values)
                    if added.rows % SHOWN_EVERY == 0:
                        progress(f"writing {table.name}", added.rows, total)
            contents[str(table.name)] = added.contents
        manifest = Manifest(
            format=FORMAT,
            fourleaf=fourleaf.__version__,
            made_at=datetime.now(UTC).isoformat(timespec="seconds"),
            database=connection.dialect.name,
            step=step,
            rules={game: fourleaf.game(game).version for game in fourleaf.games()},
            contents=contents,
            logs=_logs(chains),
        )
        archive.writestr(MANIFEST, msgspec.json.format(_encode(manifest), indent=1))
    return manifest


def _following(chains: Chains, table: Table, columns: Sequence[str]) -> Callable[[Values], None]:
    """What is done with each row of a table besides counting it."""
    if table is schema.entries:
        of_entry = itemgetter(*[columns.index(name) for name in ENTRY])
        return lambda values: chains.follow_entry(*of_entry(values))
    if table is schema.promises:
        of_promise = itemgetter(*[columns.index(name) for name in PROMISE])
        return lambda values: chains.follow_promise(*of_promise(values))
    return lambda values: None


def _logs(chains: Chains) -> Logs:
    return Logs(chains.logs, chains.entries, chains.promises, chains.broken)


def _member(table: str) -> str:
    return f"{table}.jsonl"


def _sync(folder: Path) -> None:
    """A name is durable once its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
