"""Reviews of matches that are over: one after the other, in a process that lets bots and tables go first."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, TypeAlias

import msgspec
from sqlalchemy import delete, select

from fourleaf.engine.errors import FourleafError
from fourleaf.engine.record import Record
from fourleaf.processes import Late, Lost, OutOfMemory, Unstarted, Workers, tell
from fourleaf.review import Review, review
from fourleaf.server import records, wire
from fourleaf.server.clock import Clock
from fourleaf.server.errors import Busy, NotNow, TooMuch
from fourleaf.server.limits import (
    REVIEW_DAYS,
    REVIEW_LOOKED_AT,
    REVIEW_PATIENCE,
    REVIEW_SECONDS,
    REVIEWS_WAITING,
)
from fourleaf.server.storage import entries as log
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database, Rows, Target
from fourleaf.server.storage.entries import LogRow

Part: TypeAlias = Literal["chances", "decisions", "turning points"]
PARTS: Final[dict[Part, tuple[float, float]]] = {
    "chances": (0.0, 0.42),
    "decisions": (0.42, 0.9),
    "turning points": (0.9, 1.0),
}
"""From where to where of the whole each part goes, by the time that it usually takes."""
MEGABYTES: Final = 512
"""Memory that the process of reviews may use."""
LAST: Final = 19
"""The priority of whoever gets the processor when nobody else wants it."""
KEPT: Final = Target(schema.reviews, replaces=True)
logger = logging.getLogger("fourleaf.server")


class PendingReview:
    """A review that somebody waits for, and how far it is."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.people: dict[str, float] = {}
        """Who waits for it, and when they last asked about it."""
        self.share = 0.0
        self.part: Part = "chances"
        self.fault: str | None = None
        """Why it will not be made."""
        self.doing: asyncio.Task[None]
        self.patience: asyncio.Task[None]
        self._began: float | None = None

    @property
    def seconds(self) -> float:
        """How long it has taken since it was its turn."""
        return 0.0 if self._began is None else self._clock.steady() - self._began

    def heard(self, told: bytes) -> float:
        """How far it is; the seconds that it still has."""
        if self._began is None:
            self._began = self._clock.steady()
        part, done, of = msgspec.msgpack.decode(told, type=tuple[Part, int, int])
        begins, ends = PARTS[part]
        self.part, self.share = part, begins + (ends - begins) * done / of
        return REVIEW_SECONDS - self.seconds


class Reviews:
    """All reviews that are kept or waited for; each is named by the address of its match, `t/ID` or `r/ID`."""

    def __init__(self, database: Database, clock: Clock, effort: int, made: Callable[[float], None]) -> None:
        self._database = database
        self._clock = clock
        self._effort = effort
        self._made = made
        """Is told how many seconds a review took."""
        self._workers = Workers(1, MEGABYTES)
        self._pending: dict[str, PendingReview] = {}
        """In the order in which the one worker takes them; those that failed wait to be read."""

    @property
    def counts(self) -> dict[str, int]:
        """How many are under way, and how many wait."""
        under_way = len(self._under_way())
        return {"running": min(under_way, 1), "waiting": max(under_way - 1, 0)}

    async def ask(self, who: str, of: str, record: Record, moments: Sequence[int] | None = None) -> wire.ReviewStanding:
        """See a match looked back on; a record has no log, so its moments are numbered as a log would number them."""
        if not self._effort:
            raise NotNow("this server looks back on no matches; `fourleaf review` does, with the record")
        kept = await self._kept(of)
        if kept is not None:
            return kept
        self._wait_for_no_other(who, of)
        if of not in self._under_way():
            self._begin(of, record, moments)
        self._pending[of].people[who] = self._clock.steady()
        return self._standing(of)

    async def standing(self, who: str, of: str) -> wire.ReviewStanding:
        """How far a review is; while those who asked for it do this now and then, it goes on."""
        if of in self._pending:
            people = self._pending[of].people
            if who in people:
                people[who] = self._clock.steady()
            return self._standing(of)
        return await self._kept(of) or wire.ReviewStanding(state="unasked")

    async def throw_away(self) -> None:
        """Forget reviews that were made long ago."""
        before = self._clock.wall() - REVIEW_DAYS * 24 * 3600
        old = delete(schema.reviews).where(schema.reviews.c.made_at < before)
        await self._database.write(lambda connection: connection.execute(old))

    async def close(self) -> None:
        """Let everything go that is not made yet."""
        doing = [pending.doing for pending in self._pending.values()]
        for of in list(self._pending):
            self._give_up(of)
        await asyncio.gather(*doing, return_exceptions=True)
        self._workers.close()

    # Within

    def _under_way(self) -> list[str]:
        return [of for of, pending in self._pending.items() if pending.fault is None]

    def _wait_for_no_other(self, who: str, of: str) -> None:
        """Everybody waits for one review at a time; one that they do not look at any more is not waited for."""
        for other in self._under_way():
            people = self._pending[other].people
            if other == of or who not in people:
                continue
            if self._clock.steady() - people[who] < REVIEW_LOOKED_AT:
                raise TooMuch("you wait for the review of another match, and one at a time is made; look at it first")
            del people[who]
            if not people:
                self._give_up(other)

    def _begin(self, of: str, record: Record, moments: Sequence[int] | None) -> None:
        if len(self._under_way()) >= REVIEWS_WAITING:
            raise Busy(f"{REVIEWS_WAITING} reviews wait to be made, which are the most; please try again soon")
        if of in self._pending:
            self._give_up(of)
        pending = self._pending[of] = PendingReview(self._clock)
        pending.doing = asyncio.create_task(self._look_back(of, pending, record, moments))
        pending.patience = asyncio.create_task(self._be_patient(of, pending))

    def _give_up(self, of: str) -> None:
        pending = self._pending.pop(of)
        pending.doing.cancel()
        pending.patience.cancel()

    async def _look_back(self, of: str, pending: PendingReview, record: Record, moments: Sequence[int] | None) -> None:
        try:
            found = await self._workers.do(REVIEW_SECONDS, looked_back, record, self._effort, heard=pending.heard)
            if moments is None:
                moments = await self._workers.do(REVIEW_SECONDS, records.moments_by_ply, record)
            await self._keep(of, found, moments)
        except (Lost, FourleafError) as fault:
            logger.info("a review was not made: %s", type(fault).__name__)
            pending.fault = _in_words(fault)
        except Exception:
            logger.exception("a review was not made")
            pending.fault = "something went wrong here, and it was not made; please try again"
        else:
            self._made(pending.seconds)
            pending.patience.cancel()
            del self._pending[of]

    async def _be_patient(self, of: str, pending: PendingReview) -> None:
        """Give a review up, made or failed, that nobody has asked about for long."""
        while (left := max(pending.people.values()) + REVIEW_PATIENCE - self._clock.steady()) > 0:
            await self._clock.sleep(left)
        self._give_up(of)

    def _standing(self, of: str) -> wire.ReviewStanding:
        pending = self._pending[of]
        if pending.fault is not None:
            return wire.ReviewStanding(state="failed", words=pending.fault)
        ahead = self._under_way().index(of)
        state: Literal["waiting", "running"] = "waiting" if ahead else "running"
        return wire.ReviewStanding(state=state, ahead=ahead, share=pending.share, part=pending.part)

    async def _keep(self, of: str, found: Review, moments: Sequence[int]) -> None:
        shown = wire.MatchReview(
            effort=found.effort,
            is_over=found.is_over,
            deciders=list(found.deciders),
            moments=list(moments),
            curve=list(found.curve),
            balances=list(found.balances),
            turning_points=list(found.turning_points),
        )
        row = (of, self._effort, msgspec.json.encode(shown), self._clock.wall())
        await self._database.write(lambda connection: None, [Rows(KEPT, [row])])

    async def _kept(self, of: str) -> wire.ReviewStanding | None:
        columns = schema.reviews.c
        query = select(columns.review).where(columns.of == of, columns.effort == self._effort)
        text = await self._database.read(lambda connection: connection.scalar(query))
        # One that an earlier Fourleaf told otherwise is made anew.
        with contextlib.suppress(msgspec.DecodeError):
            if text is not None:
                return wire.ReviewStanding(
                    state="made", share=1.0, review=msgspec.json.decode(text, type=wire.MatchReview)
                )
        return None


def looked_back(record: Record, effort: int) -> Review:
    """A review that tells how far it is, made when nobody else wants the processor."""
    os.setpriority(os.PRIO_PROCESS, 0, LAST)
    return review(record, effort=effort, watch=lambda *how_far: tell(how_far))


def entries_by_ply(rows: Iterable[LogRow]) -> list[int]:
    """For each ply of a match as it stands in the end: the entry of its log by which it came there."""
    came: list[int] = []
    for row in rows:
        entry = row.line.entry
        if isinstance(entry, log.Started):
            came = [row.seq] * (1 + len(entry.chance))
        elif isinstance(entry, log.Played):
            came += [row.seq] * (1 + len(entry.chance))
        elif isinstance(entry, log.WentBack):
            del came[entry.ply + 1 :]
    return came


def _in_words(fault: Lost | FourleafError) -> str:
    if isinstance(fault, Late):
        return f"it takes more than {REVIEW_SECONDS:g} seconds here just now; please try again later"
    if isinstance(fault, OutOfMemory):
        return "it takes more memory than a review may use here"
    if isinstance(fault, Unstarted):
        return "no process for reviews can be started just now; please try again"
    if isinstance(fault, Lost):
        return "the process that made it ended before it was done; please try again"
    return str(fault)
