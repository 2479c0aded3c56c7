"""What each seat sees, what it remembers, and the worlds it can imagine."""

from __future__ import annotations

import pytest
from librt.random import Random

from fourleaf import OVER, WATCHER
from fourleaf.engine.counts import how_many, unit
from fourleaf.engine.picture import plain
from fourleaf.engine.playout import random_action
from fourleaf.engine.sentences import spoken
from fourleaf.games.wichtel import GAME
from fourleaf.games.wichtel.board import BOX, DONE, EVENT_NAMES, FREE, GNOME_CODES, GNOME_NAMES, TITLE_NAMES
from fourleaf.games.wichtel.rules import Wichtel
from fourleaf.games.wichtel.view import WichtelView
from tests.games.wichtel.test_rules import FIVE, USUAL, at, judged, play

prompt = GAME.view.prompt


def view(state: Wichtel, seat: int) -> WichtelView:
    return GAME.view.view(state, seat)


def drawn(state: Wichtel, seat: int) -> str:
    return plain(GAME.picture.picture(view(state, seat)))


def words(hand: str, **changes: str) -> str:
    seen = view(at(hands=f"{hand}/HFHFKSKS/SWSWFAHS", **changes), 0).judged
    assert seen is not None
    return seen.words


# The own hand


@pytest.mark.parametrize(
    ("hand", "how"),
    [
        ("FAFAHSHS", "5: 2 points, title: Woodcutter +3"),
        ("VAVAHFHF", "16: 16 points, no title"),
        ("MEVAHFHS", "15: 15 points, HS dismissed, no title"),
        ("FAFAFAHD", "20: 10 points, HD stands for SW, title: Forest Sergeant +10"),
        ("KSKSHSHW", "-5: 5 points, no title, turned by the Widow"),
        ("HWHDFAFA", "-5: 10 points, HD stands for FA, title: Family Council -5, turned by the Widow"),
        ("HWHDMEGE", "90: 25 points, title: Clan Chief +65"),
    ],
)
def test_a_seat_sees_its_result_and_how_it_comes_about(hand: str, how: str) -> None:
    assert words(hand) == how


def test_with_the_option_the_widow_stays() -> None:
    assert words("GEWWHSHW") == "14: 14 points, HS and HW dismissed, no title"
    assert words("GEWWHSHW", options="99-stay") == "-14: 14 points, HS dismissed, no title, turned by the Widow"


def test_a_seat_sees_what_each_gnome_of_the_village_would_make_of_its_hand() -> None:
    places = view(at(hands="VAHFHSFA/HFHFKSKS/SWSWFAHS"), 0).village
    assert places[0].prospect is not None
    seen = places[0].prospect.judged
    assert (places[0].prospect.put, seen.result, seen.title) == ("FA", 23, "master")
    assert view(at(), WATCHER).village[0].prospect is None


def test_the_place_that_leaves_next_lies_beside_the_discard_pile() -> None:
    assert [place.leaves_next for place in view(at(), 0).village] == [False, False, True]
    assert [place.leaves_next for place in view(at(way="<"), 0).village] == [True, False, False]


# Names


def test_names_are_english_german_and_italian_and_come_from_the_box() -> None:
    hf = GNOME_CODES.index("HF")
    assert [GNOME_NAMES[tongue][hf] for tongue in ("en", "de", "it")] == ["Woodcutter", "Holzfäller", "Spaccalegna"]
    assert [EVENT_NAMES[tongue][7] for tongue in ("en", "de", "it")] == ["Come Here!", "Komm mal her!", "Vieni qui!"]
    assert [TITLE_NAMES[tongue][0] for tongue in ("en", "de", "it")] == [
        "Family Council",
        "Familienrat",
        "Consiglio di famiglia",
    ]
    assert BOX["game"]["name"]["de"] == GAME.title


# Ledgers


@pytest.mark.clause("W12.4", "W12.5")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_whatever_anybody_is_sure_of_or_was_shown_is_true(seats: int) -> None:
    state = GAME.rules.begin(seats, {**USUAL, "target": 50})
    rng = Random(seats)
    certain = 0
    for _ in range(2500):
        if state.actor() == OVER:
            break
        for observer in range(seats + 1):
            for seat in range(seats):
                sure = state.memory.of(observer, seat)
                assert all(how_many(sure, kind) <= how_many(state.hands[seat], kind) for kind in range(11))
                # What everybody is sure of each seat is sure of.
                common = state.memory.of(seats, seat)
                assert observer == seat or all(how_many(common, kind) <= how_many(sure, kind) for kind in range(11))
                certain += sure != 0
        for seat in range(seats):
            for kind in range(12):
                held = how_many(state.events[seat], kind) + (state.laid[seat] == kind)
                assert how_many(state.shown[seat], kind) <= held
        action = random_action(state, rng)
        state.apply(DONE if action == FREE else action)
    assert certain > 1000


# Worlds


def worlds(state: Wichtel, seat: int) -> list[Wichtel]:
    rng = Random(5)
    return [state.imagine(seat, rng) for _ in range(60)]


def held(state: Wichtel, seat: int, code: str) -> bool:
    return how_many(state.hands[seat], GNOME_CODES.index(code)) > 0


def test_every_imagined_world_is_a_position_that_could_lie_on_the_table() -> None:
    for peek in (False, True):
        state = GAME.rules.begin(4, {**USUAL, "swap_peek": peek})
        rng = Random(3)
        for _ in range(300):
            for seat in (0, 2, WATCHER):
                world = state.imagine(seat, rng)
                line = GAME.notation.write(world)
                assert GAME.notation.write(GAME.position(line)) == line
                # The others can imagine in it as well.
                GAME.position(GAME.notation.write(world.imagine(1, rng)))
            state.apply(random_action(state, rng))


def test_a_seat_imagines_everything_that_it_does_not_know() -> None:
    state = at(left="15?.ME@1", sure="0>1:HF")
    seen = worlds(state, 0)
    assert all(held(world, 1, "HF") for world in seen)
    assert len({world.hands[1] for world in seen}) > 20
    assert len({world.square.top(0) for world in seen}) > 4
    assert {world.square.top(0) // 11 - 1 for world in seen} == {1}
    assert len({world.events[1] for world in seen}) > 20
    assert all(world.square.top(0) == state.square.top(0) for world in worlds(state, 1))


@pytest.mark.clause("W6.3")
def test_in_a_blind_swap_the_active_seat_knows_what_comes_back_before_it_is_shown_the_rest() -> None:
    state = at(phase="show", asked="1", swap="1:FA:KS")
    assert all(held(world, 1, "KS") and world.returned == state.returned for world in worlds(state, 0))
    assert len({world.offer for world in worlds(state, 1)}) > 2, "the partner has not seen the offer yet"
    assert {(world.offer, world.returned) for world in worlds(state, 2)} > {(state.offer, state.returned)}


@pytest.mark.clause("W6.2")
def test_a_partner_that_peeked_imagines_the_offer_in_the_hand_it_came_from() -> None:
    state = at(options="99-peek", phase="reply", asked="1", swap="1:FA:-")
    assert all(held(world, 0, "FA") and world.offer == state.offer for world in worlds(state, 1))


def test_a_card_that_is_sure_may_be_the_one_that_is_offered() -> None:
    state = at(
        options="99-peek", phase="reply", asked="1", swap="1:FA:-", sure="1>0:FA", hands="FAHSHSHS/HFHFKSKS/SWSWFAHS"
    )
    assert {how_many(world.hands[0], 0) for world in worlds(state, 1)} >= {1, 2}


@pytest.mark.clause("W7.2")
def test_a_face_down_bribe_is_imagined_as_any_bribe() -> None:
    state = at(phase="bribe", asked="4", place="1", **{**FIVE, "laid": "-/C3/-/-/-", "events": "C2/C2.C4/C3/IM/C5"})
    laid = {world.laid[1] for world in worlds(state, 0)}
    assert laid <= set(range(7))
    assert len(laid) > 3


@pytest.mark.clause("W12.5")
def test_a_seat_of_which_all_cards_are_known_has_laid_one_of_them() -> None:
    state = at(phase="bribe", asked="2", place="1", events="C2/C4/C2", laid="-/C3/-", shown="-/C3.C4/-")
    assert {(world.laid[1], world.events[1]) for world in worlds(state, 0)} == {
        (state.laid[1], state.events[1]),
        (2, unit(1)),
    }


def test_others_remember_of_the_viewer_what_it_knows_they_do() -> None:
    state = at(sure="1>0:FA,1>2:SW,w>2:HS")
    for world in worlds(state, 0):
        assert world.memory.of(1, 0) == state.memory.of(1, 0)
        assert world.memory.of(1, 2) == state.memory.of(3, 2), "of one another only what everybody knows"


# Words and pictures


@pytest.mark.parametrize(
    ("changes", "mine", "theirs"),
    [
        ({}, "Let the village march", "Seat 0 is to let the village march or play a movement card."),
        ({"phase": "action"}, "Call a gnome from the pile", "Seat 0 is to call, swap or recruit."),
        (
            {"phase": "end"},
            "End your turn or free the supervisor.",
            "Seat 0 is to end its turn, free the supervisor or play a movement card.",
        ),
        (
            {"phase": "end", "events": "HALT.BACK/C2/C2"},
            "End your turn, free the supervisor, play Come Back! or play Stand Still!",
            "Seat 0 is to end its turn",
        ),
        (
            {"phase": "end", "supervisor": "free"},
            "End your turn.",
            "Seat 0 is to end its turn or play a movement card.",
        ),
        ({"phase": "look", "place": "1", "die": "1"}, "You rolled 1 and needed 2", "Seat 0 is to look again or pass."),
        (
            {"phase": "replace", "place": "1"},
            "Wood Carrier is yours: put one of your four",
            "Seat 0 is to put one of its four in the village.",
        ),
        (
            {"phase": "claim", "supervisor": "free"},
            "The supervisor is here: end the round",
            "Seat 0 is to end the round or let it go on.",
        ),
    ],
)
def test_the_prompt_says_what_to_do_or_whom_to_wait_for(changes: dict[str, str], mine: str, theirs: str) -> None:
    assert spoken(prompt(view(at(**changes), 0))).startswith(mine)
    assert spoken(prompt(view(at(**changes), 1))).startswith(theirs)


def test_the_prompt_of_the_others_moments() -> None:
    assert spoken(prompt(view(at(phase="bribe", asked="1", place="2"), 1))).startswith(
        "Seat 0 recruits Club Swinger: lay a bribe"
    )
    assert spoken(prompt(view(at(phase="reply", asked="1", swap="1:FA:-"), 1))).startswith(
        "Seat 0 offers you a gnome face down"
    )
    peek = at(options="99-peek", phase="reply", asked="1", swap="1:FA:-")
    assert spoken(prompt(view(peek, 1))).startswith("Seat 0 offers you Family")
    nix = at(phase="nix", place="1", events="NIX/C2/C2", laid="-/C3/-", shown="-/C3/-")
    assert spoken(prompt(view(nix, 0))) == "Cancel a bribe against you, or pass."
    give = at(phase="give", asked="1", place="1", counts="1:HE", events="C2/C2/C2", spent="HE")
    assert spoken(prompt(view(give, 1))) == "He's the Best! Who must take Wood Carrier?"
    assert spoken(prompt(view(at(phase="roll", place="1"), 0))) == "The cards speak."


def test_the_prompt_names_the_winners() -> None:
    won = judged("HS HS KS HF", "WW SW KS FA", "HF HF KS SW", totals="0/90/0")
    assert spoken(prompt(view(won, 0))) == "Seat 1 wins with 107 points."
    shared = judged("HS HS KS HS", "FA HS SW FA", "HS HS KS KS", totals="94/94/0")
    assert spoken(prompt(view(shared, 0))) == "Seat 0 and seat 1 win with 100 points."


@pytest.mark.parametrize(
    ("changes", "seat", "words"),
    [
        ({}, 0, "Let the village march."),
        ({"events": "HERE.HALT/C2/C2"}, 0, "Let the village march, or first play Come Here! or Stand Still!"),
        (
            {"phase": "bribe", "asked": "1", "place": "2", "events": "C2/NIX/C2"},
            1,
            "recruits Club Swinger: pass, for you have no bribe to lay.",
        ),
        (
            {"phase": "nix", "place": "1", "events": "LOOK/C2/C2", "laid": "-/C3/-", "shown": "-/C3/-"},
            0,
            "You cannot cancel a bribe: pass.",
        ),
        ({"phase": "look", "place": "1", "die": "1", "events": "NIX/C2/C2"}, 0, "and needed 2: let it be."),
    ],
)
def test_a_prompt_offers_no_card_that_is_not_held(changes: dict[str, str], seat: int, words: str) -> None:
    assert spoken(prompt(view(at(**changes), seat))).endswith(words)


def test_the_picture_shows_the_village_between_its_piles_and_the_own_hand() -> None:
    picture = drawn(at(), 0)
    assert "16 ▒▒ │HS       1││KS       2││FA       0│ ▒▒ 1" in picture
    assert "your gnomes   FA 0  FA 0  HS 1  HS 1" in picture
    assert "your result   5: 2 points, title: Woodcutter +3" in picture
    assert "your events   C2  C2  C3  NIX" in picture
    assert "supervisor: Where is he?" in picture


def test_the_picture_shows_what_is_remembered_and_nothing_else() -> None:
    state = at(left="14?.VA.ME@1", right="1?", sure="0>1:HF", shown="-/C4/-", when="1.25")
    picture = drawn(state, 0)
    assert "left  pile  ?1 VA ?×14" in picture
    assert "HF ▒▒ ▒▒ ▒▒" in picture
    assert "shown C4" in picture
    assert "lap 9 of 10" in picture
    assert "left  pile  ME VA ?×14" in drawn(state, 1)
    assert "your" not in drawn(state, WATCHER)


def test_the_picture_shows_bribes_swaps_and_the_last_round() -> None:
    bribes = at(phase="turn", asked="2", place="2", events="C2/C2/C2", laid="-/C3/C4", shown="-/C3/-")
    assert "bribe C3" in drawn(bribes, 0)
    assert "bribe face down" in drawn(bribes, 0)
    assert "2 die" in drawn(bribes, 0)
    assert "swap FA for ?" in drawn(at(phase="reply", asked="1", swap="1:FA:-"), 0)
    counts = at(phase="roll", place="1", counts="1:C3", spent="C3", supervisor="free+back+halt")
    assert "C3 counts" in drawn(counts, 0)
    assert "There he is!   the next step goes back   no next step" in drawn(counts, 0)
    over = play(judged("HS HS KS HF", "WW SW KS FA", "HF HF KS SW", totals="0/90/0"))
    assert "last round    seat 0    8  HS HS HF KS  7" in drawn(over, 0)


def test_whoever_takes_a_gnome_sees_what_each_of_its_four_would_leave() -> None:
    taking = at(phase="replace", place="1", die="5", hands="VAHFHSFA/HFHFKSKS/SWSWFAHS")
    seen = view(taking, 0).puts
    left = {prospect.put: prospect.judged.result for prospect in seen}
    assert left == {"FA": 23, "HS": 9, "HF": 7, "VA": 13}
    assert view(taking, 1).puts == view(taking, WATCHER).puts == ()


def test_the_score_sheet_tells_of_every_round() -> None:
    state = at(when="3.1", asked="2", last="HSHSHFKS/FAFAFAFA/SWSWKSFA;VAHFHFHF/HSHSHSHS/FAFAFAFA", totals="8/1/25")
    assert view(state, WATCHER).sheet == ((7, -4, 25), (32, 7, -4))
    line = GAME.notation.write(state)
    assert GAME.notation.write(GAME.position(line)) == line
