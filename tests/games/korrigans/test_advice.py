"""Advice: obvious truths about standings and priorities, and a reason with its clause for every illegal wish."""

from __future__ import annotations

import math
from typing import Any

import pytest
from librt.random import Random

from fourleaf.engine.sentences import spoken
from fourleaf.engine.state import CHANCE, OVER
from fourleaf.games.korrigans import GAME
from fourleaf.games.korrigans.advice import DASHES_KEPT, KEPT_START, priority, standing
from fourleaf.games.korrigans.board import NONE
from fourleaf.games.korrigans.reasons import why
from tests.games.korrigans.positions import at, begun, line, play
from tests.kit.walks import Walk, tables_of

FINAL: dict[str, Any] = {"phase": "final", "suns": "roygbi-", "pawn": "v"}


def action(text: str) -> int:
    return GAME.moves.read(text).action


def test_a_dash_that_is_kept_is_what_would_be_found_anew() -> None:
    dashes = 0
    for table in tables_of(GAME):
        states = [state for state, _ in Walk(table, 3, 10_000).steps[::15] if state.actor() != CHANCE]
        kept = [advised(state) for state in states]
        for state, found in zip(states, kept, strict=True):
            for place in range(DASHES_KEPT):
                dashes += KEPT_START[place] != NONE
                KEPT_START[place] = NONE
            assert advised(state) == found
    assert dashes > 100


def advised(state: Any) -> tuple[list[float], list[float]]:
    return standing(state), [priority(state, int(each)) for each in state.legal()]


def test_more_gold_stands_better() -> None:
    rich, poor = standing(at(stash=["4", "1"]))
    assert rich > poor


def test_before_anything_has_happened_all_stand_alike() -> None:
    assert standing(begun(4)) == pytest.approx([0.25] * 4)


def test_a_won_game_is_worth_everything() -> None:
    state = at("over", 0, suns="roygbi-", pawn="v", cauldron="8", stash=["4", "1"], fell=["2", "2"])
    assert standing(state) == [1.0, 0.0]


def test_who_can_reach_the_cauldron_stands_better_and_a_detour_worse() -> None:
    able, unable = (at(where="0,0/1,15", cauldron="4", display=[c], **FINAL) for c in ("H", "M"))
    assert standing(able)[0] > standing(unable)[0]
    state = at(where="0,0/1,15", cauldron="4", display=["HS"], **FINAL)
    there, away = state.clone(), state.clone()
    play(there, "move 0 hare chapel_close")
    assert standing(there)[0] > standing(play(away, "move 0 squirrel standing_oaks"))[0]


def test_a_troll_on_the_way_spoils_the_dash() -> None:
    free, closed = (at(where="0,0/1,15", cauldron="4", display=["H"], troll=troll, **FINAL) for troll in ("-", "0-4"))
    assert standing(free)[0] > standing(closed)[0]


def test_a_better_token_and_a_fuller_field_come_first() -> None:
    state = at("gather", 0, "8,0/1,15", mover="0.0", fields={8: "HH124"}, display=["H"])
    assert priority(state, action("take coin4")) > priority(state, action("take coin1"))
    assert priority(state, action("take coin2")) > priority(state, action("take hare")), "a second hare opens no way"
    rides = at(where="5,16/1,15", stash=["H"])
    assert priority(rides, action("move 0 hare village")) > priority(rides, action("move 1 hare orchard_bend"))
    assert priority(rides, action("sac hare hare")) < priority(rides, action("move 0 hare village"))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_standings_are_chances_in_every_position_of_a_game(seats: int) -> None:
    rng = Random(seats)
    state = begun(seats)
    while state.actor() != OVER:
        stands = standing(state)
        assert len(stands) == seats
        assert sum(stands) == pytest.approx(1.0)
        assert all(0.0 < stand < 1.0 for stand in stands)
        legal = state.legal()
        if state.actor() != CHANCE:
            assert all(math.isfinite(priority(state, action)) for action in legal)
        state.apply(state.draw(rng) if state.actor() == CHANCE else int(legal[rng.randrange(len(legal))]))
    assert sorted(standing(state)) == [0.0] * (seats - 1) + [1.0]


def test_a_companion_that_opens_new_ways_stands_better_than_one_that_repeats_them() -> None:
    new, again = (standing(at(stash=[companions]))[0] for companions in ("HF", "HH"))
    assert new > again


def test_who_has_a_turn_to_come_stands_better_than_who_has_had_it() -> None:
    first, second = standing(at(turn=1, where="0,16/1,15", stash=["H", "H"]))
    assert second > first


def test_a_lead_counts_more_when_the_rainbow_is_nearly_there() -> None:
    early = standing(at(stash=["4", "1"]))
    late = standing(at(stash=["4", "1"], suns="roygbi-", clouds="roy----"))
    assert late[0] > early[0] > 0.5


def test_both_korrigans_ride_no_companion_twice() -> None:
    one, two = (at(where="0,0/1,15", cauldron="4", display=[c], **FINAL) for c in ("H", "HH"))
    assert standing(two)[0] > standing(one)[0]


def test_the_ride_to_the_cauldron_comes_first_and_then_the_stop() -> None:
    state = at(where="0,0/1,15", cauldron="4", display=["HS"], **FINAL)
    best = max(state.legal(), key=lambda choice: priority(state, choice))
    assert best in (action("move 0 hare chapel_close"), action("move 1 hare chapel_close"))
    play(state, "move 0 hare chapel_close")
    assert max(state.legal(), key=lambda choice: priority(state, choice)) == action("stop")


def test_the_cauldron_comes_down_where_only_its_placer_can_go() -> None:
    state = at("cauldron", 0, "3,15/0,7", suns="ro-ygbi", clouds="royg--b", pawn="v", display=["H", "M"])
    assert priority(state, action("cauldron heron_mead")) > priority(state, action("cauldron broom_bank"))


def test_an_elf_is_worth_a_visit_and_a_goblin_is_carried_to_others() -> None:
    plain, elf, goblin = (
        priority(at(where=where, stash=["H"]), action("move 0 hare village"))
        for where in ("5,16/8,15", "5,16/8e,15", "5g,16/8,15")
    )
    assert elf > plain
    assert goblin > plain


def test_a_coin_is_sacrificed_rather_than_a_companion() -> None:
    state = at(where="0,16/1,15", stash=["F1"])
    assert priority(state, action("sac coin1 hare")) > priority(state, action("sac frog hare"))


MOVE = line(where="0,8/1,15", stash=["HOB1"])
GATHER = line("gather", 0, "8,0/1,15", mover="0.0", fields={8: "12"})
DASH = line("final", 0, "0,0/1,15", suns="roygbi-", pawn="v", cauldron="4", display=["H"], troll="0-4")
CAULDRON = line("cauldron", 0, "3,15/1,15", suns="ro-ygbi", clouds="royg--b", pawn="v")
GOBLIN = line("goblin", 0, "8g,0/8,8", mover="0.0")
LEPRECHAUN = line("leprechaun", 0, "8,0/1,15/2,14", mover="0.0", fell=["-", "0"])


@pytest.mark.parametrize(
    ("position", "wish", "reason", "clause"),
    [
        (MOVE, "move 0 frog willow_ley", "you own no frog", "K4.1"),
        (MOVE, "move 0 hare flax_moor", "your Korrigan is on Flax Moor already and must go to another field", "K4.1"),
        (MOVE, "move 0 hare village", "no path leads from Flax Moor to Village", "K4.5"),
        (MOVE, "move 0 mole village", "the mole neither comes to the village nor leaves it", "K4.6"),
        (MOVE, "move 1 bird flax_moor", "the bird neither comes to the village nor leaves it", "K4.6"),
        (MOVE, "move 0 bird mill_lea", "Flax Moor and Mill Lea have no colour in common for the bird", "K4.5"),
        (MOVE, "move 0 mole reed_bank", "Flax Moor and Reed Bank have no molehill in common for the mole", "K4.5"),
        (MOVE, "pass", "you can move or sacrifice, and so you may not pass", "K4.3"),
        (MOVE, "end", "a turn ends by itself after the movement", "K4.1"),
        (MOVE, "stop", "now a Korrigan must be moved", "K4.1"),
        (MOVE, "decline", "only the movement of a Fairy can be declined", "K7.6"),
        (MOVE, "take coin1", "now a Korrigan must be moved", "K4.1"),
        (MOVE, "sac coin4 hare", "there is no 4 gold in your stash to be sacrificed", "K5.4"),
        (MOVE, "place village", "now a Korrigan must be moved", "K4.1"),
        (
            line(where="0,0/1,15", troll="0-4", stash=["H1"]),
            "move 0 hare chapel_close",
            "the Troll closes the way between Flax Moor and Chapel Close",
            "K4.7",
        ),
        (
            line(where="0,0/1,15", troll="0-4", stash=["1"]),
            "sac coin1 hare",
            "after that you could not move: a hare has nowhere to go",
            "K5.3",
        ),
        (
            line(stash=["H1"], sacrificed=["2"], backup=["S"]),
            "sac coin1 hare",
            "you have taken your Backup already, and there is one for each seat",
            "K5.2",
        ),
        (GATHER, "take hare", "there is no hare among the clovers that you see", "K6.1"),
        (GATHER, "pass", "you may not pass: first take one of the clovers that you see", "K6.1"),
        (GATHER, "sac coin1 hare", "a token is sacrificed just before a movement of your own turn", "K5.2"),
        (DASH, "move 0 hare chapel_close", "the Troll closes the way between Flax Moor and Chapel Close", "K10.5"),
        (DASH, "move 0 bird lark_rise", "you have no bird left", "K10.3"),
        (DASH, "sac coin1 hare", "once the seventh colour is drawn nothing is sacrificed any more", "K5.5"),
        (
            CAULDRON,
            "cauldron beacon_heath",
            "you have a Korrigan on Beacon Heath, and another field is possible",
            "K9.2",
        ),
        (CAULDRON, "cauldron village", "Village has no part in a cell with a free row and a free column", "K9.1"),
        (CAULDRON, "sun 3", "the seventh colour is out: now the Cauldron comes down", "K3.4"),
        (GOBLIN, "goblin 0.1", "your own Korrigans never exchange tokens", "K8.5"),
        (GOBLIN, "goblin 2.0", "that Korrigan of seat 2 is not on this field", "K8.2"),
        (LEPRECHAUN, "screen 0", "the Leprechaun takes the screen of another seat, not your own", "K7.1"),
        (LEPRECHAUN, "screen 1", "seat 1 has no screen any more", "K7.1"),
        (LEPRECHAUN, "screen 4", "there is no such seat at this table", "K7.1"),
        (
            line("troll", mover="0.0", troll="0-4", menhirs="22213122"),
            "troll flax_moor-chapel_close",
            "the Troll is there already and must go to another link",
            "K7.3",
        ),
        (line("sun", pawn="o"), "sun 1", "a red pawn is on that sun already", "K3.2"),
        (line("sun", pawn="o"), "cloud 1", "orange is a new colour, so the pawn goes on a sun", "K3.2"),
        (
            line("cloud", suns="ro-----", clouds="r------", pawn="o"),
            "cloud 1",
            "a red pawn is on that cloud already",
            "K3.3",
        ),
        (line("cloud", pawn="r"), "sun 2", "red was drawn before, so the pawn goes on a cloud", "K3.3"),
        (
            line("place", 0, "-,-/-,-", suns="-------"),
            "place village",
            "your two Korrigans begin on Flax Moor and Salt Marsh, one on each",
            "K2.2",
        ),
        (
            line("fairy", 0, "0,-/-,-", mover="0.0", suns="-------", display=["H"]),
            "move 1 hare village",
            "that Korrigan is not on the map yet",
            "K2.6",
        ),
        (
            line("fairy", mover="0.0"),
            "pass",
            "you may not pass: now the Fairy lets you move once more, or you decline",
            "K7.4",
        ),
        (
            line("late", options="ntl", stash=["1"]),
            "move 0 hare village",
            "your turn is over, but for a late sacrifice",
            "K5.6",
        ),
        (line("draw"), "sun 2", "a pawn is drawn first", "K3.1"),
        (line("over", suns="roygbi-", pawn="v", cauldron="8", fell=["0", "0"]), "stop", "the game is over", "K11.3"),
    ],
)
def test_a_refusal_gives_the_reason_and_the_clause(position: str, wish: str, reason: str, clause: str) -> None:
    found = why(GAME.position(position), action(wish))
    assert (spoken(found.reason), found.clause) == (reason, clause)
