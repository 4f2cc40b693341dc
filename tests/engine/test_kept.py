"""What a game makes once is kept, also where its classes are compiled.

``functools.cached_property`` would not do: in a compiled class it is made again at every access.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from places import ROOT
from support import loaded

HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
for key in ("tool", "hatch", "build", "targets", "wheel", "hooks", "mypyc"):
    HOOK = HOOK[key]

COMPILED = sorted(
    file
    for pattern in HOOK["include"]
    for file in ROOT.glob(pattern)
    if file.name not in HOOK["exclude"]
)


def test_patterns_are_looked_through_once_for_taking_and_attacking() -> None:
    tables = loaded("halberd/default").engine.tables
    asked = tables._take_and_attack

    assert tables.take_and_attack == tables.take_and_attack
    assert asked.cache_info().misses == 1


def test_modules_are_found_that_the_compiler_takes() -> None:
    assert {file.parent.name for file in COMPILED} >= {"core", "engine", "evaluation", "searches"}


@pytest.mark.parametrize("file", COMPILED, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_compiled_modules_have_no_cached_property(file: Path) -> None:
    assert "cached_property" not in file.read_text("utf-8")
