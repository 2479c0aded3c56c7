"""A puzzle is solved by clicks at the real table: a wrong way, back, the right one, and the next."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from fourleaf.puzzles import puzzles
from tests.web.conftest import Visit
from tests.web.test_guides import HANDS, cell_of, flipslide
from tests.web.test_wichtel import ply


def test_the_puzzle_of_the_day_is_in_the_lobby_and_shows_its_answer_with_the_rules(visit: Visit) -> None:
    page = visit(width=390, height=844)
    today = page.get_by_role("region", name="Puzzle of the day")
    today.get_by_role("link", name="Solve it").click()
    says = page.get_by_test_id("says")
    page.get_by_role("button", name="Am I on the way?").click()
    expect(says).to_contain_text("Nothing is played yet.")
    page.get_by_role("button", name="Show the answer").click()
    expect(says).to_contain_text("This is the way.")
    says.get_by_role("button", name="Rule").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Next puzzle").click()
    expect(says).not_to_contain_text("This is the way.")


def test_a_puzzle_is_missed_taken_back_and_solved(visit: Visit) -> None:
    puzzle = next(
        one for one in puzzles("flipslide") if [move.split()[0] for move in one.lines[0]] == ["slide", "to"] * 2
    )
    line = puzzle.lines[0]
    page = visit(f"/puzzles/flipslide/{puzzle.id}")
    says = page.get_by_test_id("says")
    expect(says).to_contain_text(puzzle.question)
    flipslide(page, line[0])
    page.locator(f"[data-goal]:not([data-goal='{cell_of(line[1])}'])").first.click()
    expect(page.locator("[data-ply]")).to_have_attribute("data-ply", "2")
    page.get_by_role("button", name="Am I on the way?").click()
    expect(says).to_contain_text("Another way is better.")
    page.get_by_role("button", name="One step back").click()
    flipslide(page, line[1])
    expect(page.locator("[data-ply]")).to_have_attribute("data-ply", "2")
    page.get_by_role("button", name="Am I on the way?").click()
    expect(says).to_contain_text("so far this is the best way")
    for move in line[2:]:
        flipslide(page, move)
    expect(says).to_contain_text("That is it.")
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("link", name="solved")).to_have_count(1)


@pytest.mark.parametrize("game", ["alarun", "korrigans"])
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_a_puzzle_of_each_other_game_is_solved_by_clicks(game: str, size: tuple[int, int], visit: Visit) -> None:
    puzzle = puzzles(game)[0]
    page = visit(f"/puzzles/{game}/{puzzle.id}", width=size[0], height=size[1])
    says = page.get_by_test_id("says")
    expect(says).to_contain_text(puzzle.question)
    *moves, last = puzzle.lines[0]
    for move in moves:
        before = ply(page)
        HANDS[game](page, move)
        expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", before)
    HANDS[game](page, last)
    expect(says).to_contain_text("That is it.")
    page.reload()
    expect(says).to_contain_text(puzzle.question)
    page.goto(page.url.removesuffix(f"/{game}/{puzzle.id}"))
    expect(page.get_by_role("link", name="solved")).to_have_count(1)


def test_a_puzzle_lies_there_as_soon_as_the_server_can_lay_it(visit: Visit) -> None:
    """A server that has just started, or has much to do, may not answer at first: the page asks again by itself."""
    page = visit("/puzzles")
    tries = {"studies": 0, "games": 0}

    def lose_two(route: Route) -> None:
        what = route.request.url.rsplit("/", 1)[-1]
        tries[what] += 1
        if tries[what] > 2:
            route.continue_()
        else:
            route.abort()

    page.route("**/api/studies", lose_two)
    page.route("**/api/games", lose_two)
    page.get_by_role("link", name="Puzzle 1 of").first.click()
    expect(page.get_by_test_id("says")).to_be_visible()
    assert tries == {"studies": 3, "games": 3}


def test_a_puzzle_that_is_not_there_says_so(visit: Visit) -> None:
    for path in ("/puzzles/alarun/nothing", "/puzzles/chess/nothing"):
        expect(visit(path).get_by_text("There is no such puzzle.")).to_be_visible()
