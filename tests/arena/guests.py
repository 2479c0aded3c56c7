"""Bots from outside, well-behaved and otherwise."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from itertools import repeat
from pathlib import Path
from time import sleep
from typing import Any

from fourleaf import State
from fourleaf.bots.random_bot import RandomBot
from fourleaf.engine.knowledge import Knowledge

KILLED_ONCE = "FOURLEAF_TEST_KILLED_ONCE"
DUG_UP = "FOURLEAF_TEST_DUG_UP"
STOPPED = "FOURLEAF_TEST_STOPPED"


class First:
    """Takes the first legal action."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, knowledge: Knowledge) -> int:
        return knowledge.legal[0]


class Prints(First):
    def choose(self, knowledge: Knowledge) -> int:
        print("between the results")
        return super().choose(knowledge)


class Raises(First):
    def choose(self, knowledge: Knowledge) -> int:
        raise RuntimeError("no idea")


class Leaves(First):
    def choose(self, knowledge: Knowledge) -> int:
        sys.exit(3)


class Unmade:
    def __init__(self, seed: int) -> None:
        raise ValueError("cannot be made")


class Illegal(First):
    def choose(self, knowledge: Knowledge) -> int:
        return knowledge.game.actions


class Wordy(First):
    def choose(self, knowledge: Knowledge) -> int:
        return "the first one"  # type: ignore[return-value]


class ThirdTime(First):
    """Behaves twice, then sleeps for ever."""

    asked = 0

    def choose(self, knowledge: Knowledge) -> int:
        self.asked += 1
        while self.asked == 3:
            sleep(1)
        return super().choose(knowledge)


class Stops(First):
    """Plays some games, then leaves a file and sleeps for ever."""

    asked = 0

    def choose(self, knowledge: Knowledge) -> int:
        Stops.asked += 1
        if Stops.asked == 60:
            Path(os.environ[STOPPED]).touch()
            sleep(3600)
        return super().choose(knowledge)


class LoopsInC(First):
    """Never lets Python have a word again."""

    def choose(self, knowledge: Knowledge) -> int:
        return sum(repeat(0))


class Crashes(First):
    def choose(self, knowledge: Knowledge) -> int:
        os.kill(os.getpid(), signal.SIGSEGV)
        return super().choose(knowledge)


class Exits(First):
    def choose(self, knowledge: Knowledge) -> int:
        os._exit(7)


class Digs(First):
    """Writes down every position that it finds in its process, in whatever frame or corner it lies."""

    def choose(self, knowledge: Knowledge) -> int:
        found = {repr(each) for each in (*gc.get_objects(), *vars(knowledge).values()) if isinstance(each, State)}
        frame: Any = sys._getframe(1)
        while frame is not None:
            found |= {repr(each) for each in frame.f_locals.values() if isinstance(each, State)}
            frame = frame.f_back
        with Path(os.environ[DUG_UP]).open("a") as file:
            file.write(json.dumps(sorted(found)) + "\n")
        return super().choose(knowledge)


class Corrupts(First):
    """Plays on in what it was given and forgets all that it heard, before it answers."""

    def choose(self, knowledge: Knowledge) -> int:
        legal = knowledge.legal
        vars(knowledge)["_Knowledge__world"].apply(legal[0])
        knowledge.heard.clear()
        return legal[0]


class Hoards(First):
    """Takes all the memory that there is."""

    def choose(self, knowledge: Knowledge) -> int:
        hoard = []
        while True:
            hoard.append(bytearray(64 << 20))


class Fickle(First):
    """Does something else every time, whatever its seed."""

    asked = 0

    def choose(self, knowledge: Knowledge) -> int:
        Fickle.asked += 1
        return knowledge.legal[Fickle.asked % len(knowledge.legal)]


class Peeks(First):
    """Plays by what stands behind private names."""

    def choose(self, knowledge: Knowledge) -> int:
        behind = repr(vars(knowledge)["_Knowledge__world"])
        return knowledge.legal[sum(map(ord, behind)) % len(knowledge.legal)]


class Nth:
    """Takes the n-th legal action; a bot that somebody makes, and that counts its own decisions."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.asked = 0

    def choose(self, knowledge: Knowledge) -> int:
        self.asked += 1
        return knowledge.legal[(self.n + self.asked) % len(knowledge.legal)]


class Poisons(First):
    """Behaves itself, and sees to it that the process ends when `random` is asked."""

    def choose(self, knowledge: Knowledge) -> int:
        RandomBot.choose = lambda *_: os._exit(7)  # type: ignore[method-assign]
        return super().choose(knowledge)


class HangsUp(First):
    """Closes whatever is open and sleeps on."""

    def choose(self, knowledge: Knowledge) -> int:
        os.closerange(3, 256)
        sleep(600)
        return super().choose(knowledge)


class KillsItsWorker(First):
    """Takes the worker that plays its game along, always or, where a file's name is given, once."""

    def choose(self, knowledge: Knowledge) -> int:
        once = os.environ.get(KILLED_ONCE)
        if once is None or not Path(once).exists():
            if once is not None:
                Path(once).touch()
            worker = os.getppid()
            os.kill(worker, signal.SIGKILL)
            while os.getppid() == worker:
                sleep(0.01)
        return super().choose(knowledge)


not_a_factory = 7
