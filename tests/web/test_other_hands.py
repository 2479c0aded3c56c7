"""The same tables for a finger instead of a mouse, and with everything in motion."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.hands import MOST_DECISIONS, choices, my_turn_or_end, play_now, verified


def tap_one(page: Page, luck: random.Random) -> None:
    """Tap something that is highlighted; the first tap shows where it leads, and the second plays it."""
    ply = page.locator("[data-ply]").get_attribute("data-ply") or ""
    found = choices(page, "treasure")
    choice = found.nth(luck.randrange(found.count()))
    place = choice if choice.get_attribute("data-card") is not None else choice.locator(".reach")
    place.tap()
    expect(page.get_by_test_id("again")).to_be_visible()
    expect(page.locator("[data-ply]"), "one tap plays nothing").to_have_attribute("data-ply", ply)
    place.tap()
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", ply)


def test_a_whole_race_with_a_finger_on_a_phone(visit: Visit) -> None:
    page = visit(width=390, height=844, has_touch=True, is_mobile=True)
    play_now(page, "Treasure, Treasure!")
    luck = random.Random(5)
    for _ in range(MOST_DECISIONS):
        if not my_turn_or_end(page, "treasure"):
            break
        tap_one(page, luck)
    verified(page)
