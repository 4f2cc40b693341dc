"""Speak with other programs as chess engines do: texts of moves and positions, UCI and USI."""
