"""The editor of boards: paints, judges and saves them as scenarios, without a pixel."""

from __future__ import annotations

from wargrid_editor.desk import Desk, open_desk, resume_desk
from wargrid_editor.editor import KEYS
from wargrid_editor.errors import BoardError
from wargrid_editor.shelf import (
    BoardFile,
    boards,
    copy,
    delete,
    drafts,
    example_of_board,
    export,
    export_name,
    lost_by_export,
    mend_drafts,
    rename,
    take_file,
    take_in,
)
from wargrid_editor.view import EditorView, FindingView, PaletteEntry, SettingView

__all__ = [
    "KEYS", "BoardError", "BoardFile", "Desk", "EditorView", "FindingView", "PaletteEntry",
    "SettingView", "boards", "copy", "delete", "drafts", "example_of_board", "export",
    "export_name", "lost_by_export", "mend_drafts", "open_desk", "rename", "resume_desk",
    "take_file", "take_in",
]  # fmt: skip
