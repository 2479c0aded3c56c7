"""fairluck1 at a table: the secret, the entropy that the server brings for bots, and the roster in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fourleaf.engine.fairluck import FairLuck, keyed, seat_commitment
from fourleaf.engine.game import Game
from fourleaf.engine.options import Options
from fourleaf.engine.record import USUAL, Beginning

CONSONANTS: Final = "bdfghjklmnprstvz"
VOWELS: Final = "aiou"
WORDS: Final = 4
"""Words of a roster: sixty-four bits, which nobody can try out while the seats wait."""


def luck_of(
    table: str, game: Game[Any, Any], options: Options, secret: bytes, beginning: Beginning | None = USUAL
) -> FairLuck:
    """Step 1: the luck of a table with a secret."""
    return FairLuck(table.encode(), game.terms(options, beginning), secret, takes_back=beginning is None)


def server_entropy(secret: bytes, table: str, seat: int) -> bytes:
    """What the server brings for a seat that brings nothing; it follows from the secret, so a crash changes nothing."""
    return keyed(secret, "fourleaf/server-entropy", table.encode(), bytes([seat]))


def server_commitment(luck: FairLuck, secret: bytes, table: str, seat: int) -> str:
    """Step 2 for such a seat."""
    return seat_commitment(luck.table, luck.commitment, seat, server_entropy(secret, table, seat)).hex()


def bot_seed(secret: bytes, seq: int) -> int:
    """What a bot draws its own chances from after an entry of the log.

    Nobody can foresee it, a second try decides alike, and going back does not bring it again.
    """
    return int.from_bytes(keyed(secret, "fourleaf/bot", seq.to_bytes(8, "big"))[:7], "big")


def opened(luck: FairLuck, commitments: Sequence[str], entropy: Sequence[str]) -> FairLuck:
    """Steps 3 to 5: lock and open."""
    luck.lock([bytes.fromhex(promised) for promised in commitments])
    luck.open([bytes.fromhex(brought) for brought in entropy])
    return luck


def in_words(roster: str) -> str:
    """A roster as words that can be read aloud; sixteen bits a word."""
    taken = bytes.fromhex(roster)[: 2 * WORDS]
    return " ".join(_word(int.from_bytes(taken[place : place + 2], "big")) for place in range(0, len(taken), 2))


def _word(number: int) -> str:
    return (
        CONSONANTS[number >> 12]
        + VOWELS[number >> 10 & 3]
        + CONSONANTS[number >> 6 & 15]
        + VOWELS[number >> 4 & 3]
        + CONSONANTS[number & 15]
    )
