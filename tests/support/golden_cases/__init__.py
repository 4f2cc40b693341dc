"""Golden cases: situations with their only right outcome, in JSON, judged through the public calls
of a game."""
