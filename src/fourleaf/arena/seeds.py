"""Seeds from a seed: the same path of numbers leads to the same one on every machine."""

from __future__ import annotations

from hashlib import blake2b

from fourleaf.engine.luck import FITS, WORD


def derived(seed: int, *path: int) -> int:
    """The seed at the end of a path that starts from a seed."""
    words = "/".join(map(str, ("fourleaf", "arena1", seed, *path)))
    return int.from_bytes(blake2b(words.encode(), digest_size=WORD).digest(), "big") & FITS
