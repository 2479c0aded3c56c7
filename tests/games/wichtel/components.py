"""What the box holds, counted wherever it lies."""

from __future__ import annotations

from fourleaf.engine.counts import how_many, size_of
from fourleaf.games.wichtel.board import EVENT_CODES, GNOME_CODES, KINDS, NONE, ROOM, UNSEEN, in_piles
from fourleaf.games.wichtel.rules import Wichtel


def components(state: Wichtel) -> dict[str, int]:
    """Each gnome in hands, village, piles and unseen; each event held, laid, spent and left over."""
    known = [slot % KINDS for slot in state.square.slots if slot != UNSEEN]
    count = {
        code: how_many(state.pool, kind)
        + sum(how_many(hand, kind) for hand in state.hands)
        + list(state.square.village).count(kind)
        + known.count(kind)
        for kind, code in enumerate(GNOME_CODES)
    }
    count |= {
        code: how_many(state.left_over, kind)
        + how_many(state.spent, kind)
        + sum(how_many(cards, kind) for cards in state.events)
        + list(state.laid).count(kind)
        for kind, code in enumerate(EVENT_CODES)
    }
    slots = list(state.square.slots)
    left, right = state.square.sizes
    unseen = (slots[:left] + slots[ROOM : ROOM + right]).count(UNSEEN)
    undealt = sum(4 - size_of(hand) for hand in state.hands) + list(state.square.village).count(NONE)
    # While a gnome is on its way a pile holds one more than it will, and a hand or the village one less.
    on_the_way = left + right - in_piles(state.seats)
    return count | {"unseen": size_of(state.pool) - unseen - undealt + on_the_way}
