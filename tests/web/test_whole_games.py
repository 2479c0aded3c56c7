"""From the first click in the lobby to the end screen and the rematch."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import LayDown, Look, Visit
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


def set_up_alone(page: Page) -> None:
    card = page.get_by_role("listitem").filter(has_text="Rainbow Flip & Slide")
    card.get_by_role("button", name="Set up a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="One chair less").click()
    dialog.get_by_role("button", name="Start", exact=True).click()


def test_alone_the_quiet_ends_in_a_loss_and_is_told_so(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    begin_from("flipslide", "1 -2,-1 ..**/.*****/.*****/0..** 0.1 2,-2 - 110")
    set_up_alone(page)
    prompt = page.get_by_test_id("prompt")
    expect(prompt).to_contain_text("Without a flip or a rainbow the game is lost after 10 turns, this one included.")
    expect(page.get_by_text("Draw in")).to_have_count(0)


def test_flip_and_slide_alone(visit: Visit) -> None:
    page = visit()
    set_up_alone(page)
    assert play_to_the_end(page, "flipslide", seed=1) > 0
    verified(page)
