"""Korrigans in the browser: a whole game by clicks, and what is particular to its table."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import LayDown, Look, Visit
from tests.web.guests import lay, origin
from tests.web.hands import play_now, set_up, verified

MOST_DECISIONS = 200
CHOICES = "[data-can]"

# With three seats, and the first one to decide.
FAIRY = (
    "fairy 0 0.1 - ir-b--- ------r - - - 16,5/0,15/14,8 B,-,1,H,-,-/-,-,2,S,1,-/-,-,2,H,-,- 22222022 "
    "0:-;1:13;2:BB;4:1;5:-;7:SO;8:1123;13:H4;14:H2;15:2;16:HO1 "
    "0:4@16,1:2@1,2:2@14,0:1@0,1:2@15,2:1@2|0:F@4,1:M@0,2:1@1|0:B@7,1:3@7,2:2@5|0:3@13,2:M@8|0:S@5 nt-"
)
TROLL = (
    "troll 0 0.1 - o-vgi-b ---o--- - 1-2 - 9,1/1,1/9,13 OF,-,1,H,3,-/B,-,4,H,-,-/O,-,3,H,2,- 22203111 "
    "0:1;1:-;2:11;4:M;6:-;7:HS2;9:-;10:S;11:12;12:S3;13:M2;14:OF;15:-;16:H24 "
    "0:F@0,1:3@1,2:3@2,0:1@16,1:B@15,2:1@14|0:4@11,1:4@6,2:O@13|0:H@10,2:H@9|0:1@7,1:2@1,2:3@15|0:O@4,2:2@12"
    "|0:F@9,1:2@1|0:3@1 nt-"
)
LEPRECHAUN = (
    "leprechaun 0 0.0 - iyrgb-o -b----- - 2-5 - 5,16/0g,3/16,9 -,-,B,H,-,-/-,-,S,S,1,-/SO,-,2,H,3,- 11213021 "
    "0:-;1:22;2:OF;3:M1;4:3;5:-;8:HSF2;9:-;11:4;13:24;14:F1;15:-;16:- "
    "0:B@0,1:4@1,2:1@14,0:O@16,1:S@15,2:2@2|0:2@4,1:1@16,2:S@13|0:H@1,1:2@15,2:S@11|0:2@5,1:2@16,2:3@9"
    "|0:3@11,1:M@0,2:O@16|1:3@9|0:1@8,1:1@3|0:B@5 nt-"
)
GOBLIN = (
    "goblin 0 0.1 - r-giybo -gr--y- - - - 12,9g/9e,8e/1,9 -,-,H,S,-,-/MB,-,H,S,2,14/H,-,H,S,-,- 11022112 "
    "0:2;1:3;2:F1;3:4;6:-;7:F12;8:SBB1;9:-;10:-;11:23;12:S2;13:-;14:-;15:-;16:SO "
    "0:H@0,1:H@1,2:H@2,0:2@16,1:3@15,2:H@14|0:3@9,1:4@14,2:S@13|0:2@3,1:B@15|0:3@7,1:M@6,2:M@14"
    "|0:1@9,1:2@1,2:1@13|0:4@12,1:O@10|0:3@3,1:1@13,2:1@11|1:4@10,1:1@8|0:2@16,2:2@1 nt-"
)
# With two seats: the first one has a Mouse, and no bridge leads anywhere.
ONLY_A_SACRIFICE = (
    "move 0 - - --i---- ------- - - - 16,0/1,15 -,-,-,-,-,-/-,-,-,-,-,- 22223122 0:B;1:113;15:M;16:HO1 "
    "0:4@16,1:2@1,0:1@0,1:1@15 nt-"
)
# With two seats: the first one looks at five clovers, all animals.
FIVE_CLOVERS = (
    "gather 0 0.1 - --b--vr v------ - - - 14,8/0e,16 B,-,F,S,-,-/S,-,1,H,-,- 22122122 "
    "0:-;1:S2;4:H;8:HHMOF;10:S;14:O2;15:-;16:12 "
    "0:F@16,1:1@1,0:3@0,1:2@15|0:B@1,1:S@4|0:3@15,0:M@10,1:2@0|0:S@14,1:F@16 nt-"
)
# With two seats: three rides bring both Korrigans of the first one to the Cauldron.
DASH = (
    "final 0 - - v-ygroi -ov-iyr b - 2 9,3/4g,13 SMFB,-,4,H,2,-/M,-,4,H,23,7 11221101 "
    "0:-;1:H;2:2;3:O1;4:-;5:-;6:-;8:HSO1;9:-;10:-;13:H;15:-;16:MF3 "
    "0:B@0,1:4@1,0:4@16,1:1@15|0:F@2,1:M@2|0:M@0,1:2@1|0:2@1,1:1@5|0:2@10,1:O@6|0:3@5,0:S@9|0:2@4,1:3@8|1:1@13"
    "|0:2@15,0:3@3,1:1@13|1:1@10|0:2@9,1:2@4 nt-"
)
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


def look_at_field(page: Page, field: str) -> None:
    """As whoever walks the map by keyboard."""
    page.keyboard.press("Tab")
    page.locator(f"[data-field={field}]").focus()


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
    expect(page.get_by_test_id("tray")).to_contain_text("No animal yet")
    look(page, "korrigans-start")
    middle = refused = dash = False
    for _ in range(MOST_DECISIONS):
        if not my_turn_or_end(page):
            break
        if not refused and page.locator("[data-can=sun]").count():
            # The first pawn of all is a new colour for sure.
            page.locator("[data-spot=cloud4]").click(force=True)
            refusal = page.get_by_role("alert")
            expect(refusal).to_contain_text("is a new colour, so the pawn goes on a sun")
            expect(refusal.get_by_role("button", name="Rule K3.2")).to_be_visible()
            look(page, "korrigans-refusal")
            refused = True
        if not middle and page.locator("[data-can=korrigan]").count() and page.get_by_text("round 4").count():
            page.locator("[data-can=korrigan]").first.click(force=True)
            look_at_field(page, page.locator("[data-can=field]").first.get_attribute("data-field") or "")
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
    seen = Counter(
        {clover.get_attribute("data-token"): int(clover.get_attribute("data-lying") or 0) for clover in clovers.all()}
    )
    expect(friend.locator(".raised")).to_have_count(sum(seen.values()))
    expect(friend.locator("[data-token], [data-held]")).to_have_count(0)
    kept = clovers.first.get_attribute("data-token")
    clovers.first.click()
    expect(host.locator(f"[data-held={kept}]")).to_be_visible()
    expect(friend.get_by_role("tabpanel")).to_contain_text(re.compile(r"keeps (one of \d clovers|the last clover)"))
    expect(friend.locator("[data-held]")).to_have_count(0)

    # The memory of a field is one's own, and exactly what was seen.
    look_at_field(host, field)
    memory = host.get_by_test_id("memory")
    expect(memory).to_contain_text("Your look at the start")
    expect(memory.locator("[data-took]")).to_have_attribute("data-took", kept or "")
    left = Counter(clover.get_attribute("data-left") for clover in memory.locator("[data-left]").all())
    assert left + Counter([kept]) == seen
    look_at_field(friend, field)
    expect(friend.get_by_test_id("memory")).to_contain_text("You have not looked here.")


def test_a_sacrifice_is_confirmed_taken_back_and_made_and_a_korrigan_is_dragged(
    visit: Visit, begin_from: LayDown
) -> None:
    page = visit()
    begin_from("korrigans", ONLY_A_SACRIFICE)
    set_up(page, "Korrigans", "greedy")
    page.locator("[data-can=sac]").wait_for()
    expect(page.get_by_test_id("prompt")).to_contain_text(
        "No animal of yours leads to another field: sacrifice a token"
    )
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


def test_each_clover_to_keep_says_what_it_brings(visit: Visit, begin_from: LayDown, look: Look) -> None:
    page = visit()
    begin_from("korrigans", FIVE_CLOVERS)
    set_up(page, "Korrigans", "greedy")
    clovers = page.locator("[data-can=take]")
    clovers.first.wait_for()
    for clover in clovers.all():
        brings = clover.locator(".brings")
        expect(brings).to_be_visible()
        expect(brings).to_have_text(re.compile(r"^[A-Z][a-z ]+: (no field|1 field|\d+ fields) from here\.$"))
    expect(page.locator("[data-token=hare]")).to_contain_text("hare ×2 ")
    expect(page.locator("[data-token=mouse]")).to_contain_text("Crosses bridges: ")
    look(page, "korrigans-keep")


def test_the_dash_says_what_is_in_reach_and_stopping_short_of_it_asks(
    visit: Visit, begin_from: LayDown, look: Look
) -> None:
    page = visit()
    begin_from("korrigans", DASH)
    set_up(page, "Korrigans", "greedy")
    stop = page.locator("[data-can=stop]")
    stop.wait_for()
    expect(page.get_by_test_id("dash").get_by_role("listitem")).to_have_text(
        ["One there: 10 gold 1 ride away", "Both there: 15 gold 3 rides away"]
    )
    look(page, "korrigans-reach")
    before = ply(page)
    stop.click()
    dialog = page.get_by_role("dialog", name="Stop although more gold is in reach?")
    expect(dialog).to_contain_text("can still bring you 15 gold at the Cauldron. If you stop here, it brings you none.")
    dialog.get_by_role("button", name="Ride on").click()
    expect(dialog).to_be_hidden()
    assert ply(page) == before
    stop.click()
    dialog.get_by_test_id("confirm-stop").click()
    taken_by_the_table(page, before)


def shade(page: Page, which: str) -> float:
    """How bright the first of these fields is painted over, from -1 to 1."""
    return float(
        page.locator(which).first.evaluate(
            """field => {
                const [red, green, blue, alpha = 1] = getComputedStyle(field).fill.match(/[\\d.]+/g).map(Number);
                return ((red + green + blue) / 382.5 - 1) * alpha;
            }"""
        )
    )


def light(page: Page, which: str) -> float:
    """The relative luminance of an outline, as the guidelines for contrast have it."""
    return float(
        page.locator(which).first.evaluate(
            """line => {
                const [red, green, blue] = getComputedStyle(line).stroke.match(/[\\d.]+/g).map(part => part / 255)
                    .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
                return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
            }"""
        )
    )


def test_fields_where_one_may_go_are_brighter_and_outlined_by_day_and_by_night(visit: Visit) -> None:
    for scheme in ("light", "dark"):
        page = visit(color_scheme=scheme)
        set_up(page, "Korrigans", "greedy")
        page.locator("[data-can=field]").first.wait_for()
        assert shade(page, "[data-field][data-open]") > 0.1, scheme
        assert shade(page, "[data-field]:not([data-open])") < -0.1, scheme
        expect(page.locator(".lines .casing")).to_have_count(page.locator("[data-open]").count())
        # The line is bright and its casing dark: whatever the ground is, one of them stands out.
        assert (light(page, ".lines .line") + 0.05) / (light(page, ".lines .casing") + 0.05) > 7, scheme
        expect(page.locator(".mist .veil")).to_have_count(0)


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


def begin(page: Page, begin_from: LayDown, position: str, kind: str) -> str:
    """A table of three that begins with what a menhir asks of me; the ply of it."""
    begin_from("korrigans", position)
    set_up(page, "Korrigans", "greedy", "greedy")
    page.locator(f"[data-can={kind}]").first.wait_for()
    return ply(page)


def told(page: Page, words: str) -> None:
    expect(page.get_by_role("tabpanel")).to_contain_text(re.compile(words))


def test_a_goblin_goes_to_somebody_else(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    before = begin(page, begin_from, GOBLIN, "goblin")
    page.locator("[data-can=goblin]").first.click()
    taken_by_the_table(page, before)
    told(page, "passes (its|a|the) Goblin")


def test_a_fairy_carries_a_korrigan_once_more_or_is_declined(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    before = begin(page, begin_from, FAIRY, "decline")
    ride(page, random.Random(1))
    taken_by_the_table(page, before)
    told(page, "rides")
    other = visit()
    before = begin(other, begin_from, FAIRY, "decline")
    other.locator("[data-can=decline]").click()
    taken_by_the_table(other, before)
    told(other, "declines|does not use")


def test_a_leprechaun_takes_a_screen_away(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    before = begin(page, begin_from, LEPRECHAUN, "seat")
    expect(page.locator("[data-can=seat]")).to_have_count(2)
    page.locator("[data-can=seat]").first.click()
    taken_by_the_table(page, before)
    told(page, "takes away the screen")
    told(page, "has no screen any more")


def test_a_troll_closes_a_way(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    before = begin(page, begin_from, TROLL, "link")
    page.locator("[data-can=link]").nth(3).click(force=True)
    taken_by_the_table(page, before)
    told(page, "puts the Troll between")


def middle_of(page: Page, field: str) -> tuple[float, float]:
    """A point of a field on which nobody stands."""
    box = page.locator(f"[data-field={field}]").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_what_is_told_beside_a_field_goes_with_a_click_and_knows_when_i_look(visit: Visit) -> None:
    page = visit()
    set_up(page, "Korrigans", "greedy")
    goal = page.locator("[data-can=field]").first
    goal.wait_for()
    field = goal.get_attribute("data-field") or ""
    memory = page.get_by_test_id("memory")
    x, y = middle_of(page, field)
    page.mouse.move(x, y)
    expect(memory).to_contain_text("You have not looked here.")
    page.mouse.click(x, y)
    page.locator("[data-can=take]").first.wait_for()
    expect(memory).to_have_count(0)
    look_at_field(page, field)
    expect(memory).to_be_visible()
    expect(memory).not_to_contain_text("You have not looked here.")


def test_a_finger_is_asked_first_and_can_ask_about_every_field(visit: Visit) -> None:
    page = visit(width=390, height=844, has_touch=True)
    set_up(page, "Korrigans", "greedy")
    goal = page.locator("[data-can=field]").first
    goal.wait_for()
    before = ply(page)
    other = page.locator("[data-field]:not([data-open])").first.get_attribute("data-field") or ""
    page.touchscreen.tap(*middle_of(page, other))
    expect(page.get_by_test_id("memory")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_visible()
    page.touchscreen.tap(*middle_of(page, goal.get_attribute("data-field") or ""))
    lay_here = page.locator("[data-lay]")
    expect(lay_here).to_be_in_viewport(ratio=1)
    assert ply(page) == before
    lay_here.tap()
    taken_by_the_table(page, before)


def test_by_keyboard_the_focus_goes_to_the_clovers_and_back_and_a_field_can_be_asked(visit: Visit) -> None:
    page = visit()
    set_up(page, "Korrigans", "greedy")
    goal = page.locator("[data-can=field]").first
    goal.wait_for()
    look_at_field(page, goal.get_attribute("data-field") or "")
    start = page.evaluate("document.activeElement.dataset.field")
    page.keyboard.press("ArrowDown")
    beside = page.evaluate("document.activeElement.dataset.field")
    assert beside not in (None, start)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Your two Korrigans begin on")
    look_at_field(page, start)
    page.keyboard.press("Enter")
    expect(page.locator("[data-can=take]").first).to_be_focused()
    page.keyboard.press("Enter")
    # The next choice is a field again.
    page.locator("[data-can=field]").first.wait_for()
    expect(page.locator("[data-field]:focus")).to_have_attribute("data-can", "field")


@pytest.mark.parametrize(("placement", "flags"), [("numbered", 4), ("free", 0)])
def test_flags_stand_only_where_seats_have_fields_of_their_own(visit: Visit, placement: str, flags: int) -> None:
    page = visit()
    path = lay(page, "korrigans", "me", "greedy", options={"placement": placement})
    page.goto(origin(page) + path)
    page.get_by_role("button", name="Start the match").click()
    page.locator("[data-can=field]").first.wait_for()
    expect(page.locator(".flag")).to_have_count(flags)


def test_no_drastic_choice_is_emphasised(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    begin(page, begin_from, FAIRY, "decline")
    expect(page.locator("[data-can=decline]")).to_have_class(re.compile(r"\bquiet\b"))
    begin_from("korrigans", DASH)
    other = visit()
    set_up(other, "Korrigans", "greedy")
    expect(other.locator("[data-can=stop]")).to_have_class(re.compile(r"\bquiet\b"))
