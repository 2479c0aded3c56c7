"""What everybody is shown."""

from __future__ import annotations

import re

import msgspec
import pytest
from librt.random import Random

from fourleaf import CHANCE, WATCHER
from fourleaf.engine.picture import plain
from fourleaf.engine.sentences import spoken
from fourleaf.games.flipslide import GAME
from fourleaf.games.flipslide.board import FLIP, NONE, SLIDE
from fourleaf.games.flipslide.moves import outcome
from fourleaf.games.flipslide.rules import ACT, FINISHED, JUMP_ON, SLIDE_TO, FlipSlide
from tests.games.flipslide.playing import at, play, texts
from tests.kit.walks import Table, Walk

START = "2 -2,-1 ..**0/.*R***/.*OR**/1****/*V*/** 0.1 - - 0"
IN_HAND = "2 0,-1 0...V/ROYG/.IB1 0.2@4,-1 - - 101"

prompt, view = GAME.view.prompt, GAME.view.view


def drawn(line: str, seat: int) -> list[str]:
    return plain(GAME.picture.picture(view(at(line), seat))).splitlines()


def test_all_seats_and_watchers_see_the_same() -> None:
    state = at(START)
    mine, theirs, watched = (msgspec.structs.asdict(view(state, seat)) for seat in (0, 1, WATCHER))
    assert {**mine, "seat": 1} == theirs
    assert {**mine, "seat": WATCHER} == watched


def test_a_face_down_tile_has_no_colour() -> None:
    seen = view(at(START), 0)
    assert {tile.colour for tile in seen.tiles} == {None, "red", "orange", "violet"}
    assert seen.hidden == (1, 2, 3, 3, 3, 3, 2)
    assert seen.clovers == 17


def test_the_choices_come_in_the_order_of_the_legal_moves() -> None:
    state = at(START)
    seen = view(state, 1)
    listed = [f"flip {q},{r}" for q, r in seen.flips] + [f"slide {q},{r}" for q, r in seen.slides]
    assert listed == texts(state)
    play(state, "S2,-1")
    assert [f"to {d.cell[0]},{d.cell[1]}" for d in view(state, 0).destinations] == texts(state)
    alone = play(GAME.rules.begin(1, {}), "P2,-1 F3,0=O")
    assert [f"jump {q},{r}" for q, r in view(alone, 0).cells] == texts(alone)


def test_a_destination_carries_the_path_round_the_rim() -> None:
    paths = {destination.cell: destination.path for destination in view(at(IN_HAND), WATCHER).destinations}
    assert paths[3, -1] == "3", "one step west"
    assert paths[4, 0] == "5", "one step south-east"
    assert paths[3, 2] == "554"
    assert len(paths[0, 1]) == 7


@pytest.mark.clause("F1.2")
def test_a_patch_across_the_seam_is_shown_in_one_piece() -> None:
    seen = view(at("2 30,31 0R1/OY/.B 0.1 - - 0"), 0)
    cells = [*(tile.cell for tile in seen.tiles), *(rabbit for rabbit in seen.rabbits if rabbit)]
    assert max(q for q, _ in cells) - min(q for q, _ in cells) == 2
    assert max(r for _, r in cells) - min(r for _, r in cells) == 2


def test_the_winning_rainbow_is_shown_from_red_to_violet() -> None:
    seen = view(at("2 0,-1 0/ROYG/VIB1 =0 - - 1"), 1)
    assert seen.rainbow == ((0, 0), (1, 0), (2, 0), (3, 0), (2, 1), (1, 1), (0, 1))
    assert seen.winner == 0


def test_of_several_rainbows_the_first_by_its_cells_is_shown() -> None:
    # There is a second violet at the far side of the indigo.
    seen = view(at("2 0,-1 0/ROYG/VIB1/V =0 - - 1"), 1)
    assert seen.rainbow[-1] == (0, 1)


@pytest.mark.parametrize(
    ("line", "seat", "words"),
    [
        ("2 0,0 *R/*O 0.P - - 0", 0, "Place your rabbit on an empty cell beside a clover or a coloured tile."),
        ("2 0,0 *R/*O 0.P - - 0", 1, "Seat 0 is to place its rabbit."),
        (START, 0, "Action 1 of 2: flip a clover on the rim or slide a tile."),
        (START, WATCHER, "Seat 0 is to flip a clover on the rim or slide a tile."),
        ("2 0,0 0R1/OY/.B 1.2 - - 0", 1, "Action 2 of 2: slide a tile."),
        (
            IN_HAND,
            0,
            "Slide violet from E14 to a new place. Without a rainbow the game is a draw after 19 more actions.",
        ),
        (IN_HAND, 1, "Seat 0 is to slide a tile to a new place."),
        (START.replace("0.1", "0.1@2,-1"), 0, "Slide your rabbit from E10 to a new place."),
        (
            "3 0,0 1ROY0GBIV2 0.1 - - 0",
            0,
            "There is nothing to flip and nothing to slide: you must pass.",
        ),
        ("1 0,0 0*.*/.** 0.J - - 0", 0, "Jump in a straight line over a row of tiles."),
        (
            "1 -1,-1 .**.0/**G**/*****/..** 0.J 2,-1 - 4",
            0,
            "Jump in a straight line over a row of tiles, not back to where you came from.",
        ),
        ("1 0,0 0*/** 0.1 - - 0", 0, "First flip a clover on the rim or slide a tile; then you jump."),
        ("2 0,-1 0/ROYG/VIB1 =0 - - 1", 1, "A rainbow, and seat 0 wins."),
        ("2 0,-1 0..1/ROYG/.IB =- - - 120", 1, "120 actions without a flip, the game is a draw."),
        ("1 0,0 R*0G/** =- - - 0", 0, "No jump is left, the game is lost."),
    ],
)
def test_the_prompt_says_what_to_do_or_whom_to_wait_for(line: str, seat: int, words: str) -> None:
    assert spoken(prompt(view(at(line), seat))) == words


def test_alone_there_is_no_coloured_tile_to_begin_beside() -> None:
    assert spoken(prompt(view(GAME.rules.begin(1, {}), 0))) == "Place your rabbit on an empty cell beside a clover."


WARNED = re.compile(r"Without (?:a flip or )?a rainbow the game is (lost|a draw) after (\d+) ")


@pytest.mark.clause("F7.2")
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_quiet_ends_when_the_prompt_says_so(seats: int) -> None:
    """Whoever never flips sees the warning count down to the end, whatever the phase and the action of the turn."""
    ends = set()
    for seed in range(40):
        rng = Random(seed)
        state = GAME.rules.begin(seats, {"quiet_limit": 60})
        warnings: list[tuple[int, int, str]] = []
        begun = 0
        while state.phase != FINISHED:
            legal = [int(action) for action in state.legal()]
            if state.phase in (ACT, SLIDE_TO, JUMP_ON):
                begun += state.phase == ACT
                words = spoken(prompt(view(state, state.turn)))
                if warned := WARNED.search(words):
                    warnings.append((begun, int(warned[2]), warned[1]))
                elif "Without a rainbow" in words:
                    warnings.append((begun, 1, "lost" if seats == 1 else "a draw"))
                slides = [action for action in legal if not FLIP <= action < SLIDE or state.phase != ACT]
                # A few flips at first, so that there is something to slide.
                legal = slides if slides and (begun > 12 or seats == 1) else legal
            state.apply(legal[rng.randrange(len(legal))])
            if state.quiet == 0:
                warnings = []
        if state.phase == FINISHED and state.winner == NONE and state.quiet >= state.quiet_limit:
            ends.add(seed)
            assert warnings
            for at_action, left, end in warnings:
                assert at_action - 1 + left == begun, f"said {left} at action {at_action} of {begun}"
                assert end in outcome(state)
    assert ends, "no game was quiet to its end"


def test_the_picture_numbers_the_choices_of_the_seat_to_act() -> None:
    lines = drawn(START, 0)
    assert lines[0] == "      5     7     9     11    13"
    assert lines[1] == "   E     ♣ 6   ♣ 8   @0 14"
    assert lines[4] == "   H  @1    ♣     ♣     ♣ 9   ♣ 11"
    assert texts(at(START))[5] == "flip 0,-1"
    assert drawn(START, 1)[1] == "   E     ♣     ♣     @0", "it is not the turn of seat 1"


def test_the_picture_marks_closed_tiles_the_tile_in_hand_and_the_rainbow() -> None:
    assert any("O=" in line for line in drawn("2 1,0 R10/YO/B 1.1 2,1 - 2", 0))
    assert any("V^" in line for line in drawn(IN_HAND, 1))
    assert "R*    O*    Y*    G*" in "\n".join(drawn("2 0,-1 0/ROYG/VIB1 =0 - - 1", 1))
    assert any("x" in line for line in drawn("1 -1,-1 .**.0/**G**/*****/..** 0.J 2,-1 - 4", 0))


@pytest.mark.parametrize("tiles", [20, 29])
def test_the_longest_patch_fits_a_terminal(tiles: int) -> None:
    row = "0" + ("ROYGBIV" * 4)[: tiles - 1] + "1"
    lines = drawn(f"3 0,0 {row}2 0.1 - - 0", 0)
    assert max(map(len, lines)) <= 100
    assert "".join(row[1:-1]) in lines[1].replace(" ", "")


def after(state: FlipSlide, text: str) -> FlipSlide:
    """The position after a move, with the first colour that may come up."""
    then = state.clone()
    then.apply(GAME.moves.read(text).action)
    while then.actor() == CHANCE:
        then.apply(int(then.legal()[0]))
    return then


@pytest.mark.clause("F8.7")
def test_alone_the_choices_that_leave_no_jump_are_named() -> None:
    seen = set()
    for seed in range(30):
        for state, _ in Walk(Table(GAME, 1, {}), seed, 10_000).steps:
            assert isinstance(state, FlipSlide)
            if state.phase not in (ACT, SLIDE_TO) or state.clovers < 2:
                continue
            ends = {f"{q},{r}" for q, r in view(state, 0).dead_ends}
            for kind, cell in (text.split() for text in texts(state) if not text.startswith("slide")):
                then = after(state, f"{kind} {cell}")
                if then.winner == NONE and then.quiet < then.quiet_limit:
                    assert (then.phase == FINISHED) == (cell in ends)
                    seen.add((kind, cell in ends))
    assert seen == {("flip", False), ("flip", True), ("to", False), ("to", True)}


def test_in_company_nobody_jumps_and_nothing_is_a_dead_end() -> None:
    assert view(at(IN_HAND), 0).dead_ends == ()
