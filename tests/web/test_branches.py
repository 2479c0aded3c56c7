"""Play on from anywhere: from the end screen, from one's own match as it stands, and from a position."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import LayDown, Look, Visit
from tests.web.guests import at_a_table, lay, origin

LATE = "card 0 1+1 - 10/20/30/40 RB R1R2R3/G1G2G3 -/-"
THE_LAST = "card 0 4+4 - 82/0/0/0 RB R1R2R3/G1G2G3 -/-"


def begun(page: Page, *seats: str) -> None:
    page.goto(origin(page) + lay(page, "treasure", *seats))
    page.get_by_role("button", name="Start the match").click()
    page.get_by_test_id("prompt").wait_for()


def more(page: Page) -> Locator:
    page.get_by_role("button", name="More").click()
    return page.get_by_role("dialog", name="More")


def other_table(page: Page, before: str) -> None:
    expect(page).not_to_have_url(before)
    page.get_by_test_id("prompt").wait_for()


def test_a_finished_match_goes_on_against_bots_from_an_earlier_moment(
    visit: Visit, look: Look, begin_from: LayDown
) -> None:
    begin_from("treasure", THE_LAST)
    page = visit()
    begun(page, "me", "random")
    before = page.url
    page.locator("[data-card].can").first.click()
    page.get_by_test_id("end").get_by_role("button", name="Play on from a moment").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    expect(dialog).to_contain_text("Before the first move")
    expect(dialog).to_contain_text("could not know is dealt anew: the colour cards and hands of the others.")
    look(page, "play-on")
    dialog.get_by_role("button", name="Play on against bots").click()
    other_table(page, before)
    expect(more(page).get_by_test_id("source")).to_contain_text(
        "goes on from the beginning of another match; what you could not know was dealt anew."
    )
    expect(page.get_by_role("link", name="Look at that match")).to_have_attribute(
        "href", re.compile(r"^/t/\w+\?at=\d+$")
    )
    page.keyboard.press("Escape")
    page.locator("[data-card].can").first.click()
    expect(page.get_by_test_id("end")).to_contain_text("This table goes on from the beginning of another match")


def test_ones_own_match_is_tried_another_way_and_waits(visit: Visit, begin_from: LayDown) -> None:
    begin_from("treasure", LATE)
    page = visit()
    begun(page, "me", "random")
    before = page.url
    more(page).get_by_role("button", name="Try another way").click()
    dialog = page.get_by_role("dialog", name="Try another way")
    expect(dialog).to_contain_text("What you cannot know is dealt anew")
    expect(dialog.get_by_role("button", name="Play on with friends")).to_have_count(0)
    dialog.get_by_role("button", name="Play on against bots").click()
    other_table(page, before)
    page.locator("[data-card].can").first.click()
    page.goto(before)
    expect(page.get_by_test_id("prompt")).to_contain_text("Your turn")


def test_from_a_rated_match_nobody_tries_anything_out(visit: Visit) -> None:
    host, _ = at_a_table(visit, "treasure", "Oak", "Hazel", rated=True)
    dialog = more(host)
    expect(dialog.get_by_role("button", name="Leave")).to_be_visible()
    expect(dialog.get_by_role("button", name="Try another way")).to_have_count(0)


def test_a_pasted_position_begins_a_table_or_is_refused_in_words(visit: Visit, look: Look) -> None:
    page = visit()
    page.get_by_role("listitem").filter(has_text="Treasure").get_by_role("button", name="Set up a table").click()
    dialog = page.get_by_role("dialog", name=re.compile("A table for"))
    dialog.get_by_text("Begin from a position").click()
    line = dialog.get_by_label("The position in one line")
    line.fill("nonsense")
    dialog.get_by_role("button", name="Set up and invite").click()
    expect(dialog.get_by_role("alert")).to_contain_text("A position has 8 words, like card 0 1+3")
    look(page, "begin-from-a-position")
    line.fill(LATE)
    dialog.get_by_role("button", name="Set up and invite").click()
    expect(page.get_by_test_id("source")).to_have_text("This table begins from a position that was written down.")
