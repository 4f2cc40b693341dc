"""The values and the engine run without the libraries that read rulesets and call plugins."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import pytest

import wargrid.core
import wargrid.engine
from places import ROOT

FRAMEWORK = ROOT / "framework"

MODULES = [
    module.name
    for package in (wargrid.core, wargrid.engine)
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
]


@pytest.mark.parametrize("library", ["pydantic", "pluggy"])
def test_core_and_engine_need_no_library(library: str) -> None:
    """A fresh process imports every module of both packages without it."""
    code = f"import sys, {', '.join(MODULES)}; sys.exit({library!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_checkout_holds_no_compiled_modules() -> None:
    """Python would import them in place of the sources, which a change would then not reach."""
    assert [file for file in FRAMEWORK.rglob("*") if file.suffix in (".so", ".pyd")] == []
