"""Check rulesets and scenarios: options one by one, and scenarios with the rulesets beside them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from wargrid.loading import library
from wargrid.loading.loader import Loaded, load_document, load_named
from wargrid.loading.options import option_choices
from wargrid.loading.scenarios import CHOSEN, FOLDER, RULESET
from wargrid.loading.settings import Settings
from wargrid.ruleset.values import to_yaml
from wargrid.source.diagnostics import Diagnostic, Place, RulesetError
from wargrid.source.merge import Merged
from wargrid.source.yaml_reader import read, shown_path

LACKS: Final = ("unknown_option", "set_no_parent", "no_scenario")
"""The errors of a setting or a named scenario that a ruleset has nothing for."""

MAX_RULESETS: Final = 100
"""With how many of the rulesets beside it a scenario is checked; each costs as much as loading."""

MAX_CHOICES: Final = 60
"""How many values of options are tried for one ruleset; each costs as much as loading it."""


@dataclass
class Checked:
    """The rulesets that accept a scenario, and the diagnostics."""

    rulesets: list[str] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)


@dataclass
class Loader:
    """Loads rulesets with the same settings and scenario.

    A ``lenient`` loader leaves out what a ruleset has nothing for; ``without`` holds the errors of
    what was left out for the ruleset loaded last.
    """

    settings: Settings
    scenario: str | None = None
    lenient: bool = False
    without: list[Diagnostic] = field(default_factory=list)
    _lacking: dict[str, Diagnostic] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)

    def load(self, ruleset: str | Path, scenario: str | Path | None = None) -> Loaded:
        """Load a ruleset, with another scenario if one is given.

        Raises:
            RulesetError: the ruleset cannot be played so.
        """
        self.without = []
        return self._load(ruleset, dict(self.settings), scenario or self.scenario)

    def unused(self) -> list[Diagnostic]:
        """Return the errors of what no ruleset had anything for."""
        return [error for given, error in self._lacking.items() if given not in self._used]

    def _load(
        self, ruleset: str | Path, settings: dict[str, object], scenario: str | Path | None
    ) -> Loaded:
        given = {f"{key}={value}" for key, value in settings.items()} | {str(scenario)}
        try:
            loaded = load_named(ruleset, settings, scenario)
        except RulesetError as error:
            lacking = [each for each in error.diagnostics if each.name in LACKS]
            if not self.lenient or len(lacking) < len(error.diagnostics):
                self._used |= given - {each.source_line for each in lacking}
                raise
            self.without += lacking
            for each in lacking:
                self._lacking.setdefault(each.source_line, each)
                settings.pop(each.source_line.partition("=")[0].strip(), None)
            chosen = None if any(each.file == CHOSEN for each in lacking) else scenario
            return self._load(ruleset, settings, chosen)
        self._used |= given
        return loaded


def check_options(loaded: Loaded) -> list[Diagnostic]:
    """Load a ruleset with each value of its own options, and report values it cannot take.

    These are the values that the window and the page offer.

    Of more than ``MAX_CHOICES`` values the first are tried. Combinations are not tried, nor is a
    ruleset with a scenario that was asked for, whose options may need another board.
    """
    merged, recipe = loaded.merged, loaded.recipe
    if recipe is None or recipe.scenario is not None:
        return []
    game = loaded.game()
    offered = [
        (option, to_yaml(choice))
        for option in loaded.ruleset.options
        for choice in option_choices(game, option)
    ]
    places = {each: _place(merged, *each) for each in offered}
    own = [each for each in offered if merged.depth(merged.root.place(places[each], "key")) <= 0]
    document, name = read(recipe.file), library.name_of(recipe.file)
    found = []
    for option, choice in own[:MAX_CHOICES]:
        try:
            load_document(document, name, {**recipe.settings, option: choice})
        except RulesetError as error:
            found.append(
                merged.diagnostic(
                    places[option, choice], "invalid_choice", at="value",
                    option=option, choice=choice, found=error.diagnostics[0],
                )
            )  # fmt: skip
    return found


def is_scenario(path: Path) -> bool:
    """Return whether a file is in a folder ``scenarios`` that has rulesets beside it."""
    in_folder = path.suffix == library.SUFFIX and path.absolute().parent.name == FOLDER
    return in_folder and path.is_file() and any(_files_beside(path.absolute().parent.parent))


def named_ruleset(path: Path) -> Path | None:
    """Return the ruleset that a scenario names, wherever it lies, as a board that was sent does."""
    try:
        data = read(path).data
        is_board = {"board", "setup"} & set(data) and "tests" not in data
        named = data.get(RULESET) if is_board else None
        return library.locate(named, beside=path.absolute()) if isinstance(named, str) else None
    except (RulesetError, library.UnknownRuleset):
        return None


def rulesets_for(path: Path) -> Iterator[Path]:
    """Yield the ruleset that a scenario names, or those beside its folder first, then below."""
    if named := named_ruleset(path):
        yield named
        return
    home = path.absolute().parent.parent
    shown = home if path.is_absolute() else Path(os.path.relpath(home))
    for file in sorted(_files_beside(home), key=lambda file: (len(file.parts), file)):
        yield shown / file.relative_to(home)


def _files_beside(home: Path) -> Iterator[Path]:
    for file in home.rglob(f"*{library.SUFFIX}"):
        if library.is_ruleset(file, home) and file.is_file():
            yield file


def check_scenario(
    path: Path, loader: Loader, check: Callable[[Loaded], list[Diagnostic]]
) -> Checked:
    """Check a scenario with the ruleset it names, or each beside its folder, or below if none fits.

    Reports errors, and warnings about the scenario itself, of the rulesets that accept it, and a
    set-up that all of these ignore. If none does, or only rulesets that ignore its set-up, reports
    the errors of the best fitting one. Of more than ``MAX_RULESETS`` the first are tried.
    """
    checked, has_setup = Checked(), False
    found: dict[tuple[str, int, int, str], Diagnostic] = {}
    refused: list[list[Diagnostic]] = []
    file_shown = shown_path(path)
    home = None
    for file in islice(rulesets_for(path), MAX_RULESETS):
        if checked.rulesets and file.parent != home:
            break
        home = file.parent
        try:
            loaded = loader.load(file, path)
            diagnostics = check(loaded)
        except RulesetError as error:
            refused.append(list(error.diagnostics))
            continue
        checked.rulesets.append(loaded.name)
        has_setup |= loaded.ruleset.deploy is None
        for each in diagnostics:
            if each.severity == "error" or each.file == file_shown:
                found.setdefault((each.file, each.line, each.column, each.code), each)
    if has_setup or (checked.rulesets and not any(map(_is_about_setup, refused))):
        checked.diagnostics = list(found.values())
        checked.diagnostics += [] if has_setup else ignored_setup(path)
    elif refused:
        brings = _keys_of(path)
        own = [each for each in refused if _is_about_setup(each)] if checked.rulesets else refused
        checked = Checked(
            diagnostics=min(own, key=lambda each: (_misfits(each, file_shown, brings), len(each)))
        )
    return checked


def ignored_setup(scenario: Path) -> list[Diagnostic]:
    """Return the warning about the set-up of a scenario, if it has one, where the sides deploy."""
    document = read(scenario)
    has_one = document.data.get("setup") is not None
    return [document.diagnostic(("setup",), "setup_ignored", at="key")] if has_one else []


def _is_about_setup(errors: list[Diagnostic]) -> bool:
    return any(each.path[:1] == ("setup",) for each in errors)


def _keys_of(path: Path) -> set[object]:
    try:
        return set(read(path).data)
    except RulesetError:
        return set()


def _misfits(errors: list[Diagnostic], scenario: str, brings: set[object]) -> int:
    """Return how many errors show that the scenario was not made for the ruleset.

    They are elsewhere, or about a section that the scenario does not bring.
    """
    return sum(
        each.file != scenario or each.name == "no_terrains" or brings.isdisjoint(each.path[:1])
        for each in errors
    )


def _place(merged: Merged, option: str, choice: str) -> Place:
    """Return where a value of an option has its name, or else the option."""
    named: Place = ("options", option, "values", choice)
    return named if merged.root.at(named) is not None else named[:2]
