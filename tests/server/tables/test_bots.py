"""Bots think elsewhere, from what their seat knows, and whatever they do the game goes on."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

import fourleaf
from fourleaf.server.tables.bots import BotPool, Position, longest_thought, think
from tests.server.club import open_club, play_on, run, settings_for
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
        position = Position(match.record(), match.actor, "greedy", seed)
        thought = await pool.choose(match, match.actor, "greedy", seed)
        pool.close()
        thinkers.marker(position).unlink()
        assert not thought.fell_back
        assert pool.failures == 1
        assert thought.action == think(position)

    run(story())


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
            while live.fold.seq != seq or database.groups < groups + 3:
                if live.fold.seq != seq:
                    seq, groups = live.fold.seq, database.groups
                assert live.fold.status == "playing", "the storage was never full"
                await asyncio.sleep(0.01)
            await database.write(lambda connection: connection.execute(text("PRAGMA max_page_count=100000")))
            watcher = await club.stranger().sit_down(table)
            await play_on(watcher)
            assert watcher.table["ending"]["why"] == "played"

    run(story())
