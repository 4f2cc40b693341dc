"""Trust in code beside rulesets: files for one process, folders for good.

A folder is remembered in ``trusted.txt`` of the player's files, one line for each with its digest.
Deleting the line ends the trust. No backup is read: it would bring back what has ended.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IWOTH
from typing import Final

from wargrid.source.file_errors import RecordError
from wargrid.source.files import read_bytes, write_whole
from wargrid.source.folders import data_folder, resolved
from wargrid.source.kept import bounded_json, with_digest, without_digest

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
    _trust.files.add(resolved(path))


def trust_folder(folder: Path) -> None:
    """Allow all files in a folder and below to run, in later processes too.

    A folder in which others may write, the user's home and the root are not remembered.
    """
    folder = resolved(folder)
    known = _folders()
    if folder not in known and _is_own(folder):
        _keep([*known, folder])


def _keep(folders: list[Path]) -> None:
    lines = (json.dumps(with_digest({"folder": str(each)})) for each in folders)
    with suppress(RecordError):
        write_whole(
            data_folder() / REMEMBERED, "".join(f"{line}\n" for line in lines).encode(),
            overwrite=True,
        )  # fmt: skip


def is_trusted(path: Path) -> bool:
    """Return whether this file may run."""
    path = resolved(path)
    if _trust.everything or path in _trust.files:
        return True
    return any(path.is_relative_to(folder) for folder in _folders())


def is_list_damaged() -> bool:
    """Return whether a line of the list of folders is damaged, so that it is asked about again."""
    with suppress(RecordError):
        lines = read_bytes(data_folder() / REMEMBERED).splitlines()
        plain = not any(map(_sealed, lines)) and len([*_plain(lines)]) == len(lines)
        return not plain and not all(map(_sealed, lines))
    return (data_folder() / REMEMBERED).exists()


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
    with suppress(RecordError):
        lines = read_bytes(data_folder() / REMEMBERED).splitlines()
        found = [folder for line in lines if (folder := _sealed(line)) is not None]
        plain = [] if found else [*_plain(lines)]
        if plain:
            _keep(plain)
        return found or plain
    return []


def _sealed(line: bytes) -> Path | None:
    """Return the folder of a line, None for a damaged one: it is asked about again."""
    with suppress(ValueError):
        content, sealed = without_digest(bounded_json(line))
        folder = content.get("folder")
        if sealed and isinstance(folder, str) and os.path.isabs(folder):
            return Path(folder)
    return None


def _plain(lines: list[bytes]) -> Iterator[Path]:
    """Yield the folders of a list from before lines had digests."""
    for line in lines:
        with suppress(UnicodeDecodeError):
            if os.path.isabs(folder := line.decode("utf-8")):
                yield Path(folder)


def _is_own(folder: Path) -> bool:
    with suppress(OSError, RuntimeError):
        if folder in (resolved(Path.home()), Path(folder.anchor)):
            return False
        return not folder.stat().st_mode & S_IWOTH
    return False
