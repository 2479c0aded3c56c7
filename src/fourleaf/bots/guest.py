"""Bots from outside: anybody's callable, named as `package.module:Factory`."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from fourleaf.engine.errors import FourleafError

_NAME: Final = re.compile(r"(?!search:)(?P<module>[^\W\d]\w*(\.[^\W\d]\w*)*):(?P<factory>[^\W\d]\w*)")
"""A module and a name in it; what follows `search:` is a budget."""


class NoSuchGuest(FourleafError):
    """A bot from outside cannot be found."""


def is_guest(name: str) -> bool:
    """Whether this is the name of a bot from outside."""
    return _NAME.fullmatch(name) is not None


def guest(name: str) -> Callable[[int], Any]:
    """What makes the bot: called with a seed, it gives an object with `choose(knowledge)`."""
    named = _NAME.fullmatch(name)
    if named is None:
        raise NoSuchGuest(f"a bot from outside is named package.module:Factory, not {name!r}")
    try:
        found = getattr(import_module(named["module"]), named["factory"], None)
    except Exception as error:
        raise NoSuchGuest(f"{named['module']} cannot be imported: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise NoSuchGuest(f"{named['module']} has nothing named {named['factory']} that can be called with a seed")
    made: Callable[[int], Any] = found
    return made
