"""What is said for a move of the village is so."""

from __future__ import annotations

import pytest

from fourleaf.engine.counts import listed_kinds
from fourleaf.engine.sentences import spoken
from fourleaf.games.wichtel import GAME
from fourleaf.games.wichtel.board import EVENT_NAMES, GNOME_CODES, GNOME_NAMES
from fourleaf.games.wichtel.moves import Call, Put, Recruit, Return, Swap
from fourleaf.games.wichtel.rules import ACTS, LAYS_DOWN, REPLACES, Wichtel
from tests.games.wichtel.oracle import VALUES, result
from tests.games.wichtel.test_rules import at
from tests.kit.claims import Claim, hold_to, said_truly

CODES = dict(zip(GNOME_NAMES["en"], GNOME_CODES, strict=True))
GNOME = f"({'|'.join(CODES)})"
VALUED = rf"{GNOME} \(worth (\d+)\)"
COUNT = r"(-?\d+)"
LAST_TURN = rf"the round is over, and your four count {COUNT}"
GIVEN = rf"seat (\d) must take {GNOME}"


def hand(state: Wichtel) -> list[str]:
    return [GNOME_CODES[kind] for kind in listed_kinds(state.hands[state.asked])]


def counts(state: Wichtel, four: list[str]) -> int:
    return result(tuple(four), state.widow_dismissed)[0]


def changed(four: list[str], gone: str, come: str) -> list[str]:
    return [*four[: four.index(gone)], *four[four.index(gone) + 1 :], come]


def village(state: Wichtel, place: int) -> str:
    return GNOME_CODES[state.square.village[place]]


def best_with(state: Wichtel, gnome: str) -> int:
    return max(counts(state, changed(hand(state), gone, gnome)) for gone in hand(state))


def recruited(state: Wichtel, after: Wichtel, move: Recruit, gnome: str, count: str) -> bool:
    return village(state, int(move.what) - 1) == CODES[gnome] and best_with(state, CODES[gnome]) == int(count)


def bribed(state: Wichtel, after: Wichtel, move: object, gnome: str, count: str) -> bool:
    return village(state, state.place) == CODES[gnome] and best_with(state, CODES[gnome]) == int(count)


def valued(move: Call | Return, gnome: str, value: str) -> bool:
    return move.what == CODES[gnome] and VALUES[CODES[gnome]] == int(value)


def top(state: Wichtel) -> str | None:
    """What the seat that draws next knows of the top of the pile, by its view."""
    seen = GAME.view.view(state, state.active)
    return next(pile for pile in (seen.left, seen.right) if pile.draws).slots[-1].gnome


def called(state: Wichtel, after: Wichtel, move: Call, gnome: str, count: str) -> bool:
    drawn = CODES[gnome]
    return top(after) == drawn and counts(state, changed(hand(state), move.what, drawn)) == int(count)


def offered(state: Wichtel, after: Wichtel, move: Return, offer: str, gone: str, value: str, count: str) -> bool:
    known = GAME.view.view(state, state.asked).offer == CODES[offer] and valued(move, gone, value)
    return known and counts(state, changed(hand(state), move.what, CODES[offer])) == int(count)


def swapped(state: Wichtel, after: Wichtel, move: Swap, seat: str, gnome: str, value: str) -> bool:
    return (move.seat, move.gnome) == (int(seat), CODES[gnome]) and VALUES[move.gnome] == int(value)


def put(state: Wichtel, after: Wichtel, move: Put, count: str) -> bool:
    return counts(state, changed(hand(state), move.what, village(state, state.place))) == int(count)


def now(state: Wichtel, count: str) -> bool:
    return counts(state, hand(state)) == int(count)


CLAIMS: dict[str, Claim] = {
    "the village marches, and then you act": lambda s, t, m: t.phase != ACTS,
    "the village stands still, and then you act": lambda s, t, m: (
        t.phase == ACTS and list(s.square.village) == list(t.square.village)
    ),
    rf"{GNOME} leaves the village, and the top of the pile comes instead": lambda s, t, m, gnome: (
        village(s, int(m.what) - 1) == CODES[gnome] and t.place == int(m.what) - 1
    ),
    "the next march is left out": lambda s, t, m: s.halt or str(m) == "halt",
    "the next march is to go backwards": lambda s, t, m: not s.halt and str(m) == "back",
    rf"you give up {VALUED} for the top of the pile, which you do not know": lambda s, t, m, *named: (
        valued(m, *named) and top(t) is None
    ),
    rf"{GNOME} is on top of the pile, and with it your four count {COUNT}": called,
    rf"you give seat (\d) {VALUED}, and it chooses what you get": swapped,
    rf"with {GNOME} your four could count {COUNT}": recruited,
    rf"you give {VALUED} for a gnome that you have not seen": lambda s, t, m, *named: (
        valued(m, *named) and GAME.view.view(s, s.asked).offer is None
    ),
    rf"with {GNOME} for {VALUED} your four count {COUNT}": offered,
    "you keep your cards": lambda s, t, m: s.events[s.asked] == t.events[s.asked],
    "the bribes stand as they are": lambda s, t, m: s.events[s.active] == t.events[s.active],
    "the roll stands": lambda s, t, m: s.die > 0 and t.spent == s.spent,
    r"you roll once more and need (\d)": lambda s, t, m, need: GAME.view.view(t, 0).need == int(need),
    r"it cancels (.+) of seat (\d)": lambda s, t, m, card, seat: (
        EVENT_NAMES["en"][s.laid[int(seat)]] == card and t.laid[int(seat)] < 0
    ),
    rf"if it wins, with {GNOME} your four could count {COUNT}": lambda s, t, m, *named: (
        bribed(s, t, m, *named) and m.what != "HE"
    ),
    rf"if it counts you say who must take {GNOME}": lambda s, t, m, gnome: (
        village(s, s.place) == CODES[gnome] and m.what == "HE"
    ),
    GIVEN: lambda s, t, m, seat, gnome: (
        (t.phase, t.asked) == (REPLACES, int(seat)) and village(t, t.place) == CODES[gnome]
    ),
    rf"your four then count {COUNT}": put,
    rf"it ends the round while your four count {COUNT}": lambda s, t, m, n: now(s, n) and t.phase == LAYS_DOWN,
    rf"you let the round go on, and your four count {COUNT} now": lambda s, t, m, n: now(s, n) and t.phase != LAYS_DOWN,
    LAST_TURN: lambda s, t, m, n: now(s, n) and t.phase == LAYS_DOWN,
    rf"from now on whoever gets a gnome may end the round; your four count {COUNT}": lambda s, t, m, n: (
        now(s, n) and t.free and t.phase != LAYS_DOWN
    ),
    rf"your turn is over, and your four count {COUNT}": lambda s, t, m, n: (
        now(s, n) and t.active != s.active and t.phase != LAYS_DOWN
    ),
}


def test_every_merit_is_true() -> None:
    hold_to(GAME, CLAIMS, games=1, positions=60, seldom=(LAST_TURN, GIVEN))


@pytest.mark.parametrize(
    ("changes", "move", "words"),
    [
        ({"phase": "end", "when": "1.30", "asked": "2"}, "done", "the round is over, and your four count 9"),
        (
            {"phase": "give", "asked": "1", "place": "1", "counts": "1:HE", "events": "C2/C2/C2", "spent": "HE"},
            "give 2",
            "seat 2 must take Wood Carrier",
        ),
    ],
)
def test_a_merit_of_a_rare_moment(changes: dict[str, str], move: str, words: str) -> None:
    state, action = at(**changes), GAME.moves.read(move).action
    assert spoken(GAME.reasons.merit(state, action)) == words
    assert said_truly(GAME, state, action, CLAIMS)
