"""/: the built client; every address of its own pages gets the same document."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from litestar import MediaType, Response, Router, get
from litestar.params import FromPath
from litestar.response import File
from litestar.static_files import create_static_files_router

CLIENT: Final = Path(__file__).parent.parent / "client"
NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Fourleaf</title>
<h1>Fourleaf</h1>
<p>The server runs. The client is not built: <code>make client</code> does it, where Node is at hand.</p>
<p>The <a href="/api/docs">API</a> is here all the same.</p>
</html>
"""


@get(["/", "/t/{page:str}", "/{page:str}"], sync_to_thread=False, include_in_schema=False)
def document(page: FromPath[str] = "") -> Response[str] | File:
    """The one page of the client."""
    if (CLIENT / "index.html").is_file():
        return File(CLIENT / "index.html", media_type=MediaType.HTML, content_disposition_type="inline")
    return Response(NOT_BUILT, media_type=MediaType.HTML)


def routers() -> list[Router]:
    """The files of the client, where it is built."""
    if not (CLIENT / "assets").is_dir():
        return []
    return [create_static_files_router("/assets", [CLIENT / "assets"], include_in_schema=False)]
