"""What each seat is shown."""

from __future__ import annotations

from collections import Counter

import pytest
from librt.random import Random

from fourleaf import WATCHER
from fourleaf.engine.picture import plain
from fourleaf.engine.sentences import spoken
from fourleaf.games.alarun import GAME, rules
from fourleaf.games.alarun.board import KIND_NAMES, NONE, ROUNDS
from fourleaf.games.alarun.rules import Alarun
from fourleaf.games.alarun.view import LineView
from tests.kit.walks import Table, Walk

ACT = "act 1 0 0 - 0/0 3 RB FM-Y,DE-W,AU PF-B,PF-B,CD-G!/MK-R,MY-V!,DE-R @|@ -"
LAST_ACT = "act 1 1 0 0 1/0 3 RB FM-Y,DE-W,AU PF-B,PF-B,CD-G!/MK-R,MY-V!,DE-R @|@ -"
LAY = "place 1 0 0 0 0/0 3 RB CD-R,CD-Y,CD-B FM-Y/MK-R,MY-V!,DE-R DE-B,@/.,DE-R|@ -"


def test_a_seat_sees_its_own_hand_and_only_the_known_part_of_the_others() -> None:
    state = GAME.position(ACT)
    mine, theirs, watched = (GAME.view.view(state, seat) for seat in (0, 1, WATCHER))
    assert mine.hand == ("CD-G", "PF-B", "PF-B")
    assert theirs.hand == ("DE-R", "MK-R", "MY-V")
    assert watched.hand == ()
    for seen in (mine, theirs, watched):
        assert [(seat.known, seat.unknown) for seat in seen.seats] == [(("CD-G",), 2), (("MY-V",), 2)]
    assert [seat.colour for seat in mine.seats] == ["red", None]
    assert [seat.bonus for seat in theirs.seats] == [None, 0]
    assert [seat.colour for seat in watched.seats] == [None, None]


def test_the_view_of_a_square_tells_what_each_line_brews_by_which_run_and_where_cards_may_go() -> None:
    square = GAME.view.view(GAME.position(LAY), 1).seats[0].square
    assert (square.left, square.top) == (-1, 0)
    assert square.cells == (("DE-B", "@"), (".", "DE-R"))
    assert square.druid == "DE-Y", "not the best in one line alone, but the first of those that are best in both"
    assert square.rows == (LineView(2, 2, "DE", 0, 2), LineView(1, 0, "DE", 1, 1))
    assert square.columns == (LineView(1, 0, "DE", 0, 1), LineView(2, 2, "DE", 0, 2))
    assert square.legal == ((-1, -1), (0, -1), (-2, 0), (1, 0), (-1, 1), (1, 1), (0, 2))
    assert square.potions == 4


def test_whoever_is_to_lay_sees_what_each_card_would_bring_in_each_cell() -> None:
    state = GAME.position(LAY.replace("FM-Y/MK-R", "AU,DE-Y/MK-R").replace("DE-B,@/.,DE-R", "@,DE-R"))
    before = GAME.view.view(state, 0)
    assert {(gain.card, gain.x, gain.y) for gain in before.gains} == {
        (card, x, y) for card in ("AU", "DE-Y") for x, y in before.seats[0].square.legal
    }
    for gain in before.gains:
        after = state.clone()
        after.apply(GAME.moves.read(f"place {gain.card} {gain.x},{gain.y}").action)
        seen = GAME.view.view(after, 0).seats[0]
        assert gain.points == seen.score - before.seats[0].score
    assert GAME.view.view(state, 1).gains == GAME.view.view(state, WATCHER).gains == ()
    assert GAME.view.view(GAME.position(ACT), 0).gains == ()


@pytest.mark.clause("A3.2")
def test_before_a_swap_each_card_says_what_it_would_bring_at_best() -> None:
    met = Counter[bool]()
    for seed in range(8):
        for state, _ in Walk(Table(GAME, 2 + seed % 3), seed, 10_000).steps:
            assert isinstance(state, Alarun)
            if state.phase != rules.ACT:
                assert GAME.view.view(state, 0).at_best == ()
                continue
            for seat in range(int(state.seats)):
                seen = GAME.view.view(state, seat)
                assert [gain.card for gain in seen.at_best] == sorted({*seen.centre, *seen.hand}, key=KIND_NAMES.index)
                for gain in seen.at_best:
                    held = state.clone()
                    held.turn, held.phase = seat, rules.ACT
                    if gain.card not in seen.hand:
                        held.apply(GAME.moves.read(f"swap {seen.hand[0]}>{gain.card}").action)
                    held.turn, held.phase = seat, rules.LAY
                    gains = [laid for laid in GAME.view.view(held, seat).gains if laid.card == gain.card]
                    assert gain in gains
                    assert gain.points == max(laid.points for laid in gains)
                    met[gain.card in seen.hand] += 1
            assert GAME.view.view(state, WATCHER).at_best == ()
    assert min(met.values()) > 100
    assert len(met) == 2


@pytest.mark.clause("A3.7")
@pytest.mark.parametrize("move", ["pass", "swap all"])
def test_passing_does_what_the_view_says_of_it(move: str) -> None:
    act, last = GAME.position(ACT), GAME.position(LAST_ACT)
    assert GAME.view.view(act, 0).passing == (
        "You would be the first to pass: the other seat has one more action, "
        "then you lay your cards first and start the next round."
    )
    assert GAME.view.view(act, 1).passing == GAME.view.view(act, WATCHER).passing == ""
    assert GAME.view.view(last, 1).passing == "This is your last action of the round, whether you pass or not."
    for text in (move, "pass"):
        act.apply(GAME.moves.read(text).action)
    assert (act.phase, act.turn) == (rules.LAY, 0)
    for _ in range(6):
        act.apply(int(act.legal()[0]))
    assert (act.round, act.starter) == (2, 0)


@pytest.mark.clause("A2.1")
def test_in_the_last_round_nobody_is_promised_another() -> None:
    for seed in range(4):
        for state, _ in Walk(Table(GAME, 2 + seed % 3), seed, 10_000).steps:
            assert isinstance(state, Alarun)
            if state.phase == rules.ACT and state.first_passer == NONE:
                passing = GAME.view.view(state, int(state.turn)).passing
                assert ("the next round" in passing) == (state.round < ROUNDS)
                assert ("the other seat has" in passing) == (state.seats == 2)


@pytest.mark.clause("A5.14")
def test_a_seat_has_one_total_which_the_picture_and_the_last_prompt_show_too() -> None:
    for seed in range(3):
        for state, _ in Walk(Table(GAME, 2 + seed), seed, 10_000).steps:
            assert isinstance(state, Alarun)
            for viewer in (0, WATCHER):
                for seen in GAME.view.view(state, viewer).seats:
                    assert seen.score == seen.square.potions + seen.square.auri + (seen.bonus or 0)
    state = GAME.position(LAY.replace("DE-B,@/.,DE-R", "MK-R,@/.,DE-R"))
    mine, theirs = (GAME.view.view(state, seat) for seat in (0, 1))
    assert (mine.seats[0].bonus, mine.seats[0].score - theirs.seats[0].score) == (4, 4), "only its owner counts it"
    drawn = plain(GAME.picture.picture(mine)).splitlines()
    assert any(line.split("seat 0 you")[-1].split()[-1] == str(mine.seats[0].score) for line in drawn if "you" in line)


def test_an_imagined_world_keeps_the_known_cards_and_deals_the_others_anew() -> None:
    state = GAME.position(ACT)
    worlds = [GAME.view.view(state.imagine(0, Random(seed)), 1) for seed in range(30)]
    assert all("MY-V" in world.hand for world in worlds)
    assert len({world.hand for world in worlds}) > 20
    assert len({world.seats[1].colour for world in worlds}) == 6, "any colour but the viewer's own"


def test_after_swapping_all_nobody_imagines_another_hand() -> None:
    state = GAME.position(ACT)
    state.apply(GAME.moves.read("swap all").action)
    worlds = [state.imagine(1, Random(seed)) for seed in range(10)]
    assert {GAME.view.view(world, 0).hand for world in worlds} == {("FM-Y", "DE-W", "AU")}
    assert {GAME.view.view(world, 1).centre for world in worlds} == {("CD-G", "PF-B", "PF-B")}


def test_the_prompt_says_what_to_do_or_whom_to_wait_for() -> None:
    prompt, view = GAME.view.prompt, GAME.view.view
    act, last, lay = (GAME.position(line) for line in (ACT, LAST_ACT, LAY))
    assert spoken(prompt(view(act, 0))) == (
        "Swap a card with the centre, turn up the reserve, pass or swap all (which is a pass)."
    )
    assert spoken(prompt(view(act, 1))) == (
        "Seat 0 is to swap a card with the centre, turn up the reserve, pass or swap all."
    )
    assert spoken(prompt(view(last, 1))).startswith("Seat 0 has passed: your last action. Swap a card")
    assert spoken(prompt(view(lay, 0))) == "Lay your last card into your square."
    assert spoken(prompt(view(lay, WATCHER))) == "Seat 0 is to lay its last card."
    tired = GAME.position(ACT.replace("0/0 3", "10/0 3"))
    assert spoken(prompt(view(tired, 0))) == "You have taken 10 actions: pass or swap all (which is a pass)."


def test_the_picture_shows_the_square_its_legal_cells_and_what_its_lines_bring() -> None:
    lines = plain(GAME.picture.picture(GAME.view.view(GAME.position(LAY), 0))).splitlines()
    assert lines[0].startswith("your square   @ brews as DE-Y")
    assert lines[1].split()[:4] == ["-2", "-1", "0", "1"]
    assert lines[3].startswith("  0  ·   DE-B  @    ·     2 2 × DE ")
    assert any(line.startswith("seat 1  holds MY-V ?? ??") for line in lines)
    assert any("centre    CD-R  CD-Y  CD-B" in line for line in lines)
    assert any("seat 0 has passed: one last action each" in line for line in lines)
