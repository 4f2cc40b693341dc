"""The numbers that this computer drew for fair dice, and the commitments it saw of the others."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from wargrid.match import data_folder, draw_number
from wargrid.remote.connection import Link

FOLDER: Final = "far"


class Numbers:
    """The number of one seat, and what the others had committed to when it was shown.

    It is kept in a file that only its owner may read, so that the game can be joined again; where
    that is not possible, it lives as long as the window.
    """

    def __init__(self, link: Link, folder: Path | None = None) -> None:
        name = hashlib.sha256("\0".join(link).encode()).hexdigest()[:32]
        self._path = (folder or data_folder() / FOLDER) / f"{name}.json"
        self._number = ""
        self.seen: tuple[str, ...] = ()
        """The commitments of the server and of each side, when the number was shown."""

    @property
    def number(self) -> str:
        """The number of this seat, drawn when it is first asked for."""
        if not self._number:
            self._read()
        if not self._number:
            self._number = draw_number()
            self._write()
        return self._number

    def keep(self, commitments: tuple[str, ...]) -> bool:
        """Remember what all had committed to when the number was first shown.

        Returns whether they still have.
        """
        if not self.seen:
            self.seen = commitments
            self._write()
        return self.seen == commitments

    def _read(self) -> None:
        with suppress(OSError, ValueError, KeyError, TypeError):
            kept = json.loads(self._path.read_text("utf-8"))
            bytes.fromhex(kept["number"])
            self._number, self.seen = kept["number"], tuple(kept["seen"])

    def _write(self) -> None:
        text = json.dumps({"number": self._number, "seen": self.seen})
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(file, "w", encoding="utf-8") as writer:
                writer.write(text)
