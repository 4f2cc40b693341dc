"""Looks past what is wrong: what remains of a ruleset without its faults shows what else is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from wargrid.source.document import Key, Node, changed

if TYPE_CHECKING:
    from wargrid.ruleset.models import Ruleset
    from wargrid.source.diagnostics import Diagnostic, Place
    from wargrid.source.merge import Merged

MOST_ROUNDS: Final = 12
"""How often at most a ruleset is mended and read again: what is left out may be needed further
up."""

MOST_AT_ONCE: Final = 20
"""Among more faults at once nobody looks for others."""

NAMELESS: Final = "?"
"""What somebody is called for whom no name is given."""

Read: TypeAlias = "Callable[[Merged], tuple[Ruleset | None, list[Diagnostic]]]"
"""Reads a ruleset: what it says, or what is wrong with it."""


_OF_PICTURES: Final = (
    "picture_rows", "picture_columns", "picture_letter", "letters_changed", "board_unfit", "setup_rows", "setup_edges",
    "picture_comment", "setup_on_wall", "setup_on_barred", "royal_number", "army_breaks", "army_stranger",
)  # fmt: skip

_OF_SIZES: Final = (
    "reaches_too_far",
    "threats_too_far",
    "too_many_placings",
    "zones_too_large",
    "too_many_units",
)

_BROUGHT_ABOUT: Final[dict[str, tuple[str, ...]]] = {
    "board": (*_OF_PICTURES, *_OF_SIZES, "zone_cells", "terrain_letter", "royal_faces"),
    "costs": ("no_such_costs", "setup_on_barred"),
    "deploy": ("army_breaks", "army_stranger", "no_such_contingent"),
    "dice": (
        "no_such_faces", "no_such_dice", "which_die", "roll_needs_dice", "first_undecided", "no_dice", "die_added",
    ),
    "setup": _OF_PICTURES,
    "sides": (*_OF_PICTURES, "two_sides", "sides_edges", "no_such_sides", "no_such_first"),
    "terrains": ("terrain_letter", "no_terrains", "no_such_terrains", "setup_on_wall", "setup_on_barred"),
    "turn": ("uncounted", "nothing_affordable", "limits_nothing", "cost_without_budget"),
    "units": ("picture_letter", "letters_changed", "royal_number", "army_breaks", "army_stranger"),
    "zones": ("no_such_zones", "army_breaks"),
}  # fmt: skip
"""For each section the faults that may come of what is left out or made up there."""

_OF_NAMES: Final = ("costs", "dice", "sides", "terrains", "units", "zones")
"""The sections whose entries are named elsewhere."""


@dataclass
class Remains:
    """What is left of the ruleset of a whole document, None if too little is, and where it was at fault or left out."""

    merged: Merged
    ruleset: Ruleset | None = None
    places: list[Place] = field(default_factory=list)
    left_out: list[Place] = field(default_factory=list)

    def unconcerned(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Of faults found in what is left, those that nothing at fault can have brought about."""
        return [diagnostic for diagnostic in found if not self._concerns(diagnostic)]

    def _concerns(self, diagnostic: Diagnostic) -> bool:
        meant = [diagnostic.path]
        if "dotted" in diagnostic.values:
            meant.append(self.merged.path_of(str(diagnostic.values["dotted"])))
        at_fault = [*self.places, *self.left_out]
        if any(
            _is_above(one, other) or _is_above(other, one) for one in meant for other in at_fault
        ):
            return True
        said = {str(value) for value in diagnostic.values.values()} | set(map(str, diagnostic.path))
        gone = {
            str(place[1]) for place in self.left_out if len(place) == 2 and place[0] in _OF_NAMES
        }
        return not said.isdisjoint(gone) or any(
            _brings_about(place, diagnostic.name) for place in self.left_out
        )


def what_remains(merged: Merged, diagnostics: Iterable[Diagnostic], read: Read) -> Remains:
    """Mend what ``faults`` tell until it can be read, or nothing more can be left out."""
    found, tried = Remains(merged), merged.branch()
    told = list(diagnostics)
    for _ in range(MOST_ROUNDS):
        if len(told) > MOST_AT_ONCE:
            return Remains(merged)
        for diagnostic in told:
            tried.root = _mended(tried.root, diagnostic, found)
        if not told or tried.root.value == {}:
            break
        found.ruleset, told = read(tried)
    return found


def past(early: Iterable[Diagnostic], found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Faults found later, without those at or below a place of an earlier one."""
    places = [diagnostic.path for diagnostic in early]
    return [
        diagnostic
        for diagnostic in found
        if not any(_is_above(place, diagnostic.path) for place in places)
    ]


def _mended(root: Node, diagnostic: Diagnostic, found: Remains) -> Node:
    """The document with one fault mended: a name or number made up, or else left out."""
    *above, key = diagnostic.path or ("",)
    parent, node = root.at(tuple(above)), root.at(diagnostic.path)
    found.places.append(diagnostic.path)
    if diagnostic.name == "missing_key" and key == "name" and parent is not None:
        return changed(root, diagnostic.path, Node(NAMELESS, parent.mark))
    if node is not None and isinstance(number := _number(diagnostic), int):
        found.left_out.append(diagnostic.path)
        return changed(root, diagnostic.path, replace(node, value=number))
    return _without(
        root, tuple(above) if diagnostic.name == "missing_key" else diagnostic.path, found
    )


def _number(diagnostic: Diagnostic) -> object:
    """The number that may stand for one that may not."""
    if diagnostic.name in ("too_small", "too_large"):
        return diagnostic.values.get("limit")
    return 1 if diagnostic.name == "not_integer" else None


def _brings_about(left_out: Place, name: str) -> bool:
    """Whether what was left out at a place may bring a fault about; a name is gone only with its entry."""
    depth = 3 if left_out[0] == "deploy" else 2
    kept = name.startswith("no_such_") and len(left_out) > depth
    return not kept and name in _BROUGHT_ABOUT.get(str(left_out[0]), ())


def _without(root: Node, path: Place, found: Remains) -> Node:
    """The document without what stands at a path; without the whole list if it is an item of one."""
    whole = next(
        (path[:depth] for depth, step in enumerate(path) if _is_item(root.at(path[:depth]), step)),
        path,
    )
    found.left_out.append(whole or ("",))
    return changed(root, whole, None) if whole else replace(root, value={})


def _is_item(node: Node | None, step: Key) -> bool:
    return node is not None and isinstance(node.value, list) and isinstance(step, int)


def _is_above(above: Place, path: Place) -> bool:
    return path[: len(above)] == above
