"""What may happen, and what comes of it."""

from __future__ import annotations

import math
from collections import Counter
from importlib import import_module
from itertools import pairwise

from fourleaf import CHANCE, OVER, State
from fourleaf.engine.playout import play_out
from tests.kit.laws.met import SEVERAL, Met, law, may, meet, seen, written
from tests.kit.walks import Table, Walk

LONGEST_GAME = 50_000


@law(every="phase", decisions=7, chance=11, ends=1)
def legal_actions_are_ascending_and_none_only_at_the_end(walk: Walk, met: Met) -> None:
    for state in walk.positions:
        legal = may(state)
        assert all(low < high for low, high in pairwise(legal)), f"not ascending: {legal}"
        assert all(0 <= action < walk.table.game.actions for action in legal)
        assert bool(legal) == (state.actor() != OVER), "a dead end, or a choice after the end"
        meet(walk.table, state, met)


@law(every="phase", decisions=7, chance=11, ends=1)
def the_actor_is_a_seat_or_chance_or_nobody(walk: Walk, met: Met) -> None:
    for state in walk.positions:
        assert state.actor() in (*range(walk.table.seats), CHANCE, OVER)
        meet(walk.table, state, met)


@law(outcomes=90)
def chance_has_odds_for_every_outcome(walk: Walk, met: Met) -> None:
    for state in walk.positions:
        if state.actor() == CHANCE:
            odds = list(state.odds())
            assert len(odds) == len(state.legal())
            assert all(weight > 0 for weight in odds)
            met["outcomes"] += len(odds)


@law(draws=400)
def chance_draws_by_its_odds(walk: Walk, met: Met) -> None:
    rng = walk.rng()
    for state in [state for state in walk.sample(SEVERAL) if state.actor() == CHANCE][:3]:
        legal, odds = may(state), [int(weight) for weight in state.odds()]
        draws = 60 * len(legal)
        drawn = Counter(int(state.draw(rng)) for _ in range(draws))
        expected = {action: draws * weight / sum(odds) for action, weight in zip(legal, odds, strict=True)}
        assert set(drawn) <= set(legal)
        distance = sum((drawn[action] - mean) ** 2 / mean for action, mean in expected.items())
        # Wilson and Hilferty: six standard deviations, so that only a bias can fail.
        freedom = max(len(legal) - 1, 1)
        limit = freedom * (1 - 2 / (9 * freedom) + 6 * math.sqrt(2 / (9 * freedom))) ** 3
        assert distance <= limit, f"chi-square {distance:.1f} over {limit:.1f}"
        met["draws"] += draws if len(legal) > 1 else 0


@law(ends=1)
def every_game_comes_to_an_end(walk: Walk, met: Met) -> None:
    state = walk.positions[-1].clone()
    rng = walk.rng()
    for _ in range(LONGEST_GAME):
        if state.actor() == OVER:
            met["ends"] += 1
            return
        legal = state.legal()
        state.apply(int(legal[rng.randrange(len(legal))]))
    raise AssertionError(f"still running after {LONGEST_GAME} actions")


@law(every="phase", decisions=7, chance=11)
def the_same_action_has_the_same_effect(walk: Walk, met: Met) -> None:
    for state, action in walk.steps:
        one, other = state.clone(), state.clone()
        one.apply(action)
        other.apply(action)
        assert written(walk.table, one) == written(walk.table, other)
        meet(walk.table, state, met)


@law(clones=10, plies=150)
def a_clone_shares_nothing(walk: Walk, met: Met) -> None:
    for state in walk.sample(SEVERAL):
        before = everything(walk.table, state)
        twin = state.clone()
        assert everything(walk.table, twin) == before
        met["plies"] += play_out(twin, walk.rng())
        assert everything(walk.table, state) == before, "playing the clone changed the original"
        met["clones"] += 1


def everything(table: Table, state: State) -> tuple[object, ...]:
    """What can be told of a position: a notation alone leaves out what follows from the rest of it."""
    return written(table, state), may(state), list(state.scores()), [seen(table, state, seat) for seat in table.viewers]


@law(every="phase", decisions=7, chance=11, ends=1)
def nothing_is_lost_and_nothing_appears(walk: Walk, met: Met) -> None:
    components = import_module(f"tests.games.{walk.table.game.name}.components").components
    first = components(walk.positions[0])
    for state in walk.positions:
        assert components(state) == first
        meet(walk.table, state, met)
