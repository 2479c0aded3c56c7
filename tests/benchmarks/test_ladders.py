"""What is told of the levels was measured with the levels as they are."""

from __future__ import annotations

from benchmarks.ladders import PAGE, kept, page


def test_the_tables_hold_nothing_that_a_change_of_the_levels_has_made_stale() -> None:
    assert PAGE.read_text("utf-8") == page(kept()), "`make ladders` measures again, and drops at once what is stale"
