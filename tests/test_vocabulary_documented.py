"""The vocabulary is documented option by option, and the framework that offers it knows no game by
name."""

from __future__ import annotations

import ast
import inspect
import re
from itertools import pairwise
from pathlib import Path

import pytest
from pydantic import BaseModel

import wargrid
from wargrid.loading import library
from wargrid.plugins.discovery import installed, plugin_class
from wargrid.plugins.host import kinds_of
from wargrid.ruleset.base import Kind

FRAMEWORK = Path(wargrid.__file__).parent


def _kinds() -> list[type[Kind]]:
    """Every word there is, plugins' words included."""
    return kinds_of({name: plugin_class(name) for name in installed()})


def _undocumented(model: type[BaseModel]) -> list[str]:
    """The fields that a class introduces without a docstring under them."""
    tree = ast.parse(Path(inspect.getsourcefile(model) or "").read_text("utf-8"))
    body = next(
        node.body
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == model.__name__
    )
    fields = [
        (node.target, then)
        for node, then in pairwise([*body, ast.Pass()])
        if isinstance(node, ast.AnnAssign)
    ]
    return [
        target.id
        for target, then in fields
        if isinstance(target, ast.Name) and not _is_docstring(then)
    ]


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


@pytest.mark.parametrize("kind", _kinds(), ids=lambda kind: f"{kind.family}.{kind.word}")
def test_every_kind_documents_every_option(kind: type[Kind]) -> None:
    """The class says what the word means, and under each option, its own or inherited, stands what
    it says."""
    classes = [model for model in kind.__mro__ if issubclass(model, Kind)]

    assert kind.__doc__
    assert [
        name for model in classes for name in _undocumented(model) if name in kind.model_fields
    ] == []


def test_a_bare_option_would_be_found_out() -> None:
    """The question above can be answered with no."""
    assert _undocumented(_Bare) == ["bare"]


class _Bare(BaseModel):
    bare: int = 1
    dressed: int = 2
    """Said."""


def test_no_game_is_named_in_the_framework() -> None:
    """Neither code nor texts of the framework know a game by name."""
    games = {name.partition("/")[0] for name in library.names()}
    files = [*FRAMEWORK.rglob("*.py"), *FRAMEWORK.rglob("*.yaml")]
    pattern = re.compile("|".join(sorted(games)), re.IGNORECASE)

    assert {"lionheart", "xiangqi"} <= games
    assert [
        f"{file.name}: {line.strip()}"
        for file in files
        for line in _code(file)
        if pattern.search(line)
    ] == []


def _code(file: Path) -> list[str]:
    """The lines of a file without docstrings, where examples may stand."""
    text = file.read_text("utf-8")
    return (
        re.sub(r'""".*?"""', "", text, flags=re.DOTALL) if file.suffix == ".py" else text
    ).splitlines()
