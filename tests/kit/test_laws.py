"""Every law for every game at every seat count and option."""

from __future__ import annotations

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from tests.kit.laws import LAWS
from tests.kit.walks import Table, Walk, every_table, walks


@pytest.mark.parametrize("table", every_table(), ids=str)
@pytest.mark.parametrize("name", LAWS)
@given(data=st.data())
def test_law(name: str, table: Table, data: st.DataObject) -> None:
    walk: Walk = data.draw(walks(table))
    note(f"the record that broke the law:\n{walk.record()}")
    LAWS[name](walk)
