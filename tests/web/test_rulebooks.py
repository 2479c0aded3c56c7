"""The rules at the table: drawn, not spelled, in every size and theme."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from fourleaf.games import GAMES
from tests.web.conftest import Look, Visit
from tests.web.hands import play_now


@pytest.mark.parametrize("name", GAMES)
def test_a_rulebook_shows_tables_lists_and_captions(name: str, visit: Visit, look: Look) -> None:
    page = visit()
    play_now(page, GAMES[name].title)
    page.get_by_role("button", name="Rules", exact=True).click()
    book = page.get_by_role("dialog", name="Rules")
    expect(book.get_by_role("heading", name="The goal")).to_be_visible()
    text = GAMES[name].rulebook.text
    expect(book.get_by_role("table")).to_have_count(text.count("| --- |\n"))
    expect(book.locator(".caption")).to_have_count(text.count("```position"))
    expect(book.locator(".clause")).to_have_count(len(GAMES[name].rulebook.clauses))
    shown = book.inner_text()
    assert not [sign for sign in ("**", "```", "| ", "`") if sign in shown]
    book.get_by_role("heading", name="In the box").scroll_into_view_if_needed()
    look(page, f"{name}-rulebook")
