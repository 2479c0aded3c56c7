"""A line that anybody may send is refused in words, or it is a position from which a match obeys every law."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from typing import Any, Final

import pytest

from fourleaf import OVER, BadPosition, Game
from fourleaf.engine.game import LONGEST_LINE
from fourleaf.games import GAMES
from tests.kit.laws import LAWS, Met, whole_games
from tests.kit.walks import WHOLE, Walk, table_at

LINES: Final = 12 * int(os.environ.get("FOURLEAF_TRIES", "8"))
"""Changed lines a game."""
PARTS: Final = re.compile(r"([/.,;|:>@+!=-])")
"""What parts the words of a position."""
NEARBY: Final = {
    "every_game_comes_to_an_end",
    "chance_draws_by_its_odds",
}
"""Laws that are asked in another way here, or say nothing more of a position that somebody wrote."""


def lines_of(game: Game[Any, Any]) -> list[str]:
    """A line of every position of a whole game at each table."""
    return [game.notation.write(state) for walk in whole_games(game) for state in walk.positions]


def another_sign(line: str, other: str, luck: random.Random) -> str:
    """One character is another one of some position."""
    at = luck.randrange(len(line))
    return line[:at] + luck.choice(other) + line[at + 1 :]


def one_more_or_less(line: str, other: str, luck: random.Random) -> str:
    """Some characters are lost, or come again."""
    first = luck.randrange(len(line))
    some = line[first : first + luck.randint(1, 3)]
    return line[:first] + some * luck.choice((0, 2)) + line[first + len(some) :]


def a_word_from_elsewhere(line: str, other: str, luck: random.Random) -> str:
    """One or two words are those of another position."""
    words, others = line.split(), other.split()
    for _ in range(luck.randint(1, 2)):
        at = luck.randrange(min(len(words), len(others)))
        words[at] = others[at]
    return " ".join(words)


def words_swapped(line: str, other: str, luck: random.Random) -> str:
    """Two words change places."""
    words = line.split()
    one, two = luck.randrange(len(words)), luck.randrange(len(words))
    words[one], words[two] = words[two], words[one]
    return " ".join(words)


def a_part_moved(line: str, other: str, luck: random.Random) -> str:
    """Within a word a part is lost, doubled, or changes places with another one, as when a card is given away."""
    words = line.split()
    at = luck.randrange(len(words))
    parts = PARTS.split(words[at])
    one, two = luck.randrange(len(parts)), luck.randrange(len(parts))
    if luck.random() < 0.5:
        parts[one], parts[two] = parts[two], parts[one]
    else:
        parts[one] = luck.choice(("", "-", parts[one] * 2, parts[two]))
    words[at] = "".join(parts)
    return " ".join(words)


def a_number_enlarged(line: str, other: str, luck: random.Random) -> str:
    """One number is a little or much larger, or less than it was."""
    numbers = list(re.finditer(r"\d+", line))
    found = luck.choice(numbers)
    larger = luck.choice((-1, 1, 2, 7, 100, 1 << 31, 1 << 63, 1 << 200))
    return line[: found.start()] + str(int(found[0]) + larger) + line[found.end() :]


CHANGES: Final[tuple[Callable[[str, str, random.Random], str], ...]] = (
    another_sign,
    one_more_or_less,
    a_word_from_elsewhere,
    words_swapped,
    a_part_moved,
    a_number_enlarged,
)


def changed(lines: list[str], luck: random.Random) -> str:
    """A line of a real position, changed in one to three ways."""
    line, other = luck.choice(lines), luck.choice(lines)
    for change in luck.choices(CHANGES, k=luck.choice((1, 1, 1, 2, 3))):
        line = change(line, other, luck) or other
    return line


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_line_is_refused_or_plays_on_by_the_laws(name: str) -> None:
    game, luck = GAMES[name], random.Random(name)
    lines, read, refused = lines_of(game), 0, 0
    for _ in range(LINES):
        line = changed(lines, luck)
        try:
            game.position(line)
        except BadPosition:
            refused += 1
        else:
            read += 1
            hold(game, line, luck)
    assert read >= LINES // 30
    assert refused >= LINES // 3


def hold(game: Game[Any, Any], line: str, luck: random.Random) -> None:
    """The position of a line is written and read again, and a game from there keeps every law and the bounds.

    No match begins where the game is over, and the engine says so by itself.
    """
    table = table_at(game, line)
    state = game.position(line)
    written = game.notation.write(state)
    assert game.notation.write(game.position(written)) == written
    if state.actor() == OVER:
        return
    walk = Walk(table, luck.randrange(1 << 32), WHOLE, eager=luck.random() < 0.5)
    for law in LAWS.keys() - NEARBY:
        try:
            LAWS[law].ask(walk, Met())
        except Exception as fault:
            raise AssertionError(f"from {line!r}, {law}: {fault}") from fault
    assert len(walk.steps) <= game.bounds.plies, f"from {line!r} a game has {len(walk.steps)} plies"


@pytest.mark.parametrize("name", GAMES)
def test_a_line_has_an_end(name: str) -> None:
    for line in ("", " ", "x" * 10**6, "1 " * 10**6, "\0", "9" * 5000):
        with pytest.raises(BadPosition) as refusal:
            GAMES[name].position(line)
        assert len(str(refusal.value)) < 2 * LONGEST_LINE
