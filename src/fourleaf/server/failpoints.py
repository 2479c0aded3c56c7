"""Named points at which a test can kill the process, to prove that nothing acknowledged is ever lost.

FOURLEAF_FAILPOINT=committed:3 kills it the third time that it comes to `committed`.
"""

from __future__ import annotations

import os
import signal
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
