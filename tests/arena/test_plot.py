"""The picture: well formed, legible in both themes, and true to the figures."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from fourleaf.arena import tournament
from fourleaf.arena.plot import LEFT, RIGHT, WIDTH

SVG = "{http://www.w3.org/2000/svg}"
FIRST = "tests.arena.guests:First"


def drawn() -> tuple[str, ElementTree.Element]:
    picture = tournament("treasure", ["greedy", "random", FIRST], 30, seed=1).plot()
    return picture, ElementTree.fromstring(picture)  # noqa: S314  # our own picture


def test_every_dot_stands_where_its_score_is() -> None:
    found = tournament("treasure", ["greedy", "random", FIRST], 30, seed=1)
    picture = ElementTree.fromstring(found.plot())  # noqa: S314  # our own picture
    scores = [each.score.mean for each in found.contestants] + [each.score.mean for each in found.meetings]
    dots = [float(dot.attrib["cx"]) for dot in picture.iter(f"{SVG}circle")]
    expected = [round(LEFT + (RIGHT - LEFT) * score, 1) for score in scores]
    assert dots[: len(scores)] == expected
    words = [text.text or "" for text in picture.iter(f"{SVG}text")]
    assert all(any(word.startswith(f"{score:.3f}") for word in words) for score in scores)


def test_both_themes_colour_the_same_things_and_none_needs_anything_from_elsewhere() -> None:
    picture, root = drawn()
    style = root.find(f"{SVG}style")
    assert style is not None
    assert style.text is not None
    light, dark = style.text.split("@media(prefers-color-scheme:dark)")
    coloured = re.compile(r"([a-z.]+)\{[^}]*#")
    assert set(coloured.findall(dark)) == set(coloured.findall(light))
    used = {kind for element in root.iter() for kind in element.attrib.get("class", "").split()}
    assert used <= set(re.findall(r"\.([a-z]+)[{.]", style.text))
    assert "url(" not in picture
    assert "href" not in picture


def test_nothing_is_drawn_outside() -> None:
    _, root = drawn()
    for line in root.iter(f"{SVG}line"):
        assert 0 <= float(line.attrib["x1"]) <= float(line.attrib["x2"]) <= WIDTH
