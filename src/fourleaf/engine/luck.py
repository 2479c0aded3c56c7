"""Where dice and draws come from: streams of numbers that are the same everywhere for the same key.

Chance is a pure function of a key and the number of the chance event, so neither a crash nor a second reading of the
record can roll again; and the numbers of a table's luck never run backwards, so that no draw serves twice.
"""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import accumulate
from typing import ClassVar, Protocol, TypeAlias

import msgspec

WORD = 8
"""Bytes in one number of a stream."""
SPAN = 1 << 8 * WORD
FITS = (1 << 62) - 1
"""A seed of librt's generator, for bots and imagined worlds, is a signed 64-bit number."""


class Stream:
    """Whole numbers without bias, read from numbered blocks of bytes that a keyed hash makes."""

    def __init__(self, block: Callable[[int], bytes]) -> None:
        self._block = block
        self._blocks = 0
        self._bytes = b""

    def uniform(self, n: int) -> int:
        """A number from 0 to n-1, each as likely as the others."""
        fair = SPAN - SPAN % n
        word = self._word()
        while word >= fair:
            word = self._word()
        return word % n

    def pick(self, odds: Sequence[int]) -> int:
        """The place in a list of odds that luck falls on."""
        reached = list(accumulate(odds))
        return bisect_right(reached, self.uniform(reached[-1]))

    def shuffle(self, n: int) -> list[int]:
        """The numbers 0 to n-1 in an order of which each is as likely as the others."""
        order = list(range(n))
        for last in range(n - 1, 0, -1):
            other = self.uniform(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _word(self) -> int:
        if not self._bytes:
            self._bytes = self._block(self._blocks)
            self._blocks += 1
        word, self._bytes = self._bytes[:WORD], self._bytes[WORD:]
        return int.from_bytes(word, "big")


def framed(*parts: bytes) -> bytes:
    """The parts in a row, each behind its length, so that no two lists of parts read alike."""
    return b"".join([len(part).to_bytes(4, "big") + part for part in parts])


class SeedProof(msgspec.Struct, frozen=True, tag="seed", tag_field="kind", forbid_unknown_fields=True):
    """All luck of a match follows from this number."""

    seed: int


class FairProof(msgspec.Struct, frozen=True, tag="fairluck1", tag_field="kind", forbid_unknown_fields=True):
    """What a record keeps of fair luck; everything in hex. Without the secret it cannot be checked yet."""

    table: str
    commitment: str
    seat_commitments: tuple[str, ...]
    roster: str
    entropy: tuple[str, ...]
    seals: tuple[str, ...]
    """One for each chance event, what was undone included: it binds the outcome without showing it."""
    secret: str | None = None


Proof: TypeAlias = SeedProof | FairProof


class Luck(Protocol):
    """What a match asks when chance decides, and what its record keeps of it."""

    @property
    def takes_back(self) -> bool:
        """Whether the same luck comes again after going back; else what came stands, and what follows is drawn anew."""

    def draw(self, event: int, odds: Sequence[int]) -> int | None:
        """The place in the odds that chance event number `event` falls on, or None to let the table say it."""

    def proof(self, outcomes: Sequence[int], over: bool) -> Proof | None:
        """What lets others check these outcomes of all chance events so far, by the number of the event."""


class SeedLuck:
    """Luck from one number: the plain stream of a match that is played on one machine."""

    takes_back: ClassVar[bool] = True

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = blake2b(b"fourleaf/seed1/" + str(seed).encode(), digest_size=32).digest()

    def draw(self, event: int, odds: Sequence[int]) -> int:
        """The place in the odds that chance event number `event` falls on."""
        return self.stream(event).pick(odds)

    def proof(self, outcomes: Sequence[int], over: bool) -> SeedProof:
        """The seed: with it anyone can draw the same."""
        return SeedProof(self.seed)

    def stream(self, event: int) -> Stream:
        """The numbers that belong to one chance event."""
        return Stream(lambda block: blake2b(framed(u64(event), u32(block)), key=self._key).digest())


class ByHand:
    """The table throws its own dice and says what came: the match is a referee."""

    takes_back: ClassVar[bool] = True

    def draw(self, event: int, odds: Sequence[int]) -> None:
        """Nothing: chance waits for somebody to play it."""

    def proof(self, outcomes: Sequence[int], over: bool) -> None:
        """Nothing: only the table knows how its dice fell."""


def u32(n: int) -> bytes:
    """A number as four bytes, the highest first."""
    return n.to_bytes(4, "big")


def u64(n: int) -> bytes:
    """A number as eight bytes, the highest first."""
    return n.to_bytes(8, "big")


def fresh_seed() -> int:
    """A seed that nobody has chosen, short enough to be read aloud."""
    return secrets.randbelow(1 << 53)
