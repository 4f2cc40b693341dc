"""Other processes: those in which players think or play matches, and UCI engines."""
