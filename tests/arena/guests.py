"""Bots from outside, well-behaved and otherwise."""

from __future__ import annotations

import os
import signal
import sys
from itertools import repeat
from pathlib import Path
from time import sleep

from fourleaf.bots.random_bot import RandomBot
from fourleaf.engine.knowledge import Knowledge

KILLED_ONCE = "FOURLEAF_TEST_KILLED_ONCE"


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
