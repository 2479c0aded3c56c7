"""What `make frames` reads out of a trace."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.frames import read

PAGE = 7


def event(name: str, ts: float, ph: str = "I", number: int = 0, **args: Any) -> dict[str, Any]:
    return {"name": name, "ph": ph, "ts": ts, "pid": PAGE, "id2": {"local": f"{name}{number}"}, "args": args}


def frame(number: int, begin: float, end: float, state: str) -> list[dict[str, Any]]:
    report = {"frame_sequence": number, "state": f"STATE_{state}"}
    return [
        event("PipelineReporter", begin, "b", number, frame_reporter=report),
        event("PipelineReporter", end, "e", number),
    ]


def moving(number: int, begin: float, end: float) -> list[dict[str, Any]]:
    return [event("Animation", begin, "b", number), event("Animation", end, "e", number)]


def test_a_trace_tells_rate_late_frames_and_how_long_a_message_waited() -> None:
    events = [
        event("arrived", 1_000),
        event("Commit", 9_000, "X", frameSeqId=2),
        *frame(1, 0, 5_000, "PRESENTED_ALL"),
        *frame(2, 8_000, 21_000, "PRESENTED_ALL"),
        *frame(3, 24_000, 38_000, "PRESENTED_PARTIAL"),
        *frame(4, 40_000, 54_000, "DROPPED"),
        *frame(5, 56_000, 70_000, "NO_UPDATE_DESIRED"),
        *frame(6, 900_000, 910_000, "DROPPED"),
        *moving(1, 10_000, 60_000),
        *moving(2, 50_000, 110_000),
        *moving(3, 0, 9_000_000),
        {**event("Commit", 2_000, "X", frameSeqId=1), "pid": PAGE + 1},
    ]
    seen = read(sorted(events, key=lambda one: float(one["ts"])))
    assert seen.moving == pytest.approx(0.1), "two spells that overlap are one, and what never ends is none"
    assert seen.rate == pytest.approx(2 / 0.1)
    assert seen.late == pytest.approx(2 / 3), "one came without its news, one not at all, and one had nothing to show"
    assert seen.waits == [pytest.approx(20.0)], "the frame before knew nothing of it"
