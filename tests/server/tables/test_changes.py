"""Views of which only the changes are sent: put together they are the whole ones, for everybody, entry by entry."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from fourleaf.engine.match import Match
from fourleaf.engine.state import WATCHER
from fourleaf.games import GAMES
from fourleaf.server import wire
from fourleaf.server.clock import RealClock
from fourleaf.server.service import Service
from fourleaf.server.tables import lobby
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.table_session import TableSession
from tests.server.club import run, settings_for

Json = dict[str, Any]
DECISIONS = 60
HOST = "oak"


class Eyes:
    """Somebody at a table who puts together what they are told."""

    def __init__(self, service: Service, table: Table, changes: bool) -> None:
        self._service = service
        self._table = table
        self._changes = changes
        self.now: Json = {}
        self._seq = 0
        self.parts = 0
        """Views of which only a part was sent."""
        self.told = 0

    async def come(self, seat: int | None) -> None:
        """Say hello through a seat, or as a watcher."""
        self.connection = Connection(HOST if seat is not None else None, "")
        self.session = TableSession(self._service.session_parts, self._table, self.connection)
        await self.session.hear(wire.Hello(seat=seat, changes=self._changes))
        await self.read()

    async def read(self) -> None:
        """All that waits."""
        while self.connection.depth:
            text = await self.connection.next()
            assert text is not None
            message = json.loads(text)
            if message["type"] == "update" and message["now"] is not None:
                self._stand(message["now"], message["seq"])

    def _stand(self, now: Json, seq: int) -> None:
        self.told += 1
        if now["since"] is not None:
            assert self._changes, "nobody is sent a part who did not ask for it"
            assert (now["since"], now["seat"]) == (self._seq, self.now["seat"])
            self.parts += 1
            now |= {"view": self.now["view"] | now["view"], "since": None}
        self.now, self._seq = now, seq


async def decide(table: Table, everybody: list[Eyes], luck: Random, number: int) -> None:
    """One decision, or one step back by who decided last where that is free."""
    last = everybody[table.state.deciders[-1] if table.state.ply else table.state.actor]
    undo = last.now["undo"]
    if undo and undo["free"] and luck.random() < 0.2:
        await last.session.hear(wire.Undo(id=f"m{number}", ply=undo["free"][0]))
        return
    eyes = everybody[table.state.actor]
    chosen = luck.choice(eyes.now["legal"])["action"]
    await eyes.session.hear(wire.Play(id=f"m{number}", ply=eyes.now["ply"], action=chosen))


@pytest.mark.parametrize("game", GAMES)
def test_changes_laid_over_the_view_before_are_the_whole_view(game: str, tmp_path: Path) -> None:
    seats = max(2, GAMES[game].seats[0])
    luck = Random(22)

    async def story() -> None:
        service = Service(settings_for(tmp_path), RealClock())
        await service.open()
        table = await service.tables.create(wire.CreateTable(game=game, seats=["me"] * seats), HOST, "Oak")
        async with table.lock:
            await lobby.start(table, HOST)
        wholes = [Eyes(service, table, changes=False) for _ in range(seats + 1)]
        pieced = [Eyes(service, table, changes=True) for _ in range(seats + 1)]
        places = [*range(seats), None]
        for pair in (wholes, pieced):
            for eyes, place in zip(pair, places, strict=True):
                await eyes.come(place)
        for number in range(DECISIONS):
            if table.state.status != "playing":
                break
            await decide(table, pieced, luck, number)
            for whole, piece in zip(wholes, pieced, strict=True):
                await whole.read()
                await piece.read()
                assert piece.now == whole.now
            if number % 9 == 8:
                # Somebody looks through another seat of theirs, and somebody else comes back.
                one, other = luck.sample(range(seats), 2)
                await pieced[one].session.hear(wire.Look(seat=other))
                await pieced[one].read()
                assert pieced[one].now["view"] == wholes[other].now["view"]
                pieced[one].session.end()
                await pieced[one].come(places[one])
                assert pieced[one].now == wholes[one].now
        assert sum(eyes.parts for eyes in pieced) > sum(eyes.told for eyes in pieced) // 2
        await service.close()

    run(story())


def positions(game: str) -> Iterator[Match]:
    """Some positions of a random match at every number of seats."""
    luck = Random(7)
    for seats in GAMES[game].seats:
        match = GAMES[game].start(seats, seed=seats)
        while not match.is_over and match.ply < 400:
            match.play(luck.choice(match.legal))
            yield match


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if not game.hidden])
def test_where_nothing_is_hidden_everybody_sees_and_hears_the_same(game: str) -> None:
    for match in positions(game):
        own = match.view(0)
        for seat in (*range(match.seats), WATCHER):
            assert match.view(seat) == msgspec.structs.replace(own, seat=seat)
        before, action = next(match.history(match.ply - 1))
        lines = {match.game.moves.tell(before, action, seat) for seat in (*range(match.seats), WATCHER)}
        assert len(lines) == 1
