"""Views of which only the changes are sent: put together they are the whole ones, for everybody, entry by entry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from fourleaf.engine.match import Match
from fourleaf.engine.state import WATCHER
from fourleaf.games import GAMES
from fourleaf.server import wire
from fourleaf.server.service import Service
from fourleaf.server.tables.table import Table
from tests.server.club import run
from tests.server.tables.eyes import Eyes, begun, decide

DECISIONS = 60


@pytest.mark.parametrize("game", GAMES)
def test_changes_laid_over_the_view_before_are_the_whole_view(game: str, tmp_path: Path) -> None:
    luck = Random(22)

    async def story() -> None:
        async with begun(game, tmp_path) as (service, table):
            await compare(service, table, luck)

    run(story())


async def compare(service: Service, table: Table, luck: Random) -> None:
    """Those who are sent changes and those who are sent all of it see the same."""
    seats = len(table.state.seats)
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
    assert sum(eyes.parts for eyes in pieced) > sum(len(eyes.stood) for eyes in pieced) // 2


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
