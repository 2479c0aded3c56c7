"""Who may take part: names, classes, whatever makes bots, and bots."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from fourleaf import BadStart
from fourleaf.arena import ladder, tournament
from fourleaf.arena.contestants import entered
from tests.arena.guests import First, Nth
from tests.arena.test_tournament import timeless
from tests.arena.test_workers import compiled_only

FIRST = "tests.arena.guests:First"


def made(seed: int, *, n: int) -> Nth:
    return Nth(n)


def test_everybody_has_a_name_and_two_who_are_made_have_two() -> None:
    one, other = Nth(0), Nth(1)
    names, brought, script = entered(["greedy", First, one, other, one, partial(made, n=2)])
    nth = "tests.arena.guests:Nth"
    assert names == ["greedy", FIRST, f"{nth} 1", f"{nth} 2", f"{nth} 1", "functools:partial 1"]
    assert set(brought) == {f"{nth} 1", f"{nth} 2", "functools:partial 1"}
    assert script is None


@compiled_only
def test_a_class_plays_as_its_name_does() -> None:
    by_name, by_class = (tournament("treasure", [each, "random"], 6, seed=1) for each in (FIRST, First))
    assert timeless(by_name) == timeless(by_class)
    assert by_class.failures == []


@compiled_only
def test_a_bot_that_somebody_made_is_new_in_every_game_with_any_number_of_jobs() -> None:
    one = Nth(1)
    alone = tournament("treasure", [one, Nth(2)], 8, seed=1)
    assert timeless(tournament("treasure", [Nth(1), Nth(2)], 8, seed=1, jobs=2)) == timeless(alone)
    assert alone.failures == []
    assert one.asked == 0, "who plays is a copy in another process"
    climbed = ladder("treasure", ["random", partial(made, n=1)], 4, seats=[2], seed=1)
    assert (climbed.rungs[0].stronger, climbed.failures) == ("functools:partial 1", [])


@compiled_only
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_may_stand_in_the_script_that_is_run(tmp_path: Path, jobs: int) -> None:
    script = tmp_path / "mine.py"
    script.write_text(
        "from fourleaf.arena import tournament\n"
        "class Last:\n"
        "    def __init__(self, seed): pass\n"
        "    def choose(self, knowledge): return knowledge.legal[-1]\n"
        "if __name__ == '__main__':\n"
        f"    found = tournament('treasure', [Last, Last(1), 'random'], 6, seed=1, jobs={jobs})\n"
        "    print(sorted(each.name for each in found.contestants), found.failures)\n"
    )
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "['__main__:Last', '__main__:Last 1', 'random'] []\n"


@pytest.mark.parametrize(
    ("who", "complaint"),
    [
        (7, "7 cannot take part: give a bot's name, what makes a bot from a seed, or a bot"),
        (lambda seed: Nth(seed), "a class or a function stands at the top of its module"),
        (type("Inner", (First,), {"__qualname__": "Outer.Inner"}), "other processes cannot find .*Outer.Inner"),
    ],
)
def test_who_cannot_be_found_is_refused(who: Any, complaint: str) -> None:
    with pytest.raises(BadStart, match=complaint):
        tournament("treasure", [who, "random"], 2)


class Unsendable(First):
    def __reduce__(self) -> str:
        raise TypeError("not by post")


def test_a_bot_that_cannot_be_sent_is_refused() -> None:
    with pytest.raises(BadStart, match="cannot be sent to a process of its own: not by post"):
        tournament("treasure", [Unsendable(1), "random"], 2)


def test_who_types_a_bot_in_is_told_to_put_it_into_a_file() -> None:
    program = (
        "from fourleaf.arena import tournament\n"
        "class Mine:\n    def __init__(self, seed): pass\n    def choose(self, k): return k.legal[0]\n"
        "tournament('treasure', [Mine, 'random'], 2)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert "put it into a file and import it" in done.stderr
