"""Check reinforcements: they have a cell, a turn that comes, and men that their type has."""

from __future__ import annotations

from collections.abc import Iterator

from wargrid.loading.checks.context import Context
from wargrid.ruleset.board.diagram import MAX_UNITS
from wargrid.ruleset.grammar.arrivals import Arrival, named
from wargrid.ruleset.selecting.binding import bound_cells
from wargrid.source.diagnostics import Diagnostic, Place


def rows(context: Context) -> Iterator[tuple[Place, Arrival]]:
    """Yield every row of the schedule with its place."""
    arrive = context.ruleset.arrive
    for number, (word, row) in enumerate(named(arrive)):
        yield ("arrive", number if isinstance(arrive, list) else word), row


def check_arriving_men(context: Context) -> Iterator[Diagnostic]:
    """Report units that would come with more men than their type has, and too many units."""
    total = len(context.placements) if context.has_drawn_board else 0
    for path, row in rows(context):
        unit = context.ruleset.units.get(row.unit)
        if unit is not None and row.men is not None and row.men > unit.men:
            values = {"unit": row.unit, "men": row.men, "most": unit.men}
            yield context.at_value((*path, "men"), "arrival_men", **values)
        total += row.number
        if total > MAX_UNITS:
            yield context.at((*path, "number"), "too_many_units", count=total, limit=MAX_UNITS)
            return


def arrival_errors(context: Context) -> Iterator[Diagnostic]:
    """Report rows of the schedule whose units never have a cell: all are walls or none is named."""
    game = context.game if context.ruleset.arrive and context.has_drawn_board else None
    if game is None:
        return
    sides = list(context.ruleset.sides)
    for path, row in rows(context):
        side = sides.index(row.side)
        named_cells = bound_cells(row.at, game.engine, side, side).row
        closed, may_be_on = game.engine.grounds[side].walls, game.engine.tables.may_be_on
        if not any(
            named_cells[cell] and cell not in closed and may_be_on(row.unit, side, cell)
            for cell in range(game.grid.cells)
        ):
            yield context.at((*path, "at"), "arrival_nowhere", unit=row.unit, side=row.side)


def warn_arrivals_after_the_end(context: Context) -> Iterator[Diagnostic]:
    """Warn about units that come in a turn after the last one."""
    last, _ = context.first_limit or (None, ())
    for path, row in rows(context):
        if last is not None and row.turn > last:
            yield context.at_value((*path, "turn"), "arrival_late", turn=row.turn, last=last)
