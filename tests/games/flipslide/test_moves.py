"""The written language: moves as people type them, positions as tests write them, the log as seats hear it."""

from __future__ import annotations

import pytest

from fourleaf import WATCHER, BadPosition, IllegalMove, NotAMove
from fourleaf.engine.options import settle
from fourleaf.engine.sentences import spoken
from fourleaf.games.flipslide import GAME
from fourleaf.games.flipslide.moves import SlideTo
from tests.games.flipslide.playing import at, play, spelled_out, written

START = "2 -2,-1 ..**0/.*R***/.*OR**/1****/*V*/** 0.1 - - 0"

ANYWHERE = GAME.rules.begin(2, settle(GAME.options, {}))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("flip F13", "flip F13"),
        ("FLIP 3, 0", "flip F13"),
        ("  turn   up (3,0) ", "flip F13"),
        ("f3,0", "flip F13"),
        ("slide H7", "slide H7"),
        ("pick up −1 2", "slide H7"),
        ("move -1,2", "slide H7"),
        ("to E10", "to E10"),
        ("go to 2 -1", "to E10"),
        ("place E10", "place E10"),
        ("P2,-1", "place E10"),
        ("jump H7", "jump H7"),
        ("hop to -1,2", "jump H7"),
        ("pass", "pass"),
        ("-", "pass"),
        ("red", "show red"),
        ("V", "show violet"),
        ("show indigo", "show indigo"),
    ],
)
def test_a_move_can_be_written_in_many_words(text: str, move: str) -> None:
    assert str(GAME.moves.read(text)) == move


@pytest.mark.clause("F1.2")
def test_a_cell_beyond_the_seam_is_read_by_its_name() -> None:
    assert str(GAME.moves.read("flip 32,0")) == "flip F-57"
    assert str(GAME.moves.read("to 3,32")) == "to -AA-17"


@pytest.mark.parametrize("text", ["", "3,0", "flip", "flip 3", "flip 3,0 now", "fly 3,0", "slide", "pink", "flip 3;0"])
def test_what_is_no_move_gets_an_example_of_one(text: str) -> None:
    with pytest.raises(NotAMove, match="reads like flip F13 or slide G8 or to E10"):
        GAME.moves.read(text)


@pytest.mark.parametrize("text", ["S0,1>2,-1", "slide 0,1 to 2,-1", "move 0,1 --> 2,-1"])
def test_a_slide_in_one_breath_is_told_to_be_two_moves(text: str) -> None:
    with pytest.raises(NotAMove, match="a slide is two moves: slide 0,1, and then to 2,-1"):
        GAME.moves.read(text)


@pytest.mark.clause("F5.5")
@pytest.mark.parametrize("text", ["put back", "Cancel", "put it back"])
def test_a_tile_is_not_put_back(text: str) -> None:
    with pytest.raises(IllegalMove, match=r"a tile that was picked up must slide to a new place \(F5\.5\)"):
        GAME.moves.read(text)


def test_every_action_has_one_move_and_one_text() -> None:
    texts = {str(GAME.moves.spell(ANYWHERE, action)) for action in range(GAME.actions)}
    assert len(texts) == GAME.actions
    for action in range(0, GAME.actions, 97):
        assert GAME.moves.spell(ANYWHERE, action).action == action


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "7 words and then options"),
        (START.replace("2 -2,-1", "5 -2,-1"), "1 to 4 seats can play, not '5'"),
        (START.replace("-2,-1", "here"), "a cell is written like -1,2, not 'here'"),
        (START.replace("*R*", "*P*"), "'P' is no tile; there are R, O, Y, G, B, I, V"),
        (START.replace("*V*/**", "*V*/*********************************"), "a patch spans at most 32 cells"),
        ("2 0,0 0R.1/O 0.1 - - 0", "the patch must be one group"),
        ("2 0,0 . 0.P - - 0", "the patch must be one group"),
        (START.replace("..**0", "..**2"), "each of the 2 seats has one rabbit; 2 is one too many"),
        (START.replace("1****", "0****"), "each of the 2 seats has one rabbit; 0 is one too many"),
        (START.replace("*V*", "RR*"), "3 tiles of each colour are in play, not more of red"),
        ("2 0,0 0**********************1 0.1 - - 0", "21 tiles are not face up; 22 cannot lie face down"),
        (START.replace("0.1", "0.3"), r"'0.3' is no phase; it reads like \?4"),
        (START.replace("0.1", "2.1"), "2 is not a seat; there are 0 and 1"),
        (START.replace("0.1", "0.J"), "a jump comes only in a game for one"),
        (START.replace("0.1", "0.P"), "0 rabbits are on the table, seat 0 first, not those of 0 and 1"),
        (START.replace("0.1", "?4"), "4 tiles are turned up at the start; 0 are to come, not 4"),
        ("2 0,0 R*/.R ?2@0,0 - - 0", "a tile that is turned up lies face down before"),
        (START.replace("0.1", "0.1@0,0"), "the tile on F7 cannot have been picked up"),
        (START.replace("0.1", "0.1?0,0"), "the tile on F7 cannot have been flipped"),
        (START.replace("0.1", "0.P@0,0"), "a tile is picked up or flipped by an action"),
        (START.replace("0.1", "=0"), "seat 0 cannot have won: its rabbit touches no rainbow"),
        ("2 0,0 0R1/OY/.B =- 0,1 - 120", "after the end nothing is closed"),
        (START.replace("0.1 -", "0.1 2,2"), "rainbow tiles that are face up can have been slid, not H13"),
        ("2 0,0 0R1/OY/.B 0.1 0,1;1,0;1,1 - 0", "at most 2 tiles are slid in a turn, not 3"),
        ("1 0,0 0R/O* 0.1 1,0;0,1 - 0", "a cell is written like -1,2, not '1,0;0,1'"),
        ("1 0,0 0R/O* 0.2 - - 0", "a turn of 1 seats has no action 2"),
        (f"{START}x", "the quiet count is a number of actions"),
        (f"{START} fog=1", "'fog=1' is not an option; the options are win_contact, slide_limit, gift and quiet_limit"),
        (f"{START} slide_limit=4", "option slide_limit cannot be 4; it can be 0 and 3"),
    ],
)
def test_a_bad_position_is_refused_with_what_would_be_right(line: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        GAME.position(line)


@pytest.mark.parametrize(
    "line",
    [
        "3 -2,-1 ..**/.*****/.*****/.****/*****/*****/..** ?4@0,0 - - 0",
        "2 0,-1 0...V/ROYG/.IB1 0.2@4,-1 2,0 3,0 7 win_contact=red slide_limit=3 gift=active_only quiet_limit=60",
    ],
)
def test_a_position_keeps_options_marks_and_the_tile_in_hand(line: str) -> None:
    assert written(at(line)) == line


@pytest.mark.parametrize(
    ("position", "line", "told"),
    [
        ("2 0,0 *R/*O/*V ?1 - - 0", "X0,1", ["the clover on G8 is turned up"]),
        ("2 0,0 *R/*O ?2@0,1 - - 0", "Y", ["the tile on G8 is yellow"]),
        ("2 0,0 *R/*O 0.P - - 0", "P2,0", ["seat 0 puts its rabbit on F11"]),
        (START, "F3,0=Y", ["seat 0 flips the clover on F13", "the tile on F13 is yellow"]),
        (
            "2 0,0 0R1/OY/.B 0.1 - - 0",
            "S0,1>2,1",
            ["seat 0 picks up orange on G8", "seat 0 slides orange from G8 to G12, 5 steps"],
        ),
        (
            "2 0,-1 0...V/ROYG/.IB1 1.2 - - 0",
            "S4,-1>0,1",
            [
                "seat 1 picks up violet on E14",
                "seat 1 slides violet from E14 to G8, 7 steps: a rainbow, and seat 1 wins",
            ],
        ),
        ("1 0,0 ROYG**/VIB.*0 0.J - - 0", "J3,1", ["seat 0 jumps from G18 to G14: a rainbow, and seat 0 wins"]),
        ("3 0,0 1ROY0GBIV2 0.1 - - 0", "-", ["seat 0 can neither flip nor slide"]),
        (
            "2 0,-1 0/ROYG/.IB1 1.2 - - 119",
            "S3,1>3,-1",
            [
                "seat 1 picks up the rabbit of seat 1 on G14",
                "seat 1 slides its rabbit from G14 to E12, 3 steps: 120 actions without a flip, the game is a draw",
            ],
        ),
        (
            "1 0,0 **0G/** 0.1 - - 0",
            "F0,0=R",
            ["seat 0 flips the clover on F7", "the tile on F7 is red: no jump is left, the game is lost"],
        ),
        (
            "1 0,0 ROYG/*IB0 0.1 - - 0",
            "F0,1=V",
            [
                "seat 0 flips the clover on G8",
                "the tile on G8 is violet: the last clover is flipped, the game is lost",
            ],
        ),
    ],
)
def test_the_log_says_what_happens_and_what_comes_of_it(position: str, line: str, told: list[str]) -> None:
    state = at(position)
    heard = []
    for text in (text for word in line.split() for text in spelled_out(word)):
        action = GAME.moves.read(text).action
        heard.append(spoken(GAME.moves.tell(state, action, WATCHER)))
        state.apply(action)
    assert heard == told


def test_a_rabbit_in_hand_is_written_where_it_was() -> None:
    state = play(at(START), "S2,-1")
    assert written(state) == START.replace("0.1", "0.1@2,-1")


def test_a_slide_carries_its_way_round_the_rim() -> None:
    in_hand = play(at(START), "S2,-1")
    spelled = [GAME.moves.spell(in_hand, action) for action in in_hand.legal()]
    assert all(isinstance(move, SlideTo) and move.path for move in spelled)
    ways = {(way.cell, way.path) for way in GAME.view.view(in_hand, WATCHER).destinations}
    assert {((move.q, move.r), move.path) for move in spelled if isinstance(move, SlideTo)} == ways
    assert GAME.moves.read("to 3,-1") == SlideTo(3, -1), "nobody types a way"
