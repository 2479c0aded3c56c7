"""What a bot needs to know quickly, and why a wish is illegal."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Final

from fourleaf.engine.bits import bit, has
from fourleaf.engine.errors import listed
from fourleaf.engine.game import Refusal
from fourleaf.engine.state import CHANCE
from fourleaf.games.korrigans.board import (
    BOX,
    CAULDRON,
    CLOUD,
    COLOUR_NAMES,
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
    KIND_NAMES,
    LINK_A,
    LINK_B,
    LINK_RIDER,
    MENHIR,
    MOVE,
    NONE,
    PAIR,
    PASS,
    PAWN,
    REACH,
    SACRIFICE,
    SCREEN,
    SHOW,
    SIDES,
    START_OF,
    SUN,
    TAKE,
    TROLL,
    UNIT,
    WALKERS,
    holds,
    how_many,
    members,
    size_of,
    tokens,
    worth,
)
from fourleaf.games.korrigans.moves import KORRIGAN_NAMES, PHASES
from fourleaf.games.korrigans.rules import (
    COUNTING,
    DEALING,
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

HORIZON: Final = 0
"""Blind play would blur what the standing tells."""
LEAD: Final = 4.0
"""The gold that makes a seat e times as likely to win."""
FIRST_OF_ITS_KIND: Final = 2.4
"""What a companion is worth before the dash can be planned: much if it opens new ways, less if it repeats them."""
SECOND_OF_ITS_KIND: Final = 1.3
LEFT_OVER: Final = 0.05
"""What a companion is worth when the dash is over: it breaks ties."""
BY_A_FAIRY: Final = 2.0
BY_A_MENHIR: Final = 1.0
DASH_IN_SIGHT: Final = 4
"""From so many suns on few fields are left for the Cauldron, and a dash can be planned."""
LAST_SUNS: Final = 6
LONGEST_DASH: Final = 4


def standing(state: Korrigans) -> list[float]:
    """Each seat's share of hope: its gold, what its companions promise, and the dash that they allow."""
    if state.phase == FINISHED:
        return [1.0 if rank == 0 else 0.0 for rank in state.ranks()]
    hopes = [math.exp(_gold_ahead(state, seat) / LEAD) for seat in range(state.seats)]
    return [hope / sum(hopes) for hope in hopes]


def _gold_ahead(state: Korrigans, seat: int) -> float:
    """The gold that a seat may hope for."""
    gold = float(worth(state.stash[seat], GOLD_OF) + state.open_gold(seat))
    companions = _companions(state, seat)
    if state.cauldron != NONE:
        if state.phase != COUNTING and seat >= state.turn:
            gold += _dash(state, seat, state.cauldron) - _bonus_now(state, seat)
        return gold + LEFT_OVER * int(size_of(companions))
    promise = sum(_promise(how_many(companions, kind)) for kind in range(COMPANIONS))
    suns = sum(colour != NONE for colour in state.suns)
    if suns >= DASH_IN_SIGHT or state.phase == ON_CAULDRON:
        fields = members(state.candidates())
        dash = sum(_dash(state, seat, field) for field in fields) / len(fields)
        weight = (suns - DASH_IN_SIGHT + 1) / (LAST_SUNS - DASH_IN_SIGHT + 1)
        promise = (1 - weight / 2) * promise + weight * dash
    return gold + promise + (_find(state) if seat == state.turn else 0.0)


def _companions(state: Korrigans, seat: int) -> int:
    companions = (state.stash[seat] + state.display[seat]) & COMPANION_BITS
    return companions + UNIT[state.backup[seat]] if state.has_backup(seat) else companions


def _promise(copies: int) -> float:
    return min(copies, 1) * FIRST_OF_ITS_KIND + max(copies - 1, 0) * SECOND_OF_ITS_KIND


def _find(state: Korrigans) -> float:
    """What the seat that has just arrived on a field, or may ride on, can still expect."""
    if state.phase == ON_FAIRY:
        return BY_A_FAIRY
    if state.phase not in (DEALING, LOOKING):
        return 0.0
    field = state.where[state.mover]
    clovers = state.counts[field]
    menhir = BY_A_MENHIR if clovers == 1 else 0.0
    if state.phase == DEALING:
        return 1.5 + 0.4 * int(clovers) + menhir
    return max(_token(state, kind) for kind in tokens(state.contents[field])) + menhir


def _token(state: Korrigans, kind: int) -> float:
    """What one more token of a kind is worth to the seat whose turn it is."""
    if kind >= COMPANIONS:
        return float(GOLD_OF[kind])
    return SECOND_OF_ITS_KIND if how_many(_companions(state, state.turn), kind) else FIRST_OF_ITS_KIND


def _bonus_now(state: Korrigans, seat: int) -> int:
    there = [state.where[PAIR * seat + number] == state.cauldron for number in range(PAIR)]
    return GOLD_OF_CAULDRON[sum(there)]


def _dash(state: Korrigans, seat: int, cauldron: int) -> float:
    """The most that a seat could win at a Cauldron on this field if it dashed for it now."""
    return _best_dash(
        state.where[PAIR * seat], state.where[PAIR * seat + 1], _companions(state, seat), cauldron, state.troll
    )


@lru_cache(maxsize=1 << 16)
def _best_dash(one: int, other: int, companions: int, cauldron: int, troll: int) -> float:
    ways = _ways(cauldron, troll)
    first = [way for way in ways[one] if holds(companions, way)]
    second = [way for way in ways[other] if holds(companions, way)]
    both = [way + then for way in first for then in second if holds(companions, way + then)]
    ridden = both or first + second
    if not ridden:
        return 0.0
    # What the shortest ride costs is no longer left over.
    return float(GOLD_OF_CAULDRON[2 if both else 1]) - LEFT_OVER * min(int(size_of(way)) for way in ridden)


@cache
def _ways(cauldron: int, troll: int) -> list[list[int]]:
    """For each field the smallest bags of companions that lead from it to the Cauldron, in a few rides."""
    found: list[set[int]] = [{0} if field == cauldron else set() for field in range(FIELDS)]
    for _ in range(LONGEST_DASH):
        further = [set(ways) for ways in found]
        for field in range(FIELDS):
            for kind in range(COMPANIONS):
                for there in members(_reach(field, kind, troll)):
                    further[field] |= {way + UNIT[kind] for way in found[there]}
        found = further
    return [[way for way in ways if not any(holds(way, less) and less != way for less in ways)] for ways in found]


def _reach(field: int, kind: int, troll: int) -> int:
    reach: int = REACH[kind * FIELDS + field]
    if troll != NONE and LINK_RIDER[troll] == kind:
        ends = bit(LINK_A[troll]) | bit(LINK_B[troll])
        if has(ends, field):
            reach &= ~ends
    return reach


def priority(state: Korrigans, action: int) -> float:
    """What a take or a ride brings at once; a sacrifice comes last."""
    if TAKE <= action < MENHIR:
        return _token(state, action - TAKE)
    if MOVE <= action < SACRIFICE:
        return 0.1 * int(state.counts[(action - MOVE) % FIELDS])
    return -1.0 if SACRIFICE <= action < PASS else 0.0


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
    if TAKE <= action < MENHIR:
        return _merit_of_token(state, action - TAKE)
    if MOVE <= action < SACRIFICE:
        return _merit_of_ride(state, (action - MOVE) % FIELDS)
    if SACRIFICE <= action < PASS:
        return "the companion that it brings is worth the sacrifice"
    if action == END:
        return "your companions are worth more in the stash than on another ride"
    return "it suits your Korrigans and companions best"


def _merit_of_token(state: Korrigans, kind: int) -> str:
    if kind >= COMPANIONS:
        return f"it is {GOLD_OF[kind]} gold at once"
    companions = (state.stash[state.turn] + state.display[state.turn]) & COMPANION_BITS
    if how_many(companions, kind):
        return f"another {KIND_NAMES[kind]} makes the last dash longer"
    return f"you have no {KIND_NAMES[kind]} yet, and it opens new ways"


def _merit_of_ride(state: Korrigans, field: int) -> str:
    name = FIELD_NAMES[field]
    if state.cauldron != NONE:
        return f"{name} is the field of the Cauldron" if field == state.cauldron else f"{name} leads to the Cauldron"
    clovers = int(state.counts[field])
    if not clovers:
        return f"{name} is a good place to ride on from"
    return f"{name} still has {clovers} clover{'s' if clovers > 1 else ''} to look at"
