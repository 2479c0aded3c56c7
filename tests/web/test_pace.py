"""How fast what others do is shown: nothing is announced before its figure has arrived, and a key skips it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import LayDown, Visit
from tests.web.hands import set_up

CARDS = "card 0 1+2 - 0/0/0/0 RBY R1B1Y1/R2B2Y2/R3B3Y3 -/-/-"
UNDER_WAY = """() => document.getAnimations().some(({id, playState, effect}) =>
    id === 'move' && playState === 'running' && effect.target.closest('[data-figure]'))"""
KEEP_AN_EYE = f"""() => {{
    window.seen = {{moving: 0, early: 0}};
    const underWay = {UNDER_WAY};
    const look = () => {{
        const called = document.querySelector('[data-testid=prompt].mine') !== null;
        if (underWay()) window.seen[called ? 'early' : 'moving'] += 1;
        requestAnimationFrame(look);
    }};
    look();
}}"""
COUNT = """() => {
    window.moved = 0;
    const {animate} = Element.prototype;
    Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };
}"""


def at_a_pace(visit: Visit, begin_from: LayDown, pace: str) -> Page:
    page = visit(reduced_motion="no-preference")
    begin_from("treasure", CARDS)
    set_up(page, "Treasure", "greedy", "greedy")
    page.locator("[data-card].can").first.wait_for()
    page.get_by_role("button", name="More").click()
    page.get_by_role("radio", name=pace).check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    return page


def play_a_card(page: Page) -> None:
    before = page.locator("[data-ply]").get_attribute("data-ply") or ""
    page.locator("[data-card].can").first.click()
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", before)


def test_nobodys_turn_is_called_before_the_last_figure_has_arrived_and_the_pace_is_kept(
    visit: Visit, begin_from: LayDown
) -> None:
    page = at_a_pace(visit, begin_from, "Slowly")
    page.evaluate(KEEP_AN_EYE)
    play_a_card(page)
    page.locator("[data-testid=prompt].mine").wait_for()
    seen = page.evaluate("window.seen")
    assert seen["moving"] > 0
    assert seen["early"] == 0
    page.reload()
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("radio", name="Slowly")).to_be_checked()


def test_a_key_shows_the_rest_of_a_move_at_once(visit: Visit, begin_from: LayDown) -> None:
    for key in (".", "Escape"):
        page = at_a_pace(visit, begin_from, "Slowly")
        play_a_card(page)
        page.wait_for_function(UNDER_WAY)
        still = f"""key => {{
            const before = ({UNDER_WAY})();
            dispatchEvent(new KeyboardEvent('keydown', {{key, bubbles: true}}));
            return [before, ({UNDER_WAY})()];
        }}"""
        assert page.evaluate(still, key) == [True, False]


def test_at_once_is_at_once(visit: Visit, begin_from: LayDown) -> None:
    page = at_a_pace(visit, begin_from, "At once")
    page.evaluate(COUNT)
    play_a_card(page)
    page.locator("[data-card].can").first.wait_for()
    assert page.evaluate("window.moved") == 0
