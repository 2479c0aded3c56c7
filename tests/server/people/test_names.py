"""Whoever has an account is the only one who carries its name."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import insert, select, text

from fourleaf.server import limits
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.opening import MIGRATIONS
from fourleaf.server.texts import look_of
from tests.server.club import Club, Guest, open_club, run, settings_for
from tests.server.manual_clock import ManualClock
from tests.server.test_records import golden

PASSWORD = "seven leaves of clover"


def everybody(club: Club) -> dict[str, list[str]]:
    """Names by kind."""
    query = select(schema.people.c.kind, schema.people.c.name).order_by(schema.people.c.created_at)
    names: dict[str, list[str]] = {}
    for kind, name in club.service.database.read_now(lambda connection: list(connection.execute(query))):
        names.setdefault(kind, []).append(name)
    return names


async def account(club: Club, name: str) -> Guest:
    somebody = club.stranger()
    await somebody.post("/api/account", name=name, password=PASSWORD)
    return somebody


@pytest.mark.parametrize("name", ["Oak", "oAK", "Оак", "0ak", "Ｏａｋ", " Oak "])
def test_nobody_else_comes_in_sits_down_or_makes_a_bot_under_an_accounts_name(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await account(club, "Oak")
            table = await oak.table("treasure", ["me", "open"], public=True)
            stranger, elm = club.stranger(), await club.guest("Elm")
            before = everybody(club)
            for guest, path, more in (
                (stranger, "/api/me", {}),
                (stranger, "/api/tables", {"game": "treasure", "seats": ["me", "open"]}),
                (stranger, f"/api/tables/{table}/join", {}),
                (stranger, "/api/account", {"password": PASSWORD}),
                (elm, "/api/me", {}),
                (elm, "/api/bots", {}),
                (elm, "/api/account", {"password": PASSWORD}),
            ):
                refusal = await guest.refused(path, name=name, **more)
                assert refusal["code"] == "not_now", (path, refusal)
                assert "somebody with an account is called" in refusal["words"]
            assert everybody(club) == before
            assert (await oak.get(f"/api/tables/{table}"))["seats"][1]["name"] is None
            assert (await oak.post("/api/me", name=name))["name"] == name.strip()

    run(story())


def test_a_guest_who_carries_the_name_gives_it_up_when_the_account_is_made(tmp_path: Path, database_url: str) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            first, second, elm = await club.guest("Oak"), await club.guest("OAK"), await club.guest("Elm")
            bot = await elm.post("/api/bots", name="oak")
            table = await first.table("treasure", ["me", "random"])
            socket = await first.sit_down(table, 0)
            await socket.do("chat", text="before")
            await account(club, "Oak")
            names = everybody(club)
            assert names["account"] == ["Oak"]
            assert all(name.startswith("Guest ") for name in [*names["guest"][:2], *names["bot"]])
            assert names["guest"][2] == "Elm"
            # Who they are, their seats and their open sockets stay.
            me = await first.get("/api/me")
            assert me["name"] == names["guest"][0]
            assert [line["id"] for line in (await first.get("/api/me/tables"))["tables"]] == [table]
            await socket.say("chat", id="after", text="after")
            await socket.until(lambda told: told.get("text") == "after")
            said = [told["name"] for told in socket.journal if told["type"] == "chat"]
            assert said == ["Oak", me["name"]]
            assert (await elm.get("/api/bots"))[0]["bot"] == bot["bot"]
            await second.post("/api/me", name="Ash")

    run(story())


def test_a_renamed_account_is_logged_in_to_by_its_new_name_alone(tmp_path: Path, database_url: str) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            oak, elm = await account(club, "Oak"), await account(club, "Elm")
            guest = await club.guest("Ash")
            assert (await oak.refused("/api/me", name="elm"))["code"] == "not_now"
            assert (await oak.get("/api/me"))["name"] == "Oak"
            me = await oak.post("/api/me", name="Ash")
            assert (await guest.get("/api/me"))["name"].startswith("Guest ")
            elsewhere = club.stranger()
            assert (await elsewhere.refused("/api/login", name="Oak", password=PASSWORD))["code"] == "not_yours"
            assert (await elsewhere.post("/api/login", name="ash", password=PASSWORD))["person"] == me["person"]
            await club.guest("Oak")
            assert (await elm.get("/api/me"))["kind"] == "account"

    run(story())


def test_of_many_who_want_a_name_at_once_one_gets_it_and_nobody_else_carries_it(
    tmp_path: Path, database_url: str
) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            guests = [await club.guest(f"Fern {number}") for number in range(6)]
            wishes = [guest.ask("POST", "/api/account", {"name": "Oak", "password": PASSWORD}) for guest in guests[:3]]
            wishes += [guest.ask("POST", "/api/me", {"name": "oak"}) for guest in guests[3:]]
            wishes += [club.stranger().ask("POST", "/api/me", {"name": "0ak"}) for _ in range(6)]
            answers = await asyncio.gather(*wishes)
            assert sum(answer.is_success for answer in answers[:3]) == 1
            assert {answer.status_code for answer in answers} <= {200, 201, 409}
            names = everybody(club)
            assert names["account"] == ["Oak"]
            assert not [name for name in names["guest"] if look_of(name) == look_of("Oak")]

    run(story())


def test_an_account_is_renamed_so_often(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story() -> None:
        async with open_club(settings_for(tmp_path, rates=1.0), clock) as club:
            oak = await account(club, "Oak")
            codes = [
                (await oak.ask("POST", "/api/me", {"name": f"Oak {number}"})).status_code
                for number in range(int(limits.RENAMES.burst) + 1)
            ]
            assert codes[-2:] == [200, 429]

    run(story())


def named(*who: str) -> bytes:
    fields = msgspec.json.decode(golden("treasure"))
    fields.pop("seal")
    return msgspec.json.encode({**fields, "who": who})


def seats() -> int:
    return int(msgspec.json.decode(golden("treasure"))["seats"])


async def imported(guest: Guest, record: bytes) -> tuple[int, Any]:
    answer = await guest.http.post("/api/records", content=record)
    return answer.status_code, answer.json()


def test_the_names_in_an_imported_record_are_cleaned_counted_and_capped(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            elm = await club.guest("Elm")
            others = ["Ash"] * (seats() - 1)
            for written, shown in (
                ("Fern", "Fern"),
                (" Old\u202e\n  Fern\u3164 ", "Old Fern"),
                ("x" * 1000, "x" * limits.NAME),
            ):
                status, told = await imported(elm, named(written, *others))
                assert (status, told["who"]) == (201, [shown, *others])
            assert (await imported(elm, named()))[1]["who"] == []
            for wrong in ([*others], ["Fern", *others, "Ash"], ["x"] * 10_000):
                status, told = await imported(elm, named(*wrong))
                assert status == 400
                assert "names everybody or nobody" in told["words"]
            for nothing in ("", " ", "\u3164", "\u0301", "\u200b\u2800"):
                status, told = await imported(elm, named(*others, nothing))
                assert status == 400
                assert f"the name at seat {seats() - 1} shows nothing" in told["words"]

    run(story())


def test_a_record_names_an_account_only_if_the_account_brought_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            elm = await club.guest("Elm")
            record = named("Оак", *["Fern"] * (seats() - 1))
            brought = (await imported(elm, record))[1]
            assert brought["who"][0] == "Оак"
            oak = await account(club, "Oak")
            assert (await elm.get(f"/api/records/{brought['id']}"))["who"][0] == "somebody"
            assert (await imported(elm, record))[1]["who"][0] == "somebody"
            assert (await imported(oak, record))[1]["who"][0] == "Оак"

    run(story())


def test_a_database_from_before_is_brought_under_the_same_rules(database_url: str) -> None:
    database = Database(database_url)
    with database._writing.connect() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
    people = [
        ("a1", "Oak", "account"),
        ("a2", "Оак", "account"),
        ("a3", "Old  Elm", "account"),
        ("g1", "oak", "guest"),
        ("g2", "Fern", "guest"),
        ("b1", "OLD ELM", "bot"),
    ]
    with database._writing.begin() as connection:
        for number, (person, name, kind) in enumerate(people):
            connection.execute(
                text("INSERT INTO people (id, name, kind, created_at) VALUES (:id, :name, :kind, :at)"),
                {"id": person, "name": name, "kind": kind, "at": number},
            )
            if kind == "account":
                connection.execute(
                    insert(schema.accounts).values(person=person, login=name.casefold(), password="x", created_at=1.0)
                )
    database.open()
    try:
        rows = database.read_now(lambda connection: {row.id: row for row in connection.execute(select(schema.people))})
        logins = database.read_now(
            lambda connection: {row.person: row.login for row in connection.execute(select(schema.accounts))}
        )
    finally:
        database.close()
    assert [rows[person].name for person in ("a1", "a2", "a3", "g2")] == ["Oak", "Оак", "Old  Elm", "Fern"]
    assert rows["g1"].name.startswith("Guest ")
    assert rows["b1"].name.startswith("Guest ")
    assert [rows[person].look for person in ("a1", "a2")] == [look_of("Oak"), None]
    assert logins == {"a1": "oak", "a2": "оак", "a3": "old elm"}


def test_a_guest_whose_name_becomes_an_accounts_while_they_sit_down_is_asked_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            elm, oak = await club.guest("Elm"), await club.guest("Oak")
            table = await elm.table("treasure", ["me", "open"], public=True)
            held = await club.service.tables.get(table)
            async with held.lock:
                # Who asks is known by now, and waits for the table.
                joining = asyncio.create_task(oak.ask("POST", f"/api/tables/{table}/join", {}))
                while not held.lock._waiters:
                    await asyncio.sleep(0.01)
                await account(club, "Oak")
            answer = await joining
            assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
            await oak.post(f"/api/tables/{table}/join")
            assert (await elm.get(f"/api/tables/{table}"))["seats"][1]["name"].startswith("Guest ")

    run(story())
