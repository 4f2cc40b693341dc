"""The ``tiles`` of a ruleset: what the tiles of other programs' maps are on its boards."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator

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


Meaning = Annotated[
    TileMeaning, BeforeValidator(_in_full, json_schema_input_type=TerrainName | TileMeaning)
]

Tiles = dict[str, Meaning]
"""Terrains, or whole meanings, by the names that other programs give their tiles."""
