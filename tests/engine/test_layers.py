"""Layers: what units control, where supply reaches, and what both do to moves."""

from __future__ import annotations

import random

import pytest

from rulesets import made
from wargrid import Game, Position
from wargrid.core.moves import MOVE
from wargrid.engine.threats import way_of
from wargrid.match import read_move, read_position

RULES = """
terrains:
  plain: {letter: ".", name: Plain}
  wood: {letter: F, name: Wood}
  lake: {letter: "#", name: Lake, wall: true}
zones: {base: {each: "a1:g1"}}
supply:
  sources: {zone: base}
  across: {not: {controlled: enemy}}
  most: 7
units:
  foot:
    letter: F
    name: Foot
    move: {path: {points: 3, enemy_control: stops}}
    attack: {at: {range: {most: 1}}, by: removal}
    only_if: {attack: {supplied: own}}
    controls: {not_onto: wood}
  scout:
    letter: S
    name: Scout
    move: {path: {points: 4, enemy_control: {costs: 2}}}
  wagon:
    letter: W
    name: Wagon
    move: {path: {points: 3, enemy_control: forbids}}
victory: {eliminate: {}}
"""
TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {any: 1}}"
SETUP = """
. . . . . . .
. . . . . . .
. . . f . . .
. . . . . . .
. W S F . . .
. . . . . . ."""
TERRAIN = """
. . . . . . .
. . F . . . .
. . . . . . .
. . . . # . .
. . . . . . .
. . . . . . ."""


def game_of(rules: str = RULES, setup: str = SETUP) -> Game:
    return made(rules, turn=TURN, setup=setup, ground=TERRAIN)


def cells(game: Game, position: Position, name: str, side: int) -> set[str]:
    held = game.engine.layers.cells(name, position, side)
    return {game.grid.name(cell) for cell in range(game.grid.cells) if held >> cell & 1}


def reach(game: Game, position: Position, source: str) -> set[str]:
    cell = game.grid.cell(source)
    moves = (move for move in game.moves(position) if (move.verb, move.source) == (MOVE, cell))
    return {game.grid.name(move.target) for move in moves}


def test_units_control_the_cells_around_them_but_walls_and_what_the_rule_leaves_out() -> None:
    game = game_of()
    held = cells(game, game.start(), "control", 1)
    assert held == {"c4", "e4", "d5", "e5", "c3", "d3"}  # c5 is a wood, e3 a lake


def code_of(game: Game, text: str) -> str:
    start = game.start()
    refusal = game.why_not(start, read_move(game, start, text))
    return "" if refusal is None else refusal.code


@pytest.mark.parametrize(
    ("unit", "far"),
    [
        ("d2", {"d3", "e1", "f2", "b1", "c1", "d1", "e2", "f1", "g2", "f3"}),
        ("b2", {"b3", "b4", "b5", "a2", "a3", "a4", "a1", "b1", "c1", "d1"}),
    ],
)
def test_control_ends_a_walk_or_bars_it(unit: str, far: set[str]) -> None:
    """The foot stops on d3, so that it does not come to c3; the wagon never enters c3."""
    game = game_of()
    assert reach(game, game.start(), unit) == far


def test_a_step_under_control_costs_more() -> None:
    """The scout pays three points for c3, and has one left for b3, but none for c4."""
    game = game_of()
    found = reach(game, game.start(), "c2")
    assert "c3" in found
    assert "c4" not in found
    without = read_position(game, ". . . . . . .\n" * 4 + "  . W S F . . .\n. . . . . . .\n")
    assert "c4" in reach(game, without, "c2")


@pytest.mark.parametrize(
    ("move", "code"),
    [("d2-c3", "control_stops"), ("b2-c3", "control_forbids"), ("c2-c4", "control_costs")],
)
def test_control_is_the_reason_of_a_refusal(move: str, code: str) -> None:
    game = game_of()
    assert code_of(game, move) == code


def test_supply_does_not_cross_enemy_control() -> None:
    game = game_of()
    found = cells(game, game.start(), "supply", 0)
    assert not found & cells(game, game.start(), "control", 1)
    assert {"d2", "b6", "g6"} <= found
    assert "d4" not in found


def test_a_unit_out_of_supply_may_not_attack() -> None:
    """Supply crosses no cell outside the base, which the foot has left."""
    setup = """
. . . . . . .
. . . F . . .
. . . f . . .
. . . . . . .
. . . f . . .
. . . F . . ."""
    rules = RULES.replace("across: {not: {controlled: enemy}}", "across: {zone: base}")
    game = game_of(rules, setup)
    assert code_of(game, "d5xd4") == "only_if"
    assert code_of(game, "d1xd2") == ""


def test_relays_renew_supply_on_straight_lines_and_contact_passes_it_on() -> None:
    rules = RULES.replace(
        "across: {not: {controlled: enemy}}\n  most: 7",
        "straight: all\n  relays: {whose: own, unit: scout}\n  contact: true\n  directions: all",
    ).replace('{each: "a1:g1"}', "{white: a1, black: g6}")
    setup = """
. . . . . . .
. . . . . . .
. . . S . F F
. . . . . . .
. . . . . . .
f . . . . . ."""
    found = cells(game_of(rules, setup), game_of(rules, setup).start(), "supply", 0)
    assert not found  # an enemy is on the source
    game = game_of(rules, setup.replace("f . .", ". . ."))
    found = cells(game, game.start(), "supply", 0)
    assert {"a6", "g1", "d4"} <= found  # the lines of the source
    assert {"d6", "g4", "a4", "d1"} <= found  # those of the scout, which one of them reaches
    assert "e2" not in found  # but on no line
    assert {"e5", "g5", "g3"} <= found  # next to units in supply
    alone = game_of(
        rules.replace("  relays: {whose: own, unit: scout}\n", ""), setup.replace("f .", ". .")
    )
    assert "g4" not in cells(alone, alone.start(), "supply", 0)


def test_cells_of_a_zone_are_sources_as_long_as_they_are_what_the_rule_asks() -> None:
    """Of the base only cells beside no enemy count, so that d1, e1 and c1 send nothing."""
    rules = RULES.replace("{zone: base}", "{zone: base, at: {not: {near: {whose: enemy}}}}")
    rules = rules.replace("most: 7", "most: 1")
    setup = """
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . f . . .
. . . . . . ."""
    game = game_of(rules.replace("  across: {not: {controlled: enemy}}\n", ""), setup)
    found = cells(game, game.start(), "supply", 0)
    assert {"a2", "b2", "f2", "g2"} <= found
    assert not {"c2", "e2"} & found


@pytest.mark.parametrize(("contact", "renewed"), [("true", False), ("renews", True)])
def test_a_relay_that_only_contact_reaches_may_renew_supply(contact: str, renewed: bool) -> None:
    """The line of a1 reaches the foot, which touches the scout on b4, whose lines go on."""
    rules = RULES.replace(
        "across: {not: {controlled: enemy}}\n  most: 7",
        f"straight: all\n  relays: {{unit: scout}}\n  contact: {contact}\n  directions: all",
    ).replace('{each: "a1:g1"}', "{white: a1, black: g6}")
    setup = """
. . . . . . .
. . . . . . .
. S . . . . .
F . . . . . .
. . . . . . .
. . . . . . ."""
    game = game_of(rules, setup)
    assert ("g4" in cells(game, game.start(), "supply", 0)) == renewed


@pytest.mark.parametrize(
    ("ends", "codes"),
    [
        ("stops", {"d2-d3": "", "d2-d4": "supply_stops"}),
        ("forbids", {"d2-d3": "supply_forbids", "d2-d4": "supply_forbids"}),
    ],
)
def test_the_end_of_supply_ends_a_walk_or_bars_it(ends: str, codes: dict[str, str]) -> None:
    """Supply reaches two rows: the foot on d2 ends its walk on d3, or may not leave them."""
    rules = RULES.replace("enemy_control: stops", f"beyond_supply: {ends}")
    setup = """
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . F . . .
. . . . . . ."""
    game = game_of(rules.replace("most: 7", "most: 1"), setup)
    start = game.start()
    assert {move: code_of(game, move) for move in codes} == codes
    beyond = ~game.engine.layers.cells("supply", start, 0)
    for move in game.moves(start):
        if move.verb == MOVE:
            assert not any(beyond >> cell & 1 for cell in way_of(game, start, move)[:-1])


def brute_supply(game: Game, position: Position, side: int) -> set[int]:
    """All cells with a way from a source of at most seven steps, found by trying."""
    grid, held = game.grid, game.engine.layers.cells("control", position, 1 - side)
    own = position.roster.friendly[side]

    def is_open(cell: int) -> bool:
        unit = position.board[cell]
        return unit >= 0 and (not unit or own[unit]) and not held >> cell & 1

    zone = game.engine.grounds[side].zones["base"]
    steps = [{cell for cell in zone if is_open(cell)}]
    for _ in range(7):
        around = {
            other
            for cell in steps[-1]
            for other in range(grid.cells)
            if grid.distance(cell, other) == 1 and is_open(other)
        }
        steps.append(around | steps[-1])
    return steps[-1]


def brute_control(game: Game, position: Position, side: int) -> set[int]:
    grid, ground = game.grid, game.engine.grounds[side]
    return {
        cell
        for unit in position.standing()
        if unit.side == side and unit.type.word == "foot"
        for cell in range(grid.cells)
        if cell not in ground.walls and ground.terrain[cell] != "wood"
        if grid.distance(unit.cell, cell, "chebyshev") == 1
    }


def random_board(chance: random.Random) -> str:
    signs = [chance.choice("......FSWfsw") for _ in range(42)]
    for cell in (18, 23, 25):  # what may be a lake
        signs[cell] = "."
    return "\n".join(" ".join(signs[row * 7 : row * 7 + 7]) for row in range(6))


def test_layers_are_those_of_a_search_by_hand_on_random_boards() -> None:
    game, chance = game_of(), random.Random(53)
    layers = game.engine.layers
    for _ in range(40):
        position = read_position(game, random_board(chance))
        for side in (0, 1):
            for name, brute in (("control", brute_control), ("supply", brute_supply)):
                before = layers.of(name).visits
                found = layers.cells(name, position, side)
                cells_found = {cell for cell in range(42) if found >> cell & 1}
                assert cells_found == brute(game, position, side), (name, side, position)
                assert layers.of(name).visits - before <= 8 * game.grid.cells


def test_a_layer_is_kept_until_what_it_depends_on_changes() -> None:
    game = game_of()
    start, layer = game.start(), game.engine.layers.of("control")
    first = layer.cells(start, 1)
    visits = layer.visits
    assert layer.cells(start, 1) == first
    assert layer.visits == visits
    after, _ = game.play(start, next(move for move in game.moves(start) if move.verb == MOVE))
    layer.cells(after, 1)
    assert layer.visits > visits


def test_the_way_that_is_shown_keeps_out_of_control() -> None:
    game = game_of()
    start = game.start()
    held = game.engine.layers.cells("control", start, 1)
    for move in game.moves(start):
        if move.verb == MOVE and start.at(move.source).type.word != "scout":
            assert not any(held >> cell & 1 for cell in way_of(game, start, move)[1:-1])
