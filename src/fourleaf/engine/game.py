"""A game as everybody above it knows it: a name, its seats and options, and what its files can do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar, cast

import msgspec

from fourleaf.engine.errors import BadPosition, BadRecord, BadStart, IllegalMove, NotAMove, OtherRules, listed
from fourleaf.engine.fairluck import SpokenLuck
from fourleaf.engine.layout import Layout
from fourleaf.engine.luck import ByHand, FairProof, Luck, SeedLuck, SeedProof, fresh_seed
from fourleaf.engine.match import Match, Step
from fourleaf.engine.move import Move
from fourleaf.engine.options import Option, Options, OptionValue, settle
from fourleaf.engine.picture import Picture
from fourleaf.engine.plan import SearchPlan
from fourleaf.engine.record import USUAL, Beginning, Origin, Record, timeline
from fourleaf.engine.rulebook import Rulebook
from fourleaf.engine.state import OVER, State
from fourleaf.engine.whole import whole

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=msgspec.Struct)
S_co = TypeVar("S_co", bound=State, covariant=True)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
V_contra = TypeVar("V_contra", bound=msgspec.Struct, contravariant=True)
LONGEST_LINE: Final = 4000
"""The most characters that a line of notation may have; the longest that a game writes has half of them."""


class Refusal(NamedTuple):
    """Why a wish is illegal: the reason in words, and the clause that it rests on."""

    reason: str
    clause: str


class Rules(Protocol[S_co]):
    """What rules.py gives."""

    def begin(self, seats: int, options: Mapping[str, OptionValue], /) -> S_co:
        """The position before anything has happened."""


class Moves(Protocol[S_contra]):
    """What moves.py gives: the written language of the game."""

    def spell(self, state: S_contra, action: int, /) -> Move:
        """The move that a number stands for, with what the position adds to it, such as the way of a slide."""

    def read(self, text: str, /) -> Move:
        """The move that a person typed, or NotAMove."""

    def tell(self, state: S_contra, action: int, seat: int, /) -> str:
        """One line of the log: what a seat hears of an action about to be applied."""

    def about(self, state: S_contra, action: int, /) -> int:
        """The seat that an action is about: who decides, or for chance whose luck it is; CHANCE for nobody's."""


class Notation(Protocol[S]):
    """What notation.py gives: a whole position in one line."""

    def write(self, state: S, /) -> str:
        """The whole position, hidden things included."""

    def read(self, text: str, /) -> S:
        """The position that a line stands for, or BadPosition."""

    def options_of(self, state: S, /) -> Options:
        """The options that a position is played with."""


class Views(Protocol[S_contra, V]):
    """What view.py gives."""

    def view(self, state: S_contra, seat: int, /) -> V:
        """What a seat (or WATCHER) may know."""

    def prompt(self, view: V, /) -> str:
        """One line that says what the seat may do now, or whom it waits for."""

    def goal(self, seats: int, options: Options, /) -> str:
        """What to play for, in one sentence that is true of so many seats and these options."""


class Pictures(Protocol[V_contra]):
    """What picture.py gives."""

    def picture(self, view: V_contra, /) -> Picture:
        """The view drawn in characters."""


class Reasons(Protocol[S_contra]):
    """What reasons.py gives: words about a wish, from what the actor may know."""

    def why(self, state: S_contra, action: int, /) -> Refusal:
        """Why an action is not legal now."""

    def merit(self, state: S_contra, action: int, /) -> str:
        """What speaks for a legal action."""


class Advice(Protocol[S_contra]):
    """What advice.py gives."""

    @property
    def SEARCH(self) -> SearchPlan:  # noqa: N802  # a constant of the module
        """How a search goes about this game."""

    def standing(self, state: S_contra, /) -> list[float]:
        """How well each seat stands, from 0 (lost) to 1 (won)."""

    def priority(self, state: S_contra, action: int, /) -> float:
        """How promising a legal action looks before anything is tried; more is better."""


class Encoding(Protocol):
    """What encode.py gives: the meaning of what a State writes for a learner."""

    def observation(self, seats: int, /) -> Layout:
        """What each number of an observation means at a table of so many seats."""

    def decisions(self, seats: int, /) -> Layout:
        """What each compact number of a decision means at a table of so many seats."""


class Bounds(NamedTuple):
    """How large a game can become, at any table and with any option; for whoever makes room beforehand."""

    plies: int
    """The most actions of a match, chance included."""
    choices: int
    """The most legal actions of a seat at one moment."""
    outcomes: int
    """The most things that chance may do at one moment."""
    utilities: tuple[float, float] = (0.0, 1.0)
    """The least and the most that a rank can be worth: the share of the others that it leaves behind."""


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
    hidden: bool
    """Whether there is ever something that a seat may not know; where not, every seat imagines the position itself."""
    one_winner: bool
    """Whether it helps nobody to come second: all seats that do not win are equal."""
    bounds: Bounds
    package: str
    rules: Rules[S]
    moves: Moves[S]
    notation: Notation[S]
    view: Views[S, V]
    picture: Pictures[V]
    reasons: Reasons[S]
    advice: Advice[S]
    encode: Encoding | None = None
    """How learners are shown the game; a game without it can be played, and not be learned."""
    pauses: frozenset[str] = frozenset()
    """The kinds of move that people wish to read about before the match goes on, such as hands that are judged."""
    spell_all: Callable[[S, Iterable[int]], list[Move]] | None = None
    """FAST: spells several actions of one position, where what they have in common is dear."""
    turned: Callable[[S, V, int], V] | None = None
    """FAST: what a seat may know of a position, from what another may: only what differs between them is made anew."""
    earlier: tuple[Game[Any, Any], ...] = ()
    """The same game by earlier versions of its rules: what began with one of them is played on with it."""

    def by_rules(self, version: int) -> Game[Any, Any]:
        """The same game by one version of its rules, or OtherRules."""
        played = {game.version: game for game in (*self.earlier, self)}
        if version not in played:
            raise OtherRules(
                f"version {version} of the rules of {self.name} is not played here; "
                f"this Fourleaf plays version {listed(played)}"
            )
        return played[version]

    def start(
        self,
        seats: int,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        luck: Luck | None = None,
        beginning: Beginning = USUAL,
    ) -> Match[V]:
        """Start a match: the same seed gives the same luck, and without one nobody knows what comes.

        With `luck=fourleaf.ByHand()` you throw real dice and draw real cards, and play what they show. With
        `beginning=fourleaf.Beginning(position=...)` it begins from a line of notation.
        """
        if luck is not None and seed is not None:
            raise BadStart("give a seed or a luck, not both")
        chosen = settle(self.options, options or {})
        match = self._match(self._seats(seats), chosen, luck or SeedLuck(seed_from(seed)), beginning)
        match.let_chance_speak()
        return match

    def begin(self, seats: int, options: Mapping[str, object] | None = None) -> S:
        """The bare position before anything has happened, for whoever searches or learns by themselves."""
        return self.rules.begin(self._seats(seats), settle(self.options, options or {}))

    def goal(self, seats: int, options: Mapping[str, object] | None = None) -> str:
        """What to play for, in one sentence that is true of so many seats and these options."""
        return self.view.goal(self._seats(seats), settle(self.options, options or {}))

    def observation(self, seats: int) -> Layout:
        """What each number means that a learner is shown at a table of so many seats."""
        return self._encoding().observation(self._seats(seats))

    def decisions(self, seats: int) -> Layout:
        """What each compact number means by which a learner decides at a table of so many seats."""
        return self._encoding().decisions(self._seats(seats))

    def _encoding(self) -> Encoding:
        if self.encode is None:
            raise BadStart(f"{self.title} has no encode.py, so a learner cannot be shown it")
        return self.encode

    def shown(self, state: S, action: int, seat: int) -> Move | dict[str, Any]:
        """The move of an action about to be applied, as a seat sees it: what is hidden from it is null."""
        move = self.moves.spell(state, action)
        return move if state.glimpse(action, seat) == action else move.veiled()

    def spell_each(self, state: S, actions: Iterable[int]) -> list[Move]:
        """The moves that some actions stand for in one position."""
        if self.spell_all is not None:
            return self.spell_all(state, actions)
        return [self.moves.spell(state, action) for action in actions]

    def asks_to_be_read(self, steps: Iterable[Step]) -> bool:
        """Whether something has happened that people wish to read about before the match goes on."""
        return bool(self.pauses) and any(
            self.moves.spell(cast("S", step.before), step.action).kind in self.pauses for step in steps
        )

    def position(self, notation: str) -> S:
        """The position that a line of notation stands for."""
        if len(notation) > LONGEST_LINE:
            raise BadPosition(f"a position is one line of at most {LONGEST_LINE} characters; this has {len(notation)}")
        return self.notation.read(notation)

    def replay(self, record: Record, luck: Luck | None = None) -> Match[V]:
        """The match that a record holds, every action checked; an unfinished one can be played on."""
        if record.game != self.name:
            raise BadRecord(f"this is a record of {record.game}, not of {self.name}")
        if record.rules_version != self.version:
            return self.by_rules(record.rules_version).replay(record, luck)
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

    def terms(self, options: Options, beginning: Beginning | None = USUAL, version: int | None = None) -> bytes:
        """What a table agrees on before its luck is made, as canonical JSON; record format 1 said less.

        A `version` that is not played any more is named for those who check what was promised with it.
        """
        agreed = {
            "game": self.name,
            "options": options,
            "seats": list(self.seats),
            "version": self.version if version is None else version,
        }
        if beginning is not None:
            agreed["beginning"] = msgspec.structs.asdict(beginning)
        return msgspec.json.encode(agreed, order="deterministic")

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules in words."""
        return Rulebook(files(self.package).joinpath("rulebook.md").read_text("utf-8"))

    def __reduce__(self) -> tuple[Callable[[str, int], Game[Any, Any]], tuple[str, int]]:
        # A game is its package; the modules it is made of cannot be pickled.
        return _game_in, (self.package, self.version)

    def _seats(self, seats: int) -> int:
        number = whole(seats)
        if number is None or number not in self.seats:
            raise BadStart(f"{self.title} has {self.seats[0]} to {self.seats[-1]} seats, not {seats!r}")
        return number

    def _match(self, seats: int, options: Options, luck: Luck, beginning: Beginning | None = USUAL) -> Match[V]:
        first = self._first(seats, options, beginning or USUAL)
        return Match(self, first, seats, options, luck, beginning)

    def _first(self, seats: int, options: Options, beginning: Beginning) -> S:
        """The position that a match begins with; one that does not fit its seats and options is refused."""
        if beginning.board is not None:
            raise BadStart("a match on another board cannot be played yet")
        if beginning.origin is not None:
            _check_origin(beginning, seats)
        if beginning.position is None:
            return self._usual_first(seats, options)
        try:
            state = self.position(beginning.position)
        except BadPosition as error:
            raise BadStart(f"the match cannot begin from this position: {error}") from None
        if len(state.scores()) != seats:
            raise BadStart(f"the match has {seats} seats, and the position it begins from has {len(state.scores())}")
        if self.notation.options_of(state) != options:
            raise BadStart("the match has other options than the position that it begins from")
        if state.actor() == OVER:
            raise BadStart("the match would be over before it begins: nobody decides in its first position")
        return state

    def _usual_first(self, seats: int, options: Options) -> S:
        """Where all matches of so many seats and these options begin: no match changes a position, so they share it."""
        key = (seats, *sorted(options.items()))
        first = self._firsts.get(key)
        if first is None:
            first = self._firsts[key] = self.rules.begin(seats, options)
        return first

    @cached_property
    def _firsts(self) -> dict[tuple[object, ...], S]:
        """As many as there are numbers of seats and values of options."""
        return {}


def _check_origin(beginning: Beginning, seats: int) -> None:
    origin = Origin.read(beginning.origin or "")
    if origin.seat is not None and origin.seat >= seats:
        raise BadStart(
            f"the match has seats {listed(range(seats))}, and none goes on from what seat {origin.seat} knew"
        )
    if beginning.position is None:
        raise BadStart("a match that goes on from another one names the position that it begins from")


def seed_from(wish: int | None) -> int:
    """The seed that somebody wishes for, or one that nobody knows."""
    seed = fresh_seed() if wish is None else whole(wish)
    if seed is None:
        raise BadStart(f"a seed is a whole number, not {wish!r}")
    return seed


def _game_in(package: str, version: int) -> Game[Any, Any]:
    game: Game[Any, Any] = import_module(package).GAME
    return game.by_rules(version)


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
