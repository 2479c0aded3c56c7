"""What a move costs does not grow with the match: nothing on its way looks through all that has happened."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, SupportsIndex

import pytest

from fourleaf.engine.trail import Trail
from fourleaf.games import GAMES
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.table import Table
from tests.server.simulation.virtual_time import simulate
from tests.server.simulation.world import World
from tests.server.tables.test_one_position import begun, decide

FEW = 40
"""Items of the past that a move may look at, whatever the ply: how far its seats may go back."""


class Counted(list[Any]):
    """A list that knows how many of its items were looked at."""

    looks = 0

    def __getitem__(self, place: SupportsIndex | slice) -> Any:
        found = super().__getitem__(place)
        Counted.looks += len(found) if isinstance(place, slice) else 1
        return found

    def __iter__(self) -> Iterator[Any]:
        for item in super().__iter__():
            Counted.looks += 1
            yield item


def count_looks(table: Table) -> None:
    """From now on whoever looks into the past of this table is counted."""
    match = table.state.match
    assert match is not None
    for trail in (match._actions, match._deciders, match._drawn, table.state.times):
        assert isinstance(trail, Trail)
        trail._shared = Counted(trail._shared)
    Counted.looks = 0


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if 2 in game.seats])
def test_a_move_looks_at_a_few_items_of_the_past_however_long_it_is(game: str) -> None:
    luck = Random(3)
    looked: dict[int, int] = {}

    async def story() -> None:
        world = World(5)
        table = await begun(world, game)
        viewers = [Connection(person, person) for person in ("A", "B")]
        for seat, viewer in enumerate(viewers):
            viewer.seat, viewer.takes_changes = seat, True
            table.connections.add(viewer)
        while table.state.status == "playing":
            match = table.state.match
            assert match is not None
            count_looks(table)
            before = table.state.ply
            await decide(table, luck.randrange(len(match.legal)))
            if table.state.status == "playing":
                looked[before] = Counted.looks
            for viewer in viewers:
                while viewer.depth:
                    await viewer.next()

    simulate(story())
    assert max(looked) > FEW
    assert max(looked.values()) <= FEW, f"at ply {max(looked, key=looked.__getitem__)}"
