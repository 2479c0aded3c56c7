"""What each seat is shown."""

from __future__ import annotations

import pytest

from fourleaf import WATCHER
from fourleaf.engine.picture import plain
from fourleaf.engine.sentences import spoken
from fourleaf.games.treasure import GAME

ON_CARD = "card 0 1+3 - 6/0/0/0 RB B3B3Y2/G1G2G3 R1/-"


def test_a_seat_sees_its_own_hand_and_only_the_size_of_the_others() -> None:
    state = GAME.position(ON_CARD)
    mine, theirs, watched = (GAME.view.view(state, seat) for seat in (0, 1, WATCHER))
    assert mine.hand == ("B3", "B3", "Y2")
    assert theirs.hand == ("G1", "G2", "G3")
    assert watched.hand == ()
    assert [seat.cards for seat in theirs.seats] == [3, 3]
    assert [seat.colour for seat in mine.seats] == ["red", None]
    assert [seat.colour for seat in watched.seats] == [None, None]


def test_on_its_turn_a_seat_sees_where_each_card_would_lead() -> None:
    state = GAME.position(ON_CARD)
    assert [(run.card, run.stops) for run in GAME.view.view(state, 0).runs] == [
        ("B3", (4, 8, 12, 16, 20)),
        ("Y2", (4, 8)),
    ]
    assert GAME.view.view(state, 1).runs == ()


@pytest.mark.clause("T2.6")
def test_a_whirl_shows_where_both_hunters_of_each_exchange_would_stand() -> None:
    state = GAME.position(ON_CARD)
    assert GAME.view.view(state, 0).exchanges == ()
    state.apply(GAME.moves.read("play B3").action)
    seen = GAME.view.view(state, WATCHER)
    assert [exchange.figure for exchange in seen.exchanges] == ["red", "yellow", "green"]
    for action, exchange in zip(state.legal(), seen.exchanges, strict=True):
        after = state.clone()
        after.apply(int(action))
        stand = {figure.colour: figure.square for figure in GAME.view.view(after, 0).figures}
        assert (stand["blue"], stand[exchange.figure]) == (exchange.whirled_to, exchange.figure_to)
    assert "with red    blue would stand on 6 and red on 20" in plain(GAME.picture.picture(seen)).splitlines()


def test_the_prompt_says_what_to_do_or_whom_to_wait_for() -> None:
    prompt, view = GAME.view.prompt, GAME.view.view
    state = GAME.position(ON_CARD)
    assert spoken(prompt(view(state, 0))) == "You rolled 1 + 3 = 4: play a card, and its figure runs."
    assert spoken(prompt(view(state, 1))) == "Seat 0 is to play a card."
    state.apply(GAME.moves.read("play B3").action)
    assert spoken(prompt(view(state, 0))) == "Blue stands on a whirl: choose the figure that it changes places with."
    assert spoken(prompt(view(state, WATCHER))) == "Seat 0 is to choose the figure that changes places with blue."


def test_the_prompt_at_the_end_names_the_winner_or_nobody() -> None:
    prompt, view = GAME.view.prompt, GAME.view.view
    won = GAME.position("over 0 - - 84/3/0/0 RB -/- -/-")
    assert spoken(prompt(view(won, 1))) == "Red reached the treasure: seat 0 wins."
    ownerless = GAME.position("over 0 - - 3/3/84/0 RB -/- -/-")
    assert spoken(prompt(view(ownerless, 1))) == "Yellow reached the treasure, which nobody backed: nobody wins."
    shared = GAME.position("over 0 - - 83/83/5/0 RB -/- -/-")
    assert (
        spoken(prompt(view(shared, WATCHER)))
        == "All cards are played, and red and blue are furthest along: seat 0 and seat 1 win."
    )


def test_the_picture_puts_every_figure_above_its_square() -> None:
    lines = plain(GAME.picture.picture(GAME.view.view(GAME.position(ON_CARD), 0))).splitlines()
    above, squares = lines[0], lines[1]
    assert above.index("▲") == squares.index("6 ")
    assert above.startswith("●■◆")
    assert "hand    B3 B3     blue 4 – 8 – 12 feather – 16 feather – 20 whirl" in lines
