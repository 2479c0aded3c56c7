"""Why a wish is illegal, with its clause, and what speaks for a move."""

from __future__ import annotations

from fourleaf.engine.bits import lowest
from fourleaf.engine.errors import listed
from fourleaf.engine.game import Refusal
from fourleaf.engine.sentences import seat_name
from fourleaf.games.alarun.board import (
    AURI,
    AURI_POINTS,
    BARE,
    CARD,
    CARD_WORDS,
    CELLS,
    COLOUR,
    COLOUR_NAMES,
    COLOUR_OF,
    COLOUR_POINTS,
    FRAMED,
    HAND,
    HOME,
    KINDS,
    MOST_ACTIONS,
    NONE,
    PASS,
    PLACE,
    REFRESH,
    RESERVE_OF,
    ROUNDS,
    SHOW,
    SIDE,
    SWAP,
    SWAP_ALL,
    x_of,
    y_of,
)
from fourleaf.games.alarun.moves import cards_of
from fourleaf.games.alarun.rules import (
    ACT,
    CENTRE,
    CLEAR,
    DEAL,
    DRAW_COLOUR,
    FINISHED,
    FLIP,
    LAY,
    SHOW_COLOUR,
    Alarun,
)

# Why not


def why(state: Alarun, action: int) -> Refusal:
    """Why an action is not legal now, from what the actor may know."""
    if state.phase == FINISHED:
        return Refusal(f"the game is over after {ROUNDS} rounds", "A2.1")
    if state.phase == ACT:
        return _why_not_act(state, action)
    if state.phase == LAY:
        return _why_not_lay(state, action)
    return _why_not_by_chance(state, action)


def _why_not_act(state: Alarun, action: int) -> Refusal:
    if SWAP <= action < PASS or action == REFRESH:
        if state.actions[state.turn] >= MOST_ACTIONS:
            return Refusal(f"you have taken {MOST_ACTIONS} actions in this round: pass, or swap all", "A3.9")
        return _why_not_refresh(state) if action == REFRESH else _why_not_swap(state, action - SWAP)
    if PLACE <= action < SHOW:
        return Refusal("cards are laid when acting has ended: first swap, pass or swap all", "A4.1")
    return _why_not_chance_in_play(action)


def _why_not_refresh(state: Alarun) -> Refusal:
    if RESERVE_OF[state.seats] == 0:
        return Refusal(f"only a game of two has a reserve to turn up; you are {state.seats}", "A3.5")
    return Refusal("the reserve has been turned up already, and there is one a round", "A3.6")


def _why_not_swap(state: Alarun, choice: int) -> Refusal:
    give, take = divmod(choice, KINDS)
    hand, centre = cards_of(state, state.turn), cards_of(state, state.seats)
    if CARD_WORDS[give] not in hand:
        return Refusal(f"you do not hold {CARD_WORDS[give]}; you hold {listed(hand)}", "A3.2")
    return Refusal(f"{CARD_WORDS[take]} is not in the centre; there are {listed(centre)}", "A3.2")


def _why_not_lay(state: Alarun, action: int) -> Refusal:
    if SWAP <= action < PLACE:
        return Refusal("acting is over: now lay your cards, all of them", "A4.1")
    if not PLACE <= action < SHOW:
        return _why_not_chance_in_play(action)
    kind, cell = divmod(action - PLACE, CELLS)
    if CARD_WORDS[kind] not in cards_of(state, state.turn):
        hand = listed(cards_of(state, state.turn))
        return Refusal(f"you do not hold {CARD_WORDS[kind]}; you have {hand} to lay", "A4.1")
    return _why_not_there(state, cell)


def _why_not_there(state: Alarun, cell: int) -> Refusal:
    cells = state.squares[state.turn].cells
    if cell == HOME:
        return Refusal("your apprentice lies there", "A4.3")
    if cells[cell] != BARE:
        return Refusal(f"that cell is taken by {CARD_WORDS[cells[cell]]}", "A4.3")
    taken = [cell, *(other for other in range(CELLS) if cells[other] != BARE)]
    columns, rows = [x_of(one) for one in taken], [y_of(one) for one in taken]
    if max(columns) - min(columns) >= SIDE:
        return Refusal(f"with a card there your square would be more than {SIDE} wide", "A4.4")
    if max(rows) - min(rows) >= SIDE:
        return Refusal(f"with a card there your square would be more than {SIDE} high", "A4.4")
    return Refusal("that cell touches no edge of your apprentice or of a card", "A4.3")


def _why_not_chance_in_play(action: int) -> Refusal:
    if action < CARD:
        return Refusal("the colour cards were drawn before the first round", "A1.5")
    if action >= SHOW:
        return Refusal("colour cards stay secret until the end", "A1.5")
    return Refusal("cards are dealt at the start of a round, and nobody draws between", "A2.4")


def _why_not_by_chance(state: Alarun, action: int) -> Refusal:
    if state.phase == DRAW_COLOUR:
        if action < CARD:
            return Refusal(f"the {COLOUR_NAMES[action - COLOUR]} colour card has been drawn already", "A1.2")
        return Refusal("first every seat draws a colour card", "A1.5")
    if state.phase == SHOW_COLOUR:
        return Refusal(f"{seat_name(state.turn)} shows its colour card first, and it has only that one", "A5.13")
    if CARD <= action < SWAP:
        return Refusal(f"every {CARD_WORDS[action - CARD]} has been seen already", "A1.1")
    if state.phase == CLEAR:
        return Refusal("first the reserve is turned up and discarded", "A2.2")
    if state.phase == CENTRE:
        return Refusal(f"first {HAND} cards are turned up in the centre", "A1.6")
    if state.phase == FLIP:
        return Refusal("first the reserve is turned up as the new centre", "A3.5")
    assert state.phase == DEAL
    return Refusal(f"first {seat_name(state.turn)} is dealt its {HAND} cards", "A2.4")


# What speaks for a move


def merit(state: Alarun, action: int) -> str:
    """What speaks for a legal action, in words that the actor may hear."""
    if PLACE <= action < SHOW:
        kind, cell = divmod(action - PLACE, CELLS)
        return f"{CARD_WORDS[kind]} there {_brings(_points_at(state, kind, cell))}"
    if action == PASS:
        return f"you keep {listed(cards_of(state, state.turn))}{_last_actions(state)}"
    if action == SWAP_ALL:
        return f"you take {listed(cards_of(state, state.seats))} for your three cards{_last_actions(state)}"
    if action == REFRESH:
        return "the centre makes way for the reserve"
    give, take = divmod(action - SWAP, KINDS)
    if give == take:
        return "it changes nothing, and your turn is over"
    most, least = _points_at_best(state, take), _points_at_best(state, give)
    return f"at best {CARD_WORDS[take]} {_brings(most)}, and {CARD_WORDS[give]} {_brings(least)}"


def _last_actions(state: Alarun) -> str:
    """A3.7 What the first pass does."""
    return ", and the others have one last action each" if state.first_passer == NONE else ""


def _points_at(state: Alarun, kind: int, cell: int) -> int:
    """What a card brings in a cell at once: potions, Centum auri and the secret colour."""
    points = int(state.squares[state.turn].gain(kind, cell))
    if kind == AURI:
        return points + int(AURI_POINTS)
    return points + int(COLOUR_POINTS) if COLOUR_OF[kind] == state.colours[state.turn] else points


def _points_at_best(state: Alarun, kind: int) -> int:
    square = state.squares[state.turn]
    reach = square.reach()
    first = square.first_framed()
    points: list[int] = []
    while reach != 0:
        points.append(_points_at(state, kind, int(first + FRAMED[lowest(reach)])))
        reach &= reach - 1
    return max(points)


def _brings(points: int) -> str:
    if points == 0:
        return "neither brings nor costs a point at once"
    many = "1 point" if abs(points) == 1 else f"{abs(points)} points"
    return f"{'brings' if points > 0 else 'costs'} {many} at once"
