"""Whoever shares a device has a name of their own: at the table, in the lists, in the record and at the rematch."""

from __future__ import annotations

from pathlib import Path

from tests.server.club import open_club, run, settings_for


def test_the_players_of_a_hot_seat_have_names_everywhere(tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path)
        async with open_club(settings) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "me", "me"], called=[None, " Fern ", None])
            info = await host.get(f"/api/tables/{table}")
            assert [(seat["name"], seat["called"]) for seat in info["seats"]] == [
                ("Oak", None),
                ("Oak", "Fern"),
                ("Oak", None),
            ]
            [line] = (await host.get("/api/me/tables"))["tables"]
            assert [seat["name"] for seat in line["seats"]] == ["Oak", "Fern", "Oak"]
            await host.post(f"/api/tables/{table}/start")
            socket = await host.sit_down(table, 0)
            assert [entry["name"] for entry in socket.entries if entry["kind"] == "sat"] == ["Oak", "Fern", "Oak"]
            for seat in (0, 1):
                await socket.say("look", seat=seat, since=0)
                await socket.until(lambda told: told["type"] == "update" and not told["more"])
                await socket.do("resign")
            record = await host.get(f"/api/tables/{table}/record")
            assert record["who"] == ["Oak", "Fern", "Oak"]
            again = await host.post(f"/api/tables/{table}/rematch")
            assert [seat["called"] for seat in again["seats"]] == [None, None, "Fern"]
            cookies = host.http.cookies
        async with open_club(settings) as club:
            back = club.stranger()
            back.http.cookies.update(cookies)
            info = await back.get(f"/api/tables/{table}")
            assert info["seats"][1]["called"] == "Fern", "the log has it"

    run(story())


def test_such_a_name_is_held_to_what_every_name_is_held_to(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            for wrong in ("x" * 25, "\u200b", "Seat 2"):
                no = await host.refused("/api/tables", game="treasure", seats=["me", "me"], called=[None, wrong])
                assert no["code"] == "malformed"
            alone = await host.post("/api/tables", game="treasure", seats=["me", "open"], called=["Yew"], public=True)
            assert alone["seats"][0]["called"] is None, "whoever plays for themselves has their own name"
            table = alone["id"]
            sat = await friend.post(f"/api/tables/{table}/join", called="Yew")
            assert sat["seats"][1]["called"] is None

    run(story())


def test_one_more_seat_of_mine_is_taken_by_its_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "open"])
            sat = await host.post(f"/api/tables/{table}/join", seat=1, called="Fern")
            assert sat["seats"][1]["called"] == "Fern"
            no = await (await club.guest("Elm")).refused(f"/api/tables/{table}/join", seat=1)
            assert no["code"] == "not_yours"

    run(story())
