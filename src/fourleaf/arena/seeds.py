"""Seeds from a seed: the same path of numbers leads to the same one on every machine."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from fourleaf.engine.luck import WORD

FITS: Final = (1 << 62) - 1
"""A seed of librt's generator is a signed 64-bit number."""


def derived(seed: int, *path: int) -> int:
    """The seed at the end of a path that starts from a seed."""
    words = "/".join(map(str, ("fourleaf", "arena1", seed, *path)))
    return int.from_bytes(blake2b(words.encode(), digest_size=WORD).digest(), "big") & FITS
