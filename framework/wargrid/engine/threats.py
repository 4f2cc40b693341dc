"""Threats: where enemies could strike in their next turn, from where they stand or after moving first; never played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from wargrid.core.moves import ATTACK, MOVE, TAKE, TURN
from wargrid.engine.sights import forward_of, in_range, takings, way_of

if TYPE_CHECKING:
    from wargrid.core.moves import Move
    from wargrid.core.position import Position
    from wargrid.engine.game import Game

MOST_MOVES: Final = 2
"""How many moves of one unit before its strike are gone through where a turn has actions for
more."""


class _Stand(NamedTuple):
    """Where a unit may strike from: the position, what it may still do, and the cells it came over or stopped on."""

    position: Position
    verbs: tuple[str, ...]
    cell: int
    over: frozenset[int]


def threats(game: Game, position: Position, side: int) -> dict[int, int]:
    """For each cell that enemies of a side could strike if their turn began now, how many of them could.

    A unit strikes from where it stands, or after up to ``MOST_MOVES`` moves and turns of its own
    that its turn allows. Nobody else moves meanwhile. A cell counts only if the unit comes to where
    it strikes from although somebody stands on that cell.
    """
    found: dict[int, int] = {}
    for foe in range(len(game.sides)):
        if foe != side:
            begun = position.after([game.turn_of(foe)])
            moves = _by_source(game.moves(begun))
            for unit in begun.units_of(foe):
                for cell in sorted(_struck(game, begun, unit, moves)):
                    found[cell] = found.get(cell, 0) + 1
    return found


def _by_source(moves: Iterable[Move]) -> dict[int, list[Move]]:
    found: dict[int, list[Move]] = {}
    for move in moves:
        if move.verb in (MOVE, TURN, TAKE):
            found.setdefault(move.source, []).append(move)
    return found


def _struck(game: Game, begun: Position, unit: int, moves: Mapping[int, list[Move]]) -> set[int]:
    """The cells that one unit could strike in the turn that has begun."""
    start = begun.cell_of(unit)
    struck: set[int] = set()
    doubtful: dict[int, list[_Stand]] = {}
    for stand in _stands(game, begun, unit, moves.get(start, [])):
        for cell in _from(game, stand):
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
    """What can be struck from a stand with what may still be done there; not whom the unit can do nothing to."""
    none: frozenset[int] = frozenset()
    attacked = in_range(game, stand.position, stand.cell) if ATTACK in stand.verbs else none
    hit = frozenset(cell for cell in attacked if _may_hit(stand, cell))
    return hit | (takings(game, stand.position, stand.cell) if MOVE in stand.verbs else none)


def _may_hit(stand: _Stand, cell: int) -> bool:
    """Whether an attack does anything to whoever stands on a cell; on an empty one somebody might whom it hurts."""
    other, attack = stand.position.board[cell], stand.position.at(stand.cell).type.attack
    return other <= 0 or (attack is not None and attack.by.may_hit(stand.position.type_of(other)))


def _stands(game: Game, begun: Position, unit: int, moves: Iterable[Move]) -> Iterator[_Stand]:
    """Every place that a unit may strike from: where it stands, and wherever it can go and still strike."""
    roster = begun.roster
    first = _Stand(
        begun,
        game.rows.verbs(roster, unit, begun.budget, begun.used),
        begun.cell_of(unit),
        frozenset(),
    )
    yield first
    known = {_key(first, unit)}
    layer: list[tuple[_Stand, Iterable[Move]]] = [(first, moves)]
    for step in range(1, MOST_MOVES + 1):
        following: list[tuple[_Stand, Iterable[Move]]] = []
        for stand, possible in layer:
            for move in possible:
                after = _after(game, stand, unit, move, first.cell)
                if after is not None and (key := _key(after, unit)) not in known:
                    known.add(key)
                    yield after
                    if step < MOST_MOVES and _may_go_on(game, after, unit):
                        legal = _by_source(game.moves(after.position))
                        following.append((after, legal.get(after.cell, [])))
        layer = following


def _key(stand: _Stand, unit: int) -> tuple[object, ...]:
    position = stand.position
    return position.place[unit], position.used, position.budget, stand.over


def _after(game: Game, stand: _Stand, unit: int, move: Move, start: int) -> _Stand | None:
    """The stand that a move leads to, or None if the unit can strike no more in this turn."""
    before = stand.position
    after = game.step(before, move)
    goes_on = after.turn == before.turn and after.pending is None and after.result is None
    if not goes_on or after.cell_of(unit) < 0:
        return None
    verbs = game.rows.verbs(after.roster, unit, after.budget, after.used)
    if ATTACK not in verbs and MOVE not in verbs:
        return None
    over = stand.over | {stand.cell, *way_of(game, before, move)[1:-1]}
    return _Stand(after, verbs, after.cell_of(unit), over - {start})


def _may_go_on(game: Game, stand: _Stand, unit: int) -> bool:
    """Whether there are actions left for another move and a strike after it."""
    costs = game.costs[stand.position.type_of(unit).word]
    again = [costs[verb] for verb in (MOVE, TURN) if verb in stand.verbs]
    strike = min(costs[verb] for verb in (ATTACK, MOVE) if verb in costs)
    return (
        game.ruleset.turn.actions is not None
        and bool(again)
        and min(again) + strike <= stand.position.budget
    )


def _comes_round(game: Game, begun: Position, start: int, target: int, blocked: int) -> bool:
    """Whether the unit comes to a cell in one walk although an enemy of its stands on another cell of its way."""
    stands, roster = begun.at(start), begun.roster
    foes, friends = roster.hostile[stands.side], roster.friendly[stands.side]
    board = list(begun.board)
    board[blocked] = next((unit for unit in range(len(foes)) if foes[unit]), 0)
    walkers = game.tables.walkers(stands.type, stands.side, forward_of(game, begun, start))
    return any(walker.way(board, start, target, friends) for walker in walkers)
