"""What a style of notation does, and the plain one: moves as records have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, Literal

from wargrid.core.moves import DO, Move
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.match.errors import NotationError
from wargrid.match.notation.moves import read_move, write_move
from wargrid.ruleset.notation import Notation

Letters = Mapping[str, str]
"""The letter of each type, by its word, in the language of a player."""

MAX_TYPED: Final = 100
"""The most characters of a move in any style but the plain one."""

_CELLS: Final = re.compile(r"([a-z]+[0-9]+)\s*([a-z]+[0-9]+)(?:\s*=?\s*([a-z][a-z0-9_]*))?", re.I)


class Style:
    """How the players of one game write and read its moves.

    This class writes what records write. A style of a package is a class derived from it, made with
    the game and the ``notation`` of its ruleset; what it cannot say, it leaves to this one. All its
    methods are given positions of the game, and ``letters`` that stand for those of the ruleset.
    """

    NUMBERS: ClassVar[Literal["rounds", "moves"]] = "rounds"
    """What is numbered, unless the ruleset says otherwise."""

    def __init__(self, game: Game, notation: Notation) -> None:
        self.game = game
        self.notation = notation

    def write(self, position: Position, move: Move, letters: Letters | None = None) -> str:
        """Write a legal move so that ``read`` finds it, and it alone."""
        return write_move(self.game, move)

    def read(self, position: Position, text: str, letters: Letters | None = None) -> list[Move]:
        """Return the legal moves that a text may mean, none if it is nothing of the kind."""
        text = " ".join(text.split())
        found = self._read(position, text, letters) if 0 < len(text) <= MAX_TYPED else []
        return found or self._read_plain(position, text)

    def attempts(
        self, position: Position, text: str, letters: Letters | None = None
    ) -> list[tuple[int, int]]:
        """Return the cells from and to which a text means to go, legal or not."""
        return []

    def examples(self, position: Position, letters: Letters | None = None) -> Iterator[str]:
        """Yield moves that players could type now, besides those that records have."""
        return iter(())

    def number(self, position: Position) -> str:
        """Return the number of the next move: ``12.``, ``12...`` or ``12``.

        It is empty where a turn may be more than one move, and before the first turn.
        """
        turn, sides = position.turn, len(self.game.sides)
        if not turn or self.game.ruleset.turn.actions != 1:
            return ""
        if (self.notation.numbers or self.NUMBERS) == "moves":
            return str(turn)
        number = (turn + sides - 1) // sides
        return f"{number}." if turn % sides == 1 else f"{number}..."

    def _read(self, position: Position, text: str, letters: Letters | None) -> list[Move]:
        """Return the legal moves that a text means in this style; ``read`` adds the plain ones."""
        return []

    def _read_plain(self, position: Position, text: str) -> list[Move]:
        try:
            move = read_move(self.game, position, spelled_out(self.game, text))
        except NotationError:
            return []
        legal = self.game.engine.find_legal_move(position, move)
        return [] if legal is None else [legal]

    # What styles ask of moves

    def letter(self, word: str, letters: Letters | None) -> str:
        """Return the letter of a type in moves."""
        own = self.notation.letters.get(word) or self.game.ruleset.units[word].letter
        return own if letters is None else letters.get(word, own)

    def outcome(self, position: Position, move: Move) -> str:
        """Return ``#`` for a move that wins, ``+`` for one that gives check, else nothing."""
        game = self.game
        after = game.step(position, game.engine.find_legal_move(position, move) or move)
        if after.result is not None and after.result.winner is not None:
            return "#"
        if game.engine.royal is None:
            return ""
        others = (side for side in range(len(game.sides)) if side != position.side)
        return "+" if any(game.in_check(after, side) for side in others) else ""


def spelled_out(game: Game, text: str) -> str:
    """Put the sign of a move between two cells typed without one, ``b1c3`` or ``b1 c3``."""
    found = _CELLS.fullmatch(text)
    if found is None or not all(game.grid.has(cell.lower()) for cell in found.groups()[:2]):
        return text
    word = f"={found[3]}" if found[3] else ""
    return f"{found[1]}-{found[2]}{word}"


def dropped(game: Game, move: Move) -> str:
    """Return the word of the type that a side places on the target of a move, or nothing."""
    ability, _, word = move.word.partition(" ")
    places = move.verb == DO and move.source < 0 and ability.partition("@")[0] == "place"
    return word if places and word in game.ruleset.units else ""
