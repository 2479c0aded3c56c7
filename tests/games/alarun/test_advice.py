"""Advice: obvious truths about standings and priorities, and a reason with its clause for every illegal wish."""

from __future__ import annotations

import pytest

from fourleaf.games.alarun import GAME
from fourleaf.games.alarun.advice import priority, standing, why, worth
from tests.games.alarun.test_rules import at, lauren

ACT = "act 1 0 0 - 0/0 3 RB FM-Y,DE-W,AU PF-B,PF-B,CD-G!/MK-R,MY-V,DE-R @|@ -"
TIRED = "act 1 0 0 - 10/0 3 RB FM-Y,DE-W,AU PF-B,PF-B,CD-G!/MK-R,MY-V,DE-R @|@ -"
FLIPPED = "act 1 0 0 - 0/0 0 RB FM-Y,DE-W,AU PF-B,PF-B,CD-G!/MK-R,MY-V,DE-R @|@ MY-R,MY-Y,MY-B"
THREE = "act 1 0 0 - 0/0/0 0 RBY FM-Y,DE-W,AU PF-B,PF-B,CD-G!/MK-R,MY-V,DE-R/CD-R,CD-Y,CD-B @|@|@ -"
LAY = "place 1 0 0 0 0/0 3 RB CD-R,CD-Y,CD-B FM-Y/MK-R,MY-V!,DE-R DE-B,@/.,DE-R|@ -"
WIDE = "place 2 0 0 0 0/0 3 RB CD-R,CD-Y,CD-B FM-Y,FM-Y/MK-R,MY-V!,DE-R @,MB-R,MB-Y,MB-B,MB-W|@,PF-R,PF-Y,PF-B "
WIDE += "MK-Y,MK-B,MK-W,MK-P,MK-G,MK-V"


def action(text: str) -> int:
    return GAME.moves.read(text).action


def test_a_hand_counts_as_what_it_could_brew_at_once() -> None:
    # Three eggs beside the apprentice are a potion of power 4, and the red one fits the secret colour.
    state = at("act", hands="DE-R,DE-Y,DE-B/FM-R,MB-Y,PF-W")
    assert worth(state, 0) == 12
    assert standing(state)[0] > standing(state)[1]


def test_gold_and_the_secret_colour_count() -> None:
    assert worth(GAME.position(ACT.replace("CD-G!", "AU").replace("DE-W,AU", "DE-W,CD-G")), 0) >= 10
    red, blue = (worth(GAME.position(ACT.replace(" RB ", f" {colours} ")), 1) for colours in ("BR", "RB"))
    assert red == blue + 4


def test_a_won_game_is_worth_everything() -> None:
    assert standing(lauren()) == [1.0, 0.0]


def test_before_anything_is_dealt_all_stand_alike() -> None:
    assert standing(GAME.rules.begin(4, {})) == [0.25] * 4


def test_the_card_that_gains_most_comes_first() -> None:
    state = GAME.position(LAY.replace("FM-Y/", "DE-Y/"))
    assert priority(state, action("place DE-Y -1,1")) > priority(state, action("place DE-Y 1,0"))
    act = GAME.position(ACT)
    assert priority(act, action("pass")) > priority(act, action("swap PF-B>FM-Y"))


@pytest.mark.parametrize(
    ("position", "wish", "reason", "clause"),
    [
        (ACT, "swap FM-Y>AU", "you do not hold FM-Y; you hold CD-G, PF-B and PF-B", "A3.2"),
        (ACT, "swap PF-B>CD-R", "CD-R is not in the centre; there are FM-Y, DE-W and AU", "A3.2"),
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
        (LAY, "place MK-R 1,0", "you do not hold MK-R; you have FM-Y to lay", "A4.1"),
        (LAY, "place FM-Y 0,0", "your apprentice lies at 0,0", "A4.3"),
        (LAY, "place FM-Y -1,0", "DE-B lies at -1,0 already", "A4.3"),
        (LAY, "place FM-Y 1,-1", "1,-1 touches no edge of your apprentice or of a card", "A4.3"),
        (LAY, "place FM-Y 4,0", "with a card at 4,0 your square would be more than 5 wide", "A4.4"),
        (LAY, "place FM-Y 0,-4", "with a card at 0,-4 your square would be more than 5 high", "A4.4"),
        (WIDE, "place FM-Y -1,0", "with a card at -1,0 your square would be more than 5 wide", "A4.4"),
    ],
)
def test_a_refusal_gives_the_reason_and_the_clause(position: str, wish: str, reason: str, clause: str) -> None:
    assert why(GAME.position(position), action(wish)) == (reason, clause)


@pytest.mark.parametrize(
    ("position", "wish", "reason", "clause"),
    [
        ("colour 1 1 0 - 0/0 0 R- - -/- @|@ -", "colour R", "the red colour card has been drawn already", "A1.2"),
        ("colour 1 1 0 - 0/0 0 R- - -/- @|@ -", "card AU", "first every seat draws a colour card", "A1.5"),
        ("centre 1 0 0 - 0/0 0 RB AU -/- @|@ -", "card AU", "every AU has been seen already", "A1.1"),
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
    assert why(GAME.position(position), action(wish)) == (reason, clause)


def test_at_the_end_only_the_own_colour_card_can_be_shown() -> None:
    state = at("show", in_round=8, hands="-/-")
    assert why(state, action("show B")) == ("seat 0 shows its colour card first, and it has only that one", "A5.13")
    assert why(lauren(), action("pass")) == ("the game is over after 8 rounds", "A2.1")
