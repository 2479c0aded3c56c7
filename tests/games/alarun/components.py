"""What the box holds, counted wherever it lies."""

from __future__ import annotations

from fourleaf.games.alarun.board import AURI, BARE, COLOURS, DRUID, KIND_NAMES, NO_CARD, NONE
from fourleaf.games.alarun.rules import Alarun


def components(state: Alarun) -> dict[str, int]:
    """Each card in the pool, in hands, in the centre, in squares and discarded; colour cards; apprentices."""
    held = [card // 2 for card in state.cards if card != NO_CARD]
    cells = [int(kind) for square in state.squares for kind in square.cells if kind != BARE]
    laid = [kind for kind in cells if kind <= AURI]
    discards = list(state.discards())
    assert all(copies >= 0 for copies in discards), "more cards on the table than in the box"
    assert state.unseen == sum(state.pool)
    count = {
        name: state.pool[kind] + held.count(kind) + laid.count(kind) + discards[kind]
        for kind, name in enumerate(KIND_NAMES)
    }
    drawn = [colour for colour in state.colours if colour != NONE]
    left = [colour for colour in range(COLOURS) if colour not in drawn]
    return count | {"colour cards": len(drawn) + len(left), "apprentices": cells.count(DRUID)}
