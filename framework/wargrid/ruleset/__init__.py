"""Models of a ruleset, and the families of movement, targeting, combat and victory rules."""
