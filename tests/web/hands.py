"""What a person does with the mouse at a table, one decision at a time."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator, Page, expect

MOST_DECISIONS = 600


def play_now(page: Page, title: str) -> None:
    page.get_by_role("button", name=f"Play now: {title}").click()
    expect(page.get_by_test_id("prompt")).to_be_visible()


def set_up(page: Page, title: str, *others: str) -> None:
    """Set up a table of a game that two can play, with me in the first chair and these in the others."""
    card = page.get_by_role("listitem").filter(has_text=title)
    card.get_by_role("button", name="Set up a table").click()
    dialog = page.get_by_role("dialog")
    for _ in others[1:]:
        dialog.get_by_role("button", name="One more chair").click()
    for seat, who in enumerate(others, start=2):
        dialog.get_by_label(f"Seat {seat}").select_option(who)
    dialog.get_by_role("button", name="Set up and invite" if "open" in others else "Start", exact=True).click()


def choices(page: Page, game: str) -> Locator:
    """Everything that is highlighted for me."""
    if game == "treasure":
        return page.locator("[data-card].can, [data-figure].can")
    return page.locator("[data-goal], [data-can], .bar button:has-text('Pass')")


def hinted(page: Page) -> Locator:
    """Ask for a hint: what shines then on the patch."""
    page.get_by_role("button", name="Hint").click()
    found = page.locator("[data-cell]:has(.hinted), [data-goal]:has(.hinted)").first
    found.wait_for()
    return found


def decide(page: Page, game: str, luck: random.Random | None) -> None:
    """Click one of the highlighted things, or without luck what a hint says, and wait until the table has taken it."""
    ply = page.locator("[data-ply]").get_attribute("data-ply")
    if luck is None:
        choice = hinted(page)
    else:
        found = choices(page, game)
        choice = found.nth(luck.randrange(found.count()))
    choice.click()
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", ply or "")


def my_turn_or_end(page: Page, game: str) -> bool:
    """Wait until I may decide; False when the match is over."""
    end = page.get_by_test_id("end")
    choices(page, game).or_(end).first.wait_for()
    return not end.is_visible()


def play_to_the_end(page: Page, game: str, seed: int | None) -> int:
    """Play whatever is legal by clicks, or without a seed what hints say; how many decisions it took."""
    luck = None if seed is None else random.Random(seed)
    for decisions in range(MOST_DECISIONS):
        if not my_turn_or_end(page, game):
            return decisions
        decide(page, game, luck)
    raise AssertionError(f"no end after {MOST_DECISIONS} decisions")


def verified(page: Page) -> None:
    """The end screen has recomputed the luck."""
    expect(page.get_by_test_id("luck")).to_contain_text(re.compile(r"recomputed all \d+ chance events"))
