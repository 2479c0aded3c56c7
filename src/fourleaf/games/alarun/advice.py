"""What a bot needs to know quickly."""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.bits import lowest
from fourleaf.engine.plan import Effort, Horizon, SearchPlan
from fourleaf.games.alarun.board import (
    AURI,
    AURI_POINTS,
    BARE,
    BIT_OF,
    CELLS,
    COLOUR_OF,
    COLOUR_POINTS,
    COLOURS,
    DRUID,
    FRAMED,
    HAND,
    HOME,
    INGREDIENT_OF,
    INGREDIENTS,
    KINDS,
    NONE,
    PASS,
    PLACE,
    POINTS_OF,
    ROUNDS,
    SIDE,
    SPAN,
    SWAP,
    SWAP_ALL,
    marks,
)
from fourleaf.games.alarun.rules import (
    ACT,
    FINISHED,
    FLIP,
    LAY,
    SHOW_COLOUR,
    Alarun,
    Square,
)

SEARCH: Final = SearchPlan(
    # The cards that come matter more than what is done with them, and later decisions of a tree promise too much.
    paired=True,
    # Enough to see what becomes of the cards that were swapped.
    horizon=Horizon(decisions=4),
    levels={
        "easy": Effort(40, 1.0),
        "medium": Effort(80, 0.5),
        "hard": Effort(200, 0.1),
        "master": Effort(800, 0.0),
    },
)

LEAD_OF: Final[list[float]] = [15.0, 14.0, 13.5, 12.0, 10.0, 8.0, 6.5, 4.5, 2.0]
"""The points that make a seat e times as likely to win, by how many rounds are counted in: late leads are safer."""
CHANCE_OF: Final[list[float]] = [0.74, 0.70, 0.66, 0.62, 0.57, 0.51, 0.45, 0.38, 0.0]
"""How likely a bare cell is to get what its line wishes, by how many rounds are counted in."""
TRUST_OF: Final[list[float]] = [0.05, 0.0, -0.1, -0.06, 0.0, 0.0]
"""How much likelier that is taken to be, by how many fitting cards the line has; found by trial: these scored best."""
TEMPO: Final = 0.3
"""The points that ending a round is worth: others have but one action left, and the next round starts here."""

# What one wish of a line (for one ingredient, or for one colour) makes of a cell.
OPEN: Final = 0
FITS: Final = 1
DOUBLE: Final = 2
BREAKS: Final = 3
PATTERNS: Final = 4**SIDE
WEIGHT_OF: Final[vec[i64]] = vec[i64](4**place for place in range(SIDE))
"""The pattern of a line is one number with a digit for each cell, the first one lowest."""

WISHES: Final = INGREDIENTS + COLOURS
"""A line may wish for one ingredient or for one colour."""
LINES: Final = SIDE + SIDE
"""The rows from top to bottom, then the columns from left to right."""
NO_CARDS: Final[vec[i64]] = vec[i64]([0] * LINES)
NO_WISHES: Final[vec[i64]] = vec[i64]([0] * (LINES * WISHES))
UNRATED: Final[vec[float]] = vec[float]([0.0] * LINES)
UNKNOWN: Final = -1000.0
NO_USES: Final[vec[float]] = vec[float]()
UNKNOWN_USES: Final[vec[float]] = vec[float]([UNKNOWN] * KINDS)
UNKNOWN_BROKEN: Final[vec[float]] = vec[float]([UNKNOWN] * (LINES * SIDE))

# FAST: a search asks about the same few squares and hands again and again, so what was found is kept under a mark, in
# the place that the mark points to, until something else comes to the same place.
READINGS: Final = 1024
HOPES_KEPT: Final = 16384
KEPT_MARK: Final[vec[i64]] = vec[i64]([NONE] * HOPES_KEPT)
KEPT_HOPE: Final[vec[float]] = vec[float]([0.0] * HOPES_KEPT)
STAGE_MARK: Final[vec[i64]] = marks(2, ROUNDS + 1)
HAND_MARK: Final[vec[i64]] = marks(3, HAND * KINDS)


def _hopes() -> vec[float]:
    """What every pattern may be expected to bring, by how many rounds are counted in and how long the line is yet.

    A line that is not five cells long yet may still grow at either end.
    """
    hopes: list[float] = []
    for stage in range(ROUNDS + 1):
        whole = [_hope_of_pattern(stage, pattern) for pattern in range(PATTERNS)]
        for length in range(SIDE + 1):
            away = 4 ** (SIDE - length)
            hopes += [max(whole[pattern], whole[pattern * away % PATTERNS]) for pattern in range(PATTERNS)]
    return vec[float](hopes)


def _hope_of_pattern(stage: int, pattern: int) -> float:
    cells = [pattern // 4**place % 4 for place in range(SIDE)]
    chance = CHANCE_OF[stage]
    return _expected(cells, 0, chance + TRUST_OF[cells.count(FITS)] if chance > 0 else 0.0)


def _expected(cells: list[int], place: int, chance: float) -> float:
    """The points of a line when each bare cell gets what it wishes by chance, or else something that breaks it."""
    if place == SIDE:
        return float(POINTS_OF[_strength(cells)])
    if cells[place] != OPEN:
        return _expected(cells, place + 1, chance)
    good = [*cells[:place], FITS, *cells[place + 1 :]]
    bad = [*cells[:place], BREAKS, *cells[place + 1 :]]
    return chance * _expected(good, place + 1, chance) + (1 - chance) * _expected(bad, place + 1, chance)


def _strength(cells: list[int]) -> int:
    best = 0
    run = 0
    for cell in cells:
        run = 0 if cell == BREAKS else run + 1 if cell == FITS else run
        best = max(best, run)
    return best


HOPES: Final[vec[float]] = _hopes()


@final
class Reading:
    """A square as a player reads it: what each of its lines could still become."""

    def __init__(self, square: Square, stage: i64, left: i64, top: i64, width: i64, height: i64) -> None:
        self.square = square
        self.stage: i64 = stage
        self.mark: i64 = square.mark ^ STAGE_MARK[stage]
        self.left: i64 = left
        self.top: i64 = top
        self.width: i64 = width
        self.height: i64 = height
        self.home_row: i64 = HOME // SPAN - self.top
        self.home_column: i64 = SIDE + HOME % SPAN - self.left
        self.pattern = NO_CARDS[:]
        """The pattern of each line for a wish that nothing has met yet."""
        self.met = NO_WISHES[:]
        """How much less the pattern is for each wish of each line, because of the cards that meet it."""
        self.seen = NO_WISHES[:]
        """The colours that a line has of an ingredient, or the ingredients that it has of a colour."""
        self.as_ingredient = UNRATED[:]
        """What each line may bring as a potion of one ingredient."""
        self.as_colour = UNRATED[:]
        """The same as a potion of one colour."""
        self.broken_ingredient = UNKNOWN_BROKEN[:]
        """FAST: what each line may bring when a card that it does not wish for comes into a place, once asked for."""
        self.broken_colour = UNKNOWN_BROKEN[:]
        self.uses = NO_USES
        """FAST: what a card of each kind would bring, once it has been asked for."""
        self.wider: list[Reading | None] = [None, None, None, None]
        """FAST: the same square with one more column or row of bare cells, to the left, right, above or below."""
        for down in range(height):
            cell = (top + down) * SPAN + left
            for across in range(width):
                kind = i64(square.cells[cell + across])
                if kind != BARE:
                    self._note(kind, down, WEIGHT_OF[across])
                    self._note(kind, SIDE + across, WEIGHT_OF[down])
        for line in range(LINES):
            self.as_ingredient[line], self.as_colour[line] = self._rate(line, self._length(line), 0)
        self.hope: float = self._sum()
        """What all ten potions may be expected to bring."""

    def _note(self, kind: i64, line: i64, weight: i64) -> None:
        """A card in a line breaks every wish but two, and the apprentice fits them all."""
        if kind == DRUID:
            self.pattern[line] += FITS * weight
            return
        self.pattern[line] += BREAKS * weight
        if kind != AURI:
            ingredient = line * WISHES + INGREDIENT_OF[kind]
            colour = line * WISHES + INGREDIENTS + COLOUR_OF[kind]
            self.met[ingredient] += (BREAKS - self._meets(ingredient, COLOUR_OF[kind])) * weight
            self.met[colour] += (BREAKS - self._meets(colour, INGREDIENT_OF[kind])) * weight
            self.seen[ingredient] |= BIT_OF[COLOUR_OF[kind]]
            self.seen[colour] |= BIT_OF[INGREDIENT_OF[kind]]

    def _meets(self, wish: i64, other: i64) -> i64:
        """Whether a card that a line wishes for is new to it, or a double."""
        if self.seen[wish] & BIT_OF[other] != 0:
            return DOUBLE
        return FITS

    def _length(self, line: i64) -> i64:
        if line < SIDE:
            return self.width
        return self.height

    def _rate(self, line: i64, length: i64, broken: i64) -> tuple[float, float]:
        """What a line may bring by its best ingredient and by its best colour, if something more breaks its wishes."""
        fresh = (self.stage * (SIDE + 1) + length) * PATTERNS + self.pattern[line] + broken
        ingredient = HOPES[fresh]
        colour = ingredient
        first = line * WISHES
        for wish in range(first, first + INGREDIENTS):
            if self.met[wish] != 0:
                ingredient = max(ingredient, HOPES[fresh - self.met[wish]])
        for wish in range(first + INGREDIENTS, first + WISHES):
            if self.met[wish] != 0:
                colour = max(colour, HOPES[fresh - self.met[wish]])
        return ingredient, colour

    def _sum(self) -> float:
        row = self.home_row
        hope = self._at_home(row, (self.as_ingredient[row], self.as_colour[row]))
        for line in range(LINES):
            if line != self.home_row and line != self.home_column:
                hope += max(self.as_ingredient[line], self.as_colour[line])
        return hope

    def _at_home(self, line: i64, rated: tuple[float, float]) -> float:
        """The apprentice stands for one ingredient in one of its lines and for one colour in the other."""
        crossing = self.home_row
        if line == crossing:
            crossing = self.home_column
        return max(rated[0] + self.as_colour[crossing], rated[1] + self.as_ingredient[crossing])

    def gain(self, kind: i64, cell: i64) -> float:
        """How much more the potions may bring when a card is laid into a legal cell."""
        across = cell % SPAN - self.left
        down = cell // SPAN - self.top
        if across < 0:
            return self._gain_beyond(0, kind, cell)
        if across >= self.width:
            return self._gain_beyond(1, kind, cell)
        if down < 0:
            return self._gain_beyond(2, kind, cell)
        if down >= self.height:
            return self._gain_beyond(3, kind, cell)
        return self._change(down, kind, across) + self._change(SIDE + across, kind, down)

    def _gain_beyond(self, side: i64, kind: i64, cell: i64) -> float:
        """The same for a card that makes the box around all cards wider or higher, which changes all lines across."""
        wider = self.wider[side]
        if wider is None:
            across, down = i64(side < 2), i64(side >= 2)
            left, top = self.left - i64(side == 0), self.top - i64(side == 2)
            wider = Reading(self.square, self.stage, left, top, self.width + across, self.height + down)
            self.wider[side] = wider
        return wider.hope - self.hope + wider.gain(kind, cell)

    def _change(self, line: i64, kind: i64, place: i64) -> float:
        """How much more the square may bring when a card comes into one of its lines."""
        rated = self._with(line, kind, place)
        before = (self.as_ingredient[line], self.as_colour[line])
        if line == self.home_row or line == self.home_column:
            return self._at_home(line, rated) - self._at_home(line, before)
        return max(rated[0], rated[1]) - max(before[0], before[1])

    def _with(self, line: i64, kind: i64, place: i64) -> tuple[float, float]:
        """What a line may bring with a card more."""
        length = self._length(line)
        weight = WEIGHT_OF[place]
        broken = line * SIDE + place
        if self.broken_ingredient[broken] == UNKNOWN:
            rated = self._rate(line, length, BREAKS * weight)
            self.broken_ingredient[broken], self.broken_colour[broken] = rated
        ingredient = self.broken_ingredient[broken]
        colour = self.broken_colour[broken]
        if kind == AURI:
            return ingredient, colour
        fresh = (self.stage * (SIDE + 1) + length) * PATTERNS + self.pattern[line]
        wish = line * WISHES + INGREDIENT_OF[kind]
        meets = self._meets(wish, COLOUR_OF[kind]) * weight
        ingredient = max(ingredient, HOPES[fresh - self.met[wish] + meets])
        wish = line * WISHES + INGREDIENTS + COLOUR_OF[kind]
        meets = self._meets(wish, INGREDIENT_OF[kind]) * weight
        colour = max(colour, HOPES[fresh - self.met[wish] + meets])
        return ingredient, colour

    def use(self, kind: i64) -> float:
        """What a card alone would bring where it fits best."""
        if len(self.uses) == 0:
            self.uses = UNKNOWN_USES[:]
        if self.uses[kind] == UNKNOWN:
            best = UNKNOWN
            reach = self.square.reach()
            while reach != 0:
                best = max(best, self.gain(kind, self.square.first_framed() + FRAMED[lowest(reach)]))
                reach &= reach - 1
            self.uses[kind] = best
        return self.uses[kind]


READ: Final[list[Reading | None]] = [None] * READINGS


def read(square: Square, stage: i64) -> Reading:
    """The reading of a square."""
    mark = square.mark ^ STAGE_MARK[stage]
    place = mark % READINGS
    reading = READ[place]
    if reading is None or reading.mark != mark:
        # A copy, because the square itself may get more cards.
        mine = square.clone()
        reading = Reading(mine, stage, mine.corner % SPAN, mine.corner // SPAN, mine.width(), mine.height())
        READ[place] = reading
    return reading


def standing(state: Alarun) -> list[float]:
    """How likely each seat is to win, from the points that its square and its hand may be expected to bring."""
    if state.phase == FINISHED:
        ranks = list(state.ranks())
        return [1 / ranks.count(0) if rank == 0 else 0.0 for rank in ranks]
    lead = LEAD_OF[rounds_counted(state)]
    hopes: list[float] = []
    most = -math.inf
    for seat in range(state.seats):
        points = worth(state, seat)
        hopes.append(points)
        most = max(most, points)
    total = 0.0
    for seat in range(state.seats):
        hope = math.exp((hopes[seat] - most) / lead)
        hopes[seat] = hope
        total += hope
    for seat in range(state.seats):
        hopes[seat] /= total
    return hopes


def rounds_counted(state: Alarun) -> i64:
    """How many rounds have given their cards: those of this round count once they are dealt."""
    if state.phase == ACT or state.phase == LAY or state.phase == FLIP or state.phase == SHOW_COLOUR:
        return state.round
    return state.round - 1


def worth(state: Alarun, seat: i64) -> float:
    """The points that a seat may expect of its square, its hand and its colour card."""
    stage = rounds_counted(state)
    square = state.squares[seat]
    points = float(square.auri())
    if state.colours[seat] != NONE:
        points += float(state.colour_bonus(seat))
    size = state.hand_size(seat)
    if size == 0 and stage == ROUNDS:
        return points + float(square.potions())
    hand = state.cards[seat * HAND : seat * HAND + size]
    for place in range(size):
        hand[place] //= 2
        points += bonus(state, seat, hand[place])
    return points + _hope(square, hand, stage)


def bonus(state: Alarun, seat: i64, kind: i64) -> float:
    """What a card brings a seat wherever it is laid."""
    if kind == AURI:
        return float(AURI_POINTS)
    return float(COLOUR_POINTS) if COLOUR_OF[kind] == state.colours[seat] else 0.0


def _hope(square: Square, hand: vec[i64], stage: i64) -> float:
    """What a square may bring with a hand, as it was found before or anew."""
    _sort(hand)
    mark = square.mark ^ STAGE_MARK[stage]
    for card in range(len(hand)):
        mark ^= HAND_MARK[card * KINDS + hand[card]]
    place = mark % HOPES_KEPT
    if KEPT_MARK[place] != mark:
        KEPT_HOPE[place] = _hope_with(square, hand, stage) if len(hand) > 0 else read(square, stage).hope
        KEPT_MARK[place] = mark
    return KEPT_HOPE[place]


def _sort(hand: vec[i64]) -> None:
    """The order of a hand must not matter to what is kept."""
    for place in range(1, len(hand)):
        kind = hand[place]
        before = place - 1
        while before >= 0 and hand[before] > kind:
            hand[before + 1] = hand[before]
            before -= 1
        hand[before + 1] = kind


def _hope_with(before: Square, hand: vec[i64], stage: i64) -> float:
    """What a square may bring once these kinds are laid too, each time the card and the cell that promise most."""
    square = before.clone()
    left: i64 = len(hand)
    while True:
        reading = read(square, stage)
        best = -math.inf
        best_card: i64 = 0
        best_cell: i64 = 0
        reach = square.reach()
        while reach != 0:
            cell = square.first_framed() + FRAMED[lowest(reach)]
            reach &= reach - 1
            for card in range(left):
                promised = reading.gain(hand[card], cell)
                if promised > best:
                    best = promised
                    best_card = card
                    best_cell = cell
        left -= 1
        if left == 0:
            return reading.hope + best
        square.lay(hand[best_card], best_cell)
        hand[best_card] = hand[left]


def priority(state: Alarun, action: i64) -> float:
    """The points that an action may be expected to gain for the seat that takes it."""
    reading = read(state.squares[state.turn], state.round)
    if action >= PLACE:
        choice = action - PLACE
        return reading.gain(choice // CELLS, choice % CELLS)
    if action < PASS:
        choice = action - SWAP
        return _use(state, reading, choice % KINDS) - _use(state, reading, choice // KINDS)
    if action == SWAP_ALL:
        more = 0.0
        for place in range(HAND):
            more += _use(state, reading, state.kind(state.seats, place))
            more -= _use(state, reading, state.kind(state.turn, place))
        return more
    return TEMPO if action == PASS else 0.0


def _use(state: Alarun, reading: Reading, kind: i64) -> float:
    return reading.use(kind) + bonus(state, state.turn, kind)
