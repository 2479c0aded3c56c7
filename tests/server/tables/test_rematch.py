"""A rematch asks everybody whom it would seat, and waits for their answers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from fourleaf.server.storage import entries as log
from fourleaf.server.storage.entries import LogLine
from fourleaf.server.tables.table_state import TableState
from tests.server.club import PATIENCE, Club, Guest, open_club, run, settings_for


async def over(club: Club, seats: list[str], names: list[str], **terms: object) -> tuple[str, list[Guest]]:
    """A table of these people that is over; the first of them is its host."""
    people = [await club.guest(name) for name in names]
    table = await people[0].table("treasure", seats, public=True, **terms)
    for guest in people[1:]:
        await guest.post(f"/api/tables/{table}/join")
    await people[0].post(f"/api/tables/{table}/start")
    for guest in people:
        if (await guest.get(f"/api/tables/{table}"))["status"] == "playing":
            await guest.post(f"/api/tables/{table}/leave")
    assert (await people[0].get(f"/api/tables/{table}"))["status"] == "over"
    return table, people


@pytest.mark.parametrize("rated", [False, True])
def test_nobody_is_seated_who_has_not_said_yes(rated: bool, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            clock = {"kind": "live", "bank": 5, "increment": 0, "then": "forfeit"}
            table, [oak, elm] = await over(club, ["me", "open"], ["Oak", "Elm"], rated=rated, clock=clock)
            new = await oak.post(f"/api/tables/{table}/rematch")
            path = f"/api/tables/{new['id']}"
            assert new["mine"] == [1]
            assert [seat["kept_for"] for seat in new["seats"]] == ["Elm", None]
            assert new["seats"][0]["person"] is None
            refused = await oak.refused(f"{path}/start")
            assert refused["code"] == "not_now"
            assert "Elm has not said yet" in refused["words"]
            assert (await elm.get(path))["asked"] == [0]
            assert (await oak.get(path))["asked"] == []
            same = await elm.post(f"/api/tables/{table}/rematch")
            assert (same["id"], same["mine"], same["asked"]) == (new["id"], [0], [])
            assert (await oak.post(f"{path}/start"))["status"] == "playing"

    run(story())


def test_whoever_is_asked_comes_without_an_invite_and_nobody_else_takes_the_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, [oak, elm, ash] = await over(club, ["me", "open", "open"], ["Oak", "Elm", "Ash"])
            stranger = await club.guest("Yew")
            new = await oak.post(f"/api/tables/{table}/rematch")
            path = f"/api/tables/{new['id']}"
            assert new["mine"] == [1]
            taken = await stranger.refused(f"{path}/join", seat=2)
            assert taken["code"] == "not_now"
            assert (await stranger.refused(f"{path}/join"))["words"] == "every seat is taken"
            invite = await oak.post(f"{path}/invites", seat=2)
            assert (await stranger.refused(f"{path}/join", invite=invite["secret"]))["code"] == "not_now"
            wrong = await ash.refused(f"{path}/join", seat=2)
            assert wrong["words"] == "seat 3 is kept for Elm; 1 is kept for you"
            assert (await ash.post(f"{path}/join"))["mine"] == [0]
            assert (await elm.post(f"{path}/join", seat=2))["mine"] == [2]
            assert (await oak.post(f"{path}/start"))["status"] == "playing"

    run(story())


def test_a_table_that_is_not_public_lets_in_whom_it_asks(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            table = await oak.table("treasure", ["me", "open"])
            invite = await oak.post(f"/api/tables/{table}/invites")
            await elm.post(f"/api/tables/{table}/join", invite=invite["secret"])
            await oak.post(f"/api/tables/{table}/start")
            await (await oak.sit_down(table, 0)).do("resign")
            new = await oak.post(f"/api/tables/{table}/rematch")
            yew = await club.guest("Yew")
            assert (await yew.refused(f"/api/tables/{new['id']}/join"))["code"] == "not_yours"
            assert (await elm.post(f"/api/tables/{new['id']}/join"))["mine"] == [0]

    run(story())


def test_a_no_opens_the_seat_and_everybody_sees_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, [oak, elm] = await over(club, ["me", "open", "random"], ["Oak", "Elm"])
            new = await oak.post(f"/api/tables/{table}/rematch")
            path = f"/api/tables/{new['id']}"
            watching = await oak.sit_down(new["id"], 1)
            mine = {line["id"]: line["asked"] for line in (await elm.get("/api/me/tables"))["tables"]}
            assert mine == {table: False, new["id"]: True}
            info = await elm.post(f"{path}/leave")
            assert info["seats"][2]["kept_for"] is None
            told = await watching.until(lambda told: told["type"] == "update" and bool(told["entries"]))
            [entry] = told["entries"]
            assert (entry["kind"], entry["seat"], entry["name"]) == ("declined", 2, "Elm")
            assert "seat 2 is open" in (await oak.refused(f"{path}/start"))["words"]
            assert (await elm.refused(f"/api/tables/{table}/rematch"))["code"] == "not_now"
            assert (await elm.refused(f"{path}/leave"))["code"] == "not_now"
            assert new["id"] not in [line["id"] for line in (await elm.get("/api/me/tables"))["tables"]]
            await oak.post(f"{path}/seat", seat=2, who="greedy")
            assert (await oak.post(f"{path}/start"))["status"] == "playing"

    run(story())


@pytest.mark.parametrize("who", ["greedy", "open"])
def test_only_the_host_gives_a_kept_seat_away(who: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, [oak, elm] = await over(club, ["me", "open", "random"], ["Oak", "Elm"])
            new = await oak.post(f"/api/tables/{table}/rematch")
            path = f"/api/tables/{new['id']}"
            assert (await elm.refused(f"{path}/seat", seat=2, who=who))["code"] == "not_yours"
            info = await oak.post(f"{path}/seat", seat=2, who=who)
            assert (info["seats"][2]["kept_for"], info["seats"][2]["bot"]) == (None, None if who == "open" else who)
            refused = await elm.refused(f"/api/tables/{table}/rematch")
            assert (
                refused["words"] == "your seat at the rematch is not kept for you any more; ask its host for an invite"
            )
            assert (await elm.get(path))["asked"] == []

    run(story())


def test_a_rematch_that_was_closed_asks_nobody_and_another_can_be_asked_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, [oak, elm] = await over(club, ["me", "open"], ["Oak", "Elm"])
            closed = await oak.post(f"/api/tables/{table}/rematch")
            path = f"/api/tables/{closed['id']}"
            assert (await elm.get(path))["asked"] == [0]
            await oak.post(f"{path}/close")
            told = await elm.get(path)
            assert told["asked"] == []
            assert [seat["kept_for"] for seat in told["seats"]] == [None, None]
            mine = (await elm.get("/api/me/tables"))["tables"]
            assert [line["id"] for line in mine if line["asked"]] == []
            new = await elm.post(f"/api/tables/{table}/rematch")
            assert new["id"] != closed["id"]
            assert (await oak.get(f"/api/tables/{table}"))["rematch"] == new["id"]
            assert (await oak.post(f"/api/tables/{table}/rematch"))["id"] == new["id"]
            assert (await oak.get(f"/api/tables/{new['id']}"))["mine"] == [1]

    run(story())


def test_all_seats_of_one_device_are_one_yes(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            table = await oak.table("treasure", ["me", "open", "open"], public=True)
            for seat in (1, 2):
                await elm.post(f"/api/tables/{table}/join", seat=seat)
            await oak.post(f"/api/tables/{table}/start")
            for guest in (oak, elm):
                await guest.post(f"/api/tables/{table}/leave")
            new = await oak.post(f"/api/tables/{table}/rematch")
            assert [seat["kept_for"] for seat in new["seats"]] == ["Elm", None, "Elm"]
            refused = await oak.refused(f"/api/tables/{new['id']}/start")
            assert refused["words"].startswith("Elm has not said yet")
            assert (await elm.post(f"/api/tables/{table}/rematch"))["mine"] == [0, 2]
            assert (await oak.post(f"/api/tables/{new['id']}/start"))["status"] == "playing"

    run(story())


def test_all_who_ask_at_once_meet_at_one_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, people = await over(club, ["me", "open", "open"], ["Oak", "Elm", "Ash"], rated=True)
            asked = [guest.post(f"/api/tables/{table}/rematch") for guest in people for _ in range(3)]
            answers = await asyncio.gather(*asked)
            [new] = {answer["id"] for answer in answers}
            info = await people[0].get(f"/api/tables/{new}")
            assert sorted(seat["name"] for seat in info["seats"]) == ["Ash", "Elm", "Oak"]
            entries = (await people[0].sit_down(table)).entries
            [asked_by] = [entry["seat"] for entry in entries if entry["kind"] == "rematched"]
            assert info["host"] == (await people[0].get(f"/api/tables/{table}"))["seats"][asked_by]["person"]

    run(story())


def test_a_kept_seat_survives_a_restart(tmp_path: Path, database_url: str) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path, database=database_url)
        async with open_club(settings) as club:
            table, [oak, elm] = await over(club, ["me", "open"], ["Oak", "Elm"])
            new = await oak.post(f"/api/tables/{table}/rematch")
            cookies = elm.http.cookies
        async with open_club(settings) as club:
            back = club.stranger()
            back.http.cookies = cookies
            assert (await back.get(f"/api/tables/{new['id']}"))["asked"] == [0]
            assert [line["asked"] for line in (await back.get("/api/me/tables"))["tables"]].count(True) == 1
            assert (await back.post(f"/api/tables/{new['id']}/join"))["mine"] == [0]
            assert [line["asked"] for line in (await back.get("/api/me/tables"))["tables"]].count(True) == 0

    run(story())


def test_an_old_log_that_seats_everybody_at_once_still_folds() -> None:
    lines = [
        b'{"at":1.0,"entry":{"kind":"created","game":"treasure","rules_version":1,"options":{},"seats":2,"host":"oak",'
        b'"public":false,"rated":true,"hints":false,"clock":null,"grace":300,"commitment":"00"}}',
        b'{"at":1.0,"entry":{"kind":"sat","seat":0,"person":"oak","name":"Oak","about":{"rating":1.0}}}',
        b'{"at":1.0,"entry":{"kind":"sat","seat":1,"person":"elm","name":"Elm"}}',
        b'{"at":2.0,"entry":{"kind":"rematched","table":"another"}}',
    ]
    state = TableState("table", {})
    for seq, line in enumerate(lines, 1):
        decoded = log.decode(line)
        assert isinstance(decoded, LogLine)
        state.follow(log.LogRow(table="table", seq=seq, line=decoded, salt=b"", hash=b""))
    assert state.people == {0: "oak", 1: "elm"}
    assert state.asked == {}
    assert state.rematch == "another"
    assert msgspec.json.decode(log.encode(decoded))["entry"]["table"] == "another"


def test_an_outside_bot_is_called_when_it_is_asked(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak, elm = await club.guest("Oak"), await club.guest("Elm")
            token = (await elm.post("/api/bots", name="Clover"))["token"]
            bot = club.stranger()
            bot.http.headers["Authorization"] = f"Bearer {token}"
            table = await oak.table("treasure", ["me", "open"], public=True)
            await bot.post(f"/api/tables/{table}/join")
            await oak.post(f"/api/tables/{table}/start")
            await (await oak.sit_down(table, 0)).do("resign")
            new = await oak.post(f"/api/tables/{table}/rematch")
            calls = []
            async with asyncio.timeout(PATIENCE), bot.http.stream("GET", "/api/bot/stream") as stream:
                async for line in stream.aiter_lines():
                    if not line.strip():
                        continue
                    calls.append(msgspec.json.decode(line))
                    if calls[-1]["type"] == "asked":
                        await bot.post(f"/api/tables/{calls[-1]['table']}/join")
                    elif calls[-1]["type"] == "table":
                        break
            assert [(call["type"], call["table"], call["seat"]) for call in calls] == [
                ("asked", new["id"], 0),
                ("table", new["id"], 0),
            ]

    run(story())


def test_a_kept_seat_has_the_name_that_its_person_has_now(tmp_path: Path) -> None:
    """The name they sat down with may be an account's since."""

    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak, elm, other = await club.guest("Oak"), await club.guest("Elm"), await club.guest("Ash")
            table = await oak.table("treasure", ["me", "open"], public=True)
            await elm.post(f"/api/tables/{table}/join")
            await oak.post(f"/api/tables/{table}/start")
            await (await oak.sit_down(table, 0)).do("resign")
            await other.post("/api/account", name="Elm", password="a four-leaved clover")
            called = (await elm.get("/api/me"))["name"]
            assert called != "Elm"
            new = await oak.post(f"/api/tables/{table}/rematch")
            assert [seat["kept_for"] for seat in new["seats"]] == [called, None]

    run(story())


def test_the_talk_goes_on_at_the_rematch(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, [oak, elm] = await over(club, ["me", "open"], ["Oak", "Elm"])
            one = await oak.sit_down(table, 0)
            await one.do("chat", text="well played")
            await one.do("chat", text="again?")
            new = await oak.post(f"/api/tables/{table}/rematch")
            assert (await elm.post(f"/api/tables/{table}/rematch"))["id"] == new["id"]
            two = await elm.sit_down(new["id"], 0)
            said = [await two.until(lambda told: told["type"] == "chat") for _ in range(2)]
            assert [(line["number"], line["name"], line["text"]) for line in said] == [
                (1, "Oak", "well played"),
                (2, "Oak", "again?"),
            ]
            await two.do("chat", text="gladly")
            heard = await two.until(lambda told: told["type"] == "chat")
            assert (heard["number"], heard["text"]) == (3, "gladly")

    run(story())
