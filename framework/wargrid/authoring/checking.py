"""Rulesets and scenarios checked beside others: one must have the options set, or be able to take a scenario."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.loading.library import SUFFIX, is_ruleset
from wargrid.loading.loader import Loaded, load_named
from wargrid.loading.scenarios import CHOSEN, FOLDER
from wargrid.loading.settings import Settings
from wargrid.source.diagnostics import RulesetError
from wargrid.source.yaml_reader import read

if TYPE_CHECKING:
    from wargrid.source.diagnostics import Diagnostic


@dataclass
class Checked:
    """What came of it: the names of the rulesets that take the scenario, and what is wrong or doubtful with it."""

    rulesets: list[str] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)


LACKS: Final = ("unknown_option", "set_no_parent", "no_scenario")
"""The faults of a setting, or of a scenario chosen by its name, that a ruleset has nothing for."""


@dataclass
class Loader:
    """Loads rulesets with the same settings and scenario; ``lenient``, without those that a ruleset has nothing for.

    ``without`` holds the faults of those left out for the ruleset loaded last.
    """

    settings: Settings
    scenario: str | None = None
    lenient: bool = False
    without: list[Diagnostic] = field(default_factory=list)
    _lacking: dict[str, Diagnostic] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)

    def load(self, ruleset: str | Path, scenario: str | Path | None = None) -> Loaded:
        """Load a ruleset, with a scenario of its own if one is given; raises RulesetError."""
        self.without = []
        return self._load(
            ruleset, dict(self.settings), self.scenario if scenario is None else scenario
        )

    def nowhere(self) -> list[Diagnostic]:
        """The faults of what no ruleset had anything for, each as the first one told it."""
        return [diagnostic for said, diagnostic in self._lacking.items() if said not in self._taken]

    def _load(
        self, ruleset: str | Path, settings: dict[str, object], scenario: str | Path | None
    ) -> Loaded:
        said = {f"{key}={value}" for key, value in settings.items()} | {str(scenario)}
        try:
            loaded = load_named(ruleset, settings, scenario)
        except RulesetError as error:
            lacking = [diagnostic for diagnostic in error.diagnostics if diagnostic.name in LACKS]
            if not self.lenient or len(lacking) < len(error.diagnostics):
                self._taken |= said - {diagnostic.source_line for diagnostic in lacking}
                raise
            self.without += lacking
            for diagnostic in lacking:
                self._lacking.setdefault(diagnostic.source_line, diagnostic)
                settings.pop(diagnostic.source_line.partition("=")[0].strip(), None)
            chosen = None if any(diagnostic.file == CHOSEN for diagnostic in lacking) else scenario
            return self._load(ruleset, settings, chosen)
        self._taken |= said
        return loaded


def is_scenario(path: Path) -> bool:
    """Whether a file stands in a folder ``scenarios`` that a ruleset stands beside."""
    stands_there = (
        path.suffix == SUFFIX and path.absolute().parent.name == FOLDER and path.is_file()
    )
    return stands_there and any(rulesets_beside(path))


def rulesets_beside(path: Path) -> Iterator[Path]:
    """The rulesets that a scenario may belong to: those beside its folder, then those further below, by name."""
    home = path.absolute().parent.parent
    shown = home if path.is_absolute() else Path(os.path.relpath(home))
    files = [file for file in home.rglob(f"*{SUFFIX}") if is_ruleset(file, home) and file.is_file()]
    for file in sorted(files, key=lambda file: (len(file.parts), file)):
        yield shown / file.relative_to(home)


def check_scenario(
    path: Path, loader: Loader, look: Callable[[Loaded], list[Diagnostic]]
) -> Checked:
    """Lay a scenario over the rulesets beside it, and ``look`` at each game that comes of it.

    Of those that take it, only errors and what is doubtful in the scenario itself are told, each
    once at its place. If none takes it, or only such as never look at its set-up, what is wrong
    with the one that it fits best is; rulesets further below are tried only if none beside the
    folder does.
    """
    found, set_up = Checked(), False
    told: dict[tuple[str, int, int, str], Diagnostic] = {}
    refused: list[list[Diagnostic]] = []
    home = None
    for file in rulesets_beside(path):
        if found.rulesets and file.parent != home:
            break
        home = file.parent
        try:
            loaded = loader.load(file, path)
            diagnostics = look(loaded)
        except RulesetError as error:
            refused.append(list(error.diagnostics))
            continue
        found.rulesets.append(loaded.name)
        set_up |= loaded.ruleset.deploy is None
        for diagnostic in diagnostics:
            if diagnostic.severity == "error" or diagnostic.file == str(path):
                told.setdefault(
                    (diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.code),
                    diagnostic,
                )
    misfits = {number: _misfits(diagnostics, path) for number, diagnostics in enumerate(refused)}
    if found.rulesets and not set_up:
        unseen = [
            diagnostics
            for number, diagnostics in enumerate(refused)
            if not misfits[number] and _of_set_up(diagnostics)
        ]
        found = Checked(diagnostics=min(unseen, key=len)) if unseen else found
    if found.rulesets:
        found.diagnostics = list(told.values())
    elif refused and not found.diagnostics:
        found.diagnostics = refused[
            min(misfits, key=lambda number: (misfits[number], len(refused[number])))
        ]
    return found


def _misfits(diagnostics: list[Diagnostic], path: Path) -> int:
    """How many of the faults are not of what a scenario says, but of a ruleset that it was not made for."""
    said = read(path).root if diagnostics else None
    return sum(
        diagnostic.name == "no_terrains"
        or diagnostic.file != str(path)
        or said is None
        or said.at(diagnostic.path) is None
        for diagnostic in diagnostics
    )


def _of_set_up(diagnostics: list[Diagnostic]) -> bool:
    return any(diagnostic.path[:1] == ("setup",) for diagnostic in diagnostics)
