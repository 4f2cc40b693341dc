"""Flanking: the enemies in lines between a unit that has come to a cell and another of its side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wargrid.core.captives import ToHand
from wargrid.core.events import Event, Joined
from wargrid.core.flanks import JOINS, LISTED, TAKES, FlankRule
from wargrid.core.grid import OFF
from wargrid.core.patterns import TerrainMap
from wargrid.core.position import Position

if TYPE_CHECKING:
    from wargrid.ruleset.models import Ruleset

TAKEN: Final = "events.sandwiched"
"""The text of the event by which a unit is taken so."""

PLACED: Final = "place"
MOVED: Final = "move"


class Line(NamedTuple):
    """The cells in one direction from a cell, nearest first, and which of them are hostile."""

    cells: tuple[int, ...]
    hostile: tuple[bool, ...]


class Flanked(NamedTuple):
    """An enemy that is flanked: its cell, and the rule by which it is."""

    cell: int
    rule: FlankRule


class Flanker:
    """What units flank; the lines of every rule and cell are made once.

    ``must`` are the types that may be placed only where they flank.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        grounds: Sequence[TerrainMap],
        forward: Sequence[int],
    ) -> None:
        self._to_hand = ruleset.captured is not None
        self._grounds = grounds
        self._forward = forward
        self._grid = grounds[0].grid
        self._rules = {word: unit.flank_rules for word, unit in ruleset.units.items()}
        self._surrounded = {word: unit.surrounded for word, unit in ruleset.units.items()}
        self._lines: dict[tuple[str, int, int, int], tuple[Line, ...]] = {}
        every = [rule for rules in self._rules.values() for rule in rules]
        self.only_takes = all(rule.does == TAKES for rule in every)
        self.must = frozenset(
            word for word, rules in self._rules.items() if any(rule.must for rule in rules)
        )

    def found(self, position: Position, cell: int, moment: str) -> list[Flanked]:
        """Return the enemies that the unit which has come to a cell flanks."""
        roster, unit = position.roster, position.board[cell]
        word, side = roster.words[unit], roster.owners[unit]
        return [
            flanked
            for number, rule in enumerate(self._rules[word])
            if moment in rule.after
            for flanked in self._by(position, word, side, cell, number, rule)
        ]

    def may_place(self, position: Position, word: str, side: int, cell: int) -> bool:
        """Return whether a unit would flank from an empty cell, if it may only be placed there."""
        if word not in self.must:
            return True
        for number, rule in enumerate(self._rules[word]):
            if rule.must and self._by(position, word, side, cell, number, rule, True):
                return True
        return False

    def _by(
        self,
        position: Position,
        word: str,
        side: int,
        cell: int,
        number: int,
        rule: FlankRule,
        once: bool = False,
    ) -> list[Flanked]:
        """Return what a rule of a unit flanks from a cell; of the first line alone with ``once``.

        Written out, since it is asked of every empty cell wherever a placing must flank.
        """
        lines = self._lines.get((word, side, cell, number))
        if lines is None:
            lines = self._lines[word, side, cell, number] = self._made(rule, side, cell)
        board, roster = position.board, position.roster
        enemies, own, words = roster.hostile[side], roster.friendly[side], roster.words
        rules, least, most = self._rules, rule.least, rule.most
        out: list[Flanked] = []
        for cells, hostile in lines:
            between = 0
            for at in cells:
                unit = board[at]
                if enemies[unit]:
                    between += 1
                    if between > most:
                        break
                    continue
                if least <= between:
                    closed = bool(own[unit] and rules[words[unit]]) if unit else hostile[between]
                    if closed:
                        out += self._taken(position, side, rule, cells[:between])
                        if once and out:
                            return out
                break
        return out

    def _taken(
        self, position: Position, side: int, rule: FlankRule, cells: tuple[int, ...]
    ) -> list[Flanked]:
        """Return the enemies of a line without those that must be surrounded and are not."""
        board, roster, out = position.board, position.roster, []
        for cell in cells:
            enemy = board[cell]
            where = self._surrounded[roster.words[enemy]]
            bound = where is not None and cell in self._grounds[roster.owners[enemy]].zones[where]
            if not bound or self._is_surrounded(position, side, rule, cell):
                out.append(Flanked(cell, rule))
        return out

    def _is_surrounded(self, position: Position, side: int, rule: FlankRule, cell: int) -> bool:
        """Return whether all cells next to an enemy are closed by a side."""
        forward = self._forward[side]
        steps = self._grid.steps(rule.directions, forward)
        around = [self._grid.shifted(cell, forward, *step) for step in steps]
        return all(other != OFF and self._closes(position, side, rule, other) for other in around)

    def _closes(self, position: Position, side: int, rule: FlankRule, cell: int) -> bool:
        """Return whether a cell holds a unit of a side that flanks, or is empty and hostile."""
        unit, roster = position.board[cell], position.roster
        if not unit:
            return self._is_hostile(rule, side, cell)
        return roster.friendly[side][unit] and bool(self._rules[roster.words[unit]])

    def _made(self, rule: FlankRule, side: int, cell: int) -> tuple[Line, ...]:
        forward = self._forward[side]
        rays = (
            self._grid.ray(cell, forward, step)
            for step in self._grid.steps(rule.directions, forward)
        )
        cut = (ray[: rule.most + 1] for ray in rays if len(ray) > rule.least)
        return tuple(
            Line(ray, tuple(self._is_hostile(rule, side, other) for other in ray)) for ray in cut
        )

    def _is_hostile(self, rule: FlankRule, side: int, cell: int) -> bool:
        zones = self._grounds[side].zones
        return any(cell in zones[name] for name in rule.hostile)

    def events(self, position: Position, flanked: Sequence[Flanked]) -> list[Event]:
        """Return the events by which enemies are taken, or join the side of the unit."""
        found: list[Event] = []
        for cell, rule in flanked:
            if rule.does == JOINS:
                found.append(Joined(cell, 1 - position.side_of(position.board[cell])))
            elif rule.does == TAKES:
                found += self._taking(position, cell)
        return found

    def _taking(self, position: Position, cell: int) -> Sequence[Event]:
        """Return the events by which an enemy is taken, and comes to a hand where the rules say."""
        game = position.roster.game
        if not self._to_hand:
            return game.removal_events(position, cell, TAKEN)
        taker = 1 - position.side_of(position.board[cell])
        return game.to_hand_events(position, cell, ToHand(cell, taker), TAKEN)


def taken_of(position: Position, flanked: Sequence[Flanked]) -> list[tuple[int, int]]:
    """Return the units that are taken, each with its cell."""
    return [(position.board[cell], cell) for cell, rule in flanked if rule.does == TAKES]


def listed_of(position: Position, flanked: Sequence[Flanked]) -> list[tuple[Any, int]]:
    """Return the units to which a list of effects is done, each after the list."""
    return [(rule.effects, position.board[cell]) for cell, rule in flanked if rule.does == LISTED]
