"""Matches, records, refusals, results and advice."""

from __future__ import annotations

import math
from typing import Any

import pytest

from fourleaf import IllegalMove, Record
from fourleaf.engine.playout import play_out
from fourleaf.engine.state import WATCHER
from tests.kit.laws.met import SEVERAL, Met, law, written
from tests.kit.walks import Walk


def followed(walk: Walk) -> Any:
    match = walk.table.match()
    match.follow(walk.actions)
    return match


@law(actions=25, results=1)
def a_record_replays_to_the_same_match(walk: Walk, met: Met) -> None:
    match = followed(walk)
    record = Record.from_json(match.record().to_json())
    assert record == match.record()
    again = walk.table.game.replay(record)
    assert again.notation == match.notation
    assert again.options == match.options
    assert again.record() == record
    met["actions"] += len(record.actions)
    met["results"] += record.result is not None


@law(refusals=90)
def an_illegal_wish_is_refused_with_a_clause_and_changes_nothing(walk: Walk, met: Met) -> None:
    game = walk.table.game
    match = walk.table.match()
    rng = walk.rng()
    stride = max(1, len(walk.actions) // SEVERAL)
    for ply, action in enumerate(walk.actions):
        if ply % stride == 0:
            before, position = match.record(), match.notation
            for wish in {rng.randrange(game.actions) for _ in range(20)} - set(match.legal):
                with pytest.raises(IllegalMove) as refused:
                    match.play(wish)
                assert refused.value.clause in game.rulebook.clauses
                assert refused.value.reason.strip()
                met["refusals"] += 1
            assert match.record() == before
            assert match.notation == position
        match.follow([action])


@law(views=40, moves=40)
def a_match_shows_what_its_game_shows(walk: Walk, met: Met) -> None:
    """Whatever a match keeps of one look at a position, nobody sees anything else by it."""
    game = walk.table.game
    match = walk.table.match()
    eyes = [WATCHER, *range(match.seats)]
    for action in walk.actions:
        # Each looks first in turn.
        eyes = [*eyes[1:], eyes[0]]
        for seat in eyes:
            assert match.view(seat) == game.view.view(match._state, seat)
        assert match.moves == [game.moves.spell(match._state, each) for each in match.legal]
        met["views"] += len(eyes)
        met["moves"] += len(match.legal)
        match.follow([action])


@law(undone=1)
def undo_takes_back_exactly_one_decision(walk: Walk, met: Met) -> None:
    match = followed(walk)
    if walk.actions:
        undone = match.undo()
        assert undone.action == walk.actions[-1]
        assert list(match.actions) == walk.actions[:-1]
        assert match.notation == written(walk.table, walk.steps[-1][0])
        met["undone"] += 1


@law(ends=1, ranks=0.2)
def ranks_follow_scores(walk: Walk, met: Met) -> None:
    state = walk.positions[-1].clone()
    play_out(state, walk.rng())
    scores, ranks = list(state.scores()), list(state.ranks())
    assert len(scores) == len(ranks) == walk.table.seats
    nobody = 0 if 0 in ranks else 1
    for seat, rank in enumerate(ranks):
        assert rank == sum(other < rank for other in ranks) + nobody, f"ranks {ranks} do not count who was before"
        for other, other_rank in enumerate(ranks):
            if rank < other_rank:
                assert scores[seat] >= scores[other], f"{ranks} from {scores}"
            if rank == other_rank:
                assert scores[seat] == scores[other], f"{ranks} from {scores}"
    if walk.table.game.one_winner:
        assert len(set(ranks)) == 1 or sorted(ranks) == [0] + [1] * (walk.table.seats - 1), f"{ranks}: not one winner"
    assert all(len(s.scores()) == walk.table.seats for s in walk.positions)
    met["ends"] += 1
    met["ranks"] += len(set(ranks)) > 1


@law(standings=10, priorities=3)
def advice_is_a_number_for_every_seat_and_move(walk: Walk, met: Met) -> None:
    advice = walk.table.game.advice
    for state in walk.sample(SEVERAL):
        standing = advice.standing(state)
        assert len(standing) == walk.table.seats
        assert all(0.0 <= hope <= 1.0 for hope in standing)
        if state.actor() >= 0:
            assert all(math.isfinite(advice.priority(state, action)) for action in state.legal())
            met["priorities"] += len(state.legal())
        met["standings"] += 1
