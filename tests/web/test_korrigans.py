"""Korrigans in the browser: a whole game by clicks, and what is particular to its table."""

from __future__ import annotations

import random
import re
from collections import Counter

from playwright.sync_api import Page, expect

from tests.web.conftest import Look, Visit
from tests.web.hands import play_now, set_up, verified

MOST_DECISIONS = 200
CHOICES = "[data-can]"
AT_ONCE = ", ".join(
    f"[data-can={kind}]" for kind in ("sun", "cloud", "link", "goblin", "seat", "stop", "pass", "decline", "end")
)


def ply(page: Page) -> str:
    return page.locator("[data-ply]").get_attribute("data-ply") or ""


def my_turn_or_end(page: Page) -> bool:
    end = page.get_by_test_id("end")
    page.locator(CHOICES).or_(end).first.wait_for()
    return not end.is_visible()


def taken_by_the_table(page: Page, before: str) -> None:
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", before)


def press(page: Page, field: str) -> None:
    """A field is a polygon: its middle may be covered by a figure, so it is chosen by keyboard."""
    page.locator(f"[data-field={field}]").focus()
    page.keyboard.press("Enter")


def sacrifice(page: Page) -> None:
    before = ply(page)
    page.get_by_role("button", name="Sacrifice…").click()
    dialog = page.get_by_role("dialog", name="Sacrifice a clover for a Backup")
    expect(dialog.get_by_test_id("confirm-sacrifice")).to_be_disabled()
    dialog.locator("[data-choice]").first.click()
    dialog.locator("[data-choice]").last.click()
    dialog.get_by_test_id("confirm-sacrifice").click()
    taken_by_the_table(page, before)


def ride(page: Page, luck: random.Random) -> None:
    """Pick a korrigan, then a field that shines, then an animal if several lead there."""
    able = page.locator("[data-can=korrigan]")
    if not page.locator("[data-can=field]").count():
        able.nth(luck.randrange(able.count())).click(force=True)
    goals = page.locator("[data-can=field]")
    goals.first.wait_for()
    press(page, goals.nth(luck.randrange(goals.count())).get_attribute("data-field") or "")


def decide(page: Page, luck: random.Random) -> None:
    """Do one of the things that are offered, and wait until the table has taken it."""
    before = ply(page)
    clovers = page.locator("[data-can=take]")
    others = page.locator(AT_ONCE)
    if clovers.count():
        clovers.nth(luck.randrange(clovers.count())).click()
    elif page.locator("[data-can=field], [data-can=korrigan]").count():
        ride(page, luck)
        asked = page.locator("[data-ride]")
        asked.or_(page.locator(f"[data-ply]:not([data-ply='{before}'])")).first.wait_for()
        if asked.count():
            asked.first.click()
    elif others.count():
        others.nth(luck.randrange(others.count())).click(force=True)
    else:
        sacrifice(page)
    taken_by_the_table(page, before)


def test_a_whole_game_by_clicks_with_every_moment_looked_at(visit: Visit, look: Look) -> None:
    page = visit()
    set_up(page, "Korrigans", "greedy", "greedy")
    luck = random.Random(6)
    page.locator("[data-can=field]").first.wait_for()
    before = ply(page)
    press(page, page.locator("[data-can=field]").first.get_attribute("data-field") or "")
    taken_by_the_table(page, before)
    expect(page.get_by_test_id("tray")).to_contain_text("You have no animal yet")
    look(page, "korrigans-start")
    middle = refused = dash = False
    for _ in range(MOST_DECISIONS):
        if not my_turn_or_end(page):
            break
        if not refused and page.locator("[data-can=sun]").count():
            # The first pawn of all is a new colour for sure.
            page.locator("[data-spot=cloud4]").click()
            refusal = page.get_by_role("alert")
            expect(refusal).to_contain_text("is a new colour, so the pawn goes on a sun")
            expect(refusal.get_by_role("button", name="Rule K3.2")).to_be_visible()
            look(page, "korrigans-refusal")
            refused = True
        if not middle and page.locator("[data-can=korrigan]").count() and page.get_by_text("round 4").count():
            page.locator("[data-can=korrigan]").first.click(force=True)
            page.locator("[data-can=field]").first.focus()
            expect(page.get_by_test_id("memory")).to_be_visible()
            look(page, "korrigans-middle")
            middle = True
        if not dash and page.locator("[data-can=stop]").count():
            look(page, "korrigans-dash")
            dash = True
        decide(page, luck)
    assert (refused, middle, dash) == (True, True, True)
    verified(page)
    expect(page.get_by_role("table", name="The gold is counted")).to_be_visible()
    look(page, "korrigans-end")
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_test_id("end")).to_be_hidden()
    assert my_turn_or_end(page)


def test_what_one_browser_gathers_the_other_never_sees(visit: Visit) -> None:
    host = visit()
    set_up(host, "Korrigans", "open")
    link = host.get_by_label("Send this link").input_value()
    friend = visit(re.sub(r"^https?://[^/]+", "", link))
    friend.get_by_role("textbox").fill("Hazel")
    friend.get_by_role("button", name="Sit down").click()
    expect(host.get_by_text("Hazel")).to_be_visible()
    host.get_by_role("button", name="Start the match").click()
    host.locator("[data-can=field]").first.wait_for()
    field = host.locator("[data-can=field]").first.get_attribute("data-field") or ""
    press(host, field)
    clovers = host.locator("[data-token]")
    clovers.first.wait_for()
    seen = Counter(clover.get_attribute("data-token") for clover in clovers.all())
    expect(friend.locator(".raised")).to_have_count(sum(seen.values()))
    expect(friend.locator("[data-token], [data-held]")).to_have_count(0)
    kept = clovers.first.get_attribute("data-token")
    clovers.first.click()
    expect(host.locator(f"[data-held={kept}]")).to_be_visible()
    expect(friend.get_by_role("tabpanel")).to_contain_text(re.compile(r"keeps (one of \d clovers|the last clover)"))
    expect(friend.locator("[data-held]")).to_have_count(0)

    # The memory of a field is one's own, and exactly what was seen.
    host.locator(f"[data-field={field}]").focus()
    memory = host.get_by_test_id("memory")
    expect(memory).to_contain_text("Your look at the start")
    expect(memory.locator("[data-took]")).to_have_attribute("data-took", kept or "")
    left = Counter(clover.get_attribute("data-left") for clover in memory.locator("[data-left]").all())
    assert left + Counter([kept]) == seen
    friend.locator(f"[data-field={field}]").focus()
    expect(friend.get_by_test_id("memory")).to_contain_text("You have not looked here.")


def test_a_sacrifice_is_confirmed_taken_back_and_made_and_a_korrigan_is_dragged(visit: Visit) -> None:
    page = visit()
    set_up(page, "Korrigans", "greedy")
    luck = random.Random(2)
    while my_turn_or_end(page) and not page.locator("[data-can=sac]").count():
        decide(page, luck)
    before = ply(page)
    sacrifice(page)
    expect(page.get_by_text("Backup", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-ply]")).to_have_attribute("data-ply", before)
    expect(page.locator("[data-can=sac]")).to_be_visible()
    sacrifice(page)
    before = ply(page)
    page.locator("[data-can=korrigan]").first.click(force=True)
    goal = page.locator("[data-can=field]").first
    goal.wait_for()
    start = page.locator("[data-can=korrigan][aria-pressed=true]").bounding_box()
    end = goal.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()
    asked = page.locator("[data-ride]")
    asked.or_(page.locator(f"[data-ply]:not([data-ply='{before}'])")).first.wait_for()
    if asked.count():
        asked.first.click()
    taken_by_the_table(page, before)


def test_a_hot_seat_hides_clovers_until_the_device_is_handed_over(visit: Visit) -> None:
    page = visit()
    set_up(page, "Korrigans", "me")
    handed_over = page.get_by_role("heading", name="Pass the device to")
    expect(handed_over).to_be_visible()
    expect(page.locator("[data-field]")).to_have_count(0)
    page.get_by_role("button", name="I am").click()
    luck = random.Random(1)
    my_turn_or_end(page)
    decide(page, luck)
    page.locator("[data-can=take]").first.click()
    expect(handed_over).to_be_visible()
    expect(page.locator("[data-held], [data-token]")).to_have_count(0)
    page.get_by_role("button", name="I am").click()
    expect(page.locator("[data-can=field]").first).to_be_visible()
    expect(page.locator("[data-held]")).to_have_count(0)


def test_the_lobby_seats_me_at_once_and_a_hint_shines(visit: Visit) -> None:
    page = visit()
    play_now(page, "Korrigans")
    my_turn_or_end(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("[data-field].hinted")).to_have_count(1)
