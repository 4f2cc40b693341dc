"""What KIF and CSA share: files and ranks as numbers, pieces that are promoted or dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wargrid.core.moves import DO, Move
from wargrid.core.position import Position
from wargrid.core.refusal import Refusal
from wargrid.engine.game import Game
from wargrid.match import PositionError
from wargrid_formats.claims import Claim
from wargrid_formats.form import Speech
from wargrid_formats.notices import quoted

NOWHERE = -1


class Said(NamedTuple):
    """What a text says of a move: cells, the type that moves or is dropped, and what it becomes.

    ``source`` is -1 for a drop. ``becomes`` is a type, or empty where that is not said.
    ``promotes`` is None where a text does not say it otherwise.
    """

    source: int
    target: int
    word: str = ""
    becomes: str = ""
    promotes: bool | None = None


class RankedSpeech(Speech):
    """Moves by file from the right and rank from the top."""

    def __init__(self, game: Game, claim: Claim) -> None:
        super().__init__(game, claim)
        self.words = {sign: word for word, sign in claim.pieces.items()}

    def cell(self, file: int, rank: int) -> int:
        """Return the cell of a file and a rank, both from 1; -1 if there is none."""
        lines, columns = self.game.grid.lines, self.game.grid.columns
        inside = 1 <= file <= columns and 1 <= rank <= len(lines)
        return lines[rank - 1][columns - file] if inside else NOWHERE

    def place(self, cell: int) -> tuple[int, int]:
        """Return the file and the rank of a cell."""
        lines, columns = self.game.grid.lines, self.game.grid.columns
        return next(
            (columns - column, rank)
            for rank, line in enumerate(lines, 1)
            for column, each in enumerate(line)
            if each == cell
        )

    def moves(self, position: Position, said: Said) -> list[list[Move]]:
        """Return the legal moves that a text means."""
        found = [
            move
            for move in self.game.moves(position)
            if move.target == said.target
            and (move.source == said.source or (said.source < 0 and move.source < 0))
        ]
        if said.source < 0:
            return [[move] for move in found if dropped(move) == said.word]
        return [[move] for move in found if self._fits(position, move, said)]

    def _fits(self, position: Position, move: Move, said: Said) -> bool:
        stays = position.at(move.source).type.word
        becomes = self.becomes(position, move)
        if said.becomes and said.becomes != becomes:
            return False
        return said.promotes is None or said.promotes == (becomes != stays)

    def becomes(self, position: Position, move: Move) -> str:
        """Return the type of the unit that moves, after the move."""
        if move.word:
            return move.word
        word = position.at(move.source).type.word
        promotions = self.game.engine.promotions.get((word, position.side))
        types = () if promotions is None else promotions.of(move.source, move.target)
        return types[0] if len(types) == 1 else word

    def number(self, position: Position) -> str:
        """Return the number of the move."""
        return str(max(1, position.turn))

    def word_of(self, sign: str) -> str:
        """Return the type that files write so; raises PositionError."""
        if sign not in self.words:
            raise PositionError(1, Refusal("position.piece", {"text": quoted(sign)}))
        return self.words[sign]

    def facts(self, held: Sequence[Counter[str]], side: int) -> list[str]:
        """Return the lines of a position besides its board: who is to move, what sides hold."""
        sides = list(self.game.ruleset.sides)
        hands = [
            f"{own} {word} {count}"
            for own, hand in zip(sides, held, strict=True)
            for word, count in hand.items()
        ]
        lines = [f"side: {sides[side]}", f"turn: {side + 1}"]
        return [*lines, f"hand: {', '.join(hands)}"] if hands else lines

    def rows(self, position: Position) -> Iterator[list[tuple[str, int] | None]]:
        """Yield each rank from the top: the sign and side of each unit, or None."""
        for line in self.game.grid.lines:
            yield [
                None
                if position.board[cell] <= 0
                else (self.claim.pieces[position.at(cell).type.word], position.at(cell).side)
                for cell in line
            ]


def dropped(move: Move) -> str:
    """Return the word of the type that a move drops, or nothing."""
    ability, _, word = move.word.partition(" ")
    return word if move.verb == DO and move.source < 0 and ability.startswith("place") else ""
