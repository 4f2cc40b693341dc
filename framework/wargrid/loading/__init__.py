"""Loading: from ruleset files on disk to a playable game."""
