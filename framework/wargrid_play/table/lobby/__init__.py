"""The lobby: what players choose before a game, and the games they can go on with."""

from __future__ import annotations

from wargrid_play.table.lobby.clock import (
    CONTROLS,
    ClockError,
    Clocks,
    control_name,
    control_text,
    counted,
    low_text,
    next_control,
    read_clock,
    stakes_text,
    time_text,
    times_text,
    typed_clock,
)
from wargrid_play.table.lobby.examples import Shown, Steps, end_of, example_of, start_of
from wargrid_play.table.lobby.favour import Favour, FavourView, can_weigh
from wargrid_play.table.lobby.form import Choice, GameForm, OptionForm, form_of
from wargrid_play.table.lobby.games import (
    MenuCard,
    all_games,
    continued_text,
    games,
    guide_of,
    head_of,
    in_order,
    is_variant,
    lessons,
    menu_card,
    next_lesson,
    search_games,
    sought,
    title_of,
    title_of_save,
    turn_text,
)
from wargrid_play.table.lobby.new_game import NewGame
from wargrid_play.table.lobby.other_files import (
    copies_of,
    downloads,
    games_in,
    games_in_text,
    is_game_file,
    opened,
    pasted_position,
    save_as,
    title_of_game,
    told,
)
from wargrid_play.table.lobby.players import (
    SeatChoice,
    choose_seat,
    name_of,
    names_of,
    next_level,
    pairing,
    person_names,
    refusal_of_computers,
    seat_choices,
    trouble_text,
)
from wargrid_play.table.lobby.seating import (
    MAX_NAME,
    Seating,
    read_seats,
    write_seats,
)
from wargrid_play.table.lobby.shelf import (
    ShelfRow,
    save_texts,
    shelf_rows,
    shelve,
)

__all__ = [
    "CONTROLS", "MAX_NAME", "Choice", "ClockError", "Clocks", "Favour", "FavourView", "GameForm",
    "MenuCard", "NewGame", "OptionForm", "SeatChoice", "Seating", "ShelfRow", "Shown", "Steps",
    "all_games", "can_weigh", "choose_seat", "continued_text", "control_name", "control_text",
    "copies_of", "counted", "downloads", "end_of", "example_of", "form_of", "games", "games_in",
    "games_in_text", "guide_of", "head_of", "in_order", "is_game_file", "is_variant", "lessons",
    "low_text", "menu_card", "name_of", "names_of", "next_control", "next_lesson", "next_level",
    "opened", "pairing", "pasted_position", "person_names", "read_clock", "read_seats",
    "refusal_of_computers", "save_as", "save_texts", "search_games", "seat_choices", "shelf_rows",
    "shelve", "sought", "stakes_text", "start_of", "time_text", "times_text", "title_of",
    "title_of_game", "title_of_save", "told", "trouble_text", "turn_text", "typed_clock",
    "write_seats",
]  # fmt: skip
