"""The player's boards and drafts on the disk: listed, saved, renamed, deleted, given and taken."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from wargrid.loading import library
from wargrid.loading.library import UnknownRuleset
from wargrid.loading.loader import load_named
from wargrid.loading.scenarios import FOLDER, is_board
from wargrid.match import Match, RecordError
from wargrid.match.saves import delete_save, file_name
from wargrid.source.diagnostics import RulesetError
from wargrid.source.files import backup_paths, write_whole
from wargrid.source.folders import boards_folder, data_folder
from wargrid.source.kept import Damage, Kept
from wargrid.source.yaml_reader import read
from wargrid_editor.board import Board
from wargrid_editor.editor import Editor
from wargrid_editor.errors import BoardError
from wargrid_editor.judging import judge
from wargrid_editor.maps.exporting import lost_in, write_board
from wargrid_editor.maps.taking import board_from, is_map, read_map
from wargrid_editor.scenario import Scenario, open_scenario, open_text, stamp_of
from wargrid_play.table import Shown, Steps, start_of

DRAFT: Final = ".draft"
"""The ending of drafts: boards that are not saved, or cannot be played yet."""


@dataclass(frozen=True, slots=True)
class BoardFile:
    """One board of the player's, or a draft.

    ``name`` is that of its file, ``title`` a text or one for each language, empty for the
    standard board; ``modified`` is in seconds since 1970. ``own`` is false for a board that comes
    with the game.
    """

    path: Path
    ruleset: str
    name: str
    title: str | Mapping[str, str]
    modified: float
    own: bool = True

    @property
    def is_draft(self) -> bool:
        """Whether it is a draft."""
        return self.path.suffix == DRAFT


def folder_of(ruleset: str) -> Path:
    """Return the folder of boards for a ruleset: beside the player's ruleset, or a common one.

    Raises:
        UnknownRuleset: there is no such ruleset.
    """
    path = library.locate(ruleset)
    name = library.name_of(path)
    if name in library.shipped_names() and library.locate(name) == path:
        return boards_folder(name)
    return path.parent / FOLDER


def boards(ruleset: str) -> list[BoardFile]:
    """Return the boards of a ruleset, the player's first, then those that come with it.

    Raises:
        RulesetError: the ruleset cannot be read.
    """
    home = folder_of(ruleset)
    found = []
    for name, path in load_named(ruleset).scenarios.items():
        with suppress(RulesetError, OSError):
            usual = "" if name == "default" else name.replace("_", " ")
            title = read(path).data.get("name") or usual
            own = path.parent == home
            found.append(BoardFile(path, ruleset, name, title, path.stat().st_mtime, own))
    return sorted(found, key=lambda each: (not each.own, -each.modified if each.own else 0))


def save(scenario: Scenario, text: str, name: str, *, overwrite: bool = False) -> Scenario:
    """Write a board under a name, and return the scenario of the new file.

    Only the file that it was opened from is replaced unless ``overwrite``, and only while no other
    program has written to it; the former file becomes a backup.

    Raises:
        BoardError: another board has this name, the file has changed, or it cannot be written.
    """
    path = path_of(scenario.ruleset, name)
    if path == scenario.path and not overwrite and stamp_of(path) not in (scenario.stamp, ""):
        raise BoardError("changed", name=name, own=True)
    if path.exists() and not overwrite and path != scenario.path:
        raise BoardError("taken", name=name, own=True)
    if path != scenario.path and path.stem in load_named(scenario.ruleset).scenarios:
        taken = load_named(scenario.ruleset).scenarios[path.stem]
        if taken.parent != path.parent:
            raise BoardError("taken", name=name)
    _write(path, text.encode())
    return open_scenario(scenario.ruleset, scenario.settings, path)


def path_of(ruleset: str, name: str) -> Path:
    """Return the file that a board of this name has. Raises BoardError for no name at all."""
    if not any(char.isalnum() for char in name):
        raise BoardError("no_name")
    stem = file_name(name).casefold().replace(",", "").replace(".", "-").replace(" ", "_")
    return folder_of(ruleset) / f"{stem}{library.SUFFIX}"


def _write(path: Path, data: bytes) -> None:
    try:
        write_whole(path, data, overwrite=True)
    except RecordError as error:
        raise BoardError("unwritable", why=error) from None


def rename(board: BoardFile, title: str, language: str = "en") -> Path:
    """Give a board another title, and its file the name of it. Raises BoardError."""
    scenario = open_scenario(board.ruleset, {}, board.path)
    assert scenario.board is not None
    path = path_of(board.ruleset, title)
    if path != board.path and path.exists():
        raise BoardError("taken", name=title)
    _write(path, scenario.text(scenario.board, title, language).encode())
    if path != board.path:
        for each in (board.path, *backup_paths(board.path)):
            each.unlink(missing_ok=True)
    return path


def copy(board: BoardFile, title: str, language: str = "en") -> Path:
    """Write a board a second time under another title. Raises BoardError."""
    scenario = open_scenario(board.ruleset, {}, board.path)
    assert scenario.board is not None
    path = path_of(board.ruleset, title)
    if path.exists():
        raise BoardError("taken", name=title)
    _write(path, scenario.text(scenario.board, title, language).encode())
    return path


def delete(path: Path) -> Path:
    """Move a board or a draft out of the list, and return its new path. Raises BoardError."""
    try:
        return delete_save(path)
    except RecordError as error:
        raise BoardError("unwritable", why=error) from None


def export_name(board: BoardFile, folder: Path) -> Path:
    """Return the file in a folder that a board is written to if no other is asked for."""
    target, number = folder / board.path.name, 2
    while target.exists():
        target, number = folder / f"{board.path.stem}-{number}{board.path.suffix}", number + 1
    return target


def export(board: BoardFile, target: Path) -> Path:
    """Write a board into a file, which names its ruleset; as a map or a picture by its ending.

    Raises:
        BoardError: the file is there already or cannot be written, or its ending is unknown.
    """
    if target.exists():
        raise BoardError("is_there", file=target)
    scenario = open_scenario(board.ruleset, {}, board.path)
    if target.suffix.casefold() in (library.SUFFIX, ".yml"):
        _write(target, with_ruleset(scenario).encode())
        return target
    return write_board(scenario, scenario.game, target)


def lost_by_export(board: BoardFile, target: Path, language: str) -> str:
    """Return in a sentence what a file of this ending does not hold of a board, or nothing."""
    opened = open_scenario(board.ruleset, {}, board.path)
    assert opened.board is not None
    return lost_in(opened.board, target, language)


def with_ruleset(scenario: Scenario) -> str:
    """Return the text of a scenario with the name of its ruleset, for use outside its folder."""
    assert scenario.document is not None
    text = "\n".join(scenario.document.lines)
    if "ruleset" in scenario.document.data:
        return text
    return f"ruleset: {library.name_of(library.locate(scenario.ruleset))}\n{text}"


def ruleset_of(path: Path) -> str:
    """Return the ruleset of a board: the one that it names, or else the first that takes it.

    Raises:
        BoardError: no ruleset here takes it, or the one it names is missing.
        RulesetError: it cannot be read, or the one it names does not take it.
    """
    named = read(path).data.get("ruleset")
    if isinstance(named, str):
        named = named.removesuffix(library.SUFFIX)
        try:
            load_named(named, scenario=path)
        except UnknownRuleset:
            raise BoardError("no_ruleset", made=named) from None
        return named
    why: RulesetError | None = None
    for name in library.names():
        try:
            load_named(name, scenario=path)
        except RulesetError as error:
            why = why or error
        else:
            return name
    raise BoardError("other_game", why=why or "")


def take_file(path: Path, ruleset: str = "", language: str = "en") -> tuple[BoardFile, str]:
    """Take in a board, or the map of another program as a draft of one.

    A map is for the ruleset, or without one for that which knows most of its tiles. Returns the
    board, and a sentence of what could not be taken.

    Raises:
        BoardError: it cannot be read, no ruleset knows its tiles, or it cannot be written.
        RulesetError: it is a board that its ruleset does not take.
    """
    if not is_map(path):
        return take_in(path), ""
    found, best = read_map(path), None
    for name in (ruleset,) if ruleset else library.shipped_names():
        with suppress(RulesetError):
            scenario = open_scenario(name)
            assert scenario.board is not None
            if ruleset or scenario.rules.ruleset.tiles:
                taken = board_from(found, scenario.rules, scenario.board, {})
                if best is None or taken.mapped > best[1].mapped:
                    best = scenario, taken
    if best is None or not (best[1].mapped or ruleset):
        raise BoardError("no_game")
    scenario, taken = best
    return _drafted_map(scenario, taken.board, path.stem), taken.text(language)


def _drafted_map(scenario: Scenario, board: Board, title: str) -> BoardFile:
    path = _fresh_draft()
    content = Drafted(scenario.ruleset, scenario.text(board, title), title=title)
    try:
        KEPT.keep(path, asdict(content))
    except RecordError as error:
        raise BoardError("unwritable", why=error) from None
    return BoardFile(path, scenario.ruleset, path.stem, title, path.stat().st_mtime)


def take_in(path: Path) -> BoardFile:
    """Copy a board from anywhere into the player's folder; an equal one is not copied again.

    Raises:
        BoardError: it is missing, no ruleset here takes it, or it cannot be written.
        RulesetError: it cannot be read, or its ruleset does not take it.
    """
    if not path.is_file():
        raise BoardError("no_file", file=path)
    if not is_board(path):
        read(path)  # which says why a file cannot be read
        raise BoardError("no_board")
    ruleset = ruleset_of(path)
    scenario = open_scenario(ruleset, {}, path)
    data, home = with_ruleset(scenario).encode(), folder_of(ruleset)
    target, number = home / path.name, 2
    taken = load_named(ruleset).scenarios
    while target.stem in taken and taken[target.stem].read_bytes() != data:
        target, number = home / f"{path.stem}-{number}{path.suffix}", number + 1
    if target.stem not in taken:
        _write(target, data)
    else:
        target = taken[target.stem]
    title = read(target).data.get("name") or target.stem
    return BoardFile(target, ruleset, target.stem, title, target.stat().st_mtime)


def example_of_board(ruleset: str, board: BoardFile | None) -> Steps:
    """Load a match on a board for its picture; without one on the ruleset's own.

    Raises:
        RulesetError: the board cannot be played.
        BoardError: a draft is damaged.
    """
    if board is None:
        yield from start_of(ruleset)
    elif board.is_draft:
        editor = resume(board.path)
        yield Shown(Match(editor.scenario.read(editor.text()).game(), by_hand=True))
    else:
        yield Shown(Match(load_named(ruleset, scenario=board.path).game(), by_hand=True))


# Drafts


def drafts_folder() -> Path:
    """Return the folder of drafts."""
    return data_folder() / "drafts"


@dataclass(frozen=True, slots=True)
class Drafted:
    """The contents of a draft; ``stamp`` is that of the ``file`` when it was opened."""

    ruleset: str
    text: str
    settings: Mapping[str, object] = field(default_factory=dict)
    file: str | None = None
    title: str = ""
    stamp: str = ""


def _drafted(found: Any) -> Drafted:
    """Read the contents of a draft. Raises the errors that ``Kept`` allows."""
    known = Drafted(**found)
    texts = known.ruleset, known.text, known.title, known.stamp, known.file or ""
    if not isinstance(known.settings, dict) or not all(isinstance(each, str) for each in texts):
        raise TypeError
    return known


KEPT: Final = Kept("draft", _drafted)
"""The way drafts are saved on the disk."""


class Draft:
    """The file that follows an editor: after every stroke it has the present board.

    If another window goes on with the same draft, this editor gets a separate file.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or _fresh_draft()
        self.failure: BoardError | None = None
        self._stamp = stamp_of(self.path)

    def save(self, editor: Editor) -> None:
        """Write the present board; ``failure`` is the reason if it cannot be written."""
        scenario = editor.scenario
        file = None if scenario.path is None else str(scenario.path)
        settings = dict(scenario.settings)
        content = Drafted(
            scenario.ruleset, editor.text(), settings, file, editor.title, scenario.stamp
        )
        if stamp_of(self.path) not in (self._stamp, ""):
            self.path = _fresh_draft()
        try:
            KEPT.keep(self.path, asdict(content))
        except RecordError as error:
            self.failure = BoardError("unwritable", why=error)
        else:
            self.failure, self._stamp = None, stamp_of(self.path)

    def drop(self) -> None:
        """Remove the draft, for example once the board is saved."""
        if stamp_of(self.path) != self._stamp:
            return  # the file of another window
        for each in (self.path, *backup_paths(self.path)):
            with suppress(OSError):
                each.unlink()


def _fresh_draft() -> Path:
    return drafts_folder() / f"{datetime.now().strftime('%Y-%m-%d-%H.%M.%S.%f')}{DRAFT}"


def drafts(ruleset: str | None = None) -> list[BoardFile]:
    """Return the drafts, of one ruleset if wanted, the latest first."""
    found = []
    for path in drafts_folder().glob(f"*{DRAFT}"):
        content = KEPT.find(path).content
        if content is not None and ruleset in (None, content.ruleset):
            when = path.stat().st_mtime
            found.append(BoardFile(path, content.ruleset, path.stem, content.title, when))
    return sorted(found, key=lambda each: -each.modified)


def mend_drafts() -> list[Damage]:
    """Let intact backups take the place of damaged drafts, and return the damaged ones."""
    found = (KEPT.load(path).damage for path in sorted(drafts_folder().glob(f"*{DRAFT}")))
    return [each for each in found if each is not None]


def resume(path: Path, language: str = "en") -> Editor:
    """Go on with a draft: its board over the file that it was opened from, if that is still there.

    Raises:
        BoardError: the file holds no draft.
        RulesetError: the ruleset is wrong, or has changed so that the board does not fit it.
    """
    content = KEPT.find(path).content
    if content is None:
        raise BoardError("no_board")
    painted = open_text(content.ruleset, content.text, content.settings)
    scenario = painted
    with suppress(RulesetError, OSError, ValueError):
        if content.file and Path(content.file).is_file():
            scenario = open_scenario(content.ruleset, content.settings, Path(content.file))
            scenario = replace(scenario, stamp=content.stamp or scenario.stamp)
    editor = Editor(scenario, language, painted.board)
    if scenario is painted:
        editor.scenario = scenario
    editor.title = content.title or painted.title(language)
    return editor


def can_play(scenario: Scenario, text: str) -> bool:
    """Return whether the checks find no error in a board."""
    assert scenario.board is not None
    return not judge(scenario, text, scenario.board.grid).errors
