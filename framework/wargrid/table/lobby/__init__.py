"""The lobby: what players choose before a game, and the games they can go on with."""

from __future__ import annotations

from wargrid.table.lobby.clock import (
    CONTROLS,
    Clocks,
    control_name,
    control_text,
    counted,
    stakes_text,
    time_text,
)
from wargrid.table.lobby.examples import example_of
from wargrid.table.lobby.games import guide_of, in_order, is_variant
from wargrid.table.lobby.players import (
    FRIEND,
    SeatChoice,
    choose_seat,
    name_of,
    names_of,
    pairing,
    person_names,
    refusal_of_computers,
    seat_choices,
    trouble_text,
)
from wargrid.table.lobby.seating import MAX_NAME, Seating
from wargrid.table.lobby.shelf import ShelfRow, shelve

__all__ = [
    "CONTROLS", "FRIEND", "MAX_NAME", "Clocks", "SeatChoice", "Seating", "ShelfRow",
    "choose_seat", "control_name", "control_text", "counted", "example_of", "guide_of", "in_order",
    "is_variant", "name_of", "names_of", "pairing", "person_names",
    "refusal_of_computers", "seat_choices", "shelve", "stakes_text", "time_text", "trouble_text",
]  # fmt: skip
