"""Rules that change: a match goes on by the version it began with, and new ones begin with the newest."""

from __future__ import annotations

import json
import lzma
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import fourleaf
from fourleaf import FairLuck, Game, Match, OtherRules, Record
from fourleaf.cli import main
from fourleaf.engine.fairluck import seat_commitment
from fourleaf.engine.luck import FairProof
from fourleaf.engine.verify import verify
from fourleaf.games import GAMES
from fourleaf.server.tables.bots import Position, think
from tests.pebbles import FIRST, GAME, WITHOUT_FIRST, Heap, HeapView
from tests.server import generations

TABLE = bytes(range(16))
ENTROPY = [b"\x11" * 32, b"\x22" * 32]


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "pebbles", GAME)


def some_way(game: Game[Heap, HeapView], plies: int = 10_000) -> Match:
    """A match with fair luck that has gone on for a while."""
    luck = FairLuck(TABLE, game.terms({}), bytes(range(32)))
    luck.lock([seat_commitment(TABLE, luck.commitment, seat, own) for seat, own in enumerate(ENTROPY)])
    luck.open(ENTROPY)
    match = game.start(seats=2, luck=luck)
    rng = random.Random(3)
    while not match.is_over and match.ply < plies:
        match.play(rng.choice(match.legal))
    return match


@pytest.mark.usefixtures("registered")
def test_new_matches_begin_with_the_newest_rules_and_earlier_ones_are_there_by_their_number() -> None:
    assert fourleaf.game("pebbles").start(seats=2, seed=1).record().rules_version == 2
    assert fourleaf.game("pebbles", version=2) is GAME
    assert fourleaf.game("pebbles", version=1) is FIRST
    with pytest.raises(OtherRules, match=r"version 3 of the rules of pebbles .* plays version 1 and 2"):
        fourleaf.game("pebbles", version=3)


@pytest.mark.usefixtures("registered")
def test_a_record_is_replayed_and_played_on_by_the_rules_it_names() -> None:
    record = Record.from_json(some_way(FIRST, plies=6).record().to_json())
    match = fourleaf.replay(record)
    assert match.game is FIRST
    assert match.record() == record
    assert pickle.loads(pickle.dumps(match)).game is FIRST  # noqa: S301
    while not match.is_over:
        match.follow([match.legal[0]])
    assert match.record().rules_version == 1
    renamed = msgspec.structs.replace(some_way(FIRST).record(), rules_version=2)
    with pytest.raises(fourleaf.BadRecord):
        fourleaf.replay(renamed)


@pytest.mark.usefixtures("registered")
def test_bots_and_verification_follow_the_version_too() -> None:
    for game in (FIRST, GAME):
        done = some_way(game).record()
        assert fourleaf.verify(done).outcome == "verified"
        going_on = some_way(game, plies=4)
        # Greedy takes what it can, and only version 2 lets it take one more than the die shows.
        taken = think(Position.of(going_on, going_on.actor, "greedy", 1))
        assert taken == max(going_on.legal)


def test_of_rules_that_are_not_played_any_more_the_promise_is_still_checked() -> None:
    done = some_way(FIRST).record()
    assert isinstance(done.luck, FairProof)
    with pytest.raises(OtherRules, match=r"version 1 of the rules of pebbles is not played here; .* plays version 2"):
        WITHOUT_FIRST.replay(done)
    verdict = verify(WITHOUT_FIRST, done)
    assert verdict.outcome == "promised"
    assert verdict.chance_events == len(done.luck.seals)
    assert "version 1" in verdict.words
    assert "version 2" in verdict.words


@pytest.mark.parametrize(
    ("false", "words"),
    [
        (lambda luck: {"secret": "00" * 32}, "the secret is not the one"),
        (lambda luck: {"entropy": luck.entropy[::-1]}, "seat 0 did not open"),
        (lambda luck: {"seals": (luck.seals[1], *luck.seals[1:])}, "the seals do not fit"),
    ],
)
def test_and_a_promise_that_was_not_kept_is_found(false: Callable[[FairProof], dict[str, Any]], words: str) -> None:
    done = some_way(FIRST).record()
    assert isinstance(done.luck, FairProof)
    forged = msgspec.structs.replace(done, luck=msgspec.structs.replace(done.luck, **false(done.luck)))
    verdict = verify(WITHOUT_FIRST, forged)
    assert verdict.outcome == "contradiction"
    assert words in verdict.words


def test_luck_from_a_seed_cannot_be_drawn_again_without_the_rules() -> None:
    match = FIRST.start(seats=2, seed=5)
    verdict = verify(WITHOUT_FIRST, match.record())
    assert verdict.outcome == "unrevealed"
    assert "version 1" in verdict.words


@pytest.fixture
def of_version_1(tmp_path: Path) -> Path:
    """A record of Korrigans from before its map had all its paths, as a server gave it out."""
    left = json.loads(lzma.decompress((Path(generations.__file__).parent / "0002.sqlite.json.xz").read_bytes()))
    played = next(t["record"] for t in left["tables"] if t["game"] == "korrigans" and t["record"] is not None)
    path = tmp_path / "old.json"
    path.write_text(played, "utf-8")
    return path


def test_the_commands_say_what_they_cannot_do_with_an_old_record(
    of_version_1: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = "version 1 of the rules of korrigans is not played here; this Fourleaf plays version 2"
    assert main(["replay", str(of_version_1)]) == 2
    assert both in " ".join(capsys.readouterr().err.split())
    assert main(["verify", str(of_version_1)]) == 2
    out = " ".join(capsys.readouterr().out.split())
    assert out.startswith("promised: the secret, the seats' entropy and the")
    assert both in out
