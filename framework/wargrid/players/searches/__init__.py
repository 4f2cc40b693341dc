"""The searches and the plain players, each choosing a move."""
