"""A match that begins from a position: it is played, recorded, replayed and verified like any other."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import pytest

import fourleaf
from fourleaf import BadRecord, BadStart, Beginning, Game, Match, Record
from fourleaf.engine.fairluck import FairLuck, seat_commitment
from fourleaf.engine.options import every_choice
from fourleaf.engine.record import USUAL


def played(game: str, seats: int, plies: int, options: Mapping[str, object] | None = None) -> Match:
    """A match some way on, in which a seat decides."""
    match, rng = fourleaf.game(game).start(seats=seats, seed=5, options=options), Random(5)
    while match.ply < plies:
        further = match.copy()
        further.play(rng.choice(match.legal))
        if further.is_over:
            break
        match = further
    return match


def fair_luck(game: Any, seats: int, options: dict[str, Any], beginning: Beginning) -> FairLuck:
    luck = FairLuck(b"table", game.terms(options, beginning), bytes([7]) * 32)
    entropy = [bytes([seat]) * 32 for seat in range(seats)]
    luck.lock([seat_commitment(b"table", luck.commitment, seat, brought) for seat, brought in enumerate(entropy)])
    luck.open(entropy)
    return luck


def to_the_end(match: Match, seed: int = 1) -> Match:
    rng = Random(seed)
    while not match.is_over:
        match.play(rng.choice(match.legal))
    return match


@pytest.mark.parametrize("name", fourleaf.games())
def test_a_match_begins_from_any_position_of_another_and_verifies(name: str) -> None:
    game = fourleaf.game(name)
    for seats in game.seats:
        line = played(name, seats, 40).notation
        beginning = Beginning(position=line)
        options = game.notation.options_of(game.position(line))
        luck = fair_luck(game, seats, options, beginning)
        match = game.start(seats, options=options, luck=luck, beginning=beginning)
        assert match.notation == line, "a seat decides, so nothing has happened yet"
        to_the_end(match)
        record = match.record()
        assert record.beginning == beginning
        again = Record.from_json(record.to_json())
        assert fourleaf.verify(again).outcome == "verified"
        assert fourleaf.replay(again).notation == match.notation
        moved = msgspec.structs.replace(record, beginning=USUAL)
        assert fourleaf.verify(moved).outcome == "contradiction", "where it begins was promised too"


def test_what_is_done_at_a_match_is_done_at_one_that_begins_elsewhere() -> None:
    line = played("wichtel", 3, 30).notation
    game: Game[Any, Any] = fourleaf.game("wichtel")
    match = game.start(3, seed=3, beginning=Beginning(position=line))
    first, move = match.notation, match.moves[0]
    match.play(move)
    after = match.notation
    assert match.copy().notation == pickle.loads(pickle.dumps(match)).notation == after  # noqa: S301
    assert match.knowledge(0).seats == 3
    match.rewind(0)
    assert match.notation == first == game.notation.write(match.first)


@pytest.mark.parametrize("name", fourleaf.games())
def test_a_position_tells_its_options(name: str) -> None:
    game = fourleaf.game(name)
    for options in every_choice(game.options):
        match = played(name, game.seats[-1], 25, options)
        assert game.notation.options_of(game.position(match.notation)) == match.options == options


REFUSED = [
    ("treasure", 3, {}, "card 0 1+3 - 6/0/0/0 RB B3R1Y2/G1G2G3 -/-", "has 3 seats, and the position .* has 2"),
    ("treasure", 2, {}, "card 0 1+3", "a position has 8 words"),
    ("treasure", 2, {}, "", "a position has 8 words"),
    ("treasure", 2, {}, "over 0 - - 6/0/0/60 RB -/- -/-", "over before it begins"),
    ("wichtel", 3, {"target": 50}, played("wichtel", 3, 20).notation, "other options"),
    ("korrigans", 2, {"placement": "free"}, played("korrigans", 2, 20).notation, "other options"),
    ("flipslide", 2, {"slide_limit": 3}, played("flipslide", 2, 20).notation, "other options"),
]


@pytest.mark.parametrize(("name", "seats", "options", "line", "reason"), REFUSED)
def test_a_position_that_does_not_fit_is_refused(
    name: str, seats: int, options: dict[str, object], line: str, reason: str
) -> None:
    game, beginning = fourleaf.game(name), Beginning(position=line)
    with pytest.raises(BadStart, match=reason):
        game.start(seats, seed=1, options=options, beginning=beginning)
    record = msgspec.structs.replace(game.start(seats, seed=1, options=options).record(), beginning=beginning)
    with pytest.raises(BadRecord, match=reason):
        fourleaf.replay(record)
    assert fourleaf.verify(record).outcome == "contradiction"
