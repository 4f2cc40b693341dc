"""Read a record up to its moves: lines checked against their tags, and the header."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from wargrid.match.errors import RecordError
from wargrid.match.fair import SERVER, FairDice, read_draw
from wargrid.match.header import FAIR, MAX_PLUGINS, MAX_VALUE, Header, Origin, is_dice
from wargrid.match.record_writer import (
    CLOSING,
    FORMAT,
    INDENT,
    JOURNAL,
    NOTES,
    NOTES_FORMAT,
    RECORD,
    Checksum,
)
from wargrid.match.timing import TimeControl, read_control, read_duration
from wargrid.source.files import MAX_FILE_BYTES

MAX_RECORD_BYTES: Final = MAX_FILE_BYTES
"""The size of the largest record; a larger file is refused unread."""

_FIRST: Final = re.compile(rf"wargrid ({RECORD}|{JOURNAL}) ([0-9]{{1,6}})")
_STARTS: Final = (f"wargrid {RECORD} ".encode(), f"wargrid {JOURNAL} ".encode())


class LineReader:
    """Reads the lines of a record, each checked against its tag when it is accepted.

    ``number`` counts the accepted lines, ``length`` their bytes, ``checksum`` covers them. After an
    error the reader is of no use.
    """

    def __init__(self, data: bytes, file: str) -> None:
        self.data = data
        self.file = file
        self.number = 0
        self.length = 0
        self.checksum = Checksum()
        self._line: tuple[str, bytes, bytes, int] | None = None

    def copy(self) -> LineReader:
        """Return a reader at the same line."""
        other = LineReader(self.data, self.file)
        other.number, other.length = self.number, self.length
        other.checksum = self.checksum.copy()
        return other

    @property
    def at_end(self) -> bool:
        """Whether all bytes have been read."""
        return self.length >= len(self.data)

    @property
    def rest(self) -> bytes:
        """The bytes that have not been read."""
        return self.data[self.length :]

    def texts(self) -> Iterator[str]:
        """Accept all lines that are left, and yield their texts; raises RecordError."""
        while (text := self.peek()) is not None:
            self.accept()
            yield text

    def peek(self) -> str | None:
        """Return the next line without its tag, or None at the end; raises RecordError."""
        if self._line is None:
            if self.at_end:
                return None
            end = self.data.find(b"\n", self.length)
            if end < 0:
                raise self.error("cut")
            # Some programs end a line with a carriage return.
            body, _, tag = self.data[self.length : end].removesuffix(b"\r").rpartition(b" #")
            try:
                text = body.decode("utf-8").rstrip(" ")
            except UnicodeDecodeError:
                raise self.error("altered") from None
            self._line = text, body, tag, end + 1
        return self._line[0]

    def skip(self) -> None:
        """Go to the end without a look at the lines that are left."""
        self._line, self.length = None, len(self.data)

    def accept(self, position: str = "") -> None:
        """Go past the line last peeked at; the move in it leads to the position with this digest.

        Raises:
            RecordError: the tag of the line is not right.
        """
        assert self._line is not None
        _, body, tag, end = self._line
        if self.checksum.tag(body, position) != tag:
            raise self.error("altered")
        self._line, self.length = None, end
        self.number += 1

    def error(self, code: str, **values: object) -> RecordError:
        """Return an error at the next line."""
        return RecordError(code, self.number + 1, self.file, **values)


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines of a record, and the number of the first."""

    line: int
    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """The header of a record, and a reader at the first line after ``moves:``.

    With ``noted``, notes may follow the closing line.
    """

    kind: str
    header: Header
    sides: tuple[str, ...]
    rules: Block
    start: Block
    moves: LineReader
    noted: bool = False


def parse_record(data: bytes, file: str) -> ParsedRecord:
    """Parse the header of a record or a journal; raises RecordError."""
    if len(data) > MAX_RECORD_BYTES:
        raise RecordError("too_big", 0, file, limit=MAX_RECORD_BYTES >> 20)
    if not data.startswith(_STARTS):
        raise RecordError("not_a_record", 1, file, format=FORMAT)
    return _RecordParser(data, file).parse()


def read_closing_line(data: bytes, file: str) -> str:
    """Return the closing line of a record without replaying it; raises RecordError."""
    start = data.rfind(f"\n{CLOSING}".encode()) + 1
    last, ended, after = data[start:].partition(b"\n")
    if not (start and ended and (not after or after.startswith(NOTES.encode()))):
        raise RecordError("cut", data.count(b"\n") + 1, file)
    return last.rpartition(b" #")[0].decode("utf-8", "replace").rstrip()


class _RecordParser:
    def __init__(self, data: bytes, file: str) -> None:
        self.lines = LineReader(data, file)

    def parse(self) -> ParsedRecord:
        kind, noted = self._kind()
        ruleset = self._value("ruleset")
        file, scenario, settings = (self._values(key) for key in ("file", "scenario", "set"))
        origin = Origin("".join(file[:1]), "".join(scenario[:1]), settings)
        wargrid, plugins, started = (self._value(key) for key in ("wargrid", "plugins", "started"))
        campaign = "".join(self._values("campaign")[:1])
        guided = self._values("guided")[:1] == ("yes",)
        played, dice = self._played(), self._value("dice")
        if not is_dice(dice):
            raise self._wrong("header", expected="dice: system")
        fair = self._fair() if dice == FAIR else None
        clock = self._clock()
        players = self._of_sides("player")
        sides = tuple(players)
        if fair is not None and len(fair.draws) != 1 + len(sides):
            raise self._wrong("header", expected=f"number {SERVER}:")
        colours, used = self._of_sides("colour"), self._used(sides)
        header = Header(
            ruleset, wargrid, tuple(plugins.split(", ")) if plugins else (), started, dice,
            tuple(players.values()), origin, played, clock,
            tuple(colours.get(side, "") for side in sides) if colours else (), used, fair,
            campaign, guided=guided,
        )  # fmt: skip
        self._value("rules")
        rules = self._block()
        start = Block(self.lines.number + 1, ())
        if self._peek() == "start:":
            self._take()
            start = self._block()
        if self._take() != "moves:":
            raise self._wrong("header", expected="moves:")
        return ParsedRecord(kind, header, sides, rules, start, self.lines, noted)

    def _kind(self) -> tuple[str, bool]:
        found = _FIRST.fullmatch(self._peek())
        version, known = int(found[2]) if found else FORMAT, [FORMAT]
        known += [NOTES_FORMAT] if found is not None and found[1] == RECORD else []
        if version not in known:
            newer = version > FORMAT
            supported = max(known) if newer else min(known)
            code = "format_newer" if newer else "format_older"
            raise self.lines.error(code, version=version, supported=supported)
        self._take()
        if found is None:
            raise self._wrong("not_a_record", format=FORMAT)
        return found[1], version == NOTES_FORMAT

    def _value(self, key: str) -> str:
        word, colon, value = self._take().partition(":")
        if word != key or not colon:
            raise self._wrong("header", expected=f"{key}:")
        if len(value) > (MAX_PLUGINS if key == "plugins" else MAX_VALUE) or not value.isprintable():
            raise self._wrong("unprintable", key=key, text=value.strip())
        return value.strip()

    def _values(self, key: str) -> tuple[str, ...]:
        values = []
        while self._peek().startswith(f"{key}:"):
            values.append(self._value(key))
        return tuple(values)

    def _played(self) -> int:
        durations = self._values("played")
        seconds = read_duration(durations[0]) if len(durations) == 1 else 0
        if seconds is None or len(durations) > 1:
            raise self._wrong("header", expected="played: 0:12:05")
        return seconds

    def _fair(self) -> FairDice:
        """Read the numbers that fair dice follow from: the server's, then one for each side."""
        match = self._value("match")
        draws = [read_draw(text) for text in self._of_sides("number").values()]
        found = tuple(draw for draw in draws if draw is not None)
        if not found or len(found) < len(draws):
            raise self._wrong("header", expected=f"number {SERVER}:")
        return FairDice(match, found)

    def _clock(self) -> TimeControl | None:
        found = self._values("clock")
        control = read_control(found[0]) if len(found) == 1 else None
        if found and control is None:
            raise self._wrong("header", expected="clock: 0:10:00 + 0:00:05 a turn")
        return control

    def _of_sides(self, key: str) -> dict[str, str]:
        """Read the lines ``KEY SIDE: VALUE``, one for a side."""
        found: dict[str, str] = {}
        while self._peek().startswith(f"{key} "):
            side = self._peek().partition(":")[0].removeprefix(f"{key} ")
            if side in found:
                raise self._wrong("header", expected="rules:")
            found[side] = self._value(f"{key} {side}")
        return found

    def _used(self, sides: Sequence[str]) -> tuple[int, ...]:
        found = {side: read_duration(text) for side, text in self._of_sides("used").items()}
        seconds = [one for one in map(found.get, sides) if one is not None]
        if found and (len(seconds) < len(sides) or len(found) > len(sides)):
            raise self._wrong("header", expected=f"used {sides[0] if sides else ''}: 0:12:05")
        return tuple(seconds)

    def _block(self) -> Block:
        first = self.lines.number + 1
        texts = []
        while not (text := self._peek()) or text.startswith(INDENT):
            self.lines.accept()
            texts.append(text)
        return Block(first, texts)

    def _peek(self) -> str:
        text = self.lines.peek()
        if text is None:
            raise self.lines.error("cut")
        return text

    def _take(self) -> str:
        text = self._peek()
        self.lines.accept()
        return text

    def _wrong(self, code: str, **values: object) -> RecordError:
        """Return an error at the line taken last."""
        return RecordError(code, self.lines.number, self.lines.file, **values)
