"""Flip & Slide in the browser: what is particular to its table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.web.conftest import LayDown, Visit
from tests.web.guests import lay, origin
from tests.web.looks import COVERED

FINGER = 44
LATE = "4 -4,-4 ..R..BB/GIV..I.B/.GG.2.0BYV/..VRYG/..R.Y/....O/....Y/....I/...3OOV1/...O.R/..I 0.1 -3,-2;2,-4 - 61"
"""All tiles are up, and the patch has become so long and thin that no phone has room for all of it."""
EARLY = "2 -2,-1 ..**0/.*R***/.*OR**/1****/*V*/** 0.1 - - 0"
ALONE = "1 -1,-1 .**0/**G**/*****/..** 0.1 -1,2 - 3"
JUMP = "1 -1,-1 .**.0/**G**/*****/..** 0.J 2,-1 - 4"
LAST_CLOVER = "1 0,0 ROYG/*IB0 0.1 - - 0"
NO_JUMP_LEFT = "1 0,0 **0G/** 0.1 - - 0"
SMALL = [(390, 844), (360, 640), (844, 390)]


def at_the_table(page: Page, *others: str, name: str = "Oak", **terms: object) -> Page:
    page.goto(origin(page) + lay(page, "flipslide", "me", *others, name=name, **terms))
    start = page.get_by_role("button", name="Start the match")
    start.or_(page.get_by_test_id("prompt")).first.wait_for()
    if start.is_visible():
        start.click()
    page.locator("[data-can], [data-goal]").first.wait_for()
    return page


def patch(page: Page) -> Locator:
    return page.get_by_role("group", name="The patch of tiles")


def in_view(page: Page) -> str:
    """Where one looks, and how near."""
    return patch(page).get_attribute("viewBox") or ""


def box(thing: Locator) -> FloatRect:
    found = thing.bounding_box()
    assert found is not None
    return found


def lies_in(part: FloatRect, whole: FloatRect) -> bool:
    return (
        part["x"] >= whole["x"] - 1
        and part["y"] >= whole["y"] - 1
        and part["x"] + part["width"] <= whole["x"] + whole["width"] + 1
        and part["y"] + part["height"] <= whole["y"] + whole["height"] + 1
    )


def middle(thing: Locator) -> tuple[float, float]:
    found = box(thing)
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def focused(page: Page) -> str | None:
    script = "() => { const {cell, goal} = document.activeElement.dataset; return cell ?? goal ?? null }"
    found: str | None = page.evaluate(script)
    return found


@pytest.mark.parametrize(("width", "height"), [*SMALL, (1024, 768), (1440, 900)])
def test_the_goal_is_always_in_view(visit: Visit, width: int, height: int) -> None:
    page = at_the_table(visit(width=width, height=height), "greedy")
    aim = page.get_by_test_id("aim")
    expect(aim).to_have_text("Red to violet, touching your rabbit")
    expect(aim).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("others", "options", "words"),
    [
        ([], {}, "Red to violet, touching your rabbit, before the last clover"),
        (["greedy"], {"win_contact": "red"}, "Red to violet, the red one touching your rabbit"),
    ],
)
def test_the_goal_is_that_of_the_variant(visit: Visit, others: list[str], options: dict[str, str], words: str) -> None:
    page = at_the_table(visit(width=390, height=844), *others, options=options)
    expect(page.get_by_test_id("aim")).to_contain_text(words)


@pytest.mark.parametrize(("width", "height"), SMALL)
def test_every_tile_is_as_large_as_a_finger_and_everything_to_choose_can_be_looked_at(
    visit: Visit, begin_from: LayDown, width: int, height: int
) -> None:
    page = visit(width=width, height=height)
    begin_from("flipslide", LATE)
    at_the_table(page, "greedy", "greedy", "greedy")
    for tile in page.locator("[data-cell] .face").all():
        assert box(tile)["width"] >= FINGER
    pane = box(patch(page))
    choices = page.locator("[data-can]")
    spots = page.get_by_test_id("map").locator(".may")
    assert spots.count() == choices.count() > 5
    for place in range(spots.count()):
        page.mouse.click(*middle(spots.nth(place)))
        assert lies_in(box(choices.nth(place).locator(".face")), pane)
        assert choices.evaluate_all(COVERED) == []
    page.locator("[data-can=colour]").first.press("Enter")
    page.locator("[data-goal]").first.wait_for()
    for goal in page.locator("[data-goal]").all():
        assert box(goal)["width"] >= FINGER


def test_the_map_is_there_only_while_something_is_out_of_view(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    begin_from("flipslide", EARLY)
    at_the_table(page, "greedy")
    small_map = page.get_by_test_id("map")
    expect(small_map).to_have_count(0)
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(small_map).to_be_visible()
    page.keyboard.press("0")
    expect(small_map).to_have_count(0)


def test_wheel_and_keys_look_nearer_farther_and_elsewhere(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    begin_from("flipslide", EARLY)
    at_the_table(page, "greedy")
    tile = page.locator("[data-cell] .face").first
    at_first = in_view(page)
    wide = box(tile)["width"]
    page.mouse.move(*middle(patch(page)))
    page.mouse.wheel(0, -400)
    expect(patch(page)).not_to_have_attribute("viewBox", at_first)
    assert box(tile)["width"] > wide
    nearer, left = in_view(page), box(tile)["x"]
    page.keyboard.press("Shift+ArrowRight")
    expect(patch(page)).not_to_have_attribute("viewBox", nearer)
    assert box(tile)["x"] < left
    page.keyboard.press("-")
    page.keyboard.press("0")
    expect(patch(page)).to_have_attribute("viewBox", at_first)


class Fingers:
    """Fingers on the glass, as the browser itself has them told."""

    def __init__(self, page: Page) -> None:
        self.line = page.context.new_cdp_session(page)

    def touch(self, *points: tuple[float, float]) -> None:
        self._say("touchStart", points)

    def move(self, *points: tuple[float, float]) -> None:
        self._say("touchMove", points)

    def lift(self) -> None:
        self._say("touchEnd", ())

    def _say(self, what: str, points: tuple[tuple[float, float], ...]) -> None:
        touched = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self.line.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": touched})


def test_one_finger_pans_two_zoom_and_neither_is_a_press(visit: Visit, begin_from: LayDown) -> None:
    page = visit(width=390, height=844, has_touch=True, is_mobile=True)
    begin_from("flipslide", LATE)
    at_the_table(page, "greedy", "greedy", "greedy")
    fingers = Fingers(page)
    ply = page.locator("[data-ply]").get_attribute("data-ply")
    tile = page.locator("[data-cell]:not([data-can])").last
    at_first, wide = in_view(page), box(tile)["width"]
    x, y = middle(patch(page))
    # One finger, beginning on a tile that may not be slid.
    fixed = next(
        spot for spot in map(middle, page.locator("[data-cell]:not([data-can])").all()) if abs(spot[0] - x) < 100
    )
    fingers.touch(fixed)
    for step in range(1, 6):
        fingers.move((fixed[0] + 12 * step, fixed[1]))
    fingers.lift()
    expect(patch(page)).not_to_have_attribute("viewBox", at_first)
    panned = in_view(page)
    assert float(panned.split()[0]) < float(at_first.split()[0])
    assert panned.split()[2:] == at_first.split()[2:]
    fingers.touch((x - 40, y), (x + 40, y))
    for step in range(1, 6):
        fingers.move((x - 40 - 8 * step, y), (x + 40 + 8 * step, y))
    fingers.lift()
    expect(patch(page)).not_to_have_attribute("viewBox", panned)
    assert box(tile)["width"] > wide * 1.5
    expect(page.locator("[data-ply]")).to_have_attribute("data-ply", ply or "")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_finger_on_a_tile_that_slides_drags_it_and_not_the_patch(visit: Visit, begin_from: LayDown) -> None:
    page = visit(width=390, height=844, has_touch=True, is_mobile=True)
    begin_from("flipslide", EARLY)
    at_the_table(page, "greedy")
    fingers = Fingers(page)
    before = in_view(page)
    rabbit = page.locator("[data-can=rabbit]")
    start = middle(rabbit)
    fingers.touch(start)
    for step in range(1, 6):
        fingers.move((start[0] + 6 * step, start[1] - 6 * step))
    page.locator("[data-goal]").first.wait_for()
    goal = middle(page.locator("[data-goal]").first)
    fingers.move(goal)
    fingers.lift()
    expect(page.locator("[data-goal]")).to_have_count(0)
    expect(page.get_by_test_id("prompt")).to_contain_text("Action 2 of 2")
    assert in_view(page) == before


def test_a_tile_that_is_dragged_to_the_edge_takes_the_eye_along(visit: Visit, begin_from: LayDown) -> None:
    page = visit(width=390, height=844)
    begin_from("flipslide", LATE)
    at_the_table(page, "greedy", "greedy", "greedy")
    pane = box(patch(page))
    for tile in page.locator("[data-can=colour]").all():
        if lies_in(box(tile), pane):
            break
    page.mouse.move(*middle(tile.locator(".face")))
    page.mouse.down()
    edge = pane["y"] + pane["height"] - 8
    page.mouse.move(pane["x"] + pane["width"] / 2, edge, steps=6)
    page.locator("[data-goal]").first.wait_for()
    before = in_view(page)
    page.mouse.move(pane["x"] + pane["width"] / 2 + 4, edge)
    page.mouse.move(pane["x"] + pane["width"] / 2, pane["y"] + 8, steps=6)
    expect(patch(page)).not_to_have_attribute("viewBox", before)
    carried = page.get_by_test_id("carried")
    page.mouse.move(pane["x"] + pane["width"] / 2, pane["y"] + pane["height"] / 2)
    x, y = middle(carried)
    assert abs(x - pane["x"] - pane["width"] / 2) < FINGER / 2
    assert abs(y - pane["y"] - pane["height"] / 2) < FINGER / 2
    page.keyboard.press("Escape")
    expect(page.locator("[data-goal]")).to_have_count(0)


def test_nothing_is_rescaled_between_the_steps_of_my_turn(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    begin_from("flipslide", EARLY)
    at_the_table(page, "greedy")
    before = in_view(page)
    page.locator("[data-can=clover]").first.click()
    expect(page.get_by_test_id("prompt")).to_contain_text("Action 2 of 2")
    assert in_view(page) == before
    page.locator("[data-can=rabbit]").click()
    page.locator("[data-goal]").first.wait_for()
    assert in_view(page) == before


def test_by_keyboard_one_stop_for_tab_arrows_walk_and_the_focus_stays_on_the_board(visit: Visit) -> None:
    page = at_the_table(visit(), "greedy")
    expect(patch(page).locator("[tabindex='0']")).to_have_count(1)
    page.locator("[data-goal][tabindex='0']").focus()
    first = focused(page)
    x, y = middle(page.locator(f"[data-goal='{first}']"))
    page.keyboard.press("ArrowDown")
    walked = focused(page)
    assert walked not in (None, first)
    there = middle(page.locator(f"[data-goal='{walked}'], [data-cell='{walked}']"))
    assert there[1] > y
    assert abs(there[0] - x) < there[1] - y
    page.locator("[data-goal][tabindex], [data-goal]").first.focus()
    page.keyboard.press("Enter")
    page.locator("[data-can]").first.wait_for()
    assert focused(page) is not None
    expect(patch(page).locator("[tabindex='0']")).to_have_count(1)


def test_what_may_not_be_chosen_can_be_reached_and_asked_why_by_keyboard(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    begin_from("flipslide", EARLY)
    at_the_table(page, "greedy")
    shut_in = page.locator("[data-cell][aria-disabled=true]").first
    expect(shut_in).to_have_class(re.compile(r"\bdim\b"))
    expect(page.locator("[data-can].dim")).to_have_count(0)
    shut_in.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile(r"^Rule F"))).to_be_visible()


def test_whoever_walks_by_keys_sees_where_they_are(visit: Visit, begin_from: LayDown) -> None:
    page = visit(width=390, height=844)
    begin_from("flipslide", LATE)
    at_the_table(page, "greedy", "greedy", "greedy")
    pane = box(patch(page))
    page.locator("[data-cell][tabindex='0']").focus()
    for _ in range(12):
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowLeft")
        key = focused(page)
        assert lies_in(box(page.locator(f"[data-cell='{key}'] .face")), pane)


def test_the_log_names_places_that_can_be_read_on_the_board(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    begin_from("flipslide", EARLY)
    at_the_table(page, "greedy")
    clover = page.locator("[data-can=clover]").first
    label = clover.get_attribute("aria-label") or ""
    found = re.fullmatch(r"clover, face down on ([A-Z]+)(\d+): flip", label)
    assert found is not None
    row, column = found.groups()
    x, y = middle(clover.locator(".face"))
    letter = page.locator(".rulers text").get_by_text(row, exact=True)
    number = page.locator(".rulers text").get_by_text(column, exact=True)
    assert abs(middle(letter)[1] - y) < 8
    assert abs(middle(number)[0] - x) < 8
    clover.click()
    line = page.get_by_role("button", name=f"flips the clover on {row}{column}")
    expect(page.get_by_text(re.compile(rf"^The tile on {row}{column} is "))).to_be_visible()
    line.click()
    expect(page.locator(".chosen")).to_have_count(1)
    assert abs(middle(page.locator(".chosen"))[0] - x) < 8


def test_the_question_before_the_last_clover_comes_as_often_as_it_is_touched(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    begin_from("flipslide", LAST_CLOVER)
    at_the_table(page)
    dialog = page.get_by_role("dialog", name="The last clover")
    for _ in range(3):
        page.locator("[data-can=clover]").click()
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
    page.locator("[data-can=clover]").click()
    dialog.get_by_role("button", name="Flip it all the same").click()
    end = page.get_by_test_id("end")
    expect(end).to_contain_text("The last clover is flipped, the game is lost.")


def test_alone_a_loss_is_a_loss(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    begin_from("flipslide", NO_JUMP_LEFT)
    at_the_table(page)
    page.locator("[data-can=clover]").first.click()
    dialog = page.get_by_role("dialog", name="Lost")
    expect(dialog).to_contain_text("No jump is left, the game is lost.")
    expect(dialog).not_to_contain_text(re.compile(r"2nd|draw", re.IGNORECASE))


def test_alone_the_crossed_out_paws_are_explained(visit: Visit, begin_from: LayDown) -> None:
    page = visit(width=390, height=844)
    begin_from("flipslide", JUMP)
    at_the_table(page)
    expect(page.get_by_test_id("aim")).to_contain_text("no jump back here")
    expect(page.get_by_test_id("prompt")).to_contain_text("not back to where you came from")
    page.mouse.click(*middle(page.locator("[data-previous]")))
    expect(page.get_by_text(re.compile("The rabbit came from .* and may not jump back"))).to_be_visible()


def test_alone_the_prompt_speaks_of_clovers_only(visit: Visit, begin_from: LayDown) -> None:
    page = at_the_table(visit())
    expect(page.get_by_test_id("prompt")).to_contain_text("Place your rabbit on an empty cell beside a clover.")
    begin_from("flipslide", ALONE)
    at_the_table(page)
    expect(page.get_by_test_id("prompt")).to_contain_text(
        "First flip a clover on the rim or slide a tile; then you jump."
    )


def test_a_hint_shows_at_once_where_a_tile_goes(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    begin_from("flipslide", "2 0,-1 0...V/ROYG/.IB1 0.2 - - 0")
    at_the_table(page, "greedy")
    page.get_by_role("button", name="Hint").click()
    violet = page.locator("[data-cell]:has(.hinted)")
    expect(violet).to_have_attribute("aria-label", re.compile("^violet 7"))
    there = middle(page.get_by_test_id("advised"))
    violet.click()
    goal = page.locator("[data-goal]:has(.hinted)")
    expect(goal).to_have_count(1)
    assert abs(middle(goal)[0] - there[0]) < FINGER / 2
    goal.click()
    expect(page.get_by_role("dialog", name="You win")).to_be_visible()
