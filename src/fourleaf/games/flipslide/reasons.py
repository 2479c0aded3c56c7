"""Why a wish is illegal, with its clause, and what speaks for a move."""

from __future__ import annotations

from mypy_extensions import i64

from fourleaf.engine.game import Refusal
from fourleaf.engine.sentences import seat_name
from fourleaf.games.flipslide.advice import FAR_SIGHT, _jumps_ahead, breaks_of
from fourleaf.games.flipslide.board import (
    CELLS,
    CLOVER,
    COLOUR_NAMES,
    EMPTY,
    FLIP,
    JUMP,
    NONE,
    PASS,
    PLACE,
    RABBIT,
    SHOW,
    SLIDE,
    TO,
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
        return f"it gives a rainbow to {seat_name(after.winner)}, who wins"
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
                return f"the best chain of {seat_name(seat)} then lacks {_compared(theirs, theirs_before)}"
    return f"your best chain then lacks {_compared(then, before)}"


def _lacking(state: FlipSlide, seat: i64) -> i64:
    return breaks_of(state)[seat]


def _compared(then: i64, before: i64) -> str:
    return f"{_links(then)}, as before" if then == before else f"{_links(then)} instead of {before}"


def _links(count: i64) -> str:
    return "one link" if count == 1 else f"{count} links"
