"""Checks afterwards that a record's luck is the luck that was promised."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from fourleaf.engine.errors import BadRecord, OtherRules
from fourleaf.engine.fairluck import BrokenPromise, FairLuck
from fourleaf.engine.game import Game
from fourleaf.engine.luck import FairProof, Luck, SeedLuck
from fourleaf.engine.record import Record, timeline


class Verdict(msgspec.Struct, frozen=True):
    """What came of a check: `verified`, a `contradiction`, or `unrevealed` when there is nothing to check yet.

    `promised` says that everything is as it was promised, but whether each draw had its odds only rules that are not
    played any more could tell.
    """

    outcome: Literal["verified", "contradiction", "unrevealed", "promised"]
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
        game = game.by_rules(record.rules_version)
    except OtherRules as unknown:
        return _without_rules(game, record, unknown)
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


def _without_rules(game: Game[Any, Any], record: Record, unknown: OtherRules) -> Verdict:
    """What can be checked of a match whose rules are not played any more: the promise, and that every seal was kept."""
    if not isinstance(record.luck, FairProof):
        return Verdict("unrevealed", f"its luck cannot be drawn again: {unknown}")
    try:
        luck = _promised_luck(game, record)
        events = _check_seals(record, luck)
    except (BadRecord, BrokenPromise, _Contradiction) as error:
        return Verdict("contradiction", str(error))
    said = f"the secret, the seats' entropy and the {events} seals are those that were promised"
    return Verdict("promised", f"{said}; the draws themselves cannot be checked: {unknown}", events, len(record.undone))


def _check_seals(record: Record, luck: Luck) -> int:
    """Which actions were chance's only the rules could tell, so each seal must fit one that comes after the last."""
    assert isinstance(luck, FairLuck)
    assert isinstance(record.luck, FairProof)
    seals, event = record.luck.seals, 0
    for _, actions in timeline(record.actions, record.undone):
        for action in actions:
            if event < len(seals) and luck.seal(event, action).hex() == seals[event]:
                event += 1
    if event < len(seals):
        raise _Contradiction("the seals do not fit what happened")
    return event


def _promised_luck(game: Game[Any, Any], record: Record) -> Luck:
    proof = record.luck
    if not isinstance(proof, FairProof):
        assert proof is not None
        return SeedLuck(proof.seed)
    terms = game.terms(record.options, record.beginning, record.rules_version)
    luck = FairLuck(_unhexed(proof.table), terms, _unhexed(proof.secret or ""))
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
