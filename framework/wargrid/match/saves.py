"""Where a player's own files live: settings, saved games, and the journals of games under way."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wargrid.match.errors import RecordError
from wargrid.match.files import read_bytes
from wargrid.match.journal import RECORD_SUFFIX, SUFFIX, is_free
from wargrid.match.record_reader import checked_lines, take_apart
from wargrid.match.record_writer import UNFINISHED

HOME: Final = "WARGRID_HOME"
"""The environment variable that names the folder instead of the platform's own choice."""

_TURN: Final = re.compile(r"turn ([0-9]{1,9})")
_UNFIT: Final = re.compile(r"[^\w .-]+")


@dataclass(frozen=True, slots=True)
class SaveInfo:
    """One saved game as a list shows it.

    ``modified`` is in seconds since 1970, ``manual`` tells a player's own save from a game kept by
    itself. ``damage`` is None for a whole file; then ``ruleset``, ``turn`` and ``finished`` tell
    what is in it.
    """

    path: Path
    ruleset: str
    turn: int
    modified: float
    finished: bool
    manual: bool
    damage: RecordError | None = None


def home(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """The folder of a player's own files; it need not exist yet."""
    variables = os.environ if environment is None else environment
    if variables.get(HOME):
        return Path(variables[HOME]).expanduser()
    if platform == "win32":
        return Path(variables.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Wargrid"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Wargrid"
    return Path(variables.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "wargrid"


def saves_folder() -> Path:
    """Where a player's own saves are."""
    return home() / "saves"


def games_folder() -> Path:
    """Where journals are, and the records they become."""
    return home() / "games"


def save_path(name: str) -> Path:
    """The file of a player's own save; what cannot stand in a file name becomes a hyphen."""
    return saves_folder() / (_fit(name) + RECORD_SUFFIX)


def journal_path(ruleset: str, started: str) -> Path:
    """A file for a new journal, named after when it began and its ruleset, different from every one there."""
    stem = _fit(f"{started} {ruleset}").replace(" ", "-")
    number = 1
    while True:
        path = games_folder() / f"{stem}{f'-{number}' if number > 1 else ''}{SUFFIX}"
        if not path.exists() and not path.with_suffix(RECORD_SUFFIX).exists():
            return path
        number += 1


def counter_example_path(ruleset: str) -> Path:
    """The file of the latest game in which a ruleset has broken a promise."""
    return home() / "counter-examples" / (_fit(ruleset) + RECORD_SUFFIX)


def unfinished() -> list[Path]:
    """The journals of games that were neither ended nor are being played now, the latest first."""
    found = [path for path in _files(games_folder(), SUFFIX) if is_free(path)]
    return sorted(found, key=_modified, reverse=True)


def saves() -> list[SaveInfo]:
    """Every saved game, the latest first, damaged ones included."""
    found = [(path, True) for path in _files(saves_folder(), RECORD_SUFFIX)]
    found += [(path, False) for path in _files(games_folder(), RECORD_SUFFIX)]
    return sorted(
        (_info(path, manual) for path, manual in found),
        key=lambda info: info.modified,
        reverse=True,
    )


def _info(path: Path, manual: bool) -> SaveInfo:
    try:
        sheet = take_apart(checked_lines(read_bytes(path), str(path)).texts, str(path))
    except RecordError as error:
        return SaveInfo(path, "", 0, _modified(path), False, manual, error)
    turn = _TURN.search(sheet.ended)
    finished = not sheet.ended.endswith(UNFINISHED)
    return SaveInfo(
        path, sheet.header.ruleset, int(turn[1]) if turn else 0, _modified(path), finished, manual
    )


def _files(folder: Path, suffix: str) -> list[Path]:
    try:
        return sorted(
            path
            for path in folder.iterdir()
            if path.suffix == suffix and not path.name.startswith(".")
        )
    except OSError:
        return []


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _fit(name: str) -> str:
    return _UNFIT.sub("-", name).strip("-. ")[:80].rstrip() or "game"
