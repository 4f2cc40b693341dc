"""Write types in place of a trait of types alone, wherever a ruleset names types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from wargrid.ruleset.base import RuleOptions
from wargrid.ruleset.models import Ruleset
from wargrid.ruleset.names import references
from wargrid.ruleset.selecting.selectors import listed
from wargrid.source.diagnostics import Place
from wargrid.source.document import Node, changed
from wargrid.source.merge import Merged


def expand_traits(ruleset: Ruleset, plugins: Mapping[str, RuleOptions], merged: Merged) -> bool:
    """Write the types of traits where these stand for types; whether any did.

    An item of a list becomes several, and so does a key of a map, each with its value; a name alone
    becomes the type, or a list of several, which not every option takes.
    """
    types = {
        word: listed(trait.unit)
        for word, trait in ruleset.traits.items()
        if trait.keys == ("unit",) and word not in ruleset.units
    }
    if not types:
        return False
    found = [each for each in references(ruleset, plugins) if each.section == "units"]
    # From the last item of a list to the first, so that what is written moves none that is to come.
    for each in reversed(found):
        if each.name in types and each.path[:1] != ("traits",):
            merged.expanded.add(each.name)
            at = merged.as_written(each.path)
            _write(merged, at, each.name, types[each.name])
    return bool(merged.expanded)


def _write(merged: Merged, path: Place, name: str, types: tuple[str, ...]) -> None:
    node, above = merged.root.at(path), merged.root.at(path[:-1])
    if node is None and above is not None and above.value == name:  # the short form of a word
        path, node, above = path[:-1], above, merged.root.at(path[:-2])
    if node is None or above is None:
        return
    written = [replace(node, value=word) for word in types]
    if isinstance(above.value, list):
        number = path[-1]
        items = [*above.value[: int(number)], *written, *above.value[int(number) + 1 :]]
        merged.root = changed(merged.root, path[:-1], replace(above, value=items))
    elif node.value == name:
        new = written[0] if len(written) == 1 else replace(node, value=written)
        merged.root = changed(merged.root, path, new)
    elif isinstance(above.value, dict):
        keys = {key: each for key, each in above.value.items() if key != name}
        merged.root = changed(merged.root, path[:-1], _with_types(above, keys, types, node))


def _with_types(
    above: Node, keys: dict[str | int, Node], types: tuple[str, ...], node: Node
) -> Node:
    """Return a map in which each type that it does not name has the value of the trait."""
    return replace(above, value={**dict.fromkeys(types, node), **keys})
