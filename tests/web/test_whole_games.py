"""From the first click in the lobby to the end screen and the rematch."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Look, Visit
from tests.web.hands import my_turn_or_end, play_now, play_to_the_end, verified


def end_and_rematch(page: Page, game: str, look: Look) -> None:
    """The luck is checked, the board can be looked at again, and the same seats play once more."""
    verified(page)
    look(page, f"{game}-end")
    page.get_by_role("button", name="Look at the board").click()
    look(page, f"{game}-over")
    page.get_by_role("button", name="Result").click()
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_test_id("end")).to_be_hidden()
    my_turn_or_end(page, game)


def test_treasure_against_bots_by_clicks(visit: Visit, look: Look) -> None:
    page = visit()
    play_now(page, "Treasure, Treasure!")
    assert play_to_the_end(page, "treasure", seed=4) > 0
    end_and_rematch(page, "treasure", look)


def test_flip_and_slide_against_a_bot_by_following_hints(visit: Visit, look: Look) -> None:
    page = visit()
    play_now(page, "Rainbow Flip & Slide")
    assert play_to_the_end(page, "flipslide", seed=None) > 0
    end_and_rematch(page, "flipslide", look)


def test_flip_and_slide_alone(visit: Visit) -> None:
    page = visit()
    card = page.get_by_role("listitem").filter(has_text="Rainbow Flip & Slide")
    card.get_by_role("button", name="Set up a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="One chair less").click()
    dialog.get_by_role("button", name="Start", exact=True).click()
    assert play_to_the_end(page, "flipslide", seed=1) > 0
    verified(page)
