"""`fourleaf arena`, as a person or a script runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import deeds
from tests.arena.test_workers import compiled_only
from tests.cli.test_commands import run


def arena(capsys: pytest.CaptureFixture[str], words: str) -> tuple[int, str, str]:
    return run(capsys, "arena", *words.split())


def test_standings_for_people_and_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    words = "treasure --seats greedy,random --games 40 --seed 1 --jobs 1"
    code, out, _ = arena(capsys, words)
    assert code == 0
    assert "40 games of Treasure, Treasure! (table, 2 seats) in 20 blocks" in out
    assert out.index("greedy") < out.index("random")
    found = json.loads(arena(capsys, f"{words} --json")[1])
    assert (found["game"], found["games"], found["seed"]) == ("treasure", 40, 1)
    best = found["contestants"][0]
    assert best["name"] == "greedy"
    assert set(best) == {"name", "games", "wins", "rank", "score", "rating", "times"}
    assert set(best["score"]) == {"mean", "low", "high", "at_least", "at_most"}


def test_a_ladder_answers_yes_or_no(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "ladder.svg"
    code, out, told = arena(capsys, f"treasure --ladder random,greedy --games 120 --seed 1 --jobs 1 --plot {picture}")
    assert code == 0
    lines = told.splitlines()
    assert [line.partition(":")[0] for line in lines] == [f"greedy v random, {seats} seats" for seats in (2, 3, 4)]
    assert all(line.endswith("120 games, beats") for line in lines), "each is told when it is over"
    assert [line.split("|")[3].strip() for line in out.splitlines() if "| beats" in line] == ["2", "3", "4"]
    assert picture.read_text("utf-8").startswith("<svg ")
    assert arena(capsys, "treasure --ladder greedy,random --table 2 --games 40 --seed 1 --jobs 1")[0] == 1


def test_a_ladder_may_end_when_it_is_decided(capsys: pytest.CaptureFixture[str]) -> None:
    words = "treasure --ladder random,greedy --table 2 --games 2000 --until-decided --seed 1 --jobs 1 --json"
    code, out, _ = arena(capsys, words)
    found = json.loads(out)
    assert code == 0
    assert found["until_decided"] is True
    assert found["rungs"][0]["games"] < 1000


def test_a_bot_that_lies_where_one_works_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Last:\n    def __init__(self, seed): pass\n    def choose(self, knowledge): return knowledge.legal[-1]\n"
    )
    fourleaf = Path(sys.executable).with_name("fourleaf")
    words = ["arena", "treasure", "--seats", "mine:Last,random", "--games", "4", "--seed", "1", "--jobs", "2", "--json"]
    done = subprocess.run([fourleaf, *words], cwd=tmp_path, capture_output=True, check=True)
    found = json.loads(done.stdout)
    assert found["failures"] == []
    assert {each["name"] for each in found["contestants"]} == {"mine:Last", "random"}


@compiled_only
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL], ids=lambda by: by.name)
def test_an_arena_that_is_ended_leaves_no_process_behind(jobs: int, by: signal.Signals) -> None:
    seats = "tests.arena.guests:ThirdTime,random"
    words = ["arena", "treasure", "--seats", seats, "--games", "40", "--deadline", "600", "--jobs", str(jobs)]
    with subprocess.Popen(
        [sys.executable, "-m", "fourleaf", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        # Each job waits for its bot for ever; with several each has a process, and there is the one that counts them.
        while len(started := deeds.descendants(process.pid)) < (1 if jobs == 1 else 2 * jobs + 1):
            assert process.poll() is None
            time.sleep(0.05)
        # A terminal interrupts all that it has started; the others mean one process.
        (os.killpg if by == signal.SIGINT else os.kill)(process.pid, by)
        process.wait()
    deeds.wait_until_gone(*started)


def test_what_goes_wrong_is_told_and_the_arena_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = arena(capsys, "treasure --seats tests.arena.guests:Raises,random --games 2 --seed 1 --jobs 1")
    assert code == 0
    assert "Seats that went to random for the rest of a game:" in out
    assert "raised an error" in out
    assert "RuntimeError: no idea" in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("chess --seats random,random", "there is no game 'chess'; the games are"),
        ("treasure --seats random", "has 2 to 4 seats, not 1"),
        ("treasure --seats random,genius", "there is no bot 'genius'"),
        ("treasure --seats random,no.such:Bot", "no.such cannot be imported"),
        ("treasure --seats random,random --games 0", "at least one game"),
        ("treasure --seats random,random --jobs 0", "at least one job"),
        ("treasure --seats random,random --deadline 0", "a deadline is some seconds"),
        ("treasure --seats random,random --option fast=1", "there is no option fast"),
        ("treasure --seats random,random --plot x.png", "a picture is drawn as SVG: name it x.svg, not x.png"),
        ("treasure --seats random,random --memory 0", "a process needs some megabytes, not 0"),
        ("treasure --seats random,greedy --table 3", "there is a seat for each name: 2, not 3"),
        ("treasure --seats random,greedy --table 2 --table 3", "only a --ladder is played at several tables"),
        ("treasure --seats random,greedy --until-decided", "--until-decided belongs to a --ladder"),
        ("treasure --seats random,random --format gauntlet", "everybody is named once"),
        ("treasure --ladder random,greedy --format gauntlet", "a --ladder has a format of its own"),
        ("treasure --ladder random", "at least two contestants"),
        ("treasure --ladder random,greedy --table 9", "has 2 to 4 seats, not 9"),
        ("treasure --seats random,random --scheduler nonsense", "there is no scheduler at nonsense"),
        ("treasure --seats random,random --games 2 --plot no/such/folder.svg", "cannot write no/such/folder.svg"),
    ],
)
def test_a_wrong_question_gets_a_clear_answer_and_code_2(
    capsys: pytest.CaptureFixture[str], words: str, complaint: str
) -> None:
    code, out, err = arena(capsys, words)
    assert code == 2
    assert complaint in err
    assert out == ""
