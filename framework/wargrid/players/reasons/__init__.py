"""Why a move is good, in a player's words."""
