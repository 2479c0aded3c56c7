"""A round of Der Herr der Wichtel that is about to be judged: where pauses are tested, nobody has to play so far."""

from __future__ import annotations

from fourleaf import Beginning
from fourleaf.server import wire

CLAIM = (
    "99 claim 1.4 0 0/0/0 12? > FAKSHS 1?.HF.FA.SW.SW VAKSKSHW/FAHSHSWW/FAFAHSWW "
    "C2.C3.C3.HERE/C2.C5.C6.NIX/C2.C4.C5.LOOK - free 3 - -/-/- - 6 "
    "0>2:WW,1>0:VAKS,1>2:WW,2>0:VAKS,w>0:VAKS,w>2:WW -/-/- -"
)
"""Seat 0 of three may have everybody judged, and seat 1 begins the next round."""


def at_a_claim(wish: wire.CreateTable) -> Beginning:
    """Where a table of this game begins; all others begin as their rules say."""
    return Beginning(position=CLAIM) if wish.game == "wichtel" else Beginning()
