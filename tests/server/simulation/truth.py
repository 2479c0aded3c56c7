"""What is durable, followed on its own: whatever anybody is told is held against it."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
from sqlalchemy import Connection

from fourleaf.engine.match import Match, Step
from fourleaf.engine.state import WATCHER
from fourleaf.server.storage.entries import LogRow, chained, decode
from fourleaf.server.tables.table_state import TableState

Json = dict[str, Any]


class Truth:
    """One table as its log tells it, at every entry."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.states = [TableState(table, {})]
        """How the table stood after each entry, the empty table first."""
        self.rows: list[LogRow] = []
        self.steps: list[list[Step]] = []

    @property
    def seq(self) -> int:
        return len(self.rows)

    @property
    def now(self) -> TableState:
        return self.states[-1]

    def grow(self, connection: Connection) -> None:
        """Follow what has become durable; the log is read as bytes, and the hashes are checked."""
        kept: Any = connection.connection.driver_connection
        new = kept.execute(
            'SELECT line, salt, hash FROM entries WHERE "table" = ? AND seq > ? ORDER BY seq', (self.table, self.seq)
        ).fetchall()
        if new:
            secrets = kept.execute('SELECT commitment, secret FROM secrets WHERE "table" = ?', (self.table,))
            self.now.secrets.update(dict(secrets.fetchall()))
        for line, salt, digest in new:
            seq = self.seq + 1
            assert digest == chained(self.table, seq, self.now.hash, salt, line)
            row = LogRow(table=self.table, seq=seq, line=decode(line), salt=salt, hash=digest)
            after = self.now.copy()
            self.steps.append(after.follow(row))
            self.rows.append(row)
            self.states.append(after)

    def objections(self, told: Json, seat: int, person: str | None) -> list[str]:
        """What is wrong with a message that is about to be sent to a viewer."""
        if told["type"] == "ack" and told["seq"] is not None:
            return self._objections_to_ack(told, person)
        if told["type"] == "update":
            return self._objections_to_update(told, seat, person)
        return []

    def _objections_to_ack(self, told: Json, person: str | None) -> list[str]:
        if told["seq"] > self.seq:
            return [f"entry {told['seq']} is acknowledged and not durable"]
        row = self.rows[told["seq"] - 1]
        if (row.hash.hex(), row.line.client_id, row.line.person) != (told["hash"], told["id"], person):
            return [f"entry {told['seq']} is another one than the acknowledged"]
        return []

    def _objections_to_update(self, told: Json, seat: int, person: str | None) -> list[str]:
        if told["seq"] > self.seq or any(entry["seq"] > told["seq"] for entry in told["entries"]):
            return [f"entry {told['seq']} is told and not durable"]
        state = self.states[told["seq"]]
        wrong = [] if state.hash.hex() == told["hash"] else [f"entry {told['seq']} has another hash"]
        for entry in told["entries"]:
            happened = [_glimpse(step, seat) for step in self.steps[entry["seq"] - 1]]
            if [(one["ply"], one["actor"], one["glimpse"]) for one in entry.get("happened", ())] != happened:
                wrong.append(f"entry {entry['seq']} is not what seat {seat} may see of it")
        return wrong + self._objections_to_view(state, told["now"], seat, person)

    def _objections_to_view(self, state: TableState, now: Json | None, seat: int, person: str | None) -> list[str]:
        if now is None:
            return []
        match = state.match
        if match is None:
            return ["a match is shown that has not started"]
        if seat != WATCHER and state.seats[seat].person != person:
            return [f"{person} looks through seat {seat}, which is another's"]
        # Whom the table waits for is not in the log; while it is somebody else, there is nothing to choose.
        others = {state.seats[reading].person for reading in (now["pause"] or {"waiting": ()})["waiting"]} - {person}
        legal = match.legal if state.actor == seat and not others else []
        due = (seat, match.ply, state.actor, _plain(match.view(seat)), match.game.view.prompt(match.view(seat)), legal)
        got = (
            now["seat"],
            now["ply"],
            now["actor"],
            now["view"],
            now["prompt"],
            [one["action"] for one in now["legal"]],
        )
        return [] if due == got else [f"what seat {seat} sees at entry {state.seq} is not its view"]


def _plain(view: msgspec.Struct) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view))


def _glimpse(step: Step, seat: int) -> tuple[int, int, int]:
    return step.ply, step.actor, int(step.before.glimpse(step.action, seat))


def compared(state: TableState) -> Json:
    """All that a state holds, in a form that can be compared."""
    held = {field.name: getattr(state, field.name) for field in dataclasses.fields(state) if hasattr(state, field.name)}
    for shared in ("names", "secrets", "luck"):
        del held[shared]
    return held | {"times": list(state.times), "match": None if state.match is None else _line(state.match)}


def _line(match: Match) -> tuple[Any, ...]:
    return match.notation, match.actions, tuple(match.deciders), match.drawn, match.undone
