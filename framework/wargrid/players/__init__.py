"""Opponents, which use only public calls of a game."""
