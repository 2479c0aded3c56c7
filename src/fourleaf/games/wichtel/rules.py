"""The game itself: the march, the three actions, the bribes, the supervisor, and who can swear to what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i32, i64

from fourleaf.engine.counts import bits_of, drawn_from, every_count, every_kind, how_many, one_of_each, size_of, unit
from fourleaf.engine.options import OptionValue
from fourleaf.engine.state import CHANCE, HIDDEN, OVER, State
from fourleaf.games.wichtel.board import (
    ALL_EVENTS,
    ALL_FACES,
    ALL_GNOMES,
    BACK,
    BACK_CARD,
    BRIBE,
    CALL,
    CONTINUE,
    DONE,
    EVEN_ODDS,
    EVENT,
    EVENTS_EACH,
    FACES,
    FIRST_DISCARD,
    FOR_BRIBE,
    FOR_LOOK,
    FOR_MOVEMENT,
    FOR_NIX,
    FREE,
    FREE_ROLL_NEED,
    GIVE,
    GNOME,
    HALT,
    HALT_CARD,
    HAND,
    HAND_NUMBER,
    HE,
    HERE,
    HERE_CARD,
    IM,
    JUDGE,
    KINDS,
    LAP_LIMIT,
    LEFT,
    LOOK,
    LOOK_CARD,
    MARCH,
    MAX_ROUNDS,
    NEED_OF,
    NIX,
    NIX_CARD,
    NONE,
    PASS,
    PUT,
    RANK_OF,
    RECRUIT,
    RETINUE,
    RETURN,
    RIGHT,
    ROLL,
    ROOM,
    SHOW,
    SWAP,
    TURN,
    UNSEEN,
    in_piles,
    knows,
    round_points,
)
from fourleaf.games.wichtel.encode import decision, encoded
from fourleaf.games.wichtel.imagine import imagined

# What happens next: first the phases in which chance decides, then those in which a seat does.
DEAL_HANDS: Final = 0
DEAL_VILLAGE: Final = 1
DEAL_EVENTS: Final = 2
REVEALS: Final = 3
DRAWS: Final = 4
SHOWS: Final = 5
TURNS_UP: Final = 6
ROLLS: Final = 7
LAYS_DOWN: Final = 8
AT_START: Final = 9
ACTS: Final = 10
REPLIES: Final = 11
BRIBES_NOW: Final = 12
MAY_NIX: Final = 13
MAY_LOOK: Final = 14
GIVES: Final = 15
REPLACES: Final = 16
MAY_CLAIM: Final = 17
AT_END: Final = 18
FINISHED: Final = 19


@final
class Square:
    """The village square: a gnome on every place, and a pile at either end."""

    def __init__(self) -> None:
        self.village = vec[i64]()
        """The kind on each place, from left to right; none where one is about to come."""
        self.slots = vec[i64]()
        """The left pile and then the right one, ROOM slots each, bottom first."""
        self.sizes = vec[i64]()
        self.drawing: i64 = LEFT
        """The pile that is the draw pile."""

    def clone(self) -> Square:
        """A square of its own that is equal to this one."""
        twin = Square()
        twin.village = self.village[:]
        twin.slots = self.slots[:]
        twin.sizes = self.sizes[:]
        twin.drawing = self.drawing
        return twin

    def lay_out(self, places: i64) -> None:
        """Put all gnomes that will be dealt to no seat and to no place into the piles, unseen."""
        self.village = vec[i64]([NONE] * places)
        # W2.4 One gnome starts the right pile; the left one holds the rest and draws.
        self.slots = vec[i64]([UNSEEN] * (ROOM + ROOM))
        self.sizes = vec[i64]([in_piles(places) - FIRST_DISCARD, FIRST_DISCARD])
        self.drawing = LEFT

    def discarding(self) -> i64:
        """The pile that is the discard pile."""
        return RIGHT - self.drawing

    def top(self, pile: i64) -> i64:
        """The uppermost slot of a pile that is not empty."""
        return self.slots[pile * ROOM + self.sizes[pile] - 1]

    def put_on(self, pile: i64, slot: i64) -> None:
        """Put a gnome on top of a pile."""
        # W3.4 What went in last comes out first.
        self.slots[pile * ROOM + self.sizes[pile]] = slot
        self.sizes[pile] += 1

    def take_from(self, pile: i64) -> i64:
        """Take the uppermost slot off a pile."""
        slot = self.top(pile)
        self.sizes[pile] -= 1
        self.slots[pile * ROOM + self.sizes[pile]] = UNSEEN
        # W3.3 As soon as the draw pile is empty the piles change roles; W3.5 so the march turns.
        if self.sizes[self.drawing] == 0:
            self.drawing = self.discarding()
        return slot

    def step_towards(self, pile: i64) -> i64:
        """Let everybody move one place towards a pile, the nearest one onto it; the place that is empty then."""
        last: i64 = len(self.village) - 1
        if pile == RIGHT:
            self.put_on(RIGHT, self.village[last])
            for place in range(last, 0, -1):
                self.village[place] = self.village[place - 1]
            return 0
        self.put_on(LEFT, self.village[0])
        for place in range(last):
            self.village[place] = self.village[place + 1]
        return last


@final
class Memory:
    """W12.4 What each observer is sure of in each seat's hand; the last observer is a watcher."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.sure = vec[i64]()
        """A handful for each pair: `seats` of them an observer."""

    def clone(self) -> Memory:
        """A memory of its own that is equal to this one."""
        twin = Memory(self.seats)
        twin.sure = self.sure[:]
        return twin

    def forget(self) -> None:
        """Begin a round, in which nobody is sure of anything."""
        self.sure = vec[i64]([0] * (self.seats * self.seats + self.seats))

    def of(self, observer: i64, seat: i64) -> i64:
        """What an observer is sure of in the hand of a seat."""
        return self.sure[observer * self.seats + seat]

    def add(self, observer: i64, seat: i64, kind: i64) -> None:
        """A gnome came to a seat in sight of an observer."""
        self.sure[observer * self.seats + seat] += unit(kind)

    def change(self, observer: i64, seat: i64, parted: i64, taken: i64) -> None:
        """A seat parted with one gnome and took another, in sight of an observer."""
        if how_many(self.of(observer, seat), parted) > 0:
            self.sure[observer * self.seats + seat] -= unit(parted)
        self.add(observer, seat, taken)

    def change_for_all(self, seat: i64, parted: i64, taken: i64) -> None:
        """A seat parted with one gnome and took another, in sight of all others."""
        for observer in range(self.seats + 1):
            if observer != seat:
                self.change(observer, seat, parted, taken)

    def part_unseen(self, seat: i64, partner: i64) -> None:
        """A seat parted with a gnome, and nobody but itself and a partner knows with which."""
        # It may have been any of those that an observer is sure of, so one of each kind is in doubt.
        for observer in range(self.seats + 1):
            if observer != seat and observer != partner:
                entry = observer * self.seats + seat
                self.sure[entry] -= one_of_each(self.sure[entry])

    def lay_open(self, seat: i64, hand: i64) -> None:
        """W12.6 Everybody sees the whole hand of a seat."""
        for observer in range(self.seats + 1):
            if observer != seat:
                self.sure[observer * self.seats + seat] = hand


@final
class Wichtel(State):
    """One position: the village between its piles, all hands and bribes, and every seat's memory."""

    def __init__(self, seats: i64, target: i64, widow_dismissed: bool, swap_peek: bool) -> None:
        self.seats: i64 = seats
        self.target: i64 = target
        self.widow_dismissed: bool = widow_dismissed
        self.swap_peek: bool = swap_peek
        # FAST: whatever comes in rows is empty here, for `clone` fills it with copies and `begin` with a first round.
        self.totals = vec[i64]()
        self.past_hands = vec[i64]()
        """The hands that were laid down at the end of each round, one round after the other; none in the first."""
        self.round: i64 = 0
        self.turn: i64 = 0
        """The turns of this round that are over."""
        self.active: i64 = 0
        """FAST: the seat whose turn it is; round and turn say the same."""
        self.phase: i64 = DEAL_HANDS
        self.asked: i64 = 0
        """The seat that decides, is dealt to, turns up its bribe or lays down its hand."""
        self.hands = vec[i64]()
        self.square = Square()
        self.pool: i64 = ALL_GNOMES
        """FAST: the gnomes that nobody has seen; the others lie where they are known."""
        self.events = vec[i64]()
        self.spent: i64 = 0
        self.left_over: i64 = ALL_EVENTS
        """FAST: the events that nobody has been dealt; the others are held, laid or spent."""
        self.free: bool = False
        self.back: bool = False
        """Come Back! waits for the next step."""
        self.halt: bool = False
        """Stand Still! waits for the next step."""
        self.window: i64 = NONE
        """While a gnome is turned up: the phase that follows."""
        self.place: i64 = NONE
        """The place that is dealt to, to which a gnome comes, or on which the die lies."""
        self.partner: i64 = NONE
        """The seat that is swapped with."""
        self.offer: i64 = NONE
        self.returned: i64 = NONE
        self.laid = vec[i64]()
        """The bribe that lies before each seat."""
        self.briber: i64 = NONE
        """The seat whose bribe counts."""
        self.bribe: i64 = NONE
        self.die: i64 = 0
        """What was rolled last in this turn."""
        self.looked: bool = False
        """Whether the roll is the second one."""
        self.memory = Memory(seats)
        self.shown = vec[i64]()
        """W12.5 The bribes that each seat is known to hold."""

    def clone(self) -> Wichtel:
        twin = Wichtel(self.seats, self.target, self.widow_dismissed, self.swap_peek)
        twin.totals = self.totals[:]
        twin.past_hands = self.past_hands[:]
        twin.round = self.round
        twin.turn = self.turn
        twin.active = self.active
        twin.phase = self.phase
        twin.asked = self.asked
        twin.hands = self.hands[:]
        twin.square = self.square.clone()
        twin.pool = self.pool
        twin.events = self.events[:]
        twin.spent = self.spent
        twin.left_over = self.left_over
        twin.free = self.free
        twin.back = self.back
        twin.halt = self.halt
        twin.window = self.window
        twin.place = self.place
        twin.partner = self.partner
        twin.offer = self.offer
        twin.returned = self.returned
        twin.laid = self.laid[:]
        twin.briber = self.briber
        twin.bribe = self.bribe
        twin.die = self.die
        twin.looked = self.looked
        twin.memory = self.memory.clone()
        twin.shown = self.shown[:]
        return twin

    def actor(self) -> i64:
        if self.phase < AT_START:
            return CHANCE
        return OVER if self.phase == FINISHED else self.asked

    # What may happen

    def legal(self) -> vec[i32]:
        return self._outcomes() if self.phase < AT_START else self._choices()

    def _outcomes(self) -> vec[i32]:
        phase = self.phase
        if phase < DEAL_EVENTS:
            return every_kind(self.pool, GNOME)
        if phase == DEAL_EVENTS:
            return every_kind(self.left_over, EVENT)
        if phase == ROLLS:
            # FAST: one list for all rolls; nobody writes into a list of legal actions.
            return ALL_FACES
        if phase == TURNS_UP:
            return only(TURN + self.laid[self.asked])
        if phase == SHOWS:
            return only(SHOW + self.offer)
        if phase == LAYS_DOWN:
            return only(HAND + HAND_NUMBER[self.hands[self.asked]])
        slot = self.square.top(self.source())
        return every_kind(self.pool, GNOME) if slot == UNSEEN else only(GNOME + slot % KINDS)

    def _choices(self) -> vec[i32]:
        phase = self.phase
        if phase == ACTS:
            return self._actions()
        if phase in (AT_START, AT_END):
            return self._movements()
        if phase == BRIBES_NOW:
            return self._bribes_to_lay()
        if phase == REPLACES:
            return every_kind(self.hands[self.asked], PUT)
        if phase == REPLIES:
            return every_kind(self.hands[self.asked], RETURN)
        if phase == MAY_CLAIM:
            return vec[i32]([i32(CONTINUE), i32(JUDGE)])
        if phase == MAY_LOOK:
            return vec[i32]([i32(PASS), i32(LOOK)]) if self.holds(self.active, LOOK_CARD) else only(PASS)
        if phase == MAY_NIX:
            return self._bribes_to_cancel()
        return self._seats_to_give_to() if phase == GIVES else vec[i32]()

    def _actions(self) -> vec[i32]:
        # W4.2 Call, swap and recruit are always possible, and one of them must be.
        hand = self.hands[self.active]
        calls = every_kind(hand, CALL)
        kinds: i64 = len(calls)
        actions = vec[i32]([0] * (kinds * self.seats + self.seats))
        for at in range(kinds):
            actions[at] = calls[at]
        at = kinds
        for partner in range(self.seats):
            if partner != self.active:
                for choice in range(kinds):
                    actions[at] = calls[choice] + i32(SWAP - CALL + KINDS * partner)
                    at += 1
        for place in range(self.seats):
            actions[at + place] = i32(RECRUIT + place)
        return actions

    def _movements(self) -> vec[i32]:
        # W4.3, W4.4 Movement cards one after the other; then the march, or the end of the turn.
        cards = self.events[self.active]
        here = self.seats if how_many(cards, HERE_CARD) > 0 else 0
        back: i64 = 1 if how_many(cards, BACK_CARD) > 0 else 0
        halt: i64 = 1 if how_many(cards, HALT_CARD) > 0 else 0
        start: i64 = 1 if self.phase == AT_START else 0
        # W9.1 At the end an abducted supervisor may be freed.
        end: i64 = 0 if self.phase == AT_START else 1 if self.free else 2
        actions = vec[i32]([i32(MARCH)] * (start + here + back + halt + end))
        for place in range(here):
            actions[start + place] = i32(HERE + place)
        at = start + here
        if back > 0:
            actions[at] = i32(BACK)
            at += 1
        if halt > 0:
            actions[at] = i32(HALT)
            at += 1
        for choice in range(end):
            actions[at + choice] = i32(DONE + choice)
        return actions

    def _bribes_to_lay(self) -> vec[i32]:
        # W7.2 One bribe card, or none; no other card.
        bribes = every_kind(self.events[self.asked] & bits_of(FOR_BRIBE), BRIBE)
        actions = vec[i32]([i32(PASS)] * (1 + len(bribes)))
        for place in range(len(bribes)):
            actions[1 + place] = bribes[place]
        return actions

    def _bribes_to_cancel(self) -> vec[i32]:
        # W7.4 Any one of the bribes that were turned up.
        bribes: i64 = 0
        if self.holds(self.active, NIX_CARD):
            for card in self.laid:
                if card != NONE:
                    bribes += 1
        actions = vec[i32]([i32(PASS)] * (1 + bribes))
        at: i64 = 1
        for seat in range(self.seats):
            if bribes > 0 and self.laid[seat] != NONE:
                actions[at] = i32(NIX + seat)
                at += 1
        return actions

    def _seats_to_give_to(self) -> vec[i32]:
        # W7.10 Any seat but the one that played the card.
        actions = vec[i32]([0] * (self.seats - 1))
        for seat in range(self.seats - 1):
            actions[seat] = i32(GIVE + seat if seat < self.asked else GIVE + seat + 1)
        return actions

    def odds(self) -> vec[i32]:
        if self.phase < DEAL_EVENTS:
            return every_count(self.pool)
        if self.phase == DEAL_EVENTS:
            return every_count(self.left_over)
        if self.phase == ROLLS:
            return EVEN_ODDS
        drawn = self.phase in (REVEALS, DRAWS) and self.square.top(self.source()) == UNSEEN
        return every_count(self.pool) if drawn else only(1)

    def draw(self, rng: Random) -> i64:
        # FAST: the same odds without writing them down.
        if self.phase == DEAL_EVENTS:
            return EVENT + drawn_from(self.left_over, rng)
        if self.phase == ROLLS:
            return ROLL + rng.randrange(FACES)
        if self.phase < DEAL_EVENTS or (self.phase <= DRAWS and self.square.top(self.source()) == UNSEEN):
            return GNOME + drawn_from(self.pool, rng)
        return i64(self._outcomes()[0])

    # What happens

    def apply(self, action: i64) -> None:
        if self.phase < AT_START:
            self._happen(action)
        else:
            self._decide(action)

    def _happen(self, action: i64) -> None:
        phase = self.phase
        if phase == DEAL_HANDS:
            self._deal_gnome(action - GNOME)
        elif phase == DEAL_EVENTS:
            self._deal_event(action - EVENT)
        elif phase == DEAL_VILLAGE:
            self._deal_villager(action - GNOME)
        elif phase == REVEALS:
            self._reveal(action - GNOME)
        elif phase == DRAWS:
            self._draw(action - GNOME)
        elif phase == ROLLS:
            self._roll(action - ROLL + 1)
        elif phase == SHOWS:
            self._show()
        elif phase == TURNS_UP:
            self._turn_up(action - TURN)
        else:
            self._lay_down()

    def _decide(self, action: i64) -> None:
        phase = self.phase
        if phase in (AT_START, AT_END):
            self._move_village(action)
        elif phase == ACTS:
            self._act(action)
        elif phase == BRIBES_NOW:
            self._bribe(action)
        elif phase == REPLIES:
            self._reply(action - RETURN)
        elif phase == REPLACES:
            self._replace(action - PUT)
        elif phase == MAY_CLAIM:
            self._claim(action)
        elif phase == MAY_NIX:
            self._nix(action)
        elif phase == MAY_LOOK:
            self._look(action)
        else:
            # W7.10 Whoever is named takes the gnome and cannot refuse.
            self._take_over(action - GIVE)

    # The deal

    def _begin_round(self) -> None:
        # W2.1 Everything but the totals starts anew.
        seats = self.seats
        self.turn = 0
        # W2.8 The start of a round passes to the left.
        self.active = self.round % seats
        self.asked = self.active
        self.phase = DEAL_HANDS
        self.hands = vec[i64]([0] * seats)
        self.square.lay_out(seats)
        self.pool = ALL_GNOMES
        self.events = vec[i64]([0] * seats)
        self.left_over = ALL_EVENTS
        self.spent = 0
        # W2.7 The supervisor is abducted.
        self.free = False
        self.back = False
        self.halt = False
        self.laid = vec[i64]([NONE] * seats)
        self.memory.forget()
        self.shown = vec[i64]([0] * seats)

    def _deal_gnome(self, kind: i64) -> None:
        # W2.2 Four gnomes to each seat, from the one that starts the round.
        self.pool -= unit(kind)
        self.hands[self.asked] += unit(kind)
        if size_of(self.hands[self.asked]) == RETINUE:
            self.asked = self.left_of(self.asked)
            if self.asked == self.active:
                self.place = 0
                self.phase = DEAL_VILLAGE

    def _deal_villager(self, kind: i64) -> None:
        # W2.3 One gnome face up on each place.
        self.pool -= unit(kind)
        self.square.village[self.place] = kind
        self.place += 1
        if self.place == self.seats:
            self.place = NONE
            self.phase = DEAL_EVENTS

    def _deal_event(self, kind: i64) -> None:
        # W2.5 Four events to each seat; W2.6 what is left over stays where it is.
        self.left_over -= unit(kind)
        self.events[self.asked] += unit(kind)
        if size_of(self.events[self.asked]) == EVENTS_EACH:
            self.asked = self.left_of(self.asked)
            if self.asked == self.active:
                self._open_start()

    # The march

    def _open_start(self) -> None:
        if self.closed(self.active, FOR_MOVEMENT):
            self._march()
        else:
            self.phase = AT_START

    def _move_village(self, action: i64) -> None:
        if action == MARCH:
            self._march()
        elif action == DONE:
            self._pass_the_die()
        elif action == FREE:
            # W9.2 Free he stays.
            self.free = True
            self._pass_the_die()
        elif action < BACK:
            self._come_here(action - HERE)
        else:
            # W4.3, W4.4 The card holds for the step that comes next: this turn's or the next one's.
            self._spend(self.active, BACK_CARD if action == BACK else HALT_CARD)
            if action == BACK:
                self.back = True
            else:
                self.halt = True
            self._reopen(self.phase)

    def _reopen(self, window: i64) -> None:
        if window == AT_START:
            self._open_start()
        elif window == AT_END:
            self._open_end()
        else:
            self.phase = ACTS

    def _come_here(self, place: i64) -> None:
        # W8.2 The gnome goes onto the discard pile, and the next of the draw pile takes its place.
        self._spend(self.active, HERE_CARD)
        self.square.put_on(self.square.discarding(), self.square.village[place])
        self._await(place, self.phase)

    def _march(self) -> None:
        # W3.1 One step between the start of a turn and the action.
        back = self.back
        halt = self.halt
        self.back = False
        self.halt = False
        # W3.8 Who stands still goes neither forwards nor backwards.
        # W3.7 With nobody to come in, nobody goes back.
        square = self.square
        if halt or (back and square.sizes[square.discarding()] == 0):
            self.phase = ACTS
        elif back:
            # W3.6 Towards the draw pile, and the discard pile sends the newcomer.
            self._await(square.step_towards(square.drawing), ACTS)
        else:
            # W3.2 Towards the discard pile, and the draw pile sends the newcomer.
            self._await(square.step_towards(square.discarding()), ACTS)

    def _await(self, place: i64, window: i64) -> None:
        """Let a gnome be turned up on an empty place, and then the window open."""
        self.square.village[place] = NONE
        self.place = place
        self.window = window
        self.phase = REVEALS

    def _reveal(self, kind: i64) -> None:
        self._take_from(self.source(), kind)
        self.square.village[self.place] = kind
        window = self.window
        self.place = NONE
        self.window = NONE
        self._reopen(window)

    def _take_from(self, pile: i64, kind: i64) -> None:
        if self.square.take_from(pile) == UNSEEN:
            self.pool -= unit(kind)

    # The action

    def _act(self, action: i64) -> None:
        if action < SWAP:
            self._call(action - CALL)
        elif action < RECRUIT:
            # W6.1 A seat is named, and a gnome offered face down.
            self.partner = (action - SWAP) // KINDS
            self.offer = (action - SWAP) % KINDS
            self.asked = self.partner
            # W6.2 With swap_peek the partner looks before it chooses.
            self.phase = SHOWS if self.swap_peek else REPLIES
        else:
            # W7.1 The die lies on a place of the village.
            self.place = action - RECRUIT
            self._ask_for_bribes_from(self.left_of(self.active))

    def _call(self, kind: i64) -> None:
        # W5.1 One gnome goes onto the discard pile; W5.2 only then is the new one seen.
        self.hands[self.active] -= unit(kind)
        self.square.put_on(self.square.discarding(), KINDS * (1 + self.active) + kind)
        self.memory.part_unseen(self.active, NONE)
        self.phase = DRAWS

    def _draw(self, kind: i64) -> None:
        # W12.3 Whoever knew the slot knows what was drawn.
        for observer in range(self.seats + 1):
            if observer != self.active and knows(observer, self.square.top(self.square.drawing)):
                self.memory.add(observer, self.active, kind)
        self.hands[self.active] += unit(kind)
        self._take_from(self.square.drawing, kind)
        self._ask_for_claim(self.active)

    def _reply(self, kind: i64) -> None:
        self.returned = kind
        if self.swap_peek:
            self._exchange()
        else:
            self.phase = SHOWS

    def _show(self) -> None:
        if self.swap_peek:
            self.phase = REPLIES
        else:
            self._exchange()

    def _exchange(self) -> None:
        # W6.3 The two cards change hands; both seats know both, and nobody else knows either.
        self.hands[self.active] += unit(self.returned) - unit(self.offer)
        self.hands[self.partner] += unit(self.offer) - unit(self.returned)
        self.memory.change(self.active, self.partner, self.returned, self.offer)
        self.memory.change(self.partner, self.active, self.offer, self.returned)
        self.memory.part_unseen(self.active, self.partner)
        self.memory.part_unseen(self.partner, self.active)
        self.offer = NONE
        self.returned = NONE
        # W9.3 Both have received a gnome; the active seat is asked first.
        self._ask_for_claim(self.active)

    # Recruiting

    def _ask_for_bribes_from(self, seat: i64) -> None:
        # W7.2 Each other seat once, clockwise.
        while seat != self.active and self.closed(seat, FOR_BRIBE):
            seat = self.left_of(seat)
        self.asked = seat
        if seat != self.active:
            self.phase = BRIBES_NOW
        else:
            self._turn_up_from(self.left_of(seat))

    def _bribe(self, action: i64) -> None:
        if action != PASS:
            self.laid[self.asked] = action - BRIBE
            self.events[self.asked] -= unit(action - BRIBE)
        self._ask_for_bribes_from(self.left_of(self.asked))

    def _turn_up_from(self, seat: i64) -> None:
        # W7.3 The bribes are turned up in the order in which they were laid.
        while seat != self.active and self.laid[seat] == NONE:
            seat = self.left_of(seat)
        self.asked = seat
        if seat != self.active:
            self.phase = TURNS_UP
        # W7.4 Only against a bribe can there be a Nothing Doing!
        elif self.counting() == NONE or self.closed(seat, FOR_NIX):
            self._settle()
        else:
            self.phase = MAY_NIX

    def _turn_up(self, card: i64) -> None:
        # W12.5 Everybody has seen the card now.
        self.shown[self.asked] |= unit(card)
        self._turn_up_from(self.left_of(self.asked))

    def _nix(self, action: i64) -> None:
        if action != PASS:
            # W7.4 Both cards are spent.
            self._spend_bribe(action - NIX)
            self._spend(self.active, NIX_CARD)
        self._settle()

    def counting(self) -> i64:
        """The seat whose bribe counts, or none."""
        # W7.5 The highest rank counts, and among equals the one laid last.
        best: i64 = NONE
        seat = self.left_of(self.active)
        while seat != self.active:
            card = self.laid[seat]
            if card != NONE and (best == NONE or RANK_OF[card] >= RANK_OF[self.laid[best]]):
                best = seat
            seat = self.left_of(seat)
        return best

    def _settle(self) -> None:
        self.briber = self.counting()
        self.phase = ROLLS
        if self.briber == NONE:
            return
        # W7.6 The bribe that counts is spent in any case; the others go back to their hands.
        self.bribe = self.laid[self.briber]
        self._spend_bribe(self.briber)
        for seat in range(self.seats):
            if self.laid[seat] != NONE:
                self.events[seat] += unit(self.laid[seat])
                self.laid[seat] = NONE
        if self.bribe == IM:
            # W7.9 The briber takes the gnome, and no die is rolled.
            self._take_over(self.briber)
        elif self.bribe == HE:
            self.asked = self.briber
            self.phase = GIVES

    def need(self) -> i64:
        """What the active seat must roll."""
        # W7.7 What the counting thalers say; W7.8 without a bribe only a 1 fails.
        return FREE_ROLL_NEED if self.briber == NONE else NEED_OF[self.bribe]

    def _roll(self, die: i64) -> None:
        self.die = die
        if die >= self.need():
            self._take_over(self.active)
        elif self.looked or self.closed(self.active, FOR_LOOK):
            self._miss()
        else:
            self.phase = MAY_LOOK

    def _look(self, action: i64) -> None:
        if action == LOOK:
            # W7.11 One more roll, and that one stands.
            self._spend(self.active, LOOK_CARD)
            self.looked = True
            self.phase = ROLLS
        else:
            self._miss()

    def _miss(self) -> None:
        if self.briber != NONE:
            self._take_over(self.briber)
        else:
            # W7.8 The gnome refuses. W9.4 Nobody received one, so nobody is asked.
            self._open_end()

    def _take_over(self, seat: i64) -> None:
        self.asked = seat
        self.phase = REPLACES

    def _replace(self, kind: i64) -> None:
        # W7.12 One of the four former cards takes the place of the gnome in the village.
        taker = self.asked
        taken = self.square.village[self.place]
        self.hands[taker] += unit(taken) - unit(kind)
        self.square.village[self.place] = kind
        self.memory.change_for_all(taker, kind, taken)
        self._ask_for_claim(taker)

    # Events

    def _spend(self, seat: i64, card: i64) -> None:
        # W8.1 A card that is played lies in the open discard.
        self.events[seat] -= unit(card)
        self.spent += unit(card)

    def _spend_bribe(self, seat: i64) -> None:
        self.spent += unit(self.laid[seat])
        self.shown[seat] -= unit(self.laid[seat])
        self.laid[seat] = NONE

    def closed(self, seat: i64, cards: i64) -> bool:
        """Whether everybody knows that a seat can play none of these cards."""
        # W4.6 It has no event left, or all of them lie in the open discard.
        # W4.7 What it secretly holds closes no window.
        return self.events[seat] == 0 or self.spent & bits_of(cards) == cards

    # Claims and ends

    def _ask_for_claim(self, seat: i64) -> None:
        # W9.3 Only while the supervisor is free; W9.5 and before the end of the turn.
        if self.free:
            self.asked = seat
            self.phase = MAY_CLAIM
        else:
            self._open_end()

    def _claim(self, action: i64) -> None:
        if action == JUDGE:
            # W9.6 The round is over at once.
            self._clear_the_table()
            self._judge()
        elif self.partner != NONE and self.asked == self.active:
            self.asked = self.partner
        else:
            self._open_end()

    def _open_end(self) -> None:
        self._clear_the_table()
        self.asked = self.active
        # W4.6 As long as the supervisor could be freed the seat is asked.
        if self.free and self.closed(self.active, FOR_MOVEMENT):
            self._pass_the_die()
        else:
            self.phase = AT_END

    def _clear_the_table(self) -> None:
        self.place = NONE
        self.partner = NONE
        self.briber = NONE
        self.bribe = NONE
        self.die = 0
        self.looked = False

    def _pass_the_die(self) -> None:
        # W4.1 The turn is over, and the die passes to the left.
        self.turn += 1
        # W9.8 After ten laps the supervisor turns up by himself.
        if self.turn == LAP_LIMIT * self.seats:
            self._judge()
        else:
            self.active = self.left_of(self.active)
            self.asked = self.active
            self._open_start()

    def _judge(self) -> None:
        self.asked = 0
        self.phase = LAYS_DOWN

    def _lay_down(self) -> None:
        # W10.1 The hands are laid open, one after the other; W12.6 everybody knows them now.
        self.memory.lay_open(self.asked, self.hands[self.asked])
        self.asked += 1
        if self.asked == self.seats:
            self.asked = 0
            self._end_round()

    def _end_round(self) -> None:
        for hand in self.hands:
            self.past_hands = append(self.past_hands, hand)
        points = self.last_points()
        # W11.3 After 25 rounds the game is over, whatever the totals are.
        over = self.round + 1 == MAX_ROUNDS
        for seat in range(self.seats):
            self.totals[seat] += points[seat]
            # W11.2 So it is when somebody has reached the target.
            if self.totals[seat] >= self.target:
                over = True
        if over:
            self.phase = FINISHED
        else:
            # W11.5 Otherwise the next round begins.
            self.round += 1
            self._begin_round()

    # Small questions

    def left_of(self, seat: i64) -> i64:
        """W1.1 The next seat clockwise."""
        return seat + 1 if seat + 1 < self.seats else 0

    def source(self) -> i64:
        """The pile from which a gnome is about to be turned up or drawn."""
        # A step ends at the pile that sends the newcomer, also when it goes backwards.
        if self.phase == REVEALS and self.window == ACTS:
            return LEFT if self.place == 0 else RIGHT
        return self.square.drawing

    def holds(self, seat: i64, card: i64) -> bool:
        """Whether a seat has an event of this kind in its hand."""
        return how_many(self.events[seat], card) > 0

    def turned_up(self, seat: i64) -> bool:
        """Whether the bribe of a seat lies face up."""
        if self.laid[seat] == NONE or self.phase == BRIBES_NOW:
            return False
        return self.phase != TURNS_UP or self.distance(seat) < self.distance(self.asked)

    def distance(self, seat: i64) -> i64:
        """How many seats clockwise from the active one."""
        return seat - self.active if seat >= self.active else seat - self.active + self.seats

    # Knowledge

    def observer(self, seat: i64) -> i64:
        """The row of a seat, or of a watcher, in the ledger of what is sure."""
        return seat if seat >= 0 else self.seats

    def glimpse(self, action: i64, seat: i64) -> i64:
        if self.phase == DEAL_HANDS or self.phase == DEAL_EVENTS or self.phase == BRIBES_NOW:
            hidden = seat != self.asked and action != PASS
        elif self.phase == DRAWS:
            hidden = seat != self.active and not knows(self.observer(seat), self.square.top(self.square.drawing))
        elif self.phase == ACTS and action < RECRUIT and seat != self.active:
            # Who is swapped with is seen by all, and that a gnome is called.
            return HIDDEN if action < SWAP else HIDDEN - 1 - (action - SWAP) // KINDS
        else:
            swapping = self.phase == REPLIES or self.phase == SHOWS
            hidden = swapping and seat != self.active and seat != self.partner
        return HIDDEN if hidden else action

    def offer_known(self, seat: i64) -> bool:
        """Whether a seat knows the gnome that is offered."""
        # W6.2 The partner has looked at it if swap_peek lets it.
        return seat == self.active or (seat == self.partner and self.swap_peek and self.phase == REPLIES)

    def returned_known(self, seat: i64) -> bool:
        """Whether a seat knows the gnome that is given for the offer."""
        return seat == self.active or seat == self.partner

    def imagine(self, seat: i64, rng: Random) -> Wichtel:
        return imagined(self, seat, rng)

    def encode(self, seat: i64, out: vec[i32], at: i64 = 0) -> i64:
        return encoded(self, seat, out, at)

    def decision(self, action: i64) -> i64:
        return decision(self, action)

    # The end

    def last_points(self) -> vec[i64]:
        """What each seat got in the last round that is over, bonus included."""
        return round_points(self.laid_down(self.rounds_over() - 1), self.widow_dismissed)

    def rounds_over(self) -> i64:
        """How many rounds can be told of; a position that was written down may have forgotten the first ones."""
        return len(self.past_hands) // self.seats

    def laid_down(self, past: i64) -> vec[i64]:
        """The hands at the end of a round that is over, the first one being 0."""
        return self.past_hands[past * self.seats : (past + 1) * self.seats]

    def scores(self) -> vec[i64]:
        return self.totals[:]

    def ranks(self) -> vec[i64]:
        ranks = vec[i64]([0] * self.seats)
        points = self.last_points()
        for seat in range(self.seats):
            for other in range(self.seats):
                # W11.4 The higher total is ahead, and among equals the better last round.
                ahead = self.totals[other] - self.totals[seat]
                if ahead > 0 or (ahead == 0 and points[other] > points[seat]):
                    ranks[seat] += 1
        return ranks


def only(action: i64) -> vec[i32]:
    """A list of one."""
    return vec[i32]([i32(action)])


def begin(seats: int, options: Mapping[str, OptionValue]) -> Wichtel:
    """The first round before its deal; nobody has a point."""
    state = Wichtel(seats, int(options["target"]), bool(options["widow_dismissed"]), bool(options["swap_peek"]))
    state.totals = vec[i64]([0] * seats)
    state._begin_round()
    return state
