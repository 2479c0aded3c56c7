"""The written language: moves as people type them, positions as tests write them, the log as seats hear it."""

from __future__ import annotations

import pytest

from fourleaf import WATCHER, BadPosition, IllegalMove, NotAMove
from fourleaf.engine.options import settle
from fourleaf.engine.sentences import spoken
from fourleaf.games.wichtel import GAME
from fourleaf.games.wichtel.notation import EXAMPLE
from tests.games.wichtel.test_rules import at, play

ANYWHERE = GAME.rules.begin(3, settle(GAME.options, {}))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("call FA", "call FA"),
        ("CALL family", "call FA"),
        ("call Holzfäller", "call HF"),
        ("call Vedova del capo", "call HW"),
        ("swap 1 FA", "swap 1 FA"),
        ("swap Woodcutter with seat 1", "swap 1 HF"),
        ("  swap   HF to 2 ", "swap 2 HF"),
        ("recruit place 2", "recruit 2"),
        ("C3", "bribe C3"),
        ("bribe 3 Bark Thalers", "bribe C3"),
        ("2 Rindentaler", "bribe C2"),
        ("I'm the best!", "bribe IM"),
        ("Der ist der Beste!", "bribe HE"),
        ("Come here! 2", "here 2"),
        ("Komm mal her! 3", "here 3"),
        ("Stand Still!", "halt"),
        ("Indietreggia!", "back"),
        ("Let me look again!", "look"),
        ("Nix da! 2", "nix 2"),
        ("skip", "pass"),
        ("end turn", "done"),
        ("free the supervisor", "free"),
        ("give to seat 2", "give 2"),
        ("put general", "put GE"),
        ("judge!", "judge"),
        ("go on", "continue"),
    ],
)
def test_a_move_can_be_written_in_many_words(text: str, move: str) -> None:
    assert str(GAME.moves.read(text)) == move


@pytest.mark.parametrize("text", ["", "FA", "call", "call XX", "swap FA", "swap 9 FA", "here 6", "bribe HERE", "fly"])
def test_what_is_no_move_gets_an_example_of_one(text: str) -> None:
    with pytest.raises(NotAMove, match="reads like call FA, swap 1 FA"):
        GAME.moves.read(text)


@pytest.mark.parametrize(
    ("text", "clause"), [("refuse", "W6.2"), ("draw", "W5.1"), ("draw event", "W2.5"), ("Shuffle!", "W3.4")]
)
def test_a_wish_that_no_rule_knows_is_refused_with_a_clause(text: str, clause: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        GAME.moves.read(text)
    assert refused.value.clause == clause


def test_every_action_has_one_move_and_one_text() -> None:
    texts = {str(GAME.moves.spell(ANYWHERE, action)) for action in range(GAME.actions)}
    assert len(texts) == GAME.actions
    assert all(GAME.moves.spell(ANYWHERE, action).action == action for action in range(GAME.actions))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"options": "99-stays"}, "the options read like 99 or 50-stay-peek"),
        ({"phase": "begin"}, "'begin' is not a phase; there are deal"),
        ({"phase": "reveal-later"}, "a gnome comes in reveal, reveal-start or reveal-end"),
        ({"phase": "start-end"}, "a gnome comes in reveal"),
        ({"when": "1"}, r"round and turn read like 1\.1"),
        ({"when": "26.1"}, "up to round 25"),
        ({"asked": "3"}, "'3' is not a seat; there are 0, 1 and 2"),
        ({"asked": "1"}, "seat 0 has the turn and is asked, not seat 1"),
        ({"totals": "0/0"}, "three to five seats have totals"),
        ({"totals": "0/0/x"}, "a total is a whole number, not 'x'"),
        ({"left": "15?"}, "both piles together hold 17 gnomes"),
        ({"left": "-", "right": "17?"}, "the draw pile is not empty"),
        ({"left": "16?.F"}, r"a pile reads like 12\?\.FA\.HS@2"),
        ({"left": "15?.FA@7"}, "'7' is not a seat"),
        ({"left": "30?"}, "a pile holds at most 18 gnomes, not 30"),
        ({"way": "="}, "'=' is not a way of the march"),
        ({"village": "HSKS"}, "the village has 3 places of two letters"),
        ({"village": "HSKS--"}, "the village has a gnome on every place"),
        ({"village": "HSKSXX"}, "'XX' is not a gnome"),
        ({"hands": "FAFAHSHS/HFHFKSKS"}, "3 seats are parted by /, not 2"),
        ({"hands": "FAFAHS/HFHFKSKS/SWSWFAHS"}, "seat 0 holds 4 gnomes here, not 3"),
        ({"hands": "MEMEHSHS/HFHFKSKS/SWSWFAHS"}, "there are 1 cards ME, not 2"),
        ({"hands": f"{'FA' * 16}/HFHFKSKS/SWSWFAHS"}, "no deck has so many cards of a kind"),
        ({"events": "C2.C2.C2.C2.C3/-/-"}, "a seat has at most 4 events; seat 0 has more"),
        ({"events": "NIX.NIX/-/-"}, "there are 1 cards NIX, not 2"),
        ({"events": "C7/-/-"}, "'C7' is not an event"),
        ({"supervisor": "gone"}, "the supervisor is abducted or free"),
        ({"place": "2"}, "a place is named while"),
        ({"place": "4"}, "'4' is not a place"),
        ({"swap": "1"}, "a swap reads like 1:FA:-"),
        ({"phase": "reply", "asked": "1", "swap": "1:ME:-"}, "only cards of a hand are swapped"),
        ({"phase": "reply", "asked": "0", "swap": "0:FA:-"}, "nobody swaps with itself"),
        ({"phase": "reply", "asked": "1", "swap": "1:-:-"}, "an offer lies there"),
        ({"phase": "show", "asked": "1", "swap": "1:FA:-"}, "a gnome is returned in show"),
        ({"laid": "-/C2/-", "events": "C2/C2/C2"}, "bribes lie there in bribe, turn and nix"),
        ({"laid": "-/NIX/-"}, "'NIX' is not a bribe"),
        ({"phase": "turn", "asked": "1", "place": "1"}, "has a bribe to turn up"),
        ({"phase": "bribe", "asked": "0", "place": "1"}, "seat 0 has the turn; another seat is asked now"),
        ({"counts": "1"}, "the bribe that counts reads like 1:C3"),
        ({"counts": "1:C3"}, "a bribe counts from roll to claim"),
        ({"phase": "give", "asked": "1", "place": "1", "counts": "1:C3"}, "only He's the Best! gives"),
        ({"die": "7"}, "'7' is not a roll"),
        ({"die": "-+look"}, r"a roll reads like 4, or 4\+look"),
        ({"sure": "1>0"}, "what is sure reads like 1>0:WWVA"),
        ({"sure": "9>0:FA"}, "'9' is not an observer"),
        ({"sure": "1>0:WW"}, "nobody can be sure of WW in the hand of seat 0"),
        ({"shown": "C5/-/-"}, "seat 0 was shown to hold C5, but does not"),
        ({"phase": "over"}, "the game is over when hands have been laid down"),
    ],
)
def test_a_bad_position_is_refused_with_what_would_be_right(changes: dict[str, str], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        at(**changes)


def test_a_line_with_a_word_too_few_gets_an_example() -> None:
    with pytest.raises(BadPosition, match="a position has 21 words, like 99 start"):
        GAME.position(EXAMPLE.rsplit(" ", 1)[0])


def told(text: str, seat: int, **words: str) -> str:
    return spoken(GAME.moves.tell(at(**words), GAME.moves.read(text).action, seat))


def test_the_log_tells_each_seat_what_it_may_hear() -> None:
    assert told("call FA", 0, phase="action") == "seat 0 gives up Family and calls"
    assert told("call FA", 1, phase="action") == "seat 0 gives up a gnome and calls"
    assert told("swap 1 FA", 0, phase="action") == "seat 0 offers seat 1 Family"
    assert told("swap 1 FA", 1, phase="action") == "seat 0 offers seat 1 a gnome"
    reply = {"phase": "reply", "asked": "1", "swap": "1:FA:-"}
    assert told("return HF", 0, **reply) == "seat 1 returns Woodcutter"
    assert told("return HF", 2, **reply) == "seat 1 returns a gnome"
    show = {"phase": "show", "asked": "1", "swap": "1:FA:HF"}
    assert told("show FA", 1, **show) == "seat 1 looks at what it was offered: Family"
    assert told("show FA", WATCHER, **show) == "seat 1 looks at what it was offered"
    bribe = {"phase": "bribe", "asked": "1", "place": "1"}
    assert told("bribe C4", 1, **bribe) == "seat 1 lays a card face down: 4 Bark Thalers"
    assert told("bribe C4", 0, **bribe) == "seat 1 lays a card face down"


def test_the_log_tells_everybody_what_happens_in_the_open() -> None:
    state = at(phase="action", events="LOOK.NIX.C2/C3.C2/HE")
    for text, line in (
        ("recruit 2", "seat 0 puts the die on place 2: Club Swinger"),
        ("bribe C3", "seat 1 lays a card face down"),
        ("bribe HE", "seat 2 lays a card face down"),
        ("turn C3", "seat 1's bribe is turned up: 3 Bark Thalers"),
        ("turn HE", "seat 2's bribe is turned up: He's the Best!"),
        ("nix 2", "seat 0 plays Nothing Doing! against seat 2's He's the Best!"),
        ("roll 2", "seat 0 rolls 2: 3 was needed"),
        ("look", "seat 0 plays Let Me Look Again!"),
        ("roll 3", "seat 0 rolls 3: enough"),
        ("put FA", "seat 0 takes Club Swinger and puts Family in its place"),
        ("free", "seat 0 frees the supervisor: There he is!"),
        ("march", "seat 1 lets the village march"),
        ("gnome ME", "Master comes to place 1 of the village"),
    ):
        assert spoken(GAME.moves.tell(state, GAME.moves.read(text).action, WATCHER)) == line
        play(state, text)


def test_the_log_tells_movement_cards_gifts_claims_and_judgements() -> None:
    cards = "HERE.BACK.HALT/C2/C2"
    assert told("here 3", 1, events=cards) == "seat 0 plays Come Here! to Family on place 3"
    assert told("back", 1, events=cards) == "seat 0 plays Come Back!: the next step goes backwards"
    assert told("halt", 1, events=cards) == "seat 0 plays Stand Still!: there is no next step"
    assert told("done", 1, phase="end") == "seat 0 is done"
    give = {"phase": "give", "asked": "1", "place": "1", "counts": "1:HE", "events": "C2/C2/C2", "spent": "HE"}
    assert told("give 2", 0, **give) == "seat 1 gives Wood Carrier to seat 2"
    assert told("continue", 1, phase="claim", supervisor="free") == "seat 0 lets the round go on"
    assert told("judge", 1, phase="claim", supervisor="free") == "seat 0 ends the round: all are judged"
    assert told("hand FA-FA-HS-HS", 1, phase="hands") == (
        "seat 0 lays down Family, Family, Wood Carrier and Wood Carrier: 5, title: Woodcutter"
    )
    deal = GAME.rules.begin(3, {option.name: option.usual for option in GAME.options})
    assert spoken(GAME.moves.tell(deal, 0, 0)) == "seat 0 is dealt Family"
    assert spoken(GAME.moves.tell(deal, 0, 1)) == "seat 0 is dealt a gnome"
