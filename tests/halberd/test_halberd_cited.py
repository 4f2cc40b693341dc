"""Halberd & Gonfalon: every rule has a test that cites it."""

from __future__ import annotations

from pathlib import Path

from citations import crowded, uncited

RULES = [
    *range(1, 9),
    *range(13, 18),
    *range(20, 29),
    *range(30, 37),
    *range(40, 44),
    *range(50, 54),
    60,
    61,
    62,
]
"""The rules by number."""


def test_every_rule_is_cited() -> None:
    """Every rule is cited by the docstring of at least one test."""
    assert uncited(Path(__file__).parent, "HG", RULES) == []


def test_a_test_cites_at_most_three_rules() -> None:
    """A test that cites more proves none of them well."""
    assert crowded(Path(__file__).parent, "HG") == []
