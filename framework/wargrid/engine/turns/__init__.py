"""What a turn allows: actions, weapons, chains, duties, abilities and choices."""
