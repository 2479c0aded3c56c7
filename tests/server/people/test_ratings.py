"""A rated match counts once for everybody at it; a casual one is only history."""

from __future__ import annotations

from pathlib import Path

from tests.server.club import open_club, play_on, run, settings_for


def test_a_rated_match_moves_ratings_and_is_seen_everywhere(tmp_path: Path, database_url: str) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            table = await oak.table("treasure", ["me", "open", "random"], public=True, rated=True)
            await elm.post(f"/api/tables/{table}/join")
            await oak.post(f"/api/tables/{table}/start")
            ours = [await oak.sit_down(table, 0), await elm.sit_down(table, 1)]
            answer = await ours[1].do("resign")
            await ours[0].follow(answer["seq"])
            await play_on(ours[0])
            best = (await oak.get("/api/ratings?game=treasure"))["ratings"]
            assert {line["name"] for line in best} == {"Oak", "Elm", "random"}
            assert [line["rating"] for line in best] == sorted((line["rating"] for line in best), reverse=True)
            assert [line["bot"] for line in best if line["person"] is None] == [True]
            assert all(line["played"] == 1 for line in best)
            [mine] = (await oak.get("/api/me"))["ratings"]
            assert mine["game"] == "treasure"
            [played] = (await oak.get("/api/me/history"))["games"]
            ending = (await oak.get(f"/api/tables/{table}"))["ending"]
            assert (played["score"], played["rank"]) == (ending["scores"][0], ending["ranks"][0])
            assert played["rating"] == mine["rating"]
            again = await oak.table("treasure", ["me", "open"], rated=True)
            assert (await oak.get(f"/api/tables/{again}"))["seats"][0]["rating"] == mine["rating"]

    run(story())


def test_a_casual_or_abandoned_match_is_history_without_a_rating(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            casual = await oak.table("treasure", ["me", "random"])
            rated = await oak.table("treasure", ["me", "random"], rated=True)
            for table in (casual, rated):
                await oak.post(f"/api/tables/{table}/start")
                await oak.post(f"/api/tables/{table}/leave")
            history = (await oak.get("/api/me/history"))["games"]
            assert {line["table"] for line in history} == {casual, rated}
            assert {(line["why"], line["rating"]) for line in history} == {("abandoned", None)}
            assert (await oak.get("/api/ratings?game=treasure"))["ratings"] == []
            assert (await oak.get("/api/me"))["ratings"] == []

    run(story())


def test_the_best_of_no_game_are_not_found(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            assert (await club.stranger().ask("GET", "/api/ratings?game=chess")).status_code == 404

    run(story())
