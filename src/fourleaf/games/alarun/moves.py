"""The written language of Alarún: moves, lines of the log, and whole positions in one line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.errors import BadPosition, IllegalMove, NotAMove, listed
from fourleaf.engine.move import Move
from fourleaf.engine.options import Options
from fourleaf.engine.state import HIDDEN
from fourleaf.games.alarun.board import (
    AURI,
    BARE,
    BARE_CELLS,
    CARD,
    CARDS,
    CELLS,
    CLEARS_CENTRE,
    COLOUR,
    COLOUR_CODES,
    COLOUR_NAMES,
    COPIES_OF,
    DRUID,
    HAND,
    HOME,
    INGREDIENT_CODES,
    INGREDIENT_NAMES,
    KIND_NAMES,
    KINDS,
    MOST_ACTIONS,
    NONE,
    PASS,
    PLACE,
    REFRESH,
    RESERVE_OF,
    ROUNDS,
    SEATS,
    SHOW,
    SIDE,
    SPAN,
    START,
    SWAP,
    SWAP_ALL,
    Square,
    cell_at,
    x_of,
    y_of,
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
    NO_CARD,
    SECRET,
    SHOW_COLOUR,
    Alarun,
)

CELL_NAMES: Final = [f"{x_of(cell)},{y_of(cell)}" for cell in range(CELLS)]
"""2,-1 is two to the right of the apprentice and one above it."""


class DrawColour(Move, frozen=True, tag="colour"):
    """A seat draws a secret colour card."""

    colour: str

    @property
    def action(self) -> int:
        return COLOUR + COLOUR_CODES.index(self.colour)

    def __str__(self) -> str:
        return f"colour {self.colour}"


class TurnUp(Move, frozen=True, tag="card"):
    """A card is dealt or turned up."""

    card: str

    @property
    def action(self) -> int:
        return CARD + KIND_NAMES.index(self.card)

    def __str__(self) -> str:
        return f"card {self.card}"


class Swap(Move, frozen=True, tag="swap"):
    """A seat gives a card to the centre and takes one from it."""

    give: str
    take: str

    @property
    def action(self) -> int:
        return SWAP + KIND_NAMES.index(self.give) * KINDS + KIND_NAMES.index(self.take)

    def __str__(self) -> str:
        return f"swap {self.give}>{self.take}"


class Pass(Move, frozen=True, tag="pass"):
    """A seat keeps its hand as it is."""

    @property
    def action(self) -> int:
        return PASS

    def __str__(self) -> str:
        return "pass"


class SwapAll(Move, frozen=True, tag="swap_all"):
    """A seat exchanges its hand with the centre, which is a pass."""

    @property
    def action(self) -> int:
        return SWAP_ALL

    def __str__(self) -> str:
        return "swap all"


class Refresh(Move, frozen=True, tag="refresh"):
    """A seat has the reserve turned up as the new centre."""

    @property
    def action(self) -> int:
        return REFRESH

    def __str__(self) -> str:
        return "refresh"


class Place(Move, frozen=True, tag="place"):
    """A seat lays a card into a cell of its square."""

    card: str
    x: int
    y: int

    @property
    def action(self) -> int:
        return PLACE + KIND_NAMES.index(self.card) * CELLS + cell_at(self.x, self.y)

    def __str__(self) -> str:
        return f"place {self.card} {self.x},{self.y}"


class ShowColour(Move, frozen=True, tag="show"):
    """A seat shows its colour card at the end."""

    colour: str

    @property
    def action(self) -> int:
        return SHOW + COLOUR_CODES.index(self.colour)

    def __str__(self) -> str:
        return f"show {self.colour}"


def _every_move() -> list[Move]:
    moves: list[Move] = [DrawColour(code) for code in COLOUR_CODES]
    moves += [TurnUp(card) for card in KIND_NAMES]
    moves += [Swap(give, take) for give in KIND_NAMES for take in KIND_NAMES]
    moves += [Pass(), SwapAll(), Refresh()]
    moves += [Place(card, x_of(cell), y_of(cell)) for card in KIND_NAMES for cell in range(CELLS)]
    moves += [ShowColour(code) for code in COLOUR_CODES]
    return moves


MOVES: Final = _every_move()
BY_TEXT: Final = {str(move).casefold(): move for move in MOVES}


def spell(state: Alarun, action: int) -> Move:
    """The move that a number stands for."""
    return MOVES[action]


# What people say, and the words of the game for it; the longest come first.
SAYINGS: Final = [
    *((f"{name.removesuffix('s')}s?", code) for name, code in zip(INGREDIENT_NAMES, INGREDIENT_CODES, strict=True)),
    *((name, code) for name, code in zip(COLOUR_NAMES, COLOUR_CODES, strict=True)),
    (r"centum( auri)?|gold", "AU"),
    (r"fungi|fungus|mushrooms?", "FM"),
    (r"berries|berry", "MB"),
    (r"phoenix|feathers?", "PF"),
    (r"dragon|eggs?", "DE"),
]
ALL: Final = r"(swap|exchange|take)[ _-]*(all|everything|hand)"
WISHES: Final = (
    (r"(keep|hold|save)\b.*", "all three cards are laid: none is kept for the next round", "A4.1"),
    (r"(discard|drop|throw)\b.*", "no card of a hand is discarded: all three are laid", "A4.1"),
    (r"(take|get|buy) \S+", "a card is taken only in exchange for one of yours: swap FM-Y>DE-W", "A3.2"),
    (r"give \S+", "a card is given only in exchange for one of the centre: swap FM-Y>DE-W", "A3.2"),
    (r"(move|shift|remove|turn)\b.*", "a card that has been laid stays where it lies", "A4.5"),
    (r"draw\b.*", "cards are dealt at the start of a round, three to each seat", "A2.4"),
)


def read(text: str) -> Move:
    """The move that a person typed: `swap FM-Y>DE-W`, `yellow fungi for DE-W`, `place AU 2,-1`, `pass`, `swap all`."""
    for words in (" ".join(text.casefold().split()), _in_words_of_the_game(text)):
        if words in BY_TEXT:
            return BY_TEXT[words]
    if re.fullmatch(ALL, words):
        return SwapAll()
    if words in ("done", "stop", "skip", "i pass"):
        return Pass()
    pair = re.fullmatch(r"(?:swap |exchange |give )?(\S+?)(?: ?> ?| for | with | to | and take | take | )(\S+)", words)
    if pair and f"swap {pair[1]}>{pair[2]}" in BY_TEXT:
        return BY_TEXT[f"swap {pair[1]}>{pair[2]}"]
    spot = re.fullmatch(r"(?:(?:place|lay|put|play) )?(\S+) (?:(?:at|on|in|to|into) )?(\S+)", words)
    if spot and f"place {spot[1]} {spot[2]}" in BY_TEXT:
        return BY_TEXT[f"place {spot[1]} {spot[2]}"]
    for wish, reason, clause in WISHES:
        if re.fullmatch(wish, words):
            raise IllegalMove(text, reason, clause)
    raise NotAMove(f"{text!r} is no move of this game; a move reads like swap FM-Y>DE-W, pass or place FM-Y 2,-1")


def _in_words_of_the_game(text: str) -> str:
    """The same in small letters, with codes for names and x,y for every way to name a cell."""
    words = " ".join(text.casefold().replace("−", "-").split())
    for said, code in SAYINGS:
        words = re.sub(rf"\b(?:{said})\b", code.casefold(), words)
    colours = "".join(COLOUR_CODES).casefold()
    ingredients = "|".join(INGREDIENT_CODES).casefold()
    words = re.sub(rf"\b({ingredients})[ -]?([{colours}])\b", r"\1-\2", words)
    words = re.sub(rf"\b([{colours}]) ({ingredients})\b(?!-)", r"\2-\1", words)
    words = re.sub(r"\( ?(-?\d) ?[, ] ?(-?\d) ?\)", r"\1,\2", words)
    words = re.sub(r"(-?\d) ?, ?(-?\d)", r"\1,\2", words)
    words = re.sub(r"(-?\d) (-?\d)$", r"\1,\2", words)
    words = re.sub(r"(?:\b(left|right) (\d))?(?: ?\b(up|down|above|below) (\d))?$", _steps, words)
    return " ".join(words.split())


def _steps(found: re.Match[str]) -> str:
    """Right 2 up 1 is 2,-1."""
    if not found[0].strip():
        return found[0]
    x = int(found[2] or 0) * (-1 if found[1] == "left" else 1)
    y = int(found[4] or 0) * (-1 if found[3] in ("up", "above") else 1)
    return f" {x},{y}"


# The log


def tell(state: Alarun, action: int, seat: int) -> str:
    """One line of the log: what a seat hears of an action that is about to be applied."""
    who = f"seat {state.turn}"
    if action < CARD:
        hidden = state.glimpse(action, seat) == HIDDEN
        return f"{who} draws " + ("a colour card" if hidden else f"the {COLOUR_NAMES[action - COLOUR]} colour card")
    if action < SWAP:
        return _tell_of_card(state, action, seat)
    if action < PASS:
        give, take = divmod(action - SWAP, KINDS)
        return f"{who} swaps {KIND_NAMES[give]} for {KIND_NAMES[take]}"
    if action == REFRESH:
        return f"{who} discards the centre and turns up the reserve"
    if action < PLACE:
        marker = " and takes the Alarún marker" if state.first_passer == NONE else ""
        if action == PASS:
            return f"{who} passes{marker}"
        hand, centre = (listed(_kinds_of(state, holder)) for holder in (state.turn, state.seats))
        return f"{who} swaps all, {hand} for {centre}{marker}"
    if action < SHOW:
        kind, cell = divmod(action - PLACE, CELLS)
        return f"{who} places {KIND_NAMES[kind]} at {CELL_NAMES[cell]}"
    bonus = state.colour_bonus(state.turn)
    return f"{who} shows {COLOUR_NAMES[action - SHOW]}: {bonus} points for its cards of that colour"


def _tell_of_card(state: Alarun, action: int, seat: int) -> str:
    card = KIND_NAMES[action - CARD]
    if state.phase == DEAL:
        return f"seat {state.turn} is dealt {'a card' if state.glimpse(action, seat) == HIDDEN else card}"
    if state.phase == CLEAR:
        return f"{card} was in the reserve and is discarded"
    return f"{card} is turned up {'from the reserve' if state.phase == FLIP else 'in the centre'}"


def _kinds_of(state: Alarun, holder: int) -> list[str]:
    return [KIND_NAMES[state.kind(holder, place)] for place in range(state.hand_size(holder))]


# Positions. Twelve words: what happens next, the round, whose turn it is, who started the round, who passed first,
# each seat's actions, the cards face down in the reserve, the colour cards, the centre, the hands, the squares and the
# discard pile. Seats are parted by / and squares by |; - is nothing; a ! follows a card that everybody knows of; a
# square is written row by row with the apprentice as @ and a bare cell as .
#     place 1 1 0 1 0/0 0 RB FM-Y,DE-W,AU -/FM-Y,CD-G! @,MB-R,MB-B/.,.,PF-V|@/DE-R -

PHASES: Final = ("colour", "clear", "centre", "hand", "act", "flip", "place", "show", "over")
WORDS: Final = 12
SIGNS: Final = [*KIND_NAMES, "@", "."]
"""What can be written into a cell, by its number."""


def write_position(state: Alarun) -> str:
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
            ",".join(_kinds_of(state, state.seats)) or "-",
            "/".join(_write_hand(state, seat) for seat in range(state.seats)),
            "|".join(_write_square(square) for square in state.squares),
            ",".join(discards) or "-",
        )
    )


def _write_hand(state: Alarun, seat: int) -> str:
    known = ["" if state.is_secret(seat, place) else "!" for place in range(HAND)]
    return ",".join(card + mark for card, mark in zip(_kinds_of(state, seat), known, strict=False)) or "-"


def _write_square(square: Square) -> str:
    return "/".join(",".join(SIGNS[cell] for cell in row) for row in box_of(square))


def box_of(square: Square) -> list[list[int]]:
    """What lies in each cell of the box around all cards, row by row."""
    rows = [
        list(square.cells)[first : first + SIDE] for first in range(square.corner, square.corner + SIDE * SPAN, SPAN)
    ]
    height = max(y for y, row in enumerate(rows) if set(row) != {BARE}) + 1
    width = max(x for x, column in enumerate(zip(*rows, strict=True)) if set(column) != {BARE}) + 1
    return [[int(kind) for kind in row[:width]] for row in rows[:height]]


def read_position(text: str) -> Alarun:
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
