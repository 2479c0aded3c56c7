"""Looks at a page as different people have it: small and large, by day and by night, and with axe-core's eyes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
ALBUM = ROOT / "web" / "screenshots"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {390: 844, 1440: 900}
THEMES: dict[str, Literal["light", "dark"]] = {"light": "light", "night": "dark"}
JUDGED = ((390, "night"), (1440, "light"))
"""Each size and each theme once: axe takes its time."""
GRAVE = ("serious", "critical")
WINDOWS = ((1440, 900), (1280, 720), (1100, 800), (1024, 768), (820, 1180), (844, 390), (390, 844), (360, 640))
"""From a large laptop to a small phone, upright and on its side."""
COVERED = """nodes => nodes.filter(node => {
    const middle = ({x, y, width, height}) => [x + width / 2, y + height / 2];
    const [x, y] = middle(node.getBoundingClientRect());
    const pane = node.closest("svg").getBoundingClientRect();
    const inside = x > pane.left && x < pane.right && y > pane.top && y < pane.bottom;
    return inside && !node.contains(document.elementFromPoint(x, y));
}).map(node => node.getAttribute("aria-label"))"""
"""The nodes in view whose middle belongs to something else; what is out of view can be looked at."""


def look_at(page: Page, name: str) -> list[str]:
    """A picture in each size and theme for the album, and every fault: what sticks out, and what axe finds grave."""
    ALBUM.mkdir(parents=True, exist_ok=True)
    faults: list[str] = []
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for theme, scheme in THEMES.items():
            page.emulate_media(color_scheme=scheme)
            page.evaluate("document.fonts.ready")
            page.evaluate("Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)))")
            page.screenshot(path=ALBUM / f"{name}-{width}-{theme}.png")
            if (width, theme) in JUDGED:
                faults += [f"{name} {width} {theme}: {fault}" for fault in _faults(page)]
    return faults


def _faults(page: Page) -> list[str]:
    faults = []
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if wide > 0:
        faults.append(f"the page is {wide} px too wide")
    page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    for violation in found["violations"]:
        if violation["impact"] in GRAVE:
            where = [node["target"] for node in violation["nodes"][:3]]
            faults.append(f"{violation['id']}: {violation['help']} {where}")
    return faults


def out_of_view(page: Page, pieces: str) -> list[str]:
    """What of these pieces sticks out of the window, in any size; the page itself never scrolls."""
    found: list[str] = []
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        # The arrangement follows the window with the next frame.
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.locator(pieces).first.wait_for()
        found += [
            f"{width}x{height}: {what}"
            for what in page.evaluate(
                """pieces => [...document.querySelectorAll(pieces)].flatMap(piece => {
                  const {left, top, right, bottom, width} = piece.getBoundingClientRect();
                  const out = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
                  return out || width === 0 ? [piece.outerHTML.slice(0, 120)] : [];
                })""",
                pieces,
            )
        ]
    return found
