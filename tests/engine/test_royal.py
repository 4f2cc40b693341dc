"""Royal safety: the fast answer equals trying every move, on random boards."""

from __future__ import annotations

import random

import pytest

import wargrid
from rulesets import made
from support import loaded
from wargrid import Position
from wargrid.core.patterns import Placement
from wargrid.match import read_fen, read_position, write_move

ROYAL = """
units:
  king:
    letter: K
    name: King
    move: {step: {directions: orthogonal, within: home}}
    captures: by_moving
  chariot: {letter: R, name: Chariot, move: {slide: orthogonal}, captures: by_moving}
  bishop:
    letter: B
    name: Bishop
    move: {slide: {directions: diagonal, distance: 2}}
    captures: by_moving
  cannon:
    letter: C
    name: Cannon
    move: [{slide: {directions: orthogonal, takes: never}}, {hop: orthogonal}]
  horse: {letter: N, name: Horse, move: {leap: {shape: [2, 1], leg: [1, 0]}}, captures: by_moving}
  walker: {letter: W, name: Walker, move: {path: {points: 2, bends: false}}, captures: by_moving}
  soldier: {letter: S, name: Soldier, move: {step: {directions: [forward, sideways], takes: also}}}
terrains: {plain: {letter: ".", name: Plain}, rock: {letter: X, name: Rock, wall: true}}
zones: {home: {each: "a1:f3"}}
"""

ROCKS = """
    . . . . . .
    . . . . X .
    . . . . . .
    . . . . . .
    . X . . . .
    . . . . . .
"""

KINGS = "k . . . . .\n" + ". . . . . .\n" * 4 + "K . . . . ."


def _drawn_at_random(number: random.Random) -> str:
    """A board with both kings and random other units."""
    cells = [["."] * 6 for _ in range(6)]
    free = [
        (row, column)
        for row in range(6)
        for column in range(6)
        if (row, column) not in ((1, 4), (4, 1))
    ]
    kings = [
        number.choice([cell for cell in free if (cell[0] >= 3) == (letter == "K")])
        for letter in "Kk"
    ]
    for (row, column), letter in zip(kings, "Kk", strict=True):
        cells[row][column] = letter
    for row, column in number.sample(
        [cell for cell in free if cell not in kings], number.randint(6, 18)
    ):
        cells[row][column] = number.choice("RBCNWSrbcnws")
    return "\n".join(" ".join(row) for row in cells)


def _safe_moves(game: wargrid.Game, position: Position) -> list[str]:
    """The moves after which no reply takes the king, found by trying all replies."""
    found = []
    for move in game.moves(position):
        after, _ = game.play(position, move)
        taken = [
            after.at(answer.target).type.word
            for answer in game.moves(after)
            if answer.verb == "take"
        ]
        if move.verb != "end" and "king" not in taken:
            found.append(str(move))
    return sorted(found)


@pytest.mark.parametrize("seed", range(40))
def test_royal_safety_agrees_with_trying_every_reply(seed: int) -> None:
    """Forty boards, both sides to move."""
    turn = "turn: {actions: 1, may: {move: 1}, may_pass: false}"
    free = made(ROYAL, turn=turn, ground=ROCKS, setup=KINGS)
    royal = made(ROYAL + "victory: {mate: king}\n", turn=turn, ground=ROCKS, setup=KINGS)
    drawn = _drawn_at_random(random.Random(seed))
    for side in ("white", "black"):
        text = f"{drawn}\nside: {side}"
        asked = royal.has_move(read_position(royal, text))
        listed = royal.moves(read_position(royal, text))

        safe = _safe_moves(free, read_position(free, text))
        assert sorted(str(m) for m in listed if m.verb != "end") == safe
        assert asked == bool(safe)


@pytest.mark.parametrize(
    ("column", "checked"),
    [("s", True), (".", False), ("X", False)],
    ids=["a unit", "nothing", "a rock"],
)
def test_a_cannon_needs_one_unit_between_it_and_a_royal_unit(column: str, checked: bool) -> None:
    """No unit hops over a rock."""
    drawn = f"c . . . . k\n. . . . . .\n{column} . . . . .\n" + ". . . . . .\n" * 2 + "K . . . . ."
    turn = "turn: {actions: 1, may: {move: 1}}"
    game = made(ROYAL + "victory: {mate: king}\n", turn=turn, ground=ROCKS, setup=KINGS)
    drawn_units = read_position(game, drawn.replace("X", ".")).standing()
    units = [Placement(each.side, each.type, each.cell, 0, 1) for each in drawn_units]
    walls = [game.grid.cell("a4")] if column == "X" else []
    position = game.position_with(units, turn=1, walls=walls)
    assert game.in_check(position, 0) == checked


def test_taking_in_passing_may_open_a_line_to_the_first_cell() -> None:
    """Of the striker's cell, any number counts, 0 for a1 as well."""
    game = loaded("chess/standard")
    open_to_a1 = read_fen(game, "7K/8/8/4pP2/8/k7/8/b7 w - e6 0 1")
    shut = read_fen(game, "7K/8/8/4pP2/8/k7/1p6/b7 w - e6 0 1")
    assert "f5xe6" not in [write_move(game, move) for move in game.moves(open_to_a1)]
    assert "f5xe6" in [write_move(game, move) for move in game.moves(shut)]
