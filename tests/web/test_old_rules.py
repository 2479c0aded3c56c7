"""A table that an earlier Fourleaf left behind, whose rules are not played any more."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server import generations
from tests.web.conftest import Look, Server, Visit

HERE = Path(generations.__file__).parent
LEFT: dict[str, Any] = json.loads(lzma.decompress((HERE / "0002.sqlite.json.xz").read_bytes()))


@pytest.fixture
def later(tmp_path: Path) -> Iterator[Server]:
    """A server of today on that database."""
    (tmp_path / "club.sqlite").write_bytes(lzma.decompress((HERE / "0002.sqlite.xz").read_bytes()))
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


def test_it_opens_with_a_word_shows_its_luck_and_leads_home(later: Server, visit: Visit, look: Look) -> None:
    page = visit(later.address)
    cookies = LEFT["people"]["korrigans host"]
    page.context.add_cookies([{"name": name, "value": cookies[name], "url": later.address} for name in cookies])
    for kind in ("gathering", "playing", "played"):
        table = next(t["id"] for t in LEFT["tables"] if t["game"] == "korrigans" and t["kind"] == kind)
        page.goto(f"{later.address}/t/{table}")
        card = page.get_by_test_id("old-rules")
        expect(card).to_contain_text("version 1 of the rules of Korrigans, which is no longer played")
        if kind == "played":
            expect(card).to_contain_text(re.compile(r"Oak of korrigans \d+, Elm of korrigans \d+"))
            expect(card).not_to_contain_text("It was ended")
        else:
            expect(card).to_contain_text("It was ended, nobody won or lost, and its luck is revealed.")
        expect(card.locator("code").last).to_have_text(re.compile("^[0-9a-f]{64}$"))
    look(page, "old-rules")
    card.get_by_role("link").click()
    expect(page).to_have_url(f"{later.address}/")
