"""Accounts keep a guest's games; their secrets change when somebody logs in and die when somebody logs out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from fourleaf.server import limits
from fourleaf.server.connections import LOGGED_OUT
from fourleaf.server.storage import schema
from fourleaf.server.texts import login_name
from tests.server.club import Club, Guest, open_club, run, settings_for
from tests.server.manual_clock import ManualClock

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
            assert await thief.get("/api/me") is None
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
            assert await attacker.get("/api/me") is None
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
            assert await oak.get("/api/me") is None
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
            assert await phone.get("/api/me") is None
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


def from_address(guest: Guest, address: str) -> Guest:
    guest.http.headers["X-Forwarded-For"] = address
    return guest


async def guess_from_everywhere(club: Club, name: str, tries: int) -> list[str]:
    """Wrong passwords, each from an address of its own."""
    codes = []
    for number in range(tries):
        guesser = from_address(club.stranger(), f"10.1.{number // 250}.{number % 250}")
        codes.append((await guesser.refused("/api/login", name=name, password=f"guess {number:08d}"))["code"])
    return codes


def test_wrong_passwords_from_elsewhere_lock_nobody_out_and_guessing_is_slow_all_the_same(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story() -> None:
        chosen = {"rates": 1.0, "trusted_proxies": "127.0.0.1"}
        async with open_club(settings_for(tmp_path, **chosen), clock) as club:
            oak = from_address(await club.guest("Oak"), "192.0.2.1")
            await oak.post("/api/account", name="Oak", password=PASSWORD)
            await oak.post("/api/logout")
            most = int(limits.GUESSES.burst)
            # One address alone cannot touch anybody elsewhere.
            nuisance = from_address(club.stranger(), "192.0.2.66")
            for _ in range(int(limits.LOG_INS.burst) + 5):
                await nuisance.refused("/api/login", name="Oak", password="another guess")
            newcomer = from_address(club.stranger(), "192.0.2.2")
            await newcomer.post("/api/login", name="Oak", password=PASSWORD)
            codes = await guess_from_everywhere(club, "oak", most + 5)
            assert codes[-5:] == ["too_much"] * 5
            # Devices that were here before have tries of their own, from any address, even the worst one.
            for known, address in ((oak, "192.0.2.66"), (newcomer, "192.0.2.3")):
                from_address(known, address)
                await known.post("/api/login", name="Oak", password=PASSWORD)
            # And these are limited too.
            spent = [await oak.refused("/api/login", name="Oak", password="another guess") for _ in range(11)]
            assert [told["code"] for told in spent][-1] == "too_much"
            clock.now += 1 / limits.GUESSES.a_second
            stranger = from_address(club.stranger(), "192.0.2.4")
            await stranger.post("/api/login", name="Oak", password=PASSWORD)

    run(story())


def test_a_device_is_known_to_its_account_alone_and_forgotten_with_the_password(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story() -> None:
        chosen = {"rates": 1.0, "trusted_proxies": "127.0.0.1"}
        async with open_club(settings_for(tmp_path, **chosen), clock) as club:
            oak, elm = from_address(club.stranger(), "192.0.2.1"), from_address(club.stranger(), "192.0.2.2")
            phone = from_address(club.stranger(), "192.0.2.3")
            await oak.post("/api/account", name="Oak", password=PASSWORD)
            await elm.post("/api/account", name="Elm", password=PASSWORD)
            await phone.post("/api/login", name="Oak", password=PASSWORD)
            await oak.post("/api/account/password", old=PASSWORD, new="ninety leaves")
            await guess_from_everywhere(club, "Oak", int(limits.GUESSES.burst))
            for unknown in (elm, phone):
                refusal = await unknown.refused("/api/login", name="Oak", password="ninety leaves")
                assert refusal["code"] == "too_much"
                assert "from devices it does not know" in refusal["words"]
            await oak.post("/api/login", name="Oak", password="ninety leaves")
            kept = club.service.database.read_now(
                lambda connection: list(connection.scalars(select(schema.devices.c.hash)))
            )
            assert all(len(hashed) == 32 for hashed in kept)

    run(story())


def test_an_account_knows_so_many_devices(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            await club.stranger().post("/api/account", name="Oak", password=PASSWORD)
            for _ in range(25):
                await club.stranger().post("/api/login", name="Oak", password=PASSWORD)
            kept = club.service.database.read_now(
                lambda connection: list(connection.scalars(select(schema.devices.c.hash)))
            )
            assert len(kept) == 20

    run(story())


def test_the_tries_to_change_a_password_are_the_persons_whatever_they_are_called(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story() -> None:
        async with open_club(settings_for(tmp_path, rates=1.0), clock) as club:
            oak = club.stranger()
            await oak.post("/api/account", name="Oak", password=PASSWORD)
            codes = []
            for number in range(int(limits.LOG_INS.burst) + 1):
                if number % 3 == 2:
                    await oak.post("/api/me", name=f"Oak {number}")
                refusal = await oak.refused("/api/account/password", old="another guess", new="ninety leaves")
                codes.append(refusal["code"])
            assert codes == ["not_yours"] * int(limits.LOG_INS.burst) + ["too_much"]

    run(story())


@pytest.mark.parametrize("name", ["a\x00b", "\u3164", "\ufdfa" * 48, "\udfff", "'; DROP TABLE people; --"])
def test_a_name_that_is_none_logs_nobody_in_and_breaks_nothing(name: str, tmp_path: Path, database_url: str) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            for path in ("/api/login", "/api/account", "/api/me"):
                body = {"name": name} if path == "/api/me" else {"name": name, "password": PASSWORD}
                answer = await club.stranger().http.post(path, content=json.dumps(body))
                assert answer.status_code < 500, (path, answer.text)

    run(story())
