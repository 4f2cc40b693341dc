"""Maps of Advance Wars By Web as text: numbers of tiles between commas, a line for each row.

The numbers are those that the site gives its tiles.
"""

from __future__ import annotations

import re
from typing import Final

from wargrid.ruleset.board.layout import MOST
from wargrid_editor.errors import BoardError
from wargrid_editor.maps.found import MapFile, Tile, checked_rows

_ROW: Final = re.compile(r"\s*\d{1,3}(\s*,\s*\d{1,3})*\s*,?\s*")

_RANGES: Final = {
    "plain": (1, 1), "mountain": (2, 2), "wood": (3, 3), "river": (4, 14), "road": (15, 25),
    "bridge": (26, 27), "sea": (28, 28), "shoal": (29, 32), "reef": (33, 33), "pipe": (101, 110),
    "missile_silo": (111, 112), "pipe_seam": (113, 114), "pipe_rubble": (115, 116),
    "com_tower": (127, 137), "lab": (138, 148), "teleporter": (195, 195),
}  # fmt: skip
"""The first and the last number of each kind of tile."""

_BUILDINGS: Final = ("city", "base", "airport", "port", "hq")
_COUNTRIES: Final = (38, 43, 48, 53, 81, 86, 91, 96)
"""The number of the city of each country; its other buildings follow."""

_LATER: Final = ("airport", "base", "city", "hq", "port")
_LATER_COUNTRIES: Final = (117, 122)
_LATEST: Final = ("airport", "base", "city", "com_tower", "hq", "lab", "port")
_LATEST_COUNTRIES: Final = (149, 156, 163, 170, 181, 188)
"""The number of the airport of each country that was added later."""


def _numbered() -> dict[int, tuple[str, int]]:
    """Return the name of each number, and the number of the country it belongs to or -1."""
    made = {
        number: (name, -1)
        for name, (first, last) in _RANGES.items()
        for number in range(first, last + 1)
    }
    made |= {34 + at: (name, -1) for at, name in enumerate(_BUILDINGS[:4])}
    for country, first in enumerate(_COUNTRIES):
        made |= {first + at: (name, country) for at, name in enumerate(_BUILDINGS)}
    later = list[tuple[int, tuple[str, ...]]]((first, _LATER) for first in _LATER_COUNTRIES)
    later += [(first, _LATEST) for first in _LATEST_COUNTRIES]
    for country, (first, names) in enumerate(later, len(_COUNTRIES)):
        made |= {first + at: (name, country) for at, name in enumerate(names)}
    return made


TILES: Final = _numbered()

COLOURS: Final = (
    "orange red", "blue", "green", "yellow gold", "red", "grey gray silver", "black", "brown",
    "amber orange", "jade", "cobalt", "pink", "teal", "purple violet", "acid", "white",
)  # fmt: skip
"""What the sides may be called that the countries fit best, in their order."""


def reads(text: str) -> bool:
    """Return whether a text begins with rows of such numbers."""
    lines = [line for line in text[:4096].splitlines()[:3] if line.strip()]
    return bool(lines) and "," in lines[0] and bool(_ROW.fullmatch(lines[0]))


def read(text: str) -> MapFile:
    """Read a map.

    Raises:
        BoardError: a line holds something else than numbers, or rows differ in length.
    """
    rows, lines = list[list[Tile]](), list[int]()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if len(line) > 8 * MOST or not _ROW.fullmatch(line):
            raise BoardError("map_numbers", line=number)
        rows.append([_tile(int(each)) for each in line.split(",") if each.strip()])
        lines.append(number)
    return MapFile(checked_rows(rows, lines), colours=COLOURS)


def _tile(number: int) -> Tile:
    name, owner = TILES.get(number, ("", -1))
    return Tile((name, str(number)) if name else (str(number),), owner=owner)
