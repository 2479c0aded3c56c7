"""Every law for every game at every seat count and option."""

from __future__ import annotations

import os

import pytest
from hypothesis import Phase, example, given, note, settings

from fourleaf import native
from fourleaf.engine import state
from fourleaf.games import GAMES
from tests.kit.laws import LAWS, Met, assert_enough, whole_games
from tests.kit.walks import Walk, walks

# Interpreted the suite tries less, because test_both_ways.py shows that the interpreted games are the compiled ones.
TRIES = int(os.environ.get("FOURLEAF_TRIES", 48 if native.is_compiled(state) else 3))
"""Random games a law and game, shared out among its tables; more of them before a release."""


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("law", LAWS)
def test_law(law: str, name: str) -> None:
    met = Met()
    whole = whole_games(GAMES[name])
    for walk in whole:
        hold(law, walk, TRIES // len(whole), met)
    assert_enough(law, GAMES[name], met)


def hold(law: str, whole: Walk, tries: int, met: Met) -> None:
    """Hold a table to a law: in one whole game at least, and in so many walks."""

    def holds(walk: Walk) -> None:
        note(f"the record that broke the law:\n{walk.record()}")
        LAWS[law].ask(walk, met)

    asked = example(whole)(given(walks(whole.table))(holds))
    phases = tuple(Phase) if tries > 1 else (Phase.explicit,)
    settings(max_examples=max(1, tries - 1), phases=phases)(asked)()
