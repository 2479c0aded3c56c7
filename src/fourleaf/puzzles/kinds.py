"""What is asked in which game, and in which positions of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from fourleaf.engine.errors import listed
from fourleaf.engine.game import Game
from fourleaf.engine.state import State
from fourleaf.puzzles.proving import Proven, first_actions, most_points, sure_win

LAST_ROUND: Final = 8
"""A2.1 On another board the proof fails instead: it always goes on to the end of the game."""


class PuzzleKind(NamedTuple):
    """What the puzzles of one game have in common."""

    seats: tuple[int, ...]
    """At tables of so many they are looked for."""
    is_one: Callable[[Any], bool]
    """Whether what is asked can be asked of the seat that has this view and decides."""
    prove: Callable[[State, int], Proven]
    question: Callable[[Any], str]
    explanation: Callable[[Any, Proven], str]
    """From the view at the end of a best line."""
    clauses: tuple[str, ...]
    least_margin: int = 1
    fewest: int = 1
    """Decisions of a line; fewer are no puzzle."""
    most_lines: int = 24
    is_promising: Callable[[Game[Any, Any], State, int], bool] = lambda game, state, seat: True
    """Whether a position looks like a puzzle, by the game's advice: a proof takes its time."""


def _at_first_action(view: Any) -> bool:
    return bool(view.phase == "act" and view.action == 1 and view.actions > 1)


def _has_one_winner(game: Game[Any, Any], state: State, seat: int) -> bool:
    """Whether there is just one first action after which the seat stands as if it had won."""
    return sum(game.advice.standing(after)[seat] == 1 for _, after in first_actions(state, seat)) == 1


def _ask_for_win(view: Any) -> str:
    return "You can win in this turn whatever comes, but only one first action leads there. Find it, and win."


def _explain_win(end: Any, proven: Proven) -> str:
    said = "a whole rainbow touches your rabbit, and you win" if end.winner is not None else "you win whatever comes"
    return (
        f"{said} (F6.4). All {proven.ways} other first actions were tried to the end of the turn; none keeps the win."
    )


def _in_the_last_round(view: Any) -> bool:
    """Where nobody can change any more what the seat gets: its last action for two, or the last to lay cards."""
    if view.round != LAST_ROUND or view.first_passer is None:
        return False
    if view.phase == "act":
        return len(view.seats) == 2
    return len(view.hand) == 3 and view.turn == (view.first_passer - 1) % len(view.seats)


def _ask_for_points(view: Any) -> str:
    if view.phase == "act":
        return "The last round, and your last action: choose it, then lay your cards. What brings the most points?"
    return "The last round: how do your three cards bring the most points?"


def _explain_points(end: Any, proven: Proven) -> str:
    own = end.seats[end.seat]
    parts = [(own.square.potions, "from potions"), (own.square.auri, "for Centum auri"), (own.bonus, "for your colour")]
    told = listed(f"{points} {what}" for points, what in parts if points)
    return (
        f"{told} make {proven.worth} points (A5.14). "
        f"All {proven.ways} other ways were tried; the best of them brings {proven.margin} less."
    )


def _in_the_last_dash(view: Any) -> bool:
    """Nobody dashes after the last seat, so nobody can take anything from it."""
    return bool(view.phase == "final" and view.turn == len(view.seats) - 1)


def _ask_for_gold(view: Any) -> str:
    where = view.cauldron.replace("_", " ").title()
    return f"Your final turn, and the Cauldron is on {where}. Bring home the most gold with the fewest rides."


def _explain_gold(end: Any, proven: Proven) -> str:
    gold = end.seats[end.seat].gold
    parts = [
        (gold.coins, "in coins"),
        (gold.menhirs, "from menhirs"),
        (gold.elves, "from Elves"),
        (gold.goblins, "for Goblins"),
        (gold.cauldron, "from the Cauldron"),
    ]
    told = listed(f"{points} {what}" for points, what in parts if points)
    return (
        f"{told} make {proven.worth} gold (K11.1). All {proven.ways} other ways were tried: "
        f"the best of them either rides more often, which may cost a tie (K11.3), or brings {proven.margin} less."
    )


KINDS: Final[Mapping[str, PuzzleKind]] = {
    "flipslide": PuzzleKind(
        (2, 3),
        _at_first_action,
        sure_win,
        _ask_for_win,
        _explain_win,
        ("F3.1", "F5.3", "F6.4"),
        fewest=3,
        is_promising=_has_one_winner,
    ),
    "alarun": PuzzleKind(
        (2, 3, 4),
        _in_the_last_round,
        most_points,
        _ask_for_points,
        _explain_points,
        ("A4.3", "A5.8", "A5.14"),
        least_margin=3,
    ),
    "korrigans": PuzzleKind(
        (2, 3, 4), _in_the_last_dash, most_points, _ask_for_gold, _explain_gold, ("K10.3", "K11.2", "K11.3"), fewest=4
    ),
}
