"""A match as it is kept: the options and the list of actions, and nothing that does not follow from them."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from fourleaf.engine.errors import BadRecord, NoRecord
from fourleaf.engine.luck import Proof
from fourleaf.engine.options import Options

LARGEST = 1 << 20
"""The most bytes that a record may have; a long game has some ten thousand."""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended: each seat's points, and its rank with 0 for a winner."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One match from its first chance to its last decision, as a list of whole numbers."""

    format: Literal["fourleaf-record"] = "fourleaf-record"
    format_version: Literal[1] = 1
    game: str
    rules_version: int
    options: Options
    seats: int
    actions: tuple[int, ...]
    result: Result | None = None
    """None while the match goes on."""
    luck: Proof | None = None
    who: tuple[str, ...] = ()
    """Who sat where, where somebody wrote it down: `human`, `greedy`, a name."""

    def to_json(self) -> bytes:
        """The record as a file holds it: one line a field, and a seal over all of them."""
        fields = {name: msgspec.json.encode(getattr(self, name), order="sorted") for name in self.__struct_fields__}
        fields["seal"] = msgspec.json.encode(self.seal())
        return b"{\n" + b",\n".join(b' "%s": %s' % (name.encode(), text) for name, text in fields.items()) + b"\n}\n"

    @classmethod
    def from_json(cls, text: bytes) -> Record:
        """The record in a file's bytes, strictly read."""
        if len(text) > LARGEST:
            raise BadRecord(f"a record has at most {LARGEST} bytes; this one has {len(text)}")
        try:
            sealed = msgspec.json.decode(text, type=_SealedRecord)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadRecord(f"this is not a whole Fourleaf record: {error}") from None
        record = cls(**{name: getattr(sealed, name) for name in cls.__struct_fields__})
        if sealed.seal is not None and sealed.seal != record.seal():
            raise BadRecord("this record was changed after it was saved: its seal does not fit its content")
        return record

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, whole or not at all."""
        target = Path(path)
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            draft.write_bytes(self.to_json())
            draft.replace(target)
        except OSError as error:
            draft.unlink(missing_ok=True)
            raise NoRecord(f"cannot write {target}: {error.strerror}") from None

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Read a record from a file."""
        try:
            with Path(path).open("rb") as file:
                text = file.read(LARGEST + 1)
        except OSError as error:
            raise NoRecord(f"cannot read {path}: {error.strerror}") from None
        try:
            return cls.from_json(text)
        except BadRecord as error:
            raise BadRecord(f"{path}: {error}") from None

    def seal(self) -> str:
        """A hash over the whole content: it tells a slip of the hand or a torn file, not a forger."""
        return sha256(msgspec.json.encode(self, order="sorted")).hexdigest()


class _SealedRecord(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    seal: str | None = None  # type: ignore[assignment]  # in a file the seal is a field; in a Record it is computed
