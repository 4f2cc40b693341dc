"""The table: what any frontend shows and how clicks and keys become moves, without a window."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.table.table import Table
    from wargrid.table.view import (
        BarView,
        CardView,
        CommandView,
        DiceView,
        LogView,
        LossView,
        MarkView,
        News,
        OverView,
        PromptView,
        SideView,
        TerrainView,
        UnitView,
        View,
    )

_HOMES = {
    "Table": "table",
    "BarView": "view",
    "CardView": "view",
    "CommandView": "view",
    "DiceView": "view",
    "LogView": "view",
    "LossView": "view",
    "MarkView": "view",
    "News": "view",
    "OverView": "view",
    "PromptView": "view",
    "SideView": "view",
    "TerrainView": "view",
    "UnitView": "view",
    "View": "view",
}

__all__ = [
    "BarView", "CardView", "CommandView", "DiceView", "LogView", "LossView", "MarkView", "News",
    "OverView", "PromptView", "SideView", "Table", "TerrainView", "UnitView", "View",
]  # fmt: skip


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'wargrid.table' has no attribute {name!r}")
    found = getattr(import_module(f"wargrid.table.{home}"), name)
    globals()[name] = found
    return found
