"""How many clauses each chapter has, counted once from the specification."""

CHAPTERS = "K1:4 K2:6 K3:7 K4:7 K5:6 K6:3 K7:6 K8:5 K9:2 K10:6 K11:3 K12:9"
