"""Xiangqi: every rule has a test that cites it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

RULES = [
    *range(1, 7), *range(10, 26), 31, *range(35, 38), *range(40, 48), *range(50, 56), *range(60, 65), *range(70, 73),
    *range(80, 83), 90,
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
    cited = {int(number) for text in _docstrings() for number in re.findall(r"XQ-(\d+)", text)}

    assert [number for number in RULES if number not in cited] == []


def test_a_test_cites_at_most_three_rules() -> None:
    """A test that cites more proves none of them well."""
    assert [text for text in _docstrings() if len(re.findall(r"XQ-\d+", text)) > 3] == []
