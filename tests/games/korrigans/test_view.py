"""What each seat is shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fourleaf import WATCHER
from fourleaf.engine.options import settle
from fourleaf.engine.picture import plain
from fourleaf.engine.sentences import spoken
from fourleaf.games.korrigans import GAME
from fourleaf.games.korrigans.board import BOX, GOLD_OF, KIND_NAMES, PAIR, STOP
from fourleaf.games.korrigans.rules import FINAL, GATHERING, MOVING, ON_GOBLIN, Korrigans
from tests.games.korrigans.positions import at, begun, line, moves, play
from tests.kit.walks import Table, Walk


def test_a_seat_sees_its_own_stash_and_only_the_size_of_the_others() -> None:
    state = at(stash=["H4", "12"], display=["F", ""])
    mine, theirs, watched = (GAME.view.view(state, seat) for seat in (0, 1, WATCHER))
    assert [seat.stash for seat in mine.seats] == [("hare", "coin4"), None]
    assert [seat.stash for seat in theirs.seats] == [None, ("coin1", "coin2")]
    assert [seat.stash for seat in watched.seats] == [None, None]
    assert [seat.stash_size for seat in watched.seats] == [2, 2]
    assert [seat.score for seat in mine.seats] == [4, 0]


def test_the_gold_of_a_seat_adds_up_and_its_coins_stay_behind_the_screen() -> None:
    rainbow = {"suns": "-roygbi", "pawn": "v", "cauldron": "8"}
    state = at("final", 0, "8e,0/8g,15", stash=["34", "12"], display=["H", ""], gold=["2", ""], **rainbow)
    mine, theirs = GAME.view.view(state, 0).seats
    assert msgspec.structs.astuple(mine.gold) == (7, 2, 2, 0, 10)
    assert mine.score == 21
    assert (theirs.gold.coins, theirs.gold.goblins, theirs.gold.cauldron, theirs.score) == (None, -2, 10, 8)
    assert (mine.companions_left, theirs.companions_left) == (1, None)


def test_the_view_names_who_took_clovers_where() -> None:
    state = at("gather", 0, "8,0/1,15", mover="0.0", fields={8: "HH123"})
    play(state, "take hare")
    village = GAME.view.view(state, WATCHER).fields[8]
    assert (village.field, village.clovers, village.menhir, village.takers) == ("village", 4, False, (0,))


def test_candidates_shrink_with_the_rainbow() -> None:
    assert len(GAME.view.view(begun(2), 0).candidates) == 17
    state = at(suns="ro-ygbi", clouds="royg--b", pawn="v", phase="cauldron")
    assert GAME.view.view(state, 0).candidates == ("beacon_heath", "broom_bank", "heron_mead")


@pytest.mark.parametrize(
    ("position", "mine", "theirs"),
    [
        (
            line(stash=["H"]),
            "Ride to another field with one of your animals, and gather there if a clover is left. "
            "You may sacrifice a token for a Backup first.",
            "Seat 0 is to ride, sacrifice or pass.",
        ),
        (
            line("gather", 0, "6,0/1,15", mover="0.0", fields={6: "4"}),
            "You look at 4 gold on Heron Mead: take it.",
            "Seat 0 is to take a clover.",
        ),
        (
            line("sun", pawn="o"),
            "You drew orange. Put the pawn on a sun: its row is out for the Cauldron.",
            "Seat 0 is to put the pawn on a sun.",
        ),
        (
            line("cloud", pawn="r"),
            "You drew red. Put the pawn on a cloud: its column is out for the Cauldron.",
            "Seat 0 is to put the pawn on a cloud.",
        ),
        (
            line("cauldron", suns="-roygbi", pawn="v"),
            "You drew violet, the seventh colour: let the Cauldron come down on a field where you have no Korrigan.",
            "Seat 0 is to let the Cauldron come down.",
        ),
        (
            line("final", suns="-roygbi", pawn="v", cauldron="2"),
            "The Cauldron is on Lark Rise, and no animal of yours leads to another field: stop.",
            "Seat 0 is to ride to the Cauldron or stop.",
        ),
    ],
)
def test_the_prompt_says_what_to_do_or_whom_to_wait_for(position: str, mine: str, theirs: str) -> None:
    state = GAME.position(position)
    assert spoken(GAME.view.prompt(GAME.view.view(state, 0))) == mine
    assert spoken(GAME.view.prompt(GAME.view.view(state, 1))) == theirs


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (line(), "You can neither ride nor sacrifice: you must pass."),
        (line(stash=["4"]), "No animal of yours leads to another field: sacrifice a token for a Backup that does."),
        (
            line(stash=["H"], backup=["S"], sacrificed=["1"]),
            "Ride to another field with one of your animals, and gather",
        ),
        (
            line("fairy", mover="0.0"),
            "The Fairy would carry you on, but no animal of yours leads to another field: decline.",
        ),
        (
            line("fairy", mover="0.0", stash=["4"]),
            "The Fairy would carry you on, but no animal of yours leads to another field: "
            "sacrifice a token for a Backup that does, or decline.",
        ),
        (line("fairy", mover="0.0", display=["H"]), "The Fairy lets you ride once more, or you decline."),
        (
            line("troll", mover="0.0"),
            "Put the Troll on a path, door or bridge: while it is there nobody walks that way.",
        ),
        (line("troll", mover="0.0", troll="9-11"), "Put the Troll on another path, door or bridge: while"),
        (
            line("final", display=["H"], suns="-roygbi", pawn="v", cauldron="2"),
            "The Cauldron is on Lark Rise: 10 gold for one of your Korrigans there, 15 for both. "
            "Your animals cannot bring either there. Ride, which costs the animal, or stop.",
        ),
    ],
)
def test_a_prompt_offers_what_there_is_and_nothing_else(position: str, words: str) -> None:
    assert spoken(GAME.view.prompt(GAME.view.view(GAME.position(position), 0))).startswith(words)


def in_its_final_turn(where: str, display: str, **rest: Any) -> Korrigans:
    return at("final", 0, where, display=[display], suns="-roygbi", pawn="v", **rest)


@pytest.mark.clause("K11.2")
@pytest.mark.parametrize(
    ("where", "display", "cauldron", "words"),
    [
        ("6,6/1,15", "H", "6", "Both are there."),
        ("6,1/1,15", "H", "6", "One is there, and your animals cannot bring the other."),
        ("6,1/1,15", "HB", "0", "2 rides can bring one there, and your animals cannot bring both."),
        ("15,15/8,12", "OO", "0", "2 rides can bring both there."),
        ("0,15/8,12", "O", "0", "One is there, and the other is 1 ride away."),
        ("15,15/8,12", "O", "0", "1 ride can bring one there, and your animals cannot bring both."),
    ],
)
def test_in_the_dash_the_prompt_says_how_far_it_is(where: str, display: str, cauldron: str, words: str) -> None:
    state = in_its_final_turn(where, display, cauldron=cauldron)
    assert f" {words} Ride, " in spoken(GAME.view.prompt(GAME.view.view(state, 0)))


def ridden(state: Korrigans) -> Iterator[Korrigans]:
    """Every position one ride further; who gets a Goblin on the way does not matter."""
    for action in state.legal():
        if action != STOP:
            after = state.clone()
            after.apply(int(action))
            if after.phase == ON_GOBLIN:
                after.apply(int(after.legal()[0]))
            yield after


def dashes(state: Korrigans) -> dict[tuple[bool, bool], int]:
    """After how many rides at least each of the two, both or neither stand at the Cauldron, by riding everywhere."""
    seat, rides, edge = int(state.turn), 0, [state]
    found: dict[tuple[bool, bool], int] = {}
    seen: set[tuple[int, ...]] = set()
    while edge:
        for here in edge:
            one, other = here.where[PAIR * seat], here.where[PAIR * seat + 1]
            found.setdefault((one == state.cauldron, other == state.cauldron), rides)
        further = {}
        for here in edge:
            for after in ridden(here):
                key = (*after.where[PAIR * seat : PAIR * seat + PAIR], after.display[seat], after.backup[seat])
                if key not in seen:
                    further[key] = after
        seen |= set(further)
        edge, rides = list(further.values()), rides + 1
    return found


FEW = 5
"""So many companions can be ridden in every order."""


@pytest.mark.clause("K10.3")
def test_the_dash_is_as_long_as_the_rides_that_there_are() -> None:
    met = Counter[str]()
    for seed in range(40):
        table = Table(GAME, 2 + seed % 4, settle(GAME.options, {}))
        for state, _ in Walk(table, seed, 10_000, eager=seed % 3 > 0).steps:
            assert isinstance(state, Korrigans)
            if state.phase != FINAL or state.companions_left(state.turn) > FEW:
                continue
            dash = GAME.view.view(state, WATCHER).dash
            assert dash is not None
            found = dashes(state)
            both = found.get((True, True))
            alone = [min((n for key, n in found.items() if key[number]), default=None) for number in range(PAIR)]
            assert (dash.rides, dash.rides_of_both) == (tuple(alone), both)
            reached = [key for key in found if any(key)]
            best = dash.both if both is not None else dash.one if reached else 0
            there = [korrigan.field for korrigan in GAME.view.view(state, 0).seats[state.turn].korrigans]
            now = there.count(GAME.view.view(state, 0).cauldron)
            assert (dash.now, dash.in_reach) == ((0, dash.one, dash.both)[now], best)
            met.update([f"{now} there", f"in reach {best}"])
    assert set(met) == {"0 there", "1 there", "2 there", "in reach 0", "in reach 10", "in reach 15"}
    assert GAME.view.view(at(stash=["H"]), 0).dash is None


@pytest.mark.clause("K11.2")
def test_the_dash_names_the_gold_of_the_box() -> None:
    dash = GAME.view.view(in_its_final_turn("0,1/8,12", "O", cauldron="0"), 1).dash
    assert dash is not None
    assert [0, dash.one, dash.both] == BOX["gold"]["cauldron"]


@pytest.mark.clause("K2.3")
def test_the_view_says_whether_seats_begin_on_fields_of_their_own() -> None:
    numbered, free = (GAME.view.view(begun(3, placement=option), WATCHER) for option in ("numbered", "free"))
    assert (numbered.numbered, free.numbered) == (True, False)


LED = re.compile(r"[A-Z][a-z ]+: (?:(no|1) field|(\d+) fields) from here\.")


@pytest.mark.clause("K6.1")
def test_each_clover_to_keep_says_what_it_is_good_for() -> None:
    met = Counter[str]()
    for seed in range(12):
        for state, _ in Walk(Table(GAME, 2 + seed % 4, settle(GAME.options, {})), seed, 10_000).steps:
            assert isinstance(state, Korrigans)
            if state.phase != GATHERING:
                continue
            seat = int(state.turn)
            seen = GAME.view.view(state, seat)
            assert [f"take {clover.token}" for clover in seen.keep] == moves(state)
            assert GAME.view.view(state, WATCHER).keep == ()
            for clover in seen.keep:
                after = play(state.clone(), f"take {clover.token}")
                after.phase, after.turn = MOVING, seat
                rides = [text.split()[2:] for text in moves(after) if text.startswith("move")]
                assert set(clover.leads_to) == {field for kind, field in rides if kind == clover.token}
                assert clover.gold == GOLD_OF[KIND_NAMES.index(clover.token)]
                if clover.gold:
                    assert clover.words == f"A coin worth {clover.gold} gold."
                else:
                    led = LED.fullmatch(clover.words)
                    assert led
                    assert (led[1] or led[2]) == str(len(clover.leads_to) or "no")
                    owned = clover.token in (*(seen.seats[seat].stash or ()), *seen.seats[seat].display)
                    assert clover.owned == (owned or seen.seats[seat].backup == clover.token)
                met[f"owned {clover.owned}, coin {clover.gold > 0}, somewhere {bool(clover.leads_to)}"] += 1
    assert len(met) == 5, "companions owned or new that lead somewhere or nowhere, and coins"


def test_the_picture_says_what_each_clover_to_keep_is_good_for() -> None:
    text = drawn(line("gather", 0, "8,0/1,15", mover="0.0", fields={8: "HM123"}))
    assert "hare      Follows paths: " in text
    assert "coin3     A coin worth 3 gold." in text


@pytest.mark.clause("K9.2")
def test_the_prompt_does_not_send_the_cauldron_elsewhere_where_there_is_no_elsewhere() -> None:
    state = at("cauldron", where="0,0/1,15", suns="-roygbi", clouds="-roygbi", pawn="v")
    seen = GAME.view.view(state, 0)
    assert seen.candidates == (BOX["field"][0]["id"],)
    assert spoken(GAME.view.prompt(seen)) == (
        "You drew violet, the seventh colour: let the Cauldron come down on "
        f"{BOX['field'][0]['name']}, although you have a Korrigan there."
    )


@pytest.mark.clause("K11.3")
@pytest.mark.parametrize(
    ("display", "words"),
    [
        (["H", "HF"], "Seat 1 wins with 0 gold; seat 0 has as much, but fewer companions left."),
        (["HH", "HF"], "Seat 1 wins with 0 gold; seat 0 has as much, and as many companions left, but sits earlier."),
    ],
)
def test_the_last_prompt_says_how_a_tie_was_broken(display: list[str], words: str) -> None:
    state = at("over", suns="-roygbi", pawn="v", cauldron="2", display=display, fell=["0", "0"])
    assert spoken(GAME.view.prompt(GAME.view.view(state, WATCHER))) == words


def drawn(position: str, seat: int = 0) -> str:
    return plain(GAME.picture.picture(GAME.view.view(GAME.position(position), seat)))


def test_the_picture_shows_the_map_with_everybody_on_it() -> None:
    text = drawn(line(where="8e,0/8g,15", troll="9-11", stash=["H4"], display=["F"], cauldron="-"))
    for word in ("Village", "♣5", "0.0+ 1.0-", "<T>", "2 behind the screen: hare coin4", "frog"):
        assert word in text
    assert text.count("[ ]") == 13 + 1, "thirteen doors, and one in the legend"
    assert text.count(")=(") == 6 + 1


def test_the_picture_shows_the_rainbow_and_the_cauldron() -> None:
    text = drawn(line("final", suns="roygbi-", clouds="r------", pawn="v", cauldron="8"))
    assert "$ Village $" in text
    assert text.count("(7)") == 2, "row 7 and column 7 are free"
    assert "in hand ● violet" in text


def test_the_picture_recalls_what_the_viewer_left_and_who_took_since() -> None:
    position = line(fields={8: "123"}, stash=["4", "4"])
    assert "Village: coin1 coin2 coin3 coin4   then taken from by seat 1" in drawn(position)
    assert "what you left on" not in drawn(position, WATCHER)


def test_ten_korrigans_fit_on_one_field() -> None:
    text = drawn(line(where="8,8/8,8/8,8/8,8/8,8"))
    assert "0.0 0.1 1.0 1.1 2.0" in text
    assert "2.1 3.0 3.1 4.0 4.1" in text
