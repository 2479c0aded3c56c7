"""The printed matter of Korrigans: map, clovers, menhirs and rainbow, as numbers made from board.toml.

Everything is an index: a field 0..16, a link 0..34, a token kind 0..9 (companions first, then coins), a menhir kind
0..7, a colour of the rainbow 0..6. Sets of fields, kinds or seats are bit masks. A handful of tokens is a *bag*: one
native integer with five bits a kind, so that bags are added and subtracted as numbers are.
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i32, i64

from fourleaf.engine.bits import bit, has, lowest, shifted
from fourleaf.engine.box import open_box
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

# Bags

BITS_A_KIND: Final = 5
"""Four for a number up to 15, and one that stays empty, for `holds`."""
EVERY_COUNT: Final = 31
UNIT: Final[vec[i64]] = vec[i64]([bit(BITS_A_KIND * kind) for kind in range(KINDS)])
"""The bag with one token of a kind."""
GUARDS: Final[i64] = sum(bit(BITS_A_KIND * kind + BITS_A_KIND - 1) for kind in range(KINDS))
COMPANION_BITS: Final[i64] = bit(BITS_A_KIND * COMPANIONS) - 1
"""The part of a bag that holds companions."""
COIN_KINDS: Final[i64] = bit(KINDS) - bit(COMPANIONS)
"""The set of kinds that are coins."""


def how_many(bag: i64, kind: i64) -> i64:
    """How many tokens of a kind a bag holds."""
    return shifted(bag, -BITS_A_KIND * kind) & EVERY_COUNT


def size_of(bag: i64) -> i64:
    """How many tokens a bag holds."""
    size: i64 = 0
    while bag != 0:
        size += bag & EVERY_COUNT
        bag = shifted(bag, -BITS_A_KIND)
    return size


def kinds_in(bag: i64) -> i64:
    """The set of kinds of which a bag holds a token."""
    kinds: i64 = 0
    here: i64 = 1
    while bag != 0:
        if bag & EVERY_COUNT != 0:
            kinds |= here
        here += here
        bag = shifted(bag, -BITS_A_KIND)
    return kinds


def holds(bag: i64, part: i64) -> bool:
    """Whether a bag holds all tokens of another one."""
    # FAST: the spare bit of each kind is lent to the subtraction; whoever had too few does not give it back.
    return ((bag | GUARDS) - part) & GUARDS == GUARDS


def only(bag: i64, kinds: i64) -> i64:
    """The tokens of these kinds in a bag."""
    part: i64 = 0
    while kinds != 0:
        kind = lowest(kinds)
        kinds &= kinds - 1
        part += UNIT[kind] * how_many(bag, kind)
    return part


def drawn_from(bag: i64, rng: Random) -> i64:
    """The kind of a token drawn blindly from a bag that is not empty."""
    left: i64 = rng.randrange(size_of(bag))
    kind: i64 = 0
    left -= bag & EVERY_COUNT
    while left >= 0:
        kind += 1
        left -= how_many(bag, kind)
    return kind


def bag_of(counts: list[int]) -> i64:
    """The bag with so many tokens of each kind."""
    bag: i64 = 0
    for kind, count in enumerate(counts):
        bag += UNIT[kind] * i64(count)
    return bag


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
        return append(bags, bag + size * UNIT[kind])
    for here in range(size, -1, -1):
        bags = _bags_of(bags, bag + here * UNIT[kind], size - here, kind + 1)
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
        rest -= bag & EVERY_COUNT
        bag = shifted(bag, -BITS_A_KIND)
        number += BAGS_BEFORE[kind * (MOST_CLOVERS + 1) + rest]
    return number


MOST_OF_A_KIND: Final = 16
CHOOSE: Final[vec[i64]] = vec[i64]([comb(n, k) for n in range(MOST_OF_A_KIND) for k in range(MOST_CLOVERS + 1)])


def ways_to_draw(part: i64, bag: i64) -> i64:
    """In how many ways exactly these tokens can be drawn from a bag, each token an object of its own."""
    ways: i64 = 1
    while part != 0:
        ways *= CHOOSE[(bag & EVERY_COUNT) * (MOST_CLOVERS + 1) + (part & EVERY_COUNT)]
        part = shifted(part, -BITS_A_KIND)
        bag = shifted(bag, -BITS_A_KIND)
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


def every(members: i64, base: i64) -> vec[i32]:
    """The action `base` + member for every member of a set."""
    # FAST: counted first and then filled, because a list that grows costs ten times as much.
    size: i64 = 0
    rest = members
    while rest != 0:
        rest &= rest - 1
        size += 1
    actions = vec[i32]([0] * size)
    for place in range(size):
        actions[place] = i32(base + lowest(members))
        members &= members - 1
    return actions


def odds_in(bag: i64) -> vec[i32]:
    """How many tokens a bag holds of each of its kinds."""
    odds = every(kinds_in(bag), 0)
    for place in range(len(odds)):
        odds[place] = i32(how_many(bag, i64(odds[place])))
    return odds


def worth(bag: i64, gold_of: vec[i64]) -> i64:
    """What the tokens of a bag are worth together."""
    gold: i64 = 0
    kind: i64 = 0
    while bag != 0:
        gold += (bag & EVERY_COUNT) * gold_of[kind]
        kind += 1
        bag = shifted(bag, -BITS_A_KIND)
    return gold


def free_places(pawns: vec[i64]) -> i64:
    """The places of a row of suns or clouds on which no pawn stands."""
    free: i64 = 0
    for place in range(len(pawns)):
        if pawns[place] == NONE:
            free |= bit(place)
    return free


def members(mask: int) -> list[int]:
    """The members of a set in ascending order."""
    return [n for n in range(mask.bit_length()) if has(mask, n)]


def tokens(bag: int) -> list[int]:
    """The kinds of all tokens in a bag, in the order of kinds."""
    return [kind for kind in range(KINDS) for _ in range(how_many(bag, kind))]
