"""Paths into what an author may write: which keys can stand where, found in the schema's definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wargrid.authoring.json_schema import definitions, plugin_classes
from wargrid.authoring.parts import PART

if TYPE_CHECKING:
    from wargrid.plugins.host import Plugin

Json = Mapping[str, Any]
Steps = tuple[str, ...]

ANY: Final = "NAME"
"""The step of a path that stands for any name an author may choose, such as a unit's; no such name
has capitals."""

Names = Callable[[Steps], Iterable[str]]
"""The names that stand in rulesets at a path, such as all words of units at ``units``."""

_REF: Final = "#/$defs/"
_more: ContextVar[tuple[tuple[str, type[Plugin]], ...]] = ContextVar("more", default=())


class UnknownPathError(LookupError):
    """A path leads nowhere: from ``at`` on there is no ``step``, but what is ``known``; ``near`` are whole paths."""

    def __init__(self, at: Steps, step: str, known: list[str], near: list[str]) -> None:
        super().__init__(".".join((*at, step)))
        self.at = at
        self.step = step
        self.known = known
        self.near = near


@dataclass(frozen=True, slots=True)
class Place:
    """What may stand at one path: the schema of the value, whether it must be there, and what the map says of it.

    ``path`` holds ``ANY`` where a name was left out; ``short`` is whether the value may stand for
    the whole map.
    """

    path: Steps
    node: Json
    required: bool = False
    short: bool = False

    @property
    def said(self) -> str:
        """The documentation of the value: of the key, or of the model that stands there."""
        own: str = self.node.get("description", "")
        return own or next(
            (each["description"] for each in forms(self.node) if each.get("description")), ""
        )


@contextmanager
def knowing(plugins: Mapping[str, type[Plugin]]) -> Iterator[None]:
    """For a while, let there be more plugins than those installed, such as those in files beside a ruleset."""
    token = _more.set(tuple(plugins.items()))
    try:
        yield
    finally:
        _more.reset(token)


def known_plugins() -> dict[str, type[Plugin]]:
    """Every plugin there is, by its name in rulesets."""
    return plugin_classes(dict(_more.get()))


def root() -> Place:
    """The whole of a ruleset."""
    return Place((), _defs()["Ruleset"])


def forms(node: Json) -> list[Json]:
    """The forms a value may have, none of which is a choice or a reference any more."""
    if "$ref" in node:
        found = forms(_defs()[node["$ref"].removeprefix(_REF)])
    elif "anyOf" in node:
        found = [form for each in node["anyOf"] for form in forms(each)]
    elif "else" in node:
        found = forms(node["else"])
    else:
        return [node]
    marks = {key: node[key] for key in ("x-short", "x-plugin") if key in node}
    return [{**form, **marks} for form in found] if marks else found


def options(place: Place) -> dict[str, Place]:
    """The keys that may be written at a place, or in the items of its list."""
    found: dict[str, Place] = {}
    for form in _within(place.node):
        required = form.get("required", ())
        for key, node in form.get("properties", {}).items():
            found.setdefault(key, Place((*place.path, key), node, key in required))
        for key in form.get("propertyNames", {}).get("enum", ()):
            node = {"description": place.said, **form["additionalProperties"]}
            found.setdefault(key, Place((*place.path, key), node))
    shorts = {form["x-short"] for form in forms(place.node) if "x-short" in form}
    return {key: replace(each, short=key in shorts) for key, each in found.items()}


def named(place: Place) -> Place | None:
    """What stands at each name of a map whose keys the author chooses, or None if it is no such map."""
    for form in _within(place.node):
        others = form.get("additionalProperties")
        values = [
            *form.get("patternProperties", {}).values(),
            *([others] if isinstance(others, dict) else []),
        ]
        if values and "enum" not in form.get("propertyNames", {}):
            below = Place((*place.path, ANY), values[0])
            return (
                below
                if below.said
                else replace(below, node={**values[0], "description": place.said})
            )
    return None


def general(place: Place) -> list[Place]:
    """A place for any names instead of those in its path, after all that is above it, the root first."""
    found = [root()]
    for step in place.path:
        below = options(found[-1]).get(step) or named(found[-1])
        assert below is not None, "a path leads from place to place"
        found.append(below)
    return found


def spoken(path: Steps) -> str:
    """A path as an author asks for it, without the names that may be left out."""
    return ".".join(step for step in path if step != ANY)


def everything(place: Place | None = None, above: frozenset[str] = frozenset()) -> Iterator[Place]:
    """Every place there is, from the top down; what holds more of its own sort, as a stranger's may, only once."""
    place = place or root()
    below = named(place)
    for each in (*options(place).values(), *([below] if below else [])):
        yield each
        models = _models(each.node)
        if not models & above:
            yield from everything(each, above | models)


def _models(node: Json) -> frozenset[str]:
    """The definitions that a node names, as its own, as a choice or as that of its items."""
    held = [
        *node.get("anyOf", ()),
        *(node[key] for key in ("else", "items") if isinstance(node.get(key), dict)),
    ]
    return frozenset({node["$ref"]} if "$ref" in node else ()).union(*map(_models, held))


def find(dotted: str, names: Names) -> Place:
    """The place at a dotted path, in which names that an author chose may be left out: ``units.attack``.

    ``NAME`` stands for any of them, as in ``units.NAME.attack``.

    Raises:
        UnknownPathError: there is no such place.
    """
    return _find(root(), tuple(dotted.split(".")), names)


def _find(place: Place, steps: Steps, names: Names, anywhere: Steps = ()) -> Place:
    """The place at some steps below another, whose own path is ``anywhere`` with ``ANY`` for every name."""
    if not steps:
        return place
    if steps[0].isdecimal() and any("items" in form for form in forms(place.node)):
        return _find(
            place, steps[1:], names, anywhere
        )  # the number of an item, as options write it
    keys = options(place)
    for used in range(len(steps), 0, -1):
        key = ".".join(steps[:used])
        if key in keys:
            return _find(keys[key], steps[used:], names, (*anywhere, key))
    below = named(place)
    known = list(dict.fromkeys([*names(place.path), *names(anywhere)])) if below else []
    if below is not None:
        for used in range(len(steps), 0, -1):
            key = ".".join(steps[:used])
            if key == ANY or key in known:
                return _find(
                    replace(below, path=(*place.path, key)), steps[used:], names, (*anywhere, ANY)
                )
        deeper = options(below) or ({ANY: below} if named(below) else {})
        if steps[0] in deeper:
            return _find(below, steps, names, (*anywhere, ANY))
        keys = {**keys, **deeper}
    raise UnknownPathError(place.path, ".".join(steps), [*keys, *known], _ending(steps))


def _ending(steps: Steps) -> list[str]:
    """The paths that end with the last step, wherever they are."""
    return [spoken(each.path) for each in everything() if each.path[-1] == steps[-1]]


def _within(node: Json) -> list[Json]:
    """The forms of a value, and those of the items of its list."""
    found = forms(node)
    return found + [form for each in found if "items" in each for form in forms(each["items"])]


def _defs() -> dict[str, Any]:
    return _definitions(_more.get())


@cache
def _definitions(more: tuple[tuple[str, type[Plugin]], ...]) -> dict[str, Any]:
    """The definitions of whole values, with the keys that only a variant or a unit like another has."""
    defs = definitions(dict(more))
    for whole, part, key in (
        ("Ruleset", "Ruleset", "extends"),
        ("UnitType.whole", "UnitType", "like"),
    ):
        added = {key: defs[part + PART]["properties"][key]}
        defs[whole] = {**defs[whole], "properties": added | defs[whole]["properties"]}
    del defs["Ruleset"]["properties"]["plugins"][
        "patternProperties"
    ]  # files beside a ruleset have no path here
    return defs
