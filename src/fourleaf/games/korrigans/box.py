"""What the board.toml of Korrigans may hold."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from fourleaf.engine import box
from fourleaf.engine.box import Point, Printed, demand

MOST_SEATS = 5
FIELDS = 17
LINES = 7
"""Rows, and columns."""
MOST_LINKS = 62
MOST_OF_A_KIND = 15
COMPANIONS = ["hare", "squirrel", "mouse", "mole", "frog", "bird"]
TOKENS = [*COMPANIONS, "coin1", "coin2", "coin3", "coin4"]
STANDING = ["leprechaun", "goblin", "elf", "troll", "fairy"]
MENHIRS = [*STANDING, "gold1", "gold2", "gold3"]
Gold = Annotated[int, Meta(ge=-1000, le=1000)]
Line = Annotated[int, Meta(ge=1, le=LINES)]
Seven = Annotated[list[Point], Meta(min_length=LINES, max_length=LINES)]


class Worth(Printed, frozen=True):
    """What is worth how much gold at the end."""

    cauldron: tuple[Gold, Gold, Gold]
    elf: Gold
    goblin: Gold


class Rainbow(Printed, frozen=True):
    """The pawns, the suns and the clouds."""

    colours: Annotated[list[str], Meta(min_length=LINES, max_length=LINES)]
    copies: Annotated[int, Meta(ge=1, le=2)]
    last_round_clouds: Line
    sun_at: Seven
    cloud_at: Seven


class Seats(Printed, frozen=True):
    """What depends on the seats."""

    colours: Annotated[list[str], Meta(min_length=MOST_SEATS, max_length=MOST_SEATS)]
    extra_clovers_from: Annotated[int, Meta(ge=2, le=MOST_SEATS + 1)]


class Token(Printed, frozen=True):
    """A kind of clover."""

    name: str
    code: str
    base: Annotated[int, Meta(ge=0)]
    extra: Annotated[int, Meta(ge=0)]
    needs: Literal["path", "door", "bridge", "molehill", "pontoon", "colour"] | None = None
    gold: Annotated[int, Meta(ge=1, le=1000)] | None = None

    def __post_init__(self) -> None:
        demand(self.base + self.extra <= MOST_OF_A_KIND, f"base: with extra at most {MOST_OF_A_KIND} of a kind")
        rides = self.name in COMPANIONS
        demand((self.needs is not None) == rides, "needs: companions need something, and nothing else does")
        demand((self.gold is None) == rides, "gold: coins are worth some, and nothing else is")


class Menhir(Printed, frozen=True):
    """A kind of menhir."""

    name: str
    copies: Annotated[int, Meta(ge=0, le=MOST_OF_A_KIND)]
    gold: Annotated[int, Meta(ge=0, le=1000)]

    def __post_init__(self) -> None:
        demand((self.gold == 0) == (self.name in STANDING), "gold: gold menhirs are worth some, and the others none")


class FieldColour(Printed, frozen=True):
    """How the fields of a colour look."""

    name: str
    fill: str
    motif: str


class River(Printed, frozen=True):
    """Where the river runs."""

    line: list[Point]


class Field(Printed, frozen=True):
    """A field, and where everything on it is drawn."""

    id: str
    name: str
    colour: str
    clovers: Annotated[int, Meta(ge=1, le=5)]
    menhir: bool
    molehill: bool
    pontoon: bool
    start: Annotated[int, Meta(ge=0, le=MOST_SEATS)]
    bank: Literal["west", "east"]
    cells: Annotated[list[tuple[Line, Line]], Meta(min_length=1)]
    polygon: Annotated[list[Point], Meta(min_length=3)]
    label: Point
    stand: Point
    menhir_at: Point | None = None
    start_at: Point | None = None
    molehill_at: Point | None = None
    pontoon_at: Point | None = None

    def __post_init__(self) -> None:
        for field, there, at in (
            ("menhir_at", self.menhir, self.menhir_at),
            ("start_at", self.start > 0, self.start_at),
            ("molehill_at", self.molehill, self.molehill_at),
            ("pontoon_at", self.pontoon, self.pontoon_at),
        ):
            demand(there == (at is not None), f"{field}: {self.id} has one without the other")
        demand(len(set(self.cells)) == len(self.cells), f"cells: {self.id} names a cell twice")


class Border(Printed, frozen=True):
    """What lies between two neighbours."""

    a: str
    b: str
    kind: Literal["path", "door", "bridge", "water"]
    line: Annotated[list[Point], Meta(min_length=2)]
    at: Point


class Box(box.Box, frozen=True):
    """Everything."""

    gold: Worth
    rainbow: Rainbow
    seats: Seats
    token: list[Token]
    menhir: list[Menhir]
    field_colour: list[FieldColour]
    river: River
    field: Annotated[list[Field], Meta(min_length=FIELDS, max_length=FIELDS)]
    border: list[Border]

    def __post_init__(self) -> None:
        demand([one.name for one in self.token] == TOKENS, f"token.name: they are {', '.join(TOKENS)}, in this order")
        demand(
            [one.name for one in self.menhir] == MENHIRS, f"menhir.name: they are {', '.join(MENHIRS)}, in this order"
        )
        self._check_sums()
        self._check_fields()
        self._check_links()

    def _check_sums(self) -> None:
        base, printed = sum(token.base for token in self.token), sum(field.clovers for field in self.field)
        demand(
            base == printed, f"token.base or field.clovers: {base} clovers do not fill the fields, which have {printed}"
        )
        extra = sum(token.extra for token in self.token)
        demand(extra == FIELDS, f"token.extra: {extra} clovers are not one more on each of {FIELDS} fields")
        menhirs, stones = sum(menhir.copies for menhir in self.menhir), sum(field.menhir for field in self.field)
        demand(menhirs == stones, f"menhir.copies: {menhirs} menhirs do not stand on {stones} fields")

    def _check_fields(self) -> None:
        demand(len({field.id for field in self.field}) == FIELDS, "field.id: each field is there once")
        colours = {colour.name for colour in self.field_colour}
        for field in self.field:
            demand(
                field.colour in colours, f"field.colour: {field.id} is {field.colour!r}, which no field_colour draws"
            )
        for number in range(1, MOST_SEATS + 1):
            starts = sum(field.start == number for field in self.field)
            demand(starts == 2, f"field.start: {starts} fields have the number {number}, not two")
        covered = {cell for field in self.field for cell in field.cells}
        bare = sorted({(row, column) for row in range(1, LINES + 1) for column in range(1, LINES + 1)} - covered)
        demand(not bare, f"field.cells: no field has a part in row and column {bare}, where the Cauldron may come down")

    def _check_links(self) -> None:
        known = {field.id for field in self.field}
        pairs = [frozenset((border.a, border.b)) for border in self.border]
        for border, pair in zip(self.border, pairs, strict=True):
            demand(
                len(pair) == 2 and pair <= known, f"border.a, border.b: {border.a} and {border.b} are not two fields"
            )
        demand(len(set(pairs)) == len(pairs), "border: two fields share one border at most")
        links = [pair for border, pair in zip(self.border, pairs, strict=True) if border.kind != "water"]
        demand(len(links) <= MOST_LINKS, f"border: {len(links)} links are more than {MOST_LINKS}")
        reached = {self.field[0].id}
        for _ in range(FIELDS):
            reached |= {field for pair in links if pair & reached for field in pair}
        demand(reached == known, f"border.kind: no link leads to {', '.join(sorted(known - reached))}")
