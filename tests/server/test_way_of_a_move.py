"""docs/architecture.md lists every file of the server that a move runs through: no more, and none in secret."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType

from sqlalchemy import Connection as SqlConnection

from fourleaf import server
from fourleaf.server import wire
from fourleaf.server.clock import RealClock
from fourleaf.server.service import Service
from fourleaf.server.tables import lobby
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.table_session import TableSession
from tests.server.club import run, settings_for

PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
HOME = Path(str(server.__file__)).parent
OUTSIDE = {"routes/socket.py", "wire/socket_in.py"}
"""They read the frame, which is typed already when the count begins."""


async def read_all(connection: Connection) -> None:
    while connection.depth:
        await connection.next()


def test_the_files_that_a_move_runs_through_are_those_of_the_page(tmp_path: Path) -> None:
    met: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(HOME):
            met.add(path.relative_to(HOME).as_posix())

    def watch(_: SqlConnection) -> None:
        sys.setprofile(note)

    async def story() -> None:
        service = Service(settings_for(tmp_path), RealClock())
        await service.open()
        host, _ = await service.people.welcome("Oak")
        table = await service.tables.create(wire.CreateTable(game="treasure", seats=["me", "me"]), host.id, "Oak")
        connection = Connection(host.id, "Oak")
        session = TableSession(service.session_parts, table, connection)
        async with table.lock:
            await lobby.start(table, host.id)
        await session.hear(wire.Hello(seat=table.state.actor))
        await read_all(connection)
        match = table.state.match
        assert match is not None
        # The writer is a thread of its own.
        await service.database.write(watch)
        sys.setprofile(note)
        try:
            await session.hear(wire.Play(id="m", ply=match.ply, action=match.legal[0]))
            await read_all(connection)
        finally:
            sys.setprofile(None)
        await service.close()

    run(story())
    listed = re.findall(r"`((?:\w+/)*\w+\.py)` \|", PAGE.read_text("utf-8"))
    assert len(listed) == len(set(listed)) == 20
    assert met | OUTSIDE == set(listed)
