"""The editor of boards: what is painted, judged and saved as a scenario, without a pixel."""
