"""Tables that begin from a position, by a wish and in the tests' own app, whose seam nobody else is given."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import msgspec
import pytest

import fourleaf
from fourleaf import Beginning, Record
from fourleaf.server.settings import Settings
from tests.server.club import Club, open_club, play_on, run, settings_for
from tests.web.app import lay_down

PROJECT = Path(__file__).parents[3]


@contextlib.asynccontextmanager
async def own_app(folder: Path) -> AsyncIterator[Club]:
    """The tests' own app in a process of its own; `folder` is where positions are laid down."""
    words = ["--port", "0", "--bot-pace", "0", "--rates", "1000000", "--positions", str(folder)]
    command = [sys.executable, "-m", "tests.web.app", *words, "--database", f"sqlite:///{folder / 'club.sqlite'}"]
    server = await asyncio.create_subprocess_exec(*command, cwd=PROJECT, stderr=subprocess.PIPE)
    assert server.stderr is not None
    where = (await server.stderr.readline()).decode()
    assert where.startswith("fourleaf: http://"), where
    club = Club(None, int(where.strip().rpartition(":")[2]))
    try:
        yield club
    finally:
        for guest in club.guests:
            await guest.go()
        server.terminate()
        await server.wait()


def late_position(game: str, seats: int) -> str:
    """Three quarters through a match that was played by chance, where one of the first two seats decides."""
    match, rng, lines = fourleaf.game(game).start(seats=seats, seed=2), Random(2), []
    while not match.is_over:
        if match.actor < 2:
            lines.append(match.notation)
        match.play(rng.choice(match.legal))
    return str(lines[len(lines) * 3 // 4])


@pytest.mark.parametrize(("game", "seats"), [("wichtel", 3), ("korrigans", 2), ("treasure", 2)])
def test_a_table_begins_from_a_position_and_is_played_to_a_verified_end(game: str, seats: int, tmp_path: Path) -> None:
    line = late_position(game, seats)

    async def story() -> None:
        async with own_app(tmp_path) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            lay_down(tmp_path, game, line)
            table = await host.table(game, ["me", "open", *["random"] * (seats - 2)], public=True)
            await friend.post(f"/api/tables/{table}/join")
            await host.post(f"/api/tables/{table}/start")
            sockets = [await host.sit_down(table, 0), await friend.sit_down(table, 1)]
            true = fourleaf.game(game).position(line)
            actor = int(true.actor())
            [started] = [entry for entry in sockets[0].entries if entry["kind"] == "started"]
            assert "happened" not in started, "a person decides first"
            view = fourleaf.game(game).view.view(true, actor)
            assert sockets[actor].now["view"] == msgspec.json.decode(msgspec.json.encode(view))
            await asyncio.gather(*[play_on(socket) for socket in sockets])
            record = Record.from_json((await host.ask("GET", f"/api/tables/{table}/record")).content)
            assert record.beginning == Beginning(position=line)
            assert fourleaf.verify(record).outcome == "verified"
            usual = await host.table(game, ["me", *["random"] * (seats - 1)])
            await host.post(f"/api/tables/{usual}/start")
            socket = await host.sit_down(usual, 0)
            await socket.do("resign")
            begun = Record.from_json((await host.ask("GET", f"/api/tables/{usual}/record")).content)
            assert begun.beginning == Beginning(), "a line is taken up once"

    run(story())


def test_a_position_that_does_not_fit_makes_no_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with own_app(tmp_path) as club:
            host = await club.guest("Oak")
            for line, reason in (("nonsense", "8 words"), (late_position("treasure", 3), "has 3")):
                lay_down(tmp_path, "treasure", line)
                problem = await host.refused("/api/tables", game="treasure", seats=["me", "random"])
                assert reason in problem["words"]
            assert (await host.get("/api/me/tables"))["tables"] == []

    run(story())


def test_going_back_leads_to_the_position_and_no_further(tmp_path: Path) -> None:
    line = late_position("korrigans", 2)

    async def story() -> None:
        settings = settings_for(tmp_path)
        async with open_club(settings, beginning=lambda _: Beginning(position=line)) as club:
            host = await club.guest("Oak")
            table = await host.table("korrigans", ["me", "me"])
            await host.post(f"/api/tables/{table}/start")
            seat = fourleaf.game("korrigans").position(line).actor()
            socket = await host.sit_down(table, int(seat))
            before = socket.now
            done = await socket.do("play", ply=0, action=before["legal"][0]["action"])
            await socket.follow(done["seq"])
            assert (await socket.do("undo", ply=0))["type"] == "ack"
            await socket.until(lambda told: told["type"] == "update" and told["entries"][-1]["kind"] == "undone")
            assert socket.now["view"] == before["view"]
            cookies = host.http.cookies
        # A server that knows no positions goes on with a table that began from one: its log says where.
        async with open_club(settings) as club:
            back = club.stranger()
            back.http.cookies = cookies
            socket = await back.sit_down(table, int(seat))
            assert socket.now["view"] == before["view"]

    run(story())


# Nobody else


def test_no_setting_and_no_other_field_of_a_request_says_where_a_table_begins(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            for field in ("beginning", "position", "notation", "positions"):
                wish = {"game": "treasure", "seats": ["me", "random"], field: late_position("treasure", 2)}
                assert (await host.refused("/api/tables", **wish))["code"] == "malformed"
            assert (await host.get("/api/me/tables"))["tables"] == []

    run(story())
    assert not [name for name in Settings.__dataclass_fields__ if "begin" in name or "position" in name]


def test_the_servers_that_people_start_are_never_given_a_beginning_or_luck() -> None:
    given = {
        (path.name, ast.unparse(node))
        for path in (PROJECT / "src" / "fourleaf").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "create_app"
    }
    assert given == {("serve.py", "create_app(settings)"), ("nodes.py", "create_app(settings)")}


def test_a_record_that_begins_elsewhere_is_imported_and_replayed(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            line = late_position("treasure", 2)
            record = fourleaf.game("treasure").start(2, seed=1, beginning=Beginning(position=line)).record()
            brought = (await host.http.post("/api/records", content=record.to_json())).json()
            told = await host.get(f"/api/records/{brought['id']}/moments?seat=0")
            view = fourleaf.game("treasure").view.view(fourleaf.game("treasure").position(line), 0)
            assert told["moments"][0]["now"]["view"] == msgspec.json.decode(msgspec.json.encode(view))
            wrong = msgspec.structs.replace(record, beginning=Beginning(position="nonsense"))
            answer = await host.http.post("/api/records", content=wrong.to_json())
            assert answer.status_code == 400
            assert "a position has 8 words" in answer.json()["words"]

    run(story())
