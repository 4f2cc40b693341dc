"""The conformance test for plugins and rulesets, under its public name."""

from wargrid.authoring.plugintests import (
    INVARIANTS,
    InvariantViolation,
    check_invariant,
    check_plugin,
    walk,
)

__all__ = ["INVARIANTS", "InvariantViolation", "check_invariant", "check_plugin", "walk"]
