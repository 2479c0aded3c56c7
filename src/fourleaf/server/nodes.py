"""Several servers on one machine: a parent that holds their ports, and nodes that live no longer than it does.

All nodes accept from the same sockets, so that one which is dead or busy leaves newcomers to the others; each has a
port of its own besides, for whoever means this node: Prometheus, or a proxy that sends a table always to the same one.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, NoReturn

from fourleaf.engine.errors import FourleafError
from fourleaf.server.app import create_app
from fourleaf.server.serving import LONGEST_STOP, Serving, bind
from fourleaf.server.settings import BadSetting, Settings

FIRST_REST: Final = 0.5
"""Seconds before a node that died is started again; each further rest is twice as long."""
LONGEST_REST: Final = 30.0
"""Seconds after which it is started again in any case; whoever has lived for longer begins with a short rest again."""
WRONG_QUESTION: Final = 2
"""The exit code of a server that cannot start as it was asked to."""
logger = logging.getLogger("fourleaf.server")


@dataclass
class ServerNode:
    """One of the servers, through all its lives."""

    name: str
    own: list[socket.socket]
    """What only this node listens on."""
    process: int | None = None
    born: float = 0.0
    rest: float = FIRST_REST
    due: float = 0.0
    """When it is started, while it has no process."""
    was_ready: bool = False


class Nodes:
    """The parent of some nodes."""

    def __init__(self, settings: Settings) -> None:
        _must_be_possible(settings)
        self._settings = settings
        self.shared, *own = _bind_all(settings)
        self.nodes = [ServerNode(f"{settings.node}{number}", listeners) for number, listeners in enumerate(own, 1)]
        # No node has the end that is written to: when the parent is no more, all of them read that nothing will come.
        self._life, self._parents_life = os.pipe()
        self._told, self._tell = os.pipe()
        self._woken, self._wake = os.pipe()
        self._asked: list[int] = []
        """The signals that ask the parent to stop."""

    def run(self, ready: Callable[[], None]) -> int:
        """Serve until somebody stops it: the first node alone, in case there is something wrong that all would say."""
        for end in (self._told, self._woken, self._wake):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda number, _: self._asked.append(number))
        signal.signal(signal.SIGCHLD, lambda *_: None)
        said = False
        while not self._asked:
            self._wait(self._start_those_due())
            self._hear_who_is_ready()
            for node, code in self._ended():
                if code == WRONG_QUESTION and not node.was_ready:
                    # It has said in one sentence what is wrong.
                    self._stop()
                    return WRONG_QUESTION
                self._rest(node, code)
            if not said and all(node.was_ready for node in self.nodes):
                said = True
                ready()
        self._stop()
        signal.signal(self._asked[-1], signal.SIG_DFL)
        signal.raise_signal(self._asked[-1])
        return 1

    def _start_those_due(self) -> float | None:
        """Start whoever has rested long enough; when the next one has."""
        dues = []
        for node in self.nodes:
            if node.process is None and node.due <= time.monotonic():
                node.born = time.monotonic()
                node.process = os.fork() or self._be(node)
            elif node.process is None:
                dues.append(node.due)
            if not node.was_ready:
                # Whatever is wrong with the database is said once, and the schema is brought up to date by one.
                break
        return min(dues, default=None)

    def _wait(self, until: float | None) -> None:
        """Until a signal, a word of a node, or the time when one is due."""
        left = None if until is None else max(0.0, until - time.monotonic())
        select.select([self._woken, self._told], [], [], left)
        with contextlib.suppress(BlockingIOError):
            os.read(self._woken, 1 << 10)

    def _hear_who_is_ready(self) -> None:
        with contextlib.suppress(BlockingIOError):
            for number in os.read(self._told, 1 << 10):
                self.nodes[number].was_ready = True

    def _ended(self) -> list[tuple[ServerNode, int]]:
        """The nodes that are no more, and how they ended."""
        ended = []
        for node in self.nodes:
            if node.process is None:
                continue
            process, status = os.waitpid(node.process, os.WNOHANG)
            if process:
                node.process = None
                ended.append((node, os.waitstatus_to_exitcode(status)))
        return ended

    @staticmethod
    def _rest(node: ServerNode, code: int) -> None:
        now = time.monotonic()
        if now - node.born > LONGEST_REST:
            node.rest = FIRST_REST
        logger.error("node %s ended with code %d and is started again in %g seconds", node.name, code, node.rest)
        node.due = now + node.rest
        node.rest = min(LONGEST_REST, 2 * node.rest)

    def _stop(self) -> None:
        """The nodes stop when the parent's end is closed; a second signal or too long a wait kills them."""
        os.close(self._parents_life)
        until = time.monotonic() + LONGEST_STOP
        while any(node.process for node in self.nodes):
            if len(self._asked) > 1 or time.monotonic() >= until:
                for node in self.nodes:
                    if node.process is not None:
                        os.kill(node.process, signal.SIGKILL)
            self._wait(until)
            self._ended()

    def _be(self, node: ServerNode) -> NoReturn:
        """What a node does, in its own process; it never comes back."""
        code = 1
        try:
            os.close(self._parents_life)
            for other in self.nodes:
                for listener in other.own if other is not node else ():
                    listener.close()
            # Whoever presses Ctrl-C means the parent.
            os.setpgrp()
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            settings = replace(self._settings, nodes=1, node=node.name)
            serving = Serving(create_app(settings), lambda: self._say_ready(node))
            threading.Thread(target=self._live_no_longer, args=[serving], name="fourleaf-life", daemon=True).start()
            serving.run([*self.shared, *node.own])
        except FourleafError as error:
            print(f"fourleaf: {error}", file=sys.stderr)
            code = WRONG_QUESTION
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)

    def _say_ready(self, node: ServerNode) -> None:
        os.write(self._tell, bytes([self.nodes.index(node)]))

    def _live_no_longer(self, serving: Serving) -> None:
        """Wait in a thread for the end of the parent, however it comes, and stop in order."""
        os.read(self._life, 1)
        if not serving.should_exit:
            os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(LONGEST_STOP)
        os._exit(1)


def _bind_all(settings: Settings) -> list[list[socket.socket]]:
    """The sockets of all nodes together, then those of each: the next ports, or any that are free."""
    taken: list[list[socket.socket]] = []
    try:
        for number in range(settings.nodes + 1):
            taken += [bind(replace(settings, port=settings.port and settings.port + number))]
    except BadSetting:
        for listener in chain.from_iterable(taken):
            listener.close()
        raise
    return taken


def _must_be_possible(settings: Settings) -> None:
    if not settings.database.startswith("postgres"):
        raise BadSetting(
            "several nodes share a PostgreSQL, and SQLite has one writer; "
            "give --database postgresql://USER@HOST/NAME, or --nodes 1"
        )
    if not hasattr(os, "fork"):
        raise BadSetting("several nodes on one machine need a system that can fork; start one server a node instead")
