"""Named points at which a test can kill the process, to prove that nothing acknowledged is ever lost.

FOURLEAF_FAILPOINT=committed:3 kills it the third time that it comes to `committed`. FOURLEAF_NEWS=lost, doubled or late
is what becomes of all that other nodes tell this one.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Final

POINTS: Final = (
    "received",
    "checked",
    "inserted",
    "committed",
    "acknowledged",
    "half_broadcast",
    "bot_asked",
    "bot_answered",
)
"""Where a process can be made to die."""
LATE: Final = 0.4
"""Seconds after which news arrive that are late."""

_news = os.environ.get("FOURLEAF_NEWS", "")
_name, _, _count = os.environ.get("FOURLEAF_FAILPOINT", "").partition(":")
_left = int(_count or 1)


def failpoint(name: str) -> None:
    """Die here, if the environment says so."""
    global _left
    if name != _name:
        return
    _left -= 1
    if _left <= 0:
        os.kill(os.getpid(), signal.SIGKILL)


def arrives(heard: Callable[[], None], later: Callable[[float, Callable[[], None]], object]) -> None:
    """Let something be heard that another node tells, as the environment says; elsewhere at once."""
    if _news == "late":
        later(LATE, heard)
    elif _news != "lost":
        heard()
        if _news == "doubled":
            heard()
