"""Short words for tests: play a line of moves, and ask for what may come next."""

from __future__ import annotations

from fourleaf.games.flipslide import GAME
from fourleaf.games.flipslide.moves import OnCell
from fourleaf.games.flipslide.rules import FlipSlide


def at(line: str) -> FlipSlide:
    return GAME.position(line)


def written(state: FlipSlide) -> str:
    return GAME.notation.write(state)


def play(state: FlipSlide, moves: str) -> FlipSlide:
    """Play moves in the short form: X0,0=R turn up, P place, F0,0=R flip, S0,0>1,0 slide, J jump, - pass."""
    for word in moves.split():
        for text in spelled_out(word):
            action = GAME.moves.read(text).action
            assert action in list(state.legal()), f"{text} is not legal in {written(state)}"
            state.apply(action)
    return state


def spelled_out(word: str) -> list[str]:
    """The one or two moves that a short word stands for."""
    if word[0] in "FX":
        cell, _, colour = word[1:].partition("=")
        return [f"flip {cell}", colour] if colour else [f"flip {cell}"]
    if word[0] == "S":
        start, _, end = word[1:].partition(">")
        return [f"slide {start}", f"to {end}"] if end else [f"slide {start}"]
    return [word]


def texts(state: FlipSlide) -> list[str]:
    """The legal moves, each spelled out, with cells as positions write them."""
    moves = [GAME.moves.spell(state, action) for action in state.legal()]
    return [f"{move.kind} {move.q},{move.r}" if isinstance(move, OnCell) else str(move) for move in moves]


def moves(state: FlipSlide) -> str:
    """The legal moves, cells of one kind together: flip 0,0 1,0; slide 2,0."""
    kinds: dict[str, list[str]] = {}
    for text in texts(state):
        kind, _, cell = text.partition(" ")
        kinds.setdefault(kind, []).append(cell)
    return "; ".join(" ".join([kind, *cells]).strip() for kind, cells in kinds.items())


def odds(state: FlipSlide) -> str:
    """The colours that may come up, with their weights: R1 O2."""
    colours = [str(GAME.moves.spell(state, action)).split()[1][0].upper() for action in state.legal()]
    return " ".join(f"{colour}{weight}" for colour, weight in zip(colours, state.odds(), strict=True))


def connected(state: FlipSlide) -> str:
    """The seats whose rabbit touches a rainbow."""
    return " ".join(str(seat) for seat in range(state.seats) if state.is_connected(seat))
