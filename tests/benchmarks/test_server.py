"""The arithmetic of `make bench-server`, and the whole of it in small."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.server import chores
from benchmarks.server.__main__ import HOSTING, PAGE, main
from benchmarks.server.capacity import capacity
from benchmarks.server.chores import allowed
from benchmarks.server.figures import Figures, Setup, Window, figures, middle, percentile, ratio, together
from benchmarks.server.machine import Family, Load
from benchmarks.server.report import BEGIN, END, Measured, Report, ratios, write_down
from fourleaf import native
from fourleaf.engine import state


def window(**other: Any) -> Window:
    usual: dict[str, Any] = {
        "moves": 4,
        "seconds": 2.0,
        "latencies": [0.004, 0.001, 0.003, 0.002],
        "updates": 8,
        "update_bytes": 16_000,
        "server_time": 0.5,
        "client_time": 0.25,
        "dropped": 0,
    }
    return Window(**{**usual, **other})


def setup(create: float, table_bytes: float = 102_400.0) -> Setup:
    return Setup(steps={"create": create}, first_bytes=5000.0, table_bytes=table_bytes)


def measured(name: str, tables: int, *rounds: Figures) -> Measured:
    return Measured(name=name, game="treasure", seats=2, tables=tables, rounds=list(rounds), loads=[Load(0.1, 0.0)])


def test_a_percentile_is_one_of_the_values() -> None:
    hundred = [float(number) for number in range(100, 0, -1)]
    assert [percentile(hundred, share) for share in (0.5, 0.95, 0.99, 1.0)] == [50.0, 95.0, 99.0, 100.0]
    assert [percentile([3.0, 1.0, 2.0], share) for share in (0.0, 0.33, 0.34, 0.99)] == [1.0, 1.0, 2.0, 3.0]
    with pytest.raises(ValueError, match="no value"):
        percentile([], 0.5)


def test_windows_add_up_and_a_slow_one_weighs_as_long_as_it_took() -> None:
    both = together([window(), window(moves=2, seconds=4.0, latencies=[0.009, 0.008], dropped=1)])
    assert (both.moves, both.seconds, both.dropped, len(both.latencies)) == (6, 6.0, 1, 6)
    assert figures(both, [setup(10.0)]).moves_a_second == pytest.approx(1.0)


def test_figures_are_in_the_units_that_they_are_shown_in() -> None:
    seen = figures(window(), [setup(10.0), setup(30.0, 1.0), setup(40.0, 1.0)])
    assert (seen.moves_a_second, seen.cpu, seen.update_bytes) == (2.0, 125.0, 2000.0)
    assert [seen.p50, seen.p95, seen.p99] == pytest.approx([2.0, 4.0, 4.0])
    assert seen.steps == {"create": 30.0}
    assert seen.table_kb == 100.0, "only the first set-up finds a server that has not grown yet"
    assert seen.clients == 0.125


def test_a_ratio_is_taken_within_a_round() -> None:
    # The second round was disturbed; both were slow in it.
    assert ratio([100.0, 10.0, 120.0], [50.0, 5.0, 60.0]) == 2.0
    with pytest.raises(ValueError, match="shorter"):
        ratio([1.0, 2.0], [1.0])


def test_rounds_are_summed_up_by_their_medians_and_every_loss_counts() -> None:
    rounds = [figures(window(moves=moves, dropped=1), [setup(1.0)]) for moves in (2, 4, 40)]
    assert middle(rounds).moves_a_second == 2.0
    assert middle(rounds).dropped == 3


def test_ours_is_held_against_the_peer_at_as_many_tables() -> None:
    slow, fast = (figures(window(seconds=seconds), [setup(1.0)]) for seconds in (4.0, 1.0))
    ours = measured("ours, SQLite", 50, slow)
    others = [ours, measured("boardgame.io, memory", 200, slow), measured("boardgame.io, memory", 50, fast)]
    held = ratios(ours, others)
    assert held is not None
    assert (held.moves, held.p99, held.cpu) == (0.25, 1.0, 1.0)
    assert ratios(ours, others[:2]) is None


def test_results_are_written_in_their_place_with_every_goal_and_how_far_it_is(tmp_path: Path) -> None:
    page, hosting = tmp_path / "results.md", tmp_path / "hosting.md"
    for path in (page, hosting):
        path.write_text(f"before\n{BEGIN}\nwhat an earlier run has written\n{END}\nafter\n")
    slow, fast = (figures(window(seconds=seconds), [setup(250.0)]) for seconds in (4.0, 1.0))
    found = [measured("boardgame.io, memory", 50, fast), measured("ours, SQLite", 50, slow)]
    for _ in range(2):
        write_down(Report(machine="a machine", measured=found, chores=[]), page, hosting)
    for path in (page, hosting):
        text = path.read_text()
        assert text.startswith(f"before\n{BEGIN}\n")
        assert text.endswith(f"{END}\nafter\n")
        assert "an earlier run" not in text
    assert "| Treasure, Treasure! | 125.00 | 100 | 100 | 10,500 |" in text
    text = page.read_text()
    rows = {row[1].strip(): row for row in (line.split("|") for line in text.splitlines()) if len(row) == 8}
    assert [cell.strip() for cell in rows["moves/s in parts of boardgame.io in memory"][3:7]] == [
        "at least 1.2",
        "0.25",
        "treasure",
        "no",
    ]
    assert rows["tables created a second"][6].strip() == "yes"


def test_what_hosts_are_told_follows_from_the_results() -> None:
    told = HOSTING.read_text("utf-8")
    assert told[told.index(BEGIN) + len(BEGIN) : told.index(END)].strip() == capacity(PAGE.read_text("utf-8"))


def test_what_a_process_and_its_children_computed_is_known_after_they_have_gone() -> None:
    work = "import subprocess, sys; print(sum(range(10_000_000)), flush=True); sys.stdin.read()"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {work!r}])"
    with subprocess.Popen(
        [sys.executable, "-c", parent], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        family = Family(process.pid)
        assert len(family.children) == 1
        computed = family.time
        assert computed > family.own_time > 0
        assert family.memory > 1 << 20
    assert family.time == computed
    assert family.memory == 0


def test_bots_that_think_long_cannot_keep_the_beat_and_quick_ones_can() -> None:
    # A hundred moves took their one process ten seconds: it can do ten a second, and twenty were asked for.
    assert allowed(moves=100, thinking=10.0, workers=1, beat=20.0) == 0.5
    assert allowed(moves=100, thinking=10.0, workers=4, beat=20.0) == 1.0
    assert allowed(moves=100, thinking=0.0, workers=1, beat=20.0) == 1.0


@pytest.mark.skipif(not native.is_compiled(state), reason="the server is the same interpreted")
def test_a_small_bench_of_a_real_server(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--tables 2 --seconds 0.3 --rounds 1 --games treasure,wichtel --databases sqlite --alone --no-chores --json"
    assert main(words.split()) == 0
    found = json.loads(capsys.readouterr().out)
    ours = found["measured"]
    assert [(one["game"], one["seats"], one["tables"]) for one in ours] == [("treasure", 2, 2), ("wichtel", 3, 2)]
    for one in ours:
        (seen,) = one["rounds"]
        assert seen["moves_a_second"] > 0
        assert 0 < seen["p50"] <= seen["p95"] <= seen["p99"]
        assert seen["first_bytes"] > seen["update_bytes"] > 0
        assert seen["dropped"] == 0
        assert seen["steps"].keys() == {"create", "join", "start", "connect"}


@pytest.mark.skipif(not native.is_compiled(state), reason="the server is the same interpreted")
def test_small_chores_of_a_real_server(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, small in {
        "TABLES": 2,
        "LISTINGS": 3,
        "BOT_TABLES": 2,
        "ENTRIES": 20,
        "CATCHES": 2,
        "TURNS": 1,
        "MANY_STORED": 200,
    }.items():
        monkeypatch.setattr(chores, name, small)
    words = "--rounds 0 --seconds 1 --databases sqlite --alone --json"
    assert main(words.split()) == 0
    found = {chore["name"]: chore["value"] for chore in json.loads(capsys.readouterr().out)["chores"]}
    assert found["catching up with 20 entries, sent"] > 1.0
    assert found.keys() >= {f"2 tables of {level} bots: the beat" for level in ("random", "medium")}
    assert found["2 tables of medium bots: what their thinking allows"] <= 1.0
    assert found["a bot's move in parts of a person's at the same pace: server time"] > 0
    assert found["p99 of the others while one sends 400 messages a second"] > 0
    taken = found.pop("what one who floods takes of the server")
    assert -1 < taken < 1
    assert all(value >= 0 for value in found.values())
