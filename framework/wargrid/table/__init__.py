"""The table: what any frontend shows, and how clicks and keys become moves, without a window."""

from __future__ import annotations

from wargrid.players import Seat, Thinkers, read_seat
from wargrid.ruleset.values import to_yaml
from wargrid.table.glossary import glossary_of, mentions
from wargrid.table.guide import (
    Guide,
    GuidedMatch,
    diagnose_guide,
    guide_file,
    lacks_guide,
    load_guide,
)
from wargrid.table.hints import name_move
from wargrid.table.history.review import Figures, Review
from wargrid.table.lobby import (
    CONTROLS,
    FRIEND,
    MAX_NAME,
    Clocks,
    SeatChoice,
    Seating,
    ShelfRow,
    choose_seat,
    control_name,
    control_text,
    counted,
    example_of,
    guide_of,
    in_order,
    is_variant,
    name_of,
    pairing,
    person_names,
    refusal_of_computers,
    seat_choices,
    shelve,
    stakes_text,
    time_text,
)
from wargrid.table.offers import Offer, Offers
from wargrid.table.opponents import Opponents, Thinker
from wargrid.table.rule_text import option_choices, option_now, option_title, option_value
from wargrid.table.rulebook import DiagramRow, Section, rule_book
from wargrid.table.table import Table
from wargrid.table.verdicts import Judge
from wargrid.table.view import (
    AnimationEvent,
    BarView,
    CardView,
    CellMarkKind,
    ClockView,
    CommandView,
    DiceView,
    HintView,
    LogView,
    LossView,
    MarkerView,
    MarkView,
    OfferView,
    OverView,
    PromptView,
    ReplayedAction,
    SideView,
    TerrainView,
    TraceView,
    UnitView,
    View,
    ZoneView,
)
from wargrid.table.wording import Wording, result_text

__all__ = [
    "CONTROLS", "FRIEND", "MAX_NAME", "AnimationEvent", "BarView", "CardView", "CellMarkKind",
    "ClockView", "Clocks", "CommandView", "DiagramRow", "DiceView", "Figures", "Guide",
    "GuidedMatch", "HintView", "Judge", "LogView", "LossView", "MarkView", "MarkerView", "Offer",
    "OfferView", "Offers", "Opponents", "OverView", "PromptView", "ReplayedAction", "Review",
    "Seat", "SeatChoice", "Seating", "Section", "ShelfRow", "SideView", "Table", "TerrainView",
    "Thinker", "Thinkers", "TraceView", "UnitView", "View", "Wording", "ZoneView", "choose_seat",
    "control_name", "control_text", "counted", "diagnose_guide", "example_of", "glossary_of",
    "guide_file", "guide_of", "in_order", "is_variant", "lacks_guide", "load_guide", "mentions",
    "name_move", "name_of", "option_choices", "option_now", "option_title", "option_value",
    "pairing", "person_names", "read_seat", "refusal_of_computers", "result_text", "rule_book",
    "seat_choices", "shelve", "stakes_text", "time_text", "to_yaml",
]  # fmt: skip
