"""Checks afterwards that a record's luck is the luck that was promised."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from fourleaf.engine.errors import BadRecord
from fourleaf.engine.fairluck import BrokenPromise, FairLuck
from fourleaf.engine.game import Game
from fourleaf.engine.luck import FairProof, Luck, SeedLuck
from fourleaf.engine.record import Record


class Verdict(msgspec.Struct, frozen=True):
    """What came of a check: `verified`, a `contradiction`, or `unrevealed` when there is nothing to check yet."""

    outcome: Literal["verified", "contradiction", "unrevealed"]
    words: str
    chance_events: int = 0
    taken_back: int = 0
    """How often the table went back past luck and drew anew."""


class _Contradiction(Exception):
    """Two things in a record cannot both be true."""


def verify(game: Game[Any, Any], record: Record) -> Verdict:
    """Whether every die and every draw of a record follows from what was committed to before the first move."""
    if record.luck is None:
        return Verdict("unrevealed", "this record says nothing of where its luck came from")
    if isinstance(record.luck, FairProof) and record.luck.secret is None:
        return Verdict("unrevealed", "the secret of this table has not been revealed yet")
    try:
        luck = _promised_luck(game, record)
        events = _check_draws(game, record, luck)
    except (BadRecord, BrokenPromise, _Contradiction) as error:
        return Verdict("contradiction", str(error))
    return Verdict("verified", _in_words(events, len(record.undone)), events, len(record.undone))


def _in_words(events: int, taken_back: int) -> str:
    said = "its one chance event follows" if events == 1 else f"all {events} chance events follow"
    often = {0: "", 1: "; the table went back past luck once, and drew anew"}
    many = f"; the table went back past luck {taken_back} times, and drew anew each time"
    return f"{said} from what was promised{often.get(taken_back, many)}"


def _promised_luck(game: Game[Any, Any], record: Record) -> Luck:
    proof = record.luck
    if not isinstance(proof, FairProof):
        assert proof is not None
        return SeedLuck(proof.seed)
    luck = FairLuck(_unhexed(proof.table), game.terms(record.options, record.beginning), _unhexed(proof.secret or ""))
    if luck.commitment.hex() != proof.commitment:
        raise _Contradiction("the secret is not the one that the table committed to")
    if len(proof.seat_commitments) != record.seats:
        raise _Contradiction(f"{len(proof.seat_commitments)} seats committed, {record.seats} played")
    if luck.lock([_unhexed(promised) for promised in proof.seat_commitments]).hex() != proof.roster:
        raise _Contradiction("the roster does not follow from what the seats committed to")
    luck.open([_unhexed(opened) for opened in proof.entropy])
    return luck


def _check_draws(game: Game[Any, Any], record: Record, luck: Luck) -> int:
    outcomes: list[int] = []
    for state, action in game.replay(record).chances():
        place = luck.draw(len(outcomes), list(state.odds()))
        assert place is not None
        promised = state.legal()[place]
        if action != promised:
            told, due = game.moves.spell(state, action), game.moves.spell(state, promised)
            raise _Contradiction(f"chance event {len(outcomes)} is {told} in the record and should be {due}")
        outcomes.append(action)
    if luck.proof(outcomes, over=True) != record.luck:
        raise _Contradiction("the seals do not fit the chance events")
    return len(outcomes)


def _unhexed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise _Contradiction(f"{text!r} is not a number in hex") from None
