"""Puzzles: each is proven anew, solved at a real match, and missed by everything that is no line of it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

import fourleaf
from fourleaf import Beginning, native
from fourleaf.cli import main
from fourleaf.engine import state as engine_state
from fourleaf.engine.state import CHANCE
from fourleaf.puzzles import NoPuzzles, Puzzle, puzzle_at, puzzles, read
from fourleaf.puzzles.kinds import KINDS
from fourleaf.puzzles.mining import mine
from fourleaf.puzzles.proving import NotProven, most_points, sure_win

pytestmark = pytest.mark.skipif(
    not native.is_compiled(engine_state), reason="a proof tries everything, by the same rules either way"
)

SAMPLE = 4
"""How many of each game `make test` proves; the others take long."""


def shipped(game: str) -> list[Puzzle]:
    return puzzles(game)


def split(first: bool) -> list[Puzzle]:
    return [puzzle for game in KINDS for puzzle in (shipped(game)[:SAMPLE] if first else shipped(game)[SAMPLE:])]


def proven_again(puzzle: Puzzle) -> Puzzle:
    return puzzle_at(fourleaf.game(puzzle.game, puzzle.rules_version), puzzle.position, puzzle.seat)


@pytest.mark.parametrize("puzzle", split(first=True), ids=lambda puzzle: f"{puzzle.game}-{puzzle.id}")
def test_some_are_proven_again(puzzle: Puzzle) -> None:
    assert proven_again(puzzle) == puzzle


@pytest.mark.parametrize("puzzle", split(first=False), ids=lambda puzzle: f"{puzzle.game}-{puzzle.id}")
def test_all_others_are_proven_again(puzzle: Puzzle) -> None:
    assert proven_again(puzzle) == puzzle


@pytest.mark.parametrize("game", KINDS)
def test_thirty_and_more_of_each_come_along_and_no_two_are_alike(game: str) -> None:
    found = shipped(game)
    assert len(found) >= 30
    assert len({puzzle.id for puzzle in found}) == len({puzzle.position for puzzle in found}) == len(found)
    assert {puzzle.game for puzzle in found} == {game}
    clauses = fourleaf.game(game).rulebook.clauses
    for puzzle in found:
        assert set(puzzle.clauses) <= set(clauses)


def solved_by(puzzle: Puzzle, line: tuple[str, ...], seed: int) -> fourleaf.Match:
    """A match from the position in which the seat plays a line, and everybody else anything."""
    game, rng = fourleaf.game(puzzle.game), Random(seed)
    state = game.position(puzzle.position)
    options, beginning = game.notation.options_of(state), Beginning(position=puzzle.position)
    match = game.start(len(state.scores()), seed=seed, options=options, beginning=beginning)
    left = list(line)
    while not match.is_over and (left or puzzle.game != "flipslide"):
        match.play(left.pop(0) if match.actor == puzzle.seat and left else rng.choice(match.legal))
    return match


@pytest.mark.parametrize("game", KINDS)
def test_every_line_solves_its_puzzle_at_a_real_match(game: str) -> None:
    for puzzle in shipped(game):
        ends = [solved_by(puzzle, line, seed) for seed, line in enumerate(puzzle.lines)]
        if game == "flipslide":
            wins = [end for end in ends if end.deciders[-1] != CHANCE]
            assert all(end.ranks is not None and end.ranks[puzzle.seat] == 0 for end in wins)
        else:
            (points,) = {end.scores[puzzle.seat] for end in ends}
            assert f"make {points} " in puzzle.explanation, "whatever the others did"


def test_a_position_without_one_answer_is_no_puzzle() -> None:
    game = fourleaf.game("flipslide")
    match = game.start(2, seed=1)
    while match.view(match.actor).phase != "act":
        match.play(match.legal[0])
    with pytest.raises(NotProven, match="nothing wins"):
        sure_win(game.position(match.notation), match.actor)
    with pytest.raises(NotProven, match="nothing is asked"):
        puzzle_at(game, match.notation, 1 - match.actor)


def test_what_others_can_change_is_not_proven() -> None:
    """In Treasure the last decision of one seat is not the last of all."""
    match = fourleaf.game("treasure").start(2, seed=3)
    while not match.is_over:
        last = match.notation
        match.play(match.legal[0])
    game = fourleaf.game("treasure")
    state = game.position(last)
    with pytest.raises(NotProven):
        most_points(state, int(state.actor()) ^ 1)


def test_the_command_writes_them_and_the_same_seed_finds_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "puzzles.json"
    assert main(["puzzles", "alarun", "--games", "2", "--seed", "1", "--out", str(path)]) == 0
    found = list(mine("alarun", 2, seed=1))
    assert found
    assert read(path.read_bytes()) == found
    assert "points (A5.14)" in capsys.readouterr().err
    assert main(["puzzles", "wichtel"]) == 2
    assert "puzzles of flipslide, alarun and korrigans" in capsys.readouterr().err
    assert main(["puzzles", "alarun", "--games", "0"]) == 1


def test_no_puzzles_are_said_to_be_missing() -> None:
    with pytest.raises(NoPuzzles, match="no puzzles of wichtel"):
        puzzles("wichtel")
    with pytest.raises(NoPuzzles, match="no list of puzzles"):
        read(b"{}")


def test_the_reference_names_every_field() -> None:
    text = (Path(__file__).parents[2] / "docs" / "reference" / "puzzles.md").read_text("utf-8")
    assert [field.name for field in msgspec.structs.fields(Puzzle) if f"`{field.name}`" not in text] == []
