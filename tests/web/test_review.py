"""How a match went, looked back on in the browser."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import LayDown, Look, Visit
from tests.web.guests import at_a_table
from tests.web.test_endings import resign

# Red, which the first seat backs, is one card from the chest; so is blue, which the second seat backs.
ONE_CARD = "card 0 4+4 - 82/82/0/0 RB R1Y1Y2/B2B3G2 -/-"


def test_a_missed_win_is_found_drawn_and_led_to(visit: Visit, look: Look, begin_from: LayDown) -> None:
    begin_from("treasure", ONE_CARD)
    host, guest = at_a_table(visit, "treasure", "Oak", "Hazel")
    host.locator("[data-card='Y1']").click()
    guest.locator("[data-card].can").first.wait_for()
    resign(guest)
    # A watcher whom the server does not know may ask as well, and by the keyboard alone.
    watcher = visit(host.url)
    for page in (host, watcher):
        opener = page.get_by_role("button", name="How it went")
        opener.focus()
        page.keyboard.press("Enter")
        told = page.get_by_role("dialog", name="How it went")
        expect(told).to_contain_text("Oak, move 1")
        expect(told).to_contain_text("Oak plays red ×1: red 84 treasure")
        expect(told).to_contain_text("“Red is yours and reaches the treasure: you win.”")
        slider = told.get_by_role("slider", name="Moments of the match")
        expect(slider).to_have_attribute("aria-valuetext", re.compile("^Where the match stopped: Oak .* Hazel"))
        slider.focus()
        page.keyboard.press("Home")
        expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^At the beginning: Oak 100 % \(\d+ to 100\)"))
    told.get_by_text("The curve as a table").click()
    expect(told.get_by_role("row").filter(has_text="At the beginning")).to_contain_text("100 %")
    look(host, "review")

    # The numbers follow a finger and a mouse, and a moment has an address.
    told = host.get_by_role("dialog", name="How it went")
    slider = told.get_by_role("slider")
    box = slider.bounding_box()
    assert box is not None
    slider.click(position={"x": box["width"] - 30, "y": 40})
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Where the match stopped"))
    entry = host.evaluate("id => fetch(`/api/tables/${id}/review`).then(it => it.json())", host.url.split("/")[-1])
    turn = entry["review"]["turning_points"][0]
    told.get_by_role("button", name="Look at this moment").nth(1).click()
    expect(host).to_have_url(re.compile(rf"/t/\w+\?at={entry['review']['moments'][turn['ply']]}$"))
    expect(told).to_be_hidden()
    expect(host.get_by_test_id("end")).to_be_hidden()
