"""What a bot needs to know quickly, and why a wish is illegal."""

from __future__ import annotations

import math
from functools import cache
from typing import Final, NamedTuple

from fourleaf.engine.errors import listed
from fourleaf.engine.game import Refusal
from fourleaf.games.wichtel import board, rules
from fourleaf.games.wichtel.board import (
    EVENT_CODES,
    GNOME_CODES,
    KINDS,
    LEFT,
    NONE,
    UNSEEN,
    copies,
    listed_kinds,
    size,
    unit,
)
from fourleaf.games.wichtel.rules import Wichtel

HORIZON: Final = 0
"""Blind play would blur what the standing tells."""
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
    elif phase in (rules.BRIBES_NOW, rules.TURNS_UP, rules.MAY_NIX, rules.ROLLS, rules.MAY_LOOK):
        _recruit(state, hopes, worth)
    elif phase in (rules.AT_START, rules.REVEALS, rules.ACTS):
        worth[state.active] = _best_of_village(state, hopes)
    return worth


def _after_draw(state: Wichtel, hopes: Hopes) -> float:
    hand = state.hands[state.active]
    slot = state.square.top(state.square.drawing)
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
    after = hopes[_taken(hopes, state.hands[taker], state.square.village[state.place])]
    worth[taker] += likely * (after - worth[taker])


def _recruit(state: Wichtel, hopes: Hopes, worth: list[float]) -> None:
    """The die decides against the strongest bribe that lies there; He's the Best! may go to anybody."""
    briber, bribe = state.briber, state.bribe
    if briber == NONE and state.phase not in (rules.ROLLS, rules.MAY_LOOK):
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
    there = [kind for kind in state.square.village if kind != NONE]
    if state.phase == rules.AT_START and not state.halt:
        towards = state.square.drawing if state.back else state.square.discarding()
        there = there[1:] if towards == LEFT else there[:-1]
    best = max(hopes[_taken(hopes, hand, kind)] for kind in there)
    return here + UNDISTURBED * max(0.0, best - here)


def priority(state: Wichtel, action: int) -> float:
    """A quick guess: what a gnome given up is worth to the hand, and what one taken would add."""
    hopes = _hopes(state.widow_dismissed, state.free)
    hand = state.hands[state.asked]
    if board.RECRUIT <= action < board.RETURN:
        kind = state.square.village[action - board.RECRUIT]
        return hopes[_taken(hopes, hand, kind)] - hopes[hand]
    if board.PUT <= action < board.CONTINUE:
        return hopes[hand + unit(state.square.village[state.place]) - unit(action - board.PUT)]
    if board.CALL <= action < board.RECRUIT or board.RETURN <= action < board.PASS:
        kind = (action - board.CALL) % KINDS if action < board.RECRUIT else action - board.RETURN
        return -float(board.VALUE_OF[kind])
    return 0.0


# Why not

START: Final = rules.AT_START
END: Final = rules.AT_END


class Kind(NamedTuple):
    """A kind of wish: its first action, the phases it belongs to, and what to say at any other time."""

    first: int
    phases: tuple[int, ...]
    otherwise: Refusal


KINDS_OF_WISHES: Final = (
    Kind(board.GNOME, (), Refusal("gnomes are dealt, turned up and drawn as chance has it", "W3.2")),
    Kind(board.EVENT, (), Refusal("events are dealt before the round, and never again", "W2.5")),
    Kind(board.SHOW, (), Refusal("nothing has been offered that is to be looked at now", "W6.3")),
    Kind(board.TURN, (), Refusal("bribes are turned up when all seats have had their turn to lay one", "W7.3")),
    Kind(board.ROLL, (), Refusal("the die is rolled when a gnome is recruited, and shows what it will", "W7.7")),
    Kind(board.MARCH, (START,), Refusal("the village marches once in a turn, and has done so", "W3.1")),
    Kind(board.HERE, (START, END), Refusal("Come Here! is played at the start or at the end of your own turn", "W4.3")),
    Kind(board.BACK, (START, END), Refusal("Come Back! is played at the start or at the end of your own turn", "W4.3")),
    Kind(board.HALT, (START, END), Refusal("Stand Still! is played at the start or at the end of your turn", "W4.3")),
    Kind(board.CALL, (rules.ACTS,), Refusal("a call is the action of a turn, after the march", "W4.1")),
    Kind(board.SWAP, (rules.ACTS,), Refusal("a swap is the action of a turn, after the march", "W4.1")),
    Kind(board.RECRUIT, (rules.ACTS,), Refusal("to recruit is the action of a turn, after the march", "W4.1")),
    Kind(board.RETURN, (rules.REPLIES,), Refusal("nobody has offered you a gnome", "W6.2")),
    Kind(
        board.PASS,
        (rules.BRIBES_NOW, rules.MAY_NIX, rules.MAY_LOOK),
        Refusal("there is nothing to pass: a turn must have its action", "W4.2"),
    ),
    Kind(board.BRIBE, (rules.BRIBES_NOW,), Refusal("bribes are laid by the others when a gnome is recruited", "W4.5")),
    Kind(board.NIX, (rules.MAY_NIX,), Refusal("Nothing Doing! is played against bribes that were turned up", "W7.4")),
    Kind(board.LOOK, (rules.MAY_LOOK,), Refusal("Let Me Look Again! is played after a roll that failed", "W7.11")),
    Kind(board.GIVE, (rules.GIVES,), Refusal("only He's the Best! gives a gnome away", "W7.10")),
    Kind(board.PUT, (rules.REPLACES,), Refusal("only who takes a recruited gnome puts one in its place", "W7.12")),
    Kind(board.CONTINUE, (rules.MAY_CLAIM,), Refusal("there is no claim to let go by", "W9.3")),
    Kind(board.JUDGE, (rules.MAY_CLAIM,), Refusal("only who has just received a gnome may end the round", "W9.3")),
    Kind(board.DONE, (END,), Refusal("a turn is done when its action is", "W4.1")),
    Kind(board.FREE, (END,), Refusal("the supervisor is freed at the end of a turn", "W9.1")),
    Kind(board.HAND, (), Refusal("hands are laid open when the round is judged", "W10.1")),
)
INSTEAD_OF_PASS: Final = {
    START: Refusal("say march: that is how the start of a turn goes by", "W4.3"),
    END: Refusal("say done: that is how the end of a turn goes by", "W4.4"),
    rules.REPLIES: Refusal("a swap cannot be refused: one of your four must be returned", "W6.2"),
    rules.GIVES: Refusal("somebody must take the gnome", "W7.10"),
    rules.REPLACES: Refusal("one of your four must take the place of the gnome", "W7.12"),
    rules.MAY_CLAIM: Refusal("say continue: that is how the round goes on", "W9.3"),
}
FIRST: Final = {
    rules.DEAL_HANDS: Refusal("first the gnomes are dealt", "W2.2"),
    rules.DEAL_VILLAGE: Refusal("first the village is dealt", "W2.3"),
    rules.DEAL_EVENTS: Refusal("first the events are dealt", "W2.5"),
    rules.REVEALS: Refusal("first the gnome that comes is turned up, and it is another one", "W3.2"),
    rules.DRAWS: Refusal("first a gnome is drawn, and it is another one", "W5.1"),
    rules.SHOWS: Refusal("first the gnome that was offered is looked at", "W6.3"),
    rules.TURNS_UP: Refusal("first the bribes are turned up as they were laid", "W7.3"),
    rules.ROLLS: Refusal("first the die is rolled", "W7.7"),
    rules.LAYS_DOWN: Refusal("first all hands are laid open as they are", "W10.1"),
    rules.FINISHED: Refusal("the game is over", "W11.2"),
}


def why(state: Wichtel, action: int) -> Refusal:
    """Why an action is not legal now, from what the actor may know."""
    if state.phase in FIRST:
        return FIRST[state.phase]
    kind = max((kind for kind in KINDS_OF_WISHES if kind.first <= action), key=lambda kind: kind.first)
    if state.phase in kind.phases:
        return _why_not_this_one(state, kind.first, action - kind.first)
    if kind.first == board.PASS and state.phase in INSTEAD_OF_PASS:
        return INSTEAD_OF_PASS[state.phase]
    if kind.first == board.BRIBE and state.asked == state.active:
        return Refusal("bribes are for the others: you have the turn", "W4.5")
    if kind.first == board.DONE and state.phase in (START, rules.ACTS):
        return Refusal("a turn cannot end without its action", "W4.2")
    if kind.first == board.JUDGE and not state.free:
        return Refusal("nobody can be judged while the supervisor is abducted", "W9.3")
    if kind.first == board.FREE and state.free:
        return Refusal("the supervisor is free already", "W9.2")
    return kind.otherwise


def _why_not_this_one(state: Wichtel, first: int, which: int) -> Refusal:
    """It is the moment for such a wish, but not for this one."""
    seats = listed(range(state.seats))
    seat = which // KINDS if first == board.SWAP else which
    if first in (board.SWAP, board.NIX, board.GIVE) and seat >= state.seats:
        return Refusal(f"there is no seat {seat}; the seats are {seats}", "W1.1")
    if first in (board.HERE, board.RECRUIT) and which >= state.seats:
        return Refusal(f"the village has places 1 to {state.seats}, not {which + 1}", "W2.3")
    if first == board.SWAP and seat == state.active:
        return Refusal("you cannot swap with yourself", "W6.1")
    if first == board.GIVE:
        return Refusal("another seat must take the gnome, not you", "W7.10")
    if first == board.NIX and state.holds(state.active, board.NIX_CARD):
        return Refusal(f"no bribe of seat {seat} was turned up", "W7.4")
    if first == board.FREE:
        return Refusal("the supervisor is free already", "W9.2")
    if first in GNOME_CLAUSES:
        return _why_not_this_gnome(state, first, which % KINDS)
    return _why_not_this_card(state, first, which)


GNOME_CLAUSES: Final = {board.CALL: "W5.1", board.SWAP: "W6.1", board.RETURN: "W6.2", board.PUT: "W7.12"}
CARDS: Final = {
    board.HERE: (board.HERE_CARD, "W8.2"),
    board.BACK: (board.BACK_CARD, "W3.6"),
    board.HALT: (board.HALT_CARD, "W3.8"),
    board.NIX: (board.NIX_CARD, "W7.4"),
    board.LOOK: (board.LOOK_CARD, "W7.11"),
}


def _why_not_this_gnome(state: Wichtel, first: int, kind: int) -> Refusal:
    code = GNOME_CODES[kind]
    if first == board.PUT and kind == state.square.village[state.place]:
        return Refusal(f"{code} is the gnome that you take; one of your former four must go", "W7.12")
    hand = listed(GNOME_CODES[held] for held in listed_kinds(state.hands[state.asked]))
    return Refusal(f"you do not hold {code}; you hold {hand}", GNOME_CLAUSES[first])


def _why_not_this_card(state: Wichtel, first: int, which: int) -> Refusal:
    card, clause = (which, "W7.2") if first == board.BRIBE else CARDS[first]
    held = listed(EVENT_CODES[event] for event in listed_kinds(state.events[state.asked]))
    return Refusal(f"you do not hold {EVENT_CODES[card]}; you hold {held}", clause)


# What speaks for a move


def merit(state: Wichtel, action: int) -> str:
    """What speaks for a legal action, in words that the actor may hear."""
    hand = state.hands[state.asked]
    if board.PUT <= action < board.CONTINUE:
        after = hand + unit(state.square.village[state.place]) - unit(action - board.PUT)
        return f"your four then count {board.result_of(after, state.widow_dismissed)}"
    if board.RECRUIT <= action < board.RETURN:
        return _merit_of_gnome(state, hand, state.square.village[action - board.RECRUIT])
    if board.CALL <= action < board.RECRUIT or board.RETURN <= action < board.PASS:
        kind = (action - board.CALL) % KINDS if action < board.RECRUIT else action - board.RETURN
        return f"{board.GNOME_NAMES['en'][kind]} is missed least in your four"
    if action in (board.JUDGE, board.FREE):
        return f"your four count {board.result_of(hand, state.widow_dismissed)} now, and may not count more later"
    return f"your four count {board.result_of(hand, state.widow_dismissed)}, and this keeps your chances"


def _merit_of_gnome(state: Wichtel, hand: int, kind: int) -> str:
    grown = hand + unit(kind)
    best = max(int(board.result_of(grown - unit(put), state.widow_dismissed)) for put in set(listed_kinds(grown)))
    return f"with {board.GNOME_NAMES['en'][kind]} your four may count {best}"
