"""A view made into a scene: at rest with its marks, or while something moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import astuple, replace
from math import pi, sin
from typing import Final

from wargrid_play.looks import Looks
from wargrid_play.looks.defaults import GOAL, SHARED_GOAL
from wargrid_play.looks.pictures.tokens import Token
from wargrid_play.scenes.animation import Frame
from wargrid_play.scenes.scene import (
    Arrow,
    Caption,
    Cell,
    CellMark,
    CellMarker,
    DrawnAttack,
    DrawnLoss,
    DrawnZone,
    Flying,
    Piece,
    RollingDice,
    Scene,
    Trace,
    TurnButtons,
)
from wargrid_play.table import AnimationEvent, MarkView, UnitView, View, ZoneView

FRAMES: Final = ("target", "approach", "check")
"""The marks around a cell, on which that of the last move is left out."""

FALL: Final = 75
SHAKE: Final = 22
"""The degrees that a unit which falls is tilted in the end, and one that panics at most."""


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
        ready=unit.can_act and view.starred,
        hurt=unit.wounds > 0,
        numbers=unit.numbers,
    )


def turns(view: View, lit: int | None = None) -> TurnButtons | None:
    """Return the turn buttons around the selected unit, if it may turn."""
    marks = (mark for mark in view.marks if mark.kind == "turn")
    facings = [mark.facing for mark in marks if mark.facing is not None]
    if view.selected is None or not facings:
        return None
    return TurnButtons(place(view, view.selected), facings, view.facings, lit)


def resting_scene(
    view: View, looks: Looks, hover: int | None = None, lit: int | None = None,
    cursor: bool = False, pointed: Iterable[int] = (), drag: tuple[int, int] | None = None,
    alike: bool = False,
) -> Scene:  # fmt: skip
    """Return the board at rest with its marks; ``pointed`` are cells to point out.

    The selected unit is drawn at ``drag``, where it is dragged. Tokens that are ``alike`` only
    say where units stand.
    """
    if alike and view.units:
        stands = (place(view, unit.cell) for unit in view.units)
        tokens = dict.fromkeys(stands, token(view.units[0], view, looks))
    else:
        tokens = {
            place(view, unit.cell): token(unit, view, looks, unit.cell == view.selected)
            for unit in view.units
        }
    taken = None
    if drag is not None and view.selected is not None:
        taken = tokens.pop(place(view, view.selected), None)
    dragged = (taken, drag) if taken is not None and drag is not None else None
    prompt = view.prompt
    framed = {place(view, mark.cell) for mark in view.marks if mark.kind in FRAMES}
    last = (mark for mark in _last(view) if mark.cell not in framed)
    marks = [*last, *_marks(view, view.marks)]
    marks += [
        CellMark("picked", place(view, cell))
        for cell in (*(prompt.cells if prompt else ()), *pointed)
    ]
    marks += [CellMark("premove", place(view, cell)) for cell in view.premove]
    if hover is not None and hover != view.selected and view.on_board:
        marks.append(CellMark("hover", place(view, hover)))
    if cursor and view.cursor is not None:
        marks.append(CellMark("cursor", place(view, view.cursor)))
    path = [] if prompt else [place(view, cell) for cell in view.way]
    arrows = [] if prompt else hint_arrows(view)
    caption = caption_of(view)
    arrow = None if prompt or dragged else turns(view, lit)
    held = markers(view)
    return Scene(
        tokens,
        marks,
        held,
        _traces(view),
        path,
        [place(view, cell) for cell in view.premove],
        turns=arrow,
        arrows=arrows,
        caption=caption,
        offered=_offered(view, looks),
        dragged=dragged,
    )


def _offered(view: View, looks: Looks) -> list[Piece]:
    """Return the pieces that a question offers, by their letters where they have no icons."""
    if view.prompt is None:
        return []
    made = []
    for at, (cell, side, word, letter) in enumerate(map(astuple, view.prompt.offered)):
        bare = looks.unit_icon(word, view.sides[side].word) is None
        chosen = at == view.prompt.chosen
        made.append(Piece(place(view, cell), side, word, letter.upper() if bare else "", chosen))
    return made


def caption_of(view: View) -> Caption | None:
    """Return the line of odds beside a cell: those asked about, or those of the cell pointed at."""
    prompt = view.prompt
    odds = (prompt.cells[-1], prompt.brief) if prompt and prompt.brief else view.aim
    if not odds:
        return None
    source = prompt.cells[0] if prompt and prompt.brief else view.selected
    return Caption(place(view, odds[0]), odds[1], None if source is None else place(view, source))


def markers(view: View, but: int = -1) -> list[CellMarker]:
    """Return the markers to draw, except on one cell."""
    return [
        CellMarker(
            marker.shown, place(view, marker.cell), marker.text, marker.side, marker.share,
            marker.rank,
        )
        for marker in view.markers
        if marker.cell != but
    ]  # fmt: skip


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
        tokens, marks, markers(view, -1 if frame.news is None else frame.news.target),
        flying=flying, attack_arrow=_blow(view, frame, dice), losses=_losses(view, frame),
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
    news = frame.news
    return () if news is None else [_flown(view, looks, frame, news, each) for each in frame.flying]


def _flown(view: View, looks: Looks, frame: Frame, news: AnimationEvent, unit: UnitView) -> Flying:
    drawn, start = _plain(unit, view, looks), place(view, unit.cell)
    if news.kind == "eliminated":
        return Flying(drawn, start, start, fade=frame.share, tilt=FALL * frame.share)
    if news.kind == "turn":
        shaken = SHAKE * sin(frame.share * 6 * pi) * (1 - frame.share)
        return Flying(drawn, start, start, tilt=shaken)
    eased = frame.share * frame.share * (3 - 2 * frame.share)
    target = dict(news.along).get(unit.cell, news.target)
    return Flying(drawn, start, place(view, target), eased)


def _marks(view: View, marks: Iterable[MarkView]) -> list[CellMark]:
    return [
        CellMark(mark.kind, place(view, mark.cell), mark.note)
        for mark in marks
        if mark.kind != "turn" and mark.cell >= 0
    ]


def _last(view: View) -> list[CellMark]:
    """Mark the cells of the last move, or where each of several ended."""
    several = len(view.last) > 1
    cells = [
        cell for one in view.last for cell in (() if several else one.cells[:1]) + one.cells[-1:]
    ]
    return [CellMark("last", place(view, cell)) for cell in dict.fromkeys(cells)]


def _traces(view: View) -> list[Trace]:
    """Return the lines of the last moves, but of one move, and none where a move is planned."""
    several = len(view.last) > 1 or any(trace.strikes for trace in view.last)
    if not several or view.prompt or view.hints or view.selected is not None:
        return []
    return [Trace([place(view, cell) for cell in one.cells], one.strikes) for one in view.last]
