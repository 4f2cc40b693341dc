"""Names that a nearer file has taken away from what it extends: told where they went, not where they are missed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

from wargrid.source.diagnostics import Diagnostic, Place
from wargrid.text.format import join_names

if TYPE_CHECKING:
    from wargrid.source.document import Mark
    from wargrid.source.merged import Merged


Named: TypeAlias = tuple[Place, str, str]
"""A place that names something, the section it is looked up in, and the name."""

Also: TypeAlias = "Callable[[Mark, str], Iterable[str]]"
"""Tells where else a type is met that was removed at a mark."""

DICE: Final = "dice"
PLUGINS: Final = "plugins"


def taker_of(merged: Merged, named: Named) -> Mark | None:
    """Where the name that a place misses was taken away, if that is said nearer than the place; None if it was not."""
    at, section, name = named
    key = DICE if section == "faces" else section
    home, place = merged.root.at((key,)), merged.root.place(at, "value")
    mark = merged.root.removed.get(key) if home is None else home.removed.get(name)
    if mark is not None:
        return mark if merged.depth(mark) <= merged.depth(place) else None
    if home is None or section != "faces" or not isinstance(home.value, dict):
        return None
    faces = [die.gone[name] for die in home.value.values() if name in die.gone]
    mark = min(
        [*home.removed.values(), *faces], key=merged.depth, default=place
    )  # whole dice may have had the face
    return mark if merged.depth(mark) < merged.depth(place) else None


def still_named(
    merged: Merged, missed: Iterable[Named], also: Also = lambda mark, name: ()
) -> Iterator[Diagnostic]:
    """One fault for each place that took names away, with all that still name them, and what ``also`` tells."""
    by_mark: dict[Mark, list[Named]] = {}
    for named in missed:
        mark = taker_of(merged, named)
        if mark is not None:
            by_mark.setdefault(mark, []).append(named)
    for mark, all_named in by_mark.items():
        names = dict.fromkeys(name for _, _, name in all_named)
        places = dict.fromkeys(".".join(map(str, at)) for at, _, _ in all_named)
        _, section, name = all_named[0]
        path: Place = (DICE,) if section == "faces" else (section, name)
        more = also(mark, name) if section == "units" else ()
        yield merged.fault_on(
            mark,
            "still_named",
            path,
            None,
            name=join_names(names),
            places=join_names([*places, *more]),
        )


def told_where_plugins_went(merged: Merged, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The faults, those of words whose plugin a nearer file has taken away as one at the place that did."""
    kept: list[Diagnostic] = []
    missed: list[Named] = []
    for diagnostic in found:
        at, word = diagnostic.path, str(diagnostic.values.get("word"))
        named = (
            at if at[-1:] == (word,) else (*at, word),
            PLUGINS,
            str(diagnostic.values.get("plugin")),
        )
        if diagnostic.name == "word_of_plugin" and taker_of(merged, named) is not None:
            missed.append(named)
        else:
            kept.append(diagnostic)
    return [*kept, *still_named(merged, missed)]
