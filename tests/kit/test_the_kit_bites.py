"""A law that no defect can break proves nothing: each mutant must be caught, and by the law that is named."""

from __future__ import annotations

import pytest
from _pytest.outcomes import Failed

from fourleaf import FourleafError
from tests.kit.laws import LAWS
from tests.kit.mutants import MUTANTS, Honest, game_of, table
from tests.kit.walks import Table, Walk

TRIES = 200


@pytest.mark.parametrize("defect", MUTANTS)
def test_the_kit_catches(defect: str) -> None:
    mutant, law = MUTANTS[defect]
    with pytest.raises((AssertionError, Failed, FourleafError)):
        hold_to(law, mutant(), TRIES)


@pytest.mark.parametrize("law", LAWS)
def test_the_mask_itself_breaks_no_law(law: str) -> None:
    hold_to(law, table(game_of(Honest)), 3)


def hold_to(law: str, table: Table, tries: int) -> None:
    for seed in range(tries):
        LAWS[law](Walk(table, seed, 10_000))
