"""Games on hexes: their moves against an independent count, positions, records and the keyboard."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

from support import loaded
from wargrid import Game, Match
from wargrid.authoring.perft import perft_table
from wargrid.loading.loader import load_text
from wargrid.match import (
    PositionError,
    header_for,
    read_fen,
    read_position,
    read_record,
    write_fen,
    write_position,
    write_record,
)
from wargrid.match.notation.fen import letter_of

CHESS = """\
name: Hexes
sides: [white, black]
board: {columns: 5, rows: 5, shape: hex, shifted: SHIFTED, short: true}
first: {player: white}
turn: {actions: 1, may: {move: 1}, may_pass: false}
units:
  rook: {letter: R, name: R, captures: by_moving, move: {slide: all}}
  bishop: {letter: B, name: B, captures: by_moving, move: {slide: diagonal}}
  horse: {letter: N, name: N, captures: by_moving, move: {leap: [2, 1]}}
  pawn: {letter: P, name: P, captures: by_moving, move: {step: forward}}
  hopper: {letter: H, name: H, move: {hop: all}}
victory: {eliminate: {}}
setup: |2
SETUP"""
ROWS = "  r b n . h\n   . p p .\n  . . . . .\n   . P P .\n  H . N B R\n"
COLUMNS = "  r b n\n   . h\n  . p p\n   . .\n  . . .\n   . .\n  P P .\n   H .\n  N B R\n"


@cache
def hex_chess(shifted: str) -> Game:
    setup = ROWS if shifted == "rows" else COLUMNS
    return load_text(CHESS.replace("SHIFTED", shifted).replace("SETUP", setup), "hexes.yaml")


class Hex(NamedTuple):
    """Cube coordinates."""

    q: int
    r: int
    s: int

    def __add__(self, other: object) -> Hex:
        assert isinstance(other, Hex)
        return Hex(self.q + other.q, self.r + other.r, self.s + other.s)


NEAR = [Hex(*step) for step in product((-1, 0, 1), repeat=3) if sum(step) == 0 and any(step)]
CORNERS = [Hex(*step) for step in product((-2, -1, 1, 2), repeat=3) if sum(step) == 0
           and sorted(map(abs, step)) == [1, 1, 2]]  # fmt: skip
LEAPS = [Hex(*step) for step in product(range(-3, 4), repeat=3) if sum(step) == 0
         and sorted(map(abs, step)) == [1, 2, 3]]  # fmt: skip


def cubes(shifted: str) -> dict[str, Hex]:
    """Return the cells of a short board of five columns and rows by name, as published."""
    found = {}
    for column, row in product(range(5), repeat=2):
        along, across = (row, column) if shifted == "rows" else (column, row)
        if across < 5 - along % 2:
            q, r = across - (along - along % 2) // 2, along
            found["abcde"[column] + str(row + 1)] = Hex(q, r, -q - r)
    return found


Pieces = dict[Hex, str]


def targets(pieces: Pieces, cells: frozenset[Hex], at: Hex, ahead: list[Hex]) -> list[Hex]:
    """Return where a piece may go: a letter of its type, a capital for white."""
    piece = pieces[at]

    def foe(cell: Hex) -> bool:
        return cell in pieces and pieces[cell].isupper() != piece.isupper()

    found = []
    kind = piece.upper()
    for step in {"R": NEAR, "B": CORNERS, "N": LEAPS, "P": ahead, "H": NEAR}[kind]:
        cell, over = at + step, 0
        while cell in cells:
            if kind == "H":
                over += cell in pieces
                if over == 2:
                    found += [cell] if foe(cell) else []
                    break
            elif cell not in pieces or foe(cell):
                found.append(cell)
            if kind in "NP" or (kind in "RB" and cell in pieces):
                break
            cell += step
    return found


def counted(pieces: Pieces, cells: frozenset[Hex], ahead: list[Hex], depth: int) -> int:
    """Count the games of so many moves; the side goes ``ahead`` whose letters are capitals."""
    if not depth:
        return 1
    total = 0
    for at in [at for at, piece in pieces.items() if piece.isupper()]:
        for target in targets(pieces, cells, at, ahead):
            after = {cell: piece.swapcase() for cell, piece in pieces.items() if cell != at}
            after[target] = pieces[at].swapcase()
            back = [Hex(-q, -r, -s) for q, r, s in ahead]
            total += counted(after, cells, back, depth - 1)
    return total


@pytest.mark.parametrize("shifted", ["rows", "columns"])
def test_moves_on_hexes_are_counted_independently(shifted: str) -> None:
    """Slides, steps, leaps and hops, three moves deep, with captures."""
    game, cells = hex_chess(shifted), cubes(shifted)
    start = game.start()
    pieces = {cells[game.grid.name(unit.cell)]: letter_of(unit) for unit in start.standing()}
    ahead = [Hex(0, 1, -1), Hex(-1, 1, 0)] if shifted == "rows" else [Hex(1, 0, -1)]
    whole = frozenset(cells.values())
    assert len(whole) == game.grid.cells
    expected = [counted(pieces, whole, ahead, depth) for depth in (1, 2, 3)]
    assert perft_table(game, start, 3) == expected


def played(name: str, plies: int) -> Match:
    """Play at random from the start, rolls included."""
    game = loaded(name)
    match, random = Match(game), Random(plies)
    while len(match.plies) < plies and match.result is None:
        match.play(random.choice(list(game.moves(match.position))))
    return match


@pytest.mark.parametrize("name", ["lionheart/hexes", "skirmish/ford"])
def test_positions_and_records_on_hexes_are_read_as_written(name: str) -> None:
    """A FEN has a rank for every line of a diagram."""
    match = played(name, 60)
    game, text = match.game, write_position(match.position)
    assert read_position(game, text) == match.position
    fen = write_fen(match.position)
    assert write_fen(read_fen(game, fen)) == fen
    again = read_record(write_record(match, header_for(game)))
    assert again.match.position == match.position


@pytest.mark.parametrize(
    ("change", "line", "code"),
    [
        ("  . p p\n => ", 8, "picture_lines"),
        ("  . p p\n =>   . p\n", 3, "picture_columns"),
        ("  . p p\n =>   . p p p\n", 3, "picture_columns"),
        ("  . p p\n =>   . p X\n", 3, "picture_letter"),
    ],
)
def test_a_wrong_line_of_hexes_is_refused_at_its_place(change: str, line: int, code: str) -> None:
    """A line too few, a letter too few or too many, an unknown letter."""
    old, _, new = change.partition(" => ")
    with pytest.raises(PositionError) as caught:
        read_position(hex_chess("columns"), COLUMNS.replace(old, new))
    assert (caught.value.line, caught.value.refusal.code) == (line, f"position.{code}")


def test_the_cursor_moves_over_hexes_and_stays_on_the_board() -> None:
    """Keys move by columns and rows; a short row ends at its last hex, and columns go past it."""
    grid = loaded("skirmish/ford").grid
    cell = grid.cell("h1")
    names = []
    for columns, rows in ((0, 1), (1, 0), (0, 1), (1, 0), (0, 1), (0, -1)):
        cell = grid.moved(cell, columns, rows)
        names.append(grid.name(cell))
    assert names == ["h2", "h2", "h3", "i3", "i5", "i3"]
