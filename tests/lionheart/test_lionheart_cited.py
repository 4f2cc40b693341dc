"""Lionheart: every rule of both levels has a test that cites it."""

from __future__ import annotations

from pathlib import Path

from citations import crowded, uncited

RULES = [
    *range(1, 8), *range(12, 29), 30, 31, 33, 34, 36, 37, 38, *range(40, 49), *range(54, 59), *range(60, 69),
    *range(70, 74), *range(80, 87),
]  # fmt: skip
"""The rules by number."""


def test_every_rule_is_cited() -> None:
    """Every rule is cited by the docstring of at least one test."""
    assert uncited(Path(__file__).parent, "LH", RULES) == []


def test_a_test_cites_at_most_three_rules() -> None:
    """A test that cites more proves none of them well."""
    assert crowded(Path(__file__).parent, "LH") == []
