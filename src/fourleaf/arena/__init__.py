"""Many games between bots: who is stronger, by how much, and how sure that is.

>>> from fourleaf.arena import tournament
>>> found = tournament("treasure", ["greedy", "random"], games=200, seed=1)
>>> found.contestants[0].name
'greedy'
"""

from fourleaf.arena.simulation import Simulation, simulate
from fourleaf.arena.standings import Standings
from fourleaf.arena.tournament import Ladder, ladder, tournament

__all__ = ["Ladder", "Simulation", "Standings", "ladder", "simulate", "tournament"]
