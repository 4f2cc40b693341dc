"""The table: what any frontend shows, and how clicks and keys become moves, without a window."""

from __future__ import annotations

from wargrid.loading.options import option_choices, option_now
from wargrid.players import FRIEND, Seat, Thinkers, read_seat
from wargrid.ruleset.values import to_yaml
from wargrid_play.table.glossary import glossary_of, mentions
from wargrid_play.table.guide import (
    Guide,
    GuidedMatch,
    diagnose_guide,
    guide_file,
    lacks_guide,
    load_guide,
)
from wargrid_play.table.hints import name_move
from wargrid_play.table.history.review import Figures, Review
from wargrid_play.table.lobby import (
    CONTROLS,
    MAX_NAME,
    Clocks,
    Favour,
    FavourView,
    GameForm,
    MenuCard,
    NewGame,
    SeatChoice,
    Seating,
    ShelfRow,
    Shown,
    Steps,
    all_games,
    can_weigh,
    choose_seat,
    continued_text,
    control_name,
    control_text,
    counted,
    end_of,
    example_of,
    form_of,
    games,
    guide_of,
    in_order,
    is_variant,
    low_text,
    menu_card,
    name_of,
    next_control,
    pairing,
    person_names,
    read_seats,
    refusal_of_computers,
    save_texts,
    seat_choices,
    shelf_rows,
    shelve,
    stakes_text,
    start_of,
    time_text,
    times_text,
    title_of,
    title_of_save,
    turn_text,
    write_seats,
)
from wargrid_play.table.offers import Offer, Offers
from wargrid_play.table.opponents import Opponents, Thinker
from wargrid_play.table.preferences import (
    SETTING_CHOICES,
    STEPWISE,
    Preferences,
    ReadSettings,
    read_settings,
    setting_text,
    settings_in,
    write_settings,
)
from wargrid_play.table.rule_text import option_title, option_value
from wargrid_play.table.rulebook import DiagramRow, Section, aim_of, rule_book
from wargrid_play.table.table import Table
from wargrid_play.table.verdicts import Judge
from wargrid_play.table.view import (
    AnimationEvent,
    BarView,
    CardView,
    CellMarkKind,
    ClockView,
    CommandView,
    DiceView,
    GuideView,
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
from wargrid_play.table.wording import Wording

__all__ = [
    "CONTROLS", "FRIEND", "MAX_NAME", "SETTING_CHOICES", "STEPWISE", "AnimationEvent", "BarView",
    "CardView", "CellMarkKind", "ClockView", "Clocks", "CommandView", "DiagramRow", "DiceView",
    "Favour", "FavourView", "Figures", "GameForm", "Guide", "GuideView", "GuidedMatch", "HintView",
    "Judge", "LogView", "LossView", "MarkView", "MarkerView", "MenuCard", "NewGame", "Offer",
    "OfferView", "Offers", "Opponents", "OverView", "Preferences", "PromptView", "ReadSettings",
    "ReplayedAction", "Review", "Seat", "SeatChoice", "Seating", "Section", "ShelfRow", "Shown",
    "SideView", "Steps", "Table", "TerrainView", "Thinker", "Thinkers", "TraceView", "UnitView",
    "View", "Wording", "ZoneView", "aim_of", "all_games", "can_weigh", "choose_seat",
    "continued_text", "control_name", "control_text", "counted", "diagnose_guide", "end_of",
    "example_of", "form_of", "games", "glossary_of", "guide_file", "guide_of", "in_order",
    "is_variant", "lacks_guide", "load_guide", "low_text", "mentions", "menu_card", "name_move",
    "name_of", "next_control", "option_choices", "option_now", "option_title", "option_value",
    "pairing", "person_names", "read_seat", "read_seats", "read_settings", "refusal_of_computers",
    "rule_book", "save_texts", "seat_choices", "setting_text", "settings_in", "shelf_rows",
    "shelve", "stakes_text", "start_of", "time_text", "times_text", "title_of", "title_of_save",
    "to_yaml", "turn_text", "write_seats", "write_settings",
]  # fmt: skip
