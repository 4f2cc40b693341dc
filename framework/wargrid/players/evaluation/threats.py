"""What the sides could take or hit in a turn, found by listing their moves."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from math import fsum, inf
from typing import Final, NamedTuple

from wargrid.core.moves import ATTACK, MOVE, TAKE, TURN, Move
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.state import GONE
from wargrid.engine.game import Game
from wargrid.engine.moves.movegen import UnitSets
from wargrid.engine.moves.patterns import takes_of
from wargrid.players.evaluation.distances import bits
from wargrid.players.evaluation.worth import Worth

MANY: Final = 100
"""The strikes of a turn that nothing limits."""

ARMED: Final = -1
"""What stands for the cells struck by an attack with one of several weapons."""

MAX_GAINS: Final = 50_000
"""How many gains of single strikes are kept."""

MAX_KEPT: Final = 16_000
"""For how many sets of cells that a type may walk to, or for how many of its moves, is kept what it
strikes from there."""


class Strike(NamedTuple):
    """A strike that a unit could make in a turn, also after a move: its gain, and the cell."""

    gain: float
    unit: int
    cell: int


class Threats:
    """Sums of what the units of a side could gain in one turn, one strike each.

    ``goals`` are by type and side what a unit is worth near its goal, by place; it loses that with
    its cell. ``most`` is how many strikes a whole turn allows.
    """

    def __init__(
        self,
        game: Game,
        worth: Worth,
        values: Mapping[str, float],
        goals: Mapping[tuple[str, int], list[float]],
    ) -> None:
        self._game = game
        self._goals = goals
        self._worth = worth
        self._carrying = game.engine.carrying
        self._values = values
        turn, words = game.ruleset.turn, game.ruleset.units
        self._counts = turn.actions is not None
        self._groups = MANY
        if turn.groups is not None and turn.groups.by == "unit":
            self._groups = turn.groups.most
        self._after_moving = {word: self._striking_after(word) for word in words}
        self._needs = {word: self._actions_to_strike(word) for word in words}
        self._gains: dict[tuple[str, int, str, str, int, int, int], float] = {}
        # With fewer actions a turn than both need, only what is near is looked at.
        self._any_follows = any(0 < need <= game.engine.budget for need in self._needs.values())
        self._near: dict[tuple[str, int, int], int] = {}
        # Quotas of attacks do not limit units that take by moving.
        ways = [(unit, kind) for unit in words.values() for kind in unit.move]
        self._takes = any(takes_of(unit, kind) != "never" for unit, kind in ways)
        self._cost = self._least_cost()
        self.most = min(self._groups, self._afforded(game.engine.budget))
        self._quotas = not self._takes or ATTACK not in turn.per_side
        if self._quotas:
            self.most = min(self.most, *(turn.per_side.get(verb, MANY) for verb in ("any", ATTACK)))
        self._conditional = any(
            movement.conditional for unit in words.values() for movement in unit.move
        )
        self._struck_from: dict[tuple[str, int], dict[int, int]] = {
            (word, side): {} for word in words for side in range(len(game.sides))
        }
        self._struck_by: dict[tuple[str, int, bool], dict[int, tuple[int, Move]]] = {
            (word, side, follows): {}
            for word in words
            for side in range(len(game.sides))
            for follows in (False, True)
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
            mine = max(mine, threat * self.gain(position.after([game.engine.turn_of(side)])))
        # What is left of the own turn may still parry, so that danger grows as it is spent.
        theirs = self.gain(position.after([game.engine.turn_of(other)]))
        return mine - (threat + (danger - threat) * (1 - left)) * theirs

    def _left(self, position: Position) -> float:
        """Return the share of its turn that the side to act has left."""
        if self._counts:
            return position.budget / self._game.engine.budget
        if not position.used:
            return 1.0
        units = position.units_of(position.side)
        shares = position.roster.usage_mask
        return sum(not position.used & shares[unit] for unit in units) / max(1, len(units))

    def gain(self, position: Position) -> float:
        """Return what the side to act could gain in the rest of its turn, each unit once."""
        enemies, best = self._enemies(position), dict[int, float]()
        armed: dict[int, float] = {}
        for source, cells in self._strikes(position, enemies, armed).items():
            struck = cells & enemies
            if struck:
                gained = self._most_gained(position, position.board[source], struck)
                best[source] = max(gained, armed.pop(source, gained))
        best |= armed
        gains = [gained for gained in best.values() if gained > 0]
        most = self._most(position)
        if self._groups < MANY and position.used:
            gains = self._of_groups(position, best)
        elif self._groups < most:
            most = self._groups
        if len(gains) > most:
            gains = sorted(gains, reverse=True)[:most]  # quicker than nlargest: gains are few
        # Summed by fsum, which rounds once: the order of units changes no score.
        return fsum(gains)

    def _of_groups(self, position: Position, best: Mapping[int, float]) -> list[float]:
        """Return the gains of units that have begun to act, and the best of those that may."""
        begun, fresh = list[float](), list[float]()
        usage = position.roster.usage_mask
        for cell, gained in best.items():
            if gained > 0:
                acted = position.used & usage[position.board[cell]]
                (begun if acted else fresh).append(gained)
        left = self._game.engine.rows.groups_left(position)
        return begun + sorted(fresh, reverse=True)[:left]

    def strikes(self, position: Position) -> list[Strike]:
        """Return the best strike of each unit in the rest of the turn, those that gain most first.

        Attacks with one of several weapons are left out.
        """
        enemies, found = self._enemies(position), []
        for source, cells in self._strikes(position, enemies, {}).items():
            unit = position.board[source]
            struck = (
                Strike(self._gain(position, unit, position.board[cell]), unit, cell)
                for cell in bits(cells & enemies)
            )
            best = max(struck, default=None)
            if best is not None and best.gain > 0:
                found.append(best)
        return sorted(found, reverse=True)

    def reached(self, position: Position) -> dict[int, tuple[float, int]]:
        """Return the enemies that could be struck in the rest of the turn, also after a move.

        Each has what is gained at most, and the unit to do it. Attacks with one of several weapons
        are left out.
        """
        enemies, found = self._enemies(position), dict[int, tuple[float, int]]()
        for source, cells in self._strikes(position, enemies, {}).items():
            unit = position.board[source]
            for cell in bits(cells & enemies):
                struck = position.board[cell]
                gain = self._gain(position, unit, struck)
                if gain > found.get(struck, (0.0, 0))[0]:
                    found[struck] = gain, unit
        return found

    def may_strike_after_moving(self, word: str) -> bool:
        """Return whether a unit of a type may move and attack in one turn."""
        return self._needs[word] > 0

    def striking_after_moving(self, unit_type: UnitTypeLike) -> Sequence[UnitTypeLike]:
        """Return the types with which a type attacks after moving: itself, or its weapons."""
        return self._after_moving[unit_type.word]

    def _striking_after(self, word: str) -> Sequence[UnitTypeLike]:
        weapons = self._game.engine.weapons.get(word)
        if weapons is None:
            return (self._game.ruleset.units[word],)
        return [weapon for weapon in weapons if weapon.attack.after_moving]

    def _strikes(self, position: Position, enemies: int, armed: dict[int, float]) -> dict[int, int]:
        """Return by cell of a unit what it could strike in the rest of the turn, as bits.

        Attacks with one of several weapons go to ``armed`` instead: by cell, the greatest gain.
        """
        units = None if self._any_follows else self._nearing(position, enemies)
        # No unit is near enough: nothing needs to be listed.
        if units is not None and not units and not self._conditional:
            return {}
        sets = self._game.search.sets(position, units)
        if sets is not None:
            return self._struck_by_sets(position, sets)
        found: dict[int, int] = {}
        known: dict[int, tuple[int, Move]] = {}
        source, follows, struck = GONE, False, 0
        for move in self._moves(position, units):
            # Moves come unit by unit: the unit is looked up once, not for each of its moves.
            if move.source != source:
                found[source] = struck
                source = move.source
                if source < 0:
                    known, follows = {}, False
                    struck = 0
                else:
                    struck = found.get(source, 0)
                    unit = position.board[source]
                    roster = position.roster
                    follows = self.follows(position, unit)
                    known = self._struck_by[roster.words[unit], roster.owners[unit], follows]
            # Moves are shared by all positions: what one strikes is found once for a game.
            kept = known.get(id(move))  # quicker than its hash
            if kept is None:
                if len(known) >= MAX_KEPT:
                    known.clear()
                kept = known[id(move)] = self._struck_by_move(position, move, follows), move
            cells = kept[0]
            if cells == ARMED:
                gained = self._gain_by(position, move)
                armed[source] = max(gained, armed.get(source, gained))
            else:
                struck |= cells
        found[source] = struck
        found.pop(GONE, None)
        return found

    def _struck_by_sets(self, position: Position, sets: list[UnitSets]) -> dict[int, int]:
        """Return by cell of a unit what it could strike, by the cells that it may walk to."""
        found: dict[int, int] = {}
        roster, place = position.roster, position.place
        for unit, free, taken, attacked in sets:
            struck = taken | attacked
            if free and self.follows(position, unit):
                known = self._struck_from[roster.words[unit], position.side]
                cells = known.get(free)
                if cells is None:
                    if len(known) >= MAX_KEPT:
                        known.clear()
                    cells = known[free] = self._struck_from_any(position, unit, free)
                struck |= cells
            if struck:
                found[place[unit]] = struck
        return found

    def _struck_from_any(self, position: Position, unit: int, free: int) -> int:
        """Return the cells that a unit could strike from any of a set of cells, as bits."""
        side = position.side
        strikes, forward = self._game.search.strikes, self._game.engine.forward[side]
        strikers = self._after_moving[position.roster.words[unit]]
        struck = 0
        for cell in bits(free):
            for each in strikers:
                for other in strikes(each, side, cell, forward):
                    struck |= 1 << other
        return struck

    def _struck_by_move(self, position: Position, move: Move, follows: bool) -> int:
        """Return the cells that a move strikes, or its unit afterwards if it may, as bits."""
        if move.verb in (ATTACK, TAKE):
            return ARMED if move.word and move.verb == ATTACK else 1 << move.struck
        if follows and move.verb in (MOVE, TURN):
            return self.struck_after(position, position.board[move.source], move)
        return 0

    def _moves(self, position: Position, units: Container[int] | None) -> list[Move]:
        """Return the moves that may strike, now or afterwards, those of some units."""
        search = self._game.search
        if self._any_follows:
            return search.moves(position)
        if self._conditional:
            return search.noisy(position)
        return search.noisy(position, units)

    def _nearing(self, position: Position, enemies: int) -> set[int]:
        """Return the units of the side to act that an enemy stands near enough to be struck."""
        return {
            unit
            for unit in position.units_of(position.side)
            if self._nears(position, unit) & enemies
        }

    def _nears(self, position: Position, unit: int) -> int:
        """Return the cells that a unit could strike at once on the empty board, as bits."""
        side, place = position.side, position.place[unit]
        unit_type = position.type_of(unit)
        found = self._near.get((unit_type.word, side, place))
        if found is None:
            facings = self._game.grid.facings
            forward = place % facings if facings > 1 else self._game.engine.forward[side]
            cells = self._game.search.strikes(unit_type, side, place // facings, forward)
            found = self._near[unit_type.word, side, place] = sum(1 << cell for cell in cells)
        return found

    def _most(self, position: Position) -> int:
        """Return the most strikes of the rest of a turn."""
        left = self._game.search.strikes_left(position) if self._quotas else MANY
        return min(left, self._afforded(position.budget))

    def _afforded(self, budget: int) -> int:
        """Return how many strikes so many actions pay for."""
        return budget // self._cost if self._counts and self._cost else MANY

    def _least_cost(self) -> int:
        """Return the actions of the cheapest strike, 0 where one is free."""
        verbs = (ATTACK, MOVE) if self._takes else (ATTACK,)
        costs = self._game.engine.costs.values()
        return min((cost[verb] for cost in costs for verb in verbs if verb in cost), default=0)

    def _enemies(self, position: Position) -> int:
        """Return the cells of the enemies of the side to act, as bits."""
        cells, facings = 0, self._game.grid.facings
        for enemy in range(len(self._game.sides)):
            if enemy != position.side:
                for unit in position.units_of(enemy):
                    cells |= 1 << position.place[unit] // facings
        return cells

    def _most_gained(self, position: Position, unit: int, struck: int) -> float:
        """Return the greatest gain of a strike of a unit on one of a set of cells."""
        board, best = position.board, -inf
        while struck:
            # Without the generator `bits`: this is the inner loop of the evaluation.
            last = struck.bit_length() - 1
            struck ^= 1 << last
            gained = self._gain(position, unit, board[last])
            if gained > best:
                best = gained
        return best

    def _gain(self, position: Position, unit: int, target: int) -> float:
        """Return the expected gain of one strike at full worth, less what it costs."""
        strikers = self._after_moving[position.roster.words[unit]]
        if len(strikers) == 1:
            return self._gain_of(position, unit, target, strikers[0].word)
        gains = (self._gain_of(position, unit, target, each.word) for each in strikers)
        return max(gains, default=0.0)

    def _gain_by(self, position: Position, move: Move) -> float:
        """Return the expected gain of an attack with one of several weapons."""
        unit, target = position.board[move.source], position.board[move.target]
        striker = self._game.engine.armed_type(position.roster.types[unit], move.word)
        return self._gain_of(position, unit, target, striker.word)

    def _gain_of(self, position: Position, unit: int, target: int, weapon: str) -> float:
        roster, men = position.roster, position.men
        # Without goals the place is the same for all, which keeps the table small.
        where = position.place[target] if self._goals else 0
        words = roster.words
        key = (
            words[unit],
            men[unit],
            weapon,
            words[target],
            men[target],
            roster.owners[target],
            where,
        )
        found = self._gains.get(key)
        if found is None:
            if len(self._gains) >= MAX_GAINS:
                self._gains.clear()
            found = self._gains[key] = self._make_gain(position, unit, target, weapon)
        return found if self._carrying is None else found + self._aboard(position, target, found)

    def _aboard(self, position: Position, target: int, gained: float) -> float:
        """Return what a gain on a unit adds for what it carries, which is in the same danger."""
        words, full, carrying = position.roster.words, position.roster.full, self._carrying
        if gained <= 0 or carrying is None or words[target] not in carrying.holds:
            return 0.0
        cargo = [
            self._values[words[unit]] * position.men[unit] / full[unit]
            for unit in carrying.aboard(position, target)
        ]
        return gained * fsum(cargo) / self._values[words[target]] if cargo else 0.0

    def _make_gain(self, position: Position, unit: int, target: int, weapon: str) -> float:
        roster, men = position.roster, position.men
        striker, struck = roster.words[unit], roster.words[target]
        deals, costs, ousts = self._worth.exchange(weapon, struck)
        value = self._values
        strength = men[unit] / roster.full[unit]
        lost = min(men[target] / roster.full[target], deals * strength)
        gained = lost * value[struck] - costs * strength * value[striker]
        goal = self._goals.get((struck, roster.owners[target]))
        return gained if goal is None else gained + ousts * goal[position.place[target]]

    def follows(self, position: Position, unit: int) -> bool:
        """Return whether a unit may still both move and strike in its turn."""
        roster = position.roster
        need = self._needs[roster.words[unit]]
        return 0 < need <= position.budget and not position.used & roster.usage_mask[unit]

    def struck_after(self, position: Position, unit: int, move: Move) -> int:
        """Return the cells that a unit could strike after a move, as bits."""
        side = position.side_of(unit)
        faces = self._game.grid.facings > 1
        forward = move.facing if faces else self._game.engine.forward[side]
        strikers = self._after_moving[position.roster.words[unit]]
        strikes = self._game.search.strikes
        cells = {cell for each in strikers for cell in strikes(each, side, move.target, forward)}
        return sum(1 << cell for cell in cells)

    def _actions_to_strike(self, word: str) -> int:
        """Return the actions of a move and an attack in one turn, at least 1; 0 if not allowed."""
        game = self._game
        costs, attack = game.engine.costs[word], game.ruleset.units[word].attack
        ready = attack is not None and any(weapon.after_moving for weapon in attack.weapons)
        if not ready or not {MOVE, ATTACK} <= costs.keys():
            return 0
        if game.engine.limits.most.get("any", 2) < 2:
            return 0
        return max(1, costs[MOVE] + costs[ATTACK])
