"""What players see: the table, its looks, what is drawn of them, and the face for frontends."""
