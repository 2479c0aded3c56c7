"""Options: their values, and what is said when one is wrong."""

from __future__ import annotations

import pytest

from fourleaf import BadStart
from fourleaf.engine.options import Option, every_choice, settle

KNOWN = (
    Option("late", (False, True), "a late sacrifice is allowed", "Late sacrifices", ("None.", "Allowed.")),
    Option("limit", (120, 60, 240), "actions without a flip", "The quiet", ("Usual.", "Short.", "Long.")),
    Option("placement", ("numbered", "free"), "where figures begin", "The beginning", ("By number.", "Anywhere.")),
)


def test_what_is_not_chosen_is_usual() -> None:
    assert settle(KNOWN, {"limit": 60}) == {"late": False, "limit": 60, "placement": "numbered"}


@pytest.mark.parametrize(
    ("wished", "reason"),
    [
        ({"limit": 61}, "option limit cannot be 61; it can be 120, 60 and 240"),
        ({"limit": "60"}, "option limit cannot be '60'"),
        ({"late": 1}, "option late cannot be 1; it can be false and true"),
        ({"limit": True}, "option limit cannot be True"),
        ({"lat": True}, "there is no option lat; this game has late, limit and placement"),
    ],
)
def test_a_wrong_option_is_refused_with_what_would_be_right(wished: dict[str, object], reason: str) -> None:
    with pytest.raises(BadStart, match=reason):
        settle(KNOWN, wished)


def test_a_value_is_read_as_it_is_written() -> None:
    assert [KNOWN[0].read("True"), KNOWN[1].read("240"), KNOWN[2].read("FREE")] == [True, 240, "free"]
    with pytest.raises(BadStart, match="option placement cannot be fre; it can be numbered and free"):
        KNOWN[2].read("fre")


def test_every_choice_of_all_options() -> None:
    choices = list(every_choice(KNOWN))
    assert len(choices) == 12
    assert choices[0] == settle(KNOWN, {})
    assert list(every_choice(())) == [{}]
