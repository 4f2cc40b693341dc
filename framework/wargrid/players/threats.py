"""What the sides could take or hit in a turn, found by listing their moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargrid.core import ATTACK, MOVE, TAKE, TURN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargrid.core import Position
    from wargrid.engine import Game
    from wargrid.players.worth import Worth


class Threats:
    """Sums of what the units of a side could gain in one turn, one strike each."""

    def __init__(self, game: Game, worth: Worth, values: Mapping[str, float]) -> None:
        self._game = game
        self._worth = worth
        self._values = values
        self._facings = game.grid.facings
        self._struck: dict[tuple[str, int, int], int] = {}
        self._strikes_later = {
            word: self._may_strike_after_moving(word) for word in game.ruleset.units
        }

    def balance(self, position: Position, threat: float, danger: float) -> float:
        """Return the gains of the side to act less those of the other, weighed.

        ``danger`` is the weight of what can happen at once, ``threat`` of what can happen in a
        later turn. In mid-turn, the weight of the other's gains rises with what is spent.
        """
        game, side = self._game, position.side
        other = (side + 1) % len(game.sides)
        mine = danger * self.gain(position)
        left = self._left(position)
        if left < 1:
            mine = max(mine, threat * self.gain(position.after([game.turn_of(side)])))
        theirs = self.gain(position.after([game.turn_of(other)]))
        return mine - (threat + (danger - threat) * (1 - left)) * theirs

    def _left(self, position: Position) -> float:
        """Return the share of its turn that the side to act has left."""
        if self._game.ruleset.turn.actions is not None:
            return position.budget / self._game.budget
        if not position.used:
            return 1.0
        units = position.units_of(position.side)
        shares = position.roster.shares
        return sum(not position.used & shares[unit] for unit in units) / max(1, len(units))

    def gain(self, position: Position) -> float:
        """Return what the side to act could gain in the rest of its turn, each unit once."""
        best: dict[int, float] = {}
        board, search = position.board, self._game.search
        enemies = self._enemies(position)
        for move in search.moves(position):
            verb = move.verb
            if verb in (ATTACK, TAKE):
                unit = board[move.source]
                gained = self._gain(position, unit, board[move.target])
            elif verb in (MOVE, TURN):
                unit = board[move.source]
                gained = self._gain_after(position, unit, move.target, move.facing, enemies)
            else:
                continue
            if gained > best.get(unit, 0.0):
                best[unit] = gained
        return sum(sorted(best.values(), reverse=True)[: self._most(position)])

    def _most(self, position: Position) -> int:
        """Return the most strikes of one turn."""
        return position.budget if self._game.ruleset.turn.actions is not None else 100

    def _enemies(self, position: Position) -> int:
        """Return the cells of the enemies of the side to act, as bits."""
        cells, facings = 0, self._facings
        for enemy in range(len(self._game.sides)):
            if enemy != position.side:
                for unit in position.units_of(enemy):
                    cells |= 1 << position.place[unit] // facings
        return cells

    def _gain(self, position: Position, unit: int, target: int) -> float:
        """Return the expected gain of one strike at full worth, less what it costs."""
        roster, men = position.roster, position.men
        striker, struck = roster.types[unit].word, roster.types[target].word
        deals, costs = self._worth.exchange(striker, struck)
        value = self._values
        strength = men[unit] / roster.full[unit]
        lost = min(men[target] / roster.full[target], deals * strength)
        return lost * value[struck] - costs * strength * value[striker]

    def _gain_after(
        self, position: Position, unit: int, cell: int, facing: int, enemies: int
    ) -> float:
        """Return the best gain of an attack after a move, if the turn allows one."""
        roster = position.roster
        word = roster.types[unit].word
        need = self._strikes_later[word]
        if not need or need > position.budget or position.used & roster.shares[unit]:
            return 0.0
        place = cell * self._facings + (facing if self._facings > 1 else 0)
        key = (word, roster.owners[unit], place)
        struck = self._struck.get(key)
        if struck is None:
            forward = facing if self._facings > 1 else self._game.sides[key[1]].forward
            cells = self._game.search.strikes(roster.types[unit], key[1], cell, forward)
            struck = self._struck[key] = sum(1 << other for other in cells)
        struck &= enemies
        best = 0.0
        while struck:
            low = struck & -struck
            struck ^= low
            best = max(best, self._gain(position, unit, position.board[low.bit_length() - 1]))
        return best

    def _may_strike_after_moving(self, word: str) -> int:
        """Return the actions of a move and an attack in one turn, at least 1; 0 if not allowed."""
        game = self._game
        costs, attack = game.costs[word], game.ruleset.units[word].attack
        if attack is None or not attack.after_moving or not {MOVE, ATTACK} <= costs.keys():
            return 0
        if game.limits.most.get("any", 2) < 2:
            return 0
        return max(1, costs[MOVE] + costs[ATTACK])
