"""Say what happens and when: effects, conditions, and the moments at which rules begin."""
