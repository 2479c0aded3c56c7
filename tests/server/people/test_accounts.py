"""Accounts keep a guest's games; their secrets change when somebody logs in and die when somebody logs out."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from fourleaf.server.doors import LOGGED_OUT
from fourleaf.server.people.accounts import login_name
from fourleaf.server.storage import schema
from tests.server.club import Guest, open_club, run, settings_for

PASSWORD = "seven leaves of clover"


def cookie_of(guest: Guest) -> str:
    return str(guest.http.cookies["fourleaf"])


def test_a_guest_who_makes_an_account_keeps_every_game_and_gets_a_new_cookie(tmp_path: Path, database_url: str) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"])
            before = cookie_of(oak)
            me = await oak.post("/api/account", name="Oak", password=PASSWORD)
            assert me["kind"] == "account"
            assert [line["id"] for line in (await oak.get("/api/me/tables"))["tables"]] == [table]
            assert cookie_of(oak) != before
            thief = club.stranger()
            thief.http.cookies.set("fourleaf", before)
            assert (await thief.ask("GET", "/api/me")).status_code == 401
            elsewhere = club.stranger()
            assert (await elsewhere.post("/api/login", name="OAK", password=PASSWORD))["person"] == me["person"]
            assert [line["id"] for line in (await elsewhere.get("/api/me/tables"))["tables"]] == [table]

    run(story())


def test_a_fixed_cookie_is_dead_after_a_login(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            await club.stranger().post("/api/account", name="Oak", password=PASSWORD)
            attacker = await club.guest("Ash")
            victim = club.stranger()
            victim.http.cookies.set("fourleaf", cookie_of(attacker))
            await victim.post("/api/login", name="Oak", password=PASSWORD)
            assert (await attacker.ask("GET", "/api/me")).status_code == 401
            assert (await victim.get("/api/me"))["name"] == "Oak"

    run(story())


def test_a_wrong_password_and_an_unknown_name_are_refused_alike(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            await oak.post("/api/account", name="Oak", password=PASSWORD)
            visitor = club.stranger()
            wrong = await visitor.refused("/api/login", name="Oak", password="another password")
            unknown = await visitor.refused("/api/login", name="Elm", password="another password")
            assert wrong == unknown
            taken = await visitor.refused("/api/account", name="oak", password="another password")
            assert "called oak already" in taken["words"]
            assert (await oak.refused("/api/account", name="Elm", password=PASSWORD))["code"] == "not_now"

    run(story())


def test_logging_out_closes_the_sockets_of_that_session_and_of_no_other(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            await oak.post("/api/account", name="Oak", password=PASSWORD)
            table = await oak.table("treasure", ["me", "random"])
            phone = club.stranger()
            await phone.post("/api/login", name="Oak", password=PASSWORD)
            here, there = await oak.sit_down(table, 0), await phone.sit_down(table, 0)
            await oak.post("/api/logout")
            with pytest.raises(ConnectionClosed) as closed:
                await here.until(lambda told: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == LOGGED_OUT
            assert here.journal[-1]["type"] == "closing"
            await there.say("ping")
            await there.until(lambda told: told["type"] == "pong")
            assert (await oak.ask("GET", "/api/me")).status_code == 401
            assert "fourleaf" not in oak.http.cookies

    run(story())


def test_another_password_ends_every_session(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak, phone = await club.guest("Oak"), club.stranger()
            assert (await oak.refused("/api/account/password", old=PASSWORD, new="x" * 8))["code"] == "not_now"
            await oak.post("/api/account", name="Oak", password=PASSWORD)
            await phone.post("/api/login", name="Oak", password=PASSWORD)
            wrong = await oak.refused("/api/account/password", old="not the password", new="ninety leaves")
            assert wrong["code"] == "not_yours"
            await oak.post("/api/account/password", old=PASSWORD, new="ninety leaves")
            assert (await phone.ask("GET", "/api/me")).status_code == 401
            assert (await oak.get("/api/me"))["name"] == "Oak"
            await phone.refused("/api/login", name="Oak", password=PASSWORD)
            await phone.post("/api/login", name="Oak", password="ninety leaves")

    run(story())


def test_only_an_argon2_hash_of_a_password_is_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            await oak.post("/api/account", name="Oak", password=PASSWORD)
            [kept] = club.service.database.read_now(
                lambda connection: list(connection.scalars(select(schema.accounts.c.password)))
            )
            assert kept.startswith("$argon2id$")
        assert PASSWORD.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())

    run(story())


@pytest.mark.parametrize(
    ("first", "second"), [("Oak", "oAK"), ("Straße", "STRASSE"), ("Åsa", "A\u030asa"), ("ﬁr", "fir")]
)
def test_names_that_look_alike_are_one_account(first: str, second: str) -> None:
    assert login_name(first) == login_name(second)
