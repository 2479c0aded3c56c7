"""Every clause of the race, and every worked example of its specification, from positions in one line."""

from __future__ import annotations

import pytest

from fourleaf import CHANCE, OVER
from fourleaf.games.treasure import GAME
from fourleaf.games.treasure.board import CARDS, COLOUR_CODES
from fourleaf.games.treasure.rules import Treasure

clause = pytest.mark.clause


def at(
    phase: str = "card",
    turn: int = 0,
    dice: str = "-",
    moved: str = "-",
    figures: str = "0/0/0/0",
    colours: str = "RB",
    hands: str = "R1B1Y1/R2B2Y2",
    played: str = "-/-",
) -> Treasure:
    """A position; figures are written R/B/Y/G."""
    return GAME.position(f"{phase} {turn} {dice} {moved} {figures} {colours} {hands} {played}")


def play(state: Treasure, *moves: str) -> Treasure:
    for text in moves:
        action = GAME.moves.read(text).action
        assert action in list(state.legal()), f"{text} is not legal in {GAME.notation.write(state)}"
        state.apply(action)
    return state


def moves(state: Treasure) -> list[str]:
    return [str(GAME.moves.spell(state, action)) for action in state.legal()]


def stops(state: Treasure, card: str) -> list[int]:
    return list(state.stops(GAME.moves.read(f"play {card}").action - GAME.moves.read("play R1").action))


def square_of(state: Treasure, figure: str) -> int:
    return state.figures[COLOUR_CODES.index(figure)]


def phase(state: Treasure) -> str:
    return GAME.notation.write(state).split()[0]


def new_game(seats: int) -> Treasure:
    return GAME.rules.begin(seats, {})


def dealt(seats: int) -> Treasure:
    """A game in which every chance came out as low as it could, up to the first throw."""
    state = new_game(seats)
    while phase(state) != "roll":
        state.apply(int(state.legal()[0]))
    return state


# T1 Before the race


@clause("T1.1")
def test_each_seat_draws_one_of_the_colour_cards_that_are_left() -> None:
    state = new_game(3)
    assert moves(state) == ["colour R", "colour B", "colour Y", "colour G"]
    assert list(state.odds()) == [1, 1, 1, 1]
    assert moves(play(state, "colour B")) == ["colour R", "colour Y", "colour G"]
    assert [state.glimpse(0, seat) for seat in range(3)] == [-1, 0, -1], "seat 1 alone sees its card"


@clause("T1.1")
def test_left_over_colour_cards_are_never_seen() -> None:
    state = play(new_game(2), "colour R", "colour B")
    assert phase(state) == "deal"
    assert {seat.colour for seat in GAME.view.view(state, 0).seats} == {"red", None}


@clause("T1.2")
def test_the_deck_has_three_cards_of_each_mark_in_each_colour() -> None:
    state = play(new_game(2), "colour R", "colour B")
    assert moves(state) == [f"take {colour}{mark}" for colour in "RBYG" for mark in (1, 2, 3)]
    assert list(state.odds()) == [3] * 12
    play(state, "take B3")
    assert list(state.odds()) == [3, 3, 3, 3, 3, 2, 3, 3, 3, 3, 3, 3]


@clause("T1.3")
def test_the_track_has_its_feathers_and_whirls_in_their_places() -> None:
    drawn = "\n".join(
        "".join(ink.text for ink in line) for line in GAME.picture.picture(GAME.view.view(new_game(2), 0))
    )
    squares = drawn.split()
    feathers = [int(word[:-1]) for word in squares if word.endswith("»") and len(word) > 1]
    whirls = [int(word[:-1]) for word in squares if word.endswith("@") and len(word) > 1]
    assert feathers == [7, 12, 16, 25, 30, 35, 43, 49, 54, 62, 69, 76]
    assert whirls == [10, 20, 28, 38, 46, 58, 66, 73, 80]
    assert "84$" in squares


@clause("T1.4")
@pytest.mark.parametrize(("seats", "bank"), [(2, 30), (3, 27), (4, 24)])
def test_each_seat_is_dealt_three_cards_and_the_rest_is_the_bank(seats: int, bank: int) -> None:
    state = dealt(seats)
    assert [state.hand_size(seat) for seat in range(seats)] == [3] * seats
    assert state.bank() == bank


@clause("T1.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_four_figures_start_on_square_0(seats: int) -> None:
    assert list(new_game(seats).figures) == [0, 0, 0, 0]


@clause("T1.6")
def test_seat_0_begins_and_turns_pass_to_the_left() -> None:
    state = dealt(3)
    order: list[int] = []
    while len(order) < 4:
        play(state, "roll 1+1")
        order.append(int(state.actor()))
        state.apply(int(state.legal()[0]))
        state.apply(int(state.legal()[0]))
    assert order == [0, 1, 2, 0]


# T2 A turn


@clause("T2.1")
def test_the_seat_throws_two_dice_of_36_equal_throws() -> None:
    state = dealt(2)
    assert state.actor() == CHANCE
    assert len(state.legal()) == 36
    assert set(state.odds()) == {1}
    assert GAME.view.view(play(state, "roll 3+4"), 0).dice == (3, 4)


@clause("T2.2")
def test_one_card_of_the_hand_must_be_played() -> None:
    # Example 12
    assert moves(at(dice="1+1", hands="B1B1R3/R2B2Y2")) == ["play R3", "play B1"]


@clause("T2.3", "T2.4", "T2.5", "T2.6")
def test_the_source_example_three_fours_two_feathers_and_a_whirl() -> None:
    # Example 1
    state = at(dice="1+3", figures="6/0/0/0", hands="B3R1Y1/R2B2Y2")
    assert stops(state, "B3") == [4, 8, 12, 16, 20]
    play(state, "play B3")
    assert moves(state) == ["exchange R", "exchange Y", "exchange G"]
    play(state, "exchange R")
    assert list(state.figures) == [20, 6, 0, 0]
    assert phase(state) == "draw"
    play(state, "take G1")
    assert (phase(state), state.turn) == ("roll", 1)


@clause("T2.7")
def test_a_figure_on_the_start_may_be_exchanged() -> None:
    # Example 2
    state = play(at(dice="1+3", hands="B3R1Y1/R2B2Y2"), "play B3", "exchange R")
    assert list(state.figures) == [20, 0, 0, 0]


@clause("T2.4")
def test_a_feather_touched_halfway_does_nothing() -> None:
    # Example 3
    assert stops(at(dice="3+4", hands="B2R1Y1/R2Y2G2"), "B2") == [7, 14]


@clause("T2.4", "T2.9")
def test_whirls_touched_halfway_do_nothing() -> None:
    # Example 4
    state = at(dice="4+6", hands="G3R1Y1/R2Y2G2")
    assert stops(state, "G3") == [10, 20, 30, 40]
    assert phase(play(state, "play G3")) == "draw"


@clause("T2.5")
@pytest.mark.parametrize(
    ("dice", "figures", "card", "way"),
    [
        ("2+3", "0/0/20/0", "Y1", [25, 30, 35, 40]),  # Example 5
        ("3+4", "55/0/0/0", "R1", [62, 69, 76, 83]),  # Example 6
    ],
)
def test_feathers_carry_on_as_long_as_there_are_feathers(dice: str, figures: str, card: str, way: list[int]) -> None:
    state = at(dice=dice, figures=figures)
    assert stops(state, card) == way
    assert phase(play(state, f"play {card}")) == "draw"


@clause("T2.7", "T2.8")
def test_an_exchange_on_the_same_whirl_changes_nothing_and_a_feather_under_it_is_asleep() -> None:
    # Example 10
    state = at(dice="4+6", figures="30/36/5/46", hands="B1R1Y1/R2Y2G2")
    assert stops(state, "B1") == [46]
    play(state, "play B1")
    assert moves(state) == ["exchange R", "exchange Y", "exchange G"]
    same = play(state.clone(), "exchange G")
    assert list(same.figures) == [30, 46, 5, 46]
    play(state, "exchange R")
    assert list(state.figures) == [46, 30, 5, 46]
    assert phase(state) == "draw", "30 is a feather, but nothing more happens"


@clause("T2.9")
def test_standing_on_a_feather_before_the_throw_means_nothing_and_figures_share_squares() -> None:
    # Example 15
    state = at(dice="1+1", figures="12/12/0/0")
    assert stops(state, "R1") == [14]
    shared = play(at(dice="1+1", figures="10/12/0/0"), "play R1")
    assert list(shared.figures)[:2] == [14, 12], "12 is a feather, and blue on it is not touched"


@clause("T2.6")
def test_an_exchange_on_the_first_turn_is_compulsory() -> None:
    # Example 16
    state = play(at(dice="5+5"), "play Y1")
    assert moves(state) == ["exchange R", "exchange B", "exchange G"]
    play(state, "exchange G")
    assert list(state.figures) == [0, 0, 0, 10]


@clause("T2.10")
def test_a_played_card_is_gone_and_a_new_one_is_taken() -> None:
    state = play(at(dice="1+1"), "play R1")
    assert GAME.view.view(state, 1).seats[0].played == ("R1",)
    assert state.hand_size(0) == 2
    play(state, "take G3")
    assert GAME.view.view(state, 0).hand == ("B1", "Y1", "G3")
    assert (phase(state), state.turn) == ("roll", 1)


BANK_EMPTY = "R1R1R1B1B1B1/R2R2R2B2B2B2/R3R3R3B3B3B3/G1G2G3Y1Y2Y3"


@clause("T2.11")
def test_from_an_empty_bank_nothing_is_taken() -> None:
    # Example 13
    state = at(dice="1+1", colours="RBYG", hands="Y1Y1Y2/Y2Y3Y3/G1G1G2/G2G3G3", played=BANK_EMPTY)
    assert state.bank() == 0
    play(state, "play Y1")
    assert state.hand_size(0) == 2
    assert (phase(state), state.turn) == ("roll", 1)


# T3 The end


@clause("T3.1")
def test_no_exact_throw_is_needed() -> None:
    # Example 7
    state = at(dice="4+5", figures="80/0/0/0")
    assert stops(state, "R1") == [84]
    assert phase(play(state, "play R1")) == "show"


@clause("T3.2")
def test_the_race_ends_in_the_middle_of_a_cards_moves() -> None:
    # Example 8
    state = at(dice="4+5", figures="70/0/0/0", hands="R3B1Y1/R2B2Y2")
    assert stops(state, "R3") == [79, 84]
    play(state, "play R3")
    assert phase(state) == "show", "no card is drawn any more"
    assert state.hand_size(0) == 2


@clause("T3.2")
def test_a_feather_can_end_the_race() -> None:
    # Example 9
    state = at(dice="4+4", figures="0/0/0/68", hands="G1B1Y1/R2B2Y2")
    assert stops(state, "G1") == [76, 84]
    assert phase(play(state, "play G1")) == "show"


@clause("T3.3")
def test_all_colour_cards_are_shown_and_the_owner_alone_wins() -> None:
    state = play(
        at(dice="4+5", figures="0/80/0/0", colours="RBY", hands="B1B2B3/R1R2R3/Y1Y2Y3", played="-/-/-"), "play B1"
    )
    assert moves(state) == ["show R"]
    assert GAME.view.view(state, 2).seats[1].colour is None
    play(state, "show R", "show B", "show Y")
    assert state.actor() == OVER
    assert [seat.colour for seat in GAME.view.view(state, 2).seats] == ["red", "blue", "yellow"]
    assert list(state.scores()) == [0, 1, 0]
    assert list(state.ranks()) == [1, 0, 1]


@clause("T3.4")
def test_nobody_wins_when_nobody_backed_the_figure() -> None:
    # Example 11
    state = play(at(dice="4+5", figures="0/0/0/80", hands="G1B1Y1/R1R2R3"), "play G1", "show R", "show B")
    assert list(state.scores()) == [0, 0]
    assert list(state.ranks()) == [1, 1]


LAST_CARD = "R1R1R1R2R2R2R3R3R3B1B1B1/B2B2B2B3B3B3Y1Y1Y1Y2Y2Y2/Y3Y3Y3G1G1G1G2G2G2G3G3"


@clause("T3.5")
def test_when_all_cards_are_played_the_furthest_figures_count_as_arrived() -> None:
    # Example 14
    state = at(turn=2, dice="1+1", figures="83/5/83/4", colours="RBY", hands="-/-/G3", played=LAST_CARD)
    play(state, "play G3", "exchange B")
    assert phase(state) == "show"
    play(state, "show R", "show B", "show Y")
    assert list(state.scores()) == [1, 0, 1]
    assert list(state.ranks()) == [0, 2, 0]


@clause("T3.5")
def test_when_all_cards_are_played_and_the_furthest_figure_has_no_owner_nobody_wins() -> None:
    # Example 14
    state = at(turn=2, dice="1+1", figures="10/5/10/70", colours="RBY", hands="-/-/G3", played=LAST_CARD)
    play(state, "play G3", "show R", "show B", "show Y")
    assert square_of(state, "G") > 70
    assert list(state.ranks()) == [1, 1, 1]


def test_the_box_and_the_numbers_agree() -> None:
    from fourleaf.games.treasure import board

    assert len(board.BOX["colour"]) == board.COLOURS
    assert len(board.BOX["deck"]["marks"]) == board.MARKS
    assert board.BOX["dice"] == {"faces": board.FACES}
    assert len(board.BOX["drawing"]["centres"]) == board.TREASURE + 1
    assert CARDS == 12
