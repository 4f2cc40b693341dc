"""Boards written for other programs: as maps of Tiled with their pictures, or as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final
from xml.sax.saxutils import quoteattr

from wargrid.engine.game import Game
from wargrid.loading.library import SUFFIX
from wargrid.match import Match
from wargrid.source.file_errors import RecordError
from wargrid.source.files import write_whole
from wargrid.text import catalog
from wargrid_editor.board import Board
from wargrid_editor.errors import BoardError
from wargrid_editor.reading import Rules
from wargrid_editor.scenario import Scenario
from wargrid_play.looks.loader import Looks, looks_of
from wargrid_play.looks.svg import drawing, placed, png
from wargrid_play.scenes import board_svg, shape_of
from wargrid_play.scenes.picture import tile_svg
from wargrid_play.table import Table, View

SIZE: Final = 48
"""How many pixels wide a tile is, and a cell of a picture."""

MOST_PIXELS: Final = 4096
"""The most pixels of a picture in a line."""


def write_board(scenario: Scenario, game: Game | None, path: Path) -> Path:
    """Write an opened board as its ending says: ``.tmx`` for Tiled, ``.png`` or ``.svg``.

    Beside a map lies a picture of its tiles. A file of the name is replaced, and kept as a backup.

    Raises:
        BoardError: the ending is another one, the board cannot be played, or it cannot be written.
    """
    write = WRITERS.get(path.suffix.casefold())
    if write is None:
        endings = ", ".join((SUFFIX, *WRITERS))
        raise BoardError("ending", ending=path.suffix or path.name, endings=endings)
    if game is None:
        raise BoardError("unplayable")
    if write is _tmx and game.ruleset.board.shape == "points":
        raise BoardError("map_kind", kind=game.ruleset.board.shape)
    for file, data in write(scenario, game, path):
        try:
            write_whole(file, data, overwrite=True)
        except RecordError as error:
            raise BoardError("unwritable", why=error) from None
    return path


def lost_in(board: Board, path: Path, language: str) -> str:
    """Return in a sentence what a file of this ending does not hold of a board, or nothing."""
    is_map = WRITERS.get(path.suffix.casefold()) is _tmx
    return catalog(language).say("editor.map.edges") if is_map and board.edges else ""


Files = Iterator[tuple[Path, bytes]]


def _svg(scenario: Scenario, game: Game, path: Path) -> Files:
    yield path, board_svg(*_shown(game)).encode()


def _png(scenario: Scenario, game: Game, path: Path) -> Files:
    view, looks = _shown(game)
    wide, high = shape_of(view).span
    pixels = min(SIZE * 1.5, MOST_PIXELS / max(wide, high))
    yield path, png(board_svg(view, looks), round(wide * pixels), round(high * pixels))


def _shown(game: Game) -> tuple[View, Looks]:
    view = Table(Match(game, by_hand=True)).view()
    return view, looks_of(game)


def _tmx(scenario: Scenario, game: Game, path: Path) -> Files:
    """Yield a map and the picture of its tiles, a row of all terrains of the game."""
    assert scenario.board is not None
    looks, words = looks_of(game), [*game.ruleset.terrains] or [""]
    tiles = path.with_name(f"{path.stem}-tiles.png")
    yield tiles, png(_row(looks, words, game), SIZE * len(words), SIZE)
    yield path, tmx(scenario.board, scenario.rules, tiles.name).encode()


def _row(looks: Looks, words: list[str], game: Game) -> str:
    """Return the pictures of terrains in a row as one SVG."""
    walls = {word for word, each in game.ruleset.terrains.items() if each.wall}
    drawn = (
        placed(tile_svg(looks, word, wall=word in walls), at * SIZE, 0, SIZE)
        for at, word in enumerate(words)
    )
    return drawing("".join(drawn), SIZE * len(words), SIZE)


def tmx(board: Board, rules: Rules, picture: str) -> str:
    """Return a board as a map of Tiled, whose tiles have the words of terrains as their class."""
    size, words = board.size, [*rules.ruleset.terrains] or [""]
    facts = _layout(board) | {"width": size.columns, "height": size.rows}
    rows = [",".join(str(words.index(cell.terrain) + 1) for cell in row) for row in board.rows]
    tiles = "".join(
        f'  <tile id="{at}" class={quoteattr(word)}/>\n' for at, word in enumerate(words) if word
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f"<map{_written(facts)}>\n"
        f' <tileset firstgid="1" name="terrains" tilewidth="{SIZE}" tileheight="{SIZE}" '
        f'tilecount="{len(words)}" columns="{len(words)}">\n'
        f'  <image source={quoteattr(picture)} width="{SIZE * len(words)}" height="{SIZE}"/>\n'
        f"{tiles} </tileset>\n"
        f' <layer id="1" name="terrain" width="{size.columns}" height="{size.rows}">\n'
        f'  <data encoding="csv">\n{f",{chr(10)}".join(reversed(rows))}\n</data>\n'
        " </layer>\n"
        ' <objectgroup id="2" name="units">\n'
        f"{''.join(_objects(board, rules))} </objectgroup>\n</map>\n"
    )


def _layout(board: Board) -> dict[str, object]:
    facts: dict[str, object] = {"version": "1.10", "orientation": "orthogonal"}
    facts |= {"renderorder": "right-down", "tilewidth": SIZE, "tileheight": SIZE, "infinite": 0}
    size = board.size
    if size.shape != "hex":
        return facts
    axis = "x" if size.shifted == "columns" else "y"
    # Tiled shifts columns down, and counts rows from the north.
    index = "odd" if axis == "y" and size.rows % 2 else "even"
    return facts | {
        "orientation": "hexagonal", "hexsidelength": SIZE // 2, "staggeraxis": axis,
        "staggerindex": index,
    }  # fmt: skip


def _written(facts: Mapping[str, object]) -> str:
    return "".join(f" {name}={quoteattr(str(value))}" for name, value in facts.items())


def _objects(board: Board, rules: Rules) -> Iterator[str]:
    for number, (cell, unit) in enumerate(board.units(), 1):
        column, row = board.grid.places[cell]
        facts = {
            "id": number, "name": unit.type, "class": unit.type, "x": column * SIZE,
            "y": (board.size.rows - 1 - row) * SIZE, "width": SIZE, "height": SIZE,
        }  # fmt: skip
        side = quoteattr(rules.sides[unit.side])
        yield (
            f"  <object{_written(facts)}>\n   <properties>\n"
            f'    <property name="side" value={side}/>\n   </properties>\n  </object>\n'
        )


WRITERS: Final[Mapping[str, Callable[[Scenario, Game, Path], Files]]] = {
    ".tmx": _tmx, ".png": _png, ".svg": _svg,
}  # fmt: skip
"""How a board is written, by the ending of the file."""
