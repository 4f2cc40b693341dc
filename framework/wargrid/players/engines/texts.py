"""Moves and positions as engines write them: ``e2e4``, ``e7e8q``, ``P@e4``, FEN.

The texts are those of UCI as Fairy-Stockfish knows it, with ranks up to 10 and more: a drop is a
letter and a cell, a promotion in Shogi a ``+``. A move that has no such text, or shares it with
another, is written as in records, with ``_`` for blanks.
"""

from __future__ import annotations

import re
from typing import Final

from wargrid.core.grid import Grid
from wargrid.core.moves import ATTACK, DO, ENTER, MOVE, NOWHERE, TAKE, Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match import read_fen, write_fen, write_move

PROMOTED: Final = "+"
"""What a letter of a promoted type begins with where promotions are written by this sign."""

RETURNS: Final = "~"
"""What a letter ends with if the unit is only promoted: a queen that was a pawn."""

_GOES: Final = (MOVE, TAKE, ATTACK, ENTER)
_LETTERS: Final = re.compile(r"\+?[A-Za-z]~?")


class EngineTexts:
    """Writes and reads moves and positions of one game as engines do.

    ``first_rank`` is the engine's number for the first rank, 1 or 0.
    """

    def __init__(self, game: Game, first_rank: int = 1) -> None:
        self.game = game
        self.grid: Grid = game.grid
        self._shift = first_rank - 1
        units = game.ruleset.units
        told = game.ruleset.opponent.engine_letters
        self._letters = {word: told.get(word, unit.letter) for word, unit in units.items()}
        pairs = [(unit.letter, self._letters[word]) for word, unit in units.items()]
        pairs += [(own.lower(), text.lower()) for own, text in pairs if text.lower() != text]
        self._written = {own: text for own, text in pairs if own != text}
        self._read = {text: own for own, text in self._written.items()}

    # Cells

    def cell(self, cell: int) -> str:
        """Return the name of a cell."""
        name = self.grid.name(cell)
        if not self._shift:
            return name
        letters = name.rstrip("0123456789")
        return f"{letters}{int(name[len(letters) :]) + self._shift}"

    # Moves

    def moves(self, position: Position) -> dict[str, Move]:
        """Return the legal moves of a position by their texts; a claim to a draw has none."""
        found: dict[str, Move] = {}
        twice: set[str] = set()
        for move in self.game.moves(position):
            if move is self.game.claim:
                continue
            text = self._plain(position, move)
            if text in found:
                twice.add(text)
            found.setdefault(text, move)
        if not twice:
            return found
        listed = [move for move in self.game.moves(position) if move is not self.game.claim]
        plain = [(self._plain(position, move), move) for move in listed]
        return {self._full(move) if text in twice else text: move for text, move in plain}

    def written(self, position: Position, move: Move) -> str:
        """Return the text of a legal move."""
        text = self._plain(position, move)
        named = self.moves(position)
        return text if named.get(text) == move else self._full(move)

    def find(self, position: Position, text: str) -> Move | None:
        """Return the legal move that a text means, or None.

        The letter of a promotion has no meaning where the rules leave no choice.
        """
        named = self.moves(position)
        move = named.get(text)
        return move if move is not None else named.get(text[:-1])

    def _plain(self, position: Position, move: Move) -> str:
        if move.verb in _GOES and move.source >= 0 and move.target >= 0:
            cells = f"{self.cell(move.source)}{self.cell(move.target)}"
            return f"{cells}{self._becomes(position, move)}"
        dropped = self._letters.get(move.word.rpartition(" ")[2], "")
        if move.verb == DO and move.source == NOWHERE and move.target >= 0 and dropped:
            return self._drop(dropped.upper(), move.target)
        return self._full(move)

    def _drop(self, letter: str, cell: int) -> str:
        return f"{letter}@{self.cell(cell)}"

    def _full(self, move: Move) -> str:
        return write_move(self.game, move, apart=True).replace(" ", "_")

    def _becomes(self, position: Position, move: Move) -> str:
        """Return the sign or the letter of the type that a unit becomes, or nothing."""
        unit = position.board[move.source]
        if unit <= 0:
            return ""
        word = position.type_of(unit).word
        promotions = self.game.engine.promotions.get((word, position.side_of(unit)))
        types = () if promotions is None else promotions.of(move.source, move.target)
        becomes = move.word or (types[0] if types else word)
        if becomes == word or becomes not in self._letters:
            return ""
        letter = self._letters[becomes]
        return PROMOTED if letter.startswith(PROMOTED) else letter.rstrip(RETURNS).lower()

    # Positions

    def fen(self, position: Position) -> str:
        """Write a position as a FEN with the letters of engines."""
        ranks, *rest = write_fen(position).split(" ")
        ranks, bracket, held = ranks.partition("[")
        drawn = "".join(self._written.get(sign, sign) for sign in ranks)
        return " ".join((f"{drawn}{bracket}{held}", *rest))

    def position(self, fen: str) -> Position:
        """Read a FEN with the letters of engines.

        Raises:
            PositionError: it does not fit the game.
        """
        ranks, *rest = fen.split()
        ranks, bracket, held = ranks.partition("[")
        drawn = _LETTERS.sub(lambda found: self._own(found[0]), ranks)
        return read_fen(self.game, " ".join((f"{drawn}{bracket}{held}", *rest)))

    def _own(self, text: str) -> str:
        """Return the letter of the game for that of engines, with what is around it otherwise."""
        if text in self._read:
            return self._read[text]
        plain = text.strip(PROMOTED + RETURNS)
        return text.replace(plain, self._read.get(plain, plain))
