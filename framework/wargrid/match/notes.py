"""Comments, marks and branches of a match: what a review keeps, as data and as lines of a record.

A line is the sequence of moves of a match, or of a branch. ``at`` counts plies, those of chance
included: 0 is before the first one of the line, 3 after the third. A branch begins in the position
after ``at`` plies of the line that it leaves, and counts its own plies from 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wargrid.text import whole

MAX_DEPTH: Final = 50
"""How many branches may leave one another."""

MAX_BRANCHES: Final = 10_000
MAX_BYTES: Final = 1 << 20
"""How long the lines of all notes of a match may be; a record of 2 MiB has its moves besides."""

MAX_PLIES: Final = 10**6
MAX_MARK: Final = 255
MAX_MARKS: Final = 20
MAX_NAME: Final = 200

SIGNS: Final = {
    1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 11: "=", 12: "=", 13: "∞",
    14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+−", 19: "−+", 20: "+−", 21: "−+", 22: "⨀", 23: "⨀",
    36: "→", 37: "→", 132: "⇆", 133: "⇆",
}  # fmt: skip
"""How books write marks (https://en.wikipedia.org/wiki/Numeric_Annotation_Glyphs).

``+=`` stands for a sign of books that few fonts have.
"""

_OF_MOVES: Final = 6
"""The last mark that is one of a move, written right behind it; others are of a position."""

_COMMAND: Final = re.compile(r"\[%[^\]]{0,200}\]")
_TAG: Final = "tag"
_NOTE: Final = "note"
_BRANCH: Final = "branch"
_MOVE: Final = "move"
_INDENT: Final = "  "


@dataclass(frozen=True, slots=True)
class Note:
    """A comment on the position after ``at`` plies of its line, and marks of the last of them.

    ``marks`` are numeric annotation glyphs (NAG) of the PGN standard: 1 is ``!``, 2 is ``?``.
    """

    at: int
    text: str = ""
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """Other moves from the position after ``at`` plies of a line, as records write them."""

    at: int
    moves: tuple[str, ...]
    name: str = ""
    notes: tuple[Note, ...] = ()
    branches: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes and branches of the line that was played.

    ``tags`` are facts about the game by name, as files of other programs have them: ``Event``.
    """

    notes: tuple[Note, ...] = ()
    branches: tuple[Branch, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        """Return whether there is a note, a branch or a tag."""
        return bool(self.notes or self.branches or self.tags)

    def upto(self, plies: int) -> Notes:
        """Return the notes and branches of positions after at most so many plies."""
        return Notes(
            tuple(note for note in self.notes if note.at <= plies),
            tuple(branch for branch in self.branches if branch.at <= plies),
            self.tags,
        )


def without_commands(text: str) -> str:
    """Return a comment without what it says to programs: clocks, as ``[%clk 0:03:00]``.

    The rest keeps its lines.
    """
    lines = (" ".join(_COMMAND.sub(" ", line).split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def with_marks(move: str, marks: Sequence[int]) -> str:
    """Return the text of a move with its marks behind it: ``e4! ±``.

    A mark for which books have no sign is its number, ``$141``; 0 is none.
    """
    signs = [SIGNS.get(mark, f"${mark}") for mark in marks if mark > _OF_MOVES]
    close = "".join(SIGNS[mark] for mark in marks if 0 < mark <= _OF_MOVES)
    return " ".join([move + close, *signs])


NO_NOTES: Final = Notes()


class NotesError(ValueError):
    """Notes are too deep, too many, too long or not written as notes.

    ``code`` names the text ``record.notes.<code>``; ``line`` counts the lines of notes from 1.
    """

    def __init__(self, code: str, line: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.line = line


def check_notes(notes: Notes) -> None:
    """Check that a record can hold notes.

    Raises:
        NotesError: they are too deep, too many or too long.
    """
    read_notes(list(write_notes(notes)))


def write_notes(notes: Notes) -> Iterator[str]:
    """Write notes as lines: those of a branch are indented below it; raises NotesError."""
    for name, value in notes.tags:
        yield f"{_INDENT}{_TAG} {_escaped(name)}: {_escaped(value)}".rstrip()
    yield from _write(notes, 1)


def _write(line: Notes | Branch, depth: int) -> Iterator[str]:
    if depth > MAX_DEPTH + 1:
        raise NotesError("deep")  # else Python's own depth would be the limit
    indent = _INDENT * depth
    for note in line.notes:
        marks = "".join(f" ${mark}" for mark in note.marks)
        yield f"{indent}{_NOTE} {note.at}{marks}: {_escaped(note.text)}".rstrip()
    for branch in line.branches:
        yield f"{indent}{_BRANCH} {branch.at}: {_escaped(branch.name)}".rstrip()
        for move in branch.moves:
            yield f"{indent}{_INDENT}{_MOVE} {_escaped(move)}"
        yield from _write(branch, depth + 1)


def _escaped(text: str) -> str:
    shown = "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text)
    return shown.strip().replace("\\", "\\\\").replace("\n", "\\n")


def _unescaped(text: str) -> str:
    parts = text.split("\\\\")
    return "\\".join(part.replace("\\n", "\n") for part in parts)


def read_notes(lines: Sequence[str]) -> Notes:
    """Read the lines that ``write_notes`` wrote.

    Raises:
        NotesError: they are too deep, too many, too long or not written so.
    """
    return _Reader(lines).read()


class _Reader:
    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.read_lines = self.branches = self.length = 0
        self.tags: list[tuple[str, str]] = []

    def read(self) -> Notes:
        _, notes, branches = self._line(1)
        if self.read_lines < len(self.lines):
            raise NotesError("wrong", self.read_lines + 1)
        return Notes(notes, branches, tuple(self.tags))

    def _line(self, depth: int) -> tuple[tuple[str, ...], tuple[Note, ...], tuple[Branch, ...]]:
        """Read the moves, notes and branches of one line of moves."""
        moves: list[str] = []
        notes: list[Note] = []
        branches: list[Branch] = []
        while (found := self._next(depth)) is not None:
            word, value = found
            if word == _MOVE and depth > 1 and value:
                moves.append(value)
            elif word == _NOTE:
                notes.append(self._note(value))
            elif word == _TAG and depth == 1:
                name, _, text = value.partition(":")
                self.tags.append((_unescaped(name), _unescaped(text.strip())))
            elif word == _BRANCH:
                branches.append(self._branch(value, depth))
            else:
                raise self._wrong()
        return tuple(moves), tuple(notes), tuple(branches)

    def _next(self, depth: int) -> tuple[str, str] | None:
        """Take the next line if it has this depth, as its first word and the rest."""
        indent = _INDENT * depth
        if self.read_lines == len(self.lines):
            return None
        line = self.lines[self.read_lines]
        if not line.startswith(indent):
            return None
        self.read_lines += 1
        self.length += len(line.encode("utf-8", "replace"))
        if self.length > MAX_BYTES:
            raise self._wrong("long")
        word, _, value = line[len(indent) :].partition(" ")
        return word, value

    def _note(self, value: str) -> Note:
        start, _, text = value.partition(":")
        at, *marks = start.split(" $")
        numbers = tuple(_number(mark, MAX_MARK, self._wrong) for mark in marks)
        if len(numbers) > MAX_MARKS:
            raise self._wrong()
        return Note(_number(at, MAX_PLIES, self._wrong), _unescaped(text.strip()), numbers)

    def _branch(self, value: str, depth: int) -> Branch:
        self.branches += 1
        if self.branches > MAX_BRANCHES or depth > MAX_DEPTH:
            raise self._wrong("deep" if depth > MAX_DEPTH else "many")
        at, _, name = value.partition(":")
        number, called = _number(at, MAX_PLIES, self._wrong), _unescaped(name.strip())[:MAX_NAME]
        moves, notes, branches = self._line(depth + 1)
        return Branch(number, moves, called, notes, branches)

    def _wrong(self, code: str = "wrong") -> NotesError:
        """Return an error at the line taken last."""
        return NotesError(code, self.read_lines)


def _number(text: str, most: int, wrong: Callable[[], NotesError]) -> int:
    number = whole(text)
    if number is None or number > most:
        raise wrong()
    return number
