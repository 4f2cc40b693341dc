"""CSA, the files of the Computer Shogi Association: version 2.2.

http://www2.computer-shogi.org/protocol/record_v22.html
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar, Final

from wargrid.core.hands import hand_of
from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import Ply, read_position
from wargrid_formats.claims import Claim
from wargrid_formats.dates import date_of
from wargrid_formats.form import Format, Speech
from wargrid_formats.kinds.ranks import NOWHERE, RankedSpeech, Said, dropped
from wargrid_formats.notices import quoted
from wargrid_formats.tree import MAX_STEPS, GameFile, Source, Step

_FIRST_LINE: Final = re.compile(r"(?:'[^\n]*\n)*(?:V[0-9]|N[+-]|PI|P1|\$[A-Z_]+:)")
_MOVE: Final = re.compile(r"([+-])([0-9])([0-9])([1-9])([1-9])([A-Z]{2})")
_PIECE: Final = re.compile(r"[+-][A-Z]{2}|.{3}")
_PLACED: Final = re.compile(r"([0-9])([0-9])([A-Z]{2})")
_ENDS: Final = {"TORYO": "resign", "TIME_UP": "time", "ILLEGAL_MOVE": "resign"}
"""The words by which the side to move loses."""

_DRAWN: Final = ("SENNICHITE", "JISHOGI", "HIKIWAKE")
_UNPROMOTED: Final = {"RY": "HI", "UM": "KA", "NG": "GI", "NK": "KE", "NY": "KY", "TO": "FU"}
_KING: Final = "OU"
_REST: Final = "00AL"
"""Behind ``P+`` or ``P-``: the side holds all pieces that are not placed."""

_TAGS: Final = {"EVENT": "Event", "SITE": "Site", "START_TIME": "Date"}
_MAX_LENGTH: Final = 1_000


class CsaSpeech(RankedSpeech):
    """Moves as ``+7776FU``: origin, target and the piece after the move."""

    def read(self, position: Position, text: str, before: Move | None) -> list[list[Move]]:
        """Return the move of a text."""
        found = _MOVE.fullmatch(text)
        if found is None or found[6] not in self.words:
            return []
        file, rank, to_file, to_rank = map(int, found.groups()[1:5])
        word, target = self.words[found[6]], self.cell(to_file, to_rank)
        if (file, rank) == (0, 0):
            return self.moves(position, Said(-1, target, word))
        return self.moves(position, Said(self.cell(file, rank), target, becomes=word))

    def write(self, plies: Sequence[Ply], before: Move | None) -> str:
        """Write a move."""
        position, move = plies[0].before, plies[0].move
        word = dropped(move) or self.becomes(position, move)
        source = (0, 0) if move.source < 0 else self.place(move.source)
        numbers = "".join(map(str, (*source, *self.place(move.target))))
        return f"{'+-'[position.side]}{numbers}{self.claim.pieces[word]}"

    def read_start(self, text: str) -> Position:
        """Return the position of lines that begin with ``P``, and of the side to move."""
        return read_position(self.game, self._described(text))

    def _described(self, text: str) -> str:
        drawn = {cell: "." for line in self.game.grid.lines for cell in line}
        held: list[Counter[str]] = [Counter(), Counter()]
        side = 0
        lines = text.split("\n")
        if not any(re.match(r"P[1-9+-]", line) for line in lines):
            lines = ["PI", *lines]
        for line in lines:
            if line.startswith("PI"):
                drawn |= self._usual(line[2:])
            row = re.fullmatch(r"P([1-9])(.*)", line)
            if row is not None:
                drawn |= self._row(int(row[1]), row[2])
            elif line[:2] in ("P+", "P-"):
                own = "+-".index(line[1])
                drawn |= self._placed(own, line[2:].removesuffix(_REST), held[own])
                if line.endswith(_REST):
                    held[own] += self._rest(drawn, held)
            elif line in ("+", "-"):
                side = "+-".index(line)
        rows = [" ".join(drawn[cell] for cell in line) for line in self.game.grid.lines]
        return "\n".join([*rows, *self.facts(held, side)])

    def _row(self, rank: int, text: str) -> dict[int, str]:
        """Return what is drawn on the cells of a rank."""
        pieces = enumerate(_PIECE.findall(text))
        columns = self.game.grid.columns
        drawn = {
            self.cell(columns - column, rank): self._letter("+-".index(piece[0]), piece[1:])
            for column, piece in pieces
            if piece[0] in "+-"
        }
        drawn.pop(NOWHERE, None)
        return drawn

    def _placed(self, side: int, text: str, hand: Counter[str]) -> dict[int, str]:
        """Return what is drawn of the pieces that a side has, and add those that it holds."""
        drawn = {}
        for file, rank, sign in _PLACED.findall(text):
            if (file, rank) == ("0", "0"):
                hand[self.word_of(sign)] += 1
            else:
                drawn[self.cell(int(file), int(rank))] = self._letter(side, sign)
        drawn.pop(NOWHERE, None)
        return drawn

    def _letter(self, side: int, sign: str) -> str:
        letter = self.game.ruleset.units[self.word_of(sign)].letter
        return letter if side == 0 else letter.lower()

    def _usual(self, removed: str) -> dict[int, str]:
        """Return what is drawn where a game usually begins, without pieces that are removed."""
        units = self.game.start().standing()
        drawn = {
            unit.cell: unit.type.letter if unit.side == 0 else unit.type.letter.lower()
            for unit in units
        }
        for file, rank, _ in _PLACED.findall(removed):
            cell = self.cell(int(file), int(rank))
            if cell in drawn:
                drawn[cell] = "."
        return drawn

    def _rest(self, drawn: dict[int, str], held: Sequence[Counter[str]]) -> Counter[str]:
        """Return the pieces of a set that are neither on the board nor held; kings are not."""
        units = self.game.ruleset.units
        signs = {units[word].letter: sign for sign, word in self.words.items()}
        placed = (signs[letter.upper()] for letter in drawn.values() if letter != ".")
        found = Counter(unit.type.word for unit in self.game.start().standing())
        found.subtract(self.words[_UNPROMOTED.get(sign, sign)] for sign in placed)
        for hand in held:
            found.subtract(hand)
        del found[self.words[_KING]]
        return +found

    def write_start(self, position: Position) -> str:
        """Write lines that begin with ``P``, and the side to move."""
        lines = []
        for rank, row in enumerate(self.rows(position), 1):
            cells = (" * " if each is None else f"{'+-'[each[1]]}{each[0]}" for each in row)
            lines.append(f"P{rank}{''.join(cells)}")
        for side, sign in enumerate("+-"):
            hand = "".join(
                f"00{self.claim.pieces[word]}" * count
                for word, count in hand_of(position, side).items()
            )
            lines += [f"P{sign}{hand}"] if hand else []
        return "\n".join([*lines, "+-"[position.side]])


class Csa(Format):
    """Reads and writes CSA."""

    name = "csa"
    endings: ClassVar[tuple[str, ...]] = (".csa",)
    all_pieces = True
    variations = False

    def sniff(self, text: str) -> bool:
        """Return whether a text begins with a line that only such files have."""
        return _FIRST_LINE.match(text) is not None and re.search(r"^[+-]", text, re.M) is not None

    def read(self, source: Source) -> list[GameFile]:
        """Return the games; a line of one ``/`` parts them."""
        reader, at = _Reader(self.name, source), 0
        for line in source.text.split("\n"):
            reader.take(line[:_MAX_LENGTH].rstrip(), at)
            at += len(line) + 1
        return reader.ended()

    def write(self, file: GameFile, claim: Claim) -> str:
        """Write a game."""
        names = (*file.players, "", "")
        lines = ["V2.2", f"N+{names[0]}", f"N-{names[1]}"]
        lines += [f"${key}:{file.tags[tag]}" for key, tag in _TAGS.items() if file.tags.get(tag)]
        lines += file.start.split("\n") if file.start else ["PI", "+"]
        lines += [f"'*{comment}" for comment in file.line.comments]
        for step in file.line.steps:
            lines += [step.text, *(f"'*{comment}" for comment in step.comments)]
        word = next((word for word, why in _ENDS.items() if why == file.reason), "")
        word = "HIKIWAKE" if file.winner == "draw" and file.reason else word
        lines += [f"%{word}"] if word else [] if file.winner else ["%CHUDAN"]
        return "\n".join(lines) + "\n"

    def speech(self, game: Game, claim: Claim, file: GameFile | None) -> Speech:
        """Return the two letters of pieces."""
        return CsaSpeech(game, claim)


class _Reader:
    def __init__(self, name: str, source: Source) -> None:
        self.name = name
        self.source = source
        self.games: list[GameFile] = []
        self._begin(0)

    def _begin(self, at: int) -> None:
        self.game = GameFile(self.name, self.source, at, players=("", ""))
        self.start: list[str] = []

    def ended(self) -> list[GameFile]:
        """Return all games."""
        self._close()
        return self.games

    def _close(self) -> None:
        game = self.game
        board = [line for line in self.start if line not in ("PI", "+")]
        game.start = "\n".join(self.start) if board else ""
        if game.line.steps or board or any(game.players):
            self.games.append(game)

    def take(self, line: str, at: int) -> None:
        """Read one line; several statements may share it, parted by commas."""
        if line.startswith("'"):
            if line.startswith("'*"):
                line = line[2:].strip()[:_MAX_LENGTH]
                steps = self.game.line.steps
                (steps[-1].comments if steps else self.game.line.comments).append(line)
            return
        if line == "/":
            self._close()
            self._begin(at + 2)
            return
        parts = line.split(",") if line[:1] in "+-%T" else [line]
        for part in parts:
            self._statement(part.strip(), at)
            at += len(part) + 1

    def _statement(self, text: str, at: int) -> None:
        game = self.game
        if text[:2] in ("N+", "N-"):
            names = list(game.players)
            names["+-".index(text[1])] = text[2:_MAX_LENGTH].strip()
            game.players = tuple(names)
        elif text.startswith("$"):
            key, _, value = text[1:].partition(":")
            game.tags[_TAGS.get(key, key)] = value.strip()[:_MAX_LENGTH]
            game.date = date_of(game.tags.get("Date", ""))
        elif text in ("+", "-") or (text.startswith("P") and not game.line.steps):
            self.start.append(text)
        elif text.startswith("%"):
            self._end(text[1:])
        elif text[:1] in ("+", "-") and len(game.line.steps) < MAX_STEPS:
            game.line.steps.append(Step(text, at))
        elif text and text[0] not in "VT":
            game.note("token", at, text=quoted(text))

    def _end(self, word: str) -> None:
        game = self.game
        first = bool(len(game.line.steps) % 2) == ("-" not in self.start)
        if word in _ENDS:
            game.winner, game.reason = ("first" if first else "second"), _ENDS[word]
        elif word in _DRAWN:
            game.winner, game.reason = "draw", "agreed"
        elif word == "KACHI":
            game.winner, game.reason = ("second" if first else "first"), "resign"
