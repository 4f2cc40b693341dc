"""Games between computer players: played here or on a cluster, counted, and kept on disk."""
