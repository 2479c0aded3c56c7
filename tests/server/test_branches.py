"""Play on from anywhere: a position, a moment of a finished match or record, or what one knows of one's own match."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import fourleaf
from fourleaf import Origin, Record
from fourleaf.engine.state import CHANCE
from fourleaf.games import GAMES
from tests.server.club import Club, Guest, Json, Socket, open_club, play_on, run, settings_for

SMALLEST = [(name, max(2, game.seats[0])) for name, game in GAMES.items()]


async def played(host: Guest, game: str, seats: int, moves: int = 12, **more: Any) -> tuple[str, list[Socket]]:
    """A match of one device that has had some moves, and a socket for each seat."""
    table = await host.table(game, ["me"] * seats, **more)
    await host.post(f"/api/tables/{table}/start")
    sockets = [await host.sit_down(table, seat) for seat in range(seats)]
    rng = Random(3)
    for _ in range(moves):
        now = sockets[0].now
        at = sockets[now["actor"]]
        done = await at.do("play", ply=now["ply"], action=rng.choice(at.now["legal"])["action"])
        for socket in sockets:
            await socket.follow(done["seq"])
    return table, sockets


async def over(host: Guest, game: str, seats: int) -> str:
    """A match that was resigned after some moves."""
    table, [first, *others] = await played(host, game, seats)
    for socket in [first, *others]:
        await socket.do("resign")
    assert (await host.get(f"/api/tables/{table}"))["status"] == "over"
    return table


async def record_of(host: Guest, table: str) -> Record:
    return Record.from_json((await host.ask("GET", f"/api/tables/{table}/record")).content)


async def brought(host: Guest, record: Record) -> str:
    return str((await host.http.post("/api/records", content=record.to_json())).json()["id"])


def entries_of(club: Club, table: str) -> Any:
    return club.service.log.read(table)


def moments(match: fourleaf.Match) -> list[int]:
    """The ply of each moment of a match that never went back."""
    return [*(ply for ply, decider in enumerate(match.deciders) if decider != CHANCE), match.ply]


@pytest.mark.parametrize(("game", "seats"), SMALLEST)
def test_any_moment_of_a_finished_match_goes_on_as_it_stood_or_as_a_seat_knew_it(
    game: str, seats: int, tmp_path: Path
) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, stranger = await club.guest("Oak"), await club.guest("Elm")
            table = await over(host, game, seats)
            past = await record_of(host, table)
            started = next(
                row.seq for row in await entries_of(club, table) if row.line.entry.__class__.__name__ == "Started"
            )
            match = fourleaf.replay(past)
            match.rewind(moments(match)[5])
            for seat in (None, 1):
                begins = {"table": table, "at": started + 5, "seat": seat}
                made = await stranger.post("/api/tables", game=game, seats=["me"] * seats, begins=begins)
                assert made["source"] == {"table": table, "record": None, "at": started + 5, "moves": 5, "seat": seat}
                assert (made["rated"], made["hints"]) == (False, True)
                await stranger.post(f"/api/tables/{made['id']}/start")
                eyes = seat or 0
                socket = await stranger.sit_down(made["id"], eyes)
                assert socket.now["view"] == seen(match, eyes)
                await socket.do("resign")
                for other in set(range(seats)) - {eyes}:
                    await (await stranger.sit_down(made["id"], other)).do("resign")
                branch = await record_of(stranger, made["id"])
                assert branch.format_version == 2
                assert branch.beginning is not None
                if seat is None:
                    assert branch.beginning.position == match.notation
                    assert Origin.read(branch.beginning.origin or "") == Origin(match.ply, record=past.seal())
                else:
                    assert Origin.read(branch.beginning.origin or "") == Origin(match.ply, seat=1)
                assert fourleaf.verify(branch).outcome == "verified"

    run(story())


def seen(match: fourleaf.Match, seat: int) -> Any:
    return msgspec.json.decode(msgspec.json.encode(match.view(seat)))


def test_a_moment_that_was_taken_back_later_can_be_gone_on_from(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            table, [socket] = await played(host, "flipslide", 1, moves=1)
            assert socket.now["undo"]["free"], "placing a rabbit can be taken back"
            at, view = socket.journal[-1]["seq"], socket.now["view"]
            assert (await socket.do("undo", ply=socket.now["ply"] - 1))["type"] == "ack"
            await socket.do("resign")
            made = await host.post("/api/tables", game="flipslide", seats=["me"], begins={"table": table, "at": at})
            await host.post(f"/api/tables/{made['id']}/start")
            assert (await host.sit_down(made["id"], 0)).now["view"] == view

    run(story())


@pytest.mark.parametrize(("game", "seats"), [one for one in SMALLEST if GAMES[one[0]].hidden])
def test_a_moment_of_an_imported_record_is_a_decision_with_the_chance_after_it(
    game: str, seats: int, tmp_path: Path
) -> None:
    match = fourleaf.game(game).start(seats=seats, seed=5)
    rng = Random(5)
    for _ in range(9):
        match.play(rng.choice(match.legal))

    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            record = await brought(host, match.record())
            for at, moves in ((1, 0), (4, 3), (10, 9)):
                past = fourleaf.replay(match.record())
                past.rewind(moments(past)[at - 1])
                begins = {"record": record, "at": at, "seat": 0}
                made = await host.post("/api/tables", game=game, seats=["me"] * seats, begins=begins)
                assert made["source"] == {"table": None, "record": record, "at": at, "moves": moves, "seat": 0}
                await host.post(f"/api/tables/{made['id']}/start")
                assert (await host.sit_down(made["id"], 0)).now["view"] == seen(past, 0)
            for at in (0, 11, 10**12):
                begins = {"record": record, "at": at}
                refused = await host.refused("/api/tables", game=game, seats=["me"] * seats, begins=begins)
                assert "moments 1 to 10" in refused["words"] or refused["code"] == "malformed"

    run(story())


def test_a_match_of_ones_own_goes_on_against_bots_from_what_one_knows(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            table = await host.table("wichtel", ["me", "open", "random"], public=True)
            await friend.post(f"/api/tables/{table}/join")
            await host.post(f"/api/tables/{table}/start")
            sockets = [await host.sit_down(table, 0), await friend.sit_down(table, 1)]
            wish: Json = {"game": "wichtel", "begins": {"table": table}}
            made = await friend.post("/api/tables", seats=["random", "me", "greedy"], **wish)
            assert (made["source"]["table"], made["source"]["seat"]) == (table, 1)
            await friend.post(f"/api/tables/{made['id']}/start")
            there = await friend.sit_down(made["id"], 1)
            first = next(told["now"] for told in there.journal if told.get("now"))
            if first["ply"] == 0:
                assert first["view"]["seats"][1] == sockets[1].now["view"]["seats"][1]
            await asyncio.gather(play_on(there))
            # Which table it comes from is told to whoever sits there, and to nobody else.
            told = await host.get(f"/api/tables/{made['id']}")
            assert told["source"] == {
                "table": None,
                "record": None,
                "at": None,
                "moves": made["source"]["moves"],
                "seat": 1,
            }

    run(story())


REFUSALS: list[tuple[Json, list[str], str, str]] = [
    ({"table": "LIVE"}, ["me", "me", "random"], "not_now", "give them all seats but your own"),
    ({"table": "LIVE"}, ["me", "open", "random"], "not_now", "give them all seats but your own"),
    ({"table": "LIVE", "at": 5}, ["me", "random", "random"], "not_now", "from where it stands"),
    ({"table": "LIVE", "seat": 1}, ["me", "random", "random"], "not_yours", "seat 1 is not yours"),
    ({"table": "RATED"}, ["me", "random", "random"], "not_now", "this match is rated"),
    ({"table": "HINTLESS"}, ["me", "random", "random"], "not_now", "played without hints"),
    ({"table": "GATHERS"}, ["me", "random", "random"], "not_now", "has not begun"),
    ({"table": "OVER"}, ["me", "random", "random"], "malformed", "name the entry"),
    ({"table": "OVER", "at": 1}, ["me", "random", "random"], "not_now", "had not begun at entry 1"),
    ({"table": "OVER", "at": 10**6}, ["me", "random", "random"], "malformed", "has entries 1 to"),
    ({"table": "OVER", "at": 8, "seat": 7}, ["me", "random", "random"], "refused", "there is no seat 7"),
    ({"table": "OVER", "at": 8}, ["me", "random", "random", "random"], "refused", "has 3"),
    ({"table": "nowhere"}, ["me", "random", "random"], "not_found", "there is no table nowhere"),
    ({"record": "nowhere", "at": 1}, ["me", "random", "random"], "not_found", "no such record"),
    ({"record": "nowhere"}, ["me", "random", "random"], "malformed", "name the moment"),
    ({}, ["me", "random", "random"], "malformed", "name one of them"),
    ({"table": "OVER", "record": "x"}, ["me", "random", "random"], "malformed", "name one of them"),
    ({"position": "x"}, ["me", "random", "random"], "refused", "a position has 21 words"),
    ({"position": "x" * 5000}, ["me", "random", "random"], "malformed", "4000"),
]


def test_what_cannot_be_gone_on_from_is_refused_in_words_and_makes_no_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host, friend = await club.guest("Oak"), await club.guest("Elm")
            names = {"OVER": await over(host, "wichtel", 3)}
            for name, more in (("LIVE", {}), ("RATED", {"rated": True}), ("HINTLESS", {"hints": False})):
                names[name] = await host.table("wichtel", ["me", "open", "random"], public=True, **more)
                await friend.post(f"/api/tables/{names[name]}/join")
                await host.post(f"/api/tables/{names[name]}/start")
            names["GATHERS"] = await host.table("wichtel", ["me", "open", "random"])
            before = len((await host.get("/api/me/tables"))["tables"])
            for begins, seats, code, words in REFUSALS:
                there = {
                    **begins,
                    **({"table": names.get(begins["table"], begins["table"])} if "table" in begins else {}),
                }
                refused = await host.refused("/api/tables", game="wichtel", seats=seats, begins=there)
                assert (refused["code"], words in refused["words"]) == (code, True), (begins, refused)
            watcher = await club.guest("Ash")
            bots = ["me", "random", "random"]
            refused = await watcher.refused("/api/tables", game="wichtel", seats=bots, begins={"table": names["LIVE"]})
            assert refused["code"] == "not_yours"
            at = {"table": names["OVER"], "at": 8}
            refused = await host.refused("/api/tables", game="wichtel", seats=bots, begins=at, rated=True)
            assert "cannot be rated" in refused["words"]
            refused = await host.refused("/api/tables", game="alarun", seats=bots, begins=at)
            assert "no table of Alarún" in refused["words"]
            refused = await host.refused("/api/tables", game="wichtel", seats=bots, begins=at, options={"target": 50})
            assert "other options" in refused["words"]
            assert len((await host.get("/api/me/tables"))["tables"]) == before

    run(story())


def test_a_rematch_begins_from_the_same_beginning_and_after_a_restart_it_still_does(tmp_path: Path) -> None:
    line = "card 0 1+3 - 6/0/0/0 RB R1B3Y2/G1G2G3 -/-"

    async def story() -> None:
        settings = settings_for(tmp_path)
        async with open_club(settings) as club:
            host = await club.guest("Oak")
            made = await host.post(
                "/api/tables", game="treasure", seats=["me", "random"], begins={"position": f" {line} "}
            )
            nothing = {"table": None, "record": None, "at": None, "moves": None, "seat": None}
            assert made["source"] == nothing
            await host.post(f"/api/tables/{made['id']}/start")
            await (await host.sit_down(made["id"], 0)).do("resign")
            cookies = host.http.cookies
        async with open_club(settings) as club:
            back = club.stranger()
            back.http.cookies = cookies
            again = await back.post(f"/api/tables/{made['id']}/rematch")
            assert again["source"] == nothing
            await back.post(f"/api/tables/{again['id']}/start")
            socket = await back.sit_down(again["id"], 1)
            await socket.do("resign")
            record = await record_of(back, again["id"])
            assert record.beginning is not None
            assert record.beginning.position == line

    run(story())
