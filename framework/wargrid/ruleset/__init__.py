"""What YAML may say: reading with line numbers, joining, models, checks, loading."""

from typing import Final

TESTS_SUFFIX: Final = ".tests.yaml"
"""How the name of a file of tests ends; what stands before is the ruleset's."""
