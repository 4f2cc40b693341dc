"""The grammar that words share: which units and cells, what happens to them, and when."""
