"""Where saves, settings and journals are on the disk, and the list of saved games."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wargrid.match.errors import Cause, RecordError
from wargrid.match.journal import JOURNAL_SUFFIX, RECORD_SUFFIX, is_free
from wargrid.match.record_header import parse_record, read_closing_line
from wargrid.match.record_writer import UNFINISHED
from wargrid.source.files import backup_paths, read_bytes
from wargrid.source.folders import data_folder, is_device

MAX_DELETED: Final = 20
"""How many deleted games of a kind can be restored."""

_TURN: Final = re.compile(r"turn ([0-9]{1,9})")
_DATED: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_UNFIT: Final = re.compile(r"[^\w ,.-]+")


@dataclass(frozen=True, slots=True)
class SaveInfo:
    """One saved game in a list.

    ``found`` is the name or file that its ruleset can be read by, to ask what it calls itself.
    ``modified`` is in seconds since 1970. ``manual`` is true if the player saved it, and
    false if it was kept automatically. ``players``, ``started`` and
    ``campaign`` are those of the header, as is ``guided``.
    ``damage`` says why the file cannot be read; then ``ruleset``, ``turn`` and ``finished`` are
    empty.
    """

    path: Path
    ruleset: str
    turn: int
    modified: float
    finished: bool
    manual: bool
    damage: RecordError | None = None
    players: tuple[str, ...] = ()
    started: str = ""
    found: str = ""
    campaign: str = ""
    guided: bool = False

    @property
    def journal(self) -> bool:
        """Whether it is kept automatically while it is unfinished."""
        return self.path.suffix == JOURNAL_SUFFIX

    @property
    def name(self) -> str:
        """The name that a player gave the save, or an empty text."""
        return "" if _DATED.search(self.path.stem) else self.path.stem


def saves_folder() -> Path:
    """Return the folder of the saves made by the player."""
    return data_folder() / "saves"


def games_folder() -> Path:
    """Return the folder of journals and of the records they become."""
    return data_folder() / "games"


def save_path(name: str) -> Path:
    """Return the file of a save; characters that do not fit a file name become hyphens."""
    return saves_folder() / (file_name(name) + RECORD_SUFFIX)


def free_save_path(name: str) -> Path:
    """Return an unused file for a save, with a number after its name where that is taken."""
    path, number = save_path(name), 2
    while path.exists():
        path, number = save_path(f"{name}-{number}"), number + 1
    return path


def journal_path(ruleset: str, started: str) -> Path:
    """Return an unused file for a new journal, named after its ruleset and when it began."""
    stem = file_name(f"{started} {ruleset}").replace(" ", "-")
    number = 1
    while True:
        path = games_folder() / f"{stem}{f'-{number}' if number > 1 else ''}{JOURNAL_SUFFIX}"
        if not path.exists() and not path.with_suffix(RECORD_SUFFIX).exists():
            return path
        number += 1


def export_path(kind: str, ruleset: str, when: str, suffix: str) -> Path:
    """Return the file of something made of a match to be given away, in a folder of its kind."""
    return data_folder() / kind / f"{file_name(ruleset)}-{when}{suffix}"


def counter_example_path(ruleset: str) -> Path:
    """Return the file of the latest game that failed the conformance test of a ruleset."""
    return data_folder() / "counter-examples" / (file_name(ruleset) + RECORD_SUFFIX)


def unfinished() -> list[Path]:
    """Return the journals of games neither finished nor being played, the latest first."""
    found = [path for path in _files(games_folder(), JOURNAL_SUFFIX) if is_free(path)]
    return sorted(found, key=_modified, reverse=True)


def unfinished_info(path: Path) -> SaveInfo:
    """Return what a list shows of a journal; its ``turn`` is 0, for no move is replayed."""
    return _info(path, manual=False, journal=True)


def rename_save(path: Path, name: str) -> Path:
    """Give a saved game another name, its backups too, and return its new file.

    Raises:
        RecordError: another save has this name, or the file cannot be renamed.
    """
    new = path.with_name(file_name(name) + path.suffix)
    if new == path:
        return path
    if new.exists():
        raise RecordError("exists", 0, str(new))
    _move(path, new)
    return new


def delete_save(path: Path) -> Path:
    """Move a saved game and its backups out of the list, and return where it is now.

    The last 20 deleted games are kept; ``restore_save`` brings one back. Raises RecordError.
    """
    folder = data_folder() / "deleted" / path.parent.name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError("unwritable", 0, str(folder), why=Cause(error)) from None
    gone, number = folder / path.name, 2
    while gone.exists():
        gone, number = folder / f"{path.stem}-{number}{path.suffix}", number + 1
    _move(path, gone)
    others = [old for old in _files(folder, path.suffix) if old != gone]
    for old in sorted(others, key=_modified)[: 1 - MAX_DELETED]:
        for file in (old, *backup_paths(old)):
            file.unlink(missing_ok=True)
    return gone


def restore_save(gone: Path, path: Path) -> None:
    """Undo ``delete_save``; raises RecordError if a save of this name exists by now."""
    if path.exists():
        raise RecordError("exists", 0, str(path))
    _move(gone, path)


def _move(path: Path, new: Path) -> None:
    try:
        for old, fresh in zip(backup_paths(path), backup_paths(new), strict=True):
            if old.exists():
                old.replace(fresh)
        path.replace(new)
    except OSError as error:
        raise RecordError("unwritable", 0, str(path), why=Cause(error)) from None


def list_saves() -> list[SaveInfo]:
    """Return all saved games, the latest first, damaged ones included."""
    folders = ((saves_folder(), True), (games_folder(), False))
    found = (
        _info(path, manual=manual)
        for folder, manual in folders
        for path in _files(folder, RECORD_SUFFIX)
    )
    return sorted(found, key=lambda info: info.modified, reverse=True)


def _info(path: Path, *, manual: bool, journal: bool = False) -> SaveInfo:
    modified = _modified(path)
    try:
        data = read_bytes(path)
        header = parse_record(data, str(path)).header
        ended = UNFINISHED if journal else read_closing_line(data, str(path))
    except RecordError as error:
        return SaveInfo(path, "", 0, modified, False, manual, error)
    turn = _TURN.search(ended)
    finished, number = not ended.endswith(UNFINISHED), int(turn[1]) if turn else 0
    known = (header.ruleset, number, modified, finished, manual, None)
    recipe = header.origin.recipe(header.ruleset) if header.origin.file else None
    found = str(recipe.file) if recipe is not None and recipe.file.is_file() else header.ruleset
    about = header.players, header.started, found, header.campaign, header.guided
    return SaveInfo(path, *known, *about)


def _files(folder: Path, suffix: str) -> list[Path]:
    try:
        found = [path for path in folder.iterdir() if path.suffix == suffix]
    except OSError:
        return []
    return sorted(path for path in found if not path.name.startswith("."))


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def file_name(name: str) -> str:
    """Return a name without the characters that do not fit a file, at most 80 of them.

    One that Windows takes for a device gets an underscore.
    """
    fit = _UNFIT.sub("-", name).strip("-. ")[:80].rstrip() or "game"
    stem, dot, ending = fit.partition(".")
    return f"{stem}_{dot}{ending}" if is_device(stem) else fit
