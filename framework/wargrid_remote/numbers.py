"""The numbers that this computer drew for fair dice, and the commitments it saw of the others."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from wargrid.match import RecordError, commitment, data_folder, draw_number
from wargrid.source.kept import Kept
from wargrid_remote.connection import Link
from wargrid_remote.messages import DrawsView

FOLDER: Final = "far"


def _read(kept: Any) -> tuple[str, tuple[str, ...]]:
    number, seen = kept["number"], tuple(kept["seen"])
    for each in (number, *seen):
        bytes.fromhex(each)
    return number, seen


KEPT: Final = Kept("number", _read, private=True)
"""How the number of a seat is kept on the disk."""


class Numbers:
    """The number of one seat, and the commitments of the others when it was shown.

    It is kept in a file that only its owner may read, so that the game can be joined again; where
    that is not possible, it lives as long as the window.
    """

    def __init__(self, link: Link, folder: Path | None = None) -> None:
        name = hashlib.sha256("\0".join(link).encode()).hexdigest()[:32]
        self._path = (folder or data_folder() / FOLDER) / f"{name}.json"
        self._number = ""
        self.seen: tuple[str, ...] = ()
        """The commitments of the server and of each side, when the number was shown."""
        self.trouble = ""
        """The name of the text that says why the number is not shown; empty while all is well."""
        self._committed = False

    @property
    def promised(self) -> tuple[str, ...]:
        """The commitments seen before the game, also by an earlier window; empty if none were."""
        if not self.seen:
            self._read()
        return self.seen

    @property
    def number(self) -> str:
        """The number of this seat, drawn when it is first asked for."""
        if not self._number:
            self._read()
        if not self._number:
            self._number = draw_number()
            self._write()
        return self._number

    def begin(self) -> None:
        """Begin to draw at a connection just made."""
        self._committed, self.trouble = False, ""

    def due(
        self, match: str, seat: int, draws: DrawsView, computers: Collection[int]
    ) -> dict[str, str]:
        """Return the fields of an intent that this seat has to send now for the dice, if any.

        Where another device has committed the seat to its number, this one commits it to its own,
        once a connection, as long as no player has shown a number. ``trouble`` says why it cannot.
        """
        self.trouble = ""
        if seat not in draws.awaited:
            return {}
        known = draws.commitments[seat + 1]
        digest = commitment(self.number, match)
        if known == digest:
            # a side that commits to another number after this one was shown could have chosen it
            if all(draws.commitments) and not self.keep(draws.commitments):
                self.trouble = "withheld"
            elif all(draws.commitments):
                return {"reveal": self.number}
            return {}
        shown = len(draws.commitments) - 1 > len({*draws.awaited, *computers})
        if known and (shown or self._committed):
            self.trouble = "drawn_elsewhere"
            return {}
        self._committed = True
        return {"commit": digest}

    def keep(self, commitments: tuple[str, ...]) -> bool:
        """Remember the commitments of all when the number is first shown.

        Returns whether they are those of the first time.
        """
        if not self.seen:
            self.seen = commitments
            self._write()
        return self.seen == commitments

    def _read(self) -> None:
        kept = KEPT.load(self._path).content
        if kept is not None:
            self._number, self.seen = kept

    def _write(self) -> None:
        with suppress(RecordError):
            KEPT.keep(self._path, {"number": self._number, "seen": self.seen})
