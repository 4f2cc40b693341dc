"""Plugins: hook specifications, discovery, and calling them with checked results."""
