"""An open scenario: the ruleset and options it is painted for, its text, its board as it began."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from wargrid.engine.game import Game
from wargrid.loading import library
from wargrid.loading.loader import Loaded, load_document, load_unchecked
from wargrid.ruleset.board.diagram import DiagramError
from wargrid.ruleset.board.edges import EdgeError
from wargrid.ruleset.board.markers import StartError
from wargrid.ruleset.board.terrain import EACH, ZoneError
from wargrid.source.diagnostics import Place, RulesetError
from wargrid.source.document import Document
from wargrid.source.file_errors import RecordError
from wargrid.source.files import read_bytes
from wargrid.source.yaml_reader import read, read_text
from wargrid.text import catalog
from wargrid_editor.board import Board
from wargrid_editor.patch import lost_comments, patched
from wargrid_editor.reading import Rules, board_of
from wargrid_editor.writing import EDGES, ORDER, Pieces, pieces_of

FILE: Final = "board"
"""The name that diagnostics have for the text of a scenario without a file."""

_ALWAYS: Final = (("board", "columns"), ("board", "rows"), ("board", "terrain"), ("setup",))
"""The keys that a scenario without a file always writes, even where they repeat the rules."""


@dataclass(frozen=True)
class Scenario:
    """An opened scenario; a board painted since is written by ``text``.

    ``ruleset`` is the name or the file of the ruleset, ``settings`` its options for trying it.
    ``document`` is None for one that has no file yet. ``stamp`` is that of the file when it was
    read.
    """

    ruleset: str
    settings: Mapping[str, object] = field(default_factory=dict)
    document: Document | None = None
    path: Path | None = None
    loaded: Loaded | None = None
    board: Board | None = None
    stamp: str = ""

    @cached_property
    def rules(self) -> Rules:
        """The rules that the scenario is painted for."""
        assert self.loaded is not None
        return Rules(self.loaded.ruleset)

    def title(self, language: str) -> str:
        """Return the scenario's name in a language, "" for one without a name."""
        return catalog(language).of("" if self.document is None else _name(self.document))

    @cached_property
    def game(self) -> Game | None:
        """The game on the opened board, None where that cannot be played."""
        assert self.loaded is not None
        try:
            return self.loaded.game()
        except RulesetError:
            return None

    def with_option(self, name: str, value: str) -> Scenario:
        """Return it with an option of the ruleset set. Raises RulesetError for a wrong value."""
        settings = {**self.settings, name: value}
        return _opened(self.ruleset, settings, self.document, self.path, self.stamp)

    @cached_property
    def source(self) -> Document:
        """The file of the ruleset."""
        return read(library.locate(self.ruleset))

    @cached_property
    def opened(self) -> Pieces:
        """The values about the board from when the scenario was opened."""
        assert self.board is not None
        return pieces_of(self.board, self.rules)

    def text(self, board: Board, title: str | None = None, language: str = "en") -> str:
        """Return the text of the scenario with a painted board, and with a new title if given."""
        pieces, opened = pieces_of(board, self.rules), self.opened
        fresh = self.document is None
        values: dict[str, Any] = {} if self.document is None else deepcopy(self.document.data)
        if fresh:
            values["ruleset"] = library.name_of(library.locate(self.ruleset))
        if title and title != self.title(language):
            values["name"] = _named(values.get("name"), title, language)
        for path in dict.fromkeys((*opened, *pieces)):
            same = path in pieces and path in opened and pieces[path] == opened[path]
            if same and not (fresh and path in _ALWAYS) and not self._depends(path, board):
                continue
            _put(values, path, pieces.get(path), there=path in pieces)
        _keep_edges(values, pieces)
        return patched(self.document, values, ORDER)

    def _depends(self, path: Place, board: Board) -> bool:
        """Return whether a zone comes from one side's, so that another size would move it."""
        zone = self.rules.ruleset.zones.get(str(path[-1])) if path[0] == "zones" else None
        assert self.board is not None
        return isinstance(zone, dict) and EACH in zone and board.size != self.board.size

    def lost(self, text: str) -> list[str]:
        """Return the comments of the file that a new text lacks."""
        return [] if self.document is None else lost_comments("\n".join(self.document.lines), text)

    def read(self, text: str) -> Loaded:
        """Load the ruleset with the text of a board. Raises RulesetError."""
        name = library.name_of(library.locate(self.ruleset))
        board = read_text(text, FILE if self.path is None else str(self.path))
        return load_document(self.source, name, self.settings, board)


def _keep_edges(values: dict[str, Any], pieces: Pieces) -> None:
    """Write all edges of a board that a scenario draws: it has none of the ruleset's then."""
    board = values.get("board")
    if not isinstance(board, dict) or board.keys().isdisjoint(("columns", "rows", "terrain")):
        return
    held = board.get("edges")
    for path, text in pieces.items():
        if path[:2] == EDGES and path[-1] not in (held if isinstance(held, dict) else ()):
            _put(values, path, text, there=True)


def _named(before: object, title: str, language: str) -> Any:
    """Return a name with another title in one language."""
    return {**before, language: title} if isinstance(before, dict) else title


def _put(values: dict[str, Any], path: tuple[Any, ...], value: Any, *, there: bool) -> None:
    """Write a value at a path, or remove it and the maps that this empties."""
    *above, last = path
    maps = [values]
    for step in above:
        if not isinstance(maps[-1].get(step), dict):
            if not there:
                return
            maps[-1][step] = {}
        maps.append(maps[-1][step])
    if there:
        maps[-1][last] = value
        return
    maps[-1].pop(last, None)
    for step, held in reversed([*zip(above, maps[:-1], strict=True)]):
        if not held[step]:
            del held[step]


def open_scenario(
    ruleset: str, settings: Mapping[str, object] | None = None, path: Path | None = None
) -> Scenario:
    """Open the scenario in a file, or without one the ruleset's own board as a new one.

    Raises:
        RulesetError: the ruleset or the scenario is wrong.
    """
    if path is None:
        return _opened(ruleset, settings, None, None)
    stamp = stamp_of(path)
    return _opened(ruleset, settings, read(path), path, stamp)


def stamp_of(path: Path) -> str:
    """Return a stamp of a file that changes with its content; empty if it cannot be read."""
    try:
        return hashlib.sha256(read_bytes(path)).hexdigest()[:32]
    except RecordError:
        return ""


def open_text(ruleset: str, text: str, settings: Mapping[str, object] | None = None) -> Scenario:
    """Open a scenario that has no file yet, such as a draft. Raises RulesetError."""
    return _opened(ruleset, settings, read_text(text, FILE), None)


def _opened(
    ruleset: str, settings: Mapping[str, object] | None, document: Document | None,
    path: Path | None, stamp: str = "",
) -> Scenario:  # fmt: skip
    file = library.locate(ruleset)
    loaded = load_unchecked(read(file), library.name_of(file), settings, document)
    found = Scenario(ruleset, dict(settings or {}), document, path, loaded, stamp=stamp)
    try:
        return replace(found, board=board_of(loaded.ruleset))
    except (DiagramError, ZoneError, StartError, EdgeError):
        load_document(read(file), library.name_of(file), settings, document)
        raise


def _name(document: Document) -> str | dict[str, str]:
    """Return the name that a file gives, as one text or by language, "" for none."""
    name = document.data.get("name")
    if isinstance(name, dict):
        return {str(language): str(text) for language, text in name.items()}
    return str(name or "")
