"""Canaries: no secret of anybody is ever in a log, in the metrics or in the database as it was given."""

from __future__ import annotations

import base64
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from fourleaf.server.logs import log_to
from fourleaf.server.people.guests import hashed
from fourleaf.server.storage import schema
from tests.server.club import Club, open_club, play_on, run, settings_for

PASSWORD = "a password to be found nowhere"
NAME = "Canary of Names"
CHAT = "a canary sings in the chat"


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Everything that is logged, at the finest level."""
    stream = io.StringIO()
    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.DEBUG)
    handler = log_to(stream, "debug")
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


def forms(secret: bytes) -> list[str]:
    """A secret as it is, in hex, and in base64 wherever it stands in a longer text."""
    written = [secret.decode("latin-1"), secret.hex(), secret.hex().upper()]
    for shift in range(3):
        coded = base64.b64encode(b"\0" * shift + secret).decode()[4 if shift else 0 : -4]
        written += [coded, coded.replace("+", "-").replace("/", "_")]
    return written


async def a_busy_evening(club: Club) -> list[bytes]:
    """People do everything that involves a secret, rightly and wrongly; the secrets that were involved."""
    oak, elm = await club.guest(NAME), club.stranger()
    table = await oak.table("wichtel", ["me", "open", "random"])
    invite = await oak.post(f"/api/tables/{table}/invites")
    await elm.refused(f"/api/tables/{table}/join", name="Elm", invite=invite["secret"] + "x")
    await elm.post(f"/api/tables/{table}/join", name="Elm", invite=invite["secret"])
    await elm.post("/api/account", name="Elm", password=PASSWORD)
    await elm.refused("/api/login", name="Elm", password=PASSWORD + "!")
    bot = await elm.post("/api/bots", name="Clover")
    wrong = {"Authorization": f"Bearer {bot['token']}x"}
    assert (await elm.http.get("/api/me", headers=wrong)).status_code == 401
    assert (await elm.http.get("/api/me", headers={"Authorization": f"Bearer {bot['token']}"})).status_code == 200
    hook = await elm.post("/api/hooks", url="https://127.0.0.1:1/")
    await elm.http.get(f"/t/{table}?leak={invite['secret']}")
    await elm.http.get(f"/api/{invite['secret']}")
    await elm.http.get(f"/api/tables/{invite['secret']}")
    await oak.post(f"/api/tables/{table}/start")
    sockets = [await oak.sit_down(table, 0), await elm.sit_down(table, 1)]
    await sockets[1].line.send("garbage " + PASSWORD)
    await sockets[0].do("chat", text=CHAT)
    await sockets[1].do("resign")
    await sockets[0].until(lambda told: told["type"] == "update")
    secrets = club.service.database.read_now(
        lambda connection: list(connection.scalars(select(schema.secrets.c.secret)))
    )
    tokens = [guest.http.cookies["fourleaf"] for guest in (oak, elm)] + [elm.http.cookies["fourleaf-device"]]
    tickets = [socket.ticket for socket in sockets]
    texts = [
        invite["secret"],
        PASSWORD,
        NAME,
        CHAT,
        bot["token"],
        hook["secret"].removeprefix("whsec_"),
        *tokens,
        *tickets,
    ]
    return [*secrets, *(text.encode() for text in texts), *(hashed(text) for text in texts)]


def test_no_secret_is_in_the_logs_or_the_metrics(tmp_path: Path, logged: io.StringIO) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, hooks_to_private=True)) as club:
            canaries = await a_busy_evening(club)

            # Something that nobody foresaw, with a secret in its words.
            async def breaks(person: str) -> list[object]:
                raise RuntimeError(PASSWORD)

            club.service.ratings.of = breaks
            failed = await club.guests[0].ask("GET", "/api/me")
            assert (failed.status_code, failed.json()["code"]) == (500, "failed")
            assert PASSWORD not in failed.text
            figures = (await club.stranger().ask("GET", "/metrics")).text
            text = logged.getvalue()
            assert '"error":"RuntimeError"' in text
            assert len(canaries) > 20
            for canary in canaries:
                for form in forms(canary):
                    assert form not in text
                    assert form not in figures

    run(story())


def test_the_scan_finds_a_canary_in_every_form() -> None:
    secret = bytes(range(40, 72))
    for text in (secret.hex(), base64.b64encode(secret).decode(), base64.urlsafe_b64encode(b"x" + secret).decode()):
        assert any(form in f"{{{text}}}" for form in forms(secret))


def test_a_line_of_log_is_json_with_ids(tmp_path: Path, logged: io.StringIO) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"])
            await oak.get(f"/api/tables/{table}")
            lines = [json.loads(line) for line in logged.getvalue().splitlines()]
            [looked] = [line for line in lines if line.get("method") == "GET" and line.get("table") == table]
            assert looked["event"] == "request"
            assert looked["route"] == "/api/tables/{table_id}"
            assert looked["status"] == 200

    run(story())


def test_secrets_are_stored_as_hashes_only(tmp_path: Path) -> None:
    async def story() -> list[bytes]:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "open"])
            invite = await oak.post(f"/api/tables/{table}/invites")
            bot = await oak.post("/api/bots", name="Clover")
            ticket = await oak.post(f"/api/tables/{table}/ticket")
            texts = [invite["secret"], bot["token"], ticket["ticket"], oak.http.cookies["fourleaf"]]
            return [text.encode() for text in texts]

    canaries = run(story())
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert all(hashed(canary.decode()) in kept for canary in canaries)
    assert not any(canary in kept for canary in canaries)


def test_the_metrics_tell_what_happened(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"])
            await oak.post(f"/api/tables/{table}/start")
            socket = await oak.sit_down(table, 0)
            await play_on(socket)
            text = (await oak.ask("GET", "/metrics")).text
            figures = dict(re.findall(r"^(fourleaf_[^ ]+) ([0-9.e+]+)$", text, re.MULTILINE))
            plays = [float(value) for name, value in figures.items() if name.startswith("fourleaf_moves_total")]
            assert sum(plays) == sum(entry["kind"] == "played" for entry in socket.entries)
            assert float(figures['fourleaf_tables{status="over"}']) == 1
            assert float(figures["fourleaf_append_seconds_count"]) > sum(plays)
            assert float(figures['fourleaf_bot_seconds_count{bot="random"}']) > 0
            assert float(figures["fourleaf_sockets"]) == 1
            families = set(re.findall(r"^# TYPE ([^ ]+)", text, re.MULTILINE))
            assert all(name.startswith("fourleaf_") for name in families)

    run(story())


def test_a_guessed_invite_seats_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            table = await oak.table("treasure", ["me", "open"])
            other = await oak.table("treasure", ["me", "open"])
            secret = (await oak.post(f"/api/tables/{table}/invites"))["secret"]
            elsewhere = (await oak.post(f"/api/tables/{other}/invites"))["secret"]
            turned = secret.swapcase() if secret.swapcase() != secret else secret[::-1]
            guesses = [secret[:-1], secret + "A", secret[1:], turned, f" {secret}", "", "%", "' OR 1=1 --", elsewhere]
            guesses += [
                secret[:place] + ("A" if letter != "A" else "B") + secret[place + 1 :]
                for place, letter in enumerate(secret)
            ]
            words = {(await elm.refused(f"/api/tables/{table}/join", invite=guess))["words"] for guess in guesses}
            assert len(words) == 1
            before = await oak.get(f"/api/tables/{table}")
            # A link that is only fetched, by a preview or a scanner, uses nothing up.
            for path in (
                f"/t/{table}",
                f"/api/tables/{table}",
                f"/api/tables/{table}/join",
                f"/api/tables/{table}/invites",
            ):
                await elm.ask("GET", path)
            assert await oak.get(f"/api/tables/{table}") == before
            assert before["seats"][1]["person"] is None
            assert (await elm.post(f"/api/tables/{table}/join", invite=secret))["mine"] == [1]

    run(story())
