"""Writes the client's types from the server's structures: `python web/make_types.py`, or `--check` to find a drift."""

from __future__ import annotations

import json
import sys
import tomllib
import typing
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec.inspect as kinds
from msgspec import Struct

import fourleaf
from fourleaf.engine.luck import FairProof, SeedProof
from fourleaf.engine.move import KindOfMove, Move
from fourleaf.engine.record import NEW_IN_2, Beginning, Record, Result, Undone
from fourleaf.review import chances, curve, turning
from fourleaf.server import values, wire
from fourleaf.server.wire import (
    moments,
    puzzles,
    records,
    replies,
    requests,
    reviews,
    socket_in,
    socket_out,
    studies,
)

CLIENT: Final = Path(__file__).parent / "src"
HEAD: Final = "// Made by web/make_types.py from the server's structures: do not edit.\n\n"
PLAIN: Final[dict[type, str]] = {
    kinds.AnyType: "unknown",
    kinds.NoneType: "null",
    kinds.BoolType: "boolean",
    kinds.IntType: "number",
    kinds.FloatType: "number",
    kinds.StrType: "string",
}
NAMES: Final[dict[type, str]] = {Record: "MatchRecord"}
"""What is called otherwise there, because TypeScript has something else of that name."""
KIND_OF_MOVE: Final = kinds.type_info(KindOfMove)


class UnknownType(Exception):
    """A structure has a field that this program cannot write down."""


def spelled(kind: kinds.Type) -> str:
    """A type in TypeScript."""
    if isinstance(kind, kinds.Metadata):
        return 'AnyMove["type"]' if kind == KIND_OF_MOVE else spelled(kind.type)
    if type(kind) in PLAIN:
        return PLAIN[type(kind)]
    if isinstance(kind, kinds.LiteralType):
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in kind.values)
    if isinstance(kind, kinds.UnionType):
        return " | ".join(dict.fromkeys(spelled(part) for part in kind.types))
    if isinstance(kind, kinds.TupleType):
        return f"[{', '.join(spelled(part) for part in kind.item_types)}]"
    if isinstance(kind, kinds.ListType | kinds.VarTupleType):
        item = spelled(kind.item_type)
        return f"({item})[]" if " " in item else f"{item}[]"
    if isinstance(kind, kinds.DictType):
        return f"Record<string, {spelled(kind.value_type)}>"
    if isinstance(kind, kinds.StructType):
        return kind.cls.__name__
    raise UnknownType(f"no TypeScript is known for {kind}")


def structure(cls: type[Struct], missing: tuple[str, ...] = ()) -> str:
    """One structure as an interface; some of its fields may be missing."""
    told = kinds.type_info(cls)
    assert isinstance(told, kinds.StructType)
    # What a client writes may leave out what has a usual value.
    asked = cls.__module__ in (requests.__name__, socket_in.__name__)
    optional = asked or cls.__struct_config__.omit_defaults
    lines = [f'  {told.tag_field}: "{told.tag}";'] if told.tag_field else []
    for field in told.fields:
        mark = "?" if field.name in missing or (optional and not field.required) else ""
        lines.append(f"  {field.encode_name}{mark}: {spelled(field.type)};")
    doc = (cls.__doc__ or "").strip().splitlines()[0]
    return f"/** {doc} */\nexport interface {NAMES.get(cls, cls.__name__)} {{\n" + "\n".join(lines) + "\n}\n"


def own(module: ModuleType) -> Iterator[type[Struct]]:
    """The structures that a module defines, in its order, without those that others only inherit from."""
    for thing in vars(module).values():
        if isinstance(thing, type) and issubclass(thing, Struct) and thing.__module__ == module.__name__:
            yield thing


def union(name: str, members: Iterable[type]) -> str:
    """A name for one of several."""
    return f"export type {name} = {' | '.join(member.__name__ for member in members)};\n"


def messages() -> str:
    """The messages of the socket and the bodies of requests and answers."""
    looked_back = (moments, chances, curve, turning, reviews)
    modules = (values, requests, replies, records, socket_in, socket_out, *looked_back, studies, puzzles)
    told = [cls for module in modules for cls in own(module)]
    bases = {base for cls in told for base in cls.__bases__}
    parts = [structure(cls) for cls in told if cls not in bases]
    unions = {"TableClock": values.TableClock, "Said": wire.Said, "Told": wire.Told}
    parts += [union(name, typing.get_args(members)) for name, members in unions.items()]
    parts.append(f"export type Status = {spelled(kinds.type_info(values.Status))};\n")
    return HEAD + "\n".join(parts)


def record() -> str:
    """A record as a file holds it, of either format."""
    parts = [structure(cls) for cls in (Result, Beginning, Undone, SeedProof, FairProof)]
    return HEAD + "\n".join([*parts, structure(Record, NEW_IN_2)])


def of_game(name: str) -> str:
    """The view and the moves of one game."""
    game: Any = fourleaf.game(name)
    view = typing.get_type_hints(game.view.view)["return"]
    moves = [cls for cls in own(game.moves) if issubclass(cls, Move) and cls.__struct_config__.tag is not None]
    seen = [cls for cls in own(game.view) if cls is not view]
    parts = [*map(structure, (*seen, view, *moves)), union("AnyMove", moves)]
    return HEAD + "\n".join(parts)


def board_of(name: str) -> str:
    """The printed matter of one game, as its board.toml has it, but for where its numbers come from."""
    box = tomllib.loads(files(fourleaf.game(name).package).joinpath("board.toml").read_text("utf-8"))
    del box["origin"]
    return f"{HEAD}export const BOARD = {json.dumps(box, ensure_ascii=False)} as const;\n"


def words_of_games() -> str:
    """The words of every game that has some, so that a catalogue has them all."""
    spoken = [name for name in fourleaf.games() if (CLIENT / "words" / "en" / f"{name}.ts").is_file()]
    return HEAD + "".join(f'export {{ {name} }} from "./{name}";\n' for name in sorted(spoken))


def main() -> int:
    """Write every file, or with --check say which one has drifted."""
    texts = {"wire/messages.ts": messages(), "wire/record.ts": record(), "words/en/games.ts": words_of_games()}
    for name in fourleaf.games():
        texts[f"wire/{name}.ts"] = of_game(name)
        texts[f"wire/{name}_board.ts"] = board_of(name)
    drifted = [name for name, text in texts.items() if not _holds(CLIENT / name, text)]
    if "--check" in sys.argv:
        for name in drifted:
            print(f"web/src/{name} does not fit the server any more: run `make types`", file=sys.stderr)
        return 1 if drifted else 0
    for name in drifted:
        (CLIENT / name).write_text(texts[name], "utf-8")
    return 0


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text("utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
