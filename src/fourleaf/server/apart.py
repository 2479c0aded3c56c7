"""Work that strangers give, in a process of its own with little time and memory, and a place in the queue for each."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, TypeVar

from fourleaf.processes import Crashed, Failed, Late, OutOfMemory, Unstarted, Workers
from fourleaf.server.errors import Busy, Malformed
from fourleaf.server.limits import APART_SECONDS
from fourleaf.server.places import Places

T = TypeVar("T")
MEGABYTES: Final = 512
"""Memory that the process may use."""
TRIES: Final = 2
"""How often work is tried whose process ended: the first time it may have been somebody else's doing."""
logger = logging.getLogger("fourleaf.server")


class Apart:
    """The process in which records and studies are followed: whatever they hold, the server goes on."""

    def __init__(self) -> None:
        self._workers = Workers(1, MEGABYTES)
        self._places = Places("records and studies")

    async def do(self, who: str, what: str, work: Callable[..., T], *given: object) -> T:
        """The answer of some work; `who` asks takes a place of theirs, and words say `what` it is about."""
        with self._places.one(who):
            for _ in range(TRIES):
                try:
                    return await self._workers.do(APART_SECONDS, work, *given)
                except Late:
                    raise Malformed(f"this {what} takes more than {APART_SECONDS:g} seconds to replay") from None
                except OutOfMemory:
                    raise Malformed(f"this {what} takes more memory than it may") from None
                except Failed as fault:
                    logger.warning("a %s failed: %s", what, fault)
                    raise Malformed(f"this {what} cannot be replayed here") from None
                except Unstarted as fault:
                    logger.warning("no process for a %s: %s", what, fault)
                    raise Busy(f"no process for a {what} can be started just now; please try again") from None
                except Crashed as fault:
                    logger.warning("the process of a %s ended: %s", what, fault)
        raise Malformed(f"this {what} cannot be replayed here: the process that tried to ended {TRIES} times")

    def close(self) -> None:
        """Let the process go."""
        self._workers.close()
