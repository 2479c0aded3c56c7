"""How fast what others do is shown: nothing is announced before its figure has arrived, and a key skips it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web import hands, test_alarun, test_korrigans, test_wichtel
from tests.web.conftest import LayDown, Visit
from tests.web.hands import set_up

CARDS = "card 0 1+2 - 0/0/0/0 RBY R1B1Y1/R2B2Y2/R3B3Y3 -/-/-"
IN_MOTION = """() => document.getAnimations().filter(({playState, effect}) => playState === 'running'
    && effect.getComputedTiming().endTime < Infinity && !effect.target.closest('[data-lingers]'))"""
"""Everything that moves, by script, style or transition, but what never ends (what may be chosen breathes, a chest
shines) and what lingers: the trail of a hunter, a cry, the sand of a clock."""
KEEP_AN_EYE = f"""() => {{
    window.seen = {{moved: 0, early: [], late: []}};
    const inMotion = {IN_MOTION};
    let called = null, others = false;
    const look = () => {{
        const mine = document.querySelector('[data-testid=prompt].mine') !== null;
        called = mine ? (called ?? document.timeline.currentTime) : null;
        // Whoever goes on with a turn of their own waits for nothing.
        others ||= !mine;
        for (const {{startTime, effect, id, animationName, transitionProperty}} of others ? inMotion() : []) {{
            const what = `${{id || animationName || transitionProperty}} of ${{effect.target.outerHTML.slice(0, 120)}}`;
            if (!mine) window.seen.moved += 1;
            else window.seen[startTime !== null && startTime < called ? 'early' : 'late'].push(what);
        }}
        requestAnimationFrame(look);
    }};
    look();
}}"""
COUNT = """() => {
    window.moved = 0;
    const {animate} = Element.prototype;
    Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };
}"""


MINE = "[data-testid=prompt].mine"


def choose_pace(page: Page, pace: str) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("radio", name=pace).check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def at_a_pace(visit: Visit, begin_from: LayDown, pace: str) -> Page:
    page = visit(reduced_motion="no-preference")
    begin_from("treasure", CARDS)
    set_up(page, "Treasure", "greedy", "greedy")
    page.locator("[data-card].can").first.wait_for()
    choose_pace(page, pace)
    return page


def play_a_card(page: Page) -> None:
    before = page.locator("[data-ply]").get_attribute("data-ply") or ""
    page.locator("[data-card].can").first.click()
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", before)


def test_nobodys_turn_is_called_before_everything_has_arrived_and_the_pace_is_kept(
    visit: Visit, begin_from: LayDown
) -> None:
    page = at_a_pace(visit, begin_from, "Slowly")
    play_a_card(page)
    page.mouse.move(0, 0)
    page.evaluate(KEEP_AN_EYE)
    page.locator(MINE).wait_for()
    # The dice that I play by have been thrown, and the race bars are where they belong.
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    seen = page.evaluate("window.seen")
    assert seen["moved"] > 0
    assert seen["early"] + seen["late"] == []
    page.reload()
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("radio", name="Slowly")).to_be_checked()


@pytest.mark.parametrize(
    ("title", "decide"),
    [
        ("Rainbow Flip & Slide", lambda page, luck: hands.decide(page, "flipslide", luck)),
        ("Korrigans", test_korrigans.decide),
        ("Der Herr der Wichtel", test_wichtel.decide),
        ("Alarún", lambda page, _: test_alarun.pass_on(page)),
    ],
    ids=["flipslide", "korrigans", "wichtel", "alarun"],
)
def test_at_every_table_my_turn_is_called_when_all_that_others_did_has_arrived(
    visit: Visit, title: str, decide: Callable[[Page, random.Random], None]
) -> None:
    page = visit(reduced_motion="no-preference")
    hands.play_now(page, title)
    choose_pace(page, "Fast")
    luck = random.Random(3)
    moved = 0
    while moved == 0:
        page.locator(MINE).wait_for()
        decide(page, luck)
        page.mouse.move(0, 0)
        page.evaluate(KEEP_AN_EYE)
        page.locator(f"{MINE}, [data-act=on]").first.wait_for()
        seen = page.evaluate("window.seen")
        assert seen["early"] == []
        moved += seen["moved"]


def test_a_key_shows_the_rest_of_a_move_at_once(visit: Visit, begin_from: LayDown) -> None:
    for key in (".", "Escape"):
        page = at_a_pace(visit, begin_from, "Slowly")
        play_a_card(page)
        page.wait_for_function(f"() => ({IN_MOTION})().length > 0")
        still = f"""key => {{
            const before = ({IN_MOTION})().length > 0;
            dispatchEvent(new KeyboardEvent('keydown', {{key, bubbles: true}}));
            return [before, ({IN_MOTION})().length > 0];
        }}"""
        assert page.evaluate(still, key) == [True, False]


def test_at_once_is_at_once(visit: Visit, begin_from: LayDown) -> None:
    page = at_a_pace(visit, begin_from, "At once")
    page.evaluate(COUNT)
    play_a_card(page)
    page.locator("[data-card].can").first.wait_for()
    assert page.evaluate("window.moved") == 0
