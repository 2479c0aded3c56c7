"""What a bot is given: an imagined world behind whatever name it digs up, and nothing that could be broken."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest
from librt.random import Random

import fourleaf
from fourleaf import CHANCE, OVER, Game, State, native
from fourleaf.bots import bot
from fourleaf.engine import state as engine_state
from fourleaf.engine.knowledge import Knowledge
from fourleaf.games import GAMES

COMPILED = native.is_compiled(engine_state)
CHOICES = {"random": 1000, "greedy": 300, "search:25": 300}
"""Choices a game and bot that are compared."""
WORLD = "_Knowledge__world"


def choices(game: Game[Any, Any], seed: int, seats: int) -> Iterator[tuple[State, int, list[list[int]]]]:
    """Every choice of a random game: the position, who decides, and what each seat has heard."""
    state, rng = game.begin(seats), Random(seed)
    heard: list[list[int]] = [[] for _ in range(seats)]
    while (actor := state.actor()) != OVER:
        legal = state.legal()
        if actor != CHANCE and len(legal) > 1:
            yield state, actor, heard
        action = state.draw(rng) if actor == CHANCE else int(legal[rng.randrange(len(legal))])
        for seat, seen in enumerate(heard):
            seen.append(state.glimpse(action, seat))
        state.apply(action)


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_our_bots_choose_as_if_the_true_position_stood_behind_what_they_know(game: Game[Any, Any], name: str) -> None:
    compared, enough = 0, CHOICES[name] if COMPILED else 20
    for seed in range(enough):
        seats = game.seats[seed % len(game.seats)]
        # The same bots for a whole game, so that a tree that is kept is compared too.
        here, there = ([bot(name, seed + seat) for seat in range(seats)] for _ in range(2))
        for state, seat, heard in choices(game, seed, seats):
            truth = Knowledge(game, state, seat, heard[seat])
            vars(truth)[WORLD] = state
            assert here[seat].choose(Knowledge(game, state, seat, heard[seat])) == there[seat].choose(truth)
            compared += 1
            if compared == enough:
                return


def reachable(start: object) -> Iterator[object]:
    """Everything that can be reached from an object by attributes, items and the collector; frames are not followed."""
    seen, left = {id(start)}, [start]
    while left:
        found = left.pop()
        yield found
        for each in gc.get_referents(found):
            if id(each) not in seen and not isinstance(each, FrameType):
                seen.add(id(each))
                left.append(each)


def is_open(state: State, seat: int) -> bool:
    """Whether the seat knows all that there is to know."""
    return all(state.imagine(seat, Random(stream)) == state for stream in range(20))


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.hidden])
def test_whoever_walks_all_that_a_knowledge_holds_on_to_finds_no_true_position(name: str) -> None:
    game = fourleaf.game(name)
    looked = 0
    for number, (state, seat, heard) in enumerate(choices(game, 3, game.seats[-1])):
        if number % 12 == 0 and number < 60 and not is_open(state, seat):
            found = [each for each in reachable(Knowledge(game, state, seat, heard[seat])) if isinstance(each, State)]
            looked += len(found)
            assert not any(each is state for each in found)
            assert all(repr(each) != repr(state) for each in found)
    assert looked > 0, "the walk finds what is imagined"


def test_where_nothing_is_hidden_the_world_is_a_clone() -> None:
    game = fourleaf.game("flipslide")
    state, seat, heard = next(choices(game, 1, 2))
    behind = vars(Knowledge(game, state, seat, heard[seat]))[WORLD]
    assert behind == state
    assert behind is not state


def test_what_a_bot_breaks_is_its_own() -> None:
    match = fourleaf.game("wichtel").start(4, seed=1)
    before = match.notation, match.legal, match.record()
    knowledge = match.knowledge(match.actor)
    vars(knowledge)[WORLD].apply(knowledge.legal[0])
    knowledge.heard.clear()
    knowledge.legal.clear()
    assert (match.notation, match.legal, match.record()) == before
