"""The written language: moves as people type them, positions as tests write them, the log as seats hear it."""

from __future__ import annotations

import pytest

from fourleaf import WATCHER, BadPosition, IllegalMove, NotAMove
from fourleaf.engine.sentences import spoken
from fourleaf.games.treasure import GAME

START = "card 0 1+3 - 6/0/0/0 RB B3R1Y2/G1G2G3 -/-"


@pytest.mark.parametrize("text", ["play B3", "PLAY b3", "B3", "blue 3", "blue ×3", "  play   blue x3 "])
def test_a_card_can_be_played_in_many_words(text: str) -> None:
    assert str(GAME.moves.read(text)) == "play B3"


@pytest.mark.parametrize("text", ["exchange R", "exchange red", "red", "r"])
def test_an_exchange_can_be_named_in_many_words(text: str) -> None:
    assert str(GAME.moves.read(text)) == "exchange R"


@pytest.mark.parametrize("text", ["", "B4", "play", "fly", "play B3 twice", "1+3"])
def test_what_is_no_move_gets_an_example_of_one(text: str) -> None:
    with pytest.raises(NotAMove, match="reads like play B3"):
        GAME.moves.read(text)


@pytest.mark.clause("T2.2")
def test_a_pass_is_refused_with_its_clause() -> None:
    with pytest.raises(IllegalMove, match=r"there is no pass: one card must be played \(T2\.2\)"):
        GAME.moves.read("pass")


@pytest.mark.clause("T2.1")
def test_a_second_throw_is_refused_with_its_clause() -> None:
    with pytest.raises(IllegalMove, match=r"the dice are thrown once, at the start of a turn \(T2\.1\)"):
        GAME.moves.read("roll again")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "8 words"),
        (START.replace("card", "cards"), "'cards' is not a phase; there are colour, deal"),
        (START.replace("card 0", "card 2"), "'2' is not a seat; there are 0 and 1"),
        (START.replace("1+3", "1+7"), r"'1\+7' is not a throw; there are 1\+1 to 6\+6"),
        (START.replace("1+3", "-"), "dice lie on the table in the phases"),
        (START.replace("1+3 -", "1+3 B"), "a figure waits on a whirl in the phase whirl"),
        (START.replace("6/0/0/0", "6/0/0/85"), "squares 0 to 84"),
        (START.replace("6/0/0/0", "6/0/0"), "four figures stand"),
        (START.replace("RB ", "RR "), "a colour card of its own"),
        (START.replace("RB ", "R- "), "a colour card of its own"),
        (START.replace("RB ", "R "), "two to four seats"),
        (START.replace("RB ", "RP "), "'P' is not a colour"),
        (START.replace("B3R1Y2", "B3B3B3B3"), "there are 3 copies of B3, not 4"),
        (START.replace("B3R1Y2", "B3R1Y2Y2"), "seat 0 holds 3 cards in card, not 4"),
        (START.replace("B3R1Y2", "B3R1Y"), "cards read like B3R1"),
        (START.replace("B3R1Y2", "B3R1Y9"), "'Y9' is not a card"),
        (START.replace("/G1G2G3", ""), "2 seats have cards parted by /, not 1"),
    ],
)
def test_a_bad_position_is_refused_with_what_would_be_right(line: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        GAME.position(line)


def test_the_log_tells_each_seat_what_it_may_hear() -> None:
    state = GAME.position(START)
    play = GAME.moves.read("play B3").action
    assert (
        spoken(GAME.moves.tell(state, play, 1))
        == "seat 0 plays blue ×3: blue 4 – 8 – 12 feather – 16 feather – 20 whirl"
    )
    state.apply(play)
    exchange = GAME.moves.read("exchange R").action
    assert spoken(GAME.moves.tell(state, exchange, 1)) == "seat 0 exchanges blue with red"
    state.apply(exchange)
    take = GAME.moves.read("take G1").action
    assert spoken(GAME.moves.tell(state, take, 0)) == "seat 0 takes green ×1 from the bank"
    assert spoken(GAME.moves.tell(state, take, WATCHER)) == "seat 0 takes a card from the bank"
