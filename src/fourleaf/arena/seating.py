"""Who sits where: blocks of games with the same luck in which everybody sits in every seat equally often."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, Literal, TypeAlias

import msgspec

from fourleaf.arena.playing import Sitting
from fourleaf.arena.seeds import derived
from fourleaf.engine.errors import BadStart, listed
from fourleaf.engine.luck import SeedLuck

Format: TypeAlias = Literal["table", "roundrobin", "gauntlet"]
FORMATS: Final[tuple[Format, ...]] = ("table", "roundrobin", "gauntlet")


class Pairing(msgspec.Struct, frozen=True):
    """Contestants who play one another, and the lineups of a block: over all of them each holds every seat alike."""

    lineups: tuple[tuple[str, ...], ...]

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.lineups[0])

    @property
    def games(self) -> int:
        """How many games a block has."""
        return len(self.lineups)

    @property
    def names(self) -> list[str]:
        """The contestants."""
        return list(dict.fromkeys(name for lineup in self.lineups for name in lineup))

    def blocks(self, games: int) -> int:
        """The fewest whole blocks that have so many games."""
        return -(-games // self.games)

    def block(self, pairing: int, number: int, luck: int, first: int) -> list[Sitting]:
        """The games of one block with this luck; the first of them has the number `first`."""
        # Who sits next to whom is drawn anew for each block.
        order = SeedLuck(luck).stream(0).shuffle(self.seats)
        return [
            Sitting(first + game, pairing, number, tuple(lineup[place] for place in order), luck, derived(luck, game))
            for game, lineup in enumerate(self.lineups)
        ]


def table(names: Sequence[str]) -> Pairing:
    """All sit at one table, and move on by one seat from game to game."""
    return Pairing(tuple((*names[turn:], *names[:turn]) for turn in range(len(names))))


def duel(one: str, other: str, seats: int) -> Pairing:
    """Two share the seats as evenly as they can, and then change places."""
    return Pairing(tuple(tuple(pair[seat % 2] for seat in range(seats)) for pair in ((one, other), (other, one))))


def pairings(names: Sequence[str], how: Format, seats: int) -> list[Pairing]:
    """Who plays whom."""
    if how == "table":
        return [table(names)]
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise BadStart(f"in a {how} everybody is named once; {listed(twice)} stands there more often")
    if len(names) < 2:
        raise BadStart(f"a {how} needs at least two contestants, not {len(names)}")
    pairs = combinations(names, 2) if how == "roundrobin" else ((names[0], other) for other in names[1:])
    return [duel(one, other, seats) for one, other in pairs]
