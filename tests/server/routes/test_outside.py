"""Outside bots play over plain HTTP with a token, and everybody sees that they are bots."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest

from fourleaf.server.tables.bot_streams import BotStream
from fourleaf.server.wire import BotCall
from tests.server.club import PATIENCE, Club, open_club, play_on, run, settings_for

EXAMPLE = Path(__file__).parents[3] / "examples" / "outside_bot.py"


class OutsideBot:
    """A program with a token and no cookie."""

    def __init__(self, club: Club, token: str) -> None:
        self.http = httpx.AsyncClient(base_url=club.url, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.http.post(path, json=body)

    async def lines(self, path: str) -> AsyncIterator[Any]:
        async with self.http.stream("GET", path) as answer:
            assert answer.headers["content-type"].startswith("application/x-ndjson"), await answer.aread()
            async for line in answer.aiter_lines():
                if line:
                    yield json.loads(line)


def test_the_example_plays_a_whole_match_against_a_person(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            token = (await oak.post("/api/bots", name="Clover"))["token"]
            table = await oak.table("treasure", ["me", "open"])
            invite = (await oak.post(f"/api/tables/{table}/invites"))["secret"]
            program = await asyncio.create_subprocess_exec(
                sys.executable, str(EXAMPLE), club.url, token, table, invite, stdout=asyncio.subprocess.PIPE
            )
            socket = await oak.sit_down(table, 0)
            while not all(seat["person"] for seat in socket.table["seats"]):
                await socket.hear()
            await oak.post(f"/api/tables/{table}/start")
            await socket.until(lambda told: told["type"] == "update" and told["now"] is not None)
            await play_on(socket)
            output, _ = await asyncio.wait_for(program.communicate(), PATIENCE)
            assert program.returncode == 0
            [clover] = [seat for seat in (await oak.get(f"/api/tables/{table}"))["seats"] if seat["seat"] == 1]
            assert (clover["name"], clover["outside"], clover["bot"]) == ("Clover", True, None)
            plays = sum(entry["kind"] == "played" and entry["seat"] == 1 for entry in socket.entries)
            assert output.decode().strip() == f"played {plays} times"

    run(story())


def test_a_bot_is_called_to_its_turns_and_to_the_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            made = await oak.post("/api/bots", name="Clover")
            bot = OutsideBot(club, made["token"])
            table = (await bot.post("/api/tables", game="treasure", seats=["me", "random"])).json()["id"]
            calls = bot.lines("/api/bot/stream")
            assert (await anext(calls))["type"] == "table"
            await bot.post(f"/api/tables/{table}/start")
            turn = await anext(calls)
            assert (turn["type"], turn["table"], turn["seat"]) == ("turn", table, 0)
            updates = bot.lines(f"/api/bot/tables/{table}/stream")
            standing = (await anext(updates))["now"]
            wish = {"id": "one", "ply": turn["ply"], "action": standing["legal"][0]["action"]}
            ack = await bot.post(f"/api/bot/tables/{table}/play", **wish)
            assert (await bot.post(f"/api/bot/tables/{table}/play", **wish)).json() == ack.json()
            stale = await bot.post(f"/api/bot/tables/{table}/play", **{**wish, "id": "two"})
            assert (stale.status_code, stale.json()["code"]) == (409, "stale")
            assert (await bot.post(f"/api/bot/tables/{table}/chat", id="c", text="good luck")).status_code == 200
            assert (await anext(calls))["type"] == "turn"
            assert (await bot.post(f"/api/bot/tables/{table}/resign", id="r")).status_code == 200
            assert (await anext(calls))["type"] == "over"
            kinds = [told["type"] async for told in updates]
            assert "chat" in kinds
            assert kinds[-1] in ("update", "presence")
            await bot.http.aclose()

    run(story())


def test_a_token_that_was_taken_back_opens_nothing_and_ends_its_streams(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            made = await oak.post("/api/bots", name="Clover")
            assert [line["bot"] for line in await oak.get("/api/bots")] == [made["bot"]]
            assert "token" not in (await oak.get("/api/bots"))[0]
            bot = OutsideBot(club, made["token"])
            assert (await bot.http.get("/api/me")).json()["kind"] == "bot"
            table = (await bot.post("/api/tables", game="treasure", seats=["me", "random"])).json()["id"]
            updates = bot.lines(f"/api/bot/tables/{table}/stream")
            await anext(updates)
            assert (await elm.ask("DELETE", f"/api/bots/{made['bot']}")).status_code == 404
            assert (await oak.ask("DELETE", f"/api/bots/{made['bot']}")).status_code == 204
            assert [told["type"] async for told in updates][-1] == "closing"
            assert (await bot.http.get("/api/me")).status_code == 401
            await bot.http.aclose()

    run(story())


@pytest.mark.parametrize("header", ["Bearer x", "Bearer", "Basic eDp5", "x", "Bearer fourleaf_bot_" + "x" * 43])
def test_what_is_no_token_is_nobody(header: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            answer = await oak.http.get("/api/bot/stream", headers={"Authorization": header})
            assert (answer.status_code, answer.json()["code"]) == (401, "nobody")
            assert (await oak.ask("GET", "/api/bot/stream")).status_code == 401

    run(story())


def test_a_bot_acts_only_where_it_sits_and_has_no_bots(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            bot = OutsideBot(club, (await oak.post("/api/bots", name="Clover"))["token"])
            table = await oak.table("treasure", ["me", "random"])
            await oak.post(f"/api/tables/{table}/start")
            bodies: dict[str, dict[str, Any]] = {"play": {"ply": 0, "action": 0}, "resign": {}, "chat": {"text": "x"}}
            for path, body in bodies.items():
                answer = await bot.post(f"/api/bot/tables/{table}/{path}", id="x", **body)
                assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")
            assert (await bot.http.get(f"/api/bot/tables/{table}/stream")).status_code == 403
            assert (await bot.post("/api/bots", name="Leaf")).status_code == 403
            await bot.http.aclose()

    run(story())


def test_a_bot_is_called_again_when_its_turn_comes_again_after_going_back() -> None:
    def call(kind: Literal["table", "turn"], ply: int) -> BotCall:
        return BotCall(type=kind, table="table", game="korrigans", seat=1, ply=ply)

    async def story() -> list[int]:
        stream = BotStream()
        for told in (
            call("table", 0),
            call("turn", 9),
            call("turn", 9),
            call("table", 8),
            call("turn", 9),
            call("table", 11),
            call("table", 12),
        ):
            stream.tell(told)
            if stream.waits:
                heard.append(json.loads(await stream.next() or b""))
        return [one["ply"] for one in heard]

    heard: list[Any] = []
    assert run(story()) == [0, 9, 9], "once for each time that the turn comes"
