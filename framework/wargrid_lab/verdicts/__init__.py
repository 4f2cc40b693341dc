"""What games show: shares and differences, flaws and their causes, in sentences and numbers."""
