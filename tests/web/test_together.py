"""Several people, several tabs, one table: invites, secrets, hot seat, reloads and broken lines."""

from __future__ import annotations

import random
import re

import httpx
from playwright.sync_api import Page, expect

from tests.web.conftest import Look, Server, Visit
from tests.web.guests import ask, at_a_table, origin
from tests.web.hands import choices, decide, my_turn_or_end, play_now


def set_up(page: Page, title: str) -> None:
    card = page.get_by_role("listitem").filter(has_text=title)
    card.get_by_role("button", name="Set up a table").click()


def hand(page: Page) -> list[str]:
    return [str(card.get_attribute("data-card")) for card in page.locator("[data-card]").all()]


def colour(page: Page) -> str:
    """What the secret card says behind a tap."""
    secret = page.get_by_test_id("secret")
    secret.click()
    expect(secret).to_contain_text(re.compile(r"Bring (red|blue|yellow|green) to the chest"))
    text = secret.inner_text()
    secret.click()
    return text.split()[1]


def test_an_invited_friend_sits_down_and_sees_other_secrets(visit: Visit) -> None:
    host = visit()
    set_up(host, "Treasure, Treasure!")
    host.get_by_role("dialog").get_by_role("button", name="Set up and invite").click()
    link = host.get_by_label("Send this link").input_value()
    friend = visit(re.sub(r"^https?://[^/]+", "", link))
    friend.get_by_role("textbox").fill("Hazel")
    friend.get_by_role("button", name="Sit down").click()
    expect(host.get_by_text("Hazel")).to_be_visible()
    assert "#" not in friend.url
    host.get_by_role("button", name="Start the match").click()
    for page in (host, friend):
        expect(page.locator("[data-card]")).to_have_count(3)
    assert colour(host) != colour(friend)
    first, second = (host, friend) if choices(host, "treasure").count() else (friend, host)
    my_turn_or_end(first, "treasure")
    expect(choices(second, "treasure")).to_have_count(0)
    card = first.locator("[data-card].can").first
    code = card.get_attribute("data-card") or ""
    told = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}[code[0]]
    card.click()
    expect(second.get_by_role("tabpanel")).to_contain_text(f"plays {told} ×{code[1]}")


def over_for_two(visit: Visit, **terms: object) -> tuple[Page, Page]:
    """Two people at the end of a match that the host gave up."""
    host = visit()
    server = origin(host)
    wish = {"name": "Oak", "game": "treasure", "seats": ["me", "open"], "public": True, **terms}
    made = host.request.post(f"{server}/api/tables", data=wish, headers={"Origin": server})
    path = f"/t/{made.json()['id']}"
    friend = visit(path)
    host.goto(server + path)
    friend.get_by_role("textbox").fill("Hazel")
    friend.locator("form").get_by_role("button", name="Sit down").click()
    host.get_by_role("button", name="Start the match").click()
    host.get_by_role("button", name="More").click()
    host.get_by_role("dialog", name="More").get_by_role("button", name="Resign").click()
    host.get_by_role("dialog", name="Resign this match").get_by_role("button", name="Resign").click()
    for page in (host, friend):
        expect(page.get_by_test_id("end")).to_be_visible()
    return host, friend


def test_a_rematch_asks_the_other_who_says_yes(visit: Visit, look: Look) -> None:
    host, friend = over_for_two(visit, rated=True)
    expect(host.get_by_test_id("end")).to_contain_text("You resigned.")
    expect(friend.get_by_test_id("end")).to_contain_text("Oak resigned.")
    host.get_by_role("button", name="Rematch").click()
    expect(host.get_by_text("asked, has not answered yet")).to_be_visible()
    expect(host.get_by_text("Waiting for an answer: Hazel")).to_be_visible()
    expect(host.get_by_role("button", name="Start the match")).to_be_disabled()
    expect(host.get_by_test_id("terms")).to_contain_text("This match is rated.")
    look(host, "rematch-asked")
    expect(friend.get_by_test_id("asked")).to_contain_text("Oak asks to play again")
    look(friend, "rematch-question")
    friend.get_by_role("button", name="Play again").click()
    expect(friend.get_by_text("The host starts")).to_be_visible()
    host.get_by_role("button", name="Start the match").click()
    for page in (host, friend):
        expect(page.locator("[data-card]")).to_have_count(3)
    friend.get_by_role("button", name="More").click()
    expect(friend.get_by_role("dialog")).to_contain_text("leaving is a loss, and you cannot come back to it")


def test_a_rematch_can_be_declined_and_everybody_sees_it(visit: Visit, look: Look) -> None:
    host, friend = over_for_two(visit)
    host.get_by_role("button", name="Rematch").click()
    expect(host.get_by_text("asked, has not answered yet")).to_be_visible()
    # Whoever comes to the new table by itself is asked there as well.
    there = friend.context.new_page()
    there.goto(host.url)
    expect(there.get_by_test_id("asked")).to_contain_text("Oak asks to play again")
    look(there, "rematch-at-the-door")
    lobby = friend.context.new_page()
    lobby.goto(origin(host))
    expect(lobby.get_by_text("You are asked to play again")).to_be_visible()
    friend.get_by_role("button", name="No, thanks").click()
    expect(friend.get_by_test_id("end")).to_contain_text("No seat is kept for you at the rematch.")
    expect(host.get_by_text("Hazel does not play again.")).to_be_visible()
    look(host, "rematch-declined")
    host.get_by_label("Give this chair to").select_option("random")
    host.get_by_role("button", name="Start the match").click()
    expect(host.locator("[data-card]")).to_have_count(3)


def test_a_rematch_that_was_closed_can_be_asked_for_again(visit: Visit, look: Look) -> None:
    host, friend = over_for_two(visit)
    host.get_by_role("button", name="Rematch").click()
    expect(friend.get_by_test_id("asked")).to_contain_text("Oak asks to play again")
    host.get_by_role("button", name="Close the table").click()
    host.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    expect(friend.get_by_test_id("asked")).to_have_count(0)
    expect(friend.get_by_test_id("end")).to_contain_text("The rematch was closed before it began.")
    look(friend, "rematch-closed")
    friend.get_by_role("button", name="Rematch").click()
    expect(friend.get_by_text("Waiting for an answer: Oak")).to_be_visible()


def test_a_reload_in_mid_turn_and_a_broken_line_change_nothing(visit: Visit) -> None:
    page = visit()
    play_now(page, "Treasure, Treasure!")
    my_turn_or_end(page, "treasure")
    held, ply = hand(page), page.locator("[data-ply]").get_attribute("data-ply")
    page.reload()
    my_turn_or_end(page, "treasure")
    assert hand(page) == held
    assert page.locator("[data-ply]").get_attribute("data-ply") == ply
    page.context.set_offline(True)
    expect(page.get_by_text("You are offline")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("You are offline")).to_be_hidden()
    page.locator("[data-card].can").first.click()
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", ply or "")


def test_a_server_that_restarts_finds_the_page_waiting(visit: Visit, own_server: Server) -> None:
    page = visit(own_server.address)
    play_now(page, "Treasure, Treasure!")
    my_turn_or_end(page, "treasure")
    held = hand(page)
    own_server.stop()
    expect(page.get_by_test_id("prompt")).to_contain_text("Reconnecting")
    own_server.start()
    expect(page.get_by_test_id("prompt")).to_contain_text("Your turn.")
    assert hand(page) == held
    ply = page.locator("[data-ply]").get_attribute("data-ply") or ""
    page.locator("[data-card].can").first.click()
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", ply)


def test_two_tabs_of_one_person_agree(visit: Visit) -> None:
    one = visit()
    play_now(one, "Rainbow Flip & Slide")
    my_turn_or_end(one, "flipslide")
    other = one.context.new_page()
    other.goto(one.url)
    my_turn_or_end(other, "flipslide")
    one.locator("[data-goal]").first.click()
    my_turn_or_end(one, "flipslide")
    expect(one.locator("[data-rabbit]")).to_have_count(2)
    expect(other.locator("[data-rabbit]")).to_have_count(2)
    expect(other.locator("[data-ply]")).to_have_attribute(
        "data-ply", one.locator("[data-ply]").get_attribute("data-ply") or ""
    )


def test_an_illegal_wish_shows_its_clause_in_the_rulebook(visit: Visit) -> None:
    page = visit()
    play_now(page, "Treasure, Treasure!")
    my_turn_or_end(page, "treasure")
    page.locator("[data-figure=blue]").click(force=True)
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("exchanged only when one has stopped on a whirl")
    refusal.get_by_role("button", name="Rule T2.6").click()
    expect(page.locator("[data-place='T2.6']")).to_be_in_viewport()
    expect(page.locator("[data-place='T2.6']")).to_contain_text("stops on a whirl")


def test_a_hot_seat_hides_hands_until_the_device_is_handed_over(visit: Visit, look: Look) -> None:
    page = visit()
    set_up(page, "Treasure, Treasure!")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Seat 2").select_option("me")
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Pass the device to")).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(0)
    look(page, "hand-over")
    page.get_by_role("button", name="I am").click()
    my_turn_or_end(page, "treasure")
    first = colour(page)
    handed_over = page.get_by_role("heading", name="Pass the device to")
    # One decision or, after a whirl, two: then it is the other's turn.
    while not handed_over.is_visible():
        before = page.locator("[data-ply]").get_attribute("data-ply") or ""
        choices(page, "treasure").first.click()
        moved_on = page.locator(f"[data-ply]:not([data-ply='{before}'])")
        handed_over.or_(moved_on.and_(page.locator(":has(.can)"))).first.wait_for()
    expect(handed_over).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(0)
    page.get_by_role("button", name="I am").click()
    expect(page.locator("[data-card]")).to_have_count(3)
    assert colour(page) != first


def test_undo_puts_a_tile_back_and_a_hint_points_at_a_move(visit: Visit) -> None:
    page = visit()
    play_now(page, "Rainbow Flip & Slide")
    luck = random.Random(3)
    while my_turn_or_end(page, "flipslide") and not page.locator("[data-can=colour]").count():
        decide(page, "flipslide", luck)
    page.locator("[data-can=colour]").first.click()
    page.locator("[data-goal]").first.wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("[data-goal]")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status").filter(has_text="A strong bot would choose")).to_be_visible()
    expect(page.locator(".hinted")).to_have_count(1)


def test_what_is_said_in_chat_reaches_the_other_tab(visit: Visit) -> None:
    page = visit()
    play_now(page, "Treasure, Treasure!")
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_role("tab", name="Chat").click()
    page.get_by_placeholder("Say something").fill("Good luck <b>all</b>")
    page.get_by_role("button", name="Send").click()
    other.get_by_role("tab", name="Chat").click()
    expect(other.get_by_role("tabpanel")).to_contain_text("Good luck <b>all</b>")


def test_what_was_read_in_chat_stays_read_and_a_watcher_has_no_seat_s_face(visit: Visit) -> None:
    host, guest = at_a_table(visit, "flipslide", "Oak", "Hazel")
    watcher = visit(host.url.removeprefix(origin(host)))
    ask(watcher, "/api/me", {"name": "Fern"})
    watcher.reload()
    for page, text in ((guest, "Good luck"), (watcher, "Nice table")):
        page.get_by_role("tab", name="Chat").click()
        page.get_by_placeholder("Say something").fill(text)
        page.get_by_role("button", name="Send").click()
    expect(host.get_by_role("tab", name="Chat")).to_have_text(re.compile(r"Chat\s*2"))
    host.get_by_role("tab", name="Chat").click()
    expect(host.get_by_role("listitem").filter(has_text="Nice table").get_by_label("watching")).to_be_visible()
    expect(host.get_by_role("listitem").filter(has_text="Good luck").get_by_label("watching")).to_have_count(0)
    host.reload()
    expect(host.get_by_role("tab", name="What happened")).to_have_attribute("aria-selected", "true")
    expect(host.get_by_role("tab", name="Chat")).to_have_text(re.compile(r"^\s*Chat\s*$"))


def test_whoever_asked_to_go_back_reads_the_answer(visit: Visit) -> None:
    host, guest = at_a_table(visit, "flipslide", "Oak", "Hazel")
    for page in (host, guest):
        page.locator("[data-goal]").first.click()
    host.get_by_role("button", name="Ask to go back").click()
    guest.get_by_role("alertdialog").get_by_role("button", name="No, play on").click()
    answer = host.get_by_role("alert").filter(has_text="Hazel would rather not go back. The match goes on.")
    expect(answer).to_be_visible()
    expect(guest.get_by_text("would rather not go back")).to_have_count(0)
    host.reload()
    expect(answer).to_be_visible()
    answer.get_by_role("button", name="Close").click()
    expect(answer).to_be_hidden()


def test_an_address_without_a_table_leads_back_to_the_lobby(visit: Visit) -> None:
    page = visit("/t/nosuchtable")
    expect(page.get_by_text("There is no such table")).to_be_visible()
    page.get_by_role("link", name="To the lobby", exact=True).click()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()


def test_a_whole_decision_by_keyboard(visit: Visit) -> None:
    page = visit()
    play_now(page, "Treasure, Treasure!")
    my_turn_or_end(page, "treasure")
    ply = page.locator("[data-ply]").get_attribute("data-ply")
    page.locator("[data-card].can").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", ply or "")


def test_a_watcher_sees_the_table_and_no_hand(visit: Visit) -> None:
    page = visit()
    play_now(page, "Treasure, Treasure!")
    my_turn_or_end(page, "treasure")
    watcher = visit(re.sub(r"^https?://[^/]+", "", page.url))
    expect(watcher.get_by_test_id("prompt")).to_contain_text("You are watching.")
    expect(watcher.locator("[data-figure]")).to_have_count(4)
    expect(watcher.locator("[data-card]")).to_have_count(0)
    expect(watcher.get_by_test_id("secret")).to_have_count(0)


def test_a_card_is_dragged_onto_the_map(visit: Visit) -> None:
    page = visit()
    play_now(page, "Treasure, Treasure!")
    my_turn_or_end(page, "treasure")
    ply = page.locator("[data-ply]").get_attribute("data-ply") or ""
    page.locator("[data-card].can").first.drag_to(page.locator("[data-drop=board]"))
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", ply)


def test_whoever_closed_the_browser_goes_on_from_the_lobby(visit: Visit) -> None:
    page = visit()
    play_now(page, "Rainbow Flip & Slide")
    my_turn_or_end(page, "flipslide")
    later = page.context.new_page()
    page.close()
    later.goto(re.sub(r"/t/.*", "/", page.url))
    later.get_by_role("link").filter(has_text="Your turn").click()
    my_turn_or_end(later, "flipslide")
    expect(later.locator("[data-goal]").first).to_be_visible()


FRAMES_UNTIL_DRAWN = """
window.frames_until_drawn = [];
const Line = window.WebSocket;
window.WebSocket = class extends Line {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", (event) => {
      const told = JSON.parse(event.data);
      if (told.type !== "update" || !told.now) return;
      let frames = 0;
      const look = () => {
        frames += 1;
        const drawn = document.querySelector("[data-ply]")?.getAttribute("data-ply") === String(told.now.ply);
        if (drawn) window.frames_until_drawn.push(frames);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }
};
"""


def test_what_another_seat_does_is_in_the_very_next_frame(visit: Visit) -> None:
    page = visit()
    page.add_init_script(FRAMES_UNTIL_DRAWN)
    page.reload()
    play_now(page, "Treasure, Treasure!")
    for _ in range(3):
        if my_turn_or_end(page, "treasure"):
            decide(page, "treasure", random.Random(3))
    my_turn_or_end(page, "treasure")
    page.wait_for_function("window.frames_until_drawn.length > 5")
    # The first one lays the table, whose chunk must come first.
    assert set(page.evaluate("window.frames_until_drawn")[1:]) == {1}


def test_somebody_whose_name_has_become_an_account_plays_all_the_same(visit: Visit, own_server: Server) -> None:
    for name in ("Clover", "Acorn", "Lark", "Wren", "Otter", "Badger", "Robin", "Finch", "Hare", "Yarrow"):
        wish = {"name": name, "password": "seven leaves"}
        assert httpx.post(f"{own_server.address}/api/account", json=wish).status_code == 201
    page = visit(own_server.address)
    play_now(page, "Treasure, Treasure!")
    expect(page.get_by_role("banner").get_by_text(re.compile(r"^[A-Z][a-z]+ \d{4}$"))).to_be_visible()
