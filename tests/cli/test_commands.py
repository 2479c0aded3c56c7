"""The commands, as a person or a script runs them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import msgspec
import pytest

import fourleaf
from fourleaf.cli import main
from fourleaf.engine.luck import SeedProof
from tests.arena.guests import STOPPED


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = fourleaf.game("treasure").start(seats=2, seed=4)
    while not match.is_over:
        match.play(match.moves[0])
    path = tmp_path / "race.json"
    match.record().save(path)
    return path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err


def test_the_version_says_how_the_engine_runs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out.split(", ")[1].strip() in ("compiled", "interpreted")


def test_python_m_fourleaf_is_fourleaf() -> None:
    done = subprocess.run([sys.executable, "-m", "fourleaf", "games", "--json"], capture_output=True, check=True)
    assert "treasure" in [game["name"] for game in json.loads(done.stdout)]


def test_the_list_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert "treasure" in out
    assert "--option gift=owner" in out
    assert "they win." in out


def test_the_list_of_games_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    listed = {game["name"]: game for game in json.loads(run(capsys, "games", "--json")[1])}
    flipslide = listed["flipslide"]
    assert flipslide["goals"]["1"] == fourleaf.game("flipslide").goal(1)
    assert flipslide["options"]["gift"]["says"][0] == "The other player's rabbit touches it: they win."
    assert flipslide["bots"]["medium"]["names"][0] == "Fern"


def test_the_rules_whole_and_in_part(capsys: pytest.CaptureFixture[str]) -> None:
    whole = " ".join(run(capsys, "rules", "treasure")[1].split())
    assert "there is no pass" in whole
    assert "card 0 1+3" not in whole, "positions are drawn, not spelled"
    assert "Red ×3 has been played" in whole
    assert whole.count("╭") == fourleaf.game("treasure").rulebook.text.count("```position")
    code, out, _ = run(capsys, "rules", "treasure", "T2.7")
    assert code == 0
    assert "T2.7" in out
    assert "T2.6" not in out
    assert run(capsys, "rules", "treasure", "zeppelin")[0] == 1


def test_a_simulation_counts_what_the_specification_counts(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sim", "treasure", "--seats", "random,random", "--games", "300", "--seed", "1", "--json"]
    code, out, _ = run(capsys, *words)
    found = json.loads(out)
    assert code == 0
    assert set(found) == {
        "game",
        "seats",
        "games",
        "seed",
        "options",
        "versions",
        "decisions",
        "chance",
        "branching",
        "wins",
        "wins_95",
        "nobody",
        "nobody_95",
        "scores",
        "failures",
        "lost",
        "seconds",
    }
    assert found["seats"] == ["random", "random"]
    assert (found["seed"], found["options"]) == (1, {})
    assert found["versions"] == {"fourleaf": fourleaf.__version__, "rules": 1, "librt": version("librt")}
    for share, (low, high) in zip(found["wins"], found["wins_95"], strict=True):
        assert 0 < low < share < high < 1
    assert sum(found["wins"]) + found["nobody"] == pytest.approx(1)
    again = json.loads(run(capsys, *words)[1])
    assert {**again, "seconds": 0} == {**found, "seconds": 0}


def test_a_simulation_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "sim", "treasure", "--seats", "greedy,random", "--games", "20", "--seed", "1")
    assert code == 0
    assert "20 games of Treasure" in out
    assert "decisions a game" in out
    code, out, _ = run(
        capsys, "sim", "wichtel", *["--seats", "random,random,random", "--games", "20", "--option", "target=50"]
    )
    assert code == 0
    assert "options: target=50, widow_dismissed=true, swap_peek=false; fourleaf" in " ".join(out.split())


def test_a_simulation_is_the_same_with_any_number_of_jobs_and_tells_who_failed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["sim", "treasure", "--seats", "tests.arena.guests:Raises,random", "--games", "6", "--seed", "1", "--json"]
    alone, beside = (json.loads(run(capsys, *words, "--jobs", jobs)[1]) for jobs in "12")
    assert {**alone, "seconds": 0} == {**beside, "seconds": 0}
    [failure] = alone["failures"]
    assert (failure["kind"], failure["count"]) == ("raised", 6)
    assert "raised an error" in run(capsys, *words[:-1])[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("sim treasure --seats GUEST,random --games 500 --json", lambda out: json.loads(out)["games"]),
        ("arena treasure --seats GUEST,random --games 500 --json", lambda out: json.loads(out)["games"]),
        ("arena treasure --ladder GUEST,random --games 500 --json", lambda out: json.loads(out)["rungs"][0]["games"]),
    ],
    ids=["sim", "arena", "ladder"],
)
def test_whoever_interrupts_a_run_gets_what_was_played(words: str, told: Callable[[str], int], tmp_path: Path) -> None:
    stopped = tmp_path / "stopped"
    command = [sys.executable, "-m", "fourleaf", *words.replace("GUEST", "tests.arena.guests:Stops").split()]
    with subprocess.Popen(
        [*command, "--seed", "1", "--jobs", "1", "--deadline", "3600"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, STOPPED: str(stopped)},
        start_new_session=True,
    ) as process:
        while not stopped.exists():
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130
    assert 2 <= told(out) < 30
    assert "fourleaf: interrupted; " in err
    assert "Traceback" not in err


def test_check_bot_answers_yes_no_or_that_there_is_no_such_bot(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["treasure", "--positions", "12", "--seed", "1"]
    code, out, _ = run(capsys, "check-bot", "tests.arena.guests:First", *few)
    assert code == 0
    assert "treasure: chose alike wherever its seat sees the same (60 answers at 12 positions)" in out
    assert "tests.arena.guests:First plays by what its seat knows (seed 1)." in out
    code, out, _ = run(capsys, "check-bot", "tests.arena.guests:Peeks", *few)
    assert code == 1
    assert "chose differently in worlds that its seat cannot tell apart" in out
    assert json.loads(run(capsys, "check-bot", "tests.arena.guests:Peeks", *few, "--json")[1])["holds"] is False
    code, _, err = run(capsys, "check-bot", "tests.arena.guests:Nobody", *few)
    assert code == 2
    assert "has nothing named Nobody that can be called with a seed" in err


def test_a_record_is_told_again(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, out, _ = run(capsys, "replay", str(record))
    assert code == 0
    assert "seat 0 rolls" in out
    assert "reached the treasure" in out
    told = json.loads(run(capsys, "replay", str(record), "--ply", "9", "--seat", "1", "--json")[1])
    assert told["ply"] == 9
    assert told["over"] is False
    assert len(told["log"]) == 9


def test_a_record_is_verified(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, out, _ = run(capsys, "verify", str(record))
    assert code == 0
    assert out.startswith("verified: all")
    assert json.loads(run(capsys, "verify", str(record), "--json")[1])["outcome"] == "verified"


def test_verify_tells_a_contradiction_from_what_it_cannot_know(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    kept = fourleaf.Record.load(record)
    other = tmp_path / "other.json"
    msgspec.structs.replace(kept, luck=SeedProof(5)).save(other)
    assert run(capsys, "verify", str(other))[0] == 1
    msgspec.structs.replace(kept, luck=None).save(other)
    assert run(capsys, "verify", str(other))[0] == 2
    other.write_bytes(record.read_bytes().replace(b'"seats": 2', b'"seats": 3'))
    code, out, _ = run(capsys, "verify", str(other))
    assert code == 1
    assert "changed after it was saved" in out.replace("\n", " ")


@pytest.mark.parametrize("content", [b"", b"a poem", b"{}", b'{"format_version": 9}', b"\xff\xfe"])
def test_verify_of_what_is_no_record_is_a_wrong_question(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "poem.json"
    path.write_bytes(content)
    code, out, err = run(capsys, "verify", str(path))
    assert (code, out) == (2, "")
    assert f"fourleaf: {path}: this" in err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("sim chess --seats random,random", "there is no game 'chess'; the games are"),
        ("sim treasure --seats random", "has 2 to 4 seats, not 1"),
        ("sim treasure --seats random,genius", "there is no bot 'genius'; the bots are random, greedy, easy"),
        ("sim treasure --seats random,random --games 0", "at least one game"),
        ("sim treasure --seats random,random --option fast=1", "there is no option fast; Treasure, Treasure! has"),
        ("sim treasure --seats random,random --option fast", "an option is written NAME=VALUE, not 'fast'"),
        ("rules chess", "there is no game 'chess'"),
        ("replay nothing.json", "cannot read nothing.json: No such file"),
        ("verify nothing.json", "cannot read nothing.json: No such file"),
        ("play", "name a game to start, a record to --resume or one to go on --from"),
        ("play --resume nothing.json treasure", "one of the three"),
        ("review nothing.json", "cannot read nothing.json: No such file"),
        (
            "play treasure --seats human,cat",
            "'cat' cannot sit down; a seat is taken by human, random, greedy, easy, medium, hard and master",
        ),
        ("bench chess", "there is no game 'chess'"),
    ],
)
def test_bad_words_get_a_clear_answer_and_code_2(
    capsys: pytest.CaptureFixture[str], words: str, complaint: str
) -> None:
    code, out, err = run(capsys, *words.split())
    assert code == 2
    assert complaint in err
    assert out == ""


def test_an_unknown_command_is_a_usage_error() -> None:
    with pytest.raises(SystemExit) as left:
        main(["dance"])
    assert left.value.code == 2


def test_a_reader_that_leaves_is_no_error(record: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "fourleaf", "replay", str(record)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as teller:
        assert teller.stdout is not None
        assert teller.stderr is not None
        teller.stdout.close()
        assert b"Traceback" not in teller.stderr.read()


def test_the_benchmark_gives_a_figure_for_every_row(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "bench", "treasure", "--json")
    rows = json.loads(out)
    assert code == 0
    assert [(row["name"], row["unit"]) for row in rows] == [
        ("treasure, 2 seats", "steps/s"),
        ("treasure, 2 seats", "games/s"),
        ("treasure, 2 seats", "search passes/s"),
        ("treasure, 2 seats", "decisions given a world/s"),
        ("treasure, 4 seats", "steps/s"),
        ("treasure, 4 seats", "games/s"),
        ("treasure, 4 seats", "search passes/s"),
        ("treasure, 4 seats", "decisions given a world/s"),
    ]
    assert all(set(row) == {"name", "unit", "ours", "peer", "peer_value", "ratio"} and row["ours"] > 0 for row in rows)
