"""What outside bots are called for: you are asked, you sit at this table, it is your turn, it is over."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from fourleaf.server.tables.connection import encoded
from fourleaf.server.tables.table import Table
from fourleaf.server.wire import BotCall


class BotStream:
    """One stream of calls to one bot: of each seat the newest call waits, so that a slow reader misses nothing."""

    def __init__(self) -> None:
        self._heard: dict[tuple[str, int], tuple[str, int]] = {}
        self._waiting: dict[tuple[str, int], BotCall] = {}
        self._news = asyncio.Event()
        self._closed = False

    def tell(self, call: BotCall) -> None:
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


class BotStreams:
    """All streams of calls."""

    def __init__(self) -> None:
        self._streams: dict[str, set[BotStream]] = defaultdict(set)

    def listen(self, person: str) -> BotStream:
        """A new stream for a bot."""
        stream = BotStream()
        self._streams[person].add(stream)
        return stream

    def stop(self, person: str, stream: BotStream) -> None:
        """The stream has ended."""
        self._streams[person].discard(stream)
        if not self._streams[person]:
            del self._streams[person]

    def look(self, table: Table) -> None:
        """A table has changed: call those who sit there or are asked to."""
        if not self._streams:
            return
        for person in {*table.state.people.values(), *table.state.asked.values()}:
            for stream in self._streams.get(person, ()):
                for call in calls_to(table, person):
                    stream.tell(call)

    def close(self) -> None:
        """End every stream."""
        for streams in self._streams.values():
            for stream in streams:
                stream.close()


def calls_to(table: Table, person: str) -> list[BotCall]:
    """What there is to say to somebody who sits at a table, or is asked to."""
    state = table.state
    asked = [
        BotCall(type="asked", table=state.table, game=state.created.game, seat=seat, ply=0)
        for seat in state.kept_for(person)
    ]
    return [*[_call_of(table, seat) for seat in state.seats_of(person)], *asked]


def _call_of(table: Table, seat: int) -> BotCall:
    state = table.state
    if state.status == "over":
        return BotCall(type="over", table=state.table, game=state.created.game, seat=seat, ply=state.ply)
    # While others read, nobody plays: the call comes when they have.
    turn = state.actor == seat and state.seats[seat].played_by is None and table.pause is None
    return BotCall(
        type="turn" if turn else "table", table=state.table, game=state.created.game, seat=seat, ply=state.ply
    )
