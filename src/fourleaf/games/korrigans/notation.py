"""A whole position of the Korrigans in one line, and back."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias, get_args

from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.bits import bit, count, has
from fourleaf.engine.counts import MOST, holds, how_many, kinds_in, listed_kinds, size_of, unit
from fourleaf.engine.errors import BadPosition, listed
from fourleaf.engine.options import Options
from fourleaf.games.korrigans.board import (
    ALL_MENHIRS,
    COLOUR_NAMES,
    COMPANION_BITS,
    COMPANIONS,
    ELF_MENHIR,
    FIELD_NAMES,
    FIELDS,
    GOBLIN_MENHIR,
    GOLD_MENHIRS,
    KIND_CODES,
    LINK_A,
    LINK_B,
    LINKS,
    MENHIRS,
    MOST_SEATS,
    NONE,
    PAIR,
    ROWS,
    SIDES,
    WITH_MENHIR,
    clovers_in_play,
    clovers_on,
    gathered_in,
    gathered_kind,
    gathered_on,
    gatherer,
    gathering,
)
from fourleaf.games.korrigans.moves import KORRIGAN_NAMES, bag_words
from fourleaf.games.korrigans.rules import (
    COUNTING,
    DEALING,
    DRAWING,
    FINAL,
    FINISHED,
    FLIPPING,
    GATHERING,
    LATE,
    LOOKING,
    MOVING,
    ON_CAULDRON,
    ON_CLOUD,
    ON_FAIRY,
    ON_GOBLIN,
    ON_LEPRECHAUN,
    ON_SUN,
    ON_TROLL,
    PLACING,
    SHOWING,
    SPENT,
    UNSCREENING,
    Korrigans,
)

# Positions. Fifteen words; seats are parted by / and - is nothing:
#     the phase, the seat whose turn it is, the Korrigan that acts, the seat whose screen is falling,
#     the pawns on suns and on clouds, the pawn in hand, the Troll's link, the Cauldron's field,
#     the Korrigans' fields with e for an Elf and g for a Goblin,
#     for each seat its display, what it spent, what it sacrificed (with ! if all saw it), its Backup (x if spent), its
#     gold menhirs, and how many gatherings there had been when its screen fell,
#     how many menhirs of each kind still stand, what lies on the fields that somebody has looked at,
#     every gathering as seat:token@field with rounds parted by |, and the options.
# move 0 - - r------ ------- - - - 0,16/1,15 -,-,-,-,-,-/-,-,-,-,-,- 22223122 0:2;1:HH1;15:3;16:112 0:H@0,… nt-

Phase: TypeAlias = Literal[
    "place",
    "deal",
    "look",
    "gather",
    "flip",
    "leprechaun",
    "unscreen",
    "troll",
    "draw",
    "sun",
    "cloud",
    "move",
    "fairy",
    "goblin",
    "late",
    "cauldron",
    "show",
    "final",
    "count",
    "over",
]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
COLOUR_CODES: Final = [name[0] for name in COLOUR_NAMES]
BACKUP_CODES: Final = [*KIND_CODES[:SIDES], "x"]
WORDS: Final = 15
TROLL_CODES: Final = [f"{LINK_A[link]}-{LINK_B[link]}" for link in range(LINKS)]
FIELD_NUMBERS: Final = [str(field) for field in range(FIELDS)]


def write(state: Korrigans) -> str:
    """The whole position in one line."""
    seats = range(state.seats)
    return " ".join(
        (
            PHASES[state.phase],
            str(state.turn),
            _code(KORRIGAN_NAMES, state.mover),
            _code("01234", state.target),
            "".join(_code(COLOUR_CODES, colour) for colour in state.suns),
            "".join(_code(COLOUR_CODES, colour) for colour in state.clouds),
            _code(COLOUR_CODES, state.pawn),
            _code(TROLL_CODES, state.troll),
            _code(FIELD_NUMBERS, state.cauldron),
            "/".join(",".join(_korrigan(state, PAIR * seat + number) for number in range(PAIR)) for seat in seats),
            "/".join(_belongings(state, seat) for seat in seats),
            "".join(str(how_many(state.menhirs, menhir)) for menhir in range(MENHIRS)),
            ";".join(f"{f}:{_bag(state.contents[f])}" for f in range(FIELDS) if has(state.looked, f)) or "-",
            _gatherings(state),
            ("f" if state.free_placement else "n")
            + ("t" if state.final_transfers else "-")
            + ("l" if state.late_sacrifice else "-"),
        )
    )


def _code(codes: list[str] | str, number: int) -> str:
    return "-" if number == NONE else codes[number]


def _bag(bag: int) -> str:
    return "".join(KIND_CODES[kind] for kind in listed_kinds(bag)) or "-"


def _korrigan(state: Korrigans, korrigan: int) -> str:
    bears = "e" if has(state.elves, korrigan) else "g" if has(state.goblins, korrigan) else ""
    return _code(FIELD_NUMBERS, state.where[korrigan]) + bears


def _belongings(state: Korrigans, seat: int) -> str:
    return ",".join(
        (
            _bag(state.display[seat]),
            _bag(state.spent[seat]),
            _code(KIND_CODES, state.sacrificed[seat]) + ("!" if has(state.seen_sacrifices, seat) else ""),
            _code(BACKUP_CODES, state.backup[seat]),
            "".join(str(kind - GOLD_MENHIRS + 1) for kind in listed_kinds(state.gold[seat])) or "-",
            "-" if state.fell[seat] == NONE else str(state.fell[seat]),
        )
    )


def _gatherings(state: Korrigans) -> str:
    rounds: list[list[str]] = [[]]
    for taken in state.gatherings:
        while len(rounds) <= gathered_in(taken):
            rounds.append([])
        rounds[-1].append(f"{gatherer(taken)}:{KIND_CODES[gathered_kind(taken)]}@{gathered_on(taken)}")
    return "|".join(",".join(events) for events in rounds) or "-"


def read(text: str) -> Korrigans:
    """The position that a line stands for."""
    words = text.split()
    if len(words) != WORDS:
        raise BadPosition(
            f"a position of Korrigans has {WORDS} words, from the phase to the options; this has {len(words)}"
        )
    korrigans, options = words[9].split("/"), words[14]
    if len(korrigans) not in range(2, MOST_SEATS + 1):
        raise BadPosition(f"two to five seats have Korrigans, like 0,16/1,15, not {words[9]!r}")
    if not re.fullmatch("[nf][t-][l-]", options):
        raise BadPosition(f"the options read like nt-, n or f, then t or -, then l or -, not {options!r}")
    state = Korrigans(len(korrigans), options[0] == "f", options[1] == "t", options[2] == "l")
    state.phase = _place_in(PHASES, words[0], "a phase")
    state.turn = _place_in([str(seat) for seat in range(state.seats)], words[1], "a seat")
    state.mover = _maybe(KORRIGAN_NAMES[: PAIR * state.seats], words[2], "a Korrigan")
    state.target = _maybe([str(seat) for seat in range(state.seats)], words[3], "a seat")
    state.suns = _read_pawns(words[4], "suns")
    state.clouds = _read_pawns(words[5], "clouds")
    state.pawn = _maybe(COLOUR_CODES, words[6], "a colour")
    state.round = sum(pawn != NONE for pawn in (*state.suns, *state.clouds, state.pawn))
    state.troll = _maybe(TROLL_CODES, words[7], "a link")
    state.cauldron = _maybe(FIELD_NUMBERS, words[8], "a field")
    _read_korrigans(state, korrigans)
    _read_menhirs(state, words[11])
    _read_fields(state, words[12])
    _read_gatherings(state, words[13])
    _read_belongings(state, words[10])
    _check_clovers(state)
    _check_placing(state)
    _check_phase(state)
    _check_menhirs(state)
    _check_pawns(state)
    return state


def options_of(state: Korrigans) -> Options:
    """The options that a position is played with."""
    return {
        "placement": "free" if state.free_placement else "numbered",
        "final_transfers": state.final_transfers,
        "late_sacrifice": state.late_sacrifice,
    }


def _place_in(names: list[str] | tuple[str, ...], word: str, what: str) -> int:
    if word not in names:
        known = listed(names) if len(names) <= len(PHASES) else f"{names[0]} to {names[-1]}"
        raise BadPosition(f"{word!r} is not {what}; there are {known}")
    return names.index(word)


def _maybe(names: list[str], word: str, what: str) -> int:
    return NONE if word == "-" else _place_in(names, word, what)


def _read_bag(text: str, codes: list[str], what: str) -> i64:
    kinds = [] if text == "-" else [_place_in(codes, code, what) for code in text]
    if any(kinds.count(kind) > MOST for kind in set(kinds)):
        raise BadPosition(f"the box has not so many tokens of a kind: {text!r}")
    return sum(unit(kind) for kind in kinds)


def _read_pawns(text: str, what: str) -> vec[i64]:
    if len(text) != ROWS:
        raise BadPosition(f"there are {ROWS} {what}, each a colour or -, like r-o----, not {text!r}")
    return vec[i64]([_maybe(COLOUR_CODES, code, "a colour") for code in text])


def _read_korrigans(state: Korrigans, seats: list[str]) -> None:
    for seat, text in enumerate(seats):
        places = text.split(",")
        if len(places) != PAIR:
            raise BadPosition(f"each seat has two Korrigans, like 0,16, not {text!r}")
        for korrigan, place in enumerate(places, PAIR * seat):
            field = place.removesuffix("e").removesuffix("g")
            state.where[korrigan] = _maybe(FIELD_NUMBERS, field, "a field, with e for an Elf or g for a Goblin")
            if place == field + "e":
                state.elves |= bit(korrigan)
            elif place == field + "g":
                state.goblins |= bit(korrigan)
            elif place != field:
                raise BadPosition(f"a Korrigan bears an Elf or a Goblin, and not both: {place!r}")


def _read_menhirs(state: Korrigans, text: str) -> None:
    if not re.fullmatch(rf"\d{{{MENHIRS}}}", text):
        raise BadPosition(f"eight digits say how many menhirs of each kind stand, like 22223122, not {text!r}")
    state.menhirs = sum(unit(menhir) * int(copies) for menhir, copies in enumerate(text))


def _read_fields(state: Korrigans, text: str) -> None:
    for entry in [] if text == "-" else text.split(";"):
        field, _, bag = entry.partition(":")
        place = _place_in(FIELD_NUMBERS, field, "a field")
        state.contents[place] = _read_bag(bag, KIND_CODES, "a token")
        state.looked |= bit(place)
        state.counts[place] = size_of(state.contents[place])


def _read_gatherings(state: Korrigans, text: str) -> None:
    rounds = [] if text == "-" else text.split("|")
    if len(rounds) > state.round + 1:
        raise BadPosition(f"with {state.round} pawns drawn there are no gatherings in round {len(rounds) - 1}")
    taken: list[int] = []
    for number, events in enumerate(rounds):
        for event in events.split(",") if events else []:
            found = re.fullmatch(r"(\d):(.)@(\d+)", event)
            if not found or int(found[1]) >= state.seats:
                raise BadPosition(f"a gathering reads like 0:H@16, a seat, a token and a field, not {event!r}")
            kind = _place_in(KIND_CODES, found[2], "a token")
            taken.append(gathering(int(found[1]), _place_in(FIELD_NUMBERS, found[3], "a field"), kind, number))
            state.stash[int(found[1])] += unit(kind)
    state.gatherings = vec[i64](taken)


def _read_belongings(state: Korrigans, text: str) -> None:
    seats = text.split("/")
    if len(seats) != state.seats or any(len(seat.split(",")) != 6 for seat in seats):
        raise BadPosition(f"each seat has six belongings, like H,-,2,S,-,-, parted by /, not {text!r}")
    for seat, words in enumerate(seats):
        display, spent, sacrificed, backup, gold, fell = words.split(",")
        state.display[seat] = _read_bag(display, KIND_CODES[:COMPANIONS], "a companion")
        state.spent[seat] = _read_bag(spent, KIND_CODES[:COMPANIONS], "a companion")
        state.sacrificed[seat] = _maybe(KIND_CODES, sacrificed.rstrip("!"), "a token")
        if sacrificed.endswith("!"):
            state.seen_sacrifices |= bit(seat)
        state.backup[seat] = _maybe(BACKUP_CODES, backup, "a Backup")
        state.gold[seat] = _read_bag(gold, ["", "", "", "", "", "1", "2", "3"], "a gold menhir")
        if fell != "-":
            state.fell[seat] = _place_in([str(n) for n in range(len(state.gatherings) + 1)], fell, "a moment")
        used = state.display[seat] + state.spent[seat]
        used += 0 if state.sacrificed[seat] == NONE else unit(state.sacrificed[seat])
        if not holds(state.stash[seat], used):
            raise BadPosition(f"seat {seat} cannot show, spend or sacrifice more than it gathered: {words!r}")
        state.stash[seat] -= used
        if (state.sacrificed[seat] == NONE) != (state.backup[seat] == NONE):
            raise BadPosition(f"seat {seat} has a Backup if and only if it sacrificed a token: {words!r}")


def _check_clovers(state: Korrigans) -> None:
    """Refuse clovers that could not lie so, and take the rest as the pool."""
    used = sum(unit(gathered_kind(taken)) for taken in state.gatherings) + sum(state.contents)
    if not holds(clovers_in_play(state.seats), used):
        raise BadPosition(f"there are not so many clovers of a kind: {bag_words(used)}")
    state.pool = clovers_in_play(state.seats) - used
    for field, name in enumerate(FIELD_NAMES):
        gone = sum(gathered_on(taken) == field for taken in state.gatherings)
        there = clovers_on(field, state.seats)
        if gone and not has(state.looked, field):
            raise BadPosition(f"somebody gathered on {name}, so that what lies there must be given")
        if state.counts[field] + gone != there:
            raise BadPosition(
                f"{name} had {there} clovers; {state.counts[field]} left and {gone} gathered do not add up"
            )


def _check_menhirs(state: Korrigans) -> None:
    borne = unit(ELF_MENHIR) * count(state.elves) + unit(GOBLIN_MENHIR) * count(state.goblins)
    copies = [state.menhirs, borne, *state.gold]
    for menhir in range(MENHIRS):
        if sum(how_many(each, menhir) for each in copies) > how_many(ALL_MENHIRS, menhir):
            raise BadPosition("there are not so many menhirs of a kind; all of them are 22223122")
    due = sum(state.counts[field] > 0 and has(WITH_MENHIR, field) for field in range(FIELDS))
    if size_of(state.menhirs) < due + (state.phase == FLIPPING):
        raise BadPosition(f"{due} fields with clovers have a menhir each; only {size_of(state.menhirs)} stand")


def _check_pawns(state: Korrigans) -> None:
    """Refuse pawns that could not stand so, from what K3.2 to K3.5 say of the first and the second of a colour."""
    suns = [colour for colour in state.suns if colour != NONE]
    clouds = [colour for colour in state.clouds if colour != NONE]
    if len(set(suns)) < len(suns) or len(set(clouds)) < len(clouds) or not set(clouds) <= set(suns):
        raise BadPosition("the first pawn of a colour stands on a sun and the second on a cloud, and there is no third")
    if len(suns) == ROWS:
        raise BadPosition("the pawn of the seventh colour stands on no sun: it brings the Cauldron")
    if state.pawn == NONE:
        return
    seventh = state.pawn not in suns and len(suns) == ROWS - 1
    fits = {ON_SUN: state.pawn not in suns and not seventh, ON_CLOUD: state.pawn in suns and state.pawn not in clouds}
    if not fits.get(state.phase, seventh):
        raise BadPosition(
            "a new colour goes to a sun, one that stands on a sun to a cloud, and the seventh brings the Cauldron; "
            f"not so in {PHASES[state.phase]}"
        )


ACTING: Final = (DEALING, LOOKING, GATHERING, FLIPPING, ON_LEPRECHAUN, UNSCREENING, ON_TROLL, ON_FAIRY, ON_GOBLIN)


def _check_phase(state: Korrigans) -> None:
    """Refuse a phase that cannot be with what lies on the table."""
    phase = PHASES[state.phase]
    if (state.pawn != NONE) != (state.phase in (ON_SUN, ON_CLOUD, ON_CAULDRON) or state.cauldron != NONE):
        raise BadPosition(f"a pawn is in hand in the phases sun, cloud and cauldron and ever after, not so in {phase}")
    if (state.cauldron != NONE) != (state.phase in (SHOWING, FINAL, COUNTING, FINISHED)) and state.phase != ON_GOBLIN:
        raise BadPosition(f"the Cauldron stands in the phases show, final, count and over, not so in {phase}")
    if (state.target != NONE) != (state.phase == UNSCREENING):
        raise BadPosition(f"a screen is falling in the phase unscreen, and in no other: {phase}")
    if state.phase in ACTING and (state.mover == NONE or state.mover // PAIR != state.turn):
        raise BadPosition(f"in the phase {phase} a Korrigan of the seat whose turn it is must act")
    if state.mover != NONE and state.mover // PAIR != state.turn:
        raise BadPosition("only a Korrigan of the seat whose turn it is acts")
    _check_field(state, phase)
    _check_choice(state, phase)
    _check_screens(state, phase)


def _check_placing(state: Korrigans) -> None:
    """K2.1 Korrigans are placed in the order of the seats, all first ones before the second ones."""
    placed = PAIR * state.seats - list(state.where).count(NONE)
    all_placed, placing = placed == PAIR * state.seats, state.phase == PLACING
    if not all_placed and (state.round > 0 or state.phase == DRAWING):
        raise BadPosition("before the first pawn is drawn all Korrigans must be placed")
    if all_placed and placing:
        raise BadPosition("in the phase place a Korrigan must be off the map")
    in_order = [number * state.seats + seat < placed for seat in range(state.seats) for number in range(PAIR)]
    if [field != NONE for field in state.where] != in_order:
        raise BadPosition("Korrigans are placed seat by seat, all first ones and then all second ones")
    if state.round == 0 and state.phase != DRAWING:
        if state.phase not in (PLACING, MOVING, *ACTING):
            raise BadPosition(f"before the first pawn is drawn there is no phase {PHASES[state.phase]}")
        if state.turn != (placed - (not placing)) % state.seats:
            raise BadPosition(
                f"after {placed} placings it is not the turn of seat {state.turn} in {PHASES[state.phase]}"
            )


def _check_field(state: Korrigans, phase: str) -> None:
    if state.phase not in (DEALING, LOOKING, GATHERING, FLIPPING):
        return
    field = state.where[state.mover]
    if field == NONE or has(state.looked, field) == (state.phase == DEALING):
        who = "nobody" if state.phase == DEALING else "somebody"
        raise BadPosition(f"the phase {phase} is for a field that {who} has looked at")
    if (state.counts[field] == 0) != (state.phase == FLIPPING):
        raise BadPosition(f"a menhir is flipped on an empty field, and clovers are seen on others, not so in {phase}")
    if state.phase == FLIPPING and not has(WITH_MENHIR, field):
        raise BadPosition(f"there is no menhir on {FIELD_NAMES[field]} that could be flipped")


def _check_choice(state: Korrigans, phase: str) -> None:
    """Refuse a phase in which there is nothing to choose."""
    if state.phase == ON_GOBLIN:
        strangers = count(state.strangers(state.turn, state.where[state.mover]))
        if not has(state.goblins, state.mover) or strangers < PAIR:
            raise BadPosition(
                "a Goblin is handed on where two Korrigans of other seats stand, and there are not so many"
            )
    if state.phase == ON_LEPRECHAUN and all(
        state.fell[seat] != NONE for seat in range(state.seats) if seat != state.turn
    ):
        raise BadPosition("a Leprechaun fells the screen of another seat, and none of them stands")
    if state.phase == LATE and not (state.late_sacrifice and state.backup[state.turn] == NONE):
        raise BadPosition("a late sacrifice is an option, and for a seat that has no Backup yet")


def _check_screens(state: Korrigans, phase: str) -> None:
    """Refuse screens that stand or have fallen against what happens next, and companions on their wrong side."""
    falling = state.target if state.phase == UNSCREENING else state.turn
    if state.phase in (UNSCREENING, SHOWING, COUNTING) and state.fell[falling] != NONE:
        raise BadPosition(f"in {phase} the screen of seat {falling} still stands")
    if state.phase == UNSCREENING and state.target == state.turn:
        raise BadPosition("a Leprechaun fells the screen of another seat")
    before = {COUNTING: state.turn, FINISHED: state.seats}.get(state.phase, 0)
    if NONE in state.fell[:before]:
        raise BadPosition(f"in {phase} the screens of the seats before have fallen")
    for seat in range(state.seats):
        if state.companions_shown(seat):
            if kinds_in(state.stash[seat] & COMPANION_BITS):
                raise BadPosition(f"after its final turn began seat {seat} has no companions behind its screen")
        elif state.spent[seat] or state.backup[seat] == SPENT:
            raise BadPosition(f"companions are spent in a final turn, and that of seat {seat} has not begun")
        if has(state.seen_sacrifices, seat) and (state.sacrificed[seat] == NONE or state.fell[seat] == NONE):
            raise BadPosition(f"a sacrifice that all saw needs a fallen screen; seat {seat} has none")
