"""Hundreds of worlds, each from its seed: whatever fails, what is told is true and what is done is kept."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import msgspec
import pytest

from fourleaf.engine.match import Match
from fourleaf.server import wire
from fourleaf.server.errors import Busy
from fourleaf.server.storage.entries import AnyEntry, LogLine
from fourleaf.server.storage.log import rows_of
from fourleaf.server.tables import lobby, projection, table
from fourleaf.server.tables.catching_up import MissedEntries
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.table import SERVER, Requester, Table
from fourleaf.server.tables.table_state import TableState
from tests.server.simulation.script import told
from tests.server.simulation.truth import compared
from tests.server.simulation.virtual_time import simulate
from tests.server.simulation.world import Server, World

RUNS = int(os.environ.get("FOURLEAF_TRIES", "10"))
"""Worlds in each of the portions below."""


def must_be_sound(seed: int) -> World:
    world = simulate(told(seed))
    if world.objections:
        pytest.fail(f"seed {seed}\n" + "\n".join(world.script), pytrace=False)
    return world


@pytest.mark.parametrize("portion", range(8))
def test_whatever_fails_what_is_told_is_true_and_what_is_done_is_kept(portion: int) -> None:
    for seed in range(portion * RUNS, (portion + 1) * RUNS):
        must_be_sound(seed)


@pytest.mark.parametrize("portion", range(8, 48))
def test_hundreds_more_worlds(portion: int) -> None:
    for seed in range(portion * RUNS, (portion + 1) * RUNS):
        must_be_sound(seed)


def test_a_world_is_the_same_whenever_it_is_told() -> None:
    once, again = must_be_sound(7), must_be_sound(7)
    assert once.script == again.script
    assert [browser.heard for browser in once.browsers] == [browser.heard for browser in again.browsers]
    assert once.script != must_be_sound(8).script


def test_worlds_hold_all_that_can_go_wrong() -> None:
    met: Counter[str] = Counter()
    for seed in range(20):
        world = must_be_sound(seed)
        for truth in world.truths.values():
            met.update(str(row.line.entry.__struct_config__.tag) for row in truth.rows)
        met.update(world.database.met)
        met["power cuts"] += sum("the power fails" in line for line in world.script)
        met["cut off"] += sum("is cut off" in line for line in world.script)
    people = {"played", "undone", "asked", "stood_in", "returned", "voided"}
    faults = {"refused", "conflict", "unread", "power cuts", "cut off"}
    assert people | faults <= {what for what, times in met.items() if times}, met


def test_a_start_that_another_server_made_void_is_followed_with_its_new_secret() -> None:
    async def story() -> None:
        world = World(1)
        world.servers = [Server(world), Server(world)]
        truth = await world.table(wire.CreateTable(game="treasure", seats=["me", "open"]), ["A", "B"])
        here, there = [await server.tables.get(truth.table) for server in world.servers]
        async with here.lock:
            await lobby.commit(here, 0, "0" * 64, Requester("A", "m1"))
            await lobby.start(here, "A")
            await lobby.void(here)
            await lobby.start(here, "A")
        async with there.lock:
            await there.catch_up()
        assert there.state.status == "playing"
        assert compared(there.state) == compared(here.state)
        world.database.close()

    simulate(story())


# A simulation that could not fail would prove nothing.


async def _tells_too_early(self: Table, *entries: AnyEntry, **how: Any) -> wire.Ack:
    """What is going to be written is told before it is."""
    lines = [LogLine(at=self.clock.wall(), entry=entry) for entry in entries]
    ahead = self._ahead(rows_of(self.id, self.state.seq, self.state.hash, lines, self.environment.random_bytes))
    self._broadcast(ahead.rows)
    return await append(self, *entries, **how)


async def _acknowledges_too_early(self: Table, *entries: AnyEntry, by: Requester = SERVER, **how: Any) -> wire.Ack:
    by.acked(wire.Ack(id=by.client_id or "", seq=self.state.seq + 1, hash=""))
    return await append(self, *entries, by=by, **how)


async def _goes_on_whatever_the_storage_says(self: Table, *entries: AnyEntry, **how: Any) -> wire.Ack:
    """A storage that refuses is not believed."""
    try:
        return await append(self, *entries, **how)
    except Busy:
        lines = [LogLine(at=self.clock.wall(), entry=entry) for entry in entries]
        self._go(self._ahead(rows_of(self.id, self.state.seq, self.state.hash, lines, self.environment.random_bytes)))
        raise


def _forgets_what_it_missed(self: MissedEntries, table: Table, connection: Connection, since: int) -> None:
    missed(self, table, connection, since + 1)


def _shows_every_card(state: TableState, seat: int, *rest: Any) -> wire.MatchStanding | None:
    """A seat is shown what the next one sees."""
    shown = standing(state, (seat + 1) % len(state.seats) if seat >= 0 else seat, *rest)
    return None if shown is None else msgspec.structs.replace(shown, seat=seat)


def _plays_on_the_table_itself(self: Match) -> Match:
    """What is tried out has happened, whether it is kept or not."""
    return self


append, missed, standing = Table.append, MissedEntries.__init__, projection.standing
MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "told before it is durable": (Table, "append", _tells_too_early),
    "acknowledged before it is durable": (Table, "append", _acknowledges_too_early),
    "gone on after a storage that refused": (Table, "append", _goes_on_whatever_the_storage_says),
    "a gap for whoever comes back": (MissedEntries, "__init__", _forgets_what_it_missed),
    "another seat's view": (table, "standing", _shows_every_card),
    "a trial that changes the table": (Match, "copy", _plays_on_the_table_itself),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_server_that_does_wrong_is_noticed(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*MUTANTS[mutant])
    assert any(simulate(told(seed)).objections for seed in range(RUNS))
