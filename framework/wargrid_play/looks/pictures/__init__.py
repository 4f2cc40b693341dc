"""Pictures as SVG texts, for all frontends: tokens, dice, marks, strips of ground and buttons."""
