"""What the box holds, counted wherever it lies."""

from __future__ import annotations

from fourleaf.engine.bits import count, has
from fourleaf.engine.counts import how_many, size_of, unit
from fourleaf.games.korrigans.board import FIELDS, KIND_NAMES, MENHIR_NAMES, NONE, gathered_kind, gathered_on, gatherer
from fourleaf.games.korrigans.rules import Korrigans


def components(state: Korrigans) -> dict[str, int]:
    """Each clover in the pool, on fields and with seats; the pawns; the figures. And what is kept twice must agree."""
    with_seats = [0] * state.seats
    for seat in range(state.seats):
        with_seats[seat] = state.stash[seat] + state.display[seat] + state.spent[seat]
        if state.sacrificed[seat] != NONE:
            with_seats[seat] += unit(state.sacrificed[seat])
        gathered = sum(unit(gathered_kind(taken)) for taken in state.gatherings if gatherer(taken) == seat)
        assert with_seats[seat] == gathered, "a seat has what it gathered, and nothing else"
    clovers = state.pool + sum(state.contents) + sum(with_seats)
    for field in range(FIELDS):
        if has(state.looked, field):
            assert size_of(state.contents[field]) == state.counts[field]
        else:
            assert state.contents[field] == 0
            assert all(gathered_on(taken) != field for taken in state.gatherings)
    unseen = sum(state.counts[field] for field in range(FIELDS) if not has(state.looked, field))
    assert unseen == size_of(state.pool), "the pool lies on the fields at which nobody has looked"
    on_suns = [colour for colour in state.suns if colour != NONE]
    on_clouds = [colour for colour in state.clouds if colour != NONE]
    assert len(set(on_suns)) == len(on_suns) <= 6, (
        "a sun holds the first pawn of a colour, and the seventh is not placed"
    )
    assert len(set(on_clouds)) == len(on_clouds)
    assert set(on_clouds) <= set(on_suns), "a cloud holds a second pawn"
    assert state.round == len(on_suns) + len(on_clouds) + (state.pawn != NONE)
    assert state.elves & state.goblins == 0, "no Korrigan bears two"
    assert count(state.elves) <= 2
    assert count(state.goblins) <= 2
    return {name: how_many(clovers, kind) for kind, name in enumerate(KIND_NAMES)} | {
        "pawns": state.round + size_of(state.pawns()),
        "korrigans": len(state.where),
        **{
            name: how_many(state.menhirs + sum(state.gold), kind)
            for kind, name in enumerate(MENHIR_NAMES)
            if name.startswith("gold")
        },
    }
