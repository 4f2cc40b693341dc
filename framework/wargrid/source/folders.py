"""The folder of the player's files on this computer."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import platformdirs

HOME: Final = "WARGRID_HOME"
"""The environment variable with a folder that replaces the platform's."""

_DEVICE: Final = re.compile("con|prn|aux|nul|(com|lpt)[0-9¹²³]|conin\\$|conout\\$", re.IGNORECASE)


def resolved(path: Path) -> Path:
    """Return where a path leads, through all links; one that leads to itself stays."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # a name that no file can have
        return path


def is_device(name: str) -> bool:
    """Return whether Windows takes a name for a device, with any ending and in any folder."""
    return _DEVICE.fullmatch(name.partition(".")[0].rstrip()) is not None


def named_path(text: str) -> Path:
    """Return the path that a variable or an argument names; ``~`` is the user's own folder.

    Shells replace it only at the start of a word, and desktop files and services not at all.
    """
    return Path(os.path.expanduser(text))


def boards_folder(ruleset: str) -> Path:
    """Return the folder of the player's own boards for a shipped ruleset."""
    return data_folder() / "boards" / ruleset


def data_folder() -> Path:
    """Return the folder of the player's files; it need not exist yet."""
    named = os.environ.get(HOME)
    if named:
        return named_path(named)
    return platformdirs.user_data_path("wargrid", appauthor=False)
