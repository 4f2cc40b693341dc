"""A record taken apart and played again: every line checked, the first that is wrong named."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wargrid.core.moves import READY
from wargrid.core.refusal import IllegalMove
from wargrid.engine.game import CHANCE
from wargrid.loading.loader import load_embedded
from wargrid.match.chain import CLOSING, Lines, read_lines
from wargrid.match.errors import RecordError
from wargrid.match.header import (
    LONGEST_FACT,
    LONGEST_LINE,
    Header,
    header_for,
    is_dice,
    is_fact,
    seconds_in,
    source_of,
)
from wargrid.match.match import Match, UndoLockedError
from wargrid.match.notation import NotationError, as_of_old, read_move
from wargrid.match.notation_errors import PositionError
from wargrid.match.origin import Origin
from wargrid.match.position_text import digest, read_position
from wargrid.match.record_writer import (
    BETWEEN_ROLLS,
    FORMAT,
    INDENT,
    JOURNAL,
    RECORD,
    TIME,
    actor_word,
    closing,
    move_line,
    resigning,
    time_line,
)
from wargrid.plugins.host import PluginError
from wargrid.source.diagnostics import RulesetError
from wargrid.source.yaml_reader import read_text

if TYPE_CHECKING:
    from wargrid.core.position import Position
    from wargrid.engine.game import Game
    from wargrid.match.match import Ply

MOST_BYTES: Final = 2 << 20
"""No record is longer; one that claims to be is refused unread."""

_FIRST: Final = re.compile(rf"wargrid ({RECORD}|{JOURNAL}) ([0-9]{{1,6}})")
_STARTS: Final = (f"wargrid {RECORD} ".encode(), f"wargrid {JOURNAL} ".encode())
_DIGEST: Final = re.compile(r" @([0-9a-f]{8})\Z")
_MOVE: Final = re.compile(r"[0-9]{1,9}\. (\S+)(?: (.+))?")


@dataclass(frozen=True, slots=True)
class Block:
    """Some lines of a record, and the number of the first."""

    line: int
    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """A record's text taken apart, nothing of it understood yet; ``ended`` is the closing line or empty."""

    file: str
    kind: str
    header: Header
    sides: tuple[str, ...]
    rules: Block
    start: Block
    moves: Block
    ended: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match read back: its header, with the time played until now, the match ready to go on, and each move's line."""

    header: Header
    match: Match
    lines: tuple[str, ...]


def read_record(data: bytes, file: str = "record") -> Record:
    """Read and verify a closed record; raises RecordError that names the first line that is wrong."""
    if data.startswith(_STARTS[1]):
        raise RecordError("not_closed", 1, file)
    return play_again(take_apart(checked_lines(data, file).texts, file))


def checked_lines(data: bytes, file: str) -> Lines:
    """The lines of a record whose tags are all right; a journal may break off, a record may not."""
    if len(data) > MOST_BYTES:
        raise RecordError("too_big", 0, file, limit=MOST_BYTES >> 20)
    if not data.startswith(_STARTS):
        raise RecordError("not_a_record", 1, file)
    lines = read_lines(data)
    whole = lines.closed and not lines.broken
    if not whole and (data.startswith(_STARTS[0]) or not lines.texts):
        raise lines.broken_line(file)
    return lines


def take_apart(texts: Sequence[str], file: str) -> ParsedRecord:
    """Tell header, ruleset, start and moves from each other."""
    return _Parts(texts, file).sheet()


class _Parts:
    """Reads the lines of a record from the top down."""

    def __init__(self, texts: Sequence[str], file: str) -> None:
        self.texts = texts
        self.file = file
        self.at = 0

    def sheet(self) -> ParsedRecord:
        kind = self._kind()
        ruleset, origin = self._fact("ruleset"), self._origin()
        facts = [self._fact(key) for key in ("wargrid", "plugins", "started")]
        played, dice = self._played(), self._fact("dice")
        if not is_dice(dice):
            raise self._wrong("header", expected="dice: system", line=self.at)
        sides, players = self._players()
        plugins = tuple(facts[1].split(", ")) if facts[1] else ()
        header = Header(ruleset, facts[0], plugins, facts[2], dice, players, origin, played)
        self._fact("rules")
        rules = self._block()
        start = Block(self.at + 1, ())
        if self._peek() == "start:":
            self.at += 1
            start = self._block()
        if not self._peek().startswith("moves:"):
            raise self._wrong("header", expected="moves:")
        ended = self.texts[-1] if self.texts[-1].startswith(CLOSING) else ""
        moves = Block(self.at + 1, self.texts[self.at : len(self.texts) - bool(ended)])
        return ParsedRecord(self.file, kind, header, sides, rules, start, moves, ended)

    def _kind(self) -> str:
        found = _FIRST.fullmatch(self._peek())
        if found is None:
            raise self._wrong("not_a_record")
        if int(found[2]) != FORMAT:
            raise self._wrong("newer", version=found[2])
        self.at += 1
        return found[1]

    def _fact(self, key: str) -> str:
        word, colon, said = self._peek().partition(":")
        if word != key or not colon:
            raise self._wrong("header", expected=f"{key}:")
        if not is_fact(said, LONGEST_LINE if key == "plugins" else LONGEST_FACT):
            raise self._wrong("odd_fact", key=key, said=said.strip())
        self.at += 1
        return said.strip()

    def _facts(self, key: str) -> tuple[str, ...]:
        """What the next lines say that begin with this key, if any do."""
        said = []
        while self._peek().startswith(f"{key}:"):
            said.append(self._fact(key))
        return tuple(said)

    def _origin(self) -> Origin:
        file, scenario, settings = self._facts("file"), self._facts("scenario"), self._facts("set")
        return Origin("".join(file[:1]), "".join(scenario[:1]), settings)

    def _played(self) -> int:
        told = self._facts("played")
        seconds = seconds_in(told[0]) if len(told) == 1 else 0
        if seconds is None or len(told) > 1:
            raise self._wrong("header", expected="played: 0:12:05", line=self.at)
        return seconds

    def _players(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        sides: list[str] = []
        players: list[str] = []
        while self._peek().startswith("player "):
            sides.append(self._peek().partition(":")[0].removeprefix("player "))
            players.append(self._fact(f"player {sides[-1]}"))
        return tuple(sides), tuple(players)

    def _block(self) -> Block:
        first = self.at
        while not self._peek() or self._peek().startswith(INDENT):
            if self.at >= len(self.texts):
                raise self._wrong("cut")
            self.at += 1
        return Block(first + 1, self.texts[first : self.at])

    def _peek(self) -> str:
        return self.texts[self.at] if self.at < len(self.texts) else ""

    def _wrong(self, code: str, line: int = 0, **values: object) -> RecordError:
        code = "cut" if self.at >= len(self.texts) and not line else code
        return RecordError(code, line or self.at + 1, self.file, **values)


def play_again(sheet: ParsedRecord) -> Record:
    """Load the ruleset a record embeds, and make every move of it again."""
    game = _game_of(sheet)
    if tuple(game.ruleset.sides) != sheet.sides:
        raise RecordError(
            "sides", sheet.rules.line, sheet.file, sides=", ".join(game.ruleset.sides)
        )
    match = _match_of(sheet, game)
    header = replace(sheet.header, played=_Player(sheet, match).play())
    match.by_hand = header.by_hand
    match.dice = source_of(header, sum(ply.actor == CHANCE for ply in match.plies))
    lines = (_text_and_digest(body)[0] for body in sheet.moves.texts[1:])
    return Record(header, match, tuple(line for line in lines if not line.startswith(TIME)))


def _match_of(sheet: ParsedRecord, game: Game) -> Match:
    """The match before its first move."""
    try:
        return Match(game, by_hand=True, start=_start_of(sheet, game))
    except PluginError as error:
        versions = sheet.header.versions()
        raise RecordError(
            "rules", sheet.rules.line, sheet.file, versions=versions, why=error
        ) from None


def _game_of(sheet: ParsedRecord) -> Game:
    """The embedded ruleset, read at its own lines of the file so that faults name them."""
    text = "\n" * (sheet.rules.line - 1) + "\n".join(sheet.rules.texts) + "\n"
    try:
        document = read_text(text, sheet.file)
        if document.root.child("extends") is not None:
            raise RecordError("not_whole", sheet.rules.line, sheet.file)
        recipe = sheet.header.origin.recipe(sheet.header.ruleset)
        return load_embedded(document, sheet.header.ruleset, recipe).game()
    except RulesetError as error:
        versions = sheet.header.versions()
        raise RecordError(
            "rules", sheet.rules.line, sheet.file, versions=versions, why=Sentences(error)
        ) from None


class Sentences:
    """All that is wrong with a ruleset, as the end of another message."""

    def __init__(self, error: RulesetError) -> None:
        self._error = error
        self.diagnostics = error.diagnostics

    def text(self, language: str = "en") -> str:
        """Every fault with its place."""
        return self._error.text(language)


def _start_of(sheet: ParsedRecord, game: Game) -> Position | None:
    if not sheet.start.texts:
        return None
    try:
        return read_position(
            game, "\n".join(line.removeprefix(INDENT) for line in sheet.start.texts)
        )
    except PositionError as error:
        line = sheet.start.line + error.line - 1
        raise RecordError("start", line, sheet.file, why=error.refusal) from None


def _text_and_digest(body: str) -> tuple[str, str]:
    """What a line says, and the digest it bears of the position it leads to; empty if it bears none."""
    found = _DIGEST.search(body)
    return (body[: found.start()].rstrip(), found[1]) if found else (body, "")


class _Player:
    """Makes the moves of a record, each as its line says and with the position its line vouches for."""

    def __init__(self, sheet: ParsedRecord, match: Match) -> None:
        self.sheet = sheet
        self.match = match
        self.line = sheet.moves.line
        self.played = sheet.header.played

    def play(self) -> int:
        """Make all the moves; answers how many seconds were spent on them."""
        first, *moves = self.sheet.moves.texts
        text, seen = _text_and_digest(first)
        self._expect(text, "moves:")
        self._compare(seen, text)
        for body in moves:
            self.line += 1
            text, seen = _text_and_digest(body)
            self._expect(text, self._make(text))
            self._compare(seen, text)
        if self.sheet.ended:
            self.line += 1
            self._expect(self.sheet.ended, closing(self.match))
        return self.played

    def _expect(self, text: str, right: str) -> None:
        if text not in (right, as_of_old(right)):
            raise self._wrong("other_words", text=text, expected=right)

    def _compare(self, seen: str, text: str) -> None:
        if not seen:
            raise self._wrong("no_digest", text=text)
        if seen != digest(self.match.position)[:8]:
            now = header_for(self.match.game).versions()
            raise self._wrong("differs", text=text, then=self.sheet.header.versions(), now=now)

    def _make(self, text: str) -> str:
        """Do what a line says; answer how the line is to be written."""
        try:
            return self._done(text)
        except (NotationError, IllegalMove, UndoLockedError) as error:
            raise self._wrong("cannot", text=text, why=error.refusal) from None
        except PluginError as error:
            raise self._wrong("cannot", text=text, why=error) from None

    def _done(self, text: str) -> str:
        seconds = seconds_in(text.removeprefix(TIME))
        if seconds is not None and self.sheet.kind == JOURNAL:
            self.played = seconds
            return time_line(seconds)
        found = _MOVE.fullmatch(text)
        if found is None:
            raise self._wrong("no_move", text=text)
        who, what = found[1], found[2] or ""
        again: dict[str, Callable[[], tuple[Ply, ...]]] = {
            "undo": self.match.undo,
            "redo": self.match.redo,
        }
        if not what and who in again:
            return f"{again[who]()[0].number}. {who}"
        if what == "resigns" and who in self.sheet.sides:
            written = resigning(self.match, self.sheet.sides.index(who))
            self.match.resign(self.sheet.sides.index(who))
            return written
        return move_line(self.match.game, self._moved(who, what))

    def _moved(self, who: str, what: str) -> list[Ply]:
        match = self.match
        if match.to_act is not None and who != actor_word(match.game, match.to_act):
            raise self._wrong(
                "other_actor", text=who, expected=actor_word(match.game, match.to_act)
            )
        move, rolls = self._cut(what)
        said = [part for part in (move, *rolls.split(BETWEEN_ROLLS)) if part]
        if not said:
            raise self._wrong("no_move", text=who)
        return [
            ply for part in said for ply in match.play(read_move(match.game, match.position, part))
        ]

    def _cut(self, what: str) -> tuple[str, str]:
        """A side's move and the rolls behind it; before the game, only readiness is followed by any."""
        if self.match.to_act == CHANCE:
            return "", what
        if self.match.game.is_deploying(self.match.position) and what.partition(" ")[0] != READY:
            return what, ""
        move, _, rolls = what.partition(" ")
        return move, rolls

    def _wrong(self, code: str, **values: object) -> RecordError:
        return RecordError(code, self.line, self.sheet.file, **values)
