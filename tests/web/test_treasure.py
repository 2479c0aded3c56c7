"""Treasure in the browser: what is particular to its table."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import Page, expect

from tests.web.conftest import LayDown, Look, Visit
from tests.web.hands import set_up

# The green hunter stands on the whirl of square 66.
WHIRL = "whirl 0 6+2 G 21/4/51/66 GR R1R1/B2B2Y3 R3B1Y1G2G3/R3Y1Y3G2"

# Three hunters share the square from which one ran to the whirl of square 20.
SHARED = "whirl 0 3+1 G 5/5/5/20 RB R1B3/R2B2Y1 G1/-"
CARDS = "card 0 1+2 - 0/0/0/0 RB R1B1Y1/R2B2Y2 -/-"


def ply(page: Page) -> str:
    return page.locator("[data-ply]").get_attribute("data-ply") or ""


def at_a_phone(visit: Visit, begin_from: LayDown, position: str) -> Page:
    page = visit(width=390, height=844, has_touch=True)
    begin_from("treasure", position)
    set_up(page, "Treasure", "greedy")
    page.locator("[data-card].can, [data-figure].can").first.wait_for()
    return page


def test_a_finger_sees_where_a_card_leads_and_plays_it_with_the_second_tap(visit: Visit, begin_from: LayDown) -> None:
    for second in ("[data-card].can", "[data-testid=again]", "[data-testid=ghost]"):
        page = at_a_phone(visit, begin_from, CARDS)
        before = ply(page)
        page.locator("[data-card].can").first.tap()
        again = page.get_by_test_id("again")
        expect(again).to_contain_text("Tap again to play: red 3")
        expect(again).to_be_in_viewport(ratio=1)
        assert ply(page) == before
        page.locator(second).first.tap(force=True)
        expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", before)


def test_a_finger_sees_an_exchange_before_it_is_made_and_finds_each_of_those_who_share_a_square(
    visit: Visit, begin_from: LayDown
) -> None:
    page = at_a_phone(visit, begin_from, SHARED)
    before = ply(page)
    reaches = [figure.locator(".reach").bounding_box() for figure in page.locator("[data-figure].can").all()]
    boxes = sorted((box for box in reaches if box), key=lambda box: box["x"])
    assert len(boxes) == 3
    for box in boxes:
        assert min(box["width"], box["height"]) >= 43.9
    for one, other in pairwise(boxes):
        assert one["x"] + one["width"] <= other["x"] + 0.5
    last = page.locator("[data-figure=yellow] .reach")
    last.tap()
    expect(page.get_by_test_id("exchange").locator("[data-would=yellow]")).to_have_attribute("data-at", "20")
    expect(page.get_by_test_id("again")).to_contain_text("Tap again to play: green to square 5, yellow to square 20")
    assert ply(page) == before
    last.tap()
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", before)


def test_what_to_do_and_my_colour_once_peeked_at_stay_in_view(visit: Visit, begin_from: LayDown) -> None:
    page = at_a_phone(visit, begin_from, CARDS)
    secret = page.get_by_test_id("secret")
    expect(secret).to_contain_text("Bring your hunter to the chest")
    expect(page.locator("[data-figure] .mine")).to_have_count(0)
    secret.tap()
    expect(page.locator("[data-figure=red] .mine")).to_have_count(1)
    expect(secret).to_contain_text("Bring red to the chest")
    before = ply(page)
    for _ in range(2):
        page.locator("[data-card].can").first.tap()
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", before)
    page.set_viewport_size({"width": 844, "height": 390})
    expect(secret).to_contain_text("Bring red to the chest")
    expect(secret).to_be_in_viewport(ratio=1)


def test_a_rotated_phone_turns_the_map_and_replays_nothing(visit: Visit, begin_from: LayDown) -> None:
    page = visit(width=390, height=844, reduced_motion="no-preference")
    begin_from("treasure", CARDS)
    set_up(page, "Treasure", "greedy")
    page.locator("[data-card].can").first.click()
    page.locator("[data-card].can").first.wait_for()
    board = page.locator("[data-drop=board]")
    expect(board).to_have_attribute("viewBox", "44 70 786 1096")
    page.evaluate(
        """() => {
            window.moved = 0;
            const {animate} = Element.prototype;
            Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };
        }"""
    )
    page.set_viewport_size({"width": 844, "height": 390})
    expect(board).to_have_attribute("viewBox", "28 14 1084 820")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(board).to_have_attribute("viewBox", "44 70 786 1096")
    assert page.evaluate("window.moved") == 0


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
    page.keyboard.press("Tab")
    able.first.focus()
    expect(preview.locator("[data-would]")).to_have_count(2)
    look(page, "treasure-whirl")
