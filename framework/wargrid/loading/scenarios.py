"""Lay a scenario over a ruleset: a board and a set-up in a file of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from os.path import isfile
from pathlib import Path
from typing import Final

from wargrid.loading import library
from wargrid.loading.library import SCENARIO_KEYS, SCENARIO_OWN
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.source.document import Document, Location, changed, diagnostic_at
from wargrid.source.folders import boards_folder, resolved
from wargrid.source.merge import Merged
from wargrid.source.yaml_reader import read, shown_path
from wargrid.text import did_you_mean, join_names

KEY: Final = "scenario"
RULESET: Final = "ruleset"
"""The key of a scenario that names the ruleset it is for."""

CHOSEN: Final = "--scenario"
"""The file that diagnostics name for a scenario chosen on the command line."""

FOLDER: Final = "scenarios"

EDGES: Final = ("board", "edges")
"""The edges between cells, which belong to the terrain and size of one board."""


def is_board(path: Path) -> bool:
    """Return whether a file is a scenario and no ruleset."""
    try:
        keys = {*read(path).data}
    except RulesetError:
        return False
    return bool(keys & {"board", "setup", "hand", "zones", "start"}) and keys <= {
        *SCENARIO_KEYS, *SCENARIO_OWN,
    }  # fmt: skip


def lay_scenario(merged: Merged, document: Document, chosen: str | Path | Document | None) -> str:
    """Lay the chosen scenario, or else the one the ruleset names, over a ruleset.

    One that is open in an editor is given as its document.

    Returns its name, or "" without one. A scenario that the ruleset names does not rename it.

    Raises:
        RulesetError: there is no such scenario, it cannot be read, or has keys of a ruleset.
    """
    named = merged.data.get(KEY)
    location = merged.root.place((KEY,), "value")
    merged.forget((KEY,))
    if isinstance(chosen, Document):
        scenario = _checked(chosen, merged)
        _leave_edges(merged, scenario)
        merged.lay(scenario, brings=("setup",))
        return chosen.file
    wanted = str(chosen if chosen is not None else named or "")
    if not wanted:
        return ""
    files = scenarios_of(merged, document)
    naming = _file_of(location, merged, document) if chosen is None else Path()
    path = files.get(wanted, naming.parent / wanted)
    home = resolved(document.path.parent if document.path is not None else Path())
    if wanted not in files and chosen is None and not library.may_read(path, home):
        raise RulesetError([merged.diagnostic_on(location, "file_outside", (KEY,), file=wanted)])
    if wanted not in files and not (wanted.endswith(library.SUFFIX) and isfile(path)):
        near = did_you_mean(wanted, files) or ""
        values: dict[str, object] = {"name": wanted, "near": near, "known": join_names(files)}
        is_file = wanted.endswith(library.SUFFIX) and not near
        code = "file_missing" if is_file else "no_scenario"
        values = {"file": wanted} if is_file else values
        if wrong := _misnamed(wanted, merged, document):
            code, values = "not_yaml_file", {"file": str(wrong)}
        if chosen is None:
            raise RulesetError([merged.diagnostic_on(location, code, (KEY,), **values)])
        location = Location(CHOSEN, 1, 1, len(wanted))
        raise RulesetError([diagnostic_at(location, code, [wanted], values=values)])
    scenario = _checked(read(path), merged)
    _leave_edges(merged, scenario)
    if chosen is None:
        merged.replaced += _never_used(merged, document, files)
        merged.lay(_without_name(scenario))
    else:
        merged.lay(scenario, brings=("setup",))
    return wanted if wanted in files else str(path)


def _leave_edges(merged: Merged, scenario: Document) -> None:
    """Leave out the edges of a board that a scenario draws again."""
    board = scenario.root.child("board")
    drawn = board is not None and any(board.child(key) for key in ("columns", "rows", "terrain"))
    if drawn and merged.root.at(EDGES) is not None:
        merged.forget(EDGES)


def _file_of(location: Location, merged: Merged, document: Document) -> Path:
    """Return the file of a place: paths in it lead on from its folder, as in ``extends``."""
    known = (*merged.paths, *([document.path] if document.path is not None else []))
    return next((path for path in known if shown_path(path) == location.file), Path(location.file))


def _checked(scenario: Document, merged: Merged) -> Document:
    """Return a scenario's document. Raises RulesetError for keys of a ruleset, or of another."""
    wrong, every = [], (*SCENARIO_KEYS, *SCENARIO_OWN)
    for key in (key for key in scenario.data if key not in every):
        near, known = did_you_mean(str(key), every) or "", join_names(every)
        values = {"key": key, "near": near, "known": known}
        wrong.append(scenario.diagnostic((key,), "not_of_scenario", at="key", **values))
    if scenario.data.get("deploy") is not None:
        wrong.append(scenario.diagnostic(("deploy",), "scenario_deploys", at="key"))
    made = scenario.data.get(RULESET)
    files = [Path(file) for file in merged.files]
    if made is not None and not any(library.may_be_called(str(made), file) for file in files):
        values = {"made": made, "name": library.name_of(files[0]) if files else ""}
        wrong.append(scenario.diagnostic((RULESET,), "scenario_of_other", **values))
    if wrong:
        raise RulesetError(wrong)
    root = changed(scenario.root, (RULESET,), None)
    return Document(root, scenario.lines, scenario.file, scenario.path)


def _never_used(
    merged: Merged, document: Document, files: Mapping[str, Path]
) -> Iterator[Diagnostic]:
    """Yield a warning at the first value of a file that each of its scenarios replaces."""
    written = [
        (node.location, path)
        for path, node in merged.root.walk()
        if path[:1] in (("board",), ("setup",), ("zones",))
        and node.location.file == document.file
        and not isinstance(node.value, dict)
    ]
    shipped = [file for file in files.values() if file.parent.name == FOLDER]
    scenarios = [read(file).root for file in shipped] if written else []
    replaced = [
        path
        for _, path in sorted(written, key=lambda each: (each[0].line, each[0].column))
        if scenarios and all(scenario.at(path) is not None for scenario in scenarios)
    ]
    if replaced:
        keys = join_names(f'"{path[-1]}"' for path in replaced)
        values = {"keys": keys, "count": len(replaced)}
        yield merged.diagnostic(replaced[0], "scenario_replaces", at="key", **values)


def has_own_board(merged: Merged) -> bool:
    """Return whether a ruleset can be played without a scenario."""
    written = {key for key in (KEY, "board", "setup") if merged.root.child(key) is not None}
    return written == {"board", "setup"}


def _without_name(scenario: Document) -> Document:
    root = scenario.root
    assert isinstance(root.value, dict)
    kept = {key: node for key, node in root.value.items() if key not in ("name", "summary")}
    return Document(replace(root, value=kept), scenario.lines, scenario.file, scenario.path)


def scenarios_of(merged: Merged, document: Document) -> dict[str, Path]:
    """Return the files in the folders ``scenarios`` beside a ruleset and its parents, by name.

    The player's own boards for them come last. A variant that removes ``scenario`` has its own
    board and no scenarios of its parents.
    """
    found = (
        path
        for folder in _folders(merged, document)
        if folder.is_dir()
        for path in sorted(folder.glob(f"*{library.SUFFIX}"))
    )
    return {path.stem: path for path in found}


def _folders(merged: Merged, document: Document) -> dict[Path, None]:
    files = [Path(file) for file in (*merged.files, document.file)]
    files += [document.path] if document.path is not None else []
    if KEY in merged.root.removed:
        folders = dict.fromkeys([boards_folder(library.name_of(files[-1]))])
    else:
        folders = dict.fromkeys(file.parent / FOLDER for file in files)
        folders |= dict.fromkeys(boards_folder(library.name_of(file)) for file in files)
    return folders


def _misnamed(wanted: str, merged: Merged, document: Document) -> Path | None:
    """Return the file that a scenario's name or path means, but for its ending."""
    places = (Path(wanted), *(folder / wanted for folder in _folders(merged, document)))
    return next(filter(None, map(library.misnamed, places)), None)
