"""Ratings as people know them: openskill's, from 25 for everybody, more being stronger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean

import msgspec
from openskill.models import PlackettLuce

from fourleaf.arena.playing import Sitting, SittingResult


class Rating(msgspec.Struct, frozen=True):
    """A strength and how sure it is."""

    mu: float
    sigma: float


def rated(names: Iterable[str], games: Iterable[tuple[Sitting, SittingResult]]) -> dict[str, Rating]:
    """Everybody's rating after all games in their order; nobody has one who met no other contestant."""
    # Bots don't get better from game to game, so no doubt is added between games.
    model = PlackettLuce(tau=0.0)
    ratings = {name: model.rating(name=name) for name in names}
    met: set[str] = set()
    for sitting, played in games:
        if len(set(sitting.seats)) < 2:
            continue
        met.update(sitting.seats)
        after = model.rate([[ratings[name]] for name in sitting.seats], ranks=[float(rank) for rank in played.ranks])
        seats = [(name, Rating(seat.mu, seat.sigma)) for name, [seat] in zip(sitting.seats, after, strict=True)]
        for name, rating in merged(seats).items():
            ratings[name] = model.rating(rating.mu, rating.sigma, name)
    return {name: Rating(rating.mu, rating.sigma) for name, rating in ratings.items() if name in met}


def merged(seats: Iterable[tuple[str, Rating]]) -> dict[str, Rating]:
    """One rating for each name: the mean of what a match makes of all the seats that it had."""
    copies = defaultdict(list)
    for name, rating in seats:
        copies[name].append(rating)
    return {
        name: Rating(fmean(copy.mu for copy in several), fmean(copy.sigma for copy in several))
        for name, several in copies.items()
    }
