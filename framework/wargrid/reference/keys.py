"""The reference of keys: what may stand where in a ruleset, in a scenario and in files beside them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import Any, Final

from wargrid.authoring.explain import explain, standing, type_of
from wargrid.authoring.grammar import ANY, Place, forms, named, options, root, spoken
from wargrid.authoring.json_schema import GROUP, schema
from wargrid.authoring.uses import Use, shipped, uses
from wargrid.loading.scenarios import MAY_SAY
from wargrid.reference.markdown import code, fenced, page, table
from wargrid.reference.told import chapter
from wargrid.text.catalog import catalog

_HEADS: Final = ("key", "what stands there", "if left out", "says")
_NAMED: Final = "names of your own, each with a value ("
_RICH: Final = ("board", "first", "turn", "victory")
"""Sections whose example is the longest that a game writes, not the shortest."""


def pages() -> dict[str, str]:
    """A page of a ruleset's keys, one of a scenario's, and one for each sort of file that is read beside rulesets."""
    found = {"reference/rulesets.md": rulesets(), "reference/scenarios.md": scenarios()}
    for point in entry_points(group=GROUP):
        found[f"reference/{point.name}.md"] = beside(point.name)
    return found


def rulesets() -> str:
    """Every key that may stand in a ruleset, section by section; words and plugins have pages of their own."""
    return page(
        "The keys of a ruleset",
        "Every key, what may stand there, what holds if it is left out, and what it says. A path such as `turn.may` "
        "is what `wargrid explain turn.may` explains and `--set` sets; `NAME` stands for a name of your own. Words "
        "to choose from (`move`, `at`, `by`, `victory`) have [a page of their own](words.md), and so have "
        "[plugins](plugins.md). How it all fits together: [rulesets](../rulesets.md), [boards and "
        "scenarios](../boards.md).",
        "A text for players is one text, or one for each language: `{en: King, fr: Roi}`. With `extends`, and in a "
        "unit with `like`, every key may be left out, and `~` takes away what was there; where `~` is one of the "
        "values that may stand at a key, it is the value.",
        *(_section(place) for place in options(root()).values()),
    )


def scenarios() -> str:
    """The keys of a scenario's file."""
    places = options(root())
    rows = [(code(key), type_in_words(places[key]), places[key].said) for key in MAY_SAY]
    return page(
        "The keys of a scenario",
        "A scenario is a board and a set-up in a file of its own, laid over a ruleset: [boards and "
        "scenarios](../boards.md). Each key stands there as it would in [the ruleset](rulesets.md), and may be left "
        "out; a map is joined key by key with the ruleset's.",
        table(("key", "what stands there", "says"), rows),
    )


def beside(kind: str) -> str:
    """The keys of a file that stands beside rulesets, such as looks."""
    found = schema(kind)
    rows = list(_beside(found, found, ()))
    return page(
        f"The keys of {kind}.yaml",
        str(found.get("description", "")),
        f"`wargrid schema {kind}` writes the same for an editor. `NAME` stands for a name that the ruleset defines.",
        table(_HEADS, rows),
    )


def type_in_words(place: Place) -> str:
    """What may stand at a place, in a few words."""
    return _without_values(type_of(place.node, catalog("en"))).replace(
        "keys with values", "the keys below"
    )


def default_in_words(place: Place) -> str:
    """What holds if nothing stands at a place."""
    if place.required:
        return "must be written"
    if "default" not in place.node:
        return ""
    said = standing(place, catalog("en")).removesuffix(" if left out")
    return code(said)


def key_of(path: tuple[str, ...]) -> str:
    """A path as an author reads it."""
    return code(".".join(path))


def row(place: Place, above: Place) -> tuple[str, str, str, str]:
    """The line of a table that tells of one place; what was said of the place above it is not said again."""
    said = "" if place.said == above.said else place.said.partition("\n")[0]
    return (
        key_of(place.path),
        type_in_words(place),
        default_in_words(place),
        f"{said} {_more(place)}".strip(),
    )


def has_words(place: Place) -> bool:
    """Whether words are to be chosen from at a place."""
    return any("x-words" in form for form in forms(place.node))


def _section(place: Place) -> str:
    path = spoken(place.path)
    use = _longest(place) if path in _RICH else explain(path).example
    here = f"What stands here: {type_in_words(place)}. If left out: {default_in_words(place) or 'nothing'}."
    keys = (row(each, above) for above, each in _rows(place))
    example = (
        "" if use is None or use.made else f"In `{use.ruleset}`:\n\n{fenced(use.text, 'yaml')}"
    )
    said = [
        f"## {path}",
        place.said.replace("\n", "\n\n"),
        here.replace(" If left out: must be", " It must be"),
    ]
    said += [
        _more(place),
        table(_HEADS, keys),
        example,
        _read(use.ruleset, path) if example and use else "",
    ]
    return "\n\n".join(part for part in said if part)


def _longest(place: Place) -> Use | None:
    found = uses(place, [source for source in shipped() if not source.variant])
    return max(found, key=lambda use: len(use.text), default=None)


def _read(ruleset: str, section: str) -> str:
    sentences = "\n".join(f"- {sentence}" for sentence in chapter(ruleset, section))
    return f"Its players read:\n\n{sentences}" if sentences else ""


def _rows(place: Place) -> Iterator[tuple[Place, Place]]:
    """Whatever is below a place and is no word, no plugin and no language's text, each after what it is below."""
    if has_words(place) or place.path == ("plugins",) or _is_text(place):
        return
    below = named(place)
    for each in (*options(place).values(), *([below] if below is not None else [])):
        yield place, each
        yield from _rows(each)


def _is_text(place: Place) -> bool:
    """Whether a place holds a text, in one language or several."""
    return all(form.get("additionalProperties") == {"type": "string"} or form.get("type") == "string"
               for form in forms(place.node))  # fmt: skip


def _more(place: Place) -> str:
    """Where to read more of what may stand at a place."""
    if place.path == ("plugins",):
        return "[The plugins](plugins.md)."
    return f"[The words](words.md#{place.path[-1]})." if has_words(place) else ""


def _without_values(told: str) -> str:
    """What is said of a map without what is said of its values, which have a line of their own."""
    start = told.find(_NAMED)
    if start < 0:
        return told
    depth, end = 1, start + len(_NAMED)
    while depth:
        depth += {"(": 1, ")": -1}.get(told[end], 0)
        end += 1
    return told[:start] + "names of your own, each with what is below" + _without_values(told[end:])


def _beside(
    node: dict[str, Any], whole: dict[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[str, str, str, str]]:
    """The keys of a schema, from the top down."""
    node = _followed(node, whole)
    below = {key: (*path, key) for key in node.get("properties", {})}
    for key, at in below.items():
        each = node["properties"][key]
        yield _told(each, whole, at, required=key in node.get("required", ()))
        yield from _beside(each, whole, at)
    others = node.get("additionalProperties")
    if isinstance(others, dict) and "properties" in (form := _followed(others, whole)):
        yield key_of((*path, ANY)), "the keys below", "", str(form.get("description", ""))
        yield from _beside(others, whole, (*path, ANY))


def _told(
    node: dict[str, Any], whole: dict[str, Any], path: tuple[str, ...], *, required: bool
) -> tuple[str, str, str, str]:
    form = _followed(node, whole)
    place = Place(
        path,
        {**form, **{key: node[key] for key in ("default", "description") if key in node}},
        required,
    )
    has_keys = "properties" in form
    if form.get("pattern", "").startswith("^#"):
        told = 'a colour, `"#rrggbb"`'
    elif isinstance(form.get("additionalProperties"), dict):
        others = _followed(form["additionalProperties"], whole)
        told = f"names, each with {'the keys below' if 'properties' in others else _plain_type(others, whole)}"
    else:
        told = _plain_type(form, whole)
    default = "" if has_keys else default_in_words(place)
    return key_of(path), told, default, str(place.node.get("description", "")).partition("\n")[0]


def _plain_type(form: dict[str, Any], whole: dict[str, Any]) -> str:
    if "anyOf" in form:
        each = [type_in_words(Place((), _followed(one, whole))) for one in form["anyOf"]]
        return ", or ".join(dict.fromkeys(each))
    return type_in_words(Place((), form))


def _followed(node: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    reference = node.get("$ref")
    return whole["$defs"][reference.removeprefix("#/$defs/")] if reference else node
