"""Models of a ruleset, and the families of movement, targeting, combat and victory rules."""

from typing import Final

TESTS_SUFFIX: Final = ".tests.yaml"
"""How the name of a file of tests ends; what stands before is the ruleset's."""
