"""What is said for a move of Korrigans is so."""

from __future__ import annotations

from functools import cache

import pytest

from fourleaf import Move
from fourleaf.engine.bits import has
from fourleaf.games.korrigans import GAME
from fourleaf.games.korrigans.moves import Ride, Sacrifice, TakeToken
from fourleaf.games.korrigans.rules import FINAL, ON_GOBLIN, Korrigans
from fourleaf.games.korrigans.view import KorrigansView
from tests.games.korrigans.oracle import COMPANIONS, FIELDS, decisions, landings, leads
from tests.games.korrigans.positions import at
from tests.kit.claims import Claim, hold_to, said_truly

IDS = {field["name"]: name for name, field in FIELDS.items()}
FIELD = f"({'|'.join(IDS)})"
CLOVERS = r"(no|\d+) clovers?"
LEADS = r"which leads to (no|\d+) fields? from where you are"
FAR_OFF = rf"in 4 rides your companions do not lead to {FIELD}"
GOBLIN = r"your Goblin, which costs 2 gold, goes to seat (\d)"
TROLL = rf"it closes the way between {FIELD} and {FIELD}"
PASS = "you can neither ride nor sacrifice"
Pool = tuple[str, ...]


def number(word: str) -> int:
    return 0 if word == "no" else int(word)


def seen(state: Korrigans) -> KorrigansView:
    return GAME.view.view(state, state.turn)


def where(state: Korrigans) -> list[str]:
    return [korrigan.field for korrigan in seen(state).seats[state.turn].korrigans if korrigan.field]


def owned(view: KorrigansView) -> Pool:
    me = view.seats[view.seat]
    backup = [me.backup] if me.backup in COMPANIONS else []
    held = [token for token in (*(me.stash or ()), *me.display) if token in COMPANIONS]
    return tuple(sorted([*held, *(one for one in backup if one)]))


def led_to(state: Korrigans, companion: str) -> int:
    return len({f for f in FIELDS for start in where(state) if leads(companion, start, f, seen(state).troll)})


@cache
def left_at(start: str, goal: str, pool: Pool, troll: str | None, rides: int) -> frozenset[Pool]:
    """What may be left of the companions when a Korrigan has come to a field in so many rides or fewer."""
    ends = {pool} if start == goal else set()
    for companion in set(pool) if rides else ():
        rest = list(pool)
        rest.remove(companion)
        for field in FIELDS:
            if leads(companion, start, field, troll):
                ends |= left_at(field, goal, tuple(rest), troll, rides - 1)
    return frozenset(ends)


def within_reach(state: Korrigans, seat: int, cauldron: str | None, rides: int = 4) -> int:
    """The gold that both Korrigans of a seat can win at a Cauldron, each with up to so many rides."""
    view = GAME.view.view(state, seat)
    one, other = (str(korrigan.field) for korrigan in view.seats[seat].korrigans)
    firsts = left_at(one, str(cauldron), owned(view), view.troll, rides)
    if any(left_at(other, str(cauldron), left, view.troll, rides) for left in firsts):
        return 15
    return 10 if firsts or left_at(other, str(cauldron), owned(view), view.troll, rides) else 0


def bonus(state: Korrigans, seat: int) -> int:
    view = GAME.view.view(state, seat)
    return (0, 10, 15)[[korrigan.field for korrigan in view.seats[seat].korrigans].count(view.cauldron)]


def clovers(state: Korrigans, field: str, count: str) -> bool:
    return next(f.clovers for f in seen(state).fields if f.field == IDS[field]) == number(count)


def ridden(state: Korrigans, after: Korrigans, move: Ride, field: str, count: str, met: str) -> bool:
    mover = 2 * state.turn + move.korrigan
    chooses = after.phase == ON_GOBLIN
    elf = chooses or (has(after.elves, mover) and not has(state.elves, mover))
    goblin = chooses or (has(state.goblins, mover) and not has(after.goblins, mover))
    same = (has(after.elves, mover), has(after.goblins, mover)) == (has(state.elves, mover), has(state.goblins, mover))
    told = {"Elf": elf, "Goblin": goblin}
    named = [words for words in told if words in met]
    return (
        move.field == IDS[field]
        and clovers(state, field, count)
        and (all(told[words] for words in named) if named else same and not chooses)
    )


def sacrificed(state: Korrigans, after: Korrigans, move: Sacrifice, token: str, side: str, count: str) -> bool:
    given = f"coin{token[0]}" if token.endswith("gold") else token.removeprefix("a ")
    return (given, side) == (move.token, move.backup) and led_to(state, side) == number(count)


def taken(state: Korrigans, after: Korrigans, move: TakeToken, kind: str, count: str) -> bool:
    return kind == move.token and kind not in owned(seen(state)) and led_to(state, kind) == number(count)


def stopped(state: Korrigans, after: Korrigans, move: Move, gold: str, count: str) -> bool:
    return bonus(state, state.turn) == int(gold) and len(owned(seen(state))) == number(count)


CLAIMS: dict[str, Claim] = {
    rf"{FIELD} has {CLOVERS}((?:, and you (?:take an Elf|leave your Goblin) there)*)": lambda s, t, m, f, n, met: (
        ridden(s, t, m, f, n, met) if isinstance(m, Ride) else m.field == IDS[f] and clovers(s, f, n) and not met
    ),
    r"the Cauldron then brings you (10|15) gold": lambda s, t, m, gold: (
        bonus(t, s.turn) == int(gold) > bonus(s, s.turn) and s.phase == FINAL
    ),
    r"from there you can still win (10|15) gold at the Cauldron": lambda s, t, m, gold: (
        within_reach(t, s.turn, seen(s).cauldron) == int(gold)
    ),
    "it uses up the animal, and you are not at the Cauldron then": lambda s, t, m: (
        bonus(t, s.turn) == 0
        and len(owned(GAME.view.view(t, s.turn))) == len(owned(seen(s))) - 1
        and within_reach(t, s.turn, seen(s).cauldron) == 0
    ),
    rf"for (\d gold|a \w+) you get a (\w+), {LEADS}": sacrificed,
    r"it is (\d) gold": lambda s, t, m, gold: m.token == f"coin{gold}",
    r"another (\w+) is one more ride in your last turn": lambda s, t, m, kind: (
        kind == m.token and kind in owned(seen(s))
    ),
    rf"you have no (\w+) yet, {LEADS}": taken,
    PASS: lambda s, t, m: decisions(seen(s)) == ["pass"],
    "your Korrigans stay where they are": lambda s, t, m: list(s.where) == list(t.where) and str(m) == "decline",
    "your turn ends, and you keep what is in your stash": lambda s, t, m: (
        s.stash[s.turn] == t.stash[s.turn] and str(m) == "end"
    ),
    r"the Cauldron brings you (0|10|15) gold, and (no|\d+) companions? left may break a tie": stopped,
    GOBLIN: lambda s, t, m, seat: (
        int(m.korrigan[0]) == int(seat) != s.turn
        and has(t.goblins, 2 * int(seat) + int(m.korrigan[2]))
        and not has(t.goblins, s.mover)
    ),
    r"everybody then sees the stash of seat (\d)": lambda s, t, m, seat: m.seat == int(seat) == t.target,
    TROLL: lambda s, t, m, one, other: GAME.view.view(t, 0).troll == m.link == f"{IDS[one]}-{IDS[other]}",
    r"the Cauldron can then come down on (\d+) fields?": lambda s, t, m, count: (
        len(GAME.view.view(t, 0).candidates) == int(count)
    ),
    FAR_OFF: lambda s, t, m, field: (
        m.field == IDS[field] in [text.split()[1] for text in landings(seen(s))]
        and within_reach(s, s.turn, IDS[field]) == 0
    ),
    rf"with your companions you can win (10|15) gold on {FIELD}": lambda s, t, m, gold, field: (
        m.field == IDS[field] and within_reach(s, s.turn, IDS[field]) == int(gold)
    ),
}


def test_every_merit_is_true() -> None:
    hold_to(GAME, CLAIMS, games=2, positions=40, seldom=(PASS, GOBLIN, TROLL, FAR_OFF))


@pytest.mark.parametrize(
    ("state", "pattern"),
    [
        (at(), PASS),
        (at("goblin", 0, "8g,0/8,8", mover="0.0"), GOBLIN),
        (at("troll", mover="0.0", troll="0-4", menhirs="22213122"), TROLL),
        (at("cauldron", suns="-roygbi", pawn="v"), FAR_OFF),
    ],
)
def test_a_merit_of_a_rare_moment(state: Korrigans, pattern: str) -> None:
    assert said_truly(GAME, state, int(state.legal()[0]), CLAIMS) == pattern
