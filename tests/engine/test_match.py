"""The friendly face: what a programmer or a player meets first."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import fourleaf
from fourleaf import (
    CHANCE,
    OVER,
    WATCHER,
    BadSeat,
    BadStart,
    ByHand,
    FairLuck,
    IllegalMove,
    Match,
    NotAMove,
    NothingToUndo,
    SeedLuck,
    UnknownGame,
)
from fourleaf.engine.fairluck import fresh_entropy, seat_commitment
from fourleaf.engine.match import Step


@pytest.fixture
def match() -> Match:
    return fourleaf.game("treasure").start(seats=3, seed=7)


@pytest.mark.parametrize("name", fourleaf.games())
def test_matches_that_begin_alike_share_where_and_none_changes_it(name: str) -> None:
    game = fourleaf.game(name)
    began = repr(game.begin(game.seats[-1]))
    first, second = (game.start(seats=game.seats[-1], seed=seed) for seed in (7, 8))
    play_to_the_end(first)
    second.play(second.moves[-1])
    second.undo()
    assert repr(first.first) == repr(second.first) == began
    second.first.apply(int(second.first.legal()[0]))
    assert repr(game.start(seats=game.seats[-1], luck=ByHand()).first) == began


def play_to_the_end(match: Match) -> Match:
    while not match.is_over:
        match.play(match.moves[0])
    return match


def fair_match(seats: int = 2) -> Match:
    game = fourleaf.game("treasure")
    luck = FairLuck(b"table", game.terms({}), fresh_entropy())
    entropy = [fresh_entropy() for _ in range(seats)]
    luck.lock([seat_commitment(b"table", luck.commitment, seat, own) for seat, own in enumerate(entropy)])
    luck.open(entropy)
    return game.start(seats=seats, luck=luck)


def test_a_first_session(match: Match) -> None:
    assert "treasure" in fourleaf.games()
    assert match.actor == 0
    assert [str(move) for move in match.moves] == ["play R2", "play Y1", "play Y2"]
    match.play("play Y1")
    assert match.actor == 1
    play_to_the_end(match)
    assert match.actor == OVER
    assert sorted(match.ranks or []) in ([0, 1, 1], [1, 1, 1])


def test_the_same_seed_gives_the_same_luck_and_another_one_another() -> None:
    game = fourleaf.game("treasure")
    one, two, other = (game.start(seats=2, seed=seed) for seed in (7, 7, 8))
    assert one.actions == two.actions != other.actions


def test_the_luck_of_a_seed_is_the_same_on_every_machine(match: Match) -> None:
    assert match.notation == "card 0 6+2 - 0/0/0/0 BGR R2Y1Y2/R1R1B3/Y3G1G2 -/-/-"


def test_without_a_seed_nobody_knows_what_comes() -> None:
    game = fourleaf.game("treasure")
    assert len({game.start(seats=4).actions for _ in range(3)}) == 3


def test_a_move_can_be_given_as_a_move_as_text_or_as_a_number(match: Match) -> None:
    twins = [match.copy() for _ in range(3)]
    twins[0].play(match.moves[1])
    twins[1].play("Y1")
    twins[2].play(match.moves[1].action)
    assert len({twin.notation for twin in twins}) == 1


def test_an_unknown_game_is_refused_with_the_list_of_games() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'chess'; the games are .*treasure"):
        fourleaf.game("chess")


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 100])
def test_a_seat_count_out_of_range_is_refused_with_the_range(seats: int) -> None:
    with pytest.raises(BadStart, match=f"has 2 to 4 seats, not {seats}"):
        fourleaf.game("treasure").start(seats=seats)


@pytest.mark.parametrize("seed", ["7", 7.0, b"7"])
def test_a_seed_that_is_no_whole_number_is_refused(seed: Any) -> None:
    with pytest.raises(BadStart, match="a seed is a whole number"):
        fourleaf.game("treasure").start(seats=2, seed=seed)
    with pytest.raises(BadStart, match="has 2 to 4 seats"):
        fourleaf.game("treasure").start(seats=seed)


@pytest.mark.parametrize("seed", [0, -1, 10**30])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    match = play_to_the_end(fourleaf.game("treasure").start(seats=2, seed=seed))
    assert fourleaf.verify(fourleaf.Record.from_json(match.record().to_json())).outcome == "verified"


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadStart, match="there is no option fast; this game has no options"):
        fourleaf.game("treasure").start(seats=2, options={"fast": True})


def test_a_seed_and_a_luck_together_are_refused() -> None:
    with pytest.raises(BadStart, match="a seed or a luck"):
        fourleaf.game("treasure").start(seats=2, seed=1, luck=SeedLuck(1))


def test_an_illegal_move_says_why_and_changes_nothing(match: Match) -> None:
    before = match.record()
    with pytest.raises(
        IllegalMove, match=r"you do not hold green ×3; you hold red ×2, yellow ×1 and yellow ×2 \(T2\.2\)"
    ) as refused:
        match.play("play G3")
    assert (refused.value.wish, refused.value.clause) == ("play G3", "T2.2")
    assert match.record() == before


@pytest.mark.parametrize("wish", ["", "fly", "play", "💰"])
def test_a_text_that_is_no_move_is_refused(match: Match, wish: str) -> None:
    before = match.record()
    with pytest.raises(NotAMove):
        match.play(wish)
    assert match.record() == before


@pytest.mark.parametrize("action", [-1, 72, 10**30])
def test_an_action_out_of_range_is_refused_with_the_range(match: Match, action: int) -> None:
    with pytest.raises(NotAMove, match="the actions of treasure are 0 to 71"):
        match.play(action)


def test_after_the_end_nothing_can_be_played(match: Match) -> None:
    play_to_the_end(match)
    with pytest.raises(IllegalMove, match=r"the race is over \(T3\.2\)"):
        match.play("play R1")


def test_a_seat_that_is_not_there_has_no_view(match: Match) -> None:
    with pytest.raises(BadSeat, match="no seat 3; the seats are 0, 1 and 2"):
        match.view(3)
    with pytest.raises(BadSeat):
        match.log(-1)


def test_undo_takes_back_a_decision_and_its_luck_and_luck_does_not_change(match: Match) -> None:
    before = match.record()
    match.play("Y1")
    after = match.record()
    assert str(match.undo()) == "play Y1"
    assert match.record() == before
    match.play("Y1")
    assert match.record() == after


def test_there_is_nothing_to_undo_before_the_first_decision(match: Match) -> None:
    with pytest.raises(NothingToUndo, match="no decision has been made yet"):
        match.undo()


def test_a_match_goes_back_only_to_where_it_was(match: Match) -> None:
    with pytest.raises(NothingToUndo, match=f"plies 0 to {match.ply}"):
        match.rewind(match.ply + 1)


def test_fair_luck_cannot_be_taken_back() -> None:
    match = fair_match()
    while match.ply < 12 or [state.actor() for state, _ in match.history()][-1] != CHANCE:
        match.play(match.moves[0])
    with pytest.raises(NothingToUndo, match="luck has spoken"):
        match.undo()


def test_a_referee_waits_for_the_dice_of_the_table() -> None:
    match = fourleaf.game("treasure").start(seats=2, luck=ByHand())
    assert match.actor == CHANCE
    for text in ("colour R", "colour B", "take R1", "take R2", "take R3", "take B1", "take B2", "take B3", "roll 3+4"):
        match.play(text)
    assert match.actor == 0
    assert str(match.undo()) == "roll 3+4"
    with pytest.raises(IllegalMove, match=r"seat 0 throws the dice first \(T2\.1\)"):
        match.play("play R1")


@pytest.mark.parametrize("plays", [0, 5, 1000])
def test_copy_and_pickle_are_exact(match: Match, plays: int) -> None:
    for _ in range(plays):
        if not match.is_over:
            match.play(match.moves[-1])
    for twin in (match.copy(), copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):  # noqa: S301
        assert twin is not match
        assert twin.record() == match.record()
        assert play_to_the_end(twin).record() == play_to_the_end(match.copy()).record()


def test_a_copy_goes_its_own_way(match: Match) -> None:
    before = match.record()
    play_to_the_end(match.copy())
    assert match.record() == before


def test_a_fair_match_can_be_pickled_and_goes_on_with_the_same_luck() -> None:
    match = fair_match()
    twin = pickle.loads(pickle.dumps(match))  # noqa: S301
    assert play_to_the_end(twin).record() == play_to_the_end(match).record()


def test_a_match_can_be_printed(match: Match) -> None:
    assert "backs ● blue" in str(match)
    assert repr(match).startswith("<treasure match, 3 seats, ply 13: card 0")
    assert "backs ?" not in str(play_to_the_end(match)), "at the end all colour cards lie open"


def test_the_log_tells_a_seat_its_own_cards_and_a_watcher_none(match: Match) -> None:
    assert match.log(0)[:4] == [
        "seat 0 draws the blue card",
        "seat 1 draws a colour card",
        "seat 2 draws a colour card",
        "seat 0 takes yellow ×2",
    ]
    assert match.log(WATCHER)[0] == "seat 0 draws a colour card"
    assert not any("red" in line for line in match.log(WATCHER))
    assert match.log(0, since=match.ply - 1) == ["seat 0 rolls 6+2 = 8"]


def test_a_glimpse_of_a_legal_move(match: Match) -> None:
    assert match.glimpse("Y1", 2) == match.moves[1].action
    with pytest.raises(IllegalMove):
        match.glimpse("G3", 2)


def test_what_a_bot_is_given_knows_no_more_than_its_seat(match: Match) -> None:
    knowledge = match.knowledge(1)
    assert knowledge.legal == [], "it is not seat 1's turn"
    assert knowledge.view == match.view(1)
    assert knowledge.heard == [state.glimpse(action, 1) for state, action in match.history()]
    open_to_it = {name for name in vars(knowledge) if not name.startswith("_")}
    assert open_to_it == {"game", "seat", "heard"}


@pytest.mark.parametrize("name", sorted(fourleaf.games()))
def test_the_steps_of_a_match_are_its_history(name: str) -> None:
    game = fourleaf.game(name)
    match = game.start(seats=game.seats[-1], seed=3)
    told: list[Step] = []
    while not match.is_over and len(told) < 60:
        told += match.let_happen(match.legal[len(told) % len(match.legal)])
    history = list(match.history())[-len(told) :]
    assert [(step.before, step.action) for step in told] == history
    assert [step.actor for step in told] == [state.actor() for state, _ in history] == match.deciders[-len(told) :]
    assert [step.ply for step in told] == list(range(match.ply - len(told), match.ply))
    events = [step.event for step in told if step.actor == CHANCE]
    assert events == list(range(len(match.drawn) - len(events), len(match.drawn)))
    assert all(step.event is None for step in told if step.actor != CHANCE)


def test_what_happens_in_a_copy_happens_there_alone(match: Match) -> None:
    before = match.record(), match.notation, match.drawn
    steps = match.copy().let_happen(match.moves[0])
    assert (match.record(), match.notation, match.drawn) == before
    assert match.copy().let_happen(match.moves[0]) == steps
    match.play(match.moves[1])
    assert match.actions[: steps[0].ply] == before[0].actions
    assert fourleaf.replay(match.record()).notation == match.notation


def test_the_line_of_a_match_replays_to_its_position_and_says_nothing_of_luck(match: Match) -> None:
    match.play(match.moves[0])
    line = match.line()
    assert (line.luck, line.undone) == (None, ())
    assert fourleaf.replay(line).notation == match.notation


def test_history_since_a_ply_is_the_end_of_the_whole(match: Match) -> None:
    match.play(match.moves[0])
    whole = list(match.history())
    assert [list(match.history(ply)) for ply in range(match.ply + 1)] == [whole[ply:] for ply in range(match.ply + 1)]
