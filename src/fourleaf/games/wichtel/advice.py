"""What a bot needs to know quickly."""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.counts import first_kind, how_many, one_of_each, size_of, unit
from fourleaf.engine.plan import Effort, SearchPlan
from fourleaf.games.wichtel import board, rules
from fourleaf.games.wichtel.board import HANDS, KINDS, LEFT, NONE, UNSEEN
from fourleaf.games.wichtel.rules import Wichtel

SEARCH: Final = SearchPlan(
    # A tree; in pairs it played no better. No horizon: playing on by the priorities adds more noise than it tells,
    # though they play about as well as the standing does.
    levels={
        "easy": Effort(40, 1.5),
        "medium": Effort(80, 0.7),
        "hard": Effort(200, 0.3),
        "master": Effort(400, 0.0),
    },
)
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
SPREAD: Final = 19215
"""No two hands of any deck leave the same rest by this number; so a hand is found without searching."""


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
            if how_many(hand, kind) < how_many(board.ALL_GNOMES, kind):
                self.taken[row * KINDS + kind] = _best_put(self.hope, first, hand, kind)
            if how_many(hand, kind) > 0:
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
        if how_many(deck, kind) > 0:
            total += float(how_many(deck, kind)) * hopes[first + number_of(kept + unit(kind))]
    return total / float(size_of(deck))


def _improved(hopes: vec[float]) -> vec[float]:
    """The mean worth of each hand after a blind gnome, which may replace one of the four or be let go."""
    better = vec[float]([0.0] * HANDS)
    for number in range(HANDS):
        hand = i64(board.EVERY_HAND[number])
        deck = board.ALL_GNOMES - hand
        total = 0.0
        for kind in range(KINDS):
            if how_many(deck, kind) > 0:
                total += float(how_many(deck, kind)) * max(hopes[number], _best_put(hopes, 0, hand, kind))
        better[number] = total / float(size_of(deck))
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
        worth += _worth_of_card(kind, free) * float(how_many(cards, kind))
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
        total += float(how_many(state.pool, kind)) * hopes.hope[first + number_of(hand + unit(kind))]
        left &= left - 1
    return total / float(size_of(state.pool))


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
