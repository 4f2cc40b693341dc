"""PDN, the files of draughts: tags and movetext as PGN, moves by the numbers of squares.

https://pdn.fmjd.org/ describes version 3. A move is ``11-15``, a capture ``22x15`` or ``22x15x8``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from wargrid.core.moves import Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import Ply
from wargrid_formats.claims import Claim
from wargrid_formats.dates import date_of
from wargrid_formats.form import Format, Speech
from wargrid_formats.kinds.movetext import (
    read_games,
    write_moves,
    write_tags,
    written_date,
)
from wargrid_formats.positions.squares import read_squares, squares, write_squares
from wargrid_formats.tree import GameFile, Source, Winner

_TAG: Final = re.compile(r'\[\s*\w+\s+"')
_FIRST_MOVE: Final = re.compile(r"1\.\s*[0-9]{1,2}[-x][0-9]{1,2}\b")
_MOVE: Final = re.compile(r"[0-9]{1,2}(?:[-x:][0-9]{1,2})+")
_WINNERS: Final[dict[str, Winner]] = {
    "1-0": "first", "0-1": "second", "1/2-1/2": "draw", "2-0": "first", "0-2": "second",
    "1-1": "draw",
}  # fmt: skip
_RESULTS: Final[dict[Winner, str]] = {"first": "1-0", "second": "0-1", "draw": "1/2-1/2", "": "*"}
_COLOURS: Final = {"B": "Black", "W": "White"}
_OURS: Final = ("White", "Black", "Result", "GameType", "SetUp", "FEN")
_MAX_LENGTH: Final = 100
_MAX_SEQUENCES: Final = 1_000
"""How many ways a capture may go on before the rest is not looked at."""


class PdnSpeech(Speech):
    """Moves by the numbers of squares: a capture of several jumps is one text."""

    def __init__(self, game: Game, claim: Claim) -> None:
        super().__init__(game, claim)
        self.names = squares(game.grid, claim)

    def read(self, position: Position, text: str, before: Move | None) -> list[list[Move]]:
        """Return the moves that go by these squares, and end on the last of them."""
        if len(text) > _MAX_LENGTH or _MOVE.fullmatch(text) is None:
            return []
        numbers = [int(part) for part in re.split("[-x:]", text)]
        if not all(1 <= number <= len(self.names) for number in numbers):
            return []
        cells = [self.game.grid.cell(self.names[number - 1]) for number in numbers]
        found = list(self._sequences(position, cells[0]))
        return [way for way in found if _goes_by(way, cells[1:])]

    def _sequences(self, position: Position, start: int) -> Iterator[list[Move]]:
        """Yield all ways in which the unit of a cell may move until the other side's turn."""
        waiting: list[tuple[Position, int, list[Move]]] = [(position, start, [])]
        for _ in range(_MAX_SEQUENCES):
            if not waiting:
                return
            at, cell, made = waiting.pop()
            for move in self.game.moves(at):
                if move.source == cell and move.target >= 0:
                    after = self.game.step(at, move)
                    way = [*made, move]
                    if after.result is None and self.game.to_act(after) == position.side:
                        waiting.append((after, move.target, way))
                    else:
                        yield way

    def grouped(self, plies: Sequence[Ply]) -> list[list[Ply]]:
        """Return the jumps of one turn together."""
        groups: list[list[Ply]] = []
        for ply in plies:
            last = groups[-1][-1] if groups else None
            if last is not None and (last.actor, last.move.target) == (ply.actor, ply.move.source):
                groups[-1].append(ply)
            else:
                groups.append([ply])
        return groups

    def write(self, plies: Sequence[Ply], before: Move | None) -> str:
        """Write a move, with the squares on its way where its ends do not tell it."""
        number = {name: n for n, name in enumerate(self.names, 1)}
        cells = [plies[0].move.source, *(ply.move.target for ply in plies)]
        numbers = [number[self.game.grid.name(cell)] for cell in cells]
        sign = "-x"[_units(plies[-1].after) < _units(plies[0].before)]
        ways = list(self._sequences(plies[0].before, cells[0]))
        alike = [way for way in ways if way[-1].target == cells[-1]]
        return sign.join(map(str, numbers if len(alike) > 1 else (numbers[0], numbers[-1])))

    def number(self, position: Position) -> str:
        """Return the number of the round: ``12.`` or ``12...``."""
        turn = max(1, position.turn)
        return f"{(turn + 1) // 2}." + ("" if turn % 2 else "..")

    def read_start(self, text: str) -> Position:
        """Return the position of a ``FEN`` tag."""
        return read_squares(self.game, self.claim, text)

    def write_start(self, position: Position) -> str:
        """Write a ``FEN`` tag."""
        return write_squares(position, self.claim)


def _units(position: Position) -> int:
    return sum(1 for _ in position.standing())


def _goes_by(way: list[Move], cells: list[int]) -> bool:
    """Return whether moves end on the last of some cells, and go by the others in their order."""
    targets = iter([move.target for move in way])
    return way[-1].target == cells[-1] and all(cell in targets for cell in cells)


class Pdn(Format):
    """Reads and writes PDN."""

    name = "pdn"
    endings: ClassVar[tuple[str, ...]] = (".pdn",)

    def sniff(self, text: str) -> bool:
        """Return whether a text has the type of a game, or begins with a move of draughts."""
        if _TAG.match(text) is None:
            return _FIRST_MOVE.match(text) is not None
        return "[GameType" in text or _FIRST_MOVE.search(text) is not None

    def read(self, source: Source) -> list[GameFile]:
        """Return the games with what their tags say."""
        return [_told(game) for game in read_games(source, self.name)]

    def write(self, file: GameFile, claim: Claim) -> str:
        """Write a game with its type, its players and its moves."""
        result = _RESULTS[file.winner]
        sides = [_COLOURS[side] for side in claim.sides or ("W", "B")]
        named = dict(zip(sides, file.players, strict=False))
        tags = {name: file.tags.get(name) or "?" for name in ("Event", "Site", "Date", "Round")}
        tags["Date"] = written_date(file.date)
        tags |= {name: named.get(name) or "?" for name in sides}
        tags |= {"Result": result, "GameType": claim.called or claim.names[0]}
        tags |= {"SetUp": "1", "FEN": file.start} if file.start else {}
        tags |= {name: file.tags[name] for name in file.tags if name not in (*tags, *_OURS)}
        return f"{write_tags(tags)}\n{write_moves(file.line, result)}"

    def speech(self, game: Game, claim: Claim, file: GameFile | None) -> Speech:
        """Return the numbers of squares."""
        return PdnSpeech(game, claim)


def _told(game: GameFile) -> GameFile:
    """Fill what the tags of a game say; the side that moves first comes first."""
    tags = game.tags
    kind = [part.strip() for part in tags.get("GameType", "").split(",")]
    game.variant = kind[0]
    game.start = tags.get("FEN", "")
    first = kind[1] if len(kind) > 1 else "W" if kind[0] in ("", "20") else "B"
    order = ("Black", "White") if first == "B" else ("White", "Black")
    game.players = tuple(tags.get(name, "").replace("?", "") for name in order)
    game.date = date_of(tags.get("Date", ""))
    game.winner = _WINNERS.get(tags.get("Result", ""), "")
    game.reason = {"draw": "agreed", "": ""}.get(game.winner, "resign")
    return game
