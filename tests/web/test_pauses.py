"""A round that was judged is read by everybody who is there, in several browsers, before anybody plays on."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.server.late_round import CLAIM
from tests.web.conftest import LayDown, Visit
from tests.web.guests import at_a_table, lay, origin


def judge(page: Page) -> None:
    page.locator("[data-act=judge]").click()


def on(page: Page) -> None:
    page.locator("[data-act=on]").click()


def ply(page: Page) -> str:
    return page.locator("[data-ply]").get_attribute("data-ply") or ""


def test_two_people_read_and_the_bot_plays_when_both_have(visit: Visit, begin_from: LayDown) -> None:
    begin_from("wichtel", CLAIM)
    oak, hazel = at_a_table(visit, "wichtel", "Oak", "Hazel", bots=1)
    judge(oak)
    for page in (oak, hazel):
        expect(page.get_by_test_id("judgement")).to_contain_text("Round 1 is judged")
        expect(page.get_by_test_id("prompt")).to_contain_text("Read it in peace")
        expect(page.get_by_test_id("left")).to_have_text(re.compile(r"^\(\d+ s\)$"))
    before = ply(oak)
    hazel.reload()
    expect(hazel.get_by_test_id("judgement")).to_contain_text("Round 1 is judged")
    expect(hazel.get_by_test_id("prompt")).to_contain_text("Read it in peace")
    on(oak)
    expect(oak.get_by_test_id("judgement")).to_be_hidden()
    expect(oak.get_by_test_id("prompt")).to_contain_text("Waiting for Hazel")
    # Hazel begins the next round; it is not announced before she has read.
    expect(hazel.get_by_test_id("prompt")).not_to_contain_text("Your turn.")
    expect(hazel).not_to_have_title(re.compile("Your turn"))
    assert ply(oak) == before
    on(hazel)
    expect(hazel.get_by_test_id("prompt")).to_contain_text("Your turn.")
    expect(oak.get_by_test_id("prompt")).to_contain_text("Hazel is to")


def test_whoever_closes_the_page_holds_nobody(visit: Visit, begin_from: LayDown) -> None:
    begin_from("wichtel", CLAIM)
    oak, hazel = at_a_table(visit, "wichtel", "Oak", "Hazel", bots=1)
    judge(oak)
    on(oak)
    expect(oak.get_by_test_id("prompt")).to_contain_text("Waiting for Hazel")
    hazel.close()
    expect(oak.get_by_test_id("prompt")).to_contain_text("Hazel is to")


def test_a_second_tab_is_the_same_reader(visit: Visit, begin_from: LayDown) -> None:
    begin_from("wichtel", CLAIM)
    oak, hazel = at_a_table(visit, "wichtel", "Oak", "Hazel", bots=1)
    judge(oak)
    tab = oak.context.new_page()
    tab.goto(oak.url)
    expect(tab.get_by_test_id("prompt")).to_contain_text("Read it in peace")
    on(tab)
    for page in (oak, tab):
        expect(page.get_by_test_id("prompt")).to_contain_text("Waiting for Hazel")
    on(hazel)
    expect(tab.get_by_test_id("prompt")).to_contain_text("Hazel is to")


def test_a_watcher_waits_with_them_and_has_nothing_to_say(visit: Visit, begin_from: LayDown) -> None:
    begin_from("wichtel", CLAIM)
    oak, _ = at_a_table(visit, "wichtel", "Oak", "Hazel", bots=1)
    watcher = visit(oak.url)
    watcher.get_by_test_id("prompt").wait_for()
    judge(oak)
    expect(watcher.get_by_test_id("prompt")).to_contain_text("Waiting for Oak and Hazel")
    on(watcher)
    on(oak)
    expect(watcher.get_by_test_id("prompt")).to_contain_text("Waiting for Hazel")


def test_a_hot_seat_reads_together_before_the_device_goes_on(visit: Visit, begin_from: LayDown) -> None:
    begin_from("wichtel", CLAIM)
    page = visit()
    path = lay(page, "wichtel", "me", "me", "random")
    page.goto(origin(page) + path)
    page.get_by_role("button", name="Start the match").click()
    curtain = page.get_by_role("heading", name="Pass the device to")
    expect(curtain).to_be_visible()
    page.get_by_role("button", name="I am").click()
    judge(page)
    expect(page.get_by_test_id("judgement")).to_be_visible()
    expect(page.get_by_test_id("prompt")).to_contain_text("Read it in peace")
    expect(curtain).to_be_hidden()
    on(page)
    expect(curtain).to_be_visible()
    # The next one has not seen it: it lies there for them too, and holds nobody up any more.
    page.get_by_role("button", name="I am").click()
    expect(page.get_by_test_id("judgement")).to_be_visible()
    expect(page.get_by_test_id("prompt")).to_contain_text("Your turn.")
