"""A whole position of Alarún in one line, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.errors import BadPosition, listed
from fourleaf.engine.options import Options
from fourleaf.games.alarun.board import (
    AURI,
    BARE,
    BARE_CELLS,
    CARDS,
    CLEARS_CENTRE,
    COLOUR_CODES,
    COPIES_OF,
    DRUID,
    HAND,
    HOME,
    KIND_NAMES,
    KINDS,
    MOST_ACTIONS,
    NO_CARD,
    NONE,
    RESERVE_OF,
    ROUNDS,
    SEATS,
    SECRET,
    SIDE,
    SPAN,
    START,
    cell_at,
)
from fourleaf.games.alarun.rules import (
    ACT,
    CENTRE,
    CLEAR,
    DEAL,
    DRAW_COLOUR,
    FINISHED,
    FLIP,
    LAY,
    SHOW_COLOUR,
    Alarun,
    Square,
)

# Positions. Twelve words: what happens next, the round, whose turn it is, who started the round, who passed first,
# each seat's actions, the cards face down in the reserve, the colour cards, the centre, the hands, the squares and the
# discard pile. Seats are parted by / and squares by |; - is nothing; a ! follows a card that everybody knows of; a
# square is written row by row with the apprentice as @ and a bare cell as .
#     place 1 1 0 1 0/0 0 RB FM-Y,DE-W,AU -/FM-Y,CD-G! @,MB-R,MB-B/.,.,PF-V|@/DE-R -

Phase: TypeAlias = Literal["colour", "clear", "centre", "hand", "act", "flip", "place", "show", "over"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
WORDS: Final = 12
SIGNS: Final = [*KIND_NAMES, "@", "."]
"""What can be written into a cell, by its number."""


def write(state: Alarun) -> str:
    """The whole position in one line."""
    discards = [name for name, copies in zip(KIND_NAMES, state.discards(), strict=True) for _ in range(copies)]
    return " ".join(
        (
            PHASES[state.phase],
            str(state.round),
            str(state.turn),
            str(state.starter),
            "-" if state.first_passer == NONE else str(state.first_passer),
            "/".join(str(actions) for actions in state.actions),
            str(state.reserve),
            "".join("-" if colour == NONE else COLOUR_CODES[colour] for colour in state.colours),
            ",".join(_codes_of(state, state.seats)) or "-",
            "/".join(_write_hand(state, seat) for seat in range(state.seats)),
            "|".join(_write_square(square) for square in state.squares),
            ",".join(discards) or "-",
        )
    )


def _write_hand(state: Alarun, seat: int) -> str:
    known = ["" if state.is_secret(seat, place) else "!" for place in range(HAND)]
    return ",".join(card + mark for card, mark in zip(_codes_of(state, seat), known, strict=False)) or "-"


def _codes_of(state: Alarun, holder: int) -> list[str]:
    return [KIND_NAMES[state.kind(holder, place)] for place in range(state.hand_size(holder))]


def _write_square(square: Square) -> str:
    return "/".join(",".join(SIGNS[cell] for cell in row) for row in box_of(square))


def box_of(square: Square) -> list[list[int]]:
    """What lies in each cell of the box around all cards, row by row."""
    cells = list(square.cells)
    rows = [cells[first : first + SIDE] for first in range(square.corner, square.corner + SIDE * SPAN, SPAN)]
    height = max(y for y, row in enumerate(rows) if set(row) != {BARE}) + 1
    width = max(x for x, column in enumerate(zip(*rows, strict=True)) if set(column) != {BARE}) + 1
    return [[int(kind) for kind in row[:width]] for row in rows[:height]]


def read(text: str) -> Alarun:
    """The position that a line stands for."""
    words = text.split()
    if len(words) != WORDS:
        raise BadPosition(
            f"a position has {WORDS} words, like act 1 0 0 - 0/0 3 RB FM-Y,DE-W,AU PF-B,PF-B,CD-G/MK-R,MY-V,DE-R @|@ -;"
            f" this has {len(words)}"
        )
    phase, turn_of_game, turn, starter, passer, actions, reserve, colours, centre, hands, squares, discards = words
    seats = len(colours)
    if seats not in range(2, SEATS + 1):
        raise BadPosition(f"two to four seats have colour cards, not {seats}: {colours!r}")
    seat_names = [str(seat) for seat in range(seats)]
    state = Alarun(seats)
    state.phase = _place_in(PHASES, phase, "a phase")
    state.round = _place_in([str(n + 1) for n in range(ROUNDS)], turn_of_game, "a round") + 1
    state.turn = _place_in(seat_names, turn, "a seat")
    state.starter = _place_in(seat_names, starter, "a seat")
    state.first_passer = NONE if passer == "-" else _place_in(seat_names, passer, "a seat")
    state.actions = _read_actions(actions, seats)
    state.reserve = _place_in([str(n) for n in range(RESERVE_OF[seats] + 1)], reserve, "a reserve for these seats")
    state.colours = vec[i64](NONE if c == "-" else _place_in(COLOUR_CODES, c, "a colour") for c in colours)
    state.cards = _read_hands(hands, centre, seats)
    state.squares = [_read_square(square) for square in _parted(squares, "|", seats, "squares")]
    _count_pool(state, [] if discards == "-" else [_kind(card) for card in discards.split(",")])
    _check(state)
    return state


def options_of(_: Alarun) -> Options:
    """There are none."""
    return {}


def _place_in(names: Sequence[str], word: str, what: str) -> int:
    if word not in names:
        known = listed(names) if len(names) < KINDS else f"{names[0]} to {names[-1]}"
        raise BadPosition(f"{word!r} is not {what}; there are {known}")
    return names.index(word)


def _kind(card: str) -> int:
    return _place_in(KIND_NAMES, card, "a card")


def _parted(text: str, sign: str, seats: int, what: str) -> list[str]:
    parts = text.split(sign)
    if len(parts) != seats:
        raise BadPosition(f"{seats} seats have {what} parted by {sign}, not {len(parts)}: {text!r}")
    return parts


def _read_actions(text: str, seats: int) -> vec[i64]:
    counts = _parted(text, "/", seats, "counts of actions")
    if not all(n.isdecimal() and int(n) <= MOST_ACTIONS for n in counts):
        raise BadPosition(f"a seat has taken 0 to {MOST_ACTIONS} actions that were no pass, like 0/3, not {text!r}")
    return vec[i64](int(n) for n in counts)


def _read_hands(hands: str, centre: str, seats: int) -> vec[i64]:
    cards: list[int] = []
    for hand in [*_parted(hands, "/", seats, "hands"), centre]:
        known = [] if hand == "-" else hand.split(",")
        if len(known) > HAND:
            raise BadPosition(f"a hand and the centre have at most {HAND} cards, not {len(known)}: {hand!r}")
        held = [2 * _kind(card.removesuffix("!")) + (not card.endswith("!")) * SECRET for card in known]
        cards += sorted(held) + [NO_CARD] * (HAND - len(held))
    # Everybody knows the centre, with no ! to say so.
    open_cards = [card - card % 2 for card in cards[-HAND:]]
    return vec[i64](cards[:-HAND] + open_cards)


def _read_square(text: str) -> Square:
    rows = [row.split(",") for row in text.split("/")]
    if len({len(row) for row in rows}) != 1 or max(len(rows), len(rows[0])) > SIDE:
        raise BadPosition(f"a square has up to {SIDE} rows that are equally long, up to {SIDE} cells, not {text!r}")
    kinds = {
        (x, y): _place_in(SIGNS, sign, "a card, @ or .") for y, row in enumerate(rows) for x, sign in enumerate(row)
    }
    homes = [place for place, kind in kinds.items() if kind == DRUID]
    if len(homes) != 1:
        raise BadPosition(f"a square has one apprentice, written @, not {len(homes)}: {text!r}")
    left, top = homes[0]
    square = Square(BARE_CELLS[:], START, HOME)
    to_lay = {cell_at(x - left, y - top): kind for (x, y), kind in kinds.items() if kind <= AURI}
    reached = [HOME]
    while reached:
        cell = reached.pop()
        for beside in (cell - SPAN, cell - 1, cell + 1, cell + SPAN):
            if beside in to_lay:
                square.lay(to_lay.pop(beside), beside)
                reached.append(beside)
    if to_lay:
        raise BadPosition(f"every card of a square touches another one or the apprentice, not so in {text!r}")
    if [len(row) for row in box_of(square)] != [len(row) for row in rows]:
        raise BadPosition(f"a square is written without bare rows and columns around it, not like {text!r}")
    return square


def _count_pool(state: Alarun, discards: list[int]) -> None:
    """What lies nowhere else is in the pool."""
    held = [card // 2 for card in state.cards if card != NO_CARD]
    laid = [int(kind) for square in state.squares for kind in square.cells if kind <= AURI]
    out = held + laid + discards
    for kind, name in enumerate(KIND_NAMES):
        state.pool[kind] = COPIES_OF[kind] - out.count(kind)
        if state.pool[kind] < 0:
            raise BadPosition(f"the box has {name} {COPIES_OF[kind]} times, not {out.count(kind)} times")
    state.unseen = CARDS - len(out)


def _check(state: Alarun) -> None:
    """Refuse what could not lie on a table."""
    phase = PHASES[state.phase]
    drawn = [seat for seat, colour in enumerate(state.colours) if colour != NONE]
    colours = {state.colours[seat] for seat in drawn}
    due = list(range(state.turn if state.phase == DRAW_COLOUR else state.seats))
    if len(colours) != len(drawn) or drawn != due:
        raise BadPosition(f"each seat has a colour card of its own, drawn in the order of the seats, not so in {phase}")
    passed = state.first_passer != NONE
    if passed > (state.phase in (ACT, FLIP, LAY)) or passed < (state.phase == LAY):
        raise BadPosition(f"somebody has passed first in place, maybe in act and flip, and in no other phase: {phase}")
    if state.phase in (ACT, FLIP) and state.turn == state.first_passer:
        raise BadPosition(f"seat {state.turn} has passed and does not act again")
    if any(state.actions) and state.phase not in (ACT, FLIP):
        raise BadPosition(f"actions are counted in act and flip, and in no other phase: {phase}")
    if state.round not in _rounds_of(state):
        raise BadPosition(f"with {state.seats} seats there is no {phase} in round {state.round}")
    if state.reserve not in _reserve_due(state):
        raise BadPosition(f"in {phase} the reserve has {listed(_reserve_due(state))} cards, not {state.reserve}")
    _check_cards(state)


def _rounds_of(state: Alarun) -> range:
    """The rounds that have this phase."""
    if state.phase in (SHOW_COLOUR, FINISHED):
        return range(ROUNDS, ROUNDS + 1)
    if state.phase == CLEAR:
        return range(2, ROUNDS + 1) if RESERVE_OF[state.seats] else range(0)
    once = state.phase == DRAW_COLOUR or (state.phase == CENTRE and not CLEARS_CENTRE[state.seats])
    return range(1, 2) if once else range(1, ROUNDS + 1)


def _reserve_due(state: Alarun) -> list[int]:
    full = RESERVE_OF[state.seats]
    if state.phase in (DRAW_COLOUR, CENTRE):
        return [0]
    if state.phase in (CLEAR, FLIP):
        return list(range(1, full + 1))
    return [full] if state.phase == DEAL else sorted({0, full})


def _check_cards(state: Alarun) -> None:
    """Each phase of each round leaves only one number of cards for every place."""
    phase = PHASES[state.phase]
    for seat in range(state.seats):
        hands = _hands_due(state, seat)
        size = state.hand_size(seat)
        if size not in hands:
            raise BadPosition(f"in {phase} seat {seat} holds {listed(hands)} cards, not {size}")
        due = HAND * state.round - size if state.phase >= LAY else HAND * (state.round - 1)
        if state.squares[seat].laid() != due:
            laid = state.squares[seat].laid()
            raise BadPosition(f"in {phase} of round {state.round} seat {seat} has laid {due} cards, not {laid}")
    centre = state.hand_size(state.seats)
    if centre not in _centre_due(state):
        raise BadPosition(f"in {phase} the centre has {listed(_centre_due(state))} cards, not {centre}")
    surplus = int(state.deck() - _deck_due(state))
    if surplus:
        discarded = f"{surplus} more" if surplus > 0 else f"{-surplus} fewer"
        raise BadPosition(
            f"in {phase} of round {state.round} the deck has {_deck_due(state)} cards; so {discarded} are discarded"
        )


def _hands_due(state: Alarun, seat: int) -> list[int]:
    if state.phase in (ACT, FLIP):
        return [HAND]
    if state.phase not in (DEAL, LAY):
        return [0]
    first = state.starter if state.phase == DEAL else state.first_passer
    before, after = (0, HAND) if state.phase == LAY else (HAND, 0)
    if seat == state.turn:
        return list(range(1, HAND + 1)) if state.phase == LAY else list(range(HAND))
    done = (seat - first) % state.seats < (state.turn - first) % state.seats
    return [before if done else after]


def _centre_due(state: Alarun) -> list[int]:
    if state.phase == CENTRE:
        return list(range(HAND))
    if state.phase == FLIP:
        return [HAND - state.reserve]
    return [0] if state.phase in (DRAW_COLOUR, CLEAR) else [HAND]


def _deck_due(state: Alarun) -> int:
    """A2.7 What earlier rounds and this one have taken from the deck leaves so many cards."""
    hands = HAND * state.seats
    centre = HAND + RESERVE_OF[state.seats]
    supplies = state.round - 1 if CLEARS_CENTRE[state.seats] else min(state.round - 1, 1)
    deck = CARDS - hands * (state.round - 1) - centre * supplies
    if state.phase == CENTRE:
        return deck - state.hand_size(state.seats)
    if state.phase in (DRAW_COLOUR, CLEAR):
        return deck
    if CLEARS_CENTRE[state.seats] or state.round == 1:
        deck -= centre
    return deck - (sum(map(state.hand_size, range(state.seats))) if state.phase == DEAL else hands)
