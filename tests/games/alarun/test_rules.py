"""Every clause of Alarún, and every worked example of its specification, from positions in one line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fourleaf import CHANCE, OVER, WATCHER, native
from fourleaf.engine import state as engine_state
from fourleaf.engine.bits import count, members
from fourleaf.engine.picture import plain
from fourleaf.engine.sentences import spoken
from fourleaf.games.alarun import GAME, board
from fourleaf.games.alarun.board import (
    BARE_CELLS,
    CELLS,
    FRAMED,
    HOME,
    KIND_NAMES,
    PLACE,
    POINTS_OF,
    SPAN,
    START,
    SWAP_ALL,
    cell_at,
    x_of,
    y_of,
)
from fourleaf.games.alarun.rules import Alarun, Square, power
from fourleaf.games.alarun.view import LineView

clause = pytest.mark.clause

DECK = [*KIND_NAMES[:-1], *KIND_NAMES]


def at(
    phase: str = "act",
    in_round: int = 1,
    turn: int = 0,
    starter: int = 0,
    passer: str = "-",
    actions: str = "",
    reserve: int | None = None,
    colours: str = "RB",
    centre: str = "CD-R,CD-Y,CD-B",
    hands: str = "",
    squares: str = "",
) -> Alarun:
    """A position; what is not said is filled with cards that are left: hands, squares of other seats, the discards."""
    seats = len(colours)
    if reserve is None:
        reserve = 3 if seats == 2 else 0
    spare = list(DECK)
    for card in (
        word for part in (centre, hands, squares) for word in part.replace("/", ",").replace("|", ",").split(",")
    ):
        if card.removesuffix("!") in spare:
            spare.remove(card.removesuffix("!"))
    held = hands.split("/") if hands else [_some(spare, 3) for _ in range(seats)]
    drawn = squares.split("|") if squares else []
    for hand in held[len(drawn) :]:
        cards = 0 if hand == "-" else hand.count(",") + 1
        laid = 3 * in_round - cards if phase in ("place", "show", "over") else 3 * (in_round - 1)
        drawn.append(_square(_some(spare, laid).split(",") if laid else []))
    discarded = {2: 6 * (in_round - 1) + 3 - reserve, 3: 3 * (in_round - 1), 4: 0}[seats]
    words = (
        f"{phase} {in_round} {turn} {starter} {passer} {actions or '/'.join('0' * seats)} {reserve} {colours} {centre} "
        f"{'/'.join(held)} {'|'.join(drawn)} {_some(spare, discarded) if discarded else '-'}"
    )
    return GAME.position(words)


def _some(spare: list[str], cards: int) -> str:
    return ",".join(spare.pop(0) for _ in range(cards))


def _square(cards: list[str]) -> str:
    """The apprentice first, then the cards in reading order."""
    signs = ["@", *cards]
    wide = min(5, len(signs))
    signs += ["."] * (-len(signs) % wide)
    return "/".join(",".join(signs[first : first + wide]) for first in range(0, len(signs), wide))


def play(state: Alarun, *moves: str) -> Alarun:
    for text in moves:
        action = GAME.moves.read(text).action
        assert action in list(state.legal()), f"{text} is not legal in {GAME.notation.write(state)}"
        state.apply(action)
    return state


def lay_everything(state: Alarun) -> Alarun:
    """Let every seat lay its cards wherever it may first."""
    while phase(state) == "place":
        state.apply(int(state.legal()[0]))
    return state


def lucky(state: Alarun) -> Alarun:
    """Let chance choose the first thing that can happen until a seat decides."""
    while state.actor() == CHANCE:
        state.apply(int(state.legal()[0]))
    return state


def moves(state: Alarun) -> list[str]:
    return [str(GAME.moves.spell(state, action)) for action in state.legal()]


def phase(state: Alarun) -> str:
    return GAME.notation.write(state).split()[0]


def new_game(seats: int) -> Alarun:
    return GAME.rules.begin(seats, {})


def dealt(seats: int) -> Alarun:
    return lucky(new_game(seats))


def cards(state: Alarun, seat: int) -> tuple[str, ...]:
    return GAME.view.view(state, seat).hand


def centre(state: Alarun) -> tuple[str, ...]:
    return GAME.view.view(state, WATCHER).centre


def cells(state: Alarun) -> set[tuple[int, int]]:
    """The legal cells of the seat that places."""
    found = [(int(action) - PLACE) % CELLS for action in state.legal()]
    return {(x_of(cell), y_of(cell)) for cell in found}


def line(*kinds: str) -> LineView:
    """What a line of five cards brews, as row B of a square, below an apprentice that does not touch it."""
    below = f"@,.,.,.,./{','.join(kinds)}"
    state = at("place", in_round=2, passer="0", colours="RB", hands="MY-V/MK-V,MK-V,MY-V", squares=below)
    square = state.squares[0]
    seen = GAME.view.view(state, 1).seats[0].square.rows[1]
    assert seen.power == power(square.cells, square.corner + SPAN, 1, board.BARE)
    return seen


# A1 Before the first round


@clause("A1.1")
def test_the_deck_has_every_kind_twice_and_one_centum_auri() -> None:
    state = play(new_game(2), "colour R", "colour Y")
    assert moves(state) == [f"card {kind}" for kind in KIND_NAMES]
    assert list(state.odds()) == [2] * 49 + [1]
    assert len(DECK) == state.unseen == 99
    play(state, "card AU")
    assert "card AU" not in moves(state)


@clause("A1.2", "A1.5")
def test_each_seat_draws_one_of_seven_colour_cards_and_alone_sees_it() -> None:
    state = new_game(3)
    assert moves(state) == [f"colour {code}" for code in "RYBWPGV"]
    assert list(state.odds()) == [1] * 7
    assert moves(play(state, "colour B")) == [f"colour {code}" for code in "RYWPGV"]
    assert [state.glimpse(0, seat) for seat in (0, 1, 2, WATCHER)] == [-1, 0, -1, -1], "seat 1 alone sees its card"
    play(state, "colour R", "colour W")
    assert [seat.colour for seat in GAME.view.view(state, 1).seats] == [None, "red", None]


@clause("A1.3", "A1.9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_square_begins_as_the_apprentice_alone(seats: int) -> None:
    state = new_game(seats)
    assert GAME.notation.write(state).split()[10] == "|".join("@" * seats)
    assert all(list(square.cells) == list(state.squares[0].cells) for square in state.squares)
    assert state.squares[0].cells[HOME] == board.DRUID


@clause("A1.4")
def test_seat_0_starts_and_turns_go_clockwise() -> None:
    state = dealt(3)
    order = []
    for _ in range(4):
        order.append(int(state.actor()))
        state.apply(int(state.legal()[0]))
    assert order == [0, 1, 2, 0]


@clause("A1.6", "A1.7")
@pytest.mark.parametrize(("seats", "reserve"), [(2, 3), (3, 0), (4, 0)])
def test_three_cards_lie_open_and_with_two_seats_three_more_face_down(seats: int, reserve: int) -> None:
    state = new_game(seats)
    while phase(state) != "hand":
        assert state.actor() == CHANCE
        state.apply(int(state.legal()[-1]))
    assert len(centre(state)) == 3
    assert state.reserve == reserve
    assert state.unseen == 96, "nobody has decided yet what the reserve is"


@clause("A1.8", "A2.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_is_dealt_three_cards_that_it_alone_sees(seats: int) -> None:
    state = dealt(seats)
    for seat in range(seats):
        assert len(cards(state, seat)) == 3
    assert [(seat.known, seat.unknown) for seat in GAME.view.view(state, 1).seats] == [((), 3)] * seats


# A2 Rounds


@clause("A2.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_eight_rounds_of_supply_acting_and_placing(seats: int) -> None:
    state = new_game(seats)
    phases: list[str] = []
    while state.actor() != OVER:
        if not phases or phases[-1] != phase(state):
            phases.append(phase(state))
        state.apply(int(state.legal()[-1]) if phase(state) != "act" else board.PASS)
    assert phases.count("act") == phases.count("place") == 8
    assert state.round == 8


@clause("A2.2")
def test_with_three_seats_the_centre_is_replaced() -> None:
    state = at("place", passer="0", turn=2, colours="RBY", hands="-/-/MK-R", centre="DE-R,DE-B,AU")
    play(state, "place MK-R -1,0")
    assert (phase(state), state.round, centre(state)) == ("centre", 2, ())
    assert GAME.view.view(state, 0).discards == ("DE-R", "DE-B", "AU")
    play(state, "card MY-R", "card MY-R", "card MY-V")
    assert centre(state) == ("MY-R", "MY-R", "MY-V")


@clause("A2.2")
def test_with_four_seats_the_centre_stays() -> None:
    state = at("place", passer="0", turn=3, colours="RBYW", hands="-/-/-/MK-R", centre="DE-R,DE-B,AU")
    play(state, "place MK-R -1,0")
    assert (phase(state), state.round, centre(state)) == ("hand", 2, ("DE-R", "DE-B", "AU"))


@clause("A2.2", "A2.3")
@pytest.mark.parametrize("number", range(1, 8))
def test_a_reserve_that_nobody_turned_up_is_discarded_for_all_to_see(number: int) -> None:
    # Example 13
    state = at("place", in_round=number, passer="0", turn=1, hands="-/MK-R", centre="DE-R,DE-B,AU")
    before = len(GAME.view.view(state, 0).discards)
    state.apply(int(state.legal()[0]))
    assert phase(state) == "clear"
    for _ in range(3):
        assert phase(state) == "clear"
        action = int(state.legal()[0])
        assert [state.glimpse(action, seat) for seat in (0, 1, WATCHER)] == [action] * 3
        state.apply(action)
    assert len(GAME.view.view(state, WATCHER).discards) == before + 6
    assert (phase(state), state.reserve) == ("centre", 0)


@clause("A2.2")
def test_after_round_8_nothing_is_turned_up() -> None:
    # Example 13
    state = at("place", in_round=8, passer="0", turn=1, hands="-/MK-R", centre="DE-R,DE-B,AU")
    state.apply(int(state.legal()[0]))
    assert (phase(state), state.reserve, centre(state)) == ("show", 3, ("DE-R", "DE-B", "AU"))


@clause("A2.5", "A2.6")
def test_the_first_passer_starts_the_next_round_and_is_dealt_to_first() -> None:
    state = lay_everything(play(at(colours="RBYW"), "swap all", "pass", "pass", "pass"))
    assert state.starter == 0
    state = at(turn=2, starter=2, colours="RBY")
    state = lay_everything(play(state, "pass", "pass", "pass"))
    assert (phase(state), state.starter) == ("centre", 2), "the centre comes before the hands"
    order = []
    for _ in range(3):
        state.apply(int(state.legal()[0]))
    while phase(state) == "hand":
        order.append(int(state.turn))
        state.apply(int(state.legal()[0]))
    assert order == [2, 2, 2, 0, 0, 0, 1, 1, 1]
    assert state.actor() == 2


@clause("A2.7")
@pytest.mark.parametrize(("seats", "first", "last"), [(2, 87, 3), (3, 87, 3), (4, 84, 0)])
def test_the_deck_always_suffices(seats: int, first: int, last: int) -> None:
    # Example 20
    state = dealt(seats)
    for number in range(1, 9):
        assert state.round == number
        assert state.deck() == first - 12 * (number - 1)
        play(state, *["pass"] * seats)
        lay_everything(state)
        lucky(state)
    assert state.deck() == last


@clause("A2.7")
def test_discards_never_return() -> None:
    state = at(colours="RBY", centre="AU,DE-R,DE-R")
    lay_everything(play(state, "pass", "pass", "pass"))
    assert {"card AU", "card DE-R"}.isdisjoint(moves(state))


# A3 Acting


@clause("A3.1", "A3.2")
def test_a_swap_gives_one_card_and_takes_one() -> None:
    state = at(colours="RBY", hands="FM-Y,MK-W,MK-W/PF-R,PF-B,PF-Y/MY-R,MY-B,MY-Y", centre="FM-Y,DE-R,DE-R")
    play(state, "swap MK-W>DE-R")
    assert cards(state, 0) == ("FM-Y", "DE-R", "MK-W")
    assert centre(state) == ("FM-Y", "DE-R", "MK-W")
    assert state.actor() == 1


@clause("A3.3")
def test_a_pass_changes_nothing() -> None:
    state = at()
    before = [cards(state, 0), cards(state, 1), centre(state)]
    play(state, "pass")
    assert [cards(state, 0), cards(state, 1), centre(state)] == before


@clause("A3.4")
def test_swapping_all_is_a_pass_that_shows_six_cards_to_everybody() -> None:
    state = at(colours="RBY", hands="FM-Y,MK-W,MK-W/PF-R,PF-B,PF-Y/MY-R,MY-B,MY-Y", centre="FM-B,DE-R,AU")
    play(state, "swap all")
    assert cards(state, 0) == ("FM-B", "DE-R", "AU")
    assert centre(state) == ("FM-Y", "MK-W", "MK-W")
    assert state.first_passer == 0
    known = GAME.view.view(state, WATCHER).seats[0]
    assert (known.known, known.unknown) == (("FM-B", "DE-R", "AU"), 0)


@clause("A3.4")
def test_others_glimpse_of_swapping_all_which_hand_it_was_and_the_actor_its_own_decision() -> None:
    one = at(hands="FM-Y,MK-W,MK-W/PF-R,PF-B,PF-Y")
    other = at(hands="FM-Y,MK-W,AU/PF-R,PF-B,PF-Y")
    assert one.glimpse(SWAP_ALL, 0) == other.glimpse(SWAP_ALL, 0) == SWAP_ALL
    assert one.glimpse(SWAP_ALL, 1) != other.glimpse(SWAP_ALL, 1)
    assert one.glimpse(SWAP_ALL, WATCHER) == one.glimpse(SWAP_ALL, 1)


@clause("A3.5", "A3.6")
def test_a_refresh_turns_up_the_reserve_once_a_round_and_is_no_pass() -> None:
    # Example 11
    state = play(at(centre="DE-R,DE-B,AU"), "refresh")
    assert (phase(state), centre(state)) == ("flip", ())
    play(state, "card MY-R", "card MY-R", "card MY-V")
    assert centre(state) == ("MY-R", "MY-R", "MY-V")
    assert GAME.view.view(state, 0).discards == ("DE-R", "DE-B", "AU")
    assert state.actor() == 1
    assert "refresh" not in moves(state)
    assert state.first_passer == -1


@clause("A3.5", "A3.8")
def test_a_refresh_may_be_the_last_action() -> None:
    # Example 12
    state = play(at(), "pass", "refresh", "card MY-R", "card MY-R", "card MY-V")
    assert (phase(state), state.turn) == ("place", 0)


@clause("A3.5")
@pytest.mark.parametrize("colours", ["RBY", "RBYW"])
def test_with_more_than_two_seats_there_is_no_refresh(colours: str) -> None:
    assert "refresh" not in moves(at(colours=colours))


@clause("A3.7", "A3.8", "A4.2", "A2.6")
def test_after_the_first_pass_everybody_else_has_one_more_action() -> None:
    # Example 9
    state = at(colours="RBY", hands="FM-Y,MK-W,MK-W/PF-R,PF-B,PF-Y/MY-R,MY-B,MY-Y", centre="FM-B,DE-R,AU")
    play(state, "swap FM-Y>AU", "swap PF-R>DE-R", "pass", "swap MK-W>FM-Y", "swap all")
    assert (phase(state), state.first_passer) == ("place", 2)
    order = []
    while phase(state) == "place":
        order.append(int(state.turn))
        state.apply(int(state.legal()[0]))
    assert order == [2, 2, 2, 0, 0, 0, 1, 1, 1]
    assert (state.round, state.starter, int(lucky(state).actor())) == (2, 2, 2)


@clause("A3.7", "A2.2")
def test_a_starter_who_swaps_all_at_once_starts_again() -> None:
    # Example 10
    state = at(turn=3, starter=3, colours="RBYW", centre="FM-B,DE-R,AU")
    play(state, "swap all")
    order = []
    while phase(state) == "act":
        order.append(int(state.turn))
        state.apply(int(state.legal()[0]))
    left = centre(state)
    while phase(state) == "place":
        order.append(int(state.turn))
        state.apply(int(state.legal()[0]))
    assert order == [0, 1, 2, 3, 3, 3, 0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert (phase(state), state.starter, centre(state)) == ("hand", 3, left)


@clause("A3.9")
def test_after_ten_actions_a_seat_can_only_pass_or_swap_all() -> None:
    # Example 14
    assert moves(at(actions="10/10")) == ["pass", "swap all"]
    assert "refresh" in moves(at(actions="9/10"))


@clause("A3.9")
def test_swaps_and_refreshes_count_and_a_new_round_counts_anew() -> None:
    state = play(at(actions="8/0", hands="FM-Y,MK-W,MK-W/PF-R,PF-B,PF-Y", centre="FM-Y,DE-R,DE-R"), "refresh")
    lucky(state)
    play(state, "swap PF-R>FM-R", "swap FM-Y>FM-R")
    assert list(state.actions) == [10, 1]
    play(state, "pass")
    assert moves(state) == ["pass", "swap all"]
    lucky(lay_everything(play(state, "pass")))
    assert list(state.actions) == [0, 0]


@clause("A3.10")
def test_equal_choices_are_one_choice_and_equal_kinds_may_be_swapped() -> None:
    # Example 15
    state = at(colours="RBY", hands="FM-Y,MK-W,MK-W/PF-R,PF-B,PF-Y/MY-R,MY-B,MY-Y", centre="FM-Y,DE-R,DE-R")
    assert moves(state) == [
        "swap FM-Y>FM-Y",
        "swap FM-Y>DE-R",
        "swap MK-W>FM-Y",
        "swap MK-W>DE-R",
        "pass",
        "swap all",
    ]
    play(state, "swap FM-Y>FM-Y")
    assert cards(state, 0) == ("FM-Y", "MK-W", "MK-W")
    assert state.actions[0] == 1


@clause("A3.11")
def test_centum_auri_is_swapped_and_placed_like_any_other_card() -> None:
    state = at(hands="FM-Y,MK-W,AU/PF-R,PF-B,PF-Y")
    assert "swap AU>CD-R" in moves(state)
    play(state, "pass", "pass", "place AU 0,1")
    assert GAME.view.view(state, 1).seats[0].square.cells == (("@",), ("AU",))


# A4 Placing


@clause("A4.1")
def test_all_three_cards_are_laid_and_seen() -> None:
    state = at("place", passer="0", hands="FM-Y,MK-W,MK-W/PF-R,PF-B,PF-Y")
    assert {text.split()[1] for text in moves(state)} == {"FM-Y", "MK-W"}
    play(state, "place MK-W 0,-1", "place FM-Y 1,0")
    assert moves(state) != []
    assert {text.split()[1] for text in moves(state)} == {"MK-W"}
    play(state, "place MK-W 1,-1")
    assert GAME.view.view(state, 1).seats[0].square.cells == (("MK-W", "MK-W"), ("@", "FM-Y"))
    assert (state.actor(), cards(state, 0)) == (1, ())


@clause("A4.3")
def test_the_first_card_touches_the_apprentice() -> None:
    # Example 16
    state = at("place", passer="0", hands="FM-Y,MK-W,MK-W/PF-R,PF-B,PF-Y")
    assert cells(state) == {(1, 0), (-1, 0), (0, 1), (0, -1)}


ROW_OF_FIVE = "@,FM-R,FM-Y,FM-B,FM-W"


@clause("A4.4")
def test_a_square_is_at_most_five_wide() -> None:
    # Example 17
    state = at("place", in_round=2, passer="0", hands="FM-Y,MK-W/PF-R,PF-B,PF-Y", squares=ROW_OF_FIVE)
    assert cells(state) == {(x, y) for x in range(5) for y in (1, -1)}


@clause("A4.3", "A4.4")
def test_a_square_is_at_most_five_high_too() -> None:
    # Example 18
    cross = f".,.,MB-R,.,./.,.,MB-Y,.,./{ROW_OF_FIVE}/.,.,MB-B,.,./.,.,MB-W,.,."
    state = at("place", in_round=3, passer="0", hands="FM-Y/PF-R,PF-B,PF-Y", squares=cross)
    inner = {(x, y) for x in (0, 1, 3, 4) for y in (1, -1)}
    assert cells(state) == inner | {(x, y) for x in (1, 3) for y in (2, -2)}


@clause("A4.4")
def test_twenty_cells_are_the_most_into_which_a_card_may_be_laid() -> None:
    # Cards and open cells lie in a box that is 6 x 6 without its corners at most: 4 x 4 cells taken and one beyond each
    # side, or less. So from twelve taken cells on no more than twenty are left, and below that every shape is tried.
    taken = {int(START)}
    most = 0
    for _ in range(11 if native.is_compiled(engine_state) else 6):
        squares = [Square(BARE_CELLS[:], shape, HOME) for shape in taken]
        most = max(most, *(int(count(square.reach())) for square in squares), 0)
        taken = {grown for square in squares for grown in _grown(square)}
    assert most == board.MOST_CELLS if native.is_compiled(engine_state) else most <= board.MOST_CELLS


def _grown(square: Square) -> Iterator[int]:
    """The shapes that one more card may make of a square."""
    for place in members(square.reach()):
        after = Square(BARE_CELLS[:], square.taken, square.corner)
        after.lay(0, square.first_framed() + FRAMED[place])
        yield int(after.taken)


@clause("A4.4")
def test_the_apprentice_may_end_up_in_any_corner() -> None:
    state = at("place", in_round=2, passer="0", hands="FM-Y,MK-W/PF-R,PF-B,PF-Y", squares="FM-R,FM-Y,FM-B,FM-W,@")
    assert cells(state) == {(x, y) for x in range(-4, 1) for y in (1, -1)}


@clause("A4.5")
def test_any_card_may_lie_beside_any_other() -> None:
    state = at("place", passer="0", hands="AU,FM-Y,MK-W/PF-R,PF-B,PF-Y")
    play(state, "place AU 1,0")
    assert cells(state) == {(-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (2, 0)}
    assert {text.split()[1] for text in moves(state)} == {"FM-Y", "MK-W"}


@clause("A4.6")
def test_the_last_cell_can_always_be_filled() -> None:
    state = at("place", in_round=8, passer="0", hands="FM-Y/PF-R,PF-B,PF-Y", centre="AU,DE-R,DE-B")
    assert cells(state) == {(4, 4)}


# A5 Scoring

LAUREN = (
    "FM-Y,FM-W,FM-P,MY-B,FM-G/DE-Y,DE-W,DE-P,@,DE-R/AU,MB-W,MB-P,MB-B,MB-R/PF-Y,MY-W,CD-P,FM-B,PF-R/"
    "MK-Y,MK-V,MK-P,MY-B,MY-R"
)


def lauren() -> Alarun:
    return at("over", in_round=8, hands="-/-", squares=LAUREN)


@clause("A5.1", "A5.6", "A5.8", "A5.9", "A5.12", "A5.13", "A5.14")
def test_the_source_example_brings_104_points() -> None:
    # Example 1
    state = lauren()
    seen = GAME.view.view(state, 0).seats[0]
    lines = [*seen.square.rows, *seen.square.columns]
    assert [line.power for line in lines] == [3, 5, 4, 1, 3, 2, 4, 5, 4, 4]
    assert [line.points for line in lines] == [5, 17, 10, 0, 5, 2, 10, 17, 10, 10]
    assert (seen.square.potions, seen.square.auri, seen.bonus, seen.score) == (86, 10, 8, 104)
    assert seen.square.druid == "DE-B"
    assert state.scores()[0] == 104


@clause("A5.9", "A5.10")
def test_the_apprentice_of_the_source_example_is_best_as_a_blue_dragon_egg() -> None:
    # Example 1
    square = lauren().squares[0]
    totals: dict[int, int] = {}
    for kind in range(board.AURI):
        firsts = [(square.corner + n * SPAN, 1) for n in range(5)] + [(square.corner + n, SPAN) for n in range(5)]
        totals[kind] = sum(POINTS_OF[power(square.cells, first, step, kind)] for first, step in firsts)
    by_total = {
        points: [KIND_NAMES[kind] for kind, total in totals.items() if total == points] for points in totals.values()
    }
    assert by_total[86] == ["DE-B"]
    assert by_total[81] == ["DE-G", "DE-V"]
    assert by_total[74] == ["CD-B", "PF-B", "DE-R", "DE-Y", "DE-W", "DE-P", "MK-B"]
    assert len(by_total[69]) == 39


@clause("A5.1")
def test_the_finished_square_has_rows_a_to_e_and_columns_f_to_j() -> None:
    drawn = plain(GAME.picture.picture(GAME.view.view(lauren(), 0))).splitlines()
    assert drawn[1].split()[:5] == list("FGHIJ")
    assert [row.split()[0] for row in drawn[2:7]] == list("ABCDE")


@clause("A5.4", "A5.5")
def test_a_double_counts_once_and_centum_auri_cuts_a_run() -> None:
    # Example 2
    assert line("DE-R", "DE-R", "DE-B", "AU", "DE-Y") == LineView(2, 2, "DE", 0, 3)


@clause("A5.4", "A5.7")
def test_a_double_alone_is_no_potion() -> None:
    # Example 3
    brewed = line("CD-G", "CD-G", "PF-R", "MY-B", "FM-W")
    assert (brewed.power, brewed.points) == (1, 0)


@clause("A5.2", "A5.3", "A5.6")
def test_a_card_serves_in_a_run_of_its_ingredient_and_in_one_of_its_colour() -> None:
    # Example 4
    assert line("FM-R", "FM-B", "MB-B", "PF-B", "FM-B") == LineView(3, 5, "B", 1, 4)


@clause("A5.4")
def test_a_double_that_is_not_adjacent_does_not_break_the_run_either() -> None:
    # Example 5
    assert line("MB-R", "MB-Y", "MB-R", "MB-G", "MB-B") == LineView(4, 10, "MB", 0, 5)


@clause("A5.6")
def test_only_the_strongest_potion_of_a_line_scores() -> None:
    # Example 6
    assert line("MK-R", "MK-B", "PF-B", "PF-G", "PF-W") == LineView(3, 5, "PF", 2, 3)


@clause("A5.7", "A5.8")
def test_potions_bring_2_5_10_and_17_points() -> None:
    assert list(POINTS_OF) == [0, 0, 2, 5, 10, 17]
    assert list(POINTS_OF)[2:] == [(n - 1) ** 2 + 1 for n in range(2, 6)]


CROSS = ".,.,MB-R,.,./.,.,PF-R,.,./FM-R,FM-Y,@,FM-B,FM-W/.,.,CD-R,.,./.,.,MY-R,.,."


@clause("A5.9", "A5.10")
def test_the_apprentice_is_one_kind_for_both_its_lines() -> None:
    # Example 7
    square = at("place", in_round=3, passer="0", hands="DE-V/PF-Y,PF-B,PF-W", squares=CROSS).squares[0]
    assert (square.potions(), KIND_NAMES[square.druid()]) == (27, "FM-R")
    for kind, across, along in (("FM-R", 10, 17), ("FM-P", 17, 2), ("DE-R", 2, 17)):
        druid = KIND_NAMES.index(kind)
        assert POINTS_OF[power(square.cells, cell_at(-2, 0), 1, druid)] == across
        assert POINTS_OF[power(square.cells, cell_at(0, -2), SPAN, druid)] == along


@clause("A5.13")
def test_the_apprentice_earns_no_colour_bonus() -> None:
    # Example 8
    state = at("place", in_round=3, passer="0", hands="DE-V/PF-Y,PF-B,PF-W", squares=CROSS)
    assert KIND_NAMES[state.squares[0].druid()] == "FM-R"
    assert state.colour_bonus(0) == 10


@clause("A5.13", "A5.12")
def test_centum_auri_has_no_colour_and_the_bonus_stays_out_of_the_score_until_the_end() -> None:
    state = at("place", in_round=1, passer="0", hands="DE-V,DE-R/PF-Y,PF-B,PF-W", squares="@,AU")
    assert state.colour_bonus(0) == 0
    assert state.scores()[0] == 10
    play(state, "place DE-R 0,1")
    assert state.colour_bonus(0) == 2
    assert state.scores()[0] == 12, "10 for the gold and 2 for the apprentice with the egg"


@clause("A5.11")
def test_among_equally_good_kinds_the_first_is_shown() -> None:
    state = new_game(2)
    assert KIND_NAMES[state.squares[0].druid()] == "FM-R"
    beside = at("place", in_round=1, passer="0", hands="DE-V,DE-R/PF-Y,PF-B,PF-W", squares="@,MK-B").squares[0]
    assert (KIND_NAMES[beside.druid()], beside.potions()) == ("FM-B", 2), "blue fungi come before mandrake"


@clause("A5.14")
def test_all_colour_cards_are_shown_at_the_end() -> None:
    state = at("show", in_round=8, hands="-/-", squares=LAUREN)
    assert moves(state) == ["show R"]
    assert state.scores()[0] == 96, "nothing tells the colour before it is shown"
    assert GAME.view.view(state, 1).seats[0].colour is None
    play(state, "show R")
    assert GAME.view.view(state, 1).seats[0].colour == "red"
    play(state, "show B")
    assert state.actor() == OVER
    assert state.scores()[0] == 104


LEVEL_ON_POINTS = (
    "@,MY-P,DE-G,DE-R,DE-W/MY-W,MB-W,DE-W,MY-Y,AU/MY-Y,MB-V,DE-V,PF-V,CD-V/DE-Y,MB-P,DE-R,FM-P,FM-R/"
    "MY-P,PF-P,DE-P,MK-P,PF-W|"
    "@,MK-G,CD-G,PF-G,MB-G/MK-Y,MY-R,CD-R,FM-V,MY-G/PF-R,MY-G,CD-W,DE-P,FM-G/FM-Y,PF-Y,CD-Y,MB-Y,FM-W/"
    "MK-Y,MK-P,MK-R,MK-G,MK-B|"
    "@,MB-B,MB-Y,MB-V,MK-R/MY-R,PF-B,FM-B,CD-B,PF-V/PF-W,DE-B,MB-B,MY-B,CD-G/MB-W,CD-B,FM-B,FM-W,CD-P/"
    "MY-V,MK-B,MB-G,FM-Y,CD-V"
)
LEVEL_ON_POTIONS = (
    "@,MK-V,MK-B,MK-G,MK-W/MY-R,DE-V,MB-R,DE-R,CD-W/MY-Y,DE-V,MY-R,MB-R,PF-W/MY-V,FM-V,FM-P,FM-R,DE-W/"
    "MY-P,CD-Y,FM-B,MB-P,FM-W|"
    "@,MB-G,MB-B,MB-Y,FM-V/MK-G,DE-P,PF-P,PF-Y,FM-R/MK-R,DE-Y,MB-Y,MK-Y,FM-W/MK-B,DE-B,MB-P,DE-Y,FM-G/"
    "MK-W,CD-P,MY-W,DE-B,FM-P|"
    "@,CD-R,PF-P,CD-B,MY-G/PF-B,CD-B,MB-G,CD-Y,PF-W/PF-Y,CD-W,CD-G,MK-Y,DE-R/PF-V,CD-V,DE-G,FM-Y,DE-W/"
    "PF-G,CD-G,FM-G,MB-W,MB-W"
)


@clause("A5.14")
@pytest.mark.parametrize(
    ("squares", "potions", "ranks", "winners"),
    [
        (
            LEVEL_ON_POINTS,
            [61, 65, 50],
            [1, 0, 2],
            "Seat 1 wins with 77 points; seat 0 has as many, but fewer from potions.",
        ),
        (LEVEL_ON_POTIONS, [65, 65, 64], [0, 0, 2], "Seat 0 and seat 1 win with 77 points."),
    ],
)
def test_who_is_level_on_points_is_parted_by_potions(
    squares: str, potions: list[int], ranks: list[int], winners: str
) -> None:
    # Example 21
    state = at("over", in_round=8, colours="RYB", hands="-/-/-", squares=squares, centre="CD-R,PF-R,MY-B")
    assert [square.potions() for square in state.squares] == potions
    assert list(state.scores()) == [77, 77, 70]
    assert list(state.ranks()) == ranks
    assert spoken(GAME.view.prompt(GAME.view.view(state, WATCHER))) == winners


# What everybody knows


@clause("A3.2")
def test_everybody_remembers_what_a_seat_took_and_what_it_gave_away() -> None:
    # Example 19
    state = at(turn=1, colours="RBY", hands="CD-W,CD-W,CD-V/FM-Y,PF-B,MK-W/MY-R,MY-B,MY-Y", centre="DE-W,CD-G,MB-P")

    def known() -> tuple[tuple[str, ...], int]:
        seen = GAME.view.view(state, WATCHER).seats[1]
        return seen.known, seen.unknown

    play(state, "swap FM-Y>DE-W")
    assert known() == (("DE-W",), 2)
    play(state, "swap MY-R>FM-Y", "swap CD-W>MY-R", "swap DE-W>CD-G")
    assert known() == (("CD-G",), 2)
    play(state, "swap MY-B>DE-W", "swap CD-W>CD-W", "swap PF-B>MB-P")
    assert known() == (("MB-P", "CD-G"), 1)


@clause("A3.2")
def test_of_two_equal_cards_the_known_one_counts_as_given() -> None:
    state = at(hands="FM-Y!,FM-Y,MK-W/MY-R,MY-B,MY-Y", centre="DE-W,CD-G,MB-P")
    play(state, "swap FM-Y>DE-W")
    seen = GAME.view.view(state, 1).seats[0]
    assert (seen.known, seen.unknown) == (("DE-W",), 2)


def test_the_box_and_the_numbers_agree() -> None:
    assert len(board.BOX["ingredient"]) == board.INGREDIENTS
    assert len(board.BOX["colour"]) == board.COLOURS
    assert list(board.RESERVE_OF) == [0, 0, board.HAND, 0, 0]
    assert list(board.CLEARS_CENTRE) == [0, 0, 1, 1, 0]
    assert board.ROUNDS * board.HAND + 1 == board.SIDE * board.SIDE
    assert len(board.BOX["score"]["potion"]) == board.SIDE + 1
