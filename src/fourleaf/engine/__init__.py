"""Positions, matches, records and luck: everything that is true of all games and of no game in particular."""
