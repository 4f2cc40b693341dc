"""Edges between cells, and ground that hinders: walks beside a brute force, walls, blows across."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest

from rulesets import made
from wargrid import Game, Move, Position
from wargrid.core.moves import ATTACK, MOVE, Roll
from wargrid.engine.threats import way_of
from wargrid.match import read_move, read_position
from wargrid.ruleset.board.edges import edges_drawn, edges_text

TURN = "turn: {actions: ~, may: {move: 0, attack: 0}, per_unit: {any: 1}}"
KINDS = """
edges:
  river: {name: River, crossing: {foot: 1, wheels: barred}}
  bridge: {name: Bridge, over: river}
  bank: {name: Bank, stops: true, crossing: {wheels: 1}}
  wall: {name: Wall, wall: true}
"""
RULES = """
terrains:
  clear: {letter: ".", name: Clear}
  wood: {letter: F, name: Wood, stops: true}
  marsh: {letter: M, name: Marsh, leaving: 1}
  sand: {letter: S, name: Sand, stops: wheels, leaving: {wheels: 2}}
  lake: {letter: "#", name: Lake, wall: true}
costs:
  foot: {clear: 1, wood: 2, marsh: 1, sand: 1}
  wheels: {clear: 1, marsh: 2, sand: 1}
victory: {eliminate: {}, limit: 99}
units:
"""
BOARDS = {
    "squares": ("", "orthogonal"),
    "squares and corners": ("", "all"),
    "hexes": ("shape: hex", "all"),
    "turned hexes": ("{shape: hex, shifted: columns}", "all"),
}
COLUMNS, ROWS = 6, 5
LETTERS = {".": "clear", "F": "wood", "M": "marsh", "S": "sand", "#": "lake"}
ENTERING = {
    "foot": {"clear": 1, "wood": 2, "marsh": 1, "sand": 1},
    "wheels": {"clear": 1, "marsh": 2, "sand": 1},
    "": dict.fromkeys(("clear", "wood", "marsh", "sand"), 1),
}
LEAVING = {"foot": {"marsh": 1}, "wheels": {"marsh": 1, "sand": 2}, "": {"marsh": 1}}
HALTS = {"foot": {"wood"}, "wheels": {"wood", "sand"}, "": {"wood"}}
ACROSS: dict[str, dict[str, int | None]] = {
    "foot": {"river": 1, "wall": None},
    "wheels": {"river": None, "bank": 1, "wall": None},
    "": {"wall": None},
}


class Drawn:
    """A random board of cells and edges, and how far a unit goes there by a search by hand."""

    def __init__(self, chance: Random, board: str) -> None:
        self.shape, self.ways = BOARDS[board]
        self.letters = [chance.choice(".....FMS#") for _ in range(COLUMNS * ROWS)]
        cells = list(product(range(COLUMNS), range(ROWS)))
        self.edges = {
            frozenset((one, other)): kind
            for one in cells
            for other in cells
            if one < other and self.touch(one, other)
            if (kind := chance.choice(["", "", "river", "bridge", "bank", "wall"]))
        }

    def touch(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        (a, b), (c, d) = one, other
        if not self.shape:
            return abs(a - c) + abs(b - d) == 1
        if "columns" in self.shape:
            a, b, c, d = b, a, d, c
        if b == d:
            return abs(a - c) == 1
        east = 1 if b % 2 else -1  # odd rows lie half a hex farther east
        return abs(b - d) == 1 and c - a in (0, east)

    def steps(self, one: tuple[int, int]) -> list[tuple[int, int]]:
        near = product((-1, 0, 1), repeat=2)
        cells = [(one[0] + a, one[1] + b) for a, b in near if (a, b) != (0, 0)]
        cells = [(a, b) for a, b in cells if 0 <= a < COLUMNS and 0 <= b < ROWS]
        corners = not self.shape and self.ways == "all"
        return [other for other in cells if corners or self.touch(one, other)]

    def terrain(self, cell: tuple[int, int]) -> str:
        return LETTERS[self.letters[cell[1] * COLUMNS + cell[0]]]

    def crossing(
        self, one: tuple[int, int], other: tuple[int, int], table: str
    ) -> tuple[int, bool] | None:
        """Return the points of the cheapest way, and whether it stops; None if barred."""
        if self.touch(one, other):
            ways = [[(one, other)]]
        else:  # round the corner, one way or the other
            middles = ((one[0], other[1]), (other[0], one[1]))
            ways = [[(one, middle), (middle, other)] for middle in middles]
        found = []
        for way in ways:
            kinds = [self.edges.get(frozenset(step), "") for step in way]
            tolls = [ACROSS[table].get(kind, 0) for kind in kinds]
            if None not in tolls:
                found.append((sum(toll or 0 for toll in tolls), "bank" in kinds))
        return min(found, default=None)

    def reach(self, start: tuple[int, int], points: int, table: str) -> set[tuple[int, int]]:
        best, left, ends = {start: points}, [start], set()
        while left:
            cell = left.pop()
            for other in self.steps(cell):
                cost, more = (
                    ENTERING[table].get(self.terrain(other)),
                    self.crossing(cell, other, table),
                )
                if cost is None or more is None:
                    continue
                rest = best[cell] - cost - LEAVING[table].get(self.terrain(cell), 0) - more[0]
                if rest < 0:
                    continue
                if more[1] or self.terrain(other) in HALTS[table]:
                    ends.add(other)
                elif rest > best.get(other, -1):
                    best[other] = rest
                    left.append(other)
        return ({*best} | ends) - {start}

    def game(self) -> Game:
        named = {frozenset(edge): kind for edge, kind in self.edges.items()}
        by_kind: dict[str, list[str]] = {}
        for edge, kind in named.items():
            by_kind.setdefault(kind, []).append("/".join(name(cell) for cell in sorted(edge)))
        edges = "".join(f"\n    {kind}: {' '.join(each)}" for kind, each in by_kind.items())
        keys = self.shape.strip("{}").replace(", ", "\n  ")
        rows = [self.letters[row * COLUMNS : row * COLUMNS + COLUMNS] for row in range(ROWS)]
        drawn = "".join(f"\n    {line}" for line in self.diagram(rows))
        units = "".join(
            f"  {word}: {{letter: {letter}, name: {word}, move: {{path: {{{way}, directions: "
            f"{self.ways}}}}}}}\n"
            for word, letter, way in (
                ("foot", "I", "points: 4, costs: foot"),
                ("gun", "G", "points: 5, costs: wheels"),
                ("bird", "B", "points: 3"),
            )
        )
        board = f"board:\n  columns: {COLUMNS}\n  rows: {ROWS}\n"
        board += f"  {keys}\n" if keys else ""
        board += f"  terrain: |{drawn}\n  edges:{edges}\n"
        empty = [["."] * COLUMNS for _ in range(ROWS)]
        setup = "".join(f"\n  {line}" for line in self.diagram(empty))
        return made(f"{KINDS}{RULES}{units}{board}setup: |{setup}\n", turn=TURN)

    def diagram(self, rows: list[list[str]]) -> list[str]:
        """Return the rows of cells, from the south, as a diagram has them, north first."""
        if "columns" not in self.shape:
            return [" ".join(row) for row in reversed(rows)]
        halves = (" ".join(row[start::2]) for row in reversed(rows) for start in (1, 0))
        return list(halves)


def name(cell: tuple[int, int]) -> str:
    return f"{'abcdef'[cell[0]]}{cell[1] + 1}"


UNITS = {"I": (4, "foot"), "G": (5, "wheels"), "B": (3, "")}


@pytest.mark.parametrize("board", BOARDS)
def test_walks_are_those_of_a_search_by_hand_on_random_boards(board: str) -> None:
    chance = Random(len(board))
    for _ in range(4):
        drawn = Drawn(chance, board)
        game = drawn.game()
        grid = game.grid
        for letter, (points, table) in UNITS.items():
            start = chance.randrange(COLUMNS), chance.randrange(ROWS)
            if drawn.terrain(start) == "lake":
                continue
            signs = ["."] * grid.cells
            signs[grid.cell(name(start))] = letter
            position = read_position(game, grid.draw(signs))
            goes = {grid.name(move.target) for move in game.moves(position) if move.verb == MOVE}
            assert goes == {name(cell) for cell in drawn.reach(start, points, table)}, letter
            for move in game.moves(position):
                if move.verb == MOVE:  # what is shown of it keeps to the same rules
                    way = way_of(game, position, move)
                    assert all(drawn_step(drawn, game, step, table) for step in pairwise(way))
                    assert not any(halting_step(drawn, game, s, table) for s in pairwise(way[:-1]))


def halting_step(drawn: Drawn, game: Game, step: tuple[int, ...], table: str) -> bool:
    one, other = (game.grid.places[cell] for cell in step)
    crossing = drawn.crossing(one, other, table)
    return crossing is not None and (crossing[1] or drawn.terrain(other) in HALTS[table])


def test_edges_are_written_so_that_the_same_ones_are_read() -> None:
    game = Drawn(Random(7), "hexes").game()
    grid, rules = game.grid, game.ruleset
    drawn = edges_drawn(rules, grid)
    by_kind = {kind: [e for e in drawn if drawn[e] == kind] for kind in rules.edges}
    texts = {kind: edges_text(grid, edges) for kind, edges in by_kind.items()}
    board = rules.board.model_copy(update={"edges": texts})
    assert edges_drawn(rules.model_copy(update={"board": board}), grid) == drawn
    assert max(len(line) for text in texts.values() for line in text.splitlines()) <= 76
    assert edges_text(grid, [(0, 1), (1, 2), (2, 8)]) == "a1/b1/c1/c2"


def drawn_step(drawn: Drawn, game: Game, step: tuple[int, ...], table: str) -> bool:
    one, other = (game.grid.places[cell] for cell in step)
    return drawn.crossing(one, other, table) is not None


WALLED = """
edges:
  wall: {name: Wall, wall: true}
  fence: {name: Fence, shields: true}
  river: {name: River}
dice: {d: [hit, miss]}
faces: {hit: Hit, miss: Miss}
board:
  columns: 6
  rows: 4
  edges:
    wall: c1:c2/d1:d2
    fence: b3/b4
    river: a3/a4 e3:f3/e4:f4 c4/d4
units:
  rook: {letter: R, name: Rook, move: {slide: orthogonal}}
  bishop: {letter: B, name: Bishop, move: {slide: diagonal}}
  archer:
    letter: A
    name: Archer
    attack: {at: {range: {most: 3, hidden_by: [units]}}, by: removal}
  gun: {letter: G, name: Gun, attack: {at: {lines: {orthogonal: 5}}, by: removal}}
  guard: {letter: U, name: Guard, attack: {at: around, by: removal}}
  lancer:
    letter: L
    name: Lancer
    men: 2
    attack:
      at: {range: {most: 3}}
      by: {dice: {hits_on: hit, per_man: 1, more: {river: {dice: -1, across: river}}}}
  sapper:
    letter: S
    name: Sapper
    attack:
      at: {range: {most: 2}}
      by: {symbols: {by_distance: [1, 1], hits_on: {guard: hit}, more: [{dice: -1, across: river}]}}
victory: {eliminate: {}, limit: 99}
setup: |
  . . . . . .
  . . . . . .
  . . . . . .
  . . . . . .
"""


def walled() -> Game:
    return made(WALLED, turn=TURN)


def targets(drawn: str, verb: str) -> set[str]:
    game = walled()
    moves = game.moves(read_position(game, drawn))
    return {game.grid.name(move.target) for move in moves if move.verb == verb}


def test_slides_end_before_a_wall_between_cells_and_corners_are_passed_on_one_side() -> None:
    rook = ". . . . . .\n. . . . . .\n. R . . . .\n. . . . . ."
    assert targets(rook, MOVE) == {"a2", "c2", "b1", "b3", "b4"}
    far = ". . . . . .\n. . . . . .\n. . . . . .\nR . . . . ."
    assert targets(far, MOVE) == {"b1", "c1", "a2", "a3", "a4"}
    bishop = ". . . . . .\n. . . . . .\n. . B . . .\n. . . . . ."
    # d1 lies behind the wall on both ways round the corner, d3 on one of them alone
    assert targets(bishop, MOVE) == {"d3", "e4", "b1", "b3", "a4"}


def test_walls_end_lines_of_fire_and_sight_but_no_blow_over_them() -> None:
    gun = ". . . . . .\n. . . . . .\n. . G u . .\n. . u . . ."
    assert targets(gun, ATTACK) == {"c1"}
    archer = ". . . . . .\n. . . u . .\n. . A u . .\n. . . u . ."
    assert targets(archer, ATTACK) == {"d3"}
    guard = ". . . . . .\n. . . . . .\n. . U u . .\n. . . . . ."
    assert targets(guard, ATTACK) == {"d2"}


def test_an_edge_that_shields_bars_the_attack_on_the_next_cell_alone() -> None:
    assert targets(". u . . . .\n. U . . . .\n. . . . . .\n. . . . . .", ATTACK) == set()
    assert targets(". u . . . .\n. L . . . .\n. . . . . .\n. . . . . .", ATTACK) == set()
    assert targets(". u . . . .\n. . . . . .\n. L . . . .\n. . . . . .", ATTACK) == {"b4"}
    assert targets("u . . . . .\n. U . . . .\n. . . . . .\n. . . . . .", ATTACK) == {"a4"}


@pytest.mark.parametrize(
    ("drawn", "dice"),
    [
        ("u . . . . .\nL . . . . .\n. . . . . .\n. . . . . .", 1),  # next to it
        ("u . . . . .\n. . . . . .\nL . . . . .\n. . . . . .", 1),  # the last edge of the line
        ("L . . . . .\n. . . . . .\nu . . . . .\n. . . . . .", 2),  # the first edge of it
        ("u . . . . .\n. L . . . .\n. . . . . .\n. . . . . .", 2),  # on one way round the corner
        (". . . . . u\n. . . . L .\n. . . . . .\n. . . . . .", 1),  # on both
        ("u . . . . .\n. . . . . .\n. L . . . .\n. . . . . .", 2),  # no straight line
    ],
)
def test_a_modifier_across_a_river_counts_the_last_edge_before_the_target(
    drawn: str, dice: int
) -> None:
    game = walled()
    position = read_position(game, drawn)
    attack = next(move for move in game.moves(position) if move.verb == ATTACK)
    assert dice_of(game, position, attack) == dice


def dice_of(game: Game, position: Position, attack: Move) -> int:
    after, _ = game.play(position, attack)
    return max(len(roll.faces) for _, roll in game.chances(after) if isinstance(roll, Roll))


def test_edges_decide_whether_there_is_an_attack_as_terrains_do() -> None:
    assert targets("u . . . . .\nS . . . . .\n. . . . . .\n. . . . . .", ATTACK) == set()
    assert targets(". u . . . .\nS . . . . .\n. . . . . .\n. . . . . .", ATTACK) == {"b4"}


def test_a_refusal_names_what_stops_or_bars_on_the_way() -> None:
    units = "  foot: {letter: I, name: Foot, move: {path: {points: 3, costs: foot}}}\n"
    units += "  gun: {letter: G, name: Gun, move: {path: {points: 3, costs: wheels}}}\n"
    board = "board: {columns: 3, rows: 3, terrain: '. . .\n\n  F . .\n\n  . . .\n\n  ', "
    board += "edges: {river: a1/b1, wall: a1:c1/a2:c2 a3/b3}}\n"
    game = made(f"{KINDS}{RULES}{units}{board}", turn=TURN, setup="I . .\n. . .\nG . .")
    position = game.start()
    why = {
        text: (refusal.code, {**refusal.values}.get("edge") or {**refusal.values}.get("stop"))
        for text in ("a1-b1", "a1-a2", "a3-b2", "a3-b3", "a3-b1")
        if (refusal := game.why_not(position, read_move(game, position, text))) is not None
    }
    assert why == {
        "a1-b1": ("edge_between", "River"),
        "a1-a2": ("out_of_reach", None),  # no cost for woods
        "a3-b2": ("ground_stops", "a2"),
        "a3-b3": ("edge_between", "Wall"),
        "a3-b1": ("edge_between", "Wall"),
    }


HEXES = (
    """
edges: {river: {name: River}}
dice: {d: [hit, miss]}
faces: {hit: Hit, miss: Miss}
board:
  {columns: 5, rows: 5, shape: hex, shifted: columns, facing: 6, edges: {river: a3:e3/a4:e4}}
units:
  lancer:
    letter: L
    name: Lancer
    men: 3
    attack:
      at: {range: {most: 2}}
      by:
        dice:
          hits_on: hit
          per_man: 1
          more:
            river: {dice: -1, across: river}
            behind: {dice: 2, struck_from: [back, back_left, back_right]}
victory: {eliminate: {}, limit: 99}
setup: |
"""
    + 5 * "  . .\n  . . .\n"
)


def test_on_hexes_rivers_lie_between_two_rows_and_units_are_struck_from_behind() -> None:
    game = made(HEXES, turn=TURN)
    grid = game.grid
    for facing, source, dice in (
        (">N", "c3", 4),  # across the river, from behind
        (">S", "c3", 2),  # across the river, from ahead
        (">S", "c5", 5),  # from behind, on its side of the river
        (">SW", "b3", 2),  # from ahead on the right, across the river
        (">N", "b3", 4),  # from behind on the left
        (">N", "b4", 3),
    ):
        signs = ["."] * grid.cells
        signs[grid.cell("c4")], signs[grid.cell(source)] = "l" + facing, "L>N"
        position = read_position(game, grid.draw(signs))
        attack = next(move for move in game.moves(position) if move.verb == ATTACK)
        assert dice_of(game, position, attack) == dice, (facing, source)


HELD = """
edges: {river: {name: River}, wall: {name: Wall, wall: true}}
board: {columns: 4, rows: 4, edges: {river: a2:d2/a3:d3, wall: b1:b2/c1:c2}}
zones: {base: {white: b1, black: d4}}
supply: {sources: {zone: base}, most: 2}
units:
  man: {letter: M, name: Man, move: {path: {points: 2, enemy_control: stops}},
    only_if: {move: {supplied: own}}, controls: {around: orthogonal, distance: 2%s}}
victory: {eliminate: {}, limit: 99}
"""


@pytest.mark.parametrize(
    ("more", "held"),
    [("", "a1 a2 b1 a3 b3 c3 b4"), (", not_across: river", "a1 a2 b1")],
)
def test_control_and_supply_go_round_walls_and_control_over_rivers_if_they_may(
    more: str, held: str
) -> None:
    game = made(HELD % more, turn=TURN, setup="m . . .\n. . . .\n. M . .\n. . . .")
    layers, grid, start = game.engine.layers, game.grid, game.start()

    def named(layer: str) -> set[str]:
        found = layers.cells(layer, start, 0)
        return {grid.name(cell) for cell in range(grid.cells) if found >> cell & 1}

    assert named("control") == set(held.split())
    assert named("supply") == {"b1", "a1", "b2", "a2", "b3"}
