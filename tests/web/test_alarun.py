"""Alarún in the browser: from the first barter to the final count and the rematch, and what only this table has."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Look, Visit
from tests.web.hands import set_up, verified
from tests.web.looks import out_of_view


def hand(page: Page) -> Locator:
    return page.locator("[data-hand]")


def centre(page: Page) -> Locator:
    return page.locator("[data-centre]")


def cells(page: Page) -> Locator:
    return page.locator("[data-goal]")


def cards(where: Locator) -> list[str]:
    return [str(card.get_attribute("data-card")) for card in where.locator("[data-card]").all()]


def ply(page: Page) -> str:
    return page.locator("[data-ply]").get_attribute("data-ply") or ""


def has_moved_on(page: Page, before: str) -> None:
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", before)


def my_turn_or_end(page: Page) -> str:
    """Wait until I may act or lay, or until the end; which of them."""
    end = page.get_by_test_id("end")
    page.locator("[data-hand].can").or_(end).first.wait_for()
    if end.is_visible():
        return "end"
    return "lay" if page.get_by_role("button", name="Lay them for good").is_visible() else "act"


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def pass_on(page: Page) -> None:
    """Pass, and stay with it if I am asked."""
    before = ply(page)
    button(page, "Pass").click()
    sure = page.get_by_role("dialog", name="Pass already?").get_by_role("button", name="Pass", exact=True)
    sure.or_(page.locator(f"[data-ply]:not([data-ply='{before}'])")).first.wait_for()
    if sure.is_visible():
        sure.click()
    has_moved_on(page, before)


def come_to_lay(page: Page) -> None:
    """Pass whenever asked, until my cards are to be laid."""
    while my_turn_or_end(page) == "act":
        pass_on(page)
    expect(button(page, "Lay them for good")).to_be_visible()


def arrange(page: Page, luck: random.Random) -> None:
    """Lay three cards somewhere; the last one still waits for my word."""
    for left in (3, 2, 1):
        expect(hand(page)).to_have_count(left)
        before = ply(page)
        hand(page).first.click()
        goals = cells(page)
        goals.nth(luck.randrange(goals.count())).click()
        if left > 1:
            has_moved_on(page, before)
    expect(hand(page)).to_have_count(0)


def commit(page: Page) -> None:
    before = ply(page)
    button(page, "Lay them for good").click()
    has_moved_on(page, before)


def swap(page: Page, luck: random.Random) -> None:
    before = ply(page)
    hand(page).nth(luck.randrange(3)).click()
    centre(page).nth(luck.randrange(3)).click()
    has_moved_on(page, before)


def test_a_whole_game_against_a_bot_by_clicks(visit: Visit, look: Look) -> None:
    page = visit()
    set_up(page, "Alarún", "greedy")
    luck = random.Random(11)
    assert my_turn_or_end(page) == "act"
    look(page, "alarun-start")
    for round_ in range(1, 9):
        if my_turn_or_end(page) == "act" and round_ % 2:
            swap(page, luck)
        come_to_lay(page)
        expect(page.get_by_role("heading", name=f"Round {round_} of 8")).to_be_visible()
        if round_ == 4:
            hand(page).first.click()
            look(page, "alarun-middle")
            hand(page).first.click()
        arrange(page, luck)
        if round_ == 8:
            look(page, "alarun-climax")
        commit(page)
    assert my_turn_or_end(page) == "end"
    verified(page)
    look(page, "alarun-end")
    counted = [int(total) for total in page.locator(".count .total").all_inner_texts()]
    written = [int(score) for score in page.get_by_test_id("end").locator(".score").all_inner_texts()]
    assert sorted(counted) == sorted(written), "the count comes to what the server has written down"
    button(page, "Rematch").click()
    expect(page.get_by_test_id("end")).to_be_hidden()
    assert my_turn_or_end(page) in ("act", "lay")


TOGETHER = """() => {
    window.told = new Set();
    const look = () => {
        const [prompt, note] = ['[data-testid=prompt]', '.deeds'].map(one => document.querySelector(one)?.innerText);
        if (/Acting is over/.test(note)) window.told.add(/to swap/.test(prompt) ? 'to swap' : 'over');
        requestAnimationFrame(look);
    };
    look();
}"""
"""What the prompt says while the hand says that nobody acts any more."""


def test_hand_and_prompt_speak_of_the_same_position_while_cards_are_on_their_way(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    set_up(page, "Alarún", "greedy")
    my_turn_or_end(page)
    page.evaluate(TOGETHER)
    come_to_lay(page)
    arrange(page, random.Random(1))
    commit(page)
    page.wait_for_function("window.told.size > 0")
    assert page.evaluate("[...window.told]") == ["over"]


def test_a_cell_out_of_reach_is_refused_with_its_clause(visit: Visit, look: Look) -> None:
    page = visit()
    set_up(page, "Alarún", "random", "random", "random")
    come_to_lay(page)
    hand(page).first.click()
    page.locator("[data-plot='1,1']").click(force=True)
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("That cell touches no edge")
    look(page, "alarun-refusal")
    refusal.get_by_role("button", name="Rule A4.3").click()
    expect(page.locator("[data-place='A4.3']")).to_be_in_viewport()


def test_cards_of_a_turn_are_taken_back_until_they_are_laid_for_good(visit: Visit) -> None:
    page = visit()
    set_up(page, "Alarún", "random")
    come_to_lay(page)
    held = cards(hand(page))
    arrange(page, random.Random(2))
    laid = page.locator("[data-laid].mine")
    expect(laid).to_have_count(3)
    prompt = page.get_by_test_id("prompt")
    expect(prompt).to_contain_text("All three lie:")
    button(page, "Take back").click()
    expect(laid).to_have_count(2)
    expect(prompt).to_contain_text("Lay your last card")
    expect(hand(page)).to_have_count(1)
    for left in (1, 0):
        button(page, "Take back").click()
        expect(laid).to_have_count(left)
    assert cards(hand(page)) == held
    arrange(page, random.Random(3))
    # The first one leaves; the others stay where they can without it.
    page.locator("[data-laid].mine").first.click()
    expect(button(page, "Lay them for good")).to_be_disabled()
    expect(hand(page).first).to_be_visible()


def test_two_cards_change_places_by_dragging_one_onto_the_other(visit: Visit) -> None:
    page = visit()
    set_up(page, "Alarún", "random", "random")
    assert my_turn_or_end(page) == "act"
    mine, taken = cards(hand(page)), cards(centre(page))[-1]
    gives = str(hand(page).first.get_attribute("aria-label")).removeprefix("Give ").split(":")[0]
    takes = str(centre(page).last.get_attribute("aria-label")).removeprefix("Take ").split(":")[0]
    before = ply(page)
    hand(page).first.drag_to(centre(page).last)
    has_moved_on(page, before)
    expect(page.get_by_role("tabpanel")).to_contain_text(f"swaps {gives} for {takes}")
    assert sorted(cards(hand(page))) == sorted([*mine[1:], taken])


def test_swapping_all_asks_when_it_would_be_the_first_pass_and_the_marker_is_taken(visit: Visit) -> None:
    page = visit()
    set_up(page, "Alarún", "greedy")
    assert my_turn_or_end(page) == "act"
    before, theirs = ply(page), cards(centre(page))
    button(page, "Swap all & pass").click()
    dialog = page.get_by_role("dialog", name="Pass already?")
    expect(dialog).to_contain_text("Swapping your whole hand counts as a pass. You would be the first to pass:")
    button(page, "Keep bartering").click()
    expect(dialog).to_be_hidden()
    assert ply(page) == before
    button(page, "Swap all & pass").click()
    dialog.get_by_role("button", name="Swap all & pass").click()
    has_moved_on(page, before)
    assert sorted(cards(hand(page))) == sorted(theirs)
    expect(page.get_by_role("group", name="The square of").get_by_role("img", name="The Alarún marker")).to_be_visible()


def test_a_plain_pass_asks_as_well_when_it_would_be_the_first(visit: Visit) -> None:
    page = visit()
    set_up(page, "Alarún", "greedy")
    assert my_turn_or_end(page) == "act"
    before = ply(page)
    button(page, "Pass").click()
    dialog = page.get_by_role("dialog", name="Pass already?")
    expect(dialog).to_contain_text(
        "You would be the first to pass: the other seat has one more action, then you lay your cards first"
    )
    expect(dialog).not_to_contain_text("Swapping")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert ply(page) == before
    pass_on(page)


def test_cards_say_what_they_bring_at_best_while_they_are_swapped(visit: Visit) -> None:
    page = visit()
    set_up(page, "Alarún", "random")
    assert my_turn_or_end(page) == "act"
    expect(centre(page).locator("[data-brings]")).to_have_count(3)
    for card in [*centre(page).all(), *hand(page).all()]:
        brings = card.locator("[data-brings]").inner_text()
        assert str(card.get_attribute("aria-label")).endswith(f": {brings} at best")
    come_to_lay(page)
    expect(page.locator("[data-brings]")).to_have_count(0)


def test_one_and_the_same_total_stands_everywhere(visit: Visit) -> None:
    page = visit()
    set_up(page, "Alarún", "random")
    luck = random.Random(5)
    for _ in range(3):
        come_to_lay(page)
        arrange(page, luck)
        commit(page)
    my_turn_or_end(page)
    total = page.get_by_role("list", name="Your points so far").locator(".total").inner_text()
    parts = page.get_by_role("list", name="Your points so far").locator("b:not(.total)").all_inner_texts()
    assert int(total) == sum(map(int, parts))
    expect(page.get_by_text(re.compile(rf"^{total} points?$"))).to_be_visible()


def test_what_a_line_brews_is_told_in_words_by_hover_and_by_keyboard(visit: Visit) -> None:
    page = visit()
    set_up(page, "Alarún", "random")
    come_to_lay(page)
    recipe = page.get_by_test_id("recipe")
    expect(recipe).to_contain_text("The apprentice counts as")
    row = page.locator("[data-line=row0]")
    row.hover()
    expect(recipe).to_contain_text("This row: no two different cards")
    expect(recipe).to_contain_text("The next step is worth 2 points")
    page.mouse.move(0, 0)
    expect(recipe).to_contain_text("The apprentice counts as")
    hand(page).first.focus()
    page.keyboard.press("Enter")
    before = ply(page)
    cells(page).first.focus()
    page.keyboard.press("Enter")
    has_moved_on(page, before)
    # Beside the apprentice every card but Centum auri makes a pair, because the apprentice counts as what is best.
    edges = page.locator("[data-line]")
    told = []
    for place in range(edges.count()):
        edges.nth(place).focus()
        told.append(recipe.inner_text())
    gold = "Centum auri" in page.locator("[data-laid]").evaluate_all("all => all.map(one => one.ariaLabel).join()")
    pairs = [words for words in told if "the apprentice counts as" in words]
    assert gold or pairs
    assert all("worth 5 points" in words and words.endswith("2 points") for words in pairs), told


def test_two_browsers_see_different_hands_and_colours(visit: Visit) -> None:
    host = visit()
    set_up(host, "Alarún", "open")
    link = host.get_by_label("Send this link").input_value()
    friend = visit(re.sub(r"^https?://[^/]+", "", link))
    friend.get_by_role("textbox").fill("Hazel")
    friend.get_by_role("button", name="Sit down").click()
    button(host, "Start the match").click()
    for page in (host, friend):
        expect(hand(page)).to_have_count(3)
        expect(page.locator("[data-zone^=seat][data-card='?']")).to_have_count(3)
    colours = [page.get_by_test_id("secret").first.get_attribute("data-colour") for page in (host, friend)]
    assert colours[0] != colours[1]
    hand(host).first.click()
    before, taken = ply(host), cards(centre(host))[0]
    centre(host).first.click()
    has_moved_on(host, before)
    known = friend.locator(f"[data-zone=seat0][data-card='{taken}']")
    expect(known).to_have_count(1)
    expect(friend.locator("[data-zone=seat0][data-card='?']")).to_have_count(2)


def test_a_hot_seat_hides_hand_and_colour_until_the_device_is_handed_over(visit: Visit) -> None:
    page = visit()
    set_up(page, "Alarún", "me")
    for _ in range(2):
        expect(page.get_by_role("heading", name="Pass the device to")).to_be_visible()
        expect(hand(page)).to_have_count(0)
        expect(page.get_by_test_id("secret")).to_have_count(0)
        page.get_by_role("button", name="I am").click()
        assert my_turn_or_end(page) == "act"
        hand(page).first.click()
        centre(page).first.click()


def test_a_square_of_another_seat_can_be_looked_at_closely(visit: Visit) -> None:
    page = visit()
    set_up(page, "Alarún", "random", "random")
    assert my_turn_or_end(page) == "act"
    page.locator("[data-neighbour='1']").click()
    dialog = page.get_by_role("dialog", name="The square of Dandelion")
    expect(dialog.get_by_test_id("recipe")).to_be_visible()
    expect(dialog.locator("[data-line]")).to_have_count(2)


EVERYTHING = "[data-testid=prompt], [data-hand], [data-centre], [data-neighbour], .own svg, .acts .slim"


def test_everything_of_four_seats_is_in_view_in_every_window(visit: Visit) -> None:
    page = visit()
    set_up(page, "Alarún", "random", "random", "random")
    assert my_turn_or_end(page) == "act"
    assert out_of_view(page, EVERYTHING) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    come_to_lay(page)
    assert out_of_view(page, f"{EVERYTHING}, [data-goal]") == []


def test_on_a_phone_the_reserve_is_turned_up_in_words_and_a_chosen_card_covers_none(visit: Visit) -> None:
    page = visit(width=390, height=844)
    set_up(page, "Alarún", "random")
    assert my_turn_or_end(page) == "act"
    expect(button(page, "Turn up the reserve")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Refresh")).to_have_count(0)
    hand(page).first.click()
    expect(hand(page).first).to_have_attribute("aria-pressed", "true")
    heading, card = page.get_by_role("heading", name="Your hand").bounding_box(), hand(page).first.bounding_box()
    assert heading
    assert card
    edge = hand(page).first.evaluate("one => parseFloat(getComputedStyle(one).outlineWidth)")
    assert card["y"] - edge >= heading["y"] + heading["height"] - 6, "the words end above the padding"


LIGHT = """all => all.map(one => {
  const [red, green, blue] = getComputedStyle(one).fill.match(/[0-9.]+/g).map(Number);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
})"""


def test_cells_for_a_card_are_brighter_than_the_others_by_day_and_by_night(visit: Visit) -> None:
    page = visit()
    set_up(page, "Alarún", "random")
    come_to_lay(page)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        goals = page.locator(".own g.goal .bed").evaluate_all(LIGHT)
        others = page.locator(".own g.plot:not(.goal) .bed").evaluate_all(LIGHT)
        assert min(goals) > max(others) + 20, theme


def test_by_keyboard_every_cell_and_card_is_reached_and_says_why_not(visit: Visit) -> None:
    page = visit()
    set_up(page, "Alarún", "random")
    come_to_lay(page)
    page.keyboard.press("Shift")
    apprentice = page.locator("[data-laid='0,0']")
    page.locator("[data-goal='-1,0']").focus()
    page.keyboard.press("ArrowRight")
    expect(apprentice).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-plot='1,0']")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-plot='1,1']")).to_be_focused()
    expect(page.locator("[data-plot='1,1']")).to_have_attribute("aria-disabled", "true")
