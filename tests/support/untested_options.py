"""Find options of a ruleset that no test sets, by reading the source of the tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from support import loaded


def untested_options(name: str, folder: Path) -> list[str]:
    """Return the options that no test in a folder is named after and sets."""
    tests = list(_tests(folder))
    return [
        option
        for option in loaded(name).ruleset.options
        if not any(_sets(test, option) for test in tests)
    ]


def _tests(folder: Path) -> Iterator[ast.FunctionDef]:
    for path in sorted(folder.glob("test_*.py")):
        found = ast.parse(path.read_text("utf-8")).body
        yield from (
            node
            for node in found
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        )


def _sets(test: ast.FunctionDef, option: str) -> bool:
    """Whether a test is named after an option, sets it by keyword or key, and asserts something."""
    if not f"{test.name}_".startswith(f"test_{option}_"):
        return False
    nodes = list(ast.walk(test))
    keys = [key for node in nodes if isinstance(node, ast.Dict) for key in node.keys]
    names = {key.value for key in keys if isinstance(key, ast.Constant)}
    names |= {node.arg for node in nodes if isinstance(node, ast.keyword)}
    return option in names and any(isinstance(node, ast.Assert) for node in nodes)
