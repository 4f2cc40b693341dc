"""A server for players far apart: it keeps the matches, and each client sees only its seat's view.

``app`` has the routes, ``rooms`` the matches that are open, ``clients`` the connections to them.
"""
