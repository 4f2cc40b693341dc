"""Read a record: parse its header, replay every move, and check every line on the way."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from wargrid.core.moves import READY
from wargrid.core.position import Position
from wargrid.core.refusal import IllegalMove
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.loading.loader import load_embedded
from wargrid.match.errors import NotationError, PositionError, RecordError
from wargrid.match.header import Header, header_for, source_of
from wargrid.match.match import Match, Ply, UndoLockedError
from wargrid.match.notation.moves import part_rolls, read_move
from wargrid.match.notation.position_text import digest, read_position
from wargrid.match.notes import NotesError, read_notes
from wargrid.match.record_header import LineReader, ParsedRecord, parse_record
from wargrid.match.record_writer import (
    BETWEEN_ROLLS,
    CLOSING,
    INDENT,
    JOURNAL,
    NOTES,
    RECORD,
    SINCE,
    TIME,
    actor_word,
    closing_line,
    ending_line,
    move_line,
    read_ending,
    time_line,
)
from wargrid.match.timing import read_duration, read_instant
from wargrid.plugins.base import PluginError
from wargrid.source.diagnostics import RulesetError
from wargrid.source.yaml_reader import read_text

_MOVE: Final = re.compile(r"[0-9]{1,9}\. (\S+)(?: (.+))?")
_DAMAGE: Final = ("cut", "altered")
"""The codes of errors after which a journal goes on from its last good line."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match read from a record, ready to go on.

    ``header`` has the playing time until now, ``lines`` are the lines of the moves, ``digests``
    those of the positions that they lead to, and ``end`` is the reader behind the last good line.
    ``spoiled`` says why the match is without the notes that the file has.
    """

    header: Header
    match: Match
    lines: tuple[str, ...]
    digests: tuple[str, ...]
    end: LineReader
    spoiled: RecordError | None = None


def read_record(data: bytes, file: str = "record") -> Record:
    """Read and replay a closed record; raises RecordError that names the first wrong line."""
    parsed = parse_record(data, file)
    if parsed.kind == JOURNAL:
        raise RecordError("not_closed", 1, file)
    return replay_record(parsed)


def replay_record(parsed: ParsedRecord, game: Game | None = None) -> Record:
    """Load the ruleset in a record and replay its moves.

    A ``game`` that was loaded from the same ruleset may be given. A journal is replayed up to its
    first damaged line.

    Raises:
        RecordError: the ruleset cannot be used, or a line is wrong; the first one is named.
    """
    replaying = Replaying(parsed, game)
    replaying.step()
    return replaying.record()


class Replaying:
    """The replay of a record in steps, for programs that must not wait for a long one.

    Each step raises what ``replay_record`` raises, as does the start.
    """

    def __init__(self, parsed: ParsedRecord, game: Game | None = None) -> None:
        self._parsed = parsed
        game = game or _load_game(parsed)
        if tuple(game.ruleset.sides) != parsed.sides:
            sides = ", ".join(game.ruleset.sides)
            raise RecordError("sides", parsed.rules.line, parsed.moves.file, sides=sides)
        self._replayer = _Replayer(parsed, game)
        self._intact: int | None = None

    @property
    def share(self) -> float:
        """How much of the record has been replayed, from 0 to 1."""
        begin, lines = self._parsed.moves.length, self._replayer.lines
        return (lines.length - begin) / max(1, len(lines.data) - begin)

    def step(self, lines: int | None = None) -> bool:
        """Replay so many lines more, or all; returns whether the last one has been replayed."""
        limit = None if lines is None else len(self._replayer.read) + lines
        if self._intact is not None:
            limit = self._intact if limit is None else min(limit, self._intact)
        try:
            ended = self._replayer.replay(limit)
        except RecordError as error:
            if self._parsed.kind != JOURNAL or error.code not in _DAMAGE:
                raise
            # The damaged line may have been replayed in part: begin again, and stop before it.
            self._intact = len(self._replayer.read)
            self._replayer = _Replayer(self._parsed, self._replayer.match.game)
            return self.step(lines)
        return ended or limit == self._intact

    def record(self) -> Record:
        """Return the match as far as it was replayed."""
        replayer = self._replayer
        match, (played, *used) = replayer.match, replayer.times
        header = replace(self._parsed.header, played=played, used=tuple(used), since=replayer.since)
        match.by_hand = header.by_hand
        match.dice = source_of(header, sum(ply.actor == CHANCE for ply in match.plies))
        moves = [line for line in replayer.read if not line[0].startswith((TIME, CLOSING))]
        lines, digests = (tuple(line[part] for line in moves) for part in (0, 1))
        return Record(header, match, lines, digests, replayer.lines, replayer.spoiled)


def _load_game(parsed: ParsedRecord) -> Game:
    """Load the embedded ruleset with the line numbers of the record, so that errors name them."""
    line, file = parsed.rules.line, parsed.moves.file
    text = "\n" * (line - 1) + "\n".join(parsed.rules.texts) + "\n"
    try:
        document = read_text(text, file)
        if document.root.child("extends") is not None:
            raise RecordError("not_whole", line, file)
        recipe = parsed.header.origin.recipe(parsed.header.ruleset)
        return load_embedded(document, parsed.header.ruleset, recipe).game()
    except RulesetError as error:
        raise _unusable(parsed, error) from None


def _unusable(parsed: ParsedRecord, why: RulesetError | PluginError) -> RecordError:
    versions, line = parsed.header.versions(), parsed.rules.line
    return RecordError("rules", line, parsed.moves.file, versions=versions, why=why)


def _start_of(parsed: ParsedRecord, game: Game) -> Position | None:
    """Return the position a match begins from, or None for the set-up of the ruleset."""
    if not parsed.start.texts:
        return None
    text = "\n".join(line.removeprefix(INDENT) for line in parsed.start.texts)
    try:
        return read_position(game, text)
    except PositionError as error:
        line = parsed.start.line + error.line - 1
        raise RecordError("start", line, parsed.moves.file, why=error.refusal) from None


class _Replayer:
    def __init__(self, parsed: ParsedRecord, game: Game) -> None:
        self.parsed = parsed
        self.lines = parsed.moves.copy()
        self.times = (parsed.header.played, *parsed.header.used)
        """The playing time, and that of each side."""
        self.since = 0
        self.read: list[tuple[str, str]] = []
        """The lines replayed, each with the digest of the position it leads to."""
        self.closed = False
        self.spoiled: RecordError | None = None
        try:
            self.match = Match(game, by_hand=True, start=_start_of(parsed, game))
        except PluginError as error:
            raise _unusable(parsed, error) from None

    def replay(self, limit: int | None = None) -> bool:
        """Replay all lines, or until so many are replayed; returns whether the end is reached."""
        while len(self.read) != limit and (text := self.lines.peek()) is not None:
            self.closed = text.startswith(CLOSING) and self.parsed.kind == RECORD
            if text != (closing_line(self.match) if self.closed else self._make(text)):
                raise self._mismatch(text)
            position = digest(self.match.position)
            try:
                self.lines.accept(position)
            except RecordError:
                raise self._mismatch(text) from None
            self.read.append((text, position))
            if self.closed and not self.lines.at_end:
                self._notes()
        ended = len(self.read) != limit
        if ended and self.parsed.kind == RECORD and not self.closed:
            raise self.lines.error("cut")
        return ended

    def _notes(self) -> None:
        """Read the notes after the closing line; those that are damaged spoil no game."""
        first = self.lines.number + 2
        if not self.parsed.noted or not self.lines.rest.startswith(NOTES.encode()):
            raise self.lines.error("after_end")
        try:
            self.match.notes = read_notes([*self.lines.texts()][1:])
        except NotesError as error:
            line = first + max(0, error.line - 1)
            self.spoiled = RecordError(f"notes.{error.code}", line, self.lines.file)
        except RecordError as error:
            self.spoiled = RecordError("notes.damaged", error.line, self.lines.file)
        self.lines.skip()

    def _mismatch(self, text: str) -> RecordError:
        """Return the error for a line that is damaged, or was written under other rules."""
        then, now = self.parsed.header, header_for(self.match.game)
        if (then.wargrid, then.plugins) == (now.wargrid, now.plugins):
            return self.lines.error("altered")
        return self.lines.error("differs", text=text, then=then.versions(), now=now.versions())

    def _make(self, text: str) -> str:
        """Do what a line says, and return the line as it should be written."""
        if text.startswith(TIME) and self.parsed.kind == JOURNAL:
            return self._time(text)
        found = _MOVE.fullmatch(text)
        if found is None:
            raise self._mismatch(text)
        try:
            return self._move(found[1], found[2] or "")
        except (NotationError, IllegalMove, UndoLockedError):
            raise self._mismatch(text) from None
        except PluginError as error:
            raise self.lines.error("cannot", text=text, why=error) from None

    def _time(self, text: str) -> str:
        times, since, instant = text.removeprefix(TIME).partition(SINCE)
        began = read_instant(instant) if since else 0
        found = [read_duration(word) for word in times.split(" ")]
        seconds = tuple(one for one in found if one is not None)
        if len(seconds) != len(found) or len(found) not in (1, 1 + len(self.parsed.sides)):
            raise self._mismatch(text)
        if began is None:
            raise self._mismatch(text)
        self.times, self.since = seconds, began
        return time_line(*seconds, since=began)

    def _parted(self, what: str) -> tuple[str, str]:
        """Return the move with which a line begins, and the rolls that follow it.

        An ability has as many words as it likes: it ends where what was read can be done.
        """
        move, rolls = part_rolls(what)
        if "!" not in move:
            return move, rolls
        match, words = self.match, move.split(" ")
        for number in range(len(words), 0, -1):
            text = " ".join(words[:number])
            with contextlib.suppress(NotationError):
                found = read_move(match.game, match.position, text)
                if match.game.engine.find_legal_move(match.position, found) is not None:
                    return text, " ".join(words[number:])
        return move, rolls

    def _move(self, who: str, what: str) -> str:
        match, sides = self.match, self.parsed.sides
        again: dict[str, Callable[[], tuple[Ply, ...]]] = {"undo": match.undo, "redo": match.redo}
        if not what and who in again:
            return f"{again[who]()[0].number}. {who}"
        if ending := read_ending(f"{who} {what}", sides):
            match.end(ending)
            return ending_line(match, ending)
        actor = match.to_act
        move, rolls = ("", what) if actor == CHANCE else self._parted(what)
        if actor != CHANCE and move != READY and match.game.engine.is_deploying(match.position):
            move, rolls = what, ""  # other moves of a deployment have blanks, and no rolls
        parts = [part for part in (move, *rolls.split(BETWEEN_ROLLS)) if part]
        if not parts or (actor is not None and who != actor_word(match.game, actor)):
            return ""
        plies: list[Ply] = []
        for part in parts:
            plies += match.play(read_move(match.game, match.position, part))
        return move_line(match.game, plies)
