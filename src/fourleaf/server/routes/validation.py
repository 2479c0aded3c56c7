"""What comes from outside before anybody reads it: texts that a database can keep, and JSON of limited depth."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final
from urllib.parse import SplitResult

import msgspec
from litestar.connection import ASGIConnection, Request

from fourleaf.server.errors import Malformed, NotFound
from fourleaf.server.limits import DEPTH

HOLDING: Final = (dict, list, msgspec.Struct)
"""What other things lie in."""
TEXT_OR_HOLDING: Final = (str, *HOLDING)
TOO_DEEP = f"lists and objects may lie {DEPTH} deep in each other, not deeper"


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body is checked when it is read."""

    async def json(self) -> Any:
        """The body as JSON."""
        try:
            read = await super().json()
        except RecursionError:
            raise Malformed(f"this cannot be read: {TOO_DEEP}") from None
        except UnicodeDecodeError as error:
            raise Malformed(f"the body is no text: {error.reason} (it must be UTF-8)") from None
        must_be_plain(read)
        return read


def must_be_plain(read: Any, depth: int = 0) -> None:
    """Refuse what no storage keeps and no honest client sends, anywhere in a message or a body."""
    if isinstance(read, str):
        if "\0" in read:
            raise Malformed("a text cannot hold the character U+0000")
    elif isinstance(read, HOLDING):
        if depth == DEPTH:
            raise Malformed(TOO_DEEP)
        for part in _parts(read):
            # FAST: most of a message is numbers.
            if isinstance(part, TEXT_OR_HOLDING):
                must_be_plain(part, depth + 1)


def _parts(read: dict[str, Any] | list[Any] | msgspec.Struct) -> list[Any]:
    if isinstance(read, dict):
        return [*read, *read.values()]
    return read if isinstance(read, list) else [getattr(read, name) for name in read.__struct_fields__]


def must_be_an_address(asked: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Refuse an address that names nothing, or that does not say where it is."""
    if "\0" in asked.scope["path"]:
        raise NotFound("no address holds the character U+0000")
    if b"%00" in asked.scope["query_string"]:
        raise Malformed("a query cannot hold the character U+0000")
    if not _names_a_machine(asked.headers.get("host", "")):
        raise Malformed("the header Host is not the name of a machine")


@lru_cache(maxsize=1024)
def _names_a_machine(host: str) -> bool:
    where = SplitResult("http", host, "/", "", "")
    try:
        _ = where.hostname, where.port
    except ValueError:
        return False
    return True
