"""`fourleaf verify RECORD`: whether the luck of a record is the luck that was promised."""

from __future__ import annotations

import argparse
import json
from typing import Any

import msgspec
from rich.console import Console

from fourleaf.engine.errors import BadRecord, NoRecord
from fourleaf.engine.record import Record
from fourleaf.engine.verify import Verdict
from fourleaf.games import verify

CODES = {"verified": 0, "contradiction": 1, "unrevealed": 2, "promised": 2}


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("verify", help="check every die and draw of a record")
    command.add_argument("record")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the verdict: 0 verified, 1 a contradiction, 2 not all of it could be checked, or it is no record."""
    try:
        verdict = verify(Record.load(args.record))
    except NoRecord:
        raise
    except BadRecord as error:
        verdict = Verdict("contradiction", str(error))
    if args.json:
        print(json.dumps(msgspec.to_builtins(verdict)))
    else:
        colour = {"verified": "green", "contradiction": "red"}.get(verdict.outcome, "yellow")
        Console().print(f"[bold {colour}]{verdict.outcome}[/]:", verdict.words, highlight=False)
    return CODES[verdict.outcome]
