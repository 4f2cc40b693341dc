"""Lists of effects at work: the runner, and the moments at which lists begin."""
