"""A game as everybody above it knows it: a name, its seats and options, and what its files can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from fourleaf.engine.errors import BadPosition, BadRecord, BadStart, IllegalMove, NotAMove
from fourleaf.engine.fairluck import SpokenLuck
from fourleaf.engine.luck import ByHand, FairProof, Luck, SeedLuck, SeedProof, fresh_seed
from fourleaf.engine.match import Match
from fourleaf.engine.move import Move
from fourleaf.engine.options import Option, Options, OptionValue, settle
from fourleaf.engine.picture import Picture
from fourleaf.engine.record import USUAL, Beginning, Record, timeline
from fourleaf.engine.rulebook import Rulebook
from fourleaf.engine.state import OVER, State

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=msgspec.Struct)
S_co = TypeVar("S_co", bound=State, covariant=True)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Refusal(NamedTuple):
    """Why a wish is illegal: the reason in words, and the clause that it rests on."""

    reason: str
    clause: str


class Rules(Protocol[S_co]):
    """What rules.py gives."""

    def begin(self, seats: int, options: Mapping[str, OptionValue], /) -> S_co:
        """The position before anything has happened."""


class Moves(Protocol[S]):
    """What moves.py gives: the written language of the game."""

    def spell(self, state: S, action: int, /) -> Move:
        """The move that a number stands for, with what the position adds to it, such as the way of a slide."""

    def read(self, text: str, /) -> Move:
        """The move that a person typed, or NotAMove."""

    def tell(self, state: S, action: int, seat: int, /) -> str:
        """One line of the log: what a seat hears of an action about to be applied."""

    def write_position(self, state: S, /) -> str:
        """The whole position in one line."""

    def read_position(self, text: str, /) -> S:
        """The position that a line stands for, or BadPosition."""

    def options_of(self, state: S, /) -> Options:
        """The options that a position is played with."""


class Views(Protocol[S_contra, V]):
    """What view.py gives."""

    def view(self, state: S_contra, seat: int, /) -> V:
        """What a seat (or WATCHER) may know."""

    def prompt(self, view: V, /) -> str:
        """One line that says what the seat may do now, or whom it waits for."""

    def picture(self, view: V, /) -> Picture:
        """The view drawn in characters."""


class Horizon(NamedTuple):
    """How far play goes on: for so many decisions of anybody, and until it was a seat's turn again so many times."""

    decisions: int = 0
    turns: int = 0
    whims: float = 0.1
    """How often anybody does anything at all there, instead of what the game's priorities put first."""


class Advice(Protocol[S_contra]):
    """What advice.py gives."""

    @property
    def HORIZON(self) -> Horizon:  # noqa: N802  # a constant of the module
        """How far a search plays on beyond what it weighs, before it asks for the standing."""

    @property
    def SIDE_BY_SIDE(self) -> bool:  # noqa: N802  # a constant of the module
        """Whether a search tries the choices at hand in the same worlds with the same luck, instead of in a tree."""

    @property
    def ONE_WINNER(self) -> bool:  # noqa: N802  # a constant of the module
        """Whether one seat wins and the others are equal, so that it helps nobody to come second."""

    def standing(self, state: S_contra, /) -> list[float]:
        """How well each seat stands, from 0 (lost) to 1 (won)."""

    def priority(self, state: S_contra, action: int, /) -> float:
        """How promising a legal action looks before anything is tried; more is better."""

    def merit(self, state: S_contra, action: int, /) -> str:
        """What speaks for a legal action, in words that the actor may hear."""

    def why(self, state: S_contra, action: int, /) -> Refusal:
        """Why an action is not legal now, from what the actor may know."""


@dataclass(frozen=True)
class Game(Generic[S, V]):
    """A set of rules that can be played: start a match of it, or read one from a record."""

    name: str
    title: str
    summary: str
    """One sentence for somebody who has never heard of it."""
    credit: str
    """Who made the game."""
    seats: range
    version: int
    """The version of the rules: raised when an old record would replay differently."""
    actions: int
    """Every action is a number from 0 to one less than this."""
    options: tuple[Option, ...]
    package: str
    rules: Rules[S]
    moves: Moves[S]
    view: Views[S, V]
    advice: Advice[S]

    def start(
        self,
        seats: int,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        luck: Luck | None = None,
        beginning: Beginning = USUAL,
    ) -> Match:
        """Start a match: the same seed gives the same luck, and without one nobody knows what comes.

        With `luck=fourleaf.ByHand()` you throw real dice and draw real cards, and play what they show. With
        `beginning=fourleaf.Beginning(position=...)` it begins from a line of notation.
        """
        if type(seats) is not int or seats not in self.seats:
            raise BadStart(f"{self.title} has {self.seats[0]} to {self.seats[-1]} seats, not {seats!r}")
        if seed is not None and type(seed) is not int:
            raise BadStart(f"a seed is a whole number, not {seed!r}")
        if luck is not None and seed is not None:
            raise BadStart("give a seed or a luck, not both")
        chosen = settle(self.options, options or {})
        match = self._match(seats, chosen, luck or SeedLuck(fresh_seed() if seed is None else seed), beginning)
        match.let_chance_speak()
        return match

    def position(self, notation: str) -> S:
        """The position that a line of notation stands for."""
        return self.moves.read_position(notation)

    def replay(self, record: Record, luck: Luck | None = None) -> Match:
        """The match that a record holds, every action checked; an unfinished one can be played on."""
        if record.game != self.name:
            raise BadRecord(f"this is a record of {record.game}, not of {self.name}")
        if record.rules_version != self.version:
            raise BadRecord(
                f"this record follows version {record.rules_version} of the rules of {self.name}; "
                f"this Fourleaf plays version {self.version}"
            )
        if record.seats not in self.seats:
            raise BadRecord(f"{self.title} has {self.seats[0]} to {self.seats[-1]} seats, not {record.seats}")
        try:
            options = settle(self.options, record.options)
            match = self._match(record.seats, options, luck or _luck_of(record), record.beginning)
        except BadStart as error:
            raise BadRecord(str(error)) from None
        for ply, actions in timeline(record.actions, record.undone):
            _go_on(match, ply, actions)
        if match.undone != record.undone:
            raise BadRecord("what this record says was undone holds no luck, or luck that comes again by itself")
        if match.record().result != record.result:
            raise BadRecord(
                f"the record says that it ended with {record.result}; its actions say {match.record().result}"
            )
        return match

    def terms(self, options: Options, beginning: Beginning | None = USUAL) -> bytes:
        """What a table agrees on before its luck is made, as canonical JSON; record format 1 said less."""
        agreed = {"game": self.name, "options": options, "seats": list(self.seats), "version": self.version}
        if beginning is not None:
            agreed["beginning"] = msgspec.structs.asdict(beginning)
        return msgspec.json.encode(agreed, order="deterministic")

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return Rulebook(files(self.package).joinpath("rulebook.md").read_text("utf-8"))

    def __reduce__(self) -> tuple[Callable[[str], Game[Any, Any]], tuple[str]]:
        # A game is its package; the modules it is made of cannot be pickled.
        return _game_in, (self.package,)

    def _match(self, seats: int, options: Options, luck: Luck, beginning: Beginning | None = USUAL) -> Match:
        first = self._first(seats, options, beginning or USUAL)
        return Match(self, first, seats, options, luck, beginning)

    def _first(self, seats: int, options: Options, beginning: Beginning) -> S:
        """The position that a match begins with; one that does not fit its seats and options is refused."""
        if beginning.board is not None or beginning.origin is not None:
            raise BadStart("a match on another board, or that goes on from another one, cannot be played yet")
        if beginning.position is None:
            return self.rules.begin(seats, options)
        try:
            state = self.position(beginning.position)
        except BadPosition as error:
            raise BadStart(f"the match cannot begin from this position: {error}") from None
        if len(state.scores()) != seats:
            raise BadStart(f"the match has {seats} seats, and the position it begins from has {len(state.scores())}")
        if self.moves.options_of(state) != options:
            raise BadStart("the match has other options than the position that it begins from")
        if state.actor() == OVER:
            raise BadStart("the match would be over before it begins: nobody decides in its first position")
        return state


def _game_in(package: str) -> Game[Any, Any]:
    game: Game[Any, Any] = import_module(package).GAME
    return game


def _go_on(match: Match, ply: int, actions: tuple[int, ...]) -> None:
    """Go on from a ply as it was recorded."""
    if ply < match.ply:
        match.rewind(ply)
    for number, action in enumerate(actions, ply):
        try:
            match.follow([action])
        except (IllegalMove, NotAMove) as error:
            raise BadRecord(f"action {action} at ply {number} could not have been played: {error}") from None


def _luck_of(record: Record) -> Luck:
    if isinstance(record.luck, SeedProof):
        return SeedLuck(record.luck.seed)
    if isinstance(record.luck, FairProof):
        return SpokenLuck(record.luck)
    return ByHand()
