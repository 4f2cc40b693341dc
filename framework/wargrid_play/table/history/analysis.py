"""An analysis that stays: other moves tried in a review, with names and comments.

The lines are those of ``match.notes``, so that records and files of other programs keep them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from wargrid.core.refusal import IllegalMove
from wargrid.match import Match, NotationError, Ply, read_move, write_move
from wargrid.match.notes import (
    Branch,
    Note,
    Notes,
    check_notes,
    with_marks,
    without_commands,
)
from wargrid.plugins.base import PluginError
from wargrid_play.table.view import LogView
from wargrid_play.table.wording import Wording

Path = tuple[int, ...]
"""Which line is shown: the number of a branch in the line that it leaves, and so on from the game
itself, which is the empty path."""

MAX_COMMENT: Final = 2_000
MAX_CALLED: Final = 80
"""How many letters a comment and the name of a branch may have."""

MOST_SHOWN: Final = 6
"""How many moves of a branch a list shows."""

MOST_SAID: Final = 60
"""How many letters a list shows of the comment that opens a branch."""


class BranchRow(NamedTuple):
    """A branch that leaves the line shown after ``at`` plies, and how a list shows it."""

    path: Path
    at: int
    text: str


class Analysis:
    """The line of a match that a review shows, and the changes of its branches.

    ``path`` says which it is. Plies are counted from the beginning of the match. What changes,
    changes ``match.notes``; these are checked first, so that a record can always hold them.
    """

    def __init__(self, match: Match, path: Path = ()) -> None:
        self.match = match
        self.path: Path = ()
        self._lines: dict[Path, Match] = {(): match}
        self.enter(path)

    # Lines

    @property
    def line(self) -> Match:
        """The match as it would be if the line shown had been played."""
        return self._line(self.path)

    @property
    def branch(self) -> Branch | None:
        """The branch shown, or None for the game itself."""
        found = self._at(self.path)
        return found if isinstance(found, Branch) else None

    @property
    def begin(self) -> int:
        """After how many plies of the match the moves begin that are only the line shown's."""
        return self._begin(self.path)

    def enter(self, path: Path) -> None:
        """Show another line; one that is not there any more leaves the game itself."""
        self.path = path if self._has(path) else ()

    def leave(self) -> int:
        """Show the line that this one leaves; returns after how many plies it does."""
        at = self._begin(self.path)
        self.path = self.path[:-1]
        return at

    def rows(self, wording: Wording) -> list[BranchRow]:
        """Return the branches that leave the line shown, in the order of their moves.

        Those without moves and name are left out: what they say is a comment (``shown_at``).
        """
        rows = []
        for path, at, text in self._branches(wording):
            said = " ".join(self._opening(path).split())
            short = said if len(said) <= MOST_SAID else f"{said[:MOST_SAID].rstrip()}…"
            rows.append(BranchRow(path, at, f"{text} · {short}" if short else text))
        return rows

    def comment_at(self, at: int) -> str:
        """Return the comment on the position after so many plies, from the line that has it.

        Where the branch shown begins, it is the one that opens the branch, if there is one.
        """
        path = self._commented(at)
        return _joined(self._at(path).notes, at - self._begin(path))

    def shown_at(self, at: int) -> str:
        """Return the comment on a position as people read it: without clocks of other programs.

        What variations of words alone say there follows it, and what opens the branch shown.
        """
        owner = self._owner(at)
        opens = at == self.begin and self.path != owner
        said: list[str] = []
        for path in (owner, self.path) if opens else (owner,):
            line, own = self._at(path), at - self._begin(path)
            said.append(_joined(line.notes, own))
            here = (number for number, each in enumerate(line.branches) if each.at == own)
            paths = [(*path, number) for number in here]
            said += [self._opening(each) for each in paths if not self._is_row(each)]
        return without_commands("\n".join(filter(None, said)))

    def said_at(self, at: int, wording: Wording) -> str:
        """Return the comment on a position, and the branches that leave it, as one text."""
        said = [self.shown_at(at)]
        for path, _, text in self._branches(wording, at):
            said += [wording.say("review.branch", moves=text), self._opening(path)]
        return " ".join(filter(None, said))

    def marked(self, lines: Sequence[LogView]) -> tuple[LogView, ...]:
        """Return lines of the log of the line shown, the first of each move with its marks."""
        marks = self._marks()
        found, last = [], 0
        for line in lines:
            if marks and not line.heading and line.plies > last:
                here = [
                    each for at in range(last + 1, line.plies + 1) for each in marks.get(at, ())
                ]
                last = line.plies
                line = replace(line, text=with_marks(line.text, here)) if here else line
            found.append(line)
        return tuple(found)

    # Changes

    def take(self, at: int, plies: Sequence[Ply]) -> int:
        """Go on with other plies after the first ones of the line shown; returns the last one's.

        Moves that a line has already lead into it; those at its end make it longer; others are a
        new branch.

        Raises:
            NotesError: a record cannot hold so many branches, or so deep ones.
        """
        game = self.match.game
        texts = tuple(write_move(game, ply.move) for ply in plies)
        if self._texts(self.path)[at : at + len(texts)] == texts:
            return at + len(texts)
        path = self._owner(at)
        own, line = at - self._begin(path), self._at(path)
        for number, each in enumerate(line.branches):
            if each.at == own and each.moves[: len(texts)] == texts:
                self.path = (*path, number)
                return at + len(texts)
        if isinstance(line, Branch) and own == len(line.moves):
            self._change(path, replace(line, moves=(*line.moves, *texts)))
            self.path = path
        else:
            new = Branch(own, texts)
            self._change(path, replace(line, branches=(*line.branches, new)))
            self.path = (*path, len(line.branches))
        return at + len(texts)

    def delete(self) -> int:
        """Delete the branch shown and show the line that it left; returns where it did."""
        path = self.path
        if not path:
            return 0
        at, line = self._begin(path), self._at(path[:-1])
        kept = tuple(each for number, each in enumerate(line.branches) if number != path[-1])
        self._change(path[:-1], replace(line, branches=kept))
        self.path = path[:-1]
        return at

    def rename(self, name: str) -> None:
        """Give the branch shown another name, or none; raises NotesError as ``take`` does."""
        if self.branch is not None:
            self._change(self.path, replace(self.branch, name=name.strip()[:MAX_CALLED]))

    def comment(self, at: int, text: str) -> None:
        """Comment on the position after so many plies, in place of the comment there.

        Marks stay; an empty text takes the comment back. Raises NotesError as ``take`` does.
        """
        path, said = self._commented(at), text.strip()[:MAX_COMMENT]
        own, line = at - self._begin(path), self._at(path)
        old = [note for note in line.notes if note.at == own]
        marks = tuple(mark for note in old for mark in note.marks)
        new = [Note(own, said, marks)] if said or marks else []
        others = [note for note in line.notes if note.at != own]
        notes = tuple(sorted([*others, *new], key=lambda note: note.at))
        self._change(path, replace(line, notes=notes))

    # Inside

    def _at(self, path: Path) -> Notes | Branch:
        line: Notes | Branch = self.match.notes
        for number in path:
            line = line.branches[number]
        return line

    def _has(self, path: Path) -> bool:
        line: Notes | Branch = self.match.notes
        for number in path:
            if not 0 <= number < len(line.branches):
                return False
            line = line.branches[number]
        return True

    def _begin(self, path: Path) -> int:
        """Return after how many plies of the match the own ones of a line begin."""
        return sum(each.at for each in self._way(path))

    def _way(self, path: Path) -> list[Branch]:
        found = (self._at(path[:length]) for length in range(1, len(path) + 1))
        return [each for each in found if isinstance(each, Branch)]

    def _owner(self, at: int) -> Path:
        """Return the line to which a position of the line shown belongs.

        The position in which a branch begins is one of the line that it leaves.
        """
        path = self.path
        while path and at <= self._begin(path):
            path = path[:-1]
        return path

    def _commented(self, at: int) -> Path:
        """Return the line whose comment on a position is shown first and changed."""
        opens = self.path and at == self.begin and _joined(self._at(self.path).notes, 0)
        return self.path if opens else self._owner(at)

    def _opening(self, path: Path) -> str:
        """Return the comment that opens a branch, before its first move."""
        return without_commands(_joined(self._at(path).notes, 0))

    def _is_row(self, path: Path) -> bool:
        """Return whether a branch has a name, or a move that is possible."""
        branch = self._at(path)
        named = isinstance(branch, Branch) and branch.name
        return bool(named) or len(self._line(path).plies) > self._begin(path)

    def _branches(self, wording: Wording, at: int | None = None) -> list[tuple[Path, int, str]]:
        """Return the branches with moves or names that leave the line shown, where, and a text.

        They are those of one position, if ``at`` says so.
        """
        found, begin = [], self.begin
        for number, each in enumerate(self._at(self.path).branches):
            path = (*self.path, number)
            if at in (None, begin + each.at) and self._is_row(path):
                found.append((path, begin + each.at, self._text(path, wording)))
        return sorted(found, key=lambda each: each[1])

    def _marks(self) -> dict[int, tuple[int, ...]]:
        """Return the marks of the moves of the line shown, by their plies."""
        found: dict[int, tuple[int, ...]] = {}
        for length in range(len(self.path) + 1):
            path = self.path[:length]
            begin = self._begin(path)
            found = {at: marks for at, marks in found.items() if at <= begin}
            for note in self._at(path).notes:
                if note.marks and note.at:
                    at = begin + note.at
                    found[at] = (*found.get(at, ()), *note.marks)
        return found

    def _texts(self, path: Path) -> tuple[str, ...]:
        game = self.match.game
        return tuple(write_move(game, ply.move) for ply in self._line(path).plies)

    def _line(self, path: Path) -> Match:
        """Return a line as a match; moves that are not possible, and what follows, are left out."""
        if path not in self._lines:
            base, branch = self._line(path[:-1]), self._at(path)
            line = Match(self.match.game, by_hand=True, start=self.match.start)
            line.plies[:] = base.plies[: self._begin(path)]
            for text in branch.moves if isinstance(branch, Branch) else ():
                try:
                    line.play(read_move(line.game, line.position, text))
                except (NotationError, IllegalMove, PluginError):
                    break
            self._lines[path] = line
        return self._lines[path]

    def _change(self, path: Path, line: Notes | Branch) -> None:
        """Put a line in the place of another one."""
        for length in range(len(path) - 1, -1, -1):
            outer = self._at(path[:length])
            branches = list(outer.branches)
            assert isinstance(line, Branch)
            branches[path[length]] = line
            line = replace(outer, branches=tuple(branches))
        assert isinstance(line, Notes)
        check_notes(line)
        self.match.notes = line
        self._lines = {(): self.match}

    def _text(self, path: Path, wording: Wording) -> str:
        """Return the name of a branch and its first moves, as players of the game write them."""
        branch, begin = self._at(path), self._begin(path)
        name = branch.name if isinstance(branch, Branch) else ""
        texts = []
        for number, ply in enumerate(self._line(path).plies[begin : begin + MOST_SHOWN]):
            before = wording.move_number(ply.before)
            marks = [m for note in branch.notes if note.at == number + 1 for m in note.marks]
            move = with_marks(wording.move(ply.before, ply.move), marks)
            follows = number and before.endswith("…")
            texts.append(move if follows or not before else f"{before} {move}")
        moves = " ".join(texts) + " …" * (len(self._line(path).plies) > begin + MOST_SHOWN)
        return (
            wording.say("events.colon", head=name, tail=moves) if name and moves else name or moves
        )


def _joined(notes: Sequence[Note], at: int) -> str:
    """Return the comments of a line on the position after so many of its plies."""
    return "\n".join(note.text for note in notes if note.at == at and note.text)
