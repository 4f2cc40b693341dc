"""The short ways to write words, said in JSON Schema; each stands in an annotation beside its validator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import GetJsonSchemaHandler
from pydantic_core import CoreSchema

from wargrid.ruleset.base import Kind

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class OrShort:
    """A word's main option may stand in place of its options: ``ahead: 1`` for ``ahead: {distance: 1}``."""

    kind: type[Kind]

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        """Add what the main option takes, where no other option must be given."""
        written = handler(core)
        short = self.kind.short
        if short is None or not set(needed(self.kind)) <= {short}:
            return written
        options = handler.resolve_ref_schema(written["anyOf"][0])
        said = {
            key: value
            for key, value in options["properties"][short].items()
            if key not in ("title", "default")
        }
        return {"anyOf": [written["anyOf"][0], {**said, "x-short": short}, *written["anyOf"][1:]]}


@dataclass(frozen=True, slots=True)
class OneWord:
    """Exactly one word of a family, alone where it needs no options: ``at: front`` for ``at: {front: {}}``."""

    words: tuple[type[Kind], ...]

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        """Demand one word that is not null, or the name of one."""
        one = handler(core)
        handler.resolve_ref_schema(one).update(
            {"oneOf": [_only(kind.word) for kind in self.words], "x-words": True}
        )
        alone = [kind.word for kind in self.words if not needed(kind)]
        return {"anyOf": [{"enum": alone, "x-alone": True}, one]} if alone else one


@dataclass(frozen=True, slots=True)
class OneOrList:
    """A list, its one item alone, or null for none."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        """Add both to the list."""
        listed = handler(core)
        return {"anyOf": [listed["items"], listed, {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class AnyWords:
    """Any words of a family, each with its options: a map, or a list that may hold a word several times."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> Json:
        """Mark the map, which is the first of the two forms, as one of words."""
        found = handler(core)
        handler.resolve_ref_schema(found["anyOf"][0])["x-words"] = True
        return found


def needed(kind: type[Kind]) -> list[str]:
    """The options of a word that must be written."""
    return [name for name, field in kind.model_fields.items() if field.is_required()]


def _only(word: str) -> Json:
    return {"required": [word], "properties": {word: {"not": {"type": "null"}}}}
