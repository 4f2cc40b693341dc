"""Slips that authors of plugins make: each is told in a sentence that says what to mend, and none is a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from beside import refused
from boxes import with_plugins

TYPED_ONLY = """\
from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid import Plugin, hookimpl
from wargrid.kinds.base import Movement

if TYPE_CHECKING:
    from wargrid.kinds.base import UnitName


class Drift(Movement):
    word = "drift"
    {word}


class Mine(Plugin):
    {plugin}

    @hookimpl
    def kinds(self):
        return [Drift]
"""


@pytest.mark.parametrize("where", ["plugin", "word"])
def test_a_type_that_only_a_checker_imports_is_named(where: str, tmp_path: Path) -> None:
    """Of a plugin's field and of a word's; what only methods mention may stay there."""
    fields = {"plugin": "other: int = 1", "word": "other: int = 1"} | {where: "types: list[UnitName] = []"}
    (tmp_path / "mine.py").write_text(TYPED_ONLY.format(**fields), "utf-8")
    file = tmp_path / "box.yaml"
    file.write_text(with_plugins('"./mine.py:Mine": {}'), "utf-8")
    (fault,) = refused(file)
    assert (fault.name, fault.line) == ("type_missing", 23)
    assert f'class "{"Mine" if where == "plugin" else "Drift"}"' in fault.what()
    assert 'Import "UnitName" at the top of the file, outside "if TYPE_CHECKING:"' in fault.cure()
