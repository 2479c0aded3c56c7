"""Ratings as people know them: openskill's, from 25 for everybody, more being stronger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean

import msgspec
from openskill.models import PlackettLuce

from fourleaf.arena.playing import Played, Sitting


class Rating(msgspec.Struct, frozen=True):
    """A strength and how sure it is."""

    mu: float
    sigma: float


def rated(names: Iterable[str], games: Iterable[tuple[Sitting, Played]]) -> dict[str, Rating]:
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
        copies = defaultdict(list)
        for name, [copy] in zip(sitting.seats, after, strict=True):
            copies[name].append(copy)
        for name, several in copies.items():
            ratings[name] = model.rating(
                fmean(copy.mu for copy in several), fmean(copy.sigma for copy in several), name
            )
    return {name: Rating(rating.mu, rating.sigma) for name, rating in ratings.items() if name in met}
