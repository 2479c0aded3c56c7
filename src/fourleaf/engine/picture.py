"""A position drawn in characters: lines of words, some of them in a colour.

The same picture serves a terminal, a test and a screen reader; who shows it decides how a tone looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Tone: TypeAlias = Literal[
    "", "red", "orange", "yellow", "green", "blue", "indigo", "violet", "pink", "white", "gold", "quiet", "strong"
]


@dataclass(frozen=True)
class Ink:
    """A few characters in one tone; gold means you, now."""

    text: str
    tone: Tone = ""


Line: TypeAlias = Sequence[Ink]
Picture: TypeAlias = Sequence[Line]


def plain(picture: Picture) -> str:
    """The picture without its colours."""
    return "\n".join("".join(ink.text for ink in line).rstrip() for line in picture)
