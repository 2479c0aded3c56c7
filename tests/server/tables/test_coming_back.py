"""Who got up sits down again, who was sent away does not, and what a viewer is told of it is true."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.club import Guest, Json, open_club, run, settings_for


async def told(guest: Guest, table: str) -> tuple[list[int], bool, bool]:
    info: Json = await guest.get(f"/api/tables/{table}")
    return info["mine"], info["may_sit"], info["sent_away"]


async def sits(guest: Guest, table: str) -> bool:
    """Whether somebody can sit down without an invite."""
    return (await guest.ask("POST", f"/api/tables/{table}/join", {})).is_success


@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize(
    "deeds",
    ["up", "away", "up sit up", "up sit away", "away link up", "away link away", "up sit away link up sit up"],
)
def test_whoever_got_up_sits_down_again_and_whoever_was_sent_away_does_not(
    deeds: str, public: bool, tmp_path: Path
) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path)
        async with open_club(settings) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("treasure", ["me", "open"], public=public)
            path = f"/api/tables/{table}"
            for deed in ("link", *deeds.split()):
                if deed == "link":
                    invite = (await host.post(f"{path}/invites"))["secret"]
                    await friend.post(f"{path}/join", invite=invite)
                    assert await told(friend, table) == ([1], False, False)
                elif deed == "sit":
                    assert (await friend.post(f"{path}/join"))["mine"] == [1]
                elif deed == "up":
                    await friend.post(f"{path}/leave")
                    assert await told(friend, table) == ([], True, False)
                else:
                    await host.post(f"{path}/kick", seat=1)
                    assert await told(friend, table) == ([], False, True)
            cookies = friend.http.cookies
        async with open_club(settings) as club:
            back = club.stranger()
            back.http.cookies = cookies
            welcome = deeds.endswith("up")
            assert await told(back, table) == ([], welcome, not welcome), "the log tells it again"
            if not welcome:
                problem = await back.refused(f"{path}/join")
                assert problem["code"] == "not_yours"
                assert "the host sent you away from this table" in problem["words"]
            assert await sits(back, table) == welcome

    run(story())


def test_everybody_is_told_whether_they_may_sit_and_it_is_so(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            for public in (True, False):
                table = await host.table("treasure", ["me", "open", "open"], public=public)
                path = f"/api/tables/{table}"
                assert await told(host, table) == ([0], False, False)
                for guest in (friend, club.stranger()):
                    assert await told(guest, table) == ([], public, False)
                assert await sits(friend, table) == public
                await host.post(f"{path}/leave")
                assert await told(host, table) == ([], True, False)
                assert await sits(host, table)
                await host.post(f"{path}/kick", seat=0)
                assert await told(host, table) == ([], True, False), "a host sends nobody away by that"
                assert await sits(host, table)
                for seat in [2] if public else [1, 2]:
                    await host.post(f"{path}/seat", seat=seat, who="random")
                assert await told(club.stranger(), table) == ([], False, False), "every seat is taken"
                await host.post(f"{path}/start")
                assert await told(club.stranger(), table) == ([], False, False), "the match has started"

    run(story())


def test_whoever_loses_one_of_two_seats_is_still_here(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("treasure", ["me", "open", "open"], public=True)
            path = f"/api/tables/{table}"
            for seat in (1, 2):
                await friend.post(f"{path}/join", seat=seat)
            await host.post(f"{path}/kick", seat=1)
            assert await told(friend, table) == ([2], False, False)
            await host.post(f"{path}/kick", seat=2)
            assert await told(friend, table) == ([], False, True)

    run(story())


def test_at_a_rated_table_nobody_is_told_to_sit_beside_their_own_bot(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, owner = await club.guest("Oak"), await club.guest("Elm")
            token = (await owner.post("/api/bots", name="Alder"))["token"]
            table = await host.table("treasure", ["me", "open", "open"], public=True, rated=True)
            bot = club.stranger()
            bot.http.headers["Authorization"] = f"Bearer {token}"
            await bot.post(f"/api/tables/{table}/join")
            assert await told(owner, table) == ([], False, False)
            assert not await sits(owner, table)

    run(story())


def test_whoever_is_sent_away_is_told_so_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("treasure", ["me", "open"], public=True)
            await friend.post(f"/api/tables/{table}/join")
            socket = await friend.sit_down(table, 1)
            await host.post(f"/api/tables/{table}/kick", seat=1)
            await socket.until(lambda told: told["type"] == "update" and told["table"]["sent_away"])
            assert not socket.table["may_sit"]

    run(story())


def test_a_host_closes_a_table_that_gathers(database_url: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            host, friend, late = await club.guest("Oak"), await club.guest("Elm"), await club.guest("Ash")
            table = await host.table("treasure", ["me", "open", "open"], public=True, rated=True)
            path = f"/api/tables/{table}"
            await friend.post(f"{path}/join")
            invite = (await host.post(f"{path}/invites", group=True))["secret"]
            socket = await friend.sit_down(table, 1)
            assert (await friend.refused(f"{path}/close"))["code"] == "not_yours"
            info = await host.post(f"{path}/close")
            assert (info["status"], info["ending"]["why"], info["may_sit"]) == ("over", "closed", False)
            promised = {line["commitment"] for line in await host.get("/api/promises")}
            assert info["luck"]["commitment"] in promised
            assert info["luck"]["secret"]
            await socket.until(lambda told: told["type"] == "update" and told["table"]["status"] == "over")
            assert socket.entries[-1]["ending"]["why"] == "closed"
            [line] = await host.get(f"{path}/invites")
            assert line["state"] == "expired"
            assert (await late.refused(f"{path}/invited", invite=invite))["code"] == "not_found"
            assert (await late.refused(f"{path}/join", invite=invite))["words"] == "this table is over"
            for guest in (host, friend):
                assert (await guest.get("/api/me/tables"))["tables"] == []
                assert (await guest.get("/api/me/history"))["games"] == []
                assert (await guest.get("/api/me"))["ratings"] == []
            for status in ("gathering", "playing", "over"):
                assert (await late.get(f"/api/tables?status={status}"))["tables"] == []
            assert "no match was played" in (await host.ask("GET", f"{path}/record")).json()["words"]
            for deed in ("close", "start", "rematch", "leave"):
                assert (await host.refused(f"{path}/{deed}"))["code"] == "not_now"

    run(story())


def test_a_closed_table_makes_room_for_another_and_a_match_is_not_closed(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            tables = [await host.table("treasure", ["me", "open"]) for _ in range(20)]
            await host.post(f"/api/tables/{tables[0]}/close")
            playing = await host.table("treasure", ["me", "random"])
            assert (await host.refused("/api/tables", game="treasure", seats=["me", "open"]))["code"] == "too_much"
            await host.post(f"/api/tables/{playing}/start")
            assert (await host.refused(f"/api/tables/{playing}/close"))["code"] == "not_now"

    run(story())
