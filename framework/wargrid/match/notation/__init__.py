"""Moves and positions as text."""
