"""What a bot needs to know quickly, and why a wish is illegal."""

from __future__ import annotations

import math
from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.errors import listed
from fourleaf.engine.game import Horizon, Refusal
from fourleaf.games.wichtel import board, rules
from fourleaf.games.wichtel.board import (
    EVENT_CODES,
    GNOME_CODES,
    HANDS,
    KINDS,
    LEFT,
    NONE,
    UNSEEN,
    copies,
    first_kind,
    listed_kinds,
    one_of_each,
    size,
    unit,
)
from fourleaf.games.wichtel.rules import Wichtel

HORIZON: Final = Horizon()
"""Playing on by the priorities adds more noise than it tells, though they play about as well as the standing does."""
SIDE_BY_SIDE: Final = False
"""In a tree; the other way played no better."""
ONE_WINNER: Final = False
"""The points place every seat."""
LEAST_LEAD: Final = 8.0
"""The points that make a seat e times as likely to be ahead of another when this round will be the last ..."""
LEAD_A_POINT: Final = 0.5
"""... and how many more it takes for every point that the best total will still be short of the target ..."""
MOST_LEAD: Final = 28.0
"""... up to so many, when all is open still."""
NOW: Final[list[float]] = [0.38, 0.46]
"""How much of what a hand would be judged at now is left when it is judged; supervisor abducted, then free."""
LATER: Final[list[float]] = [0.74, 0.6]
"""How much of what two more gnomes may make of it comes about."""
IN_SIGHT: Final[list[float]] = [0.1, 0.15]
"""How much of what the best gnome of the village would bring a seat may count on before its turn comes ..."""
IN_REACH: Final[list[float]] = [0.25, 0.5]
"""... and how much when it is about to act."""
A_LAP: Final = 2.5
"""The points that a seat makes of a turn, and so loses by waiting a whole lap for the next one."""
UNDISTURBED: Final = 0.75
"""How likely a seat is to get the gnome that it recruits, before it is known who bribes."""
A_RANK: Final[list[float]] = [0.3, 0.15]
"""The points that each rank of a bribe in hand is worth."""
A_CARD: Final = 0.35
"""The points that any other event in hand is worth."""
MUCH: Final = 2.0
"""A loss of so many points or more is much."""
SPREAD: Final = 13915
"""No two hands leave the same rest by this number; so a hand is found without searching."""


def _numbers() -> vec[i64]:
    numbers = vec[i64]([0] * SPREAD)
    for number in range(HANDS):
        numbers[board.EVERY_HAND[number] % SPREAD] = number
    return numbers


NUMBERS: Final[vec[i64]] = _numbers()
"""FAST: the number of each hand, at its rest by SPREAD."""


def number_of(hand: i64) -> i64:
    """The number of a hand of four."""
    return NUMBERS[hand % SPREAD]


@final
class Hopes:
    """What every hand is worth under one reading of W10.3; rows for an abducted supervisor come first, then free."""

    def __init__(self, widow_dismissed: bool) -> None:
        now = vec[float]([0.0] * HANDS)
        for number in range(HANDS):
            now[number] = float(board.result_of(board.EVERY_HAND[number], widow_dismissed))
        self.now = now
        """What each hand would be judged at."""
        self.hope = vec[float]([0.0] * (2 * HANDS))
        """What each hand may be expected to be judged at."""
        self.taken = vec[float]([0.0] * (2 * HANDS * KINDS))
        """What a hand hopes for when it must take a gnome of a kind and puts the one that is missed least."""
        self.called = vec[float]([0.0] * (2 * HANDS * KINDS))
        """What it hopes for when it gives up a gnome of a kind and gets a blind one."""
        self.missed = vec[i64]([0] * (2 * HANDS))
        """The kind that it would rather give up for a blind one than any other."""
        later = _improved(_improved(now))
        for free in range(2):
            for number in range(HANDS):
                self.hope[free * HANDS + number] = NOW[free] * now[number] + LATER[free] * later[number]
            for number in range(HANDS):
                self._look_ahead(free * HANDS, number)

    def _look_ahead(self, first: i64, number: i64) -> None:
        hand = i64(board.EVERY_HAND[number])
        row = first + number
        most = -math.inf
        for kind in range(KINDS):
            if copies(hand, kind) < copies(board.ALL_GNOMES, kind):
                self.taken[row * KINDS + kind] = _best_put(self.hope, first, hand, kind)
            if copies(hand, kind) > 0:
                mean = _mean_draw(self.hope, first, hand - unit(kind))
                self.called[row * KINDS + kind] = mean
                if mean > most:
                    most = mean
                    self.missed[row] = kind

    def of(self, hand: i64, free: bool) -> float:
        """What a hand of four may be expected to be judged at."""
        return self.hope[number_of(hand) + HANDS if free else number_of(hand)]


def _best_put(hopes: vec[float], first: i64, hand: i64, kind: i64) -> float:
    """The worth of a hand after this gnome has taken the place of the one that is missed least."""
    grown = hand + unit(kind)
    best = -math.inf
    left = one_of_each(hand)
    while left != 0:
        after = hopes[first + number_of(grown - unit(first_kind(left)))]
        if after > best:
            best = after
        left &= left - 1
    return best


def _mean_draw(hopes: vec[float], first: i64, kept: i64) -> float:
    """The mean worth of three gnomes and a blind one."""
    deck = board.ALL_GNOMES - kept
    total = 0.0
    for kind in range(KINDS):
        if copies(deck, kind) > 0:
            total += float(copies(deck, kind)) * hopes[first + number_of(kept + unit(kind))]
    return total / float(size(deck))


def _improved(hopes: vec[float]) -> vec[float]:
    """The mean worth of each hand after a blind gnome, which may replace one of the four or be let go."""
    better = vec[float]([0.0] * HANDS)
    for number in range(HANDS):
        hand = i64(board.EVERY_HAND[number])
        deck = board.ALL_GNOMES - hand
        total = 0.0
        for kind in range(KINDS):
            if copies(deck, kind) > 0:
                total += float(copies(deck, kind)) * max(hopes[number], _best_put(hopes, 0, hand, kind))
        better[number] = total / float(size(deck))
    return better


HOPES: Final[list[Hopes | None]] = [None, None]
"""By whether the Widow is dismissed; made when they are first asked for."""


def _hopes(state: Wichtel) -> Hopes:
    which = 1 if state.widow_dismissed else 0
    found = HOPES[which]
    if found is None:
        found = Hopes(state.widow_dismissed)
        HOPES[which] = found
    return found


# Standing


def standing(state: Wichtel) -> list[float]:
    """How likely each seat is to win: from its total, and from what its hand is and may become."""
    if state.phase == rules.FINISHED:
        return _won(state.ranks())
    if state.phase == rules.LAYS_DOWN:
        return _judged(state)
    totals = vec[float]([0.0] * state.seats)
    if state.phase > rules.DEAL_EVENTS:
        totals = _worth_of_hands(state, _hopes(state))
        for seat in range(state.seats):
            totals[seat] += _worth_of_cards(state.events[seat], state.free) - A_LAP * _wait(state, seat)
    for seat in range(state.seats):
        totals[seat] += float(state.totals[seat])
    return _shares(totals, float(state.target))


def _won(ranks: vec[i64]) -> list[float]:
    winners = 0.0
    for rank in ranks:
        if rank == 0:
            winners += 1.0
    return [1.0 / winners if rank == 0 else 0.0 for rank in ranks]


def _shares(totals: vec[float], target: float) -> list[float]:
    most = totals[0]
    for total in totals:
        most = max(most, total)
    lead = min(LEAST_LEAD + LEAD_A_POINT * max(0.0, target - most), MOST_LEAD)
    hopes = [0.0] * len(totals)
    together = 0.0
    for seat in range(len(totals)):
        hope = math.exp((totals[seat] - most) / lead)
        hopes[seat] = hope
        together += hope
    for seat in range(len(totals)):
        hopes[seat] = hopes[seat] / together
    return hopes


def _judged(state: Wichtel) -> list[float]:
    """The hands are about to be laid down: what they bring is certain."""
    points = board.round_points(state.hands, state.widow_dismissed)
    over = state.round + 1 == board.MAX_ROUNDS
    totals = vec[float]([0.0] * state.seats)
    for seat in range(state.seats):
        totals[seat] = float(state.totals[seat] + points[seat])
        over = over or state.totals[seat] + points[seat] >= state.target
    if not over:
        return _shares(totals, float(state.target))
    # W11.4 Among equal totals the better last round is ahead; points are whole numbers below a thousand.
    ranks = vec[i64]([0] * state.seats)
    for seat in range(state.seats):
        for other in range(state.seats):
            ahead = totals[other] - totals[seat]
            if ahead > 0.0 or (ahead == 0.0 and points[other] > points[seat]):
                ranks[seat] += 1
    return _won(ranks)


def _wait(state: Wichtel, seat: i64) -> float:
    """How much of a lap passes before a seat acts; who has chosen its action has had its turn."""
    if seat == state.active and state.phase not in (rules.AT_START, rules.REVEALS, rules.ACTS):
        return 1.0
    return float(state.distance(seat)) / float(state.seats)


def _worth_of_cards(cards: i64, free: bool) -> float:
    worth = 0.0
    left = one_of_each(cards)
    while left != 0:
        kind = first_kind(left)
        worth += _worth_of_card(kind, free) * float(copies(cards, kind))
        left &= left - 1
    return worth


def _worth_of_card(card: i64, free: bool) -> float:
    """The points that an event is worth as long as it is kept."""
    if board.RANK_OF[card] == 0:
        return A_CARD
    return A_RANK[1 if free else 0] * float(board.RANK_OF[card])


def _worth_of_hands(state: Wichtel, hopes: Hopes) -> vec[float]:
    """What each hand is worth, with what is about to happen to it."""
    phase = state.phase
    free = 1 if state.free else 0
    first: i64 = free * HANDS
    worth = vec[float]([0.0] * state.seats)
    for seat in range(state.seats):
        if phase != rules.DRAWS or seat != state.active:
            row = first + number_of(state.hands[seat])
            worth[seat] = hopes.hope[row] + IN_SIGHT[free] * _best_gain(state, hopes, row)
    if phase == rules.DRAWS:
        worth[state.active] = _after_draw(state, hopes, first)
    elif state.offer != NONE:
        _swap(state, hopes, first, worth)
    elif phase == rules.REPLACES:
        _take(state, hopes, first, worth, state.asked, 1.0)
    elif phase in (rules.BRIBES_NOW, rules.TURNS_UP, rules.MAY_NIX, rules.ROLLS, rules.MAY_LOOK):
        _recruit(state, hopes, first, worth)
    elif phase in (rules.AT_START, rules.REVEALS, rules.ACTS):
        row = first + number_of(state.hands[state.active])
        worth[state.active] += (IN_REACH[free] - IN_SIGHT[free]) * _best_gain(state, hopes, row)
    return worth


def _best_gain(state: Wichtel, hopes: Hopes, row: i64) -> float:
    """What the best gnome of the village would add to a hand; before the march, of those who will stay."""
    best = 0.0
    last = state.seats - 1
    leaves: i64 = NONE
    if state.phase == rules.AT_START and not state.halt:
        towards = state.square.drawing if state.back else state.square.discarding()
        leaves = 0 if towards == LEFT else last
    for place in range(state.seats):
        kind = state.square.village[place]
        if kind != NONE and place != leaves:
            best = max(best, hopes.taken[row * KINDS + kind] - hopes.hope[row])
    return best


def _after_draw(state: Wichtel, hopes: Hopes, first: i64) -> float:
    hand = state.hands[state.active]
    slot = state.square.top(state.square.drawing)
    if slot != UNSEEN:
        return hopes.hope[first + number_of(hand + unit(slot % KINDS))]
    total = 0.0
    left = one_of_each(state.pool)
    while left != 0:
        kind = first_kind(left)
        total += float(copies(state.pool, kind)) * hopes.hope[first + number_of(hand + unit(kind))]
        left &= left - 1
    return total / float(size(state.pool))


def _swap(state: Wichtel, hopes: Hopes, first: i64, worth: vec[float]) -> None:
    """The partner parts with whom it misses least."""
    partner = state.hands[state.partner]
    returned = state.returned
    if returned == NONE:
        returned = hopes.missed[first + number_of(partner)]
    change = unit(state.offer) - unit(returned)
    worth[state.partner] = hopes.hope[first + number_of(partner + change)]
    worth[state.active] = hopes.hope[first + number_of(state.hands[state.active] - change)]


def _take(state: Wichtel, hopes: Hopes, first: i64, worth: vec[float], taker: i64, likely: float) -> None:
    """A seat gets the gnome under the die, as likely as that is."""
    row = first + number_of(state.hands[taker])
    after = hopes.taken[row * KINDS + state.square.village[state.place]]
    worth[taker] += likely * (after - hopes.hope[row])


def _recruit(state: Wichtel, hopes: Hopes, first: i64, worth: vec[float]) -> None:
    """The die decides against the strongest bribe that lies there; He's the Best! may go to anybody."""
    briber = state.briber
    bribe = state.bribe
    if briber == NONE and state.phase != rules.ROLLS and state.phase != rules.MAY_LOOK:
        briber = state.counting()
        if briber != NONE:
            bribe = state.laid[briber]
    need: i64 = board.FREE_ROLL_NEED
    if briber != NONE:
        need = board.NEED_OF[bribe]
        if need == 0:
            need = board.FACES + 1
    likely = float(board.FACES + 1 - need) / float(board.FACES)
    if state.phase == rules.MAY_LOOK:
        likely = 0.0
    elif state.phase == rules.BRIBES_NOW:
        likely *= UNDISTURBED
    _take(state, hopes, first, worth, state.active, likely)
    if briber != NONE and bribe != board.HE:
        _take(state, hopes, first, worth, briber, 1.0 - likely)


# Priorities


def priority(state: Wichtel, action: int) -> float:
    """How promising an action looks at a glance: the points that it seems to bring to whoever decides."""
    points = _points_at_a_glance(state, i64(action))
    # What loses much is out of the question like what loses more; so the difference between good actions shows.
    return points if points > 0.0 else MUCH * (math.exp(points / MUCH) - 1.0)


def _points_at_a_glance(state: Wichtel, chosen: i64) -> float:
    hopes = _hopes(state)
    phase = state.phase
    seat = state.asked
    row = number_of(state.hands[seat])
    if state.free:
        row += HANDS
    if phase == rules.ACTS:
        return _promise_of_act(state, hopes, row, chosen)
    if phase == rules.REPLACES:
        after = state.hands[seat] + unit(state.square.village[state.place]) - unit(chosen - board.PUT)
        return hopes.of(after, state.free)
    if phase == rules.REPLIES:
        return hopes.called[row * KINDS + chosen - board.RETURN]
    if phase == rules.BRIBES_NOW:
        return _promise_of_bribe(state, hopes, row, chosen)
    if phase == rules.MAY_CLAIM:
        return _promise_of_judging(state, hopes) if chosen == board.JUDGE else 0.0
    if phase == rules.AT_END:
        return _promise_of_end(state, hopes, row, chosen)
    return _promise_of_card(state, hopes, row, chosen)


def _promise_of_act(state: Wichtel, hopes: Hopes, row: i64, chosen: i64) -> float:
    here = hopes.hope[row]
    if chosen >= board.RECRUIT:
        kind = state.square.village[chosen - board.RECRUIT]
        return UNDISTURBED * (hopes.taken[row * KINDS + kind] - here)
    hand = state.hands[state.active]
    if chosen < board.SWAP:
        kind = chosen - board.CALL
        slot = state.square.top(state.square.drawing)
        if slot != UNSEEN and board.knows(state.active, slot):
            return hopes.of(hand - unit(kind) + unit(slot % KINDS), state.free) - here
        return hopes.called[row * KINDS + kind] - here
    kind = (chosen - board.SWAP) % KINDS
    partner = state.hands[(chosen - board.SWAP) // KINDS]
    other = number_of(partner)
    if state.free:
        other += HANDS
    change = unit(kind) - unit(hopes.missed[other])
    mine = hopes.of(hand - change, state.free) - here
    theirs = hopes.of(partner + change, state.free) - hopes.hope[other]
    return mine - theirs / float(state.seats - 1)


def _promise_of_bribe(state: Wichtel, hopes: Hopes, row: i64, chosen: i64) -> float:
    if chosen == board.PASS:
        return 0.0
    card = chosen - board.BRIBE
    at = state.square.village[state.place]
    active = number_of(state.hands[state.active])
    if state.free:
        active += HANDS
    theirs = max(0.0, hopes.taken[active * KINDS + at] - hopes.hope[active])
    mine = hopes.taken[row * KINDS + at] - hopes.hope[row]
    best = state.counting()
    if best != NONE and board.RANK_OF[state.laid[best]] > board.RANK_OF[card]:
        return -_worth_of_card(card, state.free)
    denied = theirs / float(state.seats - 1)
    if card == board.HE:
        return 0.8 * denied - _worth_of_card(card, state.free)
    miss = 1.0
    if board.NEED_OF[card] > 0:
        miss = float(board.NEED_OF[card] - 1) / float(board.FACES)
    return miss * (mine + denied) - _worth_of_card(card, state.free)


def _promise_of_judging(state: Wichtel, hopes: Hopes) -> float:
    """How much further ahead of the best rival a seat would be now than it may hope to be later."""
    seat = state.asked
    mine = number_of(state.hands[seat])
    now = -math.inf
    later = -math.inf
    for other in range(state.seats):
        if other != seat:
            number = number_of(state.hands[other])
            total = float(state.totals[other])
            now = max(now, total + hopes.now[number])
            later = max(later, total + hopes.hope[HANDS + number])
    return hopes.now[mine] - now - (hopes.hope[HANDS + mine] - later)


def _promise_of_end(state: Wichtel, hopes: Hopes, row: i64, chosen: i64) -> float:
    if chosen == board.DONE:
        return 0.0
    if chosen == board.FREE:
        best = -math.inf
        for other in range(state.seats):
            if other != state.active:
                best = max(best, hopes.hope[number_of(state.hands[other])])
        return hopes.hope[row] - best
    return -0.5


def _promise_of_card(state: Wichtel, hopes: Hopes, row: i64, chosen: i64) -> float:
    """What an event played now, or kept, is worth."""
    phase = state.phase
    if chosen == board.PASS or chosen == board.MARCH:
        return 0.0
    if phase == rules.GIVES:
        taker = number_of(state.hands[chosen - board.GIVE])
        if state.free:
            taker += HANDS
        return hopes.hope[taker] - hopes.taken[taker * KINDS + state.square.village[state.place]]
    if phase == rules.MAY_LOOK or phase == rules.MAY_NIX:
        gain = hopes.taken[row * KINDS + state.square.village[state.place]] - hopes.hope[row]
        if phase == rules.MAY_NIX and state.counting() != chosen - board.NIX:
            return -1.0
        return 0.5 * gain - 1.0
    return -0.5


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
    if action < board.CALL:
        return _merit_of_movement(state, action)
    if action < board.RECRUIT:
        kind = (action - board.CALL) % KINDS
        if action < board.SWAP:
            return _merit_of_call(state, kind)
        return f"you give seat {(action - board.SWAP) // KINDS} {_valued(kind)}, and it chooses what you get"
    if action < board.RETURN:
        return _merit_of_gnome(state, state.square.village[action - board.RECRUIT])
    if action < board.PASS:
        return _merit_of_return(state, action - board.RETURN)
    if action < board.PUT:
        return _merit_of_event(state, action)
    if action < board.CONTINUE:
        four = state.hands[state.asked] + unit(state.square.village[state.place]) - unit(action - board.PUT)
        return f"your four then count {board.result_of(four, state.widow_dismissed)}"
    return _merit_of_the_end(state, action)


def _merit_of_the_end(state: Wichtel, action: int) -> str:
    """What the end of a turn, or of the round, is to the seat."""
    count = board.result_of(state.hands[state.asked], state.widow_dismissed)
    if action == board.JUDGE:
        return f"it ends the round while your four count {count}"
    if action == board.CONTINUE:
        return f"you let the round go on, and your four count {count} now"
    after = state.clone()
    after.apply(action)
    if after.phase == rules.LAYS_DOWN:
        # W9.8 The last turn of a round.
        return f"the round is over, and your four count {count}"
    if action == board.FREE:
        return f"from now on whoever gets a gnome may end the round; your four count {count}"
    return f"your turn is over, and your four count {count}"


def _valued(kind: int) -> str:
    return f"{board.GNOME_NAMES['en'][kind]} (worth {board.VALUE_OF[kind]})"


def _merit_of_movement(state: Wichtel, action: int) -> str:
    if action == board.MARCH:
        after = state.clone()
        after.apply(action)
        return f"the village {'stands still' if after.phase == rules.ACTS else 'marches'}, and then you act"
    if action < board.BACK:
        gone = board.GNOME_NAMES["en"][state.square.village[action - board.HERE]]
        return f"{gone} leaves the village, and the top of the pile comes instead"
    if action == board.HALT or state.halt:
        return "the next march is left out"
    return "the next march is to go backwards"


def _merit_of_call(state: Wichtel, given: int) -> str:
    """What is on top of the pile, if the seat knows it."""
    after = state.clone()
    after.apply(board.CALL + given)
    slot = after.square.top(after.source())
    if not board.knows(state.observer(state.active), slot):
        return f"you give up {_valued(given)} for the top of the pile, which you do not know"
    drawn = slot % KINDS
    four = state.hands[state.active] + unit(drawn) - unit(given)
    name = board.GNOME_NAMES["en"][drawn]
    return f"{name} is on top of the pile, and with it your four count {board.result_of(four, state.widow_dismissed)}"


def _merit_of_gnome(state: Wichtel, kind: int) -> str:
    return f"with {board.GNOME_NAMES['en'][kind]} your four could count {_best_with(state, kind)}"


def _best_with(state: Wichtel, kind: int) -> int:
    """W7.12 One of the four former gnomes goes for a new one."""
    hand = state.hands[state.asked]
    counts = [int(board.result_of(hand + unit(kind) - unit(put), state.widow_dismissed)) for put in listed_kinds(hand)]
    return max(counts)


def _merit_of_return(state: Wichtel, given: int) -> str:
    if not state.offer_known(state.asked):
        return f"you give {_valued(given)} for a gnome that you have not seen"
    four = state.hands[state.asked] + unit(state.offer) - unit(given)
    offer = board.GNOME_NAMES["en"][state.offer]
    return f"with {offer} for {_valued(given)} your four count {board.result_of(four, state.widow_dismissed)}"


def _merit_of_event(state: Wichtel, action: int) -> str:
    if action == board.PASS:
        return PASSES[state.phase]
    if action == board.LOOK:
        return f"you roll once more and need {state.need()}"
    if action < board.NIX:
        return _merit_of_bribe(state, action - board.BRIBE)
    if action < board.LOOK:
        seat = action - board.NIX
        return f"it cancels {board.EVENT_NAMES['en'][state.laid[seat]]} of seat {seat}"
    gnome = board.GNOME_NAMES["en"][state.square.village[state.place]]
    return f"seat {action - board.GIVE} must take {gnome}"


PASSES: Final = {
    rules.BRIBES_NOW: "you keep your cards",
    rules.MAY_NIX: "the bribes stand as they are",
    rules.MAY_LOOK: "the roll stands",
}


def _merit_of_bribe(state: Wichtel, card: int) -> str:
    kind = state.square.village[state.place]
    if card == board.HE:
        return f"if it counts you say who must take {board.GNOME_NAMES['en'][kind]}"
    return f"if it wins, {_merit_of_gnome(state, kind)}"
