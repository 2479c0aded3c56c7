"""Which pages may use the server: an exact list of origins, and without one, only addresses that cannot be rebound."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

from fourleaf.server.settings import Settings, origin


class Origins:
    """The origins that a browser may come from."""

    def __init__(self, settings: Settings) -> None:
        wished = [settings.public_url, *settings.further_origins]
        self._listed = {origin(text) for text in wished if text}
        self._public = bool(settings.public_url)

    def allow(self, origin: str, host: str) -> bool:
        """Whether a page of this origin may ask the server that was called by this host."""
        if origin in self._listed:
            return True
        # Without a public address people type the address of the machine. A name could be anybody's who lets it point
        # here for a moment (DNS rebinding); a number, or localhost, could not.
        return not self._public and origin == f"http://{host}" and _is_number(host)


@lru_cache(maxsize=1024)
def _is_number(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or ipaddress.ip_address(name) is not None
    except ValueError:
        return False
