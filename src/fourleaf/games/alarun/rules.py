"""The game itself: supply, acting and placing, eight times over, and what everybody may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from fourleaf.engine.bits import bit, count, lowest, shifted
from fourleaf.engine.state import CHANCE, HIDDEN, OVER, State
from fourleaf.games.alarun.board import (
    ACTIONS,
    AURI,
    AURI_POINTS,
    BARE,
    BARE_CELLS,
    BIT_OF,
    CARD,
    CARDS,
    CELLS,
    CLEARS_CENTRE,
    COLOUR,
    COLOUR_OF,
    COLOUR_POINTS,
    COLOURS,
    COLUMN_OF_FRAME,
    COPIES_OF,
    DRUID,
    FIRST_COLUMN,
    FIRST_ROW,
    FRAME,
    FRAMED,
    HAND,
    HOME,
    INGREDIENT_OF,
    INGREDIENTS,
    INNER_COLUMNS,
    INNER_ROWS,
    KINDS,
    LAST_COLUMN,
    LAST_ROW,
    MARK_OF,
    MOST_ACTIONS,
    NO_ACTIONS,
    NO_CARD,
    NONE,
    NOTHING_TOUCHES,
    PASS,
    PLACE,
    POINTS_OF,
    REFRESH,
    RESERVE_OF,
    ROUNDS,
    ROW_OF_FRAME,
    SEATS,
    SECRET,
    SHOW,
    SIDE,
    SIZE_OF,
    SPAN,
    START,
    SWAP,
    SWAP_ALL,
)
from fourleaf.games.alarun.encode import decision, encoded
from fourleaf.games.alarun.imagine import imagined

# What happens next, in the order of a game.
DRAW_COLOUR: Final = 0
CLEAR: Final = 1
CENTRE: Final = 2
DEAL: Final = 3
ACT: Final = 4
FLIP: Final = 5
LAY: Final = 6
SHOW_COLOUR: Final = 7
FINISHED: Final = 8
NO_COLOURS: Final[vec[i64]] = vec[i64]([NONE] * SEATS)
NO_CARDS: Final[vec[i64]] = vec[i64]([NO_CARD] * (SEATS * HAND + HAND))


@final
class Square:
    """One seat's square of cards, and the potions that it brews."""

    def __init__(self, cells: vec[u8], taken: i64, corner: i64) -> None:
        self.cells = cells
        """What lies in each cell."""
        self.taken: i64 = taken
        """FAST: the cells that are not bare, in the frame."""
        self.corner: i64 = corner
        """FAST: the first cell of the box around all cards."""
        self.mark: i64 = 0
        """FAST: a number that squares with the same cards share, and others do not."""
        self.brewed_druid: i64 = NONE
        """FAST: what druid() found when it was last asked, until another card is laid."""
        self.brewed_points: i64 = NONE
        """FAST: the same for potions()."""

    def clone(self) -> Square:
        """A square of its own that is equal to this one."""
        twin = Square(self.cells[:], self.taken, self.corner)
        twin.mark = self.mark
        twin.brewed_druid = self.brewed_druid
        twin.brewed_points = self.brewed_points
        return twin

    # Laying cards

    def reach(self) -> i64:
        """The places of the frame where a card may be laid now."""
        taken = self.taken
        # A4.3 Beside the apprentice or a card, edge to edge, and bare.
        beside = shifted(taken, 1) | shifted(taken, -1) | shifted(taken, FRAME) | shifted(taken, -FRAME)
        beside &= ~taken
        # A4.4 Five wide and five high at most, wherever the apprentice ends up in it.
        if taken & LAST_COLUMN != 0:
            beside &= INNER_COLUMNS
        if taken & LAST_ROW != 0:
            beside &= INNER_ROWS
        return beside

    def first_framed(self) -> i64:
        """The cell under the first place of the frame; it may lie outside of all cells when it is out of reach."""
        return self.corner - SPAN - 1

    def lay(self, kind: i64, cell: i64) -> None:
        """Lay a card; A4.5 it never moves again."""
        self.cells[cell] = u8(kind)
        self.mark ^= MARK_OF[kind * CELLS + cell]
        behind = cell - self.first_framed()
        self.taken |= bit(behind // SPAN * FRAME + behind % SPAN)
        if self.taken & FIRST_ROW != 0:
            self.taken = shifted(self.taken, FRAME)
            self.corner -= SPAN
        if self.taken & FIRST_COLUMN != 0:
            self.taken = shifted(self.taken, 1)
            self.corner -= 1
        self.brewed_druid = NONE
        self.brewed_points = NONE

    # Brewing potions

    def potions(self) -> i64:
        """A5.14 The points of all ten potions, with the apprentice at its best."""
        if self.brewed_points == NONE:
            self.brewed_points = self._brew(self.druid())
        return self.brewed_points

    def _brew(self, druid: i64) -> i64:
        points: i64 = 0
        # A5.1 Five rows and five columns.
        for n in range(SIDE):
            points += POINTS_OF[power(self.cells, self.corner + n * SPAN, 1, druid)]
            points += POINTS_OF[power(self.cells, self.corner + n, SPAN, druid)]
        return points

    def druid(self) -> i64:
        """A5.10 The kind that the apprentice stands for: the one with which its two lines bring most."""
        if self.brewed_druid == NONE:
            self.brewed_druid = self._best_druid()
        return self.brewed_druid

    def _best_druid(self) -> i64:
        behind = HOME - self.corner
        row_power = power(self.cells, HOME - behind % SPAN, 1, BARE)
        column_power = power(self.cells, self.corner + behind % SPAN, SPAN, BARE)
        # FAST: a kind changes a line only through the stretches of one ingredient, or one colour, that touch the
        # apprentice: so each line is read once and not once for every kind.
        row = self._touching(1)
        column = self._touching(SPAN)
        best: i64 = NONE
        chosen: i64 = 0
        # A5.9 Any kind with a colour, the same for both lines. A5.11 Among equals the first.
        for ingredient in range(INGREDIENTS):
            as_ingredient = BIT_OF[ingredient]
            as_colour: i64 = 1
            for colour in range(COLOURS):
                across = max(row_power, SIZE_OF[row[ingredient] | as_colour])
                across = max(across, SIZE_OF[row[INGREDIENTS + colour] | as_ingredient])
                along = max(column_power, SIZE_OF[column[ingredient] | as_colour])
                along = max(along, SIZE_OF[column[INGREDIENTS + colour] | as_ingredient])
                points = POINTS_OF[across] + POINTS_OF[along]
                if points > best:
                    best = points
                    chosen = ingredient * COLOURS + colour
                as_colour += as_colour
        return chosen

    def _touching(self, step: i64) -> vec[i64]:
        """What touches the apprentice in a line: each ingredient's colours, then each colour's ingredients."""
        touching = NOTHING_TOUCHES[:]
        self._touch(touching, step)
        self._touch(touching, -step)
        return touching

    def _touch(self, touching: vec[i64], step: i64) -> None:
        """Note the stretch of one ingredient and the stretch of one colour that start beside the apprentice."""
        first = i64(self.cells[HOME + step])
        if first >= AURI:
            return
        ingredient = INGREDIENT_OF[first]
        colour = COLOUR_OF[first]
        # No further than four cells: there the square ends, wherever the apprentice lies in it.
        cell: i64 = HOME
        for _ in range(SIDE - 1):
            cell += step
            kind = i64(self.cells[cell])
            if INGREDIENT_OF[kind] != ingredient:
                break
            touching[ingredient] |= BIT_OF[COLOUR_OF[kind]]
        cell = HOME
        for _ in range(SIDE - 1):
            cell += step
            kind = i64(self.cells[cell])
            if COLOUR_OF[kind] != colour:
                break
            touching[INGREDIENTS + colour] |= BIT_OF[INGREDIENT_OF[kind]]

    # What else a square is worth

    def auri(self) -> i64:
        """A5.12 The points for Centum auri, if it lies here."""
        return AURI_POINTS if u8(AURI) in self.cells else 0

    def cards_of(self, colour: i64) -> i64:
        """A5.13 How many laid cards have this colour; neither the apprentice nor Centum auri has one."""
        cards: i64 = 0
        for cell in self.cells:
            if COLOUR_OF[i64(cell)] == colour:
                cards += 1
        return cards

    def laid(self) -> i64:
        """How many cards lie here, the apprentice not counted."""
        return count(self.taken) - 1

    def width(self) -> i64:
        """How many cells the box around all cards is wide."""
        return _extent(self.taken, COLUMN_OF_FRAME)

    def height(self) -> i64:
        """How many cells the box around all cards is high."""
        return _extent(self.taken, ROW_OF_FRAME)

    # What a hand could make of it

    def gain(self, kind: i64, cell: i64) -> i64:
        """How many points more the potions bring when a card is laid into a legal cell."""
        points = self.potions()
        return self._points_with(kind, cell, points) - points

    def _points_with(self, kind: i64, cell: i64, points: i64) -> i64:
        """What the potions bring when a card is laid into a legal cell, if they bring `points` now."""
        if cell // SPAN == HOME // SPAN or cell % SPAN == HOME % SPAN:
            after = self.clone()
            after.lay(kind, cell)
            return after.potions()
        # FAST: away from the apprentice only the two lines of the cell change.
        row = min(cell, cell - (cell % SPAN - self.corner % SPAN))
        column = min(cell, cell - (cell // SPAN - self.corner // SPAN) * SPAN)
        points -= POINTS_OF[power(self.cells, row, 1, BARE)] + POINTS_OF[power(self.cells, column, SPAN, BARE)]
        self.cells[cell] = u8(kind)
        points += POINTS_OF[power(self.cells, row, 1, BARE)] + POINTS_OF[power(self.cells, column, SPAN, BARE)]
        self.cells[cell] = u8(BARE)
        return points

    def prospect(self, hand: vec[i64]) -> i64:
        """The points of the potions once these kinds are laid too, each time the card and the cell that gain most."""
        square = self.clone()
        left = hand[:]
        points = square.potions()
        for _ in range(len(hand)):
            best: i64 = NONE
            best_card: i64 = 0
            best_cell: i64 = 0
            for card in range(len(left)):
                reach = square.reach() if left[card] != BARE else 0
                while reach != 0:
                    cell = square.first_framed() + FRAMED[lowest(reach)]
                    reach &= reach - 1
                    promised = square._points_with(left[card], cell, points)
                    if promised > best:
                        best = promised
                        best_card = card
                        best_cell = cell
            square.lay(left[best_card], best_cell)
            left[best_card] = BARE
            points = best
        return points


def _extent(taken: i64, lines: vec[i64]) -> i64:
    """How many of the lines of the frame have a card; they lie side by side from the second one on."""
    extent: i64 = SIDE
    while taken & lines[extent] == 0:
        extent -= 1
    return extent


def power(cells: vec[u8], first: i64, step: i64, druid: i64) -> i64:
    """A5.6 The power of a line of five cells: the greatest strength among its runs, the apprentice being `druid`."""
    best: i64 = 0
    ingredient: i64 = NONE
    colour: i64 = NONE
    colours: i64 = 0
    ingredients: i64 = 0
    cell = first
    for _ in range(SIDE):
        kind = i64(cells[cell])
        cell += step
        if kind == DRUID:
            kind = druid
        if kind >= AURI:
            # A5.5 Centum auri belongs to no run and ends those beside it; so does a cell that is bare as yet.
            ingredient = NONE
            colour = NONE
            continue
        # A5.2 A run of one ingredient is as strong as its colours are many.
        # A5.4 An exact double is in the set already: it adds nothing and breaks nothing.
        if INGREDIENT_OF[kind] != ingredient:
            ingredient = INGREDIENT_OF[kind]
            colours = 0
        colours |= BIT_OF[COLOUR_OF[kind]]
        # A5.3 A run of one colour is as strong as its ingredients are many.
        if COLOUR_OF[kind] != colour:
            colour = COLOUR_OF[kind]
            ingredients = 0
        ingredients |= BIT_OF[ingredient]
        best = max(best, SIZE_OF[colours])
        best = max(best, SIZE_OF[ingredients])
    return best


@final
class Alarun(State):
    """One position: the squares, the centre, and every hand and colour card."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.phase: i64 = DRAW_COLOUR
        self.round: i64 = 1
        self.turn: i64 = 0
        """The seat that draws, is dealt to, acts, places or shows."""
        self.starter: i64 = 0
        """A1.4 Seat 0 starts the first round."""
        self.first_passer: i64 = NONE
        """The seat that has taken the Alarún marker in this round."""
        self.actions = NO_ACTIONS[:seats]
        """How many actions that were no pass each seat has taken while this round's acting lasts."""
        self.reserve: i64 = 0
        """How many cards lie face down beside the centre; which ones they are is not decided before they turn up."""
        self.colours = NO_COLOURS[:seats]
        """Each seat's colour card."""
        self.cards = NO_CARDS[: (seats + 1) * HAND]
        """The hand of each seat, then the centre: three places each, in ascending order, the empty ones last."""
        self.pool = COPIES_OF[:]
        """How many cards of each kind nobody has seen yet: the deck, and the reserve while it is face down."""
        self.unseen: i64 = CARDS
        """FAST: how many cards the pool has."""
        self.squares: list[Square] = []

    def clone(self) -> Alarun:
        twin = Alarun(self.seats)
        twin.phase = self.phase
        twin.round = self.round
        twin.turn = self.turn
        twin.starter = self.starter
        twin.first_passer = self.first_passer
        twin.actions = self.actions[:]
        twin.reserve = self.reserve
        twin.colours = self.colours[:]
        twin.cards = self.cards[:]
        twin.pool = self.pool[:]
        twin.unseen = self.unseen
        twin.squares = [square.clone() for square in self.squares]
        return twin

    def actor(self) -> i64:
        if self.phase == ACT or self.phase == LAY:
            return self.turn
        return OVER if self.phase == FINISHED else CHANCE

    # What may happen

    def legal(self) -> vec[i32]:
        if self.phase == LAY:
            return self._places()
        if self.phase == ACT:
            return self._acts()
        if self.phase == DRAW_COLOUR:
            return self.colours_left()
        if self.phase == SHOW_COLOUR:
            return vec[i32]([i32(SHOW + self.colours[self.turn])])
        if self.phase == FINISHED:
            return vec[i32]()
        return self._kinds_in_pool()

    def odds(self) -> vec[i32]:
        legal = self.legal()
        odds = vec[i32]([1] * len(legal))
        if self.phase != DRAW_COLOUR and self.phase != SHOW_COLOUR:
            for place in range(len(odds)):
                odds[place] = i32(self.pool[i64(legal[place]) - CARD])
        return odds

    def draw(self, rng: Random) -> i64:
        # FAST: the same odds without writing them down.
        if self.phase == DRAW_COLOUR or self.phase == SHOW_COLOUR:
            return super().draw(rng)
        return CARD + self.kind_of_pool(rng.randrange(self.unseen))

    def kind_of_pool(self, n: i64) -> i64:
        """The kind of the n-th card of the pool when its cards lie in a row."""
        kind: i64 = 0
        while n >= self.pool[kind]:
            n -= self.pool[kind]
            kind += 1
        return kind

    def colours_left(self) -> vec[i32]:
        # A1.2 One colour card a colour. A1.5 Each seat draws one of those that are left.
        left = vec[i32]()
        for colour in range(COLOURS):
            if colour not in self.colours:
                left = append(left, i32(COLOUR + colour))
        return left

    def _kinds_in_pool(self) -> vec[i32]:
        kinds: i64 = 0
        for copies in self.pool:
            if copies > 0:
                kinds += 1
        actions = vec[i32]([0] * kinds)
        place: i64 = 0
        for kind in range(KINDS):
            if self.pool[kind] > 0:
                actions[place] = i32(CARD + kind)
                place += 1
        return actions

    def _acts(self) -> vec[i32]:
        # A3.9 After ten swaps and refreshes a seat may only pass or swap all.
        if self.actions[self.turn] >= MOST_ACTIONS:
            return vec[i32]([i32(PASS), i32(SWAP_ALL)])
        gives = self._sorts(self.turn)
        takes = self._sorts(self.seats)
        # A3.5 The reserve can be turned up while it is face down.
        refreshes: i64 = 1 if self.reserve > 0 else 0
        actions = vec[i32]([0] * (gives * takes + 2 + refreshes))
        place: i64 = 0
        # A3.10 A pair of kinds is one choice, however many copies there are, and equal kinds may be swapped too.
        for give in range(HAND):
            if self._is_first(self.turn, give):
                for take in range(HAND):
                    if self._is_first(self.seats, take):
                        actions[place] = i32(SWAP + self.kind(self.turn, give) * KINDS + self.kind(self.seats, take))
                        place += 1
        actions[place] = i32(PASS)
        actions[place + 1] = i32(SWAP_ALL)
        if refreshes > 0:
            actions[place + 2] = i32(REFRESH)
        return actions

    def _places(self) -> vec[i32]:
        # A4.1 Every card of the hand must be laid; which one comes first is free.
        square = self.squares[self.turn]
        reach = square.reach()
        cells = count(reach)
        actions = vec[i32]([0] * (self._sorts(self.turn) * cells))
        place: i64 = 0
        first = PLACE + square.first_framed()
        kind = self.kind(self.turn, 0)
        while reach != 0:
            actions[place] = i32(first + kind * CELLS + FRAMED[lowest(reach)])
            reach &= reach - 1
            place += 1
        # FAST: the cells are the same for every kind.
        for card in range(1, HAND):
            if self._is_first(self.turn, card):
                further = (self.kind(self.turn, card) - kind) * CELLS
                for cell in range(cells):
                    actions[place] = i32(i64(actions[cell]) + further)
                    place += 1
        return actions

    # What happens

    def apply(self, action: i64) -> None:
        if self.phase == LAY:
            self._place(action - PLACE)
        elif self.phase == ACT:
            self._act(action)
        elif self.phase == DRAW_COLOUR:
            self._draw_colour(action - COLOUR)
        elif self.phase == SHOW_COLOUR:
            self._show_colour()
        else:
            self._turn_up(action - CARD)

    def _draw_colour(self, colour: i64) -> None:
        self.colours[self.turn] = colour
        self.turn = self._left_of(self.turn)
        if self.turn == 0:
            self.phase = CENTRE

    def _turn_up(self, kind: i64) -> None:
        """One card leaves the pool."""
        self.pool[kind] -= 1
        self.unseen -= 1
        if self.phase == DEAL:
            self._deal(kind)
        elif self.phase == CENTRE:
            self._lay_out(kind)
        elif self.phase == FLIP:
            self._flip(kind)
        else:
            self._clear()

    def _clear(self) -> None:
        # A2.2 A reserve that nobody has turned up goes to the discard pile. A2.3 There everybody sees it.
        self.reserve -= 1
        if self.reserve == 0:
            self.phase = CENTRE

    def _lay_out(self, kind: i64) -> None:
        # A1.6 Three cards are turned up in the centre.
        self.take(self.seats, 2 * kind)
        if self.hand_size(self.seats) == HAND:
            # A1.7 With two seats three more lie beside it, face down.
            self.reserve = RESERVE_OF[self.seats]
            self._start_dealing()

    def _start_dealing(self) -> None:
        # A2.5 The starter is dealt to first, then the others clockwise.
        self.turn = self.starter
        self.phase = DEAL

    def _deal(self, kind: i64) -> None:
        # A1.8 A2.4 Each seat is dealt three cards.
        self.take(self.turn, 2 * kind + SECRET)
        if self.hand_size(self.turn) == HAND:
            self.turn = self._left_of(self.turn)
            if self.turn == self.starter:
                # A3.1 The starter acts first.
                self.phase = ACT

    def _act(self, action: i64) -> None:
        if action < PASS:
            self._swap((action - SWAP) // KINDS, (action - SWAP) % KINDS)
        elif action == REFRESH:
            self._refresh()
            return
        else:
            if action == SWAP_ALL:
                self._swap_all()
            # A3.3 A pass changes nothing. A3.4 Swapping all counts as one.
            # A3.7 The first to pass takes the Alarún marker.
            if self.first_passer == NONE:
                self.first_passer = self.turn
        self._end_turn()

    def _swap(self, given: i64, taken: i64) -> None:
        # A3.2 One card for one card; everybody sees both.
        # A3.11 Centum auri is a card like any other.
        self._give(self.turn, given)
        self._give(self.seats, taken)
        self.take(self.turn, 2 * taken)
        self.take(self.seats, 2 * given)
        self.actions[self.turn] += 1

    def _swap_all(self) -> None:
        # A3.4 The whole hand for the whole centre; everybody sees all six cards.
        for place in range(HAND):
            given = self.kind(self.turn, place)
            self.cards[self.turn * HAND + place] = self.cards[self.seats * HAND + place]
            self.cards[self.seats * HAND + place] = 2 * given

    def _refresh(self) -> None:
        # A3.5 The centre is discarded and the reserve becomes the new one.
        self.actions[self.turn] += 1
        self._discard_centre()
        self.phase = FLIP

    def _flip(self, kind: i64) -> None:
        # A3.6 The reserve is not replaced within the round.
        self.reserve -= 1
        self.take(self.seats, 2 * kind)
        if self.reserve == 0:
            self.phase = ACT
            self._end_turn()

    def _end_turn(self) -> None:
        self.turn = self._left_of(self.turn)
        # A3.7 Once somebody has passed, every other seat has one more action, and acting ends.
        # A3.8 So nobody who has passed acts again.
        if self.turn == self.first_passer:
            # A4.2 The first passer places first.
            self.actions = NO_ACTIONS[: self.seats]
            self.phase = LAY

    def _place(self, choice: i64) -> None:
        self._give(self.turn, choice // CELLS)
        self.squares[self.turn].lay(choice // CELLS, choice % CELLS)
        # A4.2 A seat lays its three cards one after the other, then the next seat does.
        if self.hand_size(self.turn) == 0:
            self.turn = self._left_of(self.turn)
            if self.turn == self.first_passer:
                self._end_round()

    def _end_round(self) -> None:
        # A2.6 Who passed first starts the next round.
        self.starter = self.first_passer
        self.first_passer = NONE
        # A2.1 Eight rounds.
        if self.round == ROUNDS:
            self.turn = 0
            self.phase = SHOW_COLOUR
            return
        self.round += 1
        # A2.2 With two or three seats the centre is cleared and laid out anew; with four it stays as it is.
        if CLEARS_CENTRE[self.seats] == 0:
            self._start_dealing()
            return
        self._discard_centre()
        self.phase = CLEAR if self.reserve > 0 else CENTRE

    def _show_colour(self) -> None:
        self.turn = self._left_of(self.turn)
        if self.turn == 0:
            self.phase = FINISHED

    # Cards in hands and in the centre; `holder` is a seat, or the number of seats for the centre

    def kind(self, holder: i64, place: i64) -> i64:
        """The kind of the card in a place; KINDS when there is none."""
        return self.cards[holder * HAND + place] // 2

    def is_secret(self, holder: i64, place: i64) -> bool:
        """Whether only its owner knows the card in a place."""
        return self.cards[holder * HAND + place] % 2 == SECRET

    def hand_size(self, holder: i64) -> i64:
        """How many cards a seat, or the centre, has."""
        size: i64 = 0
        for place in range(holder * HAND, holder * HAND + HAND):
            if self.cards[place] != NO_CARD:
                size += 1
        return size

    def _is_first(self, holder: i64, place: i64) -> bool:
        """Whether a card lies in this place and is the first of its kind there."""
        kind = self.kind(holder, place)
        return kind != KINDS and (place == 0 or kind != self.kind(holder, place - 1))

    def _sorts(self, holder: i64) -> i64:
        """How many kinds a holder has."""
        sorts: i64 = 0
        for place in range(HAND):
            if self._is_first(holder, place):
                sorts += 1
        return sorts

    def _give(self, holder: i64, kind: i64) -> None:
        """One card of a kind leaves; the one that everybody knows first, because nobody can tell which it was."""
        place = holder * HAND
        while self.cards[place] // 2 != kind:
            place += 1
        last = holder * HAND + HAND - 1
        while place < last:
            self.cards[place] = self.cards[place + 1]
            place += 1
        self.cards[last] = NO_CARD

    def take(self, holder: i64, card: i64) -> None:
        """One card comes, to where it belongs in the order."""
        place = holder * HAND + HAND - 1
        while place > holder * HAND and self.cards[place - 1] > card:
            self.cards[place] = self.cards[place - 1]
            place -= 1
        self.cards[place] = card

    def _discard_centre(self) -> None:
        # A2.7 What is discarded never comes back.
        for place in range(self.seats * HAND, self.seats * HAND + HAND):
            self.cards[place] = NO_CARD

    # Small questions

    def _left_of(self, seat: i64) -> i64:
        # A1.4 Clockwise is the next higher seat, and from the last one back to seat 0.
        return seat + 1 if seat + 1 < self.seats else 0

    def deck(self) -> i64:
        """How many cards the deck has: those that nobody has seen, but for the reserve."""
        return self.unseen - self.reserve

    def discards(self) -> vec[i64]:
        """How many cards of each kind lie in the discard pile: all that are nowhere else."""
        left = COPIES_OF[:]
        for kind in range(KINDS):
            left[kind] -= self.pool[kind]
        for card in self.cards:
            if card != NO_CARD:
                left[card // 2] -= 1
        for square in self.squares:
            for cell in square.cells:
                if i64(cell) <= AURI:
                    left[i64(cell)] -= 1
        return left

    # Knowledge

    def glimpse(self, action: i64, seat: i64) -> i64:
        if seat == self.turn:
            return action
        # Section 5: a colour card and a dealt card are seen by the seat that gets them, and by nobody else.
        if self.phase == DRAW_COLOUR or self.phase == DEAL:
            return HIDDEN
        # A3.4 Whoever swaps all lays the whole hand down for all to see: others learn which three cards it was.
        if action == SWAP_ALL:
            hand: i64 = 0
            for place in range(HAND):
                hand = hand * KINDS + self.kind(self.turn, place)
            return ACTIONS + hand
        return action

    def imagine(self, seat: i64, rng: Random) -> Alarun:
        return imagined(self, seat, rng)

    def encode(self, seat: i64, out: vec[i32], at: i64 = 0) -> i64:
        return encoded(self, seat, out, at)

    def decision(self, action: i64) -> i64:
        return decision(self, action)

    def colour_known(self, owner: i64, seat: i64) -> bool:
        """Whether `seat` has seen the colour card of `owner`."""
        shown = self.phase == FINISHED or (self.phase == SHOW_COLOUR and owner < self.turn)
        return owner == seat or shown

    # The end

    def colour_bonus(self, seat: i64) -> i64:
        """A5.13 What the secret colour of a seat brings it."""
        return COLOUR_POINTS * self.squares[seat].cards_of(self.colours[seat])

    def scores(self) -> vec[i64]:
        # A5.14 Potions, Centum auri and the secret colour; before the end the colour must not show.
        points = vec[i64]([0] * self.seats)
        for seat in range(self.seats):
            points[seat] = self.squares[seat].potions() + self.squares[seat].auri()
            if self.phase == FINISHED:
                points[seat] += self.colour_bonus(seat)
        return points

    def ranks(self) -> vec[i64]:
        points = self.scores()
        ranks = vec[i64]([0] * self.seats)
        for seat in range(self.seats):
            potions = self.squares[seat].potions()
            for other in range(self.seats):
                # A5.14 Level on points, the better potions decide; if they are level too, the place is shared.
                ahead = points[other] - points[seat]
                if ahead > 0 or (ahead == 0 and self.squares[other].potions() > potions):
                    ranks[seat] += 1
        return ranks


def begin(seats: int, options: Mapping[str, object]) -> Alarun:
    """A1.1 The deck is whole; A1.3 A1.9 each square is the apprentice alone, and all apprentices are alike."""
    state = Alarun(seats)
    state.squares = [Square(BARE_CELLS[:], START, HOME) for _ in range(seats)]
    return state
