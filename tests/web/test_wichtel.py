"""Der Herr der Wichtel by clicks: a whole match, secrets between browsers, choices beforehand, drags and habits."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.games.wichtel.test_rules import FIVE, GAME, at
from tests.web.conftest import LayDown, Look, Visit
from tests.web.hands import MOST_DECISIONS, verified
from tests.web.looks import out_of_view

TITLE = "Der Herr der Wichtel"
# What ends a round soon comes first; whatever else may be touched is left to luck.
BUTTONS = ("judge", "free", "march", "pass", "done", "continue")


def lay_table(page: Page, *others: str, start: bool = True) -> None:
    """Three chairs: mine and two others; up to 50 points."""
    card = page.get_by_role("listitem").filter(has_text=TITLE)
    card.get_by_role("button", name="Set up a table").click()
    dialog = page.get_by_role("dialog")
    for number, who in enumerate(others, 2):
        dialog.get_by_label(f"Seat {number}").select_option(who)
    dialog.get_by_role("radio", name="Until somebody has 50 points").check()
    if start:
        dialog.get_by_role("button", name="Start", exact=True).click()
    else:
        dialog.get_by_role("button", name="Set up and invite").click()


def by_hand(page: Page) -> None:
    """Nothing happens by itself: every march and every pass is a click."""
    page.evaluate("localStorage.setItem('fourleaf.wichtel.pass', 'no')")


def ply(page: Page) -> str:
    return page.locator("[data-ply]").get_attribute("data-ply") or ""


def button(page: Page, name: str) -> Locator:
    return page.locator(f"[data-act={name}]")


def choices(page: Page) -> Locator:
    """Everything that makes a move, or the first half of one."""
    buttons = ", ".join(f"[data-act={name}]" for name in BUTTONS)
    return page.locator(f"{buttons}, [data-gnome].can, [data-place].can, [data-rival].can")


def my_turn_or_end(page: Page, judgement: Callable[[], None] = lambda: None) -> bool:
    """Wait until I may decide; False when the match is over. A round that was judged meanwhile is looked at.

    While I am to decide nobody else can change anything: whatever is there to click stays there.
    """
    end, mine = page.get_by_test_id("end"), page.get_by_test_id("prompt").filter(has_text="Your turn.")
    while True:
        mine.or_(end).or_(button(page, "on")).first.wait_for()
        if end.is_visible():
            return False
        if not button(page, "on").is_visible():
            break
        judgement()
        button(page, "on").click()
    choices(page).first.wait_for()
    return True


def click_one(found: Locator, luck: random.Random) -> None:
    found.first.wait_for()
    found.nth(luck.randrange(found.count())).click()


def decide(page: Page, luck: random.Random) -> None:
    """One decision, in one click or two, and the table has taken it."""
    before = ply(page)
    offered = [name for name in BUTTONS if button(page, name).is_visible()]
    if offered:
        button(page, offered[0]).click()
    else:
        click_one(choices(page), luck)
        if page.locator("[data-gnome].picked").count():
            click_one(page.locator("[data-pile].can, [data-rival].can"), luck)
        elif page.locator("[data-rival].picked").count():
            click_one(page.locator("[data-gnome].can"), luck)
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", before)


def play_to_the_end(page: Page, luck: random.Random, judgement: Callable[[], None] = lambda: None) -> None:
    for _ in range(MOST_DECISIONS):
        if not my_turn_or_end(page, judgement):
            return
        decide(page, luck)
    raise AssertionError(f"no end after {MOST_DECISIONS} decisions")


def test_a_whole_match_by_clicks_and_a_rematch(visit: Visit, look: Look) -> None:
    page = visit()
    by_hand(page)
    lay_table(page, "greedy", "greedy")
    my_turn_or_end(page)
    look(page, "wichtel-start")
    page.locator("[data-place]").first.click(force=True)
    expect(page.get_by_role("alert")).to_contain_text("To recruit is the action of a turn")
    look(page, "wichtel-refusal")
    button(page, "march").click()
    page.locator("[data-gnome].can").first.click()
    page.locator("[data-pile].can").wait_for()
    page.locator("[data-place]").first.focus()
    expect(page.get_by_test_id("explain")).to_contain_text("point")
    look(page, "wichtel-middle")
    page.locator("[data-rival].can").first.click()
    luck = random.Random(4)
    judged: list[str] = []

    def look_once() -> None:
        if not judged:
            judged.append(page.get_by_test_id("judgement").inner_text())
            look(page, "wichtel-judgement")

    play_to_the_end(page, luck, look_once)
    verified(page)
    end = page.get_by_test_id("end")
    expect(page.get_by_test_id("judgement"), "no panel of a round lies behind the end").to_have_count(0)
    ranking, sheet, hands = (
        end.locator("ol").first,
        end.get_by_role("region", name="Score sheet"),
        end.locator("ol").last,
    )
    for width, height in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        tops = [part.bounding_box()["y"] for part in (ranking, sheet, hands)]  # type: ignore[index]
        assert tops == sorted(tops), "first the ranking, then the sheet, then the hands"
        whole = sheet.evaluate("node => [node.scrollHeight - node.clientHeight, node.scrollWidth - node.clientWidth]")
        assert whole == [0, 0], "every round and the sum are there without scrolling in the sheet"
        sheet.locator("tfoot").scroll_into_view_if_needed()
        expect(sheet.locator("tfoot")).to_be_in_viewport(ratio=1)
    look(page, "wichtel-end")
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_test_id("end")).to_be_hidden()
    choices(page).first.wait_for()


def test_a_whole_match_with_everything_in_motion(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    by_hand(page)
    lay_table(page, "greedy", "greedy")
    play_to_the_end(page, random.Random(9))
    verified(page)


def sit_down(visit: Visit, host: Page, name: str) -> Page:
    address = host.get_by_label("Send this link").input_value()
    friend = visit(re.sub(r"^https?://[^/]+", "", address))
    friend.get_by_role("textbox").fill(name)
    friend.get_by_role("button", name="Sit down").click()
    expect(host.get_by_text(name)).to_be_visible()
    return friend


def hand(page: Page) -> list[str]:
    return [str(card.get_attribute("data-gnome")) for card in page.locator("[data-gnome]").all()]


def test_bribes_are_secret_and_may_be_chosen_before_one_is_asked(visit: Visit) -> None:
    host = visit()
    by_hand(host)
    lay_table(host, "open", "open", start=False)
    first = sit_down(visit, host, "Hazel")
    second = sit_down(visit, host, "Rowan")
    host.get_by_role("button", name="Start the match").click()
    for page in (host, first, second):
        expect(page.locator("[data-gnome]")).to_have_count(4)
        expect(page.locator("[data-rival]")).to_have_count(2)
        expect(page.locator("[data-rival] .value"), "nobody sees a rival's gnome").to_have_count(0)
    watcher = visit(re.sub(r"^https?://[^/]+", "", host.url))
    expect(watcher.locator("[data-rival]")).to_have_count(3)
    expect(watcher.locator("[data-gnome], [data-event], [data-rival] .value")).to_have_count(0)
    button(host, "march").click()
    host.locator("[data-place].can").first.click()
    # Nobody has answered yet: the die may be taken back.
    host.get_by_role("button", name="Undo").click()
    host.locator("[data-place].can").last.click()
    expect(host.locator("[data-place]").last).to_contain_text("the die lies here")
    second.get_by_role("button", name="Pass when asked").click()
    expect(second.get_by_text("You will pass when you are asked.")).to_be_visible()
    # With nothing to lay one passes by itself, after the same short while.
    bribe = first.locator("[data-event].can")
    bribe.or_(button(first, "wait")).first.wait_for()
    if bribe.count():
        name = bribe.first.locator(".unseen").inner_text().removeprefix("Lay ").removesuffix(" face down")
        bribe.first.click()
        expect(second.get_by_role("tabpanel")).to_contain_text("Hazel lays a card face down")
        assert name not in second.get_by_role("tabpanel").inner_text()
    expect(host.get_by_role("tabpanel")).to_contain_text("Rowan passes")


def test_a_hot_seat_hides_hands_until_the_device_is_handed_over(visit: Visit) -> None:
    page = visit()
    lay_table(page, "me", "greedy")
    expect(page.get_by_role("heading", name="Pass the device to")).to_be_visible()
    expect(page.locator("[data-gnome], [data-event]")).to_have_count(0)
    page.get_by_role("button", name="I am").click()
    expect(page.locator("[data-gnome]")).to_have_count(4)


def test_a_gnome_is_dragged_onto_the_pile_and_what_was_seen_stays_visible(visit: Visit) -> None:
    page = visit()
    by_hand(page)
    lay_table(page, "greedy", "greedy")
    my_turn_or_end(page)
    button(page, "march").click()
    page.locator("[data-gnome].can").first.wait_for()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hinted").first).to_be_visible()
    seen = page.locator("[data-pile=discard] [data-top] .faint")
    expect(seen, "who left in the march is remembered").to_have_count(1)
    page.locator("[data-tool=habits]").click()
    page.locator("[data-habit=seen]").uncheck()
    expect(seen).to_have_count(0)
    page.keyboard.press("Escape")
    before = ply(page)
    page.locator("[data-gnome].can").first.drag_to(page.locator("[data-pile].can"))
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", before)
    expect(page.get_by_role("tabpanel")).to_contain_text("and calls")
    page.get_by_test_id("result").focus()
    expect(page.get_by_test_id("explain")).to_contain_text(re.compile(r"= ?\d+ points?"))


def test_the_die_is_dragged_onto_a_gnome(visit: Visit) -> None:
    page = visit()
    by_hand(page)
    lay_table(page, "greedy", "greedy")
    button(page, "march").click()
    page.locator("[data-die]").drag_to(page.locator("[data-place].can").first)
    expect(page.get_by_role("tabpanel")).to_contain_text("puts the die on place 1")


def lay_five(page: Page) -> None:
    card = page.get_by_role("listitem").filter(has_text=TITLE)
    card.get_by_role("button", name="Set up a table").click()
    dialog = page.get_by_role("dialog")
    while dialog.get_by_label("Seat 5").count() == 0:
        dialog.get_by_role("button", name="One more chair").click()
    for number in range(2, 6):
        dialog.get_by_label(f"Seat {number}").select_option("greedy")
    dialog.get_by_role("button", name="Start", exact=True).click()


BRIBES = {
    "events": "C2.LOOK.C2.NIX/C2.C4/C3.C4/HE.IM/C5.C2",
    "laid": "-/C3/C4/C5/C6",
    "shown": "-/C3/C4/C5/C6",
}
BRIBED = GAME.notation.write(at(**{**FIVE, **BRIBES, "phase": "nix", "place": "1"}))
"""Four bribes lie against me, and I could cancel one."""
CLAIM = GAME.notation.write(at(**FIVE, phase="claim", supervisor="free"))
EVERYTHING = "[data-testid=prompt], [data-place], [data-pile], [data-rival], [data-gnome], [data-event], [data-act]"


def test_everything_of_five_seats_is_in_view_in_every_window(visit: Visit) -> None:
    page = visit()
    by_hand(page)
    lay_five(page)
    for step in ("march", "action"):
        choices(page).first.wait_for()
        assert out_of_view(page, f"{EVERYTHING}, [data-supervisor], .prospect") == [], step
        clipped = page.locator(".name span").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.closest('.card').clientWidth).map(one => one.textContent)"
        )
        assert clipped == [], "on the smallest screen every name is whole"
        if step == "march":
            button(page, "march").click()


def test_an_explanation_lies_over_no_button_while_bribes_lie(visit: Visit, begin_from: LayDown) -> None:
    begin_from("wichtel", BRIBED)
    page = visit()
    by_hand(page)
    lay_five(page)
    expect(page.locator("[data-bribe]")).to_have_count(4)
    assert out_of_view(page, f"{EVERYTHING}, [data-bribe]") == []
    for width, height in ((1440, 900), (1280, 720), (390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for looked in (page.get_by_test_id("result"), page.locator("[data-place]").first):
            looked.focus()
            told, hand = page.get_by_test_id("explain").bounding_box(), page.locator(".hand").bounding_box()
            assert told
            assert hand
            assert told["y"] >= 0
            assert told["y"] + told["height"] <= hand["y"] + 1 or told["x"] + told["width"] <= hand["x"] + 1


def test_the_button_that_ends_the_round_does_not_stand_out(visit: Visit, begin_from: LayDown) -> None:
    begin_from("wichtel", CLAIM)
    page = visit()
    lay_five(page)
    expect(button(page, "judge")).to_have_class(re.compile(r"\bquiet\b"))
    expect(button(page, "continue")).not_to_have_class(re.compile(r"\bquiet\b"))


def test_what_may_be_chosen_is_outlined_and_the_rest_is_dimmed(visit: Visit) -> None:
    page = visit()
    by_hand(page)
    lay_table(page, "greedy", "greedy")
    my_turn_or_end(page)
    button(page, "march").click()
    page.locator("[data-place].can").first.wait_for()
    looks = "node => [Number(getComputedStyle(node).opacity), getComputedStyle(node).outlineStyle]"
    assert page.locator("[data-place].can").first.evaluate(looks) == [1, "dashed"]
    dim, outline = page.locator("[data-event]:not(.can)").first.evaluate(looks)
    assert dim < 1
    assert outline == "none"


def test_by_keyboard_the_focus_goes_to_the_new_choice_and_whatever_may_not_be_chosen_says_why(visit: Visit) -> None:
    page = visit()
    by_hand(page)
    lay_table(page, "greedy", "greedy")
    my_turn_or_end(page)
    page.keyboard.press("Shift")
    button(page, "march").focus()
    page.keyboard.press("Enter")
    four = page.locator("[data-gnome]")
    expect(four.nth(0)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(four.nth(1)).to_be_focused()
    page.locator("[data-event]").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    places = page.locator("[data-place]")
    places.nth(0).focus()
    page.keyboard.press("ArrowRight")
    expect(places.nth(1)).to_be_focused()
