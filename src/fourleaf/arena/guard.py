"""A process of its own for games with bots from outside: whatever such a bot does, the arena goes on.

A bot may loop for ever in Python or in C, end its process or break it. So the guard waits outside, hears whose answer
is awaited, has the process ended when the deadline has passed, and has the game played again up to that decision, where
`random` takes the seat.
"""

from __future__ import annotations

import signal
from collections.abc import Sequence
from math import ceil
from threading import local
from typing import Final

import msgspec

from fourleaf.arena.playing import Clock, Forfeit, Kind, Played, Sitting, Terms, play_sitting
from fourleaf.bots.guest import NoSuchGuest, guest, is_guest
from fourleaf.engine.errors import FourleafError
from fourleaf.processes import Late, Lost, Worker, tell

LEASH: Final = 10
"""Seconds after a deadline at which the process ends by itself, in case nobody keeps it."""
ATTEMPTS: Final = 3
"""How often a process may end while no bot from outside is asked, before the last one that was asked is blamed."""


class Wish(msgspec.Struct, frozen=True):
    """Play this."""

    terms: Terms
    sitting: Sitting
    known: list[Forfeit]


class Asked(msgspec.Struct, frozen=True):
    """A bot from outside is thinking; or, with no seat, it has answered."""

    seat: int
    decision: int


class Done(msgspec.Struct, frozen=True):
    """The game is over."""

    played: Played
    clocks: dict[str, Clock]


class _Talk:
    """How far an attempt to play a game has come."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self.asked: Asked | None = None
        """The last question to a bot from outside."""
        self.thinking = False
        """Whether its answer is awaited."""

    def hear(self, words: bytes) -> float | None:
        """What the process tells; the seconds that it has from then on."""
        asked = msgspec.msgpack.decode(words, type=Asked)
        self.thinking = asked.seat >= 0
        if not self.thinking:
            return None
        self.asked = asked
        return self._deadline


class Guard:
    """Has games played in a process, and judges how it ended."""

    def __init__(self) -> None:
        self._worker = Worker()

    def play(self, terms: Terms, sitting: Sitting, clocks: dict[str, Clock]) -> Played:
        """Play one game, however its bots behave."""
        known: list[Forfeit] = []
        failures = 0
        while True:
            talk = _Talk(terms.deadline)
            try:
                done = self._worker.do(play_wish, Wish(terms, sitting, known), heard=talk.hear)
            except FourleafError as refusal:
                raise NoSuchGuest(str(refusal)) from None
            except Lost as lost:
                failures = 0 if talk.thinking else failures + 1
                if failures in range(1, ATTEMPTS):
                    # Between two questions the bots are not the first to be suspected.
                    continue
                if talk.asked is None:
                    raise ChildProcessError(f"game {sitting.number}: {lost}") from None
                forfeit = self._forfeit(sitting, talk.asked, lost)
                # A bot that does not repeat itself may fail earlier than before; later it is not asked.
                known = [*(other for other in known if other.seat != forfeit.seat), forfeit]
                failures = 0
            else:
                for name, clock in done.clocks.items():
                    clocks.setdefault(name, Clock()).add(clock)
                return done.played

    @staticmethod
    def _forfeit(sitting: Sitting, asked: Asked, lost: Lost) -> Forfeit:
        kind: Kind = "late" if isinstance(lost, Late) else "crashed"
        return Forfeit(sitting.number, asked.seat, asked.decision, sitting.seats[asked.seat], kind, str(lost))

    def close(self) -> None:
        """End the process."""
        self._worker.close()


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
        del _guards.mine


def has_guest(names: Sequence[str]) -> bool:
    """Whether a bot from outside is among them."""
    return any(is_guest(name) for name in names)


def play_wish(wish: Wish) -> Done:
    """What the process does: play a game, and tell whose answer is awaited."""
    leash = ceil(wish.terms.deadline) + LEASH

    def ask(seat: int, decision: int) -> None:
        # The kernel keeps this appointment even when a bot never comes back from C.
        signal.alarm(leash if seat >= 0 else 0)
        tell(Asked(seat, decision))

    clocks: dict[str, Clock] = {}
    # To import a bot takes its time and is no move.
    for name in filter(is_guest, wish.sitting.seats):
        guest(name)
    return Done(play_sitting(wish.terms, wish.sitting, clocks, wish.known, ask), clocks)
