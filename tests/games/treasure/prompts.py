"""How a prompt names each kind of move that a seat may make."""

from __future__ import annotations

NAMES = {
    "play": r"\bplay a card",
    "exchange": r"\bchanges? places",
}
