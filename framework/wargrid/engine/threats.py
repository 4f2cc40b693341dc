"""Threats: the cells that a unit could strike now or in its next turn, and the way of a move.

Nothing here is played; frontends display it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from wargrid.core.moves import ATTACK, MOVE, TAKE, TURN, Move
from wargrid.core.patterns import Costs, MovePattern
from wargrid.core.position import Position
from wargrid.core.protocols import UnitTypeLike
from wargrid.core.state import GONE
from wargrid.engine.game import Game
from wargrid.engine.moves.paths import hindrances, occupied
from wargrid.engine.moves.struck import cells_struck

if TYPE_CHECKING:
    from wargrid.ruleset.base import Movement, Reach

MAX_MOVES_BEFORE: Final = 2
"""How many moves of one unit before its strike are tried in one turn."""


def in_range(game: Game, position: Position, cell: int, weapon: str = "") -> frozenset[int]:
    """Return the cells on which the unit on ``cell`` could attack an enemy.

    With the word of one of several weapons, those that this one reaches.
    """
    placed = position.at(cell)
    striker = game.engine.armed_type(placed.type, weapon)
    pattern = game.engine.tables.attack_pattern(
        striker, placed.side, cell, forward_of(game, position, cell)
    )
    foes = position.roster.hostile[placed.side]
    return frozenset(cells_struck(pattern, position.board, foes))


def takings(game: Game, position: Position, cell: int) -> frozenset[int]:
    """Return the cells on which the unit on ``cell`` could take an enemy by one move."""
    placed = position.at(cell)
    forward = forward_of(game, position, cell)
    patterns = game.engine.tables.patterns(placed.type, placed.side, cell, forward)
    seen, foes = occupied(position, placed.side), position.roster.hostile[placed.side]
    taken = (
        struck
        for pattern in patterns
        if pattern.takes != "never"
        for struck in cells_struck(pattern, position.board, foes)
    )
    walkers = game.engine.tables.walkers(placed.type, placed.side, forward)
    walks = (move for walker in walkers for move in walker.moves(seen, cell, foes))
    return frozenset((*taken, *(move.target for move in walks if move.verb == TAKE)))


def ends_ever(game: Game, position: Position, cell: int) -> frozenset[int]:
    """Return where a move or an attack of the unit on ``cell`` could end, wherever others stand.

    Some of these cells it may never come to: no line of sight and no condition counts.
    """
    placed, tables = position.at(cell), game.engine.tables
    forward = forward_of(game, position, cell)
    ends = set(tables.attack_pattern(placed.type, placed.side, cell, forward).struck())
    for pattern in tables.patterns(placed.type, placed.side, cell, forward):
        ends.update(pattern.cells, *pattern.glides.values())
        ends.update(each.target for each in pattern.conditional)
    for walker in tables.walkers(placed.type, placed.side, forward):
        ends.update(move.target for move in walker.reach(cell))
    return frozenset(ends)


def attackable_cells(game: Game, position: Position, cell: int) -> frozenset[int]:
    """Return the cells on which the unit on ``cell`` could attack or take an enemy."""
    attacked = _open(game, position, ATTACK, cell, in_range(game, position, cell))
    taken = _open(game, position, TAKE, cell, takings(game, position, cell))
    return frozenset((*attacked, *taken))


def way_of(game: Game, position: Position, move: Move) -> tuple[int, ...]:
    """Return the cells of a unit's move; only both ends for a jump or an attack."""
    source, target = move.source, move.target
    if source < 0 or move.verb not in (MOVE, TAKE):
        return (source, target) if source >= 0 and move.verb == ATTACK else ()
    placed, roster = position.at(source), position.roster
    held = hindrances(position, placed.side)
    for walker in game.engine.tables.walkers(
        placed.type, placed.side, forward_of(game, position, source)
    ):
        found = walker.way(position.board, source, target, roster.friendly[placed.side], held)
        if found:
            return found
    return game.grid.straight(source, target)


def forward_of(game: Game, position: Position, cell: int) -> int:
    """Return the facing of the unit on a cell, or its side's forward on a board without facing."""
    placed = position.at(cell)
    return placed.facing if game.grid.facings > 1 else game.engine.forward[placed.side]


class _Stand(NamedTuple):
    """A unit about to strike: position, verbs left, cell, and the cells it passed or stopped on."""

    position: Position
    verbs: tuple[str, ...]
    cell: int
    over: frozenset[int]


def find_threats(game: Game, position: Position, side: int) -> dict[int, tuple[int, ...]]:
    """Return for each cell the cells of a side's enemies that could strike it in their next turn.

    A unit strikes from its cell, or after up to ``MAX_MOVES_BEFORE`` moves and turns that its turn
    allows, while all other units stay. A cell counts only if the unit can come to the cell from
    which it strikes with an enemy on the cell struck. A unit of the side that an enemy can take
    between two units by its first move counts as well; a wall never does.
    """
    found: dict[int, tuple[int, ...]] = {}
    sandwiches = _has_sandwiches(game)
    for foe in range(len(game.sides)):
        if foe != side:
            begun = position.after([game.engine.turn_of(foe)])
            moves = _by_source(game.moves(begun))
            for unit in begun.units_of(foe):
                struck = _struck(game, begun, unit, moves)
                if sandwiches:
                    struck |= _lost_by(game, begun, side, moves.get(begun.cell_of(unit), []))
                for cell in (cell for cell in sorted(struck) if begun.board[cell] >= 0):
                    found[cell] = (*found.get(cell, ()), begun.cell_of(unit))
    return found


def attacks_on(
    game: Game, position: Position, cell: int, by: int
) -> Iterator[tuple[Position, Move]]:
    """Yield the attacks on a cell by the unit on ``by`` in its side's next turn.

    It makes them where it stands, and then after the first move, the nearest to the cell tried
    first, that lets it. Each comes with the position in which it is made.
    """
    begun = position.after([game.engine.turn_of(position.at(by).side)])
    moves = _by_source(game.moves(begun)).get(by, [])
    moves.sort(key=lambda move: game.grid.distance(move.target, cell, "chebyshev"))
    for stand in _stands(game, begun, position.board[by], moves):
        if ATTACK in stand.verbs and cell in _hit(game, stand):
            for attack in _attacks(game, stand, cell):
                yield stand.position, attack
            if stand.position is not begun:
                return


def strikers_at(game: Game, position: Position, cell: int) -> tuple[int, ...]:
    """Return where the enemies are that can attack or take the unit on a cell by one move."""
    unit, side, found = position.board[cell], position.at(cell).side, dict[int, None]()
    sandwiches = _has_sandwiches(game)
    for foe in range(len(game.sides)):
        begun = position.after([game.engine.turn_of(foe)])
        for move in game.moves(begun) if foe != side else ():
            if move.struck == cell or (sandwiches and game.step(begun, move).place[unit] == GONE):
                found[move.source] = None
    return tuple(found)


def _has_sandwiches(game: Game) -> bool:
    return any(unit.takes_between for unit in game.ruleset.units.values())


def _lost_by(game: Game, begun: Position, side: int, moves: Iterable[Move]) -> set[int]:
    """Return the cells of the units that a side loses by any one of an enemy's moves."""
    units = tuple(begun.units_of(side))
    places = (game.step(begun, move).place for move in moves)
    return {begun.cell_of(unit) for place in places for unit in units if place[unit] == GONE}


def _by_source(moves: Iterable[Move]) -> dict[int, list[Move]]:
    found: dict[int, list[Move]] = {}
    for move in moves:
        if move.verb in (MOVE, TURN, TAKE):
            found.setdefault(move.source, []).append(move)
    return found


def _struck(game: Game, begun: Position, unit: int, moves: Mapping[int, list[Move]]) -> set[int]:
    start = begun.cell_of(unit)
    struck: set[int] = set()
    doubtful: dict[int, list[_Stand]] = {}
    for stand in _stands(game, begun, unit, moves.get(start, [])):
        for cell in _from(game, stand):
            # The unit passed here: an enemy on this cell would have been in its way.
            if cell in stand.over and not begun.board[cell]:
                doubtful.setdefault(cell, []).append(stand)
            elif cell != start:
                struck.add(cell)
    for cell, stands in doubtful.items():
        if cell not in struck and any(
            _comes_round(game, begun, start, stand.cell, cell) for stand in stands
        ):
            struck.add(cell)
    return struck


def _from(game: Game, stand: _Stand) -> frozenset[int]:
    """Return the cells that can be struck from a stand, without units that cannot be hurt."""
    none: frozenset[int] = frozenset()
    hit = _hit(game, stand) if _may(game, stand, ATTACK) else none
    taken = takings(game, stand.position, stand.cell) if _may(game, stand, MOVE) else none
    return hit | frozenset(_open(game, stand.position, TAKE, stand.cell, taken))


def _may(game: Game, stand: _Stand, verb: str) -> bool:
    """Return whether a unit may do a verb at a stand, by its limits and by what it is."""
    gate, position = game.engine.gate, stand.position
    return verb in stand.verbs and (
        gate is None or gate.permits(position, position.board[stand.cell], verb)
    )


def _open(
    game: Game, position: Position, verb: str, source: int, cells: Iterable[int], weapon: str = ""
) -> Iterator[int]:
    """Yield the cells on which a unit may take or attack what is there; empty ones, too."""
    gate = game.engine.gate
    for cell in cells:
        if gate is None or gate.may_strike(position, verb, source, cell, weapon):
            yield cell


def _hit(game: Game, stand: _Stand) -> frozenset[int]:
    """Return the cells, empty or not, on which an attack from a stand could hurt a unit."""
    position, cell, found = stand.position, stand.cell, set()
    placed, forward = position.at(cell), forward_of(game, position, cell)
    foes = position.roster.hostile[placed.side]
    for striker in game.engine.rows.strikers(position.roster, placed.unit, position.used):
        pattern = game.engine.tables.attack_pattern(striker, placed.side, cell, forward)
        weapon = striker.word.removeprefix(placed.type.word).strip()
        found |= {
            struck
            for struck in _open(
                game, position, ATTACK, cell, cells_struck(pattern, position.board, foes), weapon
            )
            if _may_hit(striker, position, cell, struck)
        }
    return frozenset(found)


def _may_hit(striker: UnitTypeLike, position: Position, source: int, cell: int) -> bool:
    """Return whether an attack can hurt the unit on a cell; true for an empty cell."""
    other, attack = position.board[cell], striker.attack
    if other <= 0:
        return True
    return (
        attack is not None
        and bool(attack.by.may_hit(position.type_of(other)))
        and bool(attack.by.hurts(position, source, cell))
    )


def _stands(game: Game, begun: Position, unit: int, moves: Iterable[Move]) -> Iterator[_Stand]:
    """Return every stand of a unit: its present one, and those after moves that let it strike."""
    roster = begun.roster
    first = _Stand(
        begun,
        game.engine.rows.verbs(roster, unit, begun.budget, begun.used),
        begun.cell_of(unit),
        frozenset(),
    )
    yield first
    known = {_key(first, unit)}
    layer: list[tuple[_Stand, Iterable[Move]]] = [(first, moves)]
    for step in range(1, MAX_MOVES_BEFORE + 1):
        following: list[tuple[_Stand, Iterable[Move]]] = []
        for stand, possible in layer:
            for move in possible:
                after = _after(game, stand, unit, move, first.cell)
                if after is not None and (key := _key(after, unit)) not in known:
                    known.add(key)
                    yield after
                    if step < MAX_MOVES_BEFORE and _may_go_on(game, after, unit):
                        legal = _by_source(game.moves(after.position))
                        following.append((after, legal.get(after.cell, [])))
        # Breadth first, so that a stand is known by its shortest way.
        layer = following


def _key(stand: _Stand, unit: int) -> tuple[object, ...]:
    position = stand.position
    return position.place[unit], position.used, position.budget, stand.over


def _after(game: Game, stand: _Stand, unit: int, move: Move, start: int) -> _Stand | None:
    """Return the stand after a move, or None if the unit cannot strike any more in this turn."""
    before = stand.position
    after = game.step(before, move)
    goes_on = after.turn == before.turn and after.pending is None and after.result is None
    if not goes_on or after.cell_of(unit) < 0:
        return None
    verbs = game.engine.rows.verbs(after.roster, unit, after.budget, after.used)
    if ATTACK not in verbs and MOVE not in verbs:
        return None
    over = stand.over | {stand.cell, *way_of(game, before, move)[1:-1]}
    return _Stand(after, verbs, after.cell_of(unit), over - {start})


def _may_go_on(game: Game, stand: _Stand, unit: int) -> bool:
    """Return whether the actions left suffice for another move and a strike."""
    costs = game.engine.costs[stand.position.type_of(unit).word]
    again = [costs[verb] for verb in (MOVE, TURN) if verb in stand.verbs]
    strike = min(costs[verb] for verb in (ATTACK, MOVE) if verb in costs)
    return (
        game.ruleset.turn.actions is not None
        and bool(again)
        and min(again) + strike <= stand.position.budget
    )


def _comes_round(game: Game, begun: Position, start: int, target: int, blocked: int) -> bool:
    """Return whether the unit can walk to a cell round an enemy on another cell."""
    placed, roster = begun.at(start), begun.roster
    foes, friends = roster.hostile[placed.side], roster.friendly[placed.side]
    board = list(begun.board)
    board[blocked] = next((unit for unit in range(len(foes)) if foes[unit]), 0)
    walkers = game.engine.tables.walkers(placed.type, placed.side, forward_of(game, begun, start))
    held = hindrances(begun, placed.side)
    return any(walker.way(board, start, target, friends, held) for walker in walkers)


class Approach(NamedTuple):
    """A move or turn of a unit, the position after it, and its attacks on one enemy there."""

    move: Move
    position: Position
    attacks: tuple[Move, ...]


def approaches(game: Game, position: Position, cell: int) -> dict[int, Approach]:
    """Return the enemies, by cell, that the unit on ``cell`` can attack only after one move.

    The nearest cell from which it can is chosen, a mere turn first. No move with chance is made,
    and none that ends the turn or leaves the unit no attack.
    """
    moves = [move for move in game.moves(position) if move.source == cell]
    unit, distance = position.board[cell], game.grid.distance
    if position.pending is not None or unit <= 0 or position.type_of(unit).attack is None:
        return {}
    near = {move.target for move in moves if move.verb in (ATTACK, TAKE)}
    foes = position.roster.hostile[position.side_of(unit)]
    first = _Stand(position, (), cell, frozenset())
    found: dict[int, Approach] = {}
    ways = [move for move in moves if move.verb in (MOVE, TURN)]
    # A turn has distance 0; of equally near cells, the one listed first.
    for move in sorted(ways, key=lambda each: distance(cell, each.target, "chebyshev")):
        stand = _after(game, first, unit, move, cell)
        hit = _hit(game, stand) if stand is not None and ATTACK in stand.verbs else ()
        for target in sorted(hit):
            if stand is None or not foes[position.board[target]] or target in near | {*found}:
                continue
            attacks = _attacks(game, stand, target)
            if attacks:
                found[target] = Approach(move, stand.position, attacks)
    return found


def _attacks(game: Game, stand: _Stand, target: int) -> tuple[Move, ...]:
    wanted = (ATTACK, stand.cell, target)
    legal = game.moves(stand.position)
    return tuple(move for move in legal if (move.verb, move.source, move.target) == wanted)


def has_orientation(game: Game) -> bool:
    """Return whether units face or deploy, or a pattern depends on its side's forward."""
    if game.grid.facings > 1 or game.engine.deploying is not None:
        return True
    units = game.ruleset.units.values()
    ways: list[Movement] = [way for unit in units for way in unit.move]
    attacks = (unit.attack.weapons for unit in units if unit.attack is not None)
    strikes = [weapon.at for weapons in attacks for weapon in weapons]
    words: list[Movement | Reach] = [*ways, *strikes]
    ground, ahead = game.engine.grounds[0], game.engine.forward[0]
    back = game.grid.opposite(ahead)
    return any(
        _costs(way.neighbours(ground, ahead)) != _costs(way.neighbours(ground, back))
        for way in ways
    ) or any(
        _as_sets(word.pattern(ground, cell, ahead)) != _as_sets(word.pattern(ground, cell, back))
        for word in words
        for cell in range(game.grid.cells)
    )


def _as_sets(pattern: MovePattern) -> tuple[frozenset[object], ...]:
    lines = (pattern.rays, pattern.spots, pattern.hops, pattern.beams)
    struck = (pattern.shots, pattern.sights, pattern.lanes, pattern.conditional)
    return tuple(map(frozenset, (*lines, *struck)))


def _costs(neighbours: Costs | None) -> list[frozenset[tuple[int, int]]]:
    return [frozenset(around) for around in neighbours or ()]
