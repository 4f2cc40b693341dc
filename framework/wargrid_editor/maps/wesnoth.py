"""Maps of Battle for Wesnoth: codes of terrains between commas, on hexes in shifted columns."""

from __future__ import annotations

import re
from typing import Final

from wargrid_editor.errors import BoardError
from wargrid_editor.maps.found import MapFile, Tile, checked_rows

_CODE: Final = re.compile(r"\s*(?:(\S{1,20})\s+)?([A-Za-z_*][A-Za-z*\\/|_]{0,4}(?:\^\S{1,8})?)\s*")
"""A cell: the number or the name of a starting place, if any, and a code."""

_SETTING: Final = re.compile(r"\s*(\w+)\s*=\s*(\w+)\s*")

_KINDS: Final = {
    "G": "grass", "R": "road", "W": "water", "S": "swamp", "H": "hill", "M": "mountain",
    "D": "sand", "A": "snow", "U": "cave", "C": "castle", "K": "castle", "V": "village",
    "F": "forest", "B": "bridge", "X": "wall", "Q": "chasm", "I": "floor",
}  # fmt: skip
"""The kinds of terrain by the first letter of their codes."""


def reads(text: str) -> bool:
    """Return whether a text is such a map, which begins with settings or with codes."""
    head = [line for line in text[:4096].splitlines() if line.strip()][:4]
    codes = [line for line in head if not _SETTING.fullmatch(line)]
    return bool(codes) and all(
        "," in line and all(map(_CODE.fullmatch, line.split(",")[:20])) for line in codes[:1]
    )


def read(text: str) -> MapFile:
    """Read a map without its border.

    Its second column lies lower than its first, and that of a board of ours higher: so the border's
    western column is kept as the first one, or without a border the first one is left out.

    Raises:
        BoardError: a line holds something else than codes, or rows differ in length.
    """
    rows, lines, border, places = list[list[Tile]](), list[int](), 1, 0
    for number, line in enumerate(text.splitlines(), 1):
        setting = _SETTING.fullmatch(line)
        if setting is not None and not rows:
            border = (
                int(setting[2]) if setting[1] == "border_size" and setting[2] in "01" else border
            )
        elif line.strip():
            found = [_CODE.fullmatch(each) for each in line.split(",")]
            bad = next((at for at, each in enumerate(found, 1) if each is None), 0)
            if bad:
                raise BoardError("map_code", line=number, column=bad)
            rows.append([_tile(each[2]) for each in found if each is not None])
            lines.append(number)
            places += sum(each is not None and each[1] is not None for each in found)
    whole = checked_rows(rows, lines)
    if len(whole) <= 2 * border or len(whole[0]) <= 2 * border + 1:
        raise BoardError("map_empty")
    kept = whole[border : len(whole) - border]
    kept = tuple(row[:-1] if border else row[1:] for row in kept)
    notes: list[tuple[str, dict[str, object]]] = [("border" if border else "first_column", {})]
    if places:
        notes.append(("places", {"n": places}))
    return MapFile(kept, "hex", "columns", notes=tuple(notes))


def _tile(code: str) -> Tile:
    """Name a tile by its whole code, its overlay, its base, and the kinds of these."""
    base, _, over = code.partition("^")
    names = [code]
    if over:
        names += [f"^{over}", *_kind(over)]
    return Tile(tuple(dict.fromkeys((*names, base, *_kind(base)))))


def _kind(code: str) -> list[str]:
    return [_KINDS[code[0]]] if code[:1] in _KINDS else []
