"""What a bot needs to know quickly."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourleaf.engine.bits import bit, has
from fourleaf.engine.plan import Effort, SearchPlan
from fourleaf.games.flipslide.board import (
    CLOVER,
    COLOURS,
    DIRECTIONS,
    EMPTY,
    FLIP,
    MOST_COPIES,
    NONE,
    PLACE,
    RABBIT,
    RED,
    SLIDE,
    TO,
    VIOLET,
    beside,
    touch,
)
from fourleaf.games.flipslide.rules import (
    ACT,
    FINISHED,
    SHOW_FLIPPED,
    SLIDE_TO,
    FlipSlide,
)

SEARCH: Final = SearchPlan(
    # A tree, because where nothing is hidden it sees sharply what lies further off; and no horizon, because blind play
    # would blur what the standing tells. It rewards long thought.
    levels={
        "easy": Effort(30, 1.6),
        "medium": Effort(40, 0.8),
        "hard": Effort(100, 0.3),
        "master": Effort(1500, 0.0),
    },
)
IN_TWO_ACTIONS: Final = (1.0, 0.5, 0.2, 0.08, 0.03, 0.01, 0.005)
"""How likely a seat is to win in a turn that it begins with so many breaks in its best chain."""
IN_ONE_ACTION: Final = (1.0, 0.4, 0.15, 0.03, 0.01)
LATER: Final = 0.6
"""What a chain without breaks would be worth to a seat in its turn after that; each break leaves it FEWER of it."""
FEWER: Final = 0.7
FAR_SIGHT: Final = 5
"""Jumps that are looked ahead; alone a loop of three goes on for ever."""
FAR: Final = 99
"""More breaks than any chain has."""
HIDDEN_COLOUR: Final = 1
"""What it costs a chain, beside the contacts, that a colour is not up yet."""
COPIES: Final = MOST_COPIES + 1
"""The copies that a chain can choose from: the face-up tiles of a colour, and last one that is still hidden."""


def standing(state: FlipSlide) -> list[float]:
    """How likely each seat is to win: for sure with the next slide, or else from the breaks in its best chain."""
    if state.phase == SHOW_FLIPPED:
        return _after_the_flip(state)
    if state.phase == SLIDE_TO:
        return _after_the_best_slide(state)
    if state.phase == ACT and state.seats > 1 and _can_finish(state):
        return [1.0 if seat == state.turn else 0.0 for seat in range(state.seats)]
    return _at_a_glance(state)


def _can_finish(state: FlipSlide) -> bool:
    """Whether the seat that acts wins with its next slide."""
    # FAST: few colours can, and a tile of one has to be joined to both its neighbours in the rainbow.
    wanted = _finishers(state)
    if breaks_of(state)[state.turn] == 1:
        wanted |= bit(RABBIT + state.turn)
    if wanted == 0:
        return False
    for action in state.legal():
        if action >= SLIDE and action < TO and has(wanted, i64(state.what[i64(action) - SLIDE])):
            in_hand = state.clone()
            in_hand.apply(i64(action))
            for to in in_hand.legal():
                if _joins(in_hand, i64(to) - TO) >= _neighbours(state.what[i64(action) - SLIDE]):
                    after = in_hand.clone()
                    after.apply(i64(to))
                    if after.winner == state.turn:
                        return True
    return False


def _neighbours(what: u8) -> i64:
    """How many tiles a tile must be joined to for its part in a rainbow; a rabbit touches any."""
    return 1 if what == RED or what >= VIOLET else 2


def _at_a_glance(state: FlipSlide) -> list[float]:
    """The same, without a look at what the next slide could do."""
    if state.phase == FINISHED:
        # F7.2 A draw is shared out.
        drawn = state.winner == NONE and state.seats > 1
        return [1 / int(state.seats)] * int(state.seats) if drawn else [float(score) for score in state.scores()]
    if NONE in state.rabbits:
        return [0.5 / int(state.seats)] * state.seats
    return [_alone(state)] if state.seats == 1 else _in_turn(state)


def _after_the_flip(state: FlipSlide) -> list[float]:
    hopes = [0.0] * state.seats
    odds = [int(weight) for weight in state.odds()]
    for action, weight in zip(state.legal(), odds, strict=True):
        after = state.clone()
        after.apply(int(action))
        hopes = [hope + more * weight / sum(odds) for hope, more in zip(hopes, standing(after), strict=True)]
    return hopes


def _after_the_best_slide(state: FlipSlide) -> list[float]:
    """A tile in hand counts as what the seat will make of it."""
    best: list[float] = []
    # FAST: where the tile joins nothing, one place is as good as another, and the first one counts for all.
    away = False
    for action in state.legal():
        joins = _joins(state, i64(action) - TO) > 0
        if joins or not away:
            away = away or not joins
            after = state.clone()
            after.apply(i64(action))
            hopes = _at_a_glance(after)
            if not best or hopes[state.turn] > best[state.turn]:
                best = hopes
    return best


def _joins(state: FlipSlide, cell: i64) -> i64:
    """How many tiles beside a cell the tile in hand could be chained to there."""
    held = i64(state.what[state.held])
    joined: i64 = 0
    for direction in range(DIRECTIONS):
        there = beside(cell, direction)
        other = i64(state.what[there])
        if there == state.held or other in (EMPTY, CLOVER):
            continue
        # A rabbit wants any colour beside it, a colour wants a rabbit or one of the two colours next to it.
        if held >= RABBIT or other >= RABBIT:
            if held < RABBIT or other < RABBIT:
                joined += 1
        elif held - other == 1 or other - held == 1:
            joined += 1
    return joined


def _in_turn(state: FlipSlide) -> list[float]:
    """Each seat may win in its next turn, if those before it have not, or else later; by whose turn comes when."""
    hopes = [0.0] * state.seats
    breaks = breaks_of(state)
    open_still = 1.0
    for after in range(state.seats):
        seat = (state.turn + after) % state.seats
        chances = IN_ONE_ACTION if after == 0 and state.action > 1 else IN_TWO_ACTIONS
        now = chances[min(breaks[seat], len(chances) - 1)]
        hopes[seat] = open_still * (now + (1 - now) * LATER * FEWER ** int(breaks[seat]))
        open_still *= 1 - now
    return hopes


def _alone(state: FlipSlide) -> float:
    """How near the rainbow is, and how long the rabbit can go on jumping."""
    jumps = _jumps_ahead(state, state.rabbits[0], state.previous, FAR_SIGHT)
    return (jumps / FAR_SIGHT) * (1 + FEWER ** int(breaks_of(state)[0])) / 2


def _jumps_ahead(state: FlipSlide, start: int, previous: int, most: int) -> int:
    """How many jumps in a row are possible from a cell while the patch lies as it does, up to `most`."""
    longest = 0
    if most == 0:
        return 0
    for direction in range(DIRECTIONS):
        cell = state.landing(start, direction, state.rabbits[0])
        if cell not in (NONE, previous):
            longest = max(longest, 1 + _jumps_ahead(state, cell, start, most - 1))
        if longest == most:
            break
    return longest


def priority(state: FlipSlide, action: int) -> float:
    """A flip before a slide, as flips bring new colours; and a tile goes where it joins others."""
    if TO <= action < PLACE and state.phase == SLIDE_TO:
        return float(_joins(state, action - TO))
    return 1.0 if FLIP <= action < SLIDE else 0.0


# How far a chain is from being whole


def breaks_of(state: FlipSlide) -> vec[i64]:
    """How many contacts and colours each seat's best chain from red to violet lacks; 0 when it is connected."""
    copies = _copies(state)
    up = _breaks_up_to(copies, 0, 1)
    down = _breaks_up_to(copies, COLOURS - 1, NONE)
    best: i64 = FAR
    for place in range(COLOURS * COPIES - COPIES, COLOURS * COPIES):
        best = min(best, up[place])
    breaks = vec[i64]([best + 1] * state.seats)
    for place in range(COPIES if state.red_only else COLOURS * COPIES):
        if copies[place] != NONE:
            for seat in range(state.seats):
                if touch(copies[place], state.rabbits[seat]):
                    breaks[seat] = min(breaks[seat], up[place] + down[place])
    return breaks


def _finishers(state: FlipSlide) -> i64:
    """The colours, as the set of RED + colour, of which one tile in its place would make a whole chain."""
    copies = _copies(state)
    up = _breaks_up_to(copies, 0, 1)
    down = _breaks_up_to(copies, COLOURS - 1, NONE)
    found: i64 = 0
    for colour in range(COLOURS):
        if _is_whole(up, colour - 1) and _is_whole(down, colour + 1):
            found |= bit(RED + colour)
    return found


def _is_whole(breaks: vec[i64], colour: i64) -> bool:
    """Whether a chain that ends with this colour has no breaks; before red and behind violet none is needed."""
    if colour < 0 or colour == COLOURS:
        return True
    for place in range(colour * COPIES, colour * COPIES + COPIES):
        if breaks[place] == 0:
            return True
    return False


def _copies(state: FlipSlide) -> vec[i64]:
    """The cells of the face-up tiles, COPIES places a colour."""
    copies = vec[i64]([NONE] * (COLOURS * COPIES))
    for cell in state.tiles:
        if state.what[cell] < CLOVER:
            place = (i64(state.what[cell]) - RED) * COPIES
            while copies[place] != NONE:
                place += 1
            copies[place] = cell
    return copies


def _breaks_up_to(copies: vec[i64], first: i64, step: i64) -> vec[i64]:
    """The breaks of the best chain from the first colour to each copy, colour by colour in steps of 1 or -1."""
    breaks = vec[i64]([FAR] * (COLOURS * COPIES))
    colour = first
    while colour >= 0 and colour < COLOURS:
        for place in range(colour * COPIES, colour * COPIES + COPIES):
            hidden = place % COPIES == MOST_COPIES
            if copies[place] != NONE or hidden:
                best: i64 = 0 if colour == first else FAR
                before = (colour - step) * COPIES
                if colour != first:
                    for earlier in range(before, before + COPIES):
                        if breaks[earlier] < best:
                            best = min(best, breaks[earlier] + _gap(copies[earlier], copies[place]))
                breaks[place] = best + (HIDDEN_COLOUR if hidden else 0)
        colour += step
    return breaks


def _gap(one: i64, other: i64) -> i64:
    return 0 if one != NONE and other != NONE and touch(one, other) else 1
