"""What is said over a socket is done once, kept for good, and told in order."""

from __future__ import annotations

import asyncio
import gc
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed

from fourleaf.server.serving import HardSocket, Inbox, Writable
from fourleaf.server.tables.connection import TOO_SLOW, Connection
from tests.server.club import Club, Guest, Socket, open_club, play_on, run, settings_for


async def table_for_two(club: Club, **more: Any) -> tuple[str, Guest, Guest]:
    host, friend = await club.guest("Oak"), await club.guest("Elm")
    table = await host.table("treasure", ["me", "open"], public=True, **more)
    await friend.post(f"/api/tables/{table}/join")
    await host.post(f"/api/tables/{table}/start")
    return table, host, friend


async def actor_of(table: str, *guests: Guest) -> Socket:
    """The socket of whoever is to decide."""
    found = [await guest.sit_down(table, seat) for seat, guest in enumerate(guests)]
    return found[found[0].now["actor"]]


def test_the_same_message_is_done_once_and_answered_alike_every_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, host, friend = await table_for_two(club)
            socket = await actor_of(table, host, friend)
            wish = {"ply": socket.now["ply"], "action": socket.now["legal"][0]["action"], "id": "once"}
            first = await socket.do("play", **wish)
            assert first["type"] == "ack"
            assert await socket.do("play", **wish) == first
            second_tab = await (host, friend)[socket.now["seat"]].sit_down(table, socket.now["seat"])
            assert await second_tab.do("play", **wish) == first
            assert sum(entry["kind"] == "played" for entry in second_tab.entries) == 1

    run(story())


def test_of_two_tabs_that_play_the_same_ply_one_is_told_that_it_is_stale(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, host, friend = await table_for_two(club)
            one = await actor_of(table, host, friend)
            seat = one.now["seat"]
            two = await (host, friend)[seat].sit_down(table, seat)
            wish = {"ply": one.now["ply"], "action": one.now["legal"][0]["action"]}
            answers = await asyncio.gather(one.do("play", **wish), two.do("play", **wish))
            assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
            late = next(answer for answer in answers if answer["type"] == "refused")
            assert late["code"] == "stale"
            loser = (one, two)[answers.index(late)]
            assert loser.now["ply"] > wish["ply"], "what was missed comes with the refusal"

    run(story())


def test_whoever_drops_gets_exactly_the_rest(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            table = await host.table("alarun", ["me", "random", "random"])
            await host.post(f"/api/tables/{table}/start")
            steady = await host.sit_down(table, 0)
            await play_on(steady)
            whole = steady.entries
            assert len(whole) > 60
            for since in (0, 1, 7, len(whole) // 2, len(whole) - 1, len(whole)):
                back = await host.sit_down(table, 0, since=since)
                assert back.entries == whole[since:]
                assert back.now == steady.now
                hashes = {told["seq"]: told["hash"] for told in steady.journal if told["type"] == "update"}
                for told in back.journal:
                    if told["type"] == "update" and told["seq"] in hashes:
                        assert told["hash"] == hashes[told["seq"]]
            ahead = await host.sit_down(table, 0, since=10_000)
            assert ahead.entries == whole

    run(story())


def test_a_game_told_live_and_told_afterwards_reads_the_same_with_undos_in_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            table = await host.table("korrigans", ["me", "random"])
            await host.post(f"/api/tables/{table}/start")
            watcher = await club.stranger().sit_down(table)
            socket = await host.sit_down(table, 0)
            for turn in range(12):
                while socket.now["actor"] != 0:
                    await socket.until(lambda told: told["type"] == "update")
                standing = socket.now
                done = await socket.do("play", ply=standing["ply"], action=standing["legal"][-1]["action"])
                await socket.follow(done["seq"])
                undo = socket.now["undo"]
                if turn % 3 == 0 and undo:
                    back = undo["free"][0] if undo["free"] else undo["ask"]
                    done = await socket.do("undo", ply=back)
                    assert done["type"] == "ack"
                    await socket.follow(done["seq"])
            late = await host.sit_down(table, 0)
            shared = len(socket.entries)
            assert late.entries[:shared] == socket.entries
            await watcher.until(lambda told: told["type"] == "update" and told["seq"] >= shared)
            later = await club.stranger().sit_down(table)
            assert later.entries[:shared] == watcher.entries[:shared]

    run(story())


GARBAGE = [
    "",
    "null",
    "[]",
    "{}",
    '{"type": "dance"}',
    '{"type": "play"}',
    '{"type": "play", "id": "x", "ply": "1", "action": 1}',
    '{"type": "play", "id": "x", "ply": -1, "action": 1}',
    '{"type": "play", "id": "x", "ply": 0, "action": 1.5}',
    '{"type": "play", "id": "x", "ply": 0, "action": 1, "seat": 1}',
    '{"type": "play", "id": "", "ply": 0, "action": 1}',
    '{"type": "ping", "id": 3}',
    '{"type": "hint", "id": "' + "x" * 41 + '"}',
    "[" * 2000,
]


def test_garbage_is_refused_in_words_and_changes_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, host, friend = await table_for_two(club)
            socket = await actor_of(table, host, friend)
            before = (await host.get(f"/api/tables/{table}"))["seq"]
            for frame in GARBAGE:
                await socket.line.send(frame)
                told = await socket.until(lambda told: told["type"] == "refused")
                assert told["code"] == "malformed", frame
                assert told["words"]
            assert (await host.get(f"/api/tables/{table}"))["seq"] == before

    run(story())


def test_what_is_not_ones_own_cannot_be_done(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, host, friend = await table_for_two(club)
            mine = await actor_of(table, host, friend)
            seat, ply = mine.now["seat"], mine.now["ply"]
            action = mine.now["legal"][0]["action"]
            other = await (friend, host)[seat].sit_down(table, 1 - seat)
            assert (await other.do("play", ply=ply, action=action))["code"] == "not_now"
            thief = await (await club.guest("Ash")).dial(table)
            await thief.say("hello", seat=seat)
            assert (await thief.hear())["code"] == "not_yours"
            watcher = await club.stranger().sit_down(table)
            for kind, fields in (("play", {"ply": ply, "action": action}), ("resign", {}), ("undo", {"ply": 0})):
                assert (await watcher.do(kind, **fields))["code"] == "not_yours"
            assert (await watcher.do("chat", text="hello"))["code"] == "not_yours"
            early = await host.dial(table)
            await early.say("ping")
            assert (await early.hear())["words"] == "say hello first"
            illegal = next(wish for wish in range(200) if wish not in [one["action"] for one in mine.now["legal"]])
            refusal = await mine.do("play", ply=ply, action=illegal)
            assert refusal["code"] == "illegal"
            assert refusal["clause"]
            for wish in (-1, 10**6, "sing a song"):
                assert (await mine.do("play", ply=ply, action=wish))["code"] == "illegal"
            assert (await mine.do("play", ply=ply, action=action))["type"] == "ack"

    run(story())


def test_a_move_can_be_typed(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, host, friend = await table_for_two(club)
            socket = await actor_of(table, host, friend)
            card = socket.now["legal"][0]["move"]["card"]
            assert (await socket.do("play", ply=socket.now["ply"], action=f"play {card}"))["type"] == "ack"

    run(story())


def test_why_not_is_answered_with_a_clause(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, host, friend = await table_for_two(club)
            socket = await actor_of(table, host, friend)
            told = await socket.do("why", wish="exchange R")
            assert told["type"] == "because"
            assert not told["legal"]
            assert told["clause"] == "T2.6"
            assert (await socket.do("why", wish=socket.now["legal"][0]["action"]))["legal"]
            assert (await socket.do("why", wish="abracadabra"))["code"] == "malformed"
            seat = socket.now["seat"]
            other = await (friend, host)[seat].sit_down(table, 1 - seat)
            assert not (await other.do("why", wish=socket.now["legal"][0]["action"]))["legal"]

    run(story())


def test_hints_come_on_casual_tables_only(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, host, friend = await table_for_two(club)
            socket = await actor_of(table, host, friend)
            told = await socket.do("hint")
            assert told["action"] in [one["action"] for one in socket.now["legal"]]
            assert told["words"]
            table, host, friend = await table_for_two(club, hints=False)
            socket = await actor_of(table, host, friend)
            assert (await socket.do("hint"))["code"] == "not_now"

    run(story())


def test_chat_is_heard_by_all_but_those_who_muted(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, host, friend = await table_for_two(club)
            one, two = await host.sit_down(table, 0), await friend.sit_down(table, 1)
            await one.do("chat", text="  good luck  ", id="a")
            await one.do("chat", text="  good luck  ", id="a")
            heard = await two.until(lambda told: told["type"] == "chat")
            assert (heard["text"], heard["name"], heard["number"]) == ("good luck", "Oak", 1)
            assert (await one.do("chat", text="x" * 301))["code"] == "malformed"
            assert (await one.do("chat", text="a\u202eb"))["code"] == "malformed"
            await two.do("mute", person=heard["person"], muted=True)
            await one.do("chat", text="can you hear me")
            await two.say("ping")
            assert (await two.until(lambda told: told["type"] in ("chat", "pong")))["type"] == "pong"
            device = await friend.sit_down(table, 1)
            lines = [(await device.until(lambda told: told["type"] == "chat"))["text"] for _ in range(2)]
            assert lines == [None, None], "another device knows who is muted, and not what they said"
            late = await (await club.guest("Ash")).sit_down(table)
            lines = [(await late.until(lambda told: told["type"] == "chat"))["text"] for _ in range(2)]
            assert lines == ["good luck", "can you hear me"]

    run(story())


def test_a_frame_that_is_too_large_ends_the_socket(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            table, host, _ = await table_for_two(club)
            socket = await host.sit_down(table, 0)
            await socket.line.send(json.dumps({"type": "chat", "id": "x", "text": "y" * 5000}))
            with pytest.raises(ConnectionClosed) as closed:
                await socket.until(lambda told: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009

    run(story())


def test_there_is_no_socket_where_there_is_no_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            socket = await club.stranger().dial("nowhere")
            with pytest.raises(ConnectionClosed) as closed:
                await socket.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404

    run(story())


def test_a_reader_that_does_not_keep_up_is_cut_off() -> None:
    async def story() -> None:
        slow = Connection("p", "Oak")
        for _ in range(300):
            slow.send({"a": 1})
        assert slow.closed_with == TOO_SLOW
        assert await slow.next() is None
        heavy = Connection("p", "Oak")
        heavy.send_bytes(b"x" * 200_000)
        heavy.send_bytes(b"x" * 200_000)
        assert heavy.closed_with == TOO_SLOW

    run(story())


def test_what_is_sent_at_once_keeps_its_order_and_nothing_is_held_back() -> None:
    async def story() -> None:
        wire: list[tuple[bytes, ...]] = []
        is_open = True

        def at_once(*texts: bytes) -> bool:
            if is_open:
                wire.append(texts)
            return is_open

        async def send() -> None:
            while (text := await reader.next()) is not None:
                wire.append((b"later", text))

        reader = Connection("p", "Oak")
        reader.at_once = at_once
        reader.send_bytes(b"0")
        sending = asyncio.create_task(send())
        await asyncio.sleep(0)
        # An answer goes with the news that follows it, and alone if none does.
        reader.send_with_next(1)
        reader.send_bytes(b"2")
        reader.send_with_next(3)
        await asyncio.sleep(0)
        # While the client does not read, whoever sends waits for it, and what comes then waits as well.
        is_open = False
        reader.send_with_next(4)
        reader.send_bytes(b"5")
        is_open = True
        reader.send_with_next(6)
        await asyncio.sleep(0.01)
        # Nobody is closed without an answer that is known.
        reader.send_with_next(7)
        reader.close(1000)
        await sending
        assert wire == [
            (b"later", b"0"),
            (b"1", b"2"),
            (b"3",),
            (b"later", b"4"),
            (b"later", b"5"),
            (b"later", b"6"),
            (b"7",),
        ]

    run(story())


def test_a_socket_that_cannot_be_sent_to_is_closed_and_does_not_count_as_somebody_who_is_there(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"])
            socket = await oak.sit_down(table, 0)
            held = await club.service.tables.get(table)
            [connection] = held.connections
            connection.send_bytes("no bytes")
            with pytest.raises(ConnectionClosed) as closed:
                await socket.until(lambda told: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1011
            while held.connections:
                await asyncio.sleep(0.01)
            await oak.sit_down(table, 0)

    run(story())


def test_nothing_of_the_handshake_is_kept_while_somebody_looks_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            socket = await host.sit_down(await host.table("treasure", ["me", "random"]), 0)
            lines = [one for one in gc.get_objects() if isinstance(one, HardSocket)]
            [line] = [one for one in lines if one.client == socket.line.local_address]
            assert dict(line.scope) == {}, "what the application knew of the request"
            kept = [one for one in gc.get_objects() if isinstance(one, Headers) and "sec-websocket-key" in one]
            assert [one["host"] for one in kept if one["host"].endswith(f":{club.port}")] == [
                # Its own browser's.
                f"127.0.0.1:{club.port}"
            ]

    run(story())


def test_a_fault_of_the_server_closes_one_socket_and_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            host = await club.guest("Oak")
            table = await host.table("treasure", ["me", "random"])
            socket, other = await host.sit_down(table, 0), await host.sit_down(table, 0)

            def fail(who: str, cost: float = 1.0) -> None:
                raise ZeroDivisionError

            taken, club.service.messages.take = club.service.messages.take, fail
            with pytest.raises(ConnectionClosed) as closed:
                await socket.do("chat", text="nobody hears this")
            club.service.messages.take = taken
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1011
            await other.do("chat", text="still here")
            assert club.service.connections.count == 1
            assert (await club.service.tables.get(table)).users == 1

    run(story())
    assert "a socket failed" in caplog.text


def test_an_inbox_hands_on_in_order_and_waits_when_it_is_empty() -> None:
    async def story() -> None:
        inbox: Inbox[int] = Inbox()
        reading = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        for number in range(3):
            inbox.put_nowait(number)
        assert (inbox.qsize(), inbox.empty()) == (3, False)
        assert [await reading, await inbox.get(), await inbox.get()] == [0, 1, 2]
        assert (inbox.qsize(), inbox.empty()) == (0, True)
        given_up = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.wait([given_up])
        inbox.put_nowait(3)
        assert await inbox.get() == 3, "nothing goes to whoever does not wait any more"

    run(story())


def test_a_gate_lets_everybody_through_who_waits_before_it() -> None:
    async def story() -> None:
        gate = Writable()
        assert gate.is_set()
        gate.clear()
        gate.clear()
        waiting = [asyncio.create_task(gate.wait()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.wait([waiting[0]])
        assert not gate.is_set()
        assert not waiting[1].done()
        gate.set()
        gate.set()
        assert await asyncio.gather(*waiting[1:]) == [True, True]

    run(story())
