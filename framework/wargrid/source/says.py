"""Drop what a text says of a unit's movement where a nearer file has changed that movement."""

from __future__ import annotations

from typing import Any, Final

from wargrid.source.document import Key, Node, changed

LIKE: Final = "like"
UNITS: Final = "units"
SAYS: Final = "says"
"""The key of a unit's text that stands for the sentences made from its movement."""

NAME: Final = "name"
CALLED: Final = "called"
"""The keys of what players call a unit, alone and in sentences."""

MOVEMENT: Final = ("move", "captures", "sandwiches", "flanks", "surrounded")
"""The keys of a unit that such a text speaks of."""


def without_false(before: Node, after: Node) -> Node:
    """Return a ruleset without the texts of ``before`` about units that move otherwise now.

    A text that was written together with the change stays.
    """
    home = after.child(UNITS)
    for name, unit in home.value.items() if home and isinstance(home.value, dict) else ():
        says = unit.child(SAYS)
        inherited = says is not None and says is before.at((UNITS, name, SAYS))
        if inherited and _movements(before, name) != _movements(after, name):
            after = changed(after, (UNITS, name, SAYS), None)
    return after


def inherited_by(own: Node, liked: Node, joined: Node) -> Node:
    """Return a unit laid over the one it is like, without that one's texts that are false of it.

    These are its text if the unit moves otherwise, and what it is called if the unit has a name.
    """
    if own.child(SAYS) is None and _movement(liked) != _movement(joined):
        joined = changed(joined, (SAYS,), None)
    named = own.child(NAME) is not None and own.child(CALLED) is None
    return changed(joined, (CALLED,), None) if named and joined.child(CALLED) else joined


def _movement(unit: Node) -> dict[str, Any]:
    return {key: below.plain() for key in MOVEMENT if (below := unit.child(key)) is not None}


def _movements(root: Node, name: Key) -> dict[str, list[Any]]:
    """Return what a unit writes of its movement, and below it what it takes from those it is like.

    Of a unit that it is like, a value counts if there is none nearer, or if both are maps with a
    word in common, which are joined.
    """
    found: dict[str, list[Any]] = {}
    seen: list[Key] = []
    while name not in seen and (unit := root.at((UNITS, name))) is not None:
        seen.append(name)
        for key, value in _movement(unit).items():
            nearer = found.setdefault(key, [])
            if not nearer or _join(nearer[-1], value):
                nearer.append(value)
        like = unit.child(LIKE)
        if like is None or not isinstance(like.value, str | int):
            break
        name = like.value
    return found


def _join(nearer: Any, farther: Any) -> bool:
    maps = isinstance(nearer, dict) and isinstance(farther, dict)
    return maps and not nearer.keys().isdisjoint(farther)
