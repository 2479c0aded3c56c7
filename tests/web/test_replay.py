"""A match looked back on in the browser: live and back, by keys and by address, through whose eyes, and from a file."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.engine.test_going_back import wandering
from tests.web.conftest import Look, Visit
from tests.web.guests import at_a_table, origin
from tests.web.hands import choices, decide
from tests.web.looks import WINDOWS
from tests.web.test_wichtel import by_hand, lay_table, my_turn_or_end

RECORDS = Path(__file__).parents[1] / "records"
GOLDEN = min((RECORDS / "treasure").glob("*.json"))
BOARD = """() => {
    const {width, height} = document.querySelector('.table .main > .board').getBoundingClientRect();
    const {scrollWidth, scrollHeight} = document.documentElement;
    return {width, height, fits: scrollWidth <= innerWidth && scrollHeight <= innerHeight};
}"""
DROPPED = """([name, text]) => {
    const files = new DataTransfer();
    files.items.add(new File([text], name, {type: 'application/json'}));
    return files;
}"""


def bar(page: Page) -> Locator:
    return page.get_by_test_id("replay")


def stands_at(page: Page, number: int, of: int) -> None:
    """This moment is shown, and the address names it."""
    expect(bar(page)).to_contain_text(f"Moment {number} of {of}")
    expect(page).to_have_url(re.compile(rf"\?at={bar(page).get_attribute('data-at')}$"))


def two_and_some_moves(visit: Visit, decisions: int) -> tuple[Page, Page]:
    """Two people after some decisions: who waits, and whose turn it is."""
    pages = at_a_table(visit, "treasure", "Oak", "Hazel")
    luck = random.Random(3)
    for _ in range(decisions):
        decide(on_turn(pages), "treasure", luck)
    mover = on_turn(pages)
    return next(page for page in pages if page is not mover), mover


def on_turn(pages: list[Page]) -> Page:
    """Whoever may decide now."""
    while True:
        for page in pages:
            if choices(page, "treasure").count() > 0:
                return page
        pages[0].wait_for_timeout(50)


def test_a_player_looks_back_while_the_other_plays_on_and_is_called_when_it_is_their_turn(visit: Visit) -> None:
    waits, mover = two_and_some_moves(visit, 3)
    table = waits.url
    waits.get_by_role("button", name="Look back").click()
    stands_at(waits, 4, 4)
    ply = waits.locator("[data-ply]").get_attribute("data-ply")
    waits.keyboard.press("ArrowLeft")
    stands_at(waits, 3, 4)
    expect(waits.locator("[data-ply]")).not_to_have_attribute("data-ply", ply or "")
    waits.keyboard.press("Home")
    stands_at(waits, 1, 4)
    expect(choices(waits, "treasure")).to_have_count(0)

    called = waits.get_by_role("button", name="Your turn: back to the table")
    count = 4
    while not called.is_visible():
        # A hunter on a whirl asks for one more decision.
        if choices(mover, "treasure").count() > 0:
            decide(mover, "treasure", random.Random(4))
            count += 1
        mover.wait_for_timeout(50)
    expect(waits).to_have_title(re.compile("Your turn"))
    stands_at(waits, 1, count)
    waits.keyboard.press("End")
    stands_at(waits, count, count)
    waits.keyboard.press("ArrowRight")
    expect(waits.get_by_test_id("prompt")).to_contain_text("Your turn.")
    expect(waits).to_have_url(table)
    decide(waits, "treasure", random.Random(5))

    waits.get_by_role("button", name="Look back").click()
    stands_at(waits, count + 1, count + 1)
    waits.keyboard.press("Escape")
    expect(waits.get_by_test_id("prompt")).to_be_visible()
    expect(waits).to_have_url(table)


def test_an_address_names_a_moment_for_strangers_too_and_can_be_shared(visit: Visit) -> None:
    waits, _ = two_and_some_moves(visit, 4)
    waits.get_by_role("button", name="Look back").click()
    stands_at(waits, 5, 5)
    waits.get_by_label("Moment", exact=True).focus()
    waits.keyboard.press("ArrowLeft")
    stands_at(waits, 4, 5)
    says = bar(waits).inner_text()
    waits.get_by_role("button", name="Share this moment").click()
    address = waits.get_by_label("The address of this moment").input_value()
    assert address == waits.url
    waits.keyboard.press("ArrowLeft")
    waits.keyboard.press("Escape")
    stands_at(waits, 4, 5)
    waits.reload()
    stands_at(waits, 4, 5)

    stranger = visit(address)
    stands_at(stranger, 4, 5)
    assert bar(stranger).inner_text() == says
    expect(stranger.locator("[data-seat]").first).to_have_attribute("data-seat", "-3")
    expect(stranger.get_by_test_id("eyes").locator("option")).to_have_text(["As a watcher sees it"])
    expect(waits.get_by_test_id("eyes").locator("option")).to_have_count(2)
    stranger.goto(re.sub(r"at=\d+", "at=9999", address))
    expect(bar(stranger)).to_contain_text("There is no such moment; this is the nearest.")
    stands_at(stranger, 5, 5)
    stranger.keyboard.press("Home")
    stands_at(stranger, 1, 5)
    stranger.keyboard.press(" ")
    stands_at(stranger, 5, 5)
    expect(stranger.get_by_role("button", name="Play (space bar)")).to_be_visible()


def test_after_the_end_every_seat_can_be_looked_through(visit: Visit, look: Look) -> None:
    host, guest = two_and_some_moves(visit, 6)
    for page, name in ((host, "More"), (host, "Resign")):
        page.get_by_role("button", name=name, exact=name == "More").click()
    host.get_by_role("dialog", name="Resign this match").get_by_role("button", name="Resign").click()
    end = guest.get_by_test_id("end")
    expect(end.get_by_role("link", name="Save the record")).to_have_attribute("href", re.compile("/record$"))
    end.get_by_role("button", name="Look back").click()
    stands_at(guest, 8, 8)
    expect(bar(guest)).to_contain_text("resigned")
    mine = guest.locator("[data-seat]").first.get_attribute("data-seat")
    eyes = guest.get_by_test_id("eyes")
    expect(eyes.locator("option")).to_have_text(["As Oak sees it", "As Hazel sees it", "As a watcher sees it"])
    for seat in ("0", "1"):
        eyes.select_option(seat)
        expect(guest.locator("[data-seat]").first).to_have_attribute("data-seat", seat)
        expect(guest.locator("[data-card]").first).to_be_visible()
    eyes.select_option("-3")
    expect(guest.locator("[data-card]")).to_have_count(0)
    eyes.select_option(mine)
    line = guest.get_by_role("tabpanel").get_by_role("button").nth(2)
    told = line.inner_text()
    line.click()
    expect(bar(guest)).to_contain_text(told)
    look(guest, "looking-back")
    guest.get_by_role("button", name="Back to the table").click()
    expect(guest.get_by_test_id("prompt")).to_be_visible()
    expect(guest.get_by_test_id("end")).to_be_hidden()


def test_the_board_is_as_large_as_at_the_table_in_every_window(visit: Visit) -> None:
    waits, _ = two_and_some_moves(visit, 2)
    table = waits.url

    def measured() -> dict[str, Any]:
        found = {}
        for width, height in WINDOWS:
            waits.set_viewport_size({"width": width, "height": height})
            waits.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found[f"{width}x{height}"] = waits.evaluate(BOARD)
        return found

    live = measured()
    waits.goto(f"{table}?at=1")
    bar(waits).wait_for()
    back = measured()
    for window, there in live.items():
        assert back[window]["fits"], window
        assert back[window]["width"] >= there["width"] - 1, window
        assert back[window]["height"] >= there["height"] - 1, window
    small = waits.locator("[data-testid=replay] button, .foot button, .foot select")
    for box in (one.bounding_box() for one in small.all()):
        assert box
        assert min(box["width"], box["height"]) >= 43.5


@pytest.mark.parametrize("width", [390, 1440])
def test_a_record_is_opened_from_a_file(visit: Visit, width: int) -> None:
    page = visit("/", width=width, height=844 if width == 390 else 900)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(GOLDEN)
    expect(page).to_have_url(re.compile(r"/r/[\w-]+\?at=1$"))
    expect(bar(page)).to_contain_text("Imported")
    page.get_by_role("button", name="One moment on").click()
    stands_at(page, 2, 23)
    page.keyboard.press("End")
    expect(bar(page)).to_contain_text("wins")
    page.keyboard.press("ArrowRight")
    stands_at(page, 23, 23)
    page.get_by_role("button", name="More", exact=True).click()
    about = page.get_by_test_id("about-record")
    expect(about).to_contain_text("It says nothing about its luck")
    expect(about.get_by_role("listitem")).to_have_count(2)
    link = page.get_by_role("link", name="Save the record").get_attribute("href")
    assert page.request.get(origin(page) + str(link)).body() == GOLDEN.read_bytes()
    # Whoever brought it finds it again in the lobby.
    there = page.url.split("?")[0]
    page.goto(origin(page))
    page.get_by_test_id("open-record").get_by_role("listitem").get_by_role("link").click()
    expect(page).to_have_url(re.compile(rf"^{re.escape(there)}\?at=1$"))


def test_what_was_taken_back_in_a_record_is_seen_in_it(visit: Visit) -> None:
    record = wandering("treasure", 1).record()
    page = visit("/")
    page.locator("input[type=file]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": record.to_json()}
    )
    bar(page).wait_for()
    page.keyboard.press("End")
    expect(page.get_by_role("tabpanel").get_by_text("The match goes back")).to_have_count(len(record.undone))
    while "goes back" not in bar(page).inner_text():
        page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(20)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("dialog")).to_contain_text("Play on")


def test_what_is_no_record_is_refused_in_clear_words(visit: Visit) -> None:
    page = visit("/")
    problem = page.get_by_test_id("open-record").get_by_role("alert")
    golden = json.loads(GOLDEN.read_bytes())
    unsealed = {name: held for name, held in golden.items() if name != "seal"}
    for text, words in (
        ('{"hello": "world"}', "record"),
        ("GIF89a", "record"),
        (json.dumps(golden | {"seats": 3}), "This record was changed after it was saved"),
        (json.dumps(unsealed | {"game": "chess"}), "chess"),
        (json.dumps(unsealed | {"rules_version": 99}), "99"),
        (json.dumps(unsealed | {"actions": [10**6]}), "1000000"),
        (" " * (1 << 20) + "x", "a record has at most 1048576"),
    ):
        page.locator("input[type=file]").set_input_files(
            {"name": "x.json", "mimeType": "application/json", "buffer": text.encode()}
        )
        expect(problem).to_contain_text(words)
        expect(page).to_have_url(re.compile(r"/$"))
    files = page.evaluate_handle(DROPPED, ["match.json", GOLDEN.read_text("utf-8")])
    page.dispatch_event("h1", "dragover", {"dataTransfer": files})
    expect(page.get_by_text("Drop the record here")).to_be_visible()
    page.dispatch_event("h1", "drop", {"dataTransfer": files})
    bar(page).wait_for()
    page.goto(f"{origin(page)}/r/nothing")
    expect(page.get_by_role("heading")).to_have_text("There is no such record. Its address may be mistyped.")


def test_what_was_half_chosen_is_still_in_hand_for_whoever_looked_back(visit: Visit) -> None:
    page = visit("/")
    by_hand(page)
    lay_table(page, "greedy", "greedy")
    my_turn_or_end(page)
    page.locator("[data-act=march]").click()
    page.locator("[data-gnome].can").first.click()
    expect(page.locator("[data-gnome].picked")).to_have_count(1)
    page.get_by_role("button", name="Look back").click()
    bar(page).wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("[data-gnome].picked")).to_have_count(1)
    page.locator("[data-pile].can").click()
    expect(page.locator("[data-gnome].picked")).to_have_count(0)
