"""YAML sources: reading with positions, merging, and diagnostics with their codes."""
