"""Scenarios: a board and a set-up in a file of their own, laid over a ruleset without touching its rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wargrid.loading import library
from wargrid.ruleset.models import Ruleset
from wargrid.source.diagnostics import RulesetError, diagnostic
from wargrid.source.document import Document
from wargrid.source.inherit import resolve
from wargrid.source.yaml_reader import read
from wargrid.text.format import did_you_mean, join_names

if TYPE_CHECKING:
    from wargrid.source.diagnostics import Diagnostic
    from wargrid.source.merge import Merged


KEY: Final = "scenario"
CHOSEN: Final = "--scenario"
"""The file that the name of a chosen scenario claims to stand in."""

FOLDER: Final = "scenarios"
MAY_SAY: Final = ("name", "summary", "board", "setup", "zones")
"""What a scenario may say; everything else is the ruleset's."""


def spell_scenario(merged: Merged) -> list[Diagnostic]:
    """A misspelt ``scenario`` is told and taken as meant: without its board and set-up much more would seem wrong."""
    known = [*Ruleset.model_fields, KEY]
    key = did_you_mean(KEY, (str(other) for other in merged.data if other not in known))
    if key is None or KEY in merged.data or did_you_mean(key, known) != KEY:
        return []
    diagnostic = merged.diagnostic(
        (key,), "unknown_key", key=key, near=KEY, known=join_names(known, 20)
    )
    merged.respell((key,), KEY)
    return [diagnostic]


def lay_scenario(
    merged: Merged, document: Document, chosen: str | Path | None
) -> tuple[str, list[Diagnostic]]:
    """Lay the scenario that was chosen, or else the one the ruleset names, over a ruleset; nothing if neither is.

    Answers its name, empty if there is none, and a fault for each zone it misspells, which is taken
    as meant. One that the ruleset names is called as the ruleset is.

    Raises:
        RulesetError: there is no such scenario, it cannot be read, or it says what only a ruleset may.
    """
    named = merged.data.get(KEY)
    said = merged.root.place((KEY,), "value")
    merged.forget((KEY,))
    wanted = str(chosen if chosen is not None else named or "")
    if not wanted:
        return "", []
    files = scenarios_of(merged, document)
    path = files.get(wanted, Path(wanted))
    if wanted not in files and not (wanted.endswith(library.SUFFIX) and library.is_file(path)):
        near = did_you_mean(wanted, files) or ""
        values = {"name": wanted, "near": near, "known": join_names(files)}
        if chosen is None:
            raise RulesetError([merged.diagnostic_on(said, "no_scenario", (KEY,), None, **values)])
        raise RulesetError(
            [
                diagnostic(
                    "no_scenario",
                    file=CHOSEN,
                    source_line=wanted,
                    length=len(wanted),
                    values=values,
                )
            ]
        )
    scenario = read(path)
    wrong = [key for key in scenario.data if key not in MAY_SAY]
    if wrong:
        known = join_names(MAY_SAY)
        diagnostics = (
            scenario.diagnostic(
                (key,),
                "not_of_scenario",
                at="key",
                key=key,
                near=did_you_mean(str(key), MAY_SAY) or "",
                known=known,
            )
            for key in wrong
        )
        raise RulesetError(diagnostics)
    meant = _zones_meant(merged, scenario)
    if chosen is None:
        merged.lay(_nameless(scenario))
    else:
        merged.lay(scenario, brings=("setup",))
    return wanted, [_respelt(merged, said, zone) for said, zone in meant.items()]


def _zones_meant(merged: Merged, scenario: Document) -> dict[str, str]:
    """The zones of the ruleset that a scenario most probably means by names that nothing there bears or asks about."""
    zones = scenario.root.child("zones")
    said = (
        [str(key) for key in zones.value]
        if zones is not None and isinstance(zones.value, dict)
        else []
    )
    known = merged.data.get("zones")
    asked = {node.value for _, node in merged.root.walk() if isinstance(node.value, str)}
    left = [zone for zone in known if zone not in said] if isinstance(known, dict) else []
    new = [zone for zone in said if zone not in (known or ()) and zone not in asked]
    near = {zone: did_you_mean(zone, left) for zone in new}
    return {zone: meant for zone, meant in near.items() if meant is not None}


def _respelt(merged: Merged, said: str, meant: str) -> Diagnostic:
    """The fault of a misspelt zone, which is then taken as meant."""
    path = ("zones", said)
    diagnostic = merged.diagnostic(path, "no_such_zones", name=said, near=meant)
    merged.respell(path, meant)
    return diagnostic


def has_own_board(merged: Merged) -> bool:
    """Whether a ruleset can be played without any scenario: it draws a board and a set-up and names no scenario."""
    said = {key for key in (KEY, "board", "setup") if merged.root.child(key) is not None}
    return said == {"board", "setup"}


def rulesets_with(key: str, merged: Merged) -> list[str]:
    """The names of the rulesets beside one that say something under a key, themselves or in what they extend."""
    home = next((path.parent for path in merged.paths), None)
    files = sorted(home.glob(f"*{library.SUFFIX}")) if home is not None else []
    found = [
        file
        for file in files
        if library.is_ruleset(file, file.parent) and file.is_file() and _says(file, key)
    ]
    return [library.name_of(file) for file in found]


def _says(file: Path, key: str) -> bool:
    try:
        return bool(resolve(read(file), library.find_parent).data.get(key))
    except RulesetError:
        return False


def _nameless(scenario: Document) -> Document:
    """A scenario without what it is called: a ruleset that names its scenario has a name of its own."""
    root = scenario.root
    assert isinstance(root.value, dict)
    said = {key: node for key, node in root.value.items() if key not in ("name", "summary")}
    return Document(replace(root, value=said), scenario.lines, scenario.file, scenario.path)


def scenarios_of(merged: Merged, document: Document) -> dict[str, Path]:
    """The scenarios that come with a ruleset and what it extends, by name: the folders ``scenarios`` beside them."""
    folders = dict.fromkeys(Path(file).parent / FOLDER for file in (*merged.files, document.file))
    if document.path is not None:
        folders[document.path.parent / FOLDER] = None
    found = (
        path
        for folder in folders
        if folder.is_dir()
        for path in sorted(folder.glob(f"*{library.SUFFIX}"))
    )
    return {path.stem: path for path in found}
