"""The terminal table, driven as a person drives it: line by line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import fourleaf


def play(*words: str, lines: list[str]) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "fourleaf", "play", *words],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=True,
        env={"COLUMNS": "120", "HOME": str(Path.home()), "PATH": "/usr/bin:/bin"},
    )
    assert done.stderr == ""
    return done.stdout


def test_a_whole_race_against_bots(tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    shown = play("treasure", "--seats", "human,greedy,random", "--seed", "3", "--record", str(path), lines=["1"] * 60)
    assert "reached the treasure" in shown
    assert f"The record is in {path}".replace("\n", "") in shown.replace("\n", "")
    record = fourleaf.Record.load(path)
    assert record.who == ("human", "greedy", "random")
    assert fourleaf.replay(record).is_over
    assert fourleaf.verify(record).outcome == "verified"


def test_help_rules_log_refusals_and_undo(tmp_path: Path) -> None:
    lines = [
        "?",
        "? T2.7",
        "? zeppelin",
        "rules",
        "log",
        "undo",
        "play G3",
        "pass",
        "fly",
        "99",
        "",
        "Y1",
        "undo",
        "quit",
    ]
    path = tmp_path / "race.json"
    shown = play("treasure", "--seats", "human,random", "--seed", "7", "--record", str(path), lines=lines)
    flat = " ".join(shown.split())
    assert "Type the number of a move" in flat
    assert "You choose freely among the other three" in flat
    assert "The rulebook says nothing about “zeppelin”" in flat
    assert "Four treasure hunters run along a spiral" in flat
    assert "seat 1 draws a colour card" in flat
    assert "no decision has been made yet" in flat
    assert "(T2.2)" in flat
    assert "You must: there is no pass." in flat, "a refusal quotes the rulebook"
    assert "'fly' is no move of this game" in flat
    assert "there is no move 99; the moves are 1 to" in flat


def test_quit_and_resume(tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    shown = play("treasure", "--seats", "human,random", "--seed", "5", "--record", str(path), lines=["1", "quit"])
    assert "Go on with: fourleaf play --resume" in shown
    saved = fourleaf.Record.load(path)
    assert saved.result is None
    shown = play("--resume", str(path), lines=["1"] * 60)
    assert "reached the treasure" in shown
    ended = fourleaf.Record.load(path)
    assert ended.actions[: len(saved.actions)] == saved.actions
    assert ended.who == ("human", "random")


def test_an_undo_at_the_terminal_goes_back_to_my_own_decision(tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    play(
        "treasure", "--seats", "human,random,random", "--seed", "7", "--record", str(path), lines=["1", "undo", "quit"]
    )
    assert len(fourleaf.Record.load(path).actions) == len(fourleaf.game("treasure").start(3, seed=7).actions)


def test_two_people_at_one_screen_do_not_see_each_others_cards(tmp_path: Path) -> None:
    path = tmp_path / "race.json"
    shown = play("treasure", "--seats", "human,human", "--seed", "5", "--record", str(path), lines=["", "1"] * 40)
    assert shown.count("Press Enter when nobody else is looking") > 2
    assert "reached the treasure" in shown
