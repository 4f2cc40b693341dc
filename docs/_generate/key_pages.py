"""The pages of keys: rulesets, scenarios and the files beside them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import Final

from pages import code, fenced, page, paragraphs, table

from wargrid.authoring.explain import WrittenUse, index, shipped, uses
from wargrid.authoring.json_schema import GROUP, SCENARIO_OWN_KEYS, definitions, schema
from wargrid.authoring.schema_paths import SchemaPlace, spoken
from wargrid.loading.library import SCENARIO_KEYS

HEADS: Final = ("key", "value", "default", "meaning")
_LONGEST: Final = ("board", "first", "turn", "victory")
"""Sections that show the longest example, not the first."""

SELECTORS: Final = (
    ("UnitSelector", "Units", ""),
    ("UnitsNear", "More keys of near", "UnitSelector"),
    ("UnitsInLine", "More keys of in_line", "UnitSelector"),
    ("UnitsBetween", "More keys of between", "UnitSelector"),
    ("CellSelector", "Cells", ""),
    ("CellsNear", "More keys of beside", "CellSelector"),
    ("ZoneOf", "A zone of one side", ""),
    ("Span", "Ranges of numbers", ""),
    ("Trait", "More keys of traits", "UnitSelector"),
)
"""The models of selectors, each with the title of its section and the model whose keys it has."""

_FAMILIES: Final = {"units.abilities": "ability", "abilities": "side_ability"}
"""The families of words that are not called like their key."""


def pages() -> dict[str, str]:
    """Return the page of rulesets, of scenarios, and of each kind of file beside rulesets."""
    found = {"reference/rulesets.md": _rulesets(), "reference/scenarios.md": _scenarios()}
    found["reference/selectors.md"] = _selectors()
    for point in entry_points(group=GROUP):
        found[f"reference/{point.name}.md"] = _beside(point.name)
    return found


def row(place: SchemaPlace, above: SchemaPlace) -> tuple[str, str, str, str]:
    """Return a row of a table of keys; a text repeated from the place above is omitted."""
    text = "" if place.text == above.text else place.text.partition("\n")[0]
    return code(".".join(place.path)), place.type, default(place), f"{text} {_link(place)}".strip()


def default(place: SchemaPlace) -> str:
    """Return what applies if a key is omitted."""
    if place.required:
        return "required"
    return code(place.default) if "default" in place.node else ""


def _rulesets() -> str:
    return page(
        "The keys of a ruleset",
        "A path such as `turn.may` is what `wargrid explain turn.may` explains and `--set` sets; "
        "`NAME` is a name you choose. [Words](words.md) (`move`, `at`, `by`, `victory`) and "
        "[plugins](plugins.md) have pages of their own. Guides: [rulesets](../rulesets.md), "
        "[boards and scenarios](../boards.md).",
        "A text for players is one text, or one for each language: `{en: King, fr: Roi}`. With "
        "`extends`, and in a unit with `like`, every key may be omitted, and `~` removes a value; "
        "where `~` is an allowed value, it is that value.",
        *(_section(place) for place in index().root.keys().values()),
    )


def _scenarios() -> str:
    places = index().root.keys()
    return page(
        "The keys of a scenario",
        "A scenario is a separate file with a board and a set-up: [boards and scenarios]"
        "(../boards.md). Each key has the same form as in [the ruleset](rulesets.md) and may be "
        "omitted; maps are merged with the ruleset's.",
        table(
            ("key", "value", "meaning"),
            [
                *((code(key), places[key].type, places[key].text) for key in SCENARIO_KEYS),
                *(
                    (code(key), "a text" if key == "ruleset" else code("~"), node["description"])
                    for key, node in SCENARIO_OWN_KEYS.items()
                ),
            ],
        ),
        *(_section(places["start"]),),
    )


def _selectors() -> str:
    defs = definitions()
    shown = {name: SchemaPlace(defs, (), defs[name]) for name, _, _ in SELECTORS}
    parts = []
    for name, title, beyond in SELECTORS:
        known = shown[beyond].keys() if beyond else {}
        own = {key: each for key, each in shown[name].keys().items() if key not in known}
        rows = ((code(key), each.type, default(each), each.text) for key, each in own.items())
        parts.append("\n\n".join([f"## {title}", shown[name].text, table(HEADS, rows)]))
    return page(
        "The keys of selectors",
        "A selector says which units or cells a rule is about. All keys of a map must hold; a list "
        "of maps means any of them. `own` and `enemy` are as the side of the rule sees them, "
        "`its_own` and `its_enemy` as the unit does that the selector is about. A zone, a terrain "
        "and the owner of a cell are as the unit's own side has them.",
        *parts,
    )


def _beside(kind: str) -> str:
    found = schema(kind)
    root = SchemaPlace(found.get("$defs", {}), (), found)
    is_file = kind != "remote"
    return page(
        f"The keys of {kind}.yaml" if is_file else "The messages of games played far apart",
        root.text,
        f"`wargrid schema {kind}` writes them for an editor. `NAME` is a name of the ruleset."
        if is_file
        else f"`wargrid schema {kind}` writes their JSON Schema.",
        table(HEADS, (row(each, above) for above, each in _below(root))),
    )


def _section(place: SchemaPlace) -> str:
    path = spoken(place.path)
    omitted = default(place) or "nothing"
    required = "Required." if place.required else f"Default: {omitted}."
    use = _longest(place) if path in _LONGEST else index().explain(path).example
    parts = [
        f"## {path}",
        paragraphs(place.text),
        f"Value: {place.type}. {required}",
        _link(place),
        table(HEADS, (row(each, above) for above, each in _below(place))),
        f"In `{use.ruleset}`:\n\n{fenced(use.text, 'yaml')}" if use else "",
    ]
    return "\n\n".join(part for part in parts if part)


def _longest(place: SchemaPlace) -> WrittenUse | None:
    found = uses(place, [source for source in shipped() if not source.variant])
    return max(found, key=lambda use: len(use.text), default=None)


def _below(
    place: SchemaPlace, seen: frozenset[str] = frozenset()
) -> Iterator[tuple[SchemaPlace, SchemaPlace]]:
    """All keys below a place, each after the place above it; no words, plugins or languages.

    What is inside a model inside itself is left out.
    """
    texts = ({"type": "string"}, None)
    is_text = all(
        form.get("type") in ("string", "object") and form.get("additionalProperties") in texts
        and "properties" not in form and "patternProperties" not in form
        for form in place.forms
    )  # fmt: skip
    if place.has_words or place.is_selector or place.path == ("plugins",) or is_text:
        return
    below = place.named()
    for each in (*place.keys().values(), *([below] if below else [])):
        yield place, each
        if not each.models & seen:
            yield from _below(each, seen | each.models)


def _link(place: SchemaPlace) -> str:
    if place.is_selector:
        return "[Selectors](selectors.md)."
    if place.path == ("plugins",):
        return "[The plugins](plugins.md)."
    family = _FAMILIES.get(spoken(place.path), place.path[-1])
    family = "each_turn" if family in ("turn_end", "each_round") else family
    family = "effect" if place.is_effects else family
    return f"[The words](words.md#{family})." if place.has_words else ""
