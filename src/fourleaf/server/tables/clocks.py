"""How long the actor may think, and what happens when the time is over."""

from __future__ import annotations

from librt.random import Random

from fourleaf.server.clock import Clock
from fourleaf.server.tables import commands
from fourleaf.server.tables.luck import bot_seed
from fourleaf.server.tables.table import SERVER, Table
from fourleaf.server.values import LiveClock

DAY = 24 * 3600
LEAST = 60.0
"""Seconds that a restart leaves to somebody whose days are over: nobody loses to a server that was down."""


def time_left(table: Table, now: Clock) -> float | None:
    """Seconds that the actor still has; None when no clock runs."""
    state = table.state
    clock = state.created.clock
    if clock is None or state.actor < 0 or state.seats[state.actor].played_by is not None or table.pause is not None:
        return None
    if isinstance(clock, LiveClock):
        return max(0.0, (state.seats[state.actor].bank or 0.0) - (now.steady() - table.turn_began))
    here_for = now.steady() - table.loaded_at
    return max(state.turn_began_at + clock.days * DAY - now.wall(), LEAST - here_for, 0.0)


async def time_is_over(table: Table) -> None:
    """Do what the table agreed on. The caller holds the lock and has checked that the turn is still the same."""
    state = table.state
    clock, seat, match = state.created.clock, state.actor, state.match
    assert clock is not None
    assert match is not None
    if clock.then == "forfeit":
        await commands.forfeit(table, seat)
    elif clock.then == "move":
        rng = Random(bot_seed(state.secrets[state.commitment], state.seq))
        await table.decide(seat, match.legal[rng.randrange(len(match.legal))], SERVER, "clock")
    else:
        await commands.stand_in(table, seat, "clock")
