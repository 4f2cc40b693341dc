"""Shorthands of typed moves: two cells without a sign, ``Nc3`` as in books, and castling.

Words and directions are typed in the player's language: ``fin`` and ``c1>O`` in French.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from wargrid.core.moves import ENTER, MOVE, TAKE, Move
from wargrid.core.patterns import ConditionalMove
from wargrid.core.position import PlacedUnit, Position
from wargrid.engine.game import Game

_CELLS: Final = re.compile(r"([a-z]+[0-9]+)\s*([a-z]+[0-9]+)(?:\s*=?\s*([a-z][a-z0-9_]*))?", re.I)
_LETTER: Final = re.compile(r"([A-Z]?)([a-wyz]?[0-9]*)(x?)([a-z]+[0-9]+)(?:=?([A-Z]))?[+#!?]*")
_CASTLING: Final = re.compile(r"([O0o])-?\1(-?\1)?[+#]?")


class Shorthand(NamedTuple):
    """What a shorthand says of a move: the letter of its type, a part of its source, its target.

    ``becomes`` is the letter of a promotion. For castling, ``castles`` is the wing, and the others
    are empty.
    """

    letter: str = ""
    source: str = ""
    target: str = ""
    takes: bool = False
    becomes: str = ""
    castles: str = ""

    def fits(self, position: Position, move: Move) -> bool:
        """Return whether a legal move fits the shorthand."""
        if move.source < 0 or move.verb not in (MOVE, TAKE, ENTER):
            return False
        game = position.roster.game
        if self.castles:
            own = position.roster.friendly[position.side]
            castlings = _castlings(position, position.at(move.source))
            return any(
                castling.target == move.target and own[position.board[castling.along[0][0]]]
                for castling in castlings
                if self._is_wing(position, move.source, castling)
            )
        name = game.grid.name(move.source)
        becomes = game.ruleset.units.get(move.word)
        return (
            self.is_of_type(position, move)
            and (name.startswith(self.source) or name.endswith(self.source))
            and game.grid.name(move.target) == self.target
            and (not self.takes or move.verb == TAKE)
            and (not self.becomes or (becomes is not None and becomes.letter == self.becomes))
        )

    def attempts(self, position: Position) -> list[tuple[int, int]]:
        """Return the source and target that the shorthand names, legal or not."""
        game, side = position.roster.game, position.side
        own = [unit for unit in position.standing() if unit.side == side]
        if self.castles:
            castlings = ((unit.cell, each) for unit in own for each in _castlings(position, unit))
            return [
                (cell, each.target)
                for cell, each in castlings
                if self._is_wing(position, cell, each)
            ]
        name, target = game.grid.name, game.grid.cell(self.target)
        foe = position.roster.hostile[side][position.board[target]]
        return [
            (unit.cell, target)
            for unit in own
            if unit.type.letter == self.letter and (foe or not self.takes)
            if name(unit.cell).startswith(self.source) or name(unit.cell).endswith(self.source)
        ]

    def _is_wing(self, position: Position, cell: int, castling: ConditionalMove) -> bool:
        """Return whether a move castles to the wing of the shorthand, ``short`` to the east."""
        partner, columns = castling.along[0][0], position.roster.grid.columns
        return self.castles == ("short" if partner % columns > cell % columns else "long")

    def is_of_type(self, position: Position, move: Move) -> bool:
        """Return whether a move is one of a unit with the letter."""
        return move.source >= 0 and position.at(move.source).type.letter == self.letter

    def nearest(self, position: Position, moves: Iterable[Move]) -> list[Move]:
        """Return moves of the type: those that take, where it does, to its target, or else all."""
        alike = [move for move in moves if self.is_of_type(position, move)]
        name = position.roster.game.grid.name
        there = [move for move in alike if name(move.target) == self.target]
        taking = [move for move in alike if self.takes and move.verb == TAKE]
        return there or taking or alike


def _castlings(position: Position, unit: PlacedUnit) -> Iterator[ConditionalMove]:
    """Yield the moves of a unit that take a friend along."""
    conditions = position.roster.game.tables.conditions
    for each in conditions.of(unit.type, unit.side, unit.cell, unit.facing):
        if each.along:
            yield each


def spelled_out(game: Game, text: str) -> str:
    """Put the sign of a move between two cells typed without one, ``b1c3`` or ``b1 c3``."""
    found = _CELLS.fullmatch(text)
    if found is None or not all(game.grid.has(cell.lower()) for cell in found.groups()[:2]):
        return text
    word = f"={found[3]}" if found[3] else ""
    return f"{found[1]}-{found[2]}{word}"


def initials(game: Game, name_of: Callable[[str], str]) -> dict[str, str]:
    """Return the letter of each type by the initial of its name, if no two names share one.

    ``name_of`` names a type in the player's language, so that ``Cf3`` moves a *Cavalier*. English
    names that share one, as King and Knight do, leave the letters of the ruleset.
    """
    units = game.ruleset.units
    found = {name_of(word)[0].upper(): unit.letter for word, unit in units.items()}
    return found if len(found) == len(units) else {}


def read(game: Game, text: str, letters: Mapping[str, str]) -> Shorthand | None:
    """Read ``Nc3``, ``Nbxd2``, ``exd5``, ``e8=Q`` or ``O-O``; None if it is nothing of the kind.

    ``letters`` are the ``initials`` that stand for letters.
    """
    castling = _CASTLING.fullmatch(text)
    if castling is not None:
        return Shorthand(castles="long" if castling[2] else "short")
    if not game.grid.has(f"{text[0]}1"):  # no column: nf3 is Nf3
        text = text[0].upper() + text[1:]
    found = _LETTER.fullmatch(text)
    if found is None or not game.grid.has(found[4]):
        return None
    letter = letters.get(found[1], found[1]) or _plain_letter(game)
    if letter not in [unit.letter for unit in game.ruleset.units.values()]:
        return None
    becomes = letters.get(found[5], found[5] or "")
    return Shorthand(letter, found[2], found[4], bool(found[3]), becomes)


def examples(
    game: Game, position: Position, moves: Iterable[Move], letters: Mapping[str, str]
) -> Iterator[str]:
    """Yield a move of the plain type and one of another as books write them, each only one move."""
    plain, shown = _plain_letter(game), {letter: initial for initial, letter in letters.items()}
    found: dict[str, list[Move]] = {}
    for move in moves if plain else ():
        if move.source >= 0 and move.verb == MOVE and not move.word:
            letter = position.at(move.source).type.letter
            found.setdefault(
                ("" if letter == plain else shown.get(letter, letter))
                + game.grid.name(move.target),
                [],
            ).append(move)
    alone = [text for text, alike in found.items() if len(alike) == 1]
    for kind in ([t for t in alone if t[0].islower()], [t for t in alone if t[0].isupper()]):
        yield from kind[len(kind) // 2 :][:1]


def _plain_letter(game: Game) -> str:
    """Return the letter of the type that books do not write, that which can become another."""
    kinds = {word for word, _ in game.engine.promotions}
    return game.ruleset.units[next(iter(kinds))].letter if len(kinds) == 1 else ""
