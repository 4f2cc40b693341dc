"""What a schema cannot see of pictures: whether set-up and ground fit the board, and who is set up where.

Where a picture and something else do not go together, the fault is at whichever the nearer file
says: a scenario's before a variant's, a variant's before what it extends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wargrid.core.patterns import Placement
from wargrid.loading.checks.victories import placed_victories
from wargrid.loading.scenarios import rulesets_with
from wargrid.ruleset.diagram import PictureError, picture_rows, placements
from wargrid.ruleset.movement import Path as Walking
from wargrid.ruleset.movement import barred
from wargrid.ruleset.terrain import ZoneError, grounds_of
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text.format import join_names
from wargrid.text.message import Message

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.models import Ruleset
    from wargrid.source.document import Mark
    from wargrid.source.merge import Merged


SETUP: Final[Place] = ("setup",)
TERRAIN: Final[Place] = ("board", "terrain")


def does_the_setup_fit(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """The picture has the board's shape and uses letters of units; it takes two sides to draw one."""
    if len(ruleset.sides) != 2:
        return
    try:
        placements(ruleset, ruleset.board.grid())
    except PictureError as error:
        yield misdrawn(error, _drawn_at(ruleset), ruleset, merged)


def misdrawn(error: PictureError, picture: Place, ruleset: Ruleset, merged: Merged) -> Diagnostic:
    """The fault of a picture that does not fit: where it is wrong, or what a nearer file or setting has changed."""
    if merged.is_folded(picture):
        return merged.diagnostic(picture, "picture_folded", key=picture[-1])
    place = merged.mark_in(picture, error.line - 1, error.column - 1, error.length)
    name, values = error.code, error.values
    marks: list[Mark] = []
    if error.code == "picture_letter":
        marks = _letters(merged, "units")
        name, values = "letters_changed", {"letter": error.values["letter"]}
    elif error.code == "terrain_letter":
        marks = _letters(merged, "terrains")
        if not ruleset.terrains:
            return merged.diagnostic_on(
                place, "no_terrains", picture, None, letter=values["letter"], way=_way(merged)
            )
    elif error.code in ("picture_rows", "picture_columns", "setup_rows"):
        marks = _sizes(merged)
        name, values = "board_unfit", {"columns": ruleset.board.columns, "rows": ruleset.board.rows}
    elif error.code == "setup_edges":
        marks = [merged.root.place(("sides", side, "edge"), "value") for side in ruleset.sides]
    if merged.nearest_mark(place, *marks) is place:
        return merged.diagnostic_on(place, error.code, picture, None, **error.values)
    return merged.diagnostic_on(merged.nearest_mark(*marks), name, picture, None, **values)


def _way(merged: Merged) -> Message:
    """What to do about a picture of terrains where there are none: take a ruleset that has some, or define them."""
    others = rulesets_with("terrains", merged)
    return Message(
        "faults.no_terrains.beside" if others else "faults.no_terrains.alone",
        {"others": join_names(others)},
    )


def _letters(merged: Merged, section: str) -> list[Mark]:
    """Where the letters of a section are given or have been taken away."""
    node = merged.root.at((section,))
    if node is None or not isinstance(node.value, dict):
        return []
    given = [merged.root.place((section, word, "letter"), "value") for word in node.value]
    return [*node.removed.values(), *given]


def _sizes(merged: Merged) -> list[Mark]:
    return [merged.root.place(("board", size), "value") for size in ("columns", "rows")]


def does_the_ground_fit(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """The picture of terrains has the board's shape and known letters, and zones name cells of the board."""
    try:
        grounds_of(ruleset, ruleset.board.grid())
    except PictureError as error:
        yield misdrawn(error, TERRAIN, ruleset, merged)
    except ZoneError as error:
        path = ("zones", *error.path)
        word = merged.mark_in(path, error.row, error.column, len(error.text))
        mark = merged.nearest_mark(word, *_sizes(merged))
        blanks = (
            "faults.zone_cells.by_blanks" if "," in error.text else "faults.zone_cells.on_board"
        )
        yield merged.diagnostic_on(
            mark, "zone_cells", path, None, zone=error.zone, text=error.text, way=Message(blanks)
        )


def can_everybody_stand_where_they_are_set_up(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """Nobody is set up on a wall, or on ground that no way of the unit's type can enter."""
    grid = ruleset.board.grid()
    try:
        grounds, stands = grounds_of(ruleset, grid), placements(ruleset, grid)
    except (PictureError, ZoneError):  # other questions complain about these
        return
    for stand in stands:
        ground = grounds[stand.side]
        cell, terrain = grid.name(stand.cell), ground.terrain[stand.cell]
        if stand.cell in ground.walls:
            mark = merged.nearest_mark(*_stand_marks(ruleset, merged, stand, terrain))
            yield merged.diagnostic_on(
                mark, "setup_on_wall", _drawn_at(ruleset), None, cell=cell, terrain=terrain
            )
        elif barred(stand.type.move, ground, stand.cell):
            tables = [
                ("costs", way.costs)
                for way in stand.type.move
                if isinstance(way, Walking) and way.costs
            ]
            marks = _stand_marks(ruleset, merged, stand, terrain)
            mark = merged.nearest_mark(
                *marks, *(merged.root.place(table, "key") for table in tables)
            )
            values = {"cell": cell, "terrain": terrain, "unit": stand.type.word}
            yield merged.diagnostic_on(mark, "setup_on_barred", _drawn_at(ruleset), None, **values)


def _stand_marks(ruleset: Ruleset, merged: Merged, stand: Placement, terrain: str) -> list[Mark]:
    """Where it is said that a unit stands on a cell, and what ground that is."""
    return [
        drawn_mark(ruleset, merged, stand),
        *_ground_marks(ruleset, merged, stand.cell, terrain),
    ]


@lru_cache(maxsize=4)
def _rows(text: str) -> list[tuple[int, list[tuple[int, str]]]]:
    """The rows of a picture, of which many letters are asked for one after the other; not to be changed."""
    return picture_rows(text)


def _ground_marks(ruleset: Ruleset, merged: Merged, cell: int, terrain: str) -> list[Mark]:
    """Where it is said that a cell has its terrain, and whether that is a wall."""
    marks = [merged.root.place(("terrains", terrain, "wall"), "value")]
    if ruleset.board.terrain is None:
        return marks
    north, column = divmod(cell, ruleset.board.columns)
    line, words = _rows(ruleset.board.terrain)[ruleset.board.rows - 1 - north]
    letters = [at + number for at, word in words for number in range(len(word))]
    return [merged.mark_in(TERRAIN, line - 1, letters[column] - 1), *marks]


def does_each_side_have_one_royal_unit(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    """A royal unit is drawn exactly once for each side; one too many is the second drawn."""
    placed = [(path, victory.royal) for path, victory in placed_victories(ruleset, merged)]
    royals = [(path, royal) for path, royal in placed if royal in ruleset.units][:1]
    try:
        stands = (
            placements(ruleset, ruleset.board.grid()) if royals and ruleset.deploy is None else None
        )
    except PictureError:  # another question complains about it
        return
    for said_at, royal in royals if stands is not None else ():
        for number, side in enumerate(ruleset.sides):
            found = [
                stand for stand in stands or () if (stand.side, stand.type.word) == (number, royal)
            ]
            if len(found) == 1:
                continue
            said, drawn = (
                merged.root.place(said_at, "key"),
                merged.root.place(_drawn_at(ruleset), "key"),
            )
            marks = [said, drawn]
            if found:
                marks = [drawn_mark(ruleset, merged, found[1]), said]
            mark = merged.nearest_mark(*marks)
            path = said_at if mark is said else _drawn_at(ruleset)
            yield merged.diagnostic_on(
                mark, "royal_number", path, None, unit=royal, side=side, found=len(found)
            )


def drawn_mark(ruleset: Ruleset, merged: Merged, stand: Placement) -> Mark:
    """The letter that sets a unit up."""
    if not isinstance(ruleset.setup, str):
        return mark_for_each(ruleset, merged, (*SETUP, "each"), ruleset.setup.each, stand)
    north, column = divmod(stand.cell, ruleset.board.columns)
    line, cells = _rows(ruleset.setup)[ruleset.board.rows - 1 - north]
    return merged.mark_in(SETUP, line - 1, cells[column][0] - 1)


def mark_for_each(
    ruleset: Ruleset, merged: Merged, path: Place, picture: str, stand: Placement
) -> Mark:
    """The letter that sets a unit up in the picture of one side's rows, front row first."""
    row, column = divmod(stand.cell, ruleset.board.columns)
    south = list(ruleset.sides.values())[stand.side].edge == "south"
    line, cells = _rows(picture)[::-1][row if south else ruleset.board.rows - 1 - row]
    return merged.mark_in(path, line - 1, cells[column][0] - 1)


def _drawn_at(ruleset: Ruleset) -> Place:
    """Where the picture of the set-up stands."""
    return SETUP if isinstance(ruleset.setup, str) else (*SETUP, "each")


QUESTIONS: Final = (
    does_the_setup_fit,
    does_the_ground_fit,
    can_everybody_stand_where_they_are_set_up,
    does_each_side_have_one_royal_unit,
)
