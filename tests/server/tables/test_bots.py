"""Bots think elsewhere, from what their seat knows, and whatever they do the game goes on."""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

import fourleaf
from fourleaf.bots import bot
from fourleaf.engine.match import Match
from fourleaf.games import GAMES
from fourleaf.server.tables.bots import BotPool, Position, Thought, longest_thought, think
from tests import deeds
from tests.server.club import Club, Socket, open_club, play_on, run, settings_for
from tests.server.manual_clock import ManualClock
from tests.server.tables import thinkers


@pytest.mark.parametrize(
    "thinker",
    [thinkers.dies, thinkers.hangs, thinkers.cheats, thinkers.raises, thinkers.hoards],
    ids=lambda f: f.__name__,
)
def test_a_bot_that_fails_twice_is_replaced_for_the_move_and_the_log_says_so(
    thinker: Callable[[Position], int], tmp_path: Path
) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path, bot_deadline=1.0, bot_memory=2048)
        async with open_club(settings, bots=BotPool(settings, thinker)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "greedy"])
            await host.post(f"/api/tables/{table}/start")
            socket = await host.sit_down(table, 0)
            while "fallback" not in [entry.get("by") for entry in socket.entries]:
                standing = socket.now
                if standing["actor"] == 0:
                    done = await socket.do("play", ply=standing["ply"], action=standing["legal"][0]["action"])
                    await socket.follow(done["seq"])
                else:
                    await socket.until(lambda told: told["type"] == "update")
            assert club.service.bots.failures >= 2

    run(story())


def test_a_bot_that_fails_once_is_asked_again(tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path)
        pool = BotPool(settings, thinkers.dies_once)
        match = fourleaf.game("treasure").start(2, seed=1)
        seed = secrets.randbelow(1 << 53)
        position = Position.of(match, match.actor, "greedy", seed)
        thought = await pool.choose(match, match.actor, "greedy", seed)
        pool.close()
        thinkers.marker(position).unlink()
        assert not thought.fell_back
        assert pool.failures == 1
        assert thought.action == think(position)

    run(story())


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_decides_from_the_position_alone_as_it_would_from_the_whole_match(game: str) -> None:
    luck = Random(5)
    match = GAMES[game].start(GAMES[game].seats[-1], seed=5)
    for _ in range(150):
        if match.is_over:
            break
        position = Position.of(match, match.actor, "greedy", match.ply)
        assert position.match().ply == 0, "nothing of the past travels"
        chosen = think(position)
        assert chosen == bot("greedy", match.ply).choose(match.knowledge(match.actor))
        match.play(luck.choice(match.legal))


def test_bots_alone_play_a_table_to_its_end_while_somebody_watches(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["greedy", "random", "greedy"])
            await host.post(f"/api/tables/{table}/start")
            watcher = await club.stranger().sit_down(table)
            await play_on(watcher)
            assert watcher.table["ending"]["why"] == "played"
            assert {entry["by"] for entry in watcher.entries if entry["kind"] == "played"} == {"bot"}

    run(story())


@pytest.mark.parametrize("forced", [True, False])
def test_an_answer_is_shown_on_the_beat_of_its_level_however_quickly_it_came(forced: bool, tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path, bot_pace=1.0)
        clock = ManualClock()
        thinker = thinkers.first if forced else think
        async with open_club(settings, clock, BotPool(settings, thinker)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["master", "master"])
            await host.post(f"/api/tables/{table}/start")
            watcher = await club.stranger().sit_down(table)
            ply = watcher.now["ply"]
            while not clock.is_waited_for:
                await asyncio.sleep(0.01)
            await clock.turn(longest_thought("master") - 0.1)
            await watcher.say("ping")
            await watcher.until(lambda told: told["type"] == "pong")
            assert watcher.now["ply"] == ply
            await clock.turn(1.0)
            await watcher.until(lambda told: told["type"] == "update" and told["now"]["ply"] > ply)

    run(story())


def test_a_bot_tries_again_when_the_storage_did_not_take_its_move(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            database = club.service.database
            host = await club.guest("Oak")
            # A race may be so short that one page holds it.
            table = await host.table("korrigans", ["random", "random"])
            pages = await database.write(lambda connection: connection.execute(text("PRAGMA page_count")).scalar())
            await database.write(lambda connection: connection.execute(text(f"PRAGMA max_page_count={pages + 1}")))
            await host.post(f"/api/tables/{table}/start")
            live = await club.service.tables.get(table)
            seq, groups = -1, 0
            while live.state.seq != seq or database.groups < groups + 3:
                if live.state.seq != seq:
                    seq, groups = live.state.seq, database.groups
                assert live.state.status == "playing", "the storage was never full"
                await asyncio.sleep(0.01)
            await database.write(lambda connection: connection.execute(text("PRAGMA max_page_count=100000")))
            watcher = await club.stranger().sit_down(table)
            await play_on(watcher)
            assert watcher.table["ending"]["why"] == "played"

    run(story())


@pytest.fixture
def pid_file() -> Iterator[Path]:
    """Where the process of bots that this one has started leaves its number."""
    file = Path(tempfile.gettempdir(), f"fourleaf-thinks-{os.getpid()}")
    file.unlink(missing_ok=True)
    yield file
    file.unlink(missing_ok=True)


async def bots_alone(club: Club) -> Socket:
    host = await club.guest("Oak")
    table = await host.table("treasure", ["greedy", "random"])
    await host.post(f"/api/tables/{table}/start")
    return await club.stranger().sit_down(table)


def decided_by(socket: Socket) -> set[str]:
    assert socket.table["status"] == "over"
    assert not socket.table["frozen"]
    return {entry["by"] for entry in socket.entries if entry["kind"] == "played"}


def test_a_process_that_is_killed_between_two_moves_costs_nothing(tmp_path: Path, pid_file: Path) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path)
        async with open_club(settings, bots=BotPool(settings, thinkers.leaves_its_pid)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "greedy"])
            await host.post(f"/api/tables/{table}/start")
            socket = await host.sit_down(table, 0)
            killed = 0
            while socket.table["status"] == "playing":
                standing = socket.now
                if standing["actor"] != 0:
                    await socket.until(lambda told: told["type"] == "update")
                    continue
                if pid_file.exists():
                    # It is our turn, so nobody thinks.
                    deeds.kill(int(pid_file.read_text()))
                    pid_file.unlink()
                    killed += 1
                done = await socket.do("play", ply=standing["ply"], action=standing["legal"][0]["action"])
                await socket.follow(done["seq"])
            assert killed
            assert decided_by(socket) == {"person", "bot"}
            assert club.service.bots.failures == 0

    run(story())


def test_a_process_that_is_killed_while_it_thinks_is_replaced_and_the_bot_asked_again(
    tmp_path: Path, pid_file: Path
) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path, bot_deadline=600.0)
        async with open_club(settings, bots=BotPool(settings, thinkers.killed_while_thinking)) as club:
            watcher = await bots_alone(club)
            while not (pid_file.exists() and pid_file.read_text()):
                await asyncio.sleep(0.01)
            deeds.kill(int(pid_file.read_text()))
            await play_on(watcher)
            assert decided_by(watcher) == {"bot"}
            assert club.service.bots.failures == 1

    run(story())


def test_where_no_process_can_be_started_the_table_waits_and_then_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path)
        async with open_club(settings) as club:
            with monkeypatch.context() as broken:
                broken.setattr(sys, "executable", "/no/such/python")
                watcher = await bots_alone(club)
                oak = club.guests[0]
                table = await oak.table("treasure", ["me", "me"])
                await oak.post(f"/api/tables/{table}/start")
                mine = await oak.sit_down(table, 0)
                mine = await oak.sit_down(table, mine.now["actor"])
                refusal = await mine.do("hint")
                assert (refusal["code"], refusal["words"]) == (
                    "busy",
                    "no process for bots can be started just now; please try again",
                )
            await play_on(watcher)
            assert decided_by(watcher) == {"bot"}
            assert club.service.bots.failures == 0

    run(story())


class Unlucky(BotPool):
    """Bots whose first thoughts are lost by the faults of others."""

    def __init__(self, *args: object, faults: list[BaseException]) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self.faults = faults

    async def choose(self, match: Match, seat: int, name: str, seed: int) -> Thought:
        if self.faults:
            raise self.faults.pop()
        return await super().choose(match, seat, name, seed)


def test_no_fault_of_others_freezes_a_table(tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path)
        faults = [OSError(errno.EMFILE, "too many open files"), MemoryError(), asyncio.CancelledError()]
        async with open_club(settings, bots=Unlucky(settings, faults=faults)) as club:
            watcher = await bots_alone(club)
            await play_on(watcher)
            assert faults == []
            assert decided_by(watcher) == {"bot"}

    run(story())
