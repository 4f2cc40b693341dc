"""Xiangqi: every rule has a test that cites it."""

from __future__ import annotations

from pathlib import Path

from citations import crowded, uncited

RULES = [
    *range(1, 7), *range(10, 26), 31, *range(35, 38), *range(40, 48), *range(50, 56), *range(60, 65), *range(70, 73),
    *range(80, 83), 90,
]  # fmt: skip
"""The rules by number."""


def test_every_rule_is_cited() -> None:
    """Every rule is cited by the docstring of at least one test."""
    assert uncited(Path(__file__).parent, "XQ", RULES) == []


def test_a_test_cites_at_most_three_rules() -> None:
    """A test that cites more proves none of them well."""
    assert crowded(Path(__file__).parent, "XQ") == []
