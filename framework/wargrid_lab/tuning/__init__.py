"""The search for values with which games come nearest to an aim, or a player wins."""
