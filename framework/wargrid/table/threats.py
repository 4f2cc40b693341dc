"""Threats, shown on demand: which enemies could strike a cell, how many, and how likely."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import Final

from wargrid.core.moves import ATTACK
from wargrid.core.position import Position
from wargrid.engine.threats import attacks_on, find_threats
from wargrid.match import Match
from wargrid.table.prompts import odds_text
from wargrid.table.state import State, is_deploying
from wargrid.table.view import MarkView, TextLines
from wargrid.table.wording import Wording

MAX_NAMED: Final = 4
"""How many of the enemies that threaten a cell are named."""

MAX_TRIED: Final = 8
"""From how many cells the attack of one of them is worked out."""

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
        self._language = ""

    def marks(self, match: Match, state: State, wording: Wording) -> tuple[MarkView, ...]:
        """Mark where enemies could attack, each cell with their number.

        A unit that could be attacked at once has the greatest chance of its loss beside it.
        """
        if not state.threats or match.result is not None or is_deploying(match):
            return ()
        self._find(match.position, threatened_side(match.position, state), wording)
        return tuple(
            MarkView(cell, "threat", note=f"{len(by)}{self._dangers.get(cell, '')}")
            for cell, by in sorted(self._found.items())
        )

    def lines(self, position: Position, side: int, cell: int, wording: Wording) -> TextLines:
        """Word which enemies could attack a cell, and what it may cost."""
        self._find(position, side, wording)
        found = self._found.get(cell, ())
        named = [_threat(position, cell, by, wording) for by in found[:MAX_NAMED]]
        if len(found) > MAX_NAMED:
            named.append(wording.say("table.card.threats_more", n=len(found) - MAX_NAMED))
        return ((wording.say("table.card.threats"), ", ".join(named)),) if named else ()

    def _find(self, position: Position, side: int, wording: Wording) -> None:
        """Find the threats unless they are known; enemies only protect each other's cells."""
        language = wording.texts.language
        if position is self._position and (side, language) == (self._side, self._language):
            return
        foes = position.roster.hostile[side]
        self._position, self._side, self._language = position, side, language
        self._found = {
            cell: by for cell, by in find_threats(wording.game, position, side).items()
            if not foes[position.board[cell]]
        }  # fmt: skip
        self._dangers = _dangers(position, side, wording)


def _threat(position: Position, cell: int, by: int, wording: Wording) -> str:
    """Name an enemy, with the most likely or the greatest loss that its attack brings."""
    name = f"{wording.unit(position, by)} {wording.cell(by)}"
    game, target = wording.game, position.board[cell]
    tried = islice(attacks_on(game, position, cell, by), MAX_TRIED) if target > 0 else ()
    odds = [game.odds(before, attack) for before, attack in tried]
    return f"{name} ({odds_text(odds, cell, wording)})" if odds else name


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
        turned.side, turned.budget, turned.used = side, game.budget, 0
        attacks = [move for move in game.moves(turned) if move.verb == ATTACK]
        for move in attacks[:MAX_ATTACKS]:
            chance = game.odds(turned, move).eliminated(move.target)
            worst[move.target] = max(chance, worst.get(move.target, Fraction(0)))
    return {cell: f" · {wording.percent(chance)}" for cell, chance in worst.items() if chance}
