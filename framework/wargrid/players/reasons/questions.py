"""Questions about a position and the next ones, whose answers are reasons for moves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from math import inf
from typing import Final

from wargrid.core.grid import Grid
from wargrid.core.moves import ARMY, ATTACK, MOVE, TAKE, TURN, Move
from wargrid.core.position import Position
from wargrid.core.state import GONE
from wargrid.engine.game import Game
from wargrid.engine.odds import expected
from wargrid.players.actions import goes_on
from wargrid.players.evaluation.distances import Distances
from wargrid.players.evaluation.score import Evaluation
from wargrid.players.evaluation.ways import Ways
from wargrid.players.evaluation.worth import takes_by_moving, wants_to_lose
from wargrid.players.reasons.effects import odds_text, place_name
from wargrid.ruleset.wants import ANY

MOST_REPLIES: Final = 60
"""How many replies are looked at to find that a side wins by force."""

WORTHWHILE: Final = 20.0
"""What a taking must gain at least to be a threat, where 100 is an average unit."""

EVEN: Final = -20.0
"""What an exchange must gain at least to lose nothing."""

_NO_WAY: Final = 2
"""How many steps away a cell is at most that a unit is said to bear on."""


def _centre_of(grid: Grid) -> frozenset[int]:
    """Return the two or three columns and rows in the middle of a board, where they cross."""
    last = grid.columns - 1, grid.rows - 1
    lines = tuple(grid.row_and_column(cell)[::-1] for cell in range(grid.cells))
    return frozenset(
        cell
        for cell, place in enumerate(lines)
        if all(abs(2 * at - end) <= 2 for at, end in zip(place, last, strict=True))
    )


class Questions:
    """Answers questions about positions of one game."""

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        self._game = game
        self._search = game.search
        self.evaluation = evaluation
        self._distances = Distances(game)
        self._sandwiches = any(unit.takes_between for unit in game.ruleset.units.values())
        self.deploying = game.engine.deploying
        self._ways = list(self._single_ways())
        self.takes_by_moving = takes_by_moving(game)
        self.wants_to_lose = wants_to_lose(game)
        goals = any([*victory.aims] for victory in game.ruleset.victory)
        self.has_centre = self.takes_by_moving and not (self._sandwiches or goals)
        self.centre = _centre_of(game.grid)
        self._royal = {victory.royal for victory in game.ruleset.victory}
        self.strength = game.ruleset.strength

    def named(self, position: Position, unit: int) -> dict[str, object]:
        """Return the fields of a text about a unit on the board."""
        cell = self._game.grid.name(position.cell_of(unit))
        return {"unit": position.type_of(unit).name, "cell": cell}

    def odds(self, position: Position, by: int, unit: int, key: str = "hints.odds") -> object:
        """Word how likely the attack of a unit to act destroys another; empty if it never does."""
        _, attack = next(self._attacks(position, by, unit), (position, None))
        return odds_text(self._game, position, attack, key)

    def armies(self, position: Position) -> list[Position]:
        """Return the positions with each ready-made army of the side that deploys."""
        moves = (move for move in self._game.moves(position) if move.verb == ARMY)
        return [self._game.step(position, move) for move in moves]

    def attacks_from_afar(self, position: Position, unit: int) -> bool:
        """Return whether a unit may attack more than one step away."""
        side, unit_type = position.side_of(unit), position.type_of(unit)
        cell, forward = position.cell_of(unit), self._game.engine.forward[side]
        struck = self._search.strikes(unit_type, side, cell, forward)
        return unit_type.attack is not None and any(self.gap(position, unit, c) > 1 for c in struck)

    def worth(self, position: Position, unit: int) -> float:
        """Return what a unit is worth, in points of the evaluation."""
        return self.evaluation.values[position.type_of(unit).word]

    def threats(self, position: Position, least: float = WORTHWHILE) -> dict[int, int]:
        """Return the enemies that it is worth striking at once, each with the unit to do it.

        To take a unit gains ``least`` points at least, that which takes being lost if it may be.
        """
        found: dict[int, int] = {}
        most: dict[int, float] = {}
        for move in self._search.noisy(position):
            unit = position.board[move.struck]
            if unit <= 0 or position.side_of(unit) == position.side:
                continue
            gain = self._gain(position, move, unit)
            if gain >= least and gain > most.get(unit, -inf):
                found[unit], most[unit] = position.board[move.source], gain
        if self._sandwiches:
            found |= dict(self._closed_in(position))
        return found

    def reached(self, position: Position, least: float = WORTHWHILE) -> dict[int, int]:
        """Return the enemies that it is worth striking in this turn, each with the unit to do it.

        Where units attack, they may go somewhere first, and ``least`` is what they gain at least.
        """
        if self.takes_by_moving or self._sandwiches:
            return self.threats(position)
        found = self.gains(position)
        return {unit: by for unit, (gain, by) in found.items() if gain >= least}

    def gains(self, position: Position) -> dict[int, tuple[float, int]]:
        """Return what striking each enemy in this turn gains at most, and the unit to do it."""
        return self.evaluation.threats.reached(position)

    def risk(self, position: Position, by: int, unit: int, key: str) -> object:
        """Word how likely a unit to act destroys another in this turn, at once or after a move."""
        found = self._worst(position, by, unit)
        at, attack = (position, None) if found is None else found
        return odds_text(self._game, at, attack, key)

    def lost(self, position: Position, by: int, unit: int) -> tuple[Fraction, bool]:
        """Return how many men a unit to act takes from another in this turn, and if that is sure.

        Otherwise it is the average.
        """
        found = self._worst(position, by, unit)
        if found is None:
            return Fraction(0), True
        removed = self._game.odds(*found).removed(found[1].struck)
        return expected(removed), len(removed) == 1

    def _worst(self, position: Position, by: int, unit: int) -> tuple[Position, Move] | None:
        """Return the attack of a unit on another that does it most harm, and where it is made."""
        found = list(self._attacks(position, by, unit))
        if not found and self.evaluation.threats.may_strike_after_moving(position.type_of(by).word):
            for move in self._search.moves_of(position, by):
                after = goes_on(self._game, position, move)
                found += self._attacks(after, by, unit) if after is not None else ()
        return max(found, key=self._harm, default=None)

    def _harm(self, attack: tuple[Position, Move]) -> tuple[Fraction, Fraction]:
        odds, cell = self._game.odds(*attack), attack[1].struck
        return odds.eliminated(cell), expected(odds.removed(cell))

    def _attacks(self, position: Position, by: int, unit: int) -> Iterator[tuple[Position, Move]]:
        """Yield the attacks of a unit to act on another at once, with the position."""
        board = position.board
        for move in self._game.moves(position):
            if move.verb == ATTACK and (board[move.source], board[move.struck]) == (by, unit):
                yield position, move

    def _closed_in(self, position: Position) -> Iterator[tuple[int, int]]:
        """Yield the enemies that a move of the side to act takes between two, and the mover."""
        enemies = tuple(position.units_of(1 - position.side))
        for move in self._search.moves(position):
            after = self._search.make(position, move)
            for unit in enemies:
                if after.place[unit] == GONE:
                    yield unit, position.board[move.source]

    def _gain(self, position: Position, move: Move, unit: int) -> float:
        worth = self.worth(position, unit)
        if move.verb == ATTACK:
            return worth
        after = self._search.make(position, move)
        taken_back = any(back.target == move.target for back in self._search.noisy(after))
        return worth - self.worth(position, position.board[move.source]) * taken_back

    def can_win(self, position: Position) -> bool:
        """Return whether the side to act has a move that wins at once and for certain."""
        for move in self._search.moves(position):
            after = self._search.make(position, move)
            if after is not None and after.result is None:
                after = self._search.settle(after)
            if after is None or after.result is None:
                continue
            if after.result.winner == position.side:
                return True
        return False

    def wins_by_force(self, position: Position) -> bool:
        """Return whether the other side wins at once after every move of the side to act.

        False where that is not looked at: with dice, several actions a turn, or many moves.
        """
        if not self.takes_by_moving or self._search.has_dice:
            return False
        moves = self._search.moves(position)
        if not 0 < len(moves) <= MOST_REPLIES:
            return False
        replies = (self._search.make(position, move) for move in moves)
        return all(
            after.result is None and after.side != position.side and self.can_win(after)
            for after in replies
        )

    def may_win_next(self, position: Position) -> bool:
        """Return whether the other side wins at once after some move of the side to act.

        A win that only a turn left out would allow is no threat. True where that is not looked at:
        with dice.
        """
        if self._search.has_dice:
            return True
        moves = self._search.moves(position)[:MOST_REPLIES]
        replies = (self._search.make(position, move) for move in moves)
        left = (each for each in replies if each.result is None)
        turns = (self.turn_of(each, 1 - position.side) for each in left)
        return not moves or any(each is not None and self.can_win(each) for each in turns)

    def acts_once(self, position: Position) -> bool:
        """Return whether the side to act has one action a turn."""
        return self._search.actions(position) == 1

    def is_in_reach(self, position: Position, unit: int) -> bool:
        """Return whether the side to act could strike a unit in one turn on an empty board."""
        if self._sandwiches:
            return True
        cell = position.cell_of(unit)
        return any(
            self.attacks_next_turn(position, enemy, self.actions_to(position, enemy, cell))
            for enemy in position.units_of(position.side)
        )

    def is_struck(self, position: Position, unit: int, by: int = 0) -> bool:
        """Return whether the side to act may strike a unit at once, or one of its units may."""
        board = position.board
        strikers = {
            board[m.source] for m in self._search.noisy(position) if board[m.struck] == unit
        }
        if self._sandwiches:
            strikers |= {enemy for struck, enemy in self._closed_in(position) if struck == unit}
        return by in strikers if by else bool(strikers)

    def counts(self, position: Position) -> dict[int, int]:
        """Return the number of moves of each unit of the side to act."""
        found = dict.fromkeys(position.units_of(position.side), 0)
        for move in self._search.moves(position):
            if move.source >= 0 and (unit := position.board[move.source]) in found:
                found[unit] += 1
        return found

    def going_to(self, position: Position, cells: Collection[int]) -> set[int]:
        """Return the units of the side to act that may go to one of some cells."""
        moves = self._search.moves(position)
        return {position.board[m.source] for m in moves if m.source >= 0 and m.target in cells}

    def turn_of(self, position: Position, side: int) -> Position | None:
        """Return the position with a side to act, or None if it cannot be."""
        return position if position.side == side else self._search.passed(position)

    def fresh(self, position: Position, side: int) -> Position:
        """Return the position at the start of a turn of a side."""
        found = position.after([self._game.engine.turn_of(side)])
        found.past = ()
        return found

    def in_check(self, position: Position, side: int) -> bool:
        """Return whether a side is in check."""
        return self._game.in_check(position, side)

    def is_pinned(self, free: Position, position: Position, unit: int) -> bool:
        """Return whether a unit of the side to act may not move for fear of check.

        In the position ``free`` it may.
        """
        legal = self._search.moves_of(position, unit)
        return any(
            move.verb == MOVE
            and not position.board[move.target]
            and all(move.target != known.target for known in legal)
            and self.in_check(self._search.make(position, move), position.side)
            for move in self._search.moves_of(free, unit)
        )

    def zones(self, position: Position, unit: int) -> Iterator[tuple[str, frozenset[int]]]:
        """Yield the zones in which the unit wins, alone or with others, by name."""
        side = position.side_of(unit)
        zones, words = self._game.engine.grounds[side].zones, (ANY, position.type_of(unit).word)
        for victory in self._game.ruleset.victory:
            for aim in victory.aims:
                if aim.unit in words and aim.side in (None, position.roster.sides[side]):
                    yield aim.zone, zones[aim.zone]

    def way(self, position: Position, unit: int, zone: frozenset[int]) -> int:
        """Return the actions that a unit alone needs to a zone."""
        actions = self._distances.to_reach(
            position.type_of(unit), position.side_of(unit), sorted(zone)
        )
        return actions[position.place[unit]]

    def actions_to(self, position: Position, unit: int, cell: int) -> int:
        """Return the actions that a unit alone needs to strike a cell."""
        side, unit_type = position.side_of(unit), position.type_of(unit)
        return self._distances.to_strike(unit_type, side, cell)[position.place[unit]]

    def bears_on(self, position: Position, unit: int, cells: Collection[int]) -> int:
        """Return how many of some cells a unit could strike next, as far as it is easily seen."""
        near = (c for c in cells if self.actions_to(position, unit, c) == 1)
        return sum(self._is_open(position, unit, cell) for cell in near)

    def _is_open(self, position: Position, unit: int, cell: int) -> bool:
        """Return whether a cell is near a unit, and none is between."""
        gap, grid = self.gap(position, unit, cell), self._game.grid
        if gap != _NO_WAY:
            return gap < _NO_WAY
        here, there = (grid.row_and_column(each) for each in (position.cell_of(unit), cell))
        twice = [first + last for first, last in zip(here, there, strict=True)]
        if any(each % 2 for each in twice):
            return True  # it leaps
        row, column = (each // 2 for each in twice)
        return not position.board[grid.at(column, row)]

    def gap(self, position: Position, unit: int, cell: int, metric: str = "chebyshev") -> int:
        """Return the steps from a unit to a cell, by default a king's."""
        return self._game.grid.distance(position.cell_of(unit), cell, metric)

    def far_from_enemies(self, position: Position, unit: int) -> Callable[[int], int]:
        """Return how far a cell is from where enemies of a unit's type are placed; 0 if unknown."""
        side, word = position.side_of(unit), position.type_of(unit).word
        there = () if self.deploying is None else self.deploying.zone(word, 1 - side)
        distance = self._game.grid.distance

        def far(cell: int) -> int:
            return min((distance(cell, other, "chebyshev") for other in there), default=0)

        return far

    def actions_to_enemies(self, position: Position, unit: int) -> float:
        """Return the actions that a unit needs to strike where enemies of its type are placed."""
        side, word = position.side_of(unit), position.type_of(unit).word
        there = () if self.deploying is None else self.deploying.zone(word, 1 - side)
        return min((self.actions_to(position, unit, cell) for cell in there), default=inf)

    def shoots_over(self, position: Position, unit: int, cell: int) -> bool:
        """Return whether a unit could attack the cell behind a near one on an empty board."""
        grid = self._game.grid
        here, there = (grid.row_and_column(each) for each in (position.cell_of(unit), cell))
        row, column = (2 * last - first for first, last in zip(here, there, strict=True))
        inside = 0 <= row < grid.rows and 0 <= column < grid.columns
        if position.type_of(unit).attack is None or not inside:
            return False
        return self.actions_to(position, unit, grid.at(column, row)) == 1

    def attacks_next_turn(self, position: Position, unit: int, actions: int) -> bool:
        """Return whether so many actions, the last one an attack, fit in one turn of a unit."""
        costs, most = (
            self._game.engine.costs[position.type_of(unit).word],
            self._game.engine.limits.most,
        )
        goes = sum(most.get(verb, actions) for verb in (MOVE, TURN) if verb in costs)
        if actions > min(self._search.actions(position), most.get("any", actions), goes + 1):
            return False
        return actions == 1 or self.attacks_after_moving(position, unit)

    def strikes_soon(self, position: Position, unit: int, enemy: int, actions: int) -> bool:
        """Return whether a unit may strike an enemy with so many actions of its turn."""
        moves = self._search.moves_of(position, unit)
        if any(m.verb in (ATTACK, TAKE) and position.board[m.struck] == enemy for m in moves):
            return True
        cell = position.cell_of(enemy)
        for after in [self._game.step(position, m) for m in moves if m.verb in (MOVE, TURN)]:
            goes_on = after.side == position.side and after.pending is None and not after.result
            nearer = goes_on and self.actions_to(after, unit, cell) < actions
            if nearer and self.strikes_soon(after, unit, enemy, actions - 1):
                return True
        return False

    def attacks_after_moving(self, position: Position, unit: int) -> bool:
        """Return whether a unit may move and attack in the turn that begins."""
        return self.evaluation.threats.follows(position, unit)

    def defence(self, position: Position, unit: int) -> int:
        """Return the defence of the terrain that a unit is on, 0 if it does not protect it."""
        terrain = self._game.engine.grounds[0].terrain[position.cell_of(unit)]
        attack = position.type_of(unit).attack
        if not terrain or attack is None or not attack.by.is_sheltered:
            return 0
        return self._game.ruleset.terrains[terrain].defence

    def best_defence(self) -> int:
        """Return the greatest defence of terrains on the board."""
        words = set(self._game.engine.grounds[0].terrain) - {""}
        return max((self._game.ruleset.terrains[word].defence for word in words), default=0)

    def place_name(self, position: Position, unit: int) -> object:
        """Return the name of the terrain that a unit is on."""
        return place_name(self._game, position.cell_of(unit))

    def decides(self, position: Position, unit: int) -> bool:
        """Return whether the loss of units of this type loses the game."""
        return position.type_of(unit).word in self.evaluation.deciding

    def zone_name(self, zone: str) -> object:
        """Return the name of a zone for players."""
        return self._game.ruleset.zone_name(zone)

    def is_royal(self, position: Position, unit: int) -> bool:
        """Return whether a unit may not be left where it could be taken."""
        return position.type_of(unit).word in self._royal

    def takings(self, position: Position) -> list[Move]:
        """Return the moves of the side to act that take or attack."""
        return self._search.noisy(position)

    def strikes(self, position: Position) -> set[tuple[int, int, str]]:
        """Return which units of the side to act may legally strike which, and the weapons."""
        board = position.board
        return {
            (board[move.source], board[move.struck], move.word)
            for move in self._game.moves(position)
            if move.verb in (ATTACK, TAKE)
        }

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell for players."""
        return self._game.grid.name(cell)

    def answers(self, position: Position) -> dict[tuple[int, int], set[int]]:
        """Return which units could take an enemy where it may move, by enemy and cell.

        The enemy is to act in the position.
        """
        found: dict[tuple[int, int], set[int]] = {}
        for move in self._search.moves(position):
            unit = position.board[move.source] if move.source >= 0 else 0
            after = self._search.make(position, move) if unit else None
            if after is not None and after.side != position.side:
                found[unit, move.target] = {
                    after.board[back.source]
                    for back in self._search.noisy(after)
                    if after.board[back.struck] == unit
                }
        return found

    def leads_on(self, position: Position, unit: int, cell: int, by: int) -> bool:
        """Return whether the side to act gains by a unit's move to a cell.

        The unit comes nearer to where it wins, or it could strike there what it could not before,
        other than ``by``, which could take it there.
        """
        move = next(
            m
            for m in self._search.moves(position)
            if m.target == cell and m.source >= 0 and position.board[m.source] == unit
        )
        after = self._search.make(position, move)
        for _, cells in self.zones(position, unit):
            if self.way(after, unit, cells) < self.way(position, unit, cells):
                return True
        again = self.turn_of(after, position.side)
        if again is None or after.place[unit] == GONE:
            return False
        old = self.threats(position)
        new = self.threats(again)
        return any(new[other] == unit for other in new if other not in old and other != by)

    def ways(self, position: Position) -> Iterator[tuple[int, str, Ways]]:
        """Yield the units that alone win by reaching a zone, with its name and their ways."""
        for word, side, zone, ways in self._ways:
            units = [u for u in position.units_of(side) if position.type_of(u).word == word]
            if len(units) == 1:
                yield units[0], zone, ways

    def _single_ways(self) -> Iterator[tuple[str, int, str, Ways]]:
        rules = self._game.ruleset
        aims = (aim for victory in rules.victory for aim in victory.aims)
        alone = (aim for aim in aims if (aim.share, aim.count) == (1, 1) and aim.unit != ANY)
        for aim in alone:
            unit_type = rules.units[aim.unit]
            for side, word in enumerate(rules.sides):
                if aim.side in (None, word) and Ways.are_plain(self._game, unit_type, side):
                    cells = self._game.engine.grounds[side].zones[aim.zone]
                    ways = Ways(self._game, unit_type, side, cells)
                    yield aim.unit, side, aim.zone, ways
