"""Small made-up rulesets for tests: a board, a few lines of YAML, and what they change."""

from __future__ import annotations

from textwrap import dedent, indent

from support import Table
from wargrid import Game
from wargrid.notation import read_position
from wargrid.ruleset.loader import load_text

HEAD = """\
name: Made up
sides: [white, black]
first: {player: white}
"""
TURN = "turn: {actions: 1, may: {move: 1, turn: 1, attack: 1}}"


def made(body: str, *, columns: int = 5, rows: int = 5, facing: str = "~", turn: str = TURN, setup: str = "") -> Game:
    """Make a game of units, zones, terrains or whatever the test is about; nobody stands on its board by itself."""
    size = f"columns: {columns}, rows: {rows}, facing: {facing}"
    board = "" if "board:" in body else f"board: {{{size}}}\n"
    empty = "\n".join([" ".join("." * columns)] * rows)
    drawn = indent(dedent(setup or empty).strip(), "  ")
    picture = "" if "setup:" in body else f"setup: |\n{drawn}\n"
    return load_text(f"{HEAD}{board}{turn}\n{dedent(body)}\n{picture}", "made.yaml")


def table(game: Game, drawn: str, dice: str = "", **lines: object) -> Table:
    """Set up a picture of the whole board; ``lines`` are more lines of a position."""
    said = [f"{line.replace('_', ' ')}: {value}" for line, value in lines.items()]
    text = "\n".join([dedent(drawn).strip(), *said])
    return Table(game, read_position(game, text), dice, (game.grid.columns, game.grid.rows))
