"""Opponents: they use only a game's public calls, so they play games invented tomorrow."""
