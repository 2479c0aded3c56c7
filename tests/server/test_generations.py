"""What an earlier Fourleaf left behind opens with this one: every table stands as it stood, and goes on."""

from __future__ import annotations

import asyncio
import json
import lzma
from pathlib import Path

import pytest

import fourleaf
from fourleaf import Record
from tests.server import generations
from tests.server.club import Club, Guest, Json, open_club, play_on, run, settings_for

HERE = Path(generations.__file__).parent
KINDS = ("sqlite", "postgres")
NAMES = sorted({path.name.split(".")[0] for path in HERE.glob("*.xz")})


def unpacked(name: str) -> bytes:
    return lzma.decompress((HERE / f"{name}.xz").read_bytes())


class Generation:
    """A database that was left behind, and what it looked like to those who left it."""

    def __init__(self, url: str, left: Json) -> None:
        self.url = url
        self.people: dict[str, dict[str, str]] = left["people"]
        self.tables: list[Json] = left["tables"]

    def guest(self, club: Club, game: str, who: str) -> Guest:
        """Somebody of that time, who comes back with the same cookie."""
        guest = club.stranger()
        guest.http.cookies.update(self.people[f"{game} {who}"])
        return guest


@pytest.fixture(params=[(name, kind) for name in NAMES for kind in KINDS], ids=".".join)
def generation(request: pytest.FixtureRequest, tmp_path: Path) -> Generation:
    name, kind = request.param
    left = json.loads(unpacked(f"{name}.{kind}.json"))
    if kind == "sqlite":
        path = tmp_path / "club.sqlite"
        path.write_bytes(unpacked(f"{name}.sqlite"))
        return Generation(f"sqlite:///{path}", left)
    import psycopg

    url: str = request.getfixturevalue("postgres_url")
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(unpacked(f"{name}.postgres"))
    return Generation(url, left)


def test_there_are_generations_of_all_games_and_of_every_way_that_a_table_can_stand() -> None:
    assert NAMES
    for name in NAMES:
        tables = json.loads(unpacked(f"{name}.sqlite.json"))["tables"]
        assert {table["game"] for table in tables} == set(fourleaf.games())
        assert {table["status"] for table in tables} == {"gathering", "playing", "over"}


def test_every_table_stands_as_it_stood_and_finished_ones_verify(generation: Generation, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=generation.url)) as club:
            for left in generation.tables:
                fold = (await club.service.tables.get(left["id"])).fold
                if left["status"] == "over":
                    assert fold.hash.hex() == left["hash"], left
                assert fold.status == left["status"], left
                assert (fold.match and fold.match.notation) == left["notation"] or fold.seq > left["seq"], left
                if left["record"] is not None:
                    guest = generation.guest(club, left["game"], "host")
                    told = await guest.ask("GET", f"/api/tables/{left['id']}/record")
                    assert told.text == left["record"], "a record stays what it was, byte for byte"
                    assert fourleaf.verify(Record.from_json(told.content)).outcome == "verified"

    run(story())


def test_unfinished_tables_go_on_to_an_end_that_verifies(generation: Generation, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=generation.url)) as club:
            unfinished = [left for left in generation.tables if left["status"] != "over"]
            await asyncio.gather(*[finish(club, generation, left) for left in unfinished])
            assert {left["kind"] for left in unfinished} >= {"gathering", "playing", "gone back", "asked", "live clock"}

    run(story())


async def finish(club: Club, generation: Generation, left: Json) -> None:
    """Those who left a table unfinished come back and play it to its end."""
    table = left["id"]
    host, friend = (generation.guest(club, left["game"], who) for who in ("host", "friend"))
    if left["status"] == "gathering":
        await host.post(f"/api/tables/{table}/start")
    sockets = [await host.sit_down(table, 0), await friend.sit_down(table, 1)]
    for socket in sockets:
        seat = socket.now["seat"]
        if socket.table["seats"][seat]["stand_in"] and not socket.table["seats"][seat]["resigned"]:
            assert (await socket.do("return"))["type"] == "ack"
            await socket.until(lambda told: told["type"] == "update")
    playing = [socket for socket in sockets if not socket.table["seats"][socket.now["seat"]]["stand_in"]]
    await asyncio.gather(*[play_on(socket) for socket in playing])
    record = Record.from_json((await host.ask("GET", f"/api/tables/{table}/record")).content)
    assert record.result is not None, left
    assert fourleaf.verify(record).outcome == "verified", left


@pytest.mark.parametrize("generation", [("0004", kind) for kind in KINDS], ids=".".join, indirect=True)
def test_invites_of_that_time_seat_whom_they_would_have_seated(generation: Generation, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=generation.url)) as club:
            [left] = [left for left in generation.tables if left["kind"] == "invited"]
            host, friend = (generation.guest(club, left["game"], who) for who in ("host", "friend"))
            path = f"/api/tables/{left['id']}"
            lines = await host.get(f"{path}/invites")
            assert [line["state"] for line in lines] == ["used", "used", "used"], "the table is full"
            await friend.post(f"{path}/leave")
            assert (await friend.get(path))["may_sit"], "whoever got up sits down again"
            states = sorted((line["state"], line["seated"]) for line in await host.get(f"{path}/invites"))
            assert states == [("live", 0), ("used", 1), ("used", 1)]
            await club.stranger().post(f"{path}/join", invite=left["invite"], name="Ash")

    run(story())


def test_people_of_that_time_keep_their_accounts_and_what_belongs_to_them(
    generation: Generation, tmp_path: Path
) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=generation.url)) as club:
            for game in fourleaf.games():
                friend = generation.guest(club, game, "friend")
                assert (await friend.get("/api/me"))["kind"] == "account"
                name = f"Elm of {game}"
                back = club.stranger()
                assert (await back.post("/api/login", name=name, password="a four-leaved clover"))["name"] == name
                assert (await back.get("/api/me/history"))["games"]
            host = generation.guest(club, "treasure", "host")
            assert len(await host.get("/api/bots")) == 1
            assert len(await host.get("/api/hooks")) == 1
            promised = await host.get("/api/promises")
            assert [line["number"] for line in promised] == list(range(1, len(promised) + 1))

    run(story())
