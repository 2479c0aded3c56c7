"""What each seat may see of Korrigans, in structures, in one line, and drawn in characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import Final, TypeAlias

import msgspec

from fourleaf.engine.bits import has
from fourleaf.engine.errors import listed
from fourleaf.engine.picture import Ink, Line, Picture, Tone
from fourleaf.games.korrigans.board import (
    BOX,
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    FIELD_IDS,
    FIELD_NAMES,
    FIELDS,
    GOLD_OF,
    GOLD_OF_ELF,
    GOLD_OF_GOBLIN,
    GOLD_OF_MENHIR,
    KIND_NAMES,
    MENHIR_NAMES,
    MENHIRS,
    NONE,
    PAIR,
    ROWS,
    UNIT,
    WITH_MENHIR,
    gathered_in,
    gathered_kind,
    gathered_on,
    gatherer,
    how_many,
    members,
    size_of,
    tokens,
    worth,
)
from fourleaf.games.korrigans.moves import LINK_NAMES, PHASES, SIDE_NAMES
from fourleaf.games.korrigans.rules import FINISHED, FLIPPING, GATHERING, Korrigans

BACKUP_NAMES: Final = [*SIDE_NAMES, "spent"]


class KorriganView(msgspec.Struct, frozen=True):
    """A Korrigan: its field once it is placed, and what it bears."""

    field: str | None
    bears: str | None


class GoldView(msgspec.Struct, frozen=True):
    """Where a seat's gold comes from, as far as the viewer can count it."""

    coins: int | None
    """Unknown behind the screen of another seat."""
    menhirs: int
    elves: int
    goblins: int
    cauldron: int


class SeatView(msgspec.Struct, frozen=True):
    """What everybody sees of a seat, and its stash as far as the viewer may see it."""

    korrigans: tuple[KorriganView, ...]
    screen: bool
    stash_size: int
    stash: tuple[str, ...] | None
    display: tuple[str, ...]
    spent: tuple[str, ...]
    backup: str | None
    sacrificed: str | None
    gold_menhirs: tuple[int, ...]
    score: int
    """The gold that the viewer can count."""
    gold: GoldView
    companions_left: int | None
    """What decides a tie, once nothing of it is hidden from the viewer."""


class FieldView(msgspec.Struct, frozen=True):
    """What everybody sees of a field."""

    field: str
    clovers: int
    menhir: bool
    takers: tuple[int, ...]
    """Who took a clover here, in the order of play."""


class Look(msgspec.Struct, frozen=True):
    """What the viewer once saw on a field, what it took, and who took a clover there since."""

    round: int
    field: str
    seen: tuple[str, ...]
    took: str
    since: tuple[int, ...]


class KorrigansView(msgspec.Struct, frozen=True):
    """Everything that one seat may know."""

    seat: int
    phase: str
    actor: int
    turn: int
    round: int
    korrigan: int | None
    """Which Korrigan of the seat whose turn it is acts."""
    target: int | None
    """The seat whose screen is falling."""
    suns: tuple[str | None, ...]
    clouds: tuple[str | None, ...]
    pawn: str | None
    bag: dict[str, int]
    """The pawns that have not been drawn."""
    menhirs: dict[str, int]
    """The menhirs that still stand."""
    troll: str | None
    cauldron: str | None
    candidates: tuple[str, ...]
    """Where the Cauldron could come down if no more pawns were put."""
    fields: tuple[FieldView, ...]
    seats: tuple[SeatView, ...]
    looking_at: tuple[str, ...]
    """The clovers of the field where the viewer is gathering."""
    looks: tuple[Look, ...]
    ranks: tuple[int, ...]
    """Once the game is over: how many seats finished before each."""


def view(state: Korrigans, seat: int) -> KorrigansView:
    """What a seat (or a watcher) may know."""
    looking = state.phase == GATHERING and state.turn == seat
    return KorrigansView(
        seat=seat,
        phase=PHASES[state.phase],
        actor=state.actor(),
        turn=state.turn,
        round=state.round,
        korrigan=None if state.mover == NONE else state.mover % PAIR,
        target=None if state.target == NONE else state.target,
        suns=tuple(_name(COLOUR_NAMES, colour) for colour in state.suns),
        clouds=tuple(_name(COLOUR_NAMES, colour) for colour in state.clouds),
        pawn=_name(COLOUR_NAMES, state.pawn),
        bag={COLOUR_NAMES[colour]: how_many(state.pawns(), colour) for colour in range(COLOURS)},
        menhirs={MENHIR_NAMES[kind]: how_many(state.menhirs, kind) for kind in range(MENHIRS)},
        troll=_name(LINK_NAMES, state.troll),
        cauldron=_name(FIELD_IDS, state.cauldron),
        candidates=tuple(FIELD_IDS[field] for field in members(state.candidates())),
        fields=tuple(_field(state, field) for field in range(FIELDS)),
        seats=tuple(_seat(state, other, seat) for other in range(state.seats)),
        looking_at=_kinds(state.contents[state.where[state.mover]]) if looking else (),
        looks=_looks(state, seat),
        ranks=tuple(state.ranks()) if state.phase == FINISHED else (),
    )


def _name(names: list[str], number: int) -> str | None:
    return None if number == NONE else names[number]


def _kinds(bag: int) -> tuple[str, ...]:
    return tuple(KIND_NAMES[kind] for kind in tokens(bag))


def _field(state: Korrigans, field: int) -> FieldView:
    flipping = state.phase == FLIPPING and state.where[state.mover] == field
    return FieldView(
        field=FIELD_IDS[field],
        clovers=state.counts[field],
        menhir=has(WITH_MENHIR, field) and (state.counts[field] > 0 or flipping),
        takers=tuple(gatherer(taken) for taken in state.gatherings if gathered_on(taken) == field),
    )


def _seat(state: Korrigans, seat: int, viewer: int) -> SeatView:
    # K12.4 A stash is its owner's secret. K12.5 Without a screen it is everybody's.
    known = seat == viewer or state.fell[seat] != NONE
    # K12.7 A sacrificed token is its owner's secret, unless the screen was gone.
    sacrifice_known = seat == viewer or has(state.seen_sacrifices, seat)
    return SeatView(
        korrigans=tuple(_korrigan(state, PAIR * seat + number) for number in range(PAIR)),
        screen=state.fell[seat] == NONE,
        stash_size=size_of(state.stash[seat]),
        stash=_kinds(state.stash[seat]) if known else None,
        display=_kinds(state.display[seat]),
        spent=_kinds(state.spent[seat]),
        backup=_name(BACKUP_NAMES, state.backup[seat]),
        sacrificed=_name(KIND_NAMES, state.sacrificed[seat]) if sacrifice_known else None,
        gold_menhirs=tuple(GOLD_OF_MENHIR[menhir] for menhir in tokens(state.gold[seat])),
        score=state.open_gold(seat) + (worth(state.stash[seat], GOLD_OF) if known else 0),
        gold=_gold(state, seat, known),
        companions_left=state.companions_left(seat) if known or state.companions_shown(seat) else None,
    )


def _gold(state: Korrigans, seat: int, known: bool) -> GoldView:
    korrigans = range(PAIR * seat, PAIR * seat + PAIR)
    elves = GOLD_OF_ELF * sum(has(state.elves, korrigan) for korrigan in korrigans)
    goblins = GOLD_OF_GOBLIN * sum(has(state.goblins, korrigan) for korrigan in korrigans)
    menhirs = worth(state.gold[seat], GOLD_OF_MENHIR)
    return GoldView(
        coins=worth(state.stash[seat], GOLD_OF) if known else None,
        menhirs=menhirs,
        elves=elves,
        goblins=goblins,
        cauldron=state.open_gold(seat) - menhirs - elves - goblins,
    )


def _korrigan(state: Korrigans, korrigan: int) -> KorriganView:
    bears = "elf" if has(state.elves, korrigan) else "goblin" if has(state.goblins, korrigan) else None
    return KorriganView(_name(FIELD_IDS, state.where[korrigan]), bears)


def _looks(state: Korrigans, seat: int) -> tuple[Look, ...]:
    """K12.8 Every look of one's own: when, where, what was there, what was taken, and who has gathered there since."""
    looks = []
    lying = list(state.contents)
    since: list[list[int]] = [[] for _ in range(FIELDS)]
    # What lies on a field now and what was taken there since a look is what was there then.
    for taken in reversed(list(state.gatherings)):
        field = gathered_on(taken)
        lying[field] += UNIT[gathered_kind(taken)]
        if gatherer(taken) == seat:
            took = KIND_NAMES[gathered_kind(taken)]
            looks.append(
                Look(gathered_in(taken), FIELD_IDS[field], _kinds(lying[field]), took, tuple(reversed(since[field])))
            )
        since[field].append(gatherer(taken))
    return tuple(reversed(looks))


# The prompt

TO_DO: Final = {
    "place": "place a Korrigan",
    "gather": "take one of the clovers",
    "leprechaun": "name a seat that loses its screen",
    "troll": "put the Troll on a link",
    "sun": "put the pawn on a sun",
    "cloud": "put the pawn on a cloud",
    "move": "move a Korrigan",
    "fairy": "move once more or decline",
    "goblin": "choose who gets the Goblin",
    "late": "sacrifice a token or end the turn",
    "cauldron": "let the Cauldron come down",
    "final": "dash for the Cauldron or stop",
}
OWN_TO_DO: Final = {
    "place": "Place a Korrigan. It gathers there at once.",
    "leprechaun": "The Leprechaun takes a screen away: choose whose.",
    "troll": "Put the Troll on a path, a door or a bridge: nobody walks there any more.",
    "move": "Ride to another field with one of your animals, and gather there.",
    "fairy": "The Fairy lets you ride once more, or you decline.",
    "goblin": "Your Goblin goes to a Korrigan here: choose which.",
    "late": "You may still sacrifice a token for a Backup, or end your turn.",
}


def prompt(view: KorrigansView) -> str:
    """One line that says what the seat may do now, or whom it waits for."""
    if view.phase == "over":
        winner = view.ranks.index(0)
        return f"Seat {winner} wins with {view.seats[winner].score} gold."
    if view.seat != view.actor:
        return (
            f"Seat {view.turn} is to {TO_DO[view.phase]}." if view.phase in TO_DO else "The table turns something over."
        )
    return _own_prompt(view)


def _own_prompt(view: KorrigansView) -> str:
    if view.phase == "gather":
        where = view.seats[view.seat].korrigans[view.korrigan or 0].field
        return f"You look at {listed(view.looking_at)} on {_field_name(where)}: take one."
    if view.phase in ("sun", "cloud"):
        strip = "a sun: its row" if view.phase == "sun" else "a cloud: its column"
        return f"You drew {view.pawn}. Put the pawn on {strip} is out for the Cauldron."
    if view.phase == "cauldron":
        return f"You drew {view.pawn}, the seventh colour: let the Cauldron come down, where you have no Korrigan."
    if view.phase == "final":
        return f"The Cauldron is on {_field_name(view.cauldron)}. Each ride costs its animal: dash, or stop."
    return OWN_TO_DO[view.phase]


def _field_name(field: str | None) -> str:
    return FIELD_NAMES[FIELD_IDS.index(field)] if field else "nowhere"


# The picture: the map is drawn from the outlines of the fields, a dozen characters and four lines a cell.

WIDE: Final = 12
HIGH: Final = 4
TONES: Final[dict[str, Tone]] = {"yellow": "yellow", "pink": "pink", "green": "green", "blue": "blue", "stone": "white"}
RAINBOW: Final[dict[str, Tone]] = {
    "red": "red",
    "orange": "orange",
    "yellow": "yellow",
    "green": "green",
    "blue": "blue",
    "indigo": "indigo",
    "violet": "violet",
}
SEAT_TONES: Final[tuple[Tone, ...]] = ("red", "blue", "violet", "orange", "green")
MOTIFS: Final = {"yellow": "'", "pink": '"', "green": ",", "blue": ".", "stone": ":"}
BORDERS: Final = {"path": "·", "door": "#", "bridge": "~", "water": "~"}
SYMBOLS: Final = {"path": "( )", "door": "[ ]", "bridge": ")=(", "water": ""}
TROLL_SYMBOL: Final = "<T>"
LEGEND: Final = (
    "( ) path: hare    [ ] door: squirrel    )=( bridge: mouse    o molehill: mole    ≡ pontoon: frog",
    "bird: to fields of one colour    ♣ clovers    ▲ menhir    <T> Troll    $ Cauldron",
    "2.1 second Korrigan of seat 2, with + an Elf, with - a Goblin    bare rows and columns are out",
)
CROWD: Final = 5
"""Korrigans in one line of a field."""

Point: TypeAlias = tuple[float, float]
Canvas: TypeAlias = list[list[Ink]]


def picture(view: KorrigansView) -> Picture:
    """The map under the rainbow, the seats, and what the viewer knows of the fields."""
    canvas = [[*line] for line in _map(_free(view.suns), _free(view.clouds))]
    for border in BOX["border"]:
        symbol = TROLL_SYMBOL if f"{border['a']}-{border['b']}" == view.troll else SYMBOLS[border["kind"]]
        _write(canvas, border["at"], 0, [Ink(symbol, "red" if symbol == TROLL_SYMBOL else "strong")])
    for field in range(FIELDS):
        for number, line in enumerate(_label(view, field)):
            _write(canvas, BOX["field"][field]["label"], number - 1, line)
    lines: list[Line] = [_cloud_line(view)]
    for y, inks in enumerate(canvas):
        row = y // HIGH
        sun = _pawn(view.suns[row], str(row + 1)) if y % HIGH == HIGH // 2 else Ink("   ")
        lines.append([sun, Ink(" "), *_joined(inks)])
    lines += [[], *([Ink(line, "quiet")] for line in LEGEND), []]
    lines += [_bag_line(view), [], *(line for seat in range(len(view.seats)) for line in _seat_lines(view, seat))]
    return [*lines, *_memory_lines(view)]


def _free(pawns: tuple[str | None, ...]) -> tuple[bool, ...]:
    return tuple(pawn is None for pawn in pawns)


def _inside(point: Point, outline: Iterable[Point]) -> bool:
    x, y = point
    corners = list(outline)
    crossings = 0
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


@cache
def _field_at(x: int, y: int) -> int:
    """The field under a character of the map."""
    point = ((x + 0.5) / WIDE, (y + 0.5) / HIGH)
    return next(f for f in range(FIELDS) if _inside(point, BOX["field"][f]["polygon"]))


@cache
def _border_at(x: int, y: int) -> str:
    """The kind of border that runs through a character of the map, or nothing."""
    here = _field_at(x, y)
    for beside, below in ((1, 0), (0, 1)):
        if x + beside < COLUMNS * WIDE and y + below < ROWS * HIGH:
            there = _field_at(x + beside, y + below)
            if there != here:
                ends = {FIELD_IDS[here], FIELD_IDS[there]}
                return next((b["kind"] for b in BOX["border"] if {b["a"], b["b"]} == ends), "path")
    return ""


@cache
def _map(free_rows: tuple[bool, ...], free_columns: tuple[bool, ...]) -> list[list[Ink]]:
    """The map with nothing on it: borders, and a motif wherever the Cauldron may still come down."""
    canvas: Canvas = []
    for y in range(ROWS * HIGH):
        canvas.append([])
        for x in range(COLUMNS * WIDE):
            possible = free_rows[y // HIGH] and free_columns[x // WIDE]
            colour = BOX["field"][_field_at(x, y)]["colour"]
            border = _border_at(x, y)
            if border:
                tone: Tone = "blue" if border in ("bridge", "water") else "green" if border == "door" else "quiet"
                canvas[-1].append(Ink(BORDERS[border], tone))
            else:
                motif = MOTIFS[colour] if possible and (x + 3 * y) % 6 == 0 else " "
                canvas[-1].append(Ink(motif, TONES[colour]))
    return canvas


def _write(canvas: Canvas, at: Point, down: int, words: Line) -> None:
    """Write words centred on a point of the map, or so many lines below it, as far as they fit."""
    width = sum(len(ink.text) for ink in words)
    y = min(max(int(at[1] * HIGH) + down, 0), len(canvas) - 1)
    x = min(max(int(at[0] * WIDE - width / 2), 0), len(canvas[0]) - width)
    for ink in words:
        for letter in ink.text:
            if 0 <= x < len(canvas[y]):
                canvas[y][x] = Ink(letter, ink.tone)
            x += 1


def _joined(inks: list[Ink]) -> Line:
    """The same line with neighbours of one tone in one piece."""
    return [Ink("".join(ink.text for ink in run), tone) for tone, run in groupby(inks, key=lambda ink: ink.tone)]


def _label(view: KorrigansView, field: int) -> list[Line]:
    """What is written on a field: its name, what lies there, and who stands there."""
    seen, printed = view.fields[field], BOX["field"][field]
    tone = TONES[printed["colour"]]
    marks = f"♣{seen.clovers}" if seen.clovers else "bare"
    marks += " ▲" if seen.menhir else ""
    marks += " o" if printed["molehill"] else ""
    marks += " ≡" if printed["pontoon"] else ""
    name: Line = [Ink(printed["name"], tone)]
    if view.cauldron == seen.field:
        name = [Ink("$ ", "gold"), *name, Ink(" $", "gold")]
    figures = _figures(view, seen.field)
    return [name, [Ink(marks, tone)], *(_spaced(figures[n : n + CROWD]) for n in range(0, len(figures), CROWD))]


def _figures(view: KorrigansView, field: str) -> list[Ink]:
    figures = []
    for seat, seen in enumerate(view.seats):
        for number, korrigan in enumerate(seen.korrigans):
            if korrigan.field == field:
                bears = {"elf": "+", "goblin": "-", None: ""}[korrigan.bears]
                figures.append(Ink(f"{seat}.{number}{bears}", "gold" if seat == view.seat else SEAT_TONES[seat]))
    return figures


def _spaced(inks: list[Ink]) -> Line:
    return [inks[0], *(spaced for ink in inks[1:] for spaced in (Ink(" "), ink))]


def _pawn(colour: str | None, number: str) -> Ink:
    return Ink(f"({number})", "quiet") if colour is None else Ink(" ● ", RAINBOW[colour])


def _cloud_line(view: KorrigansView) -> Line:
    line = [Ink("    ")]
    for column, colour in enumerate(view.clouds):
        line += [Ink(" " * (WIDE // 2 - 2)), _pawn(colour, str(column + 1)), Ink(" " * (WIDE // 2 - 1))]
    return line


def _bag_line(view: KorrigansView) -> Line:
    line = [Ink(f"round {view.round}   in the bag ")]
    for colour, pawns in view.bag.items():
        line += [Ink("●" * pawns + "·" * (2 - pawns), RAINBOW[colour]), Ink(" ")]
    if view.pawn:
        line += [Ink("  in hand "), Ink(f"● {view.pawn}", RAINBOW[view.pawn])]
    standing = sum(view.menhirs.values())
    return [*line, Ink(f"   {standing} menhirs stand", "quiet")]


def _seat_lines(view: KorrigansView, seat: int) -> list[Line]:
    seen = view.seats[seat]
    mine = seat == view.seat
    line = [Ink(f"seat {seat} ", "gold" if seat == view.actor else SEAT_TONES[seat])]
    line += [Ink("you " if mine else "    ", "gold"), Ink(f"{seen.score:>3} gold   ", "strong")]
    line += [Ink(_together(seen.display) or "no companion shown")]
    if seen.backup:
        line += [Ink(f"   Backup {seen.backup}")]
    if seen.gold_menhirs:
        line += [Ink(f"   gold menhir {' '.join(map(str, seen.gold_menhirs))}", "gold")]
    hidden = f"{seen.stash_size} {'behind the screen' if seen.screen else 'without a screen'}"
    stash = f": {_together(seen.stash)}" if seen.stash else ""
    return [line, [Ink(" " * 12), Ink(hidden, "quiet"), Ink(stash, "gold" if mine else "")]]


def _together(kinds: tuple[str, ...]) -> str:
    """The tokens with equal ones counted: hare frog 3×coin1."""
    return " ".join(f"{n}×{kind}" if n > 1 else kind for kind, n in Counter(kinds).items())


def _memory_lines(view: KorrigansView) -> list[Line]:
    """The viewer's last look at each field where clovers are left."""
    last = {look.field: look for look in view.looks}
    lines: list[Line] = []
    for field in view.fields:
        look = last.get(field.field)
        if look and field.clovers:
            left = list(look.seen)
            left.remove(look.took)
            seats = f"seat{'s' if len(look.since) > 1 else ''} {listed(look.since)}"
            taken = f"   then taken from by {seats}" if look.since else ""
            lines.append(
                [Ink(f"{_field_name(look.field)}: ", "quiet"), Ink(_together(tuple(left))), Ink(taken, "quiet")]
            )
    return [[], [Ink("what you left on", "quiet")], *lines] if lines else []
