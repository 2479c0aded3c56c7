"""The game itself: whose turn it is, what may be done, and what becomes of the field, the stash and the rainbow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i32, i64

from fourleaf.engine.bits import bit, count, every, has, lowest
from fourleaf.engine.counts import drawn_from, every_count, every_kind, holds, how_many, kinds_in, size_of, unit, worth
from fourleaf.engine.state import CHANCE, HIDDEN, OVER, State
from fourleaf.games.korrigans.board import (
    ACTIONS,
    ALL_FIELDS,
    ALL_LINKS,
    ALL_MENHIRS,
    ALL_PAWNS,
    BAGS,
    CAULDRON,
    CLOUD,
    COLUMNS,
    COMPANION_BITS,
    COMPANIONS,
    DECLINE,
    ELF_MENHIR,
    END,
    FAIRY_MENHIR,
    FIELDS,
    FIRST_BAG,
    GOBLIN,
    GOBLIN_MENHIR,
    GOLD_MENHIRS,
    GOLD_OF,
    GOLD_OF_CAULDRON,
    GOLD_OF_ELF,
    GOLD_OF_GOBLIN,
    GOLD_OF_MENHIR,
    LAST_ROUND_CLOUDS,
    LEPRECHAUN,
    LINK_A,
    LINK_B,
    LINK_RIDER,
    MENHIR,
    MOVE,
    NONE,
    OPEN,
    PAIR,
    PART_IN,
    PASS,
    PAWN,
    PLACE,
    REACH,
    ROWS,
    SACRIFICE,
    SCREEN,
    SEE,
    SHOW,
    SIDES,
    START_OF,
    STOP,
    SUN,
    TAKE,
    TROLL,
    TROLL_MENHIR,
    WITH_MENHIR,
    bag_number,
    clovers_in_play,
    clovers_on,
    gatherer,
    gathering,
    ways_to_draw,
)
from fourleaf.games.korrigans.encode import decision, encoded
from fourleaf.games.korrigans.imagine import imagined

# What happens next.
PLACING: Final = 0
DEALING: Final = 1
LOOKING: Final = 2
GATHERING: Final = 3
FLIPPING: Final = 4
ON_LEPRECHAUN: Final = 5
UNSCREENING: Final = 6
ON_TROLL: Final = 7
DRAWING: Final = 8
ON_SUN: Final = 9
ON_CLOUD: Final = 10
MOVING: Final = 11
ON_FAIRY: Final = 12
ON_GOBLIN: Final = 13
LATE: Final = 14
ON_CAULDRON: Final = 15
SHOWING: Final = 16
FINAL: Final = 17
COUNTING: Final = 18
FINISHED: Final = 19

SPENT: Final = SIDES
"""A Backup that was discarded in the final turn; before that it is the number of its side."""

SIDE_SEEN: Final = ACTIONS
"""The glimpse of a hidden sacrifice: SIDE_SEEN + the side of the Backup."""
BAG_SEEN: Final = SIDE_SEEN + SIDES
"""The glimpse of a stash that is shown: BAG_SEEN + the bag."""

CHANCE_PHASES: Final[i64] = (
    bit(DEALING) | bit(LOOKING) | bit(FLIPPING) | bit(UNSCREENING) | bit(DRAWING) | bit(SHOWING) | bit(COUNTING)
)


@final
class Korrigans(State):
    """One position: the map, the rainbow, every stash, and who gathered what where."""

    def __init__(self, seats: i64, free_placement: bool, final_transfers: bool, late_sacrifice: bool) -> None:
        self.seats: i64 = seats
        self.free_placement: bool = free_placement
        self.final_transfers: bool = final_transfers
        self.late_sacrifice: bool = late_sacrifice
        self.phase: i64 = PLACING
        self.turn: i64 = 0
        """The seat that places, draws, moves, gathers, shows or is counted."""
        self.mover: i64 = NONE
        """The Korrigan, seat * PAIR + number, that was placed or moved last and acts now."""
        self.target: i64 = NONE
        """The seat whose screen is falling."""
        self.where = vec[i64]([NONE] * (PAIR * seats))
        """The field of each Korrigan, two a seat."""
        self.elves: i64 = 0
        """The Korrigans that bear an Elf."""
        self.goblins: i64 = 0
        """The Korrigans that bear a Goblin."""
        self.troll: i64 = NONE
        """The link that the Troll closes."""
        self.cauldron: i64 = NONE
        self.suns = vec[i64]([NONE] * ROWS)
        """The colour of the pawn on each sun."""
        self.clouds = vec[i64]([NONE] * COLUMNS)
        """The colour of the pawn on each cloud."""
        self.pawn: i64 = NONE
        """The colour of the pawn that was drawn and lies on no sun or cloud."""
        self.round: i64 = 0
        """FAST: how many pawns have been drawn; `suns`, `clouds` and `pawn` hold them."""
        self.pool: i64 = clovers_in_play(seats)
        """The bag of clovers on fields that nobody has looked at."""
        self.looked: i64 = 0
        """The fields that somebody has looked at."""
        self.contents = vec[i64]([0] * FIELDS)
        """The bag on each field that somebody has looked at."""
        self.counts = vec[i64]([clovers_on(field, seats) for field in range(FIELDS)])
        """FAST: how many clovers lie on each field."""
        self.menhirs: i64 = ALL_MENHIRS
        """The bag of menhirs that still stand."""
        self.stash = vec[i64]([0] * seats)
        """FAST: each seat's bag behind the screen: what it gathered and has not displayed, spent or sacrificed."""
        self.display = vec[i64]([0] * seats)
        """The bag in front of each screen."""
        self.spent = vec[i64]([0] * seats)
        """The bag of companions that each seat discarded in its final turn."""
        self.backup = vec[i64]([NONE] * seats)
        """Each seat's Backup: the number of its side, or SPENT."""
        self.sacrificed = vec[i64]([NONE] * seats)
        """The kind of the token that each seat sacrificed."""
        self.seen_sacrifices: i64 = 0
        """The seats that had no screen when they sacrificed."""
        self.gold = vec[i64]([0] * seats)
        """Each seat's bag of gold menhirs."""
        self.fell = vec[i64]([NONE] * seats)
        """How many gatherings there had been when each seat's screen fell; NONE while it stands."""
        self.gatherings = vec[i64]()
        """Every gathering in the order of play: what each seat saw can be told from these and from `contents`."""

    def clone(self) -> Korrigans:
        twin = Korrigans(self.seats, self.free_placement, self.final_transfers, self.late_sacrifice)
        twin.phase = self.phase
        twin.turn = self.turn
        twin.mover = self.mover
        twin.target = self.target
        twin.where = self.where[:]
        twin.elves = self.elves
        twin.goblins = self.goblins
        twin.troll = self.troll
        twin.cauldron = self.cauldron
        twin.suns = self.suns[:]
        twin.clouds = self.clouds[:]
        twin.pawn = self.pawn
        twin.round = self.round
        twin.pool = self.pool
        twin.looked = self.looked
        twin.contents = self.contents[:]
        twin.counts = self.counts[:]
        twin.menhirs = self.menhirs
        twin.stash = self.stash[:]
        twin.display = self.display[:]
        twin.spent = self.spent[:]
        twin.backup = self.backup[:]
        twin.sacrificed = self.sacrificed[:]
        twin.seen_sacrifices = self.seen_sacrifices
        twin.gold = self.gold[:]
        twin.fell = self.fell[:]
        twin.gatherings = self.gatherings[:]
        return twin

    def actor(self) -> i64:
        if has(CHANCE_PHASES, self.phase):
            return CHANCE
        return OVER if self.phase == FINISHED else self.turn

    # What may happen

    def legal(self) -> vec[i32]:
        if has(CHANCE_PHASES, self.phase):
            return self._outcomes()
        if self.phase == MOVING:
            # K4.3 Passing is legal only if there is neither a move nor a sacrifice.
            return self._movements(PASS)
        if self.phase == GATHERING:
            # K6.1 Exactly one of the clovers must be taken.
            return every_kind(self.contents[self._field()], TAKE)
        if self.phase == FINAL:
            # K10.3 Any number of movements, also none.
            return self._movements(STOP)
        if self.phase == ON_FAIRY:
            # K7.4 The movement may be declined.
            return self._movements(DECLINE)
        if self.phase == LATE:
            return self._movements(END)
        return self._places_to_choose()

    def _outcomes(self) -> vec[i32]:
        if self.phase == DEALING:
            return self._sights()
        if self.phase == LOOKING:
            return vec[i32]([i32(SEE + bag_number(self.contents[self._field()]))])
        if self.phase == DRAWING:
            return every_kind(self.pawns(), PAWN)
        if self.phase == FLIPPING:
            return every_kind(self.menhirs, MENHIR)
        return vec[i32]([i32(SHOW if self.phase == SHOWING else OPEN)])

    def _places_to_choose(self) -> vec[i32]:
        if self.phase == PLACING:
            return every(self._places(), PLACE)
        if self.phase == ON_SUN:
            return every(self.free_rows(), SUN)
        if self.phase == ON_CLOUD:
            return every(self.free_columns(), CLOUD)
        if self.phase == ON_CAULDRON:
            return every(self._landings(), CAULDRON)
        if self.phase == ON_GOBLIN:
            # K8.2 With several Korrigans of other seats there the mover chooses.
            return every(self.strangers(self.turn, self._field()), GOBLIN)
        if self.phase == ON_TROLL:
            # K7.3 Any link but the one where the Troll is.
            return every(ALL_LINKS if self.troll == NONE else ALL_LINKS - bit(self.troll), TROLL)
        if self.phase == ON_LEPRECHAUN:
            return every(self._screens_of_others(), SCREEN)
        return vec[i32]()

    def _places(self) -> i64:
        """The fields where the next Korrigan may be placed."""
        # K2.3 Free placement: any field, occupied or not.
        if self.free_placement:
            return ALL_FIELDS
        # K2.2 Numbered placement: the two fields with one's number, first one and then the other.
        first = self.where[PAIR * self.turn]
        return START_OF[self.turn] if first == NONE else START_OF[self.turn] & ~bit(first)

    def _landings(self) -> i64:
        """The fields where the seat that drew the seventh colour may let the Cauldron come down."""
        candidates = self.candidates()
        # K9.2 A candidate without a Korrigan of one's own, if there is any; others' Korrigans do not matter.
        own = bit(self.where[PAIR * self.turn]) | bit(self.where[PAIR * self.turn + 1])
        return candidates & ~own if candidates & ~own != 0 else candidates

    def _screens_of_others(self) -> i64:
        """K7.1 The other seats that still have their screens."""
        others: i64 = 0
        for seat in range(self.seats):
            if seat != self.turn and self.fell[seat] == NONE:
                others |= bit(seat)
        return others

    def _sights(self) -> vec[i32]:
        """K1.2 Every bag that may lie on a field at which nobody has looked."""
        clovers = self.counts[self._field()]
        first, last = FIRST_BAG[clovers - 1], FIRST_BAG[clovers]
        possible: i64 = 0
        for number in range(first, last):
            if holds(self.pool, BAGS[number]):
                possible += 1
        sights = vec[i32]([0] * possible)
        place: i64 = 0
        for number in range(first, last):
            if holds(self.pool, BAGS[number]):
                sights[place] = i32(SEE + number)
                place += 1
        return sights

    def _movements(self, last: i64) -> vec[i32]:
        """Every movement and sacrifice of the turn's seat, and `last`: to pass if there is nothing else, or to stop."""
        first = PAIR * self.turn
        kinds = 0 if last == END else self.companions_of(self.turn)
        # K5.5 No sacrifice in the final turn (K10.4).
        hares = self.sacrifices(0) if last != STOP else 0
        squirrels = self.sacrifices(1) if last != STOP else 0
        size = count(hares) + count(squirrels)
        rest = kinds
        while rest != 0:
            kind = lowest(rest)
            rest &= rest - 1
            size += count(self.destinations(first, kind)) + count(self.destinations(first + 1, kind))
        # K4.2 Whoever can neither move nor sacrifice passes.
        if last != PASS or size == 0:
            size += 1
        actions = vec[i32]([0] * size)
        actions[size - 1] = i32(last)
        place: i64 = 0
        for number in range(PAIR):
            rest = kinds
            while rest != 0:
                kind = lowest(rest)
                rest &= rest - 1
                base = MOVE + (number * COMPANIONS + kind) * FIELDS
                fields = self.destinations(first + number, kind)
                while fields != 0:
                    actions[place] = i32(base + lowest(fields))
                    fields &= fields - 1
                    place += 1
        rest = hares | squirrels
        while rest != 0:
            kind = lowest(rest)
            rest &= rest - 1
            if has(hares, kind):
                actions[place] = i32(SACRIFICE + kind * SIDES)
                place += 1
            if has(squirrels, kind):
                actions[place] = i32(SACRIFICE + kind * SIDES + 1)
                place += 1
        return actions

    def sacrifices(self, side: i64) -> i64:
        """The kinds of tokens that the turn's seat may sacrifice for a Backup with this side up."""
        seat = self.turn
        # K5.2 Once a game.
        if self.backup[seat] != NONE:
            return 0
        # K5.4 Only tokens of the stash, of any kind.
        kinds = kinds_in(self.stash[seat])
        # K5.6 A late sacrifice needs no move after it.
        if self.phase == LATE:
            return kinds
        # K5.3 Otherwise there must be a legal move after it.
        mobile = self._mobile(seat)
        if has(mobile, side):
            return kinds
        useful = self.companions_of(seat) & mobile
        if useful == 0:
            return 0
        # The last token of the only companion that helps cannot be given away.
        only_help = lowest(useful)
        if useful == bit(only_help) and how_many(self.stash[seat] + self.display[seat], only_help) == 1:
            return kinds & ~useful
        return kinds

    def odds(self) -> vec[i32]:
        if self.phase == DRAWING:
            # K3.1 Each pawn in the bag is as likely as the others.
            return every_count(self.pawns())
        if self.phase == FLIPPING:
            return every_count(self.menhirs)
        odds = self.legal()[:]
        for place in range(len(odds)):
            odds[place] = i32(ways_to_draw(BAGS[i64(odds[place]) - SEE], self.pool)) if self.phase == DEALING else 1
        return odds

    def draw(self, rng: Random) -> i64:
        # FAST: the same odds without writing them down.
        if self.phase == DEALING:
            return SEE + bag_number(self._dealt(self.counts[self._field()], rng))
        if self.phase == LOOKING:
            return SEE + bag_number(self.contents[self._field()])
        if self.phase == DRAWING:
            return PAWN + drawn_from(self.pawns(), rng)
        if self.phase == FLIPPING:
            return MENHIR + drawn_from(self.menhirs, rng)
        return SHOW if self.phase == SHOWING else OPEN

    def _dealt(self, clovers: i64, rng: Random) -> i64:
        """So many clovers drawn blindly from the pool, which keeps them."""
        rest = self.pool
        for _ in range(clovers):
            rest -= unit(drawn_from(rest, rng))
        return self.pool - rest

    # What happens

    def apply(self, action: i64) -> None:
        if has(CHANCE_PHASES, self.phase):
            self._happen(action)
        elif self.phase == GATHERING:
            self._take(action - TAKE)
        elif action >= MOVE and action < SACRIFICE:
            self._move(action - MOVE)
        elif action >= SACRIFICE and action < PASS:
            self._sacrifice((action - SACRIFICE) // SIDES, (action - SACRIFICE) % SIDES)
        elif action in (PASS, DECLINE):
            # K4.2 A pass does nothing and shows nothing.
            self._end_turn()
        elif action == END:
            self._next_turn()
        elif action == STOP:
            self._stop()
        else:
            self._choose(action)

    def _happen(self, action: i64) -> None:
        """Let chance or a disclosure happen."""
        if self.phase == DEALING:
            self._deal(BAGS[action - SEE])
        elif self.phase == LOOKING:
            # K6.1 The seat looks at all clovers of the field.
            self.phase = GATHERING
        elif self.phase == DRAWING:
            self._draw_pawn(action - PAWN)
        elif self.phase == FLIPPING:
            self._flip(action - MENHIR)
        elif self.phase == SHOWING:
            self._show_companions()
        elif self.phase == UNSCREENING:
            # K7.1 The screen is gone for the rest of the game. K12.5 From now on the stash is public.
            self.fell[self.target] = len(self.gatherings)
            self.target = NONE
            self._end_turn()
        else:
            self.fell[self.turn] = len(self.gatherings)
            self._count_from(self.turn)

    def _choose(self, action: i64) -> None:
        """Let a seat put something somewhere."""
        if self.phase == PLACING:
            self._place(action - PLACE)
        elif self.phase == ON_SUN:
            # K3.2 A new colour rules out a row.
            self.suns[action - SUN] = self.pawn
            self._after_the_pawn()
        elif self.phase == ON_CLOUD:
            # K3.3 A colour seen before rules out a column.
            self.clouds[action - CLOUD] = self.pawn
            self._after_the_pawn()
        elif self.phase == ON_GOBLIN:
            self._transfer(action - GOBLIN)
            self._after_the_transfer()
        elif self.phase == ON_TROLL:
            self.troll = action - TROLL
            self._end_turn()
        elif self.phase == ON_LEPRECHAUN:
            self.target = action - SCREEN
            self.phase = UNSCREENING
        else:
            self.cauldron = action - CAULDRON
            # K10.1 Seat 0 takes the first final turn, whoever placed the Cauldron.
            self._begin_final_turn(0)

    def _place(self, field: i64) -> None:
        # K2.1 All first Korrigans in seat order, then all second ones in the same order.
        self.mover = PAIR * self.turn + (0 if self.where[PAIR * self.turn] == NONE else 1)
        self.where[self.mover] = field
        # K2.4 The seat gathers where it placed. K2.5 No Elf and no Goblin changes hands.
        self._gather()

    def _draw_pawn(self, colour: i64) -> None:
        self.pawn = colour
        self.round += 1
        if colour in self.suns:
            self.phase = ON_CLOUD
        elif self.free_rows() & (self.free_rows() - 1) != 0:
            self.phase = ON_SUN
        else:
            # K3.4 The seventh colour is placed nowhere: the Cauldron comes at once.
            # K3.7 One row is free then, and at least one column.
            self.phase = ON_CAULDRON

    def _after_the_pawn(self) -> None:
        self.pawn = NONE
        if COLUMNS - count(self.free_columns()) >= LAST_ROUND_CLOUDS:
            # K3.5 After the fifth cloud there are no more rounds: the next seat draws at once.
            self._begin_draw()
        else:
            # K3.6 Every seat takes one turn, from seat 0 on.
            self.turn = 0
            self.phase = MOVING

    def _begin_draw(self) -> None:
        # K3.1 The bag passes to the left with every pawn, beginning with seat 0 (K1.3).
        self.turn = self.round % self.seats
        self.mover = NONE
        self.phase = DRAWING

    def _move(self, movement: i64) -> None:
        # K4.1 One of the seat's Korrigans goes to another field with a companion that the seat owns.
        field = movement % FIELDS
        kind = movement // FIELDS % COMPANIONS
        self.mover = PAIR * self.turn + movement // (FIELDS * COMPANIONS)
        if self.phase == FINAL:
            self._discard(kind)
        else:
            self._reveal(kind)
        self.where[self.mover] = field
        if self.phase == FINAL and not self.final_transfers:
            # K10.6 With this option Elves and Goblins stay where they are.
            return
        self._arrive(field)

    def _reveal(self, kind: i64) -> None:
        # K5.1 The first use of a kind that is neither displayed nor the Backup shows one token of it, for good.
        if how_many(self.display[self.turn], kind) == 0 and self.backup[self.turn] != kind:
            self.display[self.turn] += unit(kind)
            self.stash[self.turn] -= unit(kind)

    def _discard(self, kind: i64) -> None:
        # K10.3 Each movement of the final turn costs a companion; the Backup is one of its side, and goes last.
        if how_many(self.display[self.turn], kind) > 0:
            self.display[self.turn] -= unit(kind)
            self.spent[self.turn] += unit(kind)
        else:
            self.backup[self.turn] = SPENT

    def _sacrifice(self, kind: i64, side: i64) -> None:
        # K5.2 One token of the stash leaves the game, and a Backup comes, one of its sides up for good.
        self.stash[self.turn] -= unit(kind)
        self.sacrificed[self.turn] = kind
        self.backup[self.turn] = side
        if self.fell[self.turn] != NONE:
            # K12.7 Without a screen everybody sees what is sacrificed.
            self.seen_sacrifices |= bit(self.turn)
        if self.phase == LATE:
            self._next_turn()
        else:
            # K5.3 Now the seat must move, also if a Fairy allowed it to decline.
            self.phase = MOVING

    def _arrive(self, field: i64) -> None:
        strangers = self.strangers(self.turn, field)
        if strangers & (strangers - 1) != 0 and has(self.goblins, self.mover):
            self.phase = ON_GOBLIN
        else:
            if strangers != 0:
                self._transfer(lowest(strangers))
            self._after_the_transfer()

    def _transfer(self, victim: i64) -> None:
        """Let the mover's Goblin go under `victim`, and the Elves of all strangers on its field to the mover."""
        strangers = self.strangers(self.turn, self._field())
        mover = bit(self.mover)
        # K8.4 Both are lifted before either is put down, so that a Goblin and an Elf change places.
        goblin = self.goblins & mover
        elves = self.elves & strangers
        self.goblins &= ~mover
        self.elves &= ~strangers
        # K8.2 The Goblin goes under a Korrigan of another seat; if one is there already, one leaves the game (K8.1).
        if goblin != 0:
            self.goblins |= bit(victim)
        # K8.3 The mover keeps one of the Elves that it meets; the others leave the game, its own too (K8.1).
        if elves != 0:
            self.elves |= mover

    def _after_the_transfer(self) -> None:
        # K8.5 Gathering comes after it. K10.4 In the final turn nothing is gathered.
        if self.cauldron == NONE:
            self._gather()
        else:
            self.phase = FINAL

    def _gather(self) -> None:
        field = self._field()
        if self.counts[field] == 0:
            # K6.2 On an empty field nothing happens.
            self._end_turn()
        else:
            self.phase = LOOKING if has(self.looked, field) else DEALING

    def _deal(self, bag: i64) -> None:
        # K1.2 What lies face down on a field is settled when somebody looks for the first time.
        field = self._field()
        self.pool -= bag
        self.contents[field] = bag
        self.looked |= bit(field)
        self.phase = GATHERING

    def _take(self, kind: i64) -> None:
        # K6.1 The token goes into the stash, the others stay.
        field = self._field()
        self.contents[field] -= unit(kind)
        self.counts[field] -= 1
        self.stash[self.turn] += unit(kind)
        self.gatherings = append(self.gatherings, gathering(self.turn, field, kind, self.round))
        # K6.3 With the last clover the menhir is turned over; the village has none.
        if self.counts[field] == 0 and has(WITH_MENHIR, field):
            self.phase = FLIPPING
        else:
            self._end_turn()

    def _flip(self, menhir: i64) -> None:
        self.menhirs -= unit(menhir)
        # K7.6 Whatever the menhir does is done; only a Fairy may be declined.
        if menhir == FAIRY_MENHIR:
            self.phase = ON_FAIRY
        elif menhir == TROLL_MENHIR:
            self.phase = ON_TROLL
        elif menhir == LEPRECHAUN and self._screens_of_others() != 0:
            self.phase = ON_LEPRECHAUN
        else:
            if menhir >= GOLD_MENHIRS:
                # K7.5 Gold stays openly before its owner.
                self.gold[self.turn] += unit(menhir)
            elif menhir == GOBLIN_MENHIR:
                # K7.2 The token goes under the Korrigan, and what it had leaves the game (K8.1).
                self.goblins |= bit(self.mover)
                self.elves &= ~bit(self.mover)
            elif menhir == ELF_MENHIR:
                self.elves |= bit(self.mover)
                self.goblins &= ~bit(self.mover)
            self._end_turn()

    def _end_turn(self) -> None:
        if self.round == 0:
            self._next_placing()
        # K5.6 With this option a seat may sacrifice at the end of its turn as well.
        elif self.late_sacrifice and self.backup[self.turn] == NONE and self.stash[self.turn] != 0:
            self.phase = LATE
        else:
            self._next_turn()

    def _next_placing(self) -> None:
        # K2.6 After a Fairy placing goes on where it was.
        placed: i64 = 0
        for field in self.where:
            if field != NONE:
                placed += 1
        if placed == PAIR * self.seats:
            self._begin_draw()
        else:
            self.turn = placed % self.seats
            self.mover = NONE
            self.phase = PLACING

    def _next_turn(self) -> None:
        self.mover = NONE
        self.turn += 1
        self.phase = MOVING
        if self.turn == self.seats:
            # K3.6 The next round begins.
            self._begin_draw()

    def _begin_final_turn(self, seat: i64) -> None:
        self.turn = seat
        self.mover = NONE
        if self.fell[seat] == NONE:
            self.phase = SHOWING
        else:
            self._show_companions()

    def _show_companions(self) -> None:
        # K10.2 All companions come out from behind the screen; the coins stay.
        companions = self.stash[self.turn] & COMPANION_BITS
        self.display[self.turn] += companions
        self.stash[self.turn] -= companions
        self.phase = FINAL

    def _stop(self) -> None:
        # K10.1 The final turns follow seat order.
        if self.turn + 1 < self.seats:
            self._begin_final_turn(self.turn + 1)
        else:
            self.mover = NONE
            self._count_from(0)

    def _count_from(self, seat: i64) -> None:
        """Let the next screen fall, so that everybody can count the gold; after the last one the game is over."""
        while seat < self.seats and self.fell[seat] != NONE:
            seat += 1
        self.turn = seat % self.seats
        self.phase = COUNTING if seat < self.seats else FINISHED

    # Small questions

    def _field(self) -> i64:
        """Where the acting Korrigan stands."""
        return self.where[self.mover]

    def companions_of(self, seat: i64) -> i64:
        """The kinds of companions that a seat owns, in its stash, in its display or as its Backup."""
        kinds = kinds_in((self.stash[seat] + self.display[seat]) & COMPANION_BITS)
        return kinds | bit(self.backup[seat]) if self.has_backup(seat) else kinds

    def has_backup(self, seat: i64) -> bool:
        """Whether a seat has a Backup that is not spent."""
        return self.backup[seat] != NONE and self.backup[seat] != SPENT

    def destinations(self, korrigan: i64, kind: i64) -> i64:
        """The fields that a Korrigan can move to with a companion of this kind."""
        field = self.where[korrigan]
        if field == NONE:
            return 0
        return reach(field, kind, self.troll)

    def _mobile(self, seat: i64) -> i64:
        """The kinds of companions with which some Korrigan of a seat could move if the seat owned them."""
        kinds: i64 = 0
        for kind in range(COMPANIONS):
            if self.destinations(PAIR * seat, kind) | self.destinations(PAIR * seat + 1, kind) != 0:
                kinds |= bit(kind)
        return kinds

    def strangers(self, seat: i64, field: i64) -> i64:
        """The Korrigans of other seats on a field."""
        # K4.4 Any number of Korrigans may share a field.
        strangers: i64 = 0
        for korrigan in range(PAIR * self.seats):
            if self.where[korrigan] == field and korrigan // PAIR != seat:
                strangers |= bit(korrigan)
        return strangers

    def pawns(self) -> i64:
        """The bag of pawns that have not been drawn."""
        bag = ALL_PAWNS
        for colour in self.suns:
            if colour != NONE:
                bag -= unit(colour)
        for colour in self.clouds:
            if colour != NONE:
                bag -= unit(colour)
        return bag if self.pawn == NONE else bag - unit(self.pawn)

    def free_rows(self) -> i64:
        """The rows that no pawn rules out."""
        return _free_places(self.suns)

    def free_columns(self) -> i64:
        """The columns that no pawn rules out."""
        return _free_places(self.clouds)

    def candidates(self) -> i64:
        """K9.1 The fields with a part in a cell of which both the row and the column are free."""
        fields: i64 = 0
        for row in range(ROWS):
            for column in range(COLUMNS):
                if self.suns[row] == NONE and self.clouds[column] == NONE:
                    fields |= PART_IN[row * COLUMNS + column]
        return fields

    def companions_left(self, seat: i64) -> i64:
        """K11.3 How many companion tokens a seat has left, its Backup among them."""
        left = size_of((self.stash[seat] + self.display[seat]) & COMPANION_BITS)
        return left + 1 if self.has_backup(seat) else left

    def gathered_openly(self, place: i64) -> bool:
        """Whether everybody saw which token was taken in a gathering: K12.5 its seat had no screen any more."""
        fell = self.fell[gatherer(self.gatherings[place])]
        return fell != NONE and place >= fell

    def companions_shown(self, seat: i64) -> bool:
        """K10.2 Whether the final turn of a seat has begun."""
        if self.cauldron == NONE or self.phase == ON_CAULDRON:
            return False
        if self.phase == COUNTING or self.phase == FINISHED or seat < self.turn:
            return True
        return seat == self.turn and self.phase != SHOWING

    # Knowledge

    def glimpse(self, action: i64, seat: i64) -> i64:
        if action >= SEE:
            # K12.3 A look shows the field to the seat that looks, and to nobody else.
            return action if seat == self.turn else HIDDEN
        if action == OPEN:
            return BAG_SEEN + self.stash[self.turn if self.phase == COUNTING else self.target]
        if action == SHOW:
            return BAG_SEEN + (self.stash[self.turn] & COMPANION_BITS)
        if seat == self.turn or self.fell[self.turn] != NONE:
            return action
        # K12.4 What goes into a stash is its owner's secret. K12.7 So is what is sacrificed from it.
        if SACRIFICE <= action < PASS:
            return SIDE_SEEN + (action - SACRIFICE) % SIDES
        return HIDDEN if TAKE <= action < MENHIR else action

    def imagine(self, seat: i64, rng: Random) -> Korrigans:
        return imagined(self, seat, rng)

    def encode(self, seat: i64, out: vec[i32], at: i64 = 0) -> i64:
        return encoded(self, seat, out, at)

    def decision(self, action: i64) -> i64:
        return decision(self, action)

    def sees_the_field(self, seat: i64) -> bool:
        """Whether `seat` has the clovers of its field in front of it."""
        return self.phase == GATHERING and self.turn == seat

    # The end

    def scores(self) -> vec[i64]:
        """K11.1 The gold of each seat, as far as everybody can count it."""
        points = vec[i64]([0] * self.seats)
        for seat in range(self.seats):
            points[seat] = self.open_gold(seat)
            if self.fell[seat] != NONE:
                points[seat] += worth(self.stash[seat], GOLD_OF)
        return points

    def open_gold(self, seat: i64) -> i64:
        """The gold of a seat without its coins."""
        at_cauldron: i64 = 0
        gold = worth(self.gold[seat], GOLD_OF_MENHIR)
        for korrigan in range(PAIR * seat, PAIR * seat + PAIR):
            if has(self.elves, korrigan):
                gold += GOLD_OF_ELF
            if has(self.goblins, korrigan):
                gold += GOLD_OF_GOBLIN
            if self.cauldron != NONE and self.where[korrigan] == self.cauldron:
                at_cauldron += 1
        # K11.2 So much for one Korrigan at the Cauldron, and so much for both.
        return gold + GOLD_OF_CAULDRON[at_cauldron]

    def ranks(self) -> vec[i64]:
        gold = self.scores()
        ranks = vec[i64]([0] * self.seats)
        for seat in range(self.seats):
            for other in range(self.seats):
                # K11.3 Most gold; then most companions left; then the later seat.
                ahead = gold[other] - gold[seat]
                if ahead == 0:
                    ahead = self.companions_left(other) - self.companions_left(seat)
                if ahead > 0 or (ahead == 0 and other > seat):
                    ranks[seat] += 1
        return ranks


def reach(field: i64, kind: i64, troll: i64) -> i64:
    """The fields that a companion leads to from a field while the Troll stands on a link, or on none."""
    # K4.5 One link or one jump. K4.6 The village has no molehill, no pontoon and a colour of its own.
    fields = REACH[kind * FIELDS + field]
    # K4.7 The Troll closes its link both ways; those who jump or fly do not use links.
    if troll != NONE and LINK_RIDER[troll] == kind:
        if LINK_A[troll] == field:
            fields &= ~bit(LINK_B[troll])
        elif LINK_B[troll] == field:
            fields &= ~bit(LINK_A[troll])
    return fields


def _free_places(pawns: vec[i64]) -> i64:
    """The places of a row of suns or clouds on which no pawn stands."""
    free: i64 = 0
    for place in range(len(pawns)):
        if pawns[place] == NONE:
            free |= bit(place)
    return free


def begin(seats: int, options: Mapping[str, object]) -> Korrigans:
    """K1.4 Nothing is placed, nothing is gathered, and all screens stand."""
    return Korrigans(
        seats,
        options["placement"] == "free",
        options["final_transfers"] is True,
        options["late_sacrifice"] is True,
    )
