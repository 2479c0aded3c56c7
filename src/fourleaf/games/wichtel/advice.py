"""What a bot needs to know quickly, and why a wish is illegal."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from fourleaf.engine.errors import listed
from fourleaf.engine.game import Refusal
from fourleaf.games.wichtel import board, rules
from fourleaf.games.wichtel.board import EVENT_CODES, GNOME_CODES, KINDS, NONE, copies, listed_kinds, size, unit
from fourleaf.games.wichtel.rules import LEFT, UNSEEN, Wichtel

LEAD: Final = 12.0
"""The points that make a seat e times as likely to win."""
SOON: Final = 0.4
"""Once the supervisor is free, how much of a hand's worth is what one more gnome may make of it."""
CHANCES: Final = 2
"""Before he is free, how many more gnomes a hand counts on."""
UNDISTURBED: Final = 0.75
"""How likely a seat is to get the gnome that it recruits, before it is known who bribes."""
CARD_WORTH: Final = [0.15 * int(rank) if rank else 0.5 for rank in board.RANK_OF]
"""What an event in hand is worth, in points."""

Hopes = dict[int, float]
"""What every hand is worth."""


@cache
def _hopes(widow_dismissed: bool, free: bool) -> Hopes:
    now = {hand: float(board.result_of(hand, widow_dismissed)) for hand in board.EVERY_HAND}
    better = _improved(now)
    if free:
        return {hand: (1 - SOON) * now[hand] + SOON * better[hand] for hand in now}
    for _ in range(CHANCES - 1):
        better = _improved(better)
    return better


def _improved(hopes: Hopes) -> Hopes:
    """The mean worth of each hand after a blind gnome, which may replace one of the four or be let go."""
    better = {}
    for hand, hope in hopes.items():
        deck = board.ALL_GNOMES - hand
        total = 0.0
        for kind in range(KINDS):
            if copies(deck, kind):
                total += int(copies(deck, kind)) * max(hope, hopes[_taken(hopes, hand, kind)])
        better[hand] = total / int(size(deck))
    return better


def _taken(hopes: Hopes, hand: int, kind: int) -> int:
    """The hand after this gnome has taken the place of the one that is missed least."""
    grown = hand + unit(kind)
    return max((grown - unit(put) for put in set(listed_kinds(hand))), key=hopes.__getitem__)


def standing(state: Wichtel) -> list[float]:
    """How likely each seat is to win: from its total, and from what its hand is and may become."""
    if state.phase == rules.FINISHED:
        return _won(list(state.ranks()))
    if state.phase == rules.LAYS_DOWN:
        return _judged(state)
    totals = [float(total) for total in state.totals]
    if state.phase > rules.DEAL_EVENTS:
        worth = _worth_of_hands(state, _hopes(state.widow_dismissed, state.free))
        cards = [sum(CARD_WORTH[card] for card in listed_kinds(cards)) for cards in state.events]
        totals = [total + hand + card for total, hand, card in zip(totals, worth, cards, strict=True)]
    return _shares(totals)


def _won(ranks: list[int]) -> list[float]:
    return [1.0 / ranks.count(0) if rank == 0 else 0.0 for rank in ranks]


def _shares(totals: list[float]) -> list[float]:
    most = max(totals)
    hopes = [math.exp((total - most) / LEAD) for total in totals]
    return [hope / sum(hopes) for hope in hopes]


def _judged(state: Wichtel) -> list[float]:
    """The hands are about to be laid down: what they bring is certain."""
    points = list(board.round_points(state.hands, state.widow_dismissed))
    totals = [total + more for total, more in zip(state.totals, points, strict=True)]
    if max(totals) >= state.target or state.round + 1 == board.MAX_ROUNDS:
        results = list(zip(totals, points, strict=True))
        return _won([sum(other > mine for other in results) for mine in results])
    return _shares([float(total) for total in totals])


def _worth_of_hands(state: Wichtel, hopes: Hopes) -> list[float]:
    """What each hand is worth, with what is about to happen to it."""
    phase = state.phase
    worth = [hopes.get(hand, 0.0) for hand in state.hands]
    if phase == rules.DRAWS:
        worth[state.active] = _after_draw(state, hopes)
    elif state.offer != NONE:
        _swap(state, hopes, worth)
    elif phase == rules.REPLACES:
        _take(state, hopes, worth, state.asked, 1.0)
    elif rules.BRIBES_NOW <= phase <= rules.MAY_LOOK:
        _recruit(state, hopes, worth)
    elif phase in (rules.AT_START, rules.REVEALS, rules.ACTS):
        worth[state.active] = _best_of_village(state, hopes)
    return worth


def _after_draw(state: Wichtel, hopes: Hopes) -> float:
    hand = state.hands[state.active]
    slot = state.top(state.drawing)
    if slot != UNSEEN:
        return hopes[hand + unit(slot % KINDS)]
    draws = [hopes[hand + unit(kind)] for kind in listed_kinds(state.pool)]
    return sum(draws) / len(draws)


def _swap(state: Wichtel, hopes: Hopes, worth: list[float]) -> None:
    """The partner parts with whom it misses least."""
    partner, offer = state.hands[state.partner], unit(state.offer)
    left = _taken(hopes, partner, state.offer) if state.returned == NONE else partner + offer - unit(state.returned)
    returned = partner + offer - left
    worth[state.partner] = hopes[left]
    worth[state.active] = hopes[state.hands[state.active] - offer + returned]


def _take(state: Wichtel, hopes: Hopes, worth: list[float], taker: int, likely: float) -> None:
    """A seat gets the gnome under the die, as likely as that is."""
    after = hopes[_taken(hopes, state.hands[taker], state.village[state.place])]
    worth[taker] += likely * (after - worth[taker])


def _recruit(state: Wichtel, hopes: Hopes, worth: list[float]) -> None:
    """The die decides against the strongest bribe that lies there; He's the Best! may go to anybody."""
    briber, bribe = state.briber, state.bribe
    if briber == NONE and state.phase < rules.ROLLS:
        briber = state.counting()
        bribe = NONE if briber == NONE else state.laid[briber]
    need = board.FREE_ROLL_NEED if briber == NONE else board.NEED_OF[bribe] or board.FACES + 1
    likely = (board.FACES + 1 - need) / board.FACES
    if state.phase == rules.MAY_LOOK:
        likely = 0.0
    elif state.phase == rules.BRIBES_NOW:
        likely *= UNDISTURBED
    _take(state, hopes, worth, state.active, likely)
    if briber != NONE and bribe != board.HE:
        _take(state, hopes, worth, briber, 1 - likely)


def _best_of_village(state: Wichtel, hopes: Hopes) -> float:
    """What the hand of the active seat may become by a gnome of the village that will be there after the march."""
    hand = state.hands[state.active]
    here = hopes[hand]
    there = [kind for kind in state.village if kind != NONE]
    if state.phase == rules.AT_START and not state.halt:
        towards = state.drawing if state.back else state.discarding()
        there = there[1:] if towards == LEFT else there[:-1]
    best = max(hopes[_taken(hopes, hand, kind)] for kind in there)
    return here + UNDISTURBED * max(0.0, best - here)


def priority(state: Wichtel, action: int) -> float:
    """A quick guess: what a gnome given up is worth to the hand, and what one taken would add."""
    hopes = _hopes(state.widow_dismissed, state.free)
    hand = state.hands[state.asked]
    if board.RECRUIT <= action < board.RETURN:
        kind = state.village[action - board.RECRUIT]
        return hopes[_taken(hopes, hand, kind)] - hopes[hand]
    if board.PUT <= action < board.CONTINUE:
        return hopes[hand + unit(state.village[state.place]) - unit(action - board.PUT)]
    if board.CALL <= action < board.RECRUIT or board.RETURN <= action < board.PASS:
        kind = (action - board.CALL) % KINDS if action < board.RECRUIT else action - board.RETURN
        return -float(board.VALUE_OF[kind])
    return 0.0


def why(state: Wichtel, action: int) -> Refusal:
    return Refusal("no", "W1.1")
