"""Positions as people paste them and other programs write them."""
