"""The commands that say things of a game in words: hint."""
