"""A view with its looks as it is drawn: tokens, marks, lines, animations, for all frontends."""

from __future__ import annotations

from wargrid.scenes.animation import (
    AGAIN_REST,
    DICE_REST,
    LAST_REST,
    LASTS,
    MAX_MS,
    PANIC,
    REST,
    SOUNDS,
    Animation,
    Frame,
    lasts,
)
from wargrid.scenes.captions import Lettering, caption_words
from wargrid.scenes.drawing import Drawing, drawing_of
from wargrid.scenes.elements import Box, Element, Line, Use, Words
from wargrid.scenes.ground import Ground, ground_of
from wargrid.scenes.heat import Warmth, warmth_of
from wargrid.scenes.legend import LegendEntry, legend_of
from wargrid.scenes.making import (
    busiest,
    caption_of,
    hint_arrows,
    markers,
    moving_scene,
    named_zones,
    place,
    resting_scene,
    terrain_of,
    token,
    turns,
)
from wargrid.scenes.picture import (
    BoardPicture,
    Swatch,
    board_picture,
    ground_svg,
    swatch_svg,
    swatches,
    tile_svg,
)
from wargrid.scenes.scene import (
    Arrow,
    Caption,
    Cell,
    CellMark,
    CellMarker,
    DrawnAttack,
    DrawnLoss,
    DrawnZone,
    Flying,
    MarkShape,
    RollingDice,
    Scene,
    Trace,
    TurnButtons,
)
from wargrid.scenes.shapes import PITCH, BoardShape, HexColumns, HexRows, Squares, shape_of
from wargrid.scenes.sounds import SOUND_FOLDER
from wargrid.scenes.still import board_svg, still_svg

__all__ = [
    "AGAIN_REST", "DICE_REST", "LASTS", "LAST_REST", "MAX_MS", "PANIC", "PITCH", "REST", "SOUNDS",
    "SOUND_FOLDER", "Animation", "Arrow", "BoardPicture", "BoardShape", "Box", "Caption", "Cell",
    "CellMark", "CellMarker", "Drawing", "DrawnAttack", "DrawnLoss", "DrawnZone", "Element",
    "Flying", "Frame", "Ground", "HexColumns", "HexRows", "LegendEntry", "Lettering", "Line",
    "MarkShape", "RollingDice", "Scene", "Squares", "Swatch", "Trace", "TurnButtons", "Use",
    "Warmth", "Words", "board_picture", "board_svg", "busiest", "caption_of", "caption_words",
    "drawing_of", "ground_of", "ground_svg", "hint_arrows", "lasts", "legend_of", "markers",
    "moving_scene", "named_zones", "place", "resting_scene", "shape_of", "still_svg", "swatch_svg",
    "swatches", "terrain_of", "tile_svg", "token", "turns", "warmth_of",
]  # fmt: skip
