"""Webhooks are told whose turn it is: signed, not too often, until it arrives, and never at a private address."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hmac
import json
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpcore
import pytest
from sqlalchemy import select

from fourleaf.server.limits import HOOK_GAP, HOOK_TRIES
from fourleaf.server.notices.reach import NotPublic, PublicOnly, is_public
from fourleaf.server.storage import schema
from tests.server.club import PATIENCE, Club, Guest, open_club, run, settings_for
from tests.server.manual_clock import ManualClock


class Receiver:
    """A small HTTP server that keeps what it is sent."""

    def __init__(self) -> None:
        self.status = 200
        self.url = ""
        self.posts: asyncio.Queue[tuple[dict[str, str], bytes]] = asyncio.Queue()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head.split("\r\n")[1:])}
        body = await reader.readexactly(int(headers["content-length"]))
        writer.write(f"HTTP/1.1 {self.status} Said\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        await self.posts.put((headers, body))

    async def next(self) -> tuple[dict[str, str], Any]:
        headers, body = await asyncio.wait_for(self.posts.get(), PATIENCE)
        return headers, json.loads(body)


@contextlib.asynccontextmanager
async def receiver() -> AsyncIterator[Receiver]:
    kept = Receiver()
    server = await asyncio.start_server(kept.serve, "127.0.0.1", 0)
    kept.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/turns"
    async with server:
        yield kept


async def two_at_a_table(club: Club) -> tuple[Guest, Guest, str]:
    oak, elm = await club.guest("Oak"), await club.guest("Elm")
    table = await oak.table("treasure", ["me", "open"], public=True)
    await elm.post(f"/api/tables/{table}/join")
    return oak, elm, table


async def play_a_turn(guest: Guest, table: str, seat: int) -> None:
    """Play until it is somebody else's turn, and go."""
    socket = await guest.sit_down(table, seat)
    while socket.now["actor"] == seat:
        answer = await socket.do("play", ply=socket.now["ply"], action=socket.now["legal"][0]["action"])
        await socket.follow(answer["seq"])
    await socket.hang_up()


def waiting(club: Club) -> list[Any]:
    query = select(schema.notices)
    rows: list[Any] = club.service.database.read_now(lambda connection: list(connection.execute(query)))
    return rows


def test_somebody_who_is_away_is_told_with_a_signature_that_fits(tmp_path: Path, database_url: str) -> None:
    async def story() -> None:
        chosen = {"hooks_to_private": True, "database": database_url}
        async with receiver() as there, open_club(settings_for(tmp_path, **chosen)) as club:
            oak, elm, table = await two_at_a_table(club)
            hook = await elm.post("/api/hooks", url=there.url)
            key = base64.b64decode(hook["secret"].removeprefix("whsec_"))
            await oak.post(f"/api/tables/{table}/start")
            await play_a_turn(oak, table, 0)
            headers, body = await asyncio.wait_for(there.posts.get(), PATIENCE)
            signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
            due = base64.b64encode(hmac.new(key, signed, sha256).digest()).decode()
            assert headers["webhook-signature"] == f"v1,{due}"
            told = json.loads(body)
            assert (told["type"], told["table"], told["seat"], told["name"]) == ("turn", table, 1, "Elm")
            assert told["link"].endswith(f"/t/{table}")
            assert "secret" not in (await elm.get("/api/hooks"))[0]

    run(story())


def test_somebody_who_looks_at_the_table_is_not_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with receiver() as there, open_club(settings_for(tmp_path, hooks_to_private=True)) as club:
            oak, elm, table = await two_at_a_table(club)
            await elm.post("/api/hooks", url=there.url)
            await oak.post("/api/hooks", url=f"{there.url}/table", table=table)
            await elm.sit_down(table, 1)
            await oak.post(f"/api/tables/{table}/start")
            await play_a_turn(oak, table, 0)
            _, told = await there.next()
            assert told["type"] == "turn"
            # The one notice is the table's own.
            assert there.posts.empty()
            assert {row.table for row in waiting(club)} <= {table}

    run(story())


def test_a_newer_turn_replaces_one_that_waits_and_a_hook_has_its_pause(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story() -> None:
        async with receiver() as there, open_club(settings_for(tmp_path, hooks_to_private=True), clock) as club:
            oak, elm, table = await two_at_a_table(club)
            await oak.post("/api/hooks", url=there.url, table=table)
            await oak.post(f"/api/tables/{table}/start")
            first = (await there.next())[1]
            await play_a_turn(oak, table, 0)
            await play_a_turn(elm, table, 1)
            await play_a_turn(oak, table, 0)
            assert there.posts.empty()
            [row] = waiting(club)
            assert row.due_at >= clock.now
            await clock.turn(HOOK_GAP + 1)
            last = (await there.next())[1]
            assert last["ply"] > first["ply"]
            assert last["seat"] == 1
            assert there.posts.empty()

    run(story())


def test_a_notice_is_sent_again_ever_more_rarely_and_given_up_at_last(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story() -> None:
        async with receiver() as there, open_club(settings_for(tmp_path, hooks_to_private=True), clock) as club:
            oak, _, table = await two_at_a_table(club)
            there.status = 503
            await oak.post("/api/hooks", url=there.url)
            await oak.post(f"/api/tables/{table}/start")
            names, waits = set(), []
            for _ in range(HOOK_TRIES):
                headers, _ = await there.next()
                names.add(headers["webhook-id"])
                while (rows := waiting(club)) and rows[0].due_at <= clock.now:
                    await asyncio.sleep(0.01)
                waits += [row.due_at - clock.now for row in rows]
                clock.now += waits[-1] if rows else 0.0
                await club.service.outbox.send_due()
            assert len(names) == 1
            assert waits == sorted(waits)
            while waiting(club):
                await asyncio.sleep(0.01)
            assert (await oak.get("/api/hooks"))[0]["failures"] == 1
            there.status = 410
            await play_a_turn(oak, table, 0)

    run(story())


def test_a_webhook_that_is_gone_is_removed(tmp_path: Path) -> None:
    async def story() -> None:
        async with receiver() as there, open_club(settings_for(tmp_path, hooks_to_private=True)) as club:
            oak, _, table = await two_at_a_table(club)
            there.status = 410
            await oak.post("/api/hooks", url=there.url)
            await oak.post(f"/api/tables/{table}/start")
            await there.next()
            while await oak.get("/api/hooks"):
                await asyncio.sleep(0.01)

    run(story())


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104  # an address to refuse, not to listen on
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "2002:7f00:1::",
        "ff02::1",
    ],
)
def test_an_address_that_is_not_of_the_open_internet_is_refused(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:1.1.1.1"])
def test_an_address_of_the_open_internet_is_not(address: str) -> None:
    assert is_public(address)


class Rebinding(PublicOnly):
    """A name that leads to a public address at the first look and to ourselves at the second."""

    def __init__(self) -> None:
        super().__init__(allow_private=False)
        self.answers = [["93.184.216.34"], ["127.0.0.1"], ["93.184.216.34", "127.0.0.1"]]
        self.connected: list[str] = []
        self._network = self  # type: ignore[assignment]  # the network notes where it is sent

    async def addresses(self, host: str, port: int) -> list[str]:
        return self.answers.pop(0)

    async def connect_tcp(self, host: str, *more: Any, **named: Any) -> httpcore.AsyncNetworkStream:
        if host != "rebinding.example":
            self.connected.append(host)
            raise httpcore.ConnectError("not in a test")
        return await super().connect_tcp(host, *more, **named)


def test_the_address_that_was_checked_is_the_one_that_is_connected_to() -> None:
    async def story() -> None:
        network = Rebinding()
        with pytest.raises(httpcore.ConnectError):
            await network.connect_tcp("rebinding.example", 443)
        assert network.connected == ["93.184.216.34"]
        for _ in range(2):
            with pytest.raises(NotPublic):
                await network.connect_tcp("rebinding.example", 443)
        assert network.connected == ["93.184.216.34"]

    run(story())


def test_a_private_webhook_gets_nothing_without_the_hosts_leave(tmp_path: Path) -> None:
    async def story() -> None:
        async with receiver() as there, open_club(settings_for(tmp_path)) as club:
            oak, _, table = await two_at_a_table(club)
            assert (await oak.refused("/api/hooks", url=there.url))["code"] == "malformed"
            await oak.post("/api/hooks", url=there.url.replace("http:", "https:"))
            await oak.post(f"/api/tables/{table}/start")
            while not (rows := waiting(club)) or not rows[0].tries:
                await asyncio.sleep(0.01)
            assert there.posts.empty()

    run(story())


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x",
        "ftp://example.org/x",
        "https://user:word@example.org/",
        "https:///path",
        "https://example.org:99999/",
        "https://exa mple.org/",
        "https://[::1",
        "javascript:alert(1)//",
    ],
)
def test_what_is_no_address_of_a_webhook_is_refused(url: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            assert (await oak.refused("/api/hooks", url=url))["code"] == "malformed"
            assert await oak.get("/api/hooks") == []

    run(story())


def test_a_tables_webhook_is_for_those_at_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            _, _, table = await two_at_a_table(club)
            ash = await club.guest("Ash")
            assert (await ash.refused("/api/hooks", url="https://example.org/", table=table))["code"] == "not_yours"
            assert (await ash.refused("/api/hooks", url="https://example.org/", table="none"))["code"] == "not_found"
            hook = await ash.post("/api/hooks", url="https://example.org/")
            assert (await ash.ask("DELETE", f"/api/hooks/{hook['id']}")).status_code == 204
            assert (await ash.ask("DELETE", f"/api/hooks/{hook['id']}")).status_code == 404

    run(story())
