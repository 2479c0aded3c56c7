"""A table fits the window: prompt, board and my hand in view together, at every size and at every decision."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import fourleaf
from tests.web.conftest import LayDown, Visit
from tests.web.guests import at_a_table, lay, origin
from tests.web.hands import decide

SIZES = ((1440, 900), (1280, 720), (1100, 800), (1024, 768), (820, 1180), (844, 390), (390, 844), (360, 640))
TABLES = (
    ("korrigans", 2),
    ("korrigans", 5),
    ("alarun", 2),
    ("alarun", 4),
    ("wichtel", 3),
    ("wichtel", 5),
    ("treasure", 2),
    ("treasure", 4),
    ("flipslide", 1),
    ("flipslide", 2),
    ("flipslide", 4),
)
# Whatever the first seat plays, its hunter goes to the second square, where nothing happens.
TWO_SQUARES = "card 0 1+1 - 0/0/0/0 RBYG R1B1Y1/R1R2R3/B1B2B3/G1G2G3 -/-/-/-"
WALKS = 6
SHARE = 0.36
"""Of the room for prompt, board and hand, at least so much is the board's, however small the window is."""

MEASURED = """() => {
    const faults = [];
    // So far an outline may reach into the margin between the cells.
    const EDGE = 5;
    const inside = (what, node) => {
        const box = node.getBoundingClientRect();
        const out = Math.max(-box.left, -box.top, box.right - innerWidth, box.bottom - innerHeight);
        if (out > 1.5) faults.push(`${what} is ${Math.round(out)} px outside`);
        return box;
    };
    const called = (node) => `${node.closest('.board') ? 'board' : node.closest('.hand') ? 'hand' : 'shell'}: `
        + `"${(node.getAttribute('aria-label') || node.textContent.trim() || node.getAttribute('class') || node.tagName)
            .slice(0, 40)}"`;
    const seen = (node) => node.checkVisibility({visibilityProperty: true, opacityProperty: true})
        && node.getBoundingClientRect().width > 1 && !node.closest('.unseen, dialog');
    const html = document.documentElement;
    if (html.scrollWidth > innerWidth) faults.push(`the page is ${html.scrollWidth - innerWidth} px too wide`);
    if (html.scrollHeight > innerHeight) faults.push(`the page is ${html.scrollHeight - innerHeight} px too tall`);
    const cell = document.querySelector('.table .main > .board');
    const hand = document.querySelector('.table .main > .hand');
    inside('the prompt', document.querySelector('[data-testid=prompt]'));
    const board = inside('the board', cell);
    const room = document.querySelector('.table .main').getBoundingClientRect();
    for (const [what, place] of [['the board', cell], ['the hand', hand]]) {
        if (place === null) continue;
        const wide = place.scrollWidth - place.clientWidth, tall = place.scrollHeight - place.clientHeight;
        if (wide > EDGE || tall > EDGE) faults.push(`${what} is ${wide} by ${tall} px larger than its cell`);
        for (const node of place.querySelectorAll('*')) {
            const {overflowX, overflowY} = getComputedStyle(node);
            if ((overflowY === 'auto' || overflowY === 'scroll') && node.scrollHeight > node.clientHeight + 1
                || (overflowX === 'auto' || overflowX === 'scroll') && node.scrollWidth > node.clientWidth + 1)
                faults.push(`${called(node)} must be scrolled`);
        }
    }
    if (hand !== null) {
        const box = inside('the hand', hand);
        for (const node of hand.querySelectorAll('button, [role=button], svg'))
            if (seen(node)) inside(called(node), node);
        if (Math.min(box.right, board.right) - Math.max(box.left, board.left) > 1
            && Math.min(box.bottom, board.bottom) - Math.max(box.top, board.top) > 1)
            faults.push('board and hand overlap');
    }
    // What lies on a board that is wider than its window can be brought there; docs/client.md.
    const presses = [...document.querySelectorAll('.table button, .table [role=button], .table [data-can]')]
        .filter((node) => !node.closest('.seats, .facts, .side, .foot ol, .board .pane, .board [aria-disabled=true]'))
        .filter(seen);
    for (const node of presses) {
        const box = inside(called(node), node);
        if (node.closest('[aria-disabled=true]') || !node.closest('.hand') || !node.matches('button')) continue;
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        if (top === null || !node.closest('.hand').contains(top)) faults.push(`${called(node)} is covered`);
    }
    return {
        faults: [...new Set(faults)],
        share: board.width * board.height / (room.width * room.height),
        board: [board.x, board.y, board.width, board.height].map(Math.round),
    };
}"""


def fullest(game: str, seats: int) -> dict[str, str]:
    """For every kind of decision that the first seat met in some games: the position of which there is most to tell."""
    found: dict[str, str] = {}
    for seed in range(WALKS):
        luck = random.Random(seed)
        match = fourleaf.game(game).start(seats=seats, seed=seed)
        while match.actor != fourleaf.OVER:
            if match.actor == 0:
                view: Any = match.view(0)
                found[view.phase] = max(found.get(view.phase, ""), match.notation, key=len)
            match.play(luck.choice(list(match.moves)))
    return found


def sit_down(page: Page, game: str, seats: int) -> None:
    page.goto(origin(page) + lay(page, game, "me", *["random"] * (seats - 1), name="Rowan Oakenfield"))
    page.get_by_role("button", name="Start the match").click()
    expect(page.get_by_test_id("prompt")).to_contain_text("Your turn.")


def measure(page: Page, size: tuple[int, int]) -> tuple[list[str], list[int]]:
    """Everything that does not fit at this size, and where the board lies."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    # Boards that measure their cell draw themselves anew in the frame after.
    page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"
    )
    found: dict[str, Any] = page.evaluate(MEASURED)
    faults: list[str] = found["faults"]
    if found["share"] < SHARE:
        faults.append(f"the board has {found['share']:.2f} of the room")
    return [f"{size[0]}x{size[1]}: {fault}" for fault in faults], found["board"]


def misfits(page: Page, game: str, seats: int, begin_from: LayDown) -> list[str]:
    faults: list[str] = []
    boards: dict[tuple[int, int], list[int]] = {}
    for phase, position in fullest(game, seats).items():
        begin_from(game, position)
        sit_down(page, game, seats)
        for size in SIZES:
            found, board = measure(page, size)
            # A hand keeps its room, however much or little is in it.
            if boards.setdefault(size, board) != board:
                found.append(f"the board lies at {board}, not at {boards[size]}")
            faults += [f"{game} {seats} {phase} {fault}" for fault in found]
    return faults


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_decision_fits_every_window(visit: Visit, begin_from: LayDown, game: str, seats: int) -> None:
    faults = misfits(visit(), game, seats, begin_from)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("game", "seats", "size"),
    [
        ("korrigans", 5, (1024, 768)),
        ("alarun", 4, (360, 640)),
        ("wichtel", 5, (390, 844)),
        ("treasure", 4, (844, 390)),
        ("flipslide", 4, (1280, 720)),
    ],
)
def test_nothing_that_is_said_moves_the_board(
    visit: Visit, begin_from: LayDown, game: str, seats: int, size: tuple[int, int]
) -> None:
    """And a sample of what fits: the fullest position of each game at one size."""
    page = visit()
    begin_from(game, max(fullest(game, seats).values(), key=len))
    sit_down(page, game, seats)
    faults, board = measure(page, size)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".notices [role=status]")).to_be_visible()
    hinted, with_hint = measure(page, size)
    page.get_by_role("button", name="Undo").click(force=True)
    expect(page.locator(".notices [role=alert]")).to_be_visible()
    refused, with_refusal = measure(page, size)
    assert [with_hint, with_refusal] == [board, board]
    assert not faults + hinted + refused, "\n".join(faults + hinted + refused)


def lines_since(page: Page) -> list[str]:
    """What the log has above my own last move, the oldest first."""
    return [line.strip() for line in page.locator(".log .fresh").all_inner_texts()][::-1]


def test_what_came_since_my_last_turn_comes_by_itself_and_moves_nothing(visit: Visit, begin_from: LayDown) -> None:
    page = visit()
    begin_from("treasure", TWO_SQUARES)
    sit_down(page, "treasure", 4)
    board = measure(page, (390, 844))[1]
    foot = page.locator(".foot")
    expect(foot.locator("li")).to_have_count(1)
    decide(page, "treasure", random.Random(1))
    expect(page.get_by_test_id("prompt")).to_contain_text("Your turn.")
    faults, again = measure(page, (390, 844))
    assert (faults, again) == ([], board)
    shown = [line.strip() for line in foot.locator("li").all_inner_texts()]
    assert len(shown) >= 3
    assert all(any(name in line for line in shown) for name in ("Dandelion", "Puffball", "Burr"))
    # Everything that came at once is read aloud, and not its last line alone.
    expect(page.get_by_test_id("aloud")).to_have_text(re.compile(r"Burr .*\. Rowan Oakenfield rolls"))
    foot.get_by_role("button", name=f"1/{len(shown)} since your last turn").click()
    expect(foot.get_by_role("button", name=f"2/{len(shown)} since your last turn")).to_be_visible()
    expect(foot.locator("li").nth(1)).to_be_in_viewport(ratio=0.9)
    played = foot.locator("li button").first
    played.click()
    expect(played).to_have_class(re.compile("marked"))
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".log .since")).to_have_text("Since your last turn")
    assert lines_since(page) == shown


def test_on_a_phone_chat_log_and_tools_are_one_tap_away(visit: Visit) -> None:
    host, guest = at_a_table(visit, "flipslide", "Rowan", "Sorrel")
    host.set_viewport_size({"width": 360, "height": 640})
    guest.get_by_role("tab", name="Chat").click()
    guest.get_by_label("Say something").fill("Good luck")
    guest.get_by_role("button", name="Send").click()
    cue = host.get_by_role("button", name="What happened, and chat 1 new line")
    expect(cue).to_be_in_viewport(ratio=1)
    for name in ("Undo", "Hint", "More", "Goal and rules"):
        expect(host.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    cue.click()
    expect(host.get_by_test_id("sheet")).to_contain_text("Good luck")
    host.keyboard.press("Escape")
    expect(host.get_by_test_id("sheet")).to_have_count(0)
    expect(host.get_by_role("button", name="What happened, and chat", exact=True)).to_be_visible()
    host.get_by_role("button", name="Goal and rules").click()
    expect(host.locator(".notices")).to_contain_text("Make a rainbow")
    host.locator(".notices").get_by_role("button", name="Rules").click()
    expect(host.get_by_role("dialog", name=re.compile("Rules|Flip"))).to_be_visible()
