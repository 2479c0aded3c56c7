"""Play on from anywhere: where a table begins that goes on from another match, or from a line of notation.

What a seat could not know is dealt anew by `imagine`, from what the seat knows and from bytes that nobody can foresee.
So what is handed out before the end of a match tells nothing about what is hidden in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.random import Random

import fourleaf
from fourleaf.engine.errors import BadStart
from fourleaf.engine.luck import FITS
from fourleaf.engine.record import Beginning
from fourleaf.engine.state import CHANCE
from fourleaf.server import wire
from fourleaf.server.errors import Malformed, NotNow, NotYours
from fourleaf.server.records import Branch, Records
from fourleaf.server.storage.entries import LogRow
from fourleaf.server.tables.environment import Environment
from fourleaf.server.tables.lobby import Start
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.table_state import TableState
from fourleaf.server.tables.tables import Tables
from fourleaf.server.values import Source

SEED_BYTES: Final = 8


class Branches:
    """Finds the beginning of tables that do not begin as their rules say."""

    def __init__(self, tables: Tables, records: Records, environment: Environment) -> None:
        self._tables = tables
        self._records = records
        self._environment = environment

    async def start(self, wish: wire.CreateTable, person: str, address: str) -> Start | None:
        """Where the table begins that somebody wishes for; None for where its rules say."""
        begins = wish.begins
        if begins is None:
            return None
        if wish.rated:
            raise BadStart("a table that begins elsewhere than its rules say is casual: it cannot be rated")
        if [begins.position, begins.table, begins.record].count(None) != 2:
            raise Malformed("a table begins from a position, from a table or from a record: name one of them")
        if begins.position is not None:
            return _from_position(wish.game, begins.position)
        if begins.record is not None:
            branch, source = await self._from_record(begins, begins.record, address)
        else:
            branch, source = await self._from_table(wish, begins, begins.table or "", person)
        _must_be_played(branch, wish.game)
        return Start(branch.beginning, source)

    async def _from_record(self, begins: wire.BeginsFrom, record: str, address: str) -> tuple[Branch, Source]:
        if begins.at is None:
            raise Malformed("name the moment of the record to go on from, as `at`; the first one is 1")
        branch = await self._records.going_on(address, record, begins.at, begins.seat, self._seed())
        return branch, Source(record=record, at=begins.at, moves=branch.moves, seat=begins.seat)

    async def _from_table(
        self, wish: wire.CreateTable, begins: wire.BeginsFrom, table_id: str, person: str
    ) -> tuple[Branch, Source]:
        table = await self._tables.get(table_id)
        if table.state.status == "over":
            branch, at, seat = await self._from_the_past(table, begins)
        else:
            branch, at, seat = self._from_what_is_known(table, wish, begins, person)
        return branch, Source(table=table_id, at=at, moves=branch.moves, seat=seat)

    async def _from_the_past(self, table: Table, begins: wire.BeginsFrom) -> tuple[Branch, int, int | None]:
        """Any moment of a match that is over, for everybody who has its address."""
        record = table.record()
        if begins.at is None:
            raise Malformed("this match is over: name the entry of its log to go on from, as `at`")
        if begins.at > table.state.seq:
            raise Malformed(f"the log of this table has entries 1 to {table.state.seq}, not {begins.at}")
        rows = await self._environment.storage.read(table.id, 0, begins.at)
        then = await self._environment.in_thread(_state_after, table.state, rows)
        if then.match is None:
            raise NotNow(f"the match had not begun at entry {begins.at}")
        if begins.seat is not None:
            beginning = then.match.as_known_to(begins.seat, Random(self._seed()))
        else:
            # What was taken back later is on no line of the record; then it is the record as it was.
            on_the_line = record.actions[: then.ply] == then.match.actions
            beginning = then.match.as_it_stands((record if on_the_line else then.record()).seal())
        return _branch(then, beginning), begins.at, begins.seat

    def _from_what_is_known(
        self, table: Table, wish: wire.CreateTable, begins: wire.BeginsFrom, person: str
    ) -> tuple[Branch, int, int]:
        """Where one's own match stands now, through the eyes of one's own seat, against bots."""
        state = table.state
        mine = state.seats_of(person)
        if not mine:
            raise NotYours("this match is not over: until then only those who play it can go on from it")
        seat = mine[0] if begins.seat is None else begins.seat
        if seat not in mine:
            raise NotYours(f"seat {seat} is not yours; until the match is over one goes on from what one knows oneself")
        if state.created.rated or not state.created.hints:
            kind = "rated" if state.created.rated else "played without hints"
            raise NotNow(f"this match is {kind}, so nobody tries anything out from it before it is over")
        if state.match is None:
            raise NotNow("this match has not begun, so there is nothing to go on from")
        if begins.at is not None:
            raise NotNow("this match is not over: until then one goes on from where it stands, and names no entry")
        if any(who in ("me", "open") for number, who in enumerate(wish.seats) if number != seat):
            raise NotNow("a match that is not over is tried out against bots: give them all seats but your own")
        beginning = state.match.as_known_to(seat, Random(self._seed()))
        return _branch(state, beginning), state.seq, seat

    def _seed(self) -> int:
        return int.from_bytes(self._environment.random_bytes(SEED_BYTES), "big") & FITS


def _from_position(name: str, line: str) -> Start:
    game = fourleaf.game(name)
    position = game.notation.write(game.position(line))
    return Start(Beginning(position=position), Source())


def _must_be_played(branch: Branch, name: str) -> None:
    if branch.game != name:
        there, here = fourleaf.game(branch.game).title, fourleaf.game(name).title
        raise BadStart(f"that match is one of {there}, and no table of {here} goes on from it")
    if branch.rules_version != fourleaf.game(name).version:
        raise NotNow(f"that match follows version {branch.rules_version} of its rules, and nobody begins with that one")


def _state_after(table: TableState, rows: Sequence[LogRow]) -> TableState:
    """The table as it stood after these entries."""
    state = TableState(table.table, table.secrets)
    for row in rows:
        state.follow(row)
    return state


def _branch(state: TableState, beginning: Beginning) -> Branch:
    decisions = sum(decider != CHANCE for decider in state.deciders)
    return Branch(beginning, state.game.name, state.created.rules_version, decisions)
