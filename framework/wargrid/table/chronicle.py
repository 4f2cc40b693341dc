"""The chronicle: a match's log and losses, told once per move and kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from wargrid.table.log import Loss, groups, lines_of, losses_of, resigned_line
from wargrid.table.view import LogView

if TYPE_CHECKING:
    from wargrid.match.match import Match, Ply
    from wargrid.table.wording import Teller


class _Chapter(NamedTuple):
    """One group of plies, told; ``end`` is the index of the first ply after it."""

    end: int
    plies: tuple[Ply, ...]
    lines: tuple[LogView, ...]
    losses: tuple[Loss, ...]


class Chronicle:
    """Follows one match, forward and back, in one language at a time.

    ``match`` may be set to the same match as another side sees it.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._teller: Teller | None = None
        self._chapters: list[_Chapter] = []
        self._told: tuple[int, Ply | None, int | None] | None = None
        self._lines: tuple[LogView, ...] = ()
        self._losses: tuple[Loss, ...] = ()

    def lines(self, teller: Teller) -> tuple[LogView, ...]:
        """The whole log, oldest line first."""
        self._follow(teller)
        return self._lines

    def losses(self, teller: Teller) -> tuple[Loss, ...]:
        """All that either side has lost, blow by blow."""
        self._follow(teller)
        return self._losses

    def _follow(self, teller: Teller) -> None:
        plies = self.match.plies
        now = (len(plies), plies[-1] if plies else None, self.match.resigned)
        if teller is not self._teller:
            self._teller, self._chapters = teller, []
        elif (
            self._told is not None
            and now[0] == self._told[0]
            and now[1] is self._told[1]
            and now[2] == self._told[2]
        ):
            return
        self._told = now
        first = self._keep_common()
        for begin, group in groups(plies, first):
            self._chapters.append(_chapter(begin, tuple(group), teller))
        self._lines = tuple(line for chapter in self._chapters for line in chapter.lines)
        self._losses = tuple(loss for chapter in self._chapters for loss in chapter.losses)
        if self.match.resigned is not None:
            self._lines += (resigned_line(self.match.resigned, self.match.number, teller),)

    def _keep_common(self) -> int:
        """Forget the chapters that no longer hold, and the last that does, which more rolls may continue."""
        plies, chapters = self.match.plies, self._chapters
        while chapters and not _holds(chapters[-1], plies):
            chapters.pop()
        if chapters:
            chapters.pop()
        return chapters[-1].end if chapters else 0


def _holds(chapter: _Chapter, plies: Sequence[Ply]) -> bool:
    """Whether a chapter still tells these plies: a ply is made once, so the same last one has the same past."""
    return chapter.end <= len(plies) and plies[chapter.end - 1] is chapter.plies[-1]


def _chapter(begin: int, plies: tuple[Ply, ...], teller: Teller) -> _Chapter:
    losses = tuple(loss for ply in plies for loss in losses_of(ply))
    return _Chapter(begin + len(plies), plies, lines_of(plies, teller), losses)
