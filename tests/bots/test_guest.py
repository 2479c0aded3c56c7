"""Bots from outside, by name."""

from __future__ import annotations

import pytest

from fourleaf.bots import bot
from fourleaf.bots.guest import NoSuchGuest, guest, is_guest
from tests.arena.guests import First


@pytest.mark.parametrize("name", ["mine:Bot", "my.own.module:make_bot", "_a._b:_C1"])
def test_a_module_and_what_makes_the_bot_name_a_guest(name: str) -> None:
    assert is_guest(name)


@pytest.mark.parametrize(
    "name", ["greedy", "search:500", "search:200ms", "search:long", "mine:", ":Bot", "mine.:Bot", "a b:C", ""]
)
def test_a_level_or_a_bot_with_its_budget_is_no_guest(name: str) -> None:
    assert not is_guest(name)


def test_a_guest_is_made_with_its_seed() -> None:
    made = bot("tests.arena.guests:First", 7)
    assert isinstance(made, First)
    assert made.seed == 7


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("no.such:Bot", "no.such cannot be imported: ModuleNotFoundError: No module named 'no'"),
        ("tests.arena.guests:Nobody", "tests.arena.guests has nothing named Nobody that can be called with a seed"),
        ("tests.arena.guests:not_a_factory", "nothing named not_a_factory that can be called with a seed"),
        ("search:500", "a bot from outside is named package.module:Factory, not 'search:500'"),
    ],
)
def test_a_guest_that_is_not_there_is_refused(name: str, complaint: str) -> None:
    with pytest.raises(NoSuchGuest, match=complaint):
        guest(name)
