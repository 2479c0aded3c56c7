"""/: the built client; every address gets the same document, which knows its own pages from others."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from litestar import MediaType, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File
from litestar.static_files import create_static_files_router

import fourleaf
from fourleaf.server.routes.puzzles import find

CLIENT: Final = Path(__file__).parent.parent / "client"
HOME: Final = Path("/")
NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Fourleaf</title>
<h1>Fourleaf</h1>
<p>The server runs. The client is not built: <code>make play</code> does it.</p>
<p>The <a href="/api/docs">API</a> is here all the same.</p>
</html>
"""


@get(["/", "/{page:path}"], sync_to_thread=False, include_in_schema=False)
def document(page: FromPath[Path] = HOME) -> Response[str] | File:
    """The one document of the client, also where it has no page: it says so in its own words."""
    match page.parts[1:]:
        case ["api", *_]:
            raise NotFoundException
        case [] | ["t" | "r", _] | ["rules" | "puzzles"]:
            status = 200
        case ["rules" | "learn", game]:
            status = 200 if game in fourleaf.games() else 404
        case ["puzzles", game, puzzle]:
            status = 200 if find(game, puzzle) else 404
        case _:
            status = 404
    if not (CLIENT / "index.html").is_file():
        return Response(NOT_BUILT, media_type=MediaType.HTML, status_code=status)
    return File(CLIENT / "index.html", media_type=MediaType.HTML, content_disposition_type="inline", status_code=status)


def routers() -> list[Router]:
    """The files of the client, where it is built."""
    if not (CLIENT / "assets").is_dir():
        return []
    return [create_static_files_router("/assets", [CLIENT / "assets"], include_in_schema=False)]
