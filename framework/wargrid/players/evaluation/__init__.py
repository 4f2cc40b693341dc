"""How good positions are, from the rules alone: worth of types, distances, threats, exchanges."""
