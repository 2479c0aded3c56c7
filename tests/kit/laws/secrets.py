"""What a seat may know: views, glimpses and imagined worlds."""

from __future__ import annotations

from typing import Any

import msgspec
from librt.random import Random

from fourleaf import OVER, State
from fourleaf.engine.playout import random_action
from tests.kit.laws.met import SEVERAL, Met, law, may, meet, seen, written
from tests.kit.walks import Table, Walk

HORIZON = 10
"""Plies for which two worlds are watched; whatever they part over shows within a turn or two."""
A_WHILE = 3
"""Plies for which two positions are watched that differ in something unseen."""
MOST = 12
"""Actions of one position of which it is asked what can be seen of them."""


@law(decisions=7)
def a_seat_sees_its_own_decisions(walk: Walk, met: Met) -> None:
    for state, action in walk.steps:
        if state.actor() >= 0:
            assert state.glimpse(action, state.actor()) == action
            met["decisions"] += 1


@law(worlds=20, other_worlds=15, own_decisions=1)
def an_imagined_world_looks_the_same(walk: Walk, met: Met) -> None:
    table = walk.table
    for state in walk.sample(SEVERAL):
        for seat in table.viewers:
            world = state.imagine(seat, walk.rng())
            assert_alike(table, state, world, seat)
            met["worlds"] += 1
            met["other_worlds"] += written(table, world) != written(table, state)
            met["own_decisions"] += state.actor() == seat


def assert_alike(table: Table, state: State, world: State, seat: int) -> None:
    """Nothing that a seat is shown, told or refused tells the two worlds apart."""
    game = table.game
    assert seen(table, world, seat) == seen(table, state, seat)
    assert world.actor() == state.actor()
    if state.actor() == seat:
        legal = may(state)
        assert list(world.legal()) == legal
        rng = Random(1)
        for wish in {rng.randrange(game.actions) for _ in range(10)} - set(legal):
            assert game.reasons.why(world, wish) == game.reasons.why(state, wish)
        for action in legal[:: -(-len(legal) // SEVERAL)]:
            assert game.reasons.merit(world, action) == game.reasons.merit(state, action)


@law(every="phase", decisions=10, chance=25, other_worlds=50, hidden_glimpses=30)
def worlds_that_look_alike_stay_alike_while_their_glimpses_do(walk: Walk, met: Met) -> None:
    table = walk.table
    for start in walk.starts():
        for seat in table.viewers:
            world = walk.positions[start].imagine(seat, walk.rng())
            for state, action in walk.steps[start : start + HORIZON]:
                twin_action = same_glimpse(state, action, world, seat)
                if twin_action is None:
                    break
                met["other_worlds"] += written(table, world) != written(table, state)
                met["hidden_glimpses"] += state.glimpse(action, seat) != action
                meet(walk.table, state, met)
                told, twin_told = (
                    table.game.moves.tell(state, action, seat),
                    table.game.moves.tell(world, twin_action, seat),
                )
                assert told == twin_told
                assert shown(table, world, twin_action, seat) == shown(table, state, action, seat)
                after = state.clone()
                after.apply(action)
                world.apply(twin_action)
                assert_alike(table, after, world, seat)


def shown(table: Table, state: State, action: int, seat: int) -> tuple[Any, int]:
    """What a seat is sent of an action besides its line."""
    game = table.game
    return msgspec.to_builtins(game.shown(state, action, seat)), game.moves.about(state, action)


@law(decisions=10, chance=25, hidden_glimpses=30)
def what_is_shown_of_a_move_depends_on_its_glimpse_alone(walk: Walk, met: Met) -> None:
    for state in walk.sample(4 * SEVERAL):
        for seat in walk.table.viewers:
            meet(walk.table, state, met)
            by_glimpse: dict[int, Any] = {}
            for action in may(state):
                sent = shown(walk.table, state, action, seat)
                glimpse = int(state.glimpse(action, seat))
                met["hidden_glimpses"] += glimpse != action
                assert by_glimpse.setdefault(glimpse, sent) == sent


def same_glimpse(state: State, action: int, world: State, seat: int) -> int | None:
    """An action of the other world that looks to the seat as this one does here."""
    glimpse = state.glimpse(action, seat)
    legal = may(world)
    for candidate in [a for a in legal if a == action] + legal:
        if world.glimpse(candidate, seat) == glimpse:
            return candidate
    return None


@law(worlds=20, other_worlds=15, unseen_differences=25)
def what_a_seat_imagines_depends_on_what_it_knows_alone(walk: Walk, met: Met) -> None:
    table = walk.table
    for state in walk.sample(SEVERAL):
        for seat in table.viewers:
            world = state.imagine(seat, walk.rng())
            assert third_world(table, state, seat) == third_world(table, world, seat)
            met["worlds"] += 1
            met["other_worlds"] += written(table, world) != written(table, state)
            for one, other in unseen_differences(state, seat):
                for _ in range(A_WHILE):
                    assert third_world(table, one, seat) == third_world(table, other, seat)
                    met["unseen_differences"] += 1
                    if not go_on_alike(one, other, seat, walk.rng()):
                        break


def third_world(table: Table, state: State, seat: int) -> str:
    return written(table, state.imagine(seat, Random(7)))


def unseen_differences(state: State, seat: int) -> list[tuple[State, State]]:
    """Pairs of positions one action further on that differ only in what the seat did not see."""
    alike: dict[int, list[int]] = {}
    for action in may(state):
        alike.setdefault(int(state.glimpse(action, seat)), []).append(action)
    pairs = []
    for first, *others in alike.values():
        for action in others[:3]:
            one, other = state.clone(), state.clone()
            one.apply(first)
            other.apply(action)
            pairs.append((one, other))
    return pairs


def go_on_alike(one: State, other: State, seat: int, rng: Random) -> bool:
    """Take one more action in both positions that looks the same to the seat; whether there was one."""
    if one.actor() == OVER or one.actor() != other.actor():
        return False
    action = random_action(one, rng)
    twin_action = same_glimpse(one, action, other, seat)
    if twin_action is None:
        return False
    one.apply(action)
    other.apply(twin_action)
    return True


@law(positions=10, unseen_differences=15)
def a_glimpse_tells_no_more_than_the_view(walk: Walk, met: Met) -> None:
    table, rng = walk.table, walk.rng()
    for state in walk.sample(SEVERAL):
        after = [(action, applied(state, action)) for action in a_few_of(may(state), rng)]
        for seat in table.viewers:
            looks: dict[bytes, tuple[int, str]] = {}
            for action, position in after:
                one = int(state.glimpse(action, seat)), written(table, position)
                other = looks.setdefault(seen(table, position, seat), one)
                if other[1] != one[1]:
                    assert other[0] == one[0], "a glimpse shows what the view hides"
                    met["unseen_differences"] += 1
        met["positions"] += 1


def applied(state: State, action: int) -> State:
    after = state.clone()
    after.apply(action)
    return after


def a_few_of(legal: list[int], rng: Random) -> list[int]:
    """Up to MOST of the actions; which ones is a matter of luck, so that none is left out for ever."""
    while len(legal) > MOST:
        del legal[rng.randrange(len(legal))]
    return legal
