"""What a style of notation does, and the plain one: moves as records have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final, Literal

from wargrid.core.moves import DO, MOVE, TAKE, Move
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

    JOINS: ClassVar[bool] = False
    """Whether moves that a side makes in a row, as jumps, are written as one."""

    def __init__(self, game: Game, notation: Notation) -> None:
        self.game = game
        self.notation = notation

    def write(self, position: Position, move: Move, letters: Letters | None = None) -> str:
        """Write a legal move so that ``read`` finds it, and it alone."""
        return self.in_style(position, move, letters) or write_move(self.game, move)

    def in_style(self, position: Position, move: Move, letters: Letters | None = None) -> str:
        """Return a legal move in this style, or nothing where it is left to that of records."""
        return ""

    def read(self, position: Position, text: str, letters: Letters | None = None) -> list[Move]:
        """Return the legal moves that a text may mean, none if it is nothing of the kind."""
        text = " ".join(text.split())
        return self.read_in_style(position, text, letters) or self._read_plain(position, text)

    def read_in_style(
        self, position: Position, text: str, letters: Letters | None = None
    ) -> list[Move]:
        """Return the legal moves that a text may mean in this style alone."""
        return self._read(position, text, letters) if 0 < len(text) <= MAX_TYPED else []

    def write_turn(
        self, position: Position, moves: Sequence[Move], letters: Letters | None = None
    ) -> str:
        """Write moves that one side makes in a row and players see as one, such as jumps."""
        texts = []
        for move in moves:
            texts.append(self.write(position, move, letters))
            position = self.game.step(position, self._own(position, move))
        return " ".join(texts)

    def read_turn(
        self, position: Position, text: str, letters: Letters | None = None
    ) -> list[tuple[Move, ...]]:
        """Return the moves in a row, such as jumps, that a text may mean, none if it is none.

        Each begins with a move that ``read`` returns.
        """
        return [(move,) for move in self.read(position, text, letters)]

    def is_like(self, text: str, letters: Letters | None = None) -> bool:
        """Return whether a text is a move in this style, possible or not."""
        return False

    def nearest(self, position: Position, text: str, letters: Letters | None = None) -> list[Move]:
        """Return legal moves that resemble a text that is none."""
        return []

    def attempts(
        self, position: Position, text: str, letters: Letters | None = None
    ) -> list[tuple[int, int]]:
        """Return the cells from and to which a text means to go, legal or not."""
        return []

    def examples(self, position: Position, letters: Letters | None = None) -> Iterator[str]:
        """Yield moves that players could type now, besides those that records have."""
        return iter(())

    def labels(self) -> tuple[str, ...]:
        """Return what is written on each cell of the board, such as its number; none by default."""
        return ()

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
        """Return the legal moves that a text means in this style, not too long a text."""
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

    def named(self, sign: str, letters: Letters | None) -> frozenset[str]:
        """Return the types that a letter names; those of the ruleset's letter if it is no other."""
        units = self.game.ruleset.units
        found = [word for word in units if self.letter(word, letters).upper() == sign.upper()]
        own = [word for word in units if self.letter(word, None).upper() == sign.upper()]
        return frozenset(found or own)

    def initials(self, names: Mapping[str, str]) -> Letters | None:
        """Return the letter of each type by the initial of its name, ``R`` for a *Roi*.

        ``names`` are those of all types in a language. Types of one letter share an initial; if
        others would too, as King and Knight, the letters of the ruleset stay: None.
        """
        found: dict[str, str] = {}
        for word, name in names.items():
            own = self.letter(word, None)
            found.setdefault(own, "+" * own.startswith("+") + name[:1].upper())
        if len(set(found.values())) < len(found):
            return None
        return {word: found[self.letter(word, None)] for word in names}

    def outcome(self, position: Position, move: Move) -> str:
        """Return ``#`` for a move that wins, ``+`` for one that gives check, else nothing."""
        game = self.game
        after = game.step(position, self._own(position, move))
        if after.result is not None and after.result.winner is not None:
            return "#"
        if game.engine.royal is None:
            return ""
        others = (side for side in range(len(game.sides)) if side != position.side)
        return "+" if any(game.in_check(after, side) for side in others) else ""

    def _own(self, position: Position, move: Move) -> Move:
        """Return the game's own move that equals one."""
        return self.game.engine.find_legal_move(position, move) or move

    def _follow(
        self, position: Position, texts: Sequence[str], letters: Letters | None
    ) -> list[tuple[Move, ...]]:
        """Return the moves that several texts mean, one after the other."""
        if not texts:
            return [()]
        found: list[tuple[Move, ...]] = []
        for move in self.read(position, texts[0], letters):
            after = self.game.step(position, move)
            found += ((move, *rest) for rest in self._follow(after, texts[1:], letters))
        return found


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


def goes(move: Move) -> bool:
    """Return whether a move is one of a unit from cell to cell, which may take."""
    return move.source >= 0 and move.verb in (MOVE, TAKE)


def between(game: Game, position: Position, source: int, target: int) -> list[Move]:
    """Return the legal moves of the unit on a cell to another one."""
    legal: list[Move] = game.moves(position)
    ends = source, target
    return [move for move in legal if goes(move) and (move.source, move.target) == ends]
