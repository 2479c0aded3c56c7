"""Every law for every game at every seat count and option."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, note, settings

from fourleaf import native
from fourleaf.engine import state
from tests.kit.laws import LAWS
from tests.kit.walks import Table, Walk, every_table, tables_of, walks

# Interpreted the suite tries less, because test_both_ways.py shows that the interpreted games are the compiled ones.
TRIES = int(os.environ.get("FOURLEAF_TRIES", 48 if native.is_compiled(state) else 3))
"""Random games a law and game, shared out among its tables; more of them before a release."""


@pytest.mark.parametrize("table", every_table(), ids=str)
@pytest.mark.parametrize("name", LAWS)
def test_law(name: str, table: Table) -> None:
    def holds(walk: Walk) -> None:
        note(f"the record that broke the law:\n{walk.record()}")
        LAWS[name](walk)

    tries = max(1, TRIES // len(list(tables_of(table.game))))
    settings(max_examples=tries)(given(walks(table))(holds))()
