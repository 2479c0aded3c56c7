"""A second, naive Korrigans: movement, transfers, the Cauldron and the final run, straight from the clauses.

It reads the box for itself, works on names instead of numbers and knows positions only as views.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any, NamedTuple

from fourleaf.games.korrigans.view import KorrigansView

BOX: dict[str, Any] = tomllib.loads(files("fourleaf.games.korrigans").joinpath("board.toml").read_text("utf-8"))
FIELDS: dict[str, dict[str, Any]] = {field["id"]: field for field in BOX["field"]}
COMPANIONS = ["hare", "squirrel", "mouse", "mole", "frog", "bird"]
TOKENS = [*COMPANIONS, "coin1", "coin2", "coin3", "coin4"]


@cache
def leads(companion: str, start: str, end: str, troll: str | None) -> bool:
    """K4.5, K4.7: whether a companion carries a Korrigan from one field to another."""
    if start == end:
        return False
    if companion == "mole":
        return bool(FIELDS[start]["molehill"] and FIELDS[end]["molehill"])
    if companion == "frog":
        return bool(FIELDS[start]["pontoon"] and FIELDS[end]["pontoon"])
    if companion == "bird":
        return bool(FIELDS[start]["colour"] == FIELDS[end]["colour"])
    kind = {"hare": "path", "squirrel": "door", "mouse": "bridge"}[companion]
    for border in BOX["border"]:
        if border["kind"] == kind and {border["a"], border["b"]} == {start, end}:
            return troll != f"{border['a']}-{border['b']}"
    return False


def rides(korrigans: list[str | None], owned: set[str], troll: str | None) -> list[str]:
    """K4.1: every movement, by Korrigan, companion and field."""
    return [
        f"move {number} {companion} {field}"
        for number, start in enumerate(korrigans)
        for companion in COMPANIONS
        for field in FIELDS
        if start is not None and companion in owned and leads(companion, start, field, troll)
    ]


def decisions(view: KorrigansView) -> list[str]:
    """What the seat whose turn it is may do before a movement, in its final turn, or when its turn is over."""
    me = view.seats[view.seat]
    assert me.stash is not None
    where = [korrigan.field for korrigan in me.korrigans]
    held = [token for token in (*me.stash, *me.display) if token in COMPANIONS]
    backup = [me.backup] if me.backup in ("hare", "squirrel") else []
    moves = rides(where, {*held, *backup}, view.troll)
    sacrifices = []
    if me.backup is None and view.phase != "final":
        for token, side in product(TOKENS, ("hare", "squirrel")):
            if token in me.stash:
                rest = [*me.stash, *me.display]
                rest.remove(token)
                # K5.3: only if there is a move afterwards; K5.6: late it does not matter.
                if view.phase == "late" or rides(where, {*rest, side}, view.troll):
                    sacrifices.append(f"sac {token} {side}")
    if view.phase == "late":
        return [*sacrifices, "end"]
    if view.phase == "final":
        return [*moves, "stop"]
    if view.phase == "fairy":
        return [*moves, *sacrifices, "decline"]
    return moves + sacrifices or ["pass"]


def landings(view: KorrigansView) -> list[str]:
    """K9: where the Cauldron may come down."""
    free = [
        [row, column]
        for row in range(1, 8)
        for column in range(1, 8)
        if view.suns[row - 1] is None and view.clouds[column - 1] is None
    ]
    candidates = [name for name, field in FIELDS.items() if any(cell in free for cell in field["cells"])]
    own = [korrigan.field for korrigan in view.seats[view.turn].korrigans]
    away = [field for field in candidates if field not in own]
    return [f"cauldron {field}" for field in away or candidates]


Bearers = dict[tuple[int, int], str | None]


def bearers(view: KorrigansView) -> Bearers:
    return {(s, n): k.bears for s, seat in enumerate(view.seats) for n, k in enumerate(seat.korrigans)}


def strangers(view: KorrigansView, field: str) -> list[tuple[int, int]]:
    """The Korrigans of other seats on a field."""
    return [
        (seat, number)
        for seat, seen in enumerate(view.seats)
        for number, korrigan in enumerate(seen.korrigans)
        if seat != view.turn and korrigan.field == field
    ]


def after_arrival(view: KorrigansView, mover: tuple[int, int], field: str, victim: tuple[int, int] | None) -> Bearers:
    """K8.2 to K8.4: who bears what after an arrival; a victim is named where the mover had to choose one."""
    tokens = bearers(view)
    others = strangers(view, field)
    if not others:
        return tokens
    lifted_goblin = tokens[mover] == "goblin"
    lifted_elves = [other for other in others if tokens[other] == "elf"]
    if lifted_goblin:
        tokens[mover] = None
    for other in lifted_elves:
        tokens[other] = None
    if lifted_goblin:
        tokens[victim or others[0]] = "goblin"
    if lifted_elves:
        tokens[mover] = "elf"
    return tokens


class Run(NamedTuple):
    """Where both Korrigans may end, and what is left."""

    first: str
    second: str
    left: tuple[str, ...]


def final_runs(view: KorrigansView) -> set[Run]:
    """K10.3: every way in which a final turn can end, by trying all movements in all orders."""
    me = view.seats[view.seat]
    pool = Counter(token for token in (*(me.stash or ()), *me.display) if token in COMPANIONS)
    if me.backup in ("hare", "squirrel"):
        pool[me.backup] += 1
    first, second = (korrigan.field or "" for korrigan in me.korrigans)
    ends: set[Run] = set()
    open_ends = [Run(first, second, tuple(sorted(pool.elements())))]
    while open_ends:
        run = open_ends.pop()
        if run in ends:
            continue
        ends.add(run)
        for companion in set(run.left):
            left = list(run.left)
            left.remove(companion)
            for field in FIELDS:
                if leads(companion, run.first, field, view.troll):
                    open_ends.append(Run(field, run.second, tuple(left)))
                if leads(companion, run.second, field, view.troll):
                    open_ends.append(Run(run.first, field, tuple(left)))
    return ends


def bonus(run: Run, cauldron: str | None) -> int:
    """K11.2."""
    return (0, 10, 15)[[run.first, run.second].count(str(cauldron))]
