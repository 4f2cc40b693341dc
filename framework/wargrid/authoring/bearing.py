"""Where a variant said what bears on something that games have shown, and that stands in a ruleset it extends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from wargrid.core.moves import ATTACK, MOVE
from wargrid.loading.checks.names import names_in
from wargrid.source.diagnostics import Place

if TYPE_CHECKING:
    from wargrid.loading.loader import Loaded
    from wargrid.source.document import Mark
    from wargrid.source.merge import Merged

_ABILITY: Final = {MOVE: "move", ATTACK: "attack"}
"""The key of a unit that gives it the means to do something."""

_NAMED: Final = ("zones", "costs", "terrains")
"""The sections whose entries say where somebody gets."""

_GROUND: Final[tuple[Place, ...]] = (("setup",), ("board",))


def said_last(loaded: Loaded, path: Place) -> Mark:
    """The place to tell for a path: its own key, or what a nearer file says of whatever bears on it.

    That is what stands below it, what gives units the means, the zones and tables that these name,
    and the set-up.
    """
    merged = loaded.merged
    own = merged.root.place(path, "key")
    places = [path, *_means(loaded, path)]
    named = [
        (section, name)
        for at, section, name in names_in(loaded.ruleset, {})
        if section in _NAMED
        and any(merged.as_written(at)[: len(place)] == place for place in places)
    ]
    said = [
        mark
        for place in (*places, *named, *_GROUND)
        if (mark := _nearest_below(merged, place)) is not None
    ]
    return merged.nearest_mark(own, *said)


def _means(loaded: Loaded, path: Place) -> Iterator[Place]:
    """Where units are given the means to do what a turn allows, if the path is about that."""
    key = _ABILITY.get(str(path[-1])) if path[:2] == ("turn", "may") else None
    if key is not None:
        yield from (("units", word, key) for word in loaded.ruleset.units)


def _nearest_below(merged: Merged, place: Place) -> Mark | None:
    """What the nearest file says at or below a place: a value, or the key of the map with all it says there."""
    node = merged.root.at(place)
    leaves = (
        []
        if node is None
        else [each for each in node.walk(place) if not isinstance(each[1].value, dict | list)]
    )
    if not leaves:
        return None
    least = min(merged.depth(leaf.mark) for _, leaf in leaves)
    paths = [path for path, leaf in leaves if merged.depth(leaf.mark) == least]
    if len(paths) == 1:
        return merged.root.place(paths[0], "value")
    depth = next(
        (depth for depth, steps in enumerate(zip(*paths, strict=False)) if len(set(steps)) > 1), 0
    )
    key = merged.root.place(paths[0][:depth], "key")
    return key if merged.depth(key) == least else merged.root.place(paths[0], "value")
