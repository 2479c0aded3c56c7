"""What a learner is shown and answers with: observations, and the compact numbers of decisions."""

from __future__ import annotations

from typing import Any

import msgspec
from librt.vecs import vec
from mypy_extensions import i32

from fourleaf import State
from fourleaf.engine.state import NO_ACTION
from tests.kit.laws.met import SEVERAL, Met, law, may, prompts_of, written
from tests.kit.laws.secrets import A_WHILE, a_few_of, applied, go_on_alike, unseen_differences
from tests.kit.walks import Table, Walk

MARGIN = 3
"""Numbers before and after an observation that must stay as they are."""
UNTOUCHED = -7


def encoded(table: Table, state: State, seat: int) -> bytes:
    """What a seat is shown, as the bytes of float32s."""
    out = vec[i32]([0] * len(table.game.observation(table.seats)))
    state.encode(seat, out)
    return bytes(memoryview(out))


@law(worlds=20, other_worlds=15, unseen_differences=25, own_decisions=1)
def worlds_that_look_alike_are_encoded_alike(walk: Walk, met: Met) -> None:
    table = walk.table
    for state in walk.sample(SEVERAL):
        for seat in range(table.seats):
            world = state.imagine(seat, walk.rng())
            assert encoded(table, world, seat) == encoded(table, state, seat)
            met["worlds"] += 1
            met["other_worlds"] += written(table, world) != written(table, state)
            if state.actor() == seat:
                assert numbers(world) == numbers(state)
                met["own_decisions"] += 1
            for one, other in unseen_differences(state, seat):
                for _ in range(A_WHILE):
                    assert encoded(table, one, seat) == encoded(table, other, seat)
                    met["unseen_differences"] += 1
                    if not go_on_alike(one, other, seat, walk.rng()):
                        break


def numbers(state: State) -> list[int]:
    return [int(state.decision(action)) for action in may(state)]


@law(differences=60)
def what_looks_different_is_encoded_differently(walk: Walk, met: Met) -> None:
    table, rng = walk.table, walk.rng()
    for seat in range(table.seats):
        looks: dict[bytes, Any] = {}
        for state in walk.sample(SEVERAL):
            for position in (state, *(applied(state, action) for action in a_few_of(may(state), rng))):
                look = noticed(table, position, seat)
                assert looks.setdefault(encoded(table, position, seat), look) == look
        met["differences"] += len(looks)


def noticed(table: Table, state: State, seat: int) -> Any:
    """What a seat sees, but for what the game says is not encoded, because it does not matter to play."""
    view = msgspec.to_builtins(table.game.view.view(state, seat))
    prompts_of(table.game.name).leave_out_what_is_not_encoded(view)
    return view


@law(every="phase", observations=20, numbers=2000)
def an_observation_keeps_its_length_and_its_range(walk: Walk, met: Met) -> None:
    table = walk.table
    layout = table.game.observation(table.seats)
    for state in walk.sample(2 * SEVERAL):
        met[f"phase {prompts_of(table.game.name).PHASES[state.phase]}"] += 1  # type: ignore[attr-defined]
        for seat in range(table.seats):
            out = vec[i32]([UNTOUCHED] * MARGIN + [0] * len(layout) + [UNTOUCHED] * MARGIN)
            assert state.encode(seat, out, MARGIN) == MARGIN + len(layout)
            written_bits = list(out)
            assert written_bits[:MARGIN] == written_bits[-MARGIN:] == [UNTOUCHED] * MARGIN
            floats = memoryview(out).cast("B").cast("f")[MARGIN:-MARGIN].tolist()
            for part in layout:
                assert all(part.low <= number <= part.high for number in floats[part.start : part.stop]), part
            met["observations"] += 1
            met["numbers"] += len(floats)


@law(decisions=7, numbers=15)
def a_decision_has_one_number_and_a_number_one_decision(walk: Walk, met: Met) -> None:
    table = walk.table
    most = len(table.game.decisions(table.seats))
    for state, _ in walk.steps:
        if state.actor() < 0:
            continue
        found = numbers(state)
        assert len(set(found)) == len(found) <= table.game.bounds.choices
        assert all(0 <= number < most for number in found)
        assert [int(state.decided(number)) for number in found] == may(state)
        assert all(state.decided(number) == NO_ACTION for number in {0, most // 2, most - 1, most} - set(found))
        met["decisions"] += 1
        met["numbers"] += len(found)
