"""Lionheart: every rule of both levels has a test that cites it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

RULES = [
    *range(1, 8), *range(12, 29), 30, 31, 33, 34, 36, 37, 38, *range(40, 49), *range(54, 59), *range(60, 69),
    *range(70, 74), *range(80, 87),
]  # fmt: skip
"""The rules by number."""


def _docstrings() -> list[str]:
    functions = [
        node
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    return [ast.get_docstring(function) or "" for function in functions]


def test_every_rule_is_cited() -> None:
    """Every rule is cited by the docstring of at least one test."""
    cited = {int(number) for text in _docstrings() for number in re.findall(r"LH-(\d+)", text)}

    assert [number for number in RULES if number not in cited] == []


def test_a_test_cites_at_most_three_rules() -> None:
    """A test that cites more proves none of them well."""
    assert [text for text in _docstrings() if len(re.findall(r"LH-\d+", text)) > 3] == []
