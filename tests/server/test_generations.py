"""What an earlier Fourleaf left behind opens with this one: every table stands as it stood, and goes on.

Except where its rules were never released and are not played any more: such a table is ended, and its luck revealed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import lzma
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

import fourleaf
from fourleaf import FairLuck, Record
from fourleaf.server.storage.schema import records
from tests.server import generations
from tests.server.club import Club, Guest, Json, open_club, play_on, run, settings_for

HERE = Path(generations.__file__).parent
KINDS = ("sqlite", "postgres")
OLD_RULES = {"korrigans": 1}
"""What was played then, and was changed before it was released."""
NAMES = sorted({path.name.split(".")[0] for path in HERE.glob("*.xz")})


def unpacked(name: str) -> bytes:
    return lzma.decompress((HERE / f"{name}.xz").read_bytes())


class Generation:
    """A database that was left behind, and what it looked like to those who left it."""

    def __init__(self, url: str, left: Json) -> None:
        self.url = url
        self.people: dict[str, dict[str, str]] = left["people"]
        self.all_tables: list[Json] = left["tables"]
        self.tables = [table for table in self.all_tables if table["game"] not in OLD_RULES]
        self.outdated = [table for table in self.all_tables if table["game"] in OLD_RULES]

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
                state = (await club.service.tables.get(left["id"])).state
                if left["status"] == "over":
                    assert state.hash.hex() == left["hash"], left
                assert state.status == left["status"], left
                assert (state.match and state.match.notation) == left["notation"] or state.seq > left["seq"], left
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


def test_a_table_of_rules_that_are_not_played_any_more_is_ended_and_its_promise_can_be_checked(
    generation: Generation, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=generation.url)) as club:
            host = generation.guest(club, "korrigans", "host")
            promised = {line["commitment"]: line["table"] for line in await all_promises(host)}
            for left in generation.outdated:
                info = await host.get(f"/api/tables/{left['id']}")
                assert (info["status"], info["rules_version"], info["frozen"]) == ("over", 1, False)
                assert (info["ending"]["why"] == "old_rules") == (left["status"] != "over"), left
                assert promised[info["luck"]["commitment"]] == left["id"]
                keep_their_promise(info)
            assert {left["status"] for left in generation.outdated} == {"gathering", "playing", "over"}
            assert club.service.tables.frozen == 0

    with caplog.at_level(logging.WARNING):
        run(story())
    assert not caplog.records, caplog.text


async def all_promises(guest: Guest) -> list[Json]:
    promised: list[Json] = []
    while page := await guest.get(f"/api/promises?since={len(promised)}"):
        promised += page
    return promised


def keep_their_promise(info: Json) -> None:
    """What was committed to before the first move follows from what is revealed; no rules are needed for that."""
    luck, game = info["luck"], fourleaf.game(info["game"])
    promise = {"game": game.name, "options": info["options"], "seats": list(game.seats), "version": 1}
    for more in ({}, {"beginning": {"board": None, "origin": None, "position": None}}):
        terms = msgspec.json.encode({**promise, **more}, order="deterministic")
        fair = FairLuck(info["id"].encode(), terms, bytes.fromhex(luck["secret"]))
        if fair.commitment.hex() == luck["commitment"]:
            break
    assert fair.commitment.hex() == luck["commitment"]
    if luck["roster"] is not None:
        assert fair.lock([bytes.fromhex(seat) for seat in luck["seat_commitments"]]).hex() == luck["roster"]
        fair.open([bytes.fromhex(brought) for brought in luck["entropy"]])


def test_whoever_comes_back_to_it_is_told_and_can_begin_anew(generation: Generation, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=generation.url)) as club:
            host = generation.guest(club, "korrigans", "host")
            for left in generation.outdated:
                await look_back(host, left)
            waiting = await host.get("/api/me/tables")
            old = {left["id"] for left in generation.outdated}
            assert {table["status"] for table in waiting["tables"] if table["id"] in old} == {"over"}
            assert not any(table["my_turn"] for table in waiting["tables"] if table["id"] in old)
            again = next(left["id"] for left in generation.outdated if left["kind"] == "playing")
            rematch = await host.post(f"/api/tables/{again}/rematch")
            assert rematch["rules_version"] == fourleaf.game("korrigans").version == 2

    run(story())


async def look_back(host: Guest, left: Json) -> None:
    """All of the log is told, nothing stands, and a wish is refused in words."""
    socket = await host.sit_down(left["id"], 0)
    assert [entry["seq"] for entry in socket.entries] == list(range(1, socket.table["seq"] + 1))
    assert not any(told.get("now") for told in socket.journal)
    refusal = await socket.do("play", ply=0, action=0)
    assert (refusal["code"], refusal["words"]) == ("not_now", "the match is over")
    assert (await socket.do("chat", text="what a pity"))["type"] == "ack"
    for what in ("record", "moments", "chance"):
        told = await host.ask("GET", f"/api/tables/{left['id']}/{what}")
        assert told.status_code == 409
        assert "version 1 of the rules of Korrigans, which is no longer played" in told.json()["words"]
        assert "plays version 2" in told.json()["words"]


def test_it_is_ended_once_and_stays_so(generation: Generation, tmp_path: Path) -> None:
    async def visit() -> dict[str, str]:
        async with open_club(settings_for(tmp_path, database=generation.url)) as club:
            states = [(await club.service.tables.get(left["id"])).state for left in generation.outdated]
            return {state.table: state.hash.hex() for state in states}

    first = run(visit())
    assert run(visit()) == first
    for left in generation.outdated:
        if left["status"] == "over":
            assert first[left["id"]] == left["hash"], "what was over stays what it was"


def test_a_record_of_such_rules_is_still_there_and_says_why_it_cannot_be_replayed(
    generation: Generation, tmp_path: Path
) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=generation.url)) as club:
            host = generation.guest(club, "korrigans", "host")
            kept = await club.service.database.read(lambda connection: list(connection.execute(select(records))))
            (old,) = [row for row in kept if Record.from_json(row.record).game == "korrigans"]
            assert (await host.get(f"/api/records/{old.id}"))["game"] == "korrigans"
            told = await host.ask("GET", f"/api/records/{old.id}/moments")
            assert told.status_code == 400
            assert "version 1 of the rules of korrigans is not played here" in told.json()["words"]
            told = await host.http.post("/api/records", content=old.record)
            assert told.status_code == 400
            assert "this Fourleaf plays version 2" in told.json()["words"]

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
