"""How much a ruleset may hold, so that whatever is accepted is checked, made ready and listed at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from math import comb
from typing import TYPE_CHECKING, Final

from wargrid.core.dice import MAX_DICE
from wargrid.core.grid import FACINGS, Grid
from wargrid.core.patterns import Placement
from wargrid.loading.checks.victories import placed_victories
from wargrid.plugins.host import PluginError
from wargrid.ruleset.diagram import MOST_UNITS, PictureError, placements
from wargrid.ruleset.movement import Path as Walking
from wargrid.ruleset.terrain import ZoneError, grounds_of
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text.format import printable

if TYPE_CHECKING:
    from wargrid.core.patterns import TerrainMap
    from wargrid.core.protocols import UnitTypeLike
    from wargrid.plugins.host import Plugin
    from wargrid.ruleset.base import Movement, Reach
    from wargrid.ruleset.models import Cells, Ruleset
    from wargrid.source.document import Node
    from wargrid.source.merge import Merged


MOST_IN: Final[dict[Place, int]] = {
    ("units",): 60, ("dice",): 20, ("terrains",): 100, ("zones",): 200, ("costs",): 60, ("plugins",): 60,
    ("options",): 100, ("silence",): 100, ("victory",): 30, ("deploy", "units"): 60, ("deploy", "armies"): 20,
}  # fmt: skip
"""The most entries of some sections."""

MOST_OF_A_UNIT: Final = 60
"""The most entries of any list or map that belongs to a unit."""

LONGEST_SAID: Final = 1_000
"""How many characters at most a name, or what a player reads of a game before it begins, may
have."""

SAID: Final = ("name", "summary", "faces", "zone_names", "value_names")
"""The keys under which texts for players stand."""

MOST_USES: Final = 100
"""How often at most a unit may be allowed to do something in a turn."""

MOST_ZONED: Final = 20_000
"""The most cells of all zones together."""

MOST_REACHED: Final = 40_000
"""The most cells that all units set up may reach together."""

MOST_THREATS: Final = 60_000
"""The most cells that all types may reach from all over the board together, where a royal unit is
to be kept safe."""

MOST_PLACINGS: Final = 40_000
"""The most ways to place a unit before the game."""

MOST_SHOWN: Final = 400_000
"""The most dice and faces that all results of one roll may count together."""

MOST_ENDINGS: Final = 50_000
"""The most ways in which an attack may end whose dice are rolled a second time."""


def crowded(merged: Merged) -> list[Diagnostic]:
    """The first section of a joined ruleset that holds more than can be gone through at once, or nothing."""
    counted = ((path, merged.root.at(path), most) for path, most in MOST_IN.items())
    found = (
        merged.diagnostic(path, "list_too_long", limit=most, count=_size(node))
        for path, node, most in (*counted, *_of_units(merged))
        if _size(node) > most
    )
    return list(islice((*found, *_wordy(merged)), 1))


def _wordy(merged: Merged) -> Iterator[Diagnostic]:
    """The texts for players that no window could show."""
    for path, node in merged.root.walk():
        if (
            isinstance(node.value, str)
            and len(node.value) > LONGEST_SAID
            and any(key in SAID for key in path[-3:])
        ):
            text = f'"{printable(node.value, 40)}"'
            yield merged.diagnostic(
                path, "text_too_long", at="value", value=text, limit=LONGEST_SAID
            )


def _of_units(merged: Merged) -> Iterator[tuple[Place, Node, int]]:
    units = merged.root.at(("units",))
    inside = [] if units is None else units.walk(("units",))
    return ((path, node, MOST_OF_A_UNIT) for path, node in inside if len(path) > 1)


def _size(node: Node | None) -> int:
    return len(node.value) if node is not None and isinstance(node.value, dict | list) else 0


def excessive(ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged) -> list[Diagnostic]:
    """The first thing in a ruleset that would take too long or too much to make ready, or nothing.

    What is wrong otherwise, such as a picture that does not fit, is left to others to tell.
    """
    try:
        return (
            list(islice(_excesses(ruleset, plugins, merged), 1)) if len(ruleset.sides) == 2 else []
        )
    except PluginError:  # the trial of words tells
        return []


def _excesses(
    ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged
) -> Iterator[Diagnostic]:
    grid = ruleset.board.grid()
    yield from _uses(ruleset, merged)
    yield from _rolls(ruleset, plugins, merged)
    yield from _zones(ruleset, grid, merged)
    try:
        grounds, stands = grounds_of(ruleset, grid), placements(ruleset, grid)
    except (PictureError, ZoneError):
        return
    if len(stands) > MOST_UNITS:
        yield merged.diagnostic(("setup",), "too_many_units", count=len(stands), limit=MOST_UNITS)
        return
    yield from _placings(ruleset, grounds[0], merged)
    if _exceeds((_reach(stand, grounds[stand.side]) for stand in stands), MOST_REACHED):
        yield merged.diagnostic(("setup",), "reaches_too_far", limit=MOST_REACHED)
    royal = next(
        (path for path, victory in placed_victories(ruleset, merged) if victory.royal is not None),
        None,
    )
    types = ruleset.units.values()
    if royal is not None and _exceeds(
        (grid.cells * _from(grid.middle, 0, u, grounds[0]) for u in types), MOST_THREATS
    ):
        yield merged.diagnostic(royal, "threats_too_far", limit=MOST_THREATS)


def _exceeds(numbers: Iterable[int], most: int) -> bool:
    """Whether a sum comes to more, without going on once it does."""
    total = 0
    for number in numbers:
        total += number
        if total > most:
            return True
    return False


def _uses(ruleset: Ruleset, merged: Merged) -> Iterator[Diagnostic]:
    """Limits are counted in bits, for every unit."""
    for verb, most in ruleset.turn.per_unit.items():
        if most > MOST_USES:
            yield merged.diagnostic(
                ("turn", "per_unit", verb), "too_large", at="value", value=most, limit=MOST_USES
            )


def _rolls(ruleset: Ruleset, plugins: Mapping[str, Plugin], merged: Merged) -> Iterator[Diagnostic]:
    """Every result of a roll is listed, and every result of a second roll after it."""
    twice = any(hasattr(plugin, "after_roll") for plugin in plugins.values())
    for path, die, dice in rolled(ruleset):
        faces = len(set(ruleset.dice.get(die, ())))
        most = next(
            (
                n
                for n in range(min(dice, MAX_DICE), 1, -1)
                if _fits(n, faces, twice and path[0] == "units")
            ),
            1,
        )
        if most < dice or not _fits(most, faces, twice=False):
            name = "too_many_first" if path[0] == "first" else "too_many_dice"
            if most > 1 or dice > 1:
                yield merged.diagnostic(path, name, at="value", dice=dice, most=most)
            else:
                yield merged.diagnostic(
                    ("dice", die), "list_too_long", count=faces, limit=int(MOST_SHOWN**0.5) - 1
                )


def _fits(dice: int, faces: int, twice: bool) -> bool:
    if dice > MAX_DICE:
        return False
    results = comb(dice + faces - 1, dice)
    return results * (dice + faces) <= MOST_SHOWN and (
        not twice or results * results <= MOST_ENDINGS
    )


def rolled(ruleset: Ruleset) -> Iterator[tuple[Place, str, int]]:
    """Every roll that may come: what decides how many dice it has, the die, the most dice."""
    only = next(iter(ruleset.dice), "")
    if ruleset.first.player == "roll":
        yield ("first", "dice"), ruleset.first.die or only, ruleset.first.dice
    for word, unit in ruleset.units.items():
        by = unit.attack.by if unit.attack is not None else None
        if by is not None and ruleset.dice and by.dice(unit.men):
            many_a_man = "per_man" in type(by).model_fields and by.dice(1) > unit.men
            path: Place = (
                ("units", word, "attack", "by", by.word, "per_man")
                if many_a_man
                else ("units", word, "men")
            )
            yield path, by.die_of(ruleset), by.dice(unit.men)


def _zones(ruleset: Ruleset, grid: Grid, merged: Merged) -> Iterator[Diagnostic]:
    total = 0
    for name, spec in ruleset.zones.items():
        for said in spec.values() if isinstance(spec, Mapping) else (spec,):
            for size in _boxes(grid, said):
                total += size
                if total > MOST_ZONED:
                    yield merged.diagnostic(("zones", name), "zones_too_large", limit=MOST_ZONED)
                    return


def _boxes(grid: Grid, said: Cells) -> Iterator[int]:
    """How many cells each box or name of a zone stands for; at least one."""
    for text in [said] if isinstance(said, str) else said:
        for part in text.split():
            first, _, last = part.partition(":")
            known = grid.has(first) and grid.has(last)
            yield len(grid.box(grid.cell(first), grid.cell(last))) if known else 1


def _placings(ruleset: Ruleset, ground: TerrainMap, merged: Merged) -> Iterator[Diagnostic]:
    """Before the game every placing is listed, and every unit that any army could have has its place in a list."""
    deploy = ruleset.deploy
    if deploy is None:
        return
    facings = ground.grid.facings if deploy.facing == "free" else 1
    placings = units = 0
    for word, contingent in deploy.units.items():
        unit = ruleset.units.get(word)
        cells = len(ground.zones.get(contingent.zone or deploy.zone, ()))
        sizes = 1 if unit is None else max(1, unit.men - (contingent.least_men or unit.men) + 1)
        placings += cells * sizes * facings
        units += min(cells, contingent.bases.max or cells, contingent.men)
    at: Place = ("deploy", "units")
    if placings > MOST_PLACINGS:
        yield merged.diagnostic(at, "too_many_placings", limit=MOST_PLACINGS)
    if units > MOST_UNITS:
        yield merged.diagnostic(at, "too_many_units", count=units, limit=MOST_UNITS)


def _reach(stand: Placement, ground: TerrainMap) -> int:
    return _from(stand.cell, stand.facing, stand.type, ground)


def _from(cell: int, facing: int, unit: UnitTypeLike, ground: TerrainMap) -> int:
    """How many cells a type reaches from a cell, by moving and by attacking; one at least."""
    words: list[Movement | Reach] = [*unit.move, *([unit.attack.at] if unit.attack else [])]
    return 1 + sum(_cells_of(word, ground, cell, facing) for word in words)


def _cells_of(word: Movement | Reach, ground: TerrainMap, cell: int, facing: int) -> int:
    if isinstance(word, Walking) and word.bends:
        return min(ground.grid.cells, (2 * word.points + 1) ** 2)
    try:
        return word.sheet(ground, cell, facing % len(FACINGS)).size
    except Exception:  # a stranger's word; it is tried, and told of, elsewhere
        return 0
