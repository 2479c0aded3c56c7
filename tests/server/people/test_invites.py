"""A link seats whom it is for, and everybody else is answered alike."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import NullPool, create_engine

from fourleaf.server.storage import schema
from fourleaf.server.storage.opening import MIGRATIONS
from tests.server.club import Guest, Json, open_club, run, settings_for
from tests.server.manual_clock import ManualClock

FORTNIGHT = 14 * 24 * 3600


async def group_link(host: Guest, table: str) -> str:
    return str((await host.post(f"/api/tables/{table}/invites", group=True))["secret"])


async def only_line(host: Guest, table: str) -> Json:
    [line] = await host.get(f"/api/tables/{table}/invites")
    return dict(line)


async def answers(guest: Guest, table: str, invite: str) -> list[tuple[int, str]]:
    """What somebody is answered who asks for a link and then sits down by it."""
    asked = await guest.ask("POST", f"/api/tables/{table}/invited", {"invite": invite})
    joined = await guest.ask("POST", f"/api/tables/{table}/join", {"invite": invite})
    return [(answer.status_code, answer.text) for answer in (asked, joined)]


async def dead_answer(guest: Guest, table: str) -> list[tuple[int, str]]:
    """What everybody is answered by a link that nobody ever made."""
    unknown = await answers(guest, table, "x" * 32)
    assert [status for status, _ in unknown] == [404, 404]
    return unknown


def test_one_link_seats_a_group_one_seat_each_until_the_table_is_full(database_url: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "open", "open", "random"])
            invite = await host.post(f"/api/tables/{table}/invites", group=True)
            assert invite["group"]
            assert len(invite["secret"]) * 6 >= 128
            assert await only_line(host, table) == {
                "id": invite["id"],
                "seat": None,
                "group": True,
                "expires_at": invite["expires_at"],
                "state": "live",
                "seated": 0,
            }
            for seat, name in ((1, "Elm"), (2, "Ash")):
                stranger = club.stranger()
                asked = await stranger.post(f"/api/tables/{table}/invited", invite=invite["secret"])
                assert asked == {"seat": None, "group": True}
                info = await stranger.post(f"/api/tables/{table}/join", name=name, invite=invite["secret"])
                assert info["mine"] == [seat]
            line = await only_line(host, table)
            assert (line["state"], line["seated"]) == ("used", 2)
            late = await club.guest("Fir")
            assert await answers(late, table, invite["secret"]) == await dead_answer(late, table)
            await stranger.post(f"/api/tables/{table}/leave")
            assert (await only_line(host, table))["state"] == "live"
            assert (await late.post(f"/api/tables/{table}/join", invite=invite["secret"]))["mine"] == [2]

    run(story())


def test_whoever_came_by_a_group_link_takes_no_second_seat_by_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("treasure", ["me", "open", "open"])
            invite = await group_link(host, table)
            for _ in range(2):
                assert (await friend.post(f"/api/tables/{table}/join", invite=invite))["mine"] == [1]
            assert (await friend.refused(f"/api/tables/{table}/join", invite=invite, seat=2))["code"] == "not_now"
            assert (await friend.refused(f"/api/tables/{table}/invited", invite=invite))["code"] == "not_found"
            assert (await only_line(host, table))["seated"] == 1

    run(story())


def test_a_group_link_does_not_seat_whoever_was_sent_away_and_a_new_single_one_does(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend, other = await club.guest("Oak"), await club.guest("Elm"), await club.guest("Ash")
            table = await host.table("treasure", ["me", "open", "open"])
            invite = await group_link(host, table)
            await friend.post(f"/api/tables/{table}/join", invite=invite)
            await host.post(f"/api/tables/{table}/kick", seat=1)
            assert await answers(friend, table, invite) == await dead_answer(friend, table)
            assert (await other.post(f"/api/tables/{table}/join", invite=invite))["mine"] == [1]
            single = (await host.post(f"/api/tables/{table}/invites"))["secret"]
            assert await friend.post(f"/api/tables/{table}/invited", invite=single) == {"seat": None, "group": False}
            assert (await friend.post(f"/api/tables/{table}/join", invite=single))["mine"] == [2]

    run(story())


@pytest.mark.parametrize("group", [True, False])
def test_every_link_that_cannot_be_used_is_answered_alike(group: bool, tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings_for(tmp_path), clock) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("treasure", ["me", "open"])
            unknown = await dead_answer(friend, table)
            revoked = await host.post(f"/api/tables/{table}/invites", group=group)
            assert (await host.ask("DELETE", f"/api/tables/{table}/invites/{revoked['id']}")).status_code == 204
            assert await answers(friend, table, revoked["secret"]) == unknown
            expired = await host.post(f"/api/tables/{table}/invites", group=group)
            # At once: minute by minute it would take as many minutes.
            clock.jumped += FORTNIGHT + 1
            assert await answers(friend, table, expired["secret"]) == unknown
            assert (await only_line(host, table))["state"] == "expired"
            elsewhere = await host.table("treasure", ["me", "open"])
            foreign = await host.post(f"/api/tables/{elsewhere}/invites", group=group)
            assert await answers(friend, table, foreign["secret"]) == unknown

    run(story())


def test_a_used_link_is_never_live_and_asking_uses_nothing_up(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend, other = await club.guest("Oak"), await club.guest("Elm"), await club.guest("Ash")
            table = await host.table("treasure", ["me", "open"])
            path = f"/api/tables/{table}"
            first = (await host.post(f"{path}/invites", seat=1))["secret"]
            for _ in range(3):
                assert await friend.post(f"{path}/invited", invite=first) == {"seat": 1, "group": False}
            assert (await only_line(host, table))["state"] == "live"
            await friend.post(f"{path}/join", invite=first)
            for deed in (friend.post(f"{path}/leave"), friend.post(f"{path}/join"), host.post(f"{path}/kick", seat=1)):
                line = await only_line(host, table)
                assert (line["state"], line["seated"]) == ("used", 1)
                await deed
            assert await answers(other, table, first) == await dead_answer(other, table)
            second = await host.post(f"{path}/invites")
            await host.post(f"{path}/seat", seat=1, who="random")
            states = {line["id"]: line["state"] for line in await host.get(f"{path}/invites")}
            assert states[second["id"]] == "used", "no seat is left for it"
            await host.post(f"{path}/start")
            states = {line["id"]: line["state"] for line in await host.get(f"{path}/invites")}
            assert sorted(states.values()) == ["expired", "used"]
            assert (await other.refused(f"{path}/invited", invite=second["secret"]))["code"] == "not_found"

    run(story())


def test_of_those_who_use_a_group_link_at_once_for_the_last_seat_one_sits_and_nothing_is_lost(
    database_url: str, tmp_path: Path
) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            host = await club.guest("Oak")
            for number in range(5):
                table = await host.table("treasure", ["me", "open", "random"])
                invite = await group_link(host, table)
                come = [
                    club.stranger().ask("POST", f"/api/tables/{table}/join", {"invite": invite, "name": f"Elm {who}"})
                    for who in range(4)
                ]
                met = await asyncio.gather(*come)
                assert sorted(answer.status_code for answer in met) == [200, 404, 404, 404], number
                assert (await only_line(host, table))["seated"] == 1
                info = await host.get(f"/api/tables/{table}")
                assert info["seats"][1]["person"] is not None

    run(story())


def test_a_link_for_a_group_is_for_any_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "open"])
            problem = await host.refused(f"/api/tables/{table}/invites", group=True, seat=1)
            assert problem["code"] == "malformed"

    run(story())


def test_wrong_links_are_counted_and_right_ones_cost_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, rates=1.0), ManualClock()) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("treasure", ["me", "open", "open"])
            invite = await group_link(host, table)
            wrong = [
                await friend.ask("POST", f"/api/tables/{table}/{where}", {"invite": "x" * 32})
                for where in ("invited", "join") * 25
            ]
            assert {answer.status_code for answer in wrong} == {404}
            for _ in range(20):
                await friend.post(f"/api/tables/{table}/invited", invite=invite)
            for _ in range(10):
                assert (await friend.refused(f"/api/tables/{table}/invited", invite="x"))["code"] == "not_found"
            assert (await friend.refused(f"/api/tables/{table}/invited", invite="x"))["code"] == "too_much"

    run(story())


def test_invites_of_an_earlier_day_are_for_one_person_and_those_used_stay_used(database_url: str) -> None:
    engine = create_engine(database_url, poolclass=NullPool)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    names = ("id", "hash", "table", "seat", "expires_at", "used_by")
    invites = sa.table("invites", *[sa.column(name) for name in names])
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
        for name, used_by in (("waits", None), ("used", "elm")):
            row = (name, name.encode(), "table", 1, 9.0, used_by)
            connection.execute(sa.insert(invites).values(dict(zip(names, row, strict=True))))
        connection.commit()
        command.upgrade(config, "head")
        found = connection.execute(sa.select(schema.invites)).all()
        assert {(row.id, row.seat, row.group, row.seated) for row in found} == {
            ("waits", 1, False, 0),
            ("used", 1, False, 1),
        }
