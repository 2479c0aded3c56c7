"""Going on from a moment of another match: as it stood, or as a seat knew it with all the rest dealt anew."""

from __future__ import annotations

from random import Random as PlainRandom
from typing import Any

import msgspec
import pytest
from librt.random import Random

import fourleaf
from fourleaf import BadRecord, BadSeat, BadStart, Beginning, ByHand, Match, NothingToUndo, Origin, Record, native
from fourleaf.engine import state as engine_state
from fourleaf.engine.state import CHANCE, OVER

SEEDS = range(6 if native.is_compiled(engine_state) else 2)


def played(name: str, seats: int, seed: int) -> Match:
    """A whole match at random."""
    match, rng = fourleaf.game(name).start(seats=seats, seed=seed), PlainRandom(seed)
    while not match.is_over:
        match.play(rng.choice(match.legal))
    return match


def moments(match: Match, many: int = 6) -> list[int]:
    """Plies from all over a match, the first and the last before its end among them."""
    return sorted({0, match.ply - 1, *range(0, match.ply, max(1, match.ply // many))})


@pytest.mark.parametrize("name", fourleaf.games())
def test_every_moment_of_a_record_is_a_beginning(name: str) -> None:
    past = played(name, fourleaf.game(name).seats[-1], 4)
    record = past.record()
    for ply in moments(past):
        match = fourleaf.play_from(record, ply, seed=8)
        past.rewind(ply)
        assert match.game.notation.write(match.first) == past.notation
        assert match.origin == Origin(ply, record=record.seal())
        assert "as that one stood" in match.origin.words
        while not match.is_over:
            match.play(match.legal[-1])
        kept = Record.from_json(match.record().to_json())
        assert kept.beginning == Beginning(origin=f"record:{record.seal()}#{ply}", position=past.notation)
        assert fourleaf.replay(kept).origin == match.origin
        assert fourleaf.verify(kept).outcome == "verified"
        past = fourleaf.replay(record)


def two_worlds(name: str, seats: int, seat: int, seed: int) -> tuple[Record, Record]:
    """Two records that a seat cannot tell apart: it has seen the same of every action, and most else differs."""
    game: Any = fourleaf.game(name)
    rng, worlds = Random(seed), Random(seed + 1)
    here = game.start(seats, luck=ByHand())
    state = here.first
    for _ in range(30 + 10 * seed):
        if state.actor() == OVER:
            break
        legal = list(state.legal())
        state.apply(legal[rng.randrange(len(legal))])
    if state.actor() == OVER:
        state = here.first
    there = state.imagine(seat, worlds)
    one, other = (game.start(seats, luck=ByHand(), beginning=Beginning(position=repr(each))) for each in (state, there))
    for _ in range(12):
        if one.actor == OVER or other.actor != one.actor:
            break
        action, alike = _alike(one, other, seat, rng)
        if alike is None or _after(one, action).actor == OVER or _after(other, alike).actor == OVER:
            break
        one.play(action)
        other.play(alike)
    return one.record(), other.record()


def _alike(one: Match, other: Match, seat: int, rng: Random) -> tuple[int, int | None]:
    """Something that happens in one world, and something in the other of which the seat sees the same."""
    legal = one.legal
    action = legal[rng.randrange(len(legal))]
    seen = one.glimpse(action, seat)
    same = [each for each in other.legal if other.glimpse(each, seat) == seen]
    return action, same[rng.randrange(len(same))] if same else None


def _after(match: Match, action: int) -> Match:
    after = match.copy()
    after.play(action)
    return after


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", fourleaf.games())
def test_worlds_that_a_seat_cannot_tell_apart_go_on_alike(name: str, seed: int) -> None:
    game = fourleaf.game(name)
    seats = max(2, game.seats[0])
    seat = seed % seats
    one, other = two_worlds(name, seats, seat, seed)
    for ply in range(len(one.actions) + 1):
        matches = [fourleaf.play_from(record, ply, seat=seat, seed=seed) for record in (one, other)]
        assert matches[0].record() == matches[1].record(), "not even its origin tells them apart"
        assert matches[0].origin == Origin(ply, seat=seat)
        assert f"what seat {seat} could not know was dealt anew" in str(getattr(matches[0].origin, "words", ""))
        past = fourleaf.replay(one)
        past.rewind(ply)
        assert game.view.view(matches[0].first, seat) == past.view(seat)


def test_the_worlds_of_that_law_do_differ() -> None:
    """Else it would be kept by a play_from that hands out everything."""
    for name in fourleaf.games():
        if fourleaf.game(name).hidden:
            pairs = [two_worlds(name, max(2, fourleaf.game(name).seats[0]), 0, seed) for seed in SEEDS]
            assert any(fourleaf.replay(one).notation != fourleaf.replay(other).notation for one, other in pairs), name


def test_luck_of_its_own() -> None:
    record = played("treasure", 2, 3).record()
    deciders = fourleaf.replay(record).deciders
    ply = next(ply for ply, decider in enumerate(deciders) if decider == CHANCE and ply > 10)
    lines = {fourleaf.play_from(record, ply, seed=seed).actions for seed in range(20)}
    assert len(lines) > 3
    assert fourleaf.play_from(record, ply, seat=1, seed=-(1 << 70)).origin == Origin(ply, seat=1)


def test_what_cannot_be_gone_on_from_is_refused_in_words() -> None:
    record = played("treasure", 2, 3).record()
    with pytest.raises(BadStart, match="over before it begins"):
        fourleaf.play_from(record, len(record.actions))
    with pytest.raises(NothingToUndo, match="plies 0 to"):
        fourleaf.play_from(record, len(record.actions) + 1)
    with pytest.raises(BadSeat, match="there is no seat 2; the seats are 0 and 1"):
        fourleaf.play_from(record, 5, seat=2)
    with pytest.raises(BadSeat):
        fourleaf.play_from(record, 5, seat=fourleaf.WATCHER)


@pytest.mark.parametrize(
    ("origin", "reason"),
    [
        ("x", "goes on from record:SEAL#PLY"),
        ("record:abc#5", "goes on from record:SEAL#PLY"),
        ("seat:7#5", "none goes on from what seat 7 knew"),
        ("seat:1#5", "names the position that it begins from"),
    ],
)
def test_an_origin_that_is_none_is_refused(origin: str, reason: str) -> None:
    match = fourleaf.game("treasure").start(seats=2, seed=1)
    record = msgspec.structs.replace(match.record(), beginning=Beginning(origin=origin))
    with pytest.raises(BadRecord, match=reason):
        fourleaf.replay(record)
