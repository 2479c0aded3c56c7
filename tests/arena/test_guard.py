"""Bots from outside: whatever they do, the game is played to its end and the arena says what happened."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from librt.random import Random

import fourleaf
from fourleaf import native
from fourleaf.arena import tournament
from fourleaf.arena.guard import Guard
from fourleaf.arena.playing import Endless, Sitting, SittingResult, Terms, own_bot, play_game, play_sitting
from fourleaf.arena.standings import Standings
from fourleaf.bots.bot import Bot
from fourleaf.bots.random_bot import RandomBot
from fourleaf.engine import state as engine_state
from fourleaf.engine.knowledge import Knowledge
from fourleaf.engine.options import settle
from tests import deeds
from tests.arena.guests import DUG_UP, First
from tests.engine.test_knowledge import is_open

pytestmark = pytest.mark.skipif(
    not native.is_compiled(engine_state), reason="a guest sits in a process of its own either way"
)


def played(guest: str, games: int = 2, deadline: float = 30, jobs: int = 1) -> Standings:
    return tournament(
        "treasure", [f"tests.arena.guests:{guest}", "random"], games, seed=1, deadline=deadline, jobs=jobs
    )


def test_a_guest_that_behaves_keeps_its_seat() -> None:
    found = played("First", games=10)
    assert found.failures == []
    assert {contestant.name for contestant in found.contestants} == {"tests.arena.guests:First", "random"}


def test_what_a_guest_prints_is_not_between_the_results(capfd: pytest.CaptureFixture[str]) -> None:
    played("Prints")
    out, err = capfd.readouterr()
    assert "between the results" not in out
    assert "between the results" in err


@pytest.mark.parametrize(
    ("guest", "kind", "words"),
    [
        ("Raises", "raised", "RuntimeError: no idea"),
        ("Leaves", "raised", "SystemExit: 3"),
        ("Unmade", "raised", "ValueError: cannot be made"),
        ("Wordy", "illegal", "answered 'the first one'"),
        ("Illegal", "illegal", "answered 72"),
        ("Crashes", "crashed", "ended its process by SIGSEGV"),
        ("Exits", "crashed", "left its process with code 7"),
        ("HangsUp", "crashed", "hung up and did not end"),
    ],
)
def test_a_guest_that_fails_loses_its_seat_for_each_game(guest: str, kind: str, words: str) -> None:
    found = played(guest)
    [failure] = found.failures
    assert (failure.name, failure.kind, failure.count) == (f"tests.arena.guests:{guest}", kind, 2)
    assert (failure.first.decision, failure.first.words) == (1, words)
    assert found.games == 2
    assert words in str(found)


@pytest.mark.parametrize(("guest", "decision"), [("ThirdTime", 3), ("LoopsInC", 1)])
def test_a_guest_that_hangs_in_python_or_in_c_loses_its_seat_where_it_hung(guest: str, decision: int) -> None:
    found = played(guest, deadline=1.5)
    [failure] = found.failures
    assert (failure.kind, failure.count, failure.first.decision) == ("late", 2, decision)
    assert failure.first.words == "no answer within 1.5 s"


def test_a_guest_may_play_in_any_executor() -> None:
    names = ["tests.arena.guests:First", "tests.arena.guests:Exits"]
    with ThreadPoolExecutor(2) as threads:
        found = tournament("treasure", names, 4, seed=1, executor=threads)
    [failure] = found.failures
    assert (failure.name, failure.count) == ("tests.arena.guests:Exits", 4)


def test_after_a_hang_the_game_goes_on_where_it_was() -> None:
    sitting = Sitting(0, 0, 0, ("random", "tests.arena.guests:ThirdTime"), luck=5, seed=6)
    terms = Terms("treasure", {}, deadline=1.5)
    guarded = guarded_once(terms, sitting)
    [forfeit] = guarded.forfeits
    assert (forfeit.seat, forfeit.decision) == (1, 3)

    class HangsNoMore:
        """The same two decisions, then `random` as the chair seats it."""

        def __init__(self) -> None:
            self.asked, self.random = 0, RandomBot(sitting.bot_seed(1))

        def choose(self, knowledge: Knowledge) -> int:
            self.asked += 1
            return knowledge.legal[0] if self.asked < 3 else self.random.choose(knowledge)

    def seating(sitting: Sitting, seat: int) -> Bot:
        return HangsNoMore() if seat == 1 else own_bot(sitting, seat)

    assert guarded.ranks == play_sitting(terms, sitting, {}, seating).ranks


def guarded_once(terms: Terms, sitting: Sitting) -> SittingResult:
    guard = Guard()
    try:
        return guard.play(terms, sitting, {})
    finally:
        guard.close()


@pytest.mark.parametrize("guest", ["Poisons", "Corrupts"])
def test_what_a_guest_corrupts_is_its_own_process_and_the_game_is_the_same(guest: str) -> None:
    # Wichtel: a match that is corrupted there would never end.
    for game, seats in (("wichtel", 3), ("treasure", 2)):
        terms = Terms(game, settle(fourleaf.game(game).options, {}), deadline=30)
        sittings = [
            Sitting(0, 0, 0, (f"tests.arena.guests:{name}", *["random"] * (seats - 1)), luck=5, seed=6)
            for name in (guest, "First")
        ]
        assert guarded_once(terms, sittings[0]) == guarded_once(terms, sittings[1])


def test_a_guest_that_digs_in_its_process_finds_no_true_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DUG_UP, str(tmp_path / "dug_up"))
    game = fourleaf.game("alarun")
    sitting = Sitting(0, 0, 0, ("tests.arena.guests:Digs", "random", "random"), luck=5, seed=6)
    guarded_once(Terms("alarun", {}, deadline=60), sitting)
    dug_up = [json.loads(line) for line in (tmp_path / "dug_up").read_text().splitlines()]
    assert all(dug_up), "it finds at least what was imagined for it"
    truths: list[str] = []
    state = game.begin(3)
    bots: list[Bot] = [First(0), *(RandomBot(sitting.bot_seed(seat)) for seat in (1, 2))]
    play_game(game, state, bots, Random(5), lambda at: truths.append(repr(at)) if at.actor() == 0 else None)
    assert len(truths) == len(dug_up) > 10
    known = sum(truth in found for truth, found in zip(truths, dug_up, strict=True))
    # Where all secrets are out, what is imagined is what is true.
    assert known == sum(is_open(game.position(truth), 0) for truth in truths) < len(truths)


def test_a_guest_that_hoards_memory_loses_its_seat() -> None:
    found = tournament("treasure", ["tests.arena.guests:Hoards", "random"], 2, seed=1, megabytes=1024)
    [failure] = found.failures
    assert (failure.kind, failure.count) == ("memory", 2)
    assert "took more memory than it may" in str(found)


def test_a_game_that_does_not_end_is_taken_from_the_guests() -> None:
    sitting = Sitting(0, 0, 0, ("random", "tests.arena.guests:First"), luck=5, seed=6)
    terms = Terms("treasure", {}, deadline=30, plies=30)
    [forfeit] = guarded_once(terms, sitting).forfeits
    assert (forfeit.seat, forfeit.kind, forfeit.words) == (1, "endless", "the game was not over after 30 plies")
    with pytest.raises(Endless, match="a game of treasure is still not over after 20 plies"):
        guarded_once(msgspec.structs.replace(terms, plies=10), sitting)


def test_one_that_holds_two_seats_has_two_processes() -> None:
    guard = Guard()
    sitting = Sitting(0, 0, 0, ("tests.arena.guests:First", "random", "tests.arena.guests:First"), luck=5, seed=6)
    before = set(deeds.descendants(os.getpid()))
    try:
        guard.play(Terms("treasure", {}), sitting, {})
        mine = set(deeds.descendants(os.getpid())) - before
        assert len(mine) == 2
        guard.play(Terms("treasure", {}), msgspec.structs.replace(sitting, seats=("random", "random")), {})
        deeds.wait_until_gone(*mine)
    finally:
        guard.close()
