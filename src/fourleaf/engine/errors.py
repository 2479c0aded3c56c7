"""Everything that Fourleaf refuses, and what it says when it does: what was wrong, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable

from fourleaf.engine.sentences import spoken


class FourleafError(Exception):
    """Something was asked for that cannot be; the message says what would be right, and nothing has changed."""


class UnknownGame(FourleafError):
    """There is no game of this name."""


class BadBoard(FourleafError):
    """A game's board.toml says something that no game can be played with; the message names the field."""


class BadStart(FourleafError):
    """A match cannot start like this: a seat count, an option or a seed is not one of those the game knows."""


class BadSeat(FourleafError):
    """There is no such seat at this match."""


class BadPosition(FourleafError):
    """A line of text that should be a position of the game is not one."""


class BadRecord(FourleafError):
    """A record cannot be read, or does not hold a game that could have been played."""


class OtherRules(BadRecord):
    """A match follows a version of its rules that is not played here."""


class NoRecord(BadRecord):
    """A file that should hold a record cannot be opened, or holds something else."""


class NothingToUndo(FourleafError):
    """There is no decision that could be taken back."""


class NotAMove(FourleafError):
    """A text that should be a move cannot be read as one."""


class IllegalMove(FourleafError):
    """A move that the rules do not allow now: the wish, the reason in words, and the clause it rests on."""

    def __init__(self, wish: str, reason: str, clause: str) -> None:
        super().__init__(wish, reason, clause)
        self.wish = wish
        self.reason = reason
        self.clause = clause

    def __str__(self) -> str:
        return f"{spoken(self.reason)} ({self.clause})"


def listed(words: Iterable[object], joint: str = "and") -> str:
    """The words in a row as a sentence has them: a, b and c."""
    *most, last = [str(word) for word in words] or ["nothing"]
    return f"{', '.join(most)} {joint} {last}" if most else last
