"""The terminal table, driven as a person drives it: line by line."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import fourleaf
from fourleaf.cli import main


def play(*words: str, lines: list[str]) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "fourleaf", "play", *words],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "120"},
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


def test_going_on_from_a_moment_of_another_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = fourleaf.game("treasure").start(seats=2, seed=4)
    while not match.is_over:
        match.play(match.moves[0])
    path, branch = tmp_path / "race.json", tmp_path / "branch.json"
    match.record().save(path)
    words = ["--from", str(path), "--at", "15", "--as", "1", "--seed", "2", "--record", str(branch)]
    shown = " ".join(play(*words, lines=["1"] * 60).split())
    assert "goes on from ply 15 of another match; what seat 1 could not know was dealt anew." in shown
    record = fourleaf.Record.load(branch)
    assert record.who == ("medium", "human")
    assert fourleaf.replay(record).origin == fourleaf.Origin(15, seat=1)
    for wrong in (["--from", str(path)], ["--at", "3", "treasure"], ["treasure", "--as", "0"], [*words, "treasure"]):
        assert main(["play", *wrong]) == 2
        assert "--from" in capsys.readouterr().err


@pytest.mark.parametrize("lines", [[], ["1"]], ids=["at once", "after a move"])
def test_ctrl_c_keeps_the_match_and_says_how_to_go_on(tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "race.json"
    # A terminal of its own, so that the person who interrupts is in the middle of a line.
    person, screen = pty.openpty()
    words = ["treasure", "--seats", "human,random", "--seed", "5", "--record", str(path)]
    with (
        os.fdopen(screen) as stdin,
        subprocess.Popen(
            [sys.executable, "-m", "fourleaf", "play", *words],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        shown = ""
        for line in [*lines, None]:
            while not shown.endswith("> "):
                shown += process.stdout.read(1)
            shown += "\n"
            if line is None:
                process.send_signal(signal.SIGINT)
            else:
                os.write(person, f"{line}\n".encode())
        shown += process.stdout.read()
    os.close(person)
    assert process.returncode == 130
    assert f"Saved. Go on with: fourleaf play --resume {path}" in shown
    assert "Traceback" not in shown
    kept = fourleaf.Record.load(path)
    begun = fourleaf.game("treasure").start(2, seed=5)
    assert len(kept.actions) > begun.ply if lines else kept.actions == begun.actions
    assert "reached the treasure" in play("--resume", str(path), lines=["1"] * 60)


def test_a_hint_at_the_terminal_names_moves_by_number_and_says_why(tmp_path: Path) -> None:
    words = ["treasure", "--seats", "human,random", "--seed", "5", "--record", str(tmp_path / "race.json")]
    shown = play(*words, lines=["hint", "?", "quit"])
    match = fourleaf.game("treasure").start(2, seed=5)
    for found in fourleaf.hint(match, match.actor):
        assert f"{match.legal.index(found.action) + 1}  {found.move}: {found.why}" in shown
    assert "what a strong player would do in your place" in " ".join(shown.split())


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
