"""Doors for learners: batches for NumPy, and the games as PettingZoo, Gymnasium and OpenSpiel know them.

Nothing here is loaded with `fourleaf`: each module asks for the extra that it needs when it is imported.
"""
