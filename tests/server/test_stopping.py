"""A server that is asked to stop tells everybody first, takes only so long, and goes at once when asked again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket as sockets
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.club import PATIENCE, Club, Guest, Socket, run
from tests.server.test_crash import server

RESTARTS = 1012


async def playing(club: Club) -> tuple[Guest, str]:
    host = await club.guest("Oak")
    table = await host.table("treasure", ["me", "me"], public=True)
    await host.post(f"/api/tables/{table}/start")
    return host, table


async def to_the_end(socket: Socket) -> tuple[str, int]:
    """The last message of a socket, and the code that it was closed with."""
    with pytest.raises(ConnectionClosed) as closed:
        await socket.until(lambda told: False)
    assert closed.value.rcvd is not None
    return socket.journal[-1]["type"] if socket.journal else "nothing", closed.value.rcvd.code


def test_every_socket_hears_that_the_server_closes_before_it_is_closed(tmp_path: Path) -> None:
    async def story() -> None:
        async with server(f"sqlite:///{tmp_path / 'stop.sqlite'}") as (club, process):
            host, table = await playing(club)
            seat, watcher = await host.sit_down(table, 0), await club.stranger().sit_down(table)
            silent = await host.dial(table)
            process.send_signal(signal.SIGTERM)
            for socket in (seat, watcher, silent):
                assert await to_the_end(socket) == ("closing", RESTARTS)
            assert seat.journal[-1] == {"type": "closing", "why": "the server restarts", "retry": 1.0}
            assert await asyncio.to_thread(process.wait, PATIENCE) == -signal.SIGTERM

    run(story())


async def has_begun(club: Club) -> None:
    """Whoever cannot come in any more knows that the server has begun to stop."""
    with contextlib.suppress(httpx.TransportError):
        while True:
            await club.stranger().get("/healthz")


async def dial_slowly(guest: Guest, table: str) -> Socket:
    """A socket on a line that holds little."""
    thin = sockets.socket()
    thin.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 2048)
    thin.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_MAXSEG, 536)
    thin.connect(("127.0.0.1", guest.club.port))
    return await guest.dial(table, thin)


async def figure(club: Club, name: str) -> float:
    """One of the figures that the server gives out."""
    text = (await club.stranger().ask("GET", "/metrics")).text
    return next(float(line.removeprefix(name)) for line in text.splitlines() if line.startswith(f"{name} "))


def test_a_slow_reader_hears_it_too_when_it_reads_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with server(f"sqlite:///{tmp_path / 'slow.sqlite'}") as (club, process):
            host, table = await playing(club)
            slow = await dial_slowly(host, table)
            await slow.say("hello", seat=0)
            slow.line.transport.pause_reading()
            while await figure(club, "fourleaf_queue_longest") < 2:
                await slow.say("look", seat=0, since=0)
            process.send_signal(signal.SIGTERM)
            await has_begun(club)
            slow.line.transport.resume_reading()
            assert await to_the_end(slow) == ("closing", RESTARTS)

    run(story())


def test_the_streams_of_outside_bots_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with server(f"sqlite:///{tmp_path / 'bots.sqlite'}") as (club, process):
            host = await club.guest("Oak")
            bot = await host.post("/api/bots", name="Elm")
            table = await host.table("treasure", ["me", "open"], public=True)
            headers = {"Authorization": f"Bearer {bot['token']}"}
            async with httpx.AsyncClient(base_url=club.url, headers=headers, timeout=PATIENCE) as program:
                assert (await program.post(f"/api/tables/{table}/join", json={})).is_success
                async with (
                    program.stream("GET", "/api/bot/stream") as calls,
                    program.stream("GET", f"/api/bot/tables/{table}/stream") as told,
                ):
                    heard = told.aiter_lines()
                    lines = [json.loads(await anext(heard))]
                    process.send_signal(signal.SIGTERM)
                    lines += [json.loads(line) async for line in heard if line]
                    assert lines[-1]["type"] == "closing"
                    assert [line async for line in calls.aiter_lines() if line]
            assert await asyncio.to_thread(process.wait, PATIENCE) == -signal.SIGTERM

    run(story())


def test_asked_a_second_time_it_goes_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with server(f"sqlite:///{tmp_path / 'twice.sqlite'}") as (club, process):
            host, table = await playing(club)
            await host.sit_down(table, 0)
            deaf = sockets.create_connection(("127.0.0.1", club.port))
            deaf.sendall(b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
            process.send_signal(signal.SIGTERM)
            await has_begun(club)
            process.send_signal(signal.SIGINT)
            assert await asyncio.to_thread(process.wait, PATIENCE) == -signal.SIGINT, "by the second, not by the first"
            deaf.close()

    run(story())
