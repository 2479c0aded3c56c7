"""Two tables that differ only in what one viewer cannot know, and every byte that this viewer can get of them."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import random
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from librt.random import Random
from sqlalchemy import insert

from fourleaf import CHANCE, OVER, WATCHER, Game, State
from fourleaf.engine.playout import random_action
from fourleaf.engine.record import USUAL
from fourleaf.server import wire
from fourleaf.server.branches import Branches
from fourleaf.server.errors import Refused
from fourleaf.server.people.guests import hashed
from fourleaf.server.service import Service
from fourleaf.server.storage import entries as log
from fourleaf.server.storage import schema
from fourleaf.server.storage.entries import AnyEntry
from fourleaf.server.storage.log import promise
from fourleaf.server.tables.luck import luck_of, opened, server_commitment, server_entropy
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.table_state import TableState
from tests.server.club import Club, Guest, Socket, open_club, settings_for
from tests.server.manual_clock import ManualClock
from tests.server.quiet import around

WISHES = 12
"""Actions that the viewer asks about and tries to play, legal or not."""
HEX = re.compile(r"\b[0-9a-f]{64}\b")


@dataclass(frozen=True)
class Twins:
    """Two lists of actions with the same glimpses for one viewer, cut where a seat decides."""

    game: Game[Any, Any]
    seats: int
    viewer: int
    actions: tuple[list[int], list[int]]
    actors: list[int]

    @property
    def differ(self) -> bool:
        return self.actions[0] != self.actions[1]


def twins(game: Game[Any, Any], seats: int, viewer: int, seed: int, plies: int) -> Twins:
    """A random walk and a second one that looks the same to the viewer and differs wherever it can."""
    rng = Random(seed)
    options = {option.name: option.usual for option in game.options}
    here: State = game.rules.begin(seats, options)
    there = here.clone()
    actions: tuple[list[int], list[int]] = ([], [])
    actors: list[int] = []
    cut = 0
    while here.actor() != OVER and len(actors) < plies:
        if here.actor() != CHANCE:
            cut = len(actors)
        action = int(random_action(here, rng))
        glimpse = here.glimpse(action, viewer)
        alike = [other for other in map(int, there.legal()) if there.glimpse(other, viewer) == glimpse]
        if not alike:
            break
        others = [other for other in alike if other != action] or alike
        twin = others[rng.randrange(len(others))]
        actors.append(int(here.actor()))
        actions[0].append(action)
        actions[1].append(twin)
        here.apply(action)
        there.apply(twin)
    if here.actor() >= 0:
        cut = len(actors)
    return Twins(game, seats, viewer, (actions[0][:cut], actions[1][:cut]), actors[:cut])


@dataclass(frozen=True)
class Twin:
    """One of two tables; both have the same name and the same secret."""

    number: int
    found: Twins
    world: int

    @property
    def table(self) -> str:
        return f"twinTable{self.number:03}"

    @property
    def secret(self) -> bytes:
        return sha256(self.table.encode()).digest()

    def person(self, seat: int) -> str:
        return f"{self.number:03}seat{seat}"

    def entries(self) -> list[AnyEntry]:
        """The log of a table at which this has been played."""
        game, seats = self.found.game, self.found.seats
        options = {option.name: option.usual for option in game.options}
        luck = luck_of(self.table, game, options, self.secret)
        commitments = tuple(server_commitment(luck, self.secret, self.table, seat) for seat in range(seats))
        entropy = tuple(server_entropy(self.secret, self.table, seat).hex() for seat in range(seats))
        opened(luck, commitments, entropy)
        runs: list[list[int]] = [[]]
        deciders: list[int] = []
        for actor, action in zip(self.found.actors, self.found.actions[self.world], strict=True):
            if actor != CHANCE:
                runs.append([])
                deciders.append(actor)
            runs[-1].append(action)
        return [
            log.Created(
                game=game.name,
                rules_version=game.version,
                options=options,
                seats=seats,
                host=self.person(0),
                public=True,
                rated=False,
                hints=True,
                clock=None,
                grace=None,
                commitment=luck.commitment.hex(),
                beginning=USUAL,
            ),
            *(log.Sat(seat=seat, person=self.person(seat), name=f"Seat {seat}") for seat in range(seats)),
            log.Locked(commitments=commitments, server_made=tuple(range(seats)), roster=luck.roster.hex()),
            log.Started(entropy=entropy, chance=tuple(runs[0])),
            *(
                log.Played(seat=seat, action=action, chance=tuple(chance), by="person")
                for seat, (action, *chance) in zip(deciders, runs[1:], strict=True)
            ),
        ]


class Worlds:
    """Two servers side by side, at which the same happens up to what a viewer cannot know."""

    def __init__(self, clubs: tuple[Club, Club]) -> None:
        self._clubs = clubs
        self._numbers = count()

    async def compare(self, found: Twins) -> None:
        """Every byte that the viewer gets is the same in both worlds, and none is the secret."""
        number = next(self._numbers)
        pair = [Twin(number, found, world) for world in (0, 1)]
        got = [await everything_seen(club, twin) for club, twin in zip(self._clubs, pair, strict=True)]
        for here, there in zip(*got, strict=True):
            assert opaque(here) == opaque(there)
            assert pair[0].secret.hex() not in here, "the secret stays shut"

    async def branch(self, found: Twins) -> tuple[list[str], list[str]]:
        """What the viewer is handed in each world who tries another way with the same random bytes; and the truth."""
        number = next(self._numbers)
        handed, truth = [], []
        for world, club in enumerate(self._clubs):
            twin = Twin(number, found, world)
            table = await set_up(club.service, twin, twin.entries())
            assert table.state.match is not None
            handed.append(await _branched(club.service, twin))
            truth.append(table.state.match.notation)
        return handed, truth


@contextlib.asynccontextmanager
async def two_worlds(folder: Path) -> AsyncIterator[Worlds]:
    for world in ("here", "there"):
        (folder / world).mkdir()
    async with (
        open_club(settings_for(folder / "here"), ManualClock()) as here,
        open_club(settings_for(folder / "there"), ManualClock()) as there,
    ):
        yield Worlds((here, there))


async def everything_seen(club: Club, twin: Twin) -> list[str]:
    """All that the viewer can get: frames, bodies, refusals, from the log and live."""
    written = twin.entries()
    last = [written.pop()] if isinstance(written[-1], log.Played) else []
    table = await set_up(club.service, twin, written)
    viewer = _guest(club, twin)
    got = await _ask(viewer, twin)
    live = await _dial(viewer, twin, changes=True)
    async with table.lock:
        if last:
            await table.append(*last)
        decided = [ply for ply, actor in enumerate(twin.found.actors) if actor != CHANCE]
        if decided:
            await table.append(log.Asked(seat=twin.found.actors[decided[0]], ply=decided[0]))
    await live.say("ping")
    await live.until(lambda told: told["type"] == "pong")
    await _hang_up(live, viewer, twin)
    return [*got, *live.frames, *(await _ask(viewer, twin))]


async def _branched(service: Service, twin: Twin) -> str:
    """Where a table begins that the viewer makes from what it knows of this one, or in which words that is refused."""
    found = twin.found
    environment = dataclasses.replace(around(service.log, service.clock), random_bytes=random.Random(1).randbytes)
    seats = ["me" if seat == found.viewer else "random" for seat in range(found.seats)]
    wish = wire.CreateTable(game=found.game.name, seats=seats, begins=wire.BeginsFrom(table=twin.table))
    person = "somebody" if found.viewer == WATCHER else twin.person(found.viewer)
    try:
        return repr(await Branches(service.tables, service.records, environment).start(wish, person, "an address"))
    except Refused as refusal:
        return f"{refusal.code} {refusal}"


def opaque(text: str) -> str:
    """Hashes and seals up to renaming: they bind what they hide, and each is salted."""
    names: dict[str, str] = {}
    return HEX.sub(lambda match: names.setdefault(match[0], f"<{len(names)}>"), text)


async def set_up(service: Service, twin: Twin, written: Sequence[AnyEntry]) -> Table:
    """A table with this log and a luck that is the same every time, and the people at it."""
    created = written[0]
    assert isinstance(created, log.Created)
    people = [
        {"id": twin.person(seat), "name": f"Seat {seat}", "kind": "guest", "created_at": 0.0}
        for seat in range(created.seats)
    ]
    sessions = [
        {"hash": hashed(person["id"]), "person": person["id"], "created_at": 0.0}
        for person in people
        if isinstance(person["id"], str)
    ]
    await service.database.write(lambda connection: connection.execute(insert(schema.people), people))
    await service.database.write(lambda connection: connection.execute(insert(schema.sessions), sessions))
    table = Table(TableState(twin.table, {created.commitment: twin.secret}), around(service.log, service.clock))
    async with table.lock:
        await table.append(*written, also=promise(twin.table, created.commitment, twin.secret, 0.0))
    loaded: Table = await service.tables.get(twin.table)
    return loaded


def _guest(club: Club, twin: Twin) -> Guest:
    guest = club.stranger()
    if twin.found.viewer != WATCHER:
        guest.http.cookies.set("fourleaf", twin.person(twin.found.viewer))
    return guest


async def _dial(viewer: Guest, twin: Twin, changes: bool = False) -> Socket:
    seat = None if twin.found.viewer == WATCHER else twin.found.viewer
    socket = await viewer.sit_down(twin.table, seat, changes=changes)
    # The last thing that a newcomer is told; what happens next must not overtake it in one world only.
    await socket.until(lambda told: bool(told["type"] == "presence"))
    return socket


async def _ask(viewer: Guest, twin: Twin) -> list[str]:
    """Every question that the viewer can ask of this table."""
    got = []
    table = f"/api/tables/{twin.table}"
    moments = [f"{table}/moments?seat={seat}" for seat in (WATCHER, *range(twin.found.seats))]
    for path in (
        table,
        f"{table}/record",
        f"{table}/invites",
        "/api/me/tables",
        "/api/tables?status=playing",
        *moments,
    ):
        answer = await viewer.ask("GET", path)
        headers = {name: value for name, value in answer.headers.items() if name != "date"}
        got.append(f"{answer.status_code} {json.dumps(headers)} {answer.text}")
    socket = await _dial(viewer, twin)
    standing = socket.now
    rng = Random(5)
    for number in range(WISHES):
        wish = rng.randrange(twin.found.game.actions)
        await socket.do("why", wish=wish, id=f"why{number}")
        if wish not in [legal["action"] for legal in standing["legal"]]:
            await socket.do("play", ply=standing["ply"], action=wish, id=f"play{number}")
    await socket.do("undo", ply=10_000, id="undo")
    await socket.do("answer", question=10_000, yes=True, id="answer")
    await _hang_up(socket, viewer, twin)
    return got + socket.frames


async def _hang_up(socket: Socket, viewer: Guest, twin: Twin) -> None:
    """The server hears of it a moment later, and who is present is told to everybody."""
    table = await viewer.club.service.tables.get(twin.table)
    others = len(table.connections) - 1
    await socket.hang_up()
    while len(table.connections) > others:
        await asyncio.sleep(0.001)
