"""A world that a seat cannot tell from the true one: clovers and stashes that it has not seen are dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.bits import has
from fourleaf.engine.counts import bits_of, drawn_from, first_kind, holds, how_many, size_of, unit
from fourleaf.games.korrigans.board import (
    COMPANION_BITS,
    COMPANIONS,
    FIELDS,
    NONE,
    gathered_kind,
    gathered_on,
    gatherer,
    with_kind,
)

if TYPE_CHECKING:
    from fourleaf.games.korrigans.rules import Korrigans


def imagined(world: Korrigans, seat: i64, rng: Random) -> Korrigans:
    """The same world with everything that `seat` cannot know dealt once more."""
    # A blind deal can miss what must hold, but none is ruled out that holds it, and the truth does.
    while True:
        twin = world.clone()
        if Guess(twin, seat).deal(rng):
            return twin


@final
class Guess:
    """What a seat does not know of the clovers of a world, and how they might lie instead.

    A token taken unseen comes from a *source*: if the seat had looked at that field before, from what it saw there
    (source 1 + the place of that look among the gatherings), else from all clovers that it knows nothing about
    (source 0). What has been shown of another seat's tokens must be among those which that seat took.
    """

    def __init__(self, world: Korrigans, seat: i64) -> None:
        self.world = world
        self.seat = seat
        self.source = vec[i64]([NONE] * len(world.gatherings))
        """Where the token of each gathering comes from; NONE if the seat knows it."""
        self.bags = vec[i64]([0] * (len(world.gatherings) + 1))
        """What each source holds."""
        self.last_look = vec[i64]([0] * FIELDS)
        """The source of what lies on each field; NONE if the seat is looking at it."""
        self.needs = vec[i64]([0] * world.seats)
        """What is known to be among the tokens that each other seat took unseen."""
        self.spare = vec[i64]([0] * world.seats)
        """How many more each other seat took unseen."""
        self.wild = vec[i64]([0] * world.seats)
        """How many of those may be companions."""
        self._find_sources()
        for other in range(world.seats):
            if other != seat:
                self._find_needs(other)

    def _find_sources(self) -> None:
        world = self.world
        self.bags[0] = world.pool
        for place in range(len(world.gatherings)):
            taken = world.gatherings[place]
            field, who = gathered_on(taken), gatherer(taken)
            if who == self.seat:
                self.last_look[field] = place + 1
            elif not world.gathered_openly(place):
                self.source[place] = self.last_look[field]
                self.bags[self.last_look[field]] += unit(gathered_kind(taken))
                self.spare[who] += 1
        if world.sees_the_field(self.seat):
            self.last_look[world.where[world.mover]] = NONE
        for field in range(FIELDS):
            if self.last_look[field] != NONE:
                self.bags[self.last_look[field]] += world.contents[field]

    def _find_needs(self, other: i64) -> None:
        world = self.world
        need = world.display[other] + world.spent[other]
        if world.fell[other] != NONE:
            need += world.stash[other]
        if has(world.seen_sacrifices, other):
            need += unit(world.sacrificed[other])
        for place in range(len(world.gatherings)):
            taken = world.gatherings[place]
            if gatherer(taken) == other and world.gathered_openly(place):
                need -= unit(gathered_kind(taken))
        self.needs[other] = need
        self.spare[other] -= size_of(need)
        # K10.2 Once companions have been shown only coins are hidden, and perhaps a sacrificed companion.
        self.wild[other] = self.spare[other]
        if world.companions_shown(other):
            self.wild[other] = 0 if world.sacrificed[other] == NONE else 1

    def deal(self, rng: Random) -> bool:
        """Deal everything that the seat does not know anew; whether it fits what the seat knows."""
        world = self.world
        # What comes from a field that is known is dealt first, because there the choice is narrow.
        for place in range(len(self.source)):
            if self.source[place] > 0 and not self._take(place, rng):
                return False
        for other in range(world.seats):
            if not holds(self.bags[0], self.needs[other]):
                return False
            self.bags[0] -= self.needs[other]
        for other in range(world.seats):
            if not self._take_spare(other, rng):
                return False
        for place in range(len(self.source)):
            if self.source[place] == 0:
                who = gatherer(world.gatherings[place])
                kind = drawn_from(self.needs[who], rng)
                self.needs[who] -= unit(kind)
                world.gatherings[place] = with_kind(world.gatherings[place], kind)
        self._lay_out(rng)
        self._fill_stashes(rng)
        return True

    def _take(self, place: i64, rng: Random) -> bool:
        """Deal the token of a gathering on a field that the seat had looked at; whether there is one that fits."""
        taken = self.world.gatherings[place]
        who, source = gatherer(taken), self.source[place]
        options = self.bags[source]
        if self.spare[who] == 0:
            options &= bits_of(self.needs[who])
        elif self.wild[who] == 0:
            options &= bits_of(self.needs[who]) | ~COMPANION_BITS
        if options == 0:
            return False
        kind = drawn_from(options, rng)
        self.bags[source] -= unit(kind)
        self.world.gatherings[place] = with_kind(taken, kind)
        if how_many(self.needs[who], kind) > 0:
            self.needs[who] -= unit(kind)
        else:
            self.spare[who] -= 1
            if kind < COMPANIONS:
                self.wild[who] -= 1
        return True

    def _take_spare(self, other: i64, rng: Random) -> bool:
        """Deal what another seat took unseen besides what it needs; whether there are tokens that fit."""
        for _ in range(self.spare[other]):
            options = self.bags[0] if self.wild[other] > 0 else self.bags[0] & ~COMPANION_BITS
            if options == 0:
                return False
            kind = drawn_from(options, rng)
            self.bags[0] -= unit(kind)
            self.needs[other] += unit(kind)
            if kind < COMPANIONS:
                self.wild[other] -= 1
        return True

    def _lay_out(self, rng: Random) -> None:
        """Put what is left of the sources on the fields and into the pool."""
        world = self.world
        for field in range(FIELDS):
            source = self.last_look[field]
            if source > 0:
                world.contents[field] = self.bags[source]
            elif source == 0 and has(world.looked, field):
                world.contents[field] = 0
                for _ in range(world.counts[field]):
                    kind = drawn_from(self.bags[0], rng)
                    self.bags[0] -= unit(kind)
                    world.contents[field] += unit(kind)
        world.pool = self.bags[0]

    def _fill_stashes(self, rng: Random) -> None:
        """Part what each other seat took into its stash and what it sacrificed unseen."""
        world = self.world
        for other in range(world.seats):
            if other != self.seat and world.fell[other] == NONE:
                world.stash[other] = self._hidden(other)
                if world.sacrificed[other] != NONE:
                    # If a companion is left once all have been shown, it is the one that was sacrificed.
                    shown = world.companions_shown(other) and world.stash[other] & COMPANION_BITS != 0
                    options = world.stash[other] & COMPANION_BITS if shown else world.stash[other]
                    world.sacrificed[other] = drawn_from(options, rng)
                    world.stash[other] -= unit(world.sacrificed[other])
            elif other != self.seat and world.sacrificed[other] != NONE and not has(world.seen_sacrifices, other):
                world.sacrificed[other] = first_kind(self._hidden(other) - world.stash[other])

    def _hidden(self, other: i64) -> i64:
        """What another seat took and neither displayed nor spent."""
        hidden = -self.world.display[other] - self.world.spent[other]
        for taken in self.world.gatherings:
            if gatherer(taken) == other:
                hidden += unit(gathered_kind(taken))
        return hidden
