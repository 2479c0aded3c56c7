"""A bot of one's own in the arena: any class with `choose(knowledge)` sits down beside ours, with the same luck.

python examples/bot_in_the_arena.py [GAMES]
"""

import sys

from fourleaf.arena import tournament
from fourleaf.engine.knowledge import Knowledge


class LastCard:
    """Plays the last of the cards that it may play: in Treasure that is the highest of the last colour."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, knowledge: Knowledge) -> int:
        """One of the legal actions, from what the seat knows and nothing else."""
        return knowledge.legal[-1]


def main(games: int) -> None:
    """Let it play against two of ours and print how everybody fared."""
    print(tournament("treasure", [LastCard, "greedy", "random"], games=games, seed=1))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
