"""Every game at every number of seats."""

from __future__ import annotations

from fourleaf.games import GAMES

TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]
FEWEST = [(name, game.seats[0]) for name, game in GAMES.items()]
