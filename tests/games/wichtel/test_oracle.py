"""The fast game against the slow oracle: all hands, thousands of settlements, thousands of steps of the march."""

from __future__ import annotations

from collections import Counter

import pytest
from librt.random import Random

from fourleaf import OVER
from fourleaf.engine.counts import listed_kinds
from fourleaf.engine.playout import random_action
from fourleaf.games.wichtel import GAME
from fourleaf.games.wichtel.board import (
    DONE,
    EVERY_HAND,
    FREE,
    GNOME_CODES,
    KINDS,
    LEFT,
    RIGHT,
    ROOM,
    TITLE_NAMES,
    UNSEEN,
    judge,
    result_of,
)
from fourleaf.games.wichtel.rules import Wichtel
from tests.games.wichtel import oracle

BRIBE_CARDS = ["C2"] * 4 + ["C3"] * 4 + ["C4"] * 3 + ["C5"] * 2 + ["C6", "IM", "HE"]
VILLAGES = {3: "HSKSFA", 4: "HSKSFAWW", 5: "HSKSFAWWHF"}
HANDS = ["FAFAHSHS", "HFHFKSKS", "SWSWFAHS", "HSHSKSKS", "FAFAVASW"]
OPEN_PILES = {3: 16, 4: 11, 5: 6}


def codes(handful: int) -> tuple[str, ...]:
    return tuple(GNOME_CODES[kind] for kind in listed_kinds(handful))


@pytest.mark.parametrize("widow_dismissed", [True, False])
def test_all_720_hands_have_the_result_and_title_of_the_oracle(widow_dismissed: bool) -> None:
    assert {tuple(sorted(hand)) for hand in oracle.every_hand()} == {tuple(sorted(codes(hand))) for hand in EVERY_HAND}
    for hand in EVERY_HAND:
        judged = judge(hand, widow_dismissed)
        title = None if judged.title < 0 else TITLE_NAMES["en"][judged.title]
        assert (judged.result, title) == oracle.result(codes(hand), widow_dismissed), codes(hand)
        assert result_of(hand, widow_dismissed) == judged.result


def shuffled(cards: list[str], rng: Random) -> list[str]:
    cards = list(cards)
    for place in range(len(cards) - 1, 0, -1):
        other = rng.randrange(place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_bribes_are_settled_as_the_oracle_settles_them(seats: int) -> None:
    rng = Random(seats)
    for _ in range(700):
        deck = shuffled(BRIBE_CARDS, rng)
        turn = rng.randrange(seats)
        order = [(turn + step) % seats for step in range(1, seats)]
        laid = {seat: deck.pop() for seat in order if rng.randrange(4)}
        held = [[deck.pop()] if seat != turn else ["NIX"] for seat in range(seats)]
        state = about_to_turn_up(seats, turn, laid, held)
        for _ in laid:
            state.apply(int(state.legal()[0]))
        cancelled = None
        if laid:
            choice = int(state.legal()[rng.randrange(len(state.legal()))])
            words = str(GAME.moves.spell(state, choice)).split()
            cancelled = int(words[1]) if words[0] == "nix" else None
            state.apply(choice)
        counts, spent, returned = oracle.settle(order, laid, cancelled)
        written = GAME.notation.write(state).split()
        assert written[16] == ("-" if counts is None else f"{counts}:{laid[counts]}")
        assert Counter(written[11].split(".")) == Counter(spent + ["NIX"] * (cancelled is not None) or ["-"])
        for seat, cards in enumerate(written[10].split("/")):
            back = [laid[seat]] if seat in returned else []
            left = [] if seat == turn and cancelled is not None else held[seat]
            assert sorted(cards.split(".")) == sorted(left + back or ["-"])


def about_to_turn_up(seats: int, turn: int, laid: dict[int, str], held: list[list[str]]) -> Wichtel:
    """A recruitment in which these bribes lie face down and the last seat has had its turn."""
    parted = "/"
    order = [(turn + step) % seats for step in range(1, seats)]
    first = next((seat for seat in order if seat in laid), turn)
    line = [
        *("99", "turn" if laid else "roll", f"1.{turn + 1}", str(first), parted.join("0" * seats)),
        *(f"{OPEN_PILES[seats]}?", ">", VILLAGES[seats], "1?", parted.join(HANDS[:seats])),
        *(parted.join(".".join(cards) for cards in held), "-", "abducted", "1", "-"),
        *(parted.join(laid.get(seat, "-") for seat in range(seats)), "-", "-", "-", parted.join("-" * seats), "-"),
    ]
    return GAME.position(" ".join(line))


def pile(state: Wichtel, side: int) -> list[str]:
    """A pile as a list of codes; ? for what nobody has seen."""
    slots = list(state.square.slots)[side * ROOM : side * ROOM + state.square.sizes[side]]
    return ["?" if slot == UNSEEN else GNOME_CODES[slot % KINDS] for slot in slots]


class Follower:
    """Lets the oracle's square follow a game, told by its moves alone."""

    def __init__(self, state: Wichtel) -> None:
        village = [GNOME_CODES[kind] for kind in state.square.village]
        self.square = oracle.Walkway(["?"] * OPEN_PILES[state.seats], village, ["?"], left_draws=True)
        self.back = self.halt = False
        self.marched = -1
        self.drawn = ""

    def march(self, turn: int) -> None:
        """W3.1 Once in a turn, whether the seat was asked before it or not."""
        if self.marched != turn:
            self.square.march(self.back, self.halt)
            self.back = self.halt = False
            self.marched = turn

    def hear(self, words: list[str], place: int) -> None:
        match words:
            case ["here", number]:
                self.square.come_here(int(number) - 1)
            case ["back"]:
                self.back = True
            case ["halt"]:
                self.halt = True
            case ["call", code]:
                self.drawn = self.square.call(code)
            case ["put", code]:
                self.square.recruit(place, code)

    def see(self, code: str, place: int) -> None:
        """A gnome is drawn, or turned up on a place: it is the one that the oracle expects, or was unseen."""
        expected = self.drawn if place < 0 else self.square.village[place]
        assert expected in ("?", code)
        if place >= 0:
            self.square.village[place] = code


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_march_and_its_turnabouts_are_those_of_the_oracle(seats: int) -> None:
    rng = Random(seats)
    compared, ways = 0, set()
    for _ in range(4):
        state = GAME.rules.begin(seats, {option.name: option.usual for option in GAME.options})
        follower = None
        while state.actor() != OVER:
            phase = GAME.notation.write(state).split()[1]
            if phase in ("deal", "village", "events", "hands"):
                follower = None
            else:
                follower = follower or Follower(state)
                if phase in ("reveal", "action"):
                    follower.march(state.turn)
                if state.actor() >= 0:
                    square = follower.square
                    assert (square.left, square.right) == (pile(state, LEFT), pile(state, RIGHT))
                    assert square.village == [GNOME_CODES[kind] for kind in state.square.village]
                    assert square.left_draws == (state.square.drawing == LEFT)
                    compared += 1
                    ways.add(square.left_draws)
            action = random_action(state, rng)
            # Long rounds have many turnabouts.
            if action == FREE:
                action = DONE
            words = str(GAME.moves.spell(state, action)).split()
            if follower and words[0] == "gnome":
                follower.see(words[1], state.place)
            elif follower:
                follower.hear(words, state.place)
            state.apply(action)
    assert compared > 1000
    assert ways == {True, False}
