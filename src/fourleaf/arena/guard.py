"""A process of its own for every bot from outside: whatever it does, the game goes on, and it learns nothing of it.

The game is played here. The bot is sent what its seat knows, with an imagined world behind it, so that there is nothing
to find in its process, by whatever name, and nothing to break. A bot may loop for ever in Python or in C, take all
memory, end its process or break it: the guard waits outside until the deadline, and `random` takes the seat.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import spawn
from threading import local
from typing import Any, Final, TypeAlias

import msgspec
from librt.random import Random

from fourleaf.arena.playing import MOST_WORDS, Kind, Misstep, MoveClock, Sitting, SittingResult, Terms, play_sitting
from fourleaf.bots import bot
from fourleaf.bots.bot import Bot
from fourleaf.bots.guest import NoSuchGuest, guest, is_guest
from fourleaf.engine.errors import FourleafError
from fourleaf.engine.knowledge import STREAM, Knowledge
from fourleaf.engine.whole import whole
from fourleaf.games import game as game_of
from fourleaf.processes import Late, Lost, OutOfMemory, Unstarted, Worker

ENTRY: Final = 60.0
"""Seconds in which a bot from outside must be found; to import a large library takes its time and is no move."""
LARGEST: Final = 1 << 62
"""No action is larger than this, and no larger number can travel."""


class Invitation(msgspec.Struct, frozen=True):
    """Who is to sit down."""

    name: str
    brought: bytes | None = None
    script: str | None = None


class TurnQuestion(msgspec.Struct, frozen=True):
    """What a seat knows, as it travels: the position is an imagined one."""

    game: str
    position: str
    seat: int
    heard: list[int]
    stream: int


class TurnAnswer(msgspec.Struct, frozen=True):
    """What the bot says; or, with no action, how it failed."""

    action: int | None
    kind: Kind = "raised"
    words: str = ""


class Visitor:
    """The process of one bot from outside: it outlives a game, because to start one takes longer than to play."""

    def __init__(self, invitation: Invitation, megabytes: int) -> None:
        self._invitation = invitation
        self._worker = Worker(megabytes)
        self._is_here = False

    def enter(self) -> None:
        """See that the bot is there, or refuse it in words."""
        if self._is_here:
            return
        try:
            self._worker.do(take_in, self._invitation, within=ENTRY)
        except Unstarted as lost:
            raise ChildProcessError(str(lost)) from None
        except FourleafError as refusal:
            raise NoSuchGuest(str(refusal)) from None
        except Lost as lost:
            raise NoSuchGuest(f"{self._invitation.name} cannot be imported: {lost}") from None
        self._is_here = True

    def ask(self, seed: int | None, knowledge: Knowledge, stream: int, deadline: float) -> int:
        """What the bot does; with a seed it is made anew first."""
        self.enter()
        # By the laws of secrets this is the very world that stands behind the knowledge.
        world = knowledge.imagine(Random(stream))
        position = knowledge.game.notation.write(world)
        question = TurnQuestion(knowledge.game.name, position, knowledge.seat, knowledge.heard, stream)
        try:
            answer = self._worker.do(think, seed, question, within=deadline)
        except Unstarted as lost:
            self._is_here = False
            raise ChildProcessError(str(lost)) from None
        except (Lost, FourleafError) as lost:
            self._is_here = False
            raise Misstep(_kind_of(lost), str(lost)) from None
        if answer.action is None:
            raise Misstep(answer.kind, answer.words)
        return answer.action

    def close(self) -> None:
        """End the process."""
        self._worker.close()


def _kind_of(lost: Exception) -> Kind:
    if isinstance(lost, OutOfMemory):
        return "memory"
    return "late" if isinstance(lost, Late) else "crashed"


class Seated:
    """A bot from outside in a seat, for one game."""

    def __init__(self, visitor: Visitor, seed: int, deadline: float, stream: int = STREAM) -> None:
        self._visitor = visitor
        self._seed: int | None = seed
        self._deadline = deadline
        self._stream = stream

    def choose(self, knowledge: Knowledge) -> int:
        """The answer, or a Misstep."""
        seed, self._seed = self._seed, None
        return self._visitor.ask(seed, knowledge, self._stream, self._deadline)


_Who: TypeAlias = tuple[str, int]


class Guard:
    """Keeps the processes of those who are at the table."""

    def __init__(self) -> None:
        self._visitors: dict[_Who, Visitor] = {}

    def play(self, terms: Terms, sitting: Sitting, clocks: dict[str, MoveClock]) -> SittingResult:
        """Play one game, however its bots behave."""
        at_table = _visitors_of(terms, sitting)
        for gone in self._visitors.keys() - set(at_table.values()):
            self._visitors.pop(gone).close()
        for who in at_table.values():
            if who not in self._visitors:
                self._visitors[who] = Visitor(invitation(terms, who[0]), terms.megabytes)
            self._visitors[who].enter()

        def seating(sitting: Sitting, seat: int) -> Bot:
            if seat not in at_table:
                return bot(sitting.seats[seat], sitting.bot_seed(seat))
            return Seated(self._visitors[at_table[seat]], sitting.bot_seed(seat), terms.deadline)

        return play_sitting(terms, sitting, clocks, seating)

    def close(self) -> None:
        """End the processes."""
        for visitor in self._visitors.values():
            visitor.close()
        self._visitors.clear()


def _visitors_of(terms: Terms, sitting: Sitting) -> dict[int, _Who]:
    """Who comes from outside, by seat: one that holds two seats has two processes, since these share no secrets."""
    times: Counter[str] = Counter()
    found: dict[int, _Who] = {}
    for seat, name in enumerate(sitting.seats):
        if is_outside(terms, name):
            found[seat] = (name, times[name])
            times[name] += 1
    return found


def is_outside(terms: Terms, name: str) -> bool:
    """Whether this is a bot from outside."""
    return name in terms.brought or is_guest(name)


def invitation(terms: Terms, name: str) -> Invitation:
    """What a process must know to find a bot from outside."""
    return Invitation(name, terms.brought.get(name), terms.script)


@contextmanager
def visiting(terms: Terms, name: str) -> Iterator[Visitor]:
    """A bot in a process of its own for as long as somebody wants it."""
    visitor = Visitor(invitation(terms, name), terms.megabytes)
    try:
        visitor.enter()
        yield visitor
    finally:
        visitor.close()


def introduce(terms: Terms, names: Iterable[str]) -> None:
    """See that everybody can sit down, before the first game rather than in it."""
    for name in dict.fromkeys(names):
        if not is_outside(terms, name):
            bot(name, 0)
            continue
        with visiting(terms, name):
            pass


_guards = local()
"""One guard for each thread that plays."""


def play_guarded(terms: Terms, sitting: Sitting, clocks: dict[str, MoveClock]) -> SittingResult:
    """Play one game, with a process for each bot from outside."""
    if not hasattr(_guards, "mine"):
        _guards.mine = Guard()
    guard: Guard = _guards.mine
    return guard.play(terms, sitting, clocks)


def dismiss() -> None:
    """End the processes of this thread, if there are any."""
    if hasattr(_guards, "mine"):
        _guards.mine.close()
        del _guards.mine


# In the process


_make: Callable[[int], Any] | None = None
_sitting: Any = None


def take_in(invited: Invitation) -> None:
    """Find the bot that this process is for."""
    global _make
    if invited.script is not None:
        # As for Python's own processes: the script is run as a module, and what stands in it is found.
        spawn.prepare({"init_main_from_path": invited.script})
    _make = _found(invited)


def _found(invited: Invitation) -> Callable[[int], Any]:
    if invited.brought is None:
        return guest(invited.name) if is_guest(invited.name) else lambda seed: bot(invited.name, seed)
    brought = invited.brought
    try:
        made = pickle.loads(brought)  # noqa: S301  # pickled by the very person who runs this
    except Exception as error:
        raise NoSuchGuest(f"{invited.name} does not survive the way to its process: {error}") from error
    # Somebody's bot is the same at the beginning of every game; what makes bots makes one for each.
    return (lambda seed: pickle.loads(brought)) if hasattr(made, "choose") else made  # noqa: S301


def think(seed: int | None, question: TurnQuestion) -> TurnAnswer:
    """What the bot answers."""
    global _sitting
    try:
        if seed is not None:
            assert _make is not None
            _sitting = _make(seed)
        game = game_of(question.game)
        position = game.position(question.position)
        knowledge = Knowledge(game, position, question.seat, question.heard, question.stream)
        return _plain(_sitting.choose(knowledge))
    except MemoryError as error:
        return TurnAnswer(None, "memory", f"MemoryError: {error}")
    except (Exception, SystemExit) as error:
        return TurnAnswer(None, "raised", f"{type(error).__name__}: {error}")


def _plain(answer: object) -> TurnAnswer:
    action = whole(answer)
    if action is None or abs(action) > LARGEST:
        return TurnAnswer(None, "illegal", f"answered {answer!r}"[:MOST_WORDS])
    return TurnAnswer(action)
