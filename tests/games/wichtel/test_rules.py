"""Every clause of the game, and every worked example of its specification, from positions in one line."""

from __future__ import annotations

from collections import Counter

import pytest
from librt.random import Random

from fourleaf import CHANCE, OVER, WATCHER
from fourleaf.engine.counts import how_many, listed_kinds, one_of_each, size_of, unit
from fourleaf.engine.playout import random_action
from fourleaf.engine.sentences import spoken
from fourleaf.games.wichtel import GAME
from fourleaf.games.wichtel.board import (
    ALL_EVENTS,
    ALL_GNOMES,
    BOX,
    EVENT_CODES,
    EVENTS,
    EVERY_HAND,
    FA,
    GNOME_CODES,
    HANDS,
    HD,
    HW,
    KINDS,
    REQUIRED_BY,
    REST_OF,
    TITLE_POINTS,
    TITLES,
    career_title,
    in_piles,
    judge,
)
from fourleaf.games.wichtel.notation import EXAMPLE
from fourleaf.games.wichtel.rules import Wichtel

clause = pytest.mark.clause

FIRST_CHIEF = [title["group"] for title in BOX["title"]].index("chief")
USUAL = {option.name: option.usual for option in GAME.options}
WORDS = (
    *("options", "phase", "when", "asked", "totals", "left", "way", "village", "right", "hands", "events", "spent"),
    *("supervisor", "place", "swap", "laid", "counts", "die", "sure", "shown", "last"),
)
FIVE = {
    "totals": "0/0/0/0/0",
    "left": "6?",
    "village": "HSKSFAWWHF",
    "hands": "FAFAHSHS/HFHFKSKS/SWSWFAHS/HSHSKSKS/FAFAVASW",
    "events": "C2.LOOK.C2.NIX/C2.C3.C4/C3.C4.C4/C5.HE.IM/C5.C2.C6",
    "laid": "-/-/-/-/-",
    "shown": "-/-/-/-/-",
}
"""A table of five with few cards unseen."""


def at(**words: str) -> Wichtel:
    """The example of the notation with some words changed: three seats at the start of the first turn."""
    line = dict(zip(WORDS, EXAMPLE.split(), strict=True)) | words
    return GAME.position(" ".join(line.values()))


def play(state: Wichtel, *moves: str) -> Wichtel:
    for text in moves:
        action = GAME.moves.read(text).action
        assert action in list(state.legal()), f"{text} is not legal in {GAME.notation.write(state)}"
        state.apply(action)
    return state


def moves(state: Wichtel) -> list[str]:
    return [str(GAME.moves.spell(state, action)) for action in state.legal()]


def word(state: Wichtel, name: str) -> str:
    return GAME.notation.write(state).split()[WORDS.index(name)]


def phase(state: Wichtel) -> str:
    return word(state, "phase")


def square(state: Wichtel) -> tuple[str, ...]:
    """Left pile, way of the march, village, right pile."""
    return tuple(word(state, name) for name in ("left", "way", "village", "right"))


def hand(state: Wichtel, seat: int) -> str:
    return word(state, "hands").split("/")[seat]


def events(state: Wichtel, seat: int) -> list[str]:
    return word(state, "events").split("/")[seat].split(".")


def seen(state: Wichtel, text: str) -> list[int]:
    """The glimpses of a move, seat after seat and last a watcher's."""
    action = GAME.moves.read(text).action
    return [state.glimpse(action, seat) for seat in (*range(state.seats), WATCHER)]


def new_game(seats: int) -> Wichtel:
    return GAME.rules.begin(seats, USUAL)


def dealt(seats: int) -> Wichtel:
    """A round in which every card came out as low as it could, up to the first decision."""
    state = new_game(seats)
    while state.actor() == CHANCE:
        state.apply(int(state.legal()[0]))
    return state


def cards(codes: str) -> int:
    return sum(unit(GNOME_CODES.index(code)) for code in codes.split())


def judging(*hands: str, **words: str) -> Wichtel:
    """A round of three that is about to be judged, with these hands; gnomes that are left make up the rest."""
    rest = Counter(listed_kinds(ALL_GNOMES))
    for codes in hands:
        rest -= Counter(listed_kinds(cards(codes)))
    row = [GNOME_CODES[kind] for kind in sorted(rest.elements())]
    full = ["".join(codes.split()) for codes in hands]
    while len(full) < 3:
        full.append("".join(row[:4]))
        row = row[4:]
    return at(phase="hands", hands="/".join(full), village="".join(row[:3]), **words)


def judged(*hands: str, **words: str) -> Wichtel:
    """The same after the last hand has been laid down."""
    state = judging(*hands, **words)
    while phase(state) == "hands":
        state.apply(int(state.legal()[0]))
    return state


def result(codes: str, options: str = "99") -> int:
    seen = GAME.view.view(judging(codes, options=options), 0).judged
    assert seen is not None
    return seen.result


def title(codes: str) -> str | None:
    seen = GAME.view.view(judging(codes), 0).judged
    assert seen is not None
    names = {title["id"]: title["name"]["en"] for title in BOX["title"]}
    return None if seen.title is None else names[seen.title]


# The box


def test_the_numbers_of_the_code_are_those_of_the_box() -> None:
    assert (len(GNOME_CODES), len(EVENT_CODES)) == (KINDS, EVENTS)
    assert (size_of(ALL_GNOMES), size_of(ALL_EVENTS)) == (32, 21)
    assert [GNOME_CODES[kind] for kind in (0, 4, 8, 9, 10)] == ["FA", "ME", "GE", "HD", "HW"]
    assert EVENT_CODES[5:] == ["IM", "HE", "HERE", "BACK", "HALT", "LOOK", "NIX"]
    assert [event.get("rank") for event in BOX["event"]][:7] == [1, 2, 3, 4, 5, 6, 7]


# W1 In general


@clause("W1.1")
def test_three_to_five_sit_clockwise_and_left_of_the_last_is_the_first() -> None:
    assert list(GAME.seats) == [3, 4, 5]
    assert [dealt(4).left_of(seat) for seat in range(4)] == [1, 2, 3, 0]


@clause("W1.2")
@pytest.mark.parametrize(("seats", "piles"), [(3, 17), (4, 12), (5, 7)])
def test_at_every_decision_hands_village_and_piles_are_full(seats: int, piles: int) -> None:
    state = new_game(seats)
    rng = Random(seats)
    while state.actor() != OVER:
        if state.actor() >= 0:
            assert [size_of(held) for held in state.hands] == [4] * seats
            assert len([kind for kind in state.square.village if kind >= 0]) == seats
            assert sum(state.square.sizes) == piles == in_piles(seats)
        state.apply(random_action(state, rng))


@clause("W1.3")
def test_copies_are_one_choice_from_a_hand_and_several_in_the_village() -> None:
    state = at(phase="action", village="HSHSKS")
    assert moves(state) == [
        *("call FA", "call HS", "swap 1 FA", "swap 1 HS", "swap 2 FA", "swap 2 HS"),
        *("recruit 1", "recruit 2", "recruit 3"),
    ]
    assert word(at(hands="HSFAHSFA/HFHFKSKS/SWSWFAHS"), "hands") == word(at(), "hands"), "the order means nothing"


# W2 Before a round


@clause("W2.1")
def test_every_round_starts_with_all_cards_and_only_totals_last() -> None:
    state = judged("FA FA HS HS")
    assert phase(state) == "deal"
    assert word(state, "when") == "2.1"
    assert list(state.odds()) == [how_many(ALL_GNOMES, kind) for kind in range(KINDS)]
    assert word(state, "spent") == "-"
    assert max(state.totals) > 0


@clause("W2.2")
def test_each_seat_is_dealt_four_gnomes_that_it_alone_sees() -> None:
    state = new_game(3)
    assert seen(state, "gnome FA") == [0, -1, -1, -1]
    play(state, "gnome FA", "gnome FA", "gnome FA", "gnome FA")
    assert seen(state, "gnome FA") == [-1, 0, -1, -1]
    assert [size_of(held) for held in dealt(3).hands] == [4, 4, 4]


@clause("W2.3")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_village_has_an_open_gnome_on_a_place_for_each_seat(seats: int) -> None:
    state = new_game(seats)
    while phase(state) != "village":
        state.apply(int(state.legal()[0]))
    assert set(seen(state, "gnome HW")) == {10}, "everybody sees it"
    assert len(word(dealt(seats), "village")) == 2 * seats


@clause("W2.4")
@pytest.mark.parametrize(("seats", "left"), [(3, "16?"), (4, "11?"), (5, "6?")])
def test_the_left_pile_draws_and_the_right_one_starts_with_a_single_unseen_gnome(seats: int, left: str) -> None:
    state = dealt(seats)
    assert (word(state, "left"), word(state, "way"), word(state, "right")) == (left, ">", "1?")


@clause("W2.5")
def test_each_seat_is_dealt_four_events_once() -> None:
    state = new_game(3)
    while phase(state) != "events":
        state.apply(int(state.legal()[0]))
    assert seen(state, "event C2") == [11, -1, -1, -1]
    assert [size_of(held) for held in dealt(3).events] == [4, 4, 4]


@clause("W2.6")
@pytest.mark.parametrize(("seats", "left"), [(3, 9), (4, 5), (5, 1)])
def test_events_left_over_are_never_seen_and_spent_ones_lie_open(seats: int, left: int) -> None:
    assert size_of(dealt(seats).left_over) == left
    state = play(at(phase="end", events="BACK.C2.C3.C3/-/-"), "back")
    assert GAME.view.view(state, WATCHER).spent == ("BACK",)


@clause("W2.7")
def test_the_supervisor_starts_each_round_abducted() -> None:
    assert not dealt(3).free
    state = at(phase="claim", supervisor="free")
    play(state, "judge")
    while state.actor() == CHANCE:
        state.apply(int(state.legal()[0]))
    assert (word(state, "when"), word(state, "supervisor")) == ("2.1", "abducted")


@clause("W2.8")
@pytest.mark.parametrize(("when", "starter"), [("1.1", 0), ("2.1", 1), ("3.1", 2), ("4.1", 0)])
def test_the_start_of_a_round_passes_to_the_left(when: str, starter: int) -> None:
    state = judged("FA FA HS HS", when=when)
    assert state.active == (starter + 1) % 3
    assert state.asked == state.active, "the next starter is dealt to first"


# W3 The march


@clause("W3.1")
def test_the_village_marches_once_between_start_and_action() -> None:
    state = play(at(), "march", "gnome FA")
    assert phase(state) == "action"
    assert "march" not in moves(state)


@clause("W3.2")
def test_a_step_sends_the_gnome_beside_the_discard_pile_onto_it_and_turns_one_up() -> None:
    # E19
    state = play(at(left="14?.VA.SW", hands="FAFAHSHS/HFHFKSKS/SWKSFAHS"), "march", "gnome SW")
    assert square(state) == ("14?.VA", ">", "SWHSKS", "1?.FA")


@clause("W3.3", "W3.5")
def test_an_emptied_draw_pile_turns_the_march_about() -> None:
    # E20
    state = play(at(left="WW", right="15?.VA"), "march", "gnome WW")
    assert square(state) == ("-", "<", "WWHSKS", "15?.VA.FA")
    play(state, "recruit 1", "pass", "pass", "roll 2", "put FA", "done", "march")
    assert moves(state) == ["gnome FA"], "the one that left last comes back first"
    play(state, "gnome FA")
    assert square(state) == ("FA", "<", "HSKSFA", "15?.VA"), "WW was taken for FA, and FA entered last and left first"


@clause("W3.4")
def test_what_went_in_last_comes_out_first() -> None:
    state = at(left="WW", right="14?.VA.SW", hands="FAFAHSHS/HFHFKSKS/SWKSFAHS")
    play(state, "march", "gnome WW", "call FA")
    assert square(state) == ("FA@0", "<", "WWHSKS", "14?.VA.SW.FA")
    assert moves(state) == ["gnome FA"]
    play(state, "gnome FA", "done", "march")
    assert moves(state) == ["gnome SW"]
    assert list(state.odds()) == [1]


@clause("W3.6")
def test_come_back_is_one_step_towards_the_draw_pile() -> None:
    # E21
    state = at(left="14?.HF.SW", right="VA", events="BACK.C2.C3.NIX/C2.C4/C3.C3", hands="FAFAHSHS/HFHFKSKS/SWKSFAHS")
    play(state, "back", "march", "gnome VA")
    assert square(state) == ("14?.HF.SW.HS", ">", "KSFAVA", "-")
    assert word(state, "spent") == "BACK"
    play(state, "swap 1 FA", "return HF", "show FA", "done", "march", "gnome HS")
    assert square(state) == ("14?.HF.SW", ">", "HSKSFA", "VA")


@clause("W3.7")
def test_with_an_empty_discard_pile_a_backward_step_moves_nobody() -> None:
    # E22
    state = at(left="15?.HF.SW", right="-", events="BACK.C2.C3.NIX/C2.C4/C3.C3", hands="FAFAHSHS/HFHFKSKS/SWKSFAHS")
    before = square(state)
    play(state, "back", "march")
    assert (square(state), phase(state), word(state, "spent")) == (before, "action", "BACK")


@clause("W3.8")
def test_stand_still_and_come_back_together_move_nobody_and_are_both_used_up() -> None:
    # E23
    state = at(supervisor="abducted+halt", spent="HALT", events="BACK.C2.C3.NIX/C2.C4/C3.C3")
    before = square(state)
    play(state, "back", "march")
    assert (square(state), phase(state), word(state, "supervisor")) == (before, "action", "abducted")
    assert word(state, "spent") == "BACK.HALT"


# W4 A turn


@clause("W4.1")
def test_a_turn_has_start_march_action_claims_and_end_and_passes_to_the_left() -> None:
    state = at(supervisor="free")
    texts = ("march", "gnome FA", "call HS", "gnome ME", "continue")
    assert [phase(play(state, text)) for text in texts] == ["reveal", "action", "draw", "claim", "end"]
    play(state, "done")
    assert (phase(state), state.active) == ("start", 1)


@clause("W4.2")
def test_call_swap_and_recruit_are_always_possible_and_nothing_else() -> None:
    assert {text.split()[0] for text in moves(at(phase="action"))} == {"call", "swap", "recruit"}


@clause("W4.3")
def test_at_the_start_movement_cards_hold_for_the_step_of_this_turn() -> None:
    state = at(events="HERE.BACK.HALT.C2/C2/C2")
    assert moves(state) == ["march", "here 1", "here 2", "here 3", "back", "halt"]
    play(state, "halt")
    assert moves(state) == ["march", "here 1", "here 2", "here 3", "back"]
    assert phase(play(state, "march")) == "action"


@clause("W4.4")
def test_at_the_end_movement_cards_hold_for_the_step_of_the_next_turn() -> None:
    state = at(phase="end", events="HERE.BACK.HALT.C2/C2/C2")
    assert moves(state) == ["here 1", "here 2", "here 3", "back", "halt", "done", "free"]
    play(state, "halt", "done")
    assert (state.active, word(state, "supervisor")) == (1, "abducted+halt")
    assert phase(play(state, "march")) == "action"


@clause("W4.5")
def test_bribes_are_for_the_others_and_all_other_cards_for_the_active_seat() -> None:
    state = at(phase="bribe", asked="1", place="1", events="C6.IM/HERE.LOOK.NIX.C2/HALT.BACK")
    assert moves(state) == ["pass", "bribe C2"]
    assert moves(play(state, "pass")) == ["pass"]
    assert not [text for text in moves(at(events="C6.IM.LOOK.NIX/C2/C2")) if text != "march"]


@clause("W4.6")
def test_a_window_is_skipped_only_when_everybody_knows_that_it_is_idle() -> None:
    # E36: seat 2 holds only NIX and is asked; without any card it is not.
    state = play(at(phase="action", events="C2/-/NIX"), "recruit 1")
    assert (state.actor(), moves(state)) == (2, ["pass"])
    assert phase(play(at(phase="action", events="C2/-/-"), "recruit 1")) == "roll"
    # All movement cards spent: no start; the end only while the supervisor may be freed.
    spent = "HERE.BACK.HALT"
    state = at(phase="end", events="C2/C2/C2", spent=spent)
    assert phase(play(state, "done")) == "reveal"
    free = at(phase="claim", events="C2/C2/C2", spent=spent, supervisor="free")
    assert phase(play(free, "continue")) == "reveal"
    # LOOK spent: a failed roll stands.
    assert phase(play(at(phase="roll", place="1", events="C2/C2/C2", spent="LOOK"), "roll 1")) == "end"
    # NIX spent: bribes are settled at once.
    state = at(phase="turn", asked="1", place="1", events="C2/-/-", laid="-/C3/-", spent="NIX")
    assert phase(play(state, "turn C3")) == "roll"


@clause("W4.7")
def test_a_seat_that_can_only_pass_is_asked_and_its_pass_looks_like_any_other() -> None:
    poor = at(phase="bribe", asked="1", place="1", events="C2/NIX/C2")
    rich = at(phase="bribe", asked="1", place="1", events="C2/IM/C2")
    assert moves(poor) == ["pass"]
    assert seen(poor, "pass") == seen(rich, "pass")
    assert [spoken(GAME.moves.tell(state, GAME.moves.read("pass").action, 0)) for state in (poor, rich)] == [
        "seat 1 passes"
    ] * 2


# W5 Call


@clause("W5.1", "W5.2")
def test_a_call_gives_up_a_gnome_before_the_new_one_is_seen() -> None:
    # E24
    state = play(at(phase="action", left="WW", right="15?.VA"), "call FA")
    assert word(state, "right") == "15?.VA.FA@0"
    play(state, "gnome WW")
    assert hand(state, 0) == "FAHSHSWW"
    assert square(state)[::3] == ("-", "15?.VA.FA@0")
    assert word(state, "way") == "<"
    assert [GAME.view.view(state, seat).right.slots[-1].gnome for seat in range(3)] == ["FA", None, None]


@clause("W5.1")
def test_a_call_is_seen_and_the_gnome_given_up_is_not() -> None:
    state = at(phase="action")
    assert seen(state, "call FA") == [55, -1, -1, -1]
    assert seen(play(state, "call FA"), "gnome ME") == [4, -1, -1, -1]


# W6 Swap


@clause("W6.1", "W6.2", "W6.3")
def test_a_swap_is_blind_and_cannot_be_refused() -> None:
    state = at(phase="action")
    assert seen(state, "swap 1 FA") == [77, -3, -3, -3], "who is swapped with, and no more"
    play(state, "swap 1 FA")
    assert (state.actor(), moves(state)) == (1, ["return HF", "return KS"])
    assert GAME.view.view(state, 1).offer is None
    assert seen(state, "return HF") == [128, 128, -1, -1]
    play(state, "return HF")
    assert seen(state, "show FA") == [23, 23, -1, -1]
    play(state, "show FA")
    assert (hand(state, 0), hand(state, 1)) == ("FAHSHSHF", "FAHFKSKS")
    assert word(state, "sure") == "0>1:FA,1>0:HF"


@clause("W6.2")
def test_with_swap_peek_the_offer_is_seen_before_the_answer() -> None:
    state = play(at(options="99-peek", phase="action"), "swap 1 FA")
    assert phase(state) == "show"
    play(state, "show FA")
    assert (phase(state), GAME.view.view(state, 1).offer, GAME.view.view(state, 2).offer) == ("reply", "FA", None)
    play(state, "return HF")
    assert (phase(state), hand(state, 0)) == ("end", "FAHSHSHF")


@clause("W6.2")
def test_the_offered_card_itself_is_never_returned() -> None:
    state = play(at(phase="action", hands="WWFAHSHS/HFHFKSKS/SWSWFAHS"), "swap 1 WW")
    assert "return WW" not in moves(state)


# W7 Recruit


def recruiting(*moves: str) -> Wichtel:
    """E26: seat 0 of five recruits WW; seat 1 lays C3, 2 passes, 3 and 4 lay C5."""
    state = play(at(phase="action", **FIVE), "recruit 4", "bribe C3", "pass", "bribe C5", "bribe C5")
    return play(state, "turn C3", "turn C5", "turn C5", *moves)


@clause("W7.1", "W7.2", "W7.3")
def test_bribes_are_laid_clockwise_and_turned_up_in_that_order() -> None:
    state = play(at(phase="action", **FIVE), "recruit 4")
    assert word(state, "place") == "4"
    assert (state.actor(), moves(state)) == (1, ["pass", "bribe C2", "bribe C3", "bribe C4"])
    assert seen(state, "bribe C3") == [-1, 139, -1, -1, -1, -1]
    play(state, "bribe C3", "pass", "bribe C5", "bribe C5")
    assert (phase(state), moves(state), state.asked) == ("turn", ["turn C3"], 1)
    assert set(seen(state, "turn C3")) == {35}
    assert (moves(play(state, "turn C3")), state.asked) == (["turn C5"], 3)
    assert (moves(play(state, "turn C5")), state.asked) == (["turn C5"], 4)


@clause("W7.5", "W7.6", "W7.7")
def test_the_highest_bribe_counts_and_among_equals_the_last() -> None:
    # E26
    state = recruiting("pass")
    assert word(state, "counts") == "4:C5"
    play(state, "roll 5")
    assert (phase(state), state.actor(), word(state, "spent")) == ("replace", 0, "C5")
    assert (events(state, 1), events(state, 3)) == (["C2", "C3", "C4"], ["C5", "IM", "HE"])
    play(state, "put FA")
    assert hand(state, 0) == "FAHSHSWW"
    assert word(state, "village") == "HSKSFAFAHF"


@clause("W7.11")
def test_let_me_look_again_gives_a_second_roll_that_stands() -> None:
    # E27
    state = recruiting("pass", "roll 4")
    assert moves(state) == ["pass", "look"]
    win = play(state.clone(), "look", "roll 6")
    assert (phase(win), win.actor(), word(win, "spent")) == ("replace", 0, "C5.LOOK")
    lose = play(state, "look", "roll 4")
    assert (phase(lose), lose.actor()) == ("replace", 4)


@clause("W7.7", "W7.12")
def test_after_a_failed_roll_the_briber_takes_the_gnome_and_puts_one_of_its_four() -> None:
    # E28
    state = recruiting("pass", "roll 4", "pass")
    assert (state.actor(), moves(state)) == (4, ["put FA", "put VA", "put SW"])
    play(state, "put SW")
    assert (hand(state, 4), word(state, "village")) == ("FAFAVAWW", "HSKSFASWHF")


@clause("W7.4")
def test_nothing_doing_cancels_one_bribe_of_choice() -> None:
    # E29
    state = recruiting()
    assert moves(state) == ["pass", "nix 1", "nix 3", "nix 4"]
    play(state, "nix 4", "roll 5")
    assert (phase(state), state.actor()) == ("replace", 0)
    assert word(state, "spent") == "C5.C5.NIX"
    assert events(state, 1) == ["C2", "C3", "C4"]


@clause("W7.8")
def test_without_a_bribe_only_a_1_fails() -> None:
    # E30
    state = at(phase="action", events="C2.LOOK.C3.NIX/C6/C2")
    play(state, "recruit 1", "bribe C6", "pass", "turn C6", "nix 1")
    assert word(state, "spent") == "C6.NIX"
    refused = play(state.clone(), "roll 1", "pass")
    assert (phase(refused), word(refused, "hands")) == ("end", word(state, "hands"))
    assert (phase(play(state, "roll 2")), state.actor()) == ("replace", 0)


@clause("W7.5", "W7.10")
def test_hes_the_best_beats_im_the_best_and_gives_the_gnome_to_another() -> None:
    # E31
    state = at(phase="action", events="C2.LOOK.C3.NIX/HE/IM")
    play(state, "recruit 1", "bribe HE", "bribe IM", "turn HE", "turn IM", "pass")
    assert (state.actor(), moves(state)) == (1, ["give 0", "give 2"])
    assert (word(state, "spent"), events(state, 2)) == ("HE", ["IM"])
    play(state, "give 0")
    assert (phase(state), state.actor()) == ("replace", 0)


@clause("W7.9")
def test_with_hes_the_best_cancelled_im_the_best_takes_the_gnome_without_a_roll() -> None:
    # E32
    state = at(phase="action", events="C2.LOOK.C3.NIX/HE/IM")
    play(state, "recruit 1", "bribe HE", "bribe IM", "turn HE", "turn IM", "nix 1")
    assert (phase(state), state.actor(), word(state, "spent")) == ("replace", 2, "IM.HE.NIX")


# W8 Events


@clause("W8.1")
def test_a_played_card_is_spent_at_once_and_a_laid_bribe_is_not() -> None:
    assert word(play(at(events="HALT/C2/C2"), "halt"), "spent") == "HALT"
    state = play(at(phase="action", events="C2.NIX/C3/C2"), "recruit 1", "bribe C3")
    assert (word(state, "spent"), word(state, "laid")) == ("-", "-/C3/-")


@clause("W8.2", "W8.3", "W3.3")
def test_come_here_replaces_one_gnome_and_allows_no_claim() -> None:
    # E25
    state = at(phase="end", left="WW", right="15?.VA", events="HERE.C2/C2/C2", supervisor="free")
    play(state, "here 2", "gnome WW")
    assert square(state) == ("-", "<", "HSWWFA", "15?.VA.KS")
    # With the supervisor free the end is skipped once its last card is spent, but there were two more.
    assert phase(state) == "end"
    start = play(at(events="HERE.C2/C2/C2"), "here 3", "gnome ME")
    assert phase(start) == "start"


# W9 The supervisor


@clause("W9.1", "W9.2")
def test_freeing_the_supervisor_ends_the_turn_and_lasts() -> None:
    state = play(at(phase="end"), "free")
    assert (phase(state), state.active, word(state, "supervisor")) == ("start", 1, "free")
    assert "free" not in moves(at(phase="end", supervisor="free"))


@clause("W9.3", "W9.4")
def test_only_the_seat_that_took_the_recruited_gnome_is_asked() -> None:
    # E33
    state = at(phase="roll", place="2", counts="1:C6", spent="C6", supervisor="free", events="C2/C2/C2")
    play(state, "roll 5", "pass")
    assert state.actor() == 1
    play(state, "put KS")
    assert (phase(state), state.actor(), moves(state)) == ("claim", 1, ["continue", "judge"])
    assert (phase(play(state, "continue")), state.actor()) == ("end", 0)


@clause("W9.3")
def test_both_partners_of_a_swap_are_asked_the_active_one_first() -> None:
    # E34
    state = play(at(phase="end"), "free", "march", "gnome FA", "swap 0 HF", "return FA", "show HF")
    assert (phase(state), state.actor()) == ("claim", 1)
    assert (phase(play(state, "continue")), state.actor()) == ("claim", 0)
    assert (phase(play(state, "continue")), state.actor()) == ("end", 1)


@clause("W9.3")
def test_nobody_is_asked_while_the_supervisor_is_abducted() -> None:
    assert phase(play(at(phase="action"), "call FA", "gnome ME")) == "end"


@clause("W9.4")
def test_a_refusal_asks_nobody() -> None:
    # E35
    passed = play(at(phase="roll", place="1", supervisor="free"), "roll 1", "pass")
    assert phase(passed) == "end"
    skipped = play(at(phase="roll", place="1", supervisor="free", events="C2/-/-", spent="LOOK"), "roll 1")
    assert phase(skipped) == "end"


@clause("W9.5")
def test_nobody_frees_him_and_ends_the_round_in_one_turn() -> None:
    state = play(at(phase="action"), "call FA", "gnome ME")
    assert "judge" not in moves(state)
    assert play(state, "free").active == 1


@clause("W9.6")
def test_a_claim_ends_the_round_before_anybody_else_is_asked() -> None:
    state = at(phase="claim", swap="1:-:-", supervisor="free")
    assert phase(play(state, "judge")) == "hands"


@clause("W9.7")
def test_who_ended_the_round_makes_no_difference() -> None:
    ends = []
    for asked in ("0", "1"):
        state = play(at(phase="claim", swap="1:-:-", asked=asked, supervisor="free"), "judge")
        play(state, "hand FA-FA-HS-HS", "hand HF-HF-KS-KS", "hand FA-HS-SW-SW")
        ends.append(list(state.totals))
    assert ends[0] == ends[1]


@clause("W9.8")
def test_after_ten_laps_the_round_is_judged_though_nobody_freed_him() -> None:
    # E38
    state = at(phase="end", when="1.30", asked="2")
    assert phase(play(state, "done")) == "hands"
    assert phase(play(at(phase="end", when="1.29", asked="1"), "done")) == "start"


# W10 What a hand is worth

EXAMPLES = [
    ("VA HF HF HF", 27, "Master"),  # E1
    ("VA HF HS HS", 23, "Master"),
    ("VA HF HF HS", 25, "Master"),
    ("KS KS HS HW", -5, None),  # E2
    ("FA FA FA FA", -5, "Family Council"),  # E3
    ("FA FA FA HW", -5, "Family Council"),
    ("FA FA FA HD", 20, "Forest Sergeant"),  # E4
    ("FA FA HS HD", 19, "Foreman"),  # E5
    ("VA VA HF HF", 16, None),  # E6
    ("VA HF HF HD", 44, "Grey Eminence"),  # E7
    ("VA HF HS HD", 32, "Master"),
    ("ME VA VA HF", 43, "Grey Eminence"),  # E8
    ("ME HF HF HD", 46, "Grey Eminence"),
    ("ME VA HF HS", 15, None),  # E9
    ("ME KS KS KS", 7, None),
    ("GE WW WW SW", 49, "Marshal"),  # E10
    ("GE WW WW HD", 55, "Marshal"),
    ("GE WW SW HW", 18, None),  # E11
    ("HW HD ME VA", 62, "Forest Chief"),  # E12
    ("HW HD GE WW", 69, "War Chief"),
    ("HW HD ME GE", 90, "Clan Chief"),
    ("HW HD ME HF", 20, None),  # E13
    ("HW HD FA FA", -5, "Family Council"),  # E14
    ("HW HD KS FA", -12, None),  # E15
    ("SW KS KS HW", -18, "Forest Sergeant"),  # E16
    ("HF HS FA HW", -12, "Foreman"),
    ("WW SW KS FA", 12, None),  # E17
    ("HS HS KS KS", 6, None),
    ("ME GE VA WW", 26, None),  # E18
]


@clause("W10.1")
@pytest.mark.parametrize(("codes", "worth", "named"), EXAMPLES)
def test_a_hand_is_worth_what_the_examples_say(codes: str, worth: int, named: str | None) -> None:
    assert (result(codes), title(codes)) == (worth, named)
    state = judging(codes)
    assert state.actor() == CHANCE, "no decision is involved"
    assert len(state.legal()) == 1
    assert set(seen(state, moves(state)[0])) == {int(state.legal()[0])}, "everybody sees it"


@clause("W10.2")
def test_a_chief_hand_counts_in_full() -> None:
    # E12, also where the Widow is never sent away
    assert [result(codes, "99-stay") for codes in ("HW HD ME VA", "HW HD GE WW", "HW HD ME GE")] == [62, 69, 90]


@clause("W10.3", "W10.4")
def test_master_and_general_send_away_who_is_worth_less_than_3() -> None:
    judgement = judge(cards("ME VA HF HS"), True)
    assert (listed_kinds(judgement.dismissed), judgement.points) == ([GNOME_CODES.index("HS")], 15)
    # E11 and E13 with the option
    assert [result("GE WW SW HW", "99-stay"), result("HW HD ME HF", "99-stay")] == [-18, -20]


@clause("W10.5")
def test_a_title_needs_four_cards_that_stay_and_cannot_be_turned_down() -> None:
    assert title("ME VA HF HS") is None
    assert title("HF HS FA HW") == "Foreman", "it makes the result worse, and yet"
    assert title("VA VA HF HF") is None, "a second Foreman is not in the rest"


@clause("W10.6")
def test_the_witch_doctor_does_what_is_best_after_the_widow() -> None:
    assert judge(cards("FA FA FA HD"), True).joker == GNOME_CODES.index("SW")
    assert judge(cards("HW HD FA FA"), True).joker == GNOME_CODES.index("FA")
    assert judge(cards("HW HD KS FA"), True).joker == -1
    assert listed_kinds(judge(cards("VA HF HS HD"), True).dismissed) == [], "as a Master he would send nobody away"


@clause("W10.7")
def test_the_widow_turns_what_is_positive_and_nothing_else() -> None:
    assert judge(cards("KS KS HS HW"), True).turned
    assert not judge(cards("FA FA FA HW"), True).turned


@clause("W10.8")
def test_a_hand_without_the_witch_doctor_fits_one_title_at_most() -> None:
    assert len(EVERY_HAND) == len(set(EVERY_HAND)) == HANDS
    for held in EVERY_HAND:
        if how_many(held, HD) == 0:
            plain = held + how_many(held, HW) * (unit(FA) - unit(HW))
            fits = [
                number
                for number in range(TITLES)
                if one_of_each(plain) & REQUIRED_BY[number] == REQUIRED_BY[number]
                and (plain - REQUIRED_BY[number]) & ~REST_OF[number] == 0
            ]
            assert fits == [number for number in [career_title(held)] if number >= 0]


@clause("W10.8")
@pytest.mark.parametrize("dismissed", [True, False])
def test_the_witch_doctor_is_never_torn_between_two_titles(dismissed: bool) -> None:
    for held in EVERY_HAND:
        if how_many(held, HD) and judge(held, dismissed).dismissed == 0 and judge(held, dismissed).title < FIRST_CHIEF:
            # For nobody, or for each of the kinds below him.
            choices = {-1: judge(held, dismissed).points}
            for kind in range(HD):
                number = career_title(held - unit(HD) + unit(kind))
                choices |= {number: choices[-1] + TITLE_POINTS[number]} if number >= 0 else {}
            signed = [-worth if how_many(held, HW) and worth > 0 else worth for worth in choices.values()]
            assert signed.count(max(signed)) == 1
            assert max(signed) == judge(held, dismissed).result


# W11 Points


@clause("W11.1")
@pytest.mark.parametrize(
    ("hands", "points"),
    [
        (("VA HF HF HF", "KS KS HS HW", "WW SW KS FA"), [32, -4, 12]),
        (("FA FA FA HD", "WW WW VA HF", "HS HS KS HF"), [25, 25, 8]),
        (("WW SW KS FA", "HS HS KS HS", "FA HS SW FA"), [17, 6, 6]),
        (("SW HF KS FA", "HF HF KS HS", "VA KS KS FA"), [14, 14, 14]),
    ],
)
def test_the_best_get_five_more_and_the_worst_one_more(hands: tuple[str, ...], points: list[int]) -> None:
    # Section 6 of the specification: results 27 -5 12, 20 20 7, 12 5 5 and 9 9 9
    assert list(judged(*hands).totals) == points


TWELVE = ("HS HS KS HF", "WW SW KS FA", "HF HF KS SW")
"""Seat 1 has 12 and the best result, which brings it 17."""


@clause("W11.2")
def test_a_total_of_the_target_ends_the_game() -> None:
    assert judged(*TWELVE, totals="0/82/0").actor() == OVER
    assert judged(*TWELVE, totals="0/81/0").actor() == CHANCE
    assert judged(*TWELVE, totals="0/33/0", options="50").actor() == OVER


@clause("W11.3")
def test_after_25_rounds_the_game_is_over() -> None:
    assert judged(*TWELVE, when="25.9").actor() == OVER
    assert judged(*TWELVE, when="24.9").actor() == CHANCE


@clause("W11.4")
def test_among_equal_totals_the_last_round_decides() -> None:
    # Section 6: a round of 10, 5 and 30 points
    state = judged("HF VA KS FA", "HS HS KS FA", "VA HF HF HS", totals="90/95/40")
    assert (list(state.scores()), list(state.ranks())) == ([100, 100, 70], [0, 1, 2])


@clause("W11.4")
def test_who_is_equal_in_the_last_round_too_shares_the_victory() -> None:
    # Section 6: a round of 6, 6 and 11 points
    state = judged("HS HS KS HS", "FA HS SW FA", "HS HS KS KS", totals="94/94/0")
    assert (list(state.scores()), list(state.ranks())) == ([100, 100, 11], [0, 0, 2])


@clause("W11.5")
def test_otherwise_the_next_round_begins() -> None:
    state = judged(*TWELVE, when="3.9")
    assert (phase(state), word(state, "when")) == ("deal", "4.1")


# W12 Who knows what


@clause("W12.1")
def test_everybody_sees_what_lies_on_the_table() -> None:
    state = at(
        phase="bribe",
        asked="2",
        place="2",
        totals="5/-3/12",
        events="C2.NIX/C2/C3",
        laid="-/C4/-",
        supervisor="free+back",
        spent="C5.BACK",
        when="2.6",
    )
    for seat in (0, 2, WATCHER):
        view = GAME.view.view(state, seat)
        assert [place.gnome for place in view.village] == ["HS", "KS", "FA"]
        assert (len(view.left.slots), len(view.right.slots), view.left.draws) == (16, 1, True)
        assert [other.events for other in view.seats] == [2, 1, 1]
        assert (view.spent, view.supervisor_free, view.back, view.halt) == (("C5", "BACK"), True, True, False)
        assert [other.bribe for other in view.seats] == [None, "?", None]
        assert [other.total for other in view.seats] == [5, -3, 12]
        assert (view.round, view.turn, view.lap) == (2, 6, 2)


@clause("W12.2")
def test_a_slot_is_unseen_open_or_known_to_its_caller() -> None:
    state = at(left="14?.VA.SW@1", hands="FAFAHSHS/HFHFKSKS/SWKSFAHS")
    slots = {seat: [slot.gnome for slot in GAME.view.view(state, seat).left.slots[-3:]] for seat in (0, 1, WATCHER)}
    assert slots == {0: [None, "VA", None], 1: [None, "VA", "SW"], WATCHER: [None, "VA", None]}


@clause("W12.3")
def test_who_knew_a_slot_knows_what_is_drawn_from_it() -> None:
    state = at(phase="action", left="15?.SW@1", hands="FAFAHSHS/HFHFKSKS/SWKSFAHS")
    play(state, "call FA")
    assert seen(state, "gnome SW") == [6, 6, -1, -1]
    assert word(play(state, "gnome SW"), "sure") == "1>0:SW"


@clause("W12.4")
def test_sure_lists_grow_in_sight_and_shrink_out_of_sight() -> None:
    # E37
    sure = "0>1:VAWW,2>1:VAWW,w>1:VAWW"
    state = at(phase="action", when="1.2", asked="1", hands="FAFAHSHS/VAWWKSKS/SWSWFAHS", sure=sure)
    play(state, "call KS", "gnome ME")
    assert word(state, "sure") == "-"
    state = at(phase="action", when="1.2", asked="1", hands="FAFAHSHS/WWWWKSKS/SWSWFAHS", sure="2>1:WWWW")
    play(state, "call KS", "gnome ME")
    assert word(state, "sure") == "2>1:WW"


@clause("W12.4")
def test_a_recruited_gnome_is_sure_and_one_put_into_the_village_no_longer() -> None:
    state = at(phase="replace", place="2", sure="1>0:FAHS,w>0:FA")
    play(state, "put FA")
    assert word(state, "sure") == "1>0:HSKS,2>0:KS,w>0:KS"


@clause("W12.4")
def test_a_swap_is_in_sight_of_its_partners_and_of_nobody_else() -> None:
    state = at(phase="action", sure="0>1:HF,1>0:FAHS,2>0:FA,2>1:HFHFKS")
    play(state, "swap 1 FA", "return HF", "show FA")
    assert word(state, "sure") == "0>1:FA,1>0:HSHF,2>1:HF"


@clause("W12.5")
def test_a_bribe_is_shown_when_turned_up_and_off_the_list_when_spent() -> None:
    state = recruiting()
    assert word(state, "shown") == "-/C3/-/C5/C5"
    play(state, "pass")
    assert word(state, "shown") == "-/C3/-/C5/-"


@clause("W12.6")
def test_hands_laid_down_are_known_to_all() -> None:
    state = judged(*TWELVE, totals="0/90/0")
    view = GAME.view.view(state, WATCHER)
    assert [laid.hand for laid in view.last_round] == [
        ("HS", "HS", "HF", "KS"),
        ("FA", "KS", "SW", "WW"),
        ("HF", "HF", "KS", "SW"),
    ]
    assert view.seats[0].sure == ("HS", "HS", "HF", "KS")
    assert {slot.gnome for slot in view.left.slots} == {None}
    assert view.events == ()


@clause("W12.7")
def test_a_watcher_sees_what_every_seat_sees() -> None:
    state = at(phase="action", sure="0>1:HF,1>0:FA,w>1:HF", left="15?.ME@0")
    view = GAME.view.view(state, WATCHER)
    assert (view.hand, view.events, view.judged) == ((), (), None)
    assert [other.sure for other in view.seats] == [(), ("HF",), ()]
    assert view.left.slots[-1].gnome is None
