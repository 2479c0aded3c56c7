"""Who may take part: the name of a bot, a class or whatever makes bots, or a bot that is already made."""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from fourleaf.bots.bot import Bot
from fourleaf.bots.guest import is_guest
from fourleaf.engine.errors import BadStart

Entrant: TypeAlias = str | Callable[[int], Any] | Bot


class Field(NamedTuple):
    """Everybody by name, and what another process needs to find them."""

    names: list[str]
    brought: dict[str, bytes]
    script: str | None


def entered(contestants: Sequence[Entrant]) -> Field:
    """The names under which they take part; somebody who is entered twice has one name."""
    names: list[str] = []
    brought: dict[str, bytes] = {}
    known: dict[int, str] = {}
    namesakes: Counter[str] = Counter()
    for each in contestants:
        if isinstance(each, str):
            names.append(each)
            continue
        if id(each) not in known:
            known[id(each)] = _named(each, namesakes, brought)
        names.append(known[id(each)])
    return Field(names, brought, _script() if any(name.startswith("__main__:") for name in names) else None)


def _named(each: Any, namesakes: Counter[str], brought: dict[str, bytes]) -> str:
    if not callable(each) and not hasattr(each, "choose"):
        raise BadStart(f"{each!r} cannot take part: give a bot's name, what makes a bot from a seed, or a bot")
    name = _importable(each)
    if name is not None:
        return name
    name = f"{type(each).__module__}:{type(each).__qualname__}"
    namesakes[name] += 1
    numbered = f"{name} {namesakes[name]}"
    try:
        brought[numbered] = pickle.dumps(each)
    except Exception as error:
        raise BadStart(f"{each!r} cannot be sent to a process of its own: {error}") from None
    return numbered


def _importable(each: Any) -> str | None:
    """`module:name` of a class or a function, if it can be found there; whoever is made has no such name."""
    if not hasattr(each, "__qualname__"):
        return None
    name = f"{each.__module__}:{each.__qualname__}"
    if not is_guest(name) or getattr(sys.modules[each.__module__], each.__qualname__, None) is not each:
        raise BadStart(f"other processes cannot find {name}: a class or a function stands at the top of its module")
    return name


def _script() -> str:
    """Where the program lies that was started."""
    path: str | None = getattr(sys.modules["__main__"], "__file__", None)
    if path is None:
        raise BadStart("a bot that was typed in cannot be found by other processes: put it into a file and import it")
    return str(Path(path).absolute())
