"""What happens in a simulated world, drawn from its seed: wishes, drops, power cuts, bad weather."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from hashlib import sha256

import fourleaf
from fourleaf.engine.errors import FourleafError
from fourleaf.engine.fairluck import seat_commitment
from fourleaf.server import wire
from fourleaf.server.tables import commands, lobby
from fourleaf.server.tables.table_state import TableState
from fourleaf.server.values import LiveClock
from tests.server.simulation.memory import Weather
from tests.server.simulation.truth import Truth, compared
from tests.server.simulation.world import Browser, Listening, Server, World

DEEDS = 40
TABLES: tuple[tuple[str, list[str]], ...] = (
    ("treasure", ["me", "open"]),
    ("treasure", ["me", "open", "random"]),
    ("flipslide", ["me", "open"]),
    ("alarun", ["me", "open"]),
    ("korrigans", ["me", "greedy", "open"]),
    ("wichtel", ["me", "open", "open"]),
    ("wichtel", ["me", "random", "open"]),
)
WEATHERS = (
    Weather(),
    Weather(slow=0.3, refuses=0.1, unread=0.1),
    Weather(slow=0.05, refuses=0.3, unread=0.1),
    Weather(slow=0.5, refuses=0.5, unread=0.3),
)


class Story:
    """One run: two tables, whoever sits at them, and so many deeds."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.luck = world.luck
        self._wishes = 0
        self._deeds = {
            self.play: 24,
            self.play_what_is_stale: 2,
            self.say_again: 2,
            self.go_back: 3,
            self.answer: 4,
            self.say_on: 3,
            self.start_or_open: 4,
            self.come: 5,
            self.drop: 3,
            self.look: 1,
            self.come_back_to_the_seat: 3,
            self.leave_or_resign: 1,
            self.chat_and_ask: 0.5,
            self.wait: 2,
            self.change_the_weather: 4,
            self.cut_the_power: 0.7,
            self.turn_the_clock_on_the_wall: 0.5,
        }

    async def run(self) -> None:
        """All of it, with a look around after every deed."""
        await self.gather()
        await self.change_the_weather()
        for _ in range(DEEDS):
            [deed] = self.luck.choices(list(self._deeds), list(self._deeds.values()))
            await deed()
            await asyncio.sleep(self.luck.random() * 0.2)
            self.world.look_around()
            if self.world.objections:
                return
        await self.settle()

    async def gather(self) -> None:
        for number in range(2):
            game, seats = self.luck.choice(TABLES)
            people = [f"{number}{letter}" for letter in "ABC"[: len([who for who in seats if who in ("me", "open")])]]
            clock = self.luck.choice(
                [None, None, LiveClock(bank=20, increment=2, then="move"), LiveClock(bank=9, increment=1)]
            )
            wish = wire.CreateTable(
                game=game, seats=seats, clock=clock, grace=self.luck.choice([None, 10]), public=True
            )
            truth = await self.world.table(wish, people)
            self.note(f"table {truth.table}: {game} {seats} with {clock}")
            for seat, held in enumerate(truth.now.seats):
                if held.person is not None:
                    self.world.browsers.append(Browser(self.world, truth, held.person, seat))
            self.world.browsers.append(Browser(self.world, truth, None, None))
        for browser in self.world.browsers:
            await browser.come(self.a_server())
        for truth in self.world.truths.values():
            if self.luck.random() < 0.4:
                await self.a_host(truth).say(wire.Commit(id=self.new_id(), seat=0, commitment=_commitment(truth)))
        for browser in self.world.browsers:
            if browser.person == browser.truth.now.created.host:
                self.world.start(self._start(self.a_server(), browser))

    async def settle(self) -> None:
        """The storm is over, everybody comes back, and all of them have read the same truth."""
        world = self.world
        self.note("the end")
        world.database.weather = Weather()
        await asyncio.sleep(30.0)
        for server in world.servers:
            for truth in world.truths.values():
                async with server.tables.at(truth.table) as table:
                    await table.catch_up()
        for browser in world.browsers:
            browser.drop()
            await browser.come(world.servers[0])
        again = [Browser(world, one.truth, one.person, one.seat) for one in world.browsers]
        for browser in again:
            await browser.come(world.servers[0])
        for _ in range(1000):
            # A bot may go on; between two of its moves there is a moment in which everybody has read everything.
            await asyncio.sleep(0.02)
            if all(len(browser.heard) == browser.truth.seq for browser in [*world.browsers, *again]):
                break
        for browser, fresh in zip(world.browsers, again, strict=True):
            self._compare(browser, fresh)
        for truth in world.truths.values():
            self._replay(truth)
        world.look_around()

    def _compare(self, browser: Browser, fresh: Browser) -> None:
        if len(fresh.heard) < fresh.truth.seq:
            self.world.object(f"{browser.person} waits for what they missed, and nobody tells them")
        if browser.heard != fresh.heard:
            self.world.object(f"{browser.person} was told something else than whoever comes late")

    def _replay(self, truth: Truth) -> None:
        state = TableState(truth.table, truth.now.secrets)
        for row in truth.rows:
            state.follow(row)
        if compared(state) != compared(truth.now):
            self.world.object(f"table {truth.table} stands otherwise when its log is replayed")
        over = state.status == "over" and state.match is not None
        if over and fourleaf.verify(state.record()).outcome != "verified":
            self.world.object(f"the luck of table {truth.table} cannot be verified")

    # What people do

    async def play(self) -> None:
        able = [browser for browser in self.world.browsers if browser.session and browser.now and browser.now["legal"]]
        if able:
            browser = self.luck.choice(able)
            assert browser.now is not None
            action = self.luck.choice(browser.now["legal"])["action"]
            self.say(
                browser, wire.Play(id=self.new_id(), ply=browser.now["ply"], action=action, seq=len(browser.heard))
            )

    async def play_what_is_stale(self) -> None:
        browser = self.somebody()
        ply = self.luck.randrange(6) if browser.now is None else max(0, browser.now["ply"] - self.luck.randrange(3))
        self.say(browser, wire.Play(id=self.new_id(), ply=ply, action=self.luck.randrange(40)))

    async def say_again(self) -> None:
        browser = self.somebody()
        if browser.said:
            self.say(browser, self.luck.choice(browser.said))

    async def go_back(self) -> None:
        able = [browser for browser in self.world.browsers if browser.session and browser.now and browser.now["undo"]]
        if able:
            browser = self.luck.choice(able)
            assert browser.now is not None
            plies = [*browser.now["undo"]["free"], browser.now["undo"]["ask"]]
            ply = self.luck.choice([ply for ply in plies if ply is not None])
            self.say(browser, wire.Undo(id=self.new_id(), ply=ply))

    async def answer(self) -> None:
        for browser in self.world.browsers:
            question = browser.now and browser.now["question"]
            if question and browser.seat in question["waiting"]:
                yes = self.luck.random() < 0.8
                self.say(browser, wire.Answer(id=self.new_id(), question=question["seq"], yes=yes))

    async def say_on(self) -> None:
        for browser in self.world.browsers:
            if browser.now and browser.now["pause"]:
                self.say(browser, wire.GoOn(id=self.new_id(), pause=browser.now["pause"]["seq"]))

    async def start_or_open(self) -> None:
        for truth in self.world.truths.values():
            host = self.a_host(truth)
            if truth.now.status == "gathering":
                self.world.start(self._start(self.a_server(), host))
            elif truth.now.status == "locked":
                self.say(host, wire.OpenEntropy(id=self.new_id(), seat=0, entropy=_entropy(truth).hex()))

    async def look(self) -> None:
        browser = self.somebody()
        if browser.seat is not None:
            self.say(browser, wire.Look(seat=browser.seat, since=len(browser.heard)))

    async def come_back_to_the_seat(self) -> None:
        for browser in self.world.browsers:
            if browser.seat is not None and browser.truth.now.seats[browser.seat].stand_in:
                self.say(browser, wire.ComeBack(id=self.new_id()))

    async def leave_or_resign(self) -> None:
        browser = self.somebody()
        if self.luck.random() < 0.2:
            self.say(browser, wire.Resign(id=self.new_id()))
        elif browser.person is not None:
            self.note(f"{browser.person} leaves")
            self.world.start(self._leave(self.a_server(), browser.truth.table, browser.person))

    async def chat_and_ask(self) -> None:
        browser = self.somebody()
        self.say(browser, wire.Chat(id=self.new_id(), text="hello"))
        self.say(browser, wire.Why(id=self.new_id(), wish=0))
        self.say(browser, wire.AskHint(id=self.new_id()))

    # What happens to them

    async def come(self) -> None:
        gone = [browser for browser in self.world.browsers if browser.session is None]
        if gone:
            browser = self.luck.choice(gone)
            self.note(f"{browser.person} comes with {len(browser.heard)} entries")
            await browser.come(self.a_server())

    async def drop(self) -> None:
        browser = self.somebody()
        self.note(f"{browser.person} is cut off")
        browser.drop()

    async def wait(self) -> None:
        await asyncio.sleep(self.luck.random() * 30)

    async def change_the_weather(self) -> None:
        self.world.database.weather = self.luck.choice(WEATHERS)
        self.note(f"{self.world.database.weather}")

    async def cut_the_power(self) -> None:
        self.note("the power fails")
        await self.world.power_cut()

    async def turn_the_clock_on_the_wall(self) -> None:
        self.world.clock.jumped += self.luck.uniform(-100.0, 100.0)

    # Within

    def note(self, deed: str) -> None:
        self.world.note(deed)

    def new_id(self) -> str:
        self._wishes += 1
        return f"m{self._wishes}"

    def somebody(self) -> Browser:
        return self.luck.choice(self.world.browsers)

    def a_server(self) -> Server:
        return self.luck.choice(self.world.servers)

    def a_host(self, truth: Truth) -> Browser:
        return next(browser for browser in self.world.browsers if browser.truth is truth)

    def say(self, browser: Browser, said: wire.Said) -> None:
        if browser.session is not None:
            self.note(f"{browser.person} at {browser.truth.table} says {said}")
            if isinstance(said, wire.Play | wire.Undo | wire.Answer | wire.ComeBack | wire.Resign):
                browser.said.append(said)
            self.world.start(browser.say(said))

    async def _start(self, server: Server, host: Browser) -> None:
        with contextlib.suppress(FourleafError):
            async with server.tables.at(host.truth.table) as table:
                await lobby.start(table, host.person or "")

    async def _leave(self, server: Server, table_id: str, person: str) -> None:
        with contextlib.suppress(FourleafError):
            async with server.tables.at(table_id) as table:
                await commands.leave(table, person)


def _entropy(truth: Truth) -> bytes:
    return sha256(truth.table.encode()).digest()


def _commitment(truth: Truth) -> str:
    state = truth.now
    return seat_commitment(truth.table.encode(), bytes.fromhex(state.commitment), 0, _entropy(truth)).hex()


async def told(seed: int) -> World:
    """The world of a seed after its story."""
    world = World(seed)
    logger, listening = logging.getLogger("fourleaf.server"), Listening(world)
    logger.addHandler(listening)
    try:
        await Story(world).run()
    finally:
        going = asyncio.all_tasks() - {asyncio.current_task()}
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)
        world.database.close()
        logger.removeHandler(listening)
    return world
