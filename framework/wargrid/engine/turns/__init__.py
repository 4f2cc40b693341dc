"""What a turn allows: actions, weapons, chains, mandatory moves, abilities and choices."""
