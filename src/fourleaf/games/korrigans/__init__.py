"""Korrigans: gather gold and animals under the rainbow, then dash for the Cauldron."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.bits import count
from fourleaf.engine.counts import holds, how_many, size_of
from fourleaf.engine.game import Bounds, Game
from fourleaf.engine.options import Option
from fourleaf.games.korrigans import advice, encode, moves, notation, picture, reasons, rules, view
from fourleaf.games.korrigans.board import (
    ACTIONS,
    ALL_MENHIRS,
    ALL_PAWNS,
    BAGS,
    COLOURS,
    COMPANION_BITS,
    COMPANIONS,
    FAIRY_MENHIR,
    FIELDS,
    FIRST_BAG,
    KINDS,
    LAST_ROUND_CLOUDS,
    LINKS,
    MOST_SEATS,
    PAIR,
    REACH,
    SIDES,
    TROLL_MENHIR,
    clovers_in_play,
    clovers_on,
)

CLOVERS: Final = clovers_in_play(MOST_SEATS)
MOST_ON_A_FIELD: Final = max(clovers_on(field, MOST_SEATS) for field in range(FIELDS))
# K3.7 Pawns on suns and on clouds before the Cauldron comes; K3.5 the last clouds bring no round.
SUNS: Final = COLOURS - 1
CLOUDS: Final = SUNS * (how_many(ALL_PAWNS, 0) - 1)
ROUNDS: Final = SUNS + min(CLOUDS, LAST_ROUND_CLOUDS - 1)
# K6.1 A look and a clover. K8.2 A move may ask under whom the Goblin goes.
GATHERING: Final = 2
MOVEMENT: Final = 2 + GATHERING

LONGEST: Final = sum(
    (
        MOST_SEATS * PAIR * (1 + GATHERING),
        # Each pawn is drawn and placed, and the last one brings the Cauldron.
        2 * (SUNS + CLOUDS + 1),
        # K5.6 Every turn may end with a question; K5.2 each seat sacrifices once.
        MOST_SEATS * ROUNDS * (MOVEMENT + 1) + MOST_SEATS,
        # K7.3 K7.4 A Troll is placed, a Fairy moves. What a Leprechaun shows is not shown at the end.
        size_of(ALL_MENHIRS) + how_many(ALL_MENHIRS, TROLL_MENHIR) + how_many(ALL_MENHIRS, FAIRY_MENHIR) * MOVEMENT,
        # K10.3 Every companion and Backup makes a movement, and each Korrigan may hand on a Goblin.
        size_of(CLOVERS & COMPANION_BITS) + MOST_SEATS + MOST_SEATS * PAIR,
        # Each seat shows its companions, stops, and opens its screen.
        MOST_SEATS * 3,
    )
)


def _ways_from(field: int) -> int:
    """How many moves lead away from a field with a companion of every kind."""
    return sum(int(count(REACH[kind * FIELDS + field])) for kind in range(COMPANIONS))


GAME: Final = Game(
    name="korrigans",
    title="Korrigans",
    summary="Ride animals from field to field, gather clovers in secret, and dash for the Cauldron under the rainbow.",
    credit="Arnaud Urbon and Ludovic Vialla, published by Matagot with Ilopeli, illustrated by Olivier Fagnère; "
    "the map and the counts of clovers and menhirs are of this edition",
    seats=range(2, 6),
    version=2,
    actions=ACTIONS,
    options=(
        Option(
            "placement",
            ("numbered", "free"),
            "Korrigans begin on the fields with the seat's number, or anywhere",
            "Where Korrigans begin",
            (
                "Each seat begins on the two fields with its number.",
                "Each seat puts its two Korrigans on any fields it likes.",
            ),
        ),
        Option(
            "final_transfers",
            (True, False),
            "Elves and Goblins still change hands in the final turns",
            "Elves and Goblins in the final turns",
            (
                "They still change hands when Korrigans of two seats meet.",
                "They stay with the Korrigans that bear them.",
            ),
        ),
        Option(
            "late_sacrifice",
            (False, True),
            "a token may be sacrificed at the end of a turn as well",
            "When a token may be sacrificed",
            (
                "Just before a ride of your own turn.",
                "Just before a ride of your own turn, or at the end of the turn.",
            ),
        ),
    ),
    hidden=True,
    one_winner=False,
    bounds=Bounds(
        plies=LONGEST,
        # Both Korrigans with all companions, each token for either side of the Backup, or a Fairy declined; K7.3 or the
        # Troll on any link.
        choices=max(PAIR * max(_ways_from(field) for field in range(FIELDS)) + KINDS * SIDES + 1, LINKS),
        # K1.2 What the largest field may hold before anybody has looked at one.
        outcomes=sum(holds(CLOVERS, bag) for bag in BAGS[FIRST_BAG[MOST_ON_A_FIELD - 1] : FIRST_BAG[MOST_ON_A_FIELD]]),
    ),
    package=__name__,
    rules=rules,
    moves=moves,
    notation=notation,
    view=view,
    picture=picture,
    reasons=reasons,
    advice=advice,
    encode=encode,
    turned=view.turned,
)
