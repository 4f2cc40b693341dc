"""The rules at work: legal moves, turns, combat, royal safety and odds."""
