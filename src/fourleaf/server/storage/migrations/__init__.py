"""How the database grows: one step a file, each additive, run when the server starts."""
