"""One module for each format: how its text becomes a tree of moves, and is written from one."""
