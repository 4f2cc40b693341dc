"""The table: what any frontend shows, and how clicks and keys become moves, without a window."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargrid.table.rule_text import (
        option_choices,
        option_now,
        option_title,
        option_value,
        to_yaml,
    )
    from wargrid.table.rulebook import Section, rule_book
    from wargrid.table.table import Table
    from wargrid.table.view import (
        AnimationEvent,
        BarView,
        CardView,
        CommandView,
        DiceView,
        LogView,
        LossView,
        MarkView,
        OverView,
        PromptView,
        SideView,
        TerrainView,
        UnitView,
        View,
        ZoneView,
    )
    from wargrid.table.wording import FACING_WORDS, result_text

_HOMES = {
    "rule_text": "option_choices option_now option_title option_value to_yaml",
    "rulebook": "Section rule_book",
    "table": "Table",
    "view": "AnimationEvent BarView CardView CommandView DiceView LogView LossView MarkView "
    "OverView PromptView SideView TerrainView UnitView View ZoneView",
    "wording": "FACING_WORDS result_text",
}
"""The public names by the module that defines them; each module is imported on first use."""

__all__ = [
    "FACING_WORDS", "AnimationEvent", "BarView", "CardView", "CommandView", "DiceView", "LogView",
    "LossView", "MarkView", "OverView", "PromptView", "Section", "SideView", "Table",
    "TerrainView", "UnitView", "View", "ZoneView", "option_choices", "option_now", "option_title",
    "option_value", "result_text", "rule_book", "to_yaml",
]  # fmt: skip


def __getattr__(name: str) -> object:
    home = next((home for home, names in _HOMES.items() if name in names.split()), None)
    if home is None:
        raise AttributeError(f"module 'wargrid.table' has no attribute {name!r}")
    found = getattr(import_module(f"wargrid.table.{home}"), name)
    globals()[name] = found
    return found
