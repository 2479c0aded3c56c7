"""A study: moves are tried out in a position, nothing of it is kept, and whatever is sent, the answer is in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import fourleaf
from fourleaf import Beginning, ByHand
from fourleaf.engine.game import LONGEST_LINE
from fourleaf.engine.sentences import seat_name, spoken
from fourleaf.puzzles import puzzled, puzzles
from fourleaf.server import limits, wire
from fourleaf.server.routes.puzzles import of_day
from fourleaf.server.studies import followed
from tests.server.club import open_club, run, settings_for

POSITION = "card 0 1+3 - 0/0/0/0 GR R3B1G3/R3Y1Y3 -/-"
SCRIPT = ["play B1", "take Y2", "roll 2+2", "play Y1", "take G1", "roll 6+6"]


def study(**wish: Any) -> wire.Study:
    return followed(wire.StudyWish(**{"game": "treasure", "position": POSITION, **wish}))


def test_every_decision_is_a_step_that_stands_as_a_match_does() -> None:
    told = study(moves=SCRIPT)
    assert told.refused is None
    assert [step.made for step in told.steps] == [0, 3, 6]
    match = fourleaf.game("treasure").start(2, luck=ByHand(), beginning=Beginning(position=POSITION))
    for move in SCRIPT:
        match.play(move)
    last = told.steps[-1]
    assert last.now.view == msgspec.to_builtins(match.view(0))
    assert spoken(last.now.prompt) == match.prompt(0)
    assert last.texts == [str(move) for move in match.moves]
    assert [spoken(happening.line) for step in told.steps for happening in step.happened] == match.log(0)


def test_a_seat_sees_of_others_what_it_would_at_a_table() -> None:
    taken = [step.happened for step in study(moves=SCRIPT, seat=1).steps]
    assert taken[1][1].line == f"{seat_name(0)} takes a card from the bank"
    assert taken[1][1].glimpse == -1
    assert study(moves=SCRIPT[:3], seat=1).steps[-1].texts == ["play R3", "play Y1", "play Y3"]
    assert study(moves=SCRIPT[:3], seat=0).steps[-1].texts == []


def test_what_is_known_is_not_told_again() -> None:
    whole = study(moves=SCRIPT).steps
    assert study(moves=SCRIPT, since=3).steps == whole[1:]
    assert study(moves=SCRIPT, since=5).steps == whole[1:]
    assert study(moves=SCRIPT, since=6).steps == whole[2:]


def test_luck_that_is_not_scripted_follows_from_the_seed() -> None:
    one, same, other = (study(moves=["play B1"], seed=seed).steps for seed in (1, 1, 2))
    assert one == same != other
    assert [happening.actor for happening in one[1].happened] == [0, -1, -1]
    begun = study(moves=["play B1", "take Y2"], seed=1).steps[1].happened
    assert begun[1].line == f"{seat_name(0)} takes yellow ×2 from the bank"
    assert begun[2].line.startswith(f"{seat_name(1)} rolls")


@pytest.mark.parametrize(
    ("moves", "made", "code", "clause"),
    [
        (["play G2"], 0, "illegal", "T2.2"),
        (["exchange red"], 0, "illegal", "T2.6"),
        (["pass"], 0, "illegal", "T2.2"),
        ([*SCRIPT, "play B1"], 6, "illegal", "T2.2"),
        (["dance"], 0, "malformed", None),
        ([10**6], 0, "malformed", None),
    ],
)
def test_a_move_that_is_not_legal_is_refused_with_its_clause(
    moves: list[str | int], made: int, code: str, clause: str | None
) -> None:
    told = study(moves=moves)
    assert told.steps[-1].made == made
    assert told.refused is not None
    assert (told.refused.code, told.refused.clause) == (code, clause)
    assert told.refused.words


@pytest.mark.parametrize("game", puzzled())
def test_every_line_of_every_puzzle_can_be_played_as_a_study(game: str) -> None:
    for puzzle in puzzles(game):
        for line in puzzle.lines:
            told = followed(
                wire.StudyWish(game=game, position=puzzle.position, moves=list(line), seat=puzzle.seat, others=True)
            )
            assert told.refused is None, f"{puzzle.id}: {line}"


def test_studies_and_puzzles_are_open_to_strangers_and_bad_ones_are_answered_in_words(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            visitor = club.stranger()
            told = await visitor.post("/api/studies", game="treasure", position=POSITION, moves=SCRIPT)
            assert told == msgspec.json.decode(msgspec.json.encode(study(moves=SCRIPT)))
            usual = {"game": "treasure", "position": POSITION}
            for wrong, words in (
                ({"game": "chess"}, "chess"),
                ({"position": "x"}, "8 words"),
                ({"position": "x" * (LONGEST_LINE + 1)}, "4000"),
                ({"seat": 5}, "the seats are 0 and 1"),
                ({"moves": ["play B1"] * (limits.STUDY_MOVES + 1)}, "300"),
                ({"moves": [-1]}, "moves"),
                ({"moves": [1 << 70]}, "moves"),
                ({"others": "perhaps"}, "others"),
            ):
                problem = await visitor.refused("/api/studies", **{**usual, **wrong})
                assert words in problem["words"], problem
            listed = await visitor.get("/api/puzzles")
            assert [one["game"] for one in listed["games"]] == puzzled()
            today = listed["today"]
            puzzle = await visitor.get(f"/api/puzzles/{today['game']}/{today['id']}")
            assert today == {"game": puzzle["game"], "id": puzzle["id"]}
            assert not puzzle["explanation"].startswith(puzzle["lines"][0][0])
            for path in ("treasure/x", "alarun/x", "chess/x"):
                assert (await visitor.ask("GET", f"/api/puzzles/{path}")).status_code == 404

    run(story())


def test_each_puzzle_has_its_day_before_one_comes_again() -> None:
    every = sum(len(puzzles(game)) for game in puzzled())
    assert len({of_day(day).id for day in range(20_000, 20_000 + every)}) == every
    assert of_day(20_000) == of_day(20_000 + every)
    assert {of_day(day).game for day in range(20_000, 20_010)} == set(puzzled())
