"""How many tables of which game a core serves and a gigabyte holds: what stands on the page of results, worked out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from benchmarks.server.contenders import OURS
from fourleaf.games import GAMES

TABLES: Final = 50
"""Where it is read off: at how many tables in play."""
ROOM: Final = 0.7
"""Of a core, for moves; the rest is for those who come and go, for lists, and for moves that come together."""
PAUSE: Final = 10
"""Seconds between two moves at a table, which is brisk for people."""
GIGABYTE: Final = 1 << 20
"""In KB."""
COLUMNS: Final = ("game", "ms a move", "tables a core", "KB a table", "tables a gigabyte")


def capacity(results: str) -> str:
    """The table of docs/hosting.md, from the text of benchmarks/results.md and nothing else."""
    moves = {row["game"]: row["s/1,000"] for row in _rows(results, f"{TABLES} tables")}
    memory = {row["game"]: row["KB a table"] for row in _rows(results, f"{TABLES} tables, set up")}
    lines = [COLUMNS, ("---",) * len(COLUMNS)]
    for game, cost in moves.items():
        # The number of seats stands behind the name, where it is not two.
        name, _, seats = game.partition(" ")
        served, kilobytes = ROOM * PAUSE * 1000 / float(cost), int(memory[name])
        title = f"{GAMES[name].title} {seats}".strip()
        lines.append(
            (title, cost, f"{round(served, -2):,.0f}", str(kilobytes), f"{round(GIGABYTE / kilobytes, -2):,.0f}")
        )
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _rows(results: str, title: str) -> Iterator[dict[str, str]]:
    """Those of our own on SQLite in the table below this title."""
    lines = iter(results.splitlines())
    next(line for line in lines if line.strip() == title)
    next(lines)
    names = _cells(next(lines))
    for line in lines:
        if not line.startswith("|"):
            return
        row = dict(zip(names, _cells(line), strict=True))
        if row["server"] == OURS:
            yield row


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
