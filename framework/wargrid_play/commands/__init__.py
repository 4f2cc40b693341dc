"""The commands that put a game into words: hint, rules."""
