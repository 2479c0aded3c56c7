"""`fourleaf bench`: how fast the engine is."""

from __future__ import annotations

import argparse
from typing import Any


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("bench", help="measure the engine")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure."""
    return 0
