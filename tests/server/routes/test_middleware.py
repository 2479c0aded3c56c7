"""Only our own pages may use somebody's cookie, and every answer says what a browser may do with it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from fourleaf.server.origins import Origins
from fourleaf.server.settings import BadSetting, Settings
from tests.server.club import Club, Guest, open_club, run, settings_for

PUBLIC = "https://play.example.org"
TABLE_OF_ORIGINS = [
    # Everything but the exact origin of the public address, and the one that the host added, is refused.
    ("https://play.example.org", True),
    ("https://club.example.net:8443", True),
    ("https://play.example.org:443", False),
    ("https://play.example.org:8400", False),
    ("http://play.example.org", False),
    ("HTTPS://play.example.org", False),
    ("https://PLAY.example.org", False),
    ("https://play.example.org/", False),
    ("https://play.example.org.", False),
    ("https://play.example.org.evil.example", False),
    ("https://evil.play.example.org", False),
    ("https://example.org", False),
    ("https://playxexample.org", False),
    ("https://evil.example#https://play.example.org", False),
    ("https://evil.example?https://play.example.org", False),
    ("https://play.example.org@evil.example", False),
    ("https://user@play.example.org", False),
    ("https://play.example.org evil.example", False),
    ("https://play.example.org,https://evil.example", False),
    ("https://club.example.net", False),
    ("https://club.example.net:8444", False),
    ("http://club.example.net:8443", False),
    ("null", False),
    ("", False),
    ("*", False),
    ("file://", False),
    ("chrome-extension://abcdefghijklmnop", False),
    ("http://localhost", False),
    ("http://127.0.0.1", False),
    ("http://[::1]", False),
    ("https://рlay.example.org".encode("idna").decode(), False),
]


@pytest.mark.parametrize(("origin", "allowed"), TABLE_OF_ORIGINS)
def test_with_a_public_address_exactly_the_listed_origins_may_ask(origin: str, allowed: bool) -> None:
    origins = Origins(Settings(public_url=PUBLIC, origins="https://club.example.net:8443"))
    assert origins.allow(origin, "play.example.org") is allowed


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://127.0.0.1:8400", "127.0.0.1:8400", True),
        ("http://localhost:8400", "localhost:8400", True),
        ("http://192.168.1.5:8400", "192.168.1.5:8400", True),
        ("http://[fd00::5]:8400", "[fd00::5]:8400", True),
        ("http://evil.example:8400", "evil.example:8400", False),
        ("http://127.0.0.1.evil.example:8400", "127.0.0.1.evil.example:8400", False),
        ("http://localhost.evil.example", "localhost.evil.example", False),
        ("http://127.0.0.1:8401", "127.0.0.1:8400", False),
        ("https://127.0.0.1:8400", "127.0.0.1:8400", False),
        ("http://[::1", "[::1", False),
        ("http://", "", False),
        ("null", "127.0.0.1:8400", False),
    ],
)
def test_without_one_only_an_address_that_no_name_can_be_pointed_at(origin: str, host: str, allowed: bool) -> None:
    assert Origins(Settings()).allow(origin, host) is allowed


@pytest.mark.parametrize("text", ["play.example.org", "ftp://example.org", "https://example.org/path", "https://"])
def test_an_origin_that_is_none_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(BadSetting, match="an origin is like"):
        Origins(Settings(origins=text))


async def shakes_hands(club: Club, table: str, guest: Guest, origin: str | None, token: str = "") -> int:
    cookies = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    headers = [("Cookie", cookies)] if cookies else []
    headers += [("Origin", origin)] if origin is not None else []
    headers += [("Authorization", f"Bearer {token}")] if token else []
    try:
        async with connect(f"ws://127.0.0.1:{club.port}/api/tables/{table}/socket", additional_headers=headers):
            return 101
    except InvalidStatus as refusal:
        return refusal.response.status_code


def test_a_handshake_needs_our_origin_or_a_token(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"])
            assert await shakes_hands(club, table, oak, club.url) == 101
            for origin in ("https://evil.example", "null", f"http://localhost:{club.port}", f"{club.url}.evil.example"):
                assert await shakes_hands(club, table, oak, origin) == 403
            assert await shakes_hands(club, table, oak, None) == 403
            assert await shakes_hands(club, table, club.stranger(), None) == 403
            bot = await oak.post("/api/bots", name="Clover")
            assert await shakes_hands(club, table, club.stranger(), None, bot["token"]) == 101

    run(story())


def test_a_ticket_lets_one_socket_of_its_owner_in_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            table, other = await oak.table("treasure", ["me", "random"]), await oak.table("treasure", ["me", "random"])
            socket = await oak.sit_down(table, 0)
            mine = (await oak.post(f"/api/tables/{table}/ticket"))["ticket"]
            wrong = {
                "used": socket.ticket,
                "none": "",
                "unknown": "x" * 32,
                "of another person": (await elm.post(f"/api/tables/{table}/ticket"))["ticket"],
                "of another table": (await oak.post(f"/api/tables/{other}/ticket"))["ticket"],
                "of a stranger": (await club.stranger().post(f"/api/tables/{table}/ticket"))["ticket"],
            }
            second = await oak.dial(table)
            words = set()
            for ticket in wrong.values():
                await second.say("hello", seat=0, ticket=ticket)
                answer = await second.hear()
                assert answer["type"] == "refused"
                words.add(answer["words"])
            assert len(words) == 1
            await second.say("ping")
            assert (await second.hear())["words"] == "say hello first"
            await second.say("hello", seat=0, ticket=mine)
            assert (await second.hear())["type"] == "update"

    run(story())


def test_a_ticket_is_worth_nothing_after_a_minute(tmp_path: Path) -> None:
    from tests.server.manual_clock import ManualClock

    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings_for(tmp_path), clock) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"])
            socket = await oak.dial(table)
            await clock.turn(61)
            await socket.say("hello", seat=0)
            assert (await socket.hear())["code"] == "not_yours"

    run(story())


def test_a_cookie_is_believed_only_from_our_own_pages(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            for origin in ("https://evil.example", "null", f"http://localhost:{club.port}"):
                answer = await oak.http.post("/api/me", json={"name": "Evil"}, headers={"Origin": origin})
                assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")
            del oak.http.headers["Origin"]
            assert (await oak.http.post("/api/me", json={"name": "Evil"})).status_code == 403
            assert (await oak.http.delete("/api/hooks/x")).status_code == 403
            assert (await oak.get("/api/me"))["name"] == "Oak"
            async with httpx.AsyncClient(base_url=club.url) as program:
                assert (await program.post("/api/me", json={"name": "Elm"})).status_code == 200

    run(story())


@pytest.mark.parametrize("path", ["/", "/t/abc", "/api/games", "/api/docs", "/api/nothing", "/healthz", "/metrics"])
def test_every_answer_carries_the_policy(path: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            headers = (await club.stranger().ask("GET", path)).headers
            policy = headers["content-security-policy"]
            assert policy.startswith("default-src 'self';")
            assert "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy
            assert "require-trusted-types-for 'script'; trusted-types svelte-trusted-html" in policy
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-content-type-options"] == "nosniff"
            assert "server" not in headers
            assert "strict-transport-security" not in headers

    run(story())


def test_under_tls_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, public_url=PUBLIC)) as club:
            headers = {"Origin": PUBLIC}
            answer = await club.stranger().http.post("/api/me", json={"name": "Oak"}, headers=headers)
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith("__Host-fourleaf=")
            for word in ("HttpOnly", "Secure", "SameSite=lax", "Path=/"):
                assert word in cookie
            assert "Domain" not in cookie
            assert "strict-transport-security" in answer.headers

    run(story())
