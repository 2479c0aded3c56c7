"""Every clause of Flip & Slide, from positions in one line; the worked examples are in test_examples.py."""

from __future__ import annotations

import pytest
from librt.random import Random

from fourleaf import CHANCE, OVER
from fourleaf.engine.playout import random_action
from fourleaf.games.flipslide import GAME, board
from fourleaf.games.flipslide.board import ARCS, DIRECTIONS, EVERY_SIDE, LOOSE, beside, cell_of, q_of, r_of, touch
from fourleaf.games.flipslide.rules import FlipSlide
from tests.games.flipslide.playing import at, connected, moves, odds, play, texts, written

clause = pytest.mark.clause

FLAT = "2 0,0 0R1/OY/.B 0.1 - - 0"
"""Five tiles in a small patch; nothing is face down."""
NEARLY = "2 0,-1 0...V/ROYG/.IB1 0.2 - - 0"
"""A rainbow that lacks its violet."""


def new_game(seats: int, **options: str | int) -> FlipSlide:
    return GAME.rules.begin(seats, options)


def placed(seats: int, seed: int = 1) -> FlipSlide:
    """A game after setup, with rabbits on random cells."""
    state = new_game(seats)
    rng = Random(seed)
    while not written(state).split()[3].startswith("0.1"):
        state.apply(random_action(state, rng))
    return state


def names(cells: list[int]) -> list[tuple[int, int]]:
    return [(q_of(cell), r_of(cell)) for cell in cells]


# F1 The meadow


@clause("F1.1")
def test_a_tile_has_six_neighbours_and_leaves_by_two_open_edges_side_by_side() -> None:
    assert len({beside(cell_of(0, 0), direction) for direction in range(DIRECTIONS)}) == 6
    for around in range(1, EVERY_SIDE):
        is_open = [not around >> direction & 1 for direction in range(DIRECTIONS)]
        side_by_side = any(is_open[direction] and is_open[direction - 1] for direction in range(DIRECTIONS))
        assert bool(LOOSE[around]) == side_by_side


@clause("F1.2")
def test_the_directions_run_from_east_against_the_clock() -> None:
    neighbours = [beside(cell_of(5, -3), direction) for direction in range(DIRECTIONS)]
    assert names(neighbours) == [(6, -3), (6, -4), (5, -4), (4, -3), (4, -2), (5, -2)]
    assert all(touch(cell_of(5, -3), cell) for cell in neighbours)
    assert not touch(cell_of(5, -3), cell_of(7, -3))
    assert not touch(cell_of(5, -3), cell_of(6, -2))


@clause("F1.2")
@pytest.mark.parametrize("origin", ["0,0", "31,5", "4,30", "-32,-32", "30,31"])
def test_the_meadow_has_no_border(origin: str) -> None:
    # Cells have names from -32 to 31, and a patch may lie across the seam.
    state = at(f"2 {origin} 0R1/OY/.B 0.1 - - 0")
    assert len(state.legal()) == len(at(FLAT).legal())
    assert len(GAME.view.view(state, 0).slides) == len(state.legal())
    for action in state.legal():
        one, other = state.clone(), at(FLAT)
        one.apply(int(action))
        shift = cell_of(0, 0) - cell_of(*map(int, origin.split(",")))
        other.apply(board.SLIDE + (int(action) - board.SLIDE + shift) % board.CELLS)
        assert len(one.legal()) == len(other.legal())
        assert written(at(written(one))) == written(one)


@clause("F1.3")
def test_rabbits_close_edges_like_other_tiles() -> None:
    assert "flip 0,0" in texts(at("3 -1,-1 .12/.**/0* 0.1 - - 0"))
    assert "flip 0,0" not in texts(at("3 -1,-1 .12/0**/** 0.1 - - 0"))


@clause("F1.4")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_patch_stays_one_group(seats: int) -> None:
    state, rng = placed(seats), Random(seats)
    while state.actor() != OVER:
        state.apply(random_action(state, rng))
        at(written(state))  # refuses a patch that is not one group


# F2 Before the first turn


@clause("F2.1", "F8.1")
@pytest.mark.parametrize(("seats", "sets"), [(1, 2), (2, 3), (3, 4), (4, 4)])
def test_each_seat_count_has_its_rainbow_sets(seats: int, sets: int) -> None:
    seen = GAME.view.view(new_game(seats), 0)
    assert seen.hidden == (sets,) * 7
    assert seen.clovers == len(seen.tiles) == 7 * sets


@clause("F2.2")
@pytest.mark.parametrize(
    ("seats", "patch"),
    [
        (1, "1 -1,-1 .**/*****/*****/..** 0.P - - 0"),
        (2, "2 -2,-1 ..**/.*****/.*****/.****/***/** ?4 - - 0"),
        (3, "3 -2,-1 ..**/.*****/.*****/.****/*****/*****/..** ?4 - - 0"),
        (4, "4 -2,-1 ..**/.*****/.*****/.****/*****/*****/..** ?4 - - 0"),
    ],
)
def test_the_patch_is_a_clover_of_leaves(seats: int, patch: str) -> None:
    assert written(new_game(seats)) == patch


@clause("F2.2")
@pytest.mark.parametrize(("seats", "rim", "places"), [(1, 12, 18), (2, 15, 21), (3, 18, 24)])
def test_the_patch_has_a_rim_and_an_inside(seats: int, rim: int, places: int) -> None:
    state = new_game(seats)
    assert sum(state.can_flip(cell) for cell in state.tiles) == rim
    while state.actor() == CHANCE:
        state.apply(int(state.legal()[0]))
    assert len(state.legal()) == places


@clause("F2.3")
def test_four_tiles_are_turned_up_from_all_over_the_patch() -> None:
    state = new_game(2)
    assert state.actor() == CHANCE
    assert len(state.legal()) == 21
    assert set(state.odds()) == {1}
    play(state, "X0,0")
    assert odds(state) == "R3 O3 Y3 G3 B3 I3 V3"
    play(state, "R")
    assert "flip 0,0" not in texts(state), "four different tiles"
    play(state, "X0,1=R X1,0=R")
    assert odds(play(state, "X2,1")) == "O3 Y3 G3 B3 I3 V3"
    assert state.actor() == CHANCE
    assert play(state, "V").actor() == 0


@clause("F2.4")
def test_a_rabbit_is_placed_beside_a_rainbow_tile() -> None:
    state = at("3 0,0 01*/.* 2.P - - 0")
    assert moves(state) == "place 0,1 0,2 1,2 2,-1 2,1 3,-1 3,0"


@clause("F2.5")
def test_seats_place_and_play_in_turn_from_seat_0() -> None:
    state = new_game(3)
    order: list[int] = []
    while len(order) < 12:
        if state.actor() >= 0:
            order.append(int(state.actor()))
        state.apply(int(state.legal()[0]))
    assert order[:3] == [0, 1, 2]
    assert list(dict.fromkeys(order[3:])) == [0, 1, 2]


# F3 A turn


@clause("F3.1")
@pytest.mark.parametrize("line", ["F1,1=R F0,1=R", "F1,1=R S1,1>2,1", "S0,0>1,-1 F1,1=R", "S0,0>1,-1 S1,-1>0,0"])
def test_two_actions_of_either_kind_make_a_turn(line: str) -> None:
    state = at("2 0,0 0*1/**/* 0.1 - - 0")
    assert written(play(state, line)).split()[3] == "1.1"


@clause("F3.2")
def test_there_is_no_pass_while_anything_can_be_done() -> None:
    rng = Random(5)
    for seed in range(3):
        state = placed(2, seed)
        while state.actor() != OVER:
            assert "pass" not in texts(state) or texts(state) == ["pass"]
            state.apply(random_action(state, rng))


@clause("F3.3")
def test_a_win_with_the_first_action_ends_the_game() -> None:
    state = play(at(NEARLY.replace("0.2", "0.1")), "S4,-1>0,1")
    assert state.actor() == OVER
    assert list(state.legal()) == []


@clause("F3.4")
def test_a_flipped_tile_slides_with_the_second_action() -> None:
    state = at("2 0,0 0*1/** 0.1 - - 0")
    assert "slide 0,1" not in texts(state)
    assert "slide 0,1" in texts(play(state, "F0,1=G"))


@clause("F3.5")
def test_a_lost_action_leaves_the_patch_as_it_was() -> None:
    state = at("3 0,0 1ROY0GBIV2 0.1 - - 0")
    assert moves(state) == "pass"
    assert written(play(state, "-")) == "3 0,0 1ROY0GBIV2 0.2 - - 1"


# F4 Flip


@clause("F4.1")
def test_a_clover_inside_cannot_be_flipped() -> None:
    assert "flip 0,0" not in texts(at("2 -1,-1 .**/***0/**1 0.1 - - 0"))
    assert "flip 0,0" in texts(at("2 -1,-1 .**/***0/*.1 0.1 - - 0"))


@clause("F4.2")
def test_a_face_up_tile_is_never_flipped_again() -> None:
    assert moves(at(FLAT)).startswith("slide"), "there is nothing to flip"
    state, rng = placed(3), Random(2)
    while state.actor() != OVER:
        up = {(tile.cell, tile.colour) for tile in GAME.view.view(state, 0).tiles if tile.colour}
        assert not {cell for cell, _ in up} & set(GAME.view.view(state, 0).flips)
        before = state.face_up()
        state.apply(random_action(state, rng))
        assert state.face_up() >= before


@clause("F4.3")
def test_the_colour_is_drawn_at_the_flip_and_seen_by_all() -> None:
    state = play(at("2 0,0 0*1/RR/R 0.1 - - 0"), "F1,0")
    assert state.actor() == CHANCE
    assert odds(state) == "O3 Y3 G3 B3 I3 V3", "all reds are up"
    violet = GAME.moves.read("violet").action
    assert {state.glimpse(violet, seat) for seat in (-3, 0, 1)} == {violet}


# F5 Slide


@clause("F5.1")
def test_a_seat_slides_colours_and_its_own_rabbit() -> None:
    assert moves(at("2 0,0 0RB1/.** 0.1 - - 0")) == "flip 1,1 2,1; slide 0,0 2,0"
    assert moves(at("2 0,0 0RB1/.** 1.1 - - 0")) == "flip 1,1 2,1; slide 2,0 3,0"


@clause("F5.2")
def test_a_bridge_stays_even_if_the_slide_would_join_the_patch_again() -> None:
    # R joins 0 and the rest; from 1,-1 it would do so again.
    state = at("2 0,0 0RY1/..* 0.1 - - 0")
    assert "slide 1,0" not in texts(state)


@clause("F5.2")
def test_in_a_ring_no_tile_is_a_bridge() -> None:
    ring = at("2 -1,-1 .RO/V.Y/IG01 1.1 - - 0")
    assert moves(ring) == "slide -1,0 -1,1 0,-1 0,1 1,-1 1,0 2,1"


@clause("F5.3")
def test_a_step_needs_an_empty_cell_one_free_flank_and_a_tile_to_touch() -> None:
    state = play(at("2 0,0 0*1/*R 0.1 - - 0"), "S1,1")
    reached = moves(state).split()[1:]
    assert "1,0" not in reached, "occupied"
    assert "3,3" not in reached, "touches nothing"
    assert sorted(reached) == sorted(["-1,0", "-1,1", "-1,2", "0,-1", "0,2", "1,-1", "2,-1", "2,1", "3,-1", "3,0"])


@clause("F5.4")
def test_every_tile_that_may_be_picked_up_has_a_destination() -> None:
    for seats in (2, 4):
        state, rng = placed(seats), Random(seats)
        while state.actor() != OVER:
            state.apply(random_action(state, rng))
            assert state.actor() == OVER or len(state.legal()) > 0


@clause("F5.5")
def test_a_slide_may_lead_all_round_the_patch_but_not_to_where_it_began() -> None:
    state = play(at("2 0,0 0*****R/.*****/1 0.1 - - 0"), "S6,0")
    reached = moves(state).split()[1:]
    assert "-1,0" in reached
    assert "6,0" not in reached


@clause("F5.6")
def test_a_tile_slides_out_of_a_hole_where_there_is_room() -> None:
    inside = "2 -1,-1 .***01/*G.*/*.*/** 0.1@0,0 - - 0"
    assert moves(at(inside)) == "to 0,1 1,0"
    wide = "2 -1,-1 .***01/*G../*.*/** 0.1@0,0 - - 0"
    assert moves(at(wide)) == "to 0,1 1,0", "a mouth of one cell is too tight"
    assert "2,-1" in moves(at("2 -1,-1 .**/*G../*.*01/** 0.1@0,0 - - 0")).split()


@clause("F5.8")
def test_closed_tiles_open_again_after_one_turn() -> None:
    state = play(at(FLAT), "S0,1>2,1 S1,2>0,2")
    assert GAME.view.view(state, 1).closed == ((0, 2), (2, 1))
    assert not {"0,2", "2,1"} & set(moves(state).split())
    play(state, "S2,0>3,0 S3,0>2,0")
    assert GAME.view.view(state, 0).closed == (), "seat 1 slid only its rabbit"


@clause("F5.8")
def test_a_closed_tile_stays_closed_in_the_second_action() -> None:
    state = play(at(FLAT), "S0,1>2,1 S0,0>3,0 S1,2>0,2")
    assert written(state).split()[3:6] == ["1.2", "2,1", "0,2"]
    assert "2,1" not in moves(state).split()


@clause("F5.9")
def test_a_tile_slid_twice_is_closed_once_where_it_lies() -> None:
    state = play(at(FLAT), "S0,1>2,1 S2,1>0,2")
    assert written(state).split()[4] == "0,2"


# F6 Rainbow and victory


@clause("F6.1")
def test_a_rainbow_bends_and_suffers_spare_tiles() -> None:
    assert connected(at("2 0,0 ROYG0/VIB1 0.1 - - 0")) == "0 1"
    assert connected(at("2 0,0 ROYG0/VIBR/V1OY 0.1 - - 0")) == "0 1"
    assert connected(at("2 0,0 ROYGBIV0/1 0.1 - - 0")) == "0 1"
    assert connected(at("2 0,0 ROYGB*V0/1 0.1 - - 0")) == ""


@clause("F6.2")
@pytest.mark.parametrize("place", range(7))
def test_any_colour_of_the_rainbow_connects(place: int) -> None:
    rabbit = "." * place + "0"
    assert connected(at(f"2 0,0 ROYGBIV*1/{rabbit} 0.1 - - 0")) == "0"


@clause("F6.3")
def test_rabbits_may_touch_and_a_shut_in_one_is_connected() -> None:
    assert connected(at("2 -1,-1 .RO/V0Y/IG1/B 0.1 - - 0")) == "0 1"


@clause("F6.4", "F6.5")
@pytest.mark.parametrize(("turn", "winner"), [(0, 0), (1, 1)])
def test_the_acting_seat_wins_before_the_other(turn: int, winner: int) -> None:
    state = play(at(NEARLY.replace("0.2", f"{turn}.2")), "S4,-1>0,1")
    assert state.winner == winner
    assert list(state.scores()) == [int(seat == winner) for seat in range(2)]
    assert list(state.ranks()) == [int(seat != winner) for seat in range(2)]


@clause("F6.5")
def test_a_waiting_rainbow_wins_for_its_owner_after_any_action_of_its_turn() -> None:
    waiting = "2 0,0 ROYG*/VIB1/...0 1.1 0,1 - 1 gift=active_only"
    assert play(at(waiting), "F4,0=R").winner == 1


@clause("F6.6")
def test_a_rainbow_that_touched_nobody_wins_for_the_rabbit_that_comes() -> None:
    state = at("2 0,-1 .....1/ROYG*0/VIB 0.1 - - 0")
    assert connected(state) == ""
    assert play(state, "S5,0>3,1").winner == 0


@clause("F6.7")
def test_nothing_is_checked_before_the_first_action() -> None:
    assert GAME.view.view(placed(2), 0).winner is None
    assert len([tile for tile in GAME.view.view(placed(4), 0).tiles if tile.colour]) == 4


# F7 The draw


@clause("F7.1")
def test_the_quiet_count_grows_with_slides_and_falls_with_a_flip() -> None:
    state = play(at("2 0,0 0*1/R* 0.1 - - 7"), "S0,0>1,-1")
    assert state.quiet == 8
    assert play(state, "F1,1=B").quiet == 0


@clause("F7.1")
def test_a_jump_is_not_counted() -> None:
    state = play(at("1 -1,-1 .**0/**G**/*****/..** 0.1 -1,2 - 3"), "S2,-1>3,-1")
    assert state.quiet == 4
    state.apply(int(state.legal()[0]))
    assert state.quiet == 4


@clause("F7.2")
@pytest.mark.parametrize("limit", [60, 120, 240])
def test_a_draw_puts_all_seats_first(limit: int) -> None:
    option = "" if limit == 120 else f" quiet_limit={limit}"
    state = play(at(f"2 0,-1 0/ROYG/.IB1 1.2 - - {limit - 1}{option}"), "S3,1>3,-1")
    assert state.actor() == OVER
    assert list(state.ranks()) == [0, 0]
    assert list(state.scores()) == [0, 0]


@clause("F7.2")
def test_alone_a_quiet_game_is_lost_after_the_jump() -> None:
    state = play(at("1 -1,-1 .**0/**G**/*****/..** 0.1 -1,2 - 119"), "S2,-1>3,-1")
    assert state.actor() == 0, "the turn is not over"
    state.apply(int(state.legal()[0]))
    assert state.actor() == OVER
    assert list(state.ranks()) == [1]


# F8 Alone


@clause("F8.1")
def test_alone_nothing_is_turned_up() -> None:
    state = new_game(1)
    assert state.actor() == 0
    assert state.face_up() == 0


@clause("F8.2")
def test_alone_a_turn_is_a_flip_or_a_slide_and_then_a_jump() -> None:
    state = play(new_game(1), "P2,-1")
    assert moves(state).startswith("flip")
    assert moves(play(state, "F3,0=O")).startswith("jump")
    play(state, "J-1,-1 S3,0>2,-1")
    assert written(state).split()[5] == "2,-1"
    play(state, "J-1,2")
    assert "slide 2,-1" in texts(state), "nothing is ever closed"


@clause("F8.2", "F3.5")
def test_alone_the_first_step_is_lost_only_when_nothing_can_be_done() -> None:
    state = at("1 0,0 R0O 0.1 - - 0")
    assert moves(state) == "slide 0,0 2,0"


@clause("F8.3", "F8.4")
def test_the_jump_is_compulsory_and_goes_over_the_whole_row() -> None:
    state = play(new_game(1), "P2,-1 F3,0=O")
    assert moves(state) == "jump -1,-1 -1,2 2,3"


@clause("F8.5")
def test_a_rabbit_that_holds_the_patch_together_may_not_jump() -> None:
    assert play(at("1 0,0 **0G/** 0.1 - - 0"), "F0,0=R").actor() == OVER


@clause("F8.6")
def test_the_previous_position_follows_slides_and_jumps() -> None:
    state = play(new_game(1), "P2,-1 F3,0=O J-1,-1")
    assert GAME.view.view(state, 0).previous == (2, -1)
    play(state, "S-1,-1>-2,0")
    assert GAME.view.view(state, 0).previous == (-1, -1)


@clause("F8.6")
def test_a_tile_may_slide_onto_the_previous_position_of_the_rabbit() -> None:
    state = play(new_game(1), "P2,-1 F3,0=O J-1,-1 S3,0>2,-1")
    assert written(state).split()[3:5] == ["0.J", "2,-1"]
    assert written(at(written(state))) == written(state)
    assert moves(state) == "jump -1,2 3,-1", "the row has become longer, so that it leads elsewhere"


@clause("F8.7")
def test_without_a_jump_the_game_is_lost() -> None:
    state = play(new_game(1), "P2,-2 F3,0=G J-2,2 F-1,0=R")
    assert state.actor() == OVER
    assert (list(state.scores()), list(state.ranks())) == ([0], [1])


@clause("F8.8")
def test_alone_a_rainbow_wins_and_the_last_flip_loses() -> None:
    won = play(at("1 0,0 ROYG*/*IB0 0.1 - - 0"), "F0,1=V")
    assert (list(won.scores()), list(won.ranks())) == ([1], [0])
    assert play(at("1 0,0 ROYG/*IB0 0.1 - - 0"), "F0,1=V").winner == -1


# F9 For old hands


@clause("F9.1")
def test_with_red_contact_only_the_red_tile_connects() -> None:
    assert connected(at("2 0,0 0ROYGBIV1 0.1 - - 0 win_contact=red")) == "0"
    assert connected(at("2 0,0 0ROYGBIV1 0.1 - - 0")) == "0 1"


@clause("F9.2")
def test_with_a_limit_a_slide_has_three_steps_and_a_jump_any_number_of_tiles() -> None:
    state = play(at("2 0,0 0*****R/.*****/1 0.1 - - 0 slide_limit=3"), "S6,0")
    seen = GAME.view.view(state, 0)
    assert max(len(destination.path) for destination in seen.destinations) == 3
    alone = at("1 0,0 0***** 0.J - - 0 slide_limit=3")
    assert moves(alone) == "jump 6,0"


def test_the_box_and_the_numbers_agree() -> None:
    box = board.BOX
    assert len(box["rainbow"]["colours"]) == len(box["rainbow"]["codes"]) == board.COLOURS
    assert len(box["patch"]["leaf_centres"]) == max(box["seats"]["leaves"]) == board.MOST_COPIES
    assert all(len(row) == board.MOST_SEATS for row in box["seats"].values())
    for direction in range(DIRECTIONS):
        assert board.STEP[direction] + board.STEP[(direction + board.OPPOSITE) % DIRECTIONS] == 0
    assert ARCS[EVERY_SIDE] == 0
