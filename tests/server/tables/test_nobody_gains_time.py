"""Whatever people do at a table with a clock, nobody ever gains time by it; a ledger of the test's own says so."""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path
from typing import Any

import pytest

from fourleaf.server.errors import NotNow
from fourleaf.server.tables import commands
from fourleaf.server.tables.clocks import DAY, time_left
from fourleaf.server.tables.table import Requester, Table
from tests.server.club import Club, Guest, Socket, open_club, run, settings_for
from tests.server.manual_clock import ManualClock

BANK, INCREMENT, DAYS = 50_000, 30, 3
LIVE = {"kind": "live", "bank": BANK, "increment": INCREMENT}
BY_DAYS = {"kind": "days", "days": DAYS}
ROUNDING = 0.001
"""Seconds that may be lost or gained with every entry, because what is charged is written down in milliseconds."""
DEEDS = ("play", "play", "play", "go back", "go back", "leave", "return", "hang up", "wait", "wait", "wait")


class Ledger:
    """What each seat has thought, written down from outside: whenever time passes, whoever is to decide has thought."""

    def __init__(self, club: Club, table: Table, clock: ManualClock, people: list[Guest]) -> None:
        self.club = club
        self.table = table
        self.clock = clock
        self.people = people
        self.sockets: list[Socket | None] = [None, None]
        self.thought = [0.0, 0.0]
        self.decided: dict[int, tuple[int, float]] = {}
        """By ply: which seat decided, and what it had thought for it."""

    @property
    def mover(self) -> int | None:
        state = self.table.state
        return state.actor if state.actor >= 0 and state.seats[state.actor].played_by is None else None

    def this_turn(self, seat: int) -> float:
        """What a seat has thought beyond the decisions that stand."""
        return self.thought[seat] - sum(thought for decider, thought in self.decided.values() if decider == seat)

    async def settle(self) -> None:
        """Bots decide for whoever is away, and with that the turn that they had begun is over."""
        while self.table.state.actor >= 0 and self.mover is None:
            await asyncio.sleep(0.002)
        for seat, held in enumerate(self.table.state.seats):
            if held.stand_in is not None:
                self.forget_this_turn(seat)

    def forget_this_turn(self, seat: int) -> None:
        """Days are given for each decision anew; what was thought before one that somebody else took is no matter."""
        if has_days(self.table):
            self.thought[seat] -= self.this_turn(seat)

    async def play(self, rng: random.Random) -> None:
        seat = self.mover
        assert seat is not None
        ply, match = self.table.state.ply, self.table.state.match
        assert match is not None
        legal = match.legal
        async with self.table.lock:
            await self.table.play(seat, ply, rng.choice(legal), Requester(self.person(seat)))
        self.decided[ply] = (seat, self.this_turn(seat))

    async def go_back(self, seat: int, ply: int) -> None:
        mover = self.mover
        async with self.table.lock:
            await commands.undo(self.table, seat, ply, Requester(self.person(seat)))
            question = self.table.state.question
            if question is not None:
                other = 1 - seat
                await commands.answer(self.table, other, question.seq, True, Requester(self.person(other)))
        assert self.table.state.ply == ply
        decider = self.table.state.actor
        gone = {self.decided.pop(late)[0] for late in list(self.decided) if late >= ply}
        gone |= set() if mover is None else {mover}
        for other in gone - {decider}:
            # Whose turn fell with another's gets the days for it again.
            self.forget_this_turn(other)

    def person(self, seat: int) -> str | None:
        return self.table.state.seats[seat].person

    def wait(self, seconds: float) -> None:
        mover = self.mover
        left = time_left(self.table, self.clock)
        if mover is None or left is None or seconds > left - 1:
            return
        self.thought[mover] += seconds
        self.clock.now += seconds

    def check(self) -> None:
        """Nobody has more time than the table agreed on, less what they have thought."""
        slack = ROUNDING * self.table.state.seq
        mover = self.mover
        for seat in (0, 1):
            if has_days(self.table):
                if seat == mover:
                    left = time_left(self.table, self.clock)
                    assert left is not None
                    assert left <= max(60.0, DAYS * DAY - self.this_turn(seat)) + slack
                continue
            bank = self.table.state.seats[seat].bank
            assert bank is not None
            running = self.clock.steady() - self.table.turn_began if seat == mover else 0.0
            earned = INCREMENT * sum(decider == seat for decider, _ in self.decided.values())
            assert bank - running <= BANK + earned - self.thought[seat] + slack


def has_days(table: Table) -> bool:
    return table.state.seats[0].bank is None


async def begin(club: Club, clock: ManualClock, game: str, kind: dict[str, Any]) -> Ledger:
    people = [await club.guest("Oak"), await club.guest("Elm")]
    table = await people[0].table(game, ["me", "open"], public=True, clock=kind, grace=None)
    await people[1].post(f"/api/tables/{table}/join")
    await people[0].post(f"/api/tables/{table}/start")
    return Ledger(club, await club.service.tables.get(table), clock, people)


async def go_back(ledger: Ledger, seat: int, rng: random.Random) -> None:
    own = [ply for ply, decider in enumerate(ledger.table.state.deciders) if decider == seat]
    with contextlib.suppress(NotNow):  # nobody agrees on behalf of somebody who is away
        await ledger.go_back(seat, rng.choice(own[-3:] or [0]))


async def do_one_thing(ledger: Ledger, rng: random.Random) -> None:
    state, deed = ledger.table.state, rng.choice(DEEDS)
    seat = rng.randrange(2)
    if deed == "play" and ledger.mover is not None:
        await ledger.play(rng)
    elif deed == "go back":
        await go_back(ledger, seat, rng)
    elif deed == "leave" and {None} == {held.stand_in for held in state.seats}:
        await ledger.people[seat].post(f"/api/tables/{ledger.table.id}/leave")
    elif deed == "return":
        for away, held in enumerate(state.seats):
            if held.stand_in is not None:
                async with ledger.table.lock:
                    await commands.come_back(ledger.table, away, Requester(ledger.person(away)))
    elif deed == "hang up":
        socket = ledger.sockets[seat]
        if socket is None:
            ledger.sockets[seat] = await ledger.people[seat].sit_down(ledger.table.id, seat)
        else:
            # Nobody reads here, so nobody would hear the server say goodbye either.
            socket.line.transport.abort()
            ledger.sockets[seat] = None
    else:
        ledger.wait(rng.choice((0.4, 5.0, 300.0)) * (100.0 if has_days(ledger.table) else 1.0))


@pytest.mark.parametrize("kind", [LIVE, BY_DAYS], ids=["live", "days"])
@pytest.mark.parametrize("game", ["korrigans", "flipslide", "treasure"])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_ever_gains_time(game: str, kind: dict[str, Any], seed: int, tmp_path: Path) -> None:
    async def story() -> None:
        clock, rng = ManualClock(), random.Random(seed)
        async with open_club(settings_for(tmp_path), clock) as club:
            ledger = await begin(club, clock, game, kind)
            for _ in range(100):
                await do_one_thing(ledger, rng)
                if rng.random() < 0.8:
                    await ledger.settle()
                if ledger.table.state.status != "playing":
                    break
                ledger.check()
            for socket in ledger.sockets:
                if socket is not None:
                    socket.line.transport.abort()

    run(story())


async def two_decisions_in_a_row(ledger: Ledger) -> int:
    """Play until a seat is to decide again after its own decision; the seat."""
    rng = random.Random(1)
    while True:
        before = ledger.mover
        await ledger.play(rng)
        if ledger.mover == before and ledger.table.state.deciders[-1] == before:
            assert before is not None
            return before


def test_taking_back_gives_the_increment_back_and_what_was_thought_meanwhile_is_charged(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings_for(tmp_path), clock) as club:
            ledger = await begin(club, clock, "korrigans", LIVE)
            seat = await two_decisions_in_a_row(ledger)
            held, ply = ledger.table.state.seats, ledger.table.state.ply - 1
            bank = held[seat].bank
            assert bank is not None
            for _ in range(5):
                ledger.wait(10)
                await ledger.go_back(seat, ply)
                await ledger.play(random.Random(1))
            assert ledger.table.state.seats[seat].bank == pytest.approx(bank - 50, abs=0.1)

    run(story())


def test_leaving_and_coming_back_restarts_no_turn(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        for kind in (LIVE, BY_DAYS):
            folder = tmp_path / str(kind["kind"])
            folder.mkdir()
            async with open_club(settings_for(folder, bot_pace=60.0), clock) as club:
                ledger = await begin(club, clock, "treasure", kind)
                seat, table = ledger.mover, ledger.table
                assert seat is not None
                before = time_left(table, clock)
                assert before is not None
                ledger.wait(1000)
                for _ in range(3):
                    await ledger.people[seat].post(f"/api/tables/{table.id}/leave")
                    clock.now += 100
                    async with table.lock:
                        await commands.come_back(table, seat, Requester(ledger.person(seat)))
                left = time_left(table, clock)
                assert left == pytest.approx(before - 1300, abs=0.1), "somebody who comes back within the turn was here"

    run(story())
