"""Write the JSON Schema of rulesets, scenarios and the files beside them, for editors.

A file names its schema in its first line::

    # yaml-language-server: $schema=schema.json

The dialect is 2020-12, limited to what it shares with draft 7, which editors know best. A file with
``extends`` and a unit with ``like`` may omit any key and set any key to ``~``: for them each
definition exists a second time as ``<name>.part``. Rules that concern several values, such as names
that must exist, are left to ``wargrid check``.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar, Final, cast

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import PydanticOmit, core_schema

from wargrid.loading.library import SCENARIO_KEYS
from wargrid.offers import load_offer, offers
from wargrid.plugins.base import Plugin, PluginError
from wargrid.plugins.discovery import installed, plugin_class
from wargrid.plugins.words import kinds_of, offered
from wargrid.ruleset.base import Kind
from wargrid.ruleset.models import UNWRITTEN, model_for
from wargrid.ruleset.registry import Vocabulary, required_options
from wargrid.ruleset.selecting.selectors import Selector

Json = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
GROUP: Final = "wargrid.schemas"
"""The entry point group for files beside rulesets: the kind of file, and its Pydantic model."""

PART: Final = ".part"
"""The suffix of definitions in which every key may be omitted or null."""

_EFFECTS: Final = "effects"
_NULL: Final[Json] = {"type": "null"}
_REF: Final = "#/$defs/"
_SIDES: Final[Json] = {
    "type": "array",
    "items": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"},
    "minItems": 2,
    "maxItems": 2,
}
_UNKNOWN: Final[Json] = {
    "type": "null",
    "description": "Unknown key; only `~` is allowed here.",
    "errorMessage": "Unknown key.",  # editors show this instead of "expected null"
}
_LOCAL_PLUGIN: Final = r"^\./.+\.py:[A-Za-z_][A-Za-z0-9_]*$"
_EXTENDS: Final[Json] = {
    "type": "string",
    "description": "The ruleset that this one changes: its name in the library, or a file beside "
    "this one. Values written here replace its values; `~` removes one.",
}
_LIKE: Final[Json] = {
    "type": "string",
    "description": "The unit whose values this one takes, except those written here; `~` removes "
    "one.",
}
_SCENARIO: Final[Json] = {
    "type": "string",
    "description": "The board and set-up used by default: the name of a file in the folder "
    "`scenarios` beside the ruleset.",
}
_BASES: Final = ("wargrid.plugins.host", "wargrid.plugins.base", "wargrid.ruleset.base")
"""The modules of base classes, whose docstrings do not describe a single word or plugin."""

_CODE: Final = re.compile(r"``(.+?)``")


def kinds() -> list[str]:
    """List the kinds of files that have a schema: rulesets, scenarios and files beside them."""
    return ["ruleset", "scenario", *offers(GROUP)]


def schema(
    kind: str = "ruleset",
    names: Mapping[str, Sequence[str]] | None = None,
    plugins: Mapping[str, type[Plugin]] | None = None,
) -> Json:
    """Return the JSON Schema of a kind of file, for all installed plugins.

    ``names`` are names to suggest, by section (``units``, ``zones``, …); other names stay allowed.
    ``plugins`` are further plugins by name, such as those in files beside a ruleset.

    Raises:
        KeyError: there is no such kind.
    """
    if kind not in ("ruleset", "scenario"):
        model: type[BaseModel] = load_offer(GROUP, kind)
        found = model.model_json_schema(schema_generator=_Generator)
        return {"$schema": DIALECT, "title": f"Wargrid {kind}", **_published(found, {})}
    defs = definitions(plugins)
    root = _ruleset_root(defs) if kind == "ruleset" else _scenario_root(defs)
    used = {name: defs[name] for name in sorted(_referenced(root, defs))}
    return cast("Json", _published({"$schema": DIALECT, **root, "$defs": used}, names or {}))


def schema_text(found: Json) -> str:
    """Format a schema as the text of a file."""
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def schema_plugins(more: Mapping[str, type[Plugin]] | None = None) -> dict[str, type[Plugin]]:
    """Return every importable plugin by its name in rulesets: ``more``, then the installed ones.

    Plugins that fail to import, or lack the type of a field, are left out; ``wargrid check``
    reports them.
    """
    found = dict(more or {})
    for name in installed():
        if name not in found:
            try:
                cls = plugin_class(name)
                for model in (cls, *words_of(name, cls)):
                    model.model_rebuild()  # raises if the type of a field is not defined
                found[name] = cls
            except (Exception, SystemExit):
                continue
    return found


def definitions(more: Mapping[str, type[Plugin]] | None = None) -> dict[str, Json]:
    """Return the definitions of all models, whole and in part, by name; ``Ruleset`` is the root.

    Marks beside the standard's keywords: ``x-names``, the section a name comes from; ``x-short``,
    the option that may replace all options; ``x-plugin``, the plugin that owns these options;
    ``x-words``, a map whose keys are words; ``x-alone``, words without options; ``x-source``, the
    file and line of the class that is described; ``x-selector``, a selector, which may hold others;
    ``x-effects``, a list of effects, likewise.
    """
    plugins = schema_plugins(more)
    vocabulary = Vocabulary(_words(plugins))
    model = model_for(vocabulary)
    whole = model.model_json_schema(schema_generator=_Generator)
    defs: dict[str, Json] = whole.pop("$defs")
    defs["Ruleset"] = whole
    _add_effects(vocabulary, defs)
    properties = whole["properties"]
    del properties["victory"]["default"]
    properties["plugins"] |= {
        "properties": {name: _add_plugin(name, cls, defs) for name, cls in plugins.items()},
        "additionalProperties": False,
        "patternProperties": {
            _LOCAL_PLUGIN: {"description": "A plugin in a Python file beside the ruleset."}
        },
    }
    sides = properties["sides"]
    properties["sides"] = {"description": sides.pop("description"), "anyOf": [sides, _SIDES]}
    defs = {name: _with_effects(each) for name, each in defs.items()}
    whole = defs["Ruleset"]
    defs |= {name + PART: _part_of(each) for name, each in defs.items()}
    _add_like(defs)
    _add_extends(defs)
    return defs


def words_of(name: str, plugin: type[Plugin]) -> list[type[Kind]]:
    """Return the words that a plugin adds; none if it fails to list them."""
    try:
        return offered(name, plugin)
    except PluginError:
        return []


# Docstrings


def plain(text: str) -> str:
    """Format a docstring as paragraphs of one line each, with code in single backticks."""
    paragraphs = (" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n"))
    return _CODE.sub(r"`\1`", "\n".join(paragraphs)).strip()


def class_text(model: type[BaseModel]) -> str:
    """Return the docstring of a model, its own or inherited from a class that is no base class."""
    for cls in model.__mro__[: model.__mro__.index(BaseModel)]:
        if cls.__module__ not in _BASES and cls.__dict__.get("__doc__"):
            return plain(cls.__dict__["__doc__"])
    return ""


@cache
def field_texts(model: type[BaseModel]) -> dict[str, str]:
    """Return the docstring below each field, own or inherited; empty where source is missing."""
    found: dict[str, str] = {}
    for cls in reversed(model.__mro__):
        if node := _classes_in(_file_of(cls)).get(cls.__qualname__):
            found |= dict(_documented(node))
    return found


def _source_of(model: type[BaseModel]) -> str | None:
    """Return the file and the line of a class, with a colon between them; None if unknown."""
    file = _file_of(model)
    node = _classes_in(file).get(model.__qualname__)
    return None if node is None else f"{file}:{node.lineno}"


def _file_of(cls: type) -> str:
    try:
        return inspect.getsourcefile(cls) or ""
    except TypeError:  # built in
        return ""


@cache
def _classes_in(file: str) -> dict[str, ast.ClassDef]:
    try:
        with open(file, encoding="utf-8") as source:
            return dict(_classes_below(ast.parse(source.read()), ""))
    except (OSError, SyntaxError, ValueError):
        return {}


def _classes_below(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.ClassDef]]:
    for below in ast.iter_child_nodes(node):
        if isinstance(below, ast.ClassDef):
            yield prefix + below.name, below
            yield from _classes_below(below, f"{prefix}{below.name}.")


def _documented(cls: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, then in pairwise(cls.body):
        match field, then:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, plain(text)


# Models


class _Generator(GenerateJsonSchema):
    """Adds docstrings; what JSON Schema cannot express may be anything."""

    ignored_warning_kinds: ClassVar = {"skipped-choice", "non-serializable-default"}  # type: ignore[misc]

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        try:
            return super().generate_inner(schema)
        except PydanticOmit:
            raise
        except Exception:  # a third-party model may fail to describe itself
            return {}

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        found = super().model_schema(schema)
        model: type[BaseModel] = schema["cls"]
        found.pop("title", None)
        found.pop("description", None)
        if text := class_text(model):
            found["description"] = text
        if source := _source_of(model):
            found["x-source"] = source
        properties: dict[str, Json] = found.get("properties", {})
        properties.pop(UNWRITTEN, None)
        fields = model.model_fields
        for name, text in field_texts(model).items():
            key = (name in fields and fields[name].alias) or name
            if key in properties:
                properties[key]["description"] = text
        if issubclass(model, Selector):
            found["x-selector"] = True
        return found

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        found = super().dict_schema(schema)
        if "patternProperties" in found:
            found["additionalProperties"] = False
        return found

    def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> JsonSchemaValue:
        return {}

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _words(plugins: Mapping[str, type[Plugin]]) -> list[type[Kind]]:
    """Return all words; of two with the same name, which no ruleset can use together, the first."""
    found = {(kind.family, kind.word): kind for kind in kinds_of({})}
    for name, plugin in plugins.items():
        for kind in words_of(name, plugin):
            found.setdefault((kind.family, kind.word), kind)
    return list(found.values())


def _add_effects(vocabulary: Vocabulary, defs: dict[str, Json]) -> None:
    """Define effects: a word, a map of words or roles, or a list of both."""
    one = vocabulary.effect.model_json_schema(schema_generator=_Generator)
    below = one.pop("$defs", {})
    if "$ref" in one:
        one = below.pop(one["$ref"].removeprefix(_REF))
    defs |= {name: each for name, each in below.items() if name not in defs}
    defs["effect"] = {**one, "x-words": True, "x-effects": True}
    words = vocabulary.families["effect"].values()
    alone = [kind.word for kind in words if not required_options(kind)]
    forms = [{"enum": alone, "x-alone": True}, {"$ref": f"{_REF}effect"}]
    items = {"type": "array", "items": {"anyOf": forms}}
    text = "What is done: an effect, or a list of effects."
    defs[_EFFECTS] = {"description": text, "anyOf": [*forms, items]}


def _with_effects(node: Any) -> Any:
    """Return a schema in which the marks of effects refer to their definition."""
    if isinstance(node, list):
        return [_with_effects(each) for each in node]
    if not isinstance(node, dict):
        return node
    if node.get("x-effects") and "properties" not in node:
        rest = {key: each for key, each in node.items() if key not in ("x-effects", "title")}
        return {**rest, "$ref": _REF + _EFFECTS}
    return {key: _with_effects(each) for key, each in node.items()}


def _add_plugin(name: str, cls: type[Plugin], defs: dict[str, Json]) -> Json:
    prefix = re.sub(r"[^\w.]", "_", name)
    found = cls.model_json_schema(
        schema_generator=_Generator, ref_template=f"{_REF}{prefix}.{{model}}"
    )
    below = found.pop("$defs", {})
    defs |= {f"{prefix}.{model}": each for model, each in below.items()}
    if "$ref" in found:  # a recursive model
        found = below[found["$ref"].removeprefix(f"{_REF}{prefix}.")]
    defs[prefix] = found
    ref = {"$ref": _REF + prefix}
    choices = [ref] if found.get("required") else [ref, _NULL]
    return {"anyOf": choices, "description": found.get("description", ""), "x-plugin": name}


_PLACING: Final[Json] = {"type": "object", "required": ["place"]}

_PLACES: Final[Json] = {
    "required": ["abilities"],
    "properties": {"abilities": {"anyOf": [_PLACING, {"type": "array", "contains": _PLACING}]}},
}
"""A ruleset whose sides place units: its board may be empty at the start."""


def _add_like(defs: dict[str, Json]) -> None:
    """Let a unit be like another; then its other keys are optional."""
    whole, part = defs["UnitType"], defs["UnitType" + PART]
    part["properties"] = {"like": _or_null(_LIKE), **part["properties"]}
    like = {"properties": {"like": {"type": "string"}}}
    defs["UnitType.whole"] = whole
    defs["UnitType"] = {
        "if": {"required": ["like"]},
        "then": {"allOf": [{"$ref": _REF + "UnitType" + PART}, like]},
        "else": {"$ref": _REF + "UnitType.whole"},
    }


def _add_extends(defs: dict[str, Json]) -> None:
    """Let a ruleset extend another, or leave its board and set-up to a scenario."""
    whole, part = defs["Ruleset"], defs["Ruleset" + PART]
    part["properties"] = {
        "extends": _EXTENDS,
        "scenario": _or_null(_SCENARIO),
        **part["properties"],
    }
    whole["properties"] = {**whole["properties"], "scenario": _SCENARIO}
    partly = {key: part["properties"][key] for key in SCENARIO_KEYS}
    defs["Ruleset.scenic"] = {
        **whole,
        "required": [key for key in whole["required"] if key not in SCENARIO_KEYS],
        "properties": {**whole["properties"], **partly},
    }
    needed = [key for key in whole["required"] if key != "setup"]
    defs["Ruleset.placed"] = {**whole, "required": needed}


def _ruleset_root(defs: Mapping[str, Json]) -> Json:
    scenario = {"scenario": {"type": "string", "minLength": 1}}
    return {
        "title": "Wargrid ruleset",
        "description": defs["Ruleset"].get("description", ""),
        "type": "object",
        "if": {"required": ["extends"]},
        "then": {"$ref": _REF + "Ruleset" + PART},
        "else": {
            "if": {"required": ["scenario"], "properties": scenario},
            "then": {"$ref": _REF + "Ruleset.scenic"},
            "else": {
                "if": _PLACES,
                "then": {"$ref": _REF + "Ruleset.placed"},
                "else": {"$ref": _REF + "Ruleset"},
            },
        },
    }


SCENARIO_OWN_KEYS: Final[Json] = {
    "ruleset": {
        "type": "string",
        "minLength": 1,
        "description": "The ruleset that the board was made for, so that a file alone tells it.",
    },
    "deploy": {
        "type": "null",
        "description": "`~` if the set-up has the armies, in a game whose players deploy them.",
    },
}
"""The keys of scenarios that rulesets do not have, or not so."""


def _scenario_root(defs: Mapping[str, Json]) -> Json:
    properties = defs["Ruleset" + PART]["properties"]
    return {
        "title": "Wargrid scenario",
        "description": "A board and a set-up for the rules of a ruleset.",
        "type": "object",
        "properties": {**{key: properties[key] for key in SCENARIO_KEYS}, **SCENARIO_OWN_KEYS},
        "additionalProperties": False,
    }


# Partial definitions, for ``extends`` and ``like``


def _part_of(node: Any) -> Any:
    """Return a schema whose keys may all be omitted or null; lists stay whole.

    An unknown key may be null too: removing what does not exist is a warning, not an error.
    """
    if not isinstance(node, dict):
        return node
    dropped = ("required", "minProperties", "default", "dependentRequired")
    found = {key: value for key, value in node.items() if key not in dropped}
    if "$ref" in found:
        found["$ref"] += PART
    if "anyOf" in found:
        found["anyOf"] = [_part_of(each) for each in found["anyOf"]]
    if "oneOf" in found:  # at most one word of a family
        none = {"properties": {each["required"][0]: _NULL for each in found["oneOf"]}}
        found["oneOf"] = [*found["oneOf"], none]
    return found | _partial_map(found) if node.get("type") == "object" else found


def _partial_map(node: Json) -> Json:
    others = node.get("additionalProperties")
    if choices := node.get("propertyNames", {}).get("enum"):
        keys = {name: _or_null(_part_of(others)) for name in choices}
        return {"properties": keys, "propertyNames": True, "additionalProperties": _UNKNOWN}
    found: Json = {
        key: {name: _or_null(_part_of(each)) for name, each in node[key].items()}
        for key in ("properties", "patternProperties")
        if key in node
    }
    if isinstance(others, dict):
        return found | {"additionalProperties": _or_null(_part_of(others))}
    return found if others is True else found | {"additionalProperties": _UNKNOWN}


def _or_null(node: Json) -> Json:
    if node.keys() <= {"description"} or _NULL in node.get("anyOf", ()):
        return node
    if set(node) <= {"anyOf", "description"}:
        return {**node, "anyOf": [*node["anyOf"], _NULL]}
    beside = {key: value for key, value in node.items() if key in ("description", "x-plugin")}
    return {"anyOf": [{k: v for k, v in node.items() if k not in beside}, _NULL], **beside}


# The finished schema


def _referenced(node: Any, defs: Mapping[str, Json]) -> set[str]:
    found: set[str] = set()
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list):
            waiting += each
        elif isinstance(each, dict):
            name = str(each.get("$ref", "")).removeprefix(_REF)
            if name and name not in found:
                found.add(name)
                waiting.append(defs[name])
            waiting += each.values()
    return found


def _published(node: Any, names: Mapping[str, Sequence[str]]) -> Any:
    """Return a schema without our own marks, with names to suggest instead of them."""
    if isinstance(node, list):
        return [_published(each, names) for each in node]
    if not isinstance(node, dict):
        return node
    own = {key for key in node if key.startswith("x-")}
    found = {key: _published(value, names) for key, value in node.items() if key not in own}
    if suggested := list(names.get(node.get("x-names", ""), ())):
        found["examples"] = suggested
    return found
