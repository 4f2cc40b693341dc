"""The ground in words: terrains, what they cost to enter, the map, and the zones of each side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wargrid.table.costs_told import costs_told
from wargrid.table.rule_text import Drawn, cost_table

if TYPE_CHECKING:
    from collections.abc import Collection

    from wargrid.core.grid import Grid
    from wargrid.engine.game import Game
    from wargrid.ruleset.models import Ruleset
    from wargrid.text.catalog import Catalog


def ground_told(game: Game, speak: Catalog) -> Iterator[str]:
    """Tell terrains, tables of costs, the map of terrains and the zones; nothing if the ruleset has none of them."""
    yield from _terrains(game.ruleset, speak)
    for table in game.ruleset.costs:
        walkers = _walkers(game, table, speak)
        if walkers:
            yield speak.say(
                "rules.ground.costs", units=walkers, costs=costs_told(game.ruleset, table, speak)
            )
    if game.ruleset.board.terrain is not None:
        yield speak.say("rules.ground.map")
        yield from _map(game)
    for zone in game.ruleset.zones:
        yield from _zone(game, zone, speak)


def _terrains(ruleset: Ruleset, speak: Catalog) -> Iterator[str]:
    sheltering = any(terrain.defence for terrain in ruleset.terrains.values())
    for terrain in ruleset.terrains.values():
        sentences = [
            speak.say("rules.ground.terrain", terrain=speak.of(terrain.name), letter=terrain.letter)
        ]
        if sheltering:
            sentences.append(speak.say("rules.ground.defence", defence=terrain.defence))
        if terrain.wall:
            sentences.append(speak.say("rules.ground.wall"))
        yield " ".join(sentences)


def _walkers(game: Game, table: str, speak: Catalog) -> str:
    """The types of units that walk by a table of costs."""
    units = game.ruleset.units.values()
    return ", ".join(
        speak.of(unit.name) for unit in units if any(table == cost_table(way) for way in unit.move)
    )


def _map(game: Game) -> Iterator[Drawn]:
    """The terrain of every cell in letters, north row first."""
    letters = [game.ruleset.terrains[word].letter for word in game.grounds[0].terrain]
    columns = game.grid.columns
    for row in reversed(range(game.grid.rows)):
        yield Drawn(" ".join(letters[row * columns : (row + 1) * columns]))


def _zone(game: Game, zone: str, speak: Catalog) -> Iterator[str]:
    """Where a zone lies: once for both sides, or for each."""
    named = speak.of(game.ruleset.zone_name(zone))
    found = [boxes(game.grid, ground.zones[zone]) for ground in game.grounds]
    if len(set(found)) == 1:
        yield speak.say("rules.ground.zone", zone=named, cells=found[0])
        return
    for side, cells in enumerate(found):
        if not cells:
            continue
        yield speak.say(
            "rules.ground.zone_of",
            zone=named,
            side=speak.of(game.ruleset.side_name(side)),
            cells=cells,
        )


def boxes(grid: Grid, cells: Collection[int]) -> str:
    """Cells as names and as rectangles, ``d1–f3``, from the south-west; all of them, each once."""
    left = sorted(cells)
    found = []
    while left:
        box = _box_from(grid, left[0], frozenset(left))
        first, last = grid.name(box[0]), grid.name(box[-1])
        found.append(first if first == last else f"{first}–{last}")
        left = [cell for cell in left if cell not in box]
    return ", ".join(found)


def _box_from(grid: Grid, corner: int, cells: frozenset[int]) -> tuple[int, ...]:
    """The rectangle of cells that starts at a corner: as wide as it goes eastward, then as high as it goes."""
    row, column = divmod(corner, grid.columns)
    last = column
    while last + 1 < grid.columns and corner + last + 1 - column in cells:
        last += 1
    box = grid.box(corner, corner + last - column)
    for north in range(row + 1, grid.rows):
        wider = grid.box(corner, north * grid.columns + last)
        if not cells.issuperset(wider):
            break
        box = wider
    return box
