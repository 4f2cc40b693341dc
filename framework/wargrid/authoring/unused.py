"""What the games played so far have made no use of: verbs, types that move, their ways to move and their attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from wargrid.core.moves import ATTACK, MOVE, TAKE
from wargrid.ruleset.movement import Path as Walking
from wargrid.source.diagnostics import Place

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.core.patterns import MovePattern
    from wargrid.core.position import Position
    from wargrid.engine.game import Game

Use = tuple[str, ...] | tuple[str, str, int]
"""Something to be used: ``(verb,)``, ``(type, verb)``, or ``(type, "move", number)`` for one of its
ways to move."""

Found = tuple[Place, str, dict[str, object]]
"""A place in the ruleset, the name of the fault there, and the fields of its sentence."""

FEW: Final = 4
"""Who has taken part in less than one game in so many has not had its chance."""


class Way(NamedTuple):
    """Where one way leads from one place: ``go`` without taking, ``take`` onto an enemy; None for wherever else."""

    go: frozenset[int] | None
    take: frozenset[int] | None

    def explains(self, move: Move) -> bool:
        """Whether a move may be made this way."""
        cells = self.take if move.verb == TAKE else self.go
        return cells is None or move.target in cells


class Unused:
    """All that the rules allow somebody in the game, less what has been legal in a position shown to ``see``.

    A way that only threatens, along beams, leads nowhere and is never missed; nor is what a type
    does that has taken part in few games, as where armies are chosen at random.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._types = {unit.word: unit for unit in game.roster.types if unit is not None}
        self._left: dict[Use, None] = dict.fromkeys(self._everything())
        self._games = 0
        self._took_part: dict[str, int] = dict.fromkeys(self._types, 0)
        self._ways = cache(self._ways_from)

    def __bool__(self) -> bool:
        """Whether anything is left."""
        return bool(self._left)

    def _everything(self) -> Iterator[Use]:
        yield from ((verb,) for verb in self._game.ruleset.turn.may)
        for word, unit in self._types.items():
            yield from ((word, verb) for verb in self._game.costs[word])
            if MOVE in self._game.costs[word]:
                yield from ((word, MOVE, number) for number in range(len(unit.move)))

    def begin(self, position: Position) -> None:
        """Note who takes part in a game, given the first position in which somebody acts."""
        self._games += 1
        for word in {standing.type.word for standing in position.standing()}:
            self._took_part[word] = self._took_part.get(word, 0) + 1

    def see(self, position: Position, moves: Sequence[Move]) -> None:
        """Note what may be done in a position."""
        left = self._left
        if not left:
            return
        for move in moves:
            unit = position.board[move.source] if move.source >= 0 else 0
            if unit > 0:
                word, verb = position.type_of(unit).word, MOVE if move.verb == TAKE else move.verb
                left.pop((verb,), None)
                left.pop((word, verb), None)
                if verb == MOVE:
                    self._see_ways(word, position.side_of(unit), position.place[unit], move)

    def _see_ways(self, word: str, side: int, place: int, move: Move) -> None:
        """Note the ways that may have led to a move, as long as one of the type's is left."""
        ways = self._types[word].move if word in self._types else ()
        for number in range(len(ways)):
            if (word, MOVE, number) in self._left and self._ways(word, side, place)[
                number
            ].explains(move):
                del self._left[word, MOVE, number]

    def _ways_from(self, word: str, side: int, place: int) -> tuple[Way, ...]:
        """Each way of a type from a place; ways that bend, or that a plugin has made others of, may lead anywhere."""
        unit = self._types[word]
        cell, facing = divmod(place, self._game.grid.facings)
        forward = facing if self._game.grid.facings > 1 else self._game.sides[side].forward
        sheets = self._game.tables.sheets(unit, side, cell, forward)
        if len(sheets) != len(unit.move):
            return (Way(None, None),) * len(unit.move)
        return tuple(
            Way(None, None)
            if sheet.beams or (isinstance(way, Walking) and way.bends)
            else _way_of(sheet)
            for way, sheet in zip(unit.move, sheets, strict=True)
        )

    def found(self) -> Iterator[Found]:
        """What is left: a verb for all types alike, else a type that never moves, else its ways and its attack."""
        verbs = [use[0] for use in self._left if len(use) == 1]
        for verb in verbs:
            yield ("turn", "may", verb), "verb_idle", {"verb": verb}
        for word, unit in self._types.items():
            if self._took_part[word] * FEW < self._games:
                continue
            if (word, MOVE) in self._left and MOVE not in verbs:
                yield ("units", word), "never_moved", {"unit": word}
            elif MOVE not in verbs:
                numbers = [
                    number for number in range(len(unit.move)) if (word, MOVE, number) in self._left
                ]
                for number in numbers:
                    yield (
                        ("units", word, "move", number),
                        "way_idle",
                        {"unit": word, "word": unit.move[number].word},
                    )
            if (
                (word, ATTACK) in self._left
                and ATTACK not in verbs
                and not self._does_nothing(word)
            ):
                at = unit.attack.at.word if unit.attack is not None else ""
                yield ("units", word, "attack", "at"), "reach_idle", {"unit": word, "word": at}

    def _does_nothing(self, word: str) -> bool:
        """Whether a type has never done anything: then it is told that it never moved, and that is enough."""
        able = self._game.costs[word]
        return MOVE in able and all((word, verb) in self._left for verb in able)


def _way_of(sheet: MovePattern) -> Way:
    """The cells that a sheet leads to, glides included."""
    glides = [cell for way in sheet.glides.values() for cell in way]
    lines = [cell for ray in (*sheet.rays, *sheet.hops) for cell in ray]
    cells = frozenset([*lines, *(target for _, target in sheet.spots), *glides])
    nowhere: frozenset[int] = frozenset()
    return Way(
        go=cells if sheet.takes != "only" else nowhere,
        take=cells if sheet.takes != "never" else nowhere,
    )
