"""Several nodes under one parent: they share a port, are started again when they die, and never outlive the parent."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket as sockets
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from fourleaf.server.nodes import Nodes
from fourleaf.server.settings import BadSetting
from tests.server.club import PATIENCE, Club, run, settings_for
from tests.server.test_starting import sentence, start
from tests.server.test_stopping import RESTARTS, playing, to_the_end

NODES = 2
SHARING = """
import sys
from fourleaf.cli import main
from fourleaf.server.storage import database
database.hold_session = lambda *_: None
sys.exit(main(sys.argv[1:]))
"""
"""The command, without the lock that keeps a second server from a PostgreSQL until several can share one."""


@dataclass
class Running:
    """A parent with its nodes."""

    club: Club
    own: list[int]
    parent: subprocess.Popen[str]

    @property
    def processes(self) -> list[int]:
        """The processes of the nodes."""
        children = Path(f"/proc/{self.parent.pid}/task/{self.parent.pid}/children")
        return [int(word) for word in children.read_text().split()]

    async def name_at(self, port: int) -> str:
        """What the node on a port calls itself."""
        async with httpx.AsyncClient(timeout=PATIENCE) as browser:
            text = (await browser.get(f"http://127.0.0.1:{port}/metrics")).text
        line = next(line for line in text.splitlines() if line.startswith("fourleaf_node_info{"))
        return line.split('node="')[1].split('"')[0]


@contextlib.asynccontextmanager
async def nodes(database: str) -> AsyncIterator[Running]:
    words = [sys.executable, "-c", SHARING, "serve", "--nodes", str(NODES), "--port", "0", "--database", database]
    words += ["--rates", "1000000", "--log-level", "error"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as parent:
        assert parent.stderr is not None
        said = next((line for line in parent.stderr if line.startswith("fourleaf: http")), None)
        assert said is not None, "the nodes did not start"
        shared, _, own = said.rstrip(")\n").partition(f" ({NODES} nodes, each by itself on port ")
        running = Running(Club(None, int(shared.rpartition(":")[2])), [int(port) for port in own.split(", ")], parent)
        try:
            yield running
        finally:
            for guest in running.club.guests:
                await guest.go()
            if parent.poll() is None:
                parent.kill()
            parent.wait()


async def gone(processes: list[int]) -> None:
    """All of them have ended, whoever was their parent."""
    while any(map(is_alive, processes)):
        await asyncio.sleep(0.02)


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_node_that_dies_is_started_again_and_meanwhile_the_other_serves(postgres_url: str) -> None:
    async def story() -> None:
        async with nodes(postgres_url) as running:
            assert [await running.name_at(port) for port in running.own] == ["1", "2"]
            assert {await running.name_at(running.club.port) for _ in range(3)} <= {"1", "2"}
            host, table = await playing(running.club)
            first, second = running.processes
            os.kill(first, signal.SIGKILL)
            await gone([first])
            assert await running.name_at(running.club.port) in ("1", "2"), "nobody waits for the dead one"
            assert await running.name_at(running.own[0]) == "1", "whoever means it waits until it lives again"
            assert second in running.processes
            assert first not in running.processes
            assert len(running.processes) == NODES
            assert running.parent.stderr is not None
            assert "node 1 ended with code -9 and is started again in 0.5 seconds" in running.parent.stderr.readline()
            seat = await host.sit_down(table, 0)
            running.parent.send_signal(signal.SIGTERM)
            assert await to_the_end(seat) == ("closing", RESTARTS)
            assert await asyncio.to_thread(running.parent.wait, PATIENCE) == -signal.SIGTERM

    run(asyncio.wait_for(story(), 3 * PATIENCE))


@pytest.mark.parametrize("how", ["killed", "asked twice"])
def test_no_node_outlives_its_parent(how: str, postgres_url: str) -> None:
    async def story() -> None:
        async with nodes(postgres_url) as running:
            host, table = await playing(running.club)
            seat = await host.sit_down(table, 0)
            processes = running.processes
            assert len(processes) == NODES
            if how == "killed":
                running.parent.kill()
                assert await to_the_end(seat) == ("closing", RESTARTS), "even so everybody is told"
            else:
                # Somebody who does not hang up would make it wait.
                with sockets.create_connection(("127.0.0.1", running.club.port)) as deaf:
                    deaf.sendall(b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
                    running.parent.send_signal(signal.SIGTERM)
                    running.parent.send_signal(signal.SIGINT)
                    code = await asyncio.to_thread(running.parent.wait, PATIENCE)
                    assert code in (-signal.SIGTERM, -signal.SIGINT)
            await asyncio.wait_for(gone(processes), PATIENCE)
            for port in (running.club.port, *running.own):
                with sockets.create_server(("127.0.0.1", port)):
                    pass

    run(story())


def test_what_is_wrong_is_said_once(postgres: str) -> None:
    nowhere = start("--nodes", "2", "--database", postgres.format(name="nowhere"))
    assert 'database "nowhere" does not exist' in sentence(nowhere)


def test_several_nodes_need_a_postgresql_and_ports_that_are_free(tmp_path: Path) -> None:
    with pytest.raises(
        BadSetting, match="several nodes share a PostgreSQL, and SQLite has one writer; give --database"
    ):
        Nodes(settings_for(tmp_path, nodes=2))
    with sockets.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadSetting, match=f"cannot listen on 127.0.0.1, port {port}: Address already in use"):
            Nodes(settings_for(tmp_path, nodes=2, port=port, database="postgresql:///nowhere"))
