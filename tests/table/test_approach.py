"""Going to an enemy and attacking it by one click: a move and an attack after one question."""

from __future__ import annotations

import random

import pytest

from support import every_ruleset, loaded
from tables import Sat, sit
from wargrid.core.dice import seeded
from wargrid.core.moves import ARMY, ATTACK, READY
from wargrid.core.position import Position
from wargrid.engine.threats import approaches
from wargrid.match import Match
from wargrid_play.table import Table

APART = """
    . . . . k . . . .
    . . . . . . . . .
    . . . . i . . . .
    . . . . . . . . .
    . . . . I . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . K . . . .
    side: gold
    turn: 7
"""
"""Gold's infantry on e6, a cell away from Silver's on e8, with two actions."""


@pytest.fixture
def apart() -> Sat:
    sat = sit(loaded("lionheart/level1"), APART, "axe axe axe axe")
    sat.click("e6")
    return sat


def test_help_says_what_the_corners_of_cells_in_range_mean(apart: Sat) -> None:
    assert apart.marked("range")
    assert apart.text("table.help.range") in apart.table.help_now()


def test_without_confirmation_the_odds_are_at_the_pointer_and_one_click_attacks(
    apart: Sat,
) -> None:
    apart.table.confirms = False
    apart.table.hover(apart.cell("e8"))
    aim = apart.table.view().aim
    apart.click("e8")
    assert aim is not None
    assert aim[0] == apart.cell("e8")
    assert apart.men("e8") == 0


@every_ruleset
def test_every_approach_is_two_legal_moves_of_one_unit(name: str) -> None:
    """In positions met by play towards the enemy, confirmed as a player would."""
    rules = loaded(name).ruleset
    attackers = [unit for unit in rules.units.values() if unit.attack is not None]
    if not attackers or rules.turn.actions == 1 or rules.turn.per_unit.get("any") == 1:
        pytest.skip("no unit of this game moves and then attacks in one turn")
    sat = _near_an_enemy(name)
    found = _first(sat)
    assert found is not None
    cell, target = found
    position, game = sat.match.position, sat.match.game
    unit, attackable = (
        position.board[cell],
        [m.target for m in game.moves(position) if m.source == cell and m.verb == ATTACK],
    )
    approach = approaches(game, position, cell)[target]
    sat.table.click(cell)
    sat.table.click(target)
    if sat.prompt.kind == "choice":
        sat.table.press("choose:0")
    assert (sat.prompt.kind, sat.match.position) == ("attack", position)
    sat.table.press("confirm")
    first, second = (ply for ply in sat.match.plies[-9:] if ply.actor == position.side)
    assert target not in attackable
    assert first.move == approach.move
    assert (second.before.board[second.move.source], second.move.target) == (unit, target)


def _first(sat: Sat) -> tuple[int, int] | None:
    """The first unit with an approach, and an enemy that it can go to."""
    game, position = sat.match.game, sat.match.position
    for cell in sorted({move.source for move in game.moves(position) if move.source >= 0}):
        for target in approaches(game, position, cell):
            return cell, target
    return None


def _near_an_enemy(name: str) -> Sat:
    """A table at the first position of a game, played towards the enemy, with an approach."""
    game, chance = loaded(name), random.Random(5)
    match = Match(game, dice=seeded(5))
    match.begin()
    for _ in range(150):
        sat = Sat(match, Table(match))
        if match.result is not None or (
            not game.engine.is_deploying(match.position) and _first(sat)
        ):
            break
        moves = game.moves(match.position)
        if game.engine.is_deploying(match.position):
            ready = [move for move in moves if move.verb in (ARMY, READY)]
            match.play(ready[-1])
            continue
        far = {move.key: _distance(match.position, move.target) for move in moves}
        match.play(min(moves, key=lambda move: (far[move.key], chance.random())))
    start = match.position
    fresh = Match(game, dice=seeded(5), start=start)
    return Sat(fresh, Table(fresh))


def _distance(position: Position, cell: int) -> int:
    grid, foes = position.roster.grid, position.units_of(1 - position.side)
    cells = [position.cell_of(foe) for foe in foes]
    return (
        min((grid.distance(cell, foe, "chebyshev") for foe in cells), default=0)
        if cell >= 0
        else 99
    )
