"""Check selectors: they can be read, pick something, and leave something out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from wargrid.core.marks import Marker
from wargrid.core.selecting import MANY
from wargrid.engine.game import Game
from wargrid.loading.checks.context import Context
from wargrid.ruleset.finding import selectors_of
from wargrid.ruleset.models import Ruleset
from wargrid.ruleset.selecting.binding import bound_cells, bound_units, cells_around
from wargrid.ruleset.selecting.selectors import (
    NOT,
    About,
    AnySelector,
    CellKeys,
    CellsNear,
    Span,
    Trait,
    UnitsBetween,
    UnitSelector,
    UnitsNear,
    inner,
    listed,
    selectors_in,
)
from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text import Message, join_names

Codes = frozenset[tuple[int, str]]
"""Sides, each with a type of unit."""


class Part(NamedTuple):
    """A selector, perhaps inside others, with its place.

    ``around`` is the key under which it stands in another, ``near`` whether it is about other units
    or cells than the whole rule. ``about`` says what that is about.
    """

    path: Place
    selector: AnySelector
    about: About | None
    around: str = ""
    near: bool = False

    @property
    def top(self) -> bool:
        """Whether it says of the rule's own unit what it must be."""
        return not self.near

    @property
    def of_known_side(self) -> bool:
        """Whether the rule says of whose units it is asked."""
        return self.top and self.about is not None and bool(self.about.subject)


def parts(context: Context) -> Iterator[Part]:
    """Yield every selector of a ruleset and its plugins, those inside others after these."""
    for path, selector, about in selectors_of(context.ruleset, context.plugins):
        yield from _parts(context, Part(path, selector, about))


def _parts(context: Context, part: Part) -> Iterator[Part]:
    yield part._replace(path=context.merged.as_written(part.path))
    for key, number, selector in inner(part.selector):
        path: Place = (*part.path, key, number)
        looks = part.near or key not in ("also", NOT)
        yield from _parts(context, Part(path, selector, part.about, key, looks))


# Errors


def check_traits_end(context: Context) -> Iterator[Diagnostic]:
    """Report a trait that asks about itself by way of others, once for each circle."""
    reported: set[str] = set()
    for word in context.ruleset.traits:
        way = _way_back(context.ruleset, (word,))
        if way and reported.isdisjoint(way):
            reported.update(way)
            shown = " → ".join((*way, word))
            yield context.at(("traits", word), "trait_circle", trait=word, way=shown)


def _way_back(ruleset: Ruleset, way: tuple[str, ...]) -> tuple[str, ...]:
    """Return the traits by which the first of some comes to itself again, or nothing."""
    for word in _traits_named(ruleset.traits.get(way[-1])):
        if word == way[0]:
            return way
        if word not in way and (found := _way_back(ruleset, (*way, word))):
            return found
    return ()


def _traits_named(trait: Trait | None) -> list[str]:
    selectors = [] if trait is None else list(selectors_in(trait))
    named = (each.trait for each in selectors if isinstance(each, UnitSelector) and each.trait)
    return list(dict.fromkeys(word for words in named for word in listed(words)))


def check_selectors(context: Context) -> Iterator[Diagnostic]:
    """Report what a selector cannot say where it stands."""
    for part in parts(context):
        selector = part.selector
        if part.of_known_side and "whose" in selector.model_fields_set:
            yield context.at((*part.path, "whose"), "whose_refused")
        if isinstance(selector, UnitsNear | UnitsBetween):
            yield from _unknown_role(context, part, selector.role)
        if isinstance(selector, UnitSelector) and not part.near:
            yield from _unknown_role(context, part, selector.beaten_by, "beaten_by")
        if isinstance(selector, UnitSelector) and part.near and selector.trait is not None:
            yield from _near_in_traits(context, part.path, selector)
        yield from _unfit_markers(context, part.path, selector)


def _unknown_role(
    context: Context, part: Part, role: str | None, key: str = "role"
) -> Iterator[Diagnostic]:
    about = part.about
    if role is not None and about is not None and role not in about.roles:
        values = {"role": role, "known": join_names(about.roles)}
        yield context.at_value((*part.path, key), "role_unknown", **values)


def _near_in_traits(context: Context, path: Place, selector: UnitSelector) -> Iterator[Diagnostic]:
    """Report a trait inside a ``near`` that asks about the near itself, or by another trait."""
    for word in listed(selector.trait):
        trait = context.ruleset.traits.get(word)
        if trait is not None and _asks_near(context.ruleset, trait, ()):
            yield context.at_value((*path, "trait"), "near_in_trait", trait=word)


def _asks_near(ruleset: Ruleset, trait: Trait, seen: tuple[Trait, ...]) -> bool:
    if trait in seen:
        return False
    if any(isinstance(each, UnitSelector) and each.near for each in selectors_in(trait)):
        return True
    named = (ruleset.traits.get(word) for word in _traits_named(trait))
    return any(_asks_near(ruleset, each, (*seen, trait)) for each in named if each is not None)


def _unfit_markers(context: Context, path: Place, selector: AnySelector) -> Iterator[Diagnostic]:
    """Report markers that do not hold what a selector asks, or that no cell bears."""
    for word, wanted in selector.bears.items():
        marker = context.ruleset.markers.get(word)
        if marker is None:
            continue
        holds = "side" if isinstance(wanted, str) else "number"
        cells_only = isinstance(selector, CellKeys) or holds == "side"
        if marker.holds != holds or (cells_only and marker.per != "cell"):
            per = "cell" if cells_only else "unit/cell/side"
            phrase = Message(f"diagnostics.marker_unfit.{holds}")
            values: dict[str, object] = {"name": word, "per": per, "holds": phrase}
            yield context.at((*path, "bears", word), "marker_unfit", **values)


# Warnings


def warn_nots_of_several_keys(context: Context) -> Iterator[Diagnostic]:
    """Warn about a ``not`` of several keys, which bars only units of which all of them hold."""
    for part in parts(context):
        keys = [NOT if key == "unless" else key for key in part.selector.keys]
        if part.around == NOT and len(keys) > 1:
            several = "[" + ", ".join(f"{{{key}: …}}" for key in keys) + "]"
            values = {"count": len(keys), "keys": join_names(keys), "list": several}
            yield context.at(_of_list(part.path, NOT), "not_both", **values)


def warn_selectors_without_effect(context: Context) -> Iterator[Diagnostic]:
    """Warn about selectors that no unit ever matches, or every unit always."""
    game = context.game
    if game is None or not context.has_drawn_board:
        return
    judge = _Judge(context, game)
    faulty: list[Place] = []
    for part in sorted(parts(context), key=lambda each: -len(each.path)):
        if any(path[: len(part.path)] == part.path for path in faulty):
            continue  # what is around a selector without effect has none either
        for found in judge.of(part):
            faulty.append(part.path)
            yield found


def _of_list(path: Place, key: str) -> Place:
    """Return the path up to the last use of a key."""
    return path[: len(path) - path[::-1].index(key)]


class _Judge:
    """Judges selectors of one game from what is written alone."""

    def __init__(self, context: Context, game: Game) -> None:
        self._context = context
        self._game = game
        self._engine = game.engine
        grid, terrain = game.grid, game.engine.grounds[0]
        self._cells = [cell for cell in range(grid.cells) if cell not in terrain.walls]
        every = frozenset((s, word) for s in (0, 1) for word in context.ruleset.units)
        has_more = context.ruleset.deploy is not None or context.plugins
        self._there = every if has_more else context.reached or every

    def of(self, part: Part) -> Iterator[Diagnostic]:
        """Yield what is wrong with a selector, at the first key that is."""
        for key in part.selector.keys:
            alone = part.selector.alone(key, getattr(part.selector, key))
            written = NOT if key == "unless" else key
            if self._never(part, alone):
                yield self._context.at((*part.path, written), _never_name(part), key=written)
                return
        yield from self._whole(part)

    def _whole(self, part: Part) -> Iterator[Diagnostic]:
        selector, context = part.selector, self._context
        keys = ", ".join(NOT if key == "unless" else key for key in selector.keys)
        name = str(part.path[-1]) if isinstance(part.path[-1], str) else str(part.path[-2])
        if self._counts_never(selector):
            yield context.at((*part.path, "count"), _never_name(part), key="count")
            return
        if self._never(part, selector):
            yield context.at(part.path, _never_name(part), key=keys or name)
            return
        side = None if part.around == NOT else self._never_of(part)
        if side is not None:
            named = list(context.ruleset.sides)[side]
            of_cells = isinstance(selector, CellKeys)
            code = "no_cell_of" if of_cells else "selector_never_of"
            yield context.at(part.path, code, key=keys, side=named)
        elif isinstance(selector, UnitsNear | CellsNear) and selector.count.bounds == (0, MANY):
            yield context.at((*part.path, "count"), "selector_always", key="count")
        elif _taker_is_enough(part):
            yield context.at(part.path, "taker_enough")
        elif self._always(part):
            yield context.at(part.path, "selector_always", key=keys or name)

    # What is possible

    def _codes(self, part: Part) -> Codes:
        """Return the units of which a selector is asked."""
        about = part.about
        if about is None or not part.of_known_side:
            return self._there
        own = {each for each in self._there if each[1] == part.path[1]}
        if about.subject == "itself":
            return frozenset(own)
        sides = {side if about.subject == "own" else 1 - side for side, _ in own}
        return frozenset(each for each in self._there if each[0] in sides)

    def _sides(self, part: Part) -> tuple[int, ...]:
        """Return the sides whose rule a selector may be."""
        if part.path[0] == "arrive":
            arrive: Any = self._context.ruleset.arrive
            return (list(self._context.ruleset.sides).index(arrive[part.path[1]].side),)
        if part.path[0] != "units":
            return (0, 1)
        return tuple(sorted({side for side, word in self._there if word == part.path[1]}))

    def _never(self, part: Part, selector: AnySelector) -> bool:
        return bool(self._sides(part)) and all(
            self._never_for(part, selector, side) for side in self._sides(part)
        )

    def _never_of(self, part: Part) -> int | None:
        """Return the side for whose units alone a selector never holds, if there is one."""
        sides = [side for side in self._sides(part) if self._never_for(part, part.selector, side)]
        return sides[0] if sides else None

    def _never_for(self, part: Part, selector: AnySelector, side: int) -> bool:
        if isinstance(selector, CellKeys):
            viewers = (side,) if part.top else (0, 1)
            rows = [bound_cells((selector,), self._engine, side, each).row for each in viewers]
            return not any(map(any, rows))
        if isinstance(selector, UnitsNear) and selector.role is not None:
            return False
        codes = self._asked(part, side)
        if not codes:
            return False
        # Of units near another one, that one may be of either side.
        viewers = (0, 1) if part.near else (-1,)
        bound = [bound_units((selector,), self._engine, side, viewer) for viewer in viewers]
        return not any(
            any(each.rows[self._engine.code_of(*code)][cell] for cell in self._cells)
            and self._may_have(selector, code[1])
            for code in codes
            for each in bound
        )

    def _asked(self, part: Part, side: int) -> list[tuple[int, str]]:
        about = part.about
        codes = sorted(self._codes(part))
        if about is not None and part.of_known_side:
            owner = 1 - side if about.subject == "enemy" else side
            return [code for code in codes if code[0] == owner]
        return codes

    def _may_have(self, selector: UnitSelector, word: str) -> bool:
        """Return whether units of a type can ever have the men and markers that are asked."""
        full = self._context.ruleset.units[word].men
        if selector.men == "reduced" and full == 1:
            return False
        if isinstance(selector.men, Span) and not _meet(selector.men, 1, full):
            return False
        if selector.went is not None and selector.went.bounds[0] > self._game.grid.cells:
            return False
        return all(
            _may_bear(self._engine.markers[name], wanted, word)
            for name, wanted in selector.bears.items()
            if isinstance(wanted, Span)
        )

    def _counts_never(self, selector: AnySelector) -> bool:
        """Return whether so many units or cells are never so near."""
        if not isinstance(selector, UnitsNear | CellsNear):
            return False
        grid, (least, _) = self._game.grid, selector.count.bounds
        ways = listed(selector.directions)
        forwards = range(grid.facings) if grid.facings > 1 else self._engine.forward
        return all(
            len(cells_around(grid, cell, ways, forward, selector.distance)) < least
            for cell in range(grid.cells)
            for forward in forwards
        )

    # What is certain

    def _always(self, part: Part) -> bool:
        selector = part.selector
        if isinstance(selector, CellKeys) or selector.keys == ("whose",) or part.near:
            return not selector.keys and not isinstance(selector, UnitsNear)
        sides = self._sides(part)
        return bool(sides) and all(self._always_for(part, selector, side) for side in sides)

    def _always_for(self, part: Part, selector: UnitSelector, side: int) -> bool:
        bound = bound_units((self._without_certain(selector),), self._engine, side)
        codes = self._asked(part, side)
        return (
            not bound.tests
            and bool(codes)
            and all(
                bound.rows[self._engine.code_of(*code)][cell]
                for code in codes
                for cell in self._cells
            )
        )

    def _without_certain(self, selector: UnitSelector) -> UnitSelector:
        """Return a selector without men and markers that every unit has at all times."""
        update: dict[str, object] = {}
        if isinstance(selector.men, Span) and selector.men.bounds in ((0, MANY), (1, MANY)):
            update["men"] = None
        update["bears"] = {
            name: wanted
            for name, wanted in selector.bears.items()
            if isinstance(wanted, str) or not _covers(wanted, self._engine.markers[name])
        }
        if selector.went is not None and selector.went.bounds == (0, MANY):
            update["went"] = None
        return selector.model_copy(update=update)


def _never_name(part: Part) -> str:
    """Return what is said of a selector that nothing matches."""
    return "no_cell" if isinstance(part.selector, CellKeys) else "selector_never"


def _taker_is_enough(part: Part) -> bool:
    """Return whether the unit that takes another is all that must be near it."""
    near = part.selector
    return (
        isinstance(near, UnitsNear)
        and part.path[2:] == ("may_be_taken", "near")
        and near.keys == ("whose",)
        and near.whose in ("enemy", "its_enemy", "any")
        and near.count.bounds == (1, MANY)
    )


def _meet(span: Span, least: int, most: int) -> bool:
    low, high = span.bounds
    return low <= most and least <= high


def _covers(span: Span, marker: Marker) -> bool:
    low, high = span.bounds
    return low <= min(0, marker.least) and high >= marker.most


def _may_bear(marker: Marker, wanted: Span, word: str) -> bool:
    """Return whether a unit of a type may have such a value; one that bears no marker has 0."""
    low, high = wanted.bounds
    bears = marker.per != "unit" or word in marker.types
    return _meet(wanted, marker.least, marker.most) if bears else low <= 0 <= high
