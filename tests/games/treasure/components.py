"""What the box holds, counted wherever it lies."""

from __future__ import annotations

from fourleaf.games.treasure.board import CARDS, COLOURS, NONE
from fourleaf.games.treasure.moves import CARD_NAMES
from fourleaf.games.treasure.rules import Treasure


def components(state: Treasure) -> dict[str, int]:
    """Each card in the bank, in hands and played; the colour cards drawn and left; the figures."""
    count = {
        CARD_NAMES[card]: state.pool[card]
        + sum(held[seat * CARDS + card] for held in (state.hands, state.played) for seat in range(state.seats))
        for card in range(CARDS)
    }
    drawn = [colour for colour in state.colours if colour != NONE]
    left = [colour for colour in range(COLOURS) if colour not in drawn]
    return count | {"colour cards": len(drawn) + len(left), "figures": len(state.figures)}
