"""From a backup to a database that holds nothing yet: in one transaction, and read back before it counts."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import DBAPIError

from fourleaf.server.storage.backup import (
    BadBackup,
    LineSum,
    Manifest,
    OpenBackup,
    Progress,
    lines_in,
    open_backup,
    read_through,
)
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.looking import columns_of
from fourleaf.server.storage.opening import migrate, must_be_alone, shown, step_of

AT_ONCE: Final = 1000
"""Rows that are written together."""


def restore(address: str, path: Path, progress: Progress) -> Manifest:
    """Bring everything back and the schema up to date; what fails leaves the database as it was."""
    manifest = read_through(path, progress)
    database = Database(address)
    name = shown(database.url)

    def fill(connection: Connection) -> None:
        must_be_alone(connection)
        _must_hold_nothing(connection, name, manifest)
        try:
            migrate(connection, manifest.step)
            with open_backup(path) as backup:
                _fill(connection, backup, progress)
            migrate(connection)
        except DBAPIError as error:
            words = str(error.orig).partition("\n")[0]
            raise BadBackup(f"{name} does not take what is in {path}: {words}; it is as it was") from None

    database.prepare(fill)
    return manifest


def _must_hold_nothing(connection: Connection, name: str, manifest: Manifest) -> None:
    for table, columns in columns_of(connection).items():
        if connection.execute(select(*columns[:1]).select_from(table).limit(1)).first() is not None:
            raise BadBackup(f"{name} is not empty (there is something in {table.name}); give --database another one")
    step = step_of(connection)
    if step not in (None, manifest.step):
        # Rows of an earlier step would miss what the steps since then have made of others.
        raise BadBackup(
            f"{name} is empty but its schema is at step {step}, and the backup is of step {manifest.step}; "
            "give --database one that no server has used"
        )


def _fill(connection: Connection, backup: OpenBackup, progress: Progress) -> None:
    for table, columns, told in backup.tables:
        names = [column.name for column in columns]
        lines = (dict(zip(names, values, strict=True)) for _, values in backup.lines(table, columns))
        done = 0
        while some := list(islice(lines, AT_ONCE)):
            connection.execute(insert(table), some)
            done += len(some)
            progress(f"writing {table.name}", done, told.rows)
    for table, columns, told in backup.tables:
        added = LineSum(columns)
        for line, _ in lines_in(connection, table, columns):
            added.add(line)
            if added.rows % AT_ONCE == 0:
                progress(f"reading {table.name} back", added.rows, told.rows)
        if added.contents != told:
            raise BadBackup(f"the database does not give back what it was given in {table.name}; it is as it was")
