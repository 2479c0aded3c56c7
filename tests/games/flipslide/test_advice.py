"""Advice: obvious truths about standings and priorities, and a reason with its clause for every illegal wish."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fourleaf import Record
from fourleaf.engine.sentences import spoken
from fourleaf.games.flipslide import GAME
from fourleaf.games.flipslide.advice import breaks_of, priority, standing
from fourleaf.games.flipslide.board import SLIDE, TO
from fourleaf.games.flipslide.reasons import why
from fourleaf.games.flipslide.rules import ACT, FlipSlide
from tests.games.flipslide.playing import at

FLAT = "2 0,0 0R1/OY/.B 0.1 - - 0"
START = "2 -2,-1 ..**0/.*R***/.*OR**/1****/*V*/** 0.1 - - 0"
IN_HAND = "2 0,-1 0...V/ROYG/.IB1 0.2@4,-1 - - 0"
JUMPING = "1 -1,-1 .**.0/**G**/*****/..** 0.J 2,-1 - 4"


def action(text: str) -> int:
    return GAME.moves.read(text).action


def test_a_won_game_is_worth_everything_and_a_draw_is_shared() -> None:
    assert standing(at("2 0,-1 0/ROYG/VIB1 =0 - - 1")) == [1.0, 0.0]
    assert standing(at("2 0,-1 0..1/ROYG/.IB =- - - 120")) == [0.5, 0.5]
    assert standing(at("1 0,0 R*0G/** =- - - 0")) == [0.0]


def test_before_all_rabbits_are_placed_all_seats_stand_alike() -> None:
    assert len(set(standing(GAME.rules.begin(3, {})))) == 1


def test_a_tile_in_hand_counts_as_what_the_seat_will_make_of_it() -> None:
    assert standing(at(IN_HAND)) == [1.0, 0.0], "violet can be slid to its place"


def test_whoever_can_finish_with_the_next_slide_has_as_good_as_won() -> None:
    # Violet lies beside its place, and both rabbits touch the chain.
    line = "2 0,-1 0...V/ROYG/.IB1 {} - 0"
    assert standing(at(line.format("0.2 -"))) == [1.0, 0.0]
    assert standing(at(line.format("1.1 -"))) == [0.0, 1.0]
    closed = standing(at(line.format("1.1 4,-1")))
    assert 0 < closed[0] < closed[1] < 1, "the seat before slid it, so that it stays where it is"


LATE_PLIES = 60
GREEDY_GAMES = sorted((Path(__file__).parents[2] / "records" / "flipslide").glob("*greedy.json"))


def test_no_slide_that_wins_is_overlooked_late_in_games_and_none_is_made_up() -> None:
    winnable = 0
    for record in map(Record.load, GREEDY_GAMES):
        if record.seats > 1:
            for state in late_turns(record):
                wins = any(after.winner == state.turn for after in after_every_slide(state))
                assert (standing(state)[state.turn] == 1.0) == wins, GAME.notation.write(state)
                winnable += wins
    assert winnable > 5


def late_turns(record: Record) -> Iterator[FlipSlide]:
    state = GAME.rules.begin(record.seats, record.options)
    for place, action in enumerate(record.actions):
        if state.phase == ACT and place >= len(record.actions) - LATE_PLIES:
            yield state
        state.apply(action)


def after_every_slide(state: FlipSlide) -> Iterator[FlipSlide]:
    for pick in state.legal():
        if SLIDE <= pick < TO:
            in_hand = state.clone()
            in_hand.apply(int(pick))
            for to in in_hand.legal():
                after = in_hand.clone()
                after.apply(int(to))
                yield after


def test_a_flip_counts_by_its_odds() -> None:
    # Violet, three of the fifteen tiles that are not up, wins at once.
    assert 3 / 15 < standing(at("2 0,-1 0/ROYG/*IB1 1.1?0,1 - - 0"))[1] < 1


def test_fewer_breaks_are_better_for_the_seat_to_act() -> None:
    near, far = at("2 0,0 0ROYG.V/.*IB1*** 0.1 - - 0"), at("2 0,0 0RG*YBV/.O*I1*** 0.1 - - 0")
    assert breaks_of(near)[0] < breaks_of(far)[0]
    assert standing(near)[0] > standing(far)[0]


def test_a_chain_that_is_nearly_whole_is_good_for_whose_turn_it_is() -> None:
    line = "2 0,-1 0...V/ROYG/.IB1 {}.1 - - 0"
    mine, theirs = standing(at(line.format(0))), standing(at(line.format(1)))
    assert mine[0] > mine[1]
    assert theirs[1] > theirs[0]


def test_alone_a_rabbit_that_can_go_on_jumping_stands_better() -> None:
    loop, dead_end = at("1 -1,-1 .**0/*****/*****/..** 0.1 - - 0"), at("1 -1,-2 ...0/.**/*****/*****/..** 0.1 - - 0")
    assert standing(loop)[0] > standing(dead_end)[0]


def test_a_flip_is_tried_before_a_slide() -> None:
    state = at(START)
    assert priority(state, action("flip F13")) > priority(state, action("slide 2,-1"))


@pytest.mark.parametrize(
    ("position", "wish", "reason", "clause"),
    [
        (START, "flip 9,9", "there is no tile on O34", "F4.1"),
        (START, "flip 0,2", "the clover on H9 has no open edge: tiles lie on all six sides", "F4.1"),
        (START, "flip 2,-1", "the rabbit of seat 0 on E10 is not a clover", "F4.1"),
        (START, "flip 0,0", "red on F7 is face up, and never goes back", "F4.2"),
        (START, "slide 9,9", "there is no tile on O34", "F5.1"),
        (START, "slide 3,0", "the clover on F13 is face down: flip it before you slide it", "F5.1"),
        (START, "slide -2,2", "the rabbit of seat 1 on H5 is not yours to slide", "F5.1"),
        (START, "slide 0,0", "red on F7 is stuck: it needs two open edges side by side", "F5.4"),
        ("2 0,0 0ROY1 0.1 - - 0", "slide 1,0", "without red on F9 the patch would fall apart", "F5.2"),
        (
            "2 1,0 R10/YO/B 1.1 2,1 - 2",
            "slide 2,1",
            "orange on G12 was slid by the seat before you, and is closed in this turn",
            "F5.8",
        ),
        (START, "to 4,0", "first say which tile you slide", "F5.1"),
        (START, "place 4,0", "rabbits are placed before the first turn", "F2.4"),
        (START, "jump 4,0", "a rabbit jumps only in the game for one", "F8.2"),
        ("1 0,0 0*/** 0.1 - - 0", "jump 2,0", "first you flip or slide, then the rabbit jumps", "F8.2"),
        (START, "pass", "there is no pass while a tile can be flipped or slid", "F3.2"),
        (START, "red", "a colour comes up only when a tile is flipped", "F4.3"),
        (IN_HAND, "flip 0,0", "you have picked up violet: say where it slides to", "F5.5"),
        (IN_HAND, "to 4,-1", "violet must slide to a new place", "F5.5"),
        (IN_HAND, "to 0,0", "red lies on F7", "F5.3"),
        (IN_HAND, "to 9,9", "on O34 it would touch no other tile", "F5.3"),
        (f"{IN_HAND} slide_limit=3", "to 0,1", "G8 is more than 3 steps away", "F9.2"),
        (
            "2 -1,-1 .**O/*.*/*.01 1.1@2,-1 - - 0",
            "to 0,0",
            "the way to F7 is too tight: orange would push other tiles",
            "F5.3",
        ),
        ("2 0,0 *R/*O 0.P - - 0", "flip 0,0", "first every seat places its rabbit", "F2.4"),
        ("2 0,0 *R/*O 0.P - - 0", "place 1,0", "red lies on F9", "F2.4"),
        ("2 0,0 *R/*O 0.P - - 0", "place 9,9", "O34 touches no tile of the patch", "F2.4"),
        ("2 0,0 *R0/*O 1.P - - 0", "place 3,0", "F13 touches only a rabbit; it must touch a rainbow tile", "F2.4"),
        (JUMPING, "flip 0,0", "now the rabbit must jump", "F8.3"),
        (JUMPING, "pass", "now the rabbit must jump", "F8.3"),
        (JUMPING, "jump 2,-1", "the rabbit came from E10 and may not jump back", "F8.6"),
        (JUMPING, "jump 1,0", "green lies on F9", "F8.4"),
        (
            JUMPING,
            "jump 4,0",
            "a jump goes straight over a row of tiles to the first empty cell behind it",
            "F8.4",
        ),
        ("2 0,0 *R/*O ?2 - - 0", "flip 1,0", "no tile lies face down on F9", "F2.3"),
        ("2 0,0 *R/*O ?2 - - 0", "place 2,0", "first tiles of the patch are turned up", "F2.3"),
        ("2 0,0 *R/RR ?1@0,0 - - 0", "red", "every red tile is face up already", "F2.3"),
        ("2 0,0 0*1/RR/R 0.1?1,0 - - 0", "red", "every red tile is face up already", "F4.3"),
        (START.replace("0.1", "0.1?3,0"), "flip 3,1", "first the tile on F13 shows its colour", "F4.3"),
        ("2 0,-1 0/ROYG/VIB1 =0 - - 1", "flip 0,0", "the game is over: a rainbow, and seat 0 wins", "F3.3"),
        (
            "2 0,-1 0..1/ROYG/.IB =- - - 120",
            "pass",
            "the game is over: 120 actions without a flip, the game is a draw",
            "F7.2",
        ),
        ("1 0,0 R*0G/** =- - - 0", "jump 4,0", "the game is over: no jump is left, the game is lost", "F8.7"),
        (
            "1 0,0 ROYG/VIB0 =- - - 0",
            "pass",
            "the game is over: the last clover is flipped, the game is lost",
            "F8.8",
        ),
    ],
)
def test_a_refusal_gives_the_reason_and_the_clause(position: str, wish: str, reason: str, clause: str) -> None:
    state = at(position)
    assert action(wish) not in list(state.legal())
    found = why(state, action(wish))
    assert (spoken(found.reason), found.clause) == (reason, clause)
