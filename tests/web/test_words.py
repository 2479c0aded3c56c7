"""What people read instead of codes: bots have names, options are sentences, and a table says what is played for."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Look, Visit
from tests.web.guests import lay, origin
from tests.web.hands import set_up

CODES = re.compile(r"\b(true|false|random|greedy|owner|active_only|\w+_\w+)\b|Bot,")
SPILLED = """select => {
    const pen = document.createElement("canvas").getContext("2d");
    const style = getComputedStyle(select);
    pen.font = style.font;
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
}"""
"""What can be chosen in a list but is too long to be read there."""


def setting_up(page: Page, title: str) -> Locator:
    card = page.get_by_role("listitem").filter(has_text=title)
    card.get_by_role("button", name="Set up a table").click()
    return page.get_by_role("dialog")


def chosen(select: Locator) -> str:
    return str(select.evaluate("select => select.selectedOptions[0].text"))


def test_whoever_sets_up_a_table_reads_names_and_sentences(visit: Visit, look: Look) -> None:
    page = visit(width=390, height=844)
    dialog = setting_up(page, "Flip & Slide")
    dialog.get_by_role("button", name="One more chair").click()
    for seat in (2, 3):
        dialog.get_by_label(f"Seat {seat}").select_option("medium")
    assert [chosen(dialog.get_by_label(f"Seat {seat}")) for seat in (2, 3)] == ["Fern, medium", "Heather, medium"]
    expect(dialog.get_by_text("Thinks for a blink, and ")).to_have_count(2)
    expect(dialog.get_by_role("radio", name="The other player's rabbit touches it: they win.")).to_be_checked()
    expect(dialog).not_to_contain_text(CODES)
    assert [dialog.get_by_label(f"Seat {seat}").evaluate(SPILLED) for seat in (1, 2, 3)] == [[], [], []]
    look(page, "set-up-words")


def test_whoever_plays_alone_is_asked_nothing_about_others(visit: Visit) -> None:
    dialog = setting_up(visit(), "Flip & Slide")
    about_others = dialog.get_by_text(re.compile("another player's rabbit|^Public|^Clock$|A friend, by link"))
    expect(about_others).to_have_count(5)
    dialog.get_by_label("Seat 1").select_option("open")
    dialog.get_by_role("button", name="One chair less").click()
    expect(about_others).to_have_count(0)
    assert chosen(dialog.get_by_label("Seat 1")) == "Me"


def test_in_the_waiting_room_bots_options_and_the_goal_are_in_words(visit: Visit, look: Look) -> None:
    host = visit(width=390, height=844)
    host.goto(origin(host) + lay(host, "flipslide", "me", "medium", "medium", "open", options={"gift": "active_only"}))
    chairs = host.locator("[data-chair]")
    expect(chairs.nth(1)).to_contain_text("bot, medium: thinks for a blink, and ")
    expect(chairs.locator("b")).to_have_text(["Oak", "Fern", "Heather", "Open chair"])
    givings = host.get_by_label("Give this chair to")
    givings.nth(2).select_option("medium")
    expect(chairs.nth(3).locator("b")).to_have_text("Tansy")
    givings.nth(0).select_option("random")
    expect(chairs.locator("b")).to_have_text(["Oak", "Dandelion", "Fern", "Heather"])
    assert [giving.evaluate(SPILLED) for giving in givings.all()] == [[], [], []]
    expect(host.get_by_text("Nobody wins yet: only the player whose turn it is can win.")).to_be_visible()
    expect(host.get_by_test_id("goal")).to_contain_text("rabbit")
    expect(host.get_by_role("main")).not_to_contain_text(CODES)
    look(host, "waiting-words")


def test_at_the_table_bots_have_names_and_the_goal_is_told(visit: Visit, look: Look) -> None:
    page = visit()
    set_up(page, "Treasure", "random", "random")
    expect(page.locator(".seats b")).to_have_text([re.compile(r"\w"), "Dandelion", "Puffball"])
    expect(page.locator(".seats")).to_contain_text("bot, by chance")
    goal = page.get_by_test_id("goal")
    expect(goal).to_be_in_viewport()
    expect(goal).to_contain_text("Bring the hunter of your secret colour")
    look(page, "table-words")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="More").click()
    told = page.get_by_role("dialog", name="More").get_by_text("Bring the hunter of your secret colour")
    expect(told).to_be_in_viewport()
