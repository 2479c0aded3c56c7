"""A rated match counts once for everybody at it; a casual one is only history."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.club import Club, Guest, open_club, play_on, run, settings_for
from tests.server.manual_clock import ManualClock


def test_a_rated_match_moves_ratings_and_is_seen_everywhere(tmp_path: Path, database_url: str) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            for guest in (oak, elm):
                await guest.post("/api/account", name=guest.name, password="a long password")
            table = await oak.table("wichtel", ["me", "open", "random"], public=True, rated=True)
            await elm.post(f"/api/tables/{table}/join")
            await oak.post(f"/api/tables/{table}/start")
            ours = [await oak.sit_down(table, 0), await elm.sit_down(table, 1)]
            answer = await ours[1].do("resign")
            await ours[0].follow(answer["seq"])
            await play_on(ours[0])
            best = (await oak.get("/api/ratings?game=wichtel"))["ratings"]
            assert {line["name"] for line in best} == {"Oak", "Elm", "random"}
            assert [line["rating"] for line in best] == sorted((line["rating"] for line in best), reverse=True)
            assert [line["bot"] for line in best if line["person"] is None] == [True]
            assert all(line["played"] == 1 for line in best)
            [mine] = (await oak.get("/api/me"))["ratings"]
            assert mine["game"] == "wichtel"
            [played] = (await oak.get("/api/me/history"))["games"]
            ending = (await oak.get(f"/api/tables/{table}"))["ending"]
            assert ending["ranks"][1] == 2, "whoever resigns is behind all who stayed"
            assert (played["score"], played["rank"]) == (ending["scores"][0], ending["ranks"][0])
            assert played["rating"] == mine["rating"]
            again = await oak.table("wichtel", ["me", "open", "open"], rated=True)
            assert (await oak.get(f"/api/tables/{again}"))["seats"][0]["rating"] == mine["rating"]

    run(story())


def test_a_casual_match_is_history_without_a_rating(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"])
            await oak.post(f"/api/tables/{table}/start")
            await oak.post(f"/api/tables/{table}/leave")
            [line] = (await oak.get("/api/me/history"))["games"]
            assert (line["table"], line["why"], line["rating"]) == (table, "abandoned", None)
            assert (await oak.get("/api/me"))["ratings"] == []

    run(story())


@pytest.mark.parametrize("bots", [["random"], ["random", "greedy"]])
def test_whoever_leaves_a_rated_match_loses_it_to_bots_too(bots: list[str], tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", *bots], rated=True)
            await oak.post(f"/api/tables/{table}/start")
            info = await oak.post(f"/api/tables/{table}/leave")
            assert info["status"] == "over"
            [mine] = (await oak.get("/api/me"))["ratings"]
            assert mine["rating"] < 0
            assert (await oak.get("/api/ratings?game=treasure"))["ratings"] == [], "too soon to bring the bots anything"

    run(story())


def test_a_rated_table_that_never_began_is_not_rated(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings_for(tmp_path), clock) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            table = await oak.table("treasure", ["me", "open"], rated=True, public=True)
            await elm.post(f"/api/tables/{table}/join")
            clock.now += 31 * 24 * 3600
            await club.service.tables.end_idle(30)
            assert (await oak.get(f"/api/tables/{table}"))["status"] == "over"
            assert [(await guest.get("/api/me"))["ratings"] for guest in (oak, elm)] == [[], []]

    run(story())


def test_an_idle_rated_table_is_lost_by_whoever_was_waited_for(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings_for(tmp_path), clock) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            table = await oak.table("treasure", ["me", "open"], rated=True, public=True)
            await elm.post(f"/api/tables/{table}/join")
            actor = (await oak.post(f"/api/tables/{table}/start"))["actor"]
            clock.now += 31 * 24 * 3600
            await club.service.tables.end_idle(30)
            ratings = [(await guest.get("/api/me"))["ratings"] for guest in (oak, elm)]
            assert [len(mine) for mine in ratings] == [actor == 0, actor == 1]
            assert ratings[actor][0]["rating"] < 0

    run(story())


async def an_outside_bot(club: Club, owner: Guest, name: str) -> Guest:
    made = await owner.post("/api/bots", name=name)
    bot = club.stranger()
    bot.name = made["bot"]
    bot.http.headers["Authorization"] = f"Bearer {made['token']}"
    return bot


def test_nobody_sits_at_a_rated_table_with_a_bot_of_their_own(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            clover, daisy = await an_outside_bot(club, oak, "Clover"), await an_outside_bot(club, oak, "Daisy")
            table = await oak.table("treasure", ["me", "open", "open"], rated=True, public=True)
            refused = await clover.refused(f"/api/tables/{table}/join")
            assert refused["code"] == "not_now"
            assert refused["words"].startswith("Oak is your owner: ")
            table = await elm.table("treasure", ["me", "open", "open"], rated=True, public=True)
            await clover.post(f"/api/tables/{table}/join")
            assert (await oak.refused(f"/api/tables/{table}/join"))["words"].startswith("Clover is yours: ")
            assert (await daisy.refused(f"/api/tables/{table}/join"))["words"].startswith("Clover is your owner's: ")
            # Taking the token back does not make it anybody else's.
            await oak.ask("DELETE", f"/api/bots/{clover.name}")
            assert (await oak.refused(f"/api/tables/{table}/join"))["code"] == "not_now"
            casual = await oak.table("treasure", ["me", "open"], public=True)
            assert (await daisy.post(f"/api/tables/{casual}/join"))["mine"] == [1]

    run(story())


def test_guests_play_rated_and_are_listed_once_they_have_an_account(tmp_path: Path, database_url: str) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            clover = await an_outside_bot(club, elm, "Clover")

            async def listed() -> list[tuple[str, bool]]:
                lines = (await oak.get("/api/ratings?game=alarun"))["ratings"]
                return sorted((line["name"], line["bot"]) for line in lines)

            table = await oak.table("alarun", ["me", "open", "random"], rated=True, public=True)
            await clover.post(f"/api/tables/{table}/join")
            await oak.post(f"/api/tables/{table}/start")
            await clover.post(f"/api/bot/tables/{table}/resign", id="r")
            await play_on(await oak.sit_down(table, 0))
            assert (await oak.get("/api/me"))["ratings"][0]["played"] == 1
            assert await listed() == [("random", True)]
            await oak.post("/api/account", name="Oak Tree", password="a long password")
            assert await listed() == [("Oak Tree", False), ("random", True)]
            await elm.post("/api/account", name="Elm", password="a long password")
            assert await listed() == [("Clover", True), ("Oak Tree", False), ("random", True)]
            await elm.ask("DELETE", f"/api/bots/{clover.name}")
            assert await listed() == [("Oak Tree", False), ("random", True)]

    run(story())


@pytest.mark.parametrize("seats", [["me"], ["me", "me"]])
def test_a_rated_table_has_two_sides(seats: list[str], tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            assert (await oak.refused("/api/tables", game="flipslide", seats=seats, rated=True))["words"]

    run(story())


def test_the_best_of_no_game_are_not_found(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            assert (await club.stranger().ask("GET", "/api/ratings?game=chess")).status_code == 404

    run(story())
