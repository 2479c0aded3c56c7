"""Bad lines in a real browser: silence, drawings that do not come, and luck after sitting down again."""

from __future__ import annotations

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.conftest import PATIENCE, Visit
from tests.web.hands import choices, my_turn_or_end, play_now


class Lines:
    """The sockets of a page, each of which can fall silent without closing."""

    def __init__(self, page: Page) -> None:
        self.opened: list[WebSocketRoute] = []
        self.silent: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/socket$"), self._through)

    def _through(self, line: WebSocketRoute) -> None:
        self.opened.append(line)
        server = line.connect_to_server()
        line.on_message(lambda text: None if line in self.silent else server.send(text))
        server.on_message(lambda text: None if line in self.silent else line.send(text))


def test_a_move_into_a_silent_line_counts_once_on_the_next(visit: Visit) -> None:
    page = visit()
    lines = Lines(page)
    play_now(page, "Treasure, Treasure!")
    my_turn_or_end(page, "treasure")
    ply = page.locator("[data-ply]").get_attribute("data-ply")
    lines.silent = list(lines.opened)
    choices(page, "treasure").first.click()
    expect(page.get_by_test_id("prompt")).to_contain_text("The line is broken")
    expect(page.get_by_test_id("prompt")).not_to_contain_text("The line is broken")
    assert len(lines.opened) > len(lines.silent)
    expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", ply or "")
    my_turn_or_end(page, "treasure")
    # Each of my moves stands in the log once, and another one can be made.
    before = page.get_by_role("tabpanel").get_by_role("listitem").filter(has_text=" plays ").count()
    choices(page, "treasure").first.click()
    expect(page.get_by_role("tabpanel").get_by_role("listitem").filter(has_text=" plays ")).not_to_have_count(before)


def test_a_drawing_that_does_not_load_is_offered_again(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Play now: Treasure, Treasure!").wait_for()
    page.route("**/assets/**", lambda route: route.abort())
    page.get_by_role("button", name="Play now: Treasure, Treasure!").click()
    expect(page.get_by_role("alert")).to_contain_text("did not load")
    page.get_by_role("button", name="Try again").click()
    reload = page.get_by_role("button", name="Load the page anew")
    reload.wait_for()
    page.unroute("**/assets/**")
    reload.click()
    my_turn_or_end(page, "treasure")


def test_sitting_down_again_makes_a_new_promise_that_is_kept(visit: Visit) -> None:
    host = visit()
    server = re.sub(r"^(https?://[^/]+).*", r"\1", host.url)
    wish = {"name": "Oak", "game": "treasure", "seats": ["me", "open"], "public": True}
    made = host.request.post(f"{server}/api/tables", data=wish, headers={"Origin": server})
    table = f"{server}/api/tables/{made.json()['id']}"
    path = f"/t/{made.json()['id']}"
    host.goto(server + path)
    friend = visit(path)
    for again in (True, False):
        friend.locator("form").get_by_role("button", name="Sit down").click()
        expect(friend.get_by_role("button", name="Get up")).to_be_visible()
        promised(friend, table, seat=1)
        if again:
            friend.get_by_role("button", name="Get up").click()
            expect(friend.locator("form").get_by_role("button", name="Sit down")).to_be_visible()
    promised(host, table, seat=0)
    host.get_by_role("button", name="Start the match").click()
    for page in (host, friend):
        expect(page.locator("[data-card]")).to_have_count(3)
    assert [seat["luck"] for seat in friend.request.get(table).json()["seats"]] == ["seat", "seat"]
    for page in (host, friend):
        page.request.post(f"{table}/leave", headers={"Origin": server})
    for page in (host, friend):
        expect(page.get_by_test_id("luck")).to_have_class(re.compile(r"\bgood\b"))


def test_a_browser_that_has_lost_its_half_of_the_luck_says_so(visit: Visit) -> None:
    page = visit()
    play_now(page, "Treasure, Treasure!")
    page.evaluate("localStorage.clear()")
    page.reload()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("heading", name="What shall we play?").wait_for()
    page.go_back()
    luck = page.get_by_test_id("luck")
    expect(luck).to_contain_text("This browser does not have what your seat brought to the luck")
    expect(luck).to_have_class(re.compile(r"\bgood\b"))


def promised(page: Page, table: str, seat: int) -> None:
    """Wait until a seat has promised its half of the luck."""
    for _ in range(PATIENCE // 50):
        if page.request.get(table).json()["luck"]["seat_commitments"][seat] is not None:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"seat {seat} has promised nothing")
