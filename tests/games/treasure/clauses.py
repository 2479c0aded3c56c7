"""How many clauses each chapter has, counted once from the specification."""

CHAPTERS = "T1:6 T2:11 T3:5"
