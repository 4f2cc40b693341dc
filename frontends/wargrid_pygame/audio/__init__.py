"""Sounds: a script that synthesises them, and what plays them."""
