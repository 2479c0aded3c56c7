"""Every worked example of the specification: a position, moves, a question and its answer; and four whole games."""

from __future__ import annotations

import pytest

from fourleaf.games.flipslide import GAME
from tests.games.flipslide.playing import at, connected, moves, odds, play, spelled_out, written

clause = pytest.mark.clause

QUESTIONS = {
    "moves": moves,
    "choices": lambda state: str(len(state.legal())),
    "odds": odds,
    "connected": connected,
    "then": written,
}

EXAMPLES = [
    pytest.param(
        "2 -2,-1 ..**/.*R***/.*OR**/.****/*V*/** 0.P - - 0",
        "",
        "choices",
        "21",
        marks=clause("F2.4", "F2.1"),
        id="X01 the first rabbit has 21 places at three leaves",
    ),
    pytest.param(
        "2 -2,-1 ..**/.*R***/.*OR**/.****/*V*/** 0.P - - 0",
        "P2,-1",
        "choices",
        "20",
        marks=clause("F2.4"),
        id="X02 the second has one less, and none beside the first rabbit alone",
    ),
    pytest.param(
        "2 -2,-1 ..**/.*R***/.*OR**/.****/*V*/** 0.P - - 0",
        "P2,-1 P-2,2",
        "moves",
        "flip -2,3 -2,4 -1,0 -1,1 -1,4 0,-1 0,3 1,-1 1,2 2,0 2,2 3,0 3,1; slide 2,-1",
        marks=clause("F4.1", "F1.3"),
        id="X03 a rabbit closes the last open edge of a clover",
    ),
    pytest.param(
        "2 -2,-1 ..**0/.*R***/.*OR**/1****/*V*/** 0.1?3,0 - - 0",
        "",
        "odds",
        "R1 O2 Y3 G3 B3 I3 V2",
        marks=clause("F2.3", "F4.3"),
        id="X04 the odds count the copies that are not face up",
    ),
    pytest.param(
        "2 -2,-1 ..**0/.*R***/.*OR**/1****/*V*/** 0.1 - - 0",
        "F3,0=Y",
        "moves",
        "flip -2,3 -2,4 -1,0 -1,1 -1,4 0,-1 0,3 1,-1 1,2 2,0 2,2 3,1; slide 2,-1 3,0",
        marks=clause("F3.4"),
        id="X05 what the first action flipped can slide at once",
    ),
    pytest.param(
        "2 -1,-1 .**/*R*/*.01 0.1 - - 0",
        "",
        "moves",
        "flip -1,0 -1,1 0,-1 1,-1 1,0",
        marks=clause("F5.4", "F5.2", "F1.3"),
        id="X06 one open edge is too few to slide, and a rabbit can pin another",
    ),
    pytest.param(
        "2 -1,-1 .**/***/*.01 0.1 - - 0",
        "",
        "moves",
        "flip -1,0 -1,1 0,-1 0,0 1,-1 1,0",
        marks=clause("F4.1"),
        id="X07 one open edge is enough to flip",
    ),
    pytest.param(
        "2 -1,-2 .**/*.*01/*R*/* 0.1 - - 0",
        "",
        "moves",
        "flip -1,-1 -1,0 -1,1 0,-2 1,-2 1,-1 1,0",
        marks=clause("F5.4"),
        id="X08 two open edges that face apart are no way out",
    ),
    pytest.param(
        "2 0,0 0ROY1 0.1 - - 0",
        "",
        "moves",
        "slide 0,0",
        marks=clause("F5.2", "F5.1"),
        id="X09 in a row only the own end slides",
    ),
    pytest.param(
        "2 -1,-1 .**O/*.*/*.01 1.1@2,-1 - - 0",
        "",
        "moves",
        "to -2,0 -2,1 -2,2 -1,-1 -1,2 0,-2 0,1 0,2 1,-2 1,2 2,-2 2,0 2,2 3,0 3,1",
        marks=clause("F5.4", "F5.3"),
        id="X10 a tile reaches the mouth of a bay but not the bay",
    ),
    pytest.param(
        "2 -1,-1 .***01/*G.*/*.*/** 0.1@0,0 - - 0",
        "",
        "moves",
        "to 0,1 1,0",
        marks=clause("F5.6"),
        id="X11 a tile slides inside a hole",
    ),
    pytest.param(
        "2 -1,-1 .***01/*.**/*** 0.1 - - 0",
        "",
        "moves",
        "flip -1,0 -1,1 0,-1 0,1 1,-1 1,0 1,1 2,-1 2,0",
        marks=clause("F4.1"),
        id="X12 an edge on a hole is open to a flip",
    ),
    pytest.param(
        "2 0,0 0R1/OY/.B 0.1 - - 0",
        "S0,1>2,1 S0,0>3,0",
        "then",
        "2 1,0 R10/YO/B 1.1 2,1 - 2",
        marks=clause("F5.8", "F5.1"),
        id="X13 a slid colour is closed to the next seat and a slid rabbit is not noted",
    ),
    pytest.param(
        "2 0,0 0R1/OY/.B 0.1 - - 0",
        "S0,1>2,1 S0,0>3,0",
        "moves",
        "slide 1,0 1,1 1,2 2,0",
        marks=clause("F5.8"),
        id="X14 the next seat slides everything else",
    ),
    pytest.param(
        "2 0,0 0R1/OY/.B 0.1 - - 0",
        "S0,1>2,1 S2,1>0,1",
        "then",
        "2 0,0 0R1/OY/.B 1.1 0,1 - 2",
        marks=clause("F5.9"),
        id="X15 out and back is a slide, and closes the tile",
    ),
    pytest.param(
        "2 0,0 0R1/OY/.B 0.1 - - 0",
        "S0,1>2,1 S0,0>3,0 S1,2>0,2 S1,0>3,1",
        "moves",
        "slide 2,1 3,0",
        marks=clause("F5.8"),
        id="X16 a turn later the tile is open again and two others are closed",
    ),
    pytest.param(
        "2 0,-1 0...V/ROYG/.IB1 0.2 - - 0",
        "S4,-1>0,1",
        "then",
        "2 0,-1 0/ROYG/VIB1 =0 - - 1",
        marks=clause("F6.4"),
        id="X17 with both connected the acting seat 0 wins",
    ),
    pytest.param(
        "2 0,-1 0...V/ROYG/.IB1 1.2 - - 0",
        "S4,-1>0,1",
        "then",
        "2 0,-1 0/ROYG/VIB1 =1 - - 1",
        marks=clause("F6.4", "F6.2"),
        id="X18 with both connected the acting seat 1 wins",
    ),
    pytest.param(
        "2 0,-1 0/ROYG/*IB1 1.1 - - 0",
        "F0,1=V",
        "then",
        "2 0,-1 0/ROYG/VIB1 =1 - - 0",
        marks=clause("F6.4", "F3.3"),
        id="X19 a flip completes a rainbow and the second action is dropped",
    ),
    pytest.param(
        "2 0,-1 ....V/ROYG/.IB1/...0 0.2 - - 0",
        "S4,-1>0,1",
        "then",
        "2 0,0 ROYG/VIB1/...0 =1 - - 1",
        marks=clause("F6.5"),
        id="X20 a rainbow at another rabbit wins for its owner",
    ),
    pytest.param(
        "2 0,-1 ....V/ROYG/.IB1/...0 0.2 - - 0 gift=active_only",
        "S4,-1>0,1",
        "then",
        "2 0,0 ROYG/VIB1/...0 1.1 0,1 - 1 gift=active_only",
        marks=clause("F6.5"),
        id="X21 unless only the acting seat can win",
    ),
    pytest.param(
        "2 0,0 ROYG/VIB1/...0 1.1 0,1 - 1 gift=active_only",
        "S2,0>4,0",
        "then",
        "2 0,0 RO.GY/VIB1/...0 1.2 0,1 4,0 2 gift=active_only",
        marks=clause("F6.5"),
        id="X22 who breaks a waiting rainbow does not win by it",
    ),
    pytest.param(
        "3 0,-1 1...V/ROYG/.IB2/...0 0.1 - - 0",
        "S4,-1>0,1",
        "then",
        "3 0,-1 1/ROYG/VIB2/...0 =1 - - 1",
        marks=clause("F6.5"),
        id="X23 of several owners the next after seat 0 wins",
    ),
    pytest.param(
        "3 0,-1 0...V/ROYG/.IB2/...1 1.1 - - 0",
        "S4,-1>0,1",
        "then",
        "3 0,-1 0/ROYG/VIB2/...1 =2 - - 1",
        marks=clause("F6.5"),
        id="X24 of several owners the next after seat 1 wins",
    ),
    pytest.param(
        "2 0,-1 .....1/ROYG*0/VIB 0.1 - - 0",
        "S5,0>3,1",
        "then",
        "2 0,-1 .....1/ROYG*/VIB0 =0 - - 1",
        marks=clause("F6.6"),
        id="X25 a rabbit walks up to a rainbow that stands",
    ),
    pytest.param(
        "2 0,-1 ROY0/GBI/V1 0.1 - - 0",
        "",
        "connected",
        "",
        marks=clause("F6.1"),
        id="X26 seven colours in a clump are no rainbow",
    ),
    pytest.param(
        "2 -1,-1 .RO/V0Y/IG1/.B 0.1 - - 0",
        "S0,2>-1,2",
        "then",
        "2 -1,-1 .RO/V0Y/IG1/B =0 - - 1",
        marks=clause("F6.3"),
        id="X27 a shut-in rabbit wins",
    ),
    pytest.param(
        "2 0,-1 0...V/ROYG/.IB1 1.2 - - 0 win_contact=red",
        "S4,-1>0,1",
        "then",
        "2 0,-1 0/ROYG/VIB1 =0 - - 1 win_contact=red",
        marks=clause("F9.1"),
        id="X28 with red contact the seat at the red tile wins",
    ),
    pytest.param(
        "2 0,-1 0...V/ROYG/.IB1 0.2@4,-1 - - 0 slide_limit=3",
        "",
        "moves",
        "to 1,-1 2,-1 3,-1 3,2 4,0 4,1",
        marks=clause("F9.2"),
        id="X29 three steps do not lead round the patch",
    ),
    pytest.param(
        "2 0,-1 G/*.*1/**/0 0.1@0,-1 - - 0 slide_limit=3",
        "",
        "moves",
        "to -1,0 -1,1 -1,2 1,-1 1,0 2,-1 3,-1",
        marks=clause("F5.3", "F9.2"),
        id="X30 a notch is crossed straight where both sides touch",
    ),
    pytest.param(
        "2 0,-1 G/*..*1/***/0 0.1@0,-1 - - 0 slide_limit=3",
        "",
        "moves",
        "to -1,0 -1,1 -1,2 1,-1 1,0 2,0",
        marks=clause("F5.3", "F9.2"),
        id="X31 a wider notch is not crossed",
    ),
    pytest.param(
        "3 0,0 1ROY0GBIV2 0.1 - - 0",
        "",
        "moves",
        "pass",
        marks=clause("F3.5"),
        id="X32 without a flip and a slide there is the pass alone",
    ),
    pytest.param(
        "3 0,0 1ROY0GBIV2 0.1 - - 0",
        "- -",
        "then",
        "3 0,0 1ROY0GBIV2 1.1 - - 2",
        marks=clause("F3.5", "F7.1"),
        id="X33 both lost actions make a turn",
    ),
    pytest.param(
        "2 0,-1 0/ROYG/.IB1 1.2 - - 119",
        "S3,1>3,-1",
        "then",
        "2 0,-1 0..1/ROYG/.IB =- - - 120",
        marks=clause("F7.2"),
        id="X34 the quiet limit at the end of a turn is a draw",
    ),
    pytest.param(
        "2 0,-1 0/ROYG*/.IB1 1.1 - - 119",
        "S3,1>1,2 F4,0=V",
        "then",
        "2 0,-1 0/ROYGV/.IB/.1 0.1 - - 0",
        marks=clause("F7.2", "F7.1"),
        id="X35 a flip before the end of the turn saves the game",
    ),
    pytest.param(
        "1 -1,-1 .**/*****/*****/..** 0.P - - 0",
        "",
        "choices",
        "18",
        marks=clause("F8.1", "F2.4"),
        id="X36 alone there are 18 places and nothing is face up",
    ),
    pytest.param(
        "1 -1,-1 .**/*****/*****/..** 0.P - - 0",
        "P2,-1 F3,0=O",
        "moves",
        "jump -1,-1 -1,2 2,3",
        marks=clause("F8.4", "F8.3"),
        id="X37 a jump goes where a tile lies next to the rabbit",
    ),
    pytest.param(
        "1 -1,-1 .**/*****/*****/..** 0.P - - 0",
        "P2,-1 F3,0=O J-1,-1 F0,-1=B",
        "moves",
        "jump -1,2",
        marks=clause("F8.6"),
        id="X38 not back to where the rabbit came from",
    ),
    pytest.param(
        "1 -1,-1 .**/*****/*****/..** 0.P - - 0",
        "P2,-2 F3,0=G J-2,2 F-1,0=R",
        "then",
        "1 -2,-1 ..**/.R***G/.*****/0..** =- - - 0",
        marks=clause("F8.7"),
        id="X39 a jump that only leads back is none, and loses",
    ),
    pytest.param(
        "1 0,0 0*.*/.** 0.J - - 0",
        "",
        "moves",
        "jump 2,0",
        marks=clause("F8.4"),
        id="X40 a jump ends on the first empty cell",
    ),
    pytest.param(
        "1 -1,-1 .***/*0**/*** 0.J - - 0",
        "",
        "moves",
        "jump -2,0 -2,2 0,-2 0,2 2,-2 3,0",
        marks=clause("F8.4"),
        id="X41 a shut-in rabbit jumps in all directions",
    ),
    pytest.param(
        "1 0,0 **0G/** 0.1 - - 0",
        "F0,0=R",
        "then",
        "1 0,0 R*0G/** =- - - 0",
        marks=clause("F8.5"),
        id="X42 a rabbit that holds a tile may not jump, and loses",
    ),
    pytest.param(
        "1 -1,-1 .**0/**G**/*****/..** 0.1 -1,2 - 3",
        "S2,-1>3,-1",
        "then",
        "1 -1,-1 .**.0/**G**/*****/..** 0.J 2,-1 - 4",
        marks=clause("F8.6"),
        id="X43 a slide of the rabbit sets its previous position",
    ),
    pytest.param(
        "1 0,0 ROYG*/*IB0 0.1 - - 0",
        "F0,1=V",
        "then",
        "1 0,0 ROYG*/VIB0 =0 - - 0",
        marks=clause("F8.8"),
        id="X44 alone a rainbow wins while a clover is left",
    ),
    pytest.param(
        "1 0,0 ROYG/*IB0 0.1 - - 0",
        "F0,1=V",
        "then",
        "1 0,0 ROYG/VIB0 =- - - 0",
        marks=clause("F8.8"),
        id="X45 alone the last flip loses, rainbow or not",
    ),
    pytest.param(
        "1 0,0 ROYG**/VIB.*0 0.J - - 0",
        "J3,1",
        "then",
        "1 0,0 ROYG**/VIB0* =0 - - 0",
        marks=clause("F8.8"),
        id="X46 a jump can make the contact",
    ),
]


@pytest.mark.parametrize(("position", "line", "question", "answer"), EXAMPLES)
def test_example(position: str, line: str, question: str, answer: str) -> None:
    state = at(position)
    assert written(state) == position
    assert QUESTIONS[question](play(state, line)) == answer


WHOLE_GAMES = [
    (
        1,
        "P-1,2 F3,0=O J-1,-1 F1,0=Y J2,-1 F1,1=R J-1,2 F2,2=B J-1,-1 F-1,0=R J2,-1 F2,0=V J-1,2 F1,-1=G J-1,-1 "
        "F3,1=B J2,-1 F-1,1=V J-1,2 F0,-1=I J-1,-1 S3,1>1,-2 J2,-1 S3,0>-2,0 J-1,2 S2,0>0,-2 J-1,-1 S-2,0>2,0",
        42,
        "1 -1,-2 .VB/0IG/R*YO/V*R*/..*B =0 - - 4",
    ),
    (
        2,
        "X-1,1=I X2,2=Y X-2,4=I X3,0=V P-2,2 P2,-1 S-2,4>4,-1 F1,2=O S2,-1>4,0 S4,0>4,1 S-2,2>4,-2 F1,-1=B "
        "S1,-1>5,-1 F2,0=Y S-1,1>-2,0 S2,0>-1,1 F0,3=B F2,1=O F-1,2=V F-1,4=R S-1,4>2,0 F3,1=G S5,-1>4,0",
        44,
        "2 -2,-2 ......0/..*...I/I***RVB/.Y**OG1/.V*OY/**B =0 - - 1",
    ),
    (
        3,
        "X1,3=R X3,0=B X0,5=Y X1,-1=G P-2,5 P0,-2 P-3,5 S1,-1>-1,5 S3,0>-2,6 F2,3=I F0,-1=I F-1,0=O S2,3>-1,6 "
        "S-1,0>0,6 F1,5=B F2,1=O F0,0=G S1,5>1,-2 F-1,1=O F2,4=G F-2,3=Y S1,-2>-3,6 S2,4>3,0 S-1,1>-1,7 S-1,7>3,-1 "
        "F-2,4=G S-2,3>-4,7 F2,0=V F1,4=V S1,4>-1,7 F-1,2=R S-1,2>0,7",
        61,
        "3 -4,-2 ....1/....I..O/....G*VG/....**O*/....***/...**R/..G**/.20GY/.BBIO/Y..VR =0 - - 1",
    ),
    (
        4,
        "X2,1=G X3,0=B X0,-1=O X2,3=R P4,1 P4,0 P0,6 P2,-1 F-1,1=G F2,2=B F1,5=Y F-1,2=O S1,5>1,-2 S2,3>-1,-1 "
        "S-1,1>-2,2 F-1,4=I F1,4=O F-1,0=I F3,1=B S-1,0>3,2 S-2,2>0,-2 S-1,2>5,1 S2,-1>-3,5 S-3,5>1,-3 S5,1>2,-3 "
        "F0,5=G F2,0=I F-2,3=R F-2,4=I F-1,3=B S0,-2>2,-2 S3,0>2,-1 F0,0=Y S0,0>3,-2 F1,0=V",
        66,
        "4 -2,-3 ...3O/...YGY/.RO*B/...VI.1/..**GB0/..**BI/RB**/II*O*/..G/..2 =3 - - 0",
    ),
]


@clause("F2.5", "F3.1", "F6.4", "F8.3", "F8.8")
@pytest.mark.parametrize(("seats", "line", "decisions", "final"), WHOLE_GAMES)
def test_a_whole_game_ends_as_it_should(seats: int, line: str, decisions: int, final: str) -> None:
    assert written(play(GAME.rules.begin(seats, {}), line)) == final
    assert sum(len(spelled_out(word)) for word in line.split()) == decisions
