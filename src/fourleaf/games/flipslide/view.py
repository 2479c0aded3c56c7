"""What everybody sees of Flip & Slide, in structures, in one line, and drawn in characters.

Nothing is secret, so all seats see the same. Cells are written (q, r) without wrapping: neighbours always differ by
one, however far the patch has drifted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

import msgspec

from fourleaf.engine.options import Options
from fourleaf.engine.sentences import seat_name
from fourleaf.games.flipslide.board import (
    ACTIONS_A_TURN,
    CELLS,
    CLOVER,
    COLOUR_NAMES,
    COLOURS,
    FLIP,
    HALF,
    LAST_CELL,
    MIDDLE,
    MOST_COPIES,
    NONE,
    PASS,
    PLACES,
    RED,
    SLIDE,
    TO,
    WIDTH,
    cell_of,
    q_of,
    r_of,
    touch,
)
from fourleaf.games.flipslide.moves import outcome, ways
from fourleaf.games.flipslide.notation import options_of
from fourleaf.games.flipslide.rules import ACT, FINISHED, JUMP_ON, PLACE_RABBIT, SLIDE_TO, FlipSlide, rainbow_tiles

Cell: TypeAlias = tuple[int, int]

Phase: TypeAlias = Literal["turn up", "show", "place", "act", "slide to", "jump", "over"]
PHASES: Final[tuple[Phase, ...]] = ("turn up", "show", "place", "act", "slide to", "show", "jump", "over")
"""By the number of a phase: a tile shows its colour at the beginning and after a flip."""


class Tile(msgspec.Struct, frozen=True):
    """A rainbow tile; face down it has no colour."""

    cell: Cell
    colour: str | None


class Destination(msgspec.Struct, frozen=True):
    """A cell that the tile in hand can slide to, and its way there: one digit a step, the direction of F1.2."""

    cell: Cell
    path: str


class FlipSlideView(msgspec.Struct, frozen=True):
    """Everything on the table."""

    seat: int
    phase: Phase
    actor: int
    turn: int
    action: int
    actions: int
    """How many actions a turn has."""
    tiles: tuple[Tile, ...]
    rabbits: tuple[Cell | None, ...]
    """Where each seat's player tile lies."""
    held: Cell | None
    """The tile that was picked up, or is being turned over."""
    flips: tuple[Cell, ...]
    """The tiles that may be flipped now; this and the lists below are in the order of the legal actions."""
    slides: tuple[Cell, ...]
    """The tiles that may be picked up now."""
    destinations: tuple[Destination, ...]
    cells: tuple[Cell, ...]
    """Where the rabbit may be placed, or jump to."""
    closed: tuple[Cell, ...]
    slid: tuple[Cell, ...]
    previous: Cell | None
    """Alone: where the rabbit may not jump back to."""
    dead_ends: tuple[Cell, ...]
    """Alone: the tiles to flip, or the destinations, after which no jump would be left."""
    hidden: tuple[int, ...]
    """The copies of each colour, red to violet, that are not face up."""
    clovers: int
    quiet: int
    options: dict[str, bool | int | str]
    winner: int | None
    rainbow: tuple[Cell, ...]
    """The seven tiles of the rainbow that won, red first."""
    outcome: str
    """How the game ended."""


def view(state: FlipSlide, seat: int) -> FlipSlideView:
    """What a seat (or a watcher) sees."""
    plane = _Plane(state)
    # A tile in hand has its destinations, whose walks say more than the legal actions.
    legal = list(state.legal()) if state.phase in (ACT, PLACE_RABBIT, JUMP_ON) else []
    over = state.phase == FINISHED
    return FlipSlideView(
        seat=seat,
        phase=PHASES[state.phase],
        actor=state.actor(),
        turn=state.turn,
        action=state.action,
        actions=ACTIONS_A_TURN[state.seats - 1],
        tiles=_tiles(state, plane),
        rabbits=tuple(plane.cell(cell) for cell in state.rabbits),
        held=plane.cell(state.held),
        flips=plane.cells(action - FLIP for action in legal if FLIP <= action < SLIDE),
        slides=plane.cells(action - SLIDE for action in legal if state.phase == ACT and SLIDE <= action < PASS),
        destinations=_destinations(state, plane) if state.phase == SLIDE_TO else (),
        cells=plane.cells((action - FLIP) % CELLS for action in legal if state.phase in (PLACE_RABBIT, JUMP_ON)),
        closed=plane.cells(sorted((state.closed, state.closed_too))),
        slid=plane.cells(sorted((state.slid, state.slid_too))),
        previous=plane.cell(state.previous),
        dead_ends=plane.cells(_dead_ends(state)) if state.seats == 1 else (),
        hidden=tuple(state.pool),
        clovers=state.clovers,
        quiet=state.quiet,
        options=options_of(state),
        winner=None if state.winner == NONE else int(state.winner),
        rainbow=_winning_rainbow(state, plane) if state.winner != NONE else (),
        outcome=outcome(state) if over else "",
    )


def turned(state: FlipSlide, view: FlipSlideView, seat: int) -> FlipSlideView:
    """The same as another seat (or a watcher) sees it: nothing is hidden from anybody."""
    return msgspec.structs.replace(view, seat=seat)


class _Plane:
    """The wound-up plane rolled out round the patch: the first tile has its own name, the others follow from it."""

    def __init__(self, state: FlipSlide) -> None:
        first = state.tiles[0]
        self.shift = MIDDLE - first
        self.left, self.top = q_of(first) - HALF, r_of(first) - HALF

    def cell(self, cell: int) -> Cell | None:
        return None if cell == NONE else self.place(cell)

    def place(self, cell: int) -> Cell:
        q, r = divmod((cell + self.shift) & LAST_CELL, WIDTH)
        return self.left + q, self.top + r

    def cells(self, cells: Iterable[int]) -> tuple[Cell, ...]:
        place = self.place
        return tuple([place(cell) for cell in cells if cell != NONE])


FACES: Final = [*COLOUR_NAMES, None]
"""What a tile shows, a clover last."""


def _tiles(state: FlipSlide, plane: _Plane) -> tuple[Tile, ...]:
    place, whats = plane.place, state.what
    shown = [(cell, whats[cell]) for cell in state.tiles]
    return tuple([Tile(place(cell), FACES[what - RED]) for cell, what in shown if what <= CLOVER])


def _destinations(state: FlipSlide, plane: _Plane) -> tuple[Destination, ...]:
    return tuple(Destination(plane.place(cell), path) for cell, path in sorted(ways(state).items()))


def _dead_ends(state: FlipSlide) -> list[int]:
    """F8.7 A flip moves no tile, so the rabbit can jump after it as now; each slide is tried."""
    if state.phase == ACT and not state.can_jump():
        return [action - FLIP for action in state.legal() if FLIP <= action < SLIDE]
    if state.phase != SLIDE_TO:
        return []
    ends = []
    for action in state.legal():
        after = state.clone()
        after.apply(int(action))
        if after.phase == FINISHED and after.winner == NONE and after.quiet < after.quiet_limit:
            ends.append(action - TO)
    return ends


def _winning_rainbow(state: FlipSlide, plane: _Plane) -> tuple[Cell, ...]:
    """Among the rainbows that connect the winner the first one, by the cells from red to violet."""
    found = list(rainbow_tiles(state.what, state.tiles))
    colours = [[c for c in found[k * MOST_COPIES : (k + 1) * MOST_COPIES] if c != NONE] for k in range(COLOURS)]
    chains = [[cell] for cell in colours[0]]
    for cells in colours[1:]:
        chains = [[*chain, cell] for chain in chains for cell in cells if touch(chain[-1], cell)]
    home = state.rabbits[state.winner]
    counts = 1 if state.red_only else COLOURS
    return min(plane.cells(chain) for chain in chains if any(touch(cell, home) for cell in chain[:counts]))


def goal(seats: int, options: Options) -> str:
    """What to play for."""
    touching = "the red one" if options["win_contact"] == "red" else "one of them"
    rainbow = f"seven tiles that touch one after the other, red to violet, with {touching} touching your rabbit"
    # F8.7 F8.8 Alone there must be a clover left, and a jump.
    return f"Make a rainbow{' while a clover is left and you can still jump' if seats == 1 else ''}: {rainbow}."


def prompt(view: FlipSlideView) -> str:
    """One line that says what the seat may do now, or whom it waits for."""
    if view.phase == "over":
        return f"{view.outcome[0].upper()}{view.outcome[1:]}."
    if view.seat != view.actor:
        return f"{seat_name(view.turn).capitalize()} is to {WAITING.get(view.phase) or _flip_or_slide(view)}."
    return f"{_what_to_do(view)}{_warning(view)}"


WAITING: Final = {
    "turn up": "have a tile turned up",
    "show": "see a colour",
    "place": "place its rabbit",
    "slide to": "slide a tile to a new place",
    "jump": "jump over tiles",
}
QUIET_WARNING: Final = 20
"""So many actions before the end of a quiet game the seats are told."""


def _flip_or_slide(view: FlipSlideView) -> str:
    flip = ["flip a clover on the rim"] * bool(view.flips)
    slide = ["slide a tile"] * bool(view.slides)
    return " or ".join([*flip, *slide] or ["pass"])


def _what_to_do(view: FlipSlideView) -> str:
    if view.phase == "place":
        coloured = " or a coloured tile" if any(tile.colour for tile in view.tiles) else ""
        return f"Place your rabbit on an empty cell beside a clover{coloured}."
    if view.phase == "jump":
        # F8.6
        back = ", not back to where you came from" if view.previous else ""
        return f"Jump in a straight line over a row of tiles{back}."
    if view.phase == "slide to":
        assert view.held is not None
        return f"Slide {_named(view, view.held)} from {PLACES[cell_of(*view.held)]} to a new place."
    if not view.flips and not view.slides:
        return "There is nothing to flip and nothing to slide: you must pass."
    first = "First" if view.actions == 1 else f"Action {view.action} of {view.actions}:"
    return f"{first} {_flip_or_slide(view)}{'; then you jump' if view.actions == 1 else ''}."


def _warning(view: FlipSlideView) -> str:
    """F7.2 What the quiet will end in, when the end is near."""
    left = int(view.options["quiet_limit"]) - view.quiet
    if left > QUIET_WARNING:
        return ""
    saved_by = "a flip or a rainbow" if view.clovers else "a rainbow"
    if len(view.rabbits) == 1:
        return _warning_alone(view, left, saved_by)
    # The end comes after the last action of a turn.
    left = max(left, 1)
    left += -(view.action - 1 + left) % view.actions
    if left == 1 and not view.flips:
        return " Without a rainbow now the game is a draw."
    return f" Without {saved_by} the game is a draw after {_counted(left, 'more action')}."


def _warning_alone(view: FlipSlideView, left: int, saved_by: str) -> str:
    """The action of a turn counts, its jump does not."""
    turns = left + 1 if view.phase == "jump" else left
    if turns == 1 and not view.flips:
        return " Without a rainbow in this turn the game is lost."
    return f" Without {saved_by} the game is lost after {_counted(turns, 'turn')}, this one included."


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _named(view: FlipSlideView, cell: Cell) -> str:
    for tile in view.tiles:
        if tile.cell == cell:
            return tile.colour or "the clover"
    return "your rabbit"
