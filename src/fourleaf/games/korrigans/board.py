"""The printed matter of Korrigans: map, clovers, menhirs and rainbow, as numbers made from board.toml.

Everything is an index: a field 0..16, a link 0..34, a token kind 0..9 (companions first, then coins), a menhir kind
0..7, a colour of the rainbow 0..6. Sets of fields, kinds or seats are bit masks; a handful of tokens is a bag of
engine/counts.py.
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from fourleaf.engine.bits import bit
from fourleaf.engine.box import open_box
from fourleaf.engine.counts import MOST, bag_of, bits_of, how_many, size_of, unit
from fourleaf.games.korrigans.box import Box

BOX: Final = open_box(__package__, Box)

# How many there are of a kind shapes the action numbers, and a literal costs nothing at run time; what they are, where
# they lie and what links them is read from the box.
MOST_SEATS: Final = 5
PAIR: Final = 2
"""Korrigans of a seat."""
FIELDS: Final = 17
ROWS: Final = 7
COLUMNS: Final = 7
COLOURS: Final = 7
COMPANIONS: Final = 6
WALKERS: Final = 3
"""The companions that use links, on foot; the others jump or fly."""
KINDS: Final = 10
MENHIRS: Final = 8
SIDES: Final = 2
"""Of a Backup: side 0 is the hare, side 1 the squirrel, each the number of its companion."""
MOST_CLOVERS: Final = 6
"""On one field."""

NONE: Final = -1

# Menhirs by number; gold menhirs come last.
LEPRECHAUN: Final = 0
GOBLIN_MENHIR: Final = 1
ELF_MENHIR: Final = 2
TROLL_MENHIR: Final = 3
FAIRY_MENHIR: Final = 4
GOLD_MENHIRS: Final = 5

FIELD_IDS: Final[list[str]] = [field["id"] for field in BOX["field"]]
FIELD_NAMES: Final[list[str]] = [field["name"] for field in BOX["field"]]
FIELD_COLOURS: Final[list[str]] = [field["colour"] for field in BOX["field"]]
KIND_NAMES: Final[list[str]] = [token["name"] for token in BOX["token"]]
KIND_CODES: Final[list[str]] = [token["code"] for token in BOX["token"]]
MENHIR_NAMES: Final[list[str]] = [menhir["name"] for menhir in BOX["menhir"]]
COLOUR_NAMES: Final[list[str]] = BOX["rainbow"]["colours"]
TOKEN_WORDS: Final = [f"{token['gold']} gold" if "gold" in token else token["name"] for token in BOX["token"]]
"""A token as sentences have it: hare, 3 gold."""
MENHIR_WORDS: Final = [f"{m['gold']} gold" if m["gold"] else m["name"].capitalize() for m in BOX["menhir"]]

# Bags

COMPANION_BITS: Final[i64] = bits_of(bag_of([1] * COMPANIONS))
"""The part of a bag that holds companions."""
BASE_CLOVERS: Final[i64] = bag_of([token["base"] for token in BOX["token"]])
EXTRA_CLOVERS: Final[i64] = bag_of([token["extra"] for token in BOX["token"]])
EXTRA_FROM: Final[i64] = BOX["seats"]["extra_clovers_from"]
ALL_MENHIRS: Final[i64] = bag_of([menhir["copies"] for menhir in BOX["menhir"]])
ALL_PAWNS: Final[i64] = bag_of([BOX["rainbow"]["copies"]] * COLOURS)
LAST_ROUND_CLOUDS: Final[i64] = BOX["rainbow"]["last_round_clouds"]

GOLD_OF: Final[vec[i64]] = vec[i64]([token.get("gold", 0) for token in BOX["token"]])
GOLD_OF_MENHIR: Final[vec[i64]] = vec[i64]([menhir["gold"] for menhir in BOX["menhir"]])
GOLD_OF_CAULDRON: Final[vec[i64]] = vec[i64](BOX["gold"]["cauldron"])
GOLD_OF_ELF: Final[i64] = BOX["gold"]["elf"]
GOLD_OF_GOBLIN: Final[i64] = BOX["gold"]["goblin"]


def clovers_in_play(seats: i64) -> i64:
    """K1.1 The bag of all clovers that a game with so many seats uses."""
    return BASE_CLOVERS + EXTRA_CLOVERS if seats >= EXTRA_FROM else BASE_CLOVERS


def clovers_on(field: i64, seats: i64) -> i64:
    """K1.1 How many clovers lie on a field before anybody has been there."""
    return CLOVERS[field] + 1 if seats >= EXTRA_FROM else CLOVERS[field]


# The map

CLOVERS: Final[vec[i64]] = vec[i64]([field["clovers"] for field in BOX["field"]])
WITH_MENHIR: Final[i64] = sum(bit(place) for place, field in enumerate(BOX["field"]) if field["menhir"])
START_OF: Final[vec[i64]] = vec[i64](
    [sum(bit(f) for f in range(FIELDS) if BOX["field"][f]["start"] == seat + 1) for seat in range(MOST_SEATS)]
)
"""K2.2 The two fields with each seat's player number."""
ALL_FIELDS: Final[i64] = bit(FIELDS) - 1

LINK_BORDERS: Final[list[dict[str, Any]]] = [border for border in BOX["border"] if border["kind"] != "water"]
LINKS: Final[i64] = len(LINK_BORDERS)
ALL_LINKS: Final[i64] = bit(LINKS) - 1
LINK_A: Final[vec[i64]] = vec[i64]([FIELD_IDS.index(border["a"]) for border in LINK_BORDERS])
LINK_B: Final[vec[i64]] = vec[i64]([FIELD_IDS.index(border["b"]) for border in LINK_BORDERS])
LINK_RIDER: Final[vec[i64]] = vec[i64](
    [[token.get("needs") for token in BOX["token"]].index(border["kind"]) for border in LINK_BORDERS]
)
"""The companion that uses a link: hare, squirrel or mouse."""


def _fields_reached(need: str, field: int) -> i64:
    """K4.5 The fields to which a companion with this need leads from a field."""
    here = BOX["field"][field]
    reached: i64 = 0
    for there in range(FIELDS):
        if need == "colour":
            leads = here["colour"] == BOX["field"][there]["colour"]
        elif need in ("molehill", "pontoon"):
            leads = here[need] and BOX["field"][there][need]
        else:
            leads = any(
                border["kind"] == need and {border["a"], border["b"]} == {FIELD_IDS[field], FIELD_IDS[there]}
                for border in LINK_BORDERS
            )
        if leads and there != field:
            reached |= bit(there)
    return reached


REACH: Final[vec[i64]] = vec[i64](
    [_fields_reached(BOX["token"][kind]["needs"], field) for kind in range(COMPANIONS) for field in range(FIELDS)]
)
"""The fields that a companion leads to when no Troll is about: FIELDS masks a companion."""
PART_IN: Final[vec[i64]] = vec[i64](
    [
        sum(bit(f) for f in range(FIELDS) if [row + 1, column + 1] in BOX["field"][f]["cells"])
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
)
"""The fields that have a part in each cell: COLUMNS masks a row."""

# What a field can show: every bag of one to six tokens has a number, the smaller bags first, and among bags of one size
# those with more of the first kinds first.


def _every_bag() -> vec[i64]:
    bags = vec[i64]()
    for size in range(1, MOST_CLOVERS + 1):
        bags = _bags_of(bags, 0, size, 0)
    return bags


def _bags_of(bags: vec[i64], bag: i64, size: i64, kind: i64) -> vec[i64]:
    if kind == KINDS - 1:
        return append(bags, bag + size * unit(kind))
    for here in range(size, -1, -1):
        bags = _bags_of(bags, bag + here * unit(kind), size - here, kind + 1)
    return bags


BAGS: Final[vec[i64]] = _every_bag()
SIGHTS: Final = 8007
"""How many such bags there are."""
FIRST_BAG: Final[vec[i64]] = vec[i64]([comb(size - 1 + KINDS, KINDS) - 1 for size in range(1, MOST_CLOVERS + 2)])
"""The number of the first bag of each size, from 1 on."""
BAGS_BEFORE: Final[vec[i64]] = vec[i64](
    [
        comb(rest - 1 + KINDS - 1 - kind, KINDS - 1 - kind) if rest else 0
        for kind in range(KINDS)
        for rest in range(MOST_CLOVERS + 1)
    ]
)
"""By kind and by what is left of a bag after that kind: how many bags have more of the kind and agree before it."""


def bag_number(bag: i64) -> i64:
    """The number of a bag of one to six tokens: `BAGS[bag_number(bag)] == bag`."""
    rest = size_of(bag)
    number = FIRST_BAG[rest - 1]
    for kind in range(KINDS - 1):
        rest -= how_many(bag, kind)
        number += BAGS_BEFORE[kind * (MOST_CLOVERS + 1) + rest]
    return number


CHOOSE: Final[vec[i64]] = vec[i64]([comb(n, k) for n in range(MOST + 1) for k in range(MOST_CLOVERS + 1)])


def ways_to_draw(part: i64, bag: i64) -> i64:
    """In how many ways exactly these tokens can be drawn from a bag, each token an object of its own."""
    ways: i64 = 1
    for kind in range(KINDS):
        ways *= CHOOSE[how_many(bag, kind) * (MOST_CLOVERS + 1) + how_many(part, kind)]
    return ways


# A gathering is one number too: who, where, what, and in which round.
PER_FIELD: Final = 8
PER_KIND: Final = PER_FIELD * 32
PER_ROUND: Final = PER_KIND * 16


def gathering(seat: i64, field: i64, kind: i64, in_round: i64) -> i64:
    """The number of a gathering; placing is round 0."""
    return in_round * PER_ROUND + kind * PER_KIND + field * PER_FIELD + seat


def gatherer(taken: i64) -> i64:
    """The seat that gathered."""
    return taken % PER_FIELD


def gathered_on(taken: i64) -> i64:
    """The field where it was."""
    return taken % PER_KIND // PER_FIELD


def gathered_kind(taken: i64) -> i64:
    """The kind of the token that was taken."""
    return taken % PER_ROUND // PER_KIND


def gathered_in(taken: i64) -> i64:
    """The round in which it was."""
    return taken // PER_ROUND


def with_kind(taken: i64, kind: i64) -> i64:
    """The same gathering with another token."""
    return taken + (kind - gathered_kind(taken)) * PER_KIND


# Every action is one number: the base of its kind plus what it concerns.
PLACE: Final = 0
"""A seat puts its next Korrigan on the field PLACE + field."""
PAWN: Final = PLACE + FIELDS
"""Chance draws a pawn of the colour PAWN + colour."""
SUN: Final = PAWN + COLOURS
"""A seat puts the pawn on the sun of SUN + row."""
CLOUD: Final = SUN + ROWS
"""A seat puts the pawn on the cloud of CLOUD + column."""
MOVE: Final = CLOUD + COLUMNS
"""A seat moves: MOVE + (own Korrigan * COMPANIONS + companion) * FIELDS + field."""
SACRIFICE: Final = MOVE + PAIR * COMPANIONS * FIELDS
"""A seat sacrifices a token for a Backup: SACRIFICE + kind * SIDES + side."""
PASS: Final = SACRIFICE + KINDS * SIDES
DECLINE: Final = PASS + 1
"""A seat does not use its Fairy."""
END: Final = DECLINE + 1
"""A seat ends its turn without a late sacrifice."""
STOP: Final = END + 1
"""A seat ends its final turn."""
GOBLIN: Final = STOP + 1
"""The Goblin goes under the Korrigan GOBLIN + seat * PAIR + number."""
TAKE: Final = GOBLIN + MOST_SEATS * PAIR
"""A seat keeps a token of the kind TAKE + kind."""
MENHIR: Final = TAKE + KINDS
"""Chance turns over the menhir MENHIR + menhir kind."""
SCREEN: Final = MENHIR + MENHIRS
"""A Leprechaun takes away the screen of SCREEN + seat."""
TROLL: Final = SCREEN + MOST_SEATS
"""The Troll goes to the link TROLL + link."""
CAULDRON: Final[i64] = TROLL + LINKS
"""The Cauldron comes down on CAULDRON + field."""
SHOW: Final[i64] = CAULDRON + FIELDS
"""A seat shows the companions of its stash before its final turn."""
OPEN: Final[i64] = SHOW + 1
"""A screen falls, and everybody sees the stash behind it."""
SEE: Final[i64] = OPEN + 1
"""The acting seat sees what lies on its field: SEE + the number of that bag."""
ACTIONS: Final[i64] = SEE + SIGHTS
