"""What each seat may see of Korrigans, in structures, in one line, and drawn in characters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

import msgspec

from fourleaf.engine.bits import has, members
from fourleaf.engine.counts import holds, how_many, kinds_in, listed_kinds, size_of, unit, worth
from fourleaf.engine.errors import listed
from fourleaf.engine.move import KindOfMove
from fourleaf.engine.options import Options
from fourleaf.engine.sentences import seat_name
from fourleaf.games.korrigans.board import (
    BOX,
    COLOUR_NAMES,
    COLOURS,
    COMPANIONS,
    FIELD_IDS,
    FIELD_NAMES,
    FIELDS,
    GOLD_OF,
    GOLD_OF_CAULDRON,
    GOLD_OF_ELF,
    GOLD_OF_GOBLIN,
    GOLD_OF_MENHIR,
    KIND_NAMES,
    MENHIR_NAMES,
    MENHIRS,
    NONE,
    PAIR,
    WITH_MENHIR,
    gathered_in,
    gathered_kind,
    gathered_on,
    gatherer,
)
from fourleaf.games.korrigans.moves import LINK_NAMES, MOVES, SIDE_NAMES, token_words
from fourleaf.games.korrigans.notation import PHASES, Phase
from fourleaf.games.korrigans.rules import FINAL, FINISHED, FLIPPING, GATHERING, Korrigans, reach

Bearing: TypeAlias = Literal["elf", "goblin"]
BACKUP_NAMES: Final = [*SIDE_NAMES, "spent"]
BOTH: Final = (1 << PAIR) - 1
"""The Korrigans of the first seat, as a set."""


class KorriganView(msgspec.Struct, frozen=True):
    """A Korrigan: its field once it is placed, and what it bears."""

    field: str | None
    bears: Bearing | None


class GoldView(msgspec.Struct, frozen=True):
    """Where a seat's gold comes from, as far as the viewer can count it."""

    coins: int | None
    """Unknown behind the screen of another seat."""
    menhirs: int
    elves: int
    goblins: int
    cauldron: int


class SeatView(msgspec.Struct, frozen=True):
    """What everybody sees of a seat, and its stash as far as the viewer may see it."""

    korrigans: tuple[KorriganView, ...]
    screen: bool
    stash_size: int
    stash: tuple[str, ...] | None
    display: tuple[str, ...]
    spent: tuple[str, ...]
    backup: str | None
    sacrificed: str | None
    gold_menhirs: tuple[int, ...]
    score: int
    """The gold that the viewer can count."""
    gold: GoldView
    companions_left: int | None
    """What decides a tie, once nothing of it is hidden from the viewer."""


class FieldView(msgspec.Struct, frozen=True):
    """What everybody sees of a field."""

    field: str
    clovers: int
    menhir: bool
    takers: tuple[int, ...]
    """Who took a clover here, in the order of play."""


class Look(msgspec.Struct, frozen=True):
    """What the viewer once saw on a field, what it took, and who took a clover there since."""

    round: int
    field: str
    seen: tuple[str, ...]
    took: str
    since: tuple[int, ...]


class KeepView(msgspec.Struct, frozen=True):
    """A clover that the viewer may keep, and what it would be good for."""

    token: str
    gold: int
    """What a coin is worth; nothing for a companion."""
    leads_to: tuple[str, ...]
    """The fields to which a companion carries a Korrigan of the viewer from where the two are now."""
    owned: bool
    """Whether the viewer has a companion of this kind already."""
    words: str
    """What it does, in one sentence."""


class DashView(msgspec.Struct, frozen=True):
    """How far the Korrigans of the seat in its final turn are from the Cauldron, with the companions it has left."""

    one: int
    """The gold for one Korrigan at the Cauldron."""
    both: int
    """The gold for both."""
    now: int
    """The gold that the Cauldron brings if the seat stops now."""
    in_reach: int
    """The gold that the Cauldron brings if the seat rides on as well as it can."""
    rides: tuple[int | None, ...]
    """For each Korrigan alone the fewest rides to the Cauldron: 0 if it stands there, none if it cannot get there."""
    rides_of_both: int | None
    """The fewest rides after which both stand there; none if the companions do not suffice."""


class KorrigansView(msgspec.Struct, frozen=True):
    """Everything that one seat may know."""

    seat: int
    phase: Phase
    actor: int
    turn: int
    round: int
    numbered: bool
    """Whether each seat begins on the fields with its number; otherwise on any."""
    korrigan: int | None
    """Which Korrigan of the seat whose turn it is acts."""
    target: int | None
    """The seat whose screen is falling."""
    suns: tuple[str | None, ...]
    clouds: tuple[str | None, ...]
    pawn: str | None
    bag: dict[str, int]
    """The pawns that have not been drawn."""
    menhirs: dict[str, int]
    """The menhirs that still stand."""
    troll: str | None
    cauldron: str | None
    candidates: tuple[str, ...]
    """Where the Cauldron could come down if no more pawns were put."""
    fields: tuple[FieldView, ...]
    seats: tuple[SeatView, ...]
    looking_at: tuple[str, ...]
    """The clovers of the field where the viewer is gathering."""
    keep: tuple[KeepView, ...]
    """The same clovers, each kind once, in the order of the legal actions."""
    dash: DashView | None
    """During a final turn; everybody sees the companions that are left."""
    looks: tuple[Look, ...]
    ranks: tuple[int, ...]
    """Once the game is over: how many seats finished before each."""
    may: tuple[KindOfMove, ...]
    """The kinds of move that the viewer may make now."""


def view(state: Korrigans, seat: int) -> KorrigansView:
    """What a seat (or a watcher) may know."""
    flipped = state.where[state.mover] if state.phase == FLIPPING else NONE
    return KorrigansView(
        phase=PHASES[state.phase],
        actor=state.actor(),
        turn=state.turn,
        round=state.round,
        numbered=not state.free_placement,
        korrigan=None if state.mover == NONE else state.mover % PAIR,
        target=None if state.target == NONE else state.target,
        suns=tuple([_name(COLOUR_NAMES, colour) for colour in state.suns]),
        clouds=tuple([_name(COLOUR_NAMES, colour) for colour in state.clouds]),
        pawn=_name(COLOUR_NAMES, state.pawn),
        bag=_bag(state.pawns()).copy(),
        menhirs=_standing(state.menhirs).copy(),
        troll=_name(LINK_NAMES, state.troll),
        cauldron=_name(FIELD_IDS, state.cauldron),
        candidates=_field_ids(state.candidates()),
        fields=_fields(tuple(state.counts), flipped, tuple(state.gatherings)),
        dash=_dash(state) if state.phase == FINAL else None,
        ranks=tuple(state.ranks()) if state.phase == FINISHED else (),
        **_through_eyes(state, seat),
    )


def turned(state: Korrigans, view: KorrigansView, seat: int) -> KorrigansView:
    """What a seat (or a watcher) may know, from what another may: what lies open is the same for both."""
    return msgspec.structs.replace(view, **_through_eyes(state, seat))


def _through_eyes(state: Korrigans, seat: int) -> dict[str, Any]:
    """What is not the same for everybody."""
    looking = state.phase == GATHERING and state.turn == seat
    return {
        "seat": seat,
        "seats": tuple([_seat(state, other, seat) for other in range(state.seats)]),
        "looking_at": _kinds(state.contents[state.where[state.mover]]) if looking else (),
        "keep": _keep(state) if looking else (),
        "looks": _looks(tuple(state.contents), tuple(state.gatherings), seat),
        "may": tuple(dict.fromkeys([MOVES[action].kind for action in state.legal()])) if state.actor() == seat else (),
    }


def _name(names: list[str], number: int) -> str | None:
    return None if number == NONE else names[number]


# FAST: most of what lies there lay there a move ago, and everybody looks at it: what is seen of it is kept by what lies
# there, and by what the viewer may know of it.
@lru_cache(maxsize=4096)
def _bag(pawns: int) -> dict[str, int]:
    return {COLOUR_NAMES[colour]: how_many(pawns, colour) for colour in range(COLOURS)}


@lru_cache(maxsize=4096)
def _standing(menhirs: int) -> dict[str, int]:
    return {MENHIR_NAMES[kind]: how_many(menhirs, kind) for kind in range(MENHIRS)}


@lru_cache(maxsize=4096)
def _field_ids(fields: int) -> tuple[str, ...]:
    return tuple([FIELD_IDS[field] for field in members(fields)])


@lru_cache(maxsize=4096)
def _kinds(bag: int) -> tuple[str, ...]:
    return tuple([KIND_NAMES[kind] for kind in listed_kinds(bag)])


# By a whole position, of which there may be a thousand in play at once, and seen by several.
@lru_cache(maxsize=4096)
def _fields(counts: tuple[int, ...], flipped: int, gatherings: tuple[int, ...]) -> tuple[FieldView, ...]:
    takers: list[tuple[int, ...]] = [()] * FIELDS
    for taken in gatherings:
        takers[gathered_on(taken)] += (gatherer(taken),)
    return tuple([_field(field, clovers, field == flipped, takers[field]) for field, clovers in enumerate(counts)])


@lru_cache(maxsize=4096)
def _field(field: int, clovers: int, flipping: bool, takers: tuple[int, ...]) -> FieldView:
    menhir = has(WITH_MENHIR, field) and (clovers > 0 or flipping)
    return FieldView(field=FIELD_IDS[field], clovers=clovers, menhir=menhir, takers=takers)


def _seat(state: Korrigans, seat: int, viewer: int) -> SeatView:
    # K12.4 A stash is its owner's secret. K12.5 Without a screen it is everybody's.
    known = seat == viewer or state.fell[seat] != NONE
    # K12.7 A sacrificed token is its owner's secret, unless the screen was gone.
    sacrifice_known = seat == viewer or has(state.seen_sacrifices, seat)
    first, stash = PAIR * seat, state.stash[seat]
    return _seat_view(
        korrigans=(_korrigan(state, first), _korrigan(state, first + 1)),
        screen=state.fell[seat] == NONE,
        stash_size=size_of(stash),
        stash=stash if known else None,
        display=state.display[seat],
        spent=state.spent[seat],
        backup=state.backup[seat],
        sacrificed=state.sacrificed[seat] if sacrifice_known else NONE,
        gold=state.gold[seat],
        elves=int(state.elves >> first & BOTH).bit_count(),
        goblins=int(state.goblins >> first & BOTH).bit_count(),
        open_gold=state.open_gold(seat),
        companions_left=state.companions_left(seat) if known or state.companions_shown(seat) else None,
    )


@lru_cache(maxsize=8192)
def _seat_view(
    *,
    korrigans: tuple[KorriganView, ...],
    screen: bool,
    stash_size: int,
    stash: int | None,
    display: int,
    spent: int,
    backup: int,
    sacrificed: int,
    gold: int,
    elves: int,
    goblins: int,
    open_gold: int,
    companions_left: int | None,
) -> SeatView:
    coins = None if stash is None else worth(stash, GOLD_OF)
    menhirs, of_elves, of_goblins = worth(gold, GOLD_OF_MENHIR), GOLD_OF_ELF * elves, GOLD_OF_GOBLIN * goblins
    return SeatView(
        korrigans=korrigans,
        screen=screen,
        stash_size=stash_size,
        stash=None if stash is None else _kinds(stash),
        display=_kinds(display),
        spent=_kinds(spent),
        backup=_name(BACKUP_NAMES, backup),
        sacrificed=_name(KIND_NAMES, sacrificed),
        gold_menhirs=tuple([GOLD_OF_MENHIR[menhir] for menhir in listed_kinds(gold)]),
        score=open_gold + (coins or 0),
        gold=GoldView(coins, menhirs, of_elves, of_goblins, open_gold - menhirs - of_elves - of_goblins),
        companions_left=companions_left,
    )


def _korrigan(state: Korrigans, korrigan: int) -> KorriganView:
    bit = 1 << korrigan
    return _korrigan_view(state.where[korrigan], bool(state.elves & bit), bool(state.goblins & bit))


@lru_cache(maxsize=256)
def _korrigan_view(field: int, elf: bool, goblin: bool) -> KorriganView:
    return KorriganView(_name(FIELD_IDS, field), "elf" if elf else "goblin" if goblin else None)


WAYS: Final = {
    "path": "Follows paths",
    "door": "Slips through doors",
    "bridge": "Crosses bridges",
    "molehill": "Digs to another molehill",
    "pontoon": "Leaps to another pontoon",
    "colour": "Flies to the same colour",
}
"""How a companion gets about, by what it needs."""


def _keep(state: Korrigans) -> tuple[KeepView, ...]:
    lying = kinds_in(state.contents[state.where[state.mover]])
    return tuple(_kept(state, kind) for kind in members(lying))


def _kept(state: Korrigans, kind: int) -> KeepView:
    gold = int(GOLD_OF[kind])
    if kind >= COMPANIONS:
        return KeepView(KIND_NAMES[kind], gold, (), False, f"A coin worth {gold} gold.")
    first = PAIR * state.turn
    fields = members(state.destinations(first, kind) | state.destinations(first + 1, kind))
    led = f"{len(fields) or 'no'} field{'s' if len(fields) > 1 else ''}"
    return KeepView(
        token=KIND_NAMES[kind],
        gold=gold,
        leads_to=tuple(FIELD_IDS[field] for field in fields),
        owned=has(state.companions_of(state.turn), kind),
        words=f"{WAYS[BOX['token'][kind]['needs']]}: {led} from here.",
    )


def _dash(state: Korrigans) -> DashView:
    seat = state.turn
    # K10.2 In its final turn a seat has all its companions in the display, but for the Backup.
    companions = state.display[seat] + (unit(state.backup[seat]) if state.has_backup(seat) else 0)
    starts = [int(state.where[PAIR * seat + number]) for number in range(PAIR)]
    one, other = (_ways(start, int(state.cauldron), int(state.troll), int(companions)) for start in starts)
    together = [size_of(way + rest) for way in one for rest in other if holds(companions - way, rest)]
    arrivals = 2 if together else 1 if one or other else 0
    return DashView(
        one=GOLD_OF_CAULDRON[1],
        both=GOLD_OF_CAULDRON[2],
        now=GOLD_OF_CAULDRON[starts.count(state.cauldron)],
        in_reach=GOLD_OF_CAULDRON[arrivals],
        rides=(_fewest(one), _fewest(other)),
        rides_of_both=min(together, default=None),
    )


def _fewest(ways: Sequence[int]) -> int | None:
    return min((size_of(way) for way in ways), default=None)


@lru_cache(maxsize=4096)
def _ways(start: int, cauldron: int, troll: int, companions: int) -> tuple[int, ...]:
    """The smallest bags of companions that lead from a field to the Cauldron, each ridden once."""
    found: dict[int, list[int]] = {cauldron: []}
    edge = [(start, 0)]
    while edge:
        further = []
        for field, ridden in edge:
            # Whoever could have been at the Cauldron with less, or at this field, need not come this way.
            if any(holds(ridden, other) for other in (*found[cauldron], *found.get(field, ()))):
                continue
            found.setdefault(field, []).append(ridden)
            for kind in members(kinds_in(companions - ridden)) if field != cauldron else ():
                further += [(there, ridden + int(unit(kind))) for there in members(reach(field, kind, troll))]
        edge = further
    return tuple(found[cauldron])


@lru_cache(maxsize=4096)
def _looks(contents: tuple[int, ...], gatherings: tuple[int, ...], seat: int) -> tuple[Look, ...]:
    """K12.8 Every look of one's own: when, where, what was there, what was taken, and who has gathered there since."""
    looks = []
    lying = list(contents)
    since: list[list[int]] = [[] for _ in range(FIELDS)]
    # What lies on a field now and what was taken there since a look is what was there then.
    for taken in reversed(gatherings):
        field = gathered_on(taken)
        lying[field] += unit(gathered_kind(taken))
        if gatherer(taken) == seat:
            took = KIND_NAMES[gathered_kind(taken)]
            looks.append(
                Look(gathered_in(taken), FIELD_IDS[field], _kinds(lying[field]), took, tuple(reversed(since[field])))
            )
        since[field].append(gatherer(taken))
    return tuple(reversed(looks))


# The goal and the prompt


def goal(seats: int, options: Options) -> str:
    """What to play for."""
    _, one, both = GOLD_OF_CAULDRON
    cauldron = f"at the Cauldron {one} for one of your Korrigans or {both} for both"
    return (
        f"Have the most gold at the end: coins, gold menhirs, {GOLD_OF_ELF} for an Elf, {GOLD_OF_GOBLIN} for a Goblin, "
        f"and {cauldron}."
    )


TO_DO: Final = {
    "place": "place a Korrigan",
    "gather": "take a clover",
    "leprechaun": "name a seat that loses its screen",
    "troll": "put the Troll on a link",
    "sun": "put the pawn on a sun",
    "cloud": "put the pawn on a cloud",
    "move": "ride, sacrifice or pass",
    "fairy": "ride once more, sacrifice or decline",
    "goblin": "choose who gets the Goblin",
    "late": "sacrifice a token or end its turn",
    "cauldron": "let the Cauldron come down",
    "final": "ride to the Cauldron or stop",
}
"""What another seat is to do; what it holds is its secret, and so is what of this it can do."""
OWN_TO_DO: Final = {
    "place": "Place a Korrigan: it gathers there at once, if a clover is left.",
    "leprechaun": "The Leprechaun takes a screen away: choose whose.",
    "goblin": "Your Goblin goes to a Korrigan here: choose which.",
    "late": "You may still sacrifice a token for a Backup, or end your turn.",
}
OUT: Final = {"sun": "a sun: its row", "cloud": "a cloud: its column"}


def prompt(view: KorrigansView) -> str:
    """One line that says what the seat may do now, or whom it waits for."""
    if view.phase == "over":
        return _end(view)
    if view.seat != view.actor:
        return (
            f"{seat_name(view.turn).capitalize()} is to {TO_DO[view.phase]}."
            if view.phase in TO_DO
            else "The table turns something over."
        )
    return _own_prompt(view)


def _end(view: KorrigansView) -> str:
    winner, second = view.ranks.index(0), view.ranks.index(1)
    won, lost = view.seats[winner], view.seats[second]
    tie = ""
    # K11.3 Companions that are left break a tie, and then the later seat.
    if lost.score == won.score:
        fewer = lost.companions_left != won.companions_left
        why = "but fewer companions left" if fewer else "and as many companions left, but sits earlier"
        tie = f"; {seat_name(second)} has as much, {why}"
    return f"{seat_name(winner).capitalize()} wins with {won.score} gold{tie}."


def _own_prompt(view: KorrigansView) -> str:
    match view.phase:
        case "gather":
            where = view.seats[view.seat].korrigans[view.korrigan or 0].field
            which = "one" if len(view.looking_at) > 1 else "it"
            return f"You look at {listed(map(token_words, view.looking_at))} on {_field_name(where)}: take {which}."
        case "sun" | "cloud":
            return f"You drew {view.pawn}. Put the pawn on {OUT[view.phase]} is out for the Cauldron."
        case "troll":
            another = "a" if view.troll is None else "another"
            return f"Put the Troll on {another} path, door or bridge: while it is there nobody walks that way."
        case "cauldron":
            return f"You drew {view.pawn}, the seventh colour: let the Cauldron come down {_where_to_land(view)}."
        case "move":
            return _prompt_to_ride(view)
        case "fairy":
            return _prompt_of_the_fairy(view)
        case "final":
            return f"The Cauldron is on {_field_name(view.cauldron)}{_prompt_to_dash(view)}"
    return OWN_TO_DO[view.phase]


def _where_to_land(view: KorrigansView) -> str:
    own = {korrigan.field for korrigan in view.seats[view.seat].korrigans}
    if set(view.candidates) - own:
        return "on a field where you have no Korrigan"
    # K9.2 Where one's own Korrigans are only if there is no other.
    return f"on {listed(map(_field_name, view.candidates), 'or')}, although you have a Korrigan there"


NO_WAY: Final = "no animal of yours leads to another field"
BACKUP: Final = "sacrifice a token for a Backup that does"


def _prompt_to_ride(view: KorrigansView) -> str:
    if view.may == ("pass",):
        return "You can neither ride nor sacrifice: you must pass."
    if "move" not in view.may:
        return f"{NO_WAY.capitalize()}: {BACKUP}."
    first = " You may sacrifice a token for a Backup first." if "sac" in view.may else ""
    return f"Ride to another field with one of your animals, and gather there if a clover is left.{first}"


def _prompt_of_the_fairy(view: KorrigansView) -> str:
    if "move" not in view.may:
        backup = f"{BACKUP}, or " if "sac" in view.may else ""
        return f"The Fairy would carry you on, but {NO_WAY}: {backup}decline."
    first = ", also after you sacrifice a token for a Backup" if "sac" in view.may else ""
    return f"The Fairy lets you ride once more{first}, or you decline."


def _prompt_to_dash(view: KorrigansView) -> str:
    if "move" not in view.may:
        return f", and {NO_WAY}: stop."
    dash = view.dash
    assert dash is not None
    gold = f"{dash.one} gold for one of your Korrigans there, {dash.both} for both"
    return f": {gold}. {_how_far(dash)} Ride, which costs the animal, or stop."


def _how_far(dash: DashView) -> str:
    if dash.rides_of_both == 0:
        return "Both are there."
    if 0 in dash.rides:
        other = dash.rides[1 - dash.rides.index(0)]
        far = "your animals cannot bring the other" if other is None else f"the other is {_rides(other)} away"
        return f"One is there, and {far}."
    if dash.rides_of_both is not None:
        return f"{_rides(dash.rides_of_both).capitalize()} can bring both there."
    nearer = min((rides for rides in dash.rides if rides is not None), default=None)
    if nearer is None:
        return "Your animals cannot bring either there."
    return f"{_rides(nearer).capitalize()} can bring one there, and your animals cannot bring both."


def _rides(rides: int) -> str:
    return f"{rides} ride{'' if rides == 1 else 's'}"


def _field_name(field: str | None) -> str:
    return FIELD_NAMES[FIELD_IDS.index(field)] if field else "nowhere"
