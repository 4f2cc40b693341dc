"""Who can play a side, and what players are called at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wargrid.players import Seat, player_names
from wargrid.text import catalog

if TYPE_CHECKING:
    from wargrid.table.opponents import Trouble
    from wargrid.table.wording import Wording

LEVELS: Final = ("1", "2", "3", "4")
"""The names of the players that are offered as levels, the weakest first."""

FRIEND: Final = "friend"
"""The name of a second person at the same screen."""


@dataclass(frozen=True, slots=True)
class LevelView:
    """One level of computer players: the player's name, its label, and what it can do."""

    player: str
    label: str
    about: str


def levels(language: str = "en") -> tuple[LevelView, ...]:
    """Return the levels that are installed, the weakest first."""
    known, texts = player_names(), catalog(language)
    return tuple(
        LevelView(name, texts.say("table.level", level=name), texts.say(f"table.level.{name}"))
        for name in LEVELS
        if name in known
    )


def name_of(seat: Seat, language: str = "en") -> str:
    """Name who plays a side: a person, a level, an engine, or another computer player."""
    texts = catalog(language)
    if seat.is_person:
        key = "table.player.friend" if seat.name == FRIEND else "table.player.you"
        return seat.name if seat.name not in ("", FRIEND) else texts.say(key)
    if seat.player in LEVELS:
        return texts.say("table.player.level", level=seat.player)
    word, _, option = seat.player.partition(":")
    name = option.replace("\\", "/").rpartition("/")[2] or word
    return texts.say("table.player.engine" if option else "table.player.other", name=name)


def names_of(seats: Sequence[Seat], wording: Wording) -> tuple[str, ...]:
    """Name the player of each side; empty where no computer plays."""
    if all(seat.is_person for seat in seats):
        return tuple("" for _ in seats)
    return tuple(name_of(seat, wording.texts.language) for seat in seats)


def trouble_text(trouble: Trouble, wording: Wording) -> str:
    """Word what went wrong with a computer player."""
    side = wording.side(trouble.side)
    return wording.say(f"table.trouble.{trouble.kind}", side=side, why=trouble.why)
