"""Der Herr der Wichtel with one deliberate defect each: hands, events, swaps, face-down bribes, calls into piles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf import State
from fourleaf.engine.counts import listed_kinds, unit
from fourleaf.engine.game import Refusal
from fourleaf.engine.options import Options
from fourleaf.engine.state import HIDDEN
from fourleaf.games.wichtel import GAME, imagine
from fourleaf.games.wichtel.board import EVENT_CODES, GNOME_CODES, KINDS, NONE, ROOM, UNSEEN
from fourleaf.games.wichtel.rules import (
    ACTS,
    BRIBES_NOW,
    DEAL_EVENTS,
    DEAL_HANDS,
    DRAWS,
    LAYS_DOWN,
    REPLACES,
    REPLIES,
    SHOWS,
    TURNS_UP,
)
from tests.kit.mutants.masks import (
    ALONE,
    LOOKS,
    NO_MORE,
    READS,
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
USUAL: Options = {"target": 50, "widow_dismissed": True, "swap_peek": False}
"""Short games; a swap is looked at when it is done."""

# Views


def gnomes_of(state: Any, seat: int) -> tuple[str, ...]:
    return tuple(GNOME_CODES[kind] for kind in listed_kinds(state.hands[seat]))


def events_of(state: Any, seat: int) -> tuple[str, ...]:
    return tuple(EVENT_CODES[kind] for kind in listed_kinds(state.events[seat]))


def bribe_of(state: Any, seat: int) -> str | None:
    return None if state.laid[seat] == NONE else EVENT_CODES[state.laid[seat]]


def view_with_the_offer(state: Any, seat: int) -> Any:
    offer = None if state.offer == NONE else GNOME_CODES[state.offer]
    return msgspec.structs.replace(GAME.view.view(state, seat), offer=offer)


def view_with_the_returned(state: Any, seat: int) -> Any:
    returned = None if state.returned == NONE else GNOME_CODES[state.returned]
    return msgspec.structs.replace(GAME.view.view(state, seat), returned=returned)


def view_into_the_piles(state: Any, seat: int) -> Any:
    """Everybody sees what was given up in a call."""
    shown = GAME.view.view(state, seat)
    piles = []
    for number, pile in enumerate((shown.left, shown.right)):
        slots = list(state.square.slots)[number * ROOM : number * ROOM + len(pile.slots)]
        known = [None if slot == UNSEEN else GNOME_CODES[slot % KINDS] for slot in slots]
        seen = [msgspec.structs.replace(slot, gnome=gnome) for slot, gnome in zip(pile.slots, known, strict=True)]
        piles.append(msgspec.structs.replace(pile, slots=tuple(seen)))
    return msgspec.structs.replace(shown, left=piles[0], right=piles[1])


# Glimpses


class Glimpse(Mask):
    """A position in one of whose phases everybody sees everything, or nobody but the actor anything."""

    phase: ClassVar[int]
    leaks: ClassVar[bool]

    def glimpse(self, action: i64, seat: i64) -> i64:
        if self.true.phase != self.phase or seat == self.true.actor():
            return super().glimpse(action, seat)
        return action if self.leaks else HIDDEN


def seen_in(phase: int) -> type[Mask]:
    return type("Seen", (Glimpse,), {"phase": phase, "leaks": True})


def unseen_in(phase: int) -> type[Mask]:
    return type("Unseen", (Glimpse,), {"phase": phase, "leaks": False})


class TurnsAllBribesUpAtOnce(Discloses):
    phase = TURNS_UP


class LooksAtTheOfferAtOnce(Discloses):
    phase = SHOWS


# Imagined worlds


class Imagines(Mask):
    """Imagines step by step, and leaves out one of the steps."""

    steps: ClassVar[tuple[str, ...]] = (
        "deal_hands_again",
        "fill_slots_again",
        "swap_again",
        "deal_events_again",
        "remember_again",
    )
    without: ClassVar[tuple[str, ...]] = ()

    def imagine(self, seat: i64, rng: Random) -> State:
        world = self.true.clone()
        for step in self.steps:
            if step in self.without:
                continue
            if step == "remember_again":
                imagine.remember_again(world, seat)
            else:
                getattr(imagine, step)(world, seat, rng)
        return type(self)(world)


class KeepsGnomes(Imagines):
    without = ("deal_hands_again", "fill_slots_again", "swap_again")


class KeepsTheSwap(Imagines):
    without = ("swap_again",)


class KeepsEvents(Imagines):
    without = ("deal_events_again",)


class KeepsMemories(Imagines):
    without = ("remember_again",)


class KeepsBribes(Mask):
    """What is laid face down stays what it is; the hands are dealt from the rest."""

    def imagine(self, seat: i64, rng: Random) -> State:
        world = self.true.imagine(seat, rng)
        for other in range(world.seats):
            true, imagined = self.true.laid[other], world.laid[other]
            if true != imagined:
                world.left_over += unit(imagined) - unit(true)
                world.laid[other] = true
        return type(self)(world)


class DealsByTheTruth(Mask):
    """What is imagined depends on what another seat holds."""

    def imagine(self, seat: i64, rng: Random) -> State:
        for _ in range(sum(self.true.hands) % 5 + self.true.events[(seat + 1) % self.true.seats] % 5):
            rng.random()
        return type(self)(self.true.imagine(seat, rng))


class ForgetsWhatItIsSureOf(Mask):
    """Deals anew what a seat has seen in the hands of others."""

    def imagine(self, seat: i64, rng: Random) -> State:
        forgetful = self.true.clone()
        forgetful.memory.forget()
        world = forgetful.imagine(seat, rng)
        world.memory = self.true.memory.clone()
        imagine.remember_again(world, seat)
        return type(self)(world)


class ForgetsWhoHoldsWhichBribe(Mask):
    """Deals anew the bribes that everybody has seen."""

    def imagine(self, seat: i64, rng: Random) -> State:
        forgetful = self.true.clone()
        if forgetful.phase in (ACTS, REPLIES, SHOWS):
            forgetful.shown = vec[i64]([0] * forgetful.seats)
        return type(self)(forgetful.imagine(seat, rng))


# What may be done, and what comes of it


class FearsTheNextHand(Mask):
    """What a seat may do depends on what the next one secretly holds."""

    def legal(self) -> vec[i32]:
        legal = super().legal()
        if self.true.phase != ACTS or self.true.hands[self.true.left_of(self.true.active)] % 2:
            return legal
        return vec[i32](list(legal)[1:])


class SharedMemory(Shares):
    what = "memory"


class SharedEvents(Shares):
    what = "events"


class GivesAnyGnome(Mask):
    """In a swap a card comes back that the action does not name."""

    shared = Random(5)

    def apply(self, action: i64) -> None:
        legal = list(self.true.legal())
        self.true.apply(legal[self.shared.randrange(len(legal))] if self.true.phase == REPLIES else action)


class SwapsDouble(Mask):
    """Whoever offers a gnome keeps it as well."""

    def apply(self, action: i64) -> None:
        swapping, kept = self.true.phase == SHOWS, self.true.hands[:]
        self.true.apply(action)
        if swapping and self.true.phase != REPLIES:
            self.true.hands[self.true.active] = kept[self.true.active]


class RanksByTheLastRound(Mask):
    """Whoever did best in the last round wins, whatever the totals are."""

    def ranks(self) -> vec[i64]:
        points = list(self.true.last_points())
        return vec[i64](sum(other > mine for other in points) for mine in points)


# Words


def without(place: int) -> Callable[[Any], str]:
    """A notation that has nothing in one of its words."""

    def write(state: Any) -> str:
        words = GAME.notation.write(state).split()
        words[place] = "/".join(["-"] * state.seats) if "/" in words[place] else "-"
        return " ".join(words)

    return write


def without_waiting_cards(state: Any) -> str:
    """Come Back! and Stand Still! are forgotten while they wait for the next step."""
    return GAME.notation.write(state).replace("+back", "").replace("+halt", "")


def tell_everybody(state: Any, action: int, seat: int) -> str:
    """The log that the actor reads is everybody's."""
    return GAME.moves.tell(state, action, state.active if state.phase in (ACTS, DRAWS) else seat)


def tell_bribes(state: Any, action: int, seat: int) -> str:
    return GAME.moves.tell(state, action, state.asked if state.phase == BRIBES_NOW else seat)


def merit_with_a_hint(state: Any, action: int) -> str:
    return f"seat {state.left_of(state.asked)} holds {gnomes_of(state, state.left_of(state.asked))}"


def refusal_with_a_hint(state: Any, action: int) -> Refusal:
    refusal = GAME.reasons.why(state, action)
    if state.phase != BRIBES_NOW:
        return refusal
    return Refusal(f"{refusal.reason}; so far {[bribe_of(state, seat) for seat in range(state.seats)]}", refusal.clause)


def wrong(law: str, mask: type[Mask] = Mask, peek: bool = False, **answers: Answers) -> Mutant:
    return Mutant(Table(behind(GAME, mask, **answers), SEATS, {**USUAL, "swap_peek": peek}), law)


MUTANTS: dict[str, Mutant] = {
    "a leak in view: the hands": wrong(
        LOOKS, view={"view": seats_with(GAME, lambda s, seat: {"sure": gnomes_of(s, seat)})}
    ),
    "a leak in view: the events": wrong(
        LOOKS, view={"view": seats_with(GAME, lambda s, seat: {"shown": events_of(s, seat)})}
    ),
    "a leak in view: a bribe that lies face down": wrong(
        LOOKS, view={"view": seats_with(GAME, lambda s, seat: {"bribe": bribe_of(s, seat)})}
    ),
    "a leak in view: what is offered in a swap": wrong(LOOKS, view={"view": view_with_the_offer}),
    "a leak in view: what is returned in a swap": wrong(LOOKS, view={"view": view_with_the_returned}),
    "a leak in view: what was given up in a call": wrong(LOOKS, view={"view": view_into_the_piles}),
    "a leak in glimpse: a gnome that is dealt": wrong(NO_MORE, seen_in(DEAL_HANDS)),
    "a leak in glimpse: an event that is dealt": wrong(NO_MORE, seen_in(DEAL_EVENTS)),
    "a leak in glimpse: a call or an offer": wrong(NO_MORE, seen_in(ACTS)),
    "a leak in glimpse: what is returned": wrong(NO_MORE, seen_in(REPLIES)),
    "a leak in glimpse: a bribe": wrong(NO_MORE, seen_in(BRIBES_NOW)),
    "a leak in glimpse: a gnome that is drawn": wrong(NO_MORE, seen_in(DRAWS)),
    "a glimpse that hides a bribe that is turned up": wrong(STAYS, unseen_in(TURNS_UP)),
    "a glimpse that hides what is put in the village": wrong(STAYS, unseen_in(REPLACES)),
    "a glimpse that hides a hand that is laid down": wrong(STAYS, unseen_in(LAYS_DOWN)),
    "a glimpse that hides the offer from the partner": wrong(STAYS, unseen_in(SHOWS)),
    "a disclosure without an action: bribes": wrong(STAYS, TurnsAllBribesUpAtOnce),
    "a disclosure without an action: an offer": wrong(STAYS, LooksAtTheOfferAtOnce),
    "an imagine that is the truth": wrong(ALONE, ImaginesTheTruth),
    "an imagine that keeps gnomes": wrong(ALONE, KeepsGnomes),
    "an imagine that keeps a swap": wrong(ALONE, KeepsTheSwap),
    "an imagine that keeps events": wrong(ALONE, KeepsEvents),
    "an imagine that keeps face-down bribes": wrong(ALONE, KeepsBribes),
    "an imagine that keeps the others' memories": wrong(ALONE, KeepsMemories),
    "an imagine that depends on the truth": wrong(ALONE, DealsByTheTruth),
    "an imagine that forgets what was seen": wrong(STAYS, ForgetsWhatItIsSureOf),
    "an imagine that forgets who holds which bribe": wrong(LOOKS, ForgetsWhoHoldsWhichBribe),
    "legal actions that depend on a secret": wrong(LOOKS, FearsTheNextHand),
    "a shared memory in clone": wrong("a_clone_shares_nothing", SharedMemory),
    "shared events in clone": wrong("a_clone_shares_nothing", SharedEvents),
    "a swap that is drawn by lot": wrong("the_same_action_has_the_same_effect", GivesAnyGnome),
    "a swap that doubles a gnome": wrong("nothing_is_lost_and_nothing_appears", SwapsDouble),
    "a position without what each seat is sure of": wrong(READS, notation={"write": without(18)}),
    "a position without the bribes that were shown": wrong(READS, notation={"write": without(19)}),
    "a position without cards that wait for the next step": wrong(READS, notation={"write": without_waiting_cards}),
    "ranks by the last round alone": wrong("ranks_follow_scores", RanksByTheLastRound),
    "a leak in the log: calls and draws": wrong(STAYS, moves={"tell": tell_everybody}),
    "a leak in the log: bribes": wrong(STAYS, moves={"tell": tell_bribes}),
    "a leak in a merit": wrong(LOOKS, reasons={"merit": merit_with_a_hint}),
    "a leak in a refusal": wrong(LOOKS, reasons={"why": refusal_with_a_hint}),
}
