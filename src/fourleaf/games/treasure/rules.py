"""The race itself: whose turn it is, what may be played, and where the figures end up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i32, i64

from fourleaf.engine.state import CHANCE, HIDDEN, OVER, State
from fourleaf.games.treasure.board import (
    ALL_THROWS,
    CARD,
    CARDS,
    COLOUR,
    COLOURS,
    COPIES,
    EVEN_ODDS,
    EXCHANGE,
    FEATHER,
    HAND,
    KIND_OF,
    NONE,
    PLAY,
    ROLL,
    SHOW,
    THROWS,
    TREASURE,
    WHIRL,
    colour_of,
    die_sum,
    mark_of,
)
from fourleaf.games.treasure.encode import decision, encoded
from fourleaf.games.treasure.imagine import imagined

# What happens next, in the order of a game.
DRAW_COLOUR: Final = 0
DEAL: Final = 1
THROW: Final = 2
PLAY_CARD: Final = 3
ON_WHIRL: Final = 4
DRAW_CARD: Final = 5
SHOW_COLOUR: Final = 6
FINISHED: Final = 7


@final
class Treasure(State):
    """One position of the race: the table, and every hand and colour card on it."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.phase: i64 = DRAW_COLOUR
        self.turn: i64 = 0
        """The seat that draws, is dealt to, throws, plays or shows."""
        self.colours = vec[i64]([NONE] * seats)
        """Each seat's colour card."""
        self.hands = vec[i64]([0] * (seats * CARDS))
        """How many copies of each card each seat holds: CARDS numbers a seat."""
        self.played = vec[i64]([0] * (seats * CARDS))
        """The same for the cards that each seat has played."""
        self.pool = vec[i64]([COPIES] * CARDS)
        """FAST: the copies of each card that were never dealt; the rest are in `hands` and `played`."""
        self.figures = vec[i64]([0] * COLOURS)
        """The square on which each figure stands."""
        self.throw: i64 = NONE
        self.moved: i64 = NONE
        """The figure that stands on a whirl and must be exchanged."""

    def clone(self) -> Treasure:
        twin = Treasure(self.seats)
        twin.phase = self.phase
        twin.turn = self.turn
        twin.colours = self.colours[:]
        twin.hands = self.hands[:]
        twin.played = self.played[:]
        twin.pool = self.pool[:]
        twin.figures = self.figures[:]
        twin.throw = self.throw
        twin.moved = self.moved
        return twin

    def actor(self) -> i64:
        if self.phase == PLAY_CARD or self.phase == ON_WHIRL:
            return self.turn
        return OVER if self.phase == FINISHED else CHANCE

    # What may happen

    def legal(self) -> vec[i32]:
        if self.phase == THROW:
            # FAST: one list for all throws; nobody writes into a list of legal actions.
            return ALL_THROWS
        if self.phase == PLAY_CARD:
            # T2.2 One card must be played: there is no pass.
            return every_card(self.hands, self.turn * CARDS, PLAY)
        if self.phase == DEAL or self.phase == DRAW_CARD:
            return every_card(self.pool, 0, CARD)
        if self.phase == ON_WHIRL:
            return self._figures_to_exchange()
        if self.phase == DRAW_COLOUR:
            return self.colours_left()
        if self.phase == SHOW_COLOUR:
            return vec[i32]([i32(SHOW + self.colours[self.turn])])
        return vec[i32]()

    def odds(self) -> vec[i32]:
        if self.phase == DEAL or self.phase == DRAW_CARD:
            return self._copies_in_pool()
        if self.phase == THROW:
            return EVEN_ODDS
        return EVEN_ODDS[: len(self.legal())]

    def draw(self, rng: Random) -> i64:
        # FAST: the same odds without writing them down.
        if self.phase == THROW:
            return ROLL + rng.randrange(THROWS)
        if self.phase == DEAL or self.phase == DRAW_CARD:
            return CARD + self.card_of_pool(rng.randrange(self.bank()))
        return super().draw(rng)

    def card_of_pool(self, n: i64) -> i64:
        """The n-th card of the pool when its copies lie in a row."""
        card: i64 = 0
        while n >= self.pool[card]:
            n -= self.pool[card]
            card += 1
        return card

    def colours_left(self) -> vec[i32]:
        # T1.1 Each seat draws one of the colour cards that are left.
        left = vec[i32]()
        for colour in range(COLOURS):
            if colour not in self.colours:
                left = append(left, i32(COLOUR + colour))
        return left

    def _copies_in_pool(self) -> vec[i32]:
        copies = every_card(self.pool, 0, 0)
        for place in range(len(copies)):
            copies[place] = i32(self.pool[i64(copies[place])])
        return copies

    def _figures_to_exchange(self) -> vec[i32]:
        # T2.7 Any of the other figures may be chosen, wherever it stands.
        figures = vec[i32]()
        for colour in range(COLOURS):
            if colour != self.moved:
                figures = append(figures, i32(EXCHANGE + colour))
        return figures

    # What happens

    def apply(self, action: i64) -> None:
        if self.phase == THROW:
            # T2.1 The seat rolls both dice.
            self.throw = action - ROLL
            self.phase = PLAY_CARD
        elif self.phase == PLAY_CARD:
            self._play(action - PLAY)
        elif self.phase == DRAW_CARD:
            # T2.10 The seat takes one card from the bank, back to three.
            self._take(action - CARD)
            self._next_turn()
        elif self.phase == ON_WHIRL:
            self._exchange(action - EXCHANGE)
        elif self.phase == DEAL:
            self._deal(action - CARD)
        elif self.phase == DRAW_COLOUR:
            self._draw_colour(action - COLOUR)
        else:
            # T3.3 All colour cards are shown, one seat after the other.
            self._pass_on(FINISHED)

    def _draw_colour(self, colour: i64) -> None:
        # T1.1 The seat keeps its colour card secret; what is left goes back into the box unseen.
        self.colours[self.turn] = colour
        self._pass_on(DEAL)

    def _deal(self, card: i64) -> None:
        # T1.4 Each seat is dealt three cards.
        self._take(card)
        if self.hand_size(self.turn) == HAND:
            # T1.6 Seat 0 takes the first turn.
            self._pass_on(THROW)

    def _pass_on(self, phase: i64) -> None:
        """Let the next seat do the same; after the last one the phase begins, with seat 0."""
        self.turn += 1
        if self.turn == self.seats:
            self.turn = 0
            self.phase = phase

    def _take(self, card: i64) -> None:
        self.pool[card] -= 1
        self.hands[self.turn * CARDS + card] += 1

    def _play(self, card: i64) -> None:
        # T2.2 The card is played face up. T2.10 It is out of the game.
        self.hands[self.turn * CARDS + card] -= 1
        self.played[self.turn * CARDS + card] += 1
        figure = colour_of(card)
        stops = self.stops(card)
        square = stops[len(stops) - 1]
        self.figures[figure] = square
        if square == TREASURE:
            # T3.2 The game ends at once; the rest of the turn is dropped.
            self._finish()
        elif KIND_OF[square] == WHIRL:
            # T2.6 The moved figure must be exchanged with another one.
            self.moved = figure
            self.phase = ON_WHIRL
        else:
            # T2.9 On any other square nothing happens; figures never block one another.
            self._end_turn()

    def _exchange(self, other: i64) -> None:
        # T2.6 Each of the two figures goes to the other's square.
        # T2.8 An exchange is no stop: whatever lies under the figures does nothing.
        square = self.figures[other]
        self.figures[other] = self.figures[self.moved]
        self.figures[self.moved] = square
        self.moved = NONE
        self._end_turn()

    def _end_turn(self) -> None:
        if self.bank() > 0:
            self.phase = DRAW_CARD
        else:
            # T2.11 From an empty bank nothing is taken, and hands shrink.
            self._next_turn()
            # T3.5 When every card has been played the race is over as well.
            if self.hand_size(self.turn) == 0:
                self._finish()

    def _next_turn(self) -> None:
        # T1.6 Turns pass to the left.
        self.turn = (self.turn + 1) % self.seats
        self.throw = NONE
        self.phase = THROW

    def _finish(self) -> None:
        self.throw = NONE
        self.turn = 0
        self.phase = SHOW_COLOUR

    # The run of a figure

    def stops(self, card: i64) -> vec[i64]:
        """The squares that the figure of a card touches if the card is played on the dice that lie there."""
        step = die_sum(self.throw)
        square = self.figures[colour_of(card)]
        stops = vec[i64]()
        # T2.3 The figure moves as often as the mark says, the sum of the dice each time.
        moves = mark_of(card)
        while moves > 0:
            # T3.1 A move that would pass the treasure stops there: no exact throw is needed.
            square = min(square + step, TREASURE)
            stops = append(stops, square)
            moves -= 1
            # T3.2 On the treasure the race ends, whatever moves are left.
            if square == TREASURE:
                moves = 0
            # T2.4 Only the square after the last of these moves counts.
            # T2.5 If it is a feather the figure moves once more, and again from a further feather.
            elif moves == 0 and KIND_OF[square] == FEATHER:
                moves = 1
        return stops

    # Small questions

    def hand_size(self, seat: i64) -> i64:
        """How many cards a seat holds."""
        size: i64 = 0
        for card in range(CARDS):
            size += self.hands[seat * CARDS + card]
        return size

    def bank(self) -> i64:
        """How many cards nobody has been dealt yet."""
        size: i64 = 0
        for copies in self.pool:
            size += copies
        return size

    def arrived(self, figure: i64) -> bool:
        """Whether this figure wins the race for its owner, once the running is over."""
        # T3.2 The figure on the treasure has arrived.
        # T3.5 If no figure is there when all cards are gone, those furthest along count as arrived.
        for square in self.figures:
            if square > self.figures[figure]:
                return False
        return True

    # Knowledge

    def glimpse(self, action: i64, seat: i64) -> i64:
        # Section 5: a colour card and a card from the bank are seen by the seat that draws them, and by nobody else.
        if action < ROLL and seat != self.turn:
            return HIDDEN
        return action

    def imagine(self, seat: i64, rng: Random) -> Treasure:
        return imagined(self, seat, rng)

    def encode(self, seat: i64, out: vec[i32], at: i64 = 0) -> i64:
        return encoded(self, seat, out, at)

    def decision(self, action: i64) -> i64:
        return decision(action)

    def colour_known(self, owner: i64, seat: i64) -> bool:
        """Whether `seat` has seen the colour card of `owner`."""
        shown = self.phase == FINISHED or (self.phase == SHOW_COLOUR and owner < self.turn)
        return owner == seat or shown

    # The end

    def scores(self) -> vec[i64]:
        points = vec[i64]([0] * self.seats)
        if self.phase == FINISHED:
            for seat in range(self.seats):
                # T3.3 The seat whose figure has arrived wins.
                # T3.4 If nobody has its colour, nobody wins.
                if self.arrived(self.colours[seat]):
                    points[seat] = 1
        return points

    def ranks(self) -> vec[i64]:
        points = self.scores()
        winners: i64 = 0
        for point in points:
            winners += point
        ranks = vec[i64]([0] * self.seats)
        for seat in range(self.seats):
            if points[seat] == 0:
                # T3.4 Without a winner nobody is first.
                ranks[seat] = winners if winners > 0 else 1
        return ranks


def every_card(copies: vec[i64], first: i64, base: i64) -> vec[i32]:
    """The action `base` + card for every card of which there is a copy; the counts start at `first`."""
    # FAST: counted first and then filled, because a list that grows costs ten times as much.
    kinds: i64 = 0
    for card in range(CARDS):
        if copies[first + card] > 0:
            kinds += 1
    actions = vec[i32]([0] * kinds)
    place: i64 = 0
    for card in range(CARDS):
        if copies[first + card] > 0:
            actions[place] = i32(base + card)
            place += 1
    return actions


def begin(seats: int, options: Mapping[str, object]) -> Treasure:
    """T1.5 All four figures stand on the start, whatever the number of seats; T1.4 the deck is shuffled and undealt."""
    return Treasure(seats)
