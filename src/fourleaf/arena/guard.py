"""A process of its own for games with bots from outside: whatever such a bot does, the arena goes on.

A bot may loop for ever in Python or in C, end its process or break it. So the guard waits outside, hears whose answer
is awaited, ends the process when the deadline has passed, and has the game played again up to that decision, where
`random` takes the seat.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from math import ceil
from multiprocessing.connection import Connection, Pipe
from threading import local
from typing import Final, TypeAlias

import msgspec

from fourleaf.arena.playing import Clock, Forfeit, Kind, Played, Sitting, Terms, play_sitting
from fourleaf.bots.guest import NoSuchGuest, guest, is_guest
from fourleaf.engine.errors import FourleafError

LEASH: Final = 10
"""Seconds after a deadline at which the process ends by itself, in case its guard is no more."""
ATTEMPTS: Final = 3
"""How often a process may end while no bot from outside is asked, before the last one that was asked is blamed."""
HANG_UP: Final = 1
"""Seconds that a process has to end once its line is dead."""
COMMAND: Final = "from fourleaf.arena.guard import serve; serve()"


class Wish(msgspec.Struct, frozen=True, tag=True):
    """Play this."""

    terms: Terms
    sitting: Sitting
    known: list[Forfeit]


class Asked(msgspec.Struct, frozen=True, tag=True):
    """A bot from outside is thinking; or, with no seat, it has answered."""

    seat: int
    decision: int


class Done(msgspec.Struct, frozen=True, tag=True):
    """The game is over."""

    played: Played
    clocks: dict[str, Clock]


class Refused(msgspec.Struct, frozen=True, tag=True):
    """A bot from outside is not to be had here."""

    words: str


Answer: TypeAlias = Asked | Done | Refused


class _Ended(Exception):
    """The process is gone, or had to go."""

    def __init__(self, kind: Kind, words: str) -> None:
        super().__init__(words)
        self.kind = kind


class _Talk:
    """How far an attempt to play a game has come."""

    def __init__(self) -> None:
        self.asked: Asked | None = None
        """The last question to a bot from outside."""
        self.thinking = False
        """Whether its answer is awaited."""


class Guard:
    """Starts the process, waits for its answers, and ends it when they don't come."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._line: Connection | None = None

    def __del__(self) -> None:
        self.close()

    def play(self, terms: Terms, sitting: Sitting, clocks: dict[str, Clock]) -> Played:
        """Play one game, however its bots behave."""
        known: list[Forfeit] = []
        failures = 0
        while True:
            talk = _Talk()
            try:
                done = self._attempt(Wish(terms, sitting, known), talk)
            except _Ended as ended:
                self.close()
                failures = 0 if talk.thinking else failures + 1
                if failures in range(1, ATTEMPTS):
                    # Between two questions the bots are not the first to be suspected.
                    continue
                if talk.asked is None:
                    raise ChildProcessError(f"game {sitting.number}: {ended}") from None
                forfeit = self._forfeit(sitting, talk.asked, ended)
                # A bot that does not repeat itself may fail earlier than before; later it is not asked.
                known = [*(other for other in known if other.seat != forfeit.seat), forfeit]
                failures = 0
            else:
                for name, clock in done.clocks.items():
                    clocks.setdefault(name, Clock()).add(clock)
                return done.played

    @staticmethod
    def _forfeit(sitting: Sitting, asked: Asked, ended: _Ended) -> Forfeit:
        name = sitting.seats[asked.seat]
        return Forfeit(sitting.number, asked.seat, asked.decision, name, ended.kind, str(ended))

    def close(self) -> None:
        """End the process."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self._child = None

    def _attempt(self, wish: Wish, talk: _Talk) -> Done:
        line = self._line or self._start()
        try:
            line.send_bytes(msgspec.msgpack.encode(wish))
            while True:
                if not line.poll(wish.terms.deadline if talk.thinking else None):
                    raise _Ended("late", f"no answer within {wish.terms.deadline:g} s")
                answer: Answer = msgspec.msgpack.decode(line.recv_bytes(), type=Answer)
                if isinstance(answer, Done):
                    return answer
                if isinstance(answer, Refused):
                    raise NoSuchGuest(answer.words)
                talk.thinking = answer.seat >= 0
                if talk.thinking:
                    talk.asked = answer
        except (EOFError, OSError):
            raise _Ended("crashed", self._last_words()) from None

    def _start(self) -> Connection:
        ours, theirs = Pipe()
        # The process finds what this one finds: bots that lie in the folder where the command was given, too.
        path = os.pathsep.join(folder or str(os.getcwd()) for folder in sys.path)  # noqa: PTH109  # a plain string
        self._child = subprocess.Popen(  # noqa: S603  # our own interpreter and our own words
            [sys.executable, "-c", COMMAND, str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            # What a bot prints must not get between the arena's own results.
            stdout=sys.__stderr__,
            pass_fds=[theirs.fileno()],
            env={**os.environ, "PYTHONPATH": path},
        )
        theirs.close()
        self._line = ours
        return ours

    def _last_words(self) -> str:
        assert self._child is not None
        try:
            code = self._child.wait(HANG_UP)
        except subprocess.TimeoutExpired:
            return "hung up on the arena"
        if code < 0:
            return f"ended its process by {signal.Signals(-code).name}"
        return f"left its process with code {code}"


_guards = local()
"""One guard for each thread that plays: it outlives a game, because to start a process takes longer than to play."""


def play_guarded(terms: Terms, sitting: Sitting, clocks: dict[str, Clock]) -> Played:
    """Play one game in a process of its own."""
    if not hasattr(_guards, "mine"):
        _guards.mine = Guard()
    guard: Guard = _guards.mine
    return guard.play(terms, sitting, clocks)


def dismiss() -> None:
    """End the process of this thread, if there is one."""
    if hasattr(_guards, "mine"):
        _guards.mine.close()


def has_guest(names: Sequence[str]) -> bool:
    """Whether a bot from outside is among them."""
    return any(is_guest(name) for name in names)


def serve() -> None:
    """What the process does: play what it is told to until its guard hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    with Connection(int(sys.argv[1])) as line, suppress(EOFError, ConnectionError):
        while True:
            wish = msgspec.msgpack.decode(line.recv_bytes(), type=Wish)
            line.send_bytes(msgspec.msgpack.encode(_served(wish, line)))


def _served(wish: Wish, line: Connection) -> Done | Refused:
    leash = ceil(wish.terms.deadline) + LEASH

    def tell(seat: int, decision: int) -> None:
        # The kernel keeps this appointment even when a bot never comes back from C.
        signal.alarm(leash if seat >= 0 else 0)
        line.send_bytes(msgspec.msgpack.encode(Asked(seat, decision)))

    clocks: dict[str, Clock] = {}
    try:
        # To import a bot takes its time and is no move.
        for name in filter(is_guest, wish.sitting.seats):
            guest(name)
        return Done(play_sitting(wish.terms, wish.sitting, clocks, wish.known, tell), clocks)
    except FourleafError as error:
        return Refused(str(error))
