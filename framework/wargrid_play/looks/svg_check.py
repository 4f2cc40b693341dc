"""Check the text of an icon before it is drawn: icons of a downloaded game may be hostile.

The text is parsed here and written again with the elements and attributes of an allow-list, so that
the renderer never reads what this module has not understood. Work is bounded by counting elements,
numbers and dashes as often as ``<use>`` and gradients have them drawn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, isfinite, pi, radians, sqrt, tan
from typing import Final
from xml.parsers import expat

from wargrid.text import Message

MAX_ICON_BYTES: Final = 256 * 1024
MAX_DEPTH: Final = 50
MAX_ELEMENTS: Final = 5_000
MAX_NUMBERS: Final = 50_000
"""How many numbers all drawn shapes have together."""

MAX_DASHES: Final = 10_000
MAX_STOPS: Final = 50
"""How many colours a gradient has."""

LETTER: Final = 25
"""How many elements a letter counts for: its outline has about fifty numbers."""

MAX_LAYERS: Final = 6
"""How many translucent groups lie in each other: the renderer keeps a picture for each."""

MIN_BOX, MAX_BOX = 1, 10_000
"""How many units the view box of an icon is wide and high."""

FAR: Final = 100
"""How many times the view box a length, a coordinate or an enlargement may be."""

SHAPES: Final = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
GRADIENTS: Final = frozenset({"linearGradient", "radialGradient"})
ELEMENTS: Final = SHAPES | GRADIENTS | {"svg", "g", "defs", "use", "stop", "text", "tspan"}
SKIPPED: Final = frozenset({"title", "desc", "metadata"})

_PIXELS: Final = re.compile(r"([0-9]{1,5}(?:\.[0-9]{1,5})?)(?:px)?")
_NUMBER: Final = re.compile(r"[-+]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][-+]?+[0-9]++)?+")
_NUMBERS: Final = re.compile(rf"(?:[\s,]*+{_NUMBER.pattern}(?:px)?+)*+[\s,]*+")
_SHARES: Final = re.compile(rf"\s*{_NUMBER.pattern}%?\s*")
"""Possessive, because an ambiguous pattern would take for ever to fail on a long row of digits."""

_COMMANDS: Final = re.compile("[MmLlHhVvCcSsQqTtAaZz]")
_PATH: Final = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]*")
_TRANSFORM: Final = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)[\s,]*")
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+|(?:rgb|rgba|hsl|hsla)\([-0-9.,%\s/]*\)")
_REFERENCE: Final = re.compile(
    r"url\(\s*[\"']?#([^\"')\s]+)[\"']?\s*\)\s*(?:#[0-9a-fA-F]{3,6}|[a-zA-Z]+)?"
)
_WORD: Final = re.compile(r"[a-zA-Z0-9-]+")

_KINDS: Final = {
    kind: names.split()
    for kind, names in {
        "numbers": "x y x1 y1 x2 y2 cx cy r rx ry fx fy width height dx dy offset points "
        "stroke-width stroke-dashoffset stroke-miterlimit stroke-dasharray opacity "
        "fill-opacity stroke-opacity "
        "stop-opacity font-size",
        "paint": "fill stroke stop-color color",
        "word": "fill-rule stroke-linecap stroke-linejoin gradientUnits spreadMethod display "
        "visibility text-anchor font-weight font-style",
        "transform": "transform gradientTransform",
        "path": "d",
    }.items()
}
_KIND_OF: Final = {name: kind for kind, names in _KINDS.items() for name in names}
"""The attributes that are kept, and what they hold; all others are left out."""

_GEOMETRY: Final = ("d", "points", "x1", "y1", "x2", "y2", "r", "rx", "ry", "width", "height")


class UndrawableError(ValueError):
    """A text is not an SVG that can be drawn; ``why`` is the reason in the reader's language."""

    def __init__(self, name: str, /, **values: object) -> None:
        self.why = Message(f"looks.why.{name}", values)
        super().__init__(self.why.text())


@dataclass(slots=True)
class _Element:
    """One element: its attributes and children that are allowed, and what it costs to draw."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[_Element | str] = field(default_factory=list)
    id: str = ""
    uses: str = ""
    paints: tuple[str, ...] = ()
    numbers: int = 0
    pattern: float = 0
    """The length of a pattern of dashes, and the greatest length of all lines; 0 if not given."""

    length: float = 0
    scale: float = 1
    letters: int = 0


def check_svg(source: str) -> str:
    """Return the icon with what is allowed and nothing else, as ``<svg xmlns viewBox>…</svg>``.

    Raises:
        UndrawableError: it is too large, is not an SVG, or holds what is not allowed.
    """
    if len(source.encode("utf-8", "replace")) > MAX_ICON_BYTES:
        raise UndrawableError("large", limit=MAX_ICON_BYTES)
    if re.search(r"<!\s*(?:DOCTYPE|ENTITY)", source, re.IGNORECASE):
        raise UndrawableError("doctype")
    reader = _Reader()
    root, box = reader.read(source)
    _Weigher(reader.ids).weigh(root)
    numbers = {name: f"i{at}" for at, name in enumerate(reader.ids)}
    root.name = "g"
    inner = _written(root, numbers)
    if inner.startswith("<g>"):  # nothing on the whole: what is checked again stays the same
        inner = inner.removeprefix("<g>").removesuffix("</g>")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inner}</svg>'


def _box_of(attributes: Mapping[str, str]) -> str:
    """Return the viewBox that an icon has by its width and height, or else a usual one."""
    sizes = (_PIXELS.fullmatch(attributes.get(name, "").strip()) for name in ("width", "height"))
    width, height = (size[1] if size and float(size[1]) > 0 else "" for size in sizes)
    return f"0 0 {width or height or 64} {height or width or 64}"


class _Reader:
    """Parses the text; what is not allowed is refused or, if harmless, left out."""

    def __init__(self) -> None:
        self.ids: dict[str, _Element] = {}
        self._open: list[_Element] = []
        self._root: _Element | None = None
        self._box = ""
        self._size = 0.0
        self._skipping = 0
        self._elements = 0

    def read(self, source: str) -> tuple[_Element, str]:
        """Return the root element and the view box."""
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._letters
        try:
            parser.Parse(source.encode("utf-8", "replace"), True)
        except expat.ExpatError as error:
            raise UndrawableError("no_svg" if self._root is None else "no_drawing") from error
        if self._root is None:
            raise UndrawableError("no_svg")
        return self._root, self._box

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._elements += 1
        if self._elements > MAX_ELEMENTS:
            raise UndrawableError("elements", limit=MAX_ELEMENTS)
        if self._skipping or name in SKIPPED or ":" in name:
            self._skipping += 1
            if self._root is None:
                raise UndrawableError("no_svg")
            return
        if len(self._open) >= MAX_DEPTH:
            raise UndrawableError("depth", limit=MAX_DEPTH)
        if self._root is None and name != "svg":
            raise UndrawableError("no_svg")
        if name not in ELEMENTS or (name == "svg" and self._open):
            raise UndrawableError("element", name=name)
        element = _Element(name)
        if self._root is None:
            self._root = element
            self._read_box(attributes.get("viewBox", ""), attributes)
            for key in ("width", "height", "x", "y"):
                attributes.pop(key, None)
        else:
            self._open[-1].children.append(element)
            if name == "stop" and len(self._open[-1].children) > MAX_STOPS:
                raise UndrawableError("stops", limit=MAX_STOPS)
        self._open.append(element)
        self._read_attributes(element, attributes)

    def _end(self, name: str) -> None:
        if self._skipping:
            self._skipping -= 1
        else:
            self._open.pop()

    def _letters(self, text: str) -> None:
        if not self._skipping and self._open and self._open[-1].name in ("text", "tspan"):
            self._open[-1].children.append(text)
            self._open[-1].letters += len(text)

    def _read_box(self, text: str, attributes: Mapping[str, str]) -> None:
        if not text:
            raise UndrawableError("no_view_box", box=_box_of(attributes))
        try:
            numbers = [float(number) for number in text.replace(",", " ").split()]
        except ValueError:
            numbers = []
        if len(numbers) != 4 or not all(map(isfinite, numbers)) or min(numbers[2:]) <= 0:
            raise UndrawableError("view_box", box=text)
        if min(numbers[2:]) < MIN_BOX or max(map(abs, numbers)) > MAX_BOX:
            raise UndrawableError("box_size", box=text, least=MIN_BOX, most=MAX_BOX)
        self._box = " ".join(f"{number:g}" for number in numbers)
        self._size = max(numbers[2:]) + max(abs(numbers[0]), abs(numbers[1]))

    def _read_attributes(self, element: _Element, attributes: dict[str, str]) -> None:
        values = {key.removeprefix("xlink:"): value for key, value in attributes.items()}
        for declaration in values.pop("style", "").split(";"):
            key, _, value = declaration.partition(":")
            values[key.strip()] = value.replace("!important", "").strip()
        for key, value in values.items():
            if key in _KIND_OF and value:
                self._read_attribute(element, key, value.strip())
        href = values.get("href", "")
        if href and element.name in GRADIENTS | {"use"}:
            if not href.startswith("#"):
                raise UndrawableError("reference", value=_short(href))
            element.uses = href[1:]
        if values.get("id"):
            element.id = values["id"]
            self.ids.setdefault(values["id"], element)
        element.pattern, element.length = _pattern(element.attributes), _length(element.attributes)

    def _read_attribute(self, element: _Element, key: str, value: str) -> None:
        kind = _KIND_OF[key]
        if kind == "word" or (kind == "numbers" and value in ("none", "inherit")):
            good = bool(_WORD.fullmatch(value))
        elif kind == "paint":
            found = _REFERENCE.fullmatch(value)
            good = found is not None or bool(_COLOUR.fullmatch(value))
            if not good and "url" in value:
                raise UndrawableError("reference", value=_short(value))
            if found is not None:
                element.paints = (*element.paints, found[1])
        else:
            good = self._has_good_numbers(element, key, value, kind)
        if not good:
            raise UndrawableError("value", name=key, value=_short(value))
        element.attributes[key] = value

    def _has_good_numbers(self, element: _Element, key: str, value: str, kind: str) -> bool:
        if kind == "transform":
            element.scale = max(1.0, _enlargement(value))
        elif element.name in GRADIENTS or element.name == "stop":
            if not _SHARES.fullmatch(value):
                return False
        elif not (_PATH if kind == "path" else _NUMBERS).fullmatch(value):
            return False
        numbers = [float(number) for number in _NUMBER.findall(value)]
        element.numbers += len(numbers) + (len(_COMMANDS.findall(value)) if kind == "path" else 0)
        if element.numbers > MAX_NUMBERS:
            raise UndrawableError("numbers", limit=MAX_NUMBERS)
        most = FAR * (MAX_BOX if kind == "transform" else self._size)
        return all(abs(number) <= most for number in numbers)


class _Weigher:
    """Adds up what drawing costs, ``<use>`` and gradients counted each time they are drawn."""

    def __init__(self, ids: dict[str, _Element]) -> None:
        self.ids = ids
        self.elements = self.numbers = 0
        self.dashes = 0.0

    def weigh(self, root: _Element) -> None:
        """Raise ``UndrawableError`` for too much work, or a reference to nothing or itself."""
        self._weigh(root, (), 1.0, 0, 0.0)

    def _weigh(
        self, element: _Element, above: tuple[int, ...], scale: float, layers: int, pattern: float
    ) -> None:
        if id(element) in above:
            raise UndrawableError("loop", name=element.id)
        above = (*above, id(element))
        scale *= element.scale
        layers += "opacity" in element.attributes and element.name not in SHAPES
        for depth, limit in ((len(above), MAX_DEPTH), (layers, MAX_LAYERS)):
            if depth > limit:
                raise UndrawableError("depth", limit=limit)
        if scale > FAR:
            raise UndrawableError("enlarged", limit=FAR)
        pattern = element.pattern or pattern
        self._add(element, pattern)
        for child in element.children:
            if isinstance(child, _Element):
                self._weigh(child, above, scale, layers, pattern)
        for name in (*((element.uses,) if element.uses else ()), *element.paints):
            if name not in self.ids:
                raise UndrawableError("reference", value=_short(f"#{name}"))
            self._weigh(self.ids[name], above, scale, layers, pattern)

    def _add(self, element: _Element, pattern: float) -> None:
        self.elements += 1 + LETTER * element.letters
        self.numbers += element.numbers
        self.dashes += element.length / pattern if pattern else 0
        if self.elements > MAX_ELEMENTS:
            raise UndrawableError("elements", limit=MAX_ELEMENTS)
        if self.numbers > MAX_NUMBERS:
            raise UndrawableError("numbers", limit=MAX_NUMBERS)
        if self.dashes > MAX_DASHES:
            raise UndrawableError("dashes")


def _pattern(attributes: dict[str, str]) -> float:
    """Return the length of a pattern of dashes: infinite for "none", 0 if it is inherited."""
    dashes = attributes.get("stroke-dasharray", "inherit")
    if dashes == "inherit":
        return 0
    return sum(abs(float(number)) for number in _NUMBER.findall(dashes)) or inf


def _length(attributes: dict[str, str]) -> float:
    """Return more than the length of a shape's lines; each ``t`` reflects the curve before it."""
    texts = [attributes.get(key, "") for key in _GEOMETRY]
    length = sum(abs(float(number)) for text in texts for number in _NUMBER.findall(text))
    path = attributes.get("d", "")
    return 2 * pi * length * (1 + path.count("t") + path.count("T"))


def _enlargement(transform: str) -> float:
    whole, at = 1.0, 0
    for found in _TRANSFORM.finditer(transform):
        numbers = [float(number) for number in _NUMBER.findall(found[2])] or [0.0]
        if found.start() != at or not _NUMBERS.fullmatch(found[2]):
            break
        at = found.end()
        if found[1] == "matrix" and len(numbers) == 6:
            squares = sum(number * number for number in numbers[:4])
            area = numbers[0] * numbers[3] - numbers[1] * numbers[2]
            whole *= sqrt((squares + sqrt(max(0.0, squares * squares - 4 * area * area))) / 2)
        elif found[1] == "scale":
            whole *= max(map(abs, numbers))
        elif found[1].startswith("skew"):
            whole *= 1 + abs(tan(radians(numbers[0])))
    if at < len(transform):
        raise UndrawableError("value", name="transform", value=_short(transform))
    return whole


def _written(node: _Element | str, ids: dict[str, str]) -> str:
    if isinstance(node, str):
        return _escaped(node)
    attributes = {
        key: _REFERENCE.sub(lambda found: f"url(#{ids[found[1]]})", value)
        for key, value in node.attributes.items()
    }
    if node.name in ("text", "tspan"):  # dashes along outlines of letters cannot be counted
        attributes = {key: value for key, value in attributes.items() if "stroke" not in key}
        attributes["stroke"] = "none"
    if node.id and node.id in ids:
        attributes["id"] = ids[node.id]
    if node.uses:
        attributes["href"] = f"#{ids[node.uses]}"
    written = "".join(f' {key}="{_escaped(value)}"' for key, value in attributes.items())
    inner = "".join(_written(child, ids) for child in node.children)
    return f"<{node.name}{written}>{inner}</{node.name}>"


def _escaped(text: str) -> str:
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, name)
    return text


def _short(value: str) -> str:
    return value if len(value) <= 40 else f"{value[:39]}…"
