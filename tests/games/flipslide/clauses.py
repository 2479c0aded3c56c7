"""How many clauses each chapter has, counted once from the specification."""

CHAPTERS = "F1:4 F2:5 F3:5 F4:3 F5:9 F6:7 F7:2 F8:8 F9:2"
