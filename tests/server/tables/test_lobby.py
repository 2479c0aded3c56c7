"""Tables are set up, found, joined, left and started."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.club import Socket, open_club, play_on, run, settings_for


def test_an_invite_seats_one_person_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "open", "open"])
            invite = await host.post(f"/api/tables/{table}/invites")
            assert invite["link"].endswith(f"/t/{table}#{invite['secret']}")
            stranger = club.stranger()
            assert (await stranger.refused(f"/api/tables/{table}/join", name="Elm"))["code"] == "not_yours"
            info = await stranger.post(f"/api/tables/{table}/join", name="Elm", invite=invite["secret"])
            assert info["mine"] == [1]
            assert info["seats"][1]["name"] == "Elm"
            other = await club.guest("Ash")
            used = await other.refused(f"/api/tables/{table}/join", invite=invite["secret"])
            unknown = await other.refused(f"/api/tables/{table}/join", invite="x" * 32)
            assert used == unknown
            assert (await host.get(f"/api/tables/{table}/invites"))[0]["state"] == "used"

    run(story())


def test_an_invite_can_be_taken_back_and_is_bound_to_its_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("treasure", ["me", "open", "open"])
            first = await host.post(f"/api/tables/{table}/invites", seat=2)
            second = await host.post(f"/api/tables/{table}/invites")
            assert (await friend.ask("DELETE", f"/api/tables/{table}/invites/{second['id']}")).status_code == 403
            assert (await host.ask("DELETE", f"/api/tables/{table}/invites/{second['id']}")).status_code == 204
            gone = await friend.refused(f"/api/tables/{table}/join", invite=second["secret"])
            assert gone["code"] == "not_found"
            info = await friend.post(f"/api/tables/{table}/join", invite=first["secret"], seat=1)
            assert info["mine"] == [2]

    run(story())


def test_a_public_table_is_found_and_an_unlisted_one_is_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            hidden = await host.table("treasure", ["me", "open"])
            shown = await host.table("treasure", ["me", "open"], public=True)
            found = [line["id"] for line in (await friend.get("/api/tables"))["tables"]]
            assert found == [shown]
            await friend.post(f"/api/tables/{shown}/join")
            assert (await friend.get("/api/tables?game=korrigans"))["tables"] == []
            mine = [line["id"] for line in (await host.get("/api/me/tables"))["tables"]]
            assert sorted(mine) == sorted([hidden, shown])

    run(story())


def test_my_tables_say_whose_turn_it_is(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("treasure", ["me", "open"], public=True)
            await friend.post(f"/api/tables/{table}/join")
            await host.post(f"/api/tables/{table}/start")
            turns = [(await guest.get("/api/me/tables"))["tables"][0]["my_turn"] for guest in (host, friend)]
            assert sorted(turns) == [False, True]
            actor = (await host.get(f"/api/tables/{table}"))["actor"]
            assert turns == [actor == 0, actor == 1]

    run(story())


def test_seats_are_left_given_and_taken_away_before_the_start(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("treasure", ["me", "open", "random"], public=True)
            path = f"/api/tables/{table}"
            await friend.post(f"{path}/join")
            assert (await friend.refused(f"{path}/kick", seat=0))["code"] == "not_yours"
            assert (await friend.refused(f"{path}/start"))["code"] == "not_yours"
            await host.post(f"{path}/kick", seat=1)
            assert (await friend.get(path))["mine"] == []
            assert "seat 2 is open" in (await host.refused(f"{path}/start"))["words"]
            invite = (await host.post(f"{path}/invites"))["secret"]
            await friend.post(f"{path}/join", seat=1, invite=invite)
            await friend.post(f"{path}/leave")
            await host.post(f"{path}/seat", seat=1, who="greedy")
            await host.post(f"{path}/seat", seat=2, who="open")
            await friend.post(f"{path}/join")
            info = await host.post(f"{path}/start")
            assert [seat["bot"] for seat in info["seats"]] == [None, "greedy", None]
            assert (await host.refused(f"{path}/kick", seat=2))["code"] == "not_now"
            assert (await club.stranger().refused(f"{path}/join", name="Ash"))["code"] == "not_now"

    run(story())


def test_a_person_who_loses_a_seat_does_not_see_through_the_next_holders_eyes(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend, other = await club.guest("Oak"), await club.guest("Elm"), await club.guest("Ash")
            table = await host.table("treasure", ["me", "open"], public=True)
            await friend.post(f"/api/tables/{table}/join")
            socket = await friend.sit_down(table, 1)
            await host.post(f"/api/tables/{table}/kick", seat=1)
            await other.post(f"/api/tables/{table}/join")
            await host.post(f"/api/tables/{table}/start")
            await socket.until(lambda told: bool(told.get("now")))
            assert socket.now["seat"] == -3
            assert socket.now["view"]["hand"] == []

    run(story())


def test_several_seats_on_one_device(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "me"])
            await host.post(f"/api/tables/{table}/start")
            socket = await host.sit_down(table, 0)
            hands = {}
            while socket.table["status"] == "playing":
                actor = socket.now["actor"]
                if actor != socket.now["seat"]:
                    await socket.say("look", seat=actor, since=socket.journal[-1].get("seq", 0))
                    await socket.until(lambda told: told["type"] == "update")
                hands[actor] = socket.now["view"]["hand"]
                legal = socket.now["legal"]
                done = await socket.do("play", ply=socket.now["ply"], action=legal[0]["action"])
                await socket.follow(done["seq"])
            assert set(hands) == {0, 1}

    run(story())


def test_the_same_people_play_again_one_seat_further(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("treasure", ["me", "open", "random"], public=True)
            await friend.post(f"/api/tables/{table}/join")
            await host.post(f"/api/tables/{table}/start")
            assert (await host.refused(f"/api/tables/{table}/rematch"))["code"] == "not_now"
            socket = await host.sit_down(table, 0)
            assert (await socket.do("resign"))["type"] == "ack"
            friends = await friend.sit_down(table, 1)
            assert (await friends.do("resign"))["type"] == "ack"
            await friends.until(lambda told: told["type"] == "update" and told["table"]["status"] == "over")
            new = await friend.post(f"/api/tables/{table}/rematch")
            assert new["mine"] == [2]
            assert new["seats"][0]["bot"] == "random"
            same = await host.post(f"/api/tables/{table}/rematch")
            assert same["id"] == new["id"]
            assert same["mine"] == [1]
            assert (await club.stranger().refused(f"/api/tables/{table}/rematch"))["code"] == "nobody"

    run(story())


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess", "seats": ["me", "open"]},
        {"game": "treasure", "seats": ["me"]},
        {"game": "treasure", "seats": ["me", "dragon"]},
        {"game": "treasure", "seats": ["me", "open"], "options": {"speed": 3}},
        {"game": "treasure", "seats": ["me", "open"], "surprise": 1},
        {"game": "treasure", "seats": ["me", "open"], "clock": {"kind": "live", "bank": 1, "increment": 0}},
        {"game": "treasure", "seats": ["me", "me"], "rated": True},
        {"game": 7, "seats": "me"},
        {},
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(wish: dict[str, object], tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            problem = await host.refused("/api/tables", **wish)
            assert problem["words"]
            assert (await host.get("/api/me/tables"))["tables"] == []

    run(story())


@pytest.mark.parametrize("name", ["", "x" * 25, "a\u202eb", "a\x00b", "\u200b", "a\nb"])
def test_a_name_is_one_line_that_can_be_seen(name: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            assert (await club.stranger().refused("/api/me", name=name))["code"] == "malformed"

    run(story())


def test_everything_survives_a_restart(database_url: str, tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path, database=database_url)
        async with open_club(settings) as club:
            host = await club.guest("Oak")
            cookies = host.http.cookies
            table = await host.table("wichtel", ["me", "random", "greedy"])
            await host.post(f"/api/tables/{table}/start")
            before = await host.sit_down(table, 0)
            for _ in range(3):
                await _one_move(before)
        async with open_club(settings) as club:
            back = club.stranger()
            back.http.cookies = cookies
            socket = await back.sit_down(table, 0)
            assert socket.entries[: len(before.entries)] == before.entries
            await play_on(socket)
            assert socket.table["ending"]["why"] == "played"

    async def _one_move(socket: Socket) -> None:
        while socket.now["actor"] != 0:
            await socket.until(lambda told: told["type"] == "update")
        done = await socket.do("play", ply=socket.now["ply"], action=socket.now["legal"][0]["action"])
        await socket.follow(done["seq"])

    run(story())


def test_a_host_has_so_many_open_tables_and_no_more(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            for _ in range(20):
                await host.table("treasure", ["me", "open"])
            problem = await host.refused("/api/tables", game="treasure", seats=["me", "open"])
            assert problem["code"] == "too_much"

    run(story())


def test_a_list_says_who_hosts_and_which_clock_runs(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            clock = {"kind": "live", "bank": 300, "increment": 5, "then": "move"}
            await host.table("treasure", ["me", "open"], public=True, clock=clock)
            found = (await friend.get("/api/tables"))["tables"][0]
            assert (found["host"], found["clock"], found["hosted"]) == ("Oak", clock, False)
            await host.post("/api/me", name="Ash")
            assert (await friend.get("/api/tables"))["tables"][0]["host"] == "Ash"
            assert (await host.get("/api/me/tables"))["tables"][0]["hosted"]

    run(story())


def test_whoever_has_resigned_is_told_so_in_their_list_and_nobody_else_is(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            people = [await club.guest(name) for name in ("Oak", "Elm", "Ash")]
            host, friend, other = people
            table = await host.table("treasure", ["me", "open", "open"], public=True)
            for guest in (friend, other):
                await guest.post(f"/api/tables/{table}/join")
            await host.post(f"/api/tables/{table}/start")
            socket = await friend.sit_down(table, 1)
            await socket.do("resign")
            lists = [(await guest.get("/api/me/tables"))["tables"] for guest in people]
            assert [lines[0]["resigned"] for lines in lists] == [False, True, False]
            assert {lines[0]["status"] for lines in lists} == {"playing"}

    run(story())
