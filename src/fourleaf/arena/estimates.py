"""Means with the intervals that are honest for them.

Games of a block share their luck, so they are not independent; blocks are. Every interval is over blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, log, log1p, sqrt
from statistics import NormalDist, fmean
from typing import Final, Literal, TypeAlias

import msgspec

Verdict: TypeAlias = Literal["beats", "loses", "open"]
DOUBT: Final = 0.05
"""An interval misses the truth no more often than this."""
FEWEST: Final = 5
"""Blocks below which no interval is given."""
STAKES: Final = (0.9, 0.5, 0.28, 0.15, 0.08, 0.04)
"""Shares of the capital that are bet on each block: large ones find a large difference early, small ones a small."""


EVEN: Final = 0.5
"""The score of two who are equally strong."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean, its two-sided interval, and the two one-sided bounds; no bounds where there were too few blocks."""

    mean: float
    low: float | None = None
    high: float | None = None
    at_least: float | None = None
    at_most: float | None = None

    @property
    def verdict(self) -> Verdict:
        """Which of the one-sided bounds leaves one half behind."""
        if self.at_least is not None and self.at_least > EVEN:
            return "beats"
        if self.at_most is not None and self.at_most < EVEN:
            return "loses"
        return "open"


def estimated(groups: Sequence[Sequence[float]], lowest: float, highest: float) -> Estimate:
    """The mean of the groups' means, from one value a block, with intervals over blocks.

    These are Wilson's intervals with Student's quantiles, for as many independent games as would spread the mean like
    the blocks do: near the ends of the scale they are lopsided, as they must be. The spread is taken as if each group
    had one more block that is like a single game, so that blocks that happen to be equal do not look like certainty.
    """
    width = highest - lowest
    shares = [[(value - lowest) / width for value in group] for group in groups]
    mean = fmean(fmean(group) for group in shares)
    freedom = sum(len(group) - 1 for group in shares)
    if freedom < FEWEST - 1:
        return Estimate(lowest + width * mean)
    square_error = fsum(_variance(group) / len(group) for group in shares) / len(shares) ** 2
    low, high = _wilson(mean, square_error, freedom, student(1 - DOUBT / 2, freedom))
    at_least, at_most = _wilson(mean, square_error, freedom, student(1 - DOUBT, freedom))
    return Estimate(*(lowest + width * share for share in (mean, low, high, at_least, at_most)))


def share_of_games(games: int, total: float, squares: float) -> Estimate:
    """A share of independent games, from the sum of what each gave between 0 and 1 and from its squares."""
    mean = total / games
    if games < FEWEST:
        return Estimate(mean)
    square_error = (squares - games * mean * mean + mean * (1 - mean)) / games**2
    low, high = _wilson(mean, square_error, games - 1, student(1 - DOUBT / 2, games - 1))
    at_least, at_most = _wilson(mean, square_error, games - 1, student(1 - DOUBT, games - 1))
    return Estimate(mean, low, high, at_least, at_most)


def mean_of_games(games: int, total: float, squares: float) -> Estimate:
    """The mean of a figure without bounds, such as points, over independent games: Student's interval."""
    mean = total / games
    if games < FEWEST:
        return Estimate(mean)
    error = sqrt(max(squares - games * mean * mean, 0.0) / (games - 1) / games)
    wide, narrow = (error * student(1 - doubt, games - 1) for doubt in (DOUBT / 2, DOUBT))
    return Estimate(mean, mean - wide, mean + wide, mean - narrow, mean + narrow)


def _variance(values: Sequence[float]) -> float:
    mean = fmean(values)
    return (fsum((value - mean) ** 2 for value in values) + mean * (1 - mean)) / len(values)


def _wilson(share: float, square_error: float, freedom: int, z: float) -> tuple[float, float]:
    # At the ends of the scale nothing spreads; there every block counts as one game.
    games = share * (1 - share) / square_error if square_error > 0 else freedom + 1
    middle = share + z * z / (2 * games)
    reach = z * sqrt(share * (1 - share) / games + (z / (2 * games)) ** 2)
    return (middle - reach) / (1 + z * z / games), (middle + reach) / (1 + z * z / games)


def student(share: float, freedom: int) -> float:
    """The quantile of Student's distribution, by its expansion around the normal one."""
    z = NormalDist().inv_cdf(share)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return fsum(term / freedom**power for power, term in enumerate(terms))


class Wager:
    """A running bet that values between 0 and 1 are larger than `mean` on the average."""

    def __init__(self, mean: float) -> None:
        self._mean = mean
        self._logs = [0.0] * len(STAKES)

    def add(self, value: float) -> None:
        """Settle the bet on one value."""
        self._logs = [
            was + log1p(stake * (value / self._mean - 1)) for was, stake in zip(self._logs, STAKES, strict=True)
        ]

    @property
    def log_capital(self) -> float:
        """The logarithm of what one unit of capital has become, shared out evenly among the stakes at first."""
        top = max(self._logs)
        return top + log(fmean(exp(each - top) for each in self._logs))

    def won(self, doubt: float = DOUBT) -> bool:
        """Whether the capital has grown so much that the mean must be larger.

        Were it not, the capital would be expected never to grow, and the chance that it is ever multiplied by 1/doubt
        is at most doubt (Ville's inequality). So one may look after every value.
        """
        return self.log_capital >= log(1 / doubt)


def sequential(values: Sequence[float]) -> Estimate:
    """The mean of values between 0 and 1, with bounds that hold however one decides when to stop looking."""
    mean = fmean(values)
    return Estimate(
        mean,
        lower_bound(values, DOUBT / 2),
        1 - lower_bound([1 - value for value in values], DOUBT / 2),
        lower_bound(values, DOUBT),
        1 - lower_bound([1 - value for value in values], DOUBT),
    )


def lower_bound(values: Sequence[float], doubt: float) -> float:
    """What the mean is at least: the largest value against which the bet has been won."""
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        wager = Wager(middle)
        for value in values:
            wager.add(value)
        low, high = (middle, high) if wager.won(doubt) else (low, middle)
    return low
