"""What a seat knows of the meadow as numbers for a learner, and the numbers by which it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf.engine.bits import bit, has
from fourleaf.engine.counts import size_of, unit
from fourleaf.engine.layout import Layout, Part
from fourleaf.engine.tensor import bag, flag, one_of, seen_from, share, shares
from fourleaf.games.korrigans.board import (
    COLOURS,
    COLUMNS,
    COMPANIONS,
    FIELDS,
    GOBLIN,
    KINDS,
    LINKS,
    MENHIR,
    MENHIRS,
    MOST_CLOVERS,
    MOST_SEATS,
    NONE,
    PAIR,
    PAWN,
    ROWS,
    SCREEN,
    SIDES,
    SUN,
    TAKE,
    TROLL,
    gathered_kind,
    gathered_on,
    gatherer,
)

if TYPE_CHECKING:
    from fourleaf.games.korrigans.rules import Korrigans

VERSION: Final = 1
PHASES: Final = 20
ROUNDS: Final = ROWS + COLUMNS
MOST_STASHED: Final = 40
"""Of so many tokens a stash is a share."""

ALL_ROUNDS: Final[vec[i32]] = shares(ROUNDS)
CLOVERS_OF_A_FIELD: Final[vec[i32]] = shares(MOST_CLOVERS)
STASHED: Final[vec[i32]] = shares(MOST_STASHED)
BACKUPS: Final = SIDES + 1


def observation(seats: int) -> Layout:
    """What each number of `encoded` means; seats are counted from the viewer, who comes first."""
    return Layout(
        (
            Part("phase", (PHASES,), "what happens next"),
            Part("turn", (seats,), "whose turn it is"),
            Part("mover", (PAIR,), "which Korrigan of that seat acts"),
            Part("target", (seats,), "whose screen is falling"),
            Part("options", (3,), "free placement, transfers in the final turns, late sacrifice"),
            Part("round", (1,), "how many pawns have been drawn"),
            Part("suns", (ROWS, COLOURS), "the colour of the pawn on each sun"),
            Part("clouds", (COLUMNS, COLOURS), "the colour of the pawn on each cloud"),
            Part("pawn", (COLOURS,), "the colour of the pawn that was drawn"),
            Part("menhirs", (MENHIRS,), "the menhirs of each kind that still stand, as shares of 15"),
            Part("troll", (LINKS,), "the link that the Troll closes"),
            Part("cauldron", (FIELDS,), "where the Cauldron has come down"),
            Part("clovers", (FIELDS,), "how many clovers lie on each field"),
            Part("korrigans", (seats, PAIR, FIELDS), "where each Korrigan stands"),
            Part("bears", (seats, PAIR, 2), "whether each Korrigan bears an Elf, a Goblin"),
            Part("screens", (seats,), "whose screen stands"),
            Part("sizes", (seats,), f"how many tokens are in each stash, as shares of {MOST_STASHED}"),
            Part("stashes", (seats, KINDS), "the tokens of each kind in each stash that the viewer may see, of 15"),
            Part("displays", (seats, KINDS), "the tokens of each kind before each screen, of 15"),
            Part("spent", (seats, COMPANIONS), "the companions that each seat has discarded in its final turn, of 15"),
            Part("backups", (seats, BACKUPS), "the side of each seat's Backup, or that it is spent"),
            Part("sacrificed", (seats, KINDS), "what each seat has sacrificed, where the viewer knows it"),
            Part("gold", (seats, MENHIRS), "the gold menhirs of each seat, of 15"),
            Part("looking", (KINDS,), "the clovers that the viewer is looking at, of 15"),
            Part("looked", (FIELDS, KINDS), "what the viewer left on each field where it last gathered, of 15"),
            Part("taken", (FIELDS, seats), "how many clovers each seat took there since, or ever, of 15"),
        ),
        VERSION,
    )


def decisions(seats: int) -> Layout:
    """What each number of `decision` means; seats are counted from the one that decides."""
    return Layout(
        (
            Part("place", (FIELDS,), "put the next Korrigan on this field"),
            Part("sun", (ROWS,), "put the pawn on this sun"),
            Part("cloud", (COLUMNS,), "put the pawn on this cloud"),
            Part("move", (PAIR, COMPANIONS, FIELDS), "this Korrigan rides this companion to this field"),
            Part("sacrifice", (KINDS, SIDES), "sacrifice this token for this side of a Backup"),
            Part("pass", (1,), "pass"),
            Part("decline", (1,), "do not use the Fairy"),
            Part("end", (1,), "end the turn"),
            Part("stop", (1,), "end the final turn"),
            Part("goblin", (MOST_SEATS, PAIR), "the Goblin goes under this Korrigan of this seat"),
            Part("take", (KINDS,), "keep a clover of this kind"),
            Part("screen", (MOST_SEATS,), "the Leprechaun takes this seat's screen away"),
            Part("troll", (LINKS,), "put the Troll on this link"),
            Part("cauldron", (FIELDS,), "the Cauldron comes down on this field"),
        ),
        VERSION,
    )


PAWNS: Final = SUN - PAWN
"""Pawns and menhirs are drawn by chance, so their numbers are left out."""


def decision(world: Korrigans, action: i64) -> i64:
    """The number by which a learner names one of its actions."""
    if action < PAWN:
        return action
    if action < GOBLIN:
        return action - PAWNS
    if action < TAKE:
        korrigan = action - GOBLIN
        after = seen_from(world.turn, korrigan // PAIR, world.seats)
        return GOBLIN - PAWNS + after * PAIR + korrigan % PAIR
    if action < MENHIR:
        return action - PAWNS
    if action >= SCREEN and action < TROLL:
        return SCREEN - PAWNS - MENHIRS + seen_from(world.turn, action - SCREEN, world.seats)
    return action - PAWNS - MENHIRS


def encoded(world: Korrigans, seat: i64, out: vec[i32], at: i64) -> i64:
    """Write what a seat knows into zeros; the place after it."""
    seats = world.seats
    at = one_of(out, at, PHASES, world.phase)
    at = one_of(out, at, seats, seen_from(seat, world.turn, seats))
    at = one_of(out, at, PAIR, NONE if world.mover == NONE else world.mover % PAIR)
    at = one_of(out, at, seats, seen_from(seat, world.target, seats))
    at = flag(out, at, world.free_placement)
    at = flag(out, at, world.final_transfers)
    at = flag(out, at, world.late_sacrifice)
    at = share(out, at, ALL_ROUNDS, world.round)
    for row in range(ROWS):
        at = one_of(out, at, COLOURS, world.suns[row])
    for column in range(COLUMNS):
        at = one_of(out, at, COLOURS, world.clouds[column])
    at = one_of(out, at, COLOURS, world.pawn)
    at = bag(out, at, MENHIRS, world.menhirs)
    at = one_of(out, at, LINKS, world.troll)
    at = one_of(out, at, FIELDS, world.cauldron)
    for field in range(FIELDS):
        at = share(out, at, CLOVERS_OF_A_FIELD, world.counts[field])
    at = _seats(world, seat, out, at)
    at = bag(out, at, KINDS, world.contents[world.where[world.mover]] if world.sees_the_field(seat) else 0)
    return _memory(world, seat, out, at)


def _seats(world: Korrigans, seat: i64, out: vec[i32], at: i64) -> i64:
    seats = world.seats
    bears = at + seats * PAIR * FIELDS
    screens = bears + seats * PAIR * 2
    sizes = screens + seats
    stashes = sizes + seats
    displays = stashes + seats * KINDS
    spent = displays + seats * KINDS
    backups = spent + seats * COMPANIONS
    sacrificed = backups + seats * BACKUPS
    gold = sacrificed + seats * KINDS
    for after in range(seats):
        other = (seat + after) % seats
        for korrigan in range(PAIR * other, PAIR * other + PAIR):
            at = one_of(out, at, FIELDS, world.where[korrigan])
            bears = flag(out, bears, has(world.elves, korrigan))
            bears = flag(out, bears, has(world.goblins, korrigan))
        stash = world.stash[other]
        standing = world.fell[other] == NONE
        screens = flag(out, screens, standing)
        sizes = share(out, sizes, STASHED, size_of(stash))
        # K12.4 A stash is its owner's secret. K12.5 Without a screen it is everybody's.
        stashes = bag(out, stashes, KINDS, 0 if standing and other != seat else stash)
        displays = bag(out, displays, KINDS, world.display[other])
        spent = bag(out, spent, COMPANIONS, world.spent[other])
        backups = one_of(out, backups, BACKUPS, world.backup[other])
        # K12.7 A sacrificed token is its owner's secret, unless the screen was gone.
        known = other == seat or has(world.seen_sacrifices, other)
        sacrificed = one_of(out, sacrificed, KINDS, world.sacrificed[other] if known else NONE)
        gold = bag(out, gold, MENHIRS, world.gold[other])
    return gold


def _memory(world: Korrigans, seat: i64, out: vec[i32], at: i64) -> i64:
    """What the viewer left where it gathered, and who has been there since: K12.3 it looked, so it knows."""
    seats = world.seats
    taken = at + FIELDS * KINDS
    left = world.contents[:]
    looked: i64 = 0
    takers = vec[i64]([0] * FIELDS)
    for back in range(len(world.gatherings) - 1, -1, -1):
        gathered = world.gatherings[back]
        field = gathered_on(gathered)
        if not has(looked, field):
            who = gatherer(gathered)
            if who == seat:
                looked |= bit(field)
            else:
                left[field] += unit(gathered_kind(gathered))
                # FAST: how often each seat took one, as a bag of seats.
                takers[field] += unit(seen_from(seat, who, seats))
    for field in range(FIELDS):
        if has(looked, field):
            bag(out, at + field * KINDS, KINDS, left[field])
        taken = bag(out, taken, seats, takers[field])
    return taken
