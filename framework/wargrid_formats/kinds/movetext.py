"""Tags and movetext as PGN has them: PDN and the files of Xiangqi share them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wargrid_formats.notices import quoted
from wargrid_formats.tree import MAX_DEPTH, MAX_GAMES, MAX_STEPS, GameFile, Line, Source, Step

SIGNS: Final = {
    "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13, "+=": 14,
    "⩲": 14, "=+": 15, "⩱": 15, "±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19,
}  # fmt: skip
"""The marks that are written as signs, with their numbers (NAG) of the PGN standard."""

RESULTS: Final = frozenset(
    ("1-0", "0-1", "1/2-1/2", "½-½", "*", "2-0", "0-2", "1-1", "0-0", "1/2", "½")
)
"""How movetext ends. ``0-0`` is castling too: it ends a game where nothing follows but tags."""

WIDTH: Final = 79
"""How long written lines may be."""

_MAX_TAGS: Final = 100
_MAX_VALUE: Final = 1_000

# The first character decides which token it is; no part can be read in two ways: time is linear.
_TOKEN: Final = re.compile(
    r"""(?P<space>[\s\ufeff\xa0]+)
    | (?P<escape>(?<![^\n])%[^\n]*)
    | \{(?P<comment>[^}]*)(?P<closed>\}?)
    | ;(?P<rest>[^\n]*)
    | \[[ \t]*(?P<tag>\w+)[ \t]*"(?P<value>(?:[^"\\\n]|\\[^\n])*)"[ \t]*\]
    | (?P<bracket>[\[\]}][^\n]*)
    | \$(?P<nag>[0-9]{1,4})
    | (?P<open>\()
    | (?P<close>\))
    | (?P<number>[0-9]{1,6}(?:\.+|…)|[0-9]{1,6}(?=\s)|\.+|…)
    | (?P<word>[^\s(){}\[\];$]+)
    | (?P<other>.)
    """,
    re.VERBOSE,
)
_DATE: Final = re.compile(r"[0-9]{4}")
_MARKED: Final = re.compile(r"([^!?]*)([!?]{1,2})")


def read_games(source: Source, form: str) -> Iterator[GameFile]:
    """Yield the games of a file, at most a thousand; the last has a notice if there are more."""
    reader = _Reader(source, form)
    found = None
    for number, each in enumerate(reader.games()):
        if number == MAX_GAMES:
            assert found is not None
            found.note("more_games", each.at, most=MAX_GAMES)
            break
        if found is not None:
            yield found
        found = each
    if found is not None:
        yield found


class _Reader:
    """Reads tokens, and puts each into the game at hand."""

    def __init__(self, source: Source, form: str) -> None:
        self.source = source
        self.form = form
        self._begin(0)

    def _begin(self, at: int) -> None:
        self.game = GameFile(self.form, self.source, at)
        self.lines = [self.game.line]
        self.skipped = 0
        """How many variations are open that are left out."""
        self.begun = self.moved = False
        self.steps = 0

    def games(self) -> Iterator[GameFile]:
        """Yield each game when the next one begins."""
        for token in _TOKEN.finditer(self.source.text):
            kind, at = str(token.lastgroup), token.start()
            if kind in ("space", "escape"):
                continue
            if kind == "value" and self.moved:
                yield self._ended(at)
            if not self.begun:
                self.game.at, self.begun = at, True
            if self._ends(token):
                self.game.tags.setdefault("Result", token[0])
                yield self._ended(at)
                continue
            self._take(kind, token)
        if self.begun and (self.moved or self.game.tags):
            yield self._ended(max(0, len(self.source.text) - 1))

    def _ended(self, at: int) -> GameFile:
        """Return the game at hand, which ends here, and begin the next one."""
        if len(self.lines) > 1 or self.skipped:
            self.game.note("variation_open", at)
        game = self.game
        self._begin(at)
        return game

    def _ends(self, token: re.Match[str]) -> bool:
        """Return whether a token is the result that ends a game."""
        word = token["word"] or ""
        if word not in RESULTS or len(self.lines) > 1 or self.skipped:
            return False
        rest = self.source.text[token.end() : token.end() + 200].lstrip()
        return word != "0-0" or not rest or rest.startswith("[")

    def _take(self, kind: str, token: re.Match[str]) -> None:
        at = token.start()
        if kind == "value":
            self._tag(token["tag"], token["value"])
        elif self._is_deep(kind):
            return
        elif kind in ("closed", "rest"):
            self._comment(token, kind)
        elif kind == "nag":
            self._mark(int(token["nag"]))
        elif kind == "open":
            self._open(at)
        elif kind == "close":
            self._end_variation(at)
        elif kind == "word":
            self._word(token["word"], at)
        elif kind in ("bracket", "other"):
            self.game.note("token", at, text=quoted(token[0]))

    def _is_deep(self, kind: str) -> bool:
        """Return whether a token is in a variation that is left out, and follow where it ends."""
        if self.skipped:
            self.skipped += (kind == "open") - (kind == "close")
            return True
        return False

    def _tag(self, name: str, value: str) -> None:
        plain = re.sub(r"\\(.)", r"\1", value)[:_MAX_VALUE]
        if len(self.game.tags) < _MAX_TAGS:
            self.game.tags[name] = plain

    def _comment(self, token: re.Match[str], kind: str) -> None:
        text = token["rest"] if kind == "rest" else token["comment"]
        if kind == "closed" and not token["closed"]:
            self.game.note("comment_open", token.start())
        text = " ".join(text.split())
        line = self.lines[-1]
        if text:
            (line.steps[-1].comments if line.steps else line.comments).append(text)

    def _mark(self, mark: int) -> None:
        line = self.lines[-1]
        if line.steps and 0 < mark <= 255 and len(line.steps[-1].marks) < 20:
            line.steps[-1].marks.append(mark)

    def _open(self, at: int) -> None:
        line = self.lines[-1]
        if len(self.lines) > MAX_DEPTH or not line.steps:
            code = "too_deep" if line.steps else "variation_of_nothing"
            self.game.note(code, at, most=MAX_DEPTH)
            self.skipped = 1
            return
        self.lines.append(Line())
        line.steps[-1].variations.append(self.lines[-1])

    def _end_variation(self, at: int) -> None:
        if len(self.lines) == 1:
            self.game.note("variation_closed", at)
            return
        self.lines.pop()

    def _word(self, word: str, at: int) -> None:
        self.moved = True
        marked = _MARKED.fullmatch(word)
        sign = SIGNS.get(word if marked is None else marked[2])
        move = ("" if sign else word) if marked is None else marked[1]
        if move and move not in ("e.p.", "ep") and (move == "0-0" or move not in RESULTS):
            self.steps += 1
            if self.steps <= MAX_STEPS:
                self.lines[-1].steps.append(Step(move, at))
        if sign is not None:
            self._mark(sign)


def written_date(date: str) -> str:
    """Return a date as tags have it, ``2026.11.??``."""
    known = [part for part in date.split("-") if part.isdecimal()] if _DATE.match(date) else []
    return ".".join([*known[:3], *("????", "??", "??")[len(known[:3]) :]])


def write_tags(tags: dict[str, str]) -> str:
    """Write tags, one a line."""
    return "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in tags.items())


def _escaped(value: str) -> str:
    shown = "".join(letter if letter.isprintable() else " " for letter in value)
    return shown.replace("\\", "\\\\").replace('"', '\\"')


def write_moves(line: Line, result: str) -> str:
    """Write movetext in lines of at most 79 characters, ended by the result."""
    lines, current = [], ""
    for word in (*_words(line), result):
        if current and len(current) + 1 + len(word) > WIDTH:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    return "\n".join([*lines, current]) + "\n"


def _words(line: Line) -> Iterator[str]:
    """Yield the words of a line; those of comments and variations keep their brackets."""
    yield from _commented(line.comments)
    again = True
    for step in line.steps:
        if step.number and (again or not step.number.endswith("...")):
            yield step.number
        yield step.text
        yield from (f"${mark}" for mark in step.marks)
        yield from _commented(step.comments)
        for variation in step.variations:
            words = [*_words(variation)]
            if words:
                words[0] = f"({words[0]}"
                words[-1] += ")"
                yield from words
        again = bool(step.comments or step.variations)


def _commented(comments: list[str]) -> Iterator[str]:
    for comment in comments:
        words = comment.replace("{", "(").replace("}", ")").split()
        if words:
            words[0] = "{" + words[0]
            words[-1] += "}"
            yield from words
