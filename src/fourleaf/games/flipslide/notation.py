"""A whole position of Flip & Slide in one line, and back."""

from __future__ import annotations

import re
from typing import Final

from fourleaf.engine.errors import BadPosition, BadStart, listed
from fourleaf.engine.options import Option, Options
from fourleaf.games.flipslide.board import (
    ACTIONS_A_TURN,
    CLOVER,
    COLOUR_CODES,
    COLOUR_NAMES,
    DIRECTIONS,
    EMPTY,
    FLIP,
    HALF,
    LEAVES,
    MOST_SEATS,
    NONE,
    PLACES,
    RABBIT,
    RED,
    SLIDE,
    TURNED_UP,
    beside,
    cell_of,
    offset,
    q_of,
    r_of,
)
from fourleaf.games.flipslide.rules import (
    ACT,
    FINISHED,
    JUMP_ON,
    PLACE_RABBIT,
    SHOW_FLIPPED,
    SHOW_TURNED,
    SLIDE_TO,
    TURN_UP,
    FlipSlide,
    bare,
)

OPTIONS: Final = (
    Option(
        "win_contact",
        ("any", "red"),
        "which tile of a rainbow your rabbit must touch",
        "What your rabbit must touch to win",
        ("Any tile of the rainbow.", "The red tile of the rainbow."),
    ),
    Option(
        "slide_limit",
        (0, 3),
        "how many steps a slide may have; 0 for any number",
        "How far a tile slides",
        ("As many steps as you like.", "At most three steps."),
    ),
    Option(
        "gift",
        ("owner", "active_only"),
        "whether a rainbow that you finish at another rabbit wins for its owner",
        "You finish a rainbow that touches only another player's rabbit",
        (
            "The other player's rabbit touches it: they win.",
            "Nobody wins yet: only the player whose turn it is can win.",
        ),
    ),
    Option(
        "quiet_limit",
        (120, 60, 240),
        "after how many actions without a flip the game is drawn, or lost for one who plays alone",
        "How long a game may go on without a flip",
        tuple(
            f"After {limit} actions without a flip nobody wins: it is a draw, or a loss if you play alone."
            for limit in (120, 60, 240)
        ),
    ),
)


# Positions. Seven words: the number of seats, the cell of the first character, the rows of the patch, what happens
# next, the closed tiles (alone: the previous position), the tiles slid in this turn, the quiet count; then each option
# that is not the usual one.
#     2 0,-1 0...V/ROYG/.IB1 0.2@4,-1 - - 0 slide_limit=3

SYMBOLS: Final = [".", *COLOUR_CODES, "*", *map(str, range(MOST_SEATS))]
SEVEN_WORDS: Final = 7


def write(state: FlipSlide) -> str:
    """The whole position in one line."""
    marked = [state.previous] if state.seats == 1 else [state.closed, state.closed_too]
    words = [
        str(state.seats),
        *_write_patch(state),
        _write_phase(state),
        _write_cells(marked),
        _write_cells([state.slid, state.slid_too]),
        str(state.quiet),
    ]
    chosen = options_of(state)
    words += [f"{option.name}={chosen[option.name]}" for option in OPTIONS if chosen[option.name] != option.usual]
    return " ".join(words)


def options_of(state: FlipSlide) -> Options:
    """The options that a position is played with."""
    return {
        "win_contact": "red" if state.red_only else "any",
        "slide_limit": int(state.slide_limit),
        "gift": "active_only" if state.active_only else "owner",
        "quiet_limit": int(state.quiet_limit),
    }


def _write_patch(state: FlipSlide) -> tuple[str, str]:
    tiles = spread(state)
    left, top = min(q for q, _ in tiles), min(r for _, r in tiles)
    rows = [["."] * (max(q for q, _ in tiles) - left + 1) for _ in range(max(r for _, r in tiles) - top + 1)]
    for (q, r), cell in tiles.items():
        rows[r - top][q - left] = SYMBOLS[state.what[cell]]
    return _cell(cell_of(left, top)), "/".join("".join(row).rstrip(".") for row in rows)


def spread(state: FlipSlide) -> dict[tuple[int, int], int]:
    """Each tile's cell, by coordinates that do not wrap: neighbours differ by one even where names jump."""
    first = state.tiles[0]
    q, r = q_of(first), r_of(first)
    ways = ((offset(first, cell), cell) for cell in state.tiles)
    return {(q + q_of(way), r + r_of(way)): cell for way, cell in ways}


def _write_phase(state: FlipSlide) -> str:
    to_come = f"?{TURNED_UP[state.seats - 1] - state.face_up()}"
    action = f"{state.turn}.{state.action}"
    return {
        TURN_UP: to_come,
        SHOW_TURNED: f"{to_come}@{_cell(state.held)}",
        PLACE_RABBIT: f"{state.turn}.P",
        ACT: action,
        SLIDE_TO: f"{action}@{_cell(state.held)}",
        SHOW_FLIPPED: f"{action}?{_cell(state.held)}",
        JUMP_ON: f"{state.turn}.J",
        FINISHED: f"={'-' if state.winner == NONE else state.winner}",
    }[state.phase]


def _cell(cell: int) -> str:
    """A cell as positions write it: q,r."""
    return f"{q_of(cell)},{r_of(cell)}"


def _write_cells(cells: list[int]) -> str:
    return ";".join(_cell(cell) for cell in sorted(cells) if cell != NONE) or "-"


def read(text: str) -> FlipSlide:
    """The position that a line stands for."""
    words = text.split()
    if len(words) < SEVEN_WORDS:
        raise BadPosition(
            f"a position has 7 words and then options, like 2 0,-1 0...V/ROYG/.IB1 0.2 - - 0; this has {len(words)}"
        )
    seats, origin, rows, phase, closed, slid, quiet = words[:SEVEN_WORDS]
    if seats not in map(str, range(1, MOST_SEATS + 1)):
        raise BadPosition(f"1 to {MOST_SEATS} seats can play, not {seats!r}")
    state = bare(int(seats), _read_options(words[SEVEN_WORDS:]))
    _read_patch(state, origin, rows)
    # F7.1 A turn of two actions may pass the limit by one.
    most = state.quiet_limit + 1
    if quiet not in map(str, range(most + 1)):
        raise BadPosition(f"the quiet count is a number of actions, like 12, up to {most}, not {quiet!r}")
    state.quiet = int(quiet)
    _read_marks(state, closed, slid)
    _read_phase(state, phase)
    return state


def _read_options(words: list[str]) -> Options:
    known = {option.name: option for option in OPTIONS}
    options: Options = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in known:
            raise BadPosition(f"{word!r} is not an option; the options are {listed(known)}")
        try:
            options[name] = known[name].read(value)
        except BadStart as error:
            raise BadPosition(str(error)) from None
    return options


def _read_patch(state: FlipSlide, origin: str, rows: str) -> None:
    first = _read_cell(origin)
    lines = rows.split("/")
    # The plane is wound up, and a patch that is no wider than half of it cannot meet itself.
    if max(len(lines), *map(len, lines)) > HALF:
        raise BadPosition(f"a patch spans at most {HALF} cells, not so {rows!r}")
    for r, line in enumerate(lines):
        for q, symbol in enumerate(line):
            if symbol not in SYMBOLS:
                raise BadPosition(f"{symbol!r} is no tile; there are {listed(SYMBOLS[1:])}, and . for an empty cell")
            if symbol != ".":
                _lay(state, cell_of(q_of(first) + q, r_of(first) + r), SYMBOLS.index(symbol))
    if not _is_one_group(state):
        raise BadPosition(f"the patch must be one group of tiles, not so {rows!r}")
    if state.clovers > sum(state.pool):
        raise BadPosition(f"{sum(state.pool)} tiles are not face up; {state.clovers} cannot lie face down")


def _is_one_group(state: FlipSlide) -> bool:
    """F1.4 Whether each tile is joined to the first by a chain of touching tiles."""
    joined = {int(cell) for cell in state.tiles[:1]}
    fresh = set(joined)
    while fresh:
        near = {int(beside(cell, direction)) for cell in fresh for direction in range(DIRECTIONS)}
        fresh = {cell for cell in near - joined if state.what[cell] != EMPTY}
        joined |= fresh
    return 0 < len(joined) == len(state.tiles)


def _lay(state: FlipSlide, cell: int, what: int) -> None:
    """Put a tile on the table, if the box has one more of its kind."""
    if what >= RABBIT and (what - RABBIT >= state.seats or state.rabbits[what - RABBIT] != NONE):
        raise BadPosition(f"each of the {state.seats} seats has one rabbit; {what - RABBIT} is one too many")
    if RED <= what < CLOVER and state.pool[what - RED] == 0:
        copies = LEAVES[state.seats - 1]
        raise BadPosition(f"{copies} tiles of each colour are in play, not more of {COLOUR_NAMES[what - RED]}")
    state.lay(cell, what)


def _read_marks(state: FlipSlide, closed: str, slid: str) -> None:
    """Read the closed and the slid tiles; alone there is a previous position instead of closed tiles."""
    state.slid, state.slid_too = _read_tiles(state, slid)
    if state.seats > 1:
        state.closed, state.closed_too = _read_tiles(state, closed)
    elif closed != "-":
        state.previous = _read_cell(closed)


def _read_tiles(state: FlipSlide, text: str) -> tuple[int, int]:
    cells = [] if text == "-" else sorted(_read_cell(word) for word in text.split(";"))
    for cell in cells:
        if not RED <= state.what[cell] < CLOVER:
            raise BadPosition(f"rainbow tiles that are face up can have been slid, not {PLACES[cell]}")
    actions = ACTIONS_A_TURN[state.seats - 1]
    if len(cells) > actions:
        raise BadPosition(f"at most {actions} tiles are slid in a turn, not {len(cells)}: {text!r}")
    one, other = [*cells, NONE, NONE][:2]
    return one, other


PHASE: Final = re.compile(
    r"\?(?P<to_come>\d)(?:@(?P<turned>[-\d,]+))?"
    r"|(?P<turn>\d)\.(?P<step>[12PJ])(?:(?P<what>[@?])(?P<cell>[-\d,]+))?"
    r"|=(?P<winner>[-\d])"
)


def _read_phase(state: FlipSlide, text: str) -> None:
    found = PHASE.fullmatch(text)
    if found is None:
        raise BadPosition(f"{text!r} is no phase; it reads like ?4 or 0.P or 1.2 or 1.2@3,0 or 1.2?3,0 or 0.J or =1")
    if found["to_come"]:
        _read_setup(state, found["to_come"], found["turned"])
    elif found["winner"]:
        _read_end(state, found["winner"])
    else:
        state.turn = int(found["turn"])
        if state.turn >= state.seats:
            raise BadPosition(f"{state.turn} is not a seat; there are {listed(range(state.seats))}")
        _read_turn(state, found["step"])
        if found["what"]:
            _read_held(state, found["what"], _read_cell(found["cell"]))
    placed = [seat for seat in range(state.seats) if state.rabbits[seat] != NONE]
    waiting = {TURN_UP: 0, SHOW_TURNED: 0, PLACE_RABBIT: state.turn}.get(state.phase, state.seats)
    if placed != list(range(waiting)):
        raise BadPosition(f"in {text} {waiting} rabbits are on the table, seat 0 first, not those of {listed(placed)}")


def _read_setup(state: FlipSlide, to_come: str, turned: str | None) -> None:
    due = TURNED_UP[state.seats - 1] - state.face_up()
    if int(to_come) != due or due < 1:
        raise BadPosition(
            f"{TURNED_UP[state.seats - 1]} tiles are turned up at the start; {due} are to come, not {to_come}"
        )
    state.phase = TURN_UP
    if turned:
        state.phase = SHOW_TURNED
        state.held = _read_cell(turned)
    if state.clovers < due or (turned and state.what[state.held] != CLOVER):
        raise BadPosition("a tile that is turned up lies face down before")


def _read_end(state: FlipSlide, winner: str) -> None:
    state.phase = FINISHED
    if winner != "-":
        state.winner = int(winner)
        if state.winner >= state.seats or not state.is_connected(state.winner):
            raise BadPosition(f"seat {winner} cannot have won: its rabbit touches no rainbow")
    if (state.slid, state.closed, state.previous) != (NONE, NONE, NONE):
        raise BadPosition("after the end nothing is closed and nothing slid: write - - for both")


def _read_turn(state: FlipSlide, step: str) -> None:
    state.phase = {"P": PLACE_RABBIT, "J": JUMP_ON}.get(step, ACT)
    if state.phase == ACT:
        state.action = int(step)
        if state.action > ACTIONS_A_TURN[state.seats - 1]:
            raise BadPosition(f"a turn of {state.seats} seats has no action {step}")
    if state.phase == JUMP_ON and (state.seats > 1 or not state.can_jump()):
        raise BadPosition("a jump comes only in a game for one, and only where there is one")


def _read_held(state: FlipSlide, what: str, cell: int) -> None:
    if state.phase != ACT:
        raise BadPosition("a tile is picked up or flipped by an action: write 0.1@3,0 or 0.1?3,0")
    if what == "@" and not state.can_slide(cell):
        raise BadPosition(f"the tile on {PLACES[cell]} cannot have been picked up: it may not slide")
    if what == "?" and not state.can_flip(cell):
        raise BadPosition(f"the tile on {PLACES[cell]} cannot have been flipped: it is not face down on the rim")
    state.apply((SLIDE if what == "@" else FLIP) + cell)


def _read_cell(text: str) -> int:
    found = re.fullmatch(r"(-?\d{1,4}),(-?\d{1,4})", text)
    if found is None:
        raise BadPosition(f"a cell is written like -1,2, not {text!r}")
    return cell_of(int(found[1]), int(found[2]))
