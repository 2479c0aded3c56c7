"""Luck: the same everywhere, without bias, and fairluck1 by its published vector."""

from __future__ import annotations

import hmac
import math
import random
from collections import Counter

import msgspec
import pytest

import fourleaf
from fourleaf import FairLuck, Match, Record, SeedLuck, verify
from fourleaf.engine.fairluck import BrokenPromise, fresh_entropy, keyed, seat_commitment
from fourleaf.engine.luck import FairProof, Stream, framed, fresh_seed

TABLE = bytes(range(16))
TERMS = b'{"game":"demo","version":"1"}'
SECRET = bytes(range(32))
ENTROPY = [b"\x11" * 32, b"\x22" * 32]


def vector_luck() -> FairLuck:
    luck = FairLuck(TABLE, TERMS, SECRET)
    luck.lock([seat_commitment(TABLE, luck.commitment, seat, own) for seat, own in enumerate(ENTROPY)])
    luck.open(ENTROPY)
    return luck


def test_the_published_vector_of_fairluck1() -> None:
    luck = vector_luck()
    assert luck.commitment.hex() == "edc6ed3841bbfc9b4403590cb6a101bad7375e83a00c6fa236e25497f00b58b2"
    assert luck._key.hex() == "b88d024d7a5f828e15cacd54173fb6d748695d70fa7fc6342b68aaf3d3d249eb"
    assert luck.stream(0, "shuffle:deck").shuffle(52)[:10] == [2, 21, 32, 3, 0, 18, 30, 31, 42, 51]
    die = luck.stream(1, "die")
    assert [die.uniform(6) + 1 for _ in range(5)] == [5, 6, 3, 5, 4]


@pytest.mark.parametrize("size", [0, 1, 32, 63, 64, 65, 200])
def test_what_is_keyed_is_hmac_with_sha_256(size: int) -> None:
    key = random.Random(size).randbytes(size)
    assert keyed(key, "tag", b"one", b"") == hmac.digest(key, framed(b"tag", b"one", b""), "sha256")
    assert keyed(key, "tag", b"two") == hmac.digest(key, framed(b"tag", b"two"), "sha256")


def test_the_seeded_stream_never_changes() -> None:
    stream = SeedLuck(7).stream(0)
    assert [stream.uniform(100) for _ in range(10)] == [97, 40, 55, 18, 53, 79, 14, 96, 63, 70]


def spread(counts: list[int]) -> float:
    """How many standard deviations a chi-square lies from its mean."""
    mean = sum(counts) / len(counts)
    distance = sum((count - mean) ** 2 / mean for count in counts)
    freedom = len(counts) - 1
    return (distance - freedom) / math.sqrt(2 * freedom)


@pytest.mark.parametrize("n", [2, 3, 6, 36, 100])
@pytest.mark.parametrize("kind", ["seed", "fair"])
def test_every_number_is_as_likely_as_the_others(kind: str, n: int) -> None:
    luck = SeedLuck(1) if kind == "seed" else vector_luck()
    drawn = Counter(luck.draw(event, [1] * n) for event in range(400 * n if n < 36 else 100 * n))
    assert abs(spread([drawn[place] for place in range(n)])) < 5


def test_every_card_is_as_likely_in_every_place() -> None:
    luck = vector_luck()
    places = Counter(
        (card, place) for event in range(3000) for place, card in enumerate(luck.stream(event, "deck").shuffle(5))
    )
    assert abs(spread([places[card, place] for card in range(5) for place in range(5)])) < 5


def test_weights_are_kept() -> None:
    luck = SeedLuck(2)
    drawn = Counter(luck.draw(event, [1, 2, 7]) for event in range(10_000))
    assert [round(drawn[place] / 1000) for place in range(3)] == [1, 2, 7]


def test_a_word_that_would_bring_bias_is_thrown_away() -> None:
    blocks = [b"\xff" * 8, (10).to_bytes(8, "big")]
    assert Stream(lambda number: blocks[number]).uniform(6) == 4


def test_no_two_lists_of_parts_read_alike() -> None:
    assert framed(b"ab", b"c") != framed(b"a", b"bc") != framed(b"abc")


def test_fresh_seeds_differ_and_fit_into_json() -> None:
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert max(seeds) < 2**53


def test_a_short_secret_or_entropy_is_refused() -> None:
    with pytest.raises(BrokenPromise, match="a secret has 32 bytes, this one has 3"):
        FairLuck(TABLE, TERMS, b"abc")
    with pytest.raises(BrokenPromise, match="seat 1 brought 2"):
        seat_commitment(TABLE, b"", 1, b"ab")


def test_steps_out_of_order_are_refused() -> None:
    luck = FairLuck(TABLE, TERMS, SECRET)
    with pytest.raises(BrokenPromise, match="must be locked before"):
        luck.open(ENTROPY)
    with pytest.raises(BrokenPromise, match="before all seats have opened"):
        luck.draw(0, [1, 1])
    luck.lock([seat_commitment(TABLE, luck.commitment, seat, own) for seat, own in enumerate(ENTROPY)])
    with pytest.raises(BrokenPromise, match="locked already"):
        luck.lock([])
    with pytest.raises(BrokenPromise, match="2 seats are locked; 1 opened"):
        luck.open(ENTROPY[:1])
    with pytest.raises(BrokenPromise, match="seat 0 did not open what it had committed to"):
        luck.open(ENTROPY[::-1])


# Verifying whole records


def fair_record(seed: int = 1, plies: int = 10_000) -> Record:
    game = fourleaf.game("treasure")
    luck = FairLuck(TABLE, game.terms({}), fresh_entropy())
    entropy = [fresh_entropy() for _ in range(2)]
    luck.lock([seat_commitment(TABLE, luck.commitment, seat, own) for seat, own in enumerate(entropy)])
    luck.open(entropy)
    match = game.start(seats=2, luck=luck)
    rng = random.Random(seed)
    while not match.is_over and match.ply < plies:
        match.play(rng.choice(match.legal))
    return match.record()


def seeded_match() -> Match:
    match = fourleaf.game("treasure").start(seats=2, seed=4)
    while not match.is_over:
        match.play(match.moves[0])
    return match


def test_a_fair_record_is_verified_from_its_file() -> None:
    record = Record.from_json(fair_record().to_json())
    verdict = verify(record)
    assert verdict.outcome == "verified"
    assert verdict.chance_events > 20


def test_a_seeded_record_is_verified() -> None:
    assert verify(seeded_match().record()).outcome == "verified"


def test_a_running_fair_match_keeps_its_secret() -> None:
    record = fair_record(plies=20)
    assert isinstance(record.luck, FairProof)
    assert record.luck.secret is None
    assert verify(record).outcome == "unrevealed"
    assert fourleaf.replay(record).record() == record


def test_luck_by_hand_proves_nothing() -> None:
    record = msgspec.structs.replace(seeded_match().record(), luck=None)
    assert verify(record).outcome == "unrevealed"


def test_a_die_that_fell_otherwise_is_named() -> None:
    record = msgspec.structs.replace(seeded_match().record(), luck=SeedLuck(5).proof([], over=True))
    verdict = verify(record)
    assert verdict.outcome == "contradiction"
    assert verdict.words.startswith("chance event 1 is colour B in the record and should be colour G")


@pytest.mark.parametrize("field", ["table", "commitment", "roster", "secret", "seat_commitments", "entropy", "seals"])
def test_every_part_of_a_proof_is_checked(field: str) -> None:
    record = fair_record()
    proof = record.luck
    assert isinstance(proof, FairProof)
    kept = getattr(proof, field)
    for bent in (_bent(kept), "zz" if isinstance(kept, str) else ("zz", *kept[1:]), kept[1:]):
        changed = msgspec.structs.replace(record, luck=msgspec.structs.replace(proof, **{field: bent}))
        assert verify(changed).outcome == "contradiction", f"{field} = {bent}"


def _bent(kept: str | tuple[str, ...]) -> str | tuple[str, ...]:
    if isinstance(kept, tuple):
        return (*kept[:-1], str(_bent(kept[-1])))
    return kept[:-1] + ("0" if kept[-1] != "0" else "1")


def test_a_record_whose_actions_contradict_its_result_is_a_contradiction() -> None:
    record = fair_record()
    assert verify(msgspec.structs.replace(record, result=None)).outcome == "contradiction"
    assert verify(msgspec.structs.replace(record, seats=3)).outcome == "contradiction"


def test_other_outcomes_than_the_promised_ones_are_found() -> None:
    record = fair_record()
    rolls = [ply for ply, action in enumerate(record.actions) if 16 <= action < 52]
    actions = list(record.actions)
    for ply in rolls[:5]:
        bent = actions.copy()
        bent[ply] = 16 + (bent[ply] - 16 + 1) % 36
        assert verify(msgspec.structs.replace(record, actions=tuple(bent))).outcome == "contradiction"
