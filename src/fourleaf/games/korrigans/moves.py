"""The written language of Korrigans: moves, lines of the log, and whole positions in one line."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from fourleaf.engine.counts import how_many, listed_kinds, unit
from fourleaf.engine.errors import IllegalMove, listed
from fourleaf.engine.move import Move, Vocabulary, every, reckoned
from fourleaf.engine.sentences import seat_name
from fourleaf.engine.state import CHANCE
from fourleaf.games.korrigans.board import (
    BAGS,
    COLOUR_NAMES,
    COLUMNS,
    COMPANION_BITS,
    COMPANIONS,
    FIELD_IDS,
    FIELD_NAMES,
    KIND_NAMES,
    LINK_A,
    LINK_B,
    LINKS,
    MENHIR_NAMES,
    MENHIR_WORDS,
    MOST_CLOVERS,
    MOST_SEATS,
    PAIR,
    ROWS,
    SIDES,
    TOKEN_WORDS,
    bag_number,
)
from fourleaf.games.korrigans.rules import (
    UNSCREENING,
    Korrigans,
)

LINK_NAMES: Final = [f"{FIELD_IDS[LINK_A[link]]}-{FIELD_IDS[LINK_B[link]]}" for link in range(LINKS)]
KORRIGAN_NAMES: Final = [f"{k // PAIR}.{k % PAIR}" for k in range(MOST_SEATS * PAIR)]
"""2.1 is the second Korrigan of seat 2."""
SIDE_NAMES: Final = KIND_NAMES[:SIDES]


class Place(Move, frozen=True, tag="place"):
    """A seat puts its next Korrigan on a field."""

    field: str


class DrawPawn(Move, frozen=True, tag="pawn"):
    """A pawn comes out of the bag."""

    colour: str


class PutOnSun(Move, frozen=True, tag="sun"):
    """The pawn goes on the sun of a row, counted from 1."""

    row: int


class PutOnCloud(Move, frozen=True, tag="cloud"):
    """The pawn goes on the cloud of a column, counted from 1."""

    column: int


class Ride(Move, frozen=True, tag="move"):
    """A Korrigan of the seat moves to a field with a companion."""

    korrigan: int
    companion: str
    field: str


class Sacrifice(Move, frozen=True, tag="sac"):
    """A seat gives a token of its stash for a Backup."""

    token: str
    backup: str
    OPEN = ("backup",)


class Pass(Move, frozen=True, tag="pass"):
    """A seat can neither move nor sacrifice."""


class Decline(Move, frozen=True, tag="decline"):
    """A seat does not use its Fairy."""


class EndTurn(Move, frozen=True, tag="end"):
    """A seat ends its turn without a late sacrifice."""


class Stop(Move, frozen=True, tag="stop"):
    """A seat ends its final turn."""


class GiveGoblin(Move, frozen=True, tag="goblin"):
    """The Goblin goes under a Korrigan of another seat."""

    korrigan: str


class TakeToken(Move, frozen=True, tag="take"):
    """A seat keeps one of the clovers that it sees."""

    token: str


class FlipMenhir(Move, frozen=True, tag="menhir"):
    """A menhir is turned over."""

    menhir: str


class RemoveScreen(Move, frozen=True, tag="screen"):
    """The Leprechaun takes away the screen of a seat."""

    seat: int


class PutTroll(Move, frozen=True, tag="troll"):
    """The Troll goes to a link."""

    link: str


class PutCauldron(Move, frozen=True, tag="cauldron"):
    """The Cauldron comes down on a field."""

    field: str


class ShowCompanions(Move, frozen=True, tag="show"):
    """A seat shows the companions of its stash before its final turn."""


class OpenStash(Move, frozen=True, tag="open"):
    """A screen falls and the stash behind it is seen."""


class See(Move, frozen=True, tag="see"):
    """The acting seat sees the clovers of its field."""

    tokens: tuple[str, ...]

    def __str__(self) -> str:
        return f"see {' '.join(self.tokens)}"


def _sight(number: int) -> See:
    return See(tuple(KIND_NAMES[kind] for kind in listed_kinds(BAGS[number])))


def _number_of_sight(sight: See) -> int:
    if not 0 < len(sight.tokens) <= MOST_CLOVERS:
        raise ValueError(f"no field has {len(sight.tokens)} clovers")
    return bag_number(sum(unit(KIND_NAMES.index(token)) for token in sight.tokens))


MOVES: Final = Vocabulary(
    every(Place, field=FIELD_IDS),
    every(DrawPawn, colour=COLOUR_NAMES),
    every(PutOnSun, row=range(1, ROWS + 1)),
    every(PutOnCloud, column=range(1, COLUMNS + 1)),
    every(Ride, korrigan=range(PAIR), companion=KIND_NAMES[:COMPANIONS], field=FIELD_IDS),
    every(Sacrifice, token=KIND_NAMES, backup=SIDE_NAMES),
    every(Pass),
    every(Decline),
    every(EndTurn),
    every(Stop),
    every(GiveGoblin, korrigan=KORRIGAN_NAMES),
    every(TakeToken, token=KIND_NAMES),
    every(FlipMenhir, menhir=MENHIR_NAMES),
    every(RemoveScreen, seat=range(MOST_SEATS)),
    every(PutTroll, link=LINK_NAMES),
    every(PutCauldron, field=FIELD_IDS),
    every(ShowCompanions),
    every(OpenStash),
    reckoned(See, len(BAGS), _sight, _number_of_sight),
    examples="move 0 hare village, take coin2 or sun 3",
)


def spell(state: Korrigans, action: int) -> Move:
    """The move that a number stands for."""
    return MOVES[action]


SMALL_WORDS: Final = re.compile(
    r"\b(the|a|an|to|on|of|with|for|by|my|korrigan|rides?|seat|row|column|in|under|as|and)\b"
)
FIELD_WORDS: Final = re.compile("|".join(name.casefold() for name in FIELD_NAMES))
OTHER_WORDS: Final = {
    "ride": "move",
    "go": "move",
    "walk": "move",
    "sacrifice": "sac",
    "keep": "take",
    "gather": "take",
    "put": "place",
    "cauldron of gold": "cauldron",
    "unscreen": "screen",
}


def read(text: str) -> Move:
    """The move that a person typed: `move 0 hare village`, `0 hare to Chapel Close`, `coin 3`, `sac coin1 hare`."""
    seen = text.casefold().replace(",", " ").split()
    if seen[:1] == ["see"] and 1 < len(seen) <= MOST_CLOVERS + 1 and set(seen[1:]) <= set(KIND_NAMES):
        return See(tuple(sorted(seen[1:], key=KIND_NAMES.index)))
    words = _plain_words(text)
    if words in ("skip", "wait", "stay"):
        raise IllegalMove(text, "a seat that can move must move, and one that cannot says pass", "K4.3")
    if words in ("look", "peek", "look again"):
        raise IllegalMove(text, "a field is looked at only when a Korrigan gathers there", "K6.1")
    turned = re.sub(r"^(?:troll )?(\w+)[- ](\w+)$", r"troll \2-\1", words)
    if move := MOVES.find(words, f"move {words}", f"take {words}", f"troll {words}", turned):
        return move
    raise MOVES.unknown(text)


def _plain_words(text: str) -> str:
    """The text without capitals and small words, with fields, coins and links written as the game writes them."""
    words = re.sub(r"[:,_\s]+", " ", text.casefold()).strip()
    words = FIELD_WORDS.sub(lambda name: name[0].replace(" ", "_"), words)
    words = re.sub(r"\s*[-–]\s*", "-", words)
    words = re.sub(r"\bcoin (\d)\b", r"coin\1", words)
    words = " ".join(SMALL_WORDS.sub(" ", words).split())
    first, _, rest = words.partition(" ")
    return f"{OTHER_WORDS.get(first, first)} {rest}".strip()


# The log


def about(state: Korrigans, action: int) -> int:
    """The seat that an action is about."""
    return int(state.target if state.phase == UNSCREENING else state.turn)


def tell(state: Korrigans, action: int, seat: int) -> str:
    """One line of the log: what a seat hears of an action that is about to be applied."""
    move = spell(state, action)
    hidden = state.glimpse(action, seat) != action
    if state.actor() == CHANCE:
        who = state.target if state.phase == UNSCREENING else state.turn
        return f"{seat_name(who)} {_happened(state, move, who, hidden)}"
    return f"{seat_name(state.turn)} {_done(state, move, hidden)}"


def _happened(state: Korrigans, move: Move, who: int, hidden: bool) -> str:
    match move:
        case DrawPawn(colour):
            return f"draws {'an' if colour[0] in 'oi' else 'a'} {colour} pawn"
        case FlipMenhir(menhir):
            return f"turns over a menhir: {MENHIR_WORDS[MENHIR_NAMES.index(menhir)]}"
        case ShowCompanions():
            return f"shows {bag_words(state.stash[who] & COMPANION_BITS)} for its final turn"
        case See(kinds):
            clovers = state.counts[state.where[state.mover]]
            where = f"{clovers} clover{'s' if clovers > 1 else ''} on {FIELD_NAMES[state.where[state.mover]]}"
            return f"looks at {where}" if hidden else f"looks at {where}: {listed(map(token_words, kinds))}"
    return f"has no screen any more; behind it: {bag_words(state.stash[who])}"


def _done(state: Korrigans, move: Move, hidden: bool) -> str:
    match move:
        case Place(field):
            return f"places a Korrigan on {_named(field)}"
        case PutOnSun() | PutOnCloud():
            where = f"sun of row {move.row}" if isinstance(move, PutOnSun) else f"cloud of column {move.column}"
            return f"puts the {COLOUR_NAMES[state.pawn]} pawn on the {where}"
        case Ride(korrigan, companion, field):
            return _ridden(state, korrigan, companion, field)
        case Sacrifice(token, backup):
            return f"sacrifices {'a token' if hidden else a_token(KIND_NAMES.index(token))} and takes a Backup {backup}"
        case TakeToken(token):
            return f"keeps {_kept(None if hidden else token, int(state.counts[state.where[state.mover]]))}"
        case GiveGoblin(korrigan):
            return f"passes its Goblin to a Korrigan of {seat_name(KORRIGAN_NAMES.index(korrigan) // PAIR)}"
        case RemoveScreen(other):
            return f"takes away the screen of {seat_name(other)}"
        case PutTroll(link):
            return f"puts the Troll between {listed(_named(field) for field in link.split('-'))}"
        case PutCauldron(field):
            return f"lets the Cauldron come down on {_named(field)}"
    return PLAIN_WORDS[str(move)]


PLAIN_WORDS: Final = {
    "pass": "passes",
    "decline": "declines the Fairy",
    "end": "ends its turn",
    "stop": "stops",
}


def _ridden(state: Korrigans, korrigan: int, companion: str, field: str) -> str:
    kind = KIND_NAMES.index(companion)
    start = FIELD_NAMES[state.where[PAIR * state.turn + korrigan]]
    line = f"rides the {companion} from {start} to {_named(field)}"
    shown = how_many(state.display[state.turn], kind) > 0 or state.backup[state.turn] == kind
    return line if shown else f"{line} and shows it"


def _named(field: str) -> str:
    return FIELD_NAMES[FIELD_IDS.index(field)]


def token_words(token: str) -> str:
    """A token as a sentence has it: hare, 3 gold."""
    return TOKEN_WORDS[KIND_NAMES.index(token)]


def a_token(kind: int) -> str:
    """One token as a sentence has it: a hare, 3 gold."""
    return TOKEN_WORDS[kind] if kind >= COMPANIONS else f"a {TOKEN_WORDS[kind]}"


def _kept(token: str | None, clovers: int) -> str:
    if token is None:
        return "the last clover" if clovers == 1 else f"one of {clovers} clovers"
    return f"{a_token(KIND_NAMES.index(token))}, {'the last clover' if clovers == 1 else f'one of {clovers} clovers'}"


def bag_words(bag: int) -> str:
    """The tokens of a bag as a sentence has them: 2 × hare, 1 gold and 4 gold."""
    kinds = Counter(listed_kinds(bag))
    return listed(f"{n} × {TOKEN_WORDS[kind]}" if n > 1 else TOKEN_WORDS[kind] for kind, n in kinds.items())
