"""Trust in code beside rulesets: files for one process, folders for good.

A folder is remembered in ``trusted.txt`` of the player's files, one path a line. Deleting the line
ends the trust.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IWOTH
from typing import Final

from wargrid.source.folders import data_folder

REMEMBERED: Final = "trusted.txt"
"""The file with the trusted folders."""


class _Trust:
    """The files trusted in this process, or all of them, whose folders may be remembered."""

    def __init__(self) -> None:
        self.files: set[Path] = set()
        self.everything = False
        self.remembers = False


_trust = _Trust()


def trust(path: Path) -> None:
    """Allow this file to run, even if its content changes later."""
    _trust.files.add(path.resolve())


def trust_folder(folder: Path) -> None:
    """Allow all files in a folder and below to run, in later processes too.

    A folder in which others may write, the user's home and the root are not remembered.
    """
    folder = folder.resolve()
    if folder in _folders() or not _is_own(folder):
        return
    with suppress(OSError):
        file = data_folder() / REMEMBERED
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as lines:
            lines.write(f"{folder}\n")


def is_trusted(path: Path) -> bool:
    """Return whether this file may run."""
    path = path.resolve()
    if _trust.everything or path in _trust.files:
        return True
    return any(path.is_relative_to(folder) for folder in _folders())


def remember(folder: Path) -> None:
    """Trust a folder for good if the user trusts everything a command runs."""
    if _trust.everything and _trust.remembers:
        trust_folder(folder)


@contextmanager
def trusting(everything: bool = True, *, remembering: bool = False) -> Iterator[None]:
    """Trust every file that a ruleset names while the block runs, then restore the trust before.

    With ``remembering``, the folders whose code runs are trusted from now on.
    """
    before = _trust.files.copy(), _trust.everything, _trust.remembers
    _trust.everything = _trust.everything or everything
    _trust.remembers = remembering
    try:
        yield
    finally:
        _trust.files, _trust.everything, _trust.remembers = before


def _folders() -> list[Path]:
    with suppress(OSError, UnicodeDecodeError):
        text = (data_folder() / REMEMBERED).read_text("utf-8")
        return [Path(line) for line in text.splitlines() if os.path.isabs(line)]
    return []


def _is_own(folder: Path) -> bool:
    with suppress(OSError, RuntimeError):
        if folder in (Path.home().resolve(), Path(folder.anchor)):
            return False
        return not folder.stat().st_mode & S_IWOTH
    return False
