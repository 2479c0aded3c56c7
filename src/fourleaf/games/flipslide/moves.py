"""The written language of Flip & Slide: moves, lines of the log, and whole positions in one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeVar

from fourleaf.engine.errors import IllegalMove, NotAMove, listed
from fourleaf.engine.move import Block, Move, Vocabulary, every, reckoned
from fourleaf.engine.sentences import seat_name
from fourleaf.engine.state import CHANCE
from fourleaf.games.flipslide.board import (
    CELL_OF,
    CELLS,
    CLOVER,
    COLOUR_CODES,
    COLOUR_NAMES,
    EMPTY,
    FLIP,
    JUMP,
    LAST_CELL,
    NONE,
    PASS,
    PLACE,
    PLACES,
    RABBIT,
    RED,
    SHOW,
    SLIDE,
    STEP,
    TO,
    cell_of,
    q_of,
    r_of,
)
from fourleaf.games.flipslide.rules import (
    FINISHED,
    SLIDE_TO,
    FlipSlide,
)


class Show(Move, frozen=True, tag="show"):
    """A tile that is turned over shows its colour."""

    colour: str


class OnCell(Move, frozen=True):
    """A move that concerns one cell."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.kind} {PLACES[cell_of(self.q, self.r)]}"


class Flip(OnCell, frozen=True, tag="flip"):
    """The face-down tile on a cell is turned over."""


class Slide(OnCell, frozen=True, tag="slide"):
    """A seat picks up the tile on a cell to slide it."""

    HALF = True


class SlideTo(OnCell, frozen=True, tag="to"):
    """The tile that was picked up slides to a cell, by a way of one digit a step: the direction of F1.2."""

    path: str = ""
    """Known where a tile is in hand, and not part of what a person types."""


class Place(OnCell, frozen=True, tag="place"):
    """A seat adds its rabbit to the patch."""


class Jump(OnCell, frozen=True, tag="jump"):
    """Alone: the rabbit jumps to a cell."""


class Pass(Move, frozen=True, tag="pass"):
    """There is nothing to flip and nothing to slide."""


C = TypeVar("C", bound=OnCell)


def _on_every_cell(kind: type[C]) -> Block[C]:
    """A cell has one usual name and, as the plane is wound up, many others."""
    return reckoned(kind, CELLS, lambda cell: kind(q_of(cell), r_of(cell)), lambda move: cell_of(move.q, move.r))


MOVES: Final = Vocabulary(
    every(Show, colour=COLOUR_NAMES),
    *map(_on_every_cell, (Flip, Slide, SlideTo, Place, Jump)),
    every(Pass),
    examples="flip F13 or slide G8 or to E10",
)


def spell(state: FlipSlide, action: int) -> Move:
    """The move that a number stands for; a slide comes with its way round the patch."""
    return spell_all(state, (action,))[0]


def spell_all(state: FlipSlide, actions: Iterable[int]) -> list[Move]:
    """The moves that some numbers stand for; the ways round the patch are looked for once."""
    if state.phase != SLIDE_TO:
        return [MOVES[action] for action in actions]
    found = ways(state)
    return [_slide(action - TO, found) if TO <= action < PLACE else MOVES[action] for action in actions]


def _slide(cell: int, found: Mapping[int, str]) -> SlideTo:
    return SlideTo(q_of(cell), r_of(cell), found.get(cell, ""))


DIGITS: Final = {int(step) & LAST_CELL: str(direction) for direction, step in enumerate(STEP)}


def ways(state: FlipSlide) -> Mapping[int, str]:
    """Every cell that the tile in hand can slide to, nearest first, and the way there: one digit a step."""
    return _spelled(tuple(state.walks()))


# Every destination of a position is spelled by itself, and all of them have the same walks.
@lru_cache(maxsize=64)
def _spelled(walks: tuple[int, ...]) -> Mapping[int, str]:
    reached = walks[: walks.index(NONE)]
    paths = [""]
    for step in reached[1:]:
        before = step // CELLS
        paths.append(paths[before] + DIGITS[(step - reached[before]) & LAST_CELL])
    return MappingProxyType({step & LAST_CELL: path for step, path in zip(reached[1:], paths[1:], strict=True)})


VERBS: Final[dict[str, type[OnCell]]] = {
    **dict.fromkeys(("flip", "turn", "turn up", "turn over", "f", "x"), Flip),
    **dict.fromkeys(("slide", "pick", "pick up", "lift", "move", "s"), Slide),
    **dict.fromkeys(("to", "go to", "slide to", "move to"), SlideTo),
    **dict.fromkeys(("place", "add", "put", "p"), Place),
    **dict.fromkeys(("jump", "hop", "jump to", "hop to", "j"), Jump),
}
PLACE_NAME: Final = r"-?[a-z]{1,2}-?\d{1,3}"
WISH: Final = re.compile(r"(?P<verb>[a-z ]*?) ?\(?(?P<q>-?\d{1,4})(?: ?, ?| )(?P<r>-?\d{1,4})\)?")
WISH_BY_NAME: Final = re.compile(rf"(?P<verb>[a-z]+(?: [a-z]+)?) (?P<place>{PLACE_NAME})")
BOTH_AT_ONCE: Final = re.compile(
    rf"(s|slide|move) ?({PLACE_NAME}|-?\d+ ?, ?-?\d+) ?(>|to|-->?) ?({PLACE_NAME}|-?\d+ ?, ?-?\d+)"
)


def read(text: str) -> Move:
    """The move that a person typed: `flip F13`, `slide G8`, `to E10`, `red`, `pass`, or with q and r: `flip 3,0`."""
    words = " ".join(text.casefold().replace("−", "-").split())
    if words in ("put back", "put it back", "back", "cancel", "drop"):
        raise IllegalMove(text, "a tile that was picked up must slide to a new place", "F5.5")
    if words in ("pass", "skip", "-"):
        return Pass()
    colour = words.removeprefix("show ").removeprefix("=")
    for name, code in zip(COLOUR_NAMES, COLOUR_CODES, strict=True):
        if colour in (name, code.casefold()):
            return Show(name)
    if both := BOTH_AT_ONCE.fullmatch(words):
        first, then = both[2].upper(), both[4].upper()
        raise NotAMove(f"a slide is two moves: slide {first}, and then to {then}")
    named = WISH_BY_NAME.fullmatch(words)
    if named and named["verb"] in VERBS:
        cell = _cell_called(named["place"].upper())
        return MOVES[VERBS[named["verb"]](int(q_of(cell)), int(r_of(cell))).action]
    wish = WISH.fullmatch(words)
    if wish is None or wish["verb"] not in VERBS:
        raise MOVES.unknown(text)
    return MOVES[VERBS[wish["verb"]](int(wish["q"]), int(wish["r"])).action]


def _cell_called(place: str) -> int:
    """The cell of that name; a row has every second column."""
    if place not in CELL_OF:
        found = re.fullmatch(r"(-?[A-Z]+)(-?\d+)", place)
        assert found is not None
        row, column = found[1], int(found[2])
        beside = [name for name in (f"{row}{column - 1}", f"{row}{column + 1}") if name in CELL_OF]
        raise NotAMove(f"there is no cell {place}" + (f"; there are {listed(beside)}" if beside else ""))
    return CELL_OF[place]


def name_of(cell: int) -> str:
    """A cell as people call it."""
    return PLACES[cell]


def tile_name(state: FlipSlide, cell: int) -> str:
    """What lies on a cell, in words."""
    what = int(state.what[cell])
    if what == EMPTY:
        return "nothing"
    if what == CLOVER:
        return "the clover"
    return COLOUR_NAMES[what - RED] if what < CLOVER else f"the rabbit of {seat_name(what - RABBIT)}"


def about(state: FlipSlide, action: int) -> int:
    """The seat that an action is about; what a tile shows is nobody's luck alone."""
    return int(state.actor())


def tell(state: FlipSlide, action: int, seat: int) -> str:
    """One line of the log: what everybody hears of an action that is about to be applied."""
    after = state.clone()
    after.apply(action)
    return _what_happens(state, action) + _what_comes_of_it(after)


def _what_happens(state: FlipSlide, action: int) -> str:
    who = seat_name(state.turn)
    if action == PASS:
        return f"{who} can neither flip nor slide"
    if action < FLIP:
        return f"the tile on {name_of(state.held)} is {COLOUR_NAMES[action - SHOW]}"
    cell = (action - FLIP) % CELLS
    if action < SLIDE:
        turned = f"the clover on {name_of(cell)}"
        return f"{turned} is turned up" if state.actor() == CHANCE else f"{who} flips {turned}"
    if action < TO:
        return f"{who} picks up {tile_name(state, cell)} on {name_of(cell)}"
    if action < PLACE:
        steps = len(ways(state)[cell])
        way = f"{steps} step{'s' if steps > 1 else ''}"
        what = "its rabbit" if state.held == state.rabbits[state.turn] else tile_name(state, state.held)
        return f"{who} slides {what} from {name_of(state.held)} to {name_of(cell)}, {way}"
    if action < JUMP:
        return f"{who} puts its rabbit on {name_of(cell)}"
    return f"{who} jumps from {name_of(state.rabbits[state.turn])} to {name_of(cell)}"


def _what_comes_of_it(after: FlipSlide) -> str:
    if after.phase != FINISHED:
        return ""
    return f": {outcome(after)}"


def outcome(state: FlipSlide) -> str:
    """How a game that is over ended."""
    if state.winner != NONE:
        return f"a rainbow, and {seat_name(state.winner)} wins"
    # F7.2 A draw for several, and a loss for one.
    if state.quiet >= state.quiet_limit:
        end = f"{state.quiet} actions without a flip"
        return f"{end}, the game is lost" if state.seats == 1 else f"{end}, the game is a draw"
    # F8.8 F8.7
    return "the last clover is flipped, the game is lost" if state.clovers == 0 else "no jump is left, the game is lost"
