"""Named variants: what may be chosen before a match starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from fourleaf.engine.errors import BadStart, listed
from fourleaf.engine.whole import whole

OptionValue: TypeAlias = bool | int | str
Options: TypeAlias = dict[str, OptionValue]


@dataclass(frozen=True)
class Option:
    """One named variant: the values it can have, the usual one first, and what it changes in words."""

    name: str
    values: tuple[OptionValue, ...]
    meaning: str
    title: str
    """A few words above the choice, for people; the name is for programs."""
    says: tuple[str, ...]
    """For each value the sentence that a person reads instead of it."""

    @property
    def usual(self) -> OptionValue:
        """The value that holds unless another one is chosen."""
        return self.values[0]

    def words(self, value: OptionValue) -> str:
        """What is played with this value, in a sentence."""
        return self.says[self.values.index(value)]

    def read(self, text: str) -> OptionValue:
        """The value that is written like this on a command line."""
        for value in self.values:
            if text.casefold() == spelled(value):
                return value
        raise BadStart(f"option {self.name} cannot be {text}; it can be {_spelled_values(self)}")

    def check(self, value: object) -> OptionValue:
        """The value itself, if the option can have it."""
        number = whole(value)
        plain = value if number is None else number
        for known in self.values:
            if type(known) is type(plain) and known == plain:
                return known
        raise BadStart(f"option {self.name} cannot be {value!r}; it can be {_spelled_values(self)}")


def spelled(value: OptionValue) -> str:
    """A value as people write it."""
    return str(value).casefold()


def _spelled_values(option: Option) -> str:
    return listed(spelled(value) for value in option.values)


def settle(known: tuple[Option, ...], wished: Mapping[str, object]) -> Options:
    """Every option with its wished or its usual value."""
    names = [option.name for option in known]
    for name in wished:
        if name not in names:
            raise BadStart(f"there is no option {name}; this game has {listed(names) if names else 'no options'}")
    return {o.name: o.check(wished[o.name]) if o.name in wished else o.usual for o in known}


def every_choice(known: tuple[Option, ...]) -> Iterable[Options]:
    """Each way in which the options can be chosen together."""
    for values in product(*(option.values for option in known)):
        yield dict(zip((option.name for option in known), values, strict=True))
