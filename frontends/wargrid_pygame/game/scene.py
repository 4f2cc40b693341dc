"""A view of the table turned into what lies on the drawn board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from wargrid.table.view import MarkView, UnitView, View, ZoneView
from wargrid_pygame.drawing.board import Flying, Scene, Turns
from wargrid_pygame.drawing.geometry import Cell
from wargrid_pygame.drawing.marks import Kind, Mark
from wargrid_pygame.drawing.tokens import Token
from wargrid_pygame.drawing.zone_marks import DrawnZone
from wargrid_pygame.game.animation import Moment
from wargrid_pygame.looks.loader import Looks

DRAWN_AS: Final[Mapping[str, Kind]] = {
    "reach": "reach", "target": "target", "special": "special", "blocked": "fault", "range": "range", "threat": "threat"
}  # fmt: skip
"""The table's marks and how they are drawn; turn marks are buttons."""


def place(view: View, cell: int) -> Cell:
    """The column and row of a numbered cell."""
    return cell % view.columns, cell // view.columns


def ground(view: View, looks: Looks) -> dict[Cell, str]:
    """The terrain of every cell that has one; the board itself shows its checker."""
    return {
        place(view, cell): word
        for cell, word in enumerate(view.terrain)
        if word and not looks.is_bare(word)
    }


def zones(view: View, looks: Looks) -> list[DrawnZone]:
    """The zones that the looks describe, each where it lies."""
    return [drawn for _, drawn in named_zones(view, looks)]


def named_zones(view: View, looks: Looks) -> list[tuple[ZoneView, DrawnZone]]:
    """The same, each with the zone it is."""
    settings, found = dict(view.settings), []
    for zone in view.zones:
        look = looks.zone(zone.word, settings)
        if look is not None and zone.cells:
            colour = look.colour or looks.side(view.sides[zone.side].word).top
            cells = frozenset(place(view, cell) for cell in zone.cells)
            found.append((zone, DrawnZone(cells, look.marks, colour)))
    return found


def number(view: View, cell: Cell) -> int:
    """The number of a cell given by column and row."""
    return cell[1] * view.columns + cell[0]


def busiest(view: View) -> int:
    """The cell to look at first: where the units stand that can act, or else all units, in the middle of them."""
    cells = [unit.cell for unit in view.units if unit.can_act] or [unit.cell for unit in view.units]
    if not cells:
        return view.rows // 2 * view.columns + view.columns // 2
    columns, rows = (
        [cell % view.columns for cell in cells],
        [cell // view.columns for cell in cells],
    )
    return sum(rows) // len(rows) * view.columns + sum(columns) // len(columns)


def token(unit: UnitView, view: View, looks: Looks, selected: bool = False) -> Token:
    """What a unit's token shows."""
    return Token(
        side=looks.side(view.sides[unit.side].word),
        letter=unit.letter.upper(),
        icon=looks.unit_icon(unit.type),
        men=unit.men,
        full=unit.full_men,
        facing=unit.facing,
        facings=max(1, view.facings),
        selected=selected,
        ready=unit.can_act,
        hurt=unit.wounds > 0,
    )


def turns(view: View, lit: int | None = None) -> Turns | None:
    """The turn buttons around the selected unit, if it may turn."""
    facings = [
        mark.facing for mark in view.marks if mark.kind == "turn" and mark.facing is not None
    ]
    if view.selected is None or not facings:
        return None
    return Turns(place(view, view.selected), facings, view.facings, lit)


def still(
    view: View,
    looks: Looks,
    hover: int | None,
    lit: int | None,
    cursor: bool,
    pointed: Iterable[int] = (),
) -> Scene:
    """The board at rest, with everything marked that can be done; ``pointed`` are cells to point out."""
    tokens = {
        place(view, unit.cell): token(unit, view, looks, unit.cell == view.selected)
        for unit in view.units
    }
    marks = [*_last(view), *_marks(view, view.marks)]
    asked = () if view.prompt is None else view.prompt.cells
    marks += [Mark("picked", place(view, cell)) for cell in (*asked, *pointed)]
    if hover is not None and hover != view.selected and view.prompt is None:
        marks.append(Mark("hover", place(view, hover)))
    if cursor and view.cursor is not None:
        marks.append(Mark("cursor", place(view, view.cursor)))
    way = [place(view, cell) for cell in view.way] if view.prompt is None else ()
    return Scene(tokens, marks, way=way, turns=None if view.prompt else turns(view, lit))


def filmed(view: View, looks: Looks, moment: Moment) -> Scene:
    """The board while something moves on it."""
    tokens = {place(view, cell): _plain(unit, view, looks) for cell, unit in moment.units.items()}
    return Scene(
        tokens, _last(view) if moment.news is None else (), flying=_flying(view, looks, moment)
    )


def _plain(unit: UnitView, view: View, looks: Looks) -> Token:
    """A token without the star of those that can act: nobody acts while things move."""
    return replace(token(unit, view, looks), ready=False)


def _flying(view: View, looks: Looks, moment: Moment) -> Sequence[Flying]:
    news, unit = moment.news, moment.flying
    if news is None or unit is None:
        return ()
    drawn, start = _plain(unit, view, looks), place(view, unit.cell)
    if news.kind == "eliminated":
        return (Flying(drawn, start, start, fade=moment.share),)
    eased = moment.share * moment.share * (3 - 2 * moment.share)
    return (Flying(drawn, start, place(view, news.target), eased),)


def _marks(view: View, marks: Iterable[MarkView]) -> list[Mark]:
    return [
        Mark(DRAWN_AS[mark.kind], place(view, mark.cell), mark.note)
        for mark in marks
        if mark.kind in DRAWN_AS
    ]


def _last(view: View) -> list[Mark]:
    return [Mark("last", place(view, cell)) for cell in view.last]
