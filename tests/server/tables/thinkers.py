"""Bots that misbehave, each in its own way; they run in the processes of a real pool."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from pathlib import Path

import fourleaf
from fourleaf.server.tables.bots import Position, think


def dies(position: Position) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def hangs(position: Position) -> int:
    time.sleep(3600)
    return 0


def cheats(position: Position) -> int:
    return 10**6


def raises(position: Position) -> int:
    raise RuntimeError("no idea")


def hoards(position: Position) -> int:
    return len(bytearray(8 << 30))


def marker(position: Position) -> Path:
    """Where a process leaves word that it has died; the environment of the pool's parent is older than the test."""
    return Path(tempfile.gettempdir(), f"fourleaf-died-{position.seed}")


def dies_once(position: Position) -> int:
    if not marker(position).exists():
        marker(position).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return think(position)


def first(position: Position) -> int:
    return fourleaf.replay(position.record).legal[0]
