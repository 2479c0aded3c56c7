"""What PettingZoo's and Gymnasium's environments have in common: spaces, and how they are drawn."""

from __future__ import annotations

import io
from typing import Any

from fourleaf.adapters.arrays import numpy
from fourleaf.adapters.extras import MissingExtra
from fourleaf.adapters.learner_game import LearnerGame

try:
    from gymnasium.spaces import Box
except ImportError as error:
    raise MissingExtra(error, "rl") from error
from rich.console import Console

from fourleaf.engine.errors import BadStart
from fourleaf.engine.layout import Layout


def box_of(layout: Layout) -> Any:
    """The space of an observation."""
    low = numpy.zeros(len(layout), numpy.float32)
    for part in layout:
        low[part.start : part.stop] = part.low
    return Box(low, numpy.ones(len(layout), numpy.float32), dtype=numpy.float32)


def drawn(table: LearnerGame, seat: int, mode: str | None) -> str | None:
    """The position as a seat sees it."""
    if mode is None:
        raise BadStart(
            "this was made without a render_mode, so there is nothing to draw; there are human, ansi and svg"
        )
    text = table.text(seat)
    if mode == "human":
        print(text)
        return None
    if mode == "ansi":
        return text
    page = Console(record=True, file=io.StringIO(), width=120, color_system=None)
    page.print(text, markup=False, highlight=False)
    return page.export_svg(title=table.game.title)
