"""What can be played, told in words for people."""

from __future__ import annotations

from pathlib import Path

import msgspec

import fourleaf
from fourleaf.bots import BOTS
from fourleaf.bots.introductions import introduced
from fourleaf.engine.state import WATCHER
from tests.server.club import open_club, run, settings_for


def test_options_and_bots_are_served_in_words(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            listed = await club.stranger().get("/api/games")
            for info in listed["games"]:
                game = fourleaf.game(info["name"])
                for told, option in zip(info["options"], game.options, strict=True):
                    assert (told["title"], told["says"]) == (option.title, list(option.says))
                    assert len(told["says"]) == len(told["values"])
                assert [told["bot"] for told in info["bots"]] == list(BOTS) == listed["bots"]
                assert [told["says"] for told in info["bots"]] == [introduced(bot, game).says for bot in BOTS]

    run(story())


def test_the_rules_come_with_a_view_of_every_position(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            for name in fourleaf.games():
                game = fourleaf.game(name)
                told = await club.stranger().get(f"/api/games/{name}/rules")
                assert told["text"] == game.rulebook.text
                assert [picture["position"] for picture in told["pictures"]] == list(game.rulebook.positions)
                assert len(told["pictures"]) == told["text"].count("```position")
                for picture in told["pictures"]:
                    state = game.position(picture["position"])
                    eyes = state.actor() if state.actor() >= 0 else WATCHER
                    assert (picture["seat"], picture["actor"]) == (eyes, state.actor())
                    assert picture["view"] == msgspec.json.decode(msgspec.json.encode(game.view.view(state, eyes)))

    run(story())


def test_a_table_says_what_is_played_for_there(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Rose")
            alone = await host.table("flipslide", ["me"])
            two = await host.table("flipslide", ["me", "easy"], options={"win_contact": "red"})
            game = fourleaf.game("flipslide")
            assert (await host.get(f"/api/tables/{alone}"))["goal"] == game.goal(1)
            assert (await host.get(f"/api/tables/{two}"))["goal"] == game.goal(2, {"win_contact": "red"})

    run(story())
