"""Calls to outside bots: you are asked, you sit at this table, it is your turn, it is over."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from fourleaf.server.bodies import Called
from fourleaf.server.tables.connection import encoded
from fourleaf.server.tables.fold import Fold


class Ear:
    """One stream of calls to one bot: of each seat the newest call waits, so that a slow reader misses nothing."""

    def __init__(self) -> None:
        self._heard: dict[tuple[str, int], tuple[str, int]] = {}
        self._waiting: dict[tuple[str, int], Called] = {}
        self._news = asyncio.Event()
        self._closed = False

    def tell(self, call: Called) -> None:
        """Call, each time once; what the same seat was to be called for before is past."""
        key, news = (call.table, call.seat), (call.type, call.ply if call.type == "turn" else 0)
        before, self._heard[key] = self._heard.get(key), news
        # That a turn is over is no news; but the same ply may come again after going back, and then it is called.
        if before == news or (call.type == "table" and before is not None and before[0] != "asked"):
            return
        self._waiting[key] = call
        self._news.set()

    def close(self) -> None:
        """No more calls."""
        self._closed = True
        self._news.set()

    async def next(self) -> bytes | None:
        """The next line; None at the end."""
        while not self._waiting:
            if self._closed:
                return None
            self._news.clear()
            await self._news.wait()
        return encoded(self._waiting.pop(next(iter(self._waiting)))) + b"\n"

    @property
    def waits(self) -> bool:
        """Whether there is something to say."""
        return bool(self._waiting)


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
        for person in {*fold.people.values(), *fold.asked.values()}:
            for ear in self._ears.get(person, ()):
                for call in calls_to(fold, person):
                    ear.tell(call)

    def close(self) -> None:
        """End every stream."""
        for ears in self._ears.values():
            for ear in ears:
                ear.close()


def calls_to(fold: Fold, person: str) -> list[Called]:
    """What there is to say to somebody who sits at a table, or is asked to."""
    asked = [
        Called(type="asked", table=fold.table, game=fold.created.game, seat=seat, ply=0)
        for seat in fold.kept_for(person)
    ]
    return [*[_call_of(fold, seat) for seat in fold.seats_of(person)], *asked]


def _call_of(fold: Fold, seat: int) -> Called:
    if fold.status == "over":
        return Called(type="over", table=fold.table, game=fold.created.game, seat=seat, ply=fold.ply)
    turn = fold.actor == seat and fold.seats[seat].played_by is None
    return Called(type="turn" if turn else "table", table=fold.table, game=fold.created.game, seat=seat, ply=fold.ply)
