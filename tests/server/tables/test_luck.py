"""fairluck1 at a table: seats that bring entropy of their own, starts that are void, and what is revealed when."""

from __future__ import annotations

import asyncio
from pathlib import Path

import fourleaf
from fourleaf import Record
from fourleaf.engine.fairluck import fresh_entropy, seat_commitment
from tests.server.club import Club, Guest, open_club, play_on, run, settings_for
from tests.server.manual_clock import ManualClock


async def commitment_of(guest: Guest, table: str, seat: int, entropy: bytes) -> str:
    promised = (await guest.get(f"/api/tables/{table}"))["luck"]["commitment"]
    return seat_commitment(table.encode(), bytes.fromhex(promised), seat, entropy).hex()


async def two_with_entropy(club: Club) -> tuple[str, Guest, Guest, list[bytes]]:
    host, friend = await club.guest("Oak"), await club.guest("Elm")
    table = await host.table("treasure", ["me", "open", "random"], public=True)
    entropy = [fresh_entropy(), fresh_entropy()]
    await friend.post(f"/api/tables/{table}/join", commitment=await commitment_of(friend, table, 1, entropy[1]))
    socket = await host.sit_down(table, 0)
    mine = await commitment_of(host, table, 0, entropy[0])
    assert (await socket.do("commit", seat=0, commitment=mine))["type"] == "ack"
    return table, host, friend, entropy


def test_seats_that_bring_their_own_entropy_start_a_match_that_verifies(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, host, friend, entropy = await two_with_entropy(club)
            info = await host.post(f"/api/tables/{table}/start")
            assert info["status"] == "locked"
            assert [seat["luck"] for seat in info["seats"]] == ["seat", "seat", "server"]
            assert len(info["luck"]["words"].split()) == 4
            assert info["luck"]["entropy"] is None
            one, two = await host.sit_down(table, 0), await friend.sit_down(table, 1)
            wrong = await one.do("open", seat=0, entropy=fresh_entropy().hex())
            assert wrong["code"] == "not_now"
            assert (await one.do("open", seat=1, entropy=entropy[1].hex()))["code"] == "not_yours"
            assert (await one.do("open", seat=0, entropy=entropy[0].hex()))["type"] == "ack"
            assert (await two.do("open", seat=1, entropy=entropy[1].hex()))["type"] == "ack"
            await one.until(lambda told: bool(told.get("now")))
            assert one.table["luck"]["entropy"][:2] == [brought.hex() for brought in entropy]
            assert one.table["luck"]["secret"] is None
            await asyncio.gather(play_on(one), play_on(two))
            record = Record.from_json((await host.ask("GET", f"/api/tables/{table}/record")).content)
            assert fourleaf.verify(record).outcome == "verified"
            assert record.who == ("Oak", "Elm", "random")
            assert (await host.get(f"/api/tables/{table}"))["luck"]["secret"]

    run(story())


def test_a_seat_that_does_not_open_voids_the_start_and_a_new_secret_is_promised(tmp_path: Path) -> None:
    async def story() -> None:
        clock = ManualClock()
        async with open_club(settings_for(tmp_path), clock) as club:
            table, host, _, entropy = await two_with_entropy(club)
            first = await host.post(f"/api/tables/{table}/start")
            one = await host.sit_down(table, 0)
            await one.do("open", seat=0, entropy=entropy[0].hex())
            await clock.turn(11)
            await one.until(lambda told: told["type"] == "update" and told["entries"][-1]["kind"] == "voided")
            assert one.entries[-1]["seats"] == [1]
            assert one.table["status"] == "gathering"
            assert one.table["luck"]["commitment"] != first["luck"]["commitment"]
            promised = [line["commitment"] for line in await host.get("/api/promises")]
            assert promised == [first["luck"]["commitment"], one.table["luck"]["commitment"]]
            again = await host.post(f"/api/tables/{table}/start")
            assert again["status"] == "playing", "nobody has committed to the new secret, so the server brings it all"

    run(story())


def test_a_start_that_was_interrupted_goes_on_or_is_void_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        settings = settings_for(tmp_path)
        async with open_club(settings) as club:
            table, host, _, entropy = await two_with_entropy(club)
            await host.post(f"/api/tables/{table}/start")
            cookies = host.http.cookies
        clock = ManualClock()
        async with open_club(settings, clock) as club:
            back = club.stranger()
            back.http.cookies = cookies
            socket = await back.sit_down(table, 0)
            assert socket.table["status"] == "locked"
            assert (await socket.do("open", seat=0, entropy=entropy[0].hex()))["type"] == "ack"
            await clock.turn(11)
            await socket.until(lambda told: told["type"] == "update" and told["entries"][-1]["kind"] == "voided")

    run(story())


def test_the_record_and_the_secret_are_shut_until_the_end_and_open_when_a_table_is_left(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            table = await host.table("wichtel", ["me", "random", "random"])
            assert (await host.ask("GET", f"/api/tables/{table}/record")).status_code == 409
            await host.post(f"/api/tables/{table}/start")
            shut = await host.ask("GET", f"/api/tables/{table}/record")
            assert shut.status_code == 409
            info = await host.post(f"/api/tables/{table}/leave")
            assert info["ending"]["why"] == "abandoned"
            record = Record.from_json((await host.ask("GET", f"/api/tables/{table}/record")).content)
            assert record.result is None
            assert fourleaf.verify(record).outcome == "verified"

    run(story())
