"""What each seat is shown."""

from __future__ import annotations

import msgspec
import pytest

from fourleaf import WATCHER
from fourleaf.engine.picture import plain
from fourleaf.games.korrigans import GAME
from fourleaf.games.korrigans.board import BOX
from tests.games.korrigans.positions import at, begun, line, play


def test_a_seat_sees_its_own_stash_and_only_the_size_of_the_others() -> None:
    state = at(stash=["H4", "12"], display=["F", ""])
    mine, theirs, watched = (GAME.view.view(state, seat) for seat in (0, 1, WATCHER))
    assert [seat.stash for seat in mine.seats] == [("hare", "coin4"), None]
    assert [seat.stash for seat in theirs.seats] == [None, ("coin1", "coin2")]
    assert [seat.stash for seat in watched.seats] == [None, None]
    assert [seat.stash_size for seat in watched.seats] == [2, 2]
    assert [seat.score for seat in mine.seats] == [4, 0]


def test_the_gold_of_a_seat_adds_up_and_its_coins_stay_behind_the_screen() -> None:
    rainbow = {"suns": "-roygbi", "pawn": "v", "cauldron": "8", "menhirs": "22223112"}
    state = at("final", 0, "8e,0/8g,15", stash=["H34", "12"], gold=["2", ""], **rainbow)
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
            "You look at coin4 on Heron Mead: take it.",
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
    assert GAME.view.prompt(GAME.view.view(state, 0)) == mine
    assert GAME.view.prompt(GAME.view.view(state, 1)) == theirs


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
            "Ride, which costs the animal, or stop.",
        ),
    ],
)
def test_a_prompt_offers_what_there_is_and_nothing_else(position: str, words: str) -> None:
    assert GAME.view.prompt(GAME.view.view(GAME.position(position), 0)).startswith(words)


@pytest.mark.clause("K9.2")
def test_the_prompt_does_not_send_the_cauldron_elsewhere_where_there_is_no_elsewhere() -> None:
    state = at("cauldron", where="0,0/1,15", suns="-roygbi", clouds="-roygbi", pawn="v")
    seen = GAME.view.view(state, 0)
    assert seen.candidates == (BOX["field"][0]["id"],)
    assert GAME.view.prompt(seen) == (
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
    assert GAME.view.prompt(GAME.view.view(state, WATCHER)) == words


def drawn(position: str, seat: int = 0) -> str:
    return plain(GAME.view.picture(GAME.view.view(GAME.position(position), seat)))


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
