"""Treasure in the browser: what is particular to its table."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import LayDown, Look, Visit
from tests.web.hands import set_up

# The green hunter stands on the whirl of square 66.
WHIRL = "whirl 0 6+2 G 21/4/51/66 GR R1R1/B2B2Y3 R3B1Y1G2G3/R3Y1Y3G2"


def test_a_whirl_previews_where_both_hunters_would_stand(visit: Visit, begin_from: LayDown, look: Look) -> None:
    page = visit()
    begin_from("treasure", WHIRL)
    set_up(page, "Treasure", "greedy")
    able = page.locator("[data-figure].can")
    able.first.wait_for()
    preview = page.get_by_test_id("exchange")
    expect(preview).to_have_count(0)
    for figure in able.all():
        other = figure.get_attribute("data-figure")
        name = figure.get_attribute("aria-label") or ""
        figure.locator(".reach").hover()
        expect(preview.locator(f"[data-would={other}]")).to_have_attribute("data-at", "66")
        there = preview.locator("[data-would=green]").get_attribute("data-at")
        assert name == f"Change places with {other}: green goes to square {there}, {other} to square 66"
        page.mouse.move(0, 0)
        expect(preview).to_have_count(0)
    able.first.focus()
    expect(preview.locator("[data-would]")).to_have_count(2)
    look(page, "treasure-whirl")
