"""The legend of a board: the terrains and zones that are drawn, each with its name."""

from __future__ import annotations

from dataclasses import dataclass

from wargrid_play.looks import Looks
from wargrid_play.scenes.making import named_zones
from wargrid_play.scenes.scene import DrawnZone
from wargrid_play.table import TerrainView, View


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One thing explained: terrain, or a zone as each side has it, with its name and a note."""

    name: str
    note: str = ""
    terrain: TerrainView | None = None
    zones: tuple[DrawnZone, ...] = ()


def legend_of(view: View, looks: Looks) -> list[LegendEntry]:
    """Return what the legend explains: terrain first, then the zones that are drawn."""
    zones: dict[tuple[str, str], list[DrawnZone]] = {}
    for zone, drawn in named_zones(view, looks):
        zones.setdefault((zone.name, zone.note), []).append(drawn)
    return [
        *(LegendEntry(_capitalized(one.name), one.note, one) for one in view.legend),
        *(
            LegendEntry(_capitalized(name), note, zones=tuple(drawn))
            for (name, note), drawn in zones.items()
        ),
    ]


def _capitalized(name: str) -> str:
    return name[:1].upper() + name[1:]
