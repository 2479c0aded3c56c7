"""How matches end, as everybody at the table reads it: the host, the guests, a watcher and one device for all."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import LayDown, Look, Visit
from tests.web.guests import at_a_table, lay, origin
from tests.web.hands import choices


def question(page: Page) -> Locator:
    """Ask for more, and to resign; the question that comes."""
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog", name="More").get_by_role("button", name="Resign").click()
    return page.get_by_role("dialog", name="Resign this match")


def resign(page: Page) -> None:
    question(page).get_by_role("button", name="Resign").click()


def end(page: Page) -> Locator:
    expect(page.get_by_test_id("end")).to_be_visible()
    return page.get_by_role("dialog")


def behind(page: Page) -> Locator:
    """The prompt, once the end screen is put aside."""
    page.get_by_role("button", name="Look at the board").click()
    expect(page.get_by_test_id("end")).to_be_hidden()
    return page.get_by_test_id("prompt")


def watching(visit: Visit, page: Page) -> Page:
    watcher = visit(page.url.removeprefix(origin(page)))
    watcher.get_by_test_id("prompt").or_(watcher.get_by_test_id("end")).first.wait_for()
    return watcher


# One card brings a hunter to the chest: yellow, whom nobody backed, or red, whom the first seat did.
NOBODY = "card 0 4+4 - 0/0/82/0 RB Y1Y2Y3/G1G2G3 -/-"
THE_FIRST = "card 0 4+4 - 82/0/0/0 RB R1R2R3/G1G2G3 -/-"


def test_when_nobody_wins_everybody_reads_it(visit: Visit, look: Look, begin_from: LayDown) -> None:
    begin_from("treasure", NOBODY)
    host, guest = at_a_table(visit, "treasure", "Oak", "Hazel")
    watcher = visit(host.url)
    expect(watcher.get_by_test_id("prompt")).to_contain_text("You are watching.")
    host.locator("[data-card].can").first.click()
    for page in (host, guest, watcher):
        expect(end(page).get_by_role("heading", name="Nobody wins", exact=True)).to_be_visible()
        expect(end(page)).not_to_contain_text("You win")
        expect(end(page)).to_contain_text("Yellow reached the treasure, which nobody backed: nobody wins.")
        expect(end(page)).not_to_contain_text(re.compile("1st|2nd"))
    look(guest, "nobody-wins")
    expect(behind(watcher)).to_contain_text("which nobody backed: nobody wins.")


def test_when_nobody_wins_on_one_device(visit: Visit, begin_from: LayDown) -> None:
    begin_from("treasure", NOBODY)
    page = visit()
    page.goto(origin(page) + lay(page, "treasure", "me", "me"))
    page.get_by_role("button", name="Start the match").click()
    page.get_by_role("button", name="I am").click()
    page.locator("[data-card].can").first.click()
    expect(end(page).get_by_role("heading", name="Nobody wins", exact=True)).to_be_visible()


def test_a_winner_is_told_once(visit: Visit, look: Look, begin_from: LayDown) -> None:
    begin_from("treasure", THE_FIRST)
    host, guest = at_a_table(visit, "treasure", "Oak", "Hazel")
    watcher = visit(host.url)
    expect(watcher.get_by_test_id("prompt")).to_contain_text("You are watching.")
    host.locator("[data-card].can").first.click()
    for page, title in ((host, "You win"), (guest, "Oak wins"), (watcher, "Oak wins")):
        expect(end(page).get_by_role("heading", name=title, exact=True)).to_be_visible()
        assert len(re.findall(r"\bwins?\b", end(page).inner_text())) == 1
        expect(page.get_by_test_id("luck")).to_contain_text(re.compile("recomputed|no luck to check"))
    look(host, "treasure-won")


def test_resigning_asks_first_and_everybody_reads_who_resigned(visit: Visit, look: Look) -> None:
    host, guest = at_a_table(visit, "treasure", "Oak", "Hazel")
    watcher = watching(visit, host)
    asked = question(host)
    expect(asked).to_contain_text("The match ends, and Hazel wins.")
    expect(asked).not_to_contain_text("rated")
    look(host, "resign-question")
    host.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    question(host).get_by_role("button", name="Play on").click()
    expect(asked).to_be_hidden()
    expect(host.locator("[data-card]")).to_have_count(3)
    expect(host.get_by_test_id("end")).to_be_hidden()

    resign(host)
    for page, title, who in (
        (host, "Hazel wins", "You resigned."),
        (guest, "You win", "Oak resigned."),
        (watcher, "Hazel wins", "Oak resigned."),
    ):
        expect(end(page)).to_contain_text(who)
        expect(end(page).get_by_role("heading", name=title, exact=True)).to_be_visible()
    look(host, "resigned-host")
    look(guest, "resigned-guest")
    expect(behind(host).get_by_role("paragraph")).to_have_text("You resigned. Hazel wins.")
    expect(behind(guest).get_by_role("paragraph")).to_have_text("Oak resigned. You win.")
    expect(behind(watcher).get_by_role("paragraph")).to_have_text("Oak resigned. Hazel wins.")
    # Whoever comes back later, or opens another tab, reads the same.
    host.reload()
    expect(end(host)).to_contain_text("You resigned.")
    expect(choices(host, "treasure")).to_have_count(0)


def test_a_bot_plays_on_for_whoever_resigned_until_the_next_one_does(visit: Visit, look: Look) -> None:
    host, hazel, rowan = at_a_table(visit, "flipslide", "Oak", "Hazel", "Rowan")
    asked = question(hazel)
    expect(asked).to_contain_text("The others play on. A bot plays your seat to the end, and you cannot take it back.")
    asked.get_by_role("button", name="Resign").click()
    prompt = hazel.get_by_test_id("prompt")
    expect(prompt).to_contain_text("You resigned. A bot plays your seat to the end.")
    expect(hazel.get_by_role("button", name="Take your seat back")).to_have_count(0)
    expect(hazel.get_by_role("button", name="Undo")).to_have_count(0)
    look(hazel, "resigned-and-looking-on")
    # The host places a rabbit, and it is the turn of Hazel's seat: a bot's, not Hazel's.
    host.locator("[data-goal]").first.click()
    rowan.locator("[data-goal]").first.wait_for()
    expect(choices(hazel, "flipslide")).to_have_count(0)
    expect(prompt).not_to_contain_text("Your turn")
    hazel.reload()
    expect(prompt).to_contain_text("You resigned. A bot plays your seat to the end.")
    expect(hazel.get_by_role("button", name="Take your seat back")).to_have_count(0)

    resign(rowan)
    expect(end(host)).to_contain_text("Hazel and Rowan resigned.")
    expect(end(hazel)).to_contain_text("You and Rowan resigned.")
    expect(end(rowan)).to_contain_text("You and Hazel resigned.")
    expect(end(host).get_by_role("heading", name="You win", exact=True)).to_be_visible()
    look(rowan, "resigned-both")


def test_the_longest_names_push_nothing_out_of_sight(visit: Visit) -> None:
    """On a small phone: in the waiting room, at the table, in the question before resigning and at the end."""
    host = visit(width=360, height=640)
    path = lay(host, "treasure", "me", "open", name="M" * 24, public=True)
    guest = visit(path, width=360, height=640)
    guest.get_by_test_id("sit").get_by_role("textbox").fill("W" * 24)
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("button", name="Get up")).to_be_visible()
    host.goto(origin(host) + path)
    for page in (host, guest):
        expect(page.locator("[data-chair='1']")).to_contain_text("W" * 24)
        nothing_sticks_out(page)
    host.get_by_role("button", name="Start the match").click()
    for page in (host, guest):
        page.get_by_test_id("prompt").wait_for()
        nothing_sticks_out(page)
    asked = question(guest)
    expect(asked).to_contain_text(f"{'M' * 24} wins")
    nothing_sticks_out(guest)
    asked.get_by_role("button", name="Resign").click()
    for page in (host, guest):
        expect(end(page)).to_contain_text("recomputed all")
        nothing_sticks_out(page)


def nothing_sticks_out(page: Page) -> None:
    wide = page.evaluate(
        """() => [document.documentElement, ...document.querySelectorAll("dialog[open], .card")]
          .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className || one.tagName)"""
    )
    assert wide == []


def test_at_a_rated_table_the_question_says_that_it_counts(visit: Visit) -> None:
    host, guest = at_a_table(visit, "treasure", "Oak", "Hazel", rated=True)
    expect(question(host)).to_contain_text("This match is rated: it counts as a loss.")
    host.get_by_role("button", name="Play on").click()
    guest.get_by_role("button", name="More").click()
    expect(guest.get_by_role("dialog")).to_contain_text("leaving is a loss, and you cannot come back to it")
    guest.get_by_role("button", name="Leave", exact=True).click()
    expect(guest.get_by_role("heading", name="What shall we play?")).to_be_visible()
    expect(end(host)).to_contain_text("Hazel resigned.")


def test_alone_there_is_no_second_place(visit: Visit, look: Look) -> None:
    page = visit()
    page.goto(origin(page) + lay(page, "flipslide", "me"))
    page.get_by_role("button", name="Start the match").click()
    page.get_by_test_id("prompt").wait_for()
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("dialog", name="More")).to_contain_text("Nobody else plays here, so the match ends.")
    page.keyboard.press("Escape")
    expect(question(page)).to_contain_text("The match ends here.")
    page.get_by_role("dialog", name="Resign this match").get_by_role("button", name="Resign").click()
    expect(end(page).get_by_role("heading", name="You resigned", exact=True)).to_be_visible()
    expect(end(page)).not_to_contain_text(re.compile("1st|2nd|Lost|wins"))
    look(page, "resigned-alone")
    expect(behind(page)).to_contain_text("You resigned.")


def test_among_bots_the_match_ends_without_a_winner(visit: Visit) -> None:
    (page,) = at_a_table(visit, "treasure", "Oak", bots=2)
    expect(question(page)).to_contain_text("Only bots would be left, so the match ends and nobody wins.")
    page.get_by_role("dialog", name="Resign this match").get_by_role("button", name="Resign").click()
    expect(end(page)).to_contain_text("You resigned.")
    expect(end(page)).to_contain_text("Nobody was left to play on.")
    expect(end(page)).not_to_contain_text("wins")
    expect(behind(page)).to_contain_text("You resigned. Nobody was left to play on.")


def test_on_one_device_nobody_is_handed_a_seat_that_a_bot_plays(visit: Visit) -> None:
    page = visit()
    page.goto(origin(page) + lay(page, "treasure", "me", "me", "me"))
    page.get_by_role("button", name="Start the match").click()
    page.get_by_role("button", name="I am Oak").click()
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog", name="More").get_by_role("button", name="Resign").click()
    page.get_by_role("dialog", name="Resign this match").get_by_role("button", name="Resign").click()
    curtain = page.get_by_role("heading", name="Pass the device to")
    expect(curtain).to_have_text("Pass the device to Player 2")
    page.reload()
    expect(curtain).to_have_text("Pass the device to Player 2")
    # Whatever comes to stand on the curtain from here on, Oak does not.
    page.evaluate(
        """() => {
          window.handed = new Set();
          new MutationObserver(() => {
            const now = /Pass the device to (.*)/.exec(document.body.innerText)?.[1];
            if (now) window.handed.add(now);
          }).observe(document.body, { childList: true, subtree: true, characterData: true });
        }"""
    )
    for name in ("Player 2", "Player 3"):
        page.get_by_role("button", name=f"I am {name}").click()
        play_until(page, curtain)
    assert page.evaluate("[...window.handed].sort()") == ["Player 2", "Player 3"]


def play_until(page: Page, curtain: Locator) -> None:
    """Play one card and, after a whirl, what comes with it: then it is somebody else's turn."""
    can = page.locator("[data-card].can, [data-figure].can").first
    while not curtain.is_visible():
        ply = page.locator("[data-ply]").get_attribute("data-ply") or ""
        can.click()
        curtain.or_(page.locator(f"[data-ply]:not([data-ply='{ply}'])")).first.wait_for()
        curtain.or_(can).first.wait_for()


def test_on_one_device_everybody_has_a_name(visit: Visit) -> None:
    page = visit()
    page.goto(origin(page) + lay(page, "flipslide", "me", "me"))
    page.get_by_role("button", name="Start the match").click()
    page.locator("[data-goal]").first.wait_for()
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog", name="More").get_by_role("button", name="Resign").click()
    asked = page.get_by_role("dialog", name="Resign this match for Oak?")
    expect(asked).to_contain_text("The match ends, and Player 2 wins.")
    asked.get_by_role("button", name="Resign").click()
    expect(end(page)).to_contain_text("Oak resigned.")
    expect(end(page).get_by_role("heading", name="Player 2 wins", exact=True)).to_be_visible()
    expect(end(page)).not_to_contain_text(re.compile("You (win|resigned)"))
