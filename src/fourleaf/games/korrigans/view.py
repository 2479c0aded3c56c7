"""What each seat may see of Korrigans, in structures, in one line, and drawn in characters."""

from __future__ import annotations

from typing import Final

import msgspec

from fourleaf.engine.bits import has
from fourleaf.engine.errors import listed
from fourleaf.engine.picture import Ink, Picture
from fourleaf.games.korrigans.board import (
    COLOUR_NAMES,
    COLOURS,
    FIELD_IDS,
    FIELD_NAMES,
    FIELDS,
    GOLD_OF,
    GOLD_OF_MENHIR,
    KIND_NAMES,
    MENHIR_NAMES,
    MENHIRS,
    NONE,
    PAIR,
    UNIT,
    WITH_MENHIR,
    gathered_in,
    gathered_kind,
    gathered_on,
    gatherer,
    how_many,
    members,
    size_of,
    tokens,
    worth,
)
from fourleaf.games.korrigans.moves import LINK_NAMES, PHASES, SIDE_NAMES
from fourleaf.games.korrigans.rules import FINISHED, FLIPPING, GATHERING, Korrigans

BACKUP_NAMES: Final = [*SIDE_NAMES, "spent"]


class KorriganView(msgspec.Struct, frozen=True):
    """A Korrigan: its field once it is placed, and what it bears."""

    field: str | None
    bears: str | None


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


class KorrigansView(msgspec.Struct, frozen=True):
    """Everything that one seat may know."""

    seat: int
    phase: str
    actor: int
    turn: int
    round: int
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
    looks: tuple[Look, ...]
    ranks: tuple[int, ...]
    """Once the game is over: how many seats finished before each."""


def view(state: Korrigans, seat: int) -> KorrigansView:
    """What a seat (or a watcher) may know."""
    looking = state.phase == GATHERING and state.turn == seat
    return KorrigansView(
        seat=seat,
        phase=PHASES[state.phase],
        actor=state.actor(),
        turn=state.turn,
        round=state.round,
        korrigan=None if state.mover == NONE else state.mover % PAIR,
        target=None if state.target == NONE else state.target,
        suns=tuple(_name(COLOUR_NAMES, colour) for colour in state.suns),
        clouds=tuple(_name(COLOUR_NAMES, colour) for colour in state.clouds),
        pawn=_name(COLOUR_NAMES, state.pawn),
        bag={COLOUR_NAMES[colour]: how_many(state.pawns(), colour) for colour in range(COLOURS)},
        menhirs={MENHIR_NAMES[kind]: how_many(state.menhirs, kind) for kind in range(MENHIRS)},
        troll=_name(LINK_NAMES, state.troll),
        cauldron=_name(FIELD_IDS, state.cauldron),
        candidates=tuple(FIELD_IDS[field] for field in members(state.candidates())),
        fields=tuple(_field(state, field) for field in range(FIELDS)),
        seats=tuple(_seat(state, other, seat) for other in range(state.seats)),
        looking_at=_kinds(state.contents[state.where[state.mover]]) if looking else (),
        looks=_looks(state, seat),
        ranks=tuple(state.ranks()) if state.phase == FINISHED else (),
    )


def _name(names: list[str], number: int) -> str | None:
    return None if number == NONE else names[number]


def _kinds(bag: int) -> tuple[str, ...]:
    return tuple(KIND_NAMES[kind] for kind in tokens(bag))


def _field(state: Korrigans, field: int) -> FieldView:
    flipping = state.phase == FLIPPING and state.where[state.mover] == field
    return FieldView(
        field=FIELD_IDS[field],
        clovers=state.counts[field],
        menhir=has(WITH_MENHIR, field) and (state.counts[field] > 0 or flipping),
        takers=tuple(gatherer(taken) for taken in state.gatherings if gathered_on(taken) == field),
    )


def _seat(state: Korrigans, seat: int, viewer: int) -> SeatView:
    # K12.4 A stash is its owner's secret. K12.5 Without a screen it is everybody's.
    known = seat == viewer or state.fell[seat] != NONE
    # K12.7 A sacrificed token is its owner's secret, unless the screen was gone.
    sacrifice_known = seat == viewer or has(state.seen_sacrifices, seat)
    return SeatView(
        korrigans=tuple(_korrigan(state, PAIR * seat + number) for number in range(PAIR)),
        screen=state.fell[seat] == NONE,
        stash_size=size_of(state.stash[seat]),
        stash=_kinds(state.stash[seat]) if known else None,
        display=_kinds(state.display[seat]),
        spent=_kinds(state.spent[seat]),
        backup=_name(BACKUP_NAMES, state.backup[seat]),
        sacrificed=_name(KIND_NAMES, state.sacrificed[seat]) if sacrifice_known else None,
        gold_menhirs=tuple(GOLD_OF_MENHIR[menhir] for menhir in tokens(state.gold[seat])),
        score=state.open_gold(seat) + (worth(state.stash[seat], GOLD_OF) if known else 0),
    )


def _korrigan(state: Korrigans, korrigan: int) -> KorriganView:
    bears = "elf" if has(state.elves, korrigan) else "goblin" if has(state.goblins, korrigan) else None
    return KorriganView(_name(FIELD_IDS, state.where[korrigan]), bears)


def _looks(state: Korrigans, seat: int) -> tuple[Look, ...]:
    """K12.8 Every look of one's own: when, where, what was there, what was taken, and who has gathered there since."""
    looks = []
    lying = list(state.contents)
    since: list[list[int]] = [[] for _ in range(FIELDS)]
    # What lies on a field now and what was taken there since a look is what was there then.
    for taken in reversed(list(state.gatherings)):
        field = gathered_on(taken)
        lying[field] += UNIT[gathered_kind(taken)]
        if gatherer(taken) == seat:
            took = KIND_NAMES[gathered_kind(taken)]
            looks.append(
                Look(gathered_in(taken), FIELD_IDS[field], _kinds(lying[field]), took, tuple(reversed(since[field])))
            )
        since[field].append(gatherer(taken))
    return tuple(reversed(looks))


# The prompt

TO_DO: Final = {
    "place": "place a Korrigan",
    "gather": "take one of the clovers",
    "leprechaun": "name a seat that loses its screen",
    "troll": "put the Troll on a link",
    "sun": "put the pawn on a sun",
    "cloud": "put the pawn on a cloud",
    "move": "move a Korrigan",
    "fairy": "move once more or decline",
    "goblin": "choose who gets the Goblin",
    "late": "sacrifice a token or end the turn",
    "cauldron": "let the Cauldron come down",
    "final": "dash for the Cauldron or stop",
}


def prompt(view: KorrigansView) -> str:
    """One line that says what the seat may do now, or whom it waits for."""
    if view.phase == "over":
        winner = view.ranks.index(0)
        return f"Seat {winner} wins with {view.seats[winner].score} gold."
    if view.seat != view.actor:
        return (
            f"Seat {view.turn} is to {TO_DO[view.phase]}." if view.phase in TO_DO else "The table turns something over."
        )
    return _own_prompt(view)


def _own_prompt(view: KorrigansView) -> str:
    if view.phase == "gather":
        where = view.seats[view.seat].korrigans[view.korrigan or 0].field
        return f"You look at {listed(view.looking_at)} on {_field_name(where)}: take one."
    if view.phase in ("sun", "cloud"):
        strip = "a sun: its row" if view.phase == "sun" else "a cloud: its column"
        return f"You drew {view.pawn}. Put the pawn on {strip} is out for the Cauldron."
    if view.phase == "cauldron":
        return f"You drew {view.pawn}, the seventh colour: let the Cauldron come down, where you have no Korrigan."
    if view.phase == "final":
        return f"The Cauldron is on {_field_name(view.cauldron)}. Each ride costs its animal: dash, or stop."
    return f"{TO_DO[view.phase].capitalize()}."


def _field_name(field: str | None) -> str:
    return FIELD_NAMES[FIELD_IDS.index(field)] if field else "nowhere"


def picture(view: KorrigansView) -> Picture:
    """X."""
    return [[Ink("x")]]
