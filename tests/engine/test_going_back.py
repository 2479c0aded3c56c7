"""Going back at a table whose luck is fair: no draw and no salt serves twice, and the record keeps what was undone."""

from __future__ import annotations

import json
import random
from hashlib import sha256
from itertools import islice
from pathlib import Path

import msgspec
import pytest

import fourleaf
from fourleaf import BadRecord, FairLuck, Match, Record, verify
from fourleaf.engine.fairluck import digest, seat_commitment
from fourleaf.engine.luck import FairProof, u32, u64
from fourleaf.engine.record import USUAL, Beginning, Undone
from fourleaf.engine.state import CHANCE

TABLE = b"a table"
VECTOR = Path(__file__).parents[2] / "web" / "tests" / "going_back.json"


def fair_luck(game: str, seats: int, seed: int, beginning: Beginning | None = USUAL) -> FairLuck:
    """Luck that is the same in every run."""
    drawn = [sha256(f"{seed} {number}".encode()).digest() for number in range(seats + 1)]
    terms = fourleaf.game(game).terms(settled(game), beginning)
    luck = FairLuck(TABLE, terms, drawn[-1], takes_back=beginning is None)
    luck.lock([seat_commitment(TABLE, luck.commitment, seat, own) for seat, own in enumerate(drawn[:-1])])
    luck.open(drawn[:-1])
    return luck


def settled(game: str) -> dict[str, bool | int | str]:
    return fourleaf.game(game).start(seats=fourleaf.game(game).seats[0], seed=0).options


def wandering(game: str, seed: int, backs: int = 6) -> Match:
    """A match that is played at random to its end and goes back again and again, past luck and over decisions alone."""
    rng = random.Random(seed)
    seats = max(2, fourleaf.game(game).seats[0])
    match = fourleaf.game(game).start(seats=seats, luck=fair_luck(game, seats, seed))
    while not match.is_over:
        match.play(rng.choice(match.legal))
        if backs and not match.is_over and rng.random() < 0.1:
            deciders = [state.actor() for state, _ in match.history()]
            decisions = [ply for ply, decider in enumerate(deciders) if decider != CHANCE]
            match.rewind(rng.choice(decisions[-4:]))
            backs -= 1
    return match


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", fourleaf.games())
def test_a_match_that_went_back_is_kept_whole_and_verified(game: str, seed: int) -> None:
    match = wandering(game, seed)
    record = Record.from_json(match.record().to_json())
    again = fourleaf.replay(record)
    assert again.record() == record
    assert again.drawn == match.drawn
    assert again.notation == match.notation
    verdict = verify(record)
    assert verdict.outcome == "verified", verdict
    assert verdict.chance_events == len(match.drawn)
    assert verdict.taken_back == len(record.undone)
    for back in record.undone:
        assert back.actions, "what is kept as undone is something"


@pytest.mark.parametrize("game", fourleaf.games())
def test_the_numbers_of_chance_events_never_run_backwards(game: str) -> None:
    """What comes after going back is drawn anew: under its own number, with its own salt, even in the same position."""
    rng = random.Random(3)
    seats = max(2, fourleaf.game(game).seats[0])
    luck = fair_luck(game, seats, 3)
    match = fourleaf.game(game).start(seats=seats, luck=luck)
    while len(match.undone) < 5:
        ply, said = match.ply, match.drawn
        match.play(rng.choice(match.legal))
        if len(match.drawn) > len(said) and rng.random() < 0.3:
            heard = match.drawn
            assert heard[: len(said)] == said
            match.rewind(ply)
            assert match.drawn == heard, "what chance said stays said"
    proof = match.record().luck
    assert isinstance(proof, FairProof)
    assert len(proof.seals) == len(match.drawn)
    assert len(set(proof.seals)) == len(proof.seals), "no salt seals two draws"


def hidden_draws_that_seat_0_finds_out(beginning: Beginning | None) -> tuple[int, int]:
    """How many hidden draws there are after going back, and how many an attacker finds by trying outcomes.

    The attacker keeps every salt that a draw of their own came with, and tries it on the seals of hidden draws.
    """
    rng = random.Random(11)
    luck = fair_luck("wichtel", 3, 11, beginning)
    match = fourleaf.game("wichtel").start(seats=3, luck=luck)
    salts: dict[int, bytes] = {}
    hidden: list[tuple[int, bytes]] = []
    ply, events = 0, 0
    for _ in range(300):
        for state, action in islice(match.history(), ply, None):
            if state.actor() == CHANCE:
                if state.glimpse(action, 0) == action:
                    salts[events] = luck.salt(events)
                else:
                    hidden.append((events, luck.seal(events, action)))
                events += 1
        decisions = [ply for ply, (state, _) in enumerate(match.history()) if state.actor() != CHANCE]
        if decisions and rng.random() < 0.3:
            match.rewind(rng.choice(decisions[-3:]))
        ply, events = match.ply, len(match.drawn)
        match.play(rng.choice(match.legal))
    found = sum(
        any(
            digest("fairluck1/open", u64(event), u32(0), u32(action), salts[event]) == seal
            for action in range(match.game.actions)
        )
        for event, seal in hidden
        if event in salts
    )
    return len(hidden), found


def test_no_hidden_draw_is_found_out_by_trying_outcomes_with_salts_of_what_was_undone() -> None:
    draws, found = hidden_draws_that_seat_0_finds_out(None)
    assert found > 5, "the attack finds what format 1 gave away"
    draws, found = hidden_draws_that_seat_0_finds_out(USUAL)
    assert draws > 50
    assert found == 0


def test_decisions_alone_leave_no_trace_and_no_draw_is_lost() -> None:
    """Taking back a decision that no luck followed takes no luck back; behind luck that was, it is one step further."""
    match = next(match for seed in range(50) for match in [up_to_two_decisions_then_luck(seed)] if match is not None)
    first = match.ply
    match.play(match.legal[0])
    assert match.ply == first + 1
    match.rewind(first)
    assert not match.undone
    match.play(match.legal[0])
    match.play(match.legal[0])
    line, drawn = match.actions, match.drawn
    match.rewind(first + 1)
    assert match.undone == (Undone(first + 1, line[first + 1 :]),)
    match.rewind(first)
    assert match.undone == (Undone(first, line[first:]),), "as if the match had gone there at once"
    assert match.drawn == drawn
    match.play(match.legal[-1])
    assert fourleaf.replay(match.record()).record() == match.record()


def up_to_two_decisions_then_luck(seed: int) -> Match | None:
    """A match before two decisions in a row of which luck follows only the second."""
    match = fourleaf.game("flipslide").start(seats=2, luck=fair_luck("flipslide", 2, seed))
    while not match.is_over:
        trial = match.copy()
        trial.play(trial.legal[0])
        if trial.ply == match.ply + 1 and not trial.is_over:
            second = trial.copy()
            second.play(second.legal[0])
            if len(second.drawn) > len(trial.drawn) and not second.is_over:
                return match
        match.play(match.legal[0])
    return None


def test_what_was_undone_cannot_be_left_out_added_or_changed() -> None:
    record = next(
        record for seed in range(20) for record in [wandering("wichtel", seed).record()] if len(record.undone) > 1
    )
    assert verify(record).outcome == "verified"
    last = record.undone[-1]
    bent = [
        record.undone[:-1],
        record.undone[1:],
        record.undone[::-1],
        (*record.undone, last),
        (*record.undone[:-1], Undone(last.ply, last.actions[:1])),
        (*record.undone[:-1], Undone(last.ply, ())),
        (*record.undone[:-1], Undone(len(record.actions) + 1, last.actions)),
        (*record.undone[:-1], Undone(-1, last.actions)),
        (*record.undone[:-1], Undone(last.ply, (*last.actions, -5))),
    ]
    for undone in bent:
        assert verify(msgspec.structs.replace(record, undone=undone)).outcome == "contradiction", undone


def test_luck_that_comes_again_by_itself_cannot_have_been_undone() -> None:
    match = fourleaf.game("treasure").start(seats=2, seed=4)
    match.play(match.legal[0])
    record = msgspec.structs.replace(match.record(), undone=(Undone(match.ply - 1, match.actions[-1:]),))
    with pytest.raises(BadRecord, match="luck that comes again by itself"):
        fourleaf.replay(record)


def test_how_often_luck_was_taken_back_is_said_in_words() -> None:
    said = {
        len(match.undone): verify(match.record()).words
        for match in (wandering("treasure", seed, seed) for seed in range(4))
    }
    assert said[0].endswith("chance events follow from what was promised")
    assert said[1].endswith("; the table went back past luck once, and drew anew")
    assert any(words.endswith(f"{often} times, and drew anew each time") for often, words in said.items() if often > 1)


# Formats


def as_format_1(match: Match) -> Record:
    return msgspec.structs.replace(match.record(), format_version=1, beginning=None)


def test_a_record_of_format_1_is_read_kept_and_verified() -> None:
    match = fourleaf.game("treasure").start(seats=2, luck=fair_luck("treasure", 2, 1, None))
    while not match.is_over:
        match.play(match.legal[0])
    record = as_format_1(match)
    text = record.to_json()
    assert b"beginning" not in text
    assert b"undone" not in text
    read = Record.from_json(text)
    assert read == record
    assert read.to_json() == text
    assert fourleaf.replay(read).record() == record
    assert verify(read).outcome == "verified"


def test_what_a_table_promised_in_one_format_is_no_promise_in_the_other() -> None:
    match = fourleaf.game("treasure").start(seats=2, luck=fair_luck("treasure", 2, 1))
    while not match.is_over:
        match.play(match.legal[0])
    assert verify(match.record()).outcome == "verified"
    assert verify(as_format_1(match)).outcome == "contradiction"


def test_a_match_on_another_board_is_promised_so_and_not_played_yet() -> None:
    match = fourleaf.game("treasure").start(seats=2, seed=1)
    elsewhere = Beginning(board="x")
    record = msgspec.structs.replace(match.record(), beginning=elsewhere)
    assert Record.from_json(record.to_json()) == record
    with pytest.raises(BadRecord, match="cannot be played yet"):
        fourleaf.replay(record)
    game = fourleaf.game("treasure")
    assert len({game.terms({}, beginning) for beginning in (None, USUAL, elsewhere)}) == 3


# What a second verifier is tried with


def vector() -> dict[str, object]:
    """A whole match with luck that was taken back, as web/tests/going_back.json has it for the browser's own check."""
    match = wandering("wichtel", 2)
    options, game = match.options, match.game
    return {
        "info": {
            "options": options,
            "rules_version": game.version,
            "luck": {"commitment": msgspec.to_builtins(match.record().luck)["commitment"]},
        },
        "game": {"name": game.name, "seats": list(game.seats)},
        "record": json.loads(match.record().to_json()),
        "chance": [
            {"legal": list(state.legal()), "odds": list(state.odds()), "action": action}
            for state, action in match.chances()
        ],
    }


def test_the_browser_is_tried_with_a_match_that_went_back() -> None:
    kept = json.loads(VECTOR.read_text())
    assert kept == vector(), "python -m tests.engine.test_going_back writes it anew"
    assert len(kept["record"]["undone"]) > 2


if __name__ == "__main__":
    VECTOR.write_text(json.dumps(vector(), separators=(",", ":")) + "\n")
