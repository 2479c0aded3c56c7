"""Bots that misbehave, each in its own way; they run in the processes of a real pool."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from pathlib import Path

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
    return position.match().legal[0]


def pid_file() -> Path:
    """Where a process leaves its number, for the one that has started it."""
    return Path(tempfile.gettempdir(), f"fourleaf-thinks-{os.getppid()}")


def leaves_its_pid(position: Position) -> int:
    pid_file().write_text(str(os.getpid()))
    return think(position)


def killed_while_thinking(position: Position) -> int:
    """Says who it is and thinks for ever, the first time; whoever hears of it may do what they like."""
    if not pid_file().exists():
        leaves_its_pid(position)
        time.sleep(3600)
    return think(position)
