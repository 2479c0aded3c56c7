"""Why a wish is illegal, with its clause, and what speaks for a move."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.bits import count, has, members
from fourleaf.engine.counts import how_many, size_of
from fourleaf.engine.errors import listed
from fourleaf.engine.game import Refusal
from fourleaf.engine.sentences import seat_name
from fourleaf.engine.state import CHANCE
from fourleaf.games.korrigans.advice import LONGEST_DASH, _arrivals, _bonus_now, _companions, _ways_to
from fourleaf.games.korrigans.board import (
    BOX,
    CAULDRON,
    CLOUD,
    COLOUR_NAMES,
    COMPANIONS,
    DECLINE,
    END,
    FIELD_COLOURS,
    FIELD_NAMES,
    FIELDS,
    GOBLIN,
    GOLD_OF_CAULDRON,
    GOLD_OF_GOBLIN,
    KIND_NAMES,
    LINK_A,
    LINK_B,
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
    SUN,
    TAKE,
    TOKEN_WORDS,
    TROLL,
    WALKERS,
)
from fourleaf.games.korrigans.moves import a_token
from fourleaf.games.korrigans.notation import PHASES
from fourleaf.games.korrigans.rules import (
    FINAL,
    FINISHED,
    GATHERING,
    LATE,
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
        return Refusal("that Korrigan is not on the map yet", "K2.6")
    if not has(state.companions_of(state.turn), kind):
        if state.phase == FINAL:
            return Refusal(f"you have no {KIND_NAMES[kind]} left", "K10.3")
        return Refusal(f"you own no {KIND_NAMES[kind]}", "K4.1")
    here, there = FIELD_NAMES[start], FIELD_NAMES[field]
    if start == field:
        return Refusal(f"your Korrigan is on {here} already and must go to another field", "K4.1")
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
        return Refusal(f"there is no {TOKEN_WORDS[kind]} in your stash to be sacrificed", "K5.4")
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
        other = seat_name((action - GOBLIN) // PAIR)
        return Refusal(f"that Korrigan of {other} is not on this field", "K8.2")
    if TAKE <= action < MENHIR and state.phase == GATHERING:
        return Refusal(f"there is no {TOKEN_WORDS[action - TAKE]} among the clovers that you see", "K6.1")
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
        return Refusal("there is no such seat at this table", "K7.1")
    return Refusal(f"{seat_name(other)} has no screen any more", "K7.1")


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
        return f"for {a_token(token)} you get a {KIND_NAMES[side]}, {_merit_of_companion(state, side)}"
    if TAKE <= action < MENHIR:
        return _merit_of_token(state, action - TAKE)
    if PASS <= action < GOBLIN:
        return _merit_of_nothing(state, action)
    if GOBLIN <= action < TAKE:
        return f"your Goblin, which costs {-GOLD_OF_GOBLIN} gold, goes to {seat_name((action - GOBLIN) // PAIR)}"
    if SCREEN <= action < TROLL:
        return f"everybody then sees the stash of {seat_name(action - SCREEN)}"
    if TROLL <= action < CAULDRON:
        link = action - TROLL
        return f"it closes the way between {FIELD_NAMES[LINK_A[link]]} and {FIELD_NAMES[LINK_B[link]]}"
    if action < PAWN:
        return f"{FIELD_NAMES[action - PLACE]} has {_clovers(state, action - PLACE)}"
    return _merit_of_cauldron(state, action - CAULDRON) if action >= CAULDRON else _merit_of_pawn(state, action)


def _clovers(state: Korrigans, field: int) -> str:
    clovers = int(state.counts[field])
    return f"{clovers or 'no'} clover{'' if clovers == 1 else 's'}"


def _merit_of_token(state: Korrigans, kind: int) -> str:
    if kind >= COMPANIONS:
        return f"it is {TOKEN_WORDS[kind]}"
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
