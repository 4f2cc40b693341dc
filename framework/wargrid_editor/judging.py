"""Judge a painted board with the checks of ``wargrid check``, and find the cells they speak of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wargrid.core.grid import Grid
from wargrid.loading.loader import Loaded
from wargrid.plugins.base import PluginError
from wargrid.ruleset.board.diagram import diagram_rows
from wargrid.source.diagnostics import Diagnostic, RulesetError
from wargrid.source.document import Document
from wargrid.source.yaml_reader import read_text
from wargrid_editor.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Finding:
    """One error or warning about a board, and the cell it is about, or None."""

    diagnostic: Diagnostic
    cell: int | None = None

    @property
    def is_error(self) -> bool:
        """Whether the board cannot be played because of it."""
        return self.diagnostic.severity == "error"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The findings of the checks about a board; ``loaded`` is None if it cannot be played.

    ``failure`` is the error that stopped the checks, or None.
    """

    findings: tuple[Finding, ...] = ()
    loaded: Loaded | None = None
    failure: Exception | None = None

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that keep the board from being played."""
        return tuple(each for each in self.findings if each.is_error)


def judge(scenario: Scenario, text: str, grid: Grid) -> Judgement:
    """Return the findings of the checks about a scenario's text; the board has this grid.

    Warnings about the ruleset itself are left out, and those about zones without a use on this
    board, such as deployment zones once units are painted.
    """
    try:
        loaded = scenario.read(text)
        loaded.game()
    except RulesetError as error:
        return Judgement(tuple(_found(error.diagnostics, text, grid)))
    except PluginError as error:
        return Judgement(failure=error)
    file = _file_of(text, loaded)
    warnings = [
        each
        for each in loaded.warnings()
        if (each.file == file or each.path[:1] in (("setup",), ("board",)))
        and each.name != "zone_unused"
    ]
    return Judgement(tuple(_found(warnings, text, grid)), loaded)


def _file_of(text: str, loaded: Loaded) -> str:
    return loaded.scenario


def _found(diagnostics: object, text: str, grid: Grid) -> Iterator[Finding]:
    document = read_text(text, "")
    for each in diagnostics:  # type: ignore[attr-defined]
        yield Finding(each, _cell_of(each, document, grid))


def _cell_of(each: Diagnostic, document: Document, grid: Grid) -> int | None:
    """Return the cell that a diagnostic names, or the cell of the letter that it underlines."""
    named = each.values.get("cell")
    if isinstance(named, str) and grid.has(named):
        return grid.cell(named)
    for path in (("setup",), ("board", "terrain")):
        node = document.root.at(path)
        if node is None or not isinstance(node.value, str) or each.line <= node.location.line:
            continue
        rows = [cells for _, cells in diagram_rows(node.value)]
        at = each.line - node.location.line - 1
        if at < len(rows) and len(rows) == len(grid.lines):
            line = document.lines[each.line - 1]
            indent = len(line) - len(line.lstrip())
            shift = indent - (rows[at][0][0] - 1) if rows[at] else 0
            starts = [column + shift for column, _ in rows[at]]
            if each.column in starts and len(starts) == len(grid.lines[at]):
                return grid.lines[at][starts.index(each.column)]
    return None
