"""Walks: every list equals a plain search of the same board, and what is kept stays small."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

import pytest

from wargrid.core.grid import Grid
from wargrid.core.moves import MOVE, TAKE, Move
from wargrid.core.patterns import Costs, TerrainMap, WalkPattern
from wargrid.core.state import WALL
from wargrid.engine.moves import paths
from wargrid.engine.moves.paths import Occupied, PathWalker
from wargrid.ruleset.units.movement import Path

COLUMNS, CELLS = 6, 36
FRIEND, FOE, SAFE = 1, 2, 3
"""Units: a friend of the walker, an enemy, and an enemy that the walker may not take."""
FOES = (False, False, True, False, False)


def _walker(pattern: WalkPattern, *, takes: bool = True) -> PathWalker:
    def make(verb: str, source: int, targets: Sequence[int]) -> list[Move]:
        return [Move(verb, source, target) for target in targets]

    return PathWalker(
        pattern,
        partial(make, MOVE),
        partial(make, TAKE) if takes else None,
    )


def _on(board: list[int]) -> Occupied:
    def cells(*units: int) -> int:
        return sum(1 << cell for cell, unit in enumerate(board) if unit in units)

    return Occupied(board, cells(FRIEND, FOE, SAFE, WALL), cells(FOE, SAFE, WALL))


def _listed(walker: PathWalker, board: list[int], start: int) -> list[tuple[str, int]]:
    return [(move.verb, move.target) for move in walker.moves(_on(board), start, FOES)]


def _searched(
    pattern: WalkPattern, board: list[int], start: int, *, takes: bool = True
) -> list[tuple[str, int]]:
    """Find the same moves by repeating all steps until no walk becomes cheaper."""
    spent, met = {start: 0}, set()
    while True:
        before = dict(spent)
        for cell, far in before.items():
            for neighbour, cost in pattern.costs[cell]:
                unit = board[neighbour]
                if far + cost > pattern.points or neighbour == start:
                    continue
                if unit and not (pattern.friends_pass and unit == FRIEND):
                    met.add(neighbour)
                else:
                    spent[neighbour] = min(far + cost, spent.get(neighbour, far + cost))
        if spent == before:
            break
    goes = [(MOVE, cell) for cell in sorted(spent) if cell != start and not board[cell]]
    taken = [(TAKE, cell) for cell in sorted(met) if takes and board[cell] == FOE]
    return goes + taken


def _costs(draw: Random, dearest: int) -> Costs:
    """Return costs by the terrain of both ends, for steps in four or in eight directions."""
    ways = [(0, 1), (0, -1), (1, 0), (-1, 0)]
    ways += [(1, 1), (1, -1), (-1, 1), (-1, -1)] * draw.randint(0, 1)
    terrain = [draw.randint(0, 2) for _ in range(CELLS)]
    table = {
        (one, two): draw.choice([None, *range(dearest + 1)]) for one in range(3) for two in range(3)
    }

    def around(cell: int) -> Iterator[tuple[int, int]]:
        row, column = divmod(cell, COLUMNS)
        for up, right in ways:
            other = (row + up) * COLUMNS + column + right
            if 0 <= row + up < COLUMNS and 0 <= column + right < COLUMNS:
                cost = table[terrain[cell], terrain[other]]
                if cost is not None:
                    yield other, cost

    return [tuple(around(cell)) for cell in range(CELLS)]


def _board(draw: Random, start: int) -> list[int]:
    crowd = draw.choice([[0], [0, 0, 0, 0, FRIEND, FOE], [0, FRIEND, FOE, SAFE, WALL]])
    board = [draw.choice(crowd) for _ in range(CELLS)]
    board[start] = FRIEND
    return board


@pytest.mark.parametrize("seed", range(40))
def test_walks_are_those_of_a_plain_search(seed: int) -> None:
    """Terrain, directions, crowds, passing and taking vary; one walker answers for all boards."""
    draw = Random(seed)
    points, takes = draw.randint(1, 6), draw.random() < 0.5
    pattern = WalkPattern(points, _costs(draw, points // 2 + 1), draw.random() < 0.5)
    walker = _walker(pattern, takes=takes)
    for _ in range(30):
        start = draw.choice([0, 3, 14, 35])
        board = _board(draw, start)
        found = _searched(pattern, board, start, takes=takes)
        assert _listed(walker, board, start) == found


OPEN: Costs = [
    tuple(
        (other, 1)
        for other in (cell - COLUMNS, cell - 1, cell + 1, cell + COLUMNS)
        if 0 <= other < CELLS and (other // COLUMNS == cell // COLUMNS or abs(other - cell) > 1)
    )
    for cell in range(CELLS)
]


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The start of every search of a board, from now on."""
    begun: list[int] = []
    find_reach = paths.find_reach

    def counted(start: int, *rest: object) -> list[int]:
        begun.append(start)
        return find_reach(start, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(paths, "find_reach", counted)
    return begun


def test_units_that_no_walk_could_pass_cost_no_search(searches: list[int]) -> None:
    """Units out of reach, or where walks end anyway, leave the kept answer as good as it was."""
    walker = _walker(WalkPattern(2, OPEN, friends_pass=False))
    alone = [0] * CELLS
    alone[0] = FRIEND
    assert len(_listed(walker, alone, 0)) == 5
    searches.clear()
    for others in ({35: FOE}, {2: FOE}, {7: FRIEND, 12: SAFE}, {14: WALL, 21: FOE}):
        board = [others.get(cell, alone[cell]) for cell in range(CELLS)]
        free = [cell for cell in (1, 2, 6, 7, 12) if not board[cell]]
        taken = [cell for cell in (2,) if board[cell] == FOE]
        moves = [*((MOVE, cell) for cell in free), *((TAKE, cell) for cell in taken)]
        assert _listed(walker, board, 0) == moves
    assert searches == []


def test_friends_that_may_be_passed_cost_no_search(searches: list[int]) -> None:
    """A walker through friends treats their cells as open."""
    walker = _walker(WalkPattern(2, OPEN, friends_pass=True))
    board = [0] * CELLS
    board[0] = FRIEND
    _listed(walker, board, 0)
    searches.clear()
    board[1] = FRIEND
    assert _listed(walker, board, 0) == [(MOVE, 2), (MOVE, 6), (MOVE, 7), (MOVE, 12)]
    assert searches == []


@pytest.mark.plain_only
def test_a_walker_keeps_a_limited_number_of_answers(
    searches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was kept is used; once there was too much to keep, the first board is searched again."""
    monkeypatch.setattr(paths, "MAX_KEPT", 32)
    walker = _walker(WalkPattern(6, OPEN, friends_pass=False))
    for number in range(33):
        board = [FOE if number >> cell & 1 else 0 for cell in range(CELLS)]
        board[14] = FRIEND
        _listed(walker, board, 14)
        _listed(walker, board, 14)
    assert len(searches) == 1 + 33
    _listed(walker, board, 14)
    assert len(searches) == 1 + 33
    _listed(walker, [0] * 14 + [FRIEND] + [0] * 21, 14)
    assert len(searches) == 1 + 33 + 1


@pytest.mark.parametrize("costs", [None, "foot"])
def test_a_path_steps_to_each_neighbour_that_has_a_cost(costs: str | None) -> None:
    """Costs depend on the terrain entered, that of a climb on the terrain left, too."""
    grid = Grid(3, 2)
    table = {"flat": 1, "hill": {"flat": 3, "hill": 1}}
    terrain = ("flat", "hill", "hill", "flat", "marsh", "flat")
    ground = TerrainMap(grid, 0, {}, terrain, frozenset([5]), {"foot": table})
    path = Path.model_validate({"points": 4, "costs": costs, "directions": ["orthogonal"]})
    found = path.neighbours(ground, 0)
    assert found is not None
    for cell, steps in enumerate(found):
        around = [grid.shifted(cell, 0, *step) for step in grid.steps("orthogonal", 0)]
        each = [(other, ground.cost(costs, cell, other)) for other in around if other >= 0]
        assert list(steps) == [(other, cost) for other, cost in each if cost is not None]
    assert (1, 3 if costs else 1) in found[0]
