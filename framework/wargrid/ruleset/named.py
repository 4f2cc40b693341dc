"""Names that options hold, each of an entry of some section, and the base of all models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler

if TYPE_CHECKING:
    from pydantic_core import CoreSchema


@dataclass(frozen=True, slots=True)
class Names:
    """Marks a text as a name that the ruleset defines in a section.

    ``section`` is ``sides``, ``units``, ``faces``, ``dice``, ``zones``, ``terrains``, ``costs``,
    ``edges``, ``markers``, ``traits``, ``lines`` or ``tables``. ``besides`` are words allowed in
    place of a name.
    """

    section: str
    besides: tuple[str, ...] = ()

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Mark the schema of a text with the section."""
        name = {**handler(core), "x-names": self.section}
        return {"anyOf": [{"enum": [*self.besides]}, name]} if self.besides else name


SideName = Annotated[str, Names("sides")]
UnitName = Annotated[str, Names("units")]
FaceName = Annotated[str, Names("faces")]
DieName = Annotated[str, Names("dice")]
ZoneName = Annotated[str, Names("zones")]
TerrainName = Annotated[str, Names("terrains")]
EdgeName = Annotated[str, Names("edges")]
CostsName = Annotated[str, Names("costs")]
MarkerName = Annotated[str, Names("markers")]
TraitName = Annotated[str, Names("traits")]
LineName = Annotated[str, Names("lines")]
TableName = Annotated[str, Names("tables")]


class Model(BaseModel):
    """Frozen, strict, and without room for keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)
