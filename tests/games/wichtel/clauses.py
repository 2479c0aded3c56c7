"""How many clauses each chapter has, counted once from the specification."""

CHAPTERS = "W1:3 W2:8 W3:8 W4:7 W5:2 W6:3 W7:12 W8:3 W9:8 W10:8 W11:5 W12:7"
