"""What a unit could strike and the way that a move takes are told as the rules have them."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from support import loaded
from wargrid.core.moves import ATTACK, MOVE, TAKE
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.engine.threats import in_range, strikes, threats, way_of
from wargrid.match.position_text import read_position


def names(game: Game, cells: object) -> set[str]:
    return {game.grid.name(cell) for cell in cells}  # type: ignore[attr-defined]


@pytest.fixture
def battle() -> Game:
    return loaded("battle/default")


@pytest.fixture
def xiangqi() -> Game:
    return loaded("xiangqi/standard")


def moved(game: Game, *moves: str) -> Position:
    from wargrid.match.notation import read_move

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
    """The way of each legal move joins its ends by neighbours, over no enemy, and costs no more
    than the unit has."""
    start = battle.start()
    ground = battle.grounds[0]
    ways = [
        (move, way_of(battle, start, move)) for move in battle.moves(start) if move.verb == MOVE
    ]
    assert ways
    for move, way in ways:
        kind = start.at(move.source).type.move[0]
        assert (way[0], way[-1]) == (move.source, move.target)
        costs = [ground.cost(kind.costs, one, other) for one, other in pairwise(way)]  # type: ignore[attr-defined]
        assert sum(costs) <= kind.points  # type: ignore[attr-defined, arg-type]
        assert all(start.board[cell] <= 0 or start.side_of(start.board[cell]) == 0 for cell in way)


def test_whoever_can_be_taken_stands_where_an_enemy_strikes(xiangqi: Game) -> None:
    """Each taking in a long line of positions goes to a cell among the strikes of the one who
    takes."""
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


def struck_by_trying(game: Game, position: Position, unit: int, left: int = 3) -> set[int]:
    """Whom a unit strikes in the turn that has begun, found by making every sequence of its own
    moves."""
    found: set[int] = set()
    for move in game.moves(position) if left else ():
        if position.place[unit] >= 0 and move.source == position.cell_of(unit):
            if move.verb in (ATTACK, TAKE):
                found.add(move.target)
            after = game.step(position, move)
            if after.turn == position.turn and after.pending is None and after.result is None:
                found |= struck_by_trying(game, after, unit, left - 1)
    return found


@pytest.mark.parametrize(
    "name", ["battle/default", "lionheart/variants/hail", "breakthrough/standard"]
)
def test_threats_are_all_that_enemies_can_strike_in_a_turn(name: str) -> None:
    """Of those on the board, just so many enemies threaten each as strike it in some sequence of
    their own moves."""
    game, generator = loaded(name), random.Random(5)
    position, compared = game.start(), 0
    for number in range(90):
        moves = game.moves(position)
        if not moves:
            break
        position = game.step(position, generator.choice(moves))
        if number % 15 or position.pending is not None or not position.turn:
            continue
        side = position.side
        begun = position.after([game.turn_of(1 - side)])
        counts = Counter(
            cell
            for unit in begun.units_of(1 - side)
            for cell in struck_by_trying(game, begun, unit)
        )
        own = {position.cell_of(unit) for unit in position.units_of(side)}
        found = {
            cell: number for cell, number in threats(game, position, side).items() if cell in own
        }
        assert found == {cell: counts[cell] for cell in counts if cell in own}
        compared += len(found)
    assert compared


def set_up(game: Game, *units: str) -> Position:
    """A position with these units, each written ``Ta10``."""
    cells = {game.grid.cell(unit[1:]): unit[0] for unit in units}
    rows = (
        range(row * game.grid.columns, (row + 1) * game.grid.columns)
        for row in reversed(range(game.grid.rows))
    )
    return read_position(
        game, "\n".join(" ".join(cells.get(cell, ".") for cell in row) for row in rows)
    )


def test_who_may_move_and_then_strike_threatens_further_than_he_stands(battle: Game) -> None:
    """BT-24, BT-31, BT-35: a tank drives six cells and strikes the next one; a gun stays with its
    ring."""
    tank, gun = (threats(battle, set_up(battle, unit, "In1"), 0) for unit in ("ta10", "aa10"))
    assert battle.grid.cell("a3") in tank
    assert battle.grid.cell("a2") not in tank
    assert names(battle, gun) == names(
        battle, in_range(battle, set_up(battle, "aa10", "In1"), battle.grid.cell("a10"))
    )


def test_nobody_is_struck_from_behind_himself(battle: Game) -> None:
    """Nobody threatens a cell from a place to which the only way leads over that cell: a unit there
    would bar it."""
    found = threats(battle, set_up(battle, "ta10", "ia9", "Ib10", "Ib9"), 0)
    assert found[battle.grid.cell("a8")] == 1  # the infantry beside it; the tank would have to pass
    assert found[battle.grid.cell("a7")] == 2


def test_who_can_be_done_nothing_to_is_not_threatened(battle: Game) -> None:
    """BT-34: a gun does not count against a helicopter in its ring."""
    helicopter, tank = (set_up(battle, "aa10", unit) for unit in ("Ha7", "Ta7"))
    assert battle.grid.cell("a7") not in threats(battle, helicopter, 0)
    assert battle.grid.cell("a7") in threats(battle, tank, 0)


def test_a_jump_has_no_way_but_its_ends_and_a_slide_has_every_cell(xiangqi: Game) -> None:
    """A horse goes from cell to cell at once, a chariot over those in between."""
    position = moved(xiangqi, "a1-a2", "a10-a9")
    ways = {move.target: way_of(xiangqi, position, move) for move in xiangqi.moves(position)}
    assert names(xiangqi, ways[xiangqi.grid.cell("c3")]) == {"b1", "c3"}
    assert names(xiangqi, ways[xiangqi.grid.cell("d2")]) == {"a2", "b2", "c2", "d2"}
