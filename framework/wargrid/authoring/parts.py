"""Schemas of what may be said in part: by a variant of what it extends, by a unit of the one it is like."""

from __future__ import annotations

from typing import Any, Final

Json = dict[str, Any]

PART: Final = ".part"
"""What the name of a definition ends with whose keys may all be left out or be null."""

NULL: Final[Json] = {"type": "null"}
_KEYED: Final = ("properties", "patternProperties")
_UNKNOWN: Final[Json] = {
    "type": "null",
    "description": "There is no such key here; all that can be said of it is `~`.",
    "errorMessage": "There is no such key here.",  # what editors show instead of "expected null"
}


def part_of(node: Any) -> Any:
    """A schema of the same keys and values, of which any may be left out or be null; lists are always whole.

    A key that is not known may be null too: taking away what is not there is worth a warning, no
    more.
    """
    if not isinstance(node, dict):
        return node
    found = {
        key: value
        for key, value in node.items()
        if key not in ("required", "minProperties", "default")
    }
    if "$ref" in found:
        found["$ref"] += PART
    if "anyOf" in found:
        found["anyOf"] = [part_of(each) for each in found["anyOf"]]
    if "oneOf" in found:  # of the words of a family at most one
        found["oneOf"] = [
            *found["oneOf"],
            {"properties": {each["required"][0]: NULL for each in found["oneOf"]}},
        ]
    return found | _map_in_part(found) if node.get("type") == "object" else found


def _map_in_part(node: Json) -> Json:
    """The keywords of a map that change."""
    found: Json = {
        key: {name: or_null(part_of(each)) for name, each in node[key].items()}
        for key in _KEYED
        if key in node
    }
    others = node.get("additionalProperties")
    if choices := node.get("propertyNames", {}).get("enum"):
        said = {name: or_null(part_of(others)) for name in choices}
        return {"properties": said, "propertyNames": True, "additionalProperties": _UNKNOWN}
    if isinstance(others, dict):
        return found | {"additionalProperties": or_null(part_of(others))}
    return found if others is True else found | {"additionalProperties": _UNKNOWN}


def or_null(node: Json) -> Json:
    """A schema that also accepts null."""
    if node.keys() <= {"description"} or NULL in node.get("anyOf", ()):
        return node
    if set(node) <= {"anyOf", "description"}:
        return {**node, "anyOf": [*node["anyOf"], NULL]}
    beside = {key: value for key, value in node.items() if key in ("description", "x-plugin")}
    return {
        "anyOf": [{key: value for key, value in node.items() if key not in beside}, NULL],
        **beside,
    }
