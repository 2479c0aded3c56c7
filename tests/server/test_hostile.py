"""No input makes the server fail: each odd request is refused in words, changes nothing, and is no error in the log."""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from random import Random
from typing import Any

from argon2 import PasswordHasher

from tests.server.club import Club, open_club, run, settings_for
from tests.server.hostile import (
    Complaints,
    Request,
    answer,
    handshakes,
    many_odd_things,
    one_odd_thing,
    rows,
    shake_hands,
)

TRIES = int(os.environ.get("FOURLEAF_TRIES", "16"))
"""How long the fuzzers go on; with 48 every odd thing is tried in every place."""


def ends_a_session(request: Request) -> bool:
    """Whether the cookie that asks may be worth nothing afterwards."""
    return request.target.startswith((b"/api/logout", b"/api/login", b"/api/account"))


class Stranger:
    """Sends what it likes, and looks at what came of it."""

    def __init__(self, club: Club, complaints: Complaints) -> None:
        self.club = club
        self.complaints = complaints
        self.answers: Counter[int] = Counter()
        self.wrong: Counter[str] = Counter()

    async def come_in(self) -> None:
        # The same hash at a hundredth of the cost: what is tried here is no password.
        self.club.service.accounts._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        oak = await self.club.guest("Oak")
        self.table = await oak.table("treasure", ["me", "open"], public=True)
        self.cookie = oak.http.cookies["fourleaf"]
        self.token = (await oak.post("/api/bots", name="Clover"))["token"]

    async def _usual(self, request: Request) -> list[tuple[bytes, bytes]]:
        usual = [(b"Host", f"127.0.0.1:{self.club.port}".encode()), (b"Origin", self.club.url.encode())]
        if request.target.startswith(b"/api/bot/"):
            return [*usual, (b"Authorization", f"Bearer {self.token}".encode())]
        cookie = self.cookie
        if ends_a_session(request):
            _, cookie = await self.club.service.people.welcome("Ash")
        return [*usual, (b"Cookie", f"fourleaf={cookie}".encode())]

    async def send(self, requests: Iterable[Request], known: bool = True) -> None:
        before = rows(self.club)
        for request in requests:
            usual = await self._usual(request)
            if ends_a_session(request):
                before = rows(self.club)
            status = await answer(self.club, request.text(usual if known else usual[:2]))
            self.answers[status] += 1
            after = rows(self.club)
            self.note(request, status, {name: count for name, count in after.items() if count != before[name]})
            before = after

    async def shake_hands(self, sockets: Iterable[tuple[Request, bytes]]) -> None:
        before = rows(self.club)
        for request, odd in sockets:
            status = await shake_hands(self.club, request.text(await self._usual(request)), odd)
            self.answers[status] += 1
            # These close a socket where a request would be answered with 500.
            self.note(request, 500 if status in (500, 1011, 4500) else 0, {})
        assert rows(self.club) == before

    def note(self, request: Request, status: int, changed: dict[str, int]) -> None:
        if status >= 500 or self.complaints.heard or (status >= 400 and changed):
            shown = f"{request.method[:9]!r} {request.target[:60]!r} {request.headers[:1]} {request.body[:60]!r}"
            self.wrong[f"{status} {changed} {self.complaints.heard[:1]} {shown}"] += 1
            self.complaints.heard.clear()


def attack(database_url: str, folder: Path, attacked: Callable[[Stranger], Coroutine[Any, Any, None]]) -> Stranger:
    heard = Complaints()

    async def story() -> Stranger:
        async with open_club(settings_for(folder, database=database_url)) as club:
            stranger = Stranger(club, heard)
            await stranger.come_in()
            await attacked(stranger)
            assert await answer(club, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") == 200
            another = await club.guest("Somebody of good will")
            await another.sit_down(await another.table("treasure", ["me", "open"]), 0)
            return stranger

    logging.getLogger().addHandler(heard)
    try:
        stranger = run(story())
    finally:
        logging.getLogger().removeHandler(heard)
    assert not stranger.wrong, "\n".join(stranger.wrong)
    assert not heard.heard, "\n".join(heard.heard)
    return stranger


def test_no_request_makes_the_server_fail(database_url: str, tmp_path: Path) -> None:
    async def attacked(stranger: Stranger) -> None:
        drawn = Random(database_url.partition(":")[0])
        odd = [one for one in one_odd_thing(stranger.table) if drawn.random() < TRIES / 48]
        await stranger.send(odd)
        await stranger.send((one for one in odd if one.target.endswith((b"/join", b"/tables"))), known=False)
        await stranger.send(many_odd_things(stranger.table, 10 * TRIES, 1))
        await stranger.send(many_odd_things(stranger.table, 10 * TRIES, 2), known=False)

    stranger = attack(database_url, tmp_path, attacked)
    # The odd requests must have got as far as the parts that they are odd for.
    assert min(stranger.answers[status] for status in (200, 400, 404)) > 100
    assert all(stranger.answers[status] for status in (201, 401, 403, 405, 409)), stranger.answers


def test_no_handshake_and_no_frame_makes_the_server_fail(database_url: str, tmp_path: Path) -> None:
    async def attacked(stranger: Stranger) -> None:
        await stranger.shake_hands(handshakes(stranger.table))

    stranger = attack(database_url, tmp_path, attacked)
    assert all(stranger.answers[code] for code in (400, 1002, 1005, 1007, 1008, 1009, 4401, 4404)), stranger.answers
