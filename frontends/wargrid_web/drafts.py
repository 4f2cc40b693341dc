"""The armies that sides set up in secret while another one does, each in a journal of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from wargrid import Match, PluginError, RecordError
from wargrid.match import (
    BY_HAND,
    Header,
    Journal,
    board_apart,
    is_ready_apart,
    may_set_up_apart,
    replay_sharing,
    take_from_apart,
)

_log = logging.getLogger("wargrid.web")


class Draft(NamedTuple):
    """What a side has set up apart, and the journal that keeps it."""

    match: Match
    journal: Journal


class Drafts:
    """The drafts of one match; ``path_of`` says where that of a side is kept.

    ``saved`` says whether all that has been done in the match is on the disk: a draft is deleted
    only then.
    """

    def __init__(
        self, match: Match, header: Header, path_of: Callable[[int], Path],
        saved: Callable[[], bool],
    ) -> None:  # fmt: skip
        self._match, self._path_of, self._saved = match, path_of, saved
        self._header = replace(header, dice=BY_HAND, fair=None, clock=None, used=(), since=0)
        self._open: dict[int, Draft] = {}

    def board(self, side: int) -> Match | None:
        """Return the board on which a side may set up now; None where it waits or has its turn."""
        if not may_set_up_apart(self._match, side):
            return None
        draft = self._draft(side)
        return None if draft is None or is_ready_apart(draft.match, side) else draft.match

    def is_ready(self, side: int) -> bool:
        """Return whether a side is ready, and waits for others to be."""
        draft = self._open.get(side)
        return draft is not None and is_ready_apart(draft.match, side)

    def take(self) -> None:
        """Let the side whose turn has come have what it has set up."""
        side = self._match.position.side
        while self._match.game.engine.hides(self._match.position) and self._path_of(side).exists():
            draft = self._draft(side)
            begun = any(ply.actor == side for ply in self._match.plies)
            if draft is not None and not begun:
                take_from_apart(self._match, draft.match, side)
            if not self._saved():
                return
            self._forget(side)
            side = self._match.position.side

    @property
    def unsynced(self) -> Iterator[Journal]:
        """The journals with lines that are not on the disk yet."""
        return (each.journal for each in self._open.values() if each.journal.unsynced)

    def _draft(self, side: int) -> Draft | None:
        """Return the draft of a side, begun or read; None if that fails, so that it waits."""
        if side not in self._open:
            try:
                self._open[side] = self._begin(side)
            except (RecordError, PluginError) as error:
                _log.warning("%s: %s", self._path_of(side).name, error)
                return None
        return self._open[side]

    def _begin(self, side: int) -> Draft:
        path = self._path_of(side)
        if path.exists():
            resumed = Journal.resume(path, replay_sharing(path, {}))
            match, journal = resumed.match, resumed.journal
        else:
            match = board_apart(self._match, side)
            journal = Journal(path, match, self._header)
        journal.deferred = True
        return Draft(match, journal)

    def _forget(self, side: int) -> None:
        draft = self._open.pop(side, None)
        if draft is not None:
            draft.journal.leave()
        self._path_of(side).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the files; they are read when the match is opened again, unless it is over."""
        if self._match.result is not None:
            for side in list(self._open):
                self._forget(side)
        for draft in self._open.values():
            draft.journal.leave()
            draft.match.listeners.clear()
        self._open.clear()
