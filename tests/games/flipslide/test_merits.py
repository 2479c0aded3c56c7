"""What is said for a move of Flip & Slide is so."""

from __future__ import annotations

import re
from copy import copy
from functools import cache

import pytest

from fourleaf.engine.sentences import spoken
from fourleaf.games.flipslide import GAME
from fourleaf.games.flipslide.rules import FINISHED, FlipSlide
from tests.games.flipslide.oracle import RAINBOW, Cell, Oracle, neighbours
from tests.games.flipslide.playing import at, written
from tests.kit.claims import Claim, hold_to, said_truly

LINKS = r"(one link|\d+ links)"


def number(words: str) -> int:
    return 1 if words.startswith("one") else int(re.sub(r"\D", "", words))


def lacks(state: FlipSlide, seat: int) -> int:
    return lacks_in(written(state), seat)


@cache
def lacks_in(line: str, seat: int) -> int:
    """The contacts and colours that the best chain from red to violet lacks, the contact with the rabbit among them."""
    oracle = Oracle(line)
    tiles = oracle.tiles
    home = next((cell for cell, symbol in tiles.items() if symbol == str(seat)), None)
    counts = "R" if oracle.options.get("win_contact") == "red" else RAINBOW

    @cache
    def rest(place: int, before: Cell | None, met: bool) -> int:
        if place == len(RAINBOW):
            return 0 if met else 1
        colour = RAINBOW[place]
        # A colour that is not up lacks itself, and touches nothing.
        options = [1 + bool(place) + rest(place + 1, None, met)]
        for cell in (cell for cell, symbol in tiles.items() if symbol == colour):
            apart = place > 0 and (before is None or before not in neighbours(cell))
            meets = colour in counts and home in neighbours(cell)
            options.append(apart + rest(place + 1, cell, met or meets))
        return min(options)

    return rest(0, None, False)


def compared(words: str, then: int, before: int) -> bool:
    if words.endswith(", as before"):
        return number(words.removesuffix(", as before")) == then == before
    links, _, once = words.partition(" instead of ")
    return (number(links), int(once)) == (then, before) and then != before


def best_slide(state: FlipSlide, after: FlipSlide) -> tuple[int, bool]:
    """The least that the seat lacks after any slide of the tile that it has picked up, and whether it can win."""
    ends = []
    for action in after.legal():
        end = after.clone()
        end.apply(int(action))
        ends.append(end)
    return min(lacks(end, state.turn) for end in ends), any(end.winner == state.turn for end in ends)


def jumps_ahead(state: FlipSlide) -> int:
    """The longest row of jumps from where the rabbit is, no longer than five, while all other tiles stay."""
    return _longest(Oracle(written(state)), 5)


def _longest(oracle: Oracle, most: int) -> int:
    if most == 0:
        return 0
    (home,) = (cell for cell, symbol in oracle.tiles.items() if symbol == "0")
    rows = [0]
    for cell in oracle.landings("0"):
        further = copy(oracle)
        further.tiles = {cell if at == home else at: symbol for at, symbol in oracle.tiles.items()}
        further.previous = {home}
        rows.append(1 + _longest(further, most - 1))
    return max(rows)


CLAIMS: dict[str, Claim] = {
    "there is nothing to flip and nothing to slide": lambda s, t, m: len(s.legal()) == 1,
    "it is the last clover, and with it the game is lost": lambda s, t, m: (
        (s.seats, written(s).split()[2].count("*")) == (1, 1)
    ),
    "only a rainbow saves you, as no jump is left after it": lambda s, t, m: s.seats == 1 and not s.can_jump(),
    rf"it shows a colour, and your best chain lacks {LINKS}": lambda s, t, m, n: number(n) == lacks(s, s.turn),
    "with it you can finish a rainbow at your rabbit": lambda s, t, m: best_slide(s, t)[1],
    rf"at best your chain then lacks ({LINKS}.*)": lambda s, t, m, words, n: (
        compared(words, best_slide(s, t)[0], lacks(s, s.turn)) and not best_slide(s, t)[1]
    ),
    "your rabbit is then at a rainbow: you win": lambda s, t, m: t.phase == FINISHED and t.winner == s.turn,
    r"it gives a rainbow to seat (\d), who wins": lambda s, t, m, seat: t.winner == int(seat) != s.turn,
    r"(no jump is left|\d+ actions without a flip), the game is (lost|a draw)": lambda s, t, m, how, end: (
        t.phase == FINISHED and t.winner < 0 and (end == "lost") == (s.seats == 1)
    ),
    "as the tiles lie, there is no jump from there": lambda s, t, m: jumps_ahead(t) == 0,
    r"as the tiles lie, there is room for (one|\d) more jumps? in a row from there": lambda s, t, m, n: (
        jumps_ahead(t) == (1 if n == "one" else int(n))
    ),
    rf"your best chain there lacks {LINKS}": lambda s, t, m, n: number(n) == lacks(t, s.turn),
    rf"your best chain then lacks ({LINKS}.*)": lambda s, t, m, words, n: compared(
        words, lacks(t, s.turn), lacks(s, s.turn)
    ),
    rf"the best chain of seat (\d) then lacks ({LINKS} instead of \d+)": lambda s, t, m, seat, words, n: (
        int(seat) != s.turn
        and compared(words, lacks(t, int(seat)), lacks(s, int(seat)))
        and lacks(t, int(seat)) > lacks(s, int(seat))
    ),
}


RARE = [
    ("3 0,0 1ROY0GBIV2 0.1 - - 0", "pass", "there is nothing to flip and nothing to slide"),
    ("2 0,-1 ....V/ROYG/.IB1/...0 0.2@4,-1 - - 0", "to 0,1", "it gives a rainbow to seat 1, who wins"),
    ("2 0,-1 0...V/ROYG/.IB1 0.2 - - 0", "slide 4,-1", "with it you can finish a rainbow at your rabbit"),
    ("1 0,0 ROYG**/VIB.*0 0.J - - 0", "jump 3,1", "your rabbit is then at a rainbow: you win"),
    ("1 0,0 ROYG/*IB0 0.1 - - 0", "flip 0,1", "it is the last clover, and with it the game is lost"),
    ("1 0,0 **0G/** 0.1 - - 0", "flip 0,0", "only a rainbow saves you, as no jump is left after it"),
    (
        "1 -1,-2 ...0/.**/****G/*****/..** 0.J - - 0",
        "jump -2,2",
        "as the tiles lie, there is no jump from there",
    ),
]


def test_every_merit_is_true() -> None:
    seldom = tuple(pattern for pattern in CLAIMS for _, _, words in RARE if re.fullmatch(pattern, words))
    hold_to(GAME, CLAIMS, games=1, positions=6, seldom=seldom)


@pytest.mark.parametrize(("line", "move", "words"), RARE)
def test_a_merit_of_a_rare_moment(line: str, move: str, words: str) -> None:
    state, action = at(line), GAME.moves.read(move).action
    assert spoken(GAME.reasons.merit(state, action)) == words
    assert said_truly(GAME, state, action, CLAIMS)
