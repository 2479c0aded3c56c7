"""Advice: obvious truths about standings and priorities, and a reason with its clause for every illegal wish."""

from __future__ import annotations

import pytest

from fourleaf.engine.sentences import spoken
from fourleaf.games.alarun import GAME
from fourleaf.games.alarun.advice import HOPES_KEPT, KEPT_MARK, READ, priority, standing, worth
from fourleaf.games.alarun.board import NONE
from fourleaf.games.alarun.reasons import why
from fourleaf.games.alarun.rules import SHOW_COLOUR, Alarun
from tests.games.alarun.test_rules import at, lauren
from tests.kit.walks import Table, Walk, tables_of

ACT = "act 1 0 0 - 0/0 3 RB FM-Y,DE-W,AU PF-B,PF-B,CD-G!/MK-R,MY-V,DE-R @|@ -"
TIRED = "act 1 0 0 - 10/0 3 RB FM-Y,DE-W,AU PF-B,PF-B,CD-G!/MK-R,MY-V,DE-R @|@ -"
FLIPPED = "act 1 0 0 - 0/0 0 RB FM-Y,DE-W,AU PF-B,PF-B,CD-G!/MK-R,MY-V,DE-R @|@ MY-R,MY-Y,MY-B"
THREE = "act 1 0 0 - 0/0/0 0 RBY FM-Y,DE-W,AU PF-B,PF-B,CD-G!/MK-R,MY-V,DE-R/CD-R,CD-Y,CD-B @|@|@ -"
LAY = "place 1 0 0 0 0/0 3 RB CD-R,CD-Y,CD-B FM-Y/MK-R,MY-V!,DE-R DE-B,@/.,DE-R|@ -"
WIDE = "place 2 0 0 0 0/0 3 RB CD-R,CD-Y,CD-B FM-Y,FM-Y/MK-R,MY-V!,DE-R @,MB-R,MB-Y,MB-B,MB-W|@,PF-R,PF-Y,PF-B "
WIDE += "MK-Y,MK-B,MK-W,MK-P,MK-G,MK-V"

TWO_LINES = "@,DE-R,DE-Y,DE-B|@,MB-R,MB-Y,MB-B"


def action(text: str) -> int:
    return GAME.moves.read(text).action


def test_a_hand_counts_as_what_it_could_brew() -> None:
    state = at("act", hands="DE-R,DE-Y,DE-B/FM-R,MB-Y,PF-W", colours="GV")
    assert worth(state, 0) > worth(state, 1)
    assert standing(state)[0] > standing(state)[1]


def test_a_line_with_room_to_grow_is_worth_more_than_one_that_is_blocked() -> None:
    hands = "-/MB-G,PF-V,MY-P"
    growing = at("place", 1, turn=1, passer="0", hands=hands, squares="@,DE-R,DE-Y/FM-W,.,.|@")
    blocked = at("place", 1, turn=1, passer="0", hands=hands, squares="@,DE-R,FM-W/.,DE-Y,.|@")
    assert worth(growing, 0) > worth(blocked, 0)
    assert worth(growing, 1) == worth(blocked, 1)


def test_gold_and_the_secret_colour_count() -> None:
    assert worth(GAME.position(ACT.replace("CD-G!", "AU").replace("DE-W,AU", "DE-W,CD-G")), 0) >= 10
    red, blue = (worth(GAME.position(ACT.replace(" RB ", f" {colours} ")), 1) for colours in ("BR", "RB"))
    assert red == pytest.approx(blue + 4)


def test_when_all_cards_are_laid_a_square_is_worth_its_score() -> None:
    state = lauren()
    state.phase = SHOW_COLOUR
    assert worth(state, 0) == 104
    assert standing(state)[0] > 0.99


def test_a_won_game_is_worth_everything() -> None:
    assert standing(lauren()) == [1.0, 0.0]


def test_before_anything_is_dealt_all_stand_alike() -> None:
    assert standing(GAME.rules.begin(4, {})) == [0.25] * 4


def test_seats_with_equal_cards_stand_alike_whoever_acts() -> None:
    equal = "FM-Y,MB-W,PF-P/FM-Y,MB-W,PF-P"
    for turn in (0, 1):
        state = at("act", in_round=2, turn=turn, hands=equal, squares="@,DE-R,DE-Y,DE-B|@,DE-R,DE-Y,DE-B", colours="GV")
        assert standing(state) == [0.5, 0.5]


def test_standings_add_up_to_one() -> None:
    state = at("act", in_round=3, colours="RYBG")
    assert sum(standing(state)) == pytest.approx(1.0)
    assert all(0 < hope < 1 for hope in standing(state))


def test_in_the_last_round_a_card_goes_first_to_where_it_brings_most_points() -> None:
    rows = "FM-R,MB-Y,PF-W,CD-P,@/DE-R,DE-Y,DE-B,DE-G,./MK-R,MY-Y,FM-W,MB-P,PF-G/CD-Y,MK-W,MY-P,FM-G,MB-V/"
    square = rows + "PF-R,CD-W,MK-P,MY-G,FM-V"
    state = at("place", 8, passer="0", hands="DE-W/CD-B,CD-V,CD-G", squares=square, centre="MY-R,MY-B,MY-W")
    assert priority(state, action("place DE-W 0,1")) == 7


def test_a_swap_for_a_fitting_card_comes_before_a_pass_and_a_pass_before_giving_it_away() -> None:
    hands = "FM-W,FM-Y,MK-P/CD-W,CD-P,CD-G"
    state = at("act", 2, hands=hands, centre="DE-W,PF-R,MY-V", squares=TWO_LINES, colours="BR")
    passing = priority(state, action("pass"))
    assert priority(state, action("swap MK-P>DE-W")) > passing
    state.apply(action("swap MK-P>DE-W"))
    state.apply(action("swap CD-W>PF-R"))
    assert priority(state, action("swap DE-W>MK-P")) < passing
    assert priority(state, action("swap DE-W>MK-P")) < priority(state, action("swap FM-W>MK-P"))


def test_a_priority_counts_the_cards_that_lie_there_now() -> None:
    # The reading of a square is kept between two questions and must not outlive the next card.
    state = at("place", 2, passer="0", hands="DE-W,DE-G,MK-P/CD-W,CD-P,CD-G", squares=TWO_LINES)
    wish = action("place MK-P 1,1")
    before = priority(state, wish)
    state.apply(action("place DE-W 0,1"))
    again = GAME.position(GAME.notation.write(state))
    assert priority(state, wish) == priority(again, wish) != before


def test_what_is_kept_of_squares_and_hands_is_what_would_be_found_anew() -> None:
    for table in tables_of(GAME):
        states = positions(table, 5)[::3]
        kept = [(standing(state), priorities(state)) for state in states]
        for state, found in zip(states, kept, strict=True):
            for place in range(HOPES_KEPT):
                KEPT_MARK[place] = NONE
            READ[:] = [None] * len(READ)
            assert (standing(state), priorities(state)) == found


def test_squares_share_a_mark_if_and_only_if_they_hold_the_same_cards() -> None:
    cards_of: dict[int, tuple[int, ...]] = {}
    for seed in range(20):
        for state in positions(Table(GAME, 2), seed):
            for square in state.squares:
                cards = tuple(int(kind) for kind in square.cells)
                assert cards_of.setdefault(int(square.mark), cards) == cards
    assert len(set(cards_of.values())) == len(cards_of)


def positions(table: Table, seed: int) -> list[Alarun]:
    states = [state for state, _ in Walk(table, seed, 10_000).steps if isinstance(state, Alarun)]
    assert states
    return states


def priorities(state: Alarun) -> list[float]:
    return [priority(state, int(choice)) for choice in state.legal()] if state.actor() >= 0 else []


def test_the_order_of_a_hand_does_not_matter() -> None:
    worths = {
        worth(at("place", 2, passer="0", hands=f"{hand}/CD-W,CD-P,CD-G", squares=TWO_LINES), 0)
        for hand in ("DE-W,DE-G,MK-P", "MK-P,DE-G,DE-W", "DE-G,MK-P,DE-W")
    }
    assert len(worths) == 1


@pytest.mark.parametrize(
    ("position", "wish", "reason", "clause"),
    [
        (
            ACT,
            "swap FM-Y>AU",
            "you do not hold yellow fungi magica; "
            "you hold green calendula, blue phoenix feathers and blue phoenix feathers",
            "A3.2",
        ),
        (
            ACT,
            "swap PF-B>CD-R",
            "red calendula is not in the centre; there are yellow fungi magica, white dragon eggs and Centum auri",
            "A3.2",
        ),
        (ACT, "place PF-B 1,0", "cards are laid when acting has ended: first swap, pass or swap all", "A4.1"),
        (ACT, "colour R", "the colour cards were drawn before the first round", "A1.5"),
        (ACT, "card AU", "cards are dealt at the start of a round, and nobody draws between", "A2.4"),
        (ACT, "show R", "colour cards stay secret until the end", "A1.5"),
        (TIRED, "swap PF-B>AU", "you have taken 10 actions in this round: pass, or swap all", "A3.9"),
        (TIRED, "refresh", "you have taken 10 actions in this round: pass, or swap all", "A3.9"),
        (FLIPPED, "refresh", "the reserve has been turned up already, and there is one a round", "A3.6"),
        (THREE, "refresh", "only a game of two has a reserve to turn up; you are 3", "A3.5"),
        (LAY, "pass", "acting is over: now lay your cards, all of them", "A4.1"),
        (LAY, "swap all", "acting is over: now lay your cards, all of them", "A4.1"),
        (LAY, "show R", "colour cards stay secret until the end", "A1.5"),
        (LAY, "place MK-R 1,0", "you do not hold red mandrake; you have yellow fungi magica to lay", "A4.1"),
        (LAY, "place FM-Y 0,0", "your apprentice lies there", "A4.3"),
        (LAY, "place FM-Y -1,0", "that cell is taken by blue dragon eggs", "A4.3"),
        (LAY, "place FM-Y 1,-1", "that cell touches no edge of your apprentice or of a card", "A4.3"),
        (LAY, "place FM-Y 4,0", "with a card there your square would be more than 5 wide", "A4.4"),
        (LAY, "place FM-Y 0,-4", "with a card there your square would be more than 5 high", "A4.4"),
        (WIDE, "place FM-Y -1,0", "with a card there your square would be more than 5 wide", "A4.4"),
    ],
)
def test_a_refusal_gives_the_reason_and_the_clause(position: str, wish: str, reason: str, clause: str) -> None:
    found = why(GAME.position(position), action(wish))
    assert (spoken(found.reason), found.clause) == (reason, clause)


@pytest.mark.parametrize(
    ("position", "wish", "reason", "clause"),
    [
        ("colour 1 1 0 - 0/0 0 R- - -/- @|@ -", "colour R", "the red colour card has been drawn already", "A1.2"),
        ("colour 1 1 0 - 0/0 0 R- - -/- @|@ -", "card AU", "first every seat draws a colour card", "A1.5"),
        ("centre 1 0 0 - 0/0 0 RB AU -/- @|@ -", "card AU", "every Centum auri has been seen already", "A1.1"),
        ("centre 1 0 0 - 0/0 0 RB AU -/- @|@ -", "pass", "first 3 cards are turned up in the centre", "A1.6"),
        (
            "hand 1 1 0 - 0/0 3 RB AU,FM-R,FM-R MB-R,MB-R,MB-Y/- @|@ -",
            "pass",
            "first seat 1 is dealt its 3 cards",
            "A2.4",
        ),
        (
            "flip 1 0 0 - 1/0 3 RB - PF-B,PF-B,CD-G!/MK-R,MY-V,DE-R @|@ FM-Y,DE-W,AU",
            "pass",
            "first the reserve is turned up as the new centre",
            "A3.5",
        ),
        (
            "clear 2 0 0 - 0/0 3 RB - -/- @,PF-B,PF-B,CD-G|@,MK-R,MY-V,DE-R FM-Y,DE-W,AU",
            "pass",
            "first the reserve is turned up and discarded",
            "A2.2",
        ),
    ],
)
def test_a_chance_that_cannot_be_is_refused_too(position: str, wish: str, reason: str, clause: str) -> None:
    found = why(GAME.position(position), action(wish))
    assert (spoken(found.reason), found.clause) == (reason, clause)


def test_at_the_end_only_the_own_colour_card_can_be_shown() -> None:
    state = at("show", in_round=8, hands="-/-")
    found = why(state, action("show B"))
    assert (spoken(found.reason), found.clause) == (
        "seat 0 shows its colour card first, and it has only that one",
        "A5.13",
    )
    assert why(lauren(), action("pass")) == ("the game is over after 8 rounds", "A2.1")
