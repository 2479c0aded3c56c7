"""Whole numbers, whoever made them."""

from __future__ import annotations

from operator import index


def whole(value: object) -> int | None:
    """The number, if it is a whole one, Python's or numpy's; no truth value is one, and no float, not even 1.0."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None
