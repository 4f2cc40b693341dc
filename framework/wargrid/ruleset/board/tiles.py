"""The ``tiles`` of a ruleset: what the tiles of other programs' maps are on its boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator, GetJsonSchemaHandler, TypeAdapter
from pydantic_core import CoreSchema

from wargrid.ruleset.base import MarkerName, TerrainName, ZoneName
from wargrid.ruleset.named import Model


class TileMeaning(Model):
    """What a tile of a map is on a board."""

    terrain: TerrainName
    """Its terrain."""

    zones: list[ZoneName] = []
    """The zones that its cell belongs to."""

    owner: MarkerName | None = None
    """The marker of cells that tells the side a tile belongs to, where the map gives one."""


def _in_full(found: object) -> object:
    return {"terrain": found} if isinstance(found, str) else found


@dataclass(frozen=True, slots=True)
class OrTerrain:
    """Marks a meaning for which its terrain may be written alone."""

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Describe the terrain beside the meaning."""
        return {"anyOf": [handler(TypeAdapter(TerrainName).core_schema), handler(core)]}


Meaning = Annotated[TileMeaning, BeforeValidator(_in_full), OrTerrain()]

Tiles = dict[str, Meaning]
"""Terrains, or whole meanings, by the names that other programs give their tiles."""
