"""The board on the game screen: a view made into a scene, fitted, zoomed and moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import pi, sin
from typing import TYPE_CHECKING, Final

import pygame

from wargrid.looks.defaults import GOAL, SHARED_GOAL
from wargrid.looks.loader import Looks
from wargrid.looks.pictures.tokens import Token
from wargrid.table import MarkView, Table, UnitView, View, ZoneView
from wargrid_pygame.drawing.board import (
    Arrow,
    BoardView,
    DrawnAttack,
    DrawnLoss,
    Flying,
    Scene,
    Trace,
    TurnButtons,
)
from wargrid_pygame.drawing.dice import RollingDice
from wargrid_pygame.drawing.geometry import Cell, Geometry
from wargrid_pygame.drawing.hexes import ColumnGeometry, RowGeometry
from wargrid_pygame.drawing.markers import CellMarker
from wargrid_pygame.drawing.marks import CellMark, DrawnZone
from wargrid_pygame.drawing.minimap import Minimap
from wargrid_pygame.game.animation import Frame
from wargrid_pygame.game.layout import Layout
from wargrid_pygame.graphics.theme import Theme
from wargrid_pygame.widgets.basic import Panel

if TYPE_CHECKING:
    from wargrid.remote import RemoteTable

LEGIBLE: Final = 28
LARGER: Final = 38
"""Cells smaller than the first are enlarged to the second, in pixels, and seen in part."""

ZOOM: Final = 1.15

FALL: Final = 75
SHAKE: Final = 22
"""By how many degrees a unit that falls is tilted in the end, and one that panics at most."""


class BoardArea:
    """The board of one game screen, and a minimap where the board is seen in part."""

    board: BoardView
    minimap: Minimap

    def __init__(
        self, theme: Theme, table: Table | RemoteTable, layout: Layout, looks: Looks, flipped: bool
    ) -> None:
        self.theme, self.table, self.layout, self.looks = theme, table, layout, looks
        view = table.view()
        area = layout.board
        geometry = board_of(view).fitted((area.x, area.y, area.w, area.h), flipped)
        if geometry.cell < LEGIBLE:
            geometry = geometry.zoomed(LARGER / geometry.cell, area.center)
            geometry = geometry.centred(place(view, busiest(view)))
        self._set(geometry)

    def renew(self) -> None:
        """Draw the ground again, as when walls were built."""
        self._set(self.board.geometry)

    def flip(self) -> None:
        """Show the board from the other side."""
        self._set(self.board.geometry.flip())

    def faces_away(self) -> bool:
        """Return whether the side to act sees the board from the edge opposite to its own."""
        side = self.table.view().acting
        return side is not None and side.flipped is not self.board.geometry.flipped

    def keep(self, geometry: Geometry) -> None:
        """Show the part that another geometry of the same board in the same area shows."""
        now = self.board.geometry
        if replace(geometry, cell=now.cell, left=now.left, top=now.top) == now:
            self.board.geometry = geometry

    def _set(self, geometry: Geometry) -> None:
        view, looks = self.table.view(), self.looks
        walls = [place(view, cell) for cell in view.walls]
        drawn = [zone for _, zone in named_zones(view, looks)]
        self.board = BoardView(geometry, looks, terrain_of(view, looks), walls, drawn)
        self.minimap = Minimap(self.board, self._minimap_box(view))

    def show(self, cell: int) -> None:
        """Move a board seen in part just so far that a cell and its neighbours are visible."""
        self.board.geometry = self.board.geometry.showing(place(self.table.view(), cell))

    def zoom(self, steps: int, point: tuple[int, int] | None = None) -> None:
        """Make the board larger or smaller about a point or the cursor; 0 steps shows all of it."""
        geometry, view = self.board.geometry, self.table.view()
        if not steps:
            self.board.geometry = geometry.fitted(geometry.area, geometry.flipped)
            return
        if point is None and view.cursor is not None:
            point = geometry.centre(place(view, view.cursor))
        about = point or self.layout.board.center
        self.board.geometry = geometry.zoomed(ZOOM if steps > 0 else 1 / ZOOM, about)

    def pan(self, right: int, down: int) -> None:
        """Move the board by some pixels."""
        self.board.geometry = self.board.geometry.panned(right, down)

    def pan_by_minimap(self, point: tuple[int, int]) -> bool:
        """Go to the cell under a point of the minimap; False if there is none."""
        hidden = self.board.geometry.whole
        if not self.covers_board and self.table.view().prompt is not None:
            hidden = True
        cell = None if hidden else self.minimap.cell_at(point)
        if cell is not None:
            self.board.geometry = self.board.geometry.centred(cell)
        return cell is not None

    def cell_at(self, point: tuple[int, int]) -> int | None:
        """Return the number of the cell under a point, or None."""
        cell = self.board.geometry.cell_at(point)
        return None if cell is None else self.table.view().places.index(cell)

    @property
    def covers_board(self) -> bool:
        """Whether the minimap covers the board, because its slot shows dice or is missing."""
        return self.table.view().rolls or not self.layout.slot.h

    def _minimap_box(self, view: View) -> pygame.Rect:
        if not self.covers_board:
            room = Panel(self.theme, self.layout.slot).inner()
            span = board_of(view).span
            wide = min(room.w * 2 // 5, round(room.h * span[0] / span[1]))
            return pygame.Rect(room.right - wide, room.y, wide, room.h)
        area, gap = self.layout.board, self.theme.px(8)
        box = pygame.Rect(0, 0, area.w // 4, area.h // 4)
        box.topright = area.right - gap, area.y + gap
        return box

    def draw_minimap(self, surface: pygame.Surface) -> None:
        """Draw the minimap, if the board is seen in part."""
        if not self.board.geometry.whole:
            view = self.table.view()
            sides = [self.looks.side(side.word) for side in view.sides]
            units = ((place(view, unit.cell), sides[unit.side]) for unit in view.units)
            self.minimap.draw(surface, units)


def board_of(view: View) -> Geometry:
    """Return the geometry of a board, before it is fitted to an area."""
    if view.shape == "square":
        return Geometry(view.columns, view.rows)
    hexes = RowGeometry if view.shape == "hex_rows" else ColumnGeometry
    return hexes(view.columns, view.rows, short=view.short)


def place(view: View, cell: int) -> Cell:
    """Return the column and row of a numbered cell."""
    return view.places[cell]


def terrain_of(view: View, looks: Looks) -> dict[Cell, str]:
    """Return the terrain of every cell that has one; the board itself shows its checker."""
    words = ((cell, word) for cell, word in enumerate(view.terrain) if word)
    return {place(view, cell): word for cell, word in words if not looks.is_bare(word)}


def named_zones(view: View, looks: Looks) -> list[tuple[ZoneView, DrawnZone]]:
    """Return the zones that are drawn and how: those of the looks, and other goals."""
    settings, found = dict(view.settings), []
    named = Counter(zone.word for zone in view.zones)
    for zone in view.zones:
        goal = (GOAL if named[zone.word] > 1 else SHARED_GOAL) if zone.note else None
        look = looks.zone(zone.word, settings, goal)
        if look is not None and zone.cells:
            colour = look.colour or looks.side(view.sides[zone.side].word).top
            cells = frozenset(place(view, cell) for cell in zone.cells)
            found.append((zone, DrawnZone(cells, look.marks, colour)))
    return found


def busiest(view: View) -> int:
    """Return the cell in the middle of the units that can act, or else of all units."""
    cells = [unit.cell for unit in view.units if unit.can_act] or [unit.cell for unit in view.units]
    places = [view.places[cell] for cell in cells] or [(view.columns, view.rows)]
    east = sum(column for column, _ in places) // len(places)
    north = sum(row for _, row in places) // len(places)
    if not cells:
        east, north = view.columns // 2, view.rows // 2
    apart = [abs(column - east) + abs(row - north) for column, row in view.places]
    return apart.index(min(apart))


def token(unit: UnitView, view: View, looks: Looks, selected: bool = False) -> Token:
    """Return what a unit's token shows."""
    return Token(
        side=looks.side(view.sides[unit.side].word),
        letter=unit.letter.upper(),
        icon=looks.unit_icon(unit.type, view.sides[unit.side].word),
        men=unit.men,
        full=unit.full_men,
        facing=unit.facing,
        facings=max(1, view.facings),
        selected=selected,
        ready=unit.can_act,
        hurt=unit.wounds > 0,
    )


def turns(view: View, lit: int | None = None) -> TurnButtons | None:
    """Return the turn buttons around the selected unit, if it may turn."""
    marks = (mark for mark in view.marks if mark.kind == "turn")
    facings = [mark.facing for mark in marks if mark.facing is not None]
    if view.selected is None or not facings:
        return None
    return TurnButtons(place(view, view.selected), facings, view.facings, lit)


def resting_scene(
    view: View, looks: Looks, hover: int | None, lit: int | None, cursor: bool,
    pointed: Iterable[int] = (), drag: tuple[int, int] | None = None,
) -> Scene:  # fmt: skip
    """Return the board at rest with its marks; ``pointed`` are cells to point out.

    The selected unit is drawn at ``drag``, where it is dragged.
    """
    tokens = {
        place(view, unit.cell): token(unit, view, looks, unit.cell == view.selected)
        for unit in view.units
    }
    taken = None
    if drag is not None and view.selected is not None:
        taken = tokens.pop(place(view, view.selected), None)
    dragged = (taken, drag) if taken is not None and drag is not None else None
    prompt = view.prompt
    marks = [*_last(view), *_marks(view, view.marks)]
    marks += [
        CellMark("picked", place(view, cell))
        for cell in (*(prompt.cells if prompt else ()), *pointed)
    ]
    if hover is not None and hover != view.selected and view.on_board:
        marks.append(CellMark("hover", place(view, hover)))
    if cursor and view.cursor is not None:
        marks.append(CellMark("cursor", place(view, view.cursor)))
    way = [] if prompt else [place(view, cell) for cell in view.way]
    arrows = [] if prompt else hint_arrows(view)
    caption = caption_of(view)
    arrow = None if prompt or dragged else turns(view, lit)
    held = markers(view, looks)
    return Scene(
        tokens,
        marks,
        held,
        _traces(view),
        way,
        turns=arrow,
        arrows=arrows,
        caption=caption,
        dragged=dragged,
    )


def caption_of(view: View) -> tuple[Cell, str] | None:
    """Return the line of odds beside a cell: those asked about, or those of the cell pointed at."""
    prompt = view.prompt
    odds = (prompt.cells[-1], prompt.brief) if prompt and prompt.brief else view.aim
    return (place(view, odds[0]), odds[1]) if odds else None


def markers(view: View, looks: Looks, but: int = -1) -> list[CellMarker]:
    """Return the markers as they are drawn, except on one cell."""
    return [
        CellMarker(
            marker.shown,
            place(view, marker.cell),
            marker.text,
            looks.side(view.sides[marker.side].word) if marker.side >= 0 else None,
            marker.share,
            marker.rank,
        )
        for marker in view.markers
        if marker.cell != but
    ]


def hint_arrows(view: View) -> list[Arrow]:
    """Return an arrow for each hint that has a cell."""
    ranked = enumerate(view.hints, 1)
    return [
        Arrow([place(view, cell) for cell in hint.cells], rank, hint.facing, max(1, view.facings))
        for rank, hint in ranked
        if hint.cells
    ]


def moving_scene(view: View, looks: Looks, frame: Frame, dice: RollingDice | None = None) -> Scene:
    """Return the board while something moves on it; ``dice`` are those that roll now."""
    tokens = {place(view, cell): _plain(unit, view, looks) for cell, unit in frame.units.items()}
    marks = _last(view) if frame.news is None else ()
    flying = _flying(view, looks, frame)
    return Scene(
        tokens, marks, markers(view, looks, -1 if frame.news is None else frame.news.target),
        flying=flying, blow=_blow(view, frame, dice), losses=_losses(view, frame),
    )  # fmt: skip


def _blow(view: View, frame: Frame, dice: RollingDice | None) -> DrawnAttack | None:
    attack, news = frame.attack, frame.news
    if attack is None or news is None or news.kind not in ("attack", "dice"):
        return None
    return DrawnAttack(place(view, attack.cell), place(view, attack.target), dice, frame.share)


def _losses(view: View, frame: Frame) -> Sequence[DrawnLoss]:
    news = frame.news
    if news is None or news.kind not in ("lost", "eliminated") or not view.strength:
        return ()
    return (DrawnLoss(place(view, news.cell), f"−{news.men}", frame.share),)


def _plain(unit: UnitView, view: View, looks: Looks) -> Token:
    """Return a token without the star of units that can act: no unit acts while things move."""
    return replace(token(unit, view, looks), ready=False)


def _flying(view: View, looks: Looks, frame: Frame) -> Sequence[Flying]:
    news, unit = frame.news, frame.flying
    if news is None or unit is None:
        return ()
    drawn, start = _plain(unit, view, looks), place(view, unit.cell)
    if news.kind == "eliminated":
        return (Flying(drawn, start, start, fade=frame.share, tilt=FALL * frame.share),)
    if news.kind == "turn":
        shaken = SHAKE * sin(frame.share * 6 * pi) * (1 - frame.share)
        return (Flying(drawn, start, start, tilt=shaken),)
    eased = frame.share * frame.share * (3 - 2 * frame.share)
    return (Flying(drawn, start, place(view, news.target), eased),)


def _marks(view: View, marks: Iterable[MarkView]) -> list[CellMark]:
    return [
        CellMark(mark.kind, place(view, mark.cell), mark.note)
        for mark in marks
        if mark.kind != "turn"
    ]


def _last(view: View) -> list[CellMark]:
    """Mark the cells of the last move, or where each of several ended."""
    several = len(view.last) > 1
    cells = [cell for trace in view.last for cell in (trace.cells[-1:] if several else trace.cells)]
    return [CellMark("last", place(view, cell)) for cell in dict.fromkeys(cells)]


def _traces(view: View) -> list[Trace]:
    """Return the lines of the last moves, but of one move, and none where a move is planned."""
    several = len(view.last) > 1 or any(trace.strikes for trace in view.last)
    if not several or view.prompt or view.hints or view.selected is not None:
        return []
    return [Trace([place(view, cell) for cell in one.cells], one.strikes) for one in view.last]
