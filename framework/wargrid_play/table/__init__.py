"""The table: what any frontend shows, and how clicks and keys become moves, without a window."""

from __future__ import annotations

from wargrid.loading.options import option_choices
from wargrid.players import FRIEND, Seat, Thinkers, read_seat
from wargrid_play.table.command_keys import keys_with
from wargrid_play.table.glossary import glossary_of, mentions
from wargrid_play.table.guide import (
    GuidedMatch,
    diagnose_guide,
    guide_file,
    guided_again,
    load_guide,
)
from wargrid_play.table.hints import name_move
from wargrid_play.table.history.analysis import MAX_COMMENT, Analysis, BranchRow
from wargrid_play.table.history.review import Review, Step
from wargrid_play.table.input.keys import (
    ARROWS,
    FIXED,
    SHORTCUTS,
    KeyReader,
    Stroke,
    carry_out,
    choices_of,
    key_of,
)
from wargrid_play.table.input.own_keys import REBOUND, key_pressed, refuse_key
from wargrid_play.table.lobby import (
    CONTROLS,
    MAX_NAME,
    ClockError,
    Clocks,
    Favour,
    GameForm,
    NewGame,
    Seating,
    ShelfRow,
    Shown,
    Steps,
    all_games,
    choose_seat,
    continued_text,
    control_name,
    control_text,
    copies_of,
    counted,
    downloads,
    end_of,
    example_of,
    form_of,
    games,
    games_in,
    games_in_text,
    guide_of,
    in_order,
    is_game_file,
    is_variant,
    lessons,
    low_text,
    menu_card,
    name_of,
    next_control,
    next_lesson,
    opened,
    pairing,
    pasted_position,
    person_names,
    read_clock,
    read_seats,
    refusal_of_computers,
    save_as,
    save_texts,
    search_games,
    seat_choices,
    shelf_rows,
    shelve,
    sought,
    stakes_text,
    start_of,
    time_text,
    times_text,
    title_of,
    title_of_game,
    title_of_save,
    told,
    typed_clock,
    write_seats,
)
from wargrid_play.table.lobby.battles import (
    battle_title,
    campaign_of,
    campaigns_of,
    counts,
    idle_text,
)
from wargrid_play.table.lobby.clock import Awake, monotonic
from wargrid_play.table.lobby.new_game import offered
from wargrid_play.table.lobby.reload import Reload, RulesChange, Trust
from wargrid_play.table.lobby.results import Results, read_results, result_of, write_results
from wargrid_play.table.lobby.seating import COMPUTER, ENGINE
from wargrid_play.table.lobby.session import (
    Session,
    branched,
    guided_session,
    is_long,
    lesson_under_way,
    new_session,
    now,
    resume,
    seeded,
    session_of,
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
from wargrid_play.table.rulebook import DiagramRow, Section, aim_of, rule_book
from wargrid_play.table.table import Table
from wargrid_play.table.verdicts import MISTAKE, STAR, Judge
from wargrid_play.table.view import (
    AnimationEvent,
    BarView,
    CardView,
    CellMarkKind,
    ChoiceView,
    ClockView,
    CommandView,
    DiceView,
    EdgeView,
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
from wargrid_play.table.wording import Wording, key_text

__all__ = [
    "ARROWS", "COMPUTER", "CONTROLS", "ENGINE", "FIXED", "FRIEND", "MAX_COMMENT", "MAX_NAME",
    "MISTAKE", "REBOUND",
    "SETTING_CHOICES", "SHORTCUTS", "STAR", "STEPWISE", "Analysis", "AnimationEvent", "Awake",
    "BarView", "BranchRow",
    "CardView", "CellMarkKind", "ChoiceView", "ClockError", "ClockView", "Clocks", "CommandView",
    "DiagramRow", "DiceView", "EdgeView", "Favour", "GameForm", "GuideView", "GuidedMatch",
    "HintView", "Judge", "KeyReader", "LogView", "LossView", "MarkView", "MarkerView", "NewGame",
    "Offer", "OfferView",
    "Offers", "Opponents", "OverView", "Preferences", "PromptView", "ReadSettings", "Reload",
    "ReplayedAction", "Results", "Review", "RulesChange", "Seat", "Seating", "Section", "Session",
    "ShelfRow", "Shown", "SideView", "Step", "Steps", "Stroke", "Table", "TerrainView", "Thinker",
    "Thinkers", "TraceView", "Trust", "UnitView", "View", "Wording", "ZoneView", "aim_of",
    "all_games", "battle_title", "branched", "campaign_of", "campaigns_of", "carry_out",
    "choices_of", "choose_seat", "continued_text", "control_name", "control_text", "copies_of",
    "counted", "counts", "diagnose_guide", "downloads", "end_of", "example_of", "form_of", "games",
    "games_in", "games_in_text", "glossary_of", "guide_file", "guide_of", "guided_again",
    "guided_session", "idle_text", "in_order", "is_game_file", "is_long", "is_variant", "key_of",
    "key_pressed", "key_text", "keys_with", "lesson_under_way", "lessons", "load_guide", "low_text",
    "mentions", "menu_card", "monotonic", "name_move", "name_of", "new_session", "next_control",
    "next_lesson", "now", "offered", "opened", "option_choices", "pairing", "pasted_position",
    "person_names", "read_clock", "read_results", "read_seat", "read_seats", "read_settings",
    "refusal_of_computers", "refuse_key", "result_of", "resume", "rule_book", "save_as",
    "save_texts", "search_games", "seat_choices", "seeded", "session_of", "setting_text",
    "settings_in", "shelf_rows", "shelve", "sought", "stakes_text", "start_of", "time_text",
    "times_text", "title_of", "title_of_game", "title_of_save", "told", "typed_clock",
    "write_results", "write_seats", "write_settings",
]  # fmt: skip
