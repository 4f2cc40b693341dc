"""Write a match as text: a header with its whole ruleset, one line a move, a closing line, notes.

Every line ends with a checksum of all lines up to it. After ``moves:`` the checksum also covers the
position that each line leads to, so that a replay is verified line by line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final

from wargrid.core.position import Position
from wargrid.engine.flow import CHANCE
from wargrid.engine.game import Game
from wargrid.match.fair import SERVER
from wargrid.match.header import Header, header_for
from wargrid.match.match import AGREED, OUT_OF_TIME, RESIGN, TIME_DRAWN, Ending, Match, Ply
from wargrid.match.notation.moves import write_move
from wargrid.match.notation.position_text import digest, write_start
from wargrid.match.notes import NotesError, check_notes, write_notes
from wargrid.match.timing import write_duration, write_instant

FORMAT: Final = 2
NOTES_FORMAT: Final = 3
"""The formats of a record without notes, and of one that has them after its closing line."""

RECORD: Final = "record"
JOURNAL: Final = "journal"
"""A record is closed; a journal is still being written."""

UNFINISHED: Final = "unfinished"
CLOSING: Final = "end: "
NOTES: Final = "notes:"
INDENT: Final = "  "
BETWEEN_ROLLS: Final = " / "
TIME: Final = "time "
SINCE: Final = " since "
LOSSES: Final = {
    RESIGN: "resigns", OUT_OF_TIME: "out of time", TIME_DRAWN: "out of time, drawn",
}  # fmt: skip
"""What a line says of a side by which a match ends without a move, by the reason."""

DRAW: Final = "draw agreed"
"""What a line says where the players agreed on a draw."""

_TAG_LENGTH: Final = 8
_WIDTH: Final = 56

Lines = Iterator[tuple[str, str]]
"""Lines without tags, each with the digest of the position it leads to, empty in the header."""


class Checksum:
    """A running SHA-256 over the lines of a record and the positions they lead to."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def copy(self) -> Checksum:
        """Return a checksum of the same lines."""
        other = Checksum()
        other._hash = self._hash.copy()
        return other

    def tag(self, body: bytes, position: str = "") -> bytes:
        """Add a line without its tag, and return the tag: eight hexadecimal digits."""
        self._hash.update(body + b"\n" + position.encode() + b"\n")
        return self._hash.hexdigest()[:_TAG_LENGTH].encode()

    def line(self, text: str, position: str = "") -> bytes:
        """Add a line, and return it with padding and tag."""
        body = f"{text.rstrip():<{_WIDTH}}".encode("utf-8", "replace")
        return body + b" #" + self.tag(body, position) + b"\n"


def write_record(match: Match, header: Header) -> bytes:
    """Write a closed record: the moves not undone, with the versions now installed, and the notes.

    Notes that no record can hold are left out: ``check_notes`` says whether it can.
    """
    checksum = Checksum()
    header = header_for(match.game, like=header)
    notes = _notes_of(match)
    form = NOTES_FORMAT if notes else FORMAT
    lines = [*header_lines(match.game, header, match.start, RECORD, form)]
    lines += move_lines(match.game, match.plies)
    last = digest(match.position)
    if match.ending is not None:
        lines.append((ending_line(match, match.ending), last))
    lines.append((closing_line(match), last))
    lines += ((line, "") for line in notes)
    return b"".join(checksum.line(*line) for line in lines)


def _notes_of(match: Match) -> list[str]:
    notes = match.notes.upto(len(match.plies))
    try:
        check_notes(notes)
    except NotesError:
        return []
    return [NOTES, *write_notes(notes)] if notes else []


def header_lines(
    game: Game, header: Header, start: Position, kind: str, form: int = FORMAT
) -> Lines:
    """Write the lines before the first move."""
    origin = header.origin
    lines = [f"wargrid {kind} {form}", f"ruleset: {header.ruleset}"]
    lines += [f"file: {origin.file}"] if origin.file else []
    lines += [f"scenario: {origin.scenario}"] if origin.scenario else []
    lines += [f"set: {setting}" for setting in origin.settings]
    lines += [f"wargrid: {header.wargrid}", f"plugins: {', '.join(header.plugins)}"]
    lines += [f"started: {header.started}"]
    lines += [f"campaign: {header.campaign}"] if header.campaign else []
    lines += ["guided: yes"] if header.guided else []
    lines += [f"played: {write_duration(header.played)}"] if header.played else []
    lines += [f"dice: {header.dice}"]
    if header.fair is not None:
        names = (SERVER, *game.ruleset.sides)
        lines += [f"match: {header.fair.match}"]
        lines += [f"number {w}: {d.text()}" for w, d in zip(names, header.fair.draws, strict=True)]
    lines += [f"clock: {header.clock.text()}"] if header.clock else []
    players = zip(game.ruleset.sides, header.players, strict=True)
    lines += [f"player {side}: {player}" for side, player in players]
    coloured = zip(game.ruleset.sides, header.colours, strict=False)
    lines += [f"colour {side}: {colour}" for side, colour in coloured if colour]
    used = zip(game.ruleset.sides, header.used, strict=False)
    lines += [f"used {side}: {write_duration(seconds)}" for side, seconds in used]
    for title, block in (("rules:", game.source_text), ("start:", write_start(game, start))):
        if block:
            lines += [title, *(INDENT + line for line in block.rstrip("\n").split("\n"))]
    return ((line, "") for line in (*lines, "moves:"))


def move_lines(game: Game, plies: Sequence[Ply]) -> Lines:
    """Write one line for every move of a side, with the rolls that followed it."""
    groups: list[list[Ply]] = []
    for ply in plies:
        if ply.actor == CHANCE and groups and groups[-1][0].actor != CHANCE:
            groups[-1].append(ply)
        else:
            groups.append([ply])
    for group in groups:
        yield move_line(game, group), digest(group[-1].after)


def move_line(game: Game, plies: Sequence[Ply]) -> str:
    """Write a move as ``12. gold d2xd3 axe axe panic arrow``, several rolls separated by ``/``."""
    first = plies[0]
    rolls = BETWEEN_ROLLS.join(write_move(game, ply.move) for ply in plies if ply.actor == CHANCE)
    move = "" if first.actor == CHANCE else write_move(game, first.move)
    parts = (f"{first.number}.", actor_word(game, first.actor), move, rolls)
    return " ".join(part for part in parts if part)


def actor_word(game: Game, actor: int) -> str:
    """Return the word of a side or of chance on a line."""
    return "chance" if actor == CHANCE else list(game.ruleset.sides)[actor]


def ending_line(match: Match, ending: Ending) -> str:
    """Write how a match ended without a move, with the number that the move would have."""
    reason, side = ending
    what = DRAW if side is None else f"{actor_word(match.game, side)} {LOSSES[reason]}"
    return f"{match.number + 1}. {what}"


def read_ending(what: str, sides: Sequence[str]) -> Ending | None:
    """Return what the text of a line after its number says, or None if it is no ending."""
    if what == DRAW:
        return Ending(AGREED)
    who, _, why = what.partition(" ")
    reason = next((reason for reason, text in LOSSES.items() if text == why), None)
    return Ending(reason, sides.index(who)) if reason is not None and who in sides else None


def time_line(*seconds: int, since: int = 0) -> str:
    """Write the playing time so far, and that of each side; only journals have such lines.

    ``since`` is when the turn began that goes on, in seconds since 1970, or 0.
    """
    began = f"{SINCE}{write_instant(since)}" if since else ""
    return f"{TIME}{' '.join(map(write_duration, seconds))}{began}"


def closing_line(match: Match) -> str:
    """Write the last line: how many moves, which turn, and the outcome."""
    return f"{CLOSING}{match.number} moves, turn {match.position.turn}, {outcome(match)}"


def outcome(match: Match) -> str:
    """Return ``gold wins, slay``, ``drawn, limit`` or ``unfinished``."""
    if match.result is None:
        return UNFINISHED
    winner, reason = match.result
    if winner is None:
        return f"drawn, {reason}"
    return f"{actor_word(match.game, winner)} wins, {reason}"
