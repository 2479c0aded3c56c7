"""Positions for the tests: a line of notation from the few things that matter, and moves by their text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from fourleaf.engine.counts import listed_kinds
from fourleaf.games.korrigans import GAME
from fourleaf.games.korrigans.board import CLOVERS, FIELD_IDS, KIND_CODES, clovers_in_play
from fourleaf.games.korrigans.rules import Korrigans

GATHERED_ON = (16, 1, 7, 3, 11, 14, 12, 2, 13, 15, 9, 10, 0, 4, 5, 6, 8)
"""Where tokens come from when a test does not care."""
EMPTIED = (5, 6, 4, 10, 9, 12)
"""Where the menhirs stood that were turned over, when a test does not care."""
MENHIRS_STAND = 16
ONES = 12
"""So many coins of one are gathered before those of two."""


def line(
    phase: str = "move",
    turn: int = 0,
    where: str = "0,16/1,15",
    *,
    mover: str = "-",
    target: str = "-",
    suns: str = "r------",
    clouds: str = "-------",
    pawn: str = "-",
    troll: str = "-",
    cauldron: str = "-",
    stash: Sequence[str] = (),
    display: Sequence[str] = (),
    spent: Sequence[str] = (),
    sacrificed: Sequence[str] = (),
    backup: Sequence[str] = (),
    gold: Sequence[str] = (),
    fell: Sequence[str] = (),
    menhirs: str | None = None,
    fields: dict[int, str] | None = None,
    options: str = "nt-",
) -> str:
    """One line of notation; `fields` says what lies on fields that somebody has looked at, the rest is found."""
    seats = where.count("/") + 1

    def each(words: Sequence[str]) -> list[str]:
        return [*words, *["-"] * (seats - len(words))]

    contents = {field: list(bag.replace("-", "")) for field, bag in (fields or {}).items()}
    printed = {field: int(CLOVERS[field]) + (seats >= 4) for field in range(len(FIELD_IDS))}
    missing = [field for field in contents for _ in range(printed[field] - len(contents[field]))]
    elsewhere = [field for field in GATHERED_ON if field not in contents for _ in range(printed[field])]
    taken: list[tuple[int, str]] = []
    for bags in (stash, display, spent, sacrificed):
        for seat, bag in enumerate(each(bags)):
            taken += [(seat, code) for code in bag if code in KIND_CODES]
    kept = "".join(gold)
    usual = f"2{2 - where.count('g')}{2 - where.count('e')}23"
    usual += f"{1 - kept.count('1')}{2 - kept.count('2')}{2 - kept.count('3')}"
    standing = menhirs or usual
    # One that is about to be turned over still stands.
    turned = max(0, sum(not bag for bag in contents.values()) - (phase == "flip"))
    gone = MENHIRS_STAND - sum(map(int, standing)) - turned
    for field in [field for field in EMPTIED if field not in contents][: max(gone, 0)]:
        contents[field] = []
        missing += [field] * printed[field]
    while len(taken) < len(missing):
        taken.append((seats - 1, "1" if len(taken) < ONES else "2"))
    left = Counter(KIND_CODES[kind] for kind in listed_kinds(clovers_in_play(seats)))
    left.subtract(code for _, code in taken)
    left.subtract(code for bag in contents.values() for code in bag)
    gatherings = []
    for (seat, code), field in zip(taken, missing + elsewhere, strict=False):
        gatherings.append(f"{seat}:{code}@{field}")
        if field not in contents:
            contents[field] = []
    for field, lying in contents.items():
        while len(lying) + sum(event.endswith(f"@{field}") for event in gatherings) < printed[field]:
            lying.append(left.most_common(1)[0][0])
            left[lying[-1]] -= 1
    belongings = zip(*map(each, (display, spent, sacrificed, backup, gold, fell)), strict=True)
    looked_at = ";".join(f"{f}:{''.join(contents[f]) or '-'}" for f in sorted(contents))
    words = [phase, str(turn), mover, target, suns, clouds, pawn, troll, cauldron, where]
    words += ["/".join(",".join(part or "-" for part in seat) for seat in belongings), standing, looked_at or "-"]
    return " ".join([*words, ",".join(gatherings) or "-", options])


def at(phase: str = "move", turn: int = 0, where: str = "0,16/1,15", **rest: Any) -> Korrigans:
    """The position of such a line."""
    return GAME.position(line(phase, turn, where, **rest))


def begun(seats: int, **options: Any) -> Korrigans:
    """A new game."""
    usual = {option.name: option.usual for option in GAME.options}
    return GAME.rules.begin(seats, {**usual, **options})


def play(state: Korrigans, *moves: str) -> Korrigans:
    for text in moves:
        action = GAME.moves.read(text).action
        assert action in list(state.legal()), f"{text} is not legal in {GAME.notation.write(state)}"
        state.apply(action)
    return state


def moves(state: Korrigans) -> list[str]:
    return [str(GAME.moves.spell(state, action)) for action in state.legal()]


def phase(state: Korrigans) -> str:
    return GAME.notation.write(state).split()[0]


def number(field: str) -> int:
    return FIELD_IDS.index(field)
