"""Control and supply as rulesets write them, and how they are bound to a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

from pydantic import model_validator

from wargrid.core.edges import Edges
from wargrid.core.game_view import GameView
from wargrid.core.layers import (
    CONTROL,
    SUPPLY,
    ControlLayer,
    ControlRule,
    Layer,
    Layers,
    SupplyLayer,
    SupplyRule,
)
from wargrid.core.selecting import MANY
from wargrid.ruleset.errors import validation_error
from wargrid.ruleset.named import EdgeName, Model, TerrainName, ZoneName
from wargrid.ruleset.selecting.binding import bound_cells, bound_units, cells_around
from wargrid.ruleset.selecting.forms import listed
from wargrid.ruleset.selecting.selectors import CellSelectors, OptionalUnits, UnitSelectors
from wargrid.ruleset.values import Direction, Positive, Texts

__all__ = ["Controls", "Sources", "Supply", "layers_of"]


class Controls(Model):
    """The cells around a unit that it controls, which hinder enemies."""

    around: Direction | list[Direction] = "all"
    """The directions of these cells, as the unit sees them."""

    distance: Positive = 1
    """How many steps away the farthest of them are."""

    not_onto: TerrainName | list[TerrainName] = []
    """Terrains on which it controls nothing."""

    not_across: EdgeName | list[EdgeName] = []
    """Kinds of edges across which it controls nothing, such as rivers; walls are such, too."""

    only_if: OptionalUnits = None
    """What it must be to control them: a selector of itself."""

    lifted_by: OptionalUnits = None
    """Units on whose cells it controls nothing, such as those of its enemy."""


class Sources(Model):
    """Where supply comes from: cells of a zone, units, or both."""

    zone: ZoneName | None = None
    """The zone of a side's own sources; a cell with an enemy is none."""

    at: CellSelectors = ()
    """Which cells of the zone are sources: a selector, as the side sees them; by default all."""

    units: OptionalUnits = None
    """Its units that are sources: a selector, as the side sees them."""

    @model_validator(mode="after")
    def _is_something(self) -> Sources:
        if self.zone is None and self.units is None:
            raise validation_error("no_source")
        if self.at and self.zone is None:
            raise validation_error("sources_without_zone", ("at",))
        return self


class Supply(Model):
    """Where units of a side are supplied: from sources, over cells without walls and enemies."""

    name: Texts = ""
    """How players say that a unit is supplied: ``{en: in supply, fr: ravitaillée}``."""

    sources: Sources
    """Where it comes from."""

    across: CellSelectors = ()
    """The cells that it may cross, as the side sees them; by default all."""

    most: Positive | None = None
    """How many steps it goes at most from a source; null for any number."""

    directions: Direction | list[Direction] = "orthogonal"
    """The directions of a step."""

    straight: Direction | list[Direction] | None = None
    """The directions of straight lines, along which alone it goes; null if it goes everywhere."""

    relays: OptionalUnits = None
    """Units of the side that renew it, as if they were sources."""

    contact: bool | Literal["renews"] = False
    """Whether a unit next to one that is supplied is supplied, too. With ``renews``, relays that
    supply comes to only so renew it as well."""

    @model_validator(mode="after")
    def _has_relays(self) -> Supply:
        if self.contact == "renews" and self.relays is None:
            raise validation_error("renews_without_relays", ("contact",), ("relays",))
        return self


def layers_of(ruleset: Any, game: GameView) -> Layers:
    """Return the layers of a game, each made when it is first asked for."""
    make: dict[str, Callable[[], Layer]] = {}
    if any(unit.controls is not None for unit in ruleset.units.values()):
        make[CONTROL] = partial(_control, ruleset, game)
    if ruleset.supply is not None:
        make[SUPPLY] = partial(_supply, ruleset.supply, game)
    ends_walks = any(
        getattr(way, "beyond_supply", None) is not None
        for unit in ruleset.units.values()
        for way in unit.move
    )
    return Layers(make, ends_walks=ends_walks and ruleset.supply is not None)


def _control(ruleset: Any, game: GameView) -> Layer:
    sides = range(len(game.sides))
    rules = [
        None if unit.controls is None else _rule(unit.controls, game, side)
        for side in sides
        for unit in ruleset.units.values()
    ]
    return ControlLayer(len(sides), [None, *rules, None])  # of the empty cell, and of walls


def _rule(controls: Controls, game: GameView, side: int) -> ControlRule:
    grid, ground = game.grid, game.grounds[side]
    barred = frozenset(listed(controls.not_onto))
    across = _barring(ground.edges, listed(controls.not_across))
    ways = controls.around if isinstance(controls.around, str) else tuple(controls.around)

    def around(place: int) -> tuple[int, ...]:
        cell, facing = divmod(place, grid.facings)
        forward = facing if grid.facings > 1 else game.forward[side]
        found = cells_around(grid, cell, ways, forward, controls.distance, across)
        free = (each for each in found if each not in ground.walls)
        return tuple(each for each in free if ground.terrain[each] not in barred)

    only_if, lifted = controls.only_if, controls.lifted_by
    return ControlRule(
        around,
        None if only_if is None else bound_units(only_if, game, side),
        None if lifted is None else bound_units(lifted, game, side, side),
    )


def _barring(edges: Edges | None, kinds: Sequence[str]) -> Callable[[int, int], bool] | None:
    """Return what tells whether an edge of some kinds, or a wall, lies on a step; None for none."""
    if edges is None:
        return None

    def barred(one: int, other: int) -> bool:
        return edges.is_walled(one, other) or any(w in kinds for w in edges.across(one, other))

    return barred


def _supply(supply: Supply, game: GameView) -> Layer:
    return SupplyLayer([_supplied(supply, game, side) for side in range(len(game.sides))])


def _supplied(supply: Supply, game: GameView, side: int) -> SupplyRule:
    grid, ground, forward = game.grid, game.grounds[side], game.forward[side]
    sources = supply.sources
    fixed = sorted(ground.zones[sources.zone]) if sources.zone is not None else []

    def lines(cell: int) -> tuple[tuple[int, ...], ...]:
        ways = supply.straight if isinstance(supply.straight, str) else tuple(supply.straight or ())
        found = (grid.ray(cell, forward, step) for step in grid.steps(ways, forward))
        return tuple(ground.open(line, cell) for line in found if line)

    def units(selectors: UnitSelectors | None) -> Any:
        return None if selectors is None else bound_units(selectors, game, side, side)

    return SupplyRule(
        fixed,
        _own(units(sources.units), game, side),
        bound_cells(supply.across, game, side) if supply.across else None,
        supply.most or MANY,
        _kept(partial(_next, supply, game, side)),
        _kept(lines) if supply.straight is not None else None,
        units(supply.relays),
        bool(supply.contact),
        bound_cells(sources.at, game, side) if sources.at else None,
        supply.contact == "renews",
    )


def _own(selection: Any, game: GameView, side: int) -> Any:
    """Return a selection of units without those of other sides."""
    if selection is None:
        return None
    types = len(game.ruleset.units)
    own = range(1 + side * types, 1 + (side + 1) * types)
    rows = [row if code in own else bytes(len(row)) for code, row in enumerate(selection.rows)]
    return type(selection)(rows, selection.tests)


def _next(supply: Supply, game: GameView, side: int, cell: int) -> tuple[int, ...]:
    ways = supply.directions if isinstance(supply.directions, str) else tuple(supply.directions)
    forward = game.forward[side]
    return cells_around(game.grid, cell, ways, forward, 1, _barring(game.grounds[side].edges, ()))


def _kept(make: Callable[[int], Any]) -> Callable[[int], Any]:
    """Return a function that keeps its answers by cell."""
    known: dict[int, Any] = {}

    def kept(cell: int) -> Any:
        if cell not in known:
            known[cell] = make(cell)
        return known[cell]

    return kept
