"""How a game looks: the colours and icons its ``looks.yaml`` names, or plain ones where it names none."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from wargrid.faults import Fault, RulesetError
from wargrid.options import written
from wargrid.ruleset.complaints import complaints
from wargrid.ruleset.keys import keys_at
from wargrid.ruleset.library import roots
from wargrid.ruleset.merge import resolve
from wargrid.ruleset.nodes import Document
from wargrid.ruleset.reader import read as read_guarded
from wargrid.text import words
from wargrid_pygame import svg

FILE: Final = "looks.yaml"
LARGEST: Final = 65_536
"""How many bytes a ``looks.yaml`` or an icon may have."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

Shape = Literal["square", "octagon", "round", "shield", "hexagon", "diamond"]


def _coloured(text: str) -> str:
    if not _COLOUR.fullmatch(text):
        raise ValueError('a colour is written "#rrggbb", in quotes')
    return text.lower()


Colour = Annotated[str, AfterValidator(_coloured), Field(json_schema_extra={"pattern": f"^{_COLOUR.pattern}$"})]


class Frozen(BaseModel):
    """A part of ``looks.yaml``: nothing in it may be changed or unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SideLook(Frozen):
    """One side's token: its two body colours, its borders, the ink of its icon and its shape."""

    top: Colour
    """The token's upper colour, which runs over into the lower one."""

    low: Colour
    """Its lower colour."""

    edge: Colour = "#14110d"
    """The line around it."""

    rim: Colour = "#ffffff"
    """The bright line within its edge."""

    ink: Colour = "#ffffff"
    """What takes the place of white in the icons of its units; black becomes the ground."""

    shape: Shape = "square"
    """The outline of the token, so that sides differ without their colours."""


class BoardLook(Frozen):
    """The board's checker, the lines between its cells and the frame around it."""

    light: Colour = "#7d9259"
    """Every other cell, where no terrain has a colour of its own."""

    dark: Colour = "#71864f"
    """The cells between them."""

    line: Colour = "#56683b"
    """The lines between cells."""

    frame: Colour = "#14110d"
    """The frame with the names of columns and rows."""


class TerrainLook(Frozen):
    """One terrain: its ground colour, and a drawing laid over it (an SVG file beside ``looks.yaml``)."""

    colour: Colour
    """The ground."""

    icon: str | None = None
    """A drawing in each of its cells: the path of an SVG file beside ``looks.yaml``, or null for none."""

    ink: Colour = "#24361c"
    """What takes the place of white in the drawing."""


ZoneMark = Literal["wash", "outline", "shore", "diagonals"]


class ZoneLook(Frozen):
    """How a zone is drawn on the ground; zones nobody describes are not drawn.

    ``marks`` are one or several of: ``wash`` (its cells take on the colour), ``outline`` (a line all around it),
    ``shore`` (a band along its edges, but not along those of the board: two shores that meet are a river) and
    ``diagonals`` (from corner to corner, as in a palace). Without a ``colour`` it has that of the side it
    belongs to. ``when`` names options of the ruleset and the values they must have for the zone to be drawn; an option
    that the ruleset does not have asks nothing.
    """

    marks: tuple[ZoneMark, ...]
    """How it is marked, in one way or several."""

    colour: Colour | None = None
    """The colour of the marks, or null for that of the side whose zone it is."""

    when: Mapping[str, bool | int | str] = {}
    """The options of the ruleset, and the values they must have, for the zone to be drawn."""


class LooksFile(Frozen):
    """Everything a ``looks.yaml`` may say."""

    sides: Mapping[str, SideLook] = {}
    """The tokens of each side."""

    units: Mapping[str, str] = {}
    """The icon of each type of unit, an SVG file; a type without one is shown by its letter."""

    faces: Mapping[str, str] = {}
    """The icon of each face of the dice; a face without one is shown by pips or letters."""

    terrain: Mapping[str, TerrainLook] = {}
    """The ground of each terrain."""

    zones: Mapping[str, ZoneLook] = {}
    """The zones that are drawn on the ground."""

    board: BoardLook = BoardLook()
    """The cells, lines and frame of a board."""


PLAIN_SIDES: Final = (
    SideLook(top="#2f62ad", low="#1d3f78", edge="#0b1526", rim="#8fb8f2", shape="square"),
    SideLook(top="#b8352d", low="#7c1f1b", edge="#250908", rim="#ffb3a6", shape="octagon"),
    SideLook(top="#ece6d6", low="#b9ae93", edge="#2b2519", rim="#ffffff", ink="#2b2519", shape="round"),
    SideLook(top="#46813a", low="#2a5522", edge="#0e1f0a", rim="#b4e0a4", shape="hexagon"),
    SideLook(top="#6d4a94", low="#452c62", edge="#170d22", rim="#d6bdf0", shape="shield"),
    SideLook(top="#50575f", low="#2e3338", edge="#0c0e10", rim="#c9d2da", shape="diamond"),
)
"""What the sides look like, in their order, when nobody has said."""

PLAIN_TERRAIN: Final = ("#4b7aa0", "#48633a", "#9c8a5c", "#8c8f94", "#b7cfd8", "#6b5140")
"""Ground colours handed to terrains nobody has coloured, in the order they are asked for by name."""


class LooksError(ValueError):
    """A ``looks.yaml`` or an icon it names cannot be used; the text says where and why."""


class Looks:
    """The looks of one game, answered for every name: what the file does not say is plain."""

    def __init__(self, said: LooksFile | None = None, folder: Path | None = None, sides: Sequence[str] = ()) -> None:
        self.said = said or LooksFile()
        self.folder = folder
        self._order = list(sides) or list(self.said.sides)
        self._terrains = list(self.said.terrain)
        self._read: dict[str, str] = {}

    @property
    def files(self) -> list[Path]:
        """The icons that are named."""
        named = [*self.said.units.values(), *self.said.faces.values()]
        named += [terrain.icon for terrain in self.said.terrain.values() if terrain.icon]
        return [] if self.folder is None else [self.folder / name for name in named]

    def complete(self) -> Looks:
        """These looks once every icon is read, so that none can be missing later; raises ``LooksError``."""
        self._read = {str(file): icon_text(file) for file in self.files}
        return self

    @property
    def board(self) -> BoardLook:
        """The colours of the board."""
        return self.said.board

    def side(self, name: str) -> SideLook:
        """The token of a side; sides nobody described get a plain one each, by their order."""
        said = self.said.sides.get(name)
        return said or PLAIN_SIDES[_index(self._order, name) % len(PLAIN_SIDES)]

    def unit_icon(self, kind: str) -> str | None:
        """The SVG text of a type of unit, or None if it is shown by its letter."""
        return self._icon(self.said.units.get(kind))

    def face_icon(self, face: str) -> str | None:
        """The SVG text of a die's face, or None if it is shown by pips or by its first letters."""
        return self._icon(self.said.faces.get(face))

    def terrain(self, name: str) -> TerrainLook:
        """The ground of a terrain; terrains nobody described get a plain colour each."""
        said = self.said.terrain.get(name)
        return said or TerrainLook(colour=PLAIN_TERRAIN[_index(self._terrains, name) % len(PLAIN_TERRAIN)])

    def knows_terrain(self, name: str) -> bool:
        """Whether the file says how a terrain looks."""
        return name in self.said.terrain

    def zone(self, name: str, settings: Mapping[str, str]) -> ZoneLook | None:
        """How a zone is drawn while options are set like this, their values as YAML has them; None if it is not."""
        said = self.said.zones.get(name)
        asked = {} if said is None else {option: written(value) for option, value in said.when.items()}
        return said if all(settings.get(option, value) == value for option, value in asked.items()) else None

    def terrain_icon(self, name: str) -> str | None:
        """The SVG text laid over a terrain, in its ink, or None."""
        look = self.terrain(name)
        source = self._icon(look.icon)
        return source and svg.recoloured(source, look.ink, look.colour)

    def _icon(self, path: str | None) -> str | None:
        if path is None or self.folder is None:
            return None
        file = self.folder / path
        return self._read.get(str(file)) or icon_text(file)


def _index(known: list[str], name: str) -> int:
    """Find a name's place, adding it at the end if it is new."""
    if name not in known:
        known.append(name)
    return known.index(name)


@lru_cache(maxsize=512)
def icon_text(path: Path) -> str:
    """Read an icon, once; raises ``LooksError`` when it is missing or no SVG."""
    try:
        source = small_text(path)
        svg.raster(source, 8, 8)
    except (OSError, ValueError) as error:
        raise LooksError(words("en").say("looks.icon", path=path, why=_reason(error))) from error
    return source


def small_text(path: Path) -> str:
    """Read a text file of at most ``LARGEST`` bytes; raises ``OSError`` for anything else, a device included."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "this is no file")
    with path.open("rb") as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise OSError(errno.EFBIG, f"it is larger than {LARGEST} bytes")
    return content.decode("utf-8")


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def find(ruleset: Path, root: Path) -> Path | None:
    """Find the ``looks.yaml`` nearest to a ruleset's file: in its folder, or above it up to ``root``."""
    top, own = root.resolve(), ruleset.resolve().parent
    folders = [own, *own.parents] if own.is_relative_to(top) else [own]
    within = [folder for folder in folders if folder == own or folder.is_relative_to(top)]
    return next((folder / FILE for folder in within if (folder / FILE).is_file()), None)


def read(path: Path, language: str = "en") -> LooksFile:
    """Read a ``looks.yaml``; raises ``LooksError`` naming the file, the place in it and what is wrong."""
    try:
        small_text(path)
        return LooksFile.model_validate(read_guarded(path).data)
    except RulesetError as error:
        fault = error.faults[0]
        why = f"{fault.line}:{fault.column}: {fault.sentence(language)}"
        raise LooksError(words(language).say("looks.unreadable", path=path, why=why)) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or FILE
        raise LooksError(words(language).say("looks.wrong", path=path, where=where, why=first["msg"])) from error
    except (OSError, UnicodeDecodeError) as error:
        why = " ".join(str(error).split())
        raise LooksError(words(language).say("looks.unreadable", path=path, why=why)) from error


def faults_of(path: Path) -> list[Fault]:
    """Everything wrong with a ``looks.yaml``, each at its line, and with the icons it names."""
    try:
        document = read_guarded(path)
    except RulesetError as error:
        return list(error.faults)
    try:
        LooksFile.model_validate(document.data)
    except ValidationError as error:
        return complaints(error, resolve(document), near=lambda place: keys_at(LooksFile, place))
    return list(_broken_icons(document, path.parent))


def _broken_icons(document: Document, folder: Path) -> Iterator[Fault]:
    """The icons that a whole ``looks.yaml`` names and nobody can draw."""
    for place, node in document.root.walk():
        if place[0:1] not in (("units",), ("faces",)) and place[-1:] != ("icon",):
            continue
        if isinstance(node.value, str):
            try:
                icon_text(folder / node.value)
            except LooksError as error:
                yield document.fault(place, "looks_icon", icon=node.value, why=str(error.__cause__))


def looks_beside(files: Sequence[Path], sides: Sequence[str] = (), language: str = "en") -> Looks:
    """The looks of a ruleset read from these files: those found first, beside its own file or what it extends."""
    found = beside(files)
    return Looks(sides=sides) if found is None else Looks(read(found, language), found.parent, sides)


def beside(files: Sequence[Path]) -> Path | None:
    """The ``looks.yaml`` of a ruleset read from these files, if it has one."""
    return next((looks for file in files if (looks := find(file, _root_of(file)))), None)


def _root_of(file: Path) -> Path:
    """The folder of rulesets that a file lies in, or its own folder."""
    path = file.resolve()
    return next((root for root in roots() if path.is_relative_to(root.resolve())), path.parent)


def looks_for(ruleset: Path | None, root: Path, sides: Sequence[str] = (), language: str = "en") -> Looks:
    """The looks of the ruleset in a file, its sides in the order of play; plain ones if it has none."""
    found = find(ruleset, root) if ruleset else None
    if found is None:
        return Looks(sides=sides)
    return Looks(read(found, language), found.parent, sides)
