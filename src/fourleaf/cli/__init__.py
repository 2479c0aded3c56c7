"""The commands of `fourleaf`: one module a command."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from fourleaf import __version__, native
from fourleaf.cli import (
    arena,
    backup,
    bench,
    check_bot,
    doctor,
    games,
    play,
    puzzles,
    replay,
    restore,
    review,
    rules,
    serve,
    sim,
    verify,
)
from fourleaf.engine import state
from fourleaf.engine.errors import FourleafError

COMMANDS: Final = (
    *(play, serve, backup, restore, doctor),
    *(games, rules, sim, arena, check_bot, replay, review, puzzles, verify, bench),
)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    build = "compiled" if native.is_compiled(state) else "interpreted"
    top = argparse.ArgumentParser(prog="fourleaf", description="A table for five games of clover, rainbow and gold.")
    top.add_argument("--version", action="version", version=f"fourleaf {__version__}, {build}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)
    return top


def main(words: list[str] | None = None) -> int:
    """Run one command: 0 when all is well, 1 when the answer is no, 2 when the question was wrong."""
    args = parser().parse_args(words)
    # Bots of one's own lie where one works; at the end of the path they hide nothing that is installed.
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        code: int = args.run(args)
    except FourleafError as error:
        print(f"fourleaf: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return code
