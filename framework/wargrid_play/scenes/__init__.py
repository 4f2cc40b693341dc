"""What is drawn of a view with its looks: tokens, marks, lines, animations, for all frontends."""

from __future__ import annotations

from wargrid_play.scenes.animation import (
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
from wargrid_play.scenes.captions import Lettering, caption_words
from wargrid_play.scenes.cards import (
    Bar,
    Heading,
    Item,
    Note,
    Pair,
    Two,
    card_items,
    hint_items,
    prompt_items,
)
from wargrid_play.scenes.drawing import Drawing, drawing_of
from wargrid_play.scenes.edges import nearest_beyond
from wargrid_play.scenes.elements import Box, Element, Line, Use, Words
from wargrid_play.scenes.ground import Ground, ground_of
from wargrid_play.scenes.heat import Warmth, warmth_of
from wargrid_play.scenes.kept import keep_picture, picture_file, read_picture
from wargrid_play.scenes.legend import LegendEntry, legend_of
from wargrid_play.scenes.making import (
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
from wargrid_play.scenes.menus import (
    Offered,
    end_entries,
    end_lines,
    help_keys,
    offered_in,
    pause_entries,
    player_name,
)
from wargrid_play.scenes.picture import (
    BoardPicture,
    Swatch,
    board_picture,
    ground_svg,
    swatch_svg,
    swatches,
    tile_svg,
)
from wargrid_play.scenes.scene import (
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
from wargrid_play.scenes.shapes import PITCH, BoardShape, HexColumns, HexRows, Squares, shape_of
from wargrid_play.scenes.sounds import SOUND_FOLDER
from wargrid_play.scenes.still import board_svg, card_svg, still_svg

__all__ = [
    "AGAIN_REST", "DICE_REST", "LASTS", "LAST_REST", "MAX_MS", "PANIC", "PITCH", "REST", "SOUNDS",
    "SOUND_FOLDER", "Animation", "Arrow", "Bar", "BoardPicture", "BoardShape", "Box", "Caption",
    "Cell", "CellMark", "CellMarker", "Drawing", "DrawnAttack", "DrawnLoss", "DrawnZone", "Element",
    "Flying", "Frame", "Ground", "Heading", "HexColumns", "HexRows", "Item", "LegendEntry",
    "Lettering", "Line", "MarkShape", "Note", "Offered", "Pair", "RollingDice", "Scene", "Squares",
    "Strip", "Swatch", "Trace", "TurnButtons", "Two", "Use", "Warmth", "Words", "board_picture",
    "board_svg", "busiest", "caption_of", "caption_words", "card_items", "card_svg", "drawing_of",
    "end_entries", "end_lines", "ground_of", "ground_svg", "help_keys", "hint_arrows", "hint_items",
    "keep_picture", "lasts", "legend_of", "markers", "moving_scene", "named_zones",
    "nearest_beyond", "offered_in", "pause_entries", "picture_file", "place", "player_name",
    "prompt_items", "read_picture", "resting_scene", "shape_of", "still_svg", "swatch_svg",
    "swatches", "terrain_of", "tile_svg", "token", "turns", "warmth_of",
]  # fmt: skip
