"""Whole games over real sockets."""

from __future__ import annotations

from pathlib import Path

import pytest

import fourleaf
from fourleaf import Record
from tests.server.club import open_club, play_on, run, settings_for


@pytest.mark.parametrize("game", fourleaf.games())
def test_a_game_against_bots_from_the_first_link_to_a_verified_record(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            seats = fourleaf.game(game).seats[-1]
            table = await host.table(game, ["me", *["random"] * (seats - 1)])
            await host.post(f"/api/tables/{table}/start")
            socket = await host.sit_down(table, 0)
            await play_on(socket)
            record = Record.from_json((await host.ask("GET", f"/api/tables/{table}/record")).content)
            assert fourleaf.verify(record).outcome == "verified"
            sizes = sorted(
                len(frame.encode())
                for frame, told in zip(socket.frames, socket.journal, strict=True)
                if told["type"] == "update" and len(told["entries"]) == 1
            )
            assert sizes[len(sizes) * 9 // 10] < 8 * 1024, "a typical update with its view is small"
            assert sizes[-1] < 64 * 1024
            numbers = [entry["seq"] for entry in socket.entries]
            assert numbers == list(range(1, len(numbers) + 1))

    run(story())
