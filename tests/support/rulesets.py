"""Small rulesets for tests: a board and a few lines of YAML."""

from __future__ import annotations

from functools import cache
from textwrap import dedent, indent

from support import Table
from wargrid import Game
from wargrid.loading.loader import load_text
from wargrid.match import read_position

HEAD = "name: Made up\nfirst: {player: white}"
SIDES = "sides: [white, black]"
TURN = "turn: {actions: 1, may: {move: 1, turn: 1, attack: 1}}"


@cache
def made(body: str, **how: str) -> Game:
    """Load the game that ``written`` writes."""
    return load_text(written(body, **how), "made.yaml")


def written(
    body: str,
    *,
    size: str = "5 x 5",
    facing: str = "~",
    turn: str = TURN,
    setup: str = "",
    ground: str = "",
) -> str:
    """Write a ruleset with a body of units, zones, terrains and so on.

    ``setup`` and ``ground`` are diagrams of units (none if omitted) and of terrains. The board has
    their size, or ``size`` without them. A board or set-up in the body is kept.
    """
    drawn = _rows(ground or setup) or [["."] * int(size.split(" x ")[0])] * int(
        size.split(" x ")[1]
    )
    parts = [HEAD, turn, dedent(body)]
    if "sides:" not in body:
        parts.append(SIDES)
    if "board:" not in body:
        parts.append(
            f"board:\n  columns: {len(drawn[0])}\n  rows: {len(drawn)}\n  facing: {facing}"
        )
        parts += ["  terrain: |", _indented(_rows(ground), 4)] if ground else []
    if "setup:" not in body:
        empty = [["."] * len(drawn[0])] * len(drawn)
        parts += ["setup: |", _indented(_rows(setup) or empty, 2)]
    return "\n".join(parts) + "\n"


def _rows(picture: str) -> list[list[str]]:
    return [line.split() for line in picture.splitlines() if line.strip()]


def _indented(rows: list[list[str]], by: int) -> str:
    return indent("\n".join(" ".join(row) for row in rows), " " * by)


def table(game: Game, drawn: str, dice: str = "", **lines: object) -> Table:
    """Set up a diagram of the whole board; ``lines`` are more lines of a position."""
    more = [f"{line.replace('_', ' ')}: {value}" for line, value in lines.items()]
    text = "\n".join([dedent(drawn).strip(), *more])
    return Table(game, read_position(game, text), dice, (game.grid.columns, game.grid.rows))


BRAWL = made(
    """
    units:
      man: {letter: M, name: Man, captures: by_moving, move: {step: all}}
      rider: {letter: R, name: Rider, captures: by_moving, move: {slide: all}}
    victory: {eliminate: {}}
    """,
    turn="turn: {actions: ~, may: {move: 0}, per_unit: {move: 1}, may_pass: true}",
    setup="""
    r m m m r
    . m . m .
    . . . . .
    . . . . .
    . M . M .
    R M M M R""",
)
"""Each unit acts once a turn, so that computer players search whole turns."""
