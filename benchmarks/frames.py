"""How smoothly the browser shows each drawn game, by Chromium's own trace: `make frames`.

A table against quick bots is played for a few moves with motion on, by a real server and a real Chromium. The games are
those that the lobby offers to play, so one that is drawn later is measured without a change here.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

DECISIONS: Final = 12
"""How many decisions of ours are traced in each game."""
PATIENCE: Final = 60_000
PAUSE: Final = 700
"""Milliseconds in which a move is seen to its end before the next one."""
LONGEST: Final = 3_000_000
"""Microseconds after which an animation is a breath that never ends, not a piece that moves."""
CATEGORIES: Final = [
    "blink.animations",
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
]
SHOWN: Final = ("STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL")
LATE: Final = ("STATE_PRESENTED_PARTIAL", "STATE_DROPPED")
"""A frame that came without what the page had to show in it, and one that did not come at all."""

# The page's own socket is listened to before the client hears it, and a legal action is sent on it as a click would.
LISTEN: Final = """
class Heard extends WebSocket {
  constructor(...address) {
    super(...address);
    window.line = this;
    this.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.type !== "update") return;
      if (message.entries.some((entry) => entry.happened?.length)) performance.mark("arrived");
      if (message.now) window.now = message.now;
    });
  }
}
window.WebSocket = Heard;
window.mine = () => window.now?.legal?.length > 0 && window.now.actor === window.now.seat;
window.over = () => window.now?.actor === -2;
window.decide = () => {
  const { ply, legal } = window.now;
  const { action } = legal[Math.floor(Math.random() * legal.length)];
  window.now = null;
  window.line.send(JSON.stringify({ type: "play", id: crypto.randomUUID(), ply, action }));
};
"""


class Smoothness(NamedTuple):
    """What a trace tells of a table."""

    moving: float
    """Seconds in which something moved."""
    rate: float
    """Frames a second in that time."""
    late: float
    """The share of frames that were late, in that time."""
    waits: list[float]
    """Milliseconds from each message's arrival to the frame that shows it."""


@contextmanager
def serving() -> Iterator[str]:
    """A server of its own, and its address."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        command = [sys.executable, "-m", "fourleaf", "serve", "--port", str(port), "--bot-pace", "0.4"]
        with Path(folder, "server.log").open("wb") as log:
            database = f"sqlite:///{folder}/club.sqlite"
            process = subprocess.Popen([*command, "--database", database], stderr=log)  # noqa: S603
            address = f"http://127.0.0.1:{port}"
            try:
                _wait_for(address, process)
                yield address
            finally:
                process.terminate()
                process.wait(60)


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/healthz"):  # noqa: S310
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


def drawn(page: Page, address: str) -> list[str]:
    """The titles of the games that the lobby offers to play."""
    page.goto(address)
    buttons = page.get_by_role("button", name="Play now: ")
    buttons.first.wait_for()
    return [str(button.get_attribute("aria-label")).partition(": ")[2] for button in buttons.all()]


def sit_down(page: Page, address: str, title: str) -> None:
    """Set up a table with quick bots in all other chairs."""
    page.goto(address)
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name="Set up a table").click()
    dialog = page.get_by_role("dialog")
    chairs = dialog.locator(".chair select")
    for chair in range(1, chairs.count()):
        chairs.nth(chair).select_option("greedy")
    dialog.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="Let’s play").click()
    page.wait_for_function("() => mine()")


def trace(browser: Browser, page: Page) -> list[dict[str, Any]]:
    """Play on for a few decisions; every event of the trace."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    for _ in range(DECISIONS):
        page.wait_for_function("() => mine() || over()")
        if page.evaluate("over()"):
            break
        page.evaluate("decide()")
        page.wait_for_timeout(PAUSE)
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    return sorted(events, key=lambda event: float(event.get("ts", 0)))


def read(events: list[dict[str, Any]]) -> Smoothness:
    """What the events of a trace come to."""
    arrivals = [event for event in events if event["name"] == "arrived"]
    page = arrivals[0]["pid"]
    own = [event for event in events if event["pid"] == page]
    frames = _frames(own)
    spells = _spells(own)
    during = [state for at, state in frames.values() if any(start <= at <= end for start, end in spells)]
    moving = sum(end - start for start, end in spells) / 1e6
    shown = sum(state in SHOWN for state in during)
    late = sum(state in LATE for state in during)
    due = sum(state in SHOWN or state in LATE for state in during)
    return Smoothness(moving, shown / moving, late / due, _waits(own, arrivals, frames))


def _spans(events: list[dict[str, Any]], name: str) -> Iterator[tuple[dict[str, Any], float]]:
    """The beginnings of all events of a name, each with its end."""
    begun: dict[str, dict[str, Any]] = {}
    for event in events:
        if event["name"] == name and event["ph"] == "b":
            begun[str(event["id2"])] = event
        elif event["name"] == name and event["ph"] == "e" and str(event["id2"]) in begun:
            yield begun.pop(str(event["id2"])), float(event["ts"])


def _frames(events: list[dict[str, Any]]) -> dict[int, tuple[float, str]]:
    """When each frame was on screen (or was due), and how it came; of two reports on one the better."""
    frames: dict[int, tuple[float, str]] = {}
    for begin, end in _spans(events, "PipelineReporter"):
        report = begin["args"]["frame_reporter"]
        number, state = int(report["frame_sequence"]), str(report["state"])
        if number not in frames or state == SHOWN[0]:
            frames[number] = (end, state)
    return frames


def _spells(events: list[dict[str, Any]]) -> list[tuple[float, float]]:
    """The times in which something moved, without overlap."""
    moves = [(float(begin["ts"]), end) for begin, end in _spans(events, "Animation")]
    spells: list[tuple[float, float]] = []
    for start, end in sorted(move for move in moves if move[1] - move[0] < LONGEST):
        if spells and start <= spells[-1][1]:
            spells[-1] = (spells[-1][0], max(end, spells[-1][1]))
        else:
            spells.append((start, end))
    return spells


def _waits(
    events: list[dict[str, Any]], arrivals: list[dict[str, Any]], frames: dict[int, tuple[float, str]]
) -> list[float]:
    """How long each message waited for its frame: the first that is on screen of what the page hands over after it."""
    commits = [event for event in events if event["name"] == "Commit" and "frameSeqId" in event["args"]]
    waits: list[float] = []
    for arrival in arrivals:
        first = next((commit for commit in commits if commit["ts"] > arrival["ts"]), None)
        if first is None:
            continue
        number = int(first["args"]["frameSeqId"])
        ends = [at for later, (at, state) in frames.items() if later >= number and state in SHOWN and at > first["ts"]]
        if ends:
            waits.append((min(ends) - float(arrival["ts"])) / 1000)
    return waits


def main() -> None:
    """Measure every drawn game and print a table."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("no chromium on this machine: apt-get install chromium")
    print(f"{os.cpu_count()} cores, {os.getloadavg()[0]:.1f} processes at work beside this one\n")
    print("| game | something moves for | frames a second | late frames | message to frame, median | slowest |")
    print("| --- | --- | --- | --- | --- | --- |")
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
        page.set_default_timeout(PATIENCE)
        page.add_init_script(LISTEN)
        for title in drawn(page, address):
            sit_down(page, address, title)
            seen = read(trace(browser, page))
            print(
                f"| {title} | {seen.moving:.1f} s | {seen.rate:.0f} | {seen.late:.0%} "
                f"| {statistics.median(seen.waits):.0f} ms | {max(seen.waits):.0f} ms |",
                flush=True,
            )
        browser.close()


if __name__ == "__main__":
    main()
