"""pykrieg, another program for games of lines of communication, beside the ruleset ``lines``.

Where its code departs from its own rule sheet (rules.md of its repository), ``Mended`` does what
the sheet says; tests/games/lines/test_pykrieg.py shows each of these faults on a board.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from pykrieg import Board, combat
from pykrieg.constants import DIRECTIONS

from wargrid import ATTACK, MOVE, Game, Position, load
from wargrid.core.moves import END, Move
from wargrid.match import read_position

TYPES = {
    "infantry": "INFANTRY", "cavalry": "CAVALRY", "guns": "CANNON",
    "horse_guns": "SWIFT_CANNON", "post": "RELAY", "couriers": "SWIFT_RELAY",
}  # fmt: skip
SIDES = ("SOUTH", "NORTH")
GROUND = {"mountain": "MOUNTAIN", "pass": "MOUNTAIN_PASS", "fort": "FORTRESS"}
RELAYS = ("RELAY", "SWIFT_RELAY")
ARMY = "IIIIIIIIICCCCGHRE"

Square = tuple[int, int]
"""A row and a column as pykrieg counts them, from the north-west."""


class Mended(Board):
    """A board on which the rule sheet holds where the code departs from it."""

    sacked = False
    """Whether an arsenal has been destroyed in this turn, which is the attack of the turn."""

    def calculate_network(self, player: str, enable_step4: bool = True) -> None:
        """Let every relay that comes online cast its lines, however it came online."""
        self._reset_network_state(player)
        for square in self._get_arsenals(player):
            if self.get_unit_owner(*square) in (None, player):
                self._mark_unit_active(*square, player)
                self._cast(square, player)
        cast: set[Square] = set()
        while True:
            fresh = self._relays_online(player) - cast
            for square in sorted(fresh):
                self._cast(square, player)
            cast |= fresh
            self._proximity_checked.clear()
            if not self._step3_proximity_propagation(player) and not fresh:
                return

    def _cast(self, square: Square, player: str) -> None:
        for dx, dy in DIRECTIONS:
            self._cast_ray(*square, dx, dy, player, source_is_arsenal=False)

    def _relays_online(self, player: str) -> set[Square]:
        active = self._get_active_units(player)
        return {square for square in active if self.get_unit_type(*square) in RELAYS}

    def validate_move(self, from_row: int, from_col: int, to_row: int, to_col: int) -> bool:
        """Refuse a move of a unit offline that is no relay."""
        unit = self.get_unit(from_row, from_col)
        if unit is None or not unit.get_effective_movement(self):
            return False
        return super().validate_move(from_row, from_col, to_row, to_col)

    def make_turn_move(self, from_row: int, from_col: int, to_row: int, to_col: int) -> object:
        """Let no relay destroy an arsenal, and remember that a unit has."""
        owner = self.get_arsenal_owner(to_row, to_col)
        moved = super().make_turn_move(from_row, from_col, to_row, to_col)
        if owner not in (None, self.turn):
            if self.get_unit_type(to_row, to_col) in RELAYS:
                self.set_arsenal(to_row, to_col, owner)
            else:
                self.sacked = True
        return moved

    def resolve_retreats(self) -> list[object]:
        """Capture a unit that must retreat and is offline, so that it cannot move."""
        self._ensure_network_calculated()
        for square in self.get_pending_retreats():
            unit = self.get_unit(*square)
            if unit and unit.owner == self.turn and not unit.get_effective_movement(self):
                self.execute_capture(*square)
        return super().resolve_retreats()


class _OnFoot:
    """Cavalry in a fort, from which it cannot charge."""

    unit_type = "CAVALRY IN A FORT"

    def __init__(self, unit: object) -> None:
        self._unit = unit

    def get_effective_attack(self, board: Board) -> int:
        return self._unit.get_effective_attack(board)


@contextmanager
def mended_combat() -> Iterator[None]:
    """Let mountains stop attacks, keep units offline out of them, and forts from cavalry."""
    blocked, line = combat.is_path_blocked_by_enemy, combat.get_line_units
    defence = combat.calculate_defense_power

    def is_blocked(
        board: Board, row: int, column: int, to_row: int, to_column: int, owner: str
    ) -> bool:
        steps = max(abs(to_row - row), abs(to_column - column))
        down, right = (to_row - row) // steps, (to_column - column) // steps
        between = [(row + down * n, column + right * n) for n in range(1, steps)]
        if any(board.get_terrain(*square) == "MOUNTAIN" for square in between):
            return True
        return blocked(board, row, column, to_row, to_column, owner)

    def units(board: Board, row: int, column: int, way: Square, owner: str) -> list[object]:
        found = []
        for at_row, at_column, unit in line(board, row, column, way, owner):
            fort = board.get_terrain(at_row, at_column) == "FORTRESS"
            if unit.get_effective_attack(board):
                shown = _OnFoot(unit) if fort and unit.unit_type == "CAVALRY" else unit
                found.append((at_row, at_column, shown))
        return found

    def defends(board: Board, row: int, column: int, defender: str) -> int:
        combat.get_line_units = line
        found = defence(board, row, column, defender)
        combat.get_line_units = units
        if board.get_unit_type(row, column) in ("INFANTRY", "CANNON", "SWIFT_CANNON"):
            return found
        return found - combat.get_terrain_defense_bonus(board.get_terrain(row, column))

    combat.is_path_blocked_by_enemy, combat.get_line_units = is_blocked, units
    combat.calculate_defense_power = defends
    try:
        yield
    finally:
        combat.is_path_blocked_by_enemy, combat.get_line_units = blocked, line
        combat.calculate_defense_power = defence


def at(game: Game, cell: int) -> Square:
    """Return a cell as pykrieg has it."""
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
        board.create_and_place_unit(*at(game, unit.cell), TYPES[unit.type.word], SIDES[unit.side])
        if position.marker("beaten", unit.cell):
            board.add_pending_retreat(*at(game, unit.cell))
    board._turn = SIDES[position.side]
    board.enable_networks()
    return board


def random_position(game: Game, seed: int) -> Position:
    """Return a position of both armies, whole or in part, spread over a box of some size.

    One unit of the side that waits may be beaten.
    """
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
    side = draw.randrange(2)
    waiting = [cell for cell, letter in enumerate(letters) if letter.isupper() == bool(side)]
    waiting = [cell for cell in waiting if letters[cell] != "."]
    beaten = game.grid.name(draw.choice(waiting))
    lines = [picture, f"side: {('south', 'north')[side]}", "turn: 2"]
    if draw.random() < 0.5:
        lines.append(f"marker beaten: {beaten} 1")
    return read_position(game, "\n".join(lines) + "\n")


def covered(game: Game, position: Position, side: int) -> set[Square]:
    """Return the squares that are in communication, but mountains and those of enemies."""
    held = game.engine.layers.cells("supply", position, side)
    cells = [cell for cell in range(game.grid.cells) if held >> cell & 1]
    own = position.roster.friendly[side]
    kept = [cell for cell in cells if position.board[cell] >= 0]
    return {
        at(game, cell) for cell in kept if not position.board[cell] or own[position.board[cell]]
    }


def covered_there(board: Board, side: int) -> set[Square]:
    """Return the same of pykrieg."""
    squares = [(row, column) for row in range(board.rows) for column in range(board.cols)]
    return {each for each in squares if board.is_unit_online(*each, SIDES[side])}


def moves(game: Game, position: Position) -> set[tuple[Square, Square]]:
    """Return the moves of the side to act, each from a square to another."""
    found = [move for move in game.moves(position) if move.verb == MOVE]
    return {(at(game, move.source), at(game, move.target)) for move in found}


def moves_there(board: Board) -> set[tuple[Square, Square]]:
    """Return the same of pykrieg."""
    found = set()
    for row, column in board.get_units_by_owner(board.turn):
        for to_row in range(max(0, row - 2), min(board.rows, row + 3)):
            for to_column in range(max(0, column - 2), min(board.cols, column + 3)):
                if board.validate_move(row, column, to_row, to_column):
                    found.add(((row, column), (to_row, to_column)))
    return found


def strengths(game: Game, position: Position) -> dict[Square, tuple[int, int]]:
    """Return for each enemy that the side to act may attack both strengths."""
    found: dict[Square, tuple[int, int]] = {}
    for move in game.moves(position):
        if move.verb == ATTACK:
            by = position.type_of(position.board[move.source]).attack.armed(move.word).by
            compared = by.compared(position, move.source, move.target, ())
            seen = compared.attack, compared.defence
            assert found.setdefault(at(game, move.target), seen) == seen
    return found


def strengths_there(board: Board) -> dict[Square, tuple[int, int]]:
    """Return the same of pykrieg: those of which the attack is more than nothing."""
    own = SIDES.index(board.turn)
    found = {}
    for square in board.get_units_by_owner(SIDES[1 - own]):
        attack = combat.calculate_attack_power(board, *square, SIDES[own])
        if attack:
            defence = combat.calculate_defense_power(board, *square, SIDES[1 - own])
            found[square] = attack, defence
    return found


def differences(game: Game, position: Position, board: Board) -> dict[str, object]:
    """Return what the two say differently of a position, by what it is about."""
    ours: dict[str, object] = {
        "south in communication": covered(game, position, 0),
        "north in communication": covered(game, position, 1),
        "moves": moves(game, position),
        "strengths": strengths(game, position),
    }
    theirs: dict[str, object] = {
        "south in communication": covered_there(board, 0),
        "north in communication": covered_there(board, 1),
        "moves": moves_there(board),
        "strengths": {} if board.get_units_must_retreat() else strengths_there(board),
    }
    if getattr(board, "sacked", False):
        theirs["strengths"] = {}
    return {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}


def units(game: Game, position: Position) -> dict[Square, tuple[str, str]]:
    """Return who is where, by type and side."""
    return {
        at(game, unit.cell): (TYPES[unit.type.word], SIDES[unit.side])
        for unit in position.standing()
    }


def units_there(board: Board) -> dict[Square, tuple[str, str]]:
    """Return the same of pykrieg."""
    return {at: (unit.unit_type, unit.owner) for at, unit in board.get_all_units().items()}


class Playing:
    """A game in both programs, played at random, which asserts that they agree at each step."""

    def __init__(self, game: Game, position: Position, seed: int) -> None:
        self.game = game
        self.position = position
        self.board = board_of(game, position)
        self._draw = random.Random(seed)
        self.attacks = self.beaten = self.sacked = 0

    def play(self, turns: int) -> None:
        """Play so many turns, or to the end."""
        last = self.position.turn + turns
        while self.position.result is None and self.position.turn < last:
            assert not differences(self.game, self.position, self.board)
            assert units(self.game, self.position) == units_there(self.board)
            self._step(self._chosen())
        if self.position.result is not None:
            winner = SIDES[self.position.result.winner]
            if self.board.game_state == "ONGOING":
                self.board.end_turn()
            assert self.board.game_state == f"{winner}_WINS"

    def end(self) -> None:
        """Attack if possible, else end the turn; who is beaten and cannot move is then lost."""
        found = self.game.moves(self.position)
        attacks = [move for move in found if move.verb == ATTACK]
        ends = [move for move in found if move.verb == END]
        self._step(self._draw.choice(attacks or ends))
        assert units(self.game, self.position) == units_there(self.board)

    def _chosen(self) -> Move:
        """Return an attack, a move, or the end; no turn ends before a beaten unit has moved."""
        found = self.game.moves(self.position)
        attacks = [move for move in found if move.verb == ATTACK]
        walks = [move for move in found if move.verb == MOVE and not self._is_relays(move)]
        ends = [move for move in found if move.verb == END]
        sums = strengths(self.game, self.position)
        near = [move for move in attacks if self._beats(*sums[at(self.game, move.target)])]
        prey = self.game.engine.grounds[self.position.side].zones["prey"]
        sacks = [move for move in walks if move.target in prey]
        if near or sacks:
            return self._draw.choice([*near, *sacks])
        if attacks and self._draw.random() < 0.3:
            return self._draw.choice(attacks)
        if walks and (self.board.get_units_must_retreat() or self._draw.random() < 0.9):
            return max(self._draw.sample(walks, min(3, len(walks))), key=self._forward)
        return self._draw.choice(ends)

    def _beats(self, attack: int, defence: int) -> bool:
        """Return whether an attack beats its target without destroying it, which is seldom."""
        return attack == defence + 1

    def _is_relays(self, move: Move) -> bool:
        """Return whether a relay enters an enemy arsenal, of which the sheet says too little."""
        word = self.position.type_of(self.position.board[move.source]).word
        prey = self.game.engine.grounds[self.position.side].zones["prey"]
        return TYPES[word] in RELAYS and move.target in prey

    def _forward(self, move: Move) -> float:
        """Return how much nearer a move comes to an enemy arsenal, more or less."""
        grid, side = self.game.grid, self.position.side
        zone = sorted(self.game.engine.grounds[side].zones["prey"])
        far = [min(grid.distance(c, a) for a in zone) for c in (move.source, move.target)]
        return far[0] - far[1] + self._draw.random()

    def _step(self, move: Move) -> None:
        before, board = self.position, self.board
        self.position, _ = self.game.play(before, move)
        if move.verb == MOVE:
            had = board.sacked
            board.make_turn_move(*at(self.game, move.source), *at(self.game, move.target))
            self.sacked += board.sacked and not had
            return
        if not board.get_units_must_retreat():
            board.switch_to_battle_phase()
            if move.verb == ATTACK:
                self.attacks += 1
                board.make_turn_attack(*at(self.game, move.target))
            else:
                board.pass_attack()
        board.sacked = False
        board.end_turn()
        board._current_phase = "M"
        beaten = {square for square in units_there(board) if board.is_unit_in_retreat(*square)}
        self.beaten += len(beaten)
        if self.position.result is None:
            assert beaten == {
                at(self.game, unit.cell)
                for unit in self.position.standing()
                if unit.side == self.position.side and self.position.marker("beaten", unit.cell)
            }


def compare(game: Game, seeds: Iterable[int]) -> dict[int, dict[str, object]]:
    """Return the differences in random positions and in the turn after, by their seeds."""
    found = {}
    with mended_combat():
        for seed in seeds:
            position = random_position(game, seed)
            playing = Playing(game, position, seed)
            differ = differences(game, position, playing.board)
            if not differ:
                playing.end()
            if not differ and playing.position.result is None:
                differ = differences(game, playing.position, playing.board)
            if differ:
                found[seed] = differ
    return found


if __name__ == "__main__":
    lines = load("lines/standard", {"first_player": "south"})
    print(compare(lines, range(int(sys.argv[1]))) or "no difference")
