"""The face of the framework for frontends: all that a plain one needs, beside ``wargrid`` itself.

Larger frontends also import from the packages ``wargrid_play.table``, ``wargrid_play.looks``,
``wargrid_play.scenes``, ``wargrid.match``, ``wargrid.text`` and those beside ``wargrid_play``,
never from the modules below them. The framework itself draws nothing.
"""

from __future__ import annotations

from wargrid.launch import CannotStart, NoFrontend, Serving, Start, replay_writer
from wargrid.loading.library import SUFFIX as RULESET_SUFFIX
from wargrid.loading.library import is_yaml
from wargrid.loading.library import locate as game_file
from wargrid.loading.library import names as game_names
from wargrid.loading.listing import game_name, game_title
from wargrid.loading.loader import Loaded, Recipe, load_named
from wargrid.loading.scenarios import is_board
from wargrid.offers import load_offer
from wargrid.plugins.local_code import UNTRUSTED, untrusted_files
from wargrid.plugins.trust import trust, trust_folder
from wargrid.text import catalog, preferred_language
from wargrid_play.looks import png
from wargrid_play.looks.svg import FONTS
from wargrid_play.scenes import board_svg, shape_of
from wargrid_play.scenes.cards import (
    Bar,
    Chart,
    Heading,
    Item,
    Note,
    Pair,
    Two,
    card_items,
    hint_items,
    prompt_items,
)
from wargrid_play.scenes.still import FRAME
from wargrid_play.table import CardView, CommandView, LogView, Opponents, PromptView, Table, View
from wargrid_play.table.input.keys import KeyReader, Stroke, carry_out, choices_of
from wargrid_play.table.lobby.session import Session, new_session, session_of

__all__ = [
    "FONTS", "FRAME", "RULESET_SUFFIX", "UNTRUSTED", "Bar", "CannotStart", "CardView", "Chart",
    "CommandView", "Heading", "Item", "KeyReader", "Loaded", "LogView", "NoFrontend", "Note",
    "Opponents", "Pair", "PromptView", "Recipe", "Serving", "Session", "Start", "Stroke", "Table",
    "Two", "View", "board_svg", "card_items", "carry_out", "catalog", "choices_of", "game_file",
    "game_name", "game_names", "game_title", "hint_items", "is_board", "is_yaml", "load_named",
    "load_offer", "new_session", "png", "preferred_language", "prompt_items", "replay_writer",
    "session_of", "shape_of", "trust", "trust_folder", "untrusted_files",
]  # fmt: skip
