"""A reload, a second tab and a second device in every phase of a table end in the same picture as the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import LayDown, Server, Visit
from tests.web.guests import ask, at_a_table, lay, origin

# The fourth round begins, and the third has just been judged.
JUDGED = (
    "99 start 4.1 0 59/9/53 16? > SWGESW 1? FAFAHSKS/FAHSHFKS/FAHSMEWW C4.C4.C5.IM/C3.C4.BACK.NIX/C3.C3.HERE.LOOK - "
    "abducted - - -/-/- - - - -/-/- FAVASWWW/FAHSHFKS/HSSWSWGE;FAHFVAWW/FAFAHSSW/HFVAKSSW;FAHFMEHD/FAHSSWHW/FAFAVAGE"
)
Picture = Callable[[Page], list[str]]


def second_visits(visit: Visit, first: Page) -> Iterator[tuple[str, Page]]:
    """The same person again: in the same tab, in another one, and in a browser that knows nothing but who it is."""
    first.reload()
    yield "a reload", first
    tab = first.context.new_page()
    tab.goto(first.url)
    yield "a second tab", tab
    device = visit(origin(first))
    device.context.add_cookies(first.context.cookies())  # type: ignore[arg-type]
    device.goto(first.url)
    yield "a second device", device


def same_everywhere(visit: Visit, first: Page, shown: Callable[[Page], Locator], picture: Picture) -> None:
    shown(first).wait_for()
    seen = picture(first)
    assert any(seen), "there is something to see"
    for how, page in second_visits(visit, first):
        expect(shown(page), how).to_be_visible()
        assert picture(page) == seen, how


def chairs(page: Page) -> list[str]:
    return [*page.locator("[data-chair]").all_inner_texts(), *page.locator("dl").all_inner_texts()]


def table(page: Page) -> list[str]:
    """Everything at the table but for the log's own order of arrival."""
    card = page.locator("[data-card], [data-gnome]")
    return [
        page.locator("[data-ply]").get_attribute("data-ply") or "",
        page.locator("[data-ply]").get_attribute("data-seat") or "",
        page.get_by_test_id("prompt").inner_text(),
        *card.evaluate_all('all => all.map(one => one.outerHTML.match(/data-(card|gnome)="?[^" ]*/)[0])'),
        *page.get_by_role("tabpanel").all_inner_texts(),
    ]


def test_while_the_chairs_are_filled(visit: Visit) -> None:
    host = visit()
    path = lay(host, "treasure", "me", "open", "open")
    guest = visit()
    invite = ask(host, f"/api/tables/{path.removeprefix('/t/')}/invites", {"group": True})["secret"]
    ask(guest, f"/api/tables/{path.removeprefix('/t/')}/join", {"name": "Hazel", "invite": invite})
    for page in (host, guest):
        page.goto(origin(host) + path)
    expect(host.locator("[data-chair='1']")).to_contain_text("here")
    same_everywhere(visit, host, lambda page: page.locator("[data-chair='1']").get_by_text("here"), chairs)
    same_everywhere(visit, guest, lambda page: page.locator("[data-chair='0']").get_by_text("here"), chairs)


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Server]:
    """A server that waits long for seats to open their luck."""
    server = Server(tmp_path, "fourleaf", "serve", "--open-within", "600")
    server.start()
    yield server
    server.stop()


def test_while_the_luck_is_opened(visit: Visit, patient: Server) -> None:
    host = visit(patient.address)
    path = lay(host, "treasure", "me", "open", public=True)
    away = visit(patient.address)
    # Somebody promises luck of their own and does not come back to open it.
    ask(away, f"/api/tables/{path.removeprefix('/t/')}/join", {"name": "Hazel", "commitment": "ab" * 32})
    host.goto(patient.address + path)
    host.get_by_role("button", name="Start the match").click()
    same_everywhere(visit, host, lambda page: page.get_by_text("Every seat shows what it brings"), chairs)


def test_while_a_match_is_played(visit: Visit) -> None:
    host, guest = at_a_table(visit, "treasure", "Oak", "Hazel")
    expect(host.get_by_test_id("prompt")).to_contain_text("Your turn.")
    for page in (host, guest):
        same_everywhere(visit, page, lambda page: page.locator("[data-card]").nth(2), table)


def test_when_a_round_was_judged(visit: Visit, begin_from: LayDown) -> None:
    begin_from("wichtel", JUDGED)
    host, _ = at_a_table(visit, "wichtel", "Oak", "Hazel", bots=1)

    def judgement(page: Page) -> list[str]:
        return [page.get_by_test_id("judgement").inner_text(), *table(page)]

    same_everywhere(visit, host, lambda page: page.get_by_test_id("judgement"), judgement)


def test_when_it_is_over(visit: Visit, begin_from: LayDown) -> None:
    begin_from("treasure", "card 0 4+4 - 82/0/0/0 RB R1R2R3/G1G2G3 -/-")
    host, guest = at_a_table(visit, "treasure", "Oak", "Hazel")
    host.locator("[data-card].can").first.click()

    def result(page: Page) -> list[str]:
        """The end but for who vouches for the luck, which another device cannot."""
        return [
            *page.get_by_role("dialog").get_by_role("heading").all_inner_texts(),
            *page.locator("ol").all_inner_texts(),
        ]

    for page in (host, guest):
        same_everywhere(visit, page, lambda page: page.get_by_test_id("luck").get_by_text("recomputed"), result)
