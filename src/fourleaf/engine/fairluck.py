"""fairluck1: luck that no seat and no server can steer or foresee, and that anyone can check afterwards.

The server commits to a secret, every seat commits to entropy of its own, then all open; each chance event is a keyed
hash of both. docs/reference/fairluck1.md is the protocol; the numbers of its steps stand beside the code.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar

from fourleaf.engine.errors import FourleafError
from fourleaf.engine.luck import FairProof, Stream, framed, u32, u64

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

BLOCK = 64
"""Bytes that SHA-256 takes in at once."""
ENTROPY = 32
"""Bytes in a secret and in each seat's entropy."""


class BrokenPromise(FourleafError):
    """A secret or an entropy is not the one that was committed to."""


def digest(tag: str, *parts: bytes) -> bytes:
    """SHA-256 over a tag and parts, each behind its length."""
    return sha256(framed(tag.encode(), *parts)).digest()


def keyed(key: bytes, tag: str, *parts: bytes) -> bytes:
    """The same under HMAC with a key."""
    started, ending = _hmac(key)
    inner, outer = started.copy(), ending.copy()
    inner.update(framed(tag.encode(), *parts))
    outer.update(inner.digest())
    return outer.digest()


# FAST: a table draws with one key from its beginning to its end, and `hmac` looks for its algorithm at every call.
@lru_cache(maxsize=4096)
def _hmac(key: bytes) -> tuple[Hash, Hash]:
    """Both hashes of HMAC (RFC 2104) with the key taken in."""
    block = (key if len(key) <= BLOCK else sha256(key).digest()).ljust(BLOCK, b"\0")
    return sha256(bytes(byte ^ 0x36 for byte in block)), sha256(bytes(byte ^ 0x5C for byte in block))


def fresh_entropy() -> bytes:
    """Bytes that nobody can foresee."""
    return secrets.token_bytes(ENTROPY)


def seat_commitment(table: bytes, commitment: bytes, seat: int, entropy: bytes) -> bytes:
    """Step 2: what a seat publishes before anybody opens."""
    if len(entropy) != ENTROPY:
        raise BrokenPromise(f"entropy has {ENTROPY} bytes; seat {seat} brought {len(entropy)}")
    return digest("fairluck1/client", table, commitment, bytes([seat]), entropy)


# Everybody at a table is told of the same events, one after the other.
@lru_cache(maxsize=256)
def _salt(key: bytes, event: int) -> bytes:
    return keyed(key, "fairluck1/salt", u64(event), u32(0))


@lru_cache(maxsize=256)
def _seal(event: int, action: int, salt: bytes) -> bytes:
    return digest("fairluck1/open", u64(event), u32(0), u32(action), salt)


class FairLuck:
    """The luck of one table, from the server's commitment to the reveal."""

    def __init__(self, table: bytes, terms: bytes, secret: bytes, *, takes_back: bool = False) -> None:
        if len(secret) != ENTROPY:
            raise BrokenPromise(f"a secret has {ENTROPY} bytes, this one has {len(secret)}")
        self.table = table
        self.takes_back = takes_back
        """Only at tables of record format 1, which had the same luck again after going back."""
        self._secret = secret
        # Step 1: the table's rules are part of the commitment, so they cannot be chosen later.
        self.commitment = digest("fairluck1/commit", table, terms, secret)
        self.seat_commitments: tuple[bytes, ...] = ()
        self.roster = b""
        self.entropy: tuple[bytes, ...] = ()
        self._key = b""

    def lock(self, seat_commitments: Sequence[bytes]) -> bytes:
        """Step 3: freeze the seats' commitments; the roster that all seats can compare."""
        if self.roster:
            raise BrokenPromise("the seats are locked already; a new start needs a new secret")
        self.seat_commitments = tuple(seat_commitments)
        self.roster = digest("fairluck1/roster", self.commitment, *self.seat_commitments)
        return self.roster

    def open(self, entropy: Sequence[bytes]) -> None:
        """Steps 4 and 5: take every seat's entropy, check it, and make the key of all draws."""
        if not self.roster:
            raise BrokenPromise("the seats must be locked before anybody opens")
        if len(entropy) != len(self.seat_commitments):
            raise BrokenPromise(f"{len(self.seat_commitments)} seats are locked; {len(entropy)} opened")
        for seat, (promised, opened) in enumerate(zip(self.seat_commitments, entropy, strict=True)):
            if seat_commitment(self.table, self.commitment, seat, opened) != promised:
                raise BrokenPromise(f"seat {seat} did not open what it had committed to")
        self.entropy = tuple(entropy)
        self._key = keyed(self._secret, "fairluck1/key", self.roster, *self.entropy)

    def stream(self, event: int, label: str) -> Stream:
        """Step 6: the numbers that belong to one chance event."""
        if not self._key:
            raise BrokenPromise("nothing can be drawn before all seats have opened")
        return Stream(lambda block: keyed(self._key, "fairluck1/draw", u64(event), label.encode(), u32(block)))

    def draw(self, event: int, odds: Sequence[int]) -> int:
        """The place in the odds that chance event number `event` falls on."""
        return self.stream(event, "chance").pick(odds)

    def salt(self, event: int) -> bytes:
        """Step 7: what a drawer is told beside the outcome, to check the seal at once."""
        return _salt(self._key, event)

    def seal(self, event: int, action: int) -> bytes:
        """Step 7: binds the outcome of a chance event in public without showing it."""
        return _seal(event, action, self.salt(event))

    def proof(self, outcomes: Sequence[int], over: bool) -> FairProof:
        """Step 8: what the record keeps; the secret only once the match is over."""
        return FairProof(
            table=self.table.hex(),
            commitment=self.commitment.hex(),
            seat_commitments=tuple(promised.hex() for promised in self.seat_commitments),
            roster=self.roster.hex(),
            entropy=tuple(opened.hex() for opened in self.entropy),
            seals=tuple(self.seal(event, action).hex() for event, action in enumerate(outcomes)),
            secret=self._secret.hex() if over else None,
        )


class SpokenLuck:
    """The luck of a table as its record tells it: what has come has come, and only the table knows what will."""

    takes_back: ClassVar[bool] = False

    def __init__(self, proof: FairProof) -> None:
        self._proof = proof

    def draw(self, event: int, odds: Sequence[int]) -> None:
        """Nothing: only the table that made this luck can go on drawing."""

    def proof(self, outcomes: Sequence[int], over: bool) -> FairProof:
        """The proof as the record has it."""
        return self._proof
