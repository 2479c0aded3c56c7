"""What the board.toml of Der Herr der Wichtel may hold."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from fourleaf.engine import box
from fourleaf.engine.box import Count, Printed, demand

FEWEST_SEATS = 3
MOST_SEATS = 5
RETINUE = 4
MOST_IN_PILES = 17
GNOMES = ["FA", "HS", "HF", "VA", "ME", "KS", "SW", "WW", "GE", "HD", "HW"]
THALERS = ["C2", "C3", "C4", "C5", "C6"]
CRIES = ["IM", "HE"]
EVENTS = [*THALERS, *CRIES, "HERE", "BACK", "HALT", "LOOK", "NIX"]
Copies = Annotated[int, Meta(ge=1, le=7)]
Points = Annotated[int, Meta(ge=-1000, le=1000)]


class Tongues(Printed, frozen=True):
    """One thing in all languages."""

    en: str
    de: str
    it: str


class Named(Printed, frozen=True):
    """The game itself."""

    name: Tongues


class Setup(Printed, frozen=True):
    """What is dealt before a round."""

    events_each: Annotated[int, Meta(ge=1, le=7)]
    first_discard: Count


class Limits(Printed, frozen=True):
    """When a round and a game are over in any case."""

    lap_limit: Count
    max_rounds: Count


class Scoring(Printed, frozen=True):
    """What the numbers of the rules are."""

    dismiss_below: Points
    best_bonus: Points
    worst_bonus: Points
    free_roll_need: Count


class Die(Printed, frozen=True):
    """The die."""

    faces: Annotated[int, Meta(ge=2, le=20)]


class Supervisor(Printed, frozen=True):
    """Both sides of his card."""

    name: Tongues
    abducted: Tongues
    free: Tongues


class Gnome(Printed, frozen=True):
    """A kind of gnome."""

    code: str
    count: Copies
    value: Points
    career: Literal["family", "civil", "military", "chief"]
    mark: bool
    corner: Tongues
    name: Tongues


class Title(Printed, frozen=True):
    """What four gnomes may be together."""

    id: str
    group: Literal["family", "civil", "military", "chief"]
    required: Annotated[list[str], Meta(min_length=1, max_length=RETINUE)]
    rest: list[str]
    points: Points
    name: Tongues

    def __post_init__(self) -> None:
        for field, codes in (("required", self.required), ("rest", self.rest)):
            unknown = sorted(set(codes) - set(GNOMES))
            demand(not unknown, f"{field}: there are no gnomes {unknown}")
            demand(len(set(codes)) == len(codes), f"{field}: each gnome is named once")
        whole = len(self.required) == RETINUE
        demand(whole != bool(self.rest), "rest: whoever stands beside the required gnomes, up to four in all")


class Event(Printed, frozen=True):
    """A kind of event."""

    code: str
    count: Copies
    name: Tongues
    help: str
    rank: Count | None = None
    need: Count | None = None

    def __post_init__(self) -> None:
        bribes = self.code in (*THALERS, *CRIES)
        demand((self.rank is not None) == bribes, "rank: bribes have one, and nothing else")
        demand((self.need is not None) == (self.code in THALERS), "need: thalers have one, and nothing else")


class Box(box.Box, frozen=True):
    """Everything."""

    game: Named
    setup: Setup
    limits: Limits
    scoring: Scoring
    die: Die
    terms: dict[str, Tongues]
    supervisor: Supervisor
    gnome: list[Gnome]
    title: list[Title]
    event: list[Event]

    def __post_init__(self) -> None:
        demand(
            [one.code for one in self.gnome] == GNOMES, f"gnome.code: the gnomes are {', '.join(GNOMES)}, in this order"
        )
        demand(
            [one.code for one in self.event] == EVENTS, f"event.code: the events are {', '.join(EVENTS)}, in this order"
        )
        faces = self.die.faces
        demand(self.scoring.free_roll_need <= faces, f"scoring.free_roll_need: the die has {faces} faces")
        for event in self.event:
            demand((event.need or 0) <= faces, f"event.need: the die has {faces} faces, and {event.code} wants more")
        self._check_counts()

    def _check_counts(self) -> None:
        gnomes = sum(gnome.count for gnome in self.gnome)
        most = MOST_IN_PILES + (RETINUE + 1) * FEWEST_SEATS
        least = (RETINUE + 1) * MOST_SEATS + self.setup.first_discard + 1
        demand(gnomes <= most, f"gnome.count: there is room for {most} gnomes, not for {gnomes}")
        demand(gnomes >= least, f"gnome.count or setup.first_discard: {gnomes} gnomes leave no draw pile")
        events = sum(event.count for event in self.event)
        dealt = MOST_SEATS * self.setup.events_each
        demand(events >= dealt, f"event.count or setup.events_each: {events} events are too few, {dealt} are dealt")
