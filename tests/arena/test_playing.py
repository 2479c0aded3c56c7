"""One game between bots."""

from __future__ import annotations

import msgspec
import pytest
from librt.random import Random

from fourleaf.arena.playing import MoveClock, Sitting, SittingResult, Terms, play_game, play_sitting
from fourleaf.arena.seating import table
from fourleaf.arena.seeds import derived
from fourleaf.bots import bot
from fourleaf.engine.state import OVER, State
from fourleaf.games import GAMES

TERMS = Terms("treasure", {}, deadline=30)
FIRST = "tests.arena.guests:First"


def seated(*names: str, luck: int = 1, seed: int = 2) -> SittingResult:
    return play_sitting(TERMS, Sitting(0, 0, 0, names, luck, seed), {})


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end_and_every_position_noted(name: str) -> None:
    game = GAMES[name]
    seats = game.seats[-1]
    state: State = game.rules.begin(seats, {option.name: option.usual for option in game.options})
    seen: list[int] = []
    play_game(
        game, state, [bot("random", seat) for seat in range(seats)], Random(1), lambda at: seen.append(at.actor())
    )
    assert state.actor() == OVER
    assert OVER not in seen
    assert set(range(seats)) <= set(seen)


def test_games_of_a_block_have_the_same_luck_and_other_blocks_another() -> None:
    # Whoever always takes the first move leaves nothing but luck to tell two games apart.
    blocks = [table([FIRST, FIRST, FIRST]).block(0, number, luck=number, first=0) for number in range(12)]
    ends = [{play_sitting(TERMS, sitting, {}).ranks for sitting in block} for block in blocks]
    assert all(len(ranks) == 1 for ranks in ends)
    assert len(set.union(*ends)) > 1


def test_a_bot_with_the_same_seed_plays_the_same_game() -> None:
    assert seated("greedy", "random", luck=3) == seated("greedy", "random", luck=3)
    assert len({seated("random", "random", "random", luck=3, seed=seed).ranks for seed in range(20)}) > 1


def test_a_seat_that_is_lost_at_once_plays_on_like_random() -> None:
    for luck in range(20):
        fallen = seated("tests.arena.guests:Raises", "random", luck=luck)
        assert fallen.ranks == seated("random", "random", luck=luck).ranks
        assert [(forfeit.kind, forfeit.decision) for forfeit in fallen.forfeits] == [("raised", 1)]


def test_only_moves_with_a_choice_are_timed() -> None:
    clocks: dict[str, MoveClock] = {}
    sitting = Sitting(0, 0, 0, ("random", "random"), 1, 2)
    played = play_sitting(TERMS, sitting, clocks)
    state: State = GAMES["treasure"].rules.begin(2, {})
    choices = 0

    def note(at: State) -> None:
        nonlocal choices
        choices += at.actor() >= 0 and len(at.legal()) > 1

    play_game(GAMES["treasure"], state, [bot("random", derived(2, seat)) for seat in (0, 1)], Random(1), note)
    assert tuple(state.ranks()) == played.ranks
    assert clocks["random"].moves == choices > 0


def test_what_travels_survives_the_journey() -> None:
    sitting = Sitting(3, 0, 1, ("greedy", "random"), 1 << 61, 5)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(sitting), type=Sitting) == sitting
