"""A table as its log tells it: each entry is folded into the seats, the match and the status."""

from __future__ import annotations

from copy import copy, deepcopy
from dataclasses import dataclass, field
from functools import singledispatchmethod
from typing import Any

import fourleaf
from fourleaf.engine.fairluck import FairLuck
from fourleaf.engine.game import Game
from fourleaf.engine.match import Match
from fourleaf.engine.record import Record
from fourleaf.engine.state import CHANCE, OVER, State
from fourleaf.server.tables import entries as log
from fourleaf.server.tables.entries import FIRST_HASH, AnyEntry, Row
from fourleaf.server.tables.luck import luck_of, opened
from fourleaf.server.wire import Ending, LiveClock, Status


@dataclass
class Seat:
    """Who sits in a seat and plays it."""

    person: str | None = None
    name: str | None = None
    bot: str | None = None
    stand_in: str | None = None
    resigned: bool = False
    commitment: str | None = None
    about: log.About = log.NOTHING_KNOWN
    server_made: bool = False
    bank: float | None = None

    @property
    def taken(self) -> bool:
        """Whether nobody else can sit here."""
        return self.person is not None or self.bot is not None

    @property
    def played_by(self) -> str | None:
        """The bot that decides for this seat now, if one does."""
        return self.stand_in or self.bot


@dataclass
class Question:
    """A seat asks to go back; the seats of other people answer."""

    seq: int
    seat: int
    ply: int
    waiting: set[int]


@dataclass(frozen=True)
class Step:
    """One action with the position that it was taken in."""

    ply: int
    actor: int
    action: int
    before: State
    event: int | None
    """The number of the chance event, if chance decided."""


@dataclass
class Fold:
    """The table after some entries of its log."""

    table: str
    secrets: dict[str, bytes]
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
    """Wall time of the last entry that changed the position."""
    broken_by: Exception | None = None
    """Why the match could not be followed any further; from there on there is none."""
    deciders: list[int] = field(default_factory=list)
    """Who took each action so far."""
    _state: State = field(init=False)

    def follow(self, row: Row) -> list[Step]:
        """Fold one row in; the actions that it brought."""
        steps = self._fold(row.line.entry)
        self.seq, self.hash = row.seq, row.hash
        self.changed_at = row.line.at
        if isinstance(row.line.entry, log.Started | log.Played | log.Undone | log.Returned):
            self.turn_began_at = row.line.at
        if row.seq == 1:
            self.created_at = row.line.at
        if self.question is not None and self.question.seq == 0:
            self.question.seq = row.seq
        return steps

    def follow_if_possible(self, row: Row) -> list[Step]:
        """Fold one row in; where the match cannot be followed any more, all that the row says besides."""
        if self.broken_by is None:
            try:
                return self.follow(row)
            except MemoryError:
                raise
            except Exception as error:
                self.broken_by, self.match = error, None
        if isinstance(row.line.entry, log.Started):
            self.status = "playing"
        elif not isinstance(row.line.entry, log.Played | log.Undone):
            self._fold(row.line.entry)
        self.seq, self.hash = row.seq, row.hash
        self.changed_at = row.line.at
        return []

    def copy(self) -> Fold:
        """A table of its own that stands as this one does."""
        twin = copy(self)
        twin.seats = [copy(seat) for seat in self.seats] if self.seq else []
        twin.question = deepcopy(self.question)
        if self.match is not None:
            twin.match = self.match.copy()
            twin.deciders = list(self.deciders)
            twin._state = self._state.clone()
        return twin

    @property
    def actor(self) -> int:
        """Who decides now: a seat, or OVER when nobody does."""
        return self.match.actor if self.match is not None and self.status == "playing" else OVER

    @property
    def ply(self) -> int:
        """How many actions the match has had."""
        return 0 if self.match is None else self.match.ply

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a person holds."""
        return [seat for seat, held in enumerate(self.seats) if person is not None and held.person == person]

    @property
    def people(self) -> dict[int, str]:
        """Who holds which seat."""
        return {seat: held.person for seat, held in enumerate(self.seats) if held.person is not None}

    @property
    def deciding(self) -> set[str]:
        """The people who still play for themselves."""
        return {held.person for held in self.seats if held.person and not held.stand_in and not held.resigned}

    def record(self) -> Record:
        """The match as a record, with who sat where."""
        assert self.match is not None
        assert self.luck is not None
        who = tuple(held.bot or held.name or "" for held in self.seats)
        proof = self.match.record()
        fair = self.luck.proof(self._outcomes(), over=self.secret is not None)
        return Record(
            game=proof.game,
            rules_version=proof.rules_version,
            options=proof.options,
            seats=proof.seats,
            actions=proof.actions,
            result=proof.result,
            luck=fair,
            who=who,
        )

    # Each kind of entry

    @singledispatchmethod
    def _fold(self, entry: AnyEntry) -> list[Step]:
        raise NotImplementedError(type(entry).__name__)

    @_fold.register
    def _(self, entry: log.Created) -> list[Step]:
        self.created = entry
        self.game = fourleaf.game(entry.game)
        bank = float(entry.clock.bank) if isinstance(entry.clock, LiveClock) else None
        self.seats = [Seat(bank=bank) for _ in range(entry.seats)]
        self.commitment = entry.commitment
        return []

    @_fold.register
    def _(self, entry: log.Sat) -> list[Step]:
        seat = self.seats[entry.seat]
        seat.person, seat.name, seat.commitment = entry.person, entry.name, entry.commitment
        seat.about = entry.about
        return []

    @_fold.register
    def _(self, entry: log.Given) -> list[Step]:
        self.seats[entry.seat] = Seat(bot=entry.bot, bank=self.seats[entry.seat].bank)
        return []

    @_fold.register
    def _(self, entry: log.Left) -> list[Step]:
        return self._fold(log.Given(seat=entry.seat, bot=None))

    @_fold.register
    def _(self, entry: log.Kicked) -> list[Step]:
        return self._fold(log.Given(seat=entry.seat, bot=None))

    @_fold.register
    def _(self, entry: log.Committed) -> list[Step]:
        self.seats[entry.seat].commitment = entry.commitment
        return []

    @_fold.register
    def _(self, entry: log.Locked) -> list[Step]:
        for number, (seat, commitment) in enumerate(zip(self.seats, entry.commitments, strict=True)):
            seat.commitment, seat.server_made = commitment, number in entry.server_made
        self.status, self.roster = "locked", entry.roster
        return []

    @_fold.register
    def _(self, entry: log.Voided) -> list[Step]:
        for seat in self.seats:
            seat.commitment, seat.server_made = None, False
        self.status, self.roster, self.commitment = "gathering", None, entry.commitment
        return []

    @_fold.register
    def _(self, entry: log.Started) -> list[Step]:
        luck = luck_of(self.table, self.game, self.created.options, self.secrets[self.commitment])
        commitments = [seat.commitment or "" for seat in self.seats]
        self.luck = opened(luck, commitments, entry.entropy)
        self.entropy = entry.entropy
        self.status = "playing"
        began = Record(
            game=self.game.name,
            rules_version=self.created.rules_version,
            options=self.created.options,
            seats=self.created.seats,
            actions=entry.chance,
        )
        self.match = self.game.replay(began, self.luck)
        self._state = self.game.rules.begin(self.created.seats, self.match.options)
        return self._steps(0, entry.chance)

    @_fold.register
    def _(self, entry: log.Played) -> list[Step]:
        assert self.match is not None
        before = self.match.ply
        self.match.follow([entry.action, *entry.chance])
        self.question = None
        seat = self.seats[entry.seat]
        if seat.bank is not None and isinstance(self.created.clock, LiveClock):
            seat.bank = max(0.0, seat.bank - entry.spent) + self.created.clock.increment
        return self._steps(before, [entry.action, *entry.chance])

    @_fold.register
    def _(self, entry: log.Asked) -> list[Step]:
        asker = self.seats[entry.seat].person
        waiting = {
            number
            for number, seat in enumerate(self.seats)
            if seat.person not in (None, asker) and seat.played_by is None
        }
        self.question = Question(0, entry.seat, entry.ply, waiting)
        return []

    @_fold.register
    def _(self, entry: log.Replied) -> list[Step]:
        if self.question is not None:
            person = self.seats[entry.seat].person
            self.question.waiting -= set(self.seats_of(person))
            if not entry.yes:
                self.question = None
        return []

    @_fold.register
    def _(self, entry: log.Undone) -> list[Step]:
        assert self.match is not None
        self.question = None
        self.match.rewind(entry.ply)
        self._state = self.game.rules.begin(self.created.seats, self.match.options)
        self.deciders = []
        self._steps(0, self.match.actions)
        return []

    @_fold.register
    def _(self, entry: log.Resigned) -> list[Step]:
        self.seats[entry.seat].resigned = True
        return []

    @_fold.register
    def _(self, entry: log.StoodIn) -> list[Step]:
        self.seats[entry.seat].stand_in = entry.bot
        if self.question is not None:
            self.question.waiting.discard(entry.seat)
        return []

    @_fold.register
    def _(self, entry: log.Returned) -> list[Step]:
        self.seats[entry.seat].stand_in = None
        return []

    @_fold.register
    def _(self, entry: log.Ended) -> list[Step]:
        self.status, self.ending, self.secret, self.question = "over", entry.ending, entry.secret, None
        return []

    @_fold.register
    def _(self, entry: log.Rematched) -> list[Step]:
        self.rematch = entry.table
        return []

    # Within

    def _steps(self, ply: int, actions: list[int] | tuple[int, ...]) -> list[Step]:
        steps = []
        events = self.deciders.count(CHANCE)
        for number, action in enumerate(actions, ply):
            actor = int(self._state.actor())
            event = events if actor == CHANCE else None
            steps.append(Step(number, actor, action, self._state.clone(), event))
            events += actor == CHANCE
            self.deciders.append(actor)
            self._state.apply(action)
        return steps

    def _outcomes(self) -> list[int]:
        assert self.match is not None
        return [action for decider, action in zip(self.deciders, self.match.actions, strict=True) if decider == CHANCE]
