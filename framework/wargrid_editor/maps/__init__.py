"""Maps of other programs: read into boards with a table of tiles, and written from boards."""
