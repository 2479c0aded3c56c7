"""Every guide is played by clicks to its end, on a phone and on a desk, and left and taken up again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import fourleaf
from fourleaf.games.flipslide.board import CELL_OF, q_of, r_of
from tests.guides.guides import GuideStep, guide_of, guided
from tests.web.conftest import Visit
from tests.web.test_wichtel import by_hand, ply

ROUND = 64
"""The plane of Flip & Slide is wound up: cells that differ by this much are the same one."""
COLOURS = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}


def treasure(page: Page, move: str) -> None:
    kind, _, what = move.partition(" ")
    if kind == "play":
        page.locator(f"[data-card={what}]").first.click()
    else:
        # What may not be chosen can be pressed all the same, to be told why; for Playwright it is disabled.
        page.locator(f"[data-figure={COLOURS.get(what, what)}]").click(force=what not in COLOURS)


def wichtel(page: Page, move: str) -> None:
    kind, *what = move.split()
    if kind == "swap":
        rival, gnome = what
        page.locator(f"[data-gnome={gnome}]").click()
        page.locator(f"[data-rival='{rival}']").click()
    elif kind == "call":
        page.locator(f"[data-gnome={what[0]}]").click()
        page.locator("[data-pile=draw]").click()
    elif kind == "recruit":
        page.locator(f"[data-place='{what[0]}']").click(force=True)
    elif kind in ("bribe", "halt"):
        page.locator(f"[data-event={what[0] if what else kind.upper()}]").click()
    elif kind == "put":
        page.locator(f"[data-gnome={what[0]}]").click()
    else:
        page.locator(f"[data-act={kind}]").click()


def alarun(page: Page, move: str) -> None:
    kind, *what = move.replace("swap all", "swap_all").split()
    if kind == "swap":
        give, take = what[0].split(">")
        page.locator(f"[data-hand]:has([data-card={give}])").click()
        page.locator(f"[data-centre]:has([data-card={take}])").click()
    elif kind == "place":
        card, cell = what
        is_last = page.locator("[data-hand]").count() == 1
        page.locator(f"[data-hand]:has([data-card={card}])").click()
        page.locator(f"[data-plot='{cell}']").click(force=True)
        if is_last:
            page.locator("[data-act=lay]").click()
    else:
        page.locator(f"[data-act={kind}]").click()
        if kind == "pass":
            page.get_by_role("dialog").get_by_role("button", name="Pass").click()


def korrigans(page: Page, move: str) -> None:
    kind, *what = move.split()
    if kind == "move":
        korrigan, _, field = what
        seat = page.locator("[data-seat]").first.get_attribute("data-seat")
        page.locator(f"[data-korrigan='{seat}.{korrigan}']").click()
        page.locator(f"[data-field={field}]").click(force=True)
    elif kind in ("place", "cauldron"):
        page.locator(f"[data-field={what[0]}]").click()
    elif kind == "take":
        page.locator(f"[data-token={what[0]}]").first.click()
    elif kind == "sun":
        page.locator(f"[data-spot=sun{what[0]}]").click()
    else:
        page.locator(f"[data-can={kind}]").click()


def flipslide(page: Page, move: str) -> None:
    kind, cell = move.split()[0], cell_of(move)
    # What is closed or stuck can be pressed all the same, to be told why.
    page.locator(f"[data-goal='{cell}']" if kind in ("place", "to") else f"[data-cell='{cell}']").click(force=True)


def cell_of(move: str) -> str:
    """The cell of a move as the board names it."""
    cell = CELL_OF[move.split()[1]]
    return f"{int(q_of(cell)) % ROUND},{int(r_of(cell)) % ROUND}"


HANDS: dict[str, Callable[[Page, str], None]] = {
    "alarun": alarun,
    "flipslide": flipslide,
    "korrigans": korrigans,
    "treasure": treasure,
    "wichtel": wichtel,
}
"""How a move of each game is made with the mouse; a wish that is refused is made in the same way."""


def is_at(page: Page, number: int, step: GuideStep) -> None:
    """The address names the step, and the guide says it."""
    page.wait_for_url(f"**?step={number}")
    expect(page.get_by_test_id("says")).to_contain_text(step.says)


def do(page: Page, game: str, step: GuideStep) -> None:
    """What the step asks for."""
    hand = HANDS[game]
    if step.touch:
        page.locator(step.touch).click()
    elif step.refusal:
        hand(page, step.refusal.wish)
        refusal = page.get_by_role("alert")
        expect(refusal).to_contain_text(step.refusal.clause)
        refusal.get_by_role("button", name="Close").click()
    elif step.ways == "any":
        hand(page, first_legal(page, game))
    elif step.ways:
        for move in step.ways[0]:
            before = ply(page)
            hand(page, move)
            expect(page.locator("[data-ply]")).not_to_have_attribute("data-ply", before)
    else:
        page.get_by_role("button", name="Go on").click()


def first_legal(page: Page, game: str) -> str:
    assert game == "treasure", "say here how any move is found"
    return f"play {page.locator('[data-card].can').first.get_attribute('data-card')}"


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
@pytest.mark.parametrize("game", guided())
def test_a_guide_is_played_by_clicks_to_its_end(game: str, size: tuple[int, int], visit: Visit) -> None:
    page = visit(width=size[0], height=size[1])
    by_hand(page)
    page.get_by_role("link", name=f"Learn: {fourleaf.game(game).title}").click()
    steps = guide_of(game).steps
    for number, step in enumerate(steps, 1):
        is_at(page, number, step)
        if number < len(steps):
            do(page, game, step)
    page.get_by_role("button", name="Play now, against easy bots").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_test_id("prompt")).to_be_visible()


def test_a_guide_is_left_and_taken_up_again_and_every_step_can_be_gone_back_to(visit: Visit) -> None:
    steps = guide_of("treasure").steps
    page = visit("/learn/treasure?step=4")
    is_at(page, 4, steps[3])
    page.get_by_role("button", name="Play red ×3").click()
    expect(page.get_by_test_id("says")).to_contain_text(f"{steps[3].instead['play R3']} {steps[3].says}")
    treasure(page, "play G2")
    is_at(page, 5, steps[4])
    page.get_by_role("link", name="Fourleaf").click()
    page.get_by_role("link", name="Go on with step 5 of 11: Treasure").click()
    is_at(page, 5, steps[4])
    page.reload()
    is_at(page, 5, steps[4])
    page.get_by_role("button", name="One step back").click()
    is_at(page, 4, steps[3])
    expect(page.get_by_role("button", name="Play green ×2: it stops on square 22")).to_be_visible()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("[data-card=G2].hinted")).to_be_visible()


def test_a_guide_is_followed_by_keys_alone_and_left_by_escape(visit: Visit) -> None:
    steps = guide_of("treasure").steps
    page = visit("/learn/treasure")
    is_at(page, 1, steps[0])
    page.get_by_role("button", name="Go on").press("Enter")
    is_at(page, 2, steps[1])
    page.get_by_test_id("secret").press("Enter")
    is_at(page, 3, steps[2])
    page.locator("[data-card=G1]").press("Enter")
    is_at(page, 4, steps[3])
    page.locator("[data-card=G2]").press("Enter")
    is_at(page, 5, steps[4])
    page.locator("[data-figure=red]").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("T2.6")
    page.keyboard.press("Escape")
    is_at(page, 6, steps[5])


@pytest.mark.parametrize("path", ["/learn/chess", "/learn/treasure?step=99", "/learn/treasure?step=x"])
def test_a_lesson_that_is_not_there_says_so_or_begins_at_the_nearest_step(path: str, visit: Visit) -> None:
    page = visit(path)
    if "chess" in path:
        expect(page.get_by_text("There is no lesson for this game yet.")).to_be_visible()
    else:
        last = len(guide_of("treasure").steps)
        page.wait_for_url(f"**?step={last if '99' in path else 1}")
