"""From a view to pixels: board, tokens, marks, dice and minimap."""
