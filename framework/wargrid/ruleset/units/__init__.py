"""Models of units: movement, targets, combat, abilities and upkeep."""
