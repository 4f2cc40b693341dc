"""The commands that play many games: simulate, fair, compare and tune."""
