"""Addresses of pages: the client answers all of them, and says by its status which it does not have."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourleaf.puzzles import puzzles
from tests.server.club import open_club, run, settings_for


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/t/abcdefghijkl",
        "/t/abcdefghijkl?at=12",
        "/r/Zx_-9?at=5",
        "/rules",
        "/rules/treasure",
        "/learn/treasure?step=3",
        "/puzzles",
        f"/puzzles/korrigans/{puzzles('korrigans')[0].id}",
    ],
)
def test_a_page_of_the_client_is_answered(path: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            answer = await club.stranger().ask("GET", path)
            assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")

    run(story())


def test_any_other_address_gets_the_same_document_as_not_found(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            stranger = club.stranger()
            home = (await stranger.ask("GET", "/")).text
            for path in (
                "/rules/chess",
                "/rules/treasure/T2",
                "/learn/chess",
                "/puzzles/chess/1",
                "/puzzles/korrigans/abc",
                "/puzzles/korrigans",
                "/a/b",
                "/a/b/c/d",
                "/t",
                "/t/",
                "/t/x/y",
                "/r/",
                "/apiary",
                "/healthz/x",
                "/%2e%2e/x",
            ):
                answer = await stranger.ask("GET", path)
                assert answer.status_code == 404, path
                assert answer.headers["content-type"] == "text/html; charset=utf-8", path
                assert answer.text == home, path

    run(story())


def test_an_unknown_address_of_the_api_is_told_so_in_json(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            for path in ("/api", "/api/", "/api/x", "/api/x/y/z", "/api/tables/x/y/z", "/api/me/x"):
                answer = await club.stranger().ask("GET", path)
                assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path

    run(story())


def test_somebody_new_is_nobody_and_has_no_tables_and_that_is_no_error(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            stranger = club.stranger()
            assert await stranger.get("/api/me") is None
            assert await stranger.get("/api/me/tables") == {"tables": [], "more": False}
            assert (await stranger.ask("GET", "/api/me/history")).status_code == 401
            stranger.http.cookies.set("fourleaf", "x" * 43)
            assert await stranger.get("/api/me") is None

    run(story())
