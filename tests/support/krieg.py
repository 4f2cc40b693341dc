"""pykrieg, another program for games of lines of communication, beside the ruleset ``lines``.

Where its code departs from its own rule sheet (rules.md of its repository), ``Mended`` does what
the sheet says; tests/games/lines/test_pykrieg.py shows each of these faults on a board.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

from pykrieg import Board, combat
from pykrieg.constants import DIRECTIONS

from wargrid import ATTACK, MOVE, Game, Position
from wargrid.match import read_position

TYPES = {
    "infantry": "INFANTRY", "cavalry": "CAVALRY", "guns": "CANNON",
    "horse_guns": "SWIFT_CANNON", "post": "RELAY", "couriers": "SWIFT_RELAY",
}  # fmt: skip
SIDES = ("SOUTH", "NORTH")
GROUND = {"mountain": "MOUNTAIN", "pass": "MOUNTAIN_PASS", "fort": "FORTRESS"}
LETTERS = "ICGHRE"
ARMY = "IIIIIIIIICCCCGHRE"


class Mended(Board):
    """A board on which the rule sheet holds where the code departs from it."""

    def calculate_network(self, player: str, enable_step4: bool = True) -> None:
        """Let every relay that comes online cast its lines, however it came online."""
        self._reset_network_state(player)
        self._step1_arsenal_propagation(player)
        cast: set[tuple[int, int]] = set()
        while True:
            fresh = self._relays_online(player) - cast
            for row, column in sorted(fresh):
                for dx, dy in DIRECTIONS:
                    self._cast_ray(row, column, dx, dy, player, source_is_arsenal=False)
            cast |= fresh
            self._proximity_checked.clear()
            if not self._step3_proximity_propagation(player) and not fresh:
                return

    def _relays_online(self, player: str) -> set[tuple[int, int]]:
        active = self._get_active_units(player)
        return {at for at in active if self.get_unit_type(*at) in ("RELAY", "SWIFT_RELAY")}

    def validate_move(self, from_row: int, from_col: int, to_row: int, to_col: int) -> bool:
        """Refuse a move of a unit offline that is no relay."""
        unit = self.get_unit(from_row, from_col)
        if unit is None or not unit.get_effective_movement(self):
            return False
        return super().validate_move(from_row, from_col, to_row, to_col)


@contextmanager
def mended_combat() -> Iterator[None]:
    """Let mountains stop attacks, and units offline take no part in them."""
    blocked, line = combat.is_path_blocked_by_enemy, combat.get_line_units
    bonus = combat.calculate_defense_power

    def is_blocked(board: Board, row: int, column: int, to_row: int, to_column: int, owner: str):
        steps = max(abs(to_row - row), abs(to_column - column))
        down, right = (to_row - row) // steps, (to_column - column) // steps
        between = [(row + down * n, column + right * n) for n in range(1, steps)]
        if any(board.get_terrain(*cell) == "MOUNTAIN" for cell in between):
            return True
        return blocked(board, row, column, to_row, to_column, owner)

    def units(board: Board, row: int, column: int, direction: tuple[int, int], owner: str):
        found = line(board, row, column, direction, owner)
        return [each for each in found if each[2].get_effective_attack(board)]

    def defence(board: Board, row: int, column: int, defender: str) -> int:
        found = bonus(board, row, column, defender)
        if board.get_unit_type(row, column) in ("INFANTRY", "CANNON", "SWIFT_CANNON"):
            return found
        return found - combat.get_terrain_defense_bonus(board.get_terrain(row, column))

    combat.is_path_blocked_by_enemy, combat.get_line_units = is_blocked, units
    combat.calculate_defense_power = defence
    try:
        yield
    finally:
        combat.is_path_blocked_by_enemy, combat.get_line_units = blocked, line
        combat.calculate_defense_power = bonus


def at(game: Game, cell: int) -> tuple[int, int]:
    """Return the row and the column of a cell as pykrieg counts them, from the north-west."""
    row, column = game.grid.row_and_column(cell)
    return game.grid.rows - 1 - row, column


def board_of(game: Game, position: Position, kind: type[Board] = Mended) -> Board:
    """Return a position as pykrieg has it, with the turn of the same side begun."""
    board = kind()
    ground = game.engine.grounds[0]
    for cell in range(game.grid.cells):
        board.set_terrain(*at(game, cell), GROUND.get(ground.terrain[cell]))
    for side, own in enumerate(game.engine.grounds):
        for cell in sorted(own.zones["arsenals"]):
            if not position.marker("ruined", cell):
                board.set_arsenal(*at(game, cell), SIDES[side])
    for unit in position.standing():
        board.create_and_place_unit(
            *at(game, unit.cell), TYPES[unit.type.word], SIDES[unit.side]
        )
    board._turn = SIDES[position.side]
    board.enable_networks()
    return board


def random_position(game: Game, seed: int) -> Position:
    """Return a position of both armies, whole or in part, spread over a box of some size."""
    draw = random.Random(seed)
    rows, columns = game.grid.rows, game.grid.columns
    high, wide = draw.randint(4, rows), draw.randint(4, columns)
    low, left = draw.randint(0, rows - high), draw.randint(0, columns - wide)
    ground = game.engine.grounds
    arsenals = ground[0].zones["arsenals"] | ground[1].zones["arsenals"]
    free = [
        cell
        for row in range(low, low + high)
        for column in range(left, left + wide)
        if (cell := game.grid.at(column, row)) not in ground[0].walls and cell not in arsenals
    ]
    draw.shuffle(free)
    letters = ["."] * game.grid.cells
    for army in (ARMY, ARMY.lower()):
        part = draw.sample(army, draw.randint(1, len(army)))
        for letter in part[: max(1, len(free) // 3)]:
            letters[free.pop()] = letter
    picture = "\n".join(
        " ".join(letters[game.grid.at(column, row)] for column in range(columns))
        for row in reversed(range(rows))
    )
    return read_position(game, f"{picture}\nside: {draw.choice(['south', 'north'])}\nturn: 2\n")


def covered(game: Game, position: Position, side: int) -> set[tuple[int, int]]:
    """Return the squares that are in communication, but mountains and those of enemies."""
    held = game.engine.layers.cells("supply", position, side)
    cells = [cell for cell in range(game.grid.cells) if held >> cell & 1]
    own = position.roster.friendly[side]
    kept = [cell for cell in cells if position.board[cell] >= 0]
    return {at(game, cell) for cell in kept if not position.board[cell] or own[position.board[cell]]}


def covered_there(board: Board, side: int) -> set[tuple[int, int]]:
    """Return the same of pykrieg."""
    squares = [(row, column) for row in range(board.rows) for column in range(board.cols)]
    return {each for each in squares if board.is_unit_online(*each, SIDES[side])}


def moves(game: Game, position: Position) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the moves of the side to act, each from a square to another."""
    found = [move for move in game.moves(position) if move.verb == MOVE]
    return {(at(game, move.source), at(game, move.target)) for move in found}


def moves_there(board: Board) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the same of pykrieg."""
    found = set()
    for row, column in board.get_units_by_owner(board.turn):
        for to_row in range(max(0, row - 2), min(board.rows, row + 3)):
            for to_column in range(max(0, column - 2), min(board.cols, column + 3)):
                if board.validate_move(row, column, to_row, to_column):
                    found.add(((row, column), (to_row, to_column)))
    return found


def strengths(game: Game, position: Position) -> dict[tuple[int, int], tuple[int, int]]:
    """Return for each enemy that the side to act may attack both strengths."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for move in game.moves(position):
        if move.verb == ATTACK:
            by = position.type_of(position.board[move.source]).attack.armed(move.word).by
            compared = by.compared(position, move.source, move.target, ())
            seen = compared.attack, compared.defence
            assert found.setdefault(at(game, move.target), seen) == seen
    return found


def strengths_there(board: Board) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the same of pykrieg: those of which the attack is more than nothing."""
    own = SIDES.index(board.turn)
    found = {}
    for square in board.get_units_by_owner(SIDES[1 - own]):
        attack = combat.calculate_attack_power(board, *square, SIDES[own])
        if attack:
            defence = combat.calculate_defense_power(board, *square, SIDES[1 - own])
            found[square] = attack, defence
    return found
