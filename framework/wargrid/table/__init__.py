"""The table: what any frontend shows and how clicks and keys become moves, without a window."""

from __future__ import annotations

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

__all__ = [
    "BarView", "CardView", "CommandView", "DiceView", "LogView", "LossView", "MarkView", "News", "OverView",
    "PromptView", "SideView", "Table", "TerrainView", "UnitView", "View",
]  # fmt: skip
