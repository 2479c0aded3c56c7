"""`fourleaf doctor`: whether a server and all that it keeps are well, while it runs."""

from __future__ import annotations

import argparse
import json
import os
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.text import Text

from fourleaf.cli.words import bar
from fourleaf.server.settings import add_flags, read_settings

COLOURS: Final = {"ok": "green", "look": "yellow", "wrong": "red"}


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("doctor", help="look whether a server and its database are well; nothing is changed")
    command.add_argument("--quick", action="store_true", help="follow only the newest tables")
    command.add_argument("--json", action="store_true", help="print JSON")
    add_flags(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what is found: 0 when nothing is wrong, 1 when something is, 2 when the question was."""
    from fourleaf.server.doctor import examine

    settings = read_settings(vars(args), os.environ)
    console = Console(soft_wrap=True)
    found = []
    with bar("tables") as (watch, _):
        for finding in examine(settings, args.quick, watch):
            found.append(finding)
            if args.json:
                continue
            line = Text.assemble(
                (f"{finding.level:5}", COLOURS[finding.level]), f"  {finding.about:8}  {finding.words}"
            )
            console.print(line.append(f" → {finding.advice}" if finding.advice else "", "dim"))
    if args.json:
        print(json.dumps(msgspec.to_builtins(found), indent=1))
    return 1 if any(finding.level == "wrong" for finding in found) else 0
