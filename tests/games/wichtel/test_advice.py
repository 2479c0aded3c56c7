"""Advice: obvious truths about standings and priorities, and a reason with its clause for every illegal wish."""

from __future__ import annotations

import math
from itertools import combinations_with_replacement

import pytest
from librt.random import Random

from fourleaf.engine.counts import unit
from fourleaf.engine.sentences import spoken
from fourleaf.engine.state import CHANCE, OVER
from fourleaf.games.wichtel import GAME
from fourleaf.games.wichtel.advice import SPREAD, number_of, priority, standing
from fourleaf.games.wichtel.board import EVERY_HAND, HANDS, KINDS, RETINUE
from fourleaf.games.wichtel.reasons import why
from fourleaf.games.wichtel.rules import LAYS_DOWN, Wichtel
from tests.games.wichtel.test_rules import at, judged, judging, new_game, play


def action(text: str) -> int:
    return GAME.moves.read(text).action


def after(state: Wichtel, *moves: str) -> float:
    """How seat 0 stands after some moves."""
    return standing(play(state.clone(), *moves))[0]


def test_a_better_hand_and_a_higher_total_stand_better() -> None:
    first, second, _ = standing(at(phase="end", hands="VAHFHFHF/FAFAFAHW/SWSWFAHS"))
    assert first > second
    ahead, behind, _ = standing(at(phase="end", totals="60/20/0", hands="FAHSHSKS/FAHSHSKS/SWSWFAHF"))
    assert ahead > behind


def test_a_won_game_is_worth_everything_and_a_shared_one_is_shared() -> None:
    assert standing(judged("HS HS KS HF", "WW SW KS FA", "HF HF KS SW", totals="0/90/0")) == [0.0, 1.0, 0.0]
    assert standing(judged("HS HS KS HS", "FA HS SW FA", "HS HS KS KS", totals="94/94/0")) == [0.5, 0.5, 0.0]


def test_when_hands_are_laid_down_the_outcome_is_certain() -> None:
    assert standing(judging("HS HS KS HF", "WW SW KS FA", "HF HF KS SW", totals="0/90/0")) == [0.0, 1.0, 0.0]
    first, second, _ = standing(judging("HS HS KS HF", "WW SW KS FA", "HF HF KS SW"))
    assert second > first


def test_before_the_deal_all_stand_alike() -> None:
    assert standing(new_game(4)) == [0.25] * 4


def test_the_better_gnome_is_recruited_and_the_worse_one_given_up() -> None:
    state = at(phase="action", hands="VAHFHSFA/HFHFKSKS/SWSWFAHS", village="HWHFHS")
    assert after(state, "recruit 2") > after(state, "recruit 1")
    assert after(state, "call FA") > after(state, "call VA")
    assert priority(state, action("recruit 2")) > priority(state, action("recruit 1"))
    assert priority(state, action("call FA")) > priority(state, action("call VA"))


def test_a_drawn_slot_that_is_known_counts_as_what_it_is() -> None:
    good = at(phase="action", left="15?.HF", hands="VAHFHFFA/KSKSHSHS/SWSWFAHS")
    bad = at(phase="action", left="15?.HW", hands="VAHFHFFA/KSKSHSHS/SWSWFAHS")
    assert after(good, "call FA") > after(bad, "call FA")


def test_a_swap_counts_on_what_the_partner_misses_least() -> None:
    state = at(phase="action", hands="HWVAHFHF/MESWHSKS/SWSWFAHS", village="KSKSFA")
    assert after(state, "swap 1 HW") > after(state, "swap 1 VA")
    reply = at(phase="reply", asked="1", swap="1:HS:-", hands="HSVAHFHF/HWSWKSKS/SWSWFAHS", village="KSFAFA")
    stands = {text: standing(play(reply.clone(), text))[1] for text in ("return HW", "return SW")}
    assert stands["return HW"] > stands["return SW"]


def test_who_takes_a_gnome_puts_the_one_that_is_missed_least() -> None:
    state = at(phase="replace", place="1", village="HFKSFA", hands="VAHFHSFA/HFKSKSKS/SWSWFAHS")
    assert after(state, "put FA") > after(state, "put VA")
    assert priority(state, action("put FA")) > priority(state, action("put VA"))


def test_a_bribe_is_laid_where_it_helps() -> None:
    state = at(
        phase="bribe", asked="1", place="1", village="VAKSFA", hands="FAFAHSHS/HFHFHSKS/SWSWFAHS", events="C2/C6/C2"
    )
    stands = {text: standing(play(state.clone(), text))[1] for text in ("pass", "bribe C6")}
    assert stands["bribe C6"] > stands["pass"]


def test_standing_still_keeps_a_good_gnome_in_the_village() -> None:
    state = at(village="KSFAHF", hands="VAHFHSFA/HFHFKSKS/SWSWFAHS", events="HALT/C2/C2")
    worst = at(village="KSFAHW", hands="VAHFHSFA/HFHFKSKS/SWSWFAHS", events="HALT/C2/C2")
    assert after(state, "halt") - standing(state)[0] > after(worst, "halt") - standing(worst)[0]


def test_every_hand_is_found_by_its_number() -> None:
    assert [number_of(hand) for hand in EVERY_HAND] == list(range(HANDS))


def test_no_two_hands_share_a_place_in_the_table_whatever_the_deck_is() -> None:
    hands = [sum(unit(kind) for kind in kinds) for kinds in combinations_with_replacement(range(KINDS), RETINUE)]
    assert len({hand % SPREAD for hand in hands}) == len(hands)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_standings_are_chances_in_every_position_of_a_game(seats: int) -> None:
    rng = Random(seats)
    state = new_game(seats)
    while state.actor() != OVER:
        stands = standing(state)
        assert sum(stands) == pytest.approx(1.0)
        assert len(stands) == seats
        assert all(0.0 < stand < 1.0 for stand in stands) or state.phase == LAYS_DOWN
        legal = state.legal()
        if state.actor() != CHANCE:
            assert all(math.isfinite(priority(state, action)) for action in legal)
        state.apply(state.draw(rng) if state.actor() == CHANCE else int(legal[rng.randrange(len(legal))]))
    assert sum(standing(state)) == pytest.approx(1.0)


def test_equal_hands_stand_by_whose_turn_comes_first() -> None:
    first, second, third = standing(at(phase="end", hands="FAHSKSSW/FAHSKSSW/FAHSKSSW", events="C2/C2/C2"))
    assert second > third > first


def test_a_lead_counts_more_when_the_end_is_near() -> None:
    early = standing(at(phase="end", totals="10/0/0", hands="FAHSHSKS/FAHSHSKS/SWSWFAHF"))
    late = standing(at(phase="end", totals="80/70/70", hands="FAHSHSKS/FAHSHSKS/SWSWFAHF"))
    assert late[0] / late[1] > early[0] / early[1] > 1.0


def test_better_bribes_in_hand_stand_better() -> None:
    hands = "FAHSHSKS/FAHSHSKS/SWSWFAHF"
    assert (
        standing(at(phase="end", hands=hands, events="C6/C2/C2"))[0]
        > standing(at(phase="end", hands=hands, events="C3/C2/C2"))[0]
    )


def test_the_best_hand_is_judged_and_the_worst_is_not() -> None:
    best = at(phase="claim", supervisor="free", hands="VAHFHFHF/FAFAHSKS/FAFAHSHS")
    worst = at(phase="claim", supervisor="free", hands="FAFAHSKS/VAHFHFHF/SWSWKSKS")
    assert priority(best, action("judge")) > priority(best, action("continue"))
    assert priority(worst, action("judge")) < priority(worst, action("continue"))


def test_the_best_hand_frees_the_supervisor_and_the_worst_does_not() -> None:
    best = at(phase="end", hands="VAHFHFHF/FAFAHSKS/FAFAHSHS")
    worst = at(phase="end", hands="FAFAHSKS/VAHFHFHF/SWSWKSKS")
    assert priority(best, action("free")) > priority(best, action("done"))
    assert priority(worst, action("free")) < priority(worst, action("done"))


def test_a_bribe_is_promising_where_the_gnome_helps_and_not_where_it_harms() -> None:
    wanted = at(
        phase="bribe", asked="1", place="1", village="VAKSFA", hands="FAFAHSHS/HFHFHSFA/SWSWFAHS", events="C2/C6/C2"
    )
    unwanted = at(
        phase="bribe", asked="1", place="1", village="HWKSFA", hands="VAHFHFFA/HFHFHSFA/SWSWFAHS", events="C2/C6/C2"
    )
    assert priority(wanted, action("bribe C6")) > priority(wanted, action("pass"))
    assert priority(unwanted, action("bribe C6")) < priority(unwanted, action("pass"))


def test_he_is_the_best_goes_to_whom_the_gnome_harms_most() -> None:
    state = at(**{**GIVE, "village": "HWKSFA", "hands": "VAHFHFHF/HFKSKSFA/FAFAHSHS"})
    assert priority(state, action("give 0")) > priority(state, action("give 2"))


END = {"phase": "end"}
ACTION = {"phase": "action"}
BRIBE = {"phase": "bribe", "asked": "1", "place": "1"}
NIX = {"phase": "nix", "place": "1", "laid": "-/C3/-", "shown": "-/C3/-", "events": "NIX/C2/C2"}
GIVE = {"phase": "give", "asked": "1", "place": "1", "counts": "1:HE", "spent": "HE", "events": "C2/C2/C2"}
REPLY = {"phase": "reply", "asked": "1", "swap": "1:FA:-"}
REPLACE = {"phase": "replace", "place": "2"}


@pytest.mark.parametrize(
    ("changes", "wish", "reason", "clause"),
    [
        ({}, "call FA", "a call is the action of a turn, after the march", "W4.1"),
        ({}, "done", "a turn cannot end without its action", "W4.2"),
        ({}, "pass", "say march: that is how the start of a turn goes by", "W4.3"),
        (
            {},
            "here 2",
            "you do not hold Come Here!; you hold 2 Bark Thalers, 2 Bark Thalers, 3",
            "W8.2",
        ),
        (
            {},
            "back",
            "you do not hold Come Back!; you hold 2 Bark Thalers, 2 Bark Thalers, 3",
            "W3.6",
        ),
        ({"events": "HERE/C2/C2"}, "here 4", "the village has places 1 to 3, not 4", "W2.3"),
        ({}, "bribe C2", "bribes are for the others: you have the turn", "W4.5"),
        ({}, "event C2", "events are dealt before the round, and never again", "W2.5"),
        ({}, "gnome FA", "gnomes are dealt, turned up and drawn as chance has it", "W3.2"),
        ({}, "hand FA-FA-HS-HS", "hands are laid open when the round is judged", "W10.1"),
        (END, "march", "the village marches once in a turn, and has done so", "W3.1"),
        (END, "pass", "say done: that is how the end of a turn goes by", "W4.4"),
        (END, "judge", "nobody can be judged while the supervisor is abducted", "W9.3"),
        ({**END, "supervisor": "free"}, "free", "the supervisor is free already", "W9.2"),
        ({**END, "supervisor": "free"}, "judge", "only who has just received a gnome may end the round", "W9.3"),
        (END, "recruit 1", "to recruit is the action of a turn, after the march", "W4.1"),
        (ACTION, "pass", "there is nothing to pass: a turn must have its action", "W4.2"),
        (ACTION, "call GE", "you do not hold General; you hold Family, Family, Wood Carrier", "W5.1"),
        (ACTION, "swap 0 FA", "you cannot swap with yourself", "W6.1"),
        (ACTION, "swap 4 FA", "there is no such seat; there are seat 0, seat 1 and seat 2", "W1.1"),
        (
            ACTION,
            "swap 1 GE",
            "you do not hold General; you hold Family, Family, Wood Carrier",
            "W6.1",
        ),
        (ACTION, "recruit 5", "the village has places 1 to 3, not 5", "W2.3"),
        (ACTION, "free", "the supervisor is freed at the end of a turn", "W9.1"),
        (ACTION, "halt", "Stand Still! is played at the start or at the end of your turn", "W4.3"),
        (ACTION, "look", "Let Me Look Again! is played after a roll that failed", "W7.11"),
        (REPLY, "pass", "a swap cannot be refused: one of your four must be returned", "W6.2"),
        (
            REPLY,
            "return GE",
            "you do not hold General; you hold Woodcutter, Woodcutter",
            "W6.2",
        ),
        (BRIBE, "bribe C6", "you do not hold 6 Bark Thalers; you hold 2 Bark Thalers, 4 Bark Thalers", "W7.2"),
        (BRIBE, "roll 6", "the die is rolled when a gnome is recruited, and shows what it will", "W7.7"),
        (BRIBE, "turn C2", "bribes are turned up when all seats have had their turn to lay one", "W7.3"),
        (BRIBE, "nix 1", "Nothing Doing! is played against bribes that were turned up", "W7.4"),
        (NIX, "nix 2", "no bribe of seat 2 was turned up", "W7.4"),
        ({**NIX, "events": "C2/C2/C2"}, "nix 1", "you do not hold Nothing Doing!; you hold 2 Bark Thalers", "W7.4"),
        (
            {"phase": "look", "place": "1", "die": "1"},
            "look",
            "you do not hold Let Me Look Again!; you hold 2 Bark Thalers, 2 Bark Thalers, 3",
            "W7.11",
        ),
        (GIVE, "give 1", "another seat must take the gnome, not you", "W7.10"),
        (GIVE, "pass", "somebody must take the gnome", "W7.10"),
        (REPLACE, "put KS", "Club Swinger is the gnome that you take; one of your former four must go", "W7.12"),
        (REPLACE, "put GE", "you do not hold General; you hold Family, Family, Wood Carrier", "W7.12"),
        (REPLACE, "give 1", "only He's the Best! gives a gnome away", "W7.10"),
        ({"phase": "claim", "supervisor": "free"}, "pass", "say continue: that is how the round goes on", "W9.3"),
        ({"phase": "roll", "place": "1"}, "call FA", "first the die is rolled", "W7.7"),
        (
            {"phase": "draw", "hands": "FAHSHS/HFHFKSKS/SWSWFAHS", "left": "17?"},
            "done",
            "first a gnome is drawn",
            "W5.1",
        ),
    ],
)
def test_a_refusal_gives_the_reason_and_the_clause(
    changes: dict[str, str], wish: str, reason: str, clause: str
) -> None:
    refusal = why(at(**changes), action(wish))
    assert (spoken(refusal.reason)[: len(reason)], refusal.clause) == (reason, clause)


def test_after_the_end_nothing_is_legal() -> None:
    over = judged("HS HS KS HF", "WW SW KS FA", "HF HF KS SW", totals="0/90/0")
    assert why(over, action("march")) == ("the game is over", "W11.2")
