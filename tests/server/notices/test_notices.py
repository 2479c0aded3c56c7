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

import pytest
from sqlalchemy import select, update

from fourleaf.server.limits import HOOK_GAP, HOOK_TRIES
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


def test_whoever_comes_or_goes_while_a_turn_is_being_written_keeps_no_notice_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ManualClock()

    async def story() -> None:
        async with receiver() as there, open_club(settings_for(tmp_path, hooks_to_private=True), clock) as club:
            oak, elm, table = await two_at_a_table(club)
            await oak.post("/api/hooks", url=there.url, table=table)
            await oak.post(f"/api/tables/{table}/start")
            first = (await there.next())[1]
            visits = [await elm.sit_down(table, 1) for _ in range(4)]
            write = club.service.log.append

            async def held_up(*what: Any) -> None:
                await visits.pop().hang_up()
                # Long enough for the outbox to have looked and found nothing, if anything had sent it there.
                await asyncio.sleep(0.2)
                await write(*what)

            monkeypatch.setattr(club.service.log, "append", held_up)
            await play_a_turn(oak, table, 0)
            await clock.turn(HOOK_GAP + 1)
            assert (await there.next())[1]["ply"] > first["ply"]

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


def test_a_webhook_of_before_the_server_began_is_told(tmp_path: Path, database_url: str) -> None:
    async def story() -> None:
        chosen = settings_for(tmp_path, hooks_to_private=True, database=database_url)
        async with receiver() as there:
            async with open_club(chosen) as club:
                oak, elm, table = await two_at_a_table(club)
                await oak.post("/api/hooks", url=there.url)
                await elm.post("/api/hooks", url=f"{there.url}/table", table=table)
                cookies = oak.http.cookies
            async with open_club(chosen) as club:
                again = club.stranger()
                again.http.cookies = cookies
                await again.post(f"/api/tables/{table}/start")
                told = [await there.next(), await there.next()]
                assert {body["type"] for _, body in told} == {"turn"}

    run(story())


def test_where_nobody_has_a_webhook_a_turn_posts_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with receiver() as there, open_club(settings_for(tmp_path, hooks_to_private=True)) as club:
            oak, elm, table = await two_at_a_table(club)
            for _ in range(2):
                # A webhook for another table is none for this one.
                other = await oak.table("treasure", ["me", "open"])
                await oak.post("/api/hooks", url=there.url, table=other)
            held = await club.service.tables.get(table)
            ahead = held.state.copy()
            ahead.status, ahead.seq = "over", ahead.seq + 1
            assert club.service.outbox.posting(held, ahead) is None
            await elm.post("/api/hooks", url=there.url)
            assert club.service.outbox.posting(held, ahead) is not None

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


def test_a_private_webhook_is_refused_without_the_hosts_leave_and_gets_nothing_if_it_becomes_one(
    tmp_path: Path,
) -> None:
    leads_to = ["93.184.216.34"]

    async def addresses(host: str, port: int) -> list[str]:
        return leads_to

    async def story() -> None:
        async with receiver() as there, open_club(settings_for(tmp_path)) as club:
            oak, _, table = await two_at_a_table(club)
            club.service.network.addresses = addresses
            assert (await oak.refused("/api/hooks", url=there.url))["code"] == "malformed"
            await oak.post("/api/hooks", url=there.url.replace("http://127.0.0.1", "https://turns.example"))
            leads_to[:] = ["127.0.0.1"]
            refusal = await oak.refused("/api/hooks", url=there.url.replace("http:", "https:"))
            assert "cannot be found on the open internet" in refusal["words"]
            await oak.post(f"/api/tables/{table}/start")
            while not (rows := waiting(club)) or not rows[0].tries:
                await asyncio.sleep(0.01)
            assert there.posts.empty()

    run(story())


def test_a_tables_webhook_is_for_those_at_the_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            _, _, table = await two_at_a_table(club)
            ash = await club.guest("Ash")
            assert (await ash.refused("/api/hooks", url="https://93.184.216.34/", table=table))["code"] == "not_yours"
            assert (await ash.refused("/api/hooks", url="https://93.184.216.34/", table="none"))["code"] == "not_found"
            hook = await ash.post("/api/hooks", url="https://93.184.216.34/")
            assert (await ash.ask("DELETE", f"/api/hooks/{hook['id']}")).status_code == 204
            assert (await ash.ask("DELETE", f"/api/hooks/{hook['id']}")).status_code == 404

    run(story())


@pytest.mark.parametrize(
    "url",
    [
        "https://a..example.org/",
        f"https://{'x' * 64}.example.org/",
        "https://[::1/",
        "ftp://example.org/",
        "https://example.org:0x50/",
        "nonsense",
        "http://127.0.0.1:1/\x00",
    ],
)
def test_nothing_that_one_hook_does_keeps_the_others_waiting(url: str, tmp_path: Path) -> None:
    """A webhook from before its address was checked so well."""

    async def story() -> None:
        async with receiver() as there, open_club(settings_for(tmp_path, hooks_to_private=True)) as club:
            oak, elm, table = await two_at_a_table(club)
            bad = await oak.post("/api/hooks", url=f"{there.url}/bad", table=table)
            await elm.post("/api/hooks", url=there.url, table=table)
            change = update(schema.hooks).where(schema.hooks.c.id == bad["id"]).values(url=url)
            await club.service.database.write(lambda connection: connection.execute(change))
            await oak.post(f"/api/tables/{table}/start")
            assert (await there.next())[1]["type"] == "turn"
            while [(row.hook, row.tries) for row in waiting(club)] != [(bad["id"], 1)]:
                await asyncio.sleep(0.01)
            assert b"fourleaf_background_restarts_total{" not in (await oak.ask("GET", "/metrics")).content

    run(story())


def test_a_sender_that_dies_is_counted_and_sends_again(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story() -> None:
        async with receiver() as there, open_club(settings_for(tmp_path, hooks_to_private=True), clock) as club:
            oak, _, table = await two_at_a_table(club)
            await oak.post("/api/hooks", url=there.url)
            outbox = club.service.outbox
            whole = outbox.send_due

            async def broken() -> float:
                outbox.send_due = whole
                raise ZeroDivisionError

            outbox.send_due = broken
            await oak.post(f"/api/tables/{table}/start")
            while (
                b'fourleaf_background_restarts_total{task="outbox"} 1.0'
                not in (await oak.ask("GET", "/metrics")).content
            ):
                await asyncio.sleep(0.01)
            assert there.posts.empty()
            await clock.turn(2.0)
            assert (await there.next())[1]["type"] == "turn"

    run(story())
