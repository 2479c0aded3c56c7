"""What the box holds, counted wherever it lies."""

from __future__ import annotations

from fourleaf.games.wichtel.board import EVENT_CODES, GNOME_CODES, KINDS, NONE, copies, size
from fourleaf.games.wichtel.rules import ROOM, UNSEEN, Wichtel


def components(state: Wichtel) -> dict[str, int]:
    """Each gnome in hands, village, piles and unseen; each event held, laid, spent and left over."""
    slots = [slot for slot in state.slots if slot != UNSEEN]
    count = {
        code: copies(state.pool, kind)
        + sum(copies(hand, kind) for hand in state.hands)
        + list(state.village).count(kind)
        + [slot % KINDS for slot in slots].count(kind)
        for kind, code in enumerate(GNOME_CODES)
    }
    count |= {
        code: copies(state.left_over, kind)
        + copies(state.spent, kind)
        + sum(copies(cards, kind) for cards in state.events)
        + list(state.laid).count(kind)
        for kind, code in enumerate(EVENT_CODES)
    }
    in_piles = list(state.slots)[: state.sizes[0]] + list(state.slots)[ROOM : ROOM + state.sizes[1]]
    undealt = sum(4 - size(hand) for hand in state.hands) + list(state.village).count(NONE)
    # While a gnome is on its way a pile holds one more than it will, and a hand or the village one less.
    on_the_way = sum(state.sizes) - state.in_piles()
    return count | {"unseen": size(state.pool) - in_piles.count(UNSEEN) - undealt + on_the_way}
