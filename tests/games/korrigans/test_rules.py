"""Every clause of Korrigans, and every worked example of its specification, from positions in one line."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

from fourleaf import CHANCE, OVER, WATCHER
from fourleaf.engine.bits import bit, has, members
from fourleaf.engine.counts import how_many, listed_kinds, size_of, unit
from fourleaf.engine.sentences import spoken
from fourleaf.games.korrigans import GAME, board
from fourleaf.games.korrigans.board import FIELD_IDS, KIND_NAMES, SEE
from fourleaf.games.korrigans.rules import Korrigans
from tests.games.korrigans.positions import at, begun, moves, number, phase, play

clause = pytest.mark.clause


def stash(state: Korrigans, seat: int) -> list[str]:
    return [KIND_NAMES[kind] for kind in listed_kinds(state.stash[seat])]


def display(state: Korrigans, seat: int) -> list[str]:
    return [KIND_NAMES[kind] for kind in listed_kinds(state.display[seat])]


def bears(state: Korrigans) -> dict[str, str]:
    """Who bears what: {"0.1": "elf"}."""
    found = {f"{k // 2}.{k % 2}": "elf" for k in members(state.elves)}
    return found | {f"{k // 2}.{k % 2}": "goblin" for k in members(state.goblins)}


def rides(state: Korrigans, korrigan: int, companion: str) -> list[str]:
    return [FIELD_IDS[f] for f in members(state.destinations(korrigan, KIND_NAMES.index(companion)))]


# K1 Before the game


@clause("K1.1")
@pytest.mark.parametrize(("seats", "clovers"), [(2, 48), (3, 48), (4, 65), (5, 65)])
def test_four_or_five_seats_play_with_more_clovers_one_more_on_every_field(seats: int, clovers: int) -> None:
    state = begun(seats)
    assert size_of(state.pool) == clovers == sum(state.counts)
    assert state.counts[number("village")] == (5 if seats < 4 else 6)
    assert state.counts[number("heron_mead")] == (1 if seats < 4 else 2)


@clause("K1.1", "K2.2")
def test_set_up_for_four() -> None:
    # X21
    state = begun(4)
    assert moves(state) == ["place flax_moor", "place salt_marsh"]
    while state.turn or state.phase or state.where[0] == -1:
        state.apply(int(state.legal()[0]))
    assert moves(state) == ["place salt_marsh"]


@clause("K1.2", "K12.1")
def test_what_lies_on_a_field_is_a_hand_from_all_unseen_clovers() -> None:
    state = play(begun(2), "place flax_moor")
    assert state.actor() == CHANCE
    odds = dict(zip(moves(state), state.odds(), strict=True))
    assert sum(odds.values()) == comb(48, 2)
    assert odds["see hare hare"] == comb(4, 2)
    assert odds["see hare coin1"] == 4 * 9
    assert odds["see bird coin4"] == 3 * 4


@clause("K1.3", "K3.1")
def test_seat_0_draws_first_and_the_bag_passes_to_the_left() -> None:
    state = at("draw", 1, "0,16/1,15/2,14", suns="r------")
    assert play(state, "pawn orange").actor() == 1
    assert at("draw", 0, suns="-------").turn == 0


@clause("K1.4")
def test_everybody_begins_with_nothing_behind_a_standing_screen() -> None:
    state = begun(3)
    assert [size_of(state.stash[seat] + state.display[seat]) for seat in range(3)] == [0, 0, 0]
    assert all(seat.screen and seat.backup is None for seat in GAME.view.view(state, WATCHER).seats)
    assert (state.troll, state.cauldron, state.elves, state.goblins) == (-1, -1, 0, 0)


# K2 Placing the Korrigans


@clause("K2.1")
def test_all_first_korrigans_are_placed_in_seat_order_and_then_all_second_ones() -> None:
    state = begun(3)
    order = []
    while phase(state) != "draw":
        if phase(state) == "place":
            order.append(int(state.turn))
        state.apply(int(state.legal()[0]))
    assert order == [0, 1, 2, 0, 1, 2]


@clause("K2.2")
def test_numbered_placement_uses_the_two_fields_of_ones_number() -> None:
    assert moves(at("place", 1, "0,-/-,-", suns="-------")) == ["place dolmen_meadow", "place mill_lea"]
    assert moves(at("place", 1, "0,16/15,-", suns="-------")) == ["place dolmen_meadow"]


@clause("K2.3", "K4.4")
def test_free_placement_allows_any_field_even_the_same_twice() -> None:
    state = at("place", 0, "8,-/8,-", suns="-------", options="ft-")
    assert moves(state) == [f"place {field}" for field in FIELD_IDS]
    play(state, "place village")
    assert list(state.where) == [8, 8, 8, -1]


@clause("K2.4")
def test_who_places_gathers_and_flips_the_menhir_after_the_last_clover() -> None:
    state = play(begun(2, placement="free"), "place heron_mead", "see coin3", "take coin3")
    assert stash(state, 0) == ["coin3"]
    assert phase(state) == "flip"


@clause("K2.5")
def test_placing_beside_a_bearer_of_an_elf_transfers_nothing() -> None:
    state = at("place", 0, "0,-/8e,-", suns="-------", options="ft-")
    play(state, "place village")
    assert bears(state) == {"1.0": "elf"}


@clause("K2.6")
def test_a_fairy_found_while_placing_moves_the_korrigans_that_are_there() -> None:
    state = at("flip", 1, "0,-/6,-", mover="1.0", suns="-------", stash=["", "H"], fields={6: "-"}, options="ft-")
    play(state, "menhir fairy")
    assert moves(state) == [
        *("move 0 hare beacon_heath", "move 0 hare gull_pasture"),
        *("sac hare hare", "sac hare squirrel", "decline"),
    ]
    assert (phase(play(state, "decline")), state.turn) == ("place", 0)


# K3 The rainbow


@clause("K3.2", "K3.6")
def test_a_new_colour_goes_on_a_free_sun_and_then_everybody_takes_a_turn() -> None:
    state = play(at("draw", 1, suns="r------"), "pawn orange")
    assert moves(state) == [f"sun {row}" for row in range(2, 8)]
    play(state, "sun 4")
    assert GAME.view.view(state, 0).suns == ("red", None, None, "orange", None, None, None)
    assert (phase(state), state.turn) == ("move", 0)


@clause("K3.3")
def test_a_colour_seen_before_goes_on_a_free_cloud() -> None:
    state = play(at("draw", 0, suns="ro-----", clouds="---r---", stash=["H"]), "pawn orange")
    assert moves(state) == ["cloud 1", "cloud 2", "cloud 3", "cloud 5", "cloud 6", "cloud 7"]
    assert (phase(play(state, "cloud 7")), state.turn) == ("move", 0)


@clause("K3.4")
def test_the_seventh_colour_brings_the_cauldron_at_once() -> None:
    state = play(at("draw", 1, suns="roygbi-", clouds="r------"), "pawn violet")
    assert phase(state) == "cauldron"
    assert state.actor() == 1


@clause("K3.1", "K3.4", "K3.5", "K3.7")
def test_the_end_of_the_rainbow() -> None:
    # X4
    state = at("draw", 0, "0,16/1,15/2,14", suns="roygb--", clouds="royg---")
    assert dict(zip(moves(state), state.odds(), strict=True)) == {"pawn blue": 1, "pawn indigo": 2, "pawn violet": 2}
    play(state, "pawn blue", "cloud 5")
    assert (phase(state), state.turn) == ("draw", 1), "after the fifth cloud nobody moves"
    assert dict(zip(moves(state), state.odds(), strict=True)) == {"pawn indigo": 2, "pawn violet": 2}
    play(state, "pawn indigo", "sun 6")
    assert dict(zip(moves(state), state.odds(), strict=True)) == {"pawn indigo": 1, "pawn violet": 2}
    cauldron = play(state.clone(), "pawn violet")
    assert (phase(cauldron), cauldron.actor()) == ("cauldron", 2)
    play(state, "pawn indigo", "cloud 6")
    assert moves(state) == ["pawn violet"]
    play(state, "pawn violet")
    assert (phase(state), state.actor()) == ("cauldron", 0)
    assert members(state.free_rows()) == [6], "exactly one row is free"
    assert members(state.free_columns()) == [6], "at least one column is free"


@clause("K3.6")
def test_after_the_last_turn_of_a_round_the_next_round_begins() -> None:
    state = at("move", 1, "0,16/7,15", display=["", "M"], suns="r------")
    assert phase(play(state, "pass")) == "draw"


# K4 A turn


@clause("K4.1", "K5.1")
def test_a_full_list() -> None:
    # X9
    state = at(where="5,14/1,15", stash=["H"], display=["F"])
    assert moves(state) == [
        *("move 0 hare dolmen_meadow", "move 0 hare village"),
        *(f"move 0 frog {field}" for field in ("beacon_heath", "willow_ley", "orchard_bend", "reed_bank")),
        "move 1 hare wheat_croft",
        *(f"move 1 frog {field}" for field in ("beacon_heath", "broom_bank", "willow_ley", "orchard_bend")),
        *("sac hare hare", "sac hare squirrel"),
    ]
    by_frog = play(state.clone(), "move 0 frog willow_ley")
    assert (stash(by_frog, 0), display(by_frog, 0)) == (["hare"], ["frog"]), "a frog that is shown reveals nothing"
    play(state, "move 0 hare village")
    assert (stash(state, 0), display(state, 0)) == ([], ["hare", "frog"])


@clause("K4.2", "K5.2", "K5.3")
def test_without_a_companion_a_sacrifice_must_be_made() -> None:
    # X6
    state = at(where="0,16/1,15", stash=["23"])
    assert moves(state) == ["sac coin2 hare", "sac coin2 squirrel", "sac coin3 hare", "sac coin3 squirrel"]
    hare = play(state.clone(), "sac coin2 hare")
    assert moves(hare) == ["move 0 hare chapel_close", "move 1 hare orchard_bend"]
    assert stash(hare, 0) == ["coin3"]
    squirrel = play(state, "sac coin2 squirrel")
    assert moves(squirrel) == [
        *("move 0 squirrel dolmen_meadow", "move 0 squirrel standing_oaks"),
        *("move 1 squirrel gull_pasture", "move 1 squirrel mill_lea"),
    ]


@clause("K5.3", "K4.2")
def test_a_sacrifice_must_help() -> None:
    # X7
    assert moves(at(where="0,0/1,15", troll="0-4", stash=["1"])) == ["sac coin1 squirrel"]


@clause("K4.2", "K4.3")
def test_who_can_do_nothing_passes_and_nobody_else_may() -> None:
    # X8
    assert moves(at(where="0,7/1,15", display=["M"])) == ["pass"]
    blocked = at(where="0,0/1,15", troll="0-4", stash=["1"], sacrificed=["2"], backup=["H"])
    assert moves(blocked) == ["pass"]
    before = GAME.view.view(blocked, 1).seats[0]
    assert GAME.view.view(play(blocked, "pass"), 1).seats[0] == before, "a pass shows nothing"
    assert "pass" not in moves(at(where="0,16/1,15", stash=["H"]))


@clause("K4.5", "K4.7")
def test_the_troll_closes_its_link_both_ways_for_those_on_foot() -> None:
    # X2
    state = at(where="9,9/1,15", stash=["HOB"])
    rides_of_0 = [move for move in moves(state) if move.startswith("move 0")]
    assert rides_of_0 == [
        *("move 0 hare heron_mead", "move 0 hare orchard_bend"),
        *(f"move 0 mole {field}" for field in ("flax_moor", "lark_rise", "otter_heath", "mill_lea")),
        *(f"move 0 bird {field}" for field in ("broom_bank", "standing_oaks", "wheat_croft")),
    ]
    with_troll = at(where="9,9/1,15", stash=["HOB"], troll="9-11")
    assert [move for move in rides_of_0 if move not in moves(with_troll)] == ["move 0 hare orchard_bend"]
    assert rides(at(where="11,9/1,15", troll="9-11"), 0, "hare") == ["mill_lea", "salt_marsh"]


@clause("K4.5")
def test_each_companion_goes_its_own_way() -> None:
    state = at(where="13,2/1,15")
    assert rides(state, 0, "hare") == ["reed_bank", "mill_lea"]
    assert rides(state, 0, "squirrel") == ["orchard_bend"]
    assert rides(state, 0, "mouse") == ["village", "willow_ley"]
    assert rides(state, 0, "mole") == rides(state, 0, "frog") == []
    assert rides(state, 0, "bird") == ["broom_bank", "standing_oaks", "gull_pasture"]
    assert rides(state, 1, "mole") == ["flax_moor", "gull_pasture", "otter_heath", "mill_lea"]
    assert rides(at(where="3,2/1,15"), 0, "frog") == ["broom_bank", "willow_ley", "orchard_bend", "reed_bank"]


@clause("K4.5")
def test_the_map_has_sixteen_paths_thirteen_doors_and_six_bridges() -> None:
    assert [list(board.LINK_RIDER).count(kind) for kind in range(3)] == [16, 13, 6]


@clause("K4.5")
def test_wherever_two_fields_share_a_border_on_land_the_hare_or_the_squirrel_crosses_it() -> None:
    on_foot = {frozenset((one, other)) for one in range(board.FIELDS) for other in crossings(one)}
    bare_water = {frozenset(map(number, pair)) for pair in WITHOUT_BRIDGE}
    assert {pair for pair in pairs_of_fields() if shared_border(*pair) > 0} == on_foot | bare_water
    assert not on_foot & bare_water


WITHOUT_BRIDGE = [("lark_rise", "heron_mead"), ("heron_mead", "village"), ("willow_ley", "reed_bank")]


def crossings(field: int) -> list[int]:
    """Where hare, squirrel and mouse lead from a field."""
    return [there for kind in range(board.WALKERS) for there in members(board.REACH[kind * board.FIELDS + field])]


def pairs_of_fields() -> list[frozenset[int]]:
    return [frozenset((one, other)) for other in range(board.FIELDS) for one in range(other)]


def shared_border(one: int, other: int) -> float:
    """How long the outlines of two fields run along each other."""
    sides = [sides_of(board.BOX["field"][field]["polygon"]) for field in (one, other)]
    return sum(overlap(mine, yours) for mine in sides[0] for yours in sides[1])


Side = tuple[complex, complex]


def sides_of(corners: list[list[float]]) -> list[Side]:
    points = [complex(x, y) for x, y in corners]
    return list(zip(points, points[1:] + points[:1], strict=True))


def overlap(mine: Side, yours: Side) -> float:
    """The length that two sides have in common."""
    start, length = mine[0], abs(mine[1] - mine[0])
    ends = [(end - start) / (mine[1] - mine[0]) * length for end in yours]
    if any(abs(end.imag) > 1e-9 for end in ends):
        return 0.0
    low, high = sorted(end.real for end in ends)
    return max(0.0, min(high, length) - max(low, 0.0))


@clause("K4.6")
def test_the_village_is_reached_on_foot_only() -> None:
    state = at(where="8,8/1,15")
    assert [rides(state, 0, companion) for companion in KIND_NAMES[:6]] == [
        *(["broom_bank"], ["chapel_close", "willow_ley"], ["orchard_bend", "wheat_croft"]),
        *([], [], []),
    ]
    assert not any(has(fields, number("village")) for fields in list(board.REACH)[board.WALKERS * board.FIELDS :])


@clause("K4.4")
def test_ten_korrigans_may_share_a_field() -> None:
    state = at(where="8,8/8,8/8,8/8,8/8,5", turn=4, stash=["", "", "", "", "H"])
    play(state, "move 1 hare village")
    assert list(state.where) == [8] * 10


# K5 Companions and the Backup


@clause("K5.1")
def test_a_kind_that_is_the_backup_is_used_without_showing_a_token() -> None:
    state = at(where="5,14/1,15", stash=["H"], sacrificed=["1"], backup=["H"])
    play(state, "move 0 hare village")
    assert (stash(state, 0), display(state, 0)) == (["hare"], [])


@clause("K5.2")
def test_a_second_sacrifice_is_not_legal() -> None:
    state = at(where="0,16/1,15", stash=["H1"], sacrificed=["2"], backup=["S"])
    assert not [move for move in moves(state) if move.startswith("sac")]


@clause("K5.3")
def test_the_last_companion_that_helps_cannot_be_sacrificed_for_a_side_that_does_not() -> None:
    # On flax_moor a hare goes nowhere while the Troll closes its only path; the mole is the only help.
    state = at(where="0,0/1,15", troll="0-4", stash=["O1"])
    assert "sac coin1 hare" in moves(state)
    assert "sac mole hare" not in moves(state)
    assert "sac mole squirrel" in moves(state)
    assert "sac mole hare" in moves(at(where="0,0/1,15", troll="0-4", stash=["OO"]))


@clause("K5.4")
def test_what_is_displayed_cannot_be_sacrificed_with_or_without_a_screen() -> None:
    for fell in ("-", "2"):
        state = at(where="0,16/1,15", stash=["2"], display=["H"], fell=[fell])
        assert [move for move in moves(state) if move.startswith("sac")] == ["sac coin2 hare", "sac coin2 squirrel"]


@clause("K5.5", "K10.4")
def test_nothing_is_sacrificed_from_the_seventh_colour_on() -> None:
    state = at("final", 0, suns="roygbi-", pawn="v", cauldron="4", stash=["1"])
    assert moves(state) == ["stop"]


@clause("K5.6")
def test_a_late_sacrifice() -> None:
    # X22
    state = at(where="0,0/1,15", stash=["1H"], fields={4: "-"}, options="ntl")
    play(state, "move 0 hare chapel_close")
    assert phase(state) == "late"
    assert moves(state) == ["sac coin1 hare", "sac coin1 squirrel", "end"], "the hare is displayed now"
    ended = play(state.clone(), "end")
    assert (phase(ended), ended.turn) == ("move", 1)
    play(state, "sac coin1 squirrel")
    assert (phase(state), state.turn, state.backup[0]) == ("move", 1, 1)
    full = at("late", where="0,0/1,15", stash=["1H"], options="ntl")
    assert moves(full) == ["sac hare hare", "sac hare squirrel", "sac coin1 hare", "sac coin1 squirrel", "end"]


@clause("K5.6")
def test_a_late_sacrifice_needs_the_option_a_stash_and_an_unused_backup_and_follows_a_pass_too() -> None:
    after_pass = at(where="0,7/1,15", display=["M"], options="ntl")
    assert phase(play(after_pass, "pass")) == "move", "an empty stash has nothing to give"
    used = at(where="0,0/1,15", stash=["1"], sacrificed=["2"], backup=["H"], troll="0-4", options="ntl")
    assert phase(play(used, "pass")) == "move", "the Backup is taken"
    placing = at("gather", 0, "0,-/-,-", mover="0.0", suns="-------", fields={0: "12"}, options="ntl")
    assert phase(play(placing, "take coin1")) == "place", "not while placing"
    without = at(where="0,0/1,15", stash=["1H"], fields={4: "-"})
    assert phase(play(without, "move 0 hare chapel_close")) == "move"


# K6 Gathering


@clause("K6.1")
def test_exactly_one_of_the_clovers_that_are_seen_is_taken() -> None:
    state = at(where="5,14/1,15", stash=["H"], fields={8: "HH123"})
    play(state, "move 0 hare village")
    assert moves(state) == ["see hare hare coin1 coin2 coin3"]
    play(state, "see hare hare coin1 coin2 coin3")
    assert moves(state) == ["take hare", "take coin1", "take coin2", "take coin3"]
    play(state, "take hare")
    assert stash(state, 0) == ["hare"]
    assert [KIND_NAMES[kind] for kind in listed_kinds(state.contents[8])] == ["hare", "coin1", "coin2", "coin3"]
    assert (phase(state), state.turn) == ("move", 1)


@clause("K6.2", "K6.3")
def test_an_empty_field_ends_the_turn_and_the_village_flips_no_menhir() -> None:
    # X17
    empty = at(where="0,0/1,15", stash=["H"], fields={4: "-"})
    assert (phase(play(empty, "move 0 hare chapel_close")), empty.turn) == ("move", 1)
    village = at("gather", 0, "8,0/1,15", mover="0.0", fields={8: "4"})
    assert (phase(play(village, "take coin4")), village.turn) == ("move", 1)


@clause("K6.3", "K7.5")
def test_the_last_clover_turns_the_menhir_over_and_gold_stays_before_its_owner() -> None:
    state = at("gather", 0, "6,0/1,15", mover="0.0", fields={6: "4"})
    play(state, "take coin4")
    assert state.actor() == CHANCE
    assert dict(zip(moves(state), state.odds(), strict=True)) == {
        "menhir leprechaun": 2,
        "menhir goblin": 2,
        "menhir elf": 2,
        "menhir troll": 2,
        "menhir fairy": 3,
        "menhir gold1": 1,
        "menhir gold2": 2,
        "menhir gold3": 2,
    }
    play(state, "menhir gold3")
    assert GAME.view.view(state, 1).seats[0].gold_menhirs == (3,)
    assert list(state.scores()) == [3, 0]
    assert GAME.view.view(state, 1).menhirs["gold3"] == 1


# K7 Menhirs


def flipped(menhir: str, **rest: Any) -> Korrigans:
    """Seat 0 has taken the only clover of Heron Mead and turns this over."""
    where = rest.pop("where", "6,0/1,15")
    state = at("flip", 0, str(where), mover="0.0", fields={6: "-"}, **rest)
    return play(state, f"menhir {menhir}")


@clause("K7.1")
def test_the_leprechaun_takes_the_screen_of_another_seat_that_has_one() -> None:
    # X16
    three = flipped("leprechaun", where="6,0/1,15/2,14", stash=["4", "2", "3"], fell=["-", "2", "-"])
    assert moves(three) == ["screen 2"]
    play(three, "screen 2")
    assert phase(three) == "unscreen"
    assert GAME.view.view(three, 0).seats[2].stash is None
    play(three, "open")
    assert GAME.view.view(three, 0).seats[2].stash == ("coin3",)
    assert (phase(three), three.turn) == ("move", 1)
    two = flipped("leprechaun", stash=["4", "2"], fell=["-", "2"])
    assert (phase(two), two.turn) == ("move", 1), "no decision, no effect"


@clause("K7.2", "K8.1")
def test_a_goblin_from_a_menhir_replaces_the_elf_and_stays_for_now() -> None:
    # X14
    state = at(where="3e,0/1,15", stash=["H"])
    play(state, "move 0 hare heron_mead")
    assert phase(state) == "deal"
    assert len(moves(state)) == 10
    play(state, "see coin3", "take coin3")
    assert dict(zip(moves(state), state.odds(), strict=True))["menhir goblin"] == 2
    assert sum(state.odds()) == 15
    play(state, "menhir goblin")
    assert bears(state) == {"0.0": "goblin"}


@clause("K7.2", "K8.2", "K8.3")
def test_nothing_is_transferred_when_somebody_else_moves() -> None:
    # X13
    bearer_of_elf = at(where="5e,0/8,15", stash=["H"])
    assert bears(play(bearer_of_elf, "move 0 hare village")) == {"0.0": "elf"}
    to_goblin = at(where="5,0/8g,15", stash=["H"])
    assert bears(play(to_goblin, "move 0 hare village")) == {"1.0": "goblin"}
    from_menhir = flipped("goblin", where="6,0/6,15")
    assert bears(from_menhir) == {"0.0": "goblin"}


@clause("K7.3")
def test_the_troll_goes_to_any_other_link() -> None:
    assert len(moves(flipped("troll"))) == 35
    again = flipped("troll", troll="9-11", menhirs="22213122")
    assert len(moves(again)) == 34
    assert "troll gull_pasture-orchard_bend" not in moves(again)
    play(again, "troll flax_moor-chapel_close")
    assert GAME.view.view(again, 1).troll == "flax_moor-chapel_close"
    assert (phase(again), again.turn) == ("move", 1)


@clause("K7.4", "K5.3")
def test_a_fairy_lets_the_seat_move_once_more() -> None:
    # X15
    state = flipped("fairy", stash=["3"], display=["H"])
    assert moves(state) == [
        *("move 0 hare beacon_heath", "move 0 hare gull_pasture", "move 1 hare chapel_close"),
        *("sac coin3 hare", "sac coin3 squirrel", "decline"),
    ]
    declined = play(state.clone(), "decline")
    assert (phase(declined), declined.turn) == ("move", 1)
    again = play(state.clone(), "move 0 hare beacon_heath", "see coin1 coin1 coin2", "take coin2")
    assert (stash(again, 0), again.turn) == (["coin2", "coin3"], 1)
    play(state, "sac coin3 squirrel")
    assert phase(state) == "move"
    assert sorted(moves(state)) == sorted(
        [
            *("move 0 hare beacon_heath", "move 0 hare gull_pasture", "move 1 hare chapel_close"),
            *("move 0 squirrel orchard_bend", "move 1 squirrel dolmen_meadow", "move 1 squirrel standing_oaks"),
        ]
    )


@clause("K7.4")
def test_a_further_fairy_allows_a_further_movement() -> None:
    state = at("fairy", 0, "3,0/1,15", mover="0.0", display=["H"], menhirs="22222122")
    play(state, "move 0 hare heron_mead", "see coin1", "take coin1", "menhir fairy")
    assert "decline" in moves(state)


@clause("K7.6")
def test_only_a_fairy_can_be_declined() -> None:
    assert not {"decline", "pass", "end"} & set(moves(flipped("troll")))
    assert not {"decline", "pass", "end"} & set(moves(flipped("leprechaun")))
    assert "pass" not in moves(flipped("fairy", stash=["3"]))


# K8 Elf and Goblin


@clause("K8.1")
def test_a_token_travels_with_its_korrigan() -> None:
    state = play(at(where="5e,0g/1,15", stash=["H"]), "move 0 hare village")
    assert bears(state) == {"0.0": "elf", "0.1": "goblin"}
    assert GAME.view.view(state, 1).seats[0].korrigans[0].field == "village"


@clause("K8.4", "K8.5")
def test_a_goblin_and_an_elf_change_places() -> None:
    # X10
    state = at(where="5g,0/8e,15", stash=["H"])
    play(state, "move 0 hare village")
    assert bears(state) == {"0.0": "elf", "1.0": "goblin"}
    assert phase(state) == "deal", "no decision; and only now seat 0 gathers"


@clause("K8.2", "K8.4", "K8.1")
def test_the_mover_chooses_who_gets_the_goblin() -> None:
    # X11
    state = at(where="5g,0/8e,15/8,8g", stash=["H"])
    play(state, "move 0 hare village")
    assert moves(state) == ["goblin 1.0", "goblin 2.0", "goblin 2.1"]
    play(state, "goblin 2.1")
    assert bears(state) == {"0.0": "elf", "2.1": "goblin"}
    assert phase(state) == "deal"


@clause("K8.3")
def test_of_two_elves_the_mover_keeps_one() -> None:
    # X12
    state = at(where="5,0/8e,15/8e,14", stash=["H"])
    assert bears(play(state, "move 0 hare village")) == {"0.0": "elf"}
    own = at(where="5e,0/8e,15", stash=["H"])
    assert bears(play(own, "move 0 hare village")) == {"0.0": "elf"}


@clause("K8.5")
def test_korrigans_of_one_seat_exchange_nothing() -> None:
    goblin = at(where="5g,8/1,15", stash=["H"])
    assert bears(play(goblin, "move 0 hare village")) == {"0.0": "goblin"}
    elf = at(where="5,8e/1,15", stash=["H"])
    assert bears(play(elf, "move 0 hare village")) == {"0.1": "elf"}


# K9 The Cauldron

ROW_3_COLUMNS_5_6: dict[str, Any] = {"suns": "ro-ygbi", "clouds": "royg--b", "pawn": "v"}


@clause("K9.1", "K9.2")
@pytest.mark.parametrize(
    ("korrigans", "fields"),
    [
        ("2,14", ["beacon_heath", "broom_bank", "heron_mead"]),
        ("6,14", ["beacon_heath", "broom_bank"]),
        ("6,5", ["beacon_heath"]),
    ],
)
def test_the_drawer_chooses_a_candidate_without_a_korrigan_of_its_own(korrigans: str, fields: list[str]) -> None:
    # X1
    state = at("cauldron", 2, f"3,5/5,6/{korrigans}", **ROW_3_COLUMNS_5_6)
    assert moves(state) == [f"cauldron {field}" for field in fields]


@clause("K9.2")
def test_with_nowhere_else_to_go_an_own_field_will_do() -> None:
    # X5
    state = at("cauldron", 0, "0,16/1,15", suns="-roygbi", clouds="-roygbi", pawn="v")
    assert moves(state) == ["cauldron flax_moor"]


@clause("K9.2")
def test_the_village_may_be_chosen() -> None:
    state = at("cauldron", 0, "0,16/8,15", suns="roy-gbi", clouds="roy-g--", pawn="v")
    assert "cauldron village" in moves(state)


# K10 The final turn


def final(where: str, cauldron: str, phase: str = "final", **rest: Any) -> Korrigans:
    return at(phase, 0, where, suns="roygbi-", pawn="v", cauldron=cauldron, **rest)


@clause("K10.1")
def test_final_turns_follow_seat_order_whoever_placed_the_cauldron() -> None:
    state = at("cauldron", 1, "0,16/1,15/2,14", suns="-roygbi", clouds="roy----", pawn="v")
    state.apply(int(state.legal()[0]))
    order = []
    while state.actor() != OVER:
        if phase(state) == "final":
            order.append(int(state.turn))
        state.apply(int(state.legal()[-1]))
    assert order == [0, 1, 2]


@clause("K10.2")
def test_the_seat_shows_its_companions_and_keeps_its_coins_hidden() -> None:
    state = at("cauldron", 1, suns="-roygbi", clouds="roy----", pawn="v", stash=["HB3"])
    play(state, "cauldron lark_rise")
    assert (phase(state), state.actor()) == ("show", CHANCE)
    assert moves(state) == ["show"]
    play(state, "show")
    seen = GAME.view.view(state, 1).seats[0]
    assert (seen.display, seen.stash_size, seen.stash) == (("hare", "bird"), 1, None)


@clause("K10.2", "K12.5")
def test_a_seat_without_a_screen_has_nothing_more_to_show() -> None:
    state = at("cauldron", 1, suns="-roygbi", clouds="roy----", pawn="v", stash=["HB3"], fell=["0"])
    play(state, "cauldron lark_rise")
    assert phase(state) == "final"


@clause("K10.3", "K11.2")
def test_two_hare_movements_need_two_hares() -> None:
    # X3
    one = final("0,0/1,15", "4", display=["H"])
    play(one, "move 0 hare chapel_close")
    assert moves(one) == ["stop"]
    assert one.scores()[0] == 10
    for two in (final("0,0/1,15", "4", display=["HH"]), final("0,0/1,15", "4", display=["H"], **BACKUP_HARE)):
        play(two, "move 0 hare chapel_close", "move 1 hare chapel_close")
        assert two.scores()[0] == 15
        assert two.companions_left(0) == 0


BACKUP_HARE: dict[str, Any] = {"sacrificed": ["1"], "backup": ["H"]}


@clause("K10.3", "K11.3")
def test_stopping_in_time_keeps_companions() -> None:
    # X18
    state = at(
        "show", 0, "12,14/1,15", suns="roygbi-", pawn="v", cauldron="4", stash=["H"], display=["SM"], **BACKUP_HARE
    )
    play(state, "show", "move 0 hare willow_ley", "move 0 hare chapel_close")
    assert state.scores()[0] == 10
    assert "move 1 mouse otter_heath" in moves(state)
    further = play(state.clone(), "move 1 mouse otter_heath")
    assert [move for move in moves(further) if move.startswith("move 1")] == ["move 1 squirrel standing_oaks"]
    play(state, "stop")
    assert state.companions_left(0) == 2


@clause("K10.4")
def test_nothing_is_gathered_in_the_final_turn() -> None:
    state = play(final("0,0/1,15", "4", display=["H"]), "move 0 hare chapel_close")
    assert phase(state) == "final"
    assert state.counts[4] == 2


@clause("K10.5")
def test_the_troll_still_blocks_in_the_final_turn() -> None:
    assert moves(final("0,0/1,15", "4", display=["H"], troll="0-4")) == ["stop"]


@clause("K10.6")
def test_elves_and_goblins_change_hands_in_the_final_turn_unless_the_option_is_off() -> None:
    swapped = play(final("5g,0/8e,15", "4", display=["H"]), "move 0 hare village")
    assert bears(swapped) == {"0.0": "elf", "1.0": "goblin"}
    choosing = play(final("5g,0/8,8", "4", display=["H"]), "move 0 hare village")
    assert moves(choosing) == ["goblin 1.0", "goblin 1.1"]
    assert phase(play(choosing, "goblin 1.1")) == "final"
    still = play(final("5g,0/8e,15", "4", display=["H"], options="n--"), "move 0 hare village")
    assert bears(still) == {"0.0": "goblin", "1.0": "elf"}


# K11 The end


@clause("K11.1", "K11.2")
def test_gold_is_counted_from_stash_menhirs_elves_goblins_and_cauldron() -> None:
    # Example of section 6
    state = at(
        "over",
        0,
        "8e,0/8g,8/8,16",
        suns="roygbi-",
        pawn="v",
        cauldron="8",
        stash=["4331", "221", "443"],
        gold=["2", "-", "3"],
        fell=["10", "10", "10"],
        menhirs="21122111",
    )
    assert list(state.scores()) == [25, 18, 24]
    assert list(state.ranks()) == [0, 2, 1]
    assert spoken(GAME.view.prompt(GAME.view.view(state, 2))) == "Seat 0 wins with 25 gold."


@clause("K11.1")
def test_gold_may_be_below_zero() -> None:
    state = at("over", 0, "0g,16g/1,15", suns="roygbi-", pawn="v", cauldron="8", fell=["0", "0"], menhirs="20223122")
    assert state.scores()[0] == -4


@clause("K11.3")
@pytest.mark.parametrize(
    ("stash", "display", "ranks"),
    [
        (("44", "44"), ("H", "HS"), [1, 0]),
        (("4", "4", "4"), ("HS", "MB", "H"), [1, 0, 2]),
        (("4", "3"), ("", "HSM"), [0, 1]),
    ],
)
def test_ties_go_to_more_companions_and_then_to_the_later_seat(
    stash: tuple[str, ...], display: tuple[str, ...], ranks: list[int]
) -> None:
    # X19
    where = "/".join(("0,16", "1,15", "2,14")[: len(stash)])
    gathered = str(sum(map(len, stash)) + sum(map(len, display)))
    fell = [gathered] * len(stash)
    state = at("over", 0, where, suns="roygbi-", pawn="v", cauldron="8", stash=stash, display=display, fell=fell)
    assert list(state.ranks()) == ranks


@clause("K11.3")
def test_a_backup_that_was_not_discarded_is_a_companion_left() -> None:
    kept = at("over", 0, suns="roygbi-", pawn="v", cauldron="8", fell=["1", "1"], **BACKUP_HARE)
    assert list(kept.ranks()) == [0, 1]
    spent = at("over", 0, suns="roygbi-", pawn="v", cauldron="8", fell=["1", "1"], sacrificed=["1"], backup=["x"])
    assert list(spent.ranks()) == [1, 0]


@clause("K11.1")
def test_after_the_last_stop_the_screens_fall_one_after_the_other() -> None:
    state = at("final", 1, suns="roygbi-", pawn="v", cauldron="8", stash=["4", "23"])
    assert list(state.scores()) == [0, 0], "nobody can count what is hidden"
    play(state, "stop")
    assert (phase(state), state.actor(), moves(state)) == ("count", CHANCE, ["open"])
    play(state, "open")
    assert list(state.scores()) == [4, 0]
    play(state, "open")
    assert state.actor() == OVER
    assert list(state.scores()) == [4, 5]


# K12 What is secret


@clause("K12.1", "K12.2")
def test_everybody_sees_what_is_public() -> None:
    state = at(where="5g,0/8e,15", stash=["H4"], display=["F"], troll="9-11", suns="ro-----", clouds="r------")
    seen = GAME.view.view(state, WATCHER)
    assert seen.seats[0].stash_size == 2
    assert seen.seats[0].display == ("frog",)
    assert [korrigan.bears for korrigan in seen.seats[0].korrigans] == ["goblin", None]
    assert (seen.troll, seen.suns[:2], seen.clouds[0]) == ("gull_pasture-orchard_bend", ("red", "orange"), "red")
    assert seen.bag["red"] == 0
    assert seen.bag["violet"] == 2
    assert sum(field.clovers for field in seen.fields) == 48 - 3


@clause("K12.3")
def test_a_look_is_seen_by_the_seat_that_looks_alone() -> None:
    state = at("deal", 0, "8,0/1,15", mover="0.0")
    sights = [int(action) for action in state.legal()]
    assert [state.glimpse(action, 0) for action in sights] == sights
    for seat in (1, WATCHER):
        assert {state.glimpse(action, seat) for action in sights} == {-1}
    state.apply(sights[0])
    assert len(GAME.view.view(state, 0).looking_at) == 5
    assert GAME.view.view(state, 1).looking_at == ()


@clause("K12.3")
def test_looking_again_at_a_field_is_a_disclosure_with_one_outcome() -> None:
    state = at("look", 1, "0,16/8,15", mover="1.0", fields={8: "HH12"}, stash=["4"])
    assert (state.actor(), moves(state), list(state.odds())) == (CHANCE, ["see hare hare coin1 coin2"], [1])


@clause("K12.4")
def test_what_goes_into_a_stash_is_its_owners_secret() -> None:
    state = at("gather", 0, "8,0/1,15", mover="0.0", fields={8: "HH123"})
    takes = [int(action) for action in state.legal()]
    assert {state.glimpse(action, 1) for action in takes} == {-1}
    assert GAME.view.view(play(state, "take hare"), 1).seats[0].stash is None


@clause("K12.5")
def test_without_a_screen_everybody_sees_what_is_taken_but_not_what_is_looked_at() -> None:
    state = at("look", 0, "8,0/1,15", mover="0.0", fields={8: "HH123"}, stash=["4"], fell=["1"])
    assert state.glimpse(int(state.legal()[0]), 1) == -1
    play(state, "see hare hare coin1 coin2 coin3")
    take = GAME.moves.read("take hare").action
    assert state.glimpse(take, 1) == take
    state.apply(take)
    assert GAME.view.view(state, WATCHER).seats[0].stash == ("hare", "coin4")


@clause("K12.6")
def test_nobody_knows_a_standing_menhir() -> None:
    state = at("flip", 0, "6,0/1,15", mover="0.0", fields={6: "-"})
    worlds = {GAME.view.view(state, seat).menhirs["fairy"] for seat in (0, 1, WATCHER)}
    assert worlds == {3}, "how many are left is known, and nothing else"
    assert len(state.legal()) == 8


@clause("K12.7")
def test_a_sacrifice_shows_the_side_and_hides_the_token_behind_a_screen() -> None:
    state = at(where="0,16/1,15", stash=["23"])
    two, three = (GAME.moves.read(f"sac {coin} hare").action for coin in ("coin2", "coin3"))
    assert state.glimpse(two, 1) == state.glimpse(three, 1) not in (two, three)
    assert state.glimpse(two, 1) != state.glimpse(GAME.moves.read("sac coin2 squirrel").action, 1)
    hidden = play(state, "sac coin2 hare")
    assert [GAME.view.view(hidden, seat).seats[0].sacrificed for seat in (0, 1)] == ["coin2", None]
    open_ = play(at(where="0,16/1,15", stash=["23"], fell=["2"]), "sac coin2 hare")
    assert GAME.view.view(open_, 1).seats[0].sacrificed == "coin2"


@clause("K12.8")
def test_a_seat_remembers_its_own_looks_and_who_took_since() -> None:
    # X20
    state = at("look", 0, "3,0/1,15/2,14", mover="0.0", fields={3: "H22"}, suns="ro-----")
    play(state, "see hare coin2 coin2", "take hare")
    state = GAME.position(GAME.notation.write(state).replace("move 1 -", "look 1 1.0").replace("/1,15/", "/3,15/"))
    assert moves(state) == ["see coin2 coin2"]
    play(state, "see coin2 coin2", "take coin2")
    (look,) = GAME.view.view(state, 0).looks
    assert (look.round, look.field, look.seen, look.took) == (2, "beacon_heath", ("hare", "coin2", "coin2"), "hare")
    assert look.since == (1,)
    assert GAME.view.view(state, 2).looks == ()
    assert GAME.view.view(state, 2).fields[3].clovers == 1


@clause("K12.9")
def test_what_a_seat_may_do_depends_on_its_hidden_stash() -> None:
    with_hare, with_mouse = (at(where="0,16/1,15", stash=[companion]) for companion in "HM")
    assert moves(with_hare) != moves(with_mouse)
    assert GAME.view.view(with_hare, 1) == GAME.view.view(with_mouse, 1)


def test_the_box_and_the_numbers_agree() -> None:
    box = board.BOX
    assert len(box["field"]) == board.FIELDS
    assert len(board.LINK_BORDERS) == board.LINKS
    assert len(box["token"]) == board.KINDS
    assert len(box["menhir"]) == board.MENHIRS
    assert len(box["rainbow"]["colours"]) == board.COLOURS
    assert len(box["seats"]["colours"]) == board.MOST_SEATS
    assert len(board.BAGS) == board.SIGHTS
    assert all(board.bag_number(bag) == place for place, bag in enumerate(board.BAGS))
    assert max(board.CLOVERS) + 1 == board.MOST_CLOVERS
    assert size_of(board.ALL_MENHIRS) == sum(field["menhir"] for field in box["field"]) == 16
    assert board.START_OF[0] == bit(0) | bit(16)
    assert how_many(board.BASE_CLOVERS, 6) == 9
    assert board.BAGS[GAME.moves.read("see hare hare").action - SEE] == 2 * unit(0)
