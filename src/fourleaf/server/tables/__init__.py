"""A table is the fold of its log: a match, its seats, and how far they have come."""
