"""A puzzle is solved by clicks at the real table: a wrong way, back, the right one, and the next."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from fourleaf.puzzles import puzzles
from tests.web.conftest import Visit

RING = 64


def slide(page: Page, move: str) -> None:
    """Lift a tile of the patch, or put it down."""
    page.locator(
        f"[data-cell='{key_of(move)}']" if move.startswith("slide") else f"[data-goal='{key_of(move)}']"
    ).click()


def key_of(move: str) -> str:
    """The cell of a move as the board names it: counted around a ring."""
    return ",".join(str(int(part) % RING) for part in move.split(" ")[1].split(","))


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
    slide(page, line[0])
    page.locator(f"[data-goal]:not([data-goal='{key_of(line[1])}'])").first.click()
    expect(page.locator("[data-ply]")).to_have_attribute("data-ply", "2")
    page.get_by_role("button", name="Am I on the way?").click()
    expect(says).to_contain_text("Another way is better.")
    page.get_by_role("button", name="One step back").click()
    slide(page, line[1])
    expect(page.locator("[data-ply]")).to_have_attribute("data-ply", "2")
    page.get_by_role("button", name="Am I on the way?").click()
    expect(says).to_contain_text("so far this is the best way")
    for move in line[2:]:
        slide(page, move)
    expect(says).to_contain_text("That is it.")
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("link", name="solved")).to_have_count(1)


def test_a_puzzle_that_is_not_there_says_so(visit: Visit) -> None:
    for path in ("/puzzles/alarun/nothing", "/puzzles/chess/nothing"):
        expect(visit(path).get_by_text("There is no such puzzle.")).to_be_visible()
