"""Positions, moves, prompts and the log: what is written and read."""

from __future__ import annotations

import re

import msgspec

from fourleaf import CHANCE, State
from fourleaf.engine.picture import plain
from fourleaf.engine.playout import play_out
from fourleaf.engine.sentences import JOINT, seat_name, spoken
from tests.kit.laws.met import SEVERAL, Met, law, may, meet, prompts_of, seen, written
from tests.kit.walks import Table, Walk

VIEW_BYTES = 8 * 1024


@law(every="phase", decisions=7, chance=11, ends=1, twins=10)
def a_position_reads_as_it_was_written(walk: Walk, met: Met) -> None:
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
        meet(walk.table, state, met)
    for state in walk.sample(SEVERAL):
        twin = table.game.position(written(table, state))
        for seat in table.viewers:
            assert seen(table, twin, seat) == seen(table, state, seat)
        one, other = state.clone(), twin
        play_out(one, walk.rng())
        play_out(other, walk.rng())
        assert written(table, one) == written(table, other), "the two went different ways"
        met["twins"] += 1


@law(moves=30)
def a_move_reads_as_it_was_written(walk: Walk, met: Met) -> None:
    moves = walk.table.game.moves
    where = {action: state for state in walk.positions for action in may(state)}
    for action, state in where.items():
        move = moves.spell(state, action)
        assert move.action == action
        for text in (str(move), str(move).upper()):
            assert moves.read(text).action == action
            assert str(moves.read(text)) == str(move)
        met["moves"] += 1


@law(views=20)
def everybody_gets_a_prompt_a_picture_and_a_small_view(walk: Walk, met: Met) -> None:
    table = walk.table
    for state in walk.sample(SEVERAL):
        for seat in table.viewers:
            view = table.game.view.view(state, seat)
            assert table.game.view.prompt(view).strip()
            drawn = plain(table.game.picture.picture(view))
            assert drawn.strip()
            assert max(map(len, drawn.splitlines())) <= 100, drawn
            assert len(msgspec.json.encode(view)) < VIEW_BYTES
            met["views"] += 1


NOT_SO = re.compile(r"\b(neither|nothing|no|none|cannot|without)\b[^.:;]*[.:;]", re.IGNORECASE)
"""What a prompt says is not possible; what is possible stands after it."""
NO_WINNER = re.compile(r"\bnobody wins\b|\bis lost\b|\bis a draw\b")


def kinds_of_moves(table: Table, state: State) -> set[str]:
    return {table.game.moves.spell(state, action).kind for action in may(state)}


def kinds_named(table: Table, prompt: str) -> set[str]:
    said = NOT_SO.sub("", prompt)
    return {kind for kind, words in prompts_of(table.game.name).NAMES.items() if re.search(words, said, re.IGNORECASE)}


@law(every="kind", prompts=7)
def a_prompt_names_what_may_be_done_and_nothing_else(walk: Walk, met: Met) -> None:
    table = walk.table
    for state in walk.positions:
        if state.actor() >= 0:
            prompt = table.game.view.prompt(table.game.view.view(state, state.actor()))
            kinds = kinds_of_moves(table, state)
            assert kinds_named(table, prompt) == kinds, prompt
            met.update(["prompts", *(f"kind {kind}" for kind in kinds)])


@law(waits_for_a_seat=4, waits_for_chance=9)
def whoever_waits_is_told_for_whom_and_for_what(walk: Walk, met: Met) -> None:
    table = walk.table
    for state in walk.sample(SEVERAL):
        for seat in {*table.viewers} - {int(state.actor())}:
            prompt = table.game.view.prompt(table.game.view.view(state, seat))
            if state.actor() >= 0:
                assert prompt.startswith(f"{seat_name(int(state.actor())).capitalize()} "), prompt
                assert kinds_named(table, prompt) >= kinds_of_moves(table, state), prompt
                met["waits_for_a_seat"] += 1
            elif state.actor() == CHANCE:
                assert not kinds_named(table, prompt), f"nobody decides now: {prompt}"
                met["waits_for_chance"] += 1


@law(winners=0.5)
def the_last_prompt_says_who_won(walk: Walk, met: Met) -> None:
    table = walk.table
    state = walk.positions[-1].clone()
    play_out(state, walk.rng())
    ranks = list(state.ranks())
    for seat in table.viewers:
        prompt = table.game.view.prompt(table.game.view.view(state, seat))
        winners = {
            int(named) for named in re.findall(r"\bseat (\d)", spoken(prompt).partition(" win")[0], re.IGNORECASE)
        }
        if NO_WINNER.search(prompt):
            assert 0 not in ranks or not any(ranks), f"somebody did win: {prompt}"
        else:
            assert winners == {seat for seat, rank in enumerate(ranks) if rank == 0}, prompt
            met["winners"] += len(winners)


@law(every="phase", decisions=7, chance=11, hidden_glimpses=30)
def the_log_has_a_line_for_every_action(walk: Walk, met: Met) -> None:
    for state, action in walk.steps:
        for seat in walk.table.viewers:
            line = walk.table.game.moves.tell(state, action, seat)
            assert line.strip()
            assert "\n" not in line
            met["hidden_glimpses"] += state.glimpse(action, seat) != action
        meet(walk.table, state, met)


WORD = re.compile(r"[a-z]+|[-+.,\d]+")
"""What may stand in a move and in a sentence alike; everything else is a code."""
BARE = re.compile(r"\b(seats?|korrigan) \d|\d,-?\d|\w_\w", re.IGNORECASE)
"""A seat or a place by numbers that only a program can read."""


def codes_of(table: Table, state: State) -> set[str]:
    """What the moves of a position call things by, where people have other names for them."""
    spelled = (table.game.moves.spell(state, action) for action in may(state))
    values = (value for move in spelled for value in msgspec.structs.astuple(move) if isinstance(value, str))
    return {value for value in values if not WORD.fullmatch(value)}


def read_aloud(table: Table, sentence: str, codes: set[str]) -> None:
    """A sentence names things as people do, and every seat so that a name can be put there."""
    unnamed = sentence
    for seat in range(table.seats):
        unnamed = re.sub(rf"{seat_name(seat)}(?!\d)", "Oak", unnamed, flags=re.IGNORECASE)
    assert JOINT not in unnamed, sentence
    assert not BARE.search(unnamed), sentence
    said = set(re.findall(r"[\w×+.-]*\w", unnamed))
    assert not said & codes, sentence


@law(lines=20, prompts=20, merits=7, refusals=5)
def no_sentence_has_a_code_or_a_number_for_a_name(walk: Walk, met: Met) -> None:
    table, game = walk.table, walk.table.game
    codes = {code for state in walk.positions for code in codes_of(table, state)}
    for state, action in walk.steps:
        for seat in table.viewers:
            read_aloud(table, game.moves.tell(state, action, seat), codes)
        met["lines"] += 1
        if state.actor() >= 0:
            read_aloud(table, game.reasons.merit(state, action), codes)
            met["merits"] += 1
    wishes = {wish for state in walk.sample(SEVERAL) for wish in may(state)}
    for state in [*walk.sample(SEVERAL), walk.positions[-1]]:
        for seat in table.viewers:
            read_aloud(table, game.view.prompt(game.view.view(state, seat)), codes)
            met["prompts"] += 1
        for wish in wishes - {*may(state)}:
            read_aloud(table, game.reasons.why(state, wish).reason, codes)
            met["refusals"] += 1
