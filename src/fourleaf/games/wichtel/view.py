"""What each seat may see of the village, in structures, in one line, and drawn in characters."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.counts import listed_kinds, size_of, unit
from fourleaf.engine.errors import listed
from fourleaf.engine.move import KindOfMove
from fourleaf.engine.options import Options
from fourleaf.engine.sentences import seat_name
from fourleaf.engine.state import OVER
from fourleaf.games.wichtel import board, rules
from fourleaf.games.wichtel.board import EVENT_CODES, GNOME_CODES, KINDS, LEFT, NONE, RIGHT, ROOM, knows
from fourleaf.games.wichtel.moves import MOVES, gnome
from fourleaf.games.wichtel.notation import PHASES, Phase
from fourleaf.games.wichtel.rules import Wichtel


class Judged(msgspec.Struct, frozen=True):
    """What four gnomes are worth together, and how that comes about."""

    result: int
    points: int
    """The values of those who are not dismissed."""
    title: str | None
    """The title's id on the board; its name is printed there in every language."""
    title_points: int
    dismissed: tuple[str, ...]
    stands_for: str | None
    """The gnome that the Witch Doctor stands for."""
    turned: bool
    """Whether the Widow turned the result negative."""
    words: str


class Prospect(msgspec.Struct, frozen=True):
    """What a gnome of the village would make of the viewer's four, and the one of them that would go for it."""

    put: str
    judged: Judged


class Slot(msgspec.Struct, frozen=True):
    """A gnome in a pile, as far as the viewer knows it, and the seat that gave it up in a call."""

    gnome: str | None
    caller: int | None


class Pile(msgspec.Struct, frozen=True):
    """A pile beside the village, bottom first."""

    draws: bool
    slots: tuple[Slot, ...]


class Place(msgspec.Struct, frozen=True):
    """A place of the village."""

    gnome: str | None
    leaves_next: bool
    prospect: Prospect | None
    """The best that the viewer could make of it."""


class SeatView(msgspec.Struct, frozen=True):
    """What the viewer knows of a seat."""

    total: int
    gnomes: int
    sure: tuple[str, ...]
    """The gnomes that the viewer is sure of; its own hand is elsewhere."""
    events: int
    shown: tuple[str, ...]
    """The bribes that the seat is known to hold."""
    bribe: str | None
    """The bribe that lies before it: its code if the viewer knows it, ? face down."""


class LaidDown(msgspec.Struct, frozen=True):
    """A hand at the end of the last round, and the points it brought, bonus included."""

    hand: tuple[str, ...]
    judged: Judged
    points: int


class WichtelView(msgspec.Struct, frozen=True):
    """Everything that one seat may know."""

    seat: int
    phase: Phase
    actor: int
    active: int
    asked: int
    round: int
    turn: int
    lap: int
    target: int
    village: tuple[Place, ...]
    left: Pile
    right: Pile
    supervisor_free: bool
    back: bool
    halt: bool
    seats: tuple[SeatView, ...]
    hand: tuple[str, ...]
    """The viewer's own gnomes; a watcher has none."""
    judged: Judged | None
    events: tuple[str, ...]
    """The viewer's own events."""
    spent: tuple[str, ...]
    die_on: int | None
    """The place on which the die lies, or to which a gnome comes."""
    partner: int | None
    offer: str | None
    returned: str | None
    briber: int | None
    bribe: str | None
    need: int | None
    """What must be rolled."""
    rolled: int | None
    puts: tuple[Prospect, ...]
    """While the viewer takes a gnome: what each of its four that may go would leave."""
    sheet: tuple[tuple[int, ...], ...]
    """The points of each round that is over, by seat."""
    last_round: tuple[LaidDown, ...]
    ranks: tuple[int, ...]
    """Once the game is over."""
    may: tuple[KindOfMove, ...]
    """The kinds of move that the viewer may make now."""


def view(state: Wichtel, seat: int) -> WichtelView:
    """What a seat (or a watcher) may know."""
    return WichtelView(
        phase=PHASES[state.phase],
        actor=state.actor(),
        active=state.active,
        asked=state.asked,
        round=state.round + 1,
        turn=state.turn + 1,
        lap=state.turn // state.seats + 1,
        target=state.target,
        supervisor_free=state.free,
        back=state.back,
        halt=state.halt,
        spent=_events(state.spent),
        die_on=None if state.place == NONE else state.place + 1,
        partner=None if state.partner == NONE else state.partner,
        briber=None if state.briber == NONE else state.briber,
        bribe=None if state.bribe == NONE else EVENT_CODES[state.bribe],
        need=state.need() if state.phase in (rules.ROLLS, rules.MAY_LOOK) else None,
        rolled=state.die or None,
        sheet=tuple(
            [_points(tuple(state.laid_down(past)), state.widow_dismissed) for past in range(state.rounds_over())]
        ),
        last_round=_last_round(state),
        ranks=tuple(state.ranks()) if state.phase == rules.FINISHED else (),
        **_through_eyes(state, seat),
    )


def turned(state: Wichtel, view: WichtelView, seat: int) -> WichtelView:
    """What a seat (or a watcher) may know, from what another may: what lies open is the same for both."""
    return msgspec.structs.replace(view, **_through_eyes(state, seat))


def _through_eyes(state: Wichtel, seat: int) -> dict[str, Any]:
    """What is not the same for everybody."""
    hand = state.hands[seat] if seat >= 0 else 0
    offered = state.offer != NONE and state.offer_known(seat)
    returned = state.returned != NONE and state.returned_known(seat)
    square, observer = state.square, state.observer(seat)
    slots = tuple(square.slots)
    return {
        "seat": seat,
        "village": _village(tuple(square.village)[: state.seats], square.drawing, hand, state.widow_dismissed),
        "left": _pile(slots[LEFT * ROOM : LEFT * ROOM + square.sizes[LEFT]], square.drawing == LEFT, observer),
        "right": _pile(slots[RIGHT * ROOM : RIGHT * ROOM + square.sizes[RIGHT]], square.drawing == RIGHT, observer),
        "seats": tuple([_seat(state, other, seat) for other in range(state.seats)]),
        "hand": _gnomes(hand),
        "judged": _judged(hand, state.widow_dismissed) if size_of(hand) == board.RETINUE else None,
        "events": _events(state.events[seat]) if seat >= 0 else (),
        "offer": GNOME_CODES[state.offer] if offered else None,
        "returned": GNOME_CODES[state.returned] if returned else None,
        "puts": _puts(state, hand) if state.phase == rules.REPLACES and seat == state.asked else (),
        "may": tuple(dict.fromkeys([MOVES[action].kind for action in state.legal()])) if state.actor() == seat else (),
    }


# FAST: the same few hands are looked at again and again, by everybody.
@lru_cache(maxsize=4096)
def _gnomes(cards: int) -> tuple[str, ...]:
    return tuple([GNOME_CODES[kind] for kind in listed_kinds(cards)])


@lru_cache(maxsize=4096)
def _events(cards: int) -> tuple[str, ...]:
    return tuple([EVENT_CODES[kind] for kind in listed_kinds(cards)])


TITLE_NAMES: Final = {title["id"]: title["name"]["en"] for title in board.BOX["title"]}


@cache
def _judged(hand: int, widow_dismissed: bool) -> Judged:
    judged = board.judge(hand, widow_dismissed)
    title = None if judged.title == NONE else board.BOX["title"][judged.title]["id"]
    title_points = 0 if judged.title == NONE else board.TITLE_POINTS[judged.title]
    dismissed = _gnomes(judged.dismissed)
    joker = None if judged.joker == NONE else GNOME_CODES[judged.joker]
    words = [f"{judged.points} points"]
    words += [f"{listed(dismissed)} dismissed"] if dismissed else []
    words += [f"HD stands for {joker}"] if joker else []
    words += [f"title: {TITLE_NAMES[title]} {title_points:+}"] if title else ["no title"]
    words += ["turned by the Widow"] if judged.turned else []
    return Judged(
        result=judged.result,
        points=judged.points,
        title=title,
        title_points=title_points,
        dismissed=dismissed,
        stands_for=joker,
        turned=judged.turned,
        words=f"{judged.result}: {', '.join(words)}",
    )


@lru_cache(maxsize=8192)
def _village(kinds: tuple[int, ...], drawing: int, hand: int, widow_dismissed: bool) -> tuple[Place, ...]:
    leaving = 0 if drawing == RIGHT else len(kinds) - 1
    judges = size_of(hand) == board.RETINUE
    return tuple(
        [
            Place(
                gnome=None if kind == NONE else GNOME_CODES[kind],
                leaves_next=place == leaving,
                prospect=_prospect(kind, hand, widow_dismissed) if judges and kind != NONE else None,
            )
            for place, kind in enumerate(kinds)
        ]
    )


@lru_cache(maxsize=16384)
def _prospects(kind: int, hand: int, widow_dismissed: bool) -> tuple[Prospect, ...]:
    """What a gnome would make of a hand, for each kind that may go for it."""
    return tuple(
        Prospect(put=GNOME_CODES[put], judged=_judged(hand + unit(kind) - unit(put), widow_dismissed))
        for put in sorted(set(listed_kinds(hand)))
    )


@lru_cache(maxsize=16384)
def _prospect(kind: int, hand: int, widow_dismissed: bool) -> Prospect:
    return max(_prospects(kind, hand, widow_dismissed), key=lambda prospect: prospect.judged.result)


def _puts(state: Wichtel, hand: int) -> tuple[Prospect, ...]:
    return _prospects(state.square.village[state.place], hand, state.widow_dismissed)


@lru_cache(maxsize=4096)
def _points(hands: tuple[int, ...], widow_dismissed: bool) -> tuple[int, ...]:
    return tuple(board.round_points(vec[i64](hands), widow_dismissed))


@lru_cache(maxsize=8192)
def _pile(slots: tuple[int, ...], draws: bool, observer: int) -> Pile:
    return Pile(draws, tuple([_slot(slot, knows(observer, slot)) for slot in slots]))


@cache
def _slot(slot: int, known: bool) -> Slot:
    return Slot(gnome=GNOME_CODES[slot % KINDS] if known else None, caller=slot // KINDS - 1 if slot >= KINDS else None)


def _seat(state: Wichtel, other: int, seat: int) -> SeatView:
    laid = state.laid[other]
    face = state.turned_up(other) or other == seat
    return SeatView(
        total=state.totals[other],
        gnomes=size_of(state.hands[other]),
        sure=_gnomes(state.memory.of(state.observer(seat), other)),
        events=size_of(state.events[other]),
        shown=_events(state.shown[other]),
        bribe=None if laid == NONE else EVENT_CODES[laid] if face else "?",
    )


def _last_round(state: Wichtel) -> tuple[LaidDown, ...]:
    if not state.past_hands:
        return ()
    return _laid_down(tuple(state.laid_down(state.rounds_over() - 1)), state.widow_dismissed)


@lru_cache(maxsize=1024)
def _laid_down(hands: tuple[int, ...], widow_dismissed: bool) -> tuple[LaidDown, ...]:
    return tuple(
        LaidDown(hand=_gnomes(hand), judged=_judged(hand, widow_dismissed), points=points)
        for hand, points in zip(hands, _points(hands, widow_dismissed), strict=True)
    )


# One line

WAITS: Final = {
    "start": "let the village march or play a movement card",
    "action": "call, swap or recruit",
    "reply": "return a gnome",
    "bribe": "lay a bribe or pass",
    "nix": "cancel a bribe or pass",
    "look": "look again or pass",
    "give": "say who takes the gnome",
    "replace": "put one of its four in the village",
    "claim": "end the round or let it go on",
}
"""What another seat is to do."""
CARDS: Final = {"here": "Come Here!", "back": "Come Back!", "halt": "Stand Still!"}
"""The movement cards."""


def goal(seats: int, options: Options) -> str:
    """What to play for."""
    return (
        "Have the most points when the game ends: each round your four gnomes are judged, until somebody has "
        f"{options['target']} points or {board.MAX_ROUNDS} rounds are over."
    )


def prompt(view: WichtelView) -> str:
    """One line that says what the seat may do now, or whom it waits for."""
    if view.actor == OVER:
        return _end(view)
    if view.actor < 0:
        return "The cards speak."
    if view.actor != view.seat:
        return f"{seat_name(view.actor).capitalize()} is to {WAITS.get(view.phase) or _waits_at_the_end(view)}."
    return _own_prompt(view)


def _own_prompt(view: WichtelView) -> str:
    won = _gnome(view.village[view.die_on - 1].gnome) if view.die_on else None
    held = [card for kind, card in CARDS.items() if kind in view.may]
    match view.phase:
        case "start":
            return _sentence(
                f"let the village march, or first play {listed(held, 'or')}" if held else "let the village march"
            )
        case "action":
            return "Call a gnome from the pile, swap one with a rival, or recruit one of the village."
        case "reply":
            offer = f"offers you {_gnome(view.offer)}" if view.offer else "offers you a gnome face down"
            return f"{seat_name(view.active).capitalize()} {offer}: return one of yours."
        case "bribe":
            choice = "lay a bribe face down, or pass." if "bribe" in view.may else "pass, for you have no bribe to lay."
            return f"{seat_name(view.active).capitalize()} recruits {won}: {choice}"
        case "nix":
            return "Cancel a bribe against you, or pass." if "nix" in view.may else "You cannot cancel a bribe: pass."
        case "look":
            choice = "look again, or let it be." if "look" in view.may else "let it be."
            return f"You rolled {view.rolled} and needed {view.need}: {choice}"
        case "give":
            return f"He's the Best! Who must take {won}?"
        case "replace":
            return f"{won} is yours: put one of your four in its place."
        case "claim":
            return "The supervisor is here: end the round, or let it go on?"
    free = ["free the supervisor"] * ("free" in view.may)
    return _sentence(listed(["end your turn", *free, *(f"play {card}" for card in held)], "or"))


def _gnome(code: str | None) -> str:
    return "a gnome" if code is None else gnome(GNOME_CODES.index(code))


def _sentence(words: str) -> str:
    """A card's name ends with a mark of its own."""
    return f"{words[0].upper()}{words[1:]}{'' if words.endswith('!') else '.'}"


def _waits_at_the_end(view: WichtelView) -> str:
    free = [] if view.supervisor_free else ["free the supervisor"]
    return listed(["end its turn", *free, "play a movement card"], "or")


def _end(view: WichtelView) -> str:
    best = max(seen.total for seen in view.seats)
    winners = [seat_name(seat) for seat, rank in enumerate(view.ranks) if rank == 0]
    beaten = [seat_name(s) for s, rank in enumerate(view.ranks) if rank > 0 and view.seats[s].total == best]
    # W11.4 The last round breaks a tie.
    more = f"; {listed(beaten)} {'has' if len(beaten) == 1 else 'have'} as many, but fewer of the last round"
    won = f"{listed(winners).capitalize()} {'win' if len(winners) > 1 else 'wins'} with {best} points"
    return f"{won}{more if beaten else ''}."
