"""What a bot needs to know quickly."""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from fourleaf.engine.bits import bit, count, has, lowest
from fourleaf.engine.counts import holds, how_many, kinds_in, size_of, unit, worth
from fourleaf.engine.plan import Effort, Horizon, SearchPlan
from fourleaf.games.korrigans.board import (
    CAULDRON,
    CLOUD,
    COLOURS,
    COMPANION_BITS,
    COMPANIONS,
    FIELDS,
    GOBLIN,
    GOLD_OF,
    GOLD_OF_CAULDRON,
    GOLD_OF_ELF,
    GOLD_OF_GOBLIN,
    GOLD_OF_MENHIR,
    LINK_A,
    LINK_B,
    LINKS,
    MOVE,
    NONE,
    PAIR,
    PASS,
    PLACE,
    SACRIFICE,
    SIDES,
    STOP,
    SUN,
    TAKE,
    TROLL,
    WITH_MENHIR,
)
from fourleaf.games.korrigans.rules import (
    COUNTING,
    DEALING,
    DRAWING,
    FINAL,
    FINISHED,
    GATHERING,
    LATE,
    LOOKING,
    MOVING,
    ON_CAULDRON,
    ON_CLOUD,
    ON_FAIRY,
    ON_GOBLIN,
    ON_SUN,
    ON_TROLL,
    PLACING,
    Korrigans,
    reach,
)

SEARCH: Final = SearchPlan(
    # The clovers that are found matter more than what is done with them.
    paired=True,
    # What a ride is worth shows when the others have had their turns; a half-told turn would mislead the standing.
    horizon=Horizon(turns=2),
    whim=0.0,
    levels={
        "easy": Effort(40, 0.9),
        "medium": Effort(80, 0.35),
        "hard": Effort(300, 0.15, at={2: 0.02}),
        "master": Effort(400, 0.0),
    },
)
# What follows was found from what came of games that seats had played by these priorities; by the suns that are taken,
# and last when the seventh colour is out.
LEAD: Final[vec[float]] = vec[float]([3.5, 3.5, 3.3, 3.3, 3.2, 2.8, 2.3, 1.0])
"""The gold that makes a seat e times as likely to be ahead of another."""
FIRST_OF_ITS_KIND: Final[vec[float]] = vec[float]([2.6, 2.6, 1.6, 1.1, 0.8, 0.4, 0.05, 0.0])
"""What a companion is worth besides the dash that it allows now, if it opens new ways ..."""
AGAIN: Final[vec[float]] = vec[float]([1.2, 1.0, 0.5, 0.2, 0.1, 0.05, 0.05, 0.0])
"""... and if it repeats them."""
PLANNED: Final[vec[float]] = vec[float]([0.0, 0.0, 0.0, 0.22, 0.33, 0.47, 0.8, 1.0])
"""How much the dash that is possible now tells of the one that will be run."""
UNTAKEN: Final[vec[float]] = vec[float]([1.5, 1.5, 1.5, 1.3, 0.9, 0.4, 0.2, 0.0])
"""What a Backup is worth that can still be taken, when it helps most."""
ELF_KEPT: Final = 0.4
"""What an Elf is worth before the final turns: few keep it until then."""
GOBLIN_KEPT: Final = -0.8
"""And a Goblin."""
LEFT_OVER: Final = 0.05
"""What a companion is worth when the dash is over: it breaks ties."""
A_TURN: Final = 3.4
"""The gold, or its like in companions, that a seat makes of a turn."""
BY_A_MENHIR: Final = 1.0
"""What turning over a menhir is worth."""
LONGEST_DASH: Final = 4
"""In rides of one Korrigan."""
NEVER: Final = 99
"""More rides than there are companions."""

# The dash


@final
class Ways:
    """For every field the smallest bags of companions that lead from it to a Cauldron, in a few rides."""

    def __init__(self, cauldron: i64, troll: i64) -> None:
        self.first = vec[i64]()
        """Where the bags of each field begin, and where those of the last one end."""
        self.bags = vec[i64]()
        found = [vec[i64]([0]) if field == cauldron else vec[i64]() for field in range(FIELDS)]
        for _ in range(LONGEST_DASH):
            found = [_a_ride_further(found, field, troll) for field in range(FIELDS)]
        for field in range(FIELDS):
            self.first = append(self.first, i64(len(self.bags)))
            for way in found[field]:
                self.bags = append(self.bags, way)
        self.first = append(self.first, i64(len(self.bags)))


def _a_ride_further(found: list[vec[i64]], field: i64, troll: i64) -> vec[i64]:
    ways = found[field]
    for kind in range(COMPANIONS):
        fields = reach(field, kind, troll)
        while fields != 0:
            for way in found[lowest(fields)]:
                ways = _with_way(ways, way + unit(kind))
            fields &= fields - 1
    return ways


def _with_way(ways: vec[i64], way: i64) -> vec[i64]:
    """The ways and one more, without those that take all that another one takes."""
    kept = vec[i64]()
    for other in ways:
        if holds(way, other):
            return ways
        if not holds(other, way):
            kept = append(kept, other)
    return append(kept, way)


WAYS: Final[list[Ways | None]] = [None] * (FIELDS * (LINKS + 1))
"""By the field of the Cauldron and the link of the Troll; found when they are first asked for."""


def _ways_to(cauldron: i64, troll: i64) -> Ways:
    place = cauldron * (LINKS + 1) + troll + 1
    ways = WAYS[place]
    if ways is None:
        ways = Ways(cauldron, troll)
        WAYS[place] = ways
    return ways


def _dash(one: i64, other: i64, companions: i64, cauldron: i64, troll: i64) -> float:
    """The gold that two Korrigans could win at a Cauldron if they dashed for it now, less what it would use up."""
    ways = _ways_to(cauldron, troll)
    rides = _rides_of_both(ways, one, other, companions)
    if rides != NEVER:
        return float(GOLD_OF_CAULDRON[2]) - LEFT_OVER * float(rides)
    rides = min(_rides(ways, one, companions), _rides(ways, other, companions))
    return float(GOLD_OF_CAULDRON[1]) - LEFT_OVER * float(rides) if rides != NEVER else 0.0


def _rides(ways: Ways, field: i64, companions: i64) -> i64:
    """The fewest rides that lead from a field to the Cauldron."""
    fewest: i64 = NEVER
    for at in range(ways.first[field], ways.first[field + 1]):
        if holds(companions, ways.bags[at]):
            fewest = min(fewest, size_of(ways.bags[at]))
    return fewest


def _rides_of_both(ways: Ways, one: i64, other: i64, companions: i64) -> i64:
    """The fewest rides that lead from both fields to the Cauldron, when no companion is ridden twice."""
    fewest: i64 = NEVER
    for at in range(ways.first[one], ways.first[one + 1]):
        way = ways.bags[at]
        if holds(companions, way):
            rest = _rides(ways, other, companions - way)
            if rest != NEVER:
                fewest = min(fewest, rest + size_of(way))
    return fewest


# FAST: a search asks for the same dashes again and again, so what was found is kept, with what was asked, in a place
# that the question points to, until another question comes to the same place.
DASHES_KEPT: Final = 16384
NO_QUESTIONS: Final[vec[i64]] = vec[i64]([NONE] * DASHES_KEPT)
KEPT_START: Final = NO_QUESTIONS[:]
KEPT_COMPANIONS: Final = NO_QUESTIONS[:]
KEPT_FIELDS: Final = NO_QUESTIONS[:]
KEPT_DASH: Final[vec[float]] = vec[float]([0.0] * DASHES_KEPT)


def _mean_dash(state: Korrigans, one: i64, other: i64, companions: i64, fields: i64) -> float:
    """What a dash would bring on average over the fields where the Cauldron may come down."""
    start = (one * FIELDS + other) * (LINKS + 1) + state.troll + 1
    place = (start * 31 + companions % 1_000_003 * 7 + fields % 999_983 * 13) % DASHES_KEPT
    if KEPT_START[place] != start or KEPT_COMPANIONS[place] != companions or KEPT_FIELDS[place] != fields:
        KEPT_DASH[place] = _dash_on_average(state.troll, one, other, companions, fields)
        KEPT_START[place] = start
        KEPT_COMPANIONS[place] = companions
        KEPT_FIELDS[place] = fields
    return KEPT_DASH[place]


def _dash_on_average(troll: i64, one: i64, other: i64, companions: i64, fields: i64) -> float:
    total = 0.0
    left = fields
    while left != 0:
        ways = _ways_to(lowest(left), troll)
        total += float(GOLD_OF_CAULDRON[_arrivals(ways, one, other, companions)])
        left &= left - 1
    return total / float(count(fields))


def _arrivals(ways: Ways, one: i64, other: i64, companions: i64) -> i64:
    """How many of two Korrigans could reach the Cauldron."""
    # FAST: the first way that leads there is enough; how short it is matters only when the dash is run.
    arrivals: i64 = 0
    for at in range(ways.first[one], ways.first[one + 1]):
        if holds(companions, ways.bags[at]):
            arrivals = 1
            if _arrives(ways, other, companions - ways.bags[at]):
                return 2
    if arrivals == 0 and _arrives(ways, other, companions):
        return 1
    return arrivals


def _arrives(ways: Ways, field: i64, companions: i64) -> bool:
    for at in range(ways.first[field], ways.first[field + 1]):
        if holds(companions, ways.bags[at]):
            return True
    return False


# Standing


def standing(state: Korrigans) -> list[float]:
    """Each seat's share of hope: its gold, what its companions promise, and the dash that they allow."""
    if state.phase == FINISHED:
        return [1.0 if rank == 0 else 0.0 for rank in state.ranks()]
    suns = _suns(state)
    lead = LEAD[suns]
    fields: i64 = 0
    if state.cauldron == NONE and PLANNED[suns] > 0.0:
        fields = state.candidates()
    hopes = [0.0] * state.seats
    most = -math.inf
    for seat in range(state.seats):
        hope = _gold_ahead(state, seat, fields)
        hopes[seat] = hope
        most = max(most, hope)
    together = 0.0
    for seat in range(state.seats):
        hope = math.exp((hopes[seat] - most) / lead)
        hopes[seat] = hope
        together += hope
    for seat in range(state.seats):
        hopes[seat] = hopes[seat] / together
    return hopes


def _suns(state: Korrigans) -> i64:
    """How many suns are taken; all of them when the seventh colour is out."""
    if state.phase == ON_CAULDRON or state.cauldron != NONE:
        return COLOURS
    return COLOURS - count(state.free_rows())


def _gold_ahead(state: Korrigans, seat: i64, fields: i64) -> float:
    """The gold that a seat may hope for."""
    gold = float(worth(state.stash[seat] & ~COMPANION_BITS, GOLD_OF))
    companions = _companions(state, seat)
    one = state.where[PAIR * seat]
    other = state.where[PAIR * seat + 1]
    if state.cauldron != NONE:
        gold += float(state.open_gold(seat))
        if state.phase != COUNTING and seat >= state.turn:
            gold += _dash(one, other, companions, state.cauldron, state.troll) - float(_bonus_now(state, seat))
        return gold + LEFT_OVER * float(size_of(companions))
    suns = _suns(state)
    hope = float(worth(state.gold[seat], GOLD_OF_MENHIR)) + _burden(state, seat) + _promise(companions, suns)
    if state.backup[seat] == NONE:
        hope += UNTAKEN[suns]
    if fields != 0 and one != NONE and other != NONE:
        hope += PLANNED[suns] * _mean_dash(state, one, other, companions, fields)
    return gold + hope + _turn_ahead(state, seat)


def _companions(state: Korrigans, seat: i64) -> i64:
    companions = (state.stash[seat] + state.display[seat]) & COMPANION_BITS
    return companions + unit(state.backup[seat]) if state.has_backup(seat) else companions


def _burden(state: Korrigans, seat: i64) -> float:
    """What the Elves and Goblins under a seat's Korrigans are worth before the final turns."""
    burden = 0.0
    for korrigan in range(PAIR * seat, PAIR * seat + PAIR):
        if has(state.elves, korrigan):
            burden += ELF_KEPT
        if has(state.goblins, korrigan):
            burden += GOBLIN_KEPT
    return burden


def _promise(companions: i64, suns: i64) -> float:
    promise = 0.0
    for kind in range(COMPANIONS):
        copies = how_many(companions, kind)
        if copies > 0:
            promise += FIRST_OF_ITS_KIND[suns] + AGAIN[suns] * float(copies - 1)
    return promise


def _turn_ahead(state: Korrigans, seat: i64) -> float:
    """What a seat may still make of this round: a turn, or what lies where it has just arrived."""
    phase = state.phase
    if state.round == 0:
        ahead = 0.0
        for number in range(PAIR):
            if state.where[PAIR * seat + number] == NONE:
                ahead += A_TURN
    elif phase in (DRAWING, ON_SUN, ON_CLOUD, ON_CAULDRON):
        return 0.0
    else:
        ahead = A_TURN if seat > state.turn else 0.0
    if seat != state.turn:
        return ahead
    if phase in (MOVING, ON_FAIRY):
        return ahead + A_TURN
    if phase in (DEALING, LOOKING, GATHERING, ON_GOBLIN):
        return ahead + _find(state, seat, state.where[state.mover])
    return ahead


def _find(state: Korrigans, seat: i64, field: i64) -> float:
    """What a seat may find on a field: the best of its clovers, and the menhir if it is the last one."""
    clovers = state.counts[field]
    if clovers == 0:
        return 0.0
    best = 0.0
    bag = state.contents[field]
    if has(state.looked, field) and bag != 0:
        companions = _companions(state, seat)
        kinds = kinds_in(bag)
        while kinds != 0:
            best = max(best, _token(state, companions, lowest(kinds)))
            kinds &= kinds - 1
    else:
        best = BLIND[clovers]
    return best + BY_A_MENHIR if clovers == 1 and has(WITH_MENHIR, field) else best


BLIND: Final[vec[float]] = vec[float]([0.0, 1.9, 2.4, 2.7, 2.9, 3.1, 3.2])
"""What the best of so many clovers is worth that nobody has seen."""


def _token(state: Korrigans, companions: i64, kind: i64) -> float:
    """What one more token of a kind is worth to a seat with these companions."""
    if kind >= COMPANIONS:
        return float(GOLD_OF[kind])
    suns = _suns(state)
    return AGAIN[suns] if how_many(companions, kind) > 0 else FIRST_OF_ITS_KIND[suns]


def _bonus_now(state: Korrigans, seat: i64) -> i64:
    there: i64 = 0
    for number in range(PAIR):
        if state.where[PAIR * seat + number] == state.cauldron:
            there += 1
    return GOLD_OF_CAULDRON[there]


# Priorities


def priority(state: Korrigans, action: int) -> float:
    """The gold, or its like, that an action seems to bring to whoever decides, at a glance."""
    chosen = i64(action)
    phase = state.phase
    if chosen >= MOVE and chosen < SACRIFICE:
        return _promise_of_move(state, chosen - MOVE)
    if phase == GATHERING:
        return _promise_of_token(state, chosen - TAKE)
    if chosen >= SACRIFICE and chosen < PASS:
        return _promise_of_sacrifice(state, (chosen - SACRIFICE) // SIDES, (chosen - SACRIFICE) % SIDES)
    if chosen == STOP:
        return float(_bonus_now(state, state.turn)) + LEFT_OVER * float(size_of(_companions(state, state.turn)))
    if phase == PLACING:
        return _find(state, state.turn, chosen - PLACE)
    if phase in (ON_SUN, ON_CLOUD):
        return _promise_of_pawn(state, chosen)
    if phase == ON_CAULDRON:
        return _lead_of_dash(state, bit(chosen - CAULDRON))
    if phase == ON_GOBLIN:
        return float(state.open_gold((chosen - GOBLIN) // PAIR))
    if phase == ON_TROLL:
        return _promise_of_troll(state, chosen - TROLL)
    return _promise_of_staying(state) if phase == ON_FAIRY else 0.0


def _promise_of_move(state: Korrigans, movement: i64) -> float:
    field = movement % FIELDS
    kind = movement // FIELDS % COMPANIONS
    number = movement // (FIELDS * COMPANIONS)
    seat = state.turn
    korrigan = PAIR * seat + number
    other = state.where[PAIR * seat + 1 - number]
    companions = _companions(state, seat)
    met = _promise_of_meeting(state, korrigan, field)
    if state.phase == FINAL:
        left = companions - unit(kind)
        dash = _dash(field, other, left, state.cauldron, state.troll)
        return dash + LEFT_OVER * float(size_of(left)) + met
    hope = _find(state, seat, field) + met
    suns = _suns(state)
    if PLANNED[suns] > 0.0 and other != NONE:
        hope += PLANNED[suns] * _mean_dash(state, field, other, companions, state.candidates())
    return hope


def _promise_of_staying(state: Korrigans) -> float:
    """What the dash promises to the seat whose turn it is from where its Korrigans are."""
    suns = _suns(state)
    one = state.where[PAIR * state.turn]
    other = state.where[PAIR * state.turn + 1]
    if PLANNED[suns] == 0.0 or one == NONE or other == NONE:
        return 0.0
    return PLANNED[suns] * _mean_dash(state, one, other, _companions(state, state.turn), state.candidates())


def _promise_of_meeting(state: Korrigans, korrigan: i64, field: i64) -> float:
    """K8 Who comes to an Elf takes it along, and a Goblin leaves who comes to others."""
    if state.phase == FINAL and not state.final_transfers:
        return 0.0
    if state.elves == 0 and not has(state.goblins, korrigan):
        return 0.0
    strangers = state.strangers(state.turn, field)
    hope = 0.0
    if strangers != 0 and has(state.goblins, korrigan):
        hope += float(-GOLD_OF_GOBLIN) if state.phase == FINAL else -GOBLIN_KEPT
    if strangers & state.elves != 0 and not has(state.elves, korrigan):
        hope += float(GOLD_OF_ELF) if state.phase == FINAL else ELF_KEPT
    return hope


def _promise_of_token(state: Korrigans, kind: i64) -> float:
    if kind >= COMPANIONS:
        return float(GOLD_OF[kind])
    companions = _companions(state, state.turn)
    return _prospect(state, companions + unit(kind)) - _prospect(state, companions)


def _prospect(state: Korrigans, companions: i64) -> float:
    """What the seat whose turn it is could expect of such companions, where its Korrigans are."""
    suns = _suns(state)
    prospect = _promise(companions, suns)
    one = state.where[PAIR * state.turn]
    other = state.where[PAIR * state.turn + 1]
    if PLANNED[suns] > 0.0 and one != NONE and other != NONE:
        prospect += PLANNED[suns] * _mean_dash(state, one, other, companions, state.candidates())
    return prospect


def _promise_of_sacrifice(state: Korrigans, kind: i64, side: i64) -> float:
    """What the Backup is worth more than what is given for it; the turn is not lost by it."""
    before = _companions(state, state.turn)
    after = before + unit(side)
    gain = -UNTAKEN[_suns(state)]
    if kind < COMPANIONS:
        after -= unit(kind)
    else:
        gain -= float(GOLD_OF[kind])
    gain += _prospect(state, after) - _prospect(state, before)
    return gain if state.phase == LATE else 2.0 * gain + A_TURN + _promise_of_staying(state)


def _promise_of_pawn(state: Korrigans, chosen: i64) -> float:
    """How far ahead a seat's own dash would be on the fields that are left."""
    if PLANNED[_suns(state)] == 0.0:
        return 0.0
    twin = state.clone()
    if chosen < CLOUD:
        twin.suns[chosen - SUN] = state.pawn
    else:
        twin.clouds[chosen - CLOUD] = state.pawn
    return _lead_of_dash(state, twin.candidates())


def _lead_of_dash(state: Korrigans, fields: i64) -> float:
    """How much more the seat whose turn it is would win at these fields than the others do on average."""
    lead = 0.0
    for seat in range(state.seats):
        one = state.where[PAIR * seat]
        other = state.where[PAIR * seat + 1]
        dash = _mean_dash(state, one, other, _companions(state, seat), fields)
        lead += dash if seat == state.turn else -dash / float(state.seats - 1)
    return lead


def _promise_of_troll(state: Korrigans, link: i64) -> float:
    """The Troll is to stand in the way of others."""
    hope = 0.0
    for korrigan in range(PAIR * state.seats):
        field = state.where[korrigan]
        if field == LINK_A[link] or field == LINK_B[link]:
            hope += -1.0 if korrigan // PAIR == state.turn else 0.5
    return hope
