"""Count what happens in one game: what units do and suffer, dice, and cells."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from wargrid.core.moves import DO, Move, Roll, verb_of
from wargrid.core.position import Position
from wargrid.core.state import ATTACKING, GONE
from wargrid.engine.game import Game

UNIT_COUNTS: Final = ("begun", "gained", "lost", "left", "kills", "given", "taken", "distance")
"""What is counted for a side's units of one type, besides what they do.

Units on the board when the first turn began, those that came later, were eliminated or changed, and
were there at the end; enemies eliminated; men removed, of enemies and its own; steps walked.
"""

STAYS, MOVES, LOSSES = "stays", "moves", "losses"


class Tally:
    """The counts of one game, from its first turn on; ``first`` is the side that began, or None.

    It compares the positions before and after each move, and so needs to know no event.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._sides = tuple(game.ruleset.sides)
        self.begin(game.start())

    def begin(self, position: Position) -> None:
        """Forget everything: the game begins with this position."""
        self.first: int | None = None
        self._units: Counter[tuple[int, str, str]] = Counter()
        self._does: Counter[tuple[int, str, str]] = Counter()
        self._dice: Counter[tuple[int, str, str]] = Counter()
        self._cells: Counter[tuple[int, str, int]] = Counter()
        self._turn = 0
        self._begin_turn(position)

    def count(self, before: Position, move: Move, after: Position) -> None:
        """Count a move of a side or of chance."""
        if self.first is not None:
            actor = self._actor(before, move)
            if isinstance(move, Roll):
                for face in move.faces:
                    self._dice[before.side, move.die, face] += 1
            elif actor or move.verb == DO:
                word = before.roster.words[actor] if actor else ""
                self._does[before.side, word, verb_of(move)] += 1
            same = after.place is before.place and after.men is before.men
            if not same or after.roster is not before.roster:  # a type may change, and no more
                self._compare(before, after, actor)
        if after.turn != self._turn:
            self._begin_turn(after)

    def _actor(self, before: Position, move: Move) -> int:
        """Return the unit that moves, or whose dice fall; 0 if it is none."""
        pending = before.pending
        attacks = move.source < 0 and pending is not None and pending.kind == ATTACKING
        cell = pending.numbers[0] if attacks and pending is not None else move.source
        return max(0, before.board[cell]) if cell >= 0 else 0

    def _begin_turn(self, position: Position) -> None:
        if position.turn < 1 or position.result is not None:
            return
        if self.first is None:
            self.first = position.side
            for each in position.standing():
                self._units[each.side, each.type.word, "begun"] += 1
        self._turn = position.turn
        for each in position.standing():
            self._cells[each.side, STAYS, each.cell] += 1

    def _compare(self, before: Position, after: Position, actor: int) -> None:
        facings = before.roster.facings
        for unit in range(1, len(after.place)):
            was = before.place[unit] if unit < len(before.place) else GONE
            now = after.place[unit]
            if was != now:
                self._changed(before, after, unit, was // facings, now // facings, actor)
            if was != GONE and now != GONE:
                self._lost_men(before, unit, before.men[unit] - after.men[unit], actor)
                old, new = before.roster.words[unit], after.roster.words[unit]
                if old != new:
                    self._units[before.roster.owners[unit], old, "lost"] += 1
                    self._units[after.roster.owners[unit], new, "gained"] += 1

    def _changed(
        self, before: Position, after: Position, unit: int, was: int, now: int, actor: int
    ) -> None:
        """Count a unit that came, went, or walked from cell ``was`` to cell ``now``."""
        position = after if was < 0 else before
        side, word = position.side_of(unit), position.type_of(unit).word
        if now < 0:
            self._units[side, word, "lost"] += 1
            self._cells[side, LOSSES, was] += 1
            self._lost_men(before, unit, before.men[unit], actor)
            if actor and before.side_of(actor) != side:
                by = before.side_of(actor), before.type_of(actor).word
                self._units[(*by, "kills")] += 1
            return
        if was < 0:
            self._units[side, word, "gained"] += 1
        elif was != now:
            self._units[side, word, "distance"] += self._game.grid.distance(was, now)
        if was != now:
            self._cells[side, MOVES, now] += 1

    def _lost_men(self, before: Position, unit: int, men: int, actor: int) -> None:
        if men <= 0:
            return
        side = before.side_of(unit)
        self._units[side, before.type_of(unit).word, "taken"] += men
        if actor and before.side_of(actor) != side:
            self._units[before.side_of(actor), before.type_of(actor).word, "given"] += men

    def counts(self, end: Position) -> dict[str, Any]:
        """Return all counts, as nested maps with sorted keys: by side, then by type or cell."""
        units = self._units.copy()
        for each in end.standing():
            units[each.side, each.type.word, "left"] += 1
        name = self._game.grid.name
        cells = {(side, what, name(cell)): n for (side, what, cell), n in self._cells.items()}
        return {
            "units": self._nested(units),
            "does": self._nested(self._does),
            "dice": self._nested(self._dice),
            "cells": self._nested(cells),
        }

    def _nested(self, counted: dict[tuple[int, str, str], int]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for (side, one, other), number in sorted(counted.items()):
            found.setdefault(self._sides[side], {}).setdefault(one, {})[other] = number
        return found
