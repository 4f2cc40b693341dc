"""YAML sources: reading with positions, merging, and diagnostics with their codes."""

from __future__ import annotations

from wargrid.source.codes import CODES, DOUBTED, FAMILIES, FROM_PLAY
from wargrid.source.diagnostics import (
    LEFT_OPEN,
    MAX_DIAGNOSTICS,
    MAX_OF_ONE_CODE,
    Diagnostic,
    Place,
    RulesetError,
    diagnostic,
    distinct,
)
from wargrid.source.document import Document, Key, Mark, Node, changed, diagnostic_at, inside_block
from wargrid.source.dump import block, dump_yaml, flow, lines_of, on_one_line, yaml_line
from wargrid.source.folders import HOME, data_folder
from wargrid.source.inherit import EXTENDS, FindParent, Likes, apply_likes, resolve
from wargrid.source.merge import PLUGINS, SETTING, Merged, Use, still_used, taker_of
from wargrid.source.says import LIKE
from wargrid.source.yaml_errors import glued_pair
from wargrid.source.yaml_reader import read, read_source, read_text, read_value, shown_path

__all__ = [
    "CODES", "DOUBTED", "EXTENDS", "FAMILIES", "FROM_PLAY", "HOME", "LEFT_OPEN", "LIKE",
    "MAX_DIAGNOSTICS", "MAX_OF_ONE_CODE", "PLUGINS", "SETTING", "Diagnostic", "Document",
    "FindParent", "Key", "Likes", "Mark", "Merged", "Node", "Place", "RulesetError", "Use",
    "apply_likes", "block", "changed", "data_folder", "diagnostic", "diagnostic_at", "distinct",
    "dump_yaml", "flow", "glued_pair", "inside_block", "lines_of", "on_one_line", "read",
    "read_source", "read_text", "read_value", "resolve", "shown_path", "still_used", "taker_of",
    "yaml_line",
]  # fmt: skip
