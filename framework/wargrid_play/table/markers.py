"""Markers for players: on the board, on cards, beside the sides, in the log and in the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from wargrid.core.carrying import ABOARD
from wargrid.core.marks import Marked, Marker
from wargrid.core.position import Position
from wargrid.engine.game import Game
from wargrid.ruleset.base import Movement
from wargrid.ruleset.board.markers import MarkerOptions
from wargrid.ruleset.models import UnitType
from wargrid.ruleset.names import section_of
from wargrid.ruleset.verbs import capital
from wargrid.ruleset.wants import Race
from wargrid.text import Catalog
from wargrid_play.table.rule_text import boxes
from wargrid_play.table.view import MarkerView
from wargrid_play.table.wording import Wording


def markers_of(position: Position, wording: Wording) -> tuple[MarkerView, ...]:
    """Return the markers to draw on cells and units, in the order of the ruleset.

    A badge is drawn where a marker is on, a side's colour where one holds a side, and numbers and
    bars where they differ from the start.
    """
    return tuple(_drawn(position, wording)) if position.marks else ()


def _drawn(position: Position, wording: Wording) -> Iterator[MarkerView]:
    game = wording.game
    fresh = game.engine.markers.new(position.roster)
    ranks: Counter[str] = Counter()
    for marker, options in _shown(game):
        if marker.per == "side":
            continue
        rank, ranks[options.shown] = ranks[options.shown], ranks[options.shown] + 1
        values, start = position.marks[marker.number], fresh[marker.number]
        if values is start and not any(values):
            continue
        for where, at in _places(position, marker):
            value = values[at]
            differs = value != start[at] if options.shown in ("number", "bar") else bool(value)
            if differs:
                yield _view(marker, options, where, value, rank, wording)
    yield from _loads(position, ranks["badge"], wording)


def _loads(position: Position, rank: int, wording: Wording) -> Iterator[MarkerView]:
    """Yield a badge with the number of units aboard for each unit that carries some."""
    carrying = wording.game.engine.carrying
    name = wording.say("table.card.aboard")
    for cell, units in () if carrying is None else carrying.carriers(position):
        yield MarkerView(cell, ABOARD, name, "badge", str(len(units)), -1, 1.0, rank)


def _shown(game: Game) -> Iterator[tuple[Marker, MarkerOptions]]:
    """Yield the markers that players see, with their options."""
    rules: Mapping[str, MarkerOptions] = game.ruleset.markers
    for marker in game.engine.markers.rows:
        if not marker.hidden and rules[marker.word].shown != "nothing":
            yield marker, rules[marker.word]


def _places(position: Position, marker: Marker) -> Iterator[tuple[int, int]]:
    """Yield the places that bear a marker, each with its index in the marker's list."""
    if marker.per == "unit":
        for placed in position.standing():
            if placed.type.word in marker.types:
                yield placed.cell, placed.unit
        return
    for side in range(len(position.roster.sides) if marker.by_side else 1):
        for cell in sorted(marker.cells):
            yield marker.place(cell, side), marker.place(cell, side)


def _view(
    marker: Marker, options: MarkerOptions, where: int, value: int, rank: int, wording: Wording
) -> MarkerView:
    name = _name(marker, wording)
    side, cell = divmod(where, marker.board_cells)
    holds_side = marker.holds == "side"
    badge = options.sign or name[:1].upper()
    shown = options.shown
    assert shown != "nothing"
    return MarkerView(
        cell=cell,
        word=marker.word,
        name=name,
        shown=shown,
        text=badge if options.shown == "badge" else value_text(marker, value, wording),
        side=value - 1 if holds_side else side if marker.by_side else -1,
        share=(value - marker.least) / max(1, marker.most - marker.least),
        rank=rank,
    )


def _name(marker: Marker, wording: Wording) -> str:
    return wording.texts.of(wording.game.ruleset.marker_name(marker.word))


def value_text(marker: Marker, value: int, wording: Wording) -> str:
    """Word a value: a number, a side or a cell, or a dash for none."""
    if marker.holds == "number":
        return str(value)
    if not value:
        return wording.say("table.marker.none")
    return wording.side(value - 1) if marker.holds == "side" else wording.cell(value - 1)


def _counted(marker: Marker, value: int, wording: Wording) -> str:
    """Word the value of a side: “yes” for what is only on or off."""
    if wording.game.ruleset.markers[marker.word].is_flag:
        return wording.say("table.marker.on")
    return value_text(marker, value, wording)


FEW: Final = 2
"""How many markers of a side are shown although they are at 0."""


def counters_of(position: Position, side: int, wording: Wording) -> tuple[tuple[str, str], ...]:
    """Return the markers of a side with their values.

    Of more than ``FEW``, those at 0 are left out unless they win, and always those that are off.
    Where holding cells earns points too, those are in place of the marker that counts the others.
    """
    victories = wording.game.ruleset.victory
    earned = [
        (each.race, points)
        for each in victories
        if each.race is not None and (points := each.progress(position, side)) is not None
    ]
    counted = {race.marker for race, _ in earned}
    needed = {each.race.marker: each.race.number for each in victories if each.race is not None}
    shown = [
        (marker, position.marks[marker.number][side])
        for marker, options in _shown(wording.game)
        if marker.per == "side"
        and marker.word not in counted
        and (not options.is_flag or position.marks[marker.number][side])
    ]
    if len(shown) > FEW:
        shown = [(one, value) for one, value in shown if value or one.word in needed]
    tallies = (each.tally(position, side) for each in victories)
    return (
        *((wording.say("table.tally"), str(tally)) for tally in tallies if tally is not None),
        *(_points(race, points, wording) for race, points in earned),
        *(
            (
                capital(_name(marker, wording)),
                _of_most(value, needed[marker.word], wording)
                if marker.word in needed
                else _counted(marker, value, wording),
            )
            for marker, value in shown
        ),
    )


def _of_most(value: int, most: int, wording: Wording) -> str:
    return wording.say("table.marker.of_most", value=value, most=most)


def _points(race: Race, points: int, wording: Wording) -> tuple[str, str]:
    name = wording.texts.of(wording.game.ruleset.marker_name(race.marker))
    return capital(name), _of_most(points, race.number, wording)


def card_lines(position: Position, cell: int, wording: Wording) -> Iterator[tuple[str, str]]:
    """Yield the markers of a cell and of the unit on it, each with its value."""
    for marker, options in _shown(wording.game) if position.marks else ():
        name = capital(_name(marker, wording))
        for where, at in _borne(position, marker, cell):
            value = position.marks[marker.number][at]
            if options.is_flag:
                text = wording.say("table.marker.on") if value else ""
            else:
                text = _value_of_most(marker, value, options, wording)
            if text and marker.by_side:
                yield f"{name} · {wording.side(where // marker.board_cells)}", text
            elif text:
                yield name, text


def _borne(position: Position, marker: Marker, cell: int) -> Iterator[tuple[int, int]]:
    unit = position.board[cell]
    if marker.per == "unit":
        if unit > 0 and position.type_of(unit).word in marker.types:
            yield cell, unit
    elif cell in marker.cells:
        for side in range(len(position.roster.sides) if marker.by_side else 1):
            yield marker.place(cell, side), marker.place(cell, side)


def _value_of_most(marker: Marker, value: int, options: MarkerOptions, wording: Wording) -> str:
    text = value_text(marker, value, wording)
    if options.shown != "bar":
        return text
    return wording.say("table.marker.of_most", value=text, most=marker.most)


def marked_line(position: Position, event: Marked, wording: Wording) -> tuple[str, int] | None:
    """Word what became of a marker, with the cell where it did or -1.

    Return None for a marker that players do not see, for one that a unit uses up or gets because it
    moves, and where nothing changes.
    """
    game = wording.game
    marker = game.engine.markers[event.marker]
    if marker.hidden:
        return None
    options = game.ruleset.markers[event.marker]
    if options.shown == "nothing" or marker.value(position, event.where) == event.value:
        return None
    if marker.per == "unit" and _follows_from_acting(position, marker, event):
        return None
    values: dict[str, object] = {"marker": _name(marker, wording)}
    if options.is_flag:
        change = "on" if event.value else "off"
    else:
        change, values["value"] = "value", _value_now(position, event, wording)
    if marker.per == "side":
        side = wording.side(event.where)
        return wording.say(f"events.marked.side.{change}", side=side, **values), -1
    cell = event.where % marker.board_cells
    values["cell"] = wording.cell(cell)
    if marker.per == "unit":
        values["unit"] = wording.unit(position, cell)
    return wording.say(f"events.marked.{marker.per}.{change}", **values), cell


def _value_now(position: Position, event: Marked, wording: Wording) -> str:
    """Word the value of a marker: that with the points for what a side holds, where they count."""
    for each in wording.game.ruleset.victory:
        if each.race is not None and each.race.marker == event.marker:
            points = each.progress(position.after((event,)), event.where)
            if points is not None:
                return str(points)
    return value_text(wording.game.engine.markers[event.marker], event.value, wording)


def _follows_from_acting(position: Position, marker: Marker, event: Marked) -> bool:
    """Return whether a unit is marked because it moves, or uses something up."""
    unit_type = position.type_of(position.board[event.where])
    weapons = () if unit_type.attack is None else unit_type.attack.weapons
    used = (*unit_type.uses.values(), *(weapon.uses for weapon in weapons))
    if any(marker.word in each for each in used):
        return event.value < marker.value(position, event.where)
    if marker.until == "moving":
        first = marker.start_of.get(unit_type.word, 0)
        return event.value == first
    return marker.set_by_moving and event.value == marker.most


def marker_rules(game: Game, texts: Catalog) -> Iterator[str]:
    """Write the rules of each marker that players see."""
    for marker, options in _shown(game):
        yield " ".join(_sentences(game, marker, options, texts))


def _sentences(game: Game, marker: Marker, options: MarkerOptions, texts: Catalog) -> Iterator[str]:
    ruleset = game.ruleset
    name = texts.of(ruleset.marker_name(marker.word))
    values: dict[str, object] = {"marker": capital(name)}
    bearers = "all"
    if options.types is not None:
        bearers = "some"
        values["units"] = ", ".join(texts.of(ruleset.units[word].name) for word in options.types)
    elif options.zone is not None:
        bearers, values["zone"] = "some", texts.of(ruleset.zone_name(options.zone))
    per = "cell_and_side" if marker.by_side else marker.per
    yield texts.say(f"rules.marker.{per}.{bearers}", **values)
    if options.is_flag:
        pass
    elif marker.holds == "number":
        key = "rules.marker.number" if marker.most < 1_000_000 else "rules.marker.unlimited"
        yield texts.say(key, least=marker.least, most=marker.most)
    else:
        yield texts.say(f"rules.marker.holds_{marker.holds}")
    start = ", ".join(_starts(game, marker, texts))
    if start:
        yield texts.say("rules.marker.start", values=start)
    if marker.set_by_moving:
        yield texts.say("rules.marker.set_by.moving")
    if marker.until != "never":
        yield texts.say(f"rules.marker.until.{marker.until}")


def _starts(game: Game, marker: Marker, texts: Catalog) -> Iterator[str]:
    """Yield the values of the start that are not 0 or none, each with its types, sides or cells."""
    ruleset = game.ruleset
    if marker.per == "cell":
        if not marker.by_side:
            yield texts.say("rules.semicolon").join(_starts_of_cells(game, marker, texts))
        return
    if marker.holds != "number":
        return
    if marker.per == "unit":
        named = {texts.of(ruleset.units[word].name): n for word, n in marker.start_of.items()}
    else:
        named = {texts.of(ruleset.side_name(side)): n for side, n in enumerate(marker.start)}
    numbers = set(named.values())
    if numbers == {0}:
        return
    if len(numbers) == 1:
        yield str(numbers.pop())
        return
    yield from (f"{name} {number}" for name, number in named.items())


def _starts_of_cells(game: Game, marker: Marker, texts: Catalog) -> Iterator[str]:
    for value in sorted({marker.start[cell] for cell in marker.cells} - {0}):
        cells = boxes(game.grid, [each for each in marker.cells if marker.start[each] == value])
        shown = str(value)
        if marker.holds == "side":
            shown = texts.of(game.ruleset.side_name(value - 1))
        elif marker.holds == "cell":
            shown = game.grid.name(value - 1)
        yield f"{shown} {cells}"


def marks_of_ways(game: Game, unit: UnitType, texts: Catalog) -> Iterator[str]:
    """Say when the hidden marks that a type's ways to move name come and end, each mark once."""
    rules: Mapping[str, MarkerOptions] = game.ruleset.markers
    for word in dict.fromkeys(word for movement in unit.move for word in _marks_named(movement)):
        options = rules[word]
        if options.shown == "nothing":
            name = texts.of(game.ruleset.marker_name(word))
            if options.set_by is not None:
                yield texts.say(f"rules.mark.set_by.{options.set_by}", marker=name)
            if options.until != "never":
                yield texts.say(f"rules.mark.until.{options.until}", marker=name)


def _marks_named(movement: Movement) -> Iterator[str]:
    for option, field in type(movement).model_fields.items():
        value = getattr(movement, option)
        if value is not None and section_of(field.annotation, field.metadata) == "markers":
            yield value
