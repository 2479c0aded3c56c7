"""A table as its log tells it: each entry is folded into the seats, the match and the status."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import singledispatchmethod
from typing import Any, NamedTuple, TypeVar

import msgspec

import fourleaf
from fourleaf.engine.fairluck import FairLuck
from fourleaf.engine.game import Game
from fourleaf.engine.match import Match, Step
from fourleaf.engine.record import Record
from fourleaf.engine.state import CHANCE, OVER
from fourleaf.engine.trail import Trail
from fourleaf.server.storage import entries as log
from fourleaf.server.storage.entries import FIRST_HASH, AnyEntry, LogRow
from fourleaf.server.tables.luck import luck_of, opened
from fourleaf.server.values import Ending, LiveClock, Status

T = TypeVar("T")


def _twin(one: T) -> T:
    """What `copy` makes, without asking first how such a thing would be pickled: it is made with every move."""
    twin = object.__new__(type(one))
    twin.__dict__.update(one.__dict__)
    return twin


def game_of(name: str, rules_version: int) -> Game[Any, Any]:
    """The game by the rules that a match began with, or by the newest if those are not played here."""
    newest = fourleaf.game(name)
    played = {game.version: game for game in (newest, *newest.earlier)}
    return played.get(rules_version, newest)


def is_outdated(created: log.Created) -> bool:
    """Whether a table began with rules that are not played any more; later ones wait for a server that plays them."""
    return created.rules_version < game_of(created.game, created.rules_version).version


@dataclass
class Seat:
    """Who sits in a seat and plays it."""

    person: str | None = None
    name: str | None = None
    """What the person was called who sat down, as a record has it; `TableState.called` knows the name of today."""
    called: str | None = None
    """What the player of this seat is called, where several share the person's device."""
    bot: str | None = None
    stand_in: str | None = None
    resigned: bool = False
    commitment: str | None = None
    about: log.About = log.NOTHING_KNOWN
    kept_for: str | None = None
    """The person who is asked to take this seat, by the name beside it."""
    kept_name: str | None = None
    timed_out: bool = False
    """Whether the clock made the last decision of this seat."""
    server_made: bool = False
    bank: float | None = None

    @property
    def taken(self) -> bool:
        """Whether nobody else can sit here."""
        return self.person is not None or self.bot is not None or self.kept_for is not None

    @property
    def side(self) -> str | None:
        """Who stands behind this seat: the person in it, or the owner of the outside bot in it."""
        return self.about.owner or self.person

    @property
    def played_by(self) -> str | None:
        """The bot that decides for this seat now, if one does."""
        return self.stand_in or self.bot

    @property
    def plays(self) -> bool:
        """Whether the person of this seat decides for it."""
        return self.person is not None and self.played_by is None and not self.resigned

    def charge(self, seconds: float, brought: float = 0.0) -> None:
        """Take seconds from the bank, if there is one, and put others in; it is never less than empty."""
        if self.bank is not None:
            self.bank = max(0.0, self.bank - seconds) + brought


class Time(NamedTuple):
    """What an action did to the clock of its seat."""

    thought: float = 0.0
    """Seconds from the beginning of the turn."""
    brought: float = 0.0
    """Seconds that were added for the decision."""
    own: bool = False
    """Whether the person of the seat took it, and no bot or clock for them."""


@dataclass
class Question:
    """A seat asks to go back; the seats of other people answer."""

    seq: int
    seat: int
    ply: int
    waiting: set[int]


class Foreseen(NamedTuple):
    """A match as it will stand after a decision that was tried out before it was written down, and what it brings."""

    match: Match
    steps: list[Step]


@dataclass
class TableState:
    """The table after some entries of its log."""

    table: str
    secrets: dict[str, bytes]
    names: dict[str, str] = field(default_factory=dict)
    """What the people of this table are called now; copies share it."""
    created: log.Created = field(init=False)
    game: Game[Any, Any] = field(init=False)
    seats: list[Seat] = field(init=False)
    status: Status = "gathering"
    commitment: str = ""
    roster: str | None = None
    entropy: tuple[str, ...] | None = None
    secret: str | None = None
    luck: FairLuck | None = None
    match: Match | None = None
    question: Question | None = None
    ending: Ending | None = None
    rematch: str | None = None
    seq: int = 0
    hash: bytes = FIRST_HASH
    created_at: float = 0.0
    changed_at: float = 0.0
    turn_began_at: float = 0.0
    """Wall time at which the actor's turn began; later than that only if nothing of it was thought in vain."""
    clock_began: int = 0
    """The entry since which the actor's time has not been charged yet."""
    outdated: bool = False
    """Whether the rules of its day are not played any more; then nobody can follow the match, and there is none."""
    broken_by: Exception | None = None
    """Why the match could not be followed any further; from there on there is none."""
    gone: dict[str, bool] = field(default_factory=dict)
    """Who sat here and does not any more, and whether the host sent them away."""
    went_back: int = 0
    """The last entry by which the match went back."""
    times: Trail[Time] = field(default_factory=Trail)
    """What each action so far did to the clock of its seat."""

    def follow(self, row: LogRow, foreseen: Foreseen | None = None) -> list[Step]:
        """Apply one row; the actions that it brought. What is foreseen is taken over and not played once more."""
        self.changed_at = row.line.at
        entry = row.line.entry
        if foreseen is not None and isinstance(entry, log.Played):
            self.match = foreseen.match
            steps = self._decided(entry, foreseen.steps)
        else:
            steps = self._apply_without_match(entry) if self.outdated else self._apply(entry)
        self.seq, self.hash = row.seq, row.hash
        if row.seq == 1:
            self.created_at = row.line.at
        if self.question is not None and self.question.seq == 0:
            self.question.seq = row.seq
        return steps

    def follow_if_possible(self, row: LogRow) -> list[Step]:
        """Take one row in; where the match cannot be followed any more, all that the row says besides."""
        if self.broken_by is None:
            try:
                return self.follow(row)
            except MemoryError:
                raise
            except Exception as error:
                self.broken_by, self.match = error, None
        self._apply_without_match(row.line.entry)
        self.seq, self.hash = row.seq, row.hash
        self.changed_at = row.line.at
        return []

    def copy(self, foreseen: Foreseen | None = None) -> TableState:
        """A table of its own that stands as this one does; it costs the same however long the match is.

        Where it is foreseen how the match goes on, that match needs no copy.
        """
        twin = _twin(self)
        twin.seats = [_twin(seat) for seat in self.seats] if self.seq else []
        twin.gone = dict(self.gone)
        twin.question = None if self.question is None else deepcopy(self.question)
        twin.times = self.times.copy()
        if self.match is not None and foreseen is None:
            twin.match = self.match.copy()
        return twin

    @property
    def actor(self) -> int:
        """Who decides now: a seat, or OVER when nobody does."""
        return self.match.actor if self.match is not None and self.status == "playing" else OVER

    @property
    def deciders(self) -> Sequence[int]:
        """Who took each action so far."""
        return () if self.match is None else self.match.deciders

    @property
    def ply(self) -> int:
        """How many actions the match has had."""
        return 0 if self.match is None else self.match.ply

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a person holds."""
        return [seat for seat, held in enumerate(self.seats) if person is not None and held.person == person]

    def called(self, person: str | None, then: str | None) -> str | None:
        """What somebody is called now; as they were called then, where nobody knows."""
        return then if person is None else self.names.get(person, then)

    def name_at(self, seat: int) -> str:
        """What the player of a seat is called now."""
        held = self.seats[seat]
        return held.called or self.called(held.person, held.name) or ""

    def open_to(self, person: str | None) -> list[int]:
        """The seats that somebody could take: those that are kept for them, else those that nobody has."""
        return self.kept_for(person) or [number for number, seat in enumerate(self.seats) if not seat.taken]

    def was_sent_away(self, person: str | None) -> bool:
        """Whether the host sent somebody away who has not sat here since."""
        return person is not None and self.gone.get(person, False)

    def is_welcome(self, person: str | None) -> bool:
        """Whether somebody needs no invite: the host, whoever is asked or only got up, and others at a public table."""
        if person is not None and (person == self.created.host or self.kept_for(person)):
            return True
        return not self.was_sent_away(person) and (self.created.public or person in self.gone)

    def may_sit(self, person: str | None) -> bool:
        """Whether somebody who does not sit here could sit down now without an invite."""
        sides = {seat.side for seat in self.seats} if self.created.rated else {seat.person for seat in self.seats}
        here = person is not None and person in sides
        return self.status == "gathering" and not here and bool(self.open_to(person)) and self.is_welcome(person)

    @property
    def people(self) -> dict[int, str]:
        """Who holds which seat."""
        return {seat: held.person for seat, held in enumerate(self.seats) if held.person is not None}

    def others(self, seat: int) -> set[int]:
        """The seats of other people who have not given up."""
        person = self.seats[seat].person
        return {
            number for number, held in enumerate(self.seats) if held.person not in (None, person) and not held.resigned
        }

    def kept_for(self, person: str | None) -> list[int]:
        """The seats that wait for a person's answer."""
        return [seat for seat, held in enumerate(self.seats) if person is not None and held.kept_for == person]

    @property
    def seating(self) -> dict[int, tuple[str, bool]]:
        """Who has something to do with which seat, and whether it is only kept for them."""
        return {
            seat: (held.kept_for or held.person or "", held.kept_for is not None)
            for seat, held in enumerate(self.seats)
            if held.person is not None or held.kept_for is not None
        }

    @property
    def asked(self) -> dict[int, str]:
        """Who has not answered yet, by the seat that is kept."""
        return {seat: held.kept_for for seat, held in enumerate(self.seats) if held.kept_for is not None}

    @property
    def deciding(self) -> set[str]:
        """The people who still play for themselves."""
        return {held.person for held in self.seats if held.person and not held.stand_in and not held.resigned}

    def record(self) -> Record:
        """The match as a record, with who sat where."""
        assert self.match is not None
        assert self.luck is not None
        who = tuple(held.bot or held.called or held.name or "" for held in self.seats)
        fair = self.luck.proof(self.match.drawn, over=self.secret is not None)
        return msgspec.structs.replace(self.match.record(), luck=fair, who=who)

    # Each kind of entry

    def _apply_without_match(self, entry: AnyEntry) -> list[Step]:
        """All that an entry says besides what happened in the match."""
        if isinstance(entry, log.Started):
            self.status, self.entropy = "playing", entry.entropy
        elif not isinstance(entry, log.Played | log.WentBack):
            self._apply(entry)
        return []

    @singledispatchmethod
    def _apply(self, entry: AnyEntry) -> list[Step]:
        raise NotImplementedError(type(entry).__name__)

    @_apply.register
    def _(self, entry: log.Created) -> list[Step]:
        self.created = entry
        self.game, self.outdated = game_of(entry.game, entry.rules_version), is_outdated(entry)
        bank = float(entry.clock.bank) if isinstance(entry.clock, LiveClock) else None
        self.seats = [Seat(bank=bank) for _ in range(entry.seats)]
        self.commitment = entry.commitment
        return []

    @_apply.register
    def _(self, entry: log.Sat) -> list[Step]:
        seat = self.seats[entry.seat]
        seat.person, seat.name, seat.commitment = entry.person, entry.name, entry.commitment
        seat.about, seat.called = entry.about, entry.called
        seat.kept_for = seat.kept_name = None
        self.gone.pop(entry.person, None)
        return []

    @_apply.register
    def _(self, entry: log.Kept) -> list[Step]:
        seat = self.seats[entry.seat]
        seat.kept_for, seat.kept_name, seat.called = entry.person, entry.name, entry.called
        return []

    @_apply.register
    def _(self, entry: log.Declined) -> list[Step]:
        return self._apply(log.Given(seat=entry.seat, bot=None))

    @_apply.register
    def _(self, entry: log.Given) -> list[Step]:
        self.seats[entry.seat] = Seat(bot=entry.bot, bank=self.seats[entry.seat].bank)
        return []

    @_apply.register
    def _(self, entry: log.Left) -> list[Step]:
        return self._go_from(entry.seat, sent_away=False)

    @_apply.register
    def _(self, entry: log.Kicked) -> list[Step]:
        return self._go_from(entry.seat, sent_away=True)

    @_apply.register
    def _(self, entry: log.Committed) -> list[Step]:
        self.seats[entry.seat].commitment = entry.commitment
        return []

    @_apply.register
    def _(self, entry: log.Locked) -> list[Step]:
        for number, (seat, commitment) in enumerate(zip(self.seats, entry.commitments, strict=True)):
            seat.commitment, seat.server_made = commitment, number in entry.server_made
        self.status, self.roster = "locked", entry.roster
        return []

    @_apply.register
    def _(self, entry: log.Voided) -> list[Step]:
        for seat in self.seats:
            seat.commitment, seat.server_made = None, False
        self.status, self.roster, self.commitment = "gathering", None, entry.commitment
        return []

    @_apply.register
    def _(self, entry: log.Started) -> list[Step]:
        # Nothing may be drawn by other rules than those that were promised.
        self.game.by_rules(self.created.rules_version)
        secret, beginning = self.secrets[self.commitment], self.created.beginning
        luck = luck_of(self.table, self.game, self.created.options, secret, beginning)
        commitments = [seat.commitment or "" for seat in self.seats]
        self.luck = opened(luck, commitments, entry.entropy)
        self.entropy = entry.entropy
        self.status = "playing"
        began = Record(
            format_version=1 if beginning is None else 2,
            game=self.game.name,
            rules_version=self.created.rules_version,
            options=self.created.options,
            seats=self.created.seats,
            beginning=beginning,
            actions=(),
        )
        self.match = self.game.replay(began, self.luck)
        return self._took(self.match.follow(entry.chance), Time())

    @_apply.register
    def _(self, entry: log.Played) -> list[Step]:
        assert self.match is not None
        return self._decided(entry, self.match.follow([entry.action, *entry.chance]))

    @_apply.register
    def _(self, entry: log.Asked) -> list[Step]:
        self.question = Question(0, entry.seat, entry.ply, self.others(entry.seat))
        return []

    @_apply.register
    def _(self, entry: log.Replied) -> list[Step]:
        if self.question is not None:
            person = self.seats[entry.seat].person
            self.question.waiting -= set(self.seats_of(person))
            if not entry.yes:
                self.question = None
        return []

    @_apply.register
    def _(self, entry: log.WentBack) -> list[Step]:
        assert self.match is not None
        self.question = None
        self._take_time_back(entry)
        self.went_back = self.seq + 1
        self.match.rewind(entry.ply)
        self.times = self.times.until(entry.ply)
        return []

    @_apply.register
    def _(self, entry: log.Resigned) -> list[Step]:
        self.seats[entry.seat].resigned = True
        self._answer_no_more(entry.seat)
        return []

    @_apply.register
    def _(self, entry: log.StoodIn) -> list[Step]:
        if entry.seat == self.actor:
            self.seats[entry.seat].charge(entry.spent)
            self.clock_began = self.seq + 1
        if entry.by == "clock" and self.seats[entry.seat].bank is not None:
            self.seats[entry.seat].bank = 0.0
        self.seats[entry.seat].stand_in = entry.bot
        self._answer_no_more(entry.seat)
        return []

    @_apply.register
    def _(self, entry: log.Returned) -> list[Step]:
        self.seats[entry.seat].stand_in = None
        return []

    @_apply.register
    def _(self, entry: log.Ended) -> list[Step]:
        self.status, self.ending, self.secret, self.question = "over", entry.ending, entry.secret, None
        for seat in self.seats:
            seat.kept_for = seat.kept_name = None
        return []

    @_apply.register
    def _(self, entry: log.Rematched) -> list[Step]:
        self.rematch = entry.table
        return []

    # Within

    def _go_from(self, seat: int, *, sent_away: bool) -> list[Step]:
        """Somebody gives up a seat. Whoever keeps another one is still here, and a host sends nobody away by that."""
        person = self.seats[seat].person
        steps = self._apply(log.Given(seat=seat, bot=None))
        if person is not None and not self.seats_of(person):
            self.gone[person] = sent_away and person != self.created.host
        return steps

    def _decided(self, entry: log.Played, steps: list[Step]) -> list[Step]:
        self.question = None
        seat = self.seats[entry.seat]
        seat.timed_out = entry.by == "clock"
        time = self._time_of(entry)
        seat.charge(entry.spent, time.brought)
        return self._took(steps, time)

    def _took(self, steps: list[Step], time: Time) -> list[Step]:
        """The match has gone on by some steps; the decision among them took its time, and chance takes none."""
        self._begin_turn()
        for step in steps:
            self.times.append(Time() if step.actor == CHANCE else time)
        return steps

    def _begin_turn(self) -> None:
        self.turn_began_at, self.clock_began = self.changed_at, self.seq + 1

    def _time_of(self, entry: log.Played) -> Time:
        """What a decision does to the clock: a bot that stands in thinks on nobody's time and earns nobody any."""
        thought = max(0.0, self.changed_at - self.turn_began_at)
        clock = self.created.clock
        earned = isinstance(clock, LiveClock) and entry.by in ("person", "clock")
        brought = float(clock.increment) if earned and isinstance(clock, LiveClock) else 0.0
        return Time(thought, brought, own=entry.by == "person")

    def _take_time_back(self, entry: log.WentBack) -> None:
        """What a decision had earned goes back with it; what was thought stays thought, also about what is undone."""
        undone = range(entry.ply, len(self.deciders))
        mover, decider = self.actor, self.deciders[entry.ply]
        thought = sum(self.times[ply].thought for ply in undone if self.deciders[ply] == decider)
        if mover >= 0:
            self.seats[mover].charge(entry.spent)
        if mover == decider:
            thought += max(0.0, self.changed_at - self.turn_began_at)
        for ply in undone:
            if self.times[ply].brought:
                self.seats[self.deciders[ply]].charge(self.times[ply].brought)
        self._begin_turn()
        self.turn_began_at -= thought

    def _answer_no_more(self, seat: int) -> None:
        """Who goes away can neither ask nor agree any more, so nobody goes back on their behalf."""
        if self.question is not None and seat in {*self.question.waiting, self.question.seat}:
            self.question = None
