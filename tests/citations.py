"""Which rules the tests of a folder cite in their docstrings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path


def docstrings(folder: Path) -> list[str]:
    """The docstring of every test of a folder."""
    trees = (ast.parse(path.read_text("utf-8")) for path in sorted(folder.glob("test_*.py")))
    functions = (
        node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
    )
    return [
        ast.get_docstring(function) or ""
        for function in functions
        if function.name.startswith("test_")
    ]


def uncited(folder: Path, prefix: str, rules: Iterable[int]) -> list[int]:
    """The rules that no test cites."""
    cited = {
        int(number)
        for text in docstrings(folder)
        for number in re.findall(rf"{prefix}-(\d+)", text)
    }
    return [number for number in rules if number not in cited]


def crowded(folder: Path, prefix: str) -> list[str]:
    """The docstrings that cite more than three rules."""
    return [text for text in docstrings(folder) if len(re.findall(rf"{prefix}-\d+", text)) > 3]
