"""`fourleaf serve`: tables that people join by a link."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
import webbrowser
from typing import TYPE_CHECKING, Any

from fourleaf.server.settings import add_flags, read_settings

if TYPE_CHECKING:
    import uvicorn


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("serve", help="serve tables to browsers and programs")
    add_flags(command)
    command.add_argument("--open", action="store_true", help="open the lobby in the browser")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    # The other commands need none of this, and it takes longer to load than they take to run.
    import uvicorn

    from fourleaf.server.app import create_app
    from fourleaf.server.logs import log_to
    from fourleaf.server.serving import listening

    settings = read_settings(vars(args), os.environ)
    log_to(sys.stderr, settings.log_level)
    server = uvicorn.Server(listening(create_app(settings), settings))
    address = f"http://{settings.host}:{settings.port}"
    print(f"fourleaf: {address}", file=sys.stderr)
    if args.open:
        threading.Thread(target=_open_browser, args=(server, address), daemon=True).start()
    server.run()
    return 0


def _open_browser(server: uvicorn.Server, address: str) -> None:
    """Show the lobby as soon as somebody answers there."""
    while not server.started:
        time.sleep(0.05)
    webbrowser.open(address)
