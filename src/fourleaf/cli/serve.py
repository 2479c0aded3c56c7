"""`fourleaf serve`: tables that people join by a link."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import webbrowser
from typing import Any

from fourleaf.server.settings import add_flags, read_settings


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("serve", help="serve tables to browsers and programs")
    add_flags(command)
    command.add_argument("--open", action="store_true", help="open the lobby in the browser")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    # The other commands need none of this, and it takes longer to load than they take to run.
    from fourleaf.server.app import create_app
    from fourleaf.server.logs import log_to
    from fourleaf.server.nodes import Nodes
    from fourleaf.server.serving import Serving, address_of, bind

    settings = read_settings(vars(args), os.environ)
    if settings.nodes > 1:
        nodes = Nodes(settings)
        log_to(sys.stderr, settings.log_level)
        own = [address_of(node.own[0]).rpartition(":")[2] for node in nodes.nodes]
        more = f" ({settings.nodes} nodes, each by itself on port {', '.join(own)})"
        return nodes.run(lambda: _say_where(address_of(nodes.shared[0]), more, args.open))
    listeners = bind(settings)
    log_to(sys.stderr, settings.log_level)
    Serving(create_app(settings), lambda: _say_where(address_of(listeners[0]), "", args.open)).run(listeners)
    return 0


def _say_where(address: str, more: str, show: bool) -> None:
    """Tell where the lobby is, or show it."""
    print(f"fourleaf: {address}{more}", file=sys.stderr, flush=True)
    if show:
        # Some browsers are waited for until they are closed.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
