"""The face of the framework for frontends: all that a plain one needs, beside ``wargrid`` itself.

Larger frontends also import from the packages ``wargrid.table``, ``wargrid.looks``,
``wargrid.scenes``, ``wargrid.match``, ``wargrid.text``, ``wargrid.editor`` and ``wargrid.remote``,
never from the modules below them. The framework itself draws nothing.
"""

from __future__ import annotations

from wargrid.launch import NoFrontend, Serving, Start
from wargrid.loading.library import SUFFIX as RULESET_SUFFIX
from wargrid.loading.library import is_yaml
from wargrid.loading.library import locate as game_file
from wargrid.loading.library import names as game_names
from wargrid.loading.listing import game_name, game_title
from wargrid.loading.loader import Loaded, Recipe, load_named
from wargrid.looks import looks_of, png
from wargrid.plugins.local_code import UNTRUSTED, untrusted_files
from wargrid.plugins.trust import trust, trust_folder
from wargrid.scenes import shape_of
from wargrid.scenes.cards import (
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
from wargrid.table import CommandView, Opponents, Table, View
from wargrid.table.input.keys import KeyReader, Stroke, choices_of
from wargrid.text import Catalog, catalog, preferred_language

__all__ = [
    "RULESET_SUFFIX", "UNTRUSTED", "Bar", "Catalog", "Chart", "CommandView", "Heading", "Item",
    "KeyReader", "Loaded", "NoFrontend", "Note", "Opponents", "Pair", "Recipe", "Serving", "Start",
    "Stroke", "Table", "Two", "View", "card_items", "catalog", "choices_of", "game_file",
    "game_name", "game_names", "game_title", "hint_items", "is_yaml", "load_named", "looks_of",
    "png", "preferred_language", "prompt_items", "shape_of", "trust", "trust_folder",
    "untrusted_files",
]  # fmt: skip
