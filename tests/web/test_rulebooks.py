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


def test_a_refusal_leads_to_its_clause_and_words_are_found(visit: Visit, look: Look) -> None:
    page = visit()
    play_now(page, GAMES["treasure"].title)
    page.locator("[data-figure]:not(.can)").first.focus()
    page.keyboard.press("Enter")
    link = page.get_by_role("button", name="Rule T")
    clause = link.inner_text().removeprefix("Rule ")
    link.click()
    book = page.get_by_role("dialog", name="Rules")
    named = book.locator(f'[data-place="{clause}"]')
    expect(named).to_be_in_viewport()
    expect(named).to_be_focused()
    expect(named).to_have_attribute("aria-current", "location")
    look(page, "rulebook-clause")

    book.get_by_role("button", name="The end").click()
    expect(book.get_by_role("heading", name="The end")).to_be_in_viewport()
    expect(book.get_by_role("heading", name="The end")).to_be_focused()

    search = book.get_by_role("searchbox", name="Search the rules")
    search.fill("whirl")
    count = book.locator("mark").count()
    expect(book.get_by_role("status")).to_have_text(f"1 of {count}")
    for place in range(2, count + 1):
        page.keyboard.press("Enter")
        expect(book.get_by_role("status")).to_have_text(f"{place} of {count}")
        expect(book.locator("mark.current")).to_be_in_viewport()
    look(page, "rulebook-search")
    search.focus()
    page.keyboard.press("Escape")
    expect(book.locator("mark")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(book).to_be_hidden()
