"""The laws that hold in every game, each a question to one random walk.

A law counts what it has met, and says how much of it there must be in the walks over one game. It is a plain function,
so that the mutants of test_the_kit_bites.py can be put before the same judge.
"""

from tests.kit.laws import matches, rules, secrets, tensors, words  # noqa: F401  # each enters its laws
from tests.kit.laws.met import LAWS, Met, assert_enough, whole_games

__all__ = ["LAWS", "Met", "assert_enough", "whole_games"]
