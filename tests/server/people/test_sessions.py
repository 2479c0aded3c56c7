"""A guest who claims a seat is known by a new secret; the old one dies when the new one is first shown."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import delete, func, select
from websockets.exceptions import ConnectionClosed

from fourleaf.server.connections import LOGGED_OUT
from fourleaf.server.people.guests import ON_ITS_WAY
from fourleaf.server.storage import schema
from tests.server.club import PATIENCE, Club, Guest, open_club, run, settings_for
from tests.server.manual_clock import ManualClock

PASSWORD = "seven leaves of clover"


def cookie_of(guest: Guest) -> str:
    return str(guest.http.cookies["fourleaf"])


def with_cookie(club: Club, value: str) -> Guest:
    somebody = club.stranger()
    plant(somebody, value)
    return somebody


def plant(guest: Guest, value: str) -> None:
    guest.http.cookies.set("fourleaf", value, domain="127.0.0.1", path="/")


def sessions(club: Club) -> int:
    count: int = club.service.database.read_now(
        lambda connection: connection.scalar(select(func.count()).select_from(schema.sessions))
    )
    return count


@pytest.mark.parametrize("way", ["invited", "join", "create"])
def test_a_cookie_that_was_planted_is_worth_nothing_once_its_seat_is_claimed(
    way: str, tmp_path: Path, database_url: str
) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            host, attacker = await club.guest("Oak"), await club.guest("Ash")
            table = await host.table("treasure", ["me", "open"], public=way == "join")
            victim = with_cookie(club, cookie_of(attacker))
            watching = await attacker.sit_down(table)
            if way == "create":
                table = await victim.table("treasure", ["me", "open"])
            else:
                invite = (await host.post(f"/api/tables/{table}/invites"))["secret"] if way == "invited" else None
                await victim.post(f"/api/tables/{table}/join", **({"invite": invite} if invite else {}))
            assert cookie_of(victim) != cookie_of(attacker)
            socket = await victim.sit_down(table, 0 if way == "create" else 1)
            # The socket that the attacker had open beforehand must not look through the seat either.
            with pytest.raises(ConnectionClosed) as closed:
                await watching.until(lambda told: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == LOGGED_OUT
            assert "new cookie" in watching.journal[-1]["why"]
            assert await attacker.get("/api/me") is None
            assert (await attacker.ask("GET", f"/api/tables/{table}")).json()["mine"] == []
            assert (await attacker.ask("POST", f"/api/tables/{table}/leave")).status_code == 401
            await socket.say("ping")
            await socket.until(lambda told: told["type"] == "pong")
            assert (await victim.get("/api/me"))["name"] == "Ash"

    run(story())


def test_an_answer_that_is_lost_on_the_way_costs_nobody_their_games(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings_for(tmp_path), clock) as club:
            elm = await club.guest("Elm")
            before = cookie_of(elm)
            for _ in range(3):
                table = await elm.table("treasure", ["me", "open"])
                plant(elm, before)
                assert (await elm.get(f"/api/tables/{table}"))["mine"] == [0]
                clock.now += ON_ITS_WAY + 1
            # The secrets that nobody has ever shown do not pile up.
            assert sessions(club) == 2
            await elm.table("treasure", ["me", "open"])
            assert (await elm.get("/api/me"))["name"] == "Elm"
            assert await with_cookie(club, before).get("/api/me") is None

    run(story())


def test_who_holds_the_old_cookie_cannot_take_the_new_one_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            attacker = await club.guest("Ash")
            planted = cookie_of(attacker)
            victim = with_cookie(club, planted)
            mine = await victim.table("treasure", ["me", "open"], public=True)
            # Neither by sitting where one sits already, nor by taking a seat of one's own.
            await attacker.post(f"/api/tables/{mine}/join")
            await attacker.table("treasure", ["me", "open"])
            assert cookie_of(attacker) == planted
            assert (await victim.get(f"/api/tables/{mine}"))["mine"] == [0]
            assert await attacker.get("/api/me") is None

    run(story())


def test_a_rematch_gives_a_new_cookie_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            table = await oak.table("treasure", ["me", "open"], public=True)
            await elm.post(f"/api/tables/{table}/join")
            await oak.post(f"/api/tables/{table}/start")
            await (await oak.sit_down(table, 0)).do("resign")
            for guest in (oak, elm):
                await guest.get("/api/me")
                before = cookie_of(guest)
                await guest.post(f"/api/tables/{table}/rematch")
                assert cookie_of(guest) != before
                await guest.get("/api/me")
                assert await with_cookie(club, before).get("/api/me") is None

    run(story())


def test_requests_of_the_same_browser_that_are_on_their_way_are_still_answered(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            elm = await club.guest("Elm")
            other_tab = with_cookie(club, cookie_of(elm))
            me = await elm.get("/api/me")
            table = await elm.table("treasure", ["me", "random"])
            assert await other_tab.get("/api/me") == me
            assert (await other_tab.post("/api/me", name="Fern"))["person"] == me["person"]
            assert (await elm.get("/api/me"))["person"] == me["person"]
            assert (await elm.get(f"/api/tables/{table}"))["mine"] == [0]
            assert await other_tab.get("/api/me") is None

    run(story())


def test_an_account_and_a_bot_keep_what_they_are_known_by(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            bot = await oak.post("/api/bots", name="Clover")
            await oak.post("/api/account", name="Oak", password=PASSWORD)
            before = cookie_of(oak)
            table = await oak.table("treasure", ["me", "open"], public=True)
            assert cookie_of(oak) == before
            program = club.stranger()
            program.http.headers["Authorization"] = f"Bearer {bot['token']}"
            await program.post(f"/api/tables/{table}/join")
            assert "fourleaf" not in program.http.cookies
            assert (await program.get("/api/me"))["name"] == "Clover"

    run(story())


def test_a_socket_that_comes_in_while_its_session_ends_does_not_stay(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            elm = await club.guest("Elm")
            table = await elm.table("treasure", ["me", "random"])
            enter = club.service.connections.enter

            def slow(*given: object) -> None:
                # The session ends between the look at the cookie and the door.
                ending = club.service.database.write(lambda connection: connection.execute(delete(schema.sessions)))
                with ThreadPoolExecutor(1) as elsewhere:
                    elsewhere.submit(asyncio.run, ending).result(PATIENCE)
                enter(*given)

            club.service.connections.enter = slow
            socket = await elm.dial(table)
            with pytest.raises(ConnectionClosed) as closed:
                await socket.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == LOGGED_OUT
            assert club.service.connections.count == 0

    run(story())


def test_somebody_new_whose_wish_is_refused_has_not_come_in(tmp_path: Path, database_url: str) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"], public=True)
            named = await club.guest("Ash")
            await named.post("/api/account", name="Ash", password="a long password")
            for path, wish in (
                (f"/api/tables/{table}/join", {"name": "Elm"}),
                ("/api/tables", {"name": "Elm", "game": "treasure", "seats": ["me"] * 9}),
                ("/api/tables", {"name": "Ash", "game": "treasure", "seats": ["me", "random"]}),
            ):
                stranger = club.stranger()
                answer = await stranger.ask("POST", path, wish)
                assert answer.status_code in (400, 409)
                assert not stranger.http.cookies
            people = select(schema.people.c.name).order_by(schema.people.c.name)
            assert await club.service.database.read(lambda found: list(found.scalars(people))) == ["Ash", "Oak"]
            answer = await club.stranger().ask("POST", "/api/tables", {**wish, "name": "Elm"})
            assert answer.status_code == 201
            assert answer.json()["seats"][0]["name"] == "Elm"

    run(story())
