"""A match as it is kept: the options and the list of actions, and nothing that does not follow from them."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import msgspec

from fourleaf.engine.errors import BadRecord, BadStart, NoRecord, listed
from fourleaf.engine.luck import Proof
from fourleaf.engine.options import Options

LARGEST = 1 << 20
"""The most bytes that a record may have; a long game has some ten thousand."""


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match ended: each seat's points, and its rank with 0 for a winner."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]


class Origin(NamedTuple):
    """The moment of another match that a match goes on from: by its record, or by the seat whose eyes it was seen with.

    A seal depends on every secret of its record. So where a seat's eyes decide, the origin names no record.
    """

    ply: int
    record: str | None = None
    """The seal of the record: the match goes on as that one stood."""
    seat: int | None = None
    """What this seat could not know was dealt anew."""

    def __str__(self) -> str:
        return f"record:{self.record}#{self.ply}" if self.seat is None else f"seat:{self.seat}#{self.ply}"

    @classmethod
    def read(cls, text: str) -> Origin:
        """The origin that a beginning names, or BadStart."""
        if found := re.fullmatch(r"seat:(\d)#(\d{1,6})", text):
            return cls(int(found[2]), seat=int(found[1]))
        if found := re.fullmatch(r"record:([0-9a-f]{64})#(\d{1,6})", text):
            return cls(int(found[2]), record=found[1])
        raise BadStart(f"a match goes on from record:SEAL#PLY, or from seat:SEAT#PLY as a seat knew it, not {text!r}")

    @property
    def words(self) -> str:
        """The same as a sentence for people."""
        if self.seat is None:
            return f"It goes on from ply {self.ply} of another match, as that one stood."
        return f"It goes on from ply {self.ply} of another match; what seat {self.seat} could not know was dealt anew."


class Beginning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a match begins, when it is not where its rules say."""

    board: str | None = None
    """The hash of a board that is not the game's own; reserved."""
    origin: str | None = None
    """Where its position comes from, as an `Origin` writes it."""
    position: str | None = None
    """The position that it begins from, in one line."""


USUAL: Final = Beginning()
"""As the rules say."""


class Undone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Luck that was taken back: a match had come further by these actions, went back to a ply, and drew anew."""

    ply: int
    actions: tuple[int, ...]


def timeline(actions: Sequence[int], undone: Sequence[Undone]) -> list[tuple[int, tuple[int, ...]]]:
    """A match as it came about: again and again a ply to go on from, and the actions that followed."""
    line, parts = list(actions), []
    for back in reversed(undone):
        if back.ply not in range(len(line) + 1):
            raise BadRecord(f"the match cannot have gone back to ply {back.ply}; it had {len(line)} then")
        parts.append((back.ply, tuple(line[back.ply :])))
        line[back.ply :] = back.actions
    return [(0, tuple(line)), *reversed(parts)]


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One match from its first chance to its last decision, as a list of whole numbers."""

    format: Literal["fourleaf-record"] = "fourleaf-record"
    format_version: Literal[1, 2] = 2
    game: str
    rules_version: int
    options: Options
    seats: int
    beginning: Beginning | None = USUAL
    """None in format 1, which does not say."""
    actions: tuple[int, ...]
    undone: tuple[Undone, ...] = ()
    """Luck that was taken back, the oldest first."""
    result: Result | None = None
    """None while the match goes on."""
    luck: Proof | None = None
    who: tuple[str, ...] = ()
    """Who sat where, where somebody wrote it down: `human`, `greedy`, a name."""

    def __post_init__(self) -> None:
        """The fields of a record are those of its format."""
        if (self.format_version == 1) != (self.beginning is None) or (self.format_version == 1 and self.undone):
            raise BadRecord("a record of format 2 says where it begins and what was undone, one of format 1 does not")

    def to_json(self) -> bytes:
        """The record as a file holds it: one line a field, and a seal over all of them."""
        fields = {name: msgspec.json.encode(value, order="sorted") for name, value in self._content().items()}
        fields["seal"] = msgspec.json.encode(self.seal())
        return b"{\n" + b",\n".join(b' "%s": %s' % (name.encode(), text) for name, text in fields.items()) + b"\n}\n"

    @classmethod
    def from_json(cls, text: bytes) -> Record:
        """The record in a file's bytes, strictly read."""
        if len(text) > LARGEST:
            raise NoRecord(f"a record has at most {LARGEST} bytes; this one has {len(text)}")
        try:
            version = msgspec.json.decode(text, type=_Formatted).format_version
            if version not in _FORMATS:
                raise NoRecord(f"this record has format {version}; this Fourleaf reads {listed(_FORMATS)}")
            fields = msgspec.structs.asdict(msgspec.json.decode(text, type=_FORMATS[version]))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise NoRecord(f"this is not a whole Fourleaf record: {error}") from None
        seal = fields.pop("seal")
        record = cls(**{"beginning": None, **fields})
        if seal is not None and seal != record.seal():
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
            raise type(error)(f"{path}: {error}") from None

    def seal(self) -> str:
        """A hash over the whole content: it tells a slip of the hand or a torn file, not a forger."""
        return sha256(msgspec.json.encode(self._content(), order="sorted")).hexdigest()

    def _content(self) -> dict[str, Any]:
        """The fields of this record's format."""
        missing = NEW_IN_2 if self.format_version == 1 else ()
        return {name: getattr(self, name) for name in self.__struct_fields__ if name not in missing}


NEW_IN_2: Final = ("beginning", "undone")
"""The fields that format 1 does not have."""


class _Formatted(msgspec.Struct):
    format_version: int


def _in_file(version: int, missing: Collection[str]) -> type[msgspec.Struct]:
    """A record as a file of one format holds it: there the seal is a field, in a Record it is computed."""
    kept = [field for field in msgspec.structs.fields(Record) if field.name not in (*missing, "format_version")]
    fields: list[Any] = [("format_version", Literal[version]), ("seal", str | None, None)]
    fields += [(field.name, field.type, *([] if field.required else [field.default])) for field in kept]
    return msgspec.defstruct("InFile", fields, kw_only=True, forbid_unknown_fields=True)


_FORMATS: Final = {1: _in_file(1, NEW_IN_2), 2: _in_file(2, ())}
