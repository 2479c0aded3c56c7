"""What is in a game's box: its board.toml, held to a shape before anything is made from it."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, ValidationError, convert

from fourleaf.engine.errors import BadBoard

Origin = Literal["printed", "deduced", "ours"]
"""Whether a number stands in the printed rules that we had, follows from them, or had to be designed."""
Count = Annotated[int, Meta(ge=1)]
Point = tuple[float, float]
"""A place on a drawn board: x to the right, y down."""

PLACE: Final = re.compile(r"(?s)(?P<problem>.*?)(?: - at `\$\.?(?P<place>.*)`)?")


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """One table of a board.toml: a field that it does not know is an error, and so is one that is missing."""


class Box(Printed, frozen=True):
    """A whole board.toml."""

    origin: dict[str, Origin]
    """Where the numbers of a table, of an entry in a list or of a single field come from; the closest one holds."""


def open_box(package: str, shape: type[Box]) -> dict[str, Any]:
    """The board.toml of a game, or BadBoard with the file and the field that is wrong."""
    file = f"{package.rpartition('.')[2]}/board.toml"
    try:
        box = tomllib.loads(files(package).joinpath("board.toml").read_text("utf-8"))
        convert(box, shape)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadBoard(f"{file} is not TOML: {error}") from None
    except ValidationError as error:
        raise BadBoard(f"{file}: {_spelled(str(error))}") from None
    return box


def demand(holds: bool, problem: str) -> None:
    """Refuse a board for which something does not hold; the problem begins with the field it lies in."""
    if not holds:
        raise ValueError(problem)


def _spelled(error: str) -> str:
    """An error with its place in front, as a person would look for it."""
    found = PLACE.fullmatch(error)
    assert found is not None
    return f"{found['place']}: {found['problem']}" if found["place"] else found["problem"]
