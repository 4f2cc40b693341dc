"""The folder of the player's files on this computer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import platformdirs

HOME: Final = "WARGRID_HOME"
"""The environment variable with a folder that replaces the platform's."""


def boards_folder(ruleset: str) -> Path:
    """Return the folder of the player's own boards for a shipped ruleset."""
    return data_folder() / "boards" / ruleset


def data_folder() -> Path:
    """Return the folder of the player's files; it need not exist yet."""
    named = os.environ.get(HOME)
    if named:
        return Path(named).expanduser()
    return platformdirs.user_data_path("wargrid", appauthor=False)
