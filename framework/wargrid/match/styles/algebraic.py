"""The style ``algebraic``: appendix C of the FIDE Laws, for the pieces of any game.

``Nbd7``, ``exd5``, ``e8=Q``, ``O-O``, ``N@f3`` for a piece that is dropped, ``+`` for check and
``#`` for a move that wins. Of the origin it says the least that is needed: the column, else the
row, else both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

from wargrid.core.moves import MOVE, TAKE, Move
from wargrid.core.patterns import ConditionalMove
from wargrid.core.position import PlacedUnit, Position
from wargrid.match.styles.style import MAX_TYPED, Letters, Style, dropped, goes

SHORT: Final = "O-O"
LONG: Final = "O-O-O"
DROP: Final = "@"

_CASTLING: Final = re.compile(r"([O0o])-?\1(-?\1)?")
_SUFFIX: Final = re.compile(r"\s*(?:e\.?p\.?)?\s*[+#!?]*$")


class _Said(NamedTuple):
    """What a text says of a move; ``castles`` is ``O-O`` or ``O-O-O`` with all else empty."""

    letter: str = ""
    source: str = ""
    takes: bool = False
    target: str = ""
    becomes: str = ""
    castles: str = ""
    drops: bool = False


class Algebraic(Style):
    """Moves of a letter and a cell."""

    def in_style(self, position: Position, move: Move, letters: Letters | None = None) -> str:
        """Write a move as books do."""
        text = self._short(position, move, letters)
        if not text:
            return ""
        return text + self.outcome(position, move)

    def _short(self, position: Position, move: Move, letters: Letters | None) -> str:
        """Return a move without the signs of check, or nothing if this style cannot say it."""
        game = self.game
        word = dropped(game, move)
        if word:
            alike = [m for m in game.moves(position) if self._drops_alike(m, word, move)]
            plain = "" if word in self.unlettered else self.letter(word, letters)
            return "" if alike else f"{plain}{DROP}{game.grid.name(move.target)}"
        if not goes(move):
            return ""
        castles = self._castles(position, move)
        if castles:
            return castles
        origin = self._origin(position, move, letters)
        if origin is None:
            return ""
        word = position.at(move.source).type.word
        letter = "" if word in self.unlettered else self.letter(word, letters)
        takes = "x" if move.verb == TAKE else ""
        becomes = self._becomes(position, move)
        suffix = f"={self.letter(becomes, letters)}" if becomes else ""
        return f"{letter}{origin}{takes}{game.grid.name(move.target)}{suffix}"

    def _drops_alike(self, other: Move, word: str, move: Move) -> bool:
        """Return whether another move drops a unit of the same letter on the same cell."""
        if other.target != move.target or other.key == move.key:
            return False
        placed = dropped(self.game, other)
        return bool(placed) and self.letter(placed, None) == self.letter(word, None)

    def _origin(self, position: Position, move: Move, letters: Letters | None) -> str | None:
        """Return how much of the origin is said, or None if it cannot tell the move apart."""
        name = self.game.grid.name(move.source)
        column, row = _split(name)
        others = list(self._rivals(position, move, letters))
        if any(other.source == move.source for other in others):
            return None
        pawn = move.verb == TAKE and position.at(move.source).type.word in self.unlettered
        if not others:
            return column if pawn else ""
        names = [_split(self.game.grid.name(other.source)) for other in others]
        if all(other != column for other, _ in names):
            return column
        if not pawn and all(other != row for _, other in names):
            return row
        return name

    def _rivals(self, position: Position, move: Move, letters: Letters | None) -> Iterator[Move]:
        """Yield the other legal moves of units with the same letter to the same cell."""
        at, becomes = position.at(move.source).type.word, self._becomes(position, move)
        mine = self.letter(at, letters)
        for other in self.game.moves(position):
            if other.target != move.target or not goes(other):
                continue
            if other.key == move.key or self._castles(position, other):
                continue
            if self.letter(position.at(other.source).type.word, letters) != mine:
                continue
            if other.source != move.source or self._becomes(position, other) == becomes:
                yield other

    def _becomes(self, position: Position, move: Move) -> str:
        """Return the type that the unit becomes, chosen or not; empty if it stays what it is."""
        if move.word:
            return move.word
        word, side = position.at(move.source).type.word, position.side
        promotions = self.game.engine.promotions.get((word, side))
        types = () if promotions is None else promotions.of(move.source, move.target)
        return types[0] if len(types) == 1 else ""

    @cached_property
    def unlettered(self) -> frozenset[str]:
        """The types that moves do not name: those of the letter of the ruleset's one, if any."""
        units = self.game.ruleset.units
        named = self.notation.unlettered
        kinds = {word for word, _ in self.game.engine.promotions} if named is None else {named}
        kinds = set(units) if len(units) == 1 else kinds
        return frozenset(kinds if len(kinds) == 1 else ())

    # Castling

    def _castles(self, position: Position, move: Move) -> str:
        if move.verb != MOVE or not move.wide:
            return ""
        for castling in self._castlings(position, position.at(move.source)):
            if castling.target == move.target:
                return self._wing(move.source, castling)
        return ""

    def _castlings(self, position: Position, unit: PlacedUnit) -> Iterator[ConditionalMove]:
        """Yield the moves of a unit that take a friend along."""
        conditions = self.game.engine.tables.conditions
        for each in conditions.of(unit.type, unit.side, unit.cell, unit.facing):
            if each.along and self._is_friend(position, unit.side, each.along[0][0]):
                yield each

    def _is_friend(self, position: Position, side: int, cell: int) -> bool:
        unit = position.board[cell]
        return unit > 0 and position.side_of(unit) == side

    def _wing(self, cell: int, castling: ConditionalMove) -> str:
        """Return how castling to the west or to the east is written."""
        partner, columns = castling.along[0][0], self.game.grid.columns
        return SHORT if partner % columns > cell % columns else LONG

    # Reading

    def _read(self, position: Position, text: str, letters: Letters | None) -> list[Move]:
        legal = self.game.moves(position)
        for said in self._readings(text, letters):
            found = [move for move in legal if self._fits(position, move, said, letters)]
            if found:
                return found
        return []

    def is_like(self, text: str, letters: Letters | None = None) -> bool:
        """Return whether a text has the form of a move."""
        return len(text) <= MAX_TYPED and next(self._readings(text, letters), None) is not None

    def nearest(self, position: Position, text: str, letters: Letters | None = None) -> list[Move]:
        """Return moves of the type: those that take, where it does, to its target, or else all."""
        said = next(self._readings(text, letters), None)
        if said is None or said.castles or said.drops:
            return []
        alike = [
            move
            for move in self.game.moves(position)
            if move.source >= 0
            if self._is_named(position.at(move.source).type.word, said, letters)
        ]
        there = [move for move in alike if self.game.grid.name(move.target) == said.target]
        return there or [move for move in alike if said.takes and move.verb == TAKE] or alike

    def attempts(
        self, position: Position, text: str, letters: Letters | None = None
    ) -> list[tuple[int, int]]:
        """Return the cells from and to which a text means to go, legal or not."""
        said = next(self._readings(text, letters), None)
        if said is None or said.drops:
            return []
        own = [unit for unit in position.standing() if unit.side == position.side]
        if said.castles:
            return [
                (unit.cell, each.target)
                for unit in own
                for each in self._castlings(position, unit)
                if self._wing(unit.cell, each) == said.castles
            ]
        target = self.game.grid.cell(said.target)
        foe = position.roster.hostile[position.side][position.board[target]]
        return [
            (unit.cell, target)
            for unit in own
            if self._is_named(unit.type.word, said, letters) and (foe or not said.takes)
            if self._comes_from(unit.cell, said)
        ]

    def _fits(self, position: Position, move: Move, said: _Said, letters: Letters | None) -> bool:
        """Return whether a legal move is one that a text may mean."""
        if said.drops:
            word, name = dropped(self.game, move), self.game.grid.name(move.target)
            return bool(word) and name == said.target and self._is_named(word, said, letters)
        if not goes(move):
            return False
        castles = self._castles(position, move)
        if castles or said.castles:
            return castles == said.castles
        if self.game.grid.name(move.target) != said.target:
            return False
        if not self._comes_from(move.source, said) or (said.takes and move.verb != TAKE):
            return False
        becomes = self._becomes(position, move) if said.becomes else ""
        if said.becomes and becomes not in self.named(said.becomes, letters):
            return False
        return self._is_named(position.at(move.source).type.word, said, letters)

    def _comes_from(self, cell: int, said: _Said) -> bool:
        name = self.game.grid.name(cell)
        return said.source in ("", name, *_split(name))

    def _is_named(self, word: str, said: _Said, letters: Letters | None) -> bool:
        if not said.letter:
            return word in self.unlettered
        return word in self.named(said.letter, letters)

    def _readings(self, text: str, letters: Letters | None) -> Iterator[_Said]:
        """Yield what a text may say: the text, then the text with the first letter a capital."""
        bare = _SUFFIX.sub("", text)
        found = _CASTLING.fullmatch(bare)
        if found is not None:
            yield _Said(castles=LONG if found[2] else SHORT)
            return
        variants = (bare, bare[:1].upper() + bare[1:].lower(), bare.lower())
        for variant in dict.fromkeys(variants):
            said = self._said(variant, letters)
            if said is not None:
                yield said

    def _said(self, text: str, letters: Letters | None) -> _Said | None:
        signs = "|".join(re.escape(sign) for sign in self._signs(letters))
        drop = re.fullmatch(rf"({signs})?{DROP}([a-z]+[0-9]+)", text)
        if drop is not None and self.game.grid.has(drop[2]):
            return _Said(drop[1] or "", target=drop[2], drops=True)
        found = re.fullmatch(
            rf"({signs})?([a-wyz]?[0-9]*)[-–]?([x:×]?)([a-z]+[0-9]+)"
            rf"(?:[=(/]?({signs}|{signs.lower()})\)?)?",
            text,
        )
        if found is None or not self.game.grid.has(found[4]):
            return None
        becomes = (found[5] or "").upper()
        return _Said(found[1] or "", found[2], bool(found[3]), found[4], becomes)

    def _signs(self, letters: Letters | None) -> Iterable[str]:
        """Return the letters of all types, the longest first."""
        every = (letters, None)
        units = self.game.ruleset.units
        signs = dict.fromkeys(self.letter(word, each) for each in every for word in units)
        return sorted(signs, key=lambda sign: (-len(sign), sign))

    # Examples

    def examples(self, position: Position, letters: Letters | None = None) -> Iterator[str]:
        """Yield a move of the type without a letter and one of another, each only one move."""
        found: dict[str, list[Move]] = {}
        for move in self.game.moves(position) if self.unlettered else ():
            if move.source >= 0 and move.verb == MOVE and not move.word and not move.wide:
                word = position.at(move.source).type.word
                letter = "" if word in self.unlettered else self.letter(word, letters)
                text = letter + self.game.grid.name(move.target)
                found.setdefault(text, []).append(move)
        alone = [text for text, alike in found.items() if len(alike) == 1]
        for kind in ([t for t in alone if t[0].islower()], [t for t in alone if t[0].isupper()]):
            yield from kind[len(kind) // 2 :][:1]


def _split(name: str) -> tuple[str, str]:
    """Return the column and the row of the name of a cell."""
    column = name.rstrip("0123456789")
    return column, name[len(column) :]
