"""The view of an editor for frontends: the board, a palette, totals and findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from wargrid.core.points import roads_of, spots_of
from wargrid.text import Catalog, catalog
from wargrid_editor.board import Board, Unit
from wargrid_editor.judging import Finding
from wargrid_editor.reading import Rules
from wargrid_editor.tools import Brush
from wargrid_play.table.terrain import kinds_of_edges
from wargrid_play.table.view import (
    CommandView,
    MarkerView,
    MarkView,
    SideView,
    TerrainView,
    Tone,
    UnitView,
    View,
    ZoneView,
)

Group = Literal["terrain", "edge", "first", "second", "zone", "marker", "other"]


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One brush of the palette: the command that takes it up, its group, and the thing it paints.

    ``word`` is that of a terrain, a kind of edge, a type, a zone or a marker. ``side`` is -1 for a
    brush without a side; the label does not name the side.
    """

    command: str
    group: Group
    label: str
    word: str
    side: int
    letter: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class TotalView:
    """The army of one side on the board: its units, their men, and their worth together."""

    side: int
    name: str
    units: int
    men: int
    worth: int | None
    text: str


@dataclass(frozen=True, slots=True)
class SettingView:
    """A setting of the whole board: ``command`` and a value set it, ``text`` has name and value.

    ``following`` is the next of a few values; if it is empty, the player types one.
    """

    command: str
    name: str
    value: str
    text: str
    following: str = ""


@dataclass(frozen=True, slots=True)
class FindingView:
    """One error or warning, in a sentence, and the cell that it is about, or None."""

    text: str
    error: bool
    cell: int | None
    code: str


@dataclass(frozen=True, slots=True)
class EditorView:
    """Everything that a frontend draws of an editor.

    ``board`` is drawn as any view of a table. ``findings`` are those of the present board, or
    while ``judging`` of the board before. ``changed``: it differs from its file. ``playable``: no
    error was found. ``settings`` are options of the rules and markers of sides. ``selection`` are
    the selected cells, ``brush`` names the brush in a few words.
    """

    board: View
    title: str
    palette: tuple[PaletteEntry, ...]
    tools: tuple[CommandView, ...]
    commands: tuple[CommandView, ...]
    totals: tuple[TotalView, ...]
    settings: tuple[SettingView, ...]
    findings: tuple[FindingView, ...]
    judging: bool
    playable: bool
    changed: bool
    selection: tuple[int, ...]
    brush: str
    value: int | None
    message: str
    tone: Tone


def board_view(
    board: Board, rules: Rules, language: str, title: str, marks: tuple[MarkView, ...],
    cursor: int | None,
) -> View:  # fmt: skip
    """Return a painted board as a view that is drawn like any other, playable or not."""
    texts, grid, ruleset = catalog(language), board.grid, rules.ruleset
    sides = tuple(_sides(board, rules, texts))
    terrain = tuple(cell.terrain for _, cell in board.cells())
    walls = (word for word, each in ruleset.terrains.items() if each.wall)
    walled = frozenset(walls)
    return View(
        ruleset_name=title, shape=grid.shape, columns=grid.columns, rows=grid.rows,
        short=board.size.short, places=grid.places, spots=spots_of(grid), roads=roads_of(grid),
        cell_names=tuple(map(grid.name, range(grid.cells))), terrain=terrain,
        walls=tuple(cell for cell, word in enumerate(terrain) if word in walled),
        legend=tuple(
            TerrainView(word, texts.of(each.name), "", each.wall)
            for word, each in ruleset.terrains.items()
        ),
        zones=tuple(_zones(board, rules, texts)), settings=(), strength=_strength(rules),
        rolls=bool(ruleset.dice), passes=False, facings=grid.facings, facing_words=(),
        units=tuple(_units(board, rules, texts)), marks=marks,
        markers=tuple(_markers(board, rules, texts)), way=(), selected=None, cursor=cursor,
        last=(), sides=sides, turn=0, headline="", message="", tone="", thinking="", hints=(),
        commands=(), prompt=None, dice=None, log=(), over=None, card=None, aim=None,
        angles=tuple(map(grid.angle, range(grid.facings))) if grid.facings > 1 else (),
        edges=kinds_of_edges(ruleset, board.edge_kinds, texts, notes=False),
    )  # fmt: skip


def _strength(rules: Rules) -> str:
    several = any(unit.men > 1 for unit in rules.ruleset.units.values())
    return rules.ruleset.strength if several else ""


def _sides(board: Board, rules: Rules, texts: Catalog) -> Iterator[SideView]:
    forward = rules.forward(board.grid)
    for side, word in enumerate(rules.sides):
        own = [unit for _, unit in board.units() if unit.side == side]
        yield SideView(
            side=side, word=word, name=texts.of(rules.ruleset.side_name(side)), actions_left=0,
            actions=0, to_act=False, losses=(), men=sum(unit.men for unit in own),
            units=len(own), forward=board.grid.angle(forward[side]) % 360,
        )  # fmt: skip


def _units(board: Board, rules: Rules, texts: Catalog) -> Iterator[UnitView]:
    faces = board.grid.facings > 1
    for cell, unit in board.units():
        known = rules.ruleset.units[unit.type]
        facing = unit.facing if faces else None
        yield UnitView(
            cell, unit.side, unit.type, known.letter, texts.of(known.name), unit.men, known.men,
            facing, False, 0, cell + 1,
            rules.ruleset.counter_numbers(unit.type, unit.men, known.men),
        )  # fmt: skip


def _zones(board: Board, rules: Rules, texts: Catalog) -> Iterator[ZoneView]:
    seen = set()
    for word in rules.ruleset.zones:
        for side in range(len(rules.sides)):
            cells = board.zone(word, side)
            if (word, cells) not in seen:
                seen.add((word, cells))
                name = texts.of(rules.ruleset.zone_name(word))
                yield ZoneView(word, name, side, cells)


def _markers(board: Board, rules: Rules, texts: Catalog) -> Iterator[MarkerView]:
    for cell, found in board.cells():
        of_unit = () if found.unit is None else found.unit.marks
        marks = [(word, -1, value) for word, value in of_unit]
        for word, _, value in [*marks, *found.marks]:
            options = rules.ruleset.markers[word]
            name = texts.of(rules.ruleset.marker_name(word))
            shown = options.shown
            if shown == "nothing" or shown == "bar":
                shown = "number"
            holder = value - 1 if options.holds == "side" else -1
            text = options.sign or name[:1].upper() if shown == "badge" else str(value)
            yield MarkerView(cell, word, name, shown, text, holder, 1.0, 0)


def palette(rules: Rules, brush: Brush, texts: Catalog) -> Iterator[PaletteEntry]:
    """Yield every brush of a ruleset, in the order in which keys go through them."""
    ruleset = rules.ruleset
    for word, terrain in ruleset.terrains.items():
        chosen = (brush.layer, brush.word) == ("terrain", word)
        label = texts.of(terrain.name)
        yield PaletteEntry(f"terrain:{word}", "terrain", label, word, -1, terrain.letter, chosen)
    for word, kind in ruleset.edges.items() if ruleset.board.shape != "points" else ():
        chosen = (brush.layer, brush.word) == ("edge", word)
        label = _of_side(texts.of(kind.name), -1, rules, texts)
        yield PaletteEntry(f"edge:{word}", "edge", label, word, -1, "", chosen)
    for side, group in enumerate(("first", "second")):
        for word, unit in ruleset.units.items():
            chosen = (brush.layer, brush.word, brush.side) == ("unit", word, side)
            name, command = texts.of(unit.name), f"unit:{word}:{side}"
            yield PaletteEntry(command, _GROUPS[group], name, word, side, unit.letter, chosen)
    for word in ruleset.zones:
        sides = (-1,) if word in rules.zones_shared else (0, 1)
        for side in sides:
            chosen = (brush.layer, brush.word, brush.side) == ("zone", word, side)
            label = _of_side(texts.of(ruleset.zone_name(word)), -1, rules, texts)
            yield PaletteEntry(f"zone:{word}:{side}", "zone", label, word, side, "", chosen)
    if any(unit.men > 1 for unit in ruleset.units.values()):
        label = texts.say(f"editor.men.{ruleset.strength}")
        yield PaletteEntry("men", "other", label, "", -1, "", brush.layer == "men")
    for word, options in ruleset.markers.items():
        if options.per != "side":
            label = _of_side(texts.of(ruleset.marker_name(word)), -1, rules, texts)
            chosen = (brush.layer, brush.word) == ("marker", word)
            yield PaletteEntry(f"marker:{word}", "marker", label, word, -1, "", chosen)
    label = texts.say("editor.eraser")
    yield PaletteEntry("erase", "other", label, "", -1, "", brush.layer == "erase")


_GROUPS: Mapping[str, Group] = {"first": "first", "second": "second"}


def _of_side(name: str, side: int, rules: Rules, texts: Catalog) -> str:
    name = name[:1].upper() + name[1:]
    if side < 0:
        return name
    of = texts.of(rules.ruleset.side_name(side))
    return texts.say("editor.of_side", name=name, side=of)


def totals(
    board: Board, rules: Rules, worth: Mapping[str, float] | None, texts: Catalog
) -> Iterator[TotalView]:
    """Yield the army of each side; its worth, in hundredths, only if that is known."""
    for side in range(len(rules.sides)):
        own = [unit for _, unit in board.units() if unit.side == side]
        men = sum(unit.men for unit in own)
        known = None if worth is None else round(sum(_worth(u, worth, rules) for u in own))
        name = texts.of(rules.ruleset.side_name(side))
        values = {"units": len(own), "men": men, "worth": known}
        text = texts.say(f"editor.total.{_strength(rules) or 'units'}", **values)
        if known is not None:
            text = texts.say("editor.total.worth", text=text, worth=known)
        yield TotalView(side, name, len(own), men, known, text)


def counters(board: Board, rules: Rules, texts: Catalog) -> Iterator[SettingView]:
    """Yield every marker of a side that holds a number."""
    for word, options in rules.markers("side").items():
        for side in range(len(rules.sides)) if options.holds == "number" else ():
            held = (value for name, at, value in board.counters if (name, at) == (word, side))
            value = next(held, 0)
            name = _of_side(texts.of(rules.ruleset.marker_name(word)), side, rules, texts)
            text = texts.say("editor.with_value", name=name, value=value)
            yield SettingView(f"counter:{word}:{side}", name, str(value), text)


def _worth(unit: Unit, worth: Mapping[str, float], rules: Rules) -> float:
    return worth.get(unit.type, 0.0) * unit.men / rules.ruleset.units[unit.type].men


def finding_view(finding: Finding, rules: Rules, language: str) -> FindingView:
    """Return the view of a finding, with the text for painters if there is one, or for authors."""
    each, texts = finding.diagnostic, catalog(language)
    key = f"editor.finding.{each.name}"
    text = each.sentence(language)
    if texts.has(key):
        text = texts.say(key, **{name: _named(name, value, rules, texts)
                                 for name, value in each.values.items()})  # fmt: skip
    return FindingView(text, finding.is_error, finding.cell, each.code)


def _named(name: str, value: object, rules: Rules, texts: Catalog) -> object:
    """Return the players' name for a word of the file that a diagnostic names."""
    ruleset = rules.ruleset
    if name in ("name", "zone") and value in ruleset.zones:
        return texts.of(ruleset.zone_name(str(value)))
    if name == "side" and value in rules.sides:
        return texts.of(ruleset.side_name(rules.sides.index(str(value))))
    if name in ("unit", "taker", "name") and value in ruleset.units:
        return texts.of(ruleset.units[str(value)].name)
    if name == "terrain" and value in ruleset.terrains:
        return texts.of(ruleset.terrains[str(value)].name)
    return value
