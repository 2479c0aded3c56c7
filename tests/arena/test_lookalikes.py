"""`check-bot`: whoever looks where its seat cannot, wavers or fails is told so."""

from __future__ import annotations

import pytest

from fourleaf import BadStart
from fourleaf.arena.lookalikes import look_alikes
from fourleaf.games import GAMES
from tests.arena.guests import First
from tests.arena.test_workers import compiled_only

pytestmark = compiled_only


def test_a_bot_that_plays_by_what_its_seat_knows_passes_in_every_game() -> None:
    verdict = look_alikes(First, positions=8, seed=1)
    assert verdict.holds
    assert verdict.bot == "tests.arena.guests:First"
    assert [(finding.game, finding.positions, finding.choices) for finding in verdict.findings] == [
        (name, 8, 40) for name in GAMES
    ]


@pytest.mark.parametrize("name", ["greedy", "search:25"])
def test_our_own_bots_pass(name: str) -> None:
    assert look_alikes(name, ["wichtel", "treasure"], positions=10, seed=1).holds


@pytest.mark.parametrize(
    ("guest", "outcome", "words"),
    [
        ("Peeks", "peeks", "chose play "),
        ("Fickle", "wavers", "chose play "),
        ("Raises", "fails", "RuntimeError: no idea, at card "),
        ("Illegal", "fails", "answered 72, which is not legal, at card "),
        ("Exits", "fails", "left its process with code 7, at card "),
        ("LoopsInC", "fails", "no answer within 2 s, at card "),
    ],
)
def test_a_bot_that_does_not_is_told_where_and_how(guest: str, outcome: str, words: str) -> None:
    verdict = look_alikes(f"tests.arena.guests:{guest}", ["treasure"], positions=40, seed=1, deadline=2)
    [finding] = verdict.findings
    assert not verdict.holds
    assert finding.outcome == outcome
    assert finding.words.startswith(words)


def test_where_nothing_is_hidden_there_is_nothing_to_peek_at() -> None:
    assert look_alikes("tests.arena.guests:Peeks", ["flipslide"], positions=10, seed=1).holds


def test_one_world_has_nothing_beside_it() -> None:
    with pytest.raises(BadStart, match="at least two worlds, not 1"):
        look_alikes(First, ["treasure"], worlds=1)
