"""A law that no defect can break proves nothing: each mutant must be caught, and by the law that is named."""

from __future__ import annotations

from dataclasses import replace

import pytest
from _pytest.outcomes import Failed

from fourleaf import FourleafError
from fourleaf.games import GAMES
from tests.kit.laws import LAWS, Met, assert_enough, whole_games
from tests.kit.mutants import MUTANTS
from tests.kit.mutants.masks import behind
from tests.kit.walks import WHOLE, Table, Walk, tables_of

TRIES = 200
MUTATED = sorted({mutant.table.game.name for mutant in MUTANTS.values()})


@pytest.mark.parametrize("defect", MUTANTS)
def test_the_kit_catches(defect: str) -> None:
    table, law = MUTANTS[defect]
    with pytest.raises((AssertionError, Failed, FourleafError)):
        hold_to(law, table, TRIES)


@pytest.mark.parametrize("game", MUTATED)
@pytest.mark.parametrize("law", LAWS)
def test_the_mask_itself_breaks_no_law(law: str, game: str) -> None:
    table = next(mutant.table for mutant in MUTANTS.values() if mutant.table.game.name == game)
    hold_to(law, replace(table, game=behind(GAMES[game])), 3)


def hold_to(law: str, table: Table, tries: int) -> None:
    for seed in range(tries):
        LAWS[law].ask(Walk(table, seed, WHOLE), Met())


def test_every_law_has_a_mutant() -> None:
    assert {mutant.law for mutant in MUTANTS.values()} == set(LAWS)


# A law that has met nothing


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("law", LAWS)
def test_a_law_that_was_never_asked_is_not_kept(law: str, game: str) -> None:
    with pytest.raises(AssertionError, match=law):
        assert_enough(law, GAMES[game], Met())


def test_a_law_that_missed_one_thing_is_not_kept() -> None:
    law, game = "worlds_that_look_alike_stay_alike_while_their_glimpses_do", GAMES["treasure"]
    met = Met()
    for walk in whole_games(game):
        LAWS[law].ask(walk, met)
    assert_enough(law, game, met)
    for what in ("phase whirl", "hidden_glimpses", "other_worlds", "chance"):
        with pytest.raises(AssertionError, match=what.rpartition(" ")[2]):
            assert_enough(law, game, Met({**met, what: 0}))


def test_a_game_that_hides_nothing_must_hide_nothing() -> None:
    law, game = "an_imagined_world_looks_the_same", GAMES["flipslide"]
    enough = Met(dict.fromkeys(("worlds", "own_decisions"), 100 * len(list(tables_of(game)))))
    assert_enough(law, game, enough)
    with pytest.raises(AssertionError, match="nothing is hidden in flipslide"):
        assert_enough(law, game, Met({**enough, "other_worlds": 1}))
