"""Work in processes of its own: whatever it does to its process, whoever asked for it goes on.

A `Worker` is one process with a line to it, for whoever can wait; `Workers` are some of them for an event loop. Work is
a function in a module; what it is given and what it answers travel by their types. The deadline is kept from outside,
a process that is gone is replaced when the next work comes, and no process outlives the one that started it.
"""

from __future__ import annotations

import asyncio
import os
import queue
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib import import_module
from time import monotonic
from typing import Any, Final, TypeAlias, TypeVar, get_type_hints

import msgspec

from fourleaf.engine.errors import FourleafError

T = TypeVar("T")
START: Final = 60.0
"""Seconds in which a process must have started, read what it was given and taken the work up."""
HANG_UP: Final = 1.0
"""Seconds that a process has to end once its line is dead."""
REST: Final = 1.0
"""Seconds before another process is tried where one could not be started."""
LARGEST: Final = 64 << 20
"""Bytes of the largest message."""
COMMAND: Final = "from fourleaf.processes import serve; serve()"


class Lost(Exception):
    """The work was not done, and its process is no more."""


class Unstarted(Lost):
    """No process took the work up: there is no memory, no handle or no time for one. The work is not to blame."""


class Late(Lost):
    """The deadline passed."""


class Crashed(Lost):
    """The process ended or hung up."""


class OutOfMemory(Lost):
    """The work took more memory than it may."""


class Failed(Lost):
    """The work raised something that nobody foresaw, or answered nonsense."""


class _Call(msgspec.Struct, frozen=True):
    """Do this."""

    work: str
    given: list[msgspec.Raw]


class _Taken(msgspec.Struct, frozen=True, tag=True):
    """The work begins, and with it its deadline."""


class _Told(msgspec.Struct, frozen=True, tag=True):
    """Something to know while the work goes on."""

    words: msgspec.Raw


class _Done(msgspec.Struct, frozen=True, tag=True):
    """The work is done."""

    answer: msgspec.Raw


class _Refused(msgspec.Struct, frozen=True, tag=True):
    """The work is not to be done, in words for people."""

    words: str


class _Raised(msgspec.Struct, frozen=True, tag=True):
    """The work failed."""

    words: str
    memory: bool


_Answer: TypeAlias = _Taken | _Told | _Done | _Refused | _Raised
_encode: Final = msgspec.msgpack.Encoder().encode
_answers: Final = msgspec.msgpack.Decoder(_Answer)


class _Line:
    """Messages over a socket, each whole; a deadline holds also in the middle of one."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._heard = bytearray()

    def send(self, message: bytes, within: float | None = None) -> None:
        self._end.settimeout(within)
        self._end.sendall(len(message).to_bytes(4, "big") + message)

    def receive(self, within: float | None = None) -> bytes:
        until = None if within is None else monotonic() + within
        while (message := self._whole()) is None:
            left = None if until is None else until - monotonic()
            if left is not None and left <= 0:
                raise TimeoutError
            self._end.settimeout(left)
            part = self._end.recv(1 << 16)
            if not part:
                raise EOFError
            self._heard += part
        return message

    def close(self) -> None:
        self._end.close()

    def _whole(self) -> bytes | None:
        size = int.from_bytes(self._heard[:4], "big")
        if size > LARGEST:
            raise ConnectionError(f"a message of {size} bytes")
        if len(self._heard) < 4 + size or len(self._heard) < 4:
            return None
        message = bytes(self._heard[4 : 4 + size])
        del self._heard[: 4 + size]
        return message


class Worker:
    """One process that does one thing at a time."""

    def __init__(self, megabytes: int = 0) -> None:
        self._megabytes = megabytes
        self._process: subprocess.Popen[bytes] | None = None
        self._line: _Line | None = None
        self._lock = threading.Lock()
        self._unwanted = False
        """Whether a process that is just being started is to end at once."""
        self._closed = False

    def __del__(self) -> None:
        self.close()

    def do(
        self,
        work: Callable[..., T],
        *given: object,
        within: float | None = None,
        heard: Callable[[bytes], float | None] = lambda words: None,
    ) -> T:
        """The answer of the work, whose refusal comes as a FourleafError, and everything else as Lost.

        Whatever the work tells meanwhile goes to `heard`, which answers with the seconds that it has from now on.
        """
        with self._lock:
            if self._closed:
                raise Unstarted("this worker is closed")
            self._unwanted = False
        self._hand_over(_encode(_Call(_name_of(work), [msgspec.Raw(_encode(each)) for each in given])))
        try:
            answer = self._await(within, heard)
            if isinstance(answer, _Done):
                done: T = msgspec.msgpack.decode(answer.answer, type=_types_of(work)[-1])
                return done
        except (Lost, msgspec.DecodeError) as error:
            self._drop()
            raise error if isinstance(error, Lost) else Failed(f"answered nonsense: {error}") from None
        except BaseException:
            # Whoever gave up in the middle must not get this answer to the next question.
            self._drop()
            raise
        if isinstance(answer, _Refused):
            raise FourleafError(answer.words)
        self._drop()
        raise (OutOfMemory if answer.memory else Failed)(answer.words)

    def kill(self, for_good: bool = False) -> None:
        """End the process at once, from any thread; whoever waits for it hears that it is lost."""
        with self._lock:
            self._unwanted = True
            self._closed = self._closed or for_good
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """End the process for good."""
        self.kill(for_good=True)
        self._drop()

    # Within

    def _hand_over(self, call: bytes) -> None:
        """See the work taken up; a process that has died since its last work is replaced without a word."""
        is_new = self._line is None
        line = self._line or self._start()
        try:
            line.send(call, START)
            if not isinstance(_answers.decode(line.receive(START)), _Taken):
                raise EOFError
        except (EOFError, OSError, msgspec.DecodeError):
            words = self._last_words()
            self._drop()
            if is_new:
                raise Unstarted(words) from None
        except BaseException:
            self._drop()
            raise
        else:
            return
        self._hand_over(call)

    def _await(self, within: float | None, heard: Callable[[bytes], float | None]) -> _Done | _Refused | _Raised:
        assert self._line is not None
        try:
            while True:
                answer = _answers.decode(self._line.receive(within))
                if isinstance(answer, _Done | _Refused | _Raised):
                    return answer
                if isinstance(answer, _Told):
                    within = heard(bytes(answer.words))
        except TimeoutError:
            raise Late(f"no answer within {within:g} s") from None
        except (EOFError, OSError):
            raise Crashed(self._last_words()) from None

    def _start(self) -> _Line:
        try:
            process, ours = self._born()
        except (OSError, MemoryError) as error:
            raise Unstarted(f"no process can be started: {error}") from None
        with self._lock:
            self._process, self._line = process, _Line(ours)
            if self._unwanted:
                process.kill()
            return self._line

    def _born(self) -> tuple[subprocess.Popen[bytes], socket.socket]:
        # It finds what this process finds: also what lies in the folder where the command was given.
        path = os.pathsep.join(folder or str(os.getcwd()) for folder in sys.path)  # noqa: PTH109  # a plain string
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                process = subprocess.Popen(  # noqa: S603  # our own interpreter and our own words
                    [sys.executable, "-P", "-c", COMMAND, str(theirs.fileno()), str(self._megabytes)],
                    # Nothing is ever written here: that it closes tells the process that this one is no more.
                    stdin=subprocess.PIPE,
                    # What a bot prints must not get between our own results.
                    stdout=sys.__stderr__,
                    pass_fds=[theirs.fileno()],
                    env={**os.environ, "PYTHONPATH": path},
                )
        except BaseException:
            ours.close()
            raise
        return process, ours

    def _last_words(self) -> str:
        process = self._process
        if process is None:
            return "was closed"
        try:
            code = process.wait(HANG_UP)
        except subprocess.TimeoutExpired:
            return "hung up and did not end"
        if code >= 0:
            return f"left its process with code {code}"
        known = {int(each): each.name for each in signal.Signals}
        return f"ended its process by {known.get(-code, f'signal {-code}')}"

    def _drop(self) -> None:
        """Let go of the process; the next work gets a new one."""
        with self._lock:
            process, self._process = self._process, None
            line, self._line = self._line, None
        if process is not None:
            process.kill()
            process.wait()
            assert process.stdin is not None
            process.stdin.close()
        if line is not None:
            line.close()


class Workers:
    """Some workers for an event loop, which never waits for a process itself: each worker has a thread that does."""

    def __init__(self, count: int, megabytes: int) -> None:
        self._all = [Worker(megabytes) for _ in range(count)]
        # The one that worked last comes first: where one is enough, only one process is started.
        self._idle: queue.LifoQueue[Worker] = queue.LifoQueue()
        for worker in self._all:
            self._idle.put(worker)
        self._threads = ThreadPoolExecutor(count, "fourleaf-worker")
        self._closed = threading.Event()

    async def do(
        self,
        within: float,
        work: Callable[..., T],
        *given: object,
        heard: Callable[[bytes], float | None] = lambda words: None,
    ) -> T:
        """The answer of the work, as a Worker gives it; whoever is cancelled meanwhile takes its process along.

        What the work tells meanwhile is heard in another thread than this one.
        """
        job = _Job()
        try:
            doing = self._threads.submit(
                self._do, job, lambda worker: worker.do(work, *given, within=within, heard=heard)
            )
        except RuntimeError as error:
            job.give_up()
            raise Unstarted(f"no thread can be started: {error}") from None
        try:
            return await asyncio.wrap_future(doing)
        except asyncio.CancelledError:
            job.give_up()
            raise

    def close(self) -> None:
        """End all processes; what still waits is told that none took it up."""
        self._closed.set()
        for worker in self._all:
            worker.kill(for_good=True)
        self._threads.shutdown()
        for worker in self._all:
            worker.close()

    def _do(self, job: _Job, do: Callable[[Worker], T]) -> T:
        # There are as many threads as workers, so one is always free.
        worker = self._idle.get_nowait()
        try:
            if not job.begin(worker):
                raise Unstarted("nobody waits for it any more")
            return do(worker)
        except Unstarted:
            # A machine at its limit is not helped by those who try all the time.
            if job.is_awaited:
                self._closed.wait(REST)
            raise
        finally:
            job.end()
            self._idle.put(worker)


class _Job:
    """Who does a piece of work, for as long as somebody waits for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._worker: Worker | None = None
        self.is_awaited = True

    def begin(self, worker: Worker) -> bool:
        with self._lock:
            self._worker = worker
            return self.is_awaited

    def give_up(self) -> None:
        with self._lock:
            self.is_awaited = False
            if self._worker is not None:
                self._worker.kill()

    def end(self) -> None:
        with self._lock:
            self._worker = None


# In the process


_supervisor: _Line | None = None


def tell(words: object) -> None:
    """Tell whoever waits for the work something meanwhile."""
    assert _supervisor is not None
    _supervisor.send(_encode(_Told(msgspec.Raw(_encode(words)))))


def serve() -> None:
    """What a process does: one piece of work after the other, until nobody wants more."""
    global _supervisor
    # Whoever interrupts a command means its first process, and that one ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(os.dup(0))
    with open(os.devnull) as nothing:  # noqa: PTH123  # a handle for the kernel
        os.dup2(nothing.fileno(), 0)
    cap_memory(int(sys.argv[2]))
    with socket.socket(fileno=int(sys.argv[1])) as end, suppress(EOFError, ConnectionError):
        _supervisor = _Line(end)
        while True:
            call = msgspec.msgpack.decode(_supervisor.receive(), type=_Call)
            work = _named(call.work)
            given = [
                msgspec.msgpack.decode(each, type=kind) for each, kind in zip(call.given, _types_of(work), strict=False)
            ]
            _supervisor.send(_encode(_Taken()))
            _supervisor.send(_encode(_answered(work, given)))


def _answered(work: Callable[..., object], given: list[object]) -> _Done | _Refused | _Raised:
    try:
        return _Done(msgspec.Raw(_encode(work(*given))))
    except FourleafError as error:
        return _Refused(str(error))
    except Exception as error:
        memory = isinstance(error, MemoryError | RecursionError)
        return _Raised(f"{type(error).__name__}: {error}", memory)


def _name_of(work: Callable[..., object]) -> str:
    return f"{work.__module__}:{work.__qualname__}"


def _named(name: str) -> Callable[..., object]:
    module, _, function = name.partition(":")
    work: Callable[..., object] = getattr(import_module(module), function)
    return work


@cache
def _types_of(work: Callable[..., object]) -> list[Any]:
    """The types of what a function takes, in order, and last of what it answers."""
    return list(get_type_hints(work).values())


def end_with(pipe: int) -> None:
    """Have this process ended once whoever holds the other end of a pipe is no more, whatever it does just then."""
    import fcntl  # neither this nor the next is on Windows, where the other commands run all the same

    if sys.platform == "linux":
        # The kernel needs no word from Python for this, which a loop in C may never let speak again.
        signal.signal(signal.SIGIO, signal.SIG_DFL)
    else:
        signal.signal(signal.SIGIO, lambda *_: os._exit(1))
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([pipe], [], [], 0)[0]:
        os._exit(1)


def cap_memory(megabytes: int) -> None:
    """A process that takes more than this fails alone; 0 is no cap."""
    import resource

    if megabytes:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
