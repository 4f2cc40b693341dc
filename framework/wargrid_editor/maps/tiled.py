"""Maps of the editor Tiled: TMX and TMJ, of squares and of hexes.

A tile has the name of its class (or type) in a tileset within the map, or else the name of its
tileset and its number there, as ``ground:3``. Files that a map names are not opened.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import floor
from pathlib import PurePosixPath
from typing import Any, Final
from xml.parsers import expat

from wargrid.ruleset.board.layout import MOST
from wargrid_editor.errors import BoardError
from wargrid_editor.maps.found import MapFile, MapUnit, Tile, checked_rows

FLIPS: Final = 0xF0000000
"""The bits of a tile's number that turn and mirror its picture."""

MOST_LAYERS: Final = 100
MOST_SETS: Final = 100
MOST_IN_SET: Final = 100_000
"""The layers and tilesets that are read, and the tiles of one."""

_MOST_TILES: Final = MOST * MOST
_DEPTH: Final = 60
"""How deep elements may lie in each other."""


@dataclass
class _Element:
    """An element of XML, or an object of JSON, with the same names."""

    name: str
    facts: Mapping[str, Any]
    inside: list[_Element] = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> list[_Element]:
        """Return the elements of a name directly inside."""
        return [each for each in self.inside if each.name == name]

    def number(self, name: str, otherwise: int = 0) -> int:
        """Return a whole number. Raises BoardError for anything else."""
        found = self.facts.get(name, otherwise)
        try:
            return int(found)
        except (TypeError, ValueError, OverflowError):
            raise BoardError("map_value", name=name, found=str(found)[:40]) from None

    def whole(self, name: str) -> int:
        """Return a length, rounded down to a whole number. Raises BoardError."""
        found = self.facts.get(name, 0)
        try:
            return floor(float(found))
        except (TypeError, ValueError, OverflowError):
            raise BoardError("map_value", name=name, found=str(found)[:40]) from None

    def word(self, *names: str) -> str:
        """Return the first of some facts that is there, as text."""
        return next((str(self.facts[name]) for name in names if self.facts.get(name)), "")


def reads(text: str) -> bool:
    """Return whether a text is a map of Tiled."""
    head = text[:2048]
    return "<map" in head or (head.lstrip().startswith("{") and '"layers"' in text)


def read(text: str) -> MapFile:
    """Read a map.

    Raises:
        BoardError: it cannot be read, or is of a kind that no board has.
    """
    whole = _of_json(text) if text.lstrip().startswith("{") else _of_xml(text)
    columns, rows = whole.number("width"), whole.number("height")
    if whole.facts.get("infinite") in (1, "1", True):
        raise BoardError("map_infinite")
    if not (0 < columns <= MOST and 0 < rows <= MOST):
        raise BoardError("map_large", columns=columns, rows=rows, most=MOST)
    layers = [each for each in whole.inside if each.name == "layer"][:MOST_LAYERS]
    if not layers:
        raise BoardError("map_empty")
    cells = [_cells(each, columns, rows) for each in layers]
    names, notes = _names(whole, {number & ~FLIPS for layer in cells for number in layer})
    tiles = [_tile([layer[at] for layer in cells], names) for at in range(columns * rows)]
    made = [tiles[at : at + columns] for at in range(0, len(tiles), columns)]
    units, left = _units(whole)
    if left:
        notes.append(("objects", {"n": left}))
    return _shaped(whole, checked_rows(made), units, notes)


def _shaped(
    whole: _Element, rows: tuple[tuple[Tile, ...], ...], units: Sequence[MapUnit],
    notes: list[tuple[str, dict[str, object]]],
) -> MapFile:  # fmt: skip
    """Return the map on squares, or on hexes whose second column or row is shifted as on a board.

    The index that Tiled gives counts from the north; ours from the south, and eastwards or up.
    """
    kind = whole.word("orientation") or "orthogonal"
    if kind == "orthogonal":
        return MapFile(rows, units=tuple(units), notes=tuple(notes))
    if kind != "hexagonal":
        raise BoardError("map_kind", kind=kind[:20])
    odd, cut = whole.word("staggerindex") != "even", 0
    if whole.word("staggeraxis") == "x":
        if odd:  # column b lies lower there, and higher here
            rows, cut = checked_rows([row[1:] for row in rows]), 1
            notes.append(("first_column", {}))
        moved = [MapUnit(u.column - cut, u.row, u.type, u.side) for u in units if u.column >= cut]
        return MapFile(rows, "hex", "columns", tuple(moved), notes=tuple(notes))
    # the second row from the south must lie further east
    shifts = [(at % 2 == 1) is odd for at in range(len(rows))]
    if len(rows) > 1 and not shifts[-2]:
        rows = rows[:-1]
        notes.append(("last_row", {}))
    kept = [unit for unit in units if unit.row < len(rows)]
    return MapFile(rows, "hex", "rows", tuple(kept), notes=tuple(notes))


# Tilesets and layers


def _names(
    whole: _Element, used: Container[int]
) -> tuple[dict[int, str], list[tuple[str, dict[str, object]]]]:
    """Return the names of the tiles used by their numbers, and what tilesets could not be read."""
    found, notes = dict[int, str](), list[tuple[str, dict[str, object]]]()
    for each in whole.all("tileset")[:MOST_SETS]:
        first, source = each.number("firstgid", 1), each.word("source")
        name = PurePosixPath(source.replace("\\", "/")).stem if source else each.word("name")
        if source:
            notes.append(("tileset", {"file": source[:80], "name": name}))
        count = min(max(each.number("tilecount", 0), 0) or 1000, MOST_IN_SET)
        numbers = (at for at in range(count) if first + at in used)
        found.update({first + at: f"{name}:{at}" for at in numbers})
        for tile in each.all("tile"):
            called = tile.word("class", "type") or _property(tile, "terrain")
            if called:
                found[first + tile.number("id")] = called
    return found, notes


def _property(element: _Element, name: str) -> str:
    for group in element.all("properties"):
        for each in group.all("property"):
            if each.word("name").casefold() == name:
                return each.word("value")
    return ""


def _tile(numbers: Sequence[int], names: Mapping[int, str]) -> Tile:
    """Name a cell by its tiles, the topmost first."""
    found = [number & ~FLIPS for number in reversed(numbers)]
    *over, ground = [names.get(number, f"tile:{number}") for number in found if number] or [""]
    return Tile((ground,) if ground else (), tuple(over))


def _cells(layer: _Element, columns: int, rows: int) -> list[int]:
    """Return the numbers of a layer's tiles. Raises BoardError."""
    data = layer.all("data")
    if not data:
        return [0] * (columns * rows)
    numbers = _numbers(data[0])
    if len(numbers) != columns * rows:
        raise BoardError("map_layer", name=layer.word("name")[:40], found=len(numbers),
                         wanted=columns * rows)  # fmt: skip
    return numbers


def _numbers(data: _Element) -> list[int]:
    encoding, packed = data.word("encoding"), data.word("compression")
    if encoding == "base64":
        raw = _unpacked(data.text, packed)
        return [int.from_bytes(raw[at : at + 4], "little") for at in range(0, len(raw), 4)]
    try:
        if data.all("tile"):
            return [tile.number("gid") for tile in data.all("tile")][: _MOST_TILES + 1]
        return [int(each) for each in data.text.split(",") if each.strip()][: _MOST_TILES + 1]
    except ValueError:
        raise BoardError("map_value", name="data", found=data.text.strip()[:40]) from None


def _unpacked(text: str, packed: str) -> bytes:
    """Return the bytes of packed tiles, no more than the largest board needs."""
    try:
        raw = base64.b64decode("".join(text.split()), validate=True)
        if packed in ("zlib", "gzip"):
            raw = zlib.decompressobj(47).decompress(raw, 4 * _MOST_TILES + 4)
        elif packed:
            raise BoardError("map_packed", packed=packed[:20])
    except (binascii.Error, ValueError, zlib.error):
        raise BoardError("map_value", name="data", found=text.strip()[:40]) from None
    return raw[: len(raw) // 4 * 4]


def _units(whole: _Element) -> tuple[list[MapUnit], int]:
    """Return the objects that name a type and a side, and how many others there are."""
    wide, high = max(1, whole.number("tilewidth", 1)), max(1, whole.number("tileheight", 1))
    found, left = list[MapUnit](), 0
    for group in whole.all("objectgroup"):
        for each in group.all("object"):
            word, side = each.word("class", "type"), _property(each, "side")
            if not (word and side):
                left += 1
                continue
            found.append(MapUnit(each.whole("x") // wide, each.whole("y") // high, word, side))
    return found, left


# Elements of XML and objects of JSON


class _Refused(Exception):
    """A part of an XML file that no map needs."""


def _of_xml(text: str) -> _Element:
    """Read elements; types of documents, and so entities, are refused."""
    parser, open_elements = expat.ParserCreate(), [_Element("", {})]

    def begin(name: str, facts: dict[str, str]) -> None:
        if len(open_elements) > _DEPTH:
            raise _Refused("deep")
        made = _Element(name, facts)
        open_elements[-1].inside.append(made)
        open_elements.append(made)

    def refuse(*_: object) -> None:
        raise _Refused("entities")

    def add(words: str) -> None:
        open_elements[-1].text += words

    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: open_elements.pop()
    parser.CharacterDataHandler = add
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except _Refused as error:
        raise BoardError(f"map_{error}", line=parser.CurrentLineNumber) from None
    except expat.ExpatError as error:
        raise BoardError("map_xml", line=error.lineno, column=error.offset + 1) from None
    found = open_elements[0].all("map")
    if not found:
        raise BoardError("no_board")
    return found[0]


def _of_json(text: str) -> _Element:
    try:
        whole = json.loads(text)
    except RecursionError:
        raise BoardError("map_deep", line=1) from None
    except json.JSONDecodeError as error:
        raise BoardError("map_xml", line=error.lineno, column=error.colno) from None
    except ValueError:  # a number of too many digits
        raise BoardError("map_xml", line=1, column=1) from None
    if not isinstance(whole, dict):
        raise BoardError("no_board")
    return _element("map", whole)


_LISTED: Final = {"tilesets": "tileset", "tiles": "tile", "objects": "object"}


def _element(name: str, facts: Mapping[str, Any]) -> _Element:
    """Make an object of JSON an element with the names of XML."""
    made = _Element(name, {key: each for key, each in facts.items() if not isinstance(each, list)})
    for key, one in _LISTED.items():
        made.inside += [_element(one, each) for each in _objects(facts.get(key))]
    made.inside += [
        _element("objectgroup" if each.get("type") == "objectgroup" else "layer", each)
        for each in _objects(facts.get("layers"))
        if each.get("type") in ("tilelayer", "objectgroup")
    ]
    properties = [_element("property", each) for each in _objects(facts.get("properties"))]
    if properties:
        made.inside.append(_Element("properties", {}, properties))
    data = facts.get("data")
    if isinstance(data, str):
        made.inside.append(_Element("data", made.facts, text=data))
    elif isinstance(data, list):
        words = ",".join(map(str, data[: _MOST_TILES + 1]))
        made.inside.append(_Element("data", {}, text=words))
    return made


def _objects(found: Any) -> Iterable[Mapping[str, Any]]:
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
