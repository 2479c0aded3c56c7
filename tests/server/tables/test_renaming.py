"""Whoever takes another name has it at every table at once, and what was recorded stays what it was."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.club import Guest, Socket, open_club, play_on, run, settings_for


def names(socket: Socket) -> list[str]:
    return [seat["name"] for seat in socket.table["seats"] if seat["name"]]


async def hear(socket: Socket, name: str) -> None:
    await socket.until(lambda told: told["type"] == "update" and name in names(socket))


async def shown(guest: Guest, table: str) -> list[str]:
    info = await guest.get(f"/api/tables/{table}")
    return [seat["name"] for seat in info["seats"] if seat["name"]]


def test_a_new_name_reaches_every_socket_at_every_table_in_every_state(database_url: str, tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path, database=database_url)
        async with open_club(settings) as club:
            host, friend, watcher = await club.guest("Oak"), await club.guest("Elm"), await club.guest("Ash")
            tables = {}
            for state in ("gathering", "playing", "over"):
                tables[state] = await host.table("treasure", ["me", "open"], public=True)
                await friend.post(f"/api/tables/{tables[state]}/join")
                if state != "gathering":
                    await host.post(f"/api/tables/{tables[state]}/start")
            over = [await host.sit_down(tables["over"], 0), await friend.sit_down(tables["over"], 1)]
            await asyncio.gather(*[play_on(socket) for socket in over])
            record = (await host.ask("GET", f"/api/tables/{tables['over']}/record")).content
            looking = [
                await guest.sit_down(table, seat)
                for table in tables.values()
                for guest, seat in ((host, 0), (friend, 1), (watcher, None))
            ]
            await friend.post("/api/me", name="Fern")
            for socket in looking:
                await hear(socket, "Fern")
                assert names(socket) == ["Oak", "Fern"]
            assert (await host.ask("GET", f"/api/tables/{tables['over']}/record")).content == record
            for guest in (host, friend):
                for line in (await guest.get("/api/me/tables"))["tables"]:
                    assert [seat["name"] for seat in line["seats"]] == ["Oak", "Fern"]
            late = await watcher.sit_down(tables["gathering"])
            assert [entry["name"] for entry in late.entries if entry["kind"] == "sat"] == ["Oak", "Fern"]
            cookies = host.http.cookies
        async with open_club(settings) as club:
            back = club.stranger()
            back.http.cookies = cookies
            for table in tables.values():
                assert await shown(back, table) == ["Oak", "Fern"]
            assert (await back.ask("GET", f"/api/tables/{tables['over']}/record")).content == record

    run(story())


def test_whoever_is_asked_to_play_again_or_loses_a_name_is_shown_by_the_new_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("treasure", ["me", "open"], public=True)
            await friend.post(f"/api/tables/{table}/join")
            await host.post(f"/api/tables/{table}/start")
            socket = await friend.sit_down(table, 1)
            await socket.do("resign")
            rematch = (await host.post(f"/api/tables/{table}/rematch"))["id"]
            await friend.post("/api/me", name="Fern")
            info = await host.get(f"/api/tables/{rematch}")
            assert [seat["kept_for"] for seat in info["seats"]] == ["Fern", None]
            assert "Fern has not said yet" in (await host.refused(f"/api/tables/{rematch}/start"))["words"]
            [asked] = [line for line in (await host.get("/api/me/tables"))["tables"] if line["id"] == rematch]
            assert [seat["kept_for"] for seat in asked["seats"]] == ["Fern", None]
            other = club.stranger()
            await other.post("/api/account", name="Fern", password="a four-leaved clover")
            info = await host.get(f"/api/tables/{rematch}")
            assert info["seats"][0]["kept_for"].startswith("Guest "), "an account took the name"

    run(story())


def test_a_name_that_is_taken_while_one_sits_down_is_the_one_that_is_shown(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            for number in range(10):
                friend = await club.guest("Elm")
                table = await host.table("treasure", ["me", "open"], public=True)
                joined = friend.ask("POST", f"/api/tables/{table}/join", {})
                await asyncio.gather(joined, friend.post("/api/me", name=f"Fern {number}"))
                assert await shown(host, table) == ["Oak", f"Fern {number}"]
                await host.post(f"/api/tables/{table}/close")

    run(story())


@pytest.mark.parametrize("length", [25, 49, 5000])
def test_a_name_that_is_too_long_is_refused_with_the_limit(length: int, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "open"], public=True)
            long = "x" * length
            for guest, path, more in (
                (host, "/api/me", {}),
                (club.stranger(), "/api/me", {}),
                (club.stranger(), f"/api/tables/{table}/join", {}),
                (club.stranger(), "/api/tables", {"game": "treasure", "seats": ["me", "open"]}),
                (club.stranger(), "/api/account", {"password": "a four-leaved clover"}),
            ):
                problem = await guest.refused(path, name=long, **more)
                assert problem["words"] == f"a name has at most 24 characters, not {length}", path
            assert (await host.post("/api/me", name="x" * 24))["name"] == "x" * 24

    run(story())
