"""Whether logs are what was written: row after row by their hashes, wherever the rows are read from."""

from __future__ import annotations

from typing import Final

from fourleaf.server.storage.entries import FIRST_HASH, chained, promised

ENTRY: Final = ("table", "seq", "line", "salt", "hash")
"""What a row of a log is followed by."""
PROMISE: Final = ("number", "table", "commitment", "hash")


class Chains:
    """Follows all logs, table by table in their order, and the public list of promises."""

    def __init__(self) -> None:
        self.logs = 0
        self.entries = 0
        self.promises = 0
        self.broken: dict[str, str] = {}
        """The logs that are not what was written, each with where that begins; the list of promises has no name."""
        self._table = ""
        self._seq = 0
        self._before = FIRST_HASH
        self._promised = FIRST_HASH

    def follow_entry(self, table: str, seq: int, line: bytes, salt: bytes, found: bytes) -> None:
        """The next row of a log."""
        if table != self._table:
            self._table, self._seq, self._before = table, 0, FIRST_HASH
            self.logs += 1
        self.entries += 1
        self._seq += 1
        self._before = chained(table, self._seq, self._before, salt, line)
        self._must_be(table, "entry", self._seq, seq, self._before == found)

    def follow_promise(self, number: int, table: str, commitment: str, found: bytes) -> None:
        """The next promise."""
        self.promises += 1
        self._promised = promised(self._promised, self.promises, table, commitment)
        self._must_be("", "promise", self.promises, number, self._promised == found)

    def _must_be(self, name: str, what: str, due: int, number: int, is_so: bool) -> None:
        if name not in self.broken and (number != due or not is_so):
            words = "is missing" if number > due else "is not the one that was written"
            self.broken[name] = f"{what} {due} {words}"
