"""A game being played: every move checked, every position a fold over the list of actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import msgspec
from librt.random import Random
from typing_extensions import TypeVar

from fourleaf.engine.errors import BadSeat, IllegalMove, NotAMove, NothingToUndo, listed
from fourleaf.engine.knowledge import Knowledge
from fourleaf.engine.luck import ByHand, Luck
from fourleaf.engine.move import Move
from fourleaf.engine.options import Options
from fourleaf.engine.picture import plain
from fourleaf.engine.record import USUAL, Beginning, Origin, Record, Result, Undone, timeline
from fourleaf.engine.sentences import spoken
from fourleaf.engine.state import CHANCE, OVER, WATCHER, State
from fourleaf.engine.trail import Trail
from fourleaf.engine.whole import whole

if TYPE_CHECKING:
    from fourleaf.engine.game import Game

V = TypeVar("V", bound=msgspec.Struct, default=msgspec.Struct, covariant=True)


class Step(NamedTuple):
    """One action with the position that it was taken in."""

    ply: int
    actor: int
    action: int
    before: State
    """The position itself and no copy: it is looked at and never changed."""
    event: int | None
    """The number of the chance event, if chance decided."""


class Match(Generic[V]):
    """One match. Ask whose turn it is, look at the moves, play one; chance plays by itself."""

    def __init__(
        self,
        game: Game[Any, Any],
        state: State,
        seats: int,
        options: Options,
        luck: Luck,
        beginning: Beginning | None = USUAL,
    ) -> None:
        self.game = game
        self.seats = seats
        """How many seats the match has; they are numbered from 0."""
        self.options = options
        self._luck = luck
        self._beginning = beginning
        # No position is ever changed, the next one is a clone: so steps and copies of the match keep what they have.
        self._first = self._state = state
        self._actions: Trail[int] = Trail()
        self._deciders: Trail[int] = Trail()
        self._drawn: Trail[int] = Trail()
        self._undone: tuple[Undone, ...] = ()
        self._seen: tuple[State, V] | None = None
        """A position, and what somebody saw of it who looked first; others see most of it alike."""

    # What is

    @property
    def actor(self) -> int:
        """Whose turn it is: a seat, or OVER when the game is over (or CHANCE, when you throw the dice yourself)."""
        return self._state.actor()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.actor() == OVER

    @property
    def legal(self) -> list[int]:
        """The actions that may be taken now, as numbers."""
        return list(self._state.legal())

    @property
    def moves(self) -> list[Move]:
        """The moves that may be played now; `str()` of one is what you would type."""
        return self.spell_each(self._state.legal())

    def spell_each(self, actions: Iterable[int]) -> list[Move]:
        """The moves that some numbers stand for now."""
        return self.game.spell_each(self._state, actions)

    @property
    def origin(self) -> Origin | None:
        """The moment of another match that this one goes on from; `str()` is how its record names it."""
        beginning = self._beginning or USUAL
        return None if beginning.origin is None else Origin.read(beginning.origin)

    @property
    def first(self) -> State:
        """The position before anything had happened, as a copy."""
        return self._first.clone()

    @property
    def actions(self) -> tuple[int, ...]:
        """Everything that has happened so far, chance included, as numbers."""
        return tuple(self._actions)

    @property
    def deciders(self) -> Sequence[int]:
        """Who took each action so far: a seat or CHANCE."""
        return self._deciders

    @property
    def ply(self) -> int:
        """How many actions there have been."""
        return len(self._actions)

    @property
    def drawn(self) -> tuple[int, ...]:
        """What chance has done, by the number of the chance event; luck that was taken back keeps its number."""
        return tuple(self._drawn)

    @property
    def undone(self) -> tuple[Undone, ...]:
        """Luck that was taken back, the oldest first."""
        return self._undone

    @property
    def scores(self) -> list[int]:
        """Each seat's points: final when the game is over, standing before."""
        return list(self._state.scores())

    @property
    def ranks(self) -> list[int] | None:
        """Each seat's rank, 0 for a winner, once the game is over; nobody has rank 0 when nobody wins."""
        return list(self._state.ranks()) if self.is_over else None

    @property
    def notation(self) -> str:
        """The whole position, hidden things included, in one line that `game.position()` reads again."""
        return self.game.notation.write(self._state)

    def view(self, seat: int) -> V:
        """Everything that a seat (or WATCHER) may know of the position, and nothing else."""
        eyes, turned = self._seat(seat), self.game.turned
        view: V
        if turned is not None and self._seen is not None and self._seen[0] is self._state:
            view = turned(self._state, self._seen[1], eyes)
            return view
        view = self.game.view.view(self._state, eyes)
        if turned is not None:
            self._seen = (self._state, view)
        return view

    def knowledge(self, seat: int) -> Knowledge:
        """What a bot in this seat is given instead of the position."""
        seat = self._seat(seat)
        heard = [state.glimpse(action, seat) for state, action in self.history()]
        return Knowledge(self.game, self._state, seat, heard)

    def glimpse(self, move: Move | str | int, seat: int) -> int:
        """What a seat (or WATCHER) would see of a legal move."""
        return self._state.glimpse(self._legal_action(move), self._seat(seat))

    def prompt(self, seat: int) -> str:
        """One line that tells a seat what it may do now."""
        return spoken(self.game.view.prompt(self.view(seat)))

    def log(self, seat: int = WATCHER, since: int = 0) -> list[str]:
        """What has happened since a ply, in the words that a seat (or WATCHER) may hear."""
        seat = self._seat(seat)
        return [spoken(self.game.moves.tell(state, action, seat)) for state, action in self.history(since)]

    def history(self, since: int = 0) -> Iterator[tuple[State, int]]:
        """Each position since a ply with the action that was taken in it; the positions are copies."""
        state = self._first.clone()
        for ply, action in enumerate(self._actions):
            if ply >= since:
                yield state.clone(), action
            state.apply(action)

    def chances(self) -> Iterator[tuple[State, int]]:
        """Each chance event by its number, what was undone included: the position before it, and what came."""
        positions = [self._first]
        for ply, actions in timeline(self._actions, self._undone):
            del positions[ply + 1 :]
            for action in actions:
                state = positions[-1].clone()
                if state.actor() == CHANCE:
                    yield positions[-1].clone(), action
                state.apply(action)
                positions.append(state)

    def __str__(self) -> str:
        """The position as the seat whose turn it is sees it."""
        seat = self.actor if self.actor >= 0 else WATCHER
        return plain(self.game.picture.picture(self.view(seat)))

    def __repr__(self) -> str:
        return f"<{self.game.name} match, {self.seats} seats, ply {self.ply}: {self.notation}>"

    # What happens

    def play(self, wish: Move | str | int) -> None:
        """Play a move, given as one of `moves`, as text or as a number; an illegal wish changes nothing."""
        self.let_happen(wish)

    def let_happen(self, wish: Move | str | int) -> list[Step]:
        """Play a move; step by step what it brought, chance included."""
        return [self._apply(self._legal_action(wish)), *self.let_chance_speak()]

    def let_chance_speak(self) -> list[Step]:
        """Let luck decide until a seat does; what came."""
        steps = []
        while self._state.actor() == CHANCE:
            place = self._luck.draw(len(self._drawn), list(self._state.odds()))
            if place is None:
                break
            steps.append(self._apply(int(self._state.legal()[place])))
        return steps

    def undo(self) -> Move:
        """Take back the last decision and the luck that followed it; the move that was taken back."""
        kept = self.ply - 1
        if not isinstance(self._luck, ByHand):
            while kept >= 0 and self._deciders[kept] == CHANCE:
                kept -= 1
        if kept < 0:
            raise NothingToUndo("no decision has been made yet, so there is none to take back")
        if CHANCE in self._deciders[kept + 1 :] and not self._luck.takes_back:
            raise NothingToUndo("luck has spoken since the last decision, so it stands")
        undone = self._actions[kept]
        self.rewind(kept)
        return self.game.moves.spell(self._state, undone)

    def rewind(self, ply: int) -> None:
        """Go back to how the match stood after so many actions."""
        kept = whole(ply)
        if kept is None or kept not in range(self.ply + 1):
            raise NothingToUndo(f"the match has plies 0 to {self.ply}, not {ply!r}")
        luck_was_taken_back = CHANCE in self._deciders[kept:]
        line, self._actions = self._actions, self._actions.until(kept)
        self._deciders = self._deciders.until(kept)
        self._state = self._first.clone()
        for action in self._actions:
            self._state.apply(action)
        if self._luck.takes_back:
            self._drawn = self._drawn.until(self._deciders.count(CHANCE))
        else:
            self._keep_undone(kept, line, luck_was_taken_back=luck_was_taken_back)

    def _keep_undone(self, ply: int, line: Trail[int], *, luck_was_taken_back: bool) -> None:
        if luck_was_taken_back:
            self._undone = (*self._undone, Undone(ply, tuple(line[ply:])))
        elif self._undone and ply < self._undone[-1].ply:
            # Decisions alone are taken back freely. Where that leads behind the last luck that was taken back, it is as
            # if the match had gone there at once.
            *earlier, last = self._undone
            self._undone = (*earlier, Undone(ply, (*line[ply : last.ply], *last.actions)))

    def follow(self, actions: Iterable[Move | str | int]) -> list[Step]:
        """Let a list of actions happen as it was recorded, chance included, each one checked; step by step."""
        return [self._apply(self._legal_action(action)) for action in actions]

    # How it is kept

    def record(self) -> Record:
        """The match as a record, which holds all that is needed to replay or resume it."""
        luck = self._luck.proof(self._drawn, self.is_over)
        return msgspec.structs.replace(self.line(), undone=self.undone, luck=luck)

    def line(self) -> Record:
        """The record without anything about its luck: it replays to this position, and costs no hash a chance event."""
        return Record(
            format_version=1 if self._beginning is None else 2,
            game=self.game.name,
            rules_version=self.game.version,
            options=dict(self.options),
            seats=self.seats,
            beginning=self._beginning,
            actions=self.actions,
            result=Result(tuple(self.scores), tuple(self._state.ranks())) if self.is_over else None,
        )

    def as_it_stands(self, record: str) -> Beginning:
        """Where another match begins that goes on from here, secrets and all; `record` is the seal of this one's."""
        return Beginning(origin=str(Origin(self.ply, record=record)), position=self.notation)

    def as_known_to(self, seat: int, rng: Random) -> Beginning:
        """Where another match begins that goes on from here, with all that a seat cannot know dealt anew."""
        eyes = whole(seat)
        if eyes is None or eyes not in range(self.seats):
            raise BadSeat(f"there is no seat {seat!r}; the seats are {listed(range(self.seats))}")
        world = self.knowledge(eyes).imagine(rng)
        return Beginning(origin=str(Origin(self.ply, seat=eyes)), position=self.game.notation.write(world))

    def copy(self) -> Match[V]:
        """A match of its own that stands as this one does and has the same luck ahead.

        So a copy foresees the dice. For a search that must not know them, play on in `knowledge(seat).imagine(rng)`.
        """
        twin: Match[V] = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.options = dict(self.options)
        twin._actions, twin._deciders, twin._drawn = self._actions.copy(), self._deciders.copy(), self._drawn.copy()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match[V]:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        # The list of actions says all that there is to say.
        return self.game.replay, (self.record(), self._luck)

    # Within

    def _seat(self, seat: int) -> int:
        # FAST: a number of a seat that is one.
        if type(seat) is int and 0 <= seat < self.seats:
            return seat
        number = whole(seat)
        if number is None or (number != WATCHER and number not in range(self.seats)):
            raise BadSeat(f"there is no seat {seat!r}; the seats are {listed(range(self.seats))}")
        return number

    def _legal_action(self, wish: Move | str | int) -> int:
        if isinstance(wish, str):
            wish = self.game.moves.read(wish)
        action = whole(wish.action if isinstance(wish, Move) else wish)
        if action is None or action not in range(self.game.actions):
            raise NotAMove(
                f"there is no action {wish!r}; the actions of {self.game.name} are 0 to {self.game.actions - 1}"
            )
        if action not in self._state.legal():
            reason, clause = self.game.reasons.why(self._state, action)
            raise IllegalMove(str(self.game.moves.spell(self._state, action)), reason, clause)
        return action

    def _apply(self, action: int) -> Step:
        before = self._state
        after = before.clone()
        after.apply(action)
        actor = int(before.actor())
        step = Step(self.ply, actor, action, before, len(self._drawn) if actor == CHANCE else None)
        if actor == CHANCE:
            self._drawn.append(action)
        self._actions.append(action)
        self._deciders.append(actor)
        self._state = after
        return step
