"""A race that a seat cannot tell from the true one: hands and colours that it has not seen are dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from fourleaf.games.treasure.board import CARDS, COLOUR, NONE

if TYPE_CHECKING:
    from fourleaf.games.treasure.rules import Treasure


def imagined(race: Treasure, seat: i64, rng: Random) -> Treasure:
    """The same race with everything that `seat` cannot see drawn once more."""
    twin = race.clone()
    _deal_hands_again(twin, seat, rng)
    draw_colours_again(twin, seat, rng)
    return twin


def _deal_hands_again(race: Treasure, seat: i64, rng: Random) -> None:
    """Put the hands that `seat` cannot see back into the pool and deal as many cards anew."""
    sizes = vec[i64]()
    for other in range(race.seats):
        sizes = append(sizes, race.hand_size(other))
        if other != seat:
            for card in range(CARDS):
                race.pool[card] += race.hands[other * CARDS + card]
                race.hands[other * CARDS + card] = 0
    left = race.bank()
    for other in range(race.seats):
        if other != seat:
            for _ in range(sizes[other]):
                card = race.card_of_pool(rng.randrange(left))
                race.pool[card] -= 1
                race.hands[other * CARDS + card] += 1
                left -= 1


def draw_colours_again(race: Treasure, seat: i64, rng: Random) -> None:
    """Put the colour cards that `seat` has not seen back into the box and draw as many anew."""
    unseen = vec[i64]()
    for other in range(race.seats):
        if race.colours[other] != NONE and not race.colour_known(other, seat):
            unseen = append(unseen, other)
            race.colours[other] = NONE
    for other in unseen:
        left = race.colours_left()
        race.colours[other] = i64(left[rng.randrange(len(left))]) - COLOUR
