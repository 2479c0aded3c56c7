"""`fourleaf restore FILE`: a backup, brought back into a database that holds nothing yet."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from fourleaf.cli.backup import said, tell_broken
from fourleaf.cli.words import bar
from fourleaf.server.settings import add_flags, read_settings


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("restore", help="bring a backup back into an empty database of either kind")
    command.add_argument("file", type=Path, metavar="FILE", help="what `fourleaf backup` has written")
    command.add_argument("--check", action="store_true", help="only read all of it and say whether it is whole")
    add_flags(command, only=["database"])
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what was brought back: 0 when all of it is well, 1 where a log was broken before, 2 when nothing was."""
    from fourleaf.server.storage.backup import read_through
    from fourleaf.server.storage.restoring import restore

    settings = read_settings(vars(args), os.environ)
    with bar("rows") as (watch, _):
        manifest = read_through(args.file, watch) if args.check else restore(settings.database_url, args.file, watch)
    print(f"{args.file}: {said(manifest)}; {'all of it is whole' if args.check else 'brought back and checked'}.")
    return tell_broken(manifest)
