"""Models of the board: layout, diagrams, terrain, deployment and markers."""
