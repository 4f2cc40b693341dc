"""The legend of a board: the terrains and zones that are drawn, each with its name."""

from __future__ import annotations

from dataclasses import dataclass

from wargrid_play.looks import Looks
from wargrid_play.scenes.making import named_zones
from wargrid_play.scenes.scene import DrawnZone
from wargrid_play.table import EdgeView, TerrainView, View


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One thing explained: terrain, a kind of edge, or a zone as each side has it; with a note."""

    name: str
    note: str = ""
    terrain: TerrainView | None = None
    zones: tuple[DrawnZone, ...] = ()
    edge: EdgeView | None = None


def legend_of(view: View, looks: Looks) -> list[LegendEntry]:
    """Return what the legend explains: terrain, edges, and the zones that are drawn."""
    zones: dict[tuple[str, str], list[DrawnZone]] = {}
    for zone, drawn in named_zones(view, looks):
        zones.setdefault((zone.name, zone.note), []).append(drawn)
    return [
        *(LegendEntry(_capitalized(one.name), one.note, one) for one in view.legend),
        *(LegendEntry(_capitalized(one.name), one.note, edge=one) for one in view.edges),
        *(
            LegendEntry(_capitalized(name), note, zones=tuple(drawn))
            for (name, note), drawn in zones.items()
        ),
    ]


def _capitalized(name: str) -> str:
    return name[:1].upper() + name[1:]
