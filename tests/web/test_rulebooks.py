"""The rules over a table: opened where a refusal leads, and searched."""

from __future__ import annotations

from playwright.sync_api import expect

from fourleaf.games import GAMES
from tests.web.conftest import Look, Visit
from tests.web.hands import play_now


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

    book.get_by_role("link", name="The end").click()
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
