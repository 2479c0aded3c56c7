"""How a prompt names each kind of move that a seat may make, and in which phases there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

NAMES = {
    "flip": r"\bflip\b",
    "slide": r"\bslide\b(?!.* to a new place)",
    "to": r"\bslide\b.* to a new place",
    "place": r"\bplace (your|its) rabbit",
    "jump": r"\bjump (in|over)\b",
    "pass": r"\bpass\b",
}

PHASES = ("turn up", "show turned", "place", "act", "slide to", "show flipped", "jump", "over")
"""In the order of their numbers; the laws of the kit must have met them all."""

SELDOM = (
    "2 -6,-5 ..........IG/.........V.R/........R/........G/........G/........O/.......B/......V/......I1R/........V/"
    ".......O/.....BO/...Y0/.IB/Y/Y 0.1 -6,10;5,-4 - 57",
)
"""In hardly any game by luck somebody has to pass."""


def leave_out_what_is_not_encoded(view: dict[str, Any]) -> None:
    """Where on the plane a patch lies does not matter: cells are told from the viewer's rabbit."""
    home = view["rabbits"][view["seat"]] or (0, 0)
    for name in ("rabbits", "flips", "slides", "cells", "closed", "slid", "dead_ends", "rainbow"):
        view[name] = [_from(home, cell) for cell in view[name]]
    for name in ("held", "previous"):
        view[name] = _from(home, view[name])
    for name in ("tiles", "destinations"):
        view[name] = [{**what, "cell": _from(home, what["cell"])} for what in view[name]]


def _from(home: Sequence[int], cell: Sequence[int] | None) -> tuple[int, int] | None:
    return None if cell is None else (cell[0] - home[0], cell[1] - home[1])
