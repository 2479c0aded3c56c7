"""A table is what its log adds up to: a match, its seats, and how far they have come."""
