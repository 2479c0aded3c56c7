"""Bots from outside: whatever they do, the game is played to its end and the arena says what happened."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from fourleaf import native
from fourleaf.arena import tournament
from fourleaf.arena.guard import Guard
from fourleaf.arena.playing import Sitting, Terms, play_sitting
from fourleaf.arena.standings import Standings
from fourleaf.engine import state as engine_state

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
        ("Wordy", "raised", "TypeError: 'str' object cannot be interpreted as an integer"),
        ("Illegal", "illegal", "answered 72"),
        ("Crashes", "crashed", "ended its process by SIGSEGV"),
        ("Exits", "crashed", "left its process with code 7"),
        ("Poisons", "crashed", "left its process with code 7"),
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


def test_after_a_hang_the_game_is_the_one_that_was_played_up_to_it() -> None:
    sitting = Sitting(0, 0, 0, ("random", "tests.arena.guests:ThirdTime"), luck=5, seed=6)
    terms = Terms("treasure", {}, deadline=1.5)
    guard = Guard()
    try:
        guarded = guard.play(terms, sitting, {})
    finally:
        guard.close()
    [forfeit] = guarded.forfeits
    assert (forfeit.seat, forfeit.decision) == (1, 3)
    assert guarded == play_sitting(terms, sitting, {}, known=[forfeit])
