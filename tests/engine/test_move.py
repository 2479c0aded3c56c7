"""A vocabulary: every move of a game by its number, its text and itself, without keeping more than was asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from fourleaf import Move
from fourleaf.engine.errors import NotAMove
from fourleaf.engine.move import Vocabulary, every, reckoned
from fourleaf.games import GAMES

SUITS = ["Leaf", "Acorn"]
FAR = 1_000_000


class Throw(Move, frozen=True, tag="throw"):
    """A die."""

    pips: int


class Play(Move, frozen=True, tag="play"):
    """A card, and where it would lie."""

    suit: str
    rank: int
    lies: tuple[int, ...] = ()


class Trade(Move, frozen=True, tag="trade"):
    """Numbers count by what is taken first; a person says what is given first."""

    words = "{kind} {give}>{take}"
    give: str
    take: str


class GiveUp(Move, frozen=True, tag="give_up"):
    """Two words on the table, one on the wire."""

    words = "give up"


class Walk(Move, frozen=True, tag="walk"):
    """As far as one likes."""

    steps: int


WORDS = Vocabulary(
    every(Throw, pips=range(1, 7)),
    every(Play, suit=SUITS, rank=[7, 8, 9]),
    every(Trade, take=SUITS, give=SUITS),
    every(GiveUp),
    reckoned(Walk, FAR, Walk, lambda walk: walk.steps % FAR),
    examples="play Leaf 7 or give up",
)


def test_numbers_run_through_the_blocks_and_the_last_row_changes_fastest() -> None:
    assert [str(WORDS[number]) for number in range(WORDS.size - FAR + 2)] == [
        *("throw 1", "throw 2", "throw 3", "throw 4", "throw 5", "throw 6"),
        *("play Leaf 7", "play Leaf 8", "play Leaf 9", "play Acorn 7", "play Acorn 8", "play Acorn 9"),
        *("trade Leaf>Leaf", "trade Acorn>Leaf", "trade Leaf>Acorn", "trade Acorn>Acorn"),
        *("give up", "walk 0", "walk 1"),
    ]
    for number in [*range(20), WORDS.size - 1]:
        assert WORDS[number].action == number


@pytest.mark.parametrize("number", [-1, WORDS.size])
def test_there_is_nothing_beyond_the_last_number(number: int) -> None:
    with pytest.raises(KeyError):
        WORDS[number]


def test_a_move_is_found_by_the_first_text_that_is_one_and_capitals_do_not_matter() -> None:
    assert WORDS.find("play leaf 8") == Play("Leaf", 8)
    assert WORDS.find("ACORN>LEAF", "TRADE ACORN>LEAF", "give up") == Trade("Acorn", "Leaf")
    assert WORDS.find("give_up", "play leaf", "play leaf 10", "") is None


def test_what_the_position_adds_is_neither_typed_nor_numbered() -> None:
    play = Play("Acorn", 9, lies=(4, 5))
    assert str(play) == "play Acorn 9"
    assert play.action == Play("Acorn", 9).action == WORDS.find(str(play)).action  # type: ignore[union-attr]


def test_a_large_block_is_reckoned_and_read_by_its_game_alone() -> None:
    assert Walk(FAR + 3).action == Walk(3).action, "as its game reckons"
    assert WORDS[WORDS.size - 1] == Walk(FAR - 1)
    assert WORDS.find("walk 3") is None


@pytest.mark.parametrize("move", [Throw(0), Play("Leaf", 10), Play("leaf", 7), Trade("Leaf", "Stone")])
def test_a_move_that_the_game_does_not_have_is_refused_with_an_example(move: Move) -> None:
    with pytest.raises(NotAMove, match=f"'{move}' is no move of this game; a move reads like play Leaf 7 or give up"):
        move.action  # noqa: B018


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_a_game_and_every_kind_of_its_moves_is_in_its_vocabulary(name: str) -> None:
    game = GAMES[name]
    vocabulary = game.moves.spell(game.begin(game.seats[0]), 0).vocabulary
    assert vocabulary.size == game.actions
    kinds = {type(vocabulary[number]) for number in range(game.actions)}
    assert kinds == {kind for kind in vars(game.moves).values() if _is_numbered(kind)}


def _is_numbered(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Move) and isinstance(kind.__struct_config__.tag, str)


ASLEEP = "from fourleaf.games import GAMES; print([list(game.moves.MOVES) for game in GAMES.values()])"


def test_no_move_is_made_before_it_is_asked_for() -> None:
    """Two games have thousands, and whoever imports Fourleaf does not wait for them."""
    told = subprocess.run([sys.executable, "-c", ASLEEP], capture_output=True, text=True, check=True).stdout
    assert told.split() == str([[] for _ in GAMES]).split()
