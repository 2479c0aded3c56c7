"""The written language: moves as people type them, positions as tests write them, the log as seats hear it."""

from __future__ import annotations

import pytest

from fourleaf import WATCHER, BadPosition, IllegalMove, NotAMove
from fourleaf.engine.options import settle
from fourleaf.engine.sentences import spoken
from fourleaf.games.korrigans import GAME
from fourleaf.games.korrigans.board import ACTIONS
from fourleaf.games.korrigans.rules import Korrigans
from tests.games.korrigans.positions import at, line, play

ANYWHERE = GAME.rules.begin(2, settle(GAME.options, {}))


def test_every_action_has_a_move_of_its_own_that_reads_as_it_is_written() -> None:
    texts = [str(GAME.moves.spell(ANYWHERE, action)) for action in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS
    for action in range(0, ACTIONS, 7):
        assert GAME.moves.read(texts[action]).action == action


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("move 0 hare chapel_close", "move 0 hare chapel_close"),
        ("move:0:hare:chapel_close", "move 0 hare chapel_close"),
        ("0 hare to Chapel Close", "move 0 hare chapel_close"),
        ("RIDE 1 the frog to Reed Bank", "move 1 frog reed_bank"),
        ("Korrigan 1 with the bird to salt marsh", "move 1 bird salt_marsh"),
        ("take coin 3", "take coin3"),
        ("Hare", "take hare"),
        ("keep the hare", "take hare"),
        ("sacrifice coin1 for a squirrel", "sac coin1 squirrel"),
        ("sac:hare:hare", "sac hare hare"),
        ("place on the village", "place village"),
        ("put the village", "place village"),
        ("troll on orchard bend - gull pasture", "troll gull_pasture-orchard_bend"),
        ("flax moor-chapel close", "troll flax_moor-chapel_close"),
        ("sun row 3", "sun 3"),
        ("goblin under 2.1", "goblin 2.1"),
        ("screen of seat 2", "screen 2"),
        ("cauldron on Heron Mead", "cauldron heron_mead"),
        ("see coin1, hare", "see hare coin1"),
        ("  STOP ", "stop"),
    ],
)
def test_a_move_can_be_typed_in_many_words(text: str, move: str) -> None:
    assert str(GAME.moves.read(text)) == move


@pytest.mark.parametrize("text", ["", "fly", "move", "move 2 hare village", "see", "see dragon", "take coin5", "sun 8"])
def test_what_is_no_move_gets_an_example_of_one(text: str) -> None:
    with pytest.raises(NotAMove, match="reads like move 0 hare village"):
        GAME.moves.read(text)


@pytest.mark.clause("K4.3", "K6.1")
def test_wishes_that_no_action_stands_for_are_refused_with_their_clause() -> None:
    with pytest.raises(IllegalMove, match=r"must move.*\(K4\.3\)"):
        GAME.moves.read("skip")
    with pytest.raises(IllegalMove, match=r"only when a Korrigan gathers there \(K6\.1\)"):
        GAME.moves.read("look again")


GOOD = line(where="0,16/1,15", stash=["H1"], display=["", "F"], sacrificed=["2"], backup=["S"])


def test_a_position_reads_as_it_was_written() -> None:
    assert GAME.notation.write(GAME.position(GOOD)) == GOOD


def bad(place: int, word: str) -> str:
    words = GOOD.split()
    words[place] = word
    return " ".join(words)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "15 words"),
        (bad(0, "moving"), "'moving' is not a phase; there are place, deal"),
        (bad(1, "2"), "'2' is not a seat; there are 0 and 1"),
        (bad(2, "2.0"), "'2.0' is not a Korrigan"),
        (bad(3, "0"), "a screen is falling in the phase unscreen"),
        (bad(4, "r-----"), "7 suns"),
        (bad(5, "r------z"), "7 clouds"),
        (bad(4, "z------"), "'z' is not a colour"),
        (bad(6, "v"), "a pawn is in hand in the phases"),
        (bad(7, "0-16"), "'0-16' is not a link"),
        (bad(8, "4"), "a pawn is in hand"),
        (bad(9, "0,16"), "two to five seats"),
        (bad(9, "0,16/1"), "two Korrigans"),
        (bad(9, "0,17/1,15"), "'17' is not a field"),
        (bad(9, "0,-/1,15"), "all Korrigans must be placed"),
        (bad(10, "-,-,-,-,-,-"), "six belongings"),
        (bad(10, "H,-,2,S,-,9/F,-,-,-,-,-"), "'9' is not a moment"),
        (bad(10, "B,-,2,S,-,-/F,-,-,-,-,-"), "more than it gathered"),
        (bad(10, "-,-,-,S,-,-/F,-,-,-,-,-"), "if and only if it sacrificed"),
        (bad(10, "1,-,2,S,-,-/F,-,-,-,-,-"), "'1' is not a companion"),
        (bad(11, "2222312"), "eight digits"),
        (bad(11, "92223122"), "not so many menhirs"),
        (bad(12, "-"), "what lies there must be given"),
        (bad(12, "16:44444"), "not so many clovers"),
        (bad(12, "16:1"), "Salt Marsh had 4 clovers; 1 left and 4 gathered do not add up"),
        (bad(13, "0:H@16,0:X@16"), "'X' is not a token"),
        (bad(13, "5:H@16"), "a gathering reads like 0:H@16"),
        (bad(13, GOOD.split()[13] + "|||0:H@1"), "no gatherings in round 3"),
        (bad(14, "xt-"), "the options read like nt-"),
        (line("gather", mover="1.0"), "a Korrigan of the seat whose turn it is must act"),
        (line("deal", mover="0.1", stash=["H"]), "a field that nobody has looked at"),
        (line("look", mover="0.0"), "a field that somebody has looked at"),
        (line("flip", mover="0.1", stash=["H"]), "a menhir is flipped on an empty field"),
        (line("place"), "a Korrigan must be off the map"),
        (line("final", suns="roygbi-"), "the Cauldron stands in the phases"),
    ],
)
def test_a_bad_position_is_refused_with_what_would_be_right(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        GAME.position(text)


def told(state: Korrigans, move: str, seat: int) -> str:
    return spoken(GAME.moves.tell(state, GAME.moves.read(move).action, seat))


def test_the_log_tells_each_seat_what_it_may_hear() -> None:
    state = at(where="5,14/1,15", stash=["H"], fields={8: "HH123"})
    ride = "seat 0 rides the hare from Broom Bank to Village and shows it"
    assert told(state, "move 0 hare village", 1) == ride
    play(state, "move 0 hare village")
    sight = "see hare hare coin1 coin2 coin3"
    assert told(state, sight, 0) == "seat 0 looks at 5 clovers on Village: hare, hare, 1 gold, 2 gold and 3 gold"
    assert told(state, sight, WATCHER) == "seat 0 looks at 5 clovers on Village"
    play(state, sight)
    assert told(state, "take hare", 0) == "seat 0 keeps a hare, one of 5 clovers"
    assert told(state, "take hare", 1) == "seat 0 keeps one of 5 clovers"


@pytest.mark.parametrize(
    ("position", "move", "words"),
    [
        (line("place", 0, "-,-/-,-", suns="-------"), "place flax_moor", "seat 0 places a Korrigan on Flax Moor"),
        (line("draw"), "pawn orange", "seat 0 draws an orange pawn"),
        (line("sun", pawn="o"), "sun 3", "seat 0 puts the orange pawn on the sun of row 3"),
        (line("cloud", pawn="r"), "cloud 3", "seat 0 puts the red pawn on the cloud of column 3"),
        (line(stash=["1"]), "sac coin1 hare", "seat 0 sacrifices a token and takes a Backup hare"),
        (line(stash=["1"], fell=["1"]), "sac coin1 hare", "seat 0 sacrifices 1 gold and takes a Backup hare"),
        (line("goblin", 0, "8g,0/8,8", mover="0.0"), "goblin 1.1", "seat 0 passes its Goblin to a Korrigan of seat 1"),
        (line("flip", 0, "6,0/1,15", mover="0.0", fields={6: "-"}), "menhir elf", "seat 0 turns over a menhir: Elf"),
        (line("leprechaun", mover="0.0"), "screen 1", "seat 0 takes away the screen of seat 1"),
        (
            line("unscreen", mover="0.0", target="1", stash=["", "HH1"]),
            "open",
            "seat 1 has no screen any more; behind it: 2 × hare and 1 gold",
        ),
        (
            line("troll", mover="0.0"),
            "troll flax_moor-chapel_close",
            "seat 0 puts the Troll between Flax Moor and Chapel Close",
        ),
        (
            line("cauldron", suns="-roygbi", pawn="v"),
            "cauldron lark_rise",
            "seat 0 lets the Cauldron come down on Lark Rise",
        ),
        (
            line("show", suns="-roygbi", pawn="v", cauldron="2", stash=["H1"]),
            "show",
            "seat 0 shows hare for its final turn",
        ),
        (line("final", suns="-roygbi", pawn="v", cauldron="2"), "stop", "seat 0 stops"),
        (line("late", options="ntl"), "end", "seat 0 ends its turn"),
        (line("fairy", mover="0.0"), "decline", "seat 0 declines the Fairy"),
        (line(), "pass", "seat 0 passes"),
    ],
)
def test_the_log_has_words_for_everything(position: str, move: str, words: str) -> None:
    assert told(GAME.position(position), move, WATCHER) == words
