"""Golden records: whole games kept as data that must end as they ended, for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from fourleaf import Record, replay
from fourleaf.games import GAMES
from tests.kit.walks import chosen_options

RECORDS = Path(__file__).parent.parent / "records"
FEWEST = 20


@pytest.mark.parametrize("path", sorted(RECORDS.rglob("*.json")), ids=lambda path: path.stem)
def test_a_record_ends_as_it_ended(path: Path) -> None:
    record = Record.load(path)
    match = replay(record)
    assert match.ply == len(record.actions) > 0
    assert match.is_over
    assert match.record().result == record.result
    assert path.read_bytes() == record.to_json()


@pytest.mark.parametrize("name", GAMES)
def test_the_records_cover_every_seat_count_option_and_bot(name: str) -> None:
    records = [Record.load(path) for path in sorted((RECORDS / name).glob("*.json"))]
    assert len(records) >= FEWEST
    assert {record.seats for record in records} == set(GAMES[name].seats)
    assert {who for record in records for who in record.who} >= {"random", "greedy"}
    for options in chosen_options(GAMES[name]):
        assert any(record.options == options for record in records), f"no record with {options}"
