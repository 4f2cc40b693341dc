"""The models of ``looks.yaml``: colours, shapes and icons of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from wargrid import validation_error
from wargrid.text import quote

_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")

_SHORT_COLOUR: Final = re.compile(r"[0-9a-fA-F]{3}")

Shape = Literal[
    "square", "octagon", "round", "shield", "hexagon", "diamond", "pentagon", "pentagon_down",
    "none",
]  # fmt: skip

TURNED: Final[Mapping[Shape, Shape]] = {"pentagon": "pentagon_down", "pentagon_down": "pentagon"}
"""The shapes that point somewhere, each with the one that a half turn makes of it."""


def _coloured(text: str) -> str:
    if not _COLOUR.fullmatch(text):
        raise validation_error("not_a_colour", value=quote(text), near=_meant(text))
    return text.lower()


def _meant(text: str) -> str:
    """Return the colour that lacks its sign, or has one digit for two."""
    digits = text.removeprefix("#")
    if _SHORT_COLOUR.fullmatch(digits):
        digits = "".join(digit * 2 for digit in digits)
    return f"#{digits}" if _COLOUR.fullmatch(f"#{digits}") else ""


Colour = Annotated[
    str, AfterValidator(_coloured), Field(json_schema_extra={"pattern": f"^{_COLOUR.pattern}$"})
]


class Frozen(BaseModel):
    """A part of ``looks.yaml``: nothing in it may be changed or unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Texture = Literal["none", "grass", "wood"]
Form = Literal["tile", "path", "stream"]


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
    """The colour in place of white in the icons of its units; black becomes the ground."""

    rings: Literal[1, 2] = 1
    """How many bright lines lie within the edge, so that sides of one shape differ."""

    shape: Shape = "square"
    """The outline of the token, so that sides differ without their colours. A pentagon points to
    the north, or ``pentagon_down`` to the south, and turns with the board. With ``none`` units are
    figures: icons in ``top`` with an outline in ``edge``, and no token around them, which only
    units without an icon, with several men or with numbers keep."""

    @property
    def bare(self) -> bool:
        """Whether its units are figures, without a token around them."""
        return self.shape == "none"

    @property
    def turned(self) -> SideLook:
        """The look of the side on a board that is seen from its north."""
        return self.model_copy(update={"shape": TURNED.get(self.shape, self.shape)})


class BoardLook(Frozen):
    """The board's checker, the lines between its cells and the frame around it."""

    light: Colour = "#7d9259"
    """Every other cell of a board without terrains, or of the first terrain if ``terrain`` does not
    describe it."""

    dark: Colour = "#71864f"
    """The cells between them."""

    line: Colour = "#56683b"
    """The lines between cells."""

    frame: Colour = "#14110d"
    """The frame with the names of columns and rows."""

    points: bool = False
    """Whether units are on the crossings of lines, as in games of East Asia, and not in squares."""

    texture: Texture = "none"
    """What is drawn lightly over the ground: blades of grass, the grain of wood, or nothing."""


class TerrainLook(Frozen):
    """One terrain: its ground colour, and an icon drawn over it."""

    colour: Colour
    """The ground."""

    icon: str | None = None
    """A drawing in each of its cells: the path of an SVG file beside ``looks.yaml``, or null for
    none."""

    ink: Colour = "#24361c"
    """What takes the place of white in the drawing, and the ripples of a stream."""

    form: Form = "tile"
    """``tile`` fills the cell; ``path`` and ``stream`` are strips on the ground of the board that
    join their neighbours of the same form, and a path across a stream is a bridge."""


EdgeForm = Literal["water", "bridge", "wall"]


class EdgeLook(Frozen):
    """One kind of edge between cells."""

    form: EdgeForm | None = None
    """``water`` is a blue stroke along the edge, ``wall`` a dark one with stones, ``bridge`` leads
    across it; by default a wall, a bridge for what lies over another kind, else water."""

    colour: Colour | None = None
    """The inner colour of the stroke or of the planks, or null for the usual one."""


ZoneMark = Literal["wash", "outline", "shore", "diagonals"]


class ZoneLook(Frozen):
    """The drawing of a zone on the ground.

    ``marks`` are one or several of: ``wash`` (its cells take on the colour), ``outline`` (a line
    all around it), ``shore`` (a band along its edges, but not along those of the board: two shores
    that meet are a river) and ``diagonals`` (from corner to corner, as in a palace). Without a
    ``colour`` it has that of the side it belongs to. ``when`` names options of the ruleset and the
    values they must have for the zone to be drawn; an option that the ruleset does not have asks
    nothing. Without a description, a zone named by a victory condition has an outline, and others
    are not drawn.
    """

    marks: tuple[ZoneMark, ...]
    """Its marks, one or several, or none: ``[]``."""

    colour: Colour | None = None
    """The colour of the marks, or null for that of the side whose zone it is."""

    when: Mapping[str, bool | int | str] = {}
    """The options of the ruleset, and the values they must have, for the zone to be drawn."""


class LooksFile(Frozen):
    """The whole of a ``looks.yaml``."""

    sides: Mapping[str, SideLook] = {}
    """The tokens of each side."""

    units: Mapping[str, str] = {}
    """The icon of each type of unit, an SVG file; a type without one is shown by its letter."""

    characters: Mapping[str, Mapping[str, str]] = {}
    """For each side the written signs of its units, for players who prefer them to icons."""

    faces: Mapping[str, str] = {}
    """The icon of each face of the dice; a face without one is shown by pips or letters."""

    terrain: Mapping[str, TerrainLook] = {}
    """The ground of each terrain."""

    zones: Mapping[str, ZoneLook] = {}
    """The zones that are drawn on the ground."""

    edges: Mapping[str, EdgeLook] = {}
    """The kinds of edges between cells, where they are not drawn as usual."""

    board: BoardLook = BoardLook()
    """The cells, lines and frame of a board."""


class LooksData(LooksFile):
    """The looks of one game, complete: every side and terrain of it, and the text of each icon.

    ``units``, ``characters``, ``faces`` and ``terrain`` name icons by their keys in ``icons``.
    """

    icons: Mapping[str, str] = {}
    """The SVG texts: white is to be the ink of a side, a terrain or a die, and black its ground."""

    bare: str | None = None
    """The terrain that shows the checker of the board."""

    colours: tuple[str, ...] = ()
    """The words of the colours that sides have instead of their own, in the game's order."""
