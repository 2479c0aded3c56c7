"""The fast rules against the naive ones, on thousands of random positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from librt.random import Random

from fourleaf import OVER
from fourleaf.engine.counts import listed_kinds, size_of
from fourleaf.engine.playout import random_action
from fourleaf.games.korrigans import GAME
from fourleaf.games.korrigans.board import COMPANION_BITS, FIELD_IDS, KIND_NAMES
from fourleaf.games.korrigans.moves import GiveGoblin, Ride
from fourleaf.games.korrigans.rules import Korrigans
from fourleaf.games.korrigans.view import KorrigansView
from tests.games.korrigans import oracle
from tests.games.korrigans.positions import begun, moves, phase

GAMES = 12
OPTIONS: list[dict[str, Any]] = [
    {},
    {"placement": "free"},
    {"final_transfers": False},
    {"late_sacrifice": True},
    {"placement": "free", "final_transfers": False, "late_sacrifice": True},
]


def steps(seats: int, options: dict[str, Any]) -> Iterator[tuple[Korrigans, int]]:
    """Each position of a few random games, with the action that left it."""
    rng = Random(seats)
    for _ in range(GAMES):
        state = begun(seats, **options)
        while state.actor() != OVER:
            action = random_action(state, rng)
            yield state.clone(), int(action)
            state.apply(action)


def shown(state: Korrigans) -> KorrigansView:
    return GAME.view.view(state, int(state.turn))


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.clause("K4.1", "K4.2", "K4.5", "K4.7", "K5.3", "K8.4", "K9.1", "K9.2")
def test_movement_transfers_and_the_cauldron_agree_with_the_oracle(seats: int, options: dict[str, Any]) -> None:
    ridden: tuple[KorrigansView, tuple[int, int], str] | None = None
    for state, action in steps(seats, options):
        here = phase(state)
        if here in ("move", "fairy", "late", "final"):
            assert moves(state) == oracle.decisions(shown(state))
        if here == "cauldron":
            assert moves(state) == oracle.landings(shown(state))
        move = GAME.moves.spell(state, action)
        after = state.clone()
        after.apply(action)
        if isinstance(move, Ride):
            ridden = (shown(state), (int(state.turn), move.korrigan), move.field)
            if phase(after) != "goblin":
                still = here == "final" and not state.final_transfers
                expected = oracle.bearers(ridden[0]) if still else oracle.after_arrival(*ridden, None)
                assert oracle.bearers(shown(after)) == expected
        if isinstance(move, GiveGoblin):
            assert ridden is not None
            seat, number = map(int, move.korrigan.split("."))
            assert oracle.bearers(shown(after)) == oracle.after_arrival(*ridden, (seat, number))


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.clause("K10.3", "K11.2")
def test_the_final_run_agrees_with_the_oracle(seats: int) -> None:
    tried = 0
    for state, _ in steps(seats, {"final_transfers": False}):
        if phase(state) == "final" and size_of(state.display[state.turn]) <= 3:
            expected = oracle.final_runs(shown(state))
            assert engine_runs(state) == expected
            for run in expected:
                assert bonus_after(run, state) == oracle.bonus(run, shown(state).cauldron)
            tried += 1
    assert tried > GAMES


def engine_runs(state: Korrigans) -> set[oracle.Run]:
    """Every way in which the engine lets this final turn end."""
    seat = int(state.turn)
    ends: set[oracle.Run] = set()
    open_ends = [state]
    while open_ends:
        here = open_ends.pop()
        run = as_run(here, seat)
        if run in ends:
            continue
        ends.add(run)
        for action in here.legal():
            if isinstance(GAME.moves.spell(here, action), Ride):
                further = here.clone()
                further.apply(int(action))
                open_ends.append(further)
    return ends


def as_run(state: Korrigans, seat: int) -> oracle.Run:
    left = [KIND_NAMES[kind] for kind in listed_kinds((state.stash[seat] + state.display[seat]) & COMPANION_BITS)]
    if state.has_backup(seat):
        left.append(KIND_NAMES[state.backup[seat]])
    first, second = (FIELD_IDS[state.where[2 * seat + number]] for number in range(2))
    return oracle.Run(first, second, tuple(sorted(left)))


def bonus_after(run: oracle.Run, state: Korrigans) -> int:
    there = state.clone()
    seat = int(state.turn)
    there.where[2 * seat] = FIELD_IDS.index(run.first)
    there.where[2 * seat + 1] = FIELD_IDS.index(run.second)
    here = state.clone()
    here.cauldron = -1
    return int(there.open_gold(seat) - here.open_gold(seat))
