"""Every page in every size and theme: pictures to leaf through in web/screenshots, and no grave fault for axe-core."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Look, Visit
from tests.web.hands import choices, decide, my_turn_or_end, play_now
from tests.web.looks import COVERED


def turns(page: Page, game: str, count: int) -> None:
    luck = random.Random(7)
    for _ in range(count):
        if not my_turn_or_end(page, game):
            return
        decide(page, game, luck)
    my_turn_or_end(page, game)


def test_the_lobby_and_setting_up(visit: Visit, look: Look) -> None:
    page = visit()
    expect(page.get_by_role("heading", name="Rainbow Flip & Slide")).to_be_visible()
    look(page, "lobby")
    card = page.get_by_role("listitem").filter(has_text="Rainbow Flip & Slide")
    card.get_by_role("button", name="Set up a table").click()
    look(page, "set-up")
    page.get_by_role("dialog").get_by_role("button", name="Set up and invite").click()
    page.get_by_label("Send this link").wait_for()
    look(page, "waiting")
    page.goto(page.url.split("/t/")[0])
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    look(page, "lobby-with-my-table")


def race_on_to_my_third_card(page: Page) -> None:
    """Luck may end a race sooner, or a whirl ask for an exchange instead: then another one is begun."""
    lobby = page.url.split("/t/")[0]
    turns(page, "treasure", 2)
    while not page.locator("[data-card].can").count():
        page.goto(lobby)
        play_now(page, "Treasure, Treasure!")
        turns(page, "treasure", 2)


def test_treasure(visit: Visit, look: Look) -> None:
    page = visit()
    play_now(page, "Treasure, Treasure!")
    my_turn_or_end(page, "treasure")
    look(page, "treasure-start")
    race_on_to_my_third_card(page)
    choices(page, "treasure").first.focus()
    look(page, "treasure-middle")
    page.locator("[data-figure=red]").click(force=True)
    page.get_by_role("alert").wait_for()
    look(page, "treasure-refusal")
    page.get_by_role("alert").get_by_role("button", name="Rule").click()
    look(page, "treasure-rules")


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_nothing_covers_where_a_tile_may_go(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(width=size[0], height=size[1])
    play_now(page, "Rainbow Flip & Slide")
    luck = random.Random(2)
    for _ in range(40):
        if not my_turn_or_end(page, "flipslide"):
            break
        assert page.locator("[data-goal], [data-can]").evaluate_all(COVERED) == []
        decide(page, "flipslide", luck)


def test_flip_and_slide(visit: Visit, look: Look) -> None:
    page = visit()
    play_now(page, "Rainbow Flip & Slide")
    my_turn_or_end(page, "flipslide")
    look(page, "flipslide-start")
    turns(page, "flipslide", 6)
    look(page, "flipslide-middle")
    back = page.get_by_role("button", name="Put back")
    slide = page.locator("[data-can=colour]").first
    back.or_(slide).first.wait_for()
    if back.is_visible():
        back.click()
    slide.click()
    page.locator("[data-goal]").first.focus()
    look(page, "flipslide-slide")
    back.click()
    slide.wait_for()
    # What may not be chosen is marked as such, and only by force does a test touch it all the same.
    page.locator("[data-cell][aria-disabled=true]").first.click(force=True)
    page.get_by_role("alert").wait_for()
    look(page, "flipslide-refusal")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_a_phone_can_play_from_the_first_screen_on(width: int, height: int, visit: Visit) -> None:
    page = visit(width=width, height=height)
    expect(page.get_by_role("button", name="Play now").first).to_be_in_viewport(ratio=1)
