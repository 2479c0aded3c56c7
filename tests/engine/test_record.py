"""Records: they hold everything, and what is not a record is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourleaf
from fourleaf import BadRecord, Match, Record, UnknownGame
from fourleaf.engine.errors import NoRecord
from fourleaf.engine.record import LARGEST


def finished(seed: int = 3, seats: int = 2) -> Match:
    match = fourleaf.game("treasure").start(seats=seats, seed=seed)
    while not match.is_over:
        match.play(match.moves[0])
    return match


RECORD = finished().record()


def edited(**changes: Any) -> bytes:
    """The record with a field changed and no seal, as an honest hand would write it."""
    fields = json.loads(RECORD.to_json())
    del fields["seal"]
    return json.dumps({**fields, **changes}).encode()


def test_a_record_is_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    RECORD.save(path)
    assert Record.load(path) == RECORD
    assert [file.name for file in tmp_path.iterdir()] == ["race.json"]


def test_a_record_is_one_line_a_field() -> None:
    names = [line.split('"')[1] for line in RECORD.to_json().decode().splitlines()[1:-1]]
    assert names == [
        "format",
        "format_version",
        "game",
        "rules_version",
        "options",
        "seats",
        "beginning",
        "actions",
        "undone",
        "result",
        "luck",
        "who",
        "seal",
    ]


def test_an_unfinished_match_goes_on_from_its_record() -> None:
    match = fourleaf.game("treasure").start(seats=3, seed=11)
    match.play(match.moves[0])
    again = fourleaf.replay(match.record())
    for going in (match, again):
        going.play(going.moves[0])
    assert again.record() == match.record()


def test_a_record_without_a_seal_is_read() -> None:
    assert Record.from_json(edited()) == RECORD


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "not a whole Fourleaf record"),
        (b"[]", "Expected `object`"),
        (b"\xff\xfe", "not a whole Fourleaf record"),
        (RECORD.to_json()[:-40], "not a whole Fourleaf record"),
        (RECORD.to_json() + b"{}", "not a whole Fourleaf record"),
        (b"[" * 100_000, "not a whole Fourleaf record"),
        (edited(format="chess"), "format"),
        (edited(format_version=3), "has format 3; this Fourleaf reads 1 and 2"),
        (edited(format_version="2"), "format_version"),
        (edited(format_version=1), "unknown field `beginning`"),
        (edited(beginning=None), "a record of format 2 says where it begins"),
        (edited(beginning={"city": "x"}), "unknown field `city`"),
        (edited(hint="x"), "unknown field `hint`"),
        (edited(actions="0"), "actions"),
        (edited(actions=[1.5]), "actions"),
        (edited(seats=None), "seats"),
        (edited(luck={"kind": "loaded dice"}), "luck"),
        (RECORD.to_json().replace(b'"seats": 2', b'"seats": 3'), "changed after it was saved"),
        (b" " * (LARGEST + 1), "at most 1048576 bytes"),
    ],
)
def test_what_is_no_record_is_refused(text: bytes, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        Record.from_json(text)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rules_version": 9}, "version 9 of the rules of treasure is not played here; this Fourleaf plays version 1"),
        ({"seats": 9}, "has 2 to 4 seats, not 9"),
        ({"options": {"fast": True}}, "there is no option fast"),
        ({"actions": [0, 0]}, "action 0 at ply 1 could not have been played: the red colour card has been drawn"),
        ({"actions": [-5]}, "action -5 at ply 0 could not have been played"),
        ({"actions": [2**70]}, "actions of treasure are 0 to 71"),
        ({"actions": []}, "its actions say None"),
        ({"result": {"scores": [9, 9], "ranks": [0, 0]}}, "the record says that it ended with"),
    ],
)
def test_a_record_of_a_game_that_could_not_have_been_played_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        fourleaf.replay(Record.from_json(edited(**changes)))


def test_a_record_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame):
        fourleaf.replay(Record.from_json(edited(game="chess")))


def test_a_record_of_another_game_is_refused() -> None:
    with pytest.raises(BadRecord, match="a record of chess, not of treasure"):
        fourleaf.game("treasure").replay(msgspec.structs.replace(RECORD, game="chess"))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoRecord, match=r"cannot read .*nothing\.json: No such file"):
        Record.load(tmp_path / "nothing.json")
    with pytest.raises(NoRecord, match="cannot write"):
        RECORD.save(tmp_path / "no" / "folder.json")


def test_a_bad_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "torn.json"
    path.write_bytes(RECORD.to_json()[:100])
    with pytest.raises(BadRecord, match=r"torn\.json: this is not a whole"):
        Record.load(path)


def test_a_file_without_an_end_is_not_read_to_its_end() -> None:
    with pytest.raises(BadRecord, match="at most"):
        Record.load("/dev/zero")


@given(place=st.integers(0, len(RECORD.to_json()) - 1), byte=st.integers(0, 255))
def test_a_changed_byte_is_noticed_or_means_nothing(place: int, byte: int) -> None:
    text = bytearray(RECORD.to_json())
    text[place] = byte
    try:
        assert Record.from_json(bytes(text)) == RECORD
    except BadRecord:
        return


@given(st.binary(max_size=200))
def test_no_bytes_do_anything_but_be_refused(text: bytes) -> None:
    with pytest.raises(BadRecord):
        Record.from_json(text)


def test_hostile_edits_are_refused_or_replay_to_a_game() -> None:
    rng = random.Random(5)
    for _ in range(300):
        actions = list(RECORD.actions)
        actions[rng.randrange(len(actions))] = rng.choice([-1, 0, 71, 72, 2**63, rng.randrange(72)])
        record = msgspec.structs.replace(RECORD, actions=tuple(actions))
        try:
            assert fourleaf.replay(record).actions == record.actions
        except BadRecord:
            continue
