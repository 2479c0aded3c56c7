"""The written language: moves as people type them, positions as tests write them, the log as seats hear it."""

from __future__ import annotations

import pytest

from fourleaf import WATCHER, BadPosition, IllegalMove, NotAMove
from fourleaf.engine.options import settle
from fourleaf.engine.sentences import spoken
from fourleaf.games.alarun import GAME
from fourleaf.games.alarun.board import ACTIONS

START = "act 1 0 0 - 0/0 3 RB FM-Y,DE-W,AU PF-B,PF-B,CD-G!/MK-R,MY-V,DE-R @|@ -"

ANYWHERE = GAME.rules.begin(2, settle(GAME.options, {}))


def action(text: str) -> int:
    return GAME.moves.read(text).action


def test_every_action_has_one_move_and_one_text() -> None:
    moves = [GAME.moves.spell(ANYWHERE, number) for number in range(ACTIONS)]
    assert [move.action for move in moves] == list(range(ACTIONS))
    assert len({str(move) for move in moves}) == ACTIONS


@pytest.mark.parametrize(
    "text",
    [
        "swap FM-Y>DE-W",
        "SWAP fm-y > de-w",
        "FM-Y>DE-W",
        "fmy dew",
        "swap yellow fungi for white dragon eggs",
        "give fungi magica yellow take dragon egg white",
        "exchange FM Y with DE W",
    ],
)
def test_a_swap_can_be_said_in_many_words(text: str) -> None:
    assert str(GAME.moves.read(text)) == "swap FM-Y>DE-W"


@pytest.mark.parametrize(
    "text",
    [
        "place AU 2,-1",
        "place au (2, -1)",
        "put gold at 2 -1",
        "lay centum auri on 2,−1",
        "AU right 2 up 1",
        "place Centum right 2 above 1",
    ],
)
def test_a_placement_can_be_said_in_many_words(text: str) -> None:
    assert str(GAME.moves.read(text)) == "place AU 2,-1"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("left 3", "place MB-P -3,0"),
        ("down 2", "place MB-P 0,2"),
        ("left 1 below 4", "place MB-P -1,4"),
        ("1 0", "place MB-P 1,0"),
    ],
)
def test_a_cell_can_be_named_by_steps_from_the_apprentice(text: str, move: str) -> None:
    assert str(GAME.moves.read(f"place pink moon berries {text}")) == move


@pytest.mark.parametrize("text", ["swap all", "swap_all", "Swap-All", "swap everything", "exchange all", "swap hand"])
def test_swapping_all_has_many_names(text: str) -> None:
    assert str(GAME.moves.read(text)) == "swap all"


@pytest.mark.parametrize("text", ["pass", "PASS", "done", "I pass"])
def test_passing_has_many_names(text: str) -> None:
    assert str(GAME.moves.read(text)) == "pass"


@pytest.mark.parametrize("text", ["", "fly", "swap", "swap FM-Y", "place FM-Y", "place FM-Y 5,0", "FM-X>DE-W", "1,0"])
def test_what_is_no_move_gets_an_example_of_one(text: str) -> None:
    with pytest.raises(NotAMove, match="reads like swap FM-Y>DE-W, pass or place FM-Y 2,-1"):
        GAME.moves.read(text)


@pytest.mark.parametrize(
    ("text", "reason", "clause"),
    [
        ("keep FM-Y", "all three cards are laid: none is kept for the next round", "A4.1"),
        ("discard FM-Y", "no card of a hand is discarded: all three are laid", "A4.1"),
        ("take AU", "a card is taken only in exchange for one of yours: swap FM-Y>DE-W", "A3.2"),
        ("give AU", "a card is given only in exchange for one of the centre: swap FM-Y>DE-W", "A3.2"),
        ("move FM-Y to 1,0", "a card that has been laid stays where it lies", "A4.5"),
        ("draw", "cards are dealt at the start of a round, three to each seat", "A2.4"),
    ],
)
def test_a_wish_that_is_no_move_is_refused_with_its_clause(text: str, reason: str, clause: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.moves.read(text)
    assert (refused.value.reason, refused.value.clause) == (reason, clause)


LAY = "place 1 0 0 0 0/0 3 RB CD-R,CD-Y,CD-B FM-Y/MK-R,MY-V!,DE-R DE-B,@/.,DE-R|@ -"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "a position has 12 words"),
        (START.replace("act", "acts"), "'acts' is not a phase; there are colour, clear, centre"),
        (START.replace("act 1", "act 9"), "'9' is not a round; there are 1, 2"),
        (START.replace("act 1 0", "act 1 2"), "'2' is not a seat; there are 0 and 1"),
        (START.replace("0/0", "0/11"), "0 to 10 actions that were no pass, like 0/3"),
        (START.replace("0/0", "0"), "2 seats have counts of actions parted by /, not 1"),
        (START.replace(" 3 RB", " 4 RB"), "'4' is not a reserve for these seats; there are 0, 1, 2 and 3"),
        (START.replace(" 3 RB", " 2 RB"), "in act the reserve has 0 and 3 cards, not 2"),
        (START.replace("RB", "RR"), "a colour card of its own"),
        (START.replace("RB", "R-"), "a colour card of its own"),
        (START.replace("RB", "R"), "two to four seats have colour cards, not 1"),
        (START.replace("RB", "RX"), "'X' is not a colour"),
        (START.replace("FM-Y", "FM-X"), "'FM-X' is not a card; there are FM-R to AU"),
        (START.replace("FM-Y,", "AU,"), "the box has AU 1 times, not 2 times"),
        (START.replace("FM-Y,", ""), "in act the centre has 3 cards, not 2"),
        (START.replace("MK-R,", ""), "in act seat 1 holds 3 cards, not 2"),
        (START.replace("MK-R,", "MK-R,MK-R,"), "a hand and the centre have at most 3 cards, not 4"),
        (START.replace("- 0/0", "0 0/0"), "seat 0 has passed and does not act again"),
        (START.replace("@|@ -", "@|@ AU"), "the box has AU 1 times"),
        (START.replace("@|@ -", "@|@ MY-B"), "in act of round 1 the deck has 87 cards; so 1 fewer are discarded"),
        (START.replace(" 3 RB", " 0 RB"), "in act of round 1 the deck has 87 cards; so 3 more are discarded"),
        (START.replace("@|@", "@|@|@"), "2 seats have squares parted by |, not 3"),
        (START.replace("@|@", "@,MY-R|@"), "in act of round 1 seat 0 has laid 0 cards, not 1"),
        (START.replace("@|@", "MY-R|@"), "one apprentice, written @, not 0"),
        (START.replace("@|@", "@,MY-R/MY-R|@"), "rows that are equally long"),
        (START.replace("@|@", "@,.|@"), "without bare rows and columns around it"),
        (START.replace("@|@", "@,.,MY-R|@"), "touches another one or the apprentice"),
        (START.replace("@|@", "@,MY-R,MY-B,MY-Y,MY-W,MY-P|@"), "up to 5 rows that are equally long, up to 5 cells"),
        (START.replace("act", "show"), "with 2 seats there is no show in round 1"),
        (START.replace("act", "clear"), "with 2 seats there is no clear in round 1"),
        (LAY.replace("0 0 0 0/0", "0 0 - 0/0"), "somebody has passed first in place"),
        (LAY.replace("0/0", "1/0"), "actions are counted in act and flip"),
    ],
)
def test_a_bad_position_is_refused_with_what_would_be_right(line: str, reason: str) -> None:
    with pytest.raises(BadPosition) as refused:
        GAME.position(line)
    assert reason in str(refused.value)


def test_a_position_puts_equal_things_in_one_order() -> None:
    twisted = START.replace("PF-B,PF-B,CD-G!", "PF-B,CD-G!,PF-B").replace("FM-Y,DE-W,AU", "AU,FM-Y,DE-W")
    assert GAME.notation.write(GAME.position(twisted)) == GAME.notation.write(GAME.position(START))


def test_the_log_tells_each_seat_what_it_may_hear() -> None:
    tell = GAME.moves.tell
    state = GAME.position(START)
    assert spoken(tell(state, action("swap PF-B>AU"), 1)) == "seat 0 swaps blue phoenix feathers for Centum auri"
    assert spoken(tell(state, action("pass"), 1)) == "seat 0 passes and takes the Alarún marker"
    assert spoken(tell(state, action("swap all"), WATCHER)) == (
        "seat 0 swaps all, green calendula, blue phoenix feathers and blue phoenix feathers "
        "for yellow fungi magica, white dragon eggs and Centum auri and takes the Alarún marker"
    )
    assert spoken(tell(state, action("refresh"), 1)) == "seat 0 discards the centre and turns up the reserve"
    state.apply(action("refresh"))
    assert spoken(tell(state, action("card MY-R"), 1)) == "red myrrh is turned up from the reserve"
    state.apply(action("card MY-R"))
    state.apply(action("card MY-R"))
    state.apply(action("card MY-Y"))
    state.apply(action("pass"))
    assert spoken(tell(state, action("pass"), 1)) == "seat 0 passes"
    assert (
        spoken(tell(GAME.position(LAY), action("place FM-Y 1,0"), 1))
        == "seat 0 lays yellow fungi magica 1 right from its apprentice"
    )


def test_the_log_hides_colour_cards_and_dealt_cards() -> None:
    tell = GAME.moves.tell
    state = GAME.rules.begin(2, {})
    assert spoken(tell(state, action("colour R"), 0)) == "seat 0 draws the red colour card"
    assert spoken(tell(state, action("colour R"), 1)) == "seat 0 draws a colour card"
    for text in ("colour R", "colour B", "card FM-R", "card FM-R", "card FM-Y"):
        state.apply(action(text))
    assert spoken(tell(state, action("card AU"), 0)) == "seat 0 is dealt Centum auri"
    assert spoken(tell(state, action("card AU"), WATCHER)) == "seat 0 is dealt a card"


def test_the_log_tells_what_turns_up_for_all() -> None:
    tell = GAME.moves.tell
    state = GAME.rules.begin(3, {})
    for text in ("colour R", "colour B", "colour Y"):
        state.apply(action(text))
    assert spoken(tell(state, action("card AU"), WATCHER)) == "Centum auri is turned up in the centre"
