"""A decision is tried out in what the table goes on with; until it is durable it has not happened."""

from __future__ import annotations

import asyncio

import pytest

from fourleaf.server import wire
from fourleaf.server.errors import Busy, Illegal, Stale
from fourleaf.server.tables import lobby
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.table import Requester, Table
from tests.server.simulation.memory import Weather
from tests.server.simulation.truth import compared
from tests.server.simulation.virtual_time import simulate
from tests.server.simulation.world import Server, World


async def begun(world: World, game: str = "alarun") -> Table:
    """A table at which A and B have begun to play."""
    truth = await world.table(wire.CreateTable(game=game, seats=["me", "open"]), ["A", "B"])
    table = await world.servers[0].tables.get(truth.table)
    async with table.lock:
        await lobby.start(table, "A")
    return table


async def decide(table: Table, wish: int = 0) -> wire.Ack:
    """Whoever is to decide takes the first legal action, or another."""
    match = table.state.match
    assert match is not None
    async with table.lock:
        seat = table.state.actor
        by = Requester(table.state.seats[seat].person, f"m{table.state.ply} {wish}")
        return await table.play(seat, table.state.ply, match.legal[wish], by)


def test_a_decision_that_the_storage_refuses_has_not_happened_and_can_be_made_again() -> None:
    async def story() -> None:
        world = World(1)
        table = await begun(world)
        for _ in range(12):
            before = compared(table.state)
            world.database.weather = Weather(refuses=1.0)
            for _ in range(2):
                with pytest.raises(Busy):
                    await decide(table, -1)
            assert compared(table.state) == before
            world.database.weather = Weather()
            await decide(table)
            truth = world.truths[table.id]
            assert compared(table.state) == compared(truth.now)
        assert world.database.met["refused"] == 24

    simulate(story())


def test_nobody_sees_a_decision_before_it_is_durable() -> None:
    async def story() -> None:
        world = World(2)
        table = await begun(world)
        before, viewer = compared(table.state), Connection("A", "A")
        shown = table.update(viewer)
        world.database.weather = Weather(slow=10.0)
        deciding = asyncio.create_task(decide(table))
        while world.truths[table.id].seq == table.state.seq:
            assert compared(table.state) == before
            assert table.update(viewer) == shown
            await asyncio.sleep(0.1)
        ack = await deciding
        assert ack.seq == table.state.seq == before["seq"] + 1
        assert table.update(viewer) != shown

    simulate(story())


def test_of_two_servers_that_decide_at_once_one_is_stale_and_both_stand_alike() -> None:
    async def story() -> None:
        world = World(3)
        world.servers = [Server(world), Server(world)]
        here = await begun(world)
        there = await world.servers[1].tables.get(here.id)
        await decide(here)
        with pytest.raises(Stale):
            await decide(there, -1)
        assert compared(here.state) == compared(there.state) == compared(world.truths[here.id].now)

    simulate(story())


def test_a_wish_that_is_illegal_leaves_no_trace() -> None:
    async def story() -> None:
        world = World(4)
        table = await begun(world)
        before = compared(table.state)
        with pytest.raises(Illegal):
            async with table.lock:
                await table.play(table.state.actor, table.state.ply, 0, Requester("A", "m"))
        assert compared(table.state) == before

    simulate(story())
