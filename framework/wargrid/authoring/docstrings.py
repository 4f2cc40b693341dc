"""What stands under the fields of a model in its source: the documentation of every option an author may write."""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache
from itertools import pairwise

from pydantic import BaseModel

_OF_ALL = ("wargrid.plugins.host", "wargrid.ruleset.base")
"""The modules whose models are there to be inherited from."""

_CODE = re.compile(r"``(.+?)``")


def said_of(model: type[BaseModel]) -> str:
    """What the docstring of a model says, its own or the nearest inherited one, as one text with `code` in backticks.

    A model made for one vocabulary has no docstring of its own: it says what the model it was made
    from says. What every plugin and every word is says nothing of one of them: it is left out.
    """
    own = [
        cls
        for cls in model.__mro__[: model.__mro__.index(BaseModel)]
        if cls.__module__ not in _OF_ALL
    ]
    return plain(next((doc for cls in own if (doc := cls.__dict__.get("__doc__"))), ""))


@cache
def fields_of(model: type[BaseModel]) -> dict[str, str]:
    """What is said under each field of a model, its own or inherited; empty where the source is not at hand."""
    said: dict[str, str] = {}
    for cls in reversed(model.__mro__):
        said |= _own_fields(cls)
    return said


def plain(text: str) -> str:
    """A docstring as paragraphs of one line each."""
    paragraphs = (" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n"))
    return _CODE.sub(r"`\1`", "\n".join(paragraphs)).strip()


def _own_fields(cls: type) -> dict[str, str]:
    defined = (
        _classes_in(inspect.getsourcefile(cls) or "").get(cls.__qualname__)
        if _has_source(cls)
        else None
    )
    pairs = pairwise(defined.body) if defined is not None else ()
    return {
        field.target.id: plain(then.value.value)
        for field, then in pairs
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(then, ast.Expr)
        and isinstance(then.value, ast.Constant)
        and isinstance(then.value.value, str)
    }


def _has_source(cls: type) -> bool:
    try:
        return bool(inspect.getsourcefile(cls))
    except TypeError:  # built in
        return False


@cache
def _classes_in(file: str) -> dict[str, ast.ClassDef]:
    """The classes of a source file by their qualified names, those inside others too."""
    try:
        with open(file, encoding="utf-8") as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return {}
    found: dict[str, ast.ClassDef] = {}
    _gather(tree, "", found)
    return found


def _gather(node: ast.AST, prefix: str, found: dict[str, ast.ClassDef]) -> None:
    for below in ast.iter_child_nodes(node):
        if isinstance(below, ast.ClassDef):
            found[prefix + below.name] = below
            _gather(below, f"{prefix}{below.name}.", found)
