"""Say which units and cells a rule is about: selectors, and how they are bound to a game."""
