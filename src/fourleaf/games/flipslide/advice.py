"""What a bot needs to know quickly, and why a wish is illegal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from fourleaf.engine.bits import bit, has
from fourleaf.engine.game import Horizon, Refusal
from fourleaf.games.flipslide.board import (
    CELLS,
    CLOVER,
    COLOUR_NAMES,
    DIRECTIONS,
    EMPTY,
    FLIP,
    JUMP,
    NONE,
    PASS,
    PLACE,
    RABBIT,
    RED,
    SHOW,
    SLIDE,
    TO,
    VIOLET,
    beside,
    finishers,
)
from fourleaf.games.flipslide.moves import name_of, outcome, tile_name
from fourleaf.games.flipslide.rules import (
    ACT,
    FINISHED,
    JUMP_ON,
    PLACE_RABBIT,
    SHOW_FLIPPED,
    SHOW_TURNED,
    SLIDE_TO,
    FlipSlide,
)

HORIZON: Final = Horizon()
"""Blind play would blur what the standing tells."""
SIDE_BY_SIDE: Final = False
"""Where nothing is hidden a tree sees sharply what lies further off."""
ONE_WINNER: Final = True
"""Whoever does not make the rainbow has lost like the others."""
IN_TWO_ACTIONS: Final = (1.0, 0.5, 0.2, 0.08, 0.03, 0.01, 0.005)
"""How likely a seat is to win in a turn that it begins with so many breaks in its best chain."""
IN_ONE_ACTION: Final = (1.0, 0.4, 0.15, 0.03, 0.01)
LATER: Final = 0.6
"""What a chain without breaks would be worth to a seat in its turn after that; each break leaves it FEWER of it."""
FEWER: Final = 0.7
FAR_SIGHT: Final = 5
"""Jumps that are looked ahead; alone a loop of three goes on for ever."""


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
    wanted = finishers(state.what, state.tiles)
    if state.breaks()[state.turn] == 1:
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
    breaks = state.breaks()
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
    return (jumps / FAR_SIGHT) * (1 + FEWER ** int(state.breaks()[0])) / 2


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


# Refusals


def why(state: FlipSlide, action: int) -> Refusal:
    """Why an action is not legal now."""
    if state.phase == FINISHED:
        return Refusal(f"the game is over: {outcome(state)}", _clause_of_the_end(state))
    if state.phase == ACT:
        return _why_no_action(state, action)
    if state.phase == SLIDE_TO:
        return _why_not_there(state, action)
    if state.phase == PLACE_RABBIT:
        return _why_not_placed(state, action)
    if state.phase == JUMP_ON:
        return _why_no_jump(state, action)
    return _why_not_by_chance(state, action)


def _clause_of_the_end(state: FlipSlide) -> str:
    if state.winner != NONE:
        return "F3.3"
    if state.quiet >= state.quiet_limit:
        return "F7.2"
    return "F8.8" if state.clovers == 0 else "F8.7"


def _why_no_action(state: FlipSlide, action: int) -> Refusal:
    cell = (action - FLIP) % CELLS
    if action < FLIP:
        return Refusal("a colour comes up only when a tile is flipped", "F4.3")
    if action < SLIDE:
        return _why_no_flip(state, cell)
    if action < TO:
        return _why_no_slide(state, cell)
    if action < PLACE:
        return Refusal("first say which tile you slide", "F5.1")
    if action < JUMP:
        return Refusal("rabbits are placed before the first turn", "F2.4")
    if action < PASS:
        if state.seats > 1:
            return Refusal("a rabbit jumps only in the game for one", "F8.2")
        return Refusal("first you flip or slide, then the rabbit jumps", "F8.2")
    return Refusal("there is no pass while a tile can be flipped or slid", "F3.2")


def _why_no_flip(state: FlipSlide, cell: int) -> Refusal:
    what = state.what[cell]
    if what == EMPTY:
        return Refusal(f"there is no tile on {name_of(cell)}", "F4.1")
    if what == CLOVER:
        return Refusal(f"the clover on {name_of(cell)} has no open edge: tiles lie on all six sides", "F4.1")
    if what >= RABBIT:
        return Refusal(f"{tile_name(state, cell)} on {name_of(cell)} is not a clover", "F4.1")
    return Refusal(f"{tile_name(state, cell)} on {name_of(cell)} is face up, and never goes back", "F4.2")


def _why_no_slide(state: FlipSlide, cell: int) -> Refusal:
    tile = f"{tile_name(state, cell)} on {name_of(cell)}"
    if state.what[cell] == EMPTY:
        return Refusal(f"there is no tile on {name_of(cell)}", "F5.1")
    if state.what[cell] == CLOVER:
        return Refusal(f"{tile} is face down: flip it before you slide it", "F5.1")
    if not state.may_be_slid(cell):
        return Refusal(f"{tile} is not yours to slide", "F5.1")
    if state.is_closed(cell):
        return Refusal(f"{tile} was slid by the seat before you, and is closed in this turn", "F5.8")
    if state.is_bridge(cell):
        return Refusal(f"without {tile} the patch would fall apart", "F5.2")
    return Refusal(f"{tile} is stuck: it needs two open edges side by side", "F5.4")


def _why_not_there(state: FlipSlide, action: int) -> Refusal:
    cell = action - TO
    held = tile_name(state, state.held)
    if not TO <= action < PLACE:
        return Refusal(f"you have picked up {held}: say where it slides to", "F5.5")
    if cell == state.held:
        return Refusal(f"{held} must slide to a new place", "F5.5")
    if state.what[cell] != EMPTY:
        return Refusal(f"{tile_name(state, cell)} lies on {name_of(cell)}", "F5.3")
    if state.around[cell] == 0:
        return Refusal(f"on {name_of(cell)} it would touch no other tile", "F5.3")
    if state.slide_limit > 0 and _is_reached_without_a_limit(state, action):
        return Refusal(f"{name_of(cell)} is more than {state.slide_limit} steps away", "F9.2")
    return Refusal(f"the way to {name_of(cell)} is too tight: {held} would push other tiles", "F5.3")


def _is_reached_without_a_limit(state: FlipSlide, action: int) -> bool:
    free = state.clone()
    free.slide_limit = 0
    return action in free.legal()


def _why_not_placed(state: FlipSlide, action: int) -> Refusal:
    cell = action - PLACE
    if not PLACE <= action < JUMP:
        return Refusal("first every seat places its rabbit", "F2.4")
    if state.what[cell] != EMPTY:
        return Refusal(f"{tile_name(state, cell)} lies on {name_of(cell)}", "F2.4")
    if state.around[cell] != 0:
        return Refusal(f"{name_of(cell)} touches only a rabbit; it must touch a rainbow tile", "F2.4")
    return Refusal(f"{name_of(cell)} touches no tile of the patch", "F2.4")


def _why_no_jump(state: FlipSlide, action: int) -> Refusal:
    cell = action - JUMP
    if not JUMP <= action < PASS:
        return Refusal("now the rabbit must jump", "F8.3")
    if cell == state.previous:
        return Refusal(f"the rabbit came from {name_of(cell)} and may not jump back", "F8.6")
    if state.what[cell] != EMPTY:
        return Refusal(f"{tile_name(state, cell)} lies on {name_of(cell)}", "F8.4")
    return Refusal("a jump goes straight over a row of tiles to the first empty cell behind it", "F8.4")


def _why_not_by_chance(state: FlipSlide, action: int) -> Refusal:
    flipping = state.phase == SHOW_FLIPPED
    if flipping or state.phase == SHOW_TURNED:
        clause = "F4.3" if flipping else "F2.3"
        if action < FLIP:
            return Refusal(f"every {COLOUR_NAMES[action - SHOW]} tile is face up already", clause)
        return Refusal(f"first the tile on {name_of(state.held)} shows its colour", clause)
    if FLIP <= action < SLIDE:
        return Refusal(f"no tile lies face down on {name_of(action - FLIP)}", "F2.3")
    return Refusal("first tiles of the patch are turned up", "F2.3")


# What speaks for a move


def merit(state: FlipSlide, action: int) -> str:
    """What speaks for a legal action, in words."""
    if action == PASS:
        return "there is nothing to flip and nothing to slide"
    if FLIP <= action < SLIDE:
        return _merit_of_flip(state)
    if SLIDE <= action < TO:
        return _merit_of_picking_up(state, action)
    after = state.clone()
    after.apply(action)
    if after.phase == FINISHED:
        return _merit_of_the_end(state, after)
    if JUMP <= action < PASS:
        return _merit_of_jump(state, action - JUMP)
    return _merit_of_place(state, after)


def _merit_of_flip(state: FlipSlide) -> str:
    if state.seats == 1 and state.clovers == 1:
        return "it is the last clover, and with it the game is lost"
    if state.seats == 1 and not state.can_jump():
        return "only a rainbow saves you, as no jump is left after it"
    return f"it shows a colour, and your best chain lacks {_links(_lacking(state, state.turn))}"


def _merit_of_picking_up(state: FlipSlide, action: int) -> str:
    """A tile that is picked up is as good as the best place for it."""
    held = state.clone()
    held.apply(action)
    fewest: i64 = NONE
    for place in held.legal():
        after = held.clone()
        after.apply(int(place))
        if after.winner == state.turn:
            return "with it you can finish a rainbow at your rabbit"
        lacking = _lacking(after, state.turn)
        fewest = lacking if fewest == NONE else min(fewest, lacking)
    return f"at best your chain then lacks {_compared(fewest, _lacking(state, state.turn))}"


def _merit_of_the_end(state: FlipSlide, after: FlipSlide) -> str:
    if after.winner == state.turn:
        return "your rabbit is then at a rainbow: you win"
    if after.winner != NONE:
        return f"it gives a rainbow to seat {after.winner}, who wins"
    return outcome(after)


def _merit_of_jump(state: FlipSlide, cell: i64) -> str:
    jumps = _jumps_ahead(state, cell, state.rabbits[0], FAR_SIGHT)
    if jumps == 0:
        return "as the tiles lie, there is no jump from there"
    many = f"{jumps} more jumps" if jumps > 1 else "one more jump"
    return f"as the tiles lie, there is room for {many} in a row from there"


def _merit_of_place(state: FlipSlide, after: FlipSlide) -> str:
    """What a tile or a rabbit in its new place does for the own chain, or else against another's."""
    then = _lacking(after, state.turn)
    if state.phase == PLACE_RABBIT:
        return f"your best chain there lacks {_links(then)}"
    # The tile in hand lies where it was until it is put down.
    before = _lacking(state, state.turn)
    if then == before:
        for seat in range(state.seats):
            theirs, theirs_before = _lacking(after, seat), _lacking(state, seat)
            if seat != state.turn and theirs > theirs_before:
                return f"the best chain of seat {seat} then lacks {_compared(theirs, theirs_before)}"
    return f"your best chain then lacks {_compared(then, before)}"


def _lacking(state: FlipSlide, seat: i64) -> i64:
    return state.breaks()[seat]


def _compared(then: i64, before: i64) -> str:
    return f"{_links(then)}, as before" if then == before else f"{_links(then)} instead of {before}"


def _links(count: i64) -> str:
    return "one link" if count == 1 else f"{count} links"
