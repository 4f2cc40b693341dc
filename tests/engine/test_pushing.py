"""Steps that push lines, and lines that move sideways, beside a brute force of their rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from rulesets import made, table
from support import Table
from wargrid import Game, Position
from wargrid.core.grid import Grid
from wargrid.core.moves import DO, MOVE, TAKE
from wargrid.match import read_position, write_move, write_position

Board = dict[tuple[int, int], str]
"""The letter of the unit on each cell of the board, by column and row; ``.`` for none."""

SQUARE = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def neighbours(cell: tuple[int, int], shape: str) -> list[tuple[int, int]]:
    """The next cells in each direction, in the same order for every cell."""
    column, row = cell
    if shape == "square":
        return [(column + right, row + up) for right, up in SQUARE]
    east = row % 2  # rows 2, 4, … lie half a hex further east
    beside = [(column - 1, row), (column + 1, row)]
    for up in (1, -1):
        beside += [(column - 1 + east, row + up), (column + east, row + up)]
    return beside


def line_from(board: Board, cell: tuple[int, int], way: int, shape: str) -> list[tuple[int, int]]:
    """The cells from one on, as far as the board goes."""
    line = []
    while cell in board:
        line.append(cell)
        cell = neighbours(cell, shape)[way]
    return line


class Rules:
    """The options of a push, and what they allow, spelled out."""

    def __init__(self, line: int, enemies: int | None, *, weaker: bool, off: str) -> None:
        self.line, self.weaker, self.off = line, weaker, off
        self.enemies = line if enemies is None else enemies

    def written(self) -> str:
        weaker = str(self.weaker).lower()
        enemies = f"enemies: {self.enemies}"
        return f"{{line: {self.line}, {enemies}, weaker: {weaker}, at_edge: {self.off}}}"

    def results(self, board: Board, shape: str) -> Iterator[Board]:
        """Every board after a step of a unit of the first side."""
        for cell in [cell for cell, unit in board.items() if unit == "M"]:
            for way in range(len(neighbours(cell, shape))):
                after = self._after(board, line_from(board, cell, way, shape))
                if after is not None:
                    yield after

    def _after(self, board: Board, line: list[tuple[int, int]]) -> Board | None:
        row = "".join(board[cell] for cell in line)
        own = len(row) - len(row.lstrip("M"))
        rest = row[own:]
        enemies = len(rest) - len(rest.lstrip("m"))
        if own > self.line or enemies > self.enemies or (self.weaker and 0 < own <= enemies):
            return None
        behind = rest[enemies:]
        if behind and behind[0] != ".":
            return None
        if not behind and (not enemies or self.off == "stays"):
            return None
        pushed = row[: own + enemies]
        return {**board, **dict(zip(line, f".{pushed}", strict=False))}


def board_of(position: Position) -> Board:
    """The board of a position, without its walls."""
    grid: Grid = position.roster.grid
    found = {}
    for cell, unit in enumerate(position.board):
        column, row = ord(grid.name(cell)[0]) - ord("a"), int(grid.name(cell)[1:]) - 1
        if unit >= 0:
            found[column, row] = "." if not unit else "Mm"[position.roster.owners[unit]]
    return found


def game(shape: str, pushes: str, more: str = "", after: str = "") -> Game:
    columns, rows = (6, 5) if shape == "square" else (5, 6)
    of_hexes = ", shape: hex, shifted: rows" if shape == "hex" else ""
    dots = "\n".join("    " + " ." * columns for _ in range(rows))
    return made(
        f"""
units:
  man: {{letter: M, name: Man, move: {{step: {{directions: all, pushes: {pushes}}}}}{more}}}
victory: {{eliminate: {{}}}}
{after}
board: {{columns: {columns}, rows: {rows}{of_hexes}}}
setup: |
{dots}
""",
        turn="turn: {actions: 1, may: {move: 1, shift: 1}, may_pass: true}" if more else
        "turn: {actions: 1, may: {move: 1}, may_pass: true}",
    )  # fmt: skip


def random_position(played: Game, number: random.Random) -> Position:
    text = write_position(played.start()).splitlines()
    rows = [line for line in text if ":" not in line]
    drawn = [" ".join(number.choice("MMm..") for _ in row.split()) for row in rows]
    return read_position(played, "\n".join(drawn))


def boards_after(played: Game, position: Position, verbs: tuple[str, ...]) -> list[Board]:
    moves = [move for move in played.moves(position) if move.verb in verbs]
    return [board_of(played.step(position, move)) for move in moves]


def in_order(boards: Iterator[Board] | list[Board]) -> list[str]:
    return sorted("".join(board[cell] for cell in sorted(board)) for board in boards)


OPTIONS = [
    (3, None, True, "taken"), (2, 1, True, "stays"), (1, 1, False, "taken"), (1, 2, False, "stays"),
    (2, 3, False, "taken"), (4, 0, True, "taken"),
]  # fmt: skip


@pytest.mark.parametrize("shape", ["square", "hex"])
@pytest.mark.parametrize(("line", "enemies", "weaker", "off"), OPTIONS)
def test_pushes_are_those_of_a_brute_force(
    shape: str, line: int, enemies: int | None, weaker: bool, off: str
) -> None:
    """A dozen random boards for each of these rules, also where a rule follows a removal."""
    rules = Rules(line, enemies, weaker=weaker, off=off)
    removal = "rules: {fall: {when: removed, of: {whose: any}, do: {subject: side_done}}}"
    number = random.Random(f"{shape} {line} {enemies} {off}")
    for played in (game(shape, rules.written()), game(shape, rules.written(), after=removal)):
        for _ in range(6):
            position = random_position(played, number)
            expected = in_order(rules.results(board_of(position), shape))
            assert in_order(boards_after(played, position, (MOVE, TAKE))) == expected


def lines_moved(board: Board, most: int, shape: str) -> Iterator[Board]:
    """Every board after a line of 2 to ``most`` units of the first side moves sideways."""
    for cell in board:
        ways = len(neighbours(cell, shape))
        for way in range(ways):
            line = line_from(board, cell, way, shape)
            for length in range(2, most + 1):
                units = line[:length]
                if len(units) < length or any(board[each] != "M" for each in units):
                    continue
                if units[0] > units[-1]:  # each line from one of its ends
                    continue
                for side in range(ways):
                    ends = [neighbours(each, shape)[side] for each in units]
                    if all(board.get(end) == "." and end not in units for end in ends):
                        yield {**board, **dict.fromkeys(units, "."), **dict.fromkeys(ends, "M")}


@pytest.mark.parametrize("shape", ["square", "hex"])
@pytest.mark.parametrize("most", [2, 3])
def test_sidesteps_are_those_of_a_brute_force(shape: str, most: int) -> None:
    number = random.Random(f"{shape} {most}")
    played = game(shape, "{line: 2}", f", abilities: {{shift: {{line: {most}}}}}")
    for _ in range(14):
        position = random_position(played, number)
        expected = in_order(lines_moved(board_of(position), most, shape))
        assert in_order(boards_after(played, position, (DO,))) == expected


def test_moves_that_push_are_written_and_read() -> None:
    number = random.Random(4)
    played = game("hex", "{line: 3}", ", abilities: {shift: {line: 3}}")
    position = random_position(played, number)
    for _ in range(60):
        if position.result is not None:
            break
        moves = played.moves(position)
        written = [write_move(played, move) for move in moves]
        assert len({*written}) == len(written)
        text = write_position(position)
        assert read_position(played, text) == position
        move, events = played.sample(position, number), []
        after = played.step(position, move, events)
        assert position.after(events) == after
        position = after


ROW = ". . . . . .\n. . . . . .\n{row}\n. . . . . .\n. . . . . ."

REFUSED = [
    ("push_too_long", "M M M M . .", "{line: 3}", "a3-b3"),
    ("push_not_weaker", "M m . . . .", "{line: 3}", "a3-b3"),
    ("push_not_weaker", "M M m m . .", "{line: 3}", "a3-b3"),
    ("push_too_many", "M M m m . .", "{line: 2, enemies: 1, weaker: false}", "a3-b3"),
    ("push_own_off", ". . . . M M", "{line: 3}", "e3-f3"),
    ("push_off", ". . . M M m", "{line: 3, at_edge: stays}", "d3-e3"),
    ("push_blocked", "M M m M . .", "{line: 3}", "a3-b3"),
    ("out_of_reach", "M . . . . .", "{line: 3}", "a3-c3"),
]  # fmt: skip


def lined(row: str, pushes: str, more: str = "") -> Table:
    return table(game("square", pushes, more), ROW.format(row=row))


@pytest.mark.parametrize(("code", "row", "pushes", "move"), REFUSED)
def test_a_push_is_refused_in_words(code: str, row: str, pushes: str, move: str) -> None:
    start = lined(row, pushes)
    assert start.refused(move)[0] == code
    assert start.refusal(move).text("en") != start.refusal(move).text("fr")


SHIFTS = [
    ("shift_way", "M M . . . .", "a3!shift left b3"),
    ("shift_line", "M . M . . .", "a3!shift forward c3"),
    ("shift_blocked", "M M . . . .", "a3!shift forward b3"),
    ("not_here", "M M . . . .", "b3!shift forward a3"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "row", "move"), SHIFTS)
def test_a_sidestep_is_refused_in_words(code: str, row: str, move: str) -> None:
    blocked = f". . . . . .\n. m . . . .\n{row}\n. . . . . .\n. . . . . ."
    start = table(game("square", "{line: 2}", ", abilities: {shift: {line: 3}}"), blocked)
    assert start.refused(move)[0] == code
    assert start.refusal(move).text("en") != start.refusal(move).text("fr")


@pytest.mark.parametrize(("shape", "ways"), [("square", 8), ("hex", 6)])
def test_a_sidestep_leads_only_where_the_board_has_a_cell(shape: str, ways: int) -> None:
    """Among hexes whose rows are shifted nothing is straight ahead: no button offers it."""
    played = game(shape, "{line: 2}", ", abilities: {shift: {line: 3}}")
    position = random_position(played, random.Random(1))
    unit = next(placed.cell for placed in position.standing() if placed.side == position.side)
    known = played.engine.abilities.known(position, unit)
    assert len({move.word for move in known}) == ways


def test_an_enemy_pushed_off_is_taken() -> None:
    start = lined(". . . M M m", "{line: 2}").play("d3xe3")
    assert len(start.position.living(1)) == 0
    assert start.position.result == (0, "eliminate")


def test_a_wall_is_the_end_of_the_board() -> None:
    walled = made(
        """
units: {man: {letter: M, name: Man, move: {step: {directions: all, pushes: {line: 2}}}}}
terrains:
  plain: {letter: ".", name: Plain}
  cliff: {letter: X, name: Cliff, wall: true}
victory: {eliminate: {}}
""",
        ground=". . . X",
        setup="M M m .",
    )
    assert table(walled, "M M m #").allows("a1xb1")


def test_units_that_are_pushed_keep_their_facing() -> None:
    facing = made(
        """
units: {man: {letter: M, name: Man, move: {step: {directions: all, pushes: {line: 2}}}}}
victory: {eliminate: {}}
""",
        facing="4",
        setup=". . .\n. . .\nM m .\n. . .",
    )
    start = table(facing, ". . .\nm^ . .\nM> . .\nM> . .").play("a1-a2")
    assert start.position.facing_of(start.position.board[start.game.grid.cell("a4")]) == 0
