"""Threats: the cells a unit can strike, now or in its next turn, and the way of a move."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from support import loaded
from wargrid.core.moves import ATTACK, MOVE, TAKE
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.engine.threats import attackable_cells, attacks_on, find_threats, way_of
from wargrid.match import read_move, read_position


def names(game: Game, cells: object) -> set[str]:
    return {game.grid.name(cell) for cell in cells}  # type: ignore[attr-defined]


def counted(game: Game, position: Position, side: int) -> dict[int, int]:
    """How many enemies of a side threaten each cell."""
    return {cell: len(by) for cell, by in find_threats(game, position, side).items()}


@pytest.fixture
def battle() -> Game:
    return loaded("battle/default")


@pytest.fixture
def xiangqi() -> Game:
    return loaded("xiangqi/standard")


def moved(game: Game, *moves: str) -> Position:
    position = game.start()
    for move in moves:
        position, _ = game.play(position, read_move(game, position, move))
    return position


def test_the_way_of_a_move_costs_no_more_than_its_points(battle: Game) -> None:
    """It leads by neighbours and passes no enemy."""
    start = battle.start()
    ground = battle.engine.grounds[0]
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


def test_every_taking_is_on_a_cell_that_the_unit_strikes(xiangqi: Game) -> None:
    """In a long line of positions."""
    position, seen = moved(xiangqi, "b3-e3", "b10-c8"), 0
    for turn in range(60):
        for move in xiangqi.moves(position):
            if move.verb == TAKE:
                seen += 1
                assert move.target in attackable_cells(xiangqi, position, move.source)
        legal = xiangqi.moves(position)
        if not legal:
            break
        position = xiangqi.step(position, legal[turn * 7 % len(legal)])
    assert seen > 20


def struck_by_trying(game: Game, position: Position, unit: int, left: int = 3) -> set[int]:
    """The cells struck in the turn that has begun, by trying every sequence of moves."""
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
def test_threats_agree_with_trying_every_sequence(name: str) -> None:
    """The number of enemies agrees on each cell of a unit."""
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
        begun = position.after([game.engine.turn_of(1 - side)])
        counts = Counter(
            cell
            for unit in begun.units_of(1 - side)
            for cell in struck_by_trying(game, begun, unit)
        )
        own = {position.cell_of(unit) for unit in position.units_of(side)}
        found = {
            cell: number for cell, number in counted(game, position, side).items() if cell in own
        }
        assert found == {cell: counts[cell] for cell in counts if cell in own}
        compared += len(found)
    assert compared


def set_up(game: Game, *units: str) -> Position:
    """A position with these units, each written like ``Ta10``."""
    cells = {game.grid.cell(unit[1:]): unit[0] for unit in units}
    rows = (
        range(row * game.grid.columns, (row + 1) * game.grid.columns)
        for row in reversed(range(game.grid.rows))
    )
    return read_position(
        game, "\n".join(" ".join(cells.get(cell, ".") for cell in row) for row in rows)
    )


def test_the_way_of_a_jump_is_its_ends(xiangqi: Game) -> None:
    """The way of a slide has every cell."""
    position = moved(xiangqi, "a1-a2", "a10-a9")
    ways = {move.target: way_of(xiangqi, position, move) for move in xiangqi.moves(position)}
    assert names(xiangqi, ways[xiangqi.grid.cell("c3")]) == {"b1", "c3"}
    assert names(xiangqi, ways[xiangqi.grid.cell("d2")]) == {"a2", "b2", "c2", "d2"}


def test_the_way_of_an_attack_is_its_ends_and_the_end_of_a_turn_has_none(battle: Game) -> None:
    position = set_up(battle, "Ta7", "ta8")
    ways = {move: way_of(battle, position, move) for move in battle.moves(position)}
    attacks = [move for move in ways if move.verb == ATTACK]
    assert attacks
    assert all(ways[move] == (move.source, move.target) for move in attacks)
    assert ways[battle.end] == ()


def test_a_unit_that_could_be_jumped_over_is_threatened() -> None:
    """Unless there is no room behind it."""
    game = loaded("draughts/english")
    rows = "\n".join([". . . . . . . ."] * 4)
    for behind, threatened in ((".", True), ("M", False)):
        drawn = f"{rows}\n. . . m . . . .\n. . . . M . . .\n. . . . . {behind} . .\n. . . . . . . ."
        found = find_threats(game, read_position(game, drawn), 0)
        assert (game.grid.cell("e3") in found) is threatened


def test_the_attacks_on_a_cell_are_those_of_the_enemies_that_threaten_it(battle: Game) -> None:
    """From where each unit is and from the nearest cell it comes to, those without a move first."""
    position = set_up(battle, "ta10", "ia9", "Ib10", "Ib9", "Tb6")
    for cell in (position.cell_of(unit) for unit in position.units_of(0)):
        for by in find_threats(battle, position, 0)[cell]:
            attacks = list(attacks_on(battle, position, cell, by))
            assert 0 < len(attacks) <= 2
            assert {move.target for _, move in attacks} == {cell}
            assert all(move in battle.moves(before) for before, move in attacks)
