"""What each seat is shown."""

from __future__ import annotations

from librt.random import Random

from fourleaf import WATCHER
from fourleaf.engine.picture import plain
from fourleaf.games.alarun import GAME
from fourleaf.games.alarun.view import LineView

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
        assert gain.points == seen.score + (seen.bonus or 0) - before.seats[0].score - (before.seats[0].bonus or 0)
    assert GAME.view.view(state, 1).gains == GAME.view.view(state, WATCHER).gains == ()
    assert GAME.view.view(GAME.position(ACT), 0).gains == ()


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
    assert prompt(view(act, 0)) == (
        "Swap a card with the centre, turn up the reserve, pass or swap all (which is a pass)."
    )
    assert prompt(view(act, 1)) == ("Seat 0 is to swap a card with the centre, turn up the reserve, pass or swap all.")
    assert prompt(view(last, 1)).startswith("Seat 0 has passed: your last action. Swap a card")
    assert prompt(view(lay, 0)) == "Lay your last card into your square."
    assert prompt(view(lay, WATCHER)) == "Seat 0 is to lay its last card."
    tired = GAME.position(ACT.replace("0/0 3", "10/0 3"))
    assert prompt(view(tired, 0)) == "You have taken 10 actions: pass or swap all (which is a pass)."


def test_the_picture_shows_the_square_its_legal_cells_and_what_its_lines_bring() -> None:
    lines = plain(GAME.view.picture(GAME.view.view(GAME.position(LAY), 0))).splitlines()
    assert lines[0].startswith("your square   @ brews as DE-Y")
    assert lines[1].split()[:4] == ["-2", "-1", "0", "1"]
    assert lines[3].startswith("  0  ·   DE-B  @    ·     2 2 × DE ")
    assert any(line.startswith("seat 1  holds MY-V ?? ??") for line in lines)
    assert any("centre    CD-R  CD-Y  CD-B" in line for line in lines)
    assert any("seat 0 has passed: one last action each" in line for line in lines)
