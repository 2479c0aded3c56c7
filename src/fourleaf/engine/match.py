"""A game being played: every move checked, every position a fold over the list of actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic

import msgspec
from typing_extensions import TypeVar

from fourleaf.engine.errors import BadSeat, IllegalMove, NotAMove, NothingToUndo, listed
from fourleaf.engine.knowledge import Knowledge
from fourleaf.engine.luck import ByHand, Luck
from fourleaf.engine.move import Move
from fourleaf.engine.options import Options
from fourleaf.engine.picture import plain
from fourleaf.engine.record import USUAL, Beginning, Record, Result, Undone, timeline
from fourleaf.engine.state import CHANCE, OVER, WATCHER, State
from fourleaf.engine.whole import whole

if TYPE_CHECKING:
    from fourleaf.engine.game import Game

V = TypeVar("V", bound=msgspec.Struct, default=msgspec.Struct, covariant=True)


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
        self._first = state.clone()
        self._state = state
        self._actions: list[int] = []
        self._chances = 0
        """How many of the actions are chance's."""
        self._drawn: list[int] = []
        self._undone: list[Undone] = []

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
        return [self.game.moves.spell(self._state, action) for action in self._state.legal()]

    @property
    def first(self) -> State:
        """The position before anything had happened, as a copy."""
        return self._first.clone()

    @property
    def actions(self) -> tuple[int, ...]:
        """Everything that has happened so far, chance included, as numbers."""
        return tuple(self._actions)

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
        return tuple(self._undone)

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
        return self.game.moves.write_position(self._state)

    def view(self, seat: int) -> V:
        """Everything that a seat (or WATCHER) may know of the position, and nothing else."""
        view: V = self.game.view.view(self._state, self._seat(seat))
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
        return self.game.view.prompt(self.view(seat))

    def log(self, seat: int = WATCHER, since: int = 0) -> list[str]:
        """What has happened since a ply, in the words that a seat (or WATCHER) may hear."""
        seat = self._seat(seat)
        return [
            self.game.moves.tell(state, action, seat)
            for ply, (state, action) in enumerate(self.history())
            if ply >= since
        ]

    def history(self) -> Iterator[tuple[State, int]]:
        """Each position of the match with the action that was taken in it; the positions are copies."""
        state = self._first.clone()
        for action in self._actions:
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
        return plain(self.game.view.picture(self.view(seat)))

    def __repr__(self) -> str:
        return f"<{self.game.name} match, {self.seats} seats, ply {self.ply}: {self.notation}>"

    # What happens

    def play(self, wish: Move | str | int) -> None:
        """Play a move, given as one of `moves`, as text or as a number; an illegal wish changes nothing."""
        self._apply(self._legal_action(wish))
        self.let_chance_speak()

    def let_chance_speak(self) -> None:
        """Let luck decide until a seat does."""
        while self._state.actor() == CHANCE:
            place = self._luck.draw(len(self._drawn), list(self._state.odds()))
            if place is None:
                return
            self._apply(int(self._state.legal()[place]))

    def undo(self) -> Move:
        """Take back the last decision and the luck that followed it; the move that was taken back."""
        deciders = [state.actor() for state, _ in self.history()]
        kept = len(deciders) - 1
        if not isinstance(self._luck, ByHand):
            while kept >= 0 and deciders[kept] == CHANCE:
                kept -= 1
        if kept < 0:
            raise NothingToUndo("no decision has been made yet, so there is none to take back")
        if CHANCE in deciders[kept + 1 :] and not self._luck.takes_back:
            raise NothingToUndo("luck has spoken since the last decision, so it stands")
        undone = self._actions[kept]
        self.rewind(kept)
        return self.game.moves.spell(self._state, undone)

    def rewind(self, ply: int) -> None:
        """Go back to how the match stood after so many actions."""
        kept = whole(ply)
        if kept is None or kept not in range(self.ply + 1):
            raise NothingToUndo(f"the match has plies 0 to {self.ply}, not {ply!r}")
        line, chances, drawn = self._actions, self._chances, self._drawn
        self._actions, self._chances, self._drawn, self._state = [], 0, [], self._first.clone()
        for action in line[:kept]:
            self._apply(action)
        if not self._luck.takes_back:
            self._drawn = drawn
            self._keep_undone(kept, line, luck_was_taken_back=self._chances < chances)

    def _keep_undone(self, ply: int, line: list[int], *, luck_was_taken_back: bool) -> None:
        if luck_was_taken_back:
            self._undone.append(Undone(ply, tuple(line[ply:])))
        elif self._undone and ply < self._undone[-1].ply:
            # Decisions alone are taken back freely. Where that leads behind the last luck that was taken back, it is as
            # if the match had gone there at once.
            last = self._undone[-1]
            self._undone[-1] = Undone(ply, (*line[ply : last.ply], *last.actions))

    def follow(self, actions: Iterable[int]) -> None:
        """Let a list of actions happen as it was recorded, chance included, each one checked."""
        for action in actions:
            self._apply(self._legal_action(action))

    # How it is kept

    def record(self) -> Record:
        """The match as a record, which holds all that is needed to replay or resume it."""
        return Record(
            format_version=1 if self._beginning is None else 2,
            game=self.game.name,
            rules_version=self.game.version,
            options=dict(self.options),
            seats=self.seats,
            beginning=self._beginning,
            actions=self.actions,
            undone=self.undone,
            result=Result(tuple(self.scores), tuple(self._state.ranks())) if self.is_over else None,
            luck=self._luck.proof(self._drawn, self.is_over),
        )

    def copy(self) -> Match[V]:
        """A match of its own that stands as this one does and has the same luck ahead.

        So a copy foresees the dice. For a search that must not know them, play on in `knowledge(seat).imagine(rng)`.
        """
        twin: Match[V] = Match(
            self.game, self._state.clone(), self.seats, dict(self.options), self._luck, self._beginning
        )
        twin._first = self._first
        twin._actions = list(self._actions)
        twin._chances = self._chances
        twin._drawn = list(self._drawn)
        twin._undone = list(self._undone)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Match[V]:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        # The list of actions says all that there is to say.
        return self.game.replay, (self.record(), self._luck)

    # Within

    def _seat(self, seat: int) -> int:
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
            reason, clause = self.game.advice.why(self._state, action)
            raise IllegalMove(str(self.game.moves.spell(self._state, action)), reason, clause)
        return action

    def _apply(self, action: int) -> None:
        if self._state.actor() == CHANCE:
            self._chances += 1
            self._drawn.append(action)
        self._actions.append(action)
        self._state.apply(action)
