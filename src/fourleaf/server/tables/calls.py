"""Calls to outside bots: you are asked, you sit at this table, it is your turn, it is over."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from fourleaf.server.bodies import Called
from fourleaf.server.limits import QUEUE_MESSAGES
from fourleaf.server.tables.connection import encoded
from fourleaf.server.tables.fold import Fold


class Ear:
    """One stream of calls to one bot."""

    def __init__(self) -> None:
        self._heard: dict[tuple[str, int], tuple[str, int]] = {}
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()

    def tell(self, call: Called) -> None:
        """Put a call in the queue, each once; a reader that is too far behind is cut off and comes back."""
        key, news = (call.table, call.seat), (call.type, call.ply if call.type == "turn" else 0)
        if self._heard.get(key) == news or (call.type == "table" and self._heard.get(key, ("asked", 0))[0] != "asked"):
            return
        self._heard[key] = news
        self._waiting.put_nowait(encoded(call) + b"\n" if self._waiting.qsize() < QUEUE_MESSAGES else None)

    def close(self) -> None:
        """No more calls."""
        self._waiting.put_nowait(None)

    async def next(self) -> bytes | None:
        """The next line; None at the end."""
        return await self._waiting.get()


class Calls:
    """All streams of calls."""

    def __init__(self) -> None:
        self._ears: dict[str, set[Ear]] = defaultdict(set)

    def listen(self, person: str) -> Ear:
        """A new stream for a bot."""
        ear = Ear()
        self._ears[person].add(ear)
        return ear

    def stop(self, person: str, ear: Ear) -> None:
        """The stream has ended."""
        self._ears[person].discard(ear)
        if not self._ears[person]:
            del self._ears[person]

    def look(self, fold: Fold) -> None:
        """A table has changed: call those who sit there or are asked to."""
        for seat, person in fold.people.items():
            for ear in self._ears.get(person, ()):
                ear.tell(call_of(fold, seat))
        for seat, person in fold.asked.items():
            for ear in self._ears.get(person, ()):
                ear.tell(Called(type="asked", table=fold.table, game=fold.created.game, seat=seat, ply=0))

    def close(self) -> None:
        """End every stream."""
        for ears in self._ears.values():
            for ear in ears:
                ear.close()


def call_of(fold: Fold, seat: int) -> Called:
    """What there is to say to a seat of a table now."""
    if fold.status == "over":
        return Called(type="over", table=fold.table, game=fold.created.game, seat=seat, ply=fold.ply)
    turn = fold.actor == seat and fold.seats[seat].played_by is None
    return Called(type="turn" if turn else "table", table=fold.table, game=fold.created.game, seat=seat, ply=fold.ply)
