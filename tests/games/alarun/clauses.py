"""How many clauses each chapter has, counted once from the specification."""

CHAPTERS = "A1:9 A2:7 A3:11 A4:6 A5:14"
