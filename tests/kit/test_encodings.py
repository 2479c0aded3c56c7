"""What a number means to a learner never changes under one version: who has learned with it plays on with it.

`python -m tests.kit.test_encodings` writes the digests anew; do it together with a new VERSION in a game's encode.py.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fourleaf import Game, Record
from fourleaf.games import GAMES
from tests.kit.laws.tensors import encoded, numbers
from tests.kit.walks import Table

RECORDS = Path(__file__).parent.parent / "records"
DIGESTS = Path(__file__).parent / "encodings.json"


def digests(game: Game[Any, Any]) -> dict[str, str]:
    """For every number of seats a digest of what the numbers mean, and of all that is shown in one golden record."""
    found: dict[str, str] = {}
    for path in sorted((RECORDS / game.name).glob("*.json")):
        record = Record.load(path)
        layout = game.observation(record.seats)
        name = f"{game.name} {record.seats} v{layout.version}"
        if name not in found:
            found[name] = digest(Table(game, record.seats, record.options), record)
    return found


def digest(table: Table, record: Record) -> str:
    game, state = table.game, table.begin()
    seen = sha256(f"{game.observation(table.seats)}\n{game.decisions(table.seats)}".encode())
    for action in record.actions:
        if state.actor() >= 0:
            seen.update(encoded(table, state, state.actor()))
            seen.update(repr(numbers(state)).encode())
        state.apply(action)
    return seen.hexdigest()


@pytest.mark.parametrize("name", GAMES)
def test_numbers_mean_what_they_meant(name: str) -> None:
    promised = msgspec.json.decode(DIGESTS.read_bytes(), type=dict[str, str])
    assert digests(GAMES[name]) == {what: kept for what, kept in promised.items() if what.split()[0] == name}


@pytest.mark.parametrize("name", GAMES)
def test_every_number_has_a_name_and_a_meaning(name: str) -> None:
    game = GAMES[name]
    for seats in game.seats:
        for layout in (game.observation(seats), game.decisions(seats)):
            ends = [part.stop for part in layout]
            assert [part.start for part in layout] == [0, *ends[:-1]]
            assert len(layout) == ends[-1]
            assert len({part.name for part in layout}) == len(ends)
            assert all(part.meaning and layout[part.name] is part for part in layout)
            with pytest.raises(KeyError, match="there is no slice 'moon'"):
                layout["moon"]


if __name__ == "__main__":
    every = {what: found for game in GAMES.values() for what, found in digests(game).items()}
    DIGESTS.write_bytes(msgspec.json.format(msgspec.json.encode(every), indent=1) + b"\n")
