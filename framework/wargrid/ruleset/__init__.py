"""What YAML may say: reading with line numbers, joining, models, checks, loading."""
