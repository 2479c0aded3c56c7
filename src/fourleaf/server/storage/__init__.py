"""What is kept: the log of every table, who sits where, and who people are."""
