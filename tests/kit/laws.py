"""The laws that hold in every game, each a question to one random walk.

A law is a plain function, so that the mutants of test_the_kit_bites.py can be put before the same judge.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from librt.random import Random

from fourleaf import CHANCE, OVER, IllegalMove, Record, State
from fourleaf.engine.picture import plain
from fourleaf.engine.playout import play_out
from tests.kit.walks import Table, Walk

Law = Callable[[Walk], None]
LAWS: dict[str, Law] = {}

LONGEST_GAME = 50_000
SEVERAL = 12
"""Positions of a walk at which an expensive law is tried."""
STARTS = 6
"""Positions of a walk from which two worlds set out together."""
HORIZON = 20
"""Plies for which they are watched; whatever they part over shows within a turn or two."""
VIEW_BYTES = 8 * 1024


def law(question: Law) -> Law:
    LAWS[question.__name__] = question
    return question


def written(table: Table, state: State) -> str:
    return table.game.moves.write_position(state)


def may(state: State) -> list[int]:
    return [int(action) for action in state.legal()]


def seen(table: Table, state: State, seat: int) -> bytes:
    return msgspec.json.encode(table.game.view.view(state, seat))


# What may happen


@law
def legal_actions_are_ascending_and_none_only_at_the_end(walk: Walk) -> None:
    for state in walk.positions:
        legal = may(state)
        assert all(low < high for low, high in pairwise(legal)), f"not ascending: {legal}"
        assert all(0 <= action < walk.table.game.actions for action in legal)
        assert bool(legal) == (state.actor() != OVER), "a dead end, or a choice after the end"


@law
def the_actor_is_a_seat_or_chance_or_nobody(walk: Walk) -> None:
    for state in walk.positions:
        assert state.actor() in (*range(walk.table.seats), CHANCE, OVER)


@law
def chance_has_odds_for_every_outcome(walk: Walk) -> None:
    for state in walk.positions:
        if state.actor() == CHANCE:
            odds = list(state.odds())
            assert len(odds) == len(state.legal())
            assert all(weight > 0 for weight in odds)


@law
def chance_draws_by_its_odds(walk: Walk) -> None:
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


@law
def every_game_comes_to_an_end(walk: Walk) -> None:
    state = walk.positions[-1].clone()
    rng = walk.rng()
    for _ in range(LONGEST_GAME):
        if state.actor() == OVER:
            return
        legal = state.legal()
        state.apply(int(legal[rng.randrange(len(legal))]))
    raise AssertionError(f"still running after {LONGEST_GAME} actions")


@law
def the_same_action_has_the_same_effect(walk: Walk) -> None:
    for state, action in walk.steps:
        one, other = state.clone(), state.clone()
        one.apply(action)
        other.apply(action)
        assert written(walk.table, one) == written(walk.table, other)


@law
def a_clone_shares_nothing(walk: Walk) -> None:
    for state in walk.sample(SEVERAL):
        before = written(walk.table, state)
        twin = state.clone()
        assert written(walk.table, twin) == before
        play_out(twin, walk.rng())
        assert written(walk.table, state) == before, "playing the clone changed the original"


@law
def nothing_is_lost_and_nothing_appears(walk: Walk) -> None:
    components = import_module(f"tests.games.{walk.table.game.name}.components").components
    first = components(walk.positions[0])
    for state in walk.positions:
        assert components(state) == first


# Words


@law
def a_position_reads_as_it_was_written(walk: Walk) -> None:
    table = walk.table
    for state in walk.positions:
        line = written(table, state)
        assert "\n" not in line
        twin = table.game.position(line)
        assert written(table, twin) == line
        assert twin.actor() == state.actor()
        assert may(twin) == may(state)
        if state.actor() == CHANCE:
            assert list(twin.odds()) == list(state.odds())
    for state in walk.sample(SEVERAL):
        twin = table.game.position(written(table, state))
        for seat in table.viewers:
            assert seen(table, twin, seat) == seen(table, state, seat)
        one, other = state.clone(), twin
        play_out(one, walk.rng())
        play_out(other, walk.rng())
        assert written(table, one) == written(table, other), "the two went different ways"


@law
def a_move_reads_as_it_was_written(walk: Walk) -> None:
    moves = walk.table.game.moves
    where = {action: state for state in walk.positions for action in may(state)}
    for action, state in where.items():
        move = moves.spell(state, action)
        assert move.action == action
        for text in (str(move), str(move).upper()):
            assert moves.read(text).action == action
            assert str(moves.read(text)) == str(move)


@law
def everybody_gets_a_prompt_a_picture_and_a_small_view(walk: Walk) -> None:
    table = walk.table
    for state in walk.sample(SEVERAL):
        for seat in table.viewers:
            view = table.game.view.view(state, seat)
            assert table.game.view.prompt(view).strip()
            drawn = plain(table.game.view.picture(view))
            assert drawn.strip()
            assert max(map(len, drawn.splitlines())) <= 100, drawn
            assert len(msgspec.json.encode(view)) < VIEW_BYTES


NOT_SO = re.compile(r"\b(neither|nothing|no|none|cannot|without)\b[^.:;]*[.:;]", re.IGNORECASE)
"""What a prompt says is not possible; what is possible stands after it."""
NO_WINNER = re.compile(r"\bnobody wins\b|\bis lost\b|\bis a draw\b")


def kinds_of_moves(table: Table, state: State) -> set[str]:
    return {table.game.moves.spell(state, action).kind for action in may(state)}


def kinds_named(table: Table, prompt: str) -> set[str]:
    names: dict[str, str] = import_module(f"tests.games.{table.game.name}.prompts").NAMES
    said = NOT_SO.sub("", prompt)
    return {kind for kind, words in names.items() if re.search(words, said, re.IGNORECASE)}


@law
def a_prompt_names_what_may_be_done_and_nothing_else(walk: Walk) -> None:
    table = walk.table
    for state in walk.positions:
        if state.actor() >= 0:
            prompt = table.game.view.prompt(table.game.view.view(state, state.actor()))
            assert kinds_named(table, prompt) == kinds_of_moves(table, state), prompt


@law
def whoever_waits_is_told_for_whom_and_for_what(walk: Walk) -> None:
    table = walk.table
    for state in walk.sample(SEVERAL):
        for seat in {*table.viewers} - {int(state.actor())}:
            prompt = table.game.view.prompt(table.game.view.view(state, seat))
            if state.actor() >= 0:
                assert prompt.startswith(f"Seat {state.actor()} "), prompt
                assert kinds_named(table, prompt) >= kinds_of_moves(table, state), prompt
            elif state.actor() == CHANCE:
                assert not kinds_named(table, prompt), f"nobody decides now: {prompt}"


@law
def the_last_prompt_says_who_won(walk: Walk) -> None:
    table = walk.table
    state = walk.positions[-1].clone()
    play_out(state, walk.rng())
    ranks = list(state.ranks())
    for seat in table.viewers:
        prompt = table.game.view.prompt(table.game.view.view(state, seat))
        winners = {int(named) for named in re.findall(r"\bseat (\d)", prompt.partition(" win")[0], re.IGNORECASE)}
        if NO_WINNER.search(prompt):
            assert 0 not in ranks or not any(ranks), f"somebody did win: {prompt}"
        else:
            assert winners == {seat for seat, rank in enumerate(ranks) if rank == 0}, prompt


@law
def the_log_has_a_line_for_every_action(walk: Walk) -> None:
    for state, action in walk.steps:
        for seat in walk.table.viewers:
            line = walk.table.game.moves.tell(state, action, seat)
            assert line.strip()
            assert "\n" not in line


# Matches and records


def followed(walk: Walk) -> Any:
    match = walk.table.match()
    match.follow(walk.actions)
    return match


@law
def a_record_replays_to_the_same_match(walk: Walk) -> None:
    match = followed(walk)
    record = Record.from_json(match.record().to_json())
    assert record == match.record()
    again = walk.table.game.replay(record)
    assert again.notation == match.notation
    assert again.options == match.options
    assert again.record() == record


@law
def an_illegal_wish_is_refused_with_a_clause_and_changes_nothing(walk: Walk) -> None:
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
            assert match.record() == before
            assert match.notation == position
        match.follow([action])


@law
def undo_takes_back_exactly_one_decision(walk: Walk) -> None:
    match = followed(walk)
    if walk.actions:
        undone = match.undo()
        assert undone.action == walk.actions[-1]
        assert list(match.actions) == walk.actions[:-1]
        assert match.notation == written(walk.table, walk.steps[-1][0])


@law
def ranks_follow_scores(walk: Walk) -> None:
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
    if walk.table.game.advice.ONE_WINNER:
        assert len(set(ranks)) == 1 or sorted(ranks) == [0] + [1] * (walk.table.seats - 1), f"{ranks}: not one winner"
    assert all(len(s.scores()) == walk.table.seats for s in walk.positions)


@law
def advice_is_a_number_for_every_seat_and_move(walk: Walk) -> None:
    advice = walk.table.game.advice
    for state in walk.sample(SEVERAL):
        standing = advice.standing(state)
        assert len(standing) == walk.table.seats
        assert all(0.0 <= hope <= 1.0 for hope in standing)
        if state.actor() >= 0:
            assert all(math.isfinite(advice.priority(state, action)) for action in state.legal())


# Secrets


@law
def a_seat_sees_its_own_decisions(walk: Walk) -> None:
    for state, action in walk.steps:
        if state.actor() >= 0:
            assert state.glimpse(action, state.actor()) == action


@law
def an_imagined_world_looks_the_same(walk: Walk) -> None:
    table = walk.table
    for state in walk.sample(SEVERAL):
        for seat in table.viewers:
            world = state.imagine(seat, walk.rng())
            assert_alike(table, state, world, seat)


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
            assert game.advice.why(world, wish) == game.advice.why(state, wish)
        for action in legal[:: -(-len(legal) // SEVERAL)]:
            assert game.advice.merit(world, action) == game.advice.merit(state, action)


@law
def worlds_that_look_alike_stay_alike_while_their_glimpses_do(walk: Walk) -> None:
    table = walk.table
    for start in range(0, len(walk.steps), max(1, len(walk.steps) // STARTS)):
        for seat in table.viewers:
            world = walk.positions[start].imagine(seat, walk.rng())
            for state, action in walk.steps[start : start + HORIZON]:
                twin_action = same_glimpse(state, action, world, seat)
                if twin_action is None:
                    break
                told, twin_told = (
                    table.game.moves.tell(state, action, seat),
                    table.game.moves.tell(world, twin_action, seat),
                )
                assert told == twin_told
                after = state.clone()
                after.apply(action)
                world.apply(twin_action)
                assert_alike(table, after, world, seat)


def same_glimpse(state: State, action: int, world: State, seat: int) -> int | None:
    """An action of the other world that looks to the seat as this one does here."""
    glimpse = state.glimpse(action, seat)
    legal = may(world)
    for candidate in [a for a in legal if a == action] + legal:
        if world.glimpse(candidate, seat) == glimpse:
            return candidate
    return None


@law
def what_a_seat_imagines_depends_on_what_it_knows_alone(walk: Walk) -> None:
    table = walk.table
    for state in walk.sample(SEVERAL):
        for seat in table.viewers:
            world = state.imagine(seat, walk.rng())
            assert third_world(table, state, seat) == third_world(table, world, seat)
            for one, other in unseen_differences(state, seat):
                assert third_world(table, one, seat) == third_world(table, other, seat)


def third_world(table: Table, state: State, seat: int) -> str:
    return written(table, state.imagine(seat, Random(7)))


def unseen_differences(state: State, seat: int) -> list[tuple[State, State]]:
    """Pairs of positions one action further on that differ only in what the seat did not see."""
    legal = may(state)
    if not legal:
        return []
    first = legal[0]
    pairs = []
    for action in legal[1:]:
        if state.glimpse(action, seat) == state.glimpse(first, seat):
            one, other = state.clone(), state.clone()
            one.apply(first)
            other.apply(action)
            pairs.append((one, other))
    return pairs[:3]


@law
def a_glimpse_tells_no_more_than_the_view(walk: Walk) -> None:
    table = walk.table
    for state in walk.sample(SEVERAL):
        after = []
        for action in may(state)[:8]:
            position = state.clone()
            position.apply(action)
            after.append((action, position))
        for seat in table.viewers:
            for (one, here), (other, there) in pairwise(after):
                if seen(table, here, seat) == seen(table, there, seat) and written(table, here) != written(
                    table, there
                ):
                    assert state.glimpse(one, seat) == state.glimpse(other, seat), "a glimpse shows what the view hides"
