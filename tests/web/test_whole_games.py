"""From the first click in the lobby to the end screen and the rematch."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.hands import my_turn_or_end, play_now, play_to_the_end, verified


@pytest.mark.parametrize(
    ("game", "title"), [("treasure", "Treasure, Treasure!"), ("flipslide", "Rainbow Flip & Slide")]
)
def test_a_game_against_bots_by_clicks(visit: Visit, game: str, title: str) -> None:
    page = visit()
    play_now(page, title)
    assert play_to_the_end(page, game, seed=4) > 2
    verified(page)
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_test_id("end")).to_be_hidden()
    my_turn_or_end(page, game)


def test_flip_and_slide_alone(visit: Visit) -> None:
    page = visit()
    card = page.get_by_role("listitem").filter(has_text="Rainbow Flip & Slide")
    card.get_by_role("button", name="Set up a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="One chair less").click()
    dialog.get_by_role("button", name="Start", exact=True).click()
    decisions = play_to_the_end(page, "flipslide", seed=1)
    assert decisions > 2
    verified(page)
