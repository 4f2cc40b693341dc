"""What a unit could strike and the way that a move takes are told as the rules have them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from support import loaded
from wargrid.game import Game
from wargrid.moves import MOVE, TAKE
from wargrid.position import Position
from wargrid.sights import in_range, strikes, threats, way_of


def names(game: Game, cells: object) -> set[str]:
    return {game.grid.name(cell) for cell in cells}  # type: ignore[attr-defined]


@pytest.fixture
def battle() -> Game:
    return loaded("battle/default")


@pytest.fixture
def xiangqi() -> Game:
    return loaded("xiangqi/standard")


def moved(game: Game, *moves: str) -> Position:
    from wargrid.notation import read_move

    position = game.start()
    for move in moves:
        position, _ = game.play(position, read_move(game, position, move))
    return position


def test_a_gun_reaches_a_ring_of_cells(battle: Game) -> None:
    """Every cell at two to five steps from it, whatever stands there, and no other."""
    start = battle.start()
    cell = battle.grid.cell("a7")
    ring = in_range(battle, start, cell)
    for other in range(battle.grid.cells):
        row, column = divmod(other, battle.grid.columns)
        assert (other in ring) is (2 <= abs(row - 6) + column <= 5)


def test_every_way_leads_step_by_step_within_the_points(battle: Game) -> None:
    """The way of each legal move joins its ends by neighbours, over no enemy, and costs no more than the unit has."""
    start = battle.start()
    ground = battle.grounds[0]
    ways = [(move, way_of(battle, start, move)) for move in battle.moves(start) if move.verb == MOVE]
    assert ways
    for move, way in ways:
        kind = start.at(move.source).type.move[0]
        assert (way[0], way[-1]) == (move.source, move.target)
        costs = [ground.cost(kind.costs, one, other) for one, other in pairwise(way)]  # type: ignore[attr-defined]
        assert sum(costs) <= kind.points  # type: ignore[attr-defined, arg-type]
        assert all(start.board[cell] <= 0 or start.side_of(start.board[cell]) == 0 for cell in way)


def test_whoever_can_be_taken_stands_where_an_enemy_strikes(xiangqi: Game) -> None:
    """Each taking in a long line of positions goes to a cell among the strikes of the one who takes."""
    position, seen = moved(xiangqi, "b3-e3", "b10-c8"), 0
    for turn in range(60):
        for move in xiangqi.moves(position):
            if move.verb == TAKE:
                seen += 1
                assert move.target in strikes(xiangqi, position, move.source)
        legal = xiangqi.moves(position)
        if not legal:
            break
        position = xiangqi.step(position, legal[turn * 7 % len(legal)])
    assert seen > 20


def test_threats_count_the_enemies_that_could_strike(xiangqi: Game) -> None:
    """At the start each cannon threatens the horse behind its screen, and nobody the general."""
    found = threats(xiangqi, xiangqi.start(), 0)
    assert found[xiangqi.grid.cell("b1")] == found[xiangqi.grid.cell("h1")] == 1
    assert xiangqi.grid.cell("e1") not in found


def test_a_jump_has_no_way_but_its_ends_and_a_slide_has_every_cell(xiangqi: Game) -> None:
    """A horse goes from cell to cell at once, a chariot over those in between."""
    position = moved(xiangqi, "a1-a2", "a10-a9")
    ways = {move.target: way_of(xiangqi, position, move) for move in xiangqi.moves(position)}
    assert names(xiangqi, ways[xiangqi.grid.cell("c3")]) == {"b1", "c3"}
    assert names(xiangqi, ways[xiangqi.grid.cell("d2")]) == {"a2", "b2", "c2", "d2"}
