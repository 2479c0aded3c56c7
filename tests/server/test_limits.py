"""Every limit, each with a breach: a clear error, and everything as before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, insert, select
from websockets.exceptions import ConnectionClosed

from fourleaf.server import limits
from fourleaf.server.errors import Malformed, TooMuch
from fourleaf.server.limits import Rate
from fourleaf.server.rates import MOST_BUCKETS, Buckets
from fourleaf.server.routes import socket as socket_route
from fourleaf.server.settings import Settings
from fourleaf.server.storage import schema
from fourleaf.server.texts import clean_line
from tests.server.club import Club, Guest, open_club, run, settings_for
from tests.server.manual_clock import ManualClock


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    clock = ManualClock()
    buckets = Buckets(clock, Rate(20, 5), 1.0, "messages")

    def taken() -> int:
        for count in range(1000):
            try:
                buckets.take("oak")
            except TooMuch:
                return count
        return 1000

    assert taken() == 20
    clock.now += 1.0
    assert taken() == 5
    clock.now += 3600
    assert taken() == 20
    buckets.take("elm")


def test_full_buckets_are_forgotten() -> None:
    clock = ManualClock()
    buckets = Buckets(clock, Rate(1, 1), 1.0, "requests")
    for number in range(MOST_BUCKETS):
        buckets.take(f"{number}")
    clock.now += 10
    buckets.take("last")
    assert len(buckets._left) == 1
    with pytest.raises(TooMuch, match=r"too many requests; wait 1\.0 seconds"):
        buckets.take("last")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "at least one"),
        ("   ", "at least one"),
        ("x" * 25, "at most 24 characters, not 25"),
        ("q\u0301" * 25, "at most 24 characters, not 25"),
        ("q" + "\u0301" * 5, "at most 4 marks on one letter"),
        ("q\u0301\u0301" * 24, "at most 96 bytes, not 120"),
        ("a\u202eb", r"U\+202E"),
        ("a\u2066b", r"U\+2066"),
        ("a\u200fb", r"U\+200F"),
        ("a\nb", r"U\+000A"),
        ("a\x00b", r"U\+0000"),
        ("a\x1bb", r"U\+001B"),
        ("a\u2028b", r"U\+2028"),
        ("a\ufeffb", r"U\+FEFF"),
        ("a\ud800b", r"U\+D800"),
    ],
)
def test_a_name_that_cannot_be_seen_or_is_too_long_is_refused(text: str, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        clean_line(text, limits.NAME, "a name")


@pytest.mark.parametrize("text", ["\N{FOUR LEAF CLOVER}" * 24, "q\u0301" * 24, "\u0915\u094d\u0937\u093f" * 8])
def test_a_name_is_as_long_as_people_count_it(text: str) -> None:
    assert clean_line(text, limits.NAME, "a name") == text


def test_a_name_is_kept_in_composed_form() -> None:
    assert clean_line("  A\u030asa  ", limits.NAME, "a name") == "\u00c5sa"


@pytest.mark.parametrize("text", ["x" * (limits.CHAT + 1), "a\u202eb", "a\nb", "  "])
def test_a_line_of_chat_that_breaks_the_limits_is_refused(text: str, tmp_path: Path) -> None:
    async def story(club: Club, oak: Guest, table: str) -> None:
        socket = await oak.sit_down(table, 0)
        assert (await socket.do("chat", text=text))["code"] == "malformed"
        await socket.do("chat", text="hello")
        lines = [told["text"] for told in socket.journal if told["type"] == "chat"]
        assert set(lines) <= {"hello"}

    at_a_table(tmp_path, story)


LONG = "\N{FOUR LEAF CLOVER}" * limits.CHAT


def test_watchers_have_one_budget_of_chat_a_table_and_take_nothing_from_the_players(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story(club: Club, oak: Guest, table: str) -> None:
        players = await oak.sit_down(table, 0)
        watchers = [await (await club.guest(name)).sit_down(table) for name in ("Elm", "Ash")]
        answers = [await watchers[number % 2].do("chat", id=f"{number}", text=LONG) for number in range(8)]
        done = [number for number, answer in enumerate(answers) if answer["type"] == "ack"]
        # Whoever watches shares what there is: the second finds the bucket as the first has left it.
        assert done == [0, 1, 2]
        assert {answer["code"] for answer in answers[3:]} == {"too_much"}
        assert "by those who watch this table" in answers[3]["words"]
        # The same line again is no new one.
        assert (await watchers[0].do("chat", id="0", text=LONG))["type"] == "ack"
        said = [await players.do("chat", text=LONG) for _ in range(8)]
        assert {answer["type"] for answer in said} == {"ack"}
        clock.now += 15
        assert (await watchers[1].do("chat", text=LONG))["type"] == "ack"

    at_a_table(tmp_path, story, clock, rates=1.0)


def test_a_player_has_a_budget_of_chat_too(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story(club: Club, oak: Guest, table: str) -> None:
        socket = await oak.sit_down(table, 0)
        done = 0
        while (await socket.do("chat", text=LONG))["type"] == "ack":
            done += 1
            clock.now += 0.25
        assert 10 < done < 20

    at_a_table(tmp_path, story, clock, rates=1.0)


def test_so_many_lines_of_chat_are_kept_and_watchers_push_out_only_their_own(database_url: str, tmp_path: Path) -> None:
    async def story(club: Club, oak: Guest, table: str) -> None:
        elm = await club.guest("Elm")
        oaks, elms = (await oak.get("/api/me"))["person"], (await elm.get("/api/me"))["person"]
        spoken = [(oaks, f"player {number}") for number in range(10)]
        spoken += [(elms, f"watcher {number}") for number in range(limits.CHAT_KEPT_OF_WATCHERS + 20)]
        spoken += [(oaks, f"player {number}") for number in range(10, limits.CHAT_KEPT + 19)]
        rows = [
            {"table": table, "number": number, "at": 0.0, "person": who, "name": "", "text": text, "client_id": text}
            for number, (who, text) in enumerate(spoken, 1)
        ]
        await club.service.database.write(lambda connection: connection.execute(insert(schema.chat), rows))
        player = await oak.sit_down(table, 0)
        await player.until(lambda told: told["type"] == "presence")
        await player.do("chat", text=f"player {limits.CHAT_KEPT + 19}")
        newcomer = await (await club.guest("Ash")).sit_down(table)
        await newcomer.until(lambda told: told["type"] == "presence")
        lines = [told["text"] for told in newcomer.journal if told["type"] == "chat"]
        assert lines == [f"watcher {number}" for number in range(20, limits.CHAT_KEPT_OF_WATCHERS + 20)] + [
            f"player {number}" for number in range(20, limits.CHAT_KEPT + 20)
        ]
        count = select(func.count()).select_from(schema.chat)
        assert club.service.database.read_now(lambda connection: connection.scalar(count)) == len(lines)

    at_a_table(tmp_path, story, database=database_url)


def test_somebody_mutes_so_many(tmp_path: Path) -> None:
    async def story(club: Club, oak: Guest, table: str) -> None:
        socket = await oak.sit_down(table, 0)
        for number in range(limits.MUTES):
            assert (await socket.do("mute", person=f"{number}", muted=True))["type"] == "ack"
        assert (await socket.do("mute", person="0", muted=True))["type"] == "ack"
        assert (await socket.do("mute", person="one more", muted=True))["code"] == "too_much"
        assert (await socket.do("mute", person="0", muted=False))["type"] == "ack"
        assert (await socket.do("mute", person="one more", muted=True))["type"] == "ack"

    at_a_table(tmp_path, story)


def test_a_frame_over_four_kibibytes_closes_the_socket(tmp_path: Path) -> None:
    async def story(club: Club, oak: Guest, table: str) -> None:
        socket = await oak.sit_down(table, 0)
        fitting = json.dumps({"type": "ping", "x": ""})
        await socket.line.send(fitting[:-2] + "x" * (limits.FRAME_BYTES - len(fitting)) + '"}')
        assert (await socket.until(lambda told: told["type"] == "refused"))["code"] == "malformed"
        await socket.line.send("x" * (limits.FRAME_BYTES + 1))
        with pytest.raises(ConnectionClosed) as closed:
            await socket.until(lambda told: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009

    at_a_table(tmp_path, story)


def test_messages_come_so_often_and_a_flood_closes_the_socket(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story(club: Club, oak: Guest, table: str) -> None:
        socket = await oak.sit_down(table, 0)
        for _ in range(int(limits.MESSAGES.burst) + limits.FLOOD + 10):
            await socket.say("ping")
        with pytest.raises(ConnectionClosed) as closed:
            await socket.until(lambda told: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        pongs = [told for told in socket.journal if told["type"] == "pong"]
        refused = [told for told in socket.journal if told["type"] == "refused"]
        assert len(pongs) == limits.MESSAGES.burst - 1
        assert {told["code"] for told in refused} == {"too_much"}
        assert len(refused) == limits.FLOOD

    at_a_table(tmp_path, story, clock, rates=1.0)


def test_whoever_sends_too_much_is_not_read_from_for_a_while_and_nobody_else_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_route, "SLOWED", 3600.0)

    async def story(club: Club, oak: Guest, table: str) -> None:
        flooder = await oak.sit_down(table, 0)
        for _ in range(int(limits.MESSAGES.burst) + limits.FLOOD + 10):
            await flooder.say("ping")
        await flooder.until(lambda told: told["type"] == "refused")
        elm = await (await club.guest("Elm")).sit_down(table)
        await elm.say("ping")
        await elm.until(lambda told: told["type"] == "pong")
        assert [told["type"] for told in flooder.journal].count("refused") == 1

    at_a_table(tmp_path, story, ManualClock(), rates=1.0)


def test_a_guest_has_so_many_sockets(tmp_path: Path) -> None:
    async def story(club: Club, oak: Guest, table: str) -> None:
        sockets = [await oak.sit_down(table, 0) for _ in range(limits.SOCKETS)]
        one_more = await oak.dial(table)
        with pytest.raises(ConnectionClosed) as closed:
            await one_more.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
        elm = await club.guest("Elm")
        await elm.sit_down(table)
        await sockets[0].hang_up()
        await sockets[1].until(lambda told: told["type"] == "presence")
        await oak.sit_down(table, 0)

    at_a_table(tmp_path, story)


def test_a_host_has_so_many_open_tables(tmp_path: Path) -> None:
    async def story(club: Club, oak: Guest, table: str) -> None:
        for _ in range(limits.OPEN_TABLES - 1):
            await oak.table("treasure", ["me", "open"])
        assert (await oak.refused("/api/tables", game="treasure", seats=["me", "open"]))["code"] == "too_much"

    at_a_table(tmp_path, story)


def test_a_table_has_so_many_open_invites(tmp_path: Path) -> None:
    async def story(club: Club, oak: Guest, table: str) -> None:
        open_table = await oak.table("treasure", ["me", "open"])
        for _ in range(limits.OPEN_INVITES):
            await oak.post(f"/api/tables/{open_table}/invites")
        assert (await oak.refused(f"/api/tables/{open_table}/invites"))["code"] == "too_much"

    at_a_table(tmp_path, story)


def test_bots_and_webhooks_are_so_many(tmp_path: Path) -> None:
    async def story(club: Club, oak: Guest, table: str) -> None:
        for number in range(limits.OUTSIDE_BOTS):
            await oak.post("/api/bots", name=f"Clover {number}")
        assert (await oak.refused("/api/bots", name="Clover"))["code"] == "too_much"
        for number in range(limits.HOOKS):
            await oak.post("/api/hooks", url=f"https://93.184.216.34/{number}")
        assert (await oak.refused("/api/hooks", url="https://93.184.216.34/x"))["code"] == "too_much"

    at_a_table(tmp_path, story)


def test_a_request_body_has_its_size(tmp_path: Path) -> None:
    async def story(club: Club, oak: Guest, table: str) -> None:
        answer = await oak.http.post("/api/me", content=b'{"name": "' + b"x" * limits.BODY_BYTES + b'"}')
        assert answer.status_code == 413
        assert (await oak.get("/api/me"))["name"] == "Oak"

    at_a_table(tmp_path, story)


@pytest.mark.parametrize("password", ["x" * (limits.PASSWORD_LEAST - 1), "x" * (limits.PASSWORD_MOST + 1)])
def test_a_password_has_its_length(password: str, tmp_path: Path) -> None:
    async def story(club: Club, oak: Guest, table: str) -> None:
        assert (await oak.refused("/api/account", name="Oak", password=password))["code"] == "malformed"

    at_a_table(tmp_path, story)


def test_requests_come_so_often_from_one_address_whatever_they_claim(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story(club: Club, oak: Guest, table: str) -> None:
        async with httpx.AsyncClient(base_url=club.url) as flood:
            answers = [
                await flood.get(
                    "/api/games/none/rules", headers={"X-Forwarded-For": f"10.0.{number // 256}.{number % 256}"}
                )
                for number in range(int(limits.REQUESTS.burst) + 5)
            ]
        codes = [answer.status_code for answer in answers]
        assert codes[0] == 404
        assert set(codes[-5:]) == {429}
        clock.now += 1.0
        assert (await oak.ask("GET", "/api/me")).status_code == 200

    at_a_table(tmp_path, story, clock, rates=1.0)


def test_a_trusted_proxy_tells_addresses_apart(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story(club: Club, oak: Guest, table: str) -> None:
        async with httpx.AsyncClient(base_url=club.url) as proxy:
            codes = set()
            for number in range(2 * int(limits.REQUESTS.burst)):
                # What the client itself put in front of the proxy's own entry is not believed.
                shown = {"X-Forwarded-For": f"1.1.1.1, 10.0.0.{number % 4}"}
                codes.add((await proxy.get("/api/games/none/rules", headers=shown)).status_code)
            assert codes == {404}
            forged = {"X-Forwarded-For": "10.9.9.9"}
            codes = {
                (await proxy.get("/api/games/none/rules", headers=forged)).status_code
                for _ in range(2 * int(limits.REQUESTS.burst))
            }
            assert codes == {404, 429}

    at_a_table(tmp_path, story, clock, rates=1.0, trusted_proxies="127.0.0.1")


def test_passwords_are_tried_so_often(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story(club: Club, oak: Guest, table: str) -> None:
        codes = [
            (await oak.refused("/api/login", name="Elm", password="another guess"))["code"]
            for _ in range(int(limits.LOG_INS.burst) + 1)
        ]
        assert codes == ["not_yours"] * int(limits.LOG_INS.burst) + ["too_much"]

    at_a_table(tmp_path, story, clock, rates=1.0)


def test_guests_come_in_so_often_from_one_address(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story(club: Club, oak: Guest, table: str) -> None:
        codes = []
        for number in range(int(limits.NEW_GUESTS.burst) + 1):
            async with httpx.AsyncClient(base_url=club.url) as visitor:
                codes.append((await visitor.post("/api/me", json={"name": f"guest {number}"})).status_code)
        assert codes[0] == 200
        assert codes[-1] == 429

    at_a_table(tmp_path, story, clock, rates=1.0)


def test_an_idle_table_ends_and_its_luck_is_revealed(tmp_path: Path) -> None:
    clock = ManualClock()

    async def story(club: Club, oak: Guest, table: str) -> None:
        clock.now += 31 * 24 * 3600
        await club.service.tables.end_idle(Settings().idle_days)
        info = await oak.get(f"/api/tables/{table}")
        assert (info["status"], info["ending"]["why"]) == ("over", "abandoned")
        assert info["luck"]["secret"] is not None

    at_a_table(tmp_path, story, clock)


def at_a_table(folder: Path, story: Any, clock: ManualClock | None = None, **chosen: Any) -> None:
    """A guest has set up a table with a bot and tells a story of it."""

    async def whole() -> None:
        async with open_club(settings_for(folder, **chosen), clock) as club:
            oak = await club.guest("Oak")
            await story(club, oak, await oak.table("treasure", ["me", "random"]))

    run(whole())
