"""Korrigans with one deliberate defect each: stashes behind screens, clovers under fields, sacrifices."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

import msgspec
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf import State
from fourleaf.engine.counts import drawn_from, listed_kinds, unit, worth
from fourleaf.engine.game import Refusal
from fourleaf.engine.options import Options
from fourleaf.engine.state import HIDDEN
from fourleaf.games.korrigans import GAME
from fourleaf.games.korrigans.board import (
    GOLD_OF,
    KIND_NAMES,
    NONE,
    OPEN,
    PASS,
    SACRIFICE,
    SEE,
    SHOW,
    TAKE,
    gathered_on,
    gatherer,
)
from fourleaf.games.korrigans.rules import DEALING, GATHERING, LOOKING, MOVING, SHOWING, UNSCREENING
from tests.kit.mutants.masks import (
    ALONE,
    LOOKS,
    NO_MORE,
    READS,
    SHOWS,
    STAYS,
    Answers,
    Discloses,
    ImaginesTheTruth,
    Mask,
    Mutant,
    Shares,
    behind,
    seats_with,
)
from tests.kit.walks import Table

SEATS = 3
USUAL: Options = {"placement": "numbered", "final_transfers": True, "late_sacrifice": True}
"""More sacrifices than usual."""


def kinds_of(bag: int) -> tuple[str, ...]:
    return tuple(KIND_NAMES[kind] for kind in listed_kinds(bag))


# Views


def sacrifice_of(state: Any, seat: int) -> str | None:
    return None if state.sacrificed[seat] == NONE else KIND_NAMES[state.sacrificed[seat]]


def view_over_a_shoulder(state: Any, seat: int) -> Any:
    """Everybody sees the clovers at which somebody looks."""
    looking = state.phase == GATHERING
    seen = kinds_of(state.contents[state.where[state.mover]]) if looking else ()
    return msgspec.structs.replace(GAME.view.view(state, seat), looking_at=seen)


def view_of_all_looks(state: Any, seat: int) -> Any:
    """A watcher remembers what the first seat saw."""
    shown = GAME.view.view(state, seat)
    return msgspec.structs.replace(shown, looks=shown.looks or GAME.view.view(state, 0).looks)


def turned_with_its_secrets(state: Any, view: Any, seat: int) -> Any:
    """Another seat is shown what the first one saw."""
    return msgspec.structs.replace(view, seat=seat)


# Glimpses


class Glimpse(Mask):
    """A position in which some actions are seen by all, or by nobody but the actor."""

    first: ClassVar[int]
    last: ClassVar[int]
    leaks: ClassVar[bool]

    def glimpse(self, action: i64, seat: i64) -> i64:
        if not self.first <= action <= self.last or seat == self.true.actor():
            return super().glimpse(action, seat)
        return action if self.leaks else HIDDEN


def seen(first: int, last: int) -> type[Mask]:
    return type("Seen", (Glimpse,), {"first": first, "last": last, "leaks": True})


def unseen(first: int, last: int) -> type[Mask]:
    return type("Unseen", (Glimpse,), {"first": first, "last": last, "leaks": False})


class BlindLook(Mask):
    """Whoever looks at a field sees nothing."""

    def glimpse(self, action: i64, seat: i64) -> i64:
        return HIDDEN if action >= SEE else super().glimpse(action, seat)


class LooksAgainAtOnce(Discloses):
    phase = LOOKING


class ScreenFallsAtOnce(Discloses):
    phase = UNSCREENING


class CompanionsShowAtOnce(Discloses):
    phase = SHOWING


# Imagined worlds


class IsSomebodyElse(Mask):
    """Knows what the next seat knows, instead of its own."""

    def imagine(self, seat: i64, rng: Random) -> State:
        return type(self)(self.true.imagine((seat + 1) % self.true.seats, rng))


class DealsByTheTruth(Mask):
    """What is imagined depends on what another seat holds."""

    def imagine(self, seat: i64, rng: Random) -> State:
        for _ in range(self.true.stash[(seat + 1) % self.true.seats] % 7):
            rng.random()
        return type(self)(self.true.imagine(seat, rng))


class KeepsFields(Mask):
    """Deals the stashes of others anew, and leaves what lies under the fields."""

    def imagine(self, seat: i64, rng: Random) -> State:
        world = self.true.imagine(seat, rng)
        if list(world.gatherings) == list(self.true.gatherings):
            world.contents = self.true.contents[:]
            world.pool = self.true.pool
        return type(self)(world)


class KeepsSacrifices(Mask):
    """Remembers what another seat sacrificed unseen."""

    def imagine(self, seat: i64, rng: Random) -> State:
        world = self.true.imagine(seat, rng)
        for other in range(world.seats):
            true = self.true.sacrificed[other]
            if true != NONE and true in listed_kinds(world.stash[other]):
                world.stash[other] += unit(world.sacrificed[other]) - unit(true)
                world.sacrificed[other] = true
        return type(self)(world)


class ForgetsALook(Mask):
    """Lays anew what a seat saw on the field where it gathered first."""

    def imagine(self, seat: i64, rng: Random) -> State:
        world = self.true.imagine(seat, rng)
        for taken in world.gatherings:
            field = gathered_on(taken)
            if gatherer(taken) == seat and world.contents[field] and world.pool:
                out, back = drawn_from(world.contents[field], rng), drawn_from(world.pool, rng)
                world.contents[field] += unit(back) - unit(out)
                world.pool += unit(out) - unit(back)
                break
        return type(self)(world)


# What may be done, and what comes of it


class FearsTheNextStash(Mask):
    """What a seat may do depends on what the next one secretly holds."""

    def legal(self) -> vec[i32]:
        legal = super().legal()
        rival = self.true.stash[(self.true.turn + 1) % self.true.seats]
        if self.true.phase != MOVING or len(legal) == 1 or worth(rival, GOLD_OF) % 2:
            return legal
        return vec[i32](list(legal)[1:])


class SharedStashes(Shares):
    what = "stash"


class SharedDisplays(Shares):
    what = "display"


class FindsAnything(Mask):
    """On a field lies what the action does not name."""

    shared = Random(5)

    def apply(self, action: i64) -> None:
        self.true.apply(self.true.draw(self.shared) if self.true.phase == DEALING else action)


class LosesAClover(Mask):
    """What is taken from a field is in no stash."""

    def apply(self, action: i64) -> None:
        taking = self.true.phase == GATHERING
        stash = self.true.stash[:]
        self.true.apply(action)
        if taking:
            self.true.stash = stash


class RanksWithoutCoins(Mask):
    """Gold that was gathered does not count."""

    def ranks(self) -> vec[i64]:
        gold = [self.true.open_gold(seat) for seat in range(self.true.seats)]
        return vec[i64](
            sum((other, n) > (mine, seat) for n, other in enumerate(gold)) for seat, mine in enumerate(gold)
        )


# Words


def without_who_saw_sacrifices(state: Any) -> str:
    return GAME.notation.write(state).replace("!", "")


def without_fallen_screens(state: Any) -> str:
    words = GAME.notation.write(state).split()
    words[10] = "/".join(",".join([*seat.split(",")[:5], "-"]) for seat in words[10].split("/"))
    return " ".join(words)


def with_gatherings_by_seat(state: Any) -> str:
    """The order in which seats gathered in a round is lost."""
    words = GAME.notation.write(state).split()
    words[13] = "|".join(",".join(sorted(events.split(","), reverse=True)) for events in words[13].split("|"))
    return " ".join(words)


def tell_the_owner_to_all(state: Any, action: int, seat: int) -> str:
    """Everybody reads in the log what goes into a stash."""
    return GAME.moves.tell(state, action, state.turn if TAKE <= action < SEE and action not in (OPEN, SHOW) else seat)


def merit_with_a_hint(state: Any, action: int) -> str:
    return f"something better lies nowhere: {[kinds_of(bag) for bag in state.contents]}"


def refusal_with_a_hint(state: Any, action: int) -> Refusal:
    rival = state.stash[(state.turn + 1) % state.seats]
    return Refusal(f"no, and there is {kinds_of(rival)} behind the next screen", "K4.1")


def wrong(law: str, mask: type[Mask] = Mask, **answers: Answers) -> Mutant:
    return Mutant(Table(behind(GAME, mask, **answers), SEATS, USUAL), law)


MUTANTS: dict[str, Mutant] = {
    "a leak in view: the stashes": wrong(
        LOOKS, view={"view": seats_with(GAME, lambda s, seat: {"stash": kinds_of(s.stash[seat])})}
    ),
    "a leak in view: a score with hidden coins": wrong(
        LOOKS,
        view={"view": seats_with(GAME, lambda s, seat: {"score": s.open_gold(seat) + worth(s.stash[seat], GOLD_OF)})},
    ),
    "a leak in view: a sacrifice": wrong(
        LOOKS, view={"view": seats_with(GAME, lambda s, seat: {"sacrificed": sacrifice_of(s, seat)})}
    ),
    "a leak in view: the companions that are left": wrong(
        LOOKS, view={"view": seats_with(GAME, lambda s, seat: {"companions_left": s.companions_left(seat)})}
    ),
    "a leak in view: the clovers that another one looks at": wrong(LOOKS, view={"view": view_over_a_shoulder}),
    "a leak in view: what another one saw": wrong(LOOKS, view={"view": view_of_all_looks}),
    "a leak in view: what whoever looked first may know": Mutant(
        Table(dataclasses.replace(behind(GAME), turned=turned_with_its_secrets), SEATS, USUAL), SHOWS
    ),
    "a leak in glimpse: a look": wrong(NO_MORE, seen(SEE, GAME.actions)),
    "a leak in glimpse: a clover that is taken": wrong(NO_MORE, seen(TAKE, TAKE + len(KIND_NAMES) - 1)),
    "a leak in glimpse: a sacrifice": wrong(NO_MORE, seen(SACRIFICE, PASS - 1)),
    "a glimpse that hides a look from its own seat": wrong(STAYS, BlindLook),
    "a glimpse that hides what was behind a screen": wrong(STAYS, unseen(OPEN, OPEN)),
    "a glimpse that hides which companions are shown": wrong(STAYS, unseen(SHOW, SHOW)),
    "a disclosure without an action: a second look": wrong(STAYS, LooksAgainAtOnce),
    "a disclosure without an action: a fallen screen": wrong(STAYS, ScreenFallsAtOnce),
    "a disclosure without an action: companions": wrong(STAYS, CompanionsShowAtOnce),
    "an imagine that is the truth": wrong(ALONE, ImaginesTheTruth),
    "an imagine of another seat": wrong(LOOKS, IsSomebodyElse),
    "an imagine that depends on the truth": wrong(ALONE, DealsByTheTruth),
    "an imagine that keeps what lies under fields": wrong(ALONE, KeepsFields),
    "an imagine that keeps a sacrifice": wrong(ALONE, KeepsSacrifices),
    "an imagine that forgets a look": wrong(LOOKS, ForgetsALook),
    "legal actions that depend on a secret": wrong(LOOKS, FearsTheNextStash),
    "shared stashes in clone": wrong("a_clone_shares_nothing", SharedStashes),
    "shared displays in clone": wrong("a_clone_shares_nothing", SharedDisplays),
    "a find that is drawn by lot": wrong("the_same_action_has_the_same_effect", FindsAnything),
    "a clover that vanishes": wrong("nothing_is_lost_and_nothing_appears", LosesAClover),
    "a position without who saw a sacrifice": wrong(READS, notation={"write": without_who_saw_sacrifices}),
    "a position without fallen screens": wrong(READS, notation={"write": without_fallen_screens}),
    "a position without the order of gatherings": wrong(READS, notation={"write": with_gatherings_by_seat}),
    "ranks without coins": wrong("ranks_follow_scores", RanksWithoutCoins),
    "a leak in the log: what is taken": wrong(STAYS, moves={"tell": tell_the_owner_to_all}),
    "a leak in a merit: what lies on fields": wrong(LOOKS, reasons={"merit": merit_with_a_hint}),
    "a leak in a refusal: a stash": wrong(LOOKS, reasons={"why": refusal_with_a_hint}),
}
