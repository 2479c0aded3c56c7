"""The whole server as one machine: whatever people do, and whenever it restarts, everybody is told the same truth."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import fourleaf
from fourleaf import Record
from fourleaf.engine.errors import FourleafError
from fourleaf.games import GAMES
from fourleaf.server import wire
from fourleaf.server.errors import Refused
from fourleaf.server.service import Service
from fourleaf.server.tables import lobby
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.table_session import TableSession
from tests.server.club import Json, settings_for
from tests.server.manual_clock import ManualClock
from tests.server.two_worlds import Twin, Twins, set_up

T = TypeVar("T")
PEOPLE = 3
_said: msgspec.json.Decoder[Any] = msgspec.json.Decoder(wire.Said)


class Client:
    """A seat's browser: what it was told, in the order in which it was told."""

    def __init__(self, person: str, seat: int) -> None:
        self.person = person
        self.seat = seat
        self.entries: list[Json] = []
        self.acks: dict[str, Json] = {}
        self.refused: list[Json] = []
        self.now: Json | None = None
        self.table_session: TableSession | None = None
        self.connection: Connection | None = None

    async def take_in(self) -> None:
        """Read whatever waits."""
        assert self.connection is not None
        while self.connection.depth:
            text = await self.connection.next()
            assert text is not None
            told = json.loads(text)
            if told["type"] == "ack":
                assert self.acks.setdefault(told["id"], told) == told, "an ack never changes"
            elif told["type"] == "update":
                self.entries += told["entries"]
                assert [entry["seq"] for entry in self.entries] == list(range(1, len(self.entries) + 1))
                self.now = told["now"] or self.now
                if self.now is not None and not told["more"]:
                    assert len(self.entries) == told["seq"]


class Tables(RuleBasedStateMachine):
    """Three people at one table, their drops and returns, and a server that restarts."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = ManualClock()
        self.wishes: dict[str, tuple[int, Json]] = {}
        self.ids = 0

    def run(self, story: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(story)

    @initialize(game=st.sampled_from([name for name, game in GAMES.items() if game.hidden]))
    def sit_down(self, game: str) -> None:
        async def story() -> None:
            await self.open()
            # A luck that is the same every time, or a failure could not be played again.
            twin = Twin(0, Twins(GAMES[game], PEOPLE, 0, ([], []), []), 0)
            table = await set_up(self.service, twin, twin.entries()[: 1 + PEOPLE])
            self.table_id = table.id
            self.clients = [Client(twin.person(seat), seat) for seat in range(PEOPLE)]
            for client in self.clients:
                await self.connect(client)
            async with table.lock:
                await lobby.start(table, twin.person(0))
            await self.settle()

        self.run(story())

    async def open(self) -> None:
        self.service = Service(settings_for(Path(self.folder.name)), self.clock)
        await self.service.open()

    async def connect(self, client: Client) -> None:
        table = await self.service.tables.get(self.table_id)
        client.connection = Connection(client.person, "")
        client.table_session = TableSession(self.service.session_parts, table, client.connection)
        await client.table_session.hear(wire.Hello(seat=client.seat, since=len(client.entries)))

    async def settle(self) -> None:
        for client in self.clients:
            if client.connection is not None:
                await client.take_in()

    async def say(self, client: Client, kind: str, **fields: Any) -> bool:
        """Say it as a frame would; whether it was done."""
        said = _said.decode(json.dumps({"type": kind, **fields}))
        assert client.table_session is not None
        try:
            await client.table_session.hear(said)
        except Refused:
            return False
        except FourleafError as error:
            raise AssertionError("a refusal has a code") from error
        finally:
            await self.settle()
        return True

    def new_id(self) -> str:
        self.ids += 1
        return f"m{self.ids}"

    @property
    def online(self) -> list[Client]:
        return [client for client in self.clients if client.connection is not None]

    # What people do

    @precondition(lambda self: self.online)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        client = data.draw(st.sampled_from(self.online))
        assert client.now is not None
        legal = [one["action"] for one in client.now["legal"]]
        action = data.draw(st.sampled_from(legal)) if legal else 0
        wish = {"id": self.new_id(), "ply": client.now["ply"], "action": action}
        before = len(client.entries)
        done = self.run(self.say(client, "play", **wish))
        assert done == bool(legal)
        assert (len(client.entries) > before) == done
        if done:
            self.wishes[wish["id"]] = (client.seat, wish)

    @precondition(lambda self: self.online)
    @rule()
    def play_for_whoever_decides(self) -> None:
        for client in self.online:
            if client.now is None or not client.now["legal"]:
                continue
            wish = {"id": self.new_id(), "ply": client.now["ply"], "action": client.now["legal"][0]["action"]}
            assert self.run(self.say(client, "play", **wish))
            self.wishes[wish["id"]] = (client.seat, wish)

    @precondition(lambda self: self.wishes)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.wishes)))
        seat, wish = self.wishes[name]
        client = self.clients[seat]
        if client.connection is not None:
            before = len(client.entries)
            assert self.run(self.say(client, "play", **wish))
            assert len(client.entries) == before

    @precondition(lambda self: self.online)
    @rule(data=st.data(), action=st.integers(-5, 5000), off=st.integers(-2, 2))
    def play_nonsense(self, data: st.DataObject, action: int, off: int) -> None:
        client = data.draw(st.sampled_from(self.online))
        assert client.now is not None
        legal = [one["action"] for one in client.now["legal"]]
        if off or action not in legal:
            before = len(client.entries)
            ply = max(0, client.now["ply"] + off)
            if ply != client.now["ply"] or action not in legal:
                assert not self.run(self.say(client, "play", id=self.new_id(), ply=ply, action=action))
                assert len(client.entries) == before

    @precondition(lambda self: self.online)
    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        client = data.draw(st.sampled_from(self.online))
        undo = client.now and client.now["undo"]
        if not undo or client.now is None or client.now["question"]:
            return
        plies = [*undo["free"], *([] if undo["ask"] is None else [undo["ask"]])]
        ply = data.draw(st.sampled_from(plies))
        assert self.run(self.say(client, "undo", id=self.new_id(), ply=ply))
        assert client.now is not None
        assert client.now["ply"] == ply or client.now["question"]

    @precondition(lambda self: self.online)
    @rule(data=st.data(), yes=st.booleans())
    def answer(self, data: st.DataObject, yes: bool) -> None:
        client = data.draw(st.sampled_from(self.online))
        question = client.now and client.now["question"]
        if question:
            waits = client.seat in question["waiting"]
            assert self.run(self.say(client, "answer", id=self.new_id(), question=question["seq"], yes=yes)) == waits

    @precondition(lambda self: self.online)
    @rule(data=st.data())
    def ask_why_and_chat(self, data: st.DataObject) -> None:
        client = data.draw(st.sampled_from(self.online))
        before = len(client.entries)
        assert self.run(self.say(client, "why", id=self.new_id(), wish=0))
        assert self.run(self.say(client, "chat", id=self.new_id(), text="hello"))
        assert len(client.entries) == before

    @precondition(lambda self: self.online)
    @rule(data=st.data())
    def drop(self, data: st.DataObject) -> None:
        client = data.draw(st.sampled_from(self.online))

        async def story() -> None:
            assert client.table_session is not None
            client.table_session.end()
            client.connection = client.table_session = None
            await self.settle()

        self.run(story())

    @rule(data=st.data())
    def come_back(self, data: st.DataObject) -> None:
        async def story(client: Client) -> None:
            await self.connect(client)
            await self.settle()

        gone = [client for client in self.clients if client.connection is None]
        if gone:
            self.run(story(data.draw(st.sampled_from(gone))))

    @rule()
    def restart(self) -> None:
        async def story() -> None:
            await self.service.close()
            await self.open()
            for client in self.online:
                await self.connect(client)
            await self.settle()

        self.run(story())

    # What must always be true

    @invariant()
    def everybody_who_is_here_was_told_the_whole_truth(self) -> None:
        async def story() -> None:
            table = await self.service.tables.get(self.table_id)
            for client in self.online:
                retold = Client(client.person, client.seat)
                await self.connect(retold)
                await retold.take_in()
                assert retold.table_session is not None
                retold.table_session.end()
                assert retold.entries == client.entries
                assert retold.now == client.now
            assert all(
                ack["seq"] <= table.state.seq for client in self.clients for ack in client.acks.values() if ack["seq"]
            )

        if hasattr(self, "table_id"):
            self.run(story())

    def teardown(self) -> None:
        async def story() -> None:
            table = await self.service.tables.get(self.table_id)
            if table.state.status == "over":
                record = Record.from_json(table.record().to_json())
                assert fourleaf.verify(record).outcome == "verified"
            await self.service.close()

        if hasattr(self, "table_id"):
            self.run(story())
        self.loop.close()
        self.folder.cleanup()


TestTables = Tables.TestCase
TestTables.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
