"""Find the keys and values that a JSON Schema allows at a path.

A path is dotted, such as ``units.attack.at``. Names that an author chooses, such as ``archer``, may
be omitted; ``NAME`` matches any of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from wargrid.source.dump import flow, yaml_line
from wargrid.text import catalog

Json = Mapping[str, Any]
Steps = tuple[str, ...]

ANY: Final = "NAME"
"""The step of a path that matches any name an author may choose; no such name has capitals."""

_REF: Final = "#/$defs/"
_PATTERNS: Final = {
    "^[A-Z]$": "capital",
    "^[a-z][a-z0-9_]*$": "word",
    r"^[^\s]$": "sign",
    "^#[0-9a-fA-F]{6}$": "colour",
}
"""The texts of types, by the patterns of strings."""


class UnknownPathError(LookupError):
    """A path leads nowhere: ``step`` is unknown at ``at``, where ``known`` keys are allowed.

    ``near`` lists similar paths that exist, the best first.
    """

    def __init__(self, at: Steps, step: str, known: list[str], near: list[str]) -> None:
        super().__init__(".".join((*at, step)))
        self.at = at
        self.step = step
        self.known = known
        self.near = near


@dataclass(frozen=True, slots=True)
class SchemaPlace:
    """One path, with the schema of its value; ``defs`` are the definitions it refers to.

    ``path`` holds ``ANY`` where a name was omitted; ``short`` is true if the value may be
    written in place of the whole map.
    """

    defs: Json = field(repr=False)
    path: Steps
    node: Json = field(repr=False)
    required: bool = False
    short: bool = False

    @property
    def forms(self) -> list[Json]:
        """The alternatives of the schema, with references resolved."""
        return _forms(self.node, self.defs)

    @property
    def text(self) -> str:
        """The documentation of the key, or of the model at this path."""
        own: str = self.node.get("description", "")
        return own or next((f["description"] for f in self.forms if f.get("description")), "")

    @property
    def has_words(self) -> bool:
        """Whether an author chooses a word here, such as ``ahead`` at ``move``."""
        return any("x-words" in form for form in self.forms)

    @property
    def is_selector(self) -> bool:
        """Whether units or cells are picked here, by a map whose keys may hold others like it."""
        return any("x-selector" in form for form in self._within())

    @property
    def is_effects(self) -> bool:
        """Whether a list of effects is written here; its words hold others like it."""
        return any("x-effects" in form for form in self.forms)

    @property
    def models(self) -> frozenset[str]:
        """The definitions that its schema refers to, but those of items that a map has by name."""
        by_name = [str(each.get("$ref")) for each in _by_name(self.forms)]
        return _models(self.node) - frozenset(by_name)

    @property
    def default(self) -> str:
        """The default as YAML; ``~`` if there is none."""
        return yaml_line(self.node.get("default"))

    @property
    def type(self) -> str:
        """The forms that a value may have, as a phrase."""
        phrases: list[str] = []
        for form in self.forms:
            phrase = self._phrase(form)
            again = any(phrase == _say("list_of", items=each) for each in phrases)
            phrases.append(_say("list_of_them") if again else phrase)
        return _say("or").join(dict.fromkeys(phrases))

    def keys(self) -> dict[str, SchemaPlace]:
        """Return the keys that may be written here, or in the items of a list."""
        found: dict[str, SchemaPlace] = {}
        for form in self._within():
            required = form.get("required", ())
            own = {} if "x-short" in form else form.get("properties", {})
            for key, node in own.items():
                found.setdefault(key, self._below(key, node, key in required))
            for key in _keys_named(form):
                node = {"description": self.text, **form["additionalProperties"]}
                found.setdefault(key, self._below(key, node))
        shorts = {form["x-short"] for form in self.forms if "x-short" in form}
        return {key: replace(each, short=key in shorts) for key, each in found.items()}

    def named(self) -> SchemaPlace | None:
        """Return what is written at each name of a map whose keys an author chooses, or None."""
        for form in self._within():
            values = [*form.get("patternProperties", {}).values()]
            if isinstance(others := form.get("additionalProperties"), dict):
                values.append(others)
            if values and "enum" not in form.get("propertyNames", {}):
                below = self._below(ANY, values[0])
                if below.text:
                    return below
                return replace(below, node={**below.node, "description": self.text})
        return None

    def places(self, seen: frozenset[str] = frozenset()) -> list[SchemaPlace]:
        """List all places below, from the top down; a recursive model only once.

        What is inside a selector inside another, and inside lists of effects, is left out.
        """
        found, below = [], self.named()
        for each in (*self.keys().values(), *([below] if below else [])):
            models = each.models
            ends = models & seen or each.is_effects or (self.is_selector and each.is_selector)
            found += [each, *([] if ends else each.places(seen | models))]
        return found

    def _below(self, key: str, node: Json, required: bool = False) -> SchemaPlace:
        return SchemaPlace(self.defs, (*self.path, key), node, required)

    def _within(self) -> list[Json]:
        """Return the forms of the value, and those of the items of its list."""
        forms = self.forms
        by_name = _by_name(forms)
        items = [each["items"] for each in forms if "items" in each]
        # A list in place of a map by names: the keys of its items are those below a name.
        items = [each for each in items if each not in by_name]
        inside = [form for each in items for form in _forms(each, self.defs)]
        # The list may be short for a map that has it under a key: its items are explained there.
        in_map = any("properties" in each and "x-effects" not in each for each in forms)
        return forms + [each for each in inside if not (in_map and "x-effects" in each)]

    def _phrase(self, form: Json) -> str:
        if "x-alone" in form:
            return _say("word_alone", choices=", ".join(form["enum"]))
        if "enum" in form or "const" in form:
            choices = form.get("enum", [form.get("const")])
            text = ", ".join(map(flow, choices))
            return _say("choice", choices=text) if len(choices) > 1 else text
        if "x-names" in form:
            return _say(f"name_of.{form['x-names']}")
        if "x-selector" in form:
            return _say("selector")
        match form.get("type"):
            case "integer":
                limits = "between" if "maximum" in form else "from" if "minimum" in form else "any"
                least, most = form.get("minimum"), form.get("maximum")
                return _say(f"integer.{limits}", least=least, most=most)
            case "string":
                return _say(_PATTERNS.get(form.get("pattern", ""), "text"))
            case "array":
                return self._list_phrase(form)
            case "object":
                return self._map_phrase(form)
            case other:
                return _say(other or "anything")

    def _list_phrase(self, form: Json) -> str:
        items = self._below("", form.get("items", {}))
        if items.has_words:
            return _say("list_of_words")
        size = form.get("minItems") if form.get("minItems") == form.get("maxItems") else None
        key = "list_of" if size is None else "list_of_so_many"
        return _say(key, size=size, items=items.type)

    def _map_phrase(self, form: Json) -> str:
        if "x-words" in form:
            return _say("word_with_options" if "oneOf" in form else "words_with_options")
        if form.get("additionalProperties") == {"type": "string"}:
            return _say("texts")
        below = self._below("", form).named()
        if form.get("properties") or below is None:
            return _say("map")
        if all("properties" in each for each in below.forms):
            return _say("map_of_maps")
        return _say("map_of", values=below.type)


def spoken(path: Steps) -> str:
    """Format a path without the names that may be omitted."""
    return ".".join(step for step in path if step != ANY)


def _forms(node: Json, defs: Json) -> list[Json]:
    if "$ref" in node:
        found = _forms(defs[node["$ref"].removeprefix(_REF)], defs)
    elif "anyOf" in node:
        found = [form for each in node["anyOf"] for form in _forms(each, defs)]
    elif "else" in node:
        found = _forms(node["else"], defs)
    else:
        return [node]
    marks = {key: node[key] for key in ("x-short", "x-plugin") if key in node}
    return [{**form, **marks} for form in found] if marks else found


def _keys_named(form: Json) -> list[str]:
    """Return the keys that a schema lists for a map whose keys are chosen among them."""
    keys = form.get("propertyNames", {})
    return [key for each in (keys, *keys.get("anyOf", ())) for key in each.get("enum", ())]


def _models(node: Json) -> frozenset[str]:
    """Return the definitions that a schema refers to: itself, its alternatives or its items."""
    below = [*node.get("anyOf", ())]
    below += [node[key] for key in ("else", "items") if isinstance(node.get(key), dict)]
    return frozenset({node["$ref"]} if "$ref" in node else ()).union(*map(_models, below))


def _by_name(forms: list[Json]) -> list[Json]:
    """Return what is written at each name of maps whose keys an author chooses."""
    return [below for each in forms for below in each.get("patternProperties", {}).values()]


def _say(key: str, **values: object) -> str:
    return catalog("en").say(f"explain.{key}", **values)
