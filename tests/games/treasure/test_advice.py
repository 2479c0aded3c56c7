"""Advice: obvious truths about standings and priorities, and a reason with its clause for every illegal wish."""

from __future__ import annotations

import pytest

from fourleaf.engine.sentences import spoken
from fourleaf.games.treasure import GAME
from fourleaf.games.treasure.advice import priority, standing
from fourleaf.games.treasure.reasons import why

ON_CARD = "card 0 1+3 - 6/0/0/0 RB B1R1Y2/G1G2G3 -/-"
ON_WHIRL = "whirl 0 1+3 B 6/20/0/0 RB R1Y2/G1G2G3 B3/-"


def action(text: str) -> int:
    return GAME.moves.read(text).action


def test_who_is_further_along_stands_better() -> None:
    ahead, behind = standing(GAME.position("roll 0 - - 60/20/0/0 RB R1Y2B1/G1G2G3 -/-"))
    assert ahead > behind


def test_a_won_race_is_worth_everything() -> None:
    assert standing(GAME.position("over 0 - - 84/3/0/0 RB -/- -/-")) == [1.0, 0.0]


def test_before_the_colour_cards_are_drawn_all_stand_alike() -> None:
    assert standing(GAME.rules.begin(3, {})) == [0.25, 0.25, 0.25]


def test_a_whirl_counts_as_what_the_seat_will_make_of_it() -> None:
    # Seat 0 backs red on 6 and will exchange it with blue on the whirl.
    mine, theirs = standing(GAME.position(ON_WHIRL))
    assert mine > theirs


def test_a_race_that_is_run_is_decided_before_the_colours_are_shown() -> None:
    assert standing(GAME.position("show 0 - - 84/80/0/0 RB B1/G1 -/-")) == [1.0, 0.0]
    assert standing(GAME.position("show 0 - - 80/70/84/0 RB B1/G1 -/-")) == [0.0, 0.0]


def test_cards_for_the_own_figure_are_worth_holding() -> None:
    with_cards, without = (
        standing(GAME.position(f"roll 0 - - 40/40/0/0 RB {hand}/G1G2G3 -/-"))[0] for hand in ("R3Y1Y2", "G1Y1Y2")
    )
    assert with_cards > without


def test_the_move_that_wins_comes_first_and_the_one_that_loses_last() -> None:
    state = GAME.position("card 0 5+6 - 80/80/80/0 RB R1B1Y1/G1G2G3 -/-")
    win, lose, nobody = (priority(state, action(f"play {card}")) for card in ("R1", "B1", "Y1"))
    assert win > nobody > lose


def test_the_own_card_is_held_while_another_does_no_harm() -> None:
    state = GAME.position(ON_CARD)
    assert priority(state, action("play Y2")) > priority(state, action("play R1"))


def test_a_rival_far_behind_is_moved_rather_than_one_ahead() -> None:
    state = GAME.position("card 0 1+3 - 30/41/0/0 RB B1Y1R1/G1G2G3 -/-")
    assert priority(state, action("play Y1")) > priority(state, action("play B1"))


def test_an_exchange_brings_the_own_figure_forward() -> None:
    whirl = GAME.position(ON_WHIRL)
    assert priority(whirl, action("exchange R")) > priority(whirl, action("exchange Y"))
    # Red is the own figure and must leave the whirl: blue lies furthest along of the others.
    lost = GAME.position("whirl 0 1+3 R 20/6/0/0 RB B1Y2/G1G2G3 R3/-")
    assert priority(lost, action("exchange B")) > priority(lost, action("exchange Y"))


@pytest.mark.parametrize(
    ("position", "wish", "reason", "clause"),
    [
        (ON_CARD, "play G3", "you do not hold green ×3; you hold red ×1, blue ×1 and yellow ×2", "T2.2"),
        (ON_CARD, "exchange R", "figures are exchanged only when one has stopped on a whirl", "T2.6"),
        (ON_CARD, "roll 6+6", "the dice lie already: now a card must be played", "T2.1"),
        (ON_CARD, "take G3", "a card is taken at the end of the turn, after one has been played", "T2.10"),
        (ON_CARD, "colour G", "the colour cards were drawn before the first turn", "T1.1"),
        (ON_CARD, "show R", "colour cards stay secret until the race is run", "T3.3"),
        (ON_WHIRL, "exchange B", "blue must change places with another figure", "T2.7"),
        (ON_WHIRL, "play R1", "a card has been played; now blue must be exchanged", "T2.6"),
        (ON_WHIRL, "roll 1+1", "blue stopped on a whirl and must be exchanged first", "T2.6"),
        ("over 0 - - 84/3/0/0 RB -/- -/-", "play R1", "the race is over", "T3.2"),
        ("colour 1 - - 0/0/0/0 R- -/- -/-", "colour R", "the red colour card has been drawn already", "T1.1"),
        ("colour 1 - - 0/0/0/0 R- -/- -/-", "take R1", "first every seat draws a colour card", "T1.1"),
        ("draw 1 1+1 - 0/0/0/0 RB R1R1G1/R2R3 -/R1", "take R1", "no red ×1 is left in the bank", "T1.2"),
        ("draw 0 1+1 - 0/0/0/0 RB R1R1/B1B2B3 -/R1", "roll 1+1", "seat 0 takes a card first", "T2.10"),
        ("roll 1 - - 0/0/0/0 RB R1R1R2/B1B2B3 -/-", "play B1", "seat 1 throws the dice first", "T2.1"),
        (
            "show 1 - - 84/0/0/0 RB R1/B1 -/-",
            "show R",
            "the race is run; seat 1 shows its colour card, which is another one",
            "T3.3",
        ),
    ],
)
def test_a_refusal_gives_the_reason_and_the_clause(position: str, wish: str, reason: str, clause: str) -> None:
    found = why(GAME.position(position), action(wish))
    assert (spoken(found.reason), found.clause) == (reason, clause)
