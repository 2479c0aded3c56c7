"""A table that a seat cannot tell from the true one: cards and colours that it does not know are dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64

from fourleaf.games.alarun.board import COLOUR, HAND, NO_ACTIONS, NO_CARD, NONE, SECRET

if TYPE_CHECKING:
    from fourleaf.games.alarun.rules import Alarun


def imagined(table: Alarun, seat: i64, rng: Random) -> Alarun:
    """The same table with everything that `seat` cannot know drawn once more."""
    twin = table.clone()
    _deal_secrets_again(twin, seat, rng)
    _draw_colours_again(twin, seat, rng)
    return twin


def _deal_secrets_again(table: Alarun, seat: i64, rng: Random) -> None:
    """Put the cards that `seat` does not know back into the pool and deal as many anew."""
    unknown = NO_ACTIONS[: table.seats]
    for other in range(table.seats):
        if other != seat:
            unknown[other] = _hide_secrets(table, other)
    for other in range(table.seats):
        for _ in range(unknown[other]):
            kind = table.kind_of_pool(rng.randrange(table.unseen))
            table.pool[kind] -= 1
            table.unseen -= 1
            table.take(other, 2 * kind + SECRET)


def _hide_secrets(table: Alarun, owner: i64) -> i64:
    """Put the cards that only their owner knows back into the pool; how many they were."""
    hidden: i64 = 0
    known: i64 = 0
    for place in range(owner * HAND, owner * HAND + HAND):
        card = table.cards[place]
        table.cards[place] = NO_CARD
        if card % 2 == SECRET:
            table.pool[card // 2] += 1
            table.unseen += 1
            hidden += 1
        else:
            table.cards[owner * HAND + known] = card
            known += 1
    return hidden


def _draw_colours_again(table: Alarun, seat: i64, rng: Random) -> None:
    """Put the colour cards that `seat` has not seen back into the box and draw as many anew."""
    unseen = vec[i64]()
    for other in range(table.seats):
        if table.colours[other] != NONE and not table.colour_known(other, seat):
            unseen = append(unseen, other)
            table.colours[other] = NONE
    for other in unseen:
        left = table.colours_left()
        table.colours[other] = i64(left[rng.randrange(len(left))]) - COLOUR
