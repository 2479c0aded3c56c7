"""Nothing is hidden in Flip & Slide, so what a seat imagines is what lies there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.random import Random
from mypy_extensions import i64

if TYPE_CHECKING:
    from fourleaf.games.flipslide.rules import FlipSlide


def imagined(patch: FlipSlide, seat: i64, rng: Random) -> FlipSlide:
    """The position itself."""
    return patch.clone()
