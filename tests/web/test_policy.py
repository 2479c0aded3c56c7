"""The content policy holds in a real browser: no text becomes HTML or script but by Svelte's own templates."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import Visit
from tests.web.hands import my_turn_or_end, play_now

SINKS = {
    "innerHTML": "document.body.innerHTML = '<b>hello</b>'",
    "outerHTML": "document.body.outerHTML = '<b>hello</b>'",
    "insertAdjacentHTML": "document.body.insertAdjacentHTML('beforeend', '<b>hello</b>')",
    "a script's address": "document.createElement('script').src = '/assets/x.js'",
    "a script's text": "document.createElement('script').text = '1'",
    "a framed page": "document.createElement('iframe').srcdoc = '<b>hello</b>'",
    "a parser": "new DOMParser().parseFromString('<b>hello</b>', 'text/html')",
    "another policy": "trustedTypes.createPolicy('default', {createHTML: text => text})",
    "the same policy again": "trustedTypes.createPolicy('svelte-trusted-html', {createHTML: text => text})",
}


@pytest.mark.parametrize("sink", SINKS)
def test_text_cannot_become_a_page_or_a_script(sink: str, browser: Browser, address: str) -> None:
    page = browser.new_page()
    try:
        page.goto(address)
        expect(page.get_by_role("heading", name="Rainbow Flip & Slide")).to_be_visible()
        trial = f"(() => {{ try {{ {SINKS[sink]}; return 'done' }} catch (error) {{ return error.name }} }})()"
        assert page.evaluate(trial) == "TypeError"
    finally:
        page.close()


def test_lobby_table_dialogs_and_a_move_need_nothing_that_the_policy_forbids(visit: Visit) -> None:
    page = visit()
    play_now(page, "Treasure, Treasure!")
    assert my_turn_or_end(page, "treasure")
    page.locator("[data-card].can").first.click()
    page.get_by_role("button", name="Rules").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
