"""What a bot needs to know quickly, and why a wish is illegal."""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from fourleaf.engine.bits import bit, count, has, lowest
from fourleaf.engine.errors import listed
from fourleaf.engine.game import Horizon, Refusal
from fourleaf.engine.state import CHANCE
from fourleaf.games.korrigans.board import (
    BOX,
    CAULDRON,
    CLOUD,
    COLOUR_NAMES,
    COLOURS,
    COMPANION_BITS,
    COMPANIONS,
    DECLINE,
    END,
    FIELD_COLOURS,
    FIELD_NAMES,
    FIELDS,
    GOBLIN,
    GOLD_OF,
    GOLD_OF_CAULDRON,
    GOLD_OF_ELF,
    GOLD_OF_GOBLIN,
    GOLD_OF_MENHIR,
    KIND_NAMES,
    LINK_A,
    LINK_B,
    LINK_RIDER,
    LINKS,
    MENHIR,
    MOVE,
    NONE,
    PAIR,
    PASS,
    PAWN,
    PLACE,
    REACH,
    SACRIFICE,
    SCREEN,
    SHOW,
    SIDES,
    START_OF,
    STOP,
    SUN,
    TAKE,
    TROLL,
    UNIT,
    WALKERS,
    WITH_MENHIR,
    holds,
    how_many,
    kinds_in,
    members,
    size_of,
    worth,
)
from fourleaf.games.korrigans.moves import KORRIGAN_NAMES, PHASES
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
    ON_LEPRECHAUN,
    ON_SUN,
    ON_TROLL,
    PLACING,
    Korrigans,
)

HORIZON: Final = Horizon(turns=2, whims=0.0)
"""What a ride is worth shows when the others have had their turns; a half-told turn would mislead the standing."""
SIDE_BY_SIDE: Final = True
"""The clovers that are found matter more than what is done with them."""
ONE_WINNER: Final = False
"""The gold places every seat."""
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
        reach = _reach(field, kind, troll)
        while reach != 0:
            for way in found[lowest(reach)]:
                ways = _with_way(ways, way + UNIT[kind])
            reach &= reach - 1
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


def _reach(field: i64, kind: i64, troll: i64) -> i64:
    """K4.7 Where a companion leads from a field when the Troll stands on a link."""
    reach = REACH[kind * FIELDS + field]
    if troll != NONE and LINK_RIDER[troll] == kind:
        if LINK_A[troll] == field:
            reach &= ~bit(LINK_B[troll])
        elif LINK_B[troll] == field:
            reach &= ~bit(LINK_A[troll])
    return reach


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
    return companions + UNIT[state.backup[seat]] if state.has_backup(seat) else companions


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
        left = companions - UNIT[kind]
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
    return _prospect(state, companions + UNIT[kind]) - _prospect(state, companions)


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
    after = before + UNIT[side]
    gain = -UNTAKEN[_suns(state)]
    if kind < COMPANIONS:
        after -= UNIT[kind]
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


# Why not

NOW: Final = {
    PLACING: ("now a Korrigan must be placed", "K2.1"),
    GATHERING: ("first take one of the clovers that you see", "K6.1"),
    ON_LEPRECHAUN: ("the Leprechaun takes away a screen first", "K7.1"),
    ON_TROLL: ("first the Troll must be put on a link", "K7.3"),
    ON_SUN: ("first the pawn must be put on a sun", "K3.2"),
    ON_CLOUD: ("first the pawn must be put on a cloud", "K3.3"),
    MOVING: ("now a Korrigan must be moved", "K4.1"),
    ON_FAIRY: ("now the Fairy lets you move once more, or you decline", "K7.4"),
    ON_GOBLIN: ("first the Goblin must go to another Korrigan", "K8.2"),
    LATE: ("your turn is over, but for a late sacrifice", "K5.6"),
    ON_CAULDRON: ("the seventh colour is out: now the Cauldron comes down", "K3.4"),
    FINAL: ("in your final turn you move or stop", "K10.3"),
}
"""What is to be done instead when a wish belongs to another moment."""
BY_CHANCE: Final = {
    "deal": ("the clovers of the field are looked at first", "K6.1"),
    "look": ("the clovers of the field are looked at first", "K6.1"),
    "flip": ("the menhir is turned over first", "K6.3"),
    "unscreen": ("the screen falls first", "K7.1"),
    "draw": ("a pawn is drawn first", "K3.1"),
    "show": ("the seat shows its companions first", "K10.2"),
    "count": ("the game is over; now the stashes are counted", "K11.1"),
}
NEEDS: Final = [token["needs"] for token in BOX["token"][:COMPANIONS]]


def why(state: Korrigans, action: int) -> Refusal:
    """Why an action is not legal now, from what the actor may know."""
    if state.phase == FINISHED:
        return Refusal("the game is over", "K11.3")
    if state.actor() == CHANCE:
        return Refusal(*BY_CHANCE[PHASES[state.phase]])
    if MOVE <= action < SACRIFICE and state.phase in (MOVING, ON_FAIRY, FINAL):
        return _why_not_move(state, action - MOVE)
    if SACRIFICE <= action < PASS:
        return _why_not_sacrifice(state, action - SACRIFICE)
    if PASS <= action < GOBLIN:
        return _why_not_do_nothing(state, action)
    if GOBLIN <= action < SHOW:
        return _why_not_choose(state, action)
    return _why_not_lay(state, action)


def _why_not_move(state: Korrigans, movement: int) -> Refusal:
    number, kind, field = movement // (FIELDS * COMPANIONS), movement // FIELDS % COMPANIONS, movement % FIELDS
    start = state.where[PAIR * state.turn + number]
    if start == NONE:
        return Refusal(f"your Korrigan {number} is not on the map yet", "K2.6")
    if not has(state.companions_of(state.turn), kind):
        if state.phase == FINAL:
            return Refusal(f"you have no {KIND_NAMES[kind]} left", "K10.3")
        return Refusal(f"you own no {KIND_NAMES[kind]}", "K4.1")
    here, there = FIELD_NAMES[start], FIELD_NAMES[field]
    if start == field:
        return Refusal(f"your Korrigan {number} is on {here} already and must go to another field", "K4.1")
    if has(REACH[kind * FIELDS + start], field):
        clause = "K10.5" if state.phase == FINAL else "K4.7"
        return Refusal(f"the Troll closes the way between {here} and {there}", clause)
    if kind < WALKERS:
        return Refusal(f"no {NEEDS[kind]} leads from {here} to {there}", "K4.5")
    if FIELD_COLOURS[start] == "stone" or FIELD_COLOURS[field] == "stone":
        return Refusal(f"the {KIND_NAMES[kind]} neither comes to the village nor leaves it", "K4.6")
    return Refusal(f"{here} and {there} have no {NEEDS[kind]} in common for the {KIND_NAMES[kind]}", "K4.5")


def _why_not_sacrifice(state: Korrigans, sacrifice: int) -> Refusal:
    kind = sacrifice // SIDES
    if state.cauldron != NONE or state.phase == ON_CAULDRON:
        return Refusal("once the seventh colour is drawn nothing is sacrificed any more", "K5.5")
    if state.phase not in (MOVING, ON_FAIRY, LATE):
        return Refusal("a token is sacrificed just before a movement of your own turn", "K5.2")
    if state.backup[state.turn] != NONE:
        return Refusal("you have taken your Backup already, and there is one for each seat", "K5.2")
    if how_many(state.stash[state.turn], kind) == 0:
        return Refusal(f"there is no {KIND_NAMES[kind]} in your stash to be sacrificed", "K5.4")
    return Refusal(f"after that you could not move: a {KIND_NAMES[sacrifice % SIDES]} has nowhere to go", "K5.3")


def _why_not_do_nothing(state: Korrigans, action: int) -> Refusal:
    if action == PASS and state.phase == MOVING:
        return Refusal("you can move or sacrifice, and so you may not pass", "K4.3")
    if action == PASS:
        reason, clause = NOW[state.phase]
        return Refusal(f"you may not pass: {reason}", clause)
    if action == DECLINE and state.phase != LATE:
        return Refusal("only the movement of a Fairy can be declined", "K7.6")
    if action == END and state.phase in (MOVING, ON_FAIRY):
        return Refusal("a turn ends by itself after the movement", "K4.1")
    return Refusal(*NOW[state.phase])


def _why_not_choose(state: Korrigans, action: int) -> Refusal:
    if action < TAKE and state.phase == ON_GOBLIN:
        if (action - GOBLIN) // PAIR == state.turn:
            return Refusal("your own Korrigans never exchange tokens", "K8.5")
        return Refusal(f"Korrigan {KORRIGAN_NAMES[action - GOBLIN]} is not on this field", "K8.2")
    if TAKE <= action < MENHIR and state.phase == GATHERING:
        return Refusal(f"there is no {KIND_NAMES[action - TAKE]} among the clovers that you see", "K6.1")
    if SCREEN <= action < TROLL and state.phase == ON_LEPRECHAUN:
        return _why_not_screen(state, action - SCREEN)
    if TROLL <= action < CAULDRON and state.phase == ON_TROLL:
        return Refusal("the Troll is there already and must go to another link", "K7.3")
    if action >= CAULDRON and state.phase == ON_CAULDRON:
        name = FIELD_NAMES[action - CAULDRON]
        if has(state.candidates(), action - CAULDRON):
            return Refusal(f"you have a Korrigan on {name}, and another field is possible", "K9.2")
        return Refusal(f"{name} has no part in a cell with a free row and a free column", "K9.1")
    return Refusal(*NOW[state.phase])


def _why_not_screen(state: Korrigans, other: int) -> Refusal:
    if other == state.turn:
        return Refusal("the Leprechaun takes the screen of another seat, not your own", "K7.1")
    if other >= state.seats:
        return Refusal(f"there is no seat {other}", "K7.1")
    return Refusal(f"seat {other} has no screen any more", "K7.1")


def _why_not_lay(state: Korrigans, action: int) -> Refusal:
    if action < PAWN and state.phase == PLACING:
        own = listed(FIELD_NAMES[field] for field in members(START_OF[state.turn]))
        return Refusal(f"your two Korrigans begin on {own}, one on each", "K2.2")
    if SUN <= action < CLOUD and state.phase == ON_SUN:
        return Refusal(f"a {COLOUR_NAMES[state.suns[action - SUN]]} pawn is on that sun already", "K3.2")
    if CLOUD <= action < MOVE and state.phase == ON_CLOUD:
        return Refusal(f"a {COLOUR_NAMES[state.clouds[action - CLOUD]]} pawn is on that cloud already", "K3.3")
    if SUN <= action < CLOUD and state.phase == ON_CLOUD:
        return Refusal(f"{COLOUR_NAMES[state.pawn]} was drawn before, so the pawn goes on a cloud", "K3.3")
    if CLOUD <= action < MOVE and state.phase == ON_SUN:
        return Refusal(f"{COLOUR_NAMES[state.pawn]} is a new colour, so the pawn goes on a sun", "K3.2")
    return Refusal(*NOW[state.phase])


# What speaks for a move


def merit(state: Korrigans, action: int) -> str:
    """What speaks for a legal action, in words that the actor may hear."""
    if MOVE <= action < SACRIFICE:
        movement = action - MOVE
        field, number = movement % FIELDS, movement // (FIELDS * COMPANIONS)
        return _merit_of_dash(state, action) if state.phase == FINAL else _merit_of_ride(state, number, field)
    if SACRIFICE <= action < PASS:
        token, side = divmod(action - SACRIFICE, SIDES)
        return f"for {_named(token)} you get a {KIND_NAMES[side]}, {_merit_of_companion(state, side)}"
    if TAKE <= action < MENHIR:
        return _merit_of_token(state, action - TAKE)
    if PASS <= action < GOBLIN:
        return _merit_of_nothing(state, action)
    if GOBLIN <= action < TAKE:
        return f"your Goblin, which costs {-GOLD_OF_GOBLIN} gold, goes to seat {(action - GOBLIN) // PAIR}"
    if SCREEN <= action < TROLL:
        return f"everybody then sees the stash of seat {action - SCREEN}"
    if TROLL <= action < CAULDRON:
        link = action - TROLL
        return f"it closes the way between {FIELD_NAMES[LINK_A[link]]} and {FIELD_NAMES[LINK_B[link]]}"
    if action < PAWN:
        return f"{FIELD_NAMES[action - PLACE]} has {_clovers(state, action - PLACE)}"
    return _merit_of_cauldron(state, action - CAULDRON) if action >= CAULDRON else _merit_of_pawn(state, action)


def _named(kind: int) -> str:
    return f"{GOLD_OF[kind]} gold" if kind >= COMPANIONS else f"a {KIND_NAMES[kind]}"


def _clovers(state: Korrigans, field: int) -> str:
    clovers = int(state.counts[field])
    return f"{clovers or 'no'} clover{'' if clovers == 1 else 's'}"


def _merit_of_token(state: Korrigans, kind: int) -> str:
    if kind >= COMPANIONS:
        return f"it is {GOLD_OF[kind]} gold"
    name = KIND_NAMES[kind]
    if has(state.companions_of(state.turn), kind):
        return f"another {name} is one more ride in your last turn"
    return f"you have no {name} yet, {_merit_of_companion(state, kind)}"


def _merit_of_companion(state: Korrigans, kind: int) -> str:
    """Where a companion leads from where the Korrigans of the seat are."""
    fields = state.destinations(PAIR * state.turn, kind) | state.destinations(PAIR * state.turn + 1, kind)
    return f"which leads to {int(count(fields)) or 'no'} field{'' if count(fields) == 1 else 's'} from where you are"


def _merit_of_ride(state: Korrigans, number: int, field: int) -> str:
    korrigan = PAIR * state.turn + number
    strangers = state.strangers(state.turn, field)
    met = ""
    if strangers & state.elves != 0 and not has(state.elves, korrigan):
        met += ", and you take an Elf there"
    if strangers != 0 and has(state.goblins, korrigan):
        met += ", and you leave your Goblin there"
    return f"{FIELD_NAMES[field]} has {_clovers(state, field)}{met}"


def _merit_of_dash(state: Korrigans, action: int) -> str:
    after = state.clone()
    after.apply(action)
    seat = state.turn
    bonus = int(_bonus_now(after, seat))
    if bonus > _bonus_now(state, seat):
        return f"the Cauldron then brings you {bonus} gold"
    one, other = after.where[PAIR * seat], after.where[PAIR * seat + 1]
    ways = _ways_to(state.cauldron, state.troll)
    arrivals = int(_arrivals(ways, one, other, _companions(after, seat)))
    if arrivals > 0:
        return f"from there you can still win {GOLD_OF_CAULDRON[arrivals]} gold at the Cauldron"
    return "it uses up the animal, and you are not at the Cauldron then"


def _merit_of_nothing(state: Korrigans, action: int) -> str:
    if action == PASS:
        return "you can neither ride nor sacrifice"
    if action == DECLINE:
        return "your Korrigans stay where they are"
    if action == END:
        return "your turn ends, and you keep what is in your stash"
    left = int(size_of(_companions(state, state.turn)))
    companions = f"{left or 'no'} companion{'' if left == 1 else 's'}"
    return f"the Cauldron brings you {_bonus_now(state, state.turn)} gold, and {companions} left may break a tie"


def _merit_of_pawn(state: Korrigans, action: int) -> str:
    after = state.clone()
    after.apply(action)
    fields = int(count(after.candidates()))
    return f"the Cauldron can then come down on {fields} field{'' if fields == 1 else 's'}"


def _merit_of_cauldron(state: Korrigans, field: int) -> str:
    seat = state.turn
    ways = _ways_to(field, state.troll)
    one, other = state.where[PAIR * seat], state.where[PAIR * seat + 1]
    arrivals = int(_arrivals(ways, one, other, _companions(state, seat)))
    if arrivals == 0:
        return f"in {LONGEST_DASH} rides your companions do not lead to {FIELD_NAMES[field]}"
    return f"with your companions you can win {GOLD_OF_CAULDRON[arrivals]} gold on {FIELD_NAMES[field]}"
