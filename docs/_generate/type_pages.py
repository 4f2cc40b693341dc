"""The types of the protocol for the page's scripts, from the schema of its messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from wargrid.authoring.json_schema import schema as schema_of

Schema = Mapping[str, Any]

TYPES = "../frontends/wargrid_web/static/js/types.d.ts"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean",
         "null": "null"}  # fmt: skip


def pages() -> dict[str, str]:
    """Return the file of types."""
    parts = schema_of("remote")["$defs"]
    head = "// What server and page say to each other; written by python docs/_generate.\n"
    whole = f"export type View = Required<{_name('Changes')}>;\n"
    written = (f"export type {name} = {_type(part)};\n" for name, part in sorted(parts.items()))
    return {TYPES: "\n".join((head, whole, *written))}


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


def _type(schema: Schema) -> str:
    """Write a schema as a type; a field with a default may be missing."""
    if "$ref" in schema:
        return _name(schema["$ref"])
    if "const" in schema or "enum" in schema:
        return " | ".join(map(json.dumps, schema.get("enum", [schema.get("const")])))
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(_type, schema["anyOf"])))
    if "prefixItems" in schema:
        return f"readonly [{', '.join(map(_type, schema['prefixItems']))}]"
    if schema.get("type") == "array":
        return f"readonly ({_type(schema.get('items', {}))})[]"
    if "properties" in schema:
        return _fields(schema)
    if schema.get("type") == "object":
        return f"{{[name: string]: {_type(schema.get('additionalProperties') or {})}}}"
    return PLAIN.get(schema.get("type", ""), "any")


def _fields(schema: Schema) -> str:
    needed = schema.get("required", ())
    lines = (
        f"  {name}{'' if name in needed else '?'}: {_type(part)};"
        for name, part in schema["properties"].items()
    )
    return "\n".join(("{", *lines, "}"))
