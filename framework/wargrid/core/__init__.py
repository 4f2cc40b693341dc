"""Values of a game: grid, units, moves, events, positions and dice."""
