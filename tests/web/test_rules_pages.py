"""The rules as pages of their own, and how a game is played, shown to whoever is new to it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from fourleaf.games import GAMES
from tests.web.conftest import Look, Visit
from tests.web.guests import ask, at_a_table, lay, origin
from tests.web.hands import play_now

SHEET = "How to play"


def shows_clause(page: Page, clause: str) -> None:
    """The page is at this clause, marks it, and the keyboard is there too."""
    named = page.locator(f"[data-place='{clause}']")
    expect(named).to_be_in_viewport()
    expect(named).to_have_attribute("aria-current", "location")
    expect(named).to_be_focused()


@pytest.mark.parametrize("name", GAMES)
def test_a_page_shows_tables_clauses_and_every_position_as_the_game_draws_it(
    name: str, visit: Visit, look: Look
) -> None:
    page = visit(f"/rules/{name}")
    expect(page.get_by_role("heading", name=GAMES[name].title, level=1)).to_be_visible()
    expect(page.get_by_text(GAMES[name].credit)).to_be_visible()
    expect(page.locator("li .picture svg").first).to_be_visible()
    figures = page.locator("figure")
    expect(figures).to_have_count(len(GAMES[name].rulebook.positions))
    for figure in figures.all():
        figure.scroll_into_view_if_needed()
        expect(figure.locator("[data-picture=drawn] svg").first).to_be_visible()
        picture = figure.get_by_role("img", name="An example")
        # Nothing in a picture can be reached: whoever uses keys goes on reading.
        assert picture.evaluate("node => node.firstElementChild.inert")
    text = GAMES[name].rulebook.text
    expect(page.get_by_role("table")).to_have_count(text.count("| --- |\n"))
    expect(page.locator(".clause")).to_have_count(len(GAMES[name].rulebook.clauses))
    shown = page.locator("main").inner_text()
    assert not [sign for sign in ("**", "```", "| ", "`") if sign in shown]
    figures.first.scroll_into_view_if_needed()
    look(page, f"{name}-rules")


def test_a_link_to_a_clause_leads_there_and_so_does_going_back(visit: Visit) -> None:
    page = visit("/rules/treasure#T2.5")
    shows_clause(page, "T2.5")
    page.get_by_role("link", name="T3 The end").click()
    expect(page.get_by_role("heading", name="T3 The end")).to_be_focused()
    expect(page).to_have_url(re.compile(r"/rules/treasure#T3$"))
    page.locator("[data-place='T1.2'] a").click()
    shows_clause(page, "T1.2")
    page.go_back()
    page.go_back()
    shows_clause(page, "T2.5")
    # Somebody types another clause into the address.
    page.evaluate("location.hash = 'T3.4'")
    shows_clause(page, "T3.4")


def test_a_page_is_read_and_searched_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/rules/treasure")
    page.get_by_role("searchbox", name="Search the rules").focus()
    page.keyboard.type("whirl")
    expect(page.locator("mark.current")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("mark")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="The goal")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The goal").last).to_be_focused()
    expect(page.locator("[data-picture=drawn]").first).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        assert not page.evaluate("document.activeElement.closest('[data-picture]') !== null")


def test_on_paper_there_is_nothing_but_the_rules(visit: Visit) -> None:
    page = visit("/rules/alarun", color_scheme="dark")
    expect(page.locator("[data-picture=drawn]").first).to_be_visible()
    page.pdf()
    expect(page.locator("[data-picture=drawn]")).to_have_count(len(GAMES["alarun"].rulebook.positions))
    page.emulate_media(media="print", color_scheme="dark")
    shown = "nodes => nodes.filter(node => node.checkVisibility() && !node.closest('[data-picture]')).length"
    assert page.locator("nav, button, input, header > a, .skip").evaluate_all(shown) == 0
    assert page.locator(".clause").evaluate_all(shown) == len(GAMES["alarun"].rulebook.clauses)
    colours = page.evaluate("(({color, backgroundColor}) => [color, backgroundColor])(getComputedStyle(document.body))")
    assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert page.locator("figure").first.evaluate("node => getComputedStyle(node).breakInside") == "avoid"


def test_from_the_lobby_to_the_rules_and_home_again(visit: Visit, look: Look) -> None:
    page = visit()
    page.get_by_role("link", name=f"Rules: {GAMES['alarun'].title}").click()
    expect(page.get_by_role("heading", name=GAMES["alarun"].title, level=1)).to_be_visible()
    page.get_by_role("link", name="All rules").click()
    for game in GAMES.values():
        expect(page.get_by_role("link", name=game.title)).to_contain_text(game.credit)
    look(page, "rules")
    page.get_by_role("link", name=GAMES["treasure"].title).click()
    expect(page).to_have_url(re.compile("/rules/treasure$"))
    page.get_by_role("link", name="Fourleaf, to the lobby").click()
    expect(page.get_by_role("heading", name="What shall we play?")).to_be_visible()


def test_an_address_that_is_spelled_badly_says_so_or_opens_the_book(visit: Visit) -> None:
    for unknown in ("99", "-1", "1.5"):
        page = visit(f"/rules/treasure?version={unknown}")
        expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    for badly in ("#%E0%A4%A", "#T99.9"):
        page = visit(f"/rules/treasure{badly}")
        expect(page.get_by_role("heading", name=GAMES["treasure"].title, level=1)).to_be_visible()


def test_the_book_over_a_table_leads_to_the_page(visit: Visit) -> None:
    page = visit()
    play_now(page, GAMES["treasure"].title)
    page.get_by_role("button", name="Rules", exact=True).click()
    book = page.get_by_role("dialog", name="Rules")
    book.get_by_role("link", name="T2 A turn").click()
    with page.context.expect_page() as opened:
        book.get_by_role("link", name="Open as a page").click()
    expect(opened.value).to_have_url(re.compile(r"/rules/treasure#T2$"))
    expect(opened.value.get_by_role("heading", name="T2 A turn")).to_be_focused()
    # The table itself has gone nowhere, and its address says nothing of the book.
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))


def test_how_to_play_is_shown_once_and_comes_back_with_a_key(visit: Visit, look: Look) -> None:
    page = visit(novice=True)
    play_now(page, GAMES["treasure"].title)
    sheet = page.get_by_role("dialog", name=SHEET)
    expect(sheet.get_by_role("heading", name="The goal")).to_be_visible()
    look(page, "how-to-play")
    # Whoever has not read it is shown it again.
    page.reload()
    expect(sheet).to_be_visible()
    page.keyboard.press("Enter")
    expect(sheet).to_be_hidden()
    page.reload()
    expect(page.locator("[data-card].can").first).to_be_visible()
    expect(sheet).to_be_hidden()
    page.keyboard.press("?")
    expect(sheet).to_be_visible()
    page.keyboard.press("?")
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name=SHEET).click()
    sheet.get_by_role("button", name="All the rules").click()
    book = page.get_by_role("dialog", name="Rules")
    expect(book.get_by_role("heading", name="T2 A turn")).to_be_visible()
    page.keyboard.press("?")
    expect(sheet).to_be_hidden()
    page.keyboard.press("Escape")
    expect(book).to_be_hidden()
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("really")
    page.keyboard.press("?")
    expect(page.get_by_label("Say something")).to_have_value("really?")
    expect(sheet).to_be_hidden()
    # Every game has a first table.
    page.goto(origin(page))
    play_now(page, GAMES["alarun"].title)
    expect(sheet.get_by_role("heading", name="A potion")).to_be_visible()


def test_where_a_clock_runs_it_is_offered_and_not_opened(visit: Visit) -> None:
    page = visit(novice=True)
    clock = {"kind": "live", "bank": 600, "increment": 15, "then": "stand_in"}
    page.goto(origin(page) + lay(page, "treasure", "me", "random", clock=clock))
    page.get_by_role("button", name="Start the match").click()
    offer = page.get_by_role("button", name="New to this game? How to play")
    sheet = page.get_by_role("dialog", name=SHEET)
    for width, height in ((1440, 900), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        expect(offer).to_be_in_viewport(ratio=1)
    expect(sheet).to_be_hidden()
    offer.click()
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(offer).to_have_count(0)
    page.get_by_role("button", name="Goal and rules").click()
    page.locator(".notices").get_by_role("button", name=SHEET).click()
    expect(sheet).to_be_visible()


def test_whoever_is_invited_or_waits_sees_how_to_play_and_finds_the_rules(visit: Visit, look: Look) -> None:
    host = visit(novice=True)
    path = lay(host, "alarun", "me", "open")
    secret = ask(host, f"/api/tables/{path.removeprefix('/t/')}/invites", {})["secret"]
    friend = visit(f"{path}#{secret}", novice=True)
    host.goto(origin(host) + path)
    for page in (host, friend):
        expect(page.get_by_role("heading", name=SHEET)).to_be_visible()
        expect(page.get_by_role("heading", name="A potion")).to_be_visible()
    expect(friend.get_by_role("button", name="Sit down")).to_be_visible()
    look(friend, "invited")
    with friend.context.expect_page() as opened:
        friend.get_by_role("link", name="Rules").click()
    expect(opened.value).to_have_url(re.compile("/rules/alarun$"))


def test_the_goal_stands_beside_the_prompt_in_every_window(visit: Visit) -> None:
    page = visit()
    play_now(page, GAMES["treasure"].title)
    page.locator("[data-card].can").first.wait_for()
    for width, height in ((1440, 900), (1024, 768), (820, 1180), (844, 390), (390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_test_id("goal")).to_be_in_viewport(ratio=0.9)


def test_the_end_leads_to_the_rules(visit: Visit) -> None:
    host, _ = at_a_table(visit, "treasure", "Oak", "Elm")
    host.get_by_role("button", name="More").click()
    host.get_by_role("button", name="Resign…").click()
    host.get_by_role("dialog", name="Resign").get_by_role("button", name="Resign").click()
    expect(host.get_by_test_id("end").get_by_role("link", name="Rules")).to_have_attribute("href", "/rules/treasure")
