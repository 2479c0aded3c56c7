"""A real server with the built client, and Debian's Chromium in front of it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from fourleaf.games import GAMES
from tests.web.app import lay_down
from tests.web.looks import look_at

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium")
PATIENCE = 60_000
"""Milliseconds after which a test that waits gives up; no test's outcome depends on it otherwise."""
expect.set_options(timeout=PATIENCE)
BREACH = "against the content policy:"
Visit = Callable[..., Page]
LayDown = Callable[[str, str], None]
Look = Callable[[Page, str], None]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser proves nothing new without the compiled engine, and nothing at all without a browser."""
    reason = None
    if os.environ.get("FOURLEAF_PURE"):
        reason = "the browser tests run once, with the compiled engine"
    elif CHROMIUM is None:
        reason = "no chromium on this machine: apt-get install chromium"
    elif not (ROOT / "src/fourleaf/server/client/index.html").is_file():
        reason = "the client is not built: make test builds it"
    for item in items:
        if reason and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


class Server:
    """A server that can be stopped and started again where it was: everybody's, or the tests' own."""

    def __init__(self, folder: Path, *program: str) -> None:
        self.folder = folder
        self.program = program or ("fourleaf", "serve")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", *self.program, "--port", str(self.port), "--bot-pace", "0.05"]
        command += ["--review-effort", "20"]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--database", f"sqlite:///{self.folder / 'club.sqlite'}"], stderr=log, cwd=ROOT
            )
        while self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.address}/healthz"):  # noqa: S310
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the server did not start")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)


@pytest.fixture(scope="package")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where positions are laid down."""
    return tmp_path_factory.mktemp("positions")


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory, positions: Path) -> Iterator[str]:
    """Where the tests' own app answers."""
    server = Server(tmp_path_factory.mktemp("club"), "tests.web.app", "--positions", str(positions))
    server.start()
    yield server.address
    server.stop()


@pytest.fixture
def begin_from(positions: Path) -> Iterator[LayDown]:
    """`begin_from(game, position)`: the next table of this game begins there; no luck is needed for a moment."""
    yield lambda game, position: lay_down(positions, game, position)
    assert list(positions.iterdir()) == [], "a position was laid down, and no table took it up"


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


# Playwright keeps an event loop running as long as it is open, and other tests need their own: so it ends with this
# package.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def look() -> Iterator[Look]:
    """Look at a page in every size and theme; at the end no fault may have been found anywhere."""
    faults: list[str] = []
    yield lambda page, name: faults.extend(look_at(page, name))
    assert not faults, "\n".join(faults)


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Somebody new opens an address; `visit("/", width=390)`. Nothing may go wrong in the page.

    They know how the games are played; a `novice` is shown it at the first table.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def come(path: str = "/", *, width: int = 1440, height: int = 900, novice: bool = False, **wishes: Any) -> Page:
        context = browser.new_context(
            **{"viewport": {"width": width, "height": height}, "reduced_motion": "reduce", **wishes}
        )
        contexts.append(context)
        context.add_init_script(
            f"addEventListener('securitypolicyviolation', ({{blockedURI, violatedDirective}}) => "
            f"console.error('{BREACH}', violatedDirective, blockedURI))"
        )
        if not novice:
            context.add_init_script(
                f"for (const game of {list(GAMES)}) localStorage.setItem('fourleaf.known.' + game, 'yes')"
            )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if line.text.startswith(BREACH) else None)
        page.goto(path if path.startswith("http") else address + path)
        return page

    yield come
    for context in contexts:
        context.close()
    assert wrong == []
