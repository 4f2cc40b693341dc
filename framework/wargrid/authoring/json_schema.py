"""JSON Schema of what an author writes, for editors and other tools: rulesets and scenarios, plugins included.

``schema`` is the stable place to ask; ``text_of`` writes its answer as a file, which a ruleset
names in its first line::

    # yaml-language-server: $schema=schema.json

The schema is of 2020-12 and keeps to what it shares with draft 7, which is what editors know best.
A file with ``extends`` and a unit with ``like`` may leave anything out and put ``~`` anywhere: for
them every definition stands a second time as ``<name>.part``. What needs more than one look at one
value, such as names that must exist, is left to ``wargrid check``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any, ClassVar, Final, cast

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema
from pydantic_core import PydanticOmit, core_schema

from wargrid.authoring.docstrings import fields_of, said_of
from wargrid.authoring.parts import NULL, PART, Json, or_null, part_of
from wargrid.loading.scenarios import MAY_SAY
from wargrid.plugins.host import Plugin, PluginError, installed, kinds_of, offered, plugin_class
from wargrid.ruleset.base import Kind
from wargrid.ruleset.models import UNWRITTEN, model_for
from wargrid.ruleset.registry import Vocabulary

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
GROUP: Final = "wargrid.schemas"
"""The entry point group of models of files beside rulesets: the kind of file, and its Pydantic
model."""

_REF: Final = "#/$defs/"
_SIDES: Final[Json] = {
    "type": "array",
    "items": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"},
    "minItems": 2,
    "maxItems": 2,
}
_BESIDE: Final = r"^\./.+\.py:[A-Za-z_][A-Za-z0-9_]*$"
_BESIDE_SAID: Final = (
    "A plugin of one's own, in a file of Python code beside the ruleset, used once it is trusted."
)
_EXTENDS: Final[Json] = {
    "type": "string",
    "description": "The ruleset this one is a variant of: a name of the library, or a file beside this one. "
    "What is written here is laid over it; `~` takes away.",
}
_LIKE: Final[Json] = {
    "type": "string",
    "description": "The unit this one is like, except for what is written here; `~` takes away.",
}
_SCENARIO: Final[Json] = {
    "type": "string",
    "description": "The board and set-up laid over the rules unless another is chosen: the name of a file in the "
    "folder `scenarios` beside the ruleset.",
}


def kinds() -> list[str]:
    """What there is a schema of: rulesets, scenarios, and what installed packages read beside them, such as looks."""
    return ["ruleset", "scenario", *sorted({point.name for point in entry_points(group=GROUP)})]


def schema(
    kind: str = "ruleset",
    names: Mapping[str, Sequence[str]] | None = None,
    plugins: Mapping[str, type[Plugin]] | None = None,
) -> Json:
    """The JSON Schema of a file of this kind, one of ``kinds()``, for all plugins that are installed.

    ``names`` are names to propose, by section (``units``, ``zones``, …), where one is asked for;
    others stay allowed. ``plugins`` are more plugins by name, such as those in files beside a
    ruleset.

    Raises:
        KeyError: there is no such kind.
    """
    if kind not in ("ruleset", "scenario"):
        return _beside(entry_points(group=GROUP)[kind].load(), kind)
    defs = definitions(plugins or {})
    root = _root(defs) if kind == "ruleset" else _scenario(defs)
    found = {
        "$schema": DIALECT,
        **root,
        "$defs": {name: defs[name] for name in sorted(_reached(root, defs))},
    }
    return cast("Json", _published(found, names or {}))


def text_of(found: Json) -> str:
    """A schema as the text of a file."""
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def plugin_classes(more: Mapping[str, type[Plugin]] | None = None) -> dict[str, type[Plugin]]:
    """Every plugin that can be imported, by its name in rulesets: ``more`` of them, then the others installed."""
    found = dict(more or {})
    for name in installed():
        if name in found:
            continue
        try:
            found[name] = plugin_class(name)
        except KeyboardInterrupt:
            raise
        except BaseException:  # ``check`` says what is wrong with it, where a ruleset lists it
            continue
    return found


def definitions(more: Mapping[str, type[Plugin]] | None = None) -> dict[str, Json]:
    """What every model says, whole and in part, by name; ``Ruleset`` is where to begin, ``more`` are more plugins.

    Marks beside the standard's keywords: ``x-names``, the section a name must come from;
    ``x-short``, the option that stands for all; ``x-plugin``, the plugin whose options these are.
    """
    plugins = plugin_classes(more)
    model = model_for(Vocabulary(_words(plugins)))
    refs, found = models_json_schema(
        [(each, "validation") for each in (model, *plugins.values())], schema_generator=_Described
    )
    defs = _called_as_ours(refs[model, "validation"]["$ref"], found["$defs"])
    options = {name: refs[plugin, "validation"] for name, plugin in plugins.items()}
    properties = defs["Ruleset"]["properties"]
    del properties["victory"]["default"]
    _list_plugins(properties["plugins"], options, defs)
    properties["sides"] = _or_list_of_names(properties["sides"])
    properties["plugins"]["patternProperties"] = {_BESIDE: {"description": _BESIDE_SAID}}
    defs |= {name + PART: part_of(each) for name, each in defs.items()}
    _join_likes(defs)
    _join_extends(defs)
    return defs


def _called_as_ours(ruleset: str, defs: dict[str, Json]) -> dict[str, Json]:
    """Definitions in which the framework's models bear the names known here, even if a stranger's are called alike."""
    units = defs[ruleset.removeprefix(_REF)]["properties"]["units"]
    names = {
        ruleset: "Ruleset",
        next(iter(units["patternProperties"].values()))["$ref"]: "UnitType",
    }
    if all(ref == _REF + name for ref, name in names.items()):
        return defs
    found: dict[str, Json] = _renamed(defs, {ref: _REF + name for ref, name in names.items()})
    return {names.get(_REF + name, name): each for name, each in found.items()}


def _renamed(node: Any, refs: Mapping[str, str]) -> Any:
    if isinstance(node, list):
        return [_renamed(each, refs) for each in node]
    if not isinstance(node, dict):
        return node
    found = {key: _renamed(value, refs) for key, value in node.items()}
    return (
        found | {"$ref": refs.get(node["$ref"], node["$ref"])}
        if isinstance(node.get("$ref"), str)
        else found
    )


class _Described(GenerateJsonSchema):
    """Says beside every option what stands under it in the source."""

    ignored_warning_kinds: ClassVar = {"skipped-choice", "non-serializable-default"}  # type: ignore[misc]

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        """What a stranger's model fails to say of itself may be anything."""
        try:
            return super().generate_inner(schema)
        except (KeyboardInterrupt, PydanticOmit):
            raise
        except BaseException:
            return {}

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """A model with its docstring, and without what an author does not write."""
        found = super().model_schema(schema)
        model: type[BaseModel] = schema["cls"]
        found.pop("title", None)
        found.pop("description", None)
        if said := said_of(model):
            found["description"] = said
        properties: dict[str, Json] = found.get("properties", {})
        properties.pop(UNWRITTEN, None)
        for name, said in fields_of(model).items():
            if name in properties:
                properties[name]["description"] = said
        return found

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        """A map whose keys must look in a certain way has no others."""
        found = super().dict_schema(schema)
        if "patternProperties" in found:
            found["additionalProperties"] = False
        return found

    def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> JsonSchemaValue:
        """What the standard cannot say may be anything."""
        return {}

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Keys speak for themselves."""
        return False


def words_of(name: str, plugin: type[Plugin]) -> list[type[Kind]]:
    """The words that a plugin brings, none if it cannot say."""
    try:
        return offered(name, plugin)
    except PluginError:
        return []


def _words(plugins: Mapping[str, type[Plugin]]) -> list[type[Kind]]:
    """The words of the framework and of all plugins; of two for one word, which no ruleset can list both, the first."""
    found = {(kind.family, kind.word): kind for kind in kinds_of({})}
    for name, plugin in plugins.items():
        for kind in words_of(name, plugin):
            found.setdefault((kind.family, kind.word), kind)
    return list(found.values())


def _list_plugins(found: Json, options: Mapping[str, Json], defs: Mapping[str, Json]) -> None:
    """Name every plugin; one that needs no options may have null instead."""
    named = {}
    for name, ref in options.items():
        model = defs.get(ref.get("$ref", "").removeprefix(_REF), {})
        choices = [ref] if model.get("required") else [ref, NULL]
        named[name] = {
            "anyOf": choices,
            "description": model.get("description", ""),
            "x-plugin": name,
        }
    found["properties"] = named
    found["additionalProperties"] = False


def _or_list_of_names(found: Json) -> Json:
    """Sides may be a plain list: the first starts in the south, the second in the north."""
    said = found.pop("description", "")
    return {"description": said, "anyOf": [found, _SIDES]}


def _join_likes(defs: dict[str, Json]) -> None:
    """Let a unit be like another: then all it says is in part."""
    whole, part = defs["UnitType"], defs["UnitType" + PART]
    part["properties"] = {"like": or_null(_LIKE), **part["properties"]}
    alike = {
        "allOf": [{"$ref": _REF + "UnitType" + PART}, {"properties": {"like": {"type": "string"}}}]
    }
    defs["UnitType.whole"] = whole
    defs["UnitType"] = {
        "if": {"required": ["like"]},
        "then": alike,
        "else": {"$ref": _REF + "UnitType.whole"},
    }


def _join_extends(defs: dict[str, Json]) -> None:
    """Let a ruleset extend another, or leave its board and set-up to a scenario."""
    whole, part = defs["Ruleset"], defs["Ruleset" + PART]
    part["properties"] = {"extends": _EXTENDS, "scenario": or_null(_SCENARIO), **part["properties"]}
    whole["properties"] = {**whole["properties"], "scenario": _SCENARIO}
    partly = {key: part["properties"][key] for key in MAY_SAY}
    required = [key for key in whole["required"] if key not in MAY_SAY]
    defs["Ruleset.scenic"] = {
        **whole,
        "required": required,
        "properties": {**whole["properties"], **partly},
    }


def _root(defs: Mapping[str, Json]) -> Json:
    """A variant if it extends something, else a ruleset with a scenario or without."""
    named = {
        "required": ["scenario"],
        "properties": {"scenario": {"type": "string", "minLength": 1}},
    }
    return {
        "title": "Wargrid ruleset",
        "description": defs["Ruleset"].get("description", ""),
        "type": "object",
        "if": {"required": ["extends"]},
        "then": {"$ref": _REF + "Ruleset" + PART},
        "else": {
            "if": named,
            "then": {"$ref": _REF + "Ruleset.scenic"},
            "else": {"$ref": _REF + "Ruleset"},
        },
    }


def _scenario(defs: Mapping[str, Json]) -> Json:
    properties = defs["Ruleset" + PART]["properties"]
    return {
        "title": "Wargrid scenario",
        "description": "A board and a set-up, laid over a ruleset without touching its rules.",
        "type": "object",
        "properties": {key: properties[key] for key in MAY_SAY},
        "additionalProperties": False,
    }


def _beside(model: type[BaseModel], kind: str) -> Json:
    """The schema of a file beside rulesets."""
    found = model.model_json_schema(schema_generator=_Described)
    return {"$schema": DIALECT, "title": f"Wargrid {kind}", **cast("Json", _published(found, {}))}


def _reached(node: Any, defs: Mapping[str, Json]) -> set[str]:
    """The names of the definitions that a schema leads to."""
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
    """A schema without our own marks, with names to propose instead of them."""
    if isinstance(node, list):
        return [_published(each, names) for each in node]
    if not isinstance(node, dict):
        return node
    found = {
        key: _published(value, names) for key, value in node.items() if not key.startswith("x-")
    }
    if proposed := list(names.get(node.get("x-names", ""), ())):
        found["examples"] = proposed
    return found
