"""People who come to one table, each with a browser of their own."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page

from tests.web.conftest import Visit


def origin(page: Page) -> str:
    return re.sub(r"^(https?://[^/]+).*", r"\1", page.url)


def ask(page: Page, path: str, wish: object | None = None) -> Any:
    """What the server answers to this browser's person."""
    server = origin(page)
    answer = page.request.post(f"{server}{path}", data=wish, headers={"Origin": server})
    assert answer.ok, answer.text()
    return answer.json()


def lay(host: Page, game: str, *seats: str, name: str = "Oak", **terms: object) -> str:
    """A table of this host's; the path of its page."""
    wish = {"name": name, "game": game, "seats": seats, **terms}
    return f"/t/{ask(host, '/api/tables', wish)['id']}"


def at_a_table(visit: Visit, game: str, *names: str, bots: int = 0, where: str = "/", **terms: object) -> list[Page]:
    """A match between these people, the host first; all of them look at it."""
    host = visit(where)
    path = lay(
        host, game, "me", *["open"] * len(names[1:]), *["random"] * bots, name=names[0], **{"public": True, **terms}
    )
    pages = [host]
    for name in names[1:]:
        guest = visit(where)
        ask(guest, f"/api/tables/{path.removeprefix('/t/')}/join", {"name": name})
        pages.append(guest)
    for page in pages:
        page.goto(origin(host) + path)
    host.get_by_role("button", name="Start the match").click()
    for page in pages:
        page.get_by_test_id("prompt").wait_for()
    return pages
