"""What runs in plain Python and fails once compiled is in none of the modules that are compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from test_kept import COMPILED

Block = list[ast.stmt]


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


# A generator has no `in` once it is compiled.


def generators(trees: list[ast.Module]) -> set[str]:
    """The names of functions that yield."""
    functions = (n for tree in trees for n in ast.walk(tree) if isinstance(n, ast.FunctionDef))
    return {
        function.name
        for function in functions
        if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(function))
    }


def searched(tree: ast.Module, names: set[str]) -> Iterator[int]:
    """The lines that look with ``in`` through what one of these functions yields."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
            continue
        called = node.comparators[0]
        if isinstance(called, ast.Call):
            function = called.func
            name = function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
            if name in names:
                yield node.lineno


def test_a_search_through_a_generator_is_seen() -> None:
    code = "def f(self):\n    yield 1\n\n\ndef g(a):\n    return 1 in a.f() or 2 in a.h()\n"
    tree = ast.parse(code)
    assert list(searched(tree, generators([tree]))) == [6]


def test_no_generator_is_searched() -> None:
    names = generators([tree_of(file) for file in COMPILED])
    found = {file.name: list(searched(tree_of(file), names)) for file in COMPILED}
    assert [(name, lines) for name, lines in found.items() if lines] == []


# An attribute that was found to be None stays so in compiled code, whatever a call has done since.


def asked_for_none(test: ast.expr, comparison: type[ast.cmpop]) -> Iterator[str]:
    """The attributes that a condition compares with None in this way, in a part that decides it."""
    joined = ast.And if comparison is ast.Is else ast.Or
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, joined) else [test]
    for part in parts:
        if (
            isinstance(part, ast.Compare)
            and isinstance(part.left, ast.Attribute)
            and isinstance(part.ops[0], comparison)
            and ast.unparse(part.comparators[0]) == "None"
        ):
            yield ast.unparse(part.left)


def asked_again(body: Block) -> Iterator[int]:
    """The lines that ask again whether an attribute is None where it was found to be."""
    for at, statement in enumerate(body):
        if isinstance(statement, ast.If):
            for name in asked_for_none(statement.test, ast.Is):
                yield from mentions(statement.body, name)
            for name in asked_for_none(statement.test, ast.IsNot):
                yield from mentions(statement.orelse, name)
                leaves = (ast.Return, ast.Raise, ast.Continue, ast.Break)
                if isinstance(statement.body[-1], leaves):
                    yield from mentions(body[at + 1 :], name)
        for name in ("body", "orelse", "finalbody"):
            yield from asked_again(getattr(statement, name, []))


def mentions(block: Block, name: str) -> Iterator[int]:
    """The lines of a block that compare an attribute with None before one assigns it."""
    for statement in block:
        for node in ast.walk(statement):
            if isinstance(node, ast.Assign) and name in map(ast.unparse, node.targets):
                return
            if isinstance(node, ast.Compare) and ast.unparse(node.left) == name:
                yield node.lineno


@pytest.mark.parametrize(
    "code",
    [
        "if p.pending is None and ready:\n    p.do()\n    if p.pending is None:\n        pass",
        "if ends() or p.pending is not None:\n    return\np.do()\nx = p.pending is not None",
        "for x in y:\n    if p.end is not None:\n        continue\n    a() or p.end is None",
    ],
)
def test_a_second_question_is_seen(code: str) -> None:
    assert list(asked_again(ast.parse(code).body))


def test_no_attribute_is_asked_again_whether_it_is_none() -> None:
    found = {file.name: list(asked_again(tree_of(file).body)) for file in COMPILED}
    assert [(name, lines) for name, lines in found.items() if lines] == []


# A dataclass takes its class variables for fields once it is compiled.


def class_variables(tree: ast.Module) -> Iterator[int]:
    """The lines of class variables in dataclasses."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        if any("dataclass" in ast.unparse(one) for one in node.decorator_list):
            kept = (each for each in node.body if isinstance(each, ast.AnnAssign))
            yield from (each.lineno for each in kept if "ClassVar" in ast.unparse(each.annotation))


def test_a_class_variable_of_a_dataclass_is_seen() -> None:
    code = "@dataclass(slots=True)\nclass A(B):\n    one: ClassVar[bool] = True\n    two: int\n"
    assert list(class_variables(ast.parse(code))) == [3]


def test_no_dataclass_has_a_class_variable() -> None:
    found = {file.name: list(class_variables(tree_of(file))) for file in COMPILED}
    assert [(name, lines) for name, lines in found.items() if lines] == []
