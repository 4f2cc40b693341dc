"""What each unit can reach: steps, slides, jumps, lines of sight and royal safety."""
