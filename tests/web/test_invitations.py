"""From "Set up and invite" to a full table: links of every state, visitors of every kind, and the waiting room."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.conftest import CHROMIUM, PATIENCE, Look, Visit
from tests.web.guests import ask, lay, origin
from tests.web.hands import set_up

DEAD = "This invite link can’t be used any more"


def room(visit: Visit, *others: str, **wishes: object) -> Page:
    """The host of a Treasure table with these other chairs, in its waiting room."""
    host = visit(**wishes)
    set_up(host, "Treasure, Treasure!", *others)
    expect(host.get_by_role("heading", name="Invite friends")).to_be_visible()
    return host


def links(host: Page) -> Locator:
    """The links that are shown as ones that work."""
    return host.get_by_label("Send this link")


def path(host: Page, number: int = 0) -> str:
    return links(host).nth(number).input_value().removeprefix(origin(host))


def one_person(host: Page) -> None:
    """A link for one person instead of whatever is there."""
    before = links(host).count()
    host.get_by_role("button", name="A link for one person").click()
    expect(links(host)).to_have_count(before + 1)


def sit(page: Page, name: str) -> None:
    page.get_by_test_id("sit").get_by_role("textbox").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_test_id("sit")).to_be_hidden()


def chair(page: Page, seat: int) -> Locator:
    return page.locator(f"[data-chair='{seat}']")


def reason(page: Page) -> Locator:
    return page.get_by_test_id("no-seat")


def test_one_link_seats_a_whole_group_and_nobody_whom_the_host_sent_away(visit: Visit, look: Look) -> None:
    host = room(visit, "open", "open")
    expect(links(host)).to_have_count(1)
    assert "to everybody" in (links(host).get_attribute("aria-label") or "")
    look(host, "waiting-group")
    link = path(host)
    hazel, rowan, fern = visit(link), visit(link), visit(link)
    expect(hazel.get_by_text("You are invited. What shall the others call you?")).to_be_visible()
    assert "#" not in hazel.url
    look(hazel, "waiting-invited")
    sit(hazel, "Hazel")
    expect(chair(host, 1)).to_contain_text("Hazel")
    expect(host.get_by_text("1 person has sat down by it.")).to_be_visible()
    sit(rowan, "Rowan")
    expect(chair(host, 2)).to_contain_text("Rowan")
    expect(host.get_by_role("heading", name="Invite friends")).to_have_count(0)
    expect(reason(fern)).to_contain_text("Every chair is taken")

    chair(host, 1).get_by_role("button", name="Send away").click()
    expect(chair(host, 1)).to_contain_text("Open chair")
    expect(links(host), "the link has a seat to give again").to_have_count(1)
    expect(reason(hazel)).to_contain_text("The host sent you away from this table.")
    look(hazel, "waiting-sent-away")
    hazel.goto(origin(host) + link)
    expect(reason(hazel)).to_contain_text("The host sent you away from this table.")
    expect(hazel.get_by_role("button", name="Sit down")).to_have_count(0)
    sit(fern, "Fern")
    expect(chair(host, 1)).to_contain_text("Fern")
    host.get_by_role("button", name="Start the match").click()
    for page in (host, rowan, fern):
        expect(page.locator("[data-card]")).to_have_count(3)


def test_a_used_link_is_never_shown_as_one_that_works(visit: Visit, look: Look) -> None:
    host = room(visit, "open", "open")
    host.get_by_role("button", name="Take back").click()
    expect(links(host)).to_have_count(0)
    one_person(host)
    link = path(host)
    friend, late = visit(link), visit(link)
    sit(friend, "Hazel")
    used = host.locator("[data-invite='used']")
    for _ in range(2):
        expect(used).to_contain_text("used, it can’t be used again")
        expect(links(host)).to_have_count(0)
        expect(host.get_by_role("button", name="Copy")).to_have_count(0)
        expect(reason(late)).to_contain_text(DEAD)
        host.reload()
    look(host, "waiting-used")
    look(late, "waiting-dead")

    # Whoever got up by themselves is welcome without a link; the link they used stays used.
    friend.get_by_role("button", name="Get up").click()
    expect(friend.get_by_text("There is a chair for you.")).to_be_visible()
    expect(chair(host, 1)).to_contain_text("Open chair")
    expect(used).to_be_visible()
    expect(links(host)).to_have_count(0)
    friend.get_by_role("button", name="Sit down").click()
    expect(chair(host, 1)).to_contain_text("Hazel")
    used.get_by_role("button", name="Clear away").click()
    expect(used).to_have_count(0)
    host.reload()
    expect(chair(host, 1)).to_contain_text("Hazel")
    expect(host.locator("[data-invite]")).to_have_count(0)


def test_a_new_link_pasted_into_the_same_tab_works(visit: Visit) -> None:
    host = room(visit, "open")
    friend = visit(path(host))
    expect(friend.get_by_text("You are invited.")).to_be_visible()
    host.get_by_role("button", name="Take back").click()
    expect(links(host)).to_have_count(0)
    friend.reload()
    expect(reason(friend)).to_contain_text(DEAD)
    one_person(host)
    # Only what stands behind the # differs, so the page is not loaded anew.
    friend.evaluate("window.same = true")
    friend.goto(origin(host) + path(host))
    expect(friend.get_by_text("You are invited.")).to_be_visible()
    assert friend.evaluate("window.same")
    assert "#" not in friend.url
    sit(friend, "Hazel")
    expect(chair(host, 1)).to_contain_text("Hazel")


def test_skipping_to_the_table_by_keyboard_does_not_cost_the_invitation(visit: Visit) -> None:
    host = room(visit, "open")
    friend = visit(path(host))
    expect(friend.get_by_text("You are invited.")).to_be_visible()
    friend.keyboard.press("Tab")
    friend.keyboard.press("Enter")
    expect(friend.locator("main")).to_be_focused()
    friend.keyboard.press("Tab")
    expect(friend.get_by_role("link", name="Rules")).to_be_focused()
    assert "#" not in friend.url
    sit(friend, "Hazel")
    expect(chair(host, 1)).to_contain_text("Hazel")


def test_another_device_of_the_host_knows_of_links_but_not_their_secrets(visit: Visit, look: Look) -> None:
    host = room(visit, "open", "open")
    known = host.context.storage_state()
    other = visit(host.url.removeprefix(origin(host)), storage_state={"cookies": known["cookies"], "origins": []})
    expect(other.locator("[data-invite='live']")).to_contain_text("made on another device")
    expect(other.get_by_role("button", name="Copy")).to_have_count(0)
    look(other, "waiting-other-device")
    other.get_by_role("button", name="Take back").click()
    expect(other.locator("[data-invite]")).to_have_count(0)
    one_person(other)
    # The first device is told as soon as somebody looks at it again.
    host.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(links(host)).to_have_count(0)
    expect(host.locator("[data-invite='live']")).to_contain_text("made on another device")
    second = host.context.new_page()
    second.goto(host.url)
    expect(second.locator("[data-invite='live']")).to_contain_text("made on another device")


def test_a_public_table_has_one_way_to_sit_down(visit: Visit, look: Look) -> None:
    host = visit()
    table = lay(host, "treasure", "me", "open", "open", public=True)
    guest = visit(table)
    expect(guest.get_by_text("This table is open to everybody.")).to_be_visible()
    expect(guest.get_by_role("button", name="Sit down")).to_have_count(1)
    expect(guest.get_by_text("invited")).to_have_count(0)
    look(guest, "waiting-public")
    sit(guest, "Hazel")
    host.goto(origin(host) + table)
    expect(chair(host, 1)).to_contain_text("Hazel")
    expect(host.get_by_role("button", name="Sit down", exact=True)).to_have_count(0)
    chair(host, 2).get_by_label("Give this chair to").select_option("Me too, on this device")
    called = chair(host, 2).get_by_label("What the second player is called")
    expect(called).to_have_attribute("placeholder", "Player 2")
    called.fill("Willow")
    called.press("Enter")
    expect(chair(host, 2)).to_contain_text("Willow")
    expect(chair(guest, 2)).to_contain_text("Willow")
    chair(host, 1).get_by_role("button", name="Send away").click()
    expect(reason(guest)).to_contain_text("The host sent you away from this table.")


def test_the_waiting_room_has_rules_terms_and_chat_and_can_be_closed(visit: Visit, look: Look) -> None:
    host = visit()
    clock = {"kind": "live", "bank": 600, "increment": 15, "then": "stand_in"}
    table = lay(host, "flipslide", "me", "open", clock=clock, options={"slide_limit": 3}, public=True)
    host.goto(origin(host) + table)
    guest = visit(table)
    sit(guest, "Hazel")
    for page in (host, guest):
        expect(page.get_by_text("At most three steps.")).to_be_visible()
        expect(page.get_by_text("10 min each, 15 s a move, then a bot plays on")).to_be_visible()
    guest.get_by_placeholder("Say something").fill("Ready when you are")
    guest.get_by_role("button", name="Send").click()
    expect(host.get_by_text("Ready when you are")).to_be_visible()
    look(host, "waiting-room")

    host.get_by_role("button", name="Close the table").click()
    asked = host.get_by_role("dialog", name="Close this table?")
    host.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    host.get_by_role("button", name="Close the table").click()
    asked.get_by_role("button", name="Close the table").click()
    expect(host.get_by_role("heading", name="What shall we play?")).to_be_visible()
    expect(host.get_by_role("heading", name="Your tables")).to_have_count(0)
    expect(guest.get_by_text("The host closed this table.")).to_be_visible()
    look(guest, "closed")
    guest.get_by_role("link", name="To the lobby", exact=True).click()
    expect(guest.get_by_role("heading", name="What shall we play?")).to_be_visible()
    visitor = visit(table)
    expect(visitor.get_by_text("The host closed this table.")).to_be_visible()


def test_a_new_name_reaches_the_table_and_none_is_cut_off(visit: Visit, look: Look) -> None:
    host = visit()
    table = lay(host, "treasure", "me", "open", public=True)
    host.goto(origin(host) + table)
    guest = visit(table)
    sit(guest, "Hazel")
    expect(chair(host, 1)).to_contain_text("Hazel")

    def rename(name: str) -> Locator:
        guest.get_by_title("Change your name").click()
        dialog = guest.get_by_role("dialog", name="Your name")
        dialog.get_by_role("textbox").fill(name)
        dialog.get_by_role("button", name="Change your name").click()
        return dialog

    long = rename("Hazel of the seven green hills")
    expect(long.get_by_text("30 of 24")).to_be_visible()
    expect(long.get_by_text("A name has at most 24 letters.")).to_be_visible()
    expect(long, "the browser says why, and nothing is sent").to_be_visible()
    assert long.get_by_role("textbox").input_value() == "Hazel of the seven green hills"
    look(guest, "rename-too-long")
    guest.keyboard.press("Escape")
    expect(rename("Hazelnut")).to_be_hidden()
    expect(chair(host, 1)).to_contain_text("Hazelnut")
    expect(chair(guest, 1)).to_contain_text("Hazelnut")
    host.get_by_role("button", name="Start the match").click()
    guest.get_by_test_id("prompt").wait_for()
    expect(rename("Rowan")).to_be_hidden()
    for page in (host, guest):
        expect(page.locator(".seats")).to_contain_text("Rowan")
        expect(page.locator(".seats")).not_to_contain_text("Hazelnut")


def test_in_two_tabs_one_has_one_name_and_the_field_says_the_one_to_come(visit: Visit) -> None:
    host = visit()
    table = lay(host, "treasure", "me", "open", public=True)
    host.goto(origin(host) + table)
    one = visit(table)
    sit(one, "Hazel")
    other = one.context.new_page()
    other.goto(origin(host) + table)

    def rename(name: str) -> None:
        other.get_by_title("Change your name").click()
        dialog = other.get_by_role("dialog", name="Your name")
        dialog.get_by_role("textbox").fill(name)
        dialog.get_by_role("button", name="Change your name").click()
        expect(dialog).to_be_hidden()

    rename("Rowan")
    for page in (one, other):
        expect(chair(page, 1)).to_contain_text("Rowan")
        expect(page.get_by_title("Change your name")).to_have_text("Rowan")
    one.get_by_role("button", name="Get up").click()
    expect(one.get_by_test_id("sit").get_by_role("textbox")).to_have_value("Rowan")
    rename("Fern")
    one.get_by_role("button", name="Sit down").click()
    expect(chair(host, 1)).to_contain_text("Rowan")
    for page in (one, other):
        expect(page.get_by_title("Change your name")).to_have_text("Rowan")


@pytest.mark.parametrize("unknown", ["/rules/chess", "/rules/a/b", "/history", "/a/b", "/t/", "/t/%ff"])
def test_an_unknown_address_says_so_and_leads_home(visit: Visit, look: Look, unknown: str) -> None:
    page = visit(unknown)
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    if unknown == "/a/b":
        look(page, "no-such-page")
    page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()


# Over plain http by another name than localhost a browser has neither clipboard nor share.


@pytest.fixture
def home_network(browser: Browser, address: str) -> Iterator[Page]:
    """The host of a table on a home network: the same server, by an address that is not secure."""
    with browser.browser_type.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--host-resolver-rules=MAP 192.0.2.77 127.0.0.1"]
    ) as plain:
        page = plain.new_page(reduced_motion="reduce")
        page.set_default_timeout(PATIENCE)
        page.goto(re.sub(r"//[^:]+:", "//192.0.2.77:", address))
        assert not page.evaluate("isSecureContext")
        set_up(page, "Treasure, Treasure!", "open")
        links(page).wait_for()
        yield page


def test_a_link_is_copied_over_plain_http(home_network: Page, look: Look) -> None:
    expect(home_network.get_by_role("button", name="Share")).to_have_count(0)
    expect(home_network.get_by_text("works on this device only")).to_have_count(0)
    home_network.get_by_role("button", name="Copy").click()
    expect(home_network.get_by_role("button", name="Copied")).to_be_visible()
    home_network.get_by_placeholder("Say something").focus()
    home_network.keyboard.press("Control+V")
    expect(home_network.get_by_placeholder("Say something")).to_have_value(links(home_network).input_value())
    assert links(home_network).input_value().startswith("http://192.0.2.77:")
    look(home_network, "waiting-home-network")


def test_where_nothing_copies_the_link_is_selected_and_the_page_says_how(home_network: Page, look: Look) -> None:
    home_network.evaluate("document.execCommand = () => false")
    home_network.get_by_role("button", name="Copy").click()
    expect(home_network.get_by_role("status").filter(has_text="press Ctrl+C")).to_be_visible()
    assert home_network.evaluate("getSelection().toString()") == links(home_network).input_value()
    look(home_network, "waiting-copy-by-hand")


def test_a_qr_code_holds_the_link_and_nothing_else_leaves_the_page(home_network: Page, look: Look) -> None:
    asked: list[str] = []
    home_network.on("request", lambda request: asked.append(request.url))
    home_network.get_by_role("button", name="QR code").click()
    code = home_network.get_by_role("img", name="QR code of the invite link")
    expect(code).to_be_visible()
    size = int((code.get_attribute("viewBox") or "").split()[2])
    drawn = code.locator("path").get_attribute("d") or ""
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn)}
    # The three corners by which a camera finds it: a dark frame, a light one, a dark heart.
    for left, top in ((4, 4), (size - 11, 4), (4, size - 11)):
        corner = {(x - left, y - top) for x, y in dark if 0 <= x - left < 7 and 0 <= y - top < 7}
        ring = {max(abs(x - 3), abs(y - 3)) for x, y in corner}
        assert ring == {0, 1, 3}
        assert len(corner) == 9 + 24
    look(home_network, "waiting-qr")
    assert [url for url in asked if "/api/" not in url] == []


def test_on_this_device_only_the_link_says_so(visit: Visit) -> None:
    host = room(visit, "open")
    expect(host.get_by_text("This link works on this device only.")).to_be_visible()


def test_a_link_can_be_shared_where_the_browser_shares(visit: Visit) -> None:
    host = visit()
    # Chromium on this system shares nothing: what a phone has is put in its place.
    host.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    host.reload()
    set_up(host, "Treasure, Treasure!", "open")
    host.get_by_role("button", name="Share").click()
    host.wait_for_function("window.shared")
    assert host.evaluate("window.shared.url") == links(host).input_value()


def test_a_stranger_without_a_link_reads_how_to_get_one(visit: Visit) -> None:
    host = visit()
    table = lay(host, "treasure", "me", "open")
    stranger = visit(table)
    expect(reason(stranger)).to_contain_text("This table is not public.")
    known = ask(host, f"/api/tables/{table.removeprefix('/t/')}/invites", {})
    stranger.goto(f"{origin(host)}{table}#{known['secret']}")
    expect(stranger.get_by_text("You are invited.")).to_be_visible()
    stranger.goto(f"{origin(host)}{table}#{known['secret']}x")
    expect(reason(stranger)).to_contain_text(DEAD)


def test_a_link_that_is_taken_back_while_the_name_is_typed_is_refused_in_words(visit: Visit) -> None:
    host = visit()
    path = lay(host, "treasure", "me", "open", "open")
    table = f"{origin(host)}/api/tables/{path.removeprefix('/t/')}"
    invite = ask(host, f"/api/tables/{path.removeprefix('/t/')}/invites", {})
    guest = visit(f"{path}#{invite['secret']}")
    guest.get_by_test_id("sit").get_by_role("textbox").fill("Hazel")
    assert host.request.delete(f"{table}/invites/{invite['id']}", headers={"Origin": origin(host)}).ok
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_test_id("no-seat")).to_contain_text("This invite link can’t be used any more")
    expect(guest.get_by_role("button", name="Get up")).to_have_count(0)
    assert [seat["name"] for seat in host.request.get(table).json()["seats"]] == ["Oak", None, None]


def test_a_keyboard_stays_where_it_was_when_links_come_and_go(visit: Visit) -> None:
    host = room(visit, "open")
    expect(links(host)).to_have_count(1)
    another = host.get_by_role("button", name="A link for one person")
    another.press("Enter")
    expect(links(host)).to_have_count(2)
    expect(another).to_be_focused()
    host.get_by_role("button", name="Take back").first.press("Enter")
    expect(links(host)).to_have_count(1)
    expect(host.get_by_role("button", name="One link for everybody")).to_be_focused()
    give = host.get_by_label("Give this chair to")
    give.focus()
    give.select_option("medium")
    expect(chair(host, 1)).to_contain_text("bot, medium")
    expect(give).to_be_focused()


def test_that_the_server_cannot_be_reached_is_said_only_while_it_is_so(visit: Visit) -> None:
    host = room(visit, "open")
    expect(links(host)).to_have_count(1)
    gone = host.get_by_text("The server cannot be reached")
    host.route("**/api/**", lambda route: route.abort())
    host.get_by_role("button", name="A link for one person").click()
    host.get_by_label("Give this chair to").select_option("medium")
    expect(gone).to_have_count(2)
    host.unroute("**/api/**")
    expect(gone).to_have_count(0)


def test_a_table_that_has_not_begun_is_cleared_away_on_every_device(visit: Visit) -> None:
    host = visit()
    table = lay(host, "treasure", "me", "open", name="Oak", public=True)
    guest = visit(table)
    sit(guest, "Hazel")
    guest.goto(origin(guest))
    row = guest.get_by_role("listitem").filter(has=guest.locator(f"[href='{table}']"))
    expect(row).to_contain_text("with Oak")
    away = row.get_by_role("button", name="Get up: Treasure")
    away.click()
    guest.get_by_role("dialog").get_by_role("button", name="Stay").click()
    away.click()
    guest.get_by_role("dialog").get_by_role("button", name="Get up").click()
    # It is everybody's now, with who set it up.
    expect(row).to_contain_text("Oak’s table 1 open seat")
    expect(away).to_have_count(0)
    host.goto(origin(host))
    second = host.context.new_page()
    second.goto(host.url)
    expect(second.get_by_role("heading", name="Your tables")).to_be_visible()
    host.get_by_role("button", name="Close the table: Treasure").click()
    host.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    for page in (host, second):
        expect(page.get_by_role("heading", name="Your tables")).to_have_count(0)
    expect(row).to_have_count(0)
