"""Threats, shown on demand: the enemies that could strike a cell, and how likely."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from wargrid.core.moves import ATTACK, MOVE, TAKE, Move
from wargrid.core.position import Position
from wargrid.engine.threats import Approach, attacks_on, find_threats, strikers_at
from wargrid.match import Match
from wargrid_play.table.prompts import odds_text
from wargrid_play.table.state import State, is_deploying, moves_from
from wargrid_play.table.view import MarkView, TextLines
from wargrid_play.table.wording import Wording

MAX_WORKED_OUT: Final = 4
"""How many enemies that threaten a cell have their attacks worked out."""

MAX_ATTACKS: Final = 40
"""How many attacks of a side are looked at for the dangers of its enemies."""


def threatened_side(position: Position, state: State) -> int:
    """Return the only side that people play at a table, or else the side to act."""
    people = state.seats - state.computers
    return min(people) if len(people) == 1 else position.side


class Threats:
    """The threats to one side in the position asked about last."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self._side = 0
        self._found: dict[int, tuple[int, ...]] = {}
        self._dangers: dict[int, str] = {}
        self._worded: dict[tuple[int, int | None], TextLines] = {}
        self._language = ""

    def marks(self, match: Match, state: State, wording: Wording) -> tuple[MarkView, ...]:
        """Mark where enemies could attack, each cell with their number.

        A unit that could be attacked at once has the greatest chance of its loss beside it.
        """
        if not state.threats or match.result is not None or is_deploying(match):
            return ()
        self._find(match, state, wording)
        return tuple(
            MarkView(cell, "threat", note=f"{len(by)}{self._dangers.get(cell, '')}")
            for cell, by in sorted(self._found.items())
        )

    def are_likely(self, match: Match, state: State, wording: Wording) -> bool:
        """Return whether a chance is written beside any unit."""
        self._find(match, state, wording)
        return bool(self._dangers)

    def lines(
        self, match: Match, state: State, cell: int, approach: Approach | None, wording: Wording
    ) -> TextLines:
        """Word which enemies could attack a cell, and what it may cost.

        Where a click would move the selected unit, they are those that could attack it there.
        """
        self._find(match, state, wording)
        key = cell, state.selected
        if key not in self._worded:
            move = _step_to(match, state.selected, cell) if approach is None else approach.move
            there = match.position if move is None else match.game.step(match.position, move)
            if move is None or there.pending is not None or there.board[move.target] <= 0:
                by = self._found.get(cell, ())
                self._worded[key] = _lines(match.position, cell, by, wording)
            else:
                self._worded[key] = self._lines_there(there, move, wording)
        return self._worded[key]

    def _lines_there(self, there: Position, move: Move, wording: Wording) -> TextLines:
        """Word which enemies could attack a unit after its move: as before it, or at once."""
        at = move.target
        at_once = strikers_at(wording.game, there, at)
        before = (by for by in self._found.get(at, ()) if there.board[by] > 0)
        by = tuple(dict.fromkeys((*at_once, *before)))
        names = {"unit": wording.unit(there, at), "cell": wording.cell(at)}
        none = ((wording.say("table.card.no_threats", **names), ""),)
        return (
            _lines(there, at, by, wording, wording.say("table.card.threats_there", **names)) or none
        )

    def _find(self, match: Match, state: State, wording: Wording) -> None:
        """Find the threats unless they are known; enemies only protect each other's cells."""
        position, language = match.position, wording.texts.language
        side = threatened_side(position, state)
        if position is self._position and (side, language) == (self._side, self._language):
            return
        foes = position.roster.hostile[side]
        self._position, self._side, self._language = position, side, language
        self._worded = {}
        self._found = {
            cell: by for cell, by in find_threats(wording.game, position, side).items()
            if not foes[position.board[cell]]
        }  # fmt: skip
        self._dangers = _dangers(position, side, wording)


def _step_to(match: Match, selected: int | None, cell: int) -> Move | None:
    """Return the move that brings the selected unit to a cell."""
    moves = (move for move in moves_from(match, selected) if move.verb in (MOVE, TAKE))
    return next((move for move in moves if move.target == cell), None)


def _lines(
    position: Position, cell: int, by: Sequence[int], wording: Wording, label: str = ""
) -> TextLines:
    """Word which enemies could attack a cell, in one line; none without enemies."""
    named = [
        _threat(position, cell, each, wording, works_out=number < MAX_WORKED_OUT)
        for number, each in enumerate(by)
    ]
    return ((label or wording.say("table.card.threats"), ", ".join(named)),) if named else ()


def _threat(position: Position, cell: int, by: int, wording: Wording, *, works_out: bool) -> str:
    """Name an enemy, with the most likely or the greatest loss that its attack brings."""
    name = f"{wording.unit(position, by)} {wording.cell(by)}"
    game, attacked = wording.game, works_out and position.board[cell] > 0
    tried = attacks_on(game, position, cell, by) if attacked else ()
    odds = [game.odds(before, attack) for before, attack in tried]
    return f"{name} ({odds_text(odds, cell, wording, named=True)})" if odds else name


def _dangers(position: Position, threatened: int, wording: Wording) -> dict[int, str]:
    """Return by cell the greatest chance that one attack from where enemies are removes a unit.

    None where no such attack can: one from nearer by may.
    """
    game = wording.game
    if position.pending is not None or position.result is not None or not game.ruleset.dice:
        return {}
    worst: dict[int, Fraction] = {}
    for side in range(len(game.sides)):
        if side == threatened:
            continue
        turned = position.copy()
        turned.side, turned.budget, turned.used = side, game.engine.budget, 0
        attacks = [move for move in game.moves(turned) if move.verb == ATTACK]
        for move in attacks[:MAX_ATTACKS]:
            chance = game.odds(turned, move).eliminated(move.target)
            worst[move.target] = max(chance, worst.get(move.target, Fraction(0)))
    return {cell: f" · {wording.percent(chance)}" for cell, chance in worst.items() if chance}
