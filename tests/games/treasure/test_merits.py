"""What is said for a move of the race is so."""

from __future__ import annotations

from fourleaf.engine.sentences import spoken
from fourleaf.games.treasure import GAME
from fourleaf.games.treasure.board import COLOUR_NAMES
from fourleaf.games.treasure.moves import Exchange, PlayCard
from fourleaf.games.treasure.rules import Treasure
from tests.kit.claims import Claim, hold_to, said_truly

TREASURE = 84


def backs(state: Treasure, colour: str) -> bool:
    return COLOUR_NAMES[state.colours[state.turn]] == colour


def square(state: Treasure, colour: str) -> int:
    return int(state.figures[COLOUR_NAMES.index(colour)])


def runs(state: Treasure, after: Treasure, card: PlayCard, colour: str, squares: str) -> bool:
    went = square(after, colour) - square(state, colour)
    return went == int(squares) and 0 < square(after, colour) < TREASURE and card.card[0] == colour[0].upper()


def own(state: Treasure, after: Treasure) -> int:
    colour = COLOUR_NAMES[state.colours[state.turn]]
    return square(after, colour) - square(state, colour)


def stays(state: Treasure, after: Treasure, move: Exchange, *colours: str) -> bool:
    moved = {c for c in COLOUR_NAMES if square(after, c) != square(state, c)}
    return moved == set(colours) and not any(backs(state, colour) for colour in colours)


CLAIMS: dict[str, Claim] = {
    r"(\w+) is yours and runs (\d+) squares?": lambda s, t, m, c, n: (
        runs(s, t, m, c, n) and backs(s, c) and t.moved < 0
    ),
    r"(\w+), not yours, runs (\d+) squares?": lambda s, t, m, c, n: (
        runs(s, t, m, c, n) and not backs(s, c) and t.moved < 0
    ),
    r"(\w+) is yours and runs (\d+) squares? to a whirl": lambda s, t, m, c, n: (
        runs(s, t, m, c, n) and backs(s, c) and COLOUR_NAMES[t.moved] == c
    ),
    r"(\w+), not yours, runs (\d+) squares? to a whirl": lambda s, t, m, c, n: (
        runs(s, t, m, c, n) and not backs(s, c) and COLOUR_NAMES[t.moved] == c
    ),
    r"(\w+) is yours and reaches the treasure: you win": lambda s, t, m, c: (
        backs(s, c) and square(t, c) == TREASURE and t.arrived(s.colours[s.turn])
    ),
    r"(\w+), not yours, reaches the treasure, and the race is over": lambda s, t, m, c: (
        not backs(s, c) and square(t, c) == TREASURE and t.actor() < 0
    ),
    r"your own figure gains (\d+) squares?": lambda s, t, m, n: own(s, t) == int(n) > 0,
    r"your own figure loses (\d+) squares?": lambda s, t, m, n: -own(s, t) == int(n) > 0,
    r"(\w+) and (\w+) change places, and yours is left alone": stays,
    r"(\w+) stands on the same square, and nothing changes": lambda s, t, m, c: (
        list(s.figures) == list(t.figures) and c[0].upper() == m.figure[0]
    ),
}


def test_every_merit_is_true() -> None:
    hold_to(GAME, CLAIMS, games=12, positions=40, seldom=(r"(\w+) stands on the same square, and nothing changes",))


def test_figures_on_one_square_exchange_nothing() -> None:
    state = GAME.position("whirl 0 1+3 B 6/20/20/0 RB R1R2/R1R2R3 B3/-")
    action = GAME.moves.read("exchange yellow").action
    assert said_truly(GAME, state, action, CLAIMS)
    assert spoken(GAME.reasons.merit(state, action)) == ("yellow stands on the same square, and nothing changes")
