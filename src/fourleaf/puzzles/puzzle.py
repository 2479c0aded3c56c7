"""A puzzle as it is kept, and how one is made of a position."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from fourleaf.engine.game import Game
from fourleaf.engine.sentences import seat_name
from fourleaf.engine.state import OVER, State
from fourleaf.puzzles.kinds import KINDS
from fourleaf.puzzles.proving import Line, NotProven


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One position, a question, and every line that answers it."""

    id: str
    game: str
    rules_version: int
    position: str
    seat: int
    """Who is to find it; it is this seat's turn."""
    question: str
    lines: tuple[tuple[str, ...], ...]
    """The moves of the seat as they are typed; whoever plays one of these lines has solved it."""
    ways: int
    """How many other ways were tried, all of them worse."""
    margin: int
    """By how many points the best of the others is behind; 1 where it is about the win."""
    explanation: str
    clauses: tuple[str, ...]


def puzzle_at(game: Game[Any, Any], position: str, seat: int) -> Puzzle:
    """The puzzle that a position is for the seat whose turn it is, or NotProven."""
    kind, state = KINDS[game.name], game.position(position)
    view = game.view.view(state, seat)
    if state.actor() != seat or not kind.is_one(view):
        raise NotProven("nothing is asked in such a position")
    proven = kind.prove(state, seat)
    if proven.margin < kind.least_margin or len(proven.lines[0]) < kind.fewest or len(proven.lines) > kind.most_lines:
        raise NotProven("the answer is too near to others, too short, or one of too many")
    because = kind.explanation(game.view.view(_end(state, seat, proven.lines[0]), seat), proven)
    lines = tuple(_spelled(game, state, seat, line) for line in proven.lines)
    return Puzzle(
        id=sha256(f"{game.name} {seat} {position}".encode()).hexdigest()[:12],
        game=game.name,
        rules_version=game.version,
        position=position,
        seat=seat,
        question=kind.question(view),
        lines=lines,
        ways=proven.ways,
        margin=proven.margin,
        explanation=f"{told(game, state, seat, proven.lines[0])}. {because[0].upper()}{because[1:]}",
        clauses=kind.clauses,
    )


def _spelled(game: Game[Any, Any], state: State, seat: int, line: Line) -> tuple[str, ...]:
    moves = []
    for before, action in _followed(state, seat, line):
        moves.append(str(game.moves.spell(before, action)))
    return tuple(moves)


def told(game: Game[Any, Any], state: State, seat: int, line: Line) -> str:
    """What the seat does in a line, in words."""
    deeds = []
    for before, action in _followed(state, seat, line):
        if not game.moves.spell(before, action).HALF:
            deeds.append(game.moves.tell(before, action, seat).removeprefix(f"{seat_name(seat)} "))
    return ", then ".join(deeds)


def _end(state: State, seat: int, line: Line) -> State:
    """How a line ends: nothing else matters, that was proven; so others and chance do the first thing that is legal."""
    *_, (last, action) = _followed(state, seat, line)
    last.apply(action)
    _let_others(last, seat)
    return last


def _followed(state: State, seat: int, line: Sequence[int]) -> list[tuple[State, int]]:
    """Each position in which the seat decides, with what it does there."""
    here, steps = state.clone(), []
    for action in line:
        steps.append((here.clone(), action))
        here.apply(action)
        _let_others(here, seat)
    return steps


def _let_others(state: State, seat: int) -> None:
    while state.actor() not in (seat, OVER):
        state.apply(int(state.legal()[0]))
