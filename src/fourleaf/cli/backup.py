"""`fourleaf backup FILE`: all that a server keeps, in one file, while it runs."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fourleaf.cli.words import bar
from fourleaf.server.settings import add_flags, read_settings

if TYPE_CHECKING:
    from fourleaf.server.storage.backup import Manifest


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("backup", help="write all that a server keeps into one file, while it runs")
    command.add_argument("file", type=Path, metavar="FILE", help="a new file; it will hold every secret of the server")
    add_flags(command, only=["database"])
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what was kept: 0 when all of it is well, 1 where a log was broken before, 2 when nothing was written."""
    from fourleaf.server.storage.backup import back_up

    settings = read_settings(vars(args), os.environ)
    with bar("rows") as (watch, _):
        manifest = back_up(settings.database_url, args.file, watch)
    size = args.file.stat().st_size / (1 << 20)
    print(f"{args.file}: {said(manifest)}; {size:,.1f} MB, read back and checked.")
    return tell_broken(manifest)


def said(manifest: Manifest) -> str:
    """What a backup holds, in words."""
    logs = manifest.logs
    return (
        f"{logs.tables:,} tables with {logs.entries:,} entries, {manifest.rows:,} rows in all, "
        f"of Fourleaf {manifest.fourleaf} (step {manifest.step}, {manifest.database}), {manifest.made_at}"
    )


def tell_broken(manifest: Manifest) -> int:
    """Name the logs that are not what was written; the exit code."""
    for table, words in manifest.logs.broken.items():
        where = f"the log of table {table}" if table else "the list of promises"
        print(f"{where} is broken in the database itself: {words}.")
    return 1 if manifest.logs.broken else 0
