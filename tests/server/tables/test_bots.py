"""Bots think elsewhere, from what their seat knows, and whatever they do the game goes on."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

import pytest

import fourleaf
from fourleaf.server.tables.bots import BotPool, Position, think
from tests.server.club import open_club, play_on, run, settings_for
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
            while socket.now["actor"] != 0:
                await socket.until(lambda told: told["type"] == "update")
            done = await socket.do("play", ply=socket.now["ply"], action=socket.now["legal"][0]["action"])
            await socket.follow(done["seq"])
            while "fallback" not in [entry.get("by") for entry in socket.entries]:
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
