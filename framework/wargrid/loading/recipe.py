"""Recipes: what a game was made from, so that it can be made again: the file of a ruleset, settings, a scenario."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wargrid.loading.library import find_parent
from wargrid.source.diagnostics import RulesetError
from wargrid.source.dump import on_one_line
from wargrid.source.inherit import resolve
from wargrid.source.yaml_reader import read


@dataclass(frozen=True, slots=True)
class Recipe:
    """The file of a ruleset, what was set in it, and the name or file of the scenario laid over it, if one was."""

    file: Path
    settings: Mapping[str, object] = field(default_factory=dict)
    scenario: str | Path | None = None

    def files(self) -> tuple[Path, ...]:
        """The file and those it extends, the base last, as far as they can be read now; none in a closed folder."""
        try:
            return resolve(read(self.file), find_parent).paths
        except RulesetError:
            return (self.file,) if os.access(self.file.parent, os.X_OK) else ()

    def is_there(self) -> bool:
        """Whether the file is an ordinary file that may be looked at."""
        return os.path.isfile(self.file)

    def said_settings(self) -> tuple[str, ...]:
        """The settings as they are given on a command line, ``KEY=VALUE``; a text is YAML already."""
        said = {
            key: value if isinstance(value, str) else on_one_line(value)
            for key, value in self.settings.items()
        }
        return tuple(f"{key}={text}" for key, text in said.items())
