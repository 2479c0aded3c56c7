"""How sentences speak of seats, so that whoever shows one can put a name there."""

from __future__ import annotations

from typing import Final

JOINT: Final = "\N{NO-BREAK SPACE}"
"""What stands between the word and the number of a seat, and nowhere else in a sentence."""


def seat_name(seat: int) -> str:
    """A seat as sentences write it: it reads `seat 0`, and no other words can be taken for it."""
    return f"seat{JOINT}{seat}"


def spoken(sentence: str) -> str:
    """A sentence for a reader who has no names to put in it."""
    return sentence.replace(JOINT, " ")
