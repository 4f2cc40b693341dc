"""What each type of unit is worth, from the rules alone; 100 is an average unit."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache, partial
from math import fsum, sqrt
from typing import Final, NamedTuple

from wargrid.core.effects import REACTS
from wargrid.core.grid import OFF
from wargrid.core.moves import ATTACK, CHOOSE, TAKE, Move
from wargrid.core.patterns import ConditionalMove, MovePattern, Placement
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.ranking import TARGET_BEATEN
from wargrid.engine.game import Game
from wargrid.players.evaluation.chance import Expectation
from wargrid.players.evaluation.distances import Distances
from wargrid.players.evaluation.powers import power

EMPTY: Final = 0.69
"""The probability that a cell is empty, with which mobility agrees best with the known values of
orthodox pieces (R. Betza, "Crowded Board Mobility")."""

DEAREST: Final = 3.0
"""The value of a type whose loss loses the game, in those of the dearest other type."""

DISPLACED: Final = 0.3
"""The share of its worth that a unit loses if it is driven from its cell."""

IN_COMPANY: Final = 0.5
"""The share taken by units that take, but not such a unit alone."""

TRIES: Final = 40
"""How many cells are tried to set up an attack."""


class Exchange(NamedTuple):
    """What one attack is expected to do to full units.

    ``deals`` and ``costs`` are the shares of the defender and the attacker that are lost, ``ousts``
    the probability that the defender leaves its cell.
    """

    deals: float
    costs: float = 0.0
    ousts: float = 1.0


class Worth:
    """Mobility, attack values and worth of the types of one game.

    ``mobility[word, side]`` lists by cell how many cells a unit may expect to move to or strike;
    ``typical[word]`` is its mean over the cells where such units may come. ``suggested[word]`` is
    what the rules suggest as the worth of a full unit, ``deciding`` the types whose loss loses the
    game.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self.distances = Distances(game)
        self._expectation = Expectation(game)
        self._exchanges: dict[tuple[str, str], Exchange] = {}
        units, grid = game.ruleset.units, game.grid
        armed = [weapon for weapons in game.engine.weapons.values() for weapon in weapons]
        self._strikers = {**units, **{weapon.word: weapon for weapon in armed}}
        from_middle = sorted(range(grid.cells), key=lambda cell: grid.distance(cell, grid.middle))
        # Plugins trust positions: no unit is imagined on a wall.
        self._walls = frozenset().union(*(ground.walls for ground in game.engine.grounds))
        self._tried = [cell for cell in from_middle if cell not in self._walls][:TRIES]
        self.deciding = frozenset(
            word for each in game.ruleset.victory for word in each.deciding if word in units
        )
        self._numbers = self._count()
        self.mobility = {
            (word, side): [self._mobility(unit, side, cell) for cell in range(game.grid.cells)]
            for word, unit in units.items()
            for side in range(len(game.sides))
        }
        self.typical = {word: max(0.1, self._typical(unit)) for word, unit in units.items()}
        self.suggested = self._values()

    def _count(self) -> Counter[tuple[int, str]]:
        """Count the units of each side and type with which the game begins, or that may come."""
        game = self._game
        start = [(placed.side, placed.type.word) for placed in game.ruleset.placements(game.grid)]
        if game.engine.deploying is not None:
            start += [
                (side, unit_type.word) for side, unit_type in game.engine.deploying.reserves()
            ]
        for offer in (ability.offer for ability in game.ruleset.abilities):
            if offer is not None:
                start += [(side, word) for side in range(len(game.sides)) for word in offer.prices]
        return Counter(start)

    def has_deciding(self, side: int) -> bool:
        """Return whether a side begins with a type whose loss loses the game, or may get it."""
        owners = [owner for owner, word in self._numbers if word in self.deciding]
        return side in owners

    def _cells(self, unit_type: UnitTypeLike, side: int) -> list[int]:
        """Return the cells where units of a type begin."""
        game = self._game
        if (
            game.engine.deploying is not None
            and unit_type.word in game.engine.deploying.rules.units
        ):
            return sorted(game.engine.deploying.zone(unit_type.word, side))
        placed = game.ruleset.placements(game.grid)
        return [each.cell for each in placed if (each.side, each.type) == (side, unit_type)]

    # Mobility

    def _mobility(self, unit_type: UnitTypeLike, side: int, cell: int) -> float:
        facings = self.distances.forwards(side)
        return fsum([self._facing(unit_type, side, cell, f) for f in facings]) / len(facings)

    def _facing(self, unit_type: UnitTypeLike, side: int, cell: int, forward: int) -> float:
        tables, search = self._game.engine.tables, self._game.search
        quiet = taking = 0.0
        for pattern in tables.patterns(unit_type, side, cell, forward):
            goes, takes = _expected(pattern)
            quiet += goes if pattern.takes != "only" else 0
            taking += takes if pattern.takes != "never" else 0
        if tables.walkers(unit_type, side, forward):
            quiet += EMPTY * len(search.reach(unit_type, side, cell, forward))
            taking += EMPTY * len(search.strikes(unit_type, side, cell, forward))
        elif ATTACK in self._game.engine.costs[unit_type.word]:
            taking += _expected(tables.attack_pattern(unit_type, side, cell, forward))[1]
        return (quiet + taking) / 2

    def _typical(self, unit_type: UnitTypeLike) -> float:
        means = []
        for side in range(len(self._game.sides)):
            starts = self._cells(unit_type, side) or range(self._game.grid.cells)
            cells = self.distances.coverage(unit_type, side, starts)
            mobility = self.mobility[unit_type.word, side]
            means.append(fsum([mobility[cell] for cell in cells]) / len(cells))
        return fsum(means) / len(means)

    # Worth

    def _values(self) -> dict[str, float]:
        """Return the worth of each type: by mobility, and by what it deals and takes."""
        units = self._game.ruleset.units
        raw = {word: self._strength(unit) for word, unit in units.items()}
        others = {word: value for word, value in raw.items() if word not in self.deciding} or raw
        numbers = {word: self._number(word) for word in others}
        total = sum(numbers.values())
        mean = (
            fsum([others[word] * number for word, number in numbers.items()]) / total
            if total
            else 0.0
        )
        mean = mean or fsum(others.values()) / len(others)
        value = {word: 100 * strength / mean for word, strength in raw.items()}
        dearest = max(value[word] for word in others)
        value |= dict.fromkeys(self.deciding, DEAREST * dearest)
        return value | {word: max(100.0, value[word]) for word in self._racing()}

    def _racing(self) -> list[str]:
        """Return the types that win by reaching a zone: no less than an average unit."""
        victories = (each for each in self._game.ruleset.victory if each.asked == "move")
        named = (aim.unit for victory in victories for aim in victory.aims)
        return [word for word in named if word in self._game.ruleset.units]

    def _number(self, word: str) -> int:
        return sum(number for (_, other), number in self._numbers.items() if other == word)

    def _strength(self, unit: UnitTypeLike) -> float:
        mobility = self.typical[unit.word]
        if ATTACK not in self._game.engine.costs[unit.word] and not self._fights:
            return mobility * self._by_rank(unit.word)
        deals = self._mean([self.exchange(unit.word, other).deals for other in self._types()])
        takes = self._mean([self.exchange(other, unit.word).deals for other in self._types()])
        return sqrt(mobility * max(deals, 0.02) / max(takes, 0.02))

    def _by_rank(self, word: str) -> float:
        """Return by what ranks multiply the strength of a type that takes by moving."""
        ranks = self._game.ruleset.ranks
        if ranks is None:
            return 1.0
        others = self._types()
        beats = self._mean([ranks.outcome(word, each) & TARGET_BEATEN for each in others])
        beaten = self._mean([ranks.outcome(each, word) & TARGET_BEATEN for each in others])
        return sqrt(max(beats, 0.05) / max(beaten, 0.05))

    @property
    def _fights(self) -> bool:
        return attacks(self._game)

    def _types(self) -> list[str]:
        """Return the word of each type in play, as often as such units begin."""
        found = [w for w in self._game.ruleset.units for _ in range(min(4, self._number(w)))]
        return found or list(self._game.ruleset.units)

    def _mean(self, numbers: list[float]) -> float:
        return fsum(numbers) / len(numbers)

    # Attacks

    def exchange(self, attacker: str, defender: str) -> Exchange:
        """Return what one attack is expected to do; a unit that takes by moving takes all.

        ``attacker`` is the word of a type, or of a weapon made a type; a type with several weapons
        uses the best of them.
        """
        key = (attacker, defender)
        found = self._exchanges.get(key)
        if found is None:
            found = self._exchanges[key] = self._exchange(*key)
        return found

    def _exchange(self, attacker: str, defender: str) -> Exchange:
        weapons = self._game.engine.weapons.get(attacker)
        if weapons is not None:
            found = (self.exchange(weapon.word, defender) for weapon in weapons)
            return max(found, key=lambda each: each.deals - each.costs)
        units = self._strikers
        duel = self._duel(units[attacker], units[defender])
        if duel is None:
            takes = ATTACK not in self._game.engine.costs[attacker] and self._strikes(
                units[attacker]
            )
            return Exchange(IN_COMPANY, ousts=IN_COMPANY) if takes else Exchange(0.0, ousts=0.0)
        position, move = duel
        after = self._undisturbed(self._game.step(position, move))
        mine, other = position.board[move.source], position.board[move.struck]
        mean = self._expectation.over
        deals = mean(after, partial(_share_lost, position, other))
        ousts = mean(after, partial(_leaves, position, other))
        if move.verb == TAKE:
            return Exchange(deals, ousts=ousts)
        return Exchange(deals, mean(after, partial(_share_lost, position, mine)), ousts)

    def _undisturbed(self, position: Position) -> Position:
        """Return how an attack goes on if no unit reacts to it that need not.

        A unit that may do so once a round is struck like others in the rest of it.
        """
        while position.pending is not None and position.pending.kind == REACTS:
            answers = self._game.moves(position)
            made = next((each for each in answers if each.verb == CHOOSE), answers[0])
            position = self._game.step(position, made)
        return position

    def _strikes(self, unit: UnitTypeLike) -> bool:
        """Return whether a unit could take or attack anything from the cells that are tried."""
        search, forward = self._game.search, self._game.engine.forward[0]
        return any(search.strikes(unit, 0, cell, forward) for cell in self._tried)

    def _duel(self, attacker: UnitTypeLike, defender: UnitTypeLike) -> tuple[Position, Move] | None:
        """Return a position in which one unit may attack the only other one, and the attack."""
        game = self._game
        facing = game.engine.forward[1]
        weapon = "" if attacker.word in game.ruleset.units else attacker.attack.weapon
        unit_type = game.ruleset.units[attacker.word.partition(" ")[0]]
        for cell in self._tried:
            for forward in self.distances.forwards(0):
                for target in self._typically_struck(attacker, cell, forward):
                    units = [
                        Placement(0, unit_type, cell, forward, attacker.men),
                        Placement(1, defender, target, facing, defender.men),
                    ]
                    position = game.position_with(units, turn=len(game.sides) + 1)
                    for move in game.search.noisy(position):
                        armed = not weapon or move.word == weapon
                        if armed and (move.source, move.struck) == (cell, target):
                            return position, move
        return None

    def _typically_struck(self, attacker: UnitTypeLike, cell: int, forward: int) -> list[int]:
        """Return a cell in mid-range that an attacker strikes, on common terrain if there is one.

        What dice and shelter do depends on both. The list is empty if the attacker strikes none.
        """
        grid, terrain = self._game.grid, self._game.engine.grounds[0].terrain
        reached = self._game.search.strikes(attacker, 0, cell, forward)
        struck = [other for other in reached if other not in self._walls]
        common = Counter(terrain).most_common(1)[0][0]
        cells = [other for other in struck if terrain[other] == common] or struck
        distances = sorted({grid.distance(cell, other) for other in cells})
        middle = distances[(len(distances) - 1) // 2] if distances else 0
        return [other for other in cells if grid.distance(cell, other) == middle][:1]


@lru_cache(maxsize=4)
def worth_of(game: Game) -> Worth:
    """Return the worth of the types of a game, found once."""
    return Worth(game)


def attacks(game: Game) -> bool:
    """Return whether units of any type attack, rather than take by moving."""
    return any(ATTACK in costs for costs in game.engine.costs.values())


def takes_by_moving(game: Game) -> bool:
    """Return whether one unit acts in a turn and none attacks: units are taken by moving, if so."""
    one = game.ruleset.turn.actions is not None and game.engine.budget == 1
    return one and not attacks(game)


def takes_by_jumping(game: Game) -> bool:
    """Return whether units are taken by moving, and only by jumping over them."""
    if not takes_by_moving(game):
        return False
    taking = [pattern for pattern in _patterns(game) if pattern.takes != "never"]
    return bool(taking) and all(map(_only_jumps, taking))


def strikes_the_deciding(game: Game) -> bool:
    """Return whether units attack, and each side has a type whose loss loses the game."""
    return attacks(game) and all(map(worth_of(game).has_deciding, range(len(game.sides))))


def wants_to_lose(game: Game) -> bool:
    """Return whether a side that has nothing left to move wins, and none loses by its losses."""
    victories = game.ruleset.victory
    rewarded = any(victory.rewards_losses for victory in victories)
    return rewarded and not any(victory.deciding for victory in victories)


def _patterns(game: Game) -> list[MovePattern]:
    """Return how units move from every cell."""
    tables, forward = game.engine.tables, game.engine.forward
    return [
        pattern
        for unit in game.ruleset.units.values()
        for side in range(len(game.sides))
        for cell in range(game.grid.cells)
        for pattern in tables.patterns(unit, side, cell, forward[side])
    ]


def _only_jumps(pattern: MovePattern) -> bool:
    """Return whether a unit takes so only what it jumps over."""
    lands = pattern.rays or pattern.spots or pattern.hops
    return not lands and all(map(_jumps, pattern.conditional))


def _jumps(each: ConditionalMove) -> bool:
    """Return whether a unit passes over what it takes, or takes nothing."""
    return not each.takes or each.taken not in (OFF, each.target)


def _share_lost(before: Position, unit: int, after: Position) -> float:
    """Return the share of a unit's men that are lost, or what it loses by leaving its cell."""
    lost = 1 - after.men[unit] / before.men[unit]
    return max(lost, DISPLACED * _leaves(before, unit, after))


def _leaves(before: Position, unit: int, after: Position) -> float:
    """Return 1 if a unit is no longer on its cell, else 0."""
    return float(after.cell_of(unit) != before.cell_of(unit))


def _expected(pattern: MovePattern) -> tuple[float, float]:
    """Return the cells that a unit may expect to move to and to strike on a board half full."""
    quiet = fsum([power(EMPTY, number) for ray in pattern.rays for number in range(len(ray))])
    quiet += fsum([1.0 if leg == OFF else EMPTY for leg, _ in pattern.spots])
    over = [
        (1 - EMPTY) * number * power(EMPTY, number - 1)
        for hop in pattern.hops
        for number in range(1, len(hop))
    ]
    jumps = fsum([_free(each) for each in pattern.conditional if each.takes])
    quiet += fsum([_free(each) for each in pattern.conditional if not each.takes])
    aimed = len(pattern.shots) + len(pattern.sights) + len(pattern.lanes)
    return quiet, quiet + jumps + fsum(over) + aimed


def _free(each: ConditionalMove) -> float:
    """Return how often the cells of a move are as it needs them on a board half full."""
    return power(EMPTY, len(each.empty)) * power(1 - EMPTY, len(each.units))
