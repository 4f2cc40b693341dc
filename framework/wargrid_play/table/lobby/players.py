"""The players that can take a side, and their names at the table."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from wargrid.engine.game import Game
from wargrid.players import (
    FRIEND,
    PlayerError,
    Seat,
    player_names,
    read_seat,
    refuse_game,
    variant_of,
)
from wargrid.text import catalog
from wargrid_play.table.opponents import Trouble
from wargrid_play.table.wording import Wording

LEVELS: Final = ("1", "2", "3", "4")
"""The names of the players that are offered as levels, the weakest first."""

ENGINES: Final = ("fairy-stockfish", "fairy-stockfish-largeboard")
"""The programs that are offered as engines, if they are found in ``PATH`` or ``ENGINE_FOLDERS``."""

SKILLS: Final = (-20, -10, 0, 10, 20)
"""The skills at which engines are offered, the weakest first."""

ENGINE_FOLDERS: Final = ("/usr/games", "/usr/local/games")

_SKILL: Final = "?skill_level="

SeatKind = Literal["you", "friend", "computer", "engine"]


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A player that can take a side: its name, and its skill, if it is a computer."""

    seat: Seat
    kind: SeatKind
    label: str
    about: str = ""


def seat_choices(game: Game, language: str = "en") -> tuple[SeatChoice, ...]:
    """Return the players that can take a side: persons, levels, and an engine at each skill."""
    texts = catalog(language)
    persons: tuple[tuple[SeatKind, Seat], ...] = (("you", Seat()), ("friend", Seat(name=FRIEND)))
    found = [SeatChoice(seat, kind, name_of(seat, language)) for kind, seat in persons]
    if refusal_of_computers(game, language):
        return tuple(found)
    known = player_names()
    found += [
        SeatChoice(Seat(name), "computer", name, texts.say(f"table.level.{name}"))
        for name in LEVELS
        if name in known
    ]
    program = engine_for(game)
    if program:
        found += (_engine_choice(program, skill, language) for skill in SKILLS)
    return tuple(found)


def _engine_choice(program: str, skill: int, language: str) -> SeatChoice:
    texts, shown = catalog(language), _signed(skill)
    about = texts.say("table.engine.about", name=Path(program).stem, skill=shown)
    label = texts.say("table.engine", skill=shown)
    return SeatChoice(Seat(f"uci:{program}{_SKILL}{skill}"), "engine", label, about)


def _signed(number: object) -> str:
    return f"{number}".replace("-", "\u2212")


def engine_for(game: Game) -> str:
    """Return the program of an engine that can play a game; empty if none is installed."""
    try:
        variant_of(game)
    except PlayerError:
        return ""
    places = os.pathsep.join((os.environ.get("PATH", os.defpath), *ENGINE_FOLDERS))
    return next(filter(None, (shutil.which(name, path=places) for name in ENGINES)), "")


def refusal_of_computers(game: Game, language: str = "en") -> str:
    """Return why no computer player can play a game; empty if they can."""
    try:
        refuse_game(game)
    except PlayerError as error:
        return error.text(language)
    return ""


def choose_seat(seats: Sequence[Seat], side: int, chosen: Seat) -> tuple[Seat, ...]:
    """Return the seats after a player was chosen for a side.

    The player at the screen sits on one side only: choosing it for another side swaps the two,
    and a friend plays against it.
    """
    made = list(seats)
    before, made[side] = made[side], chosen
    you = Seat()
    others = [other for other in range(len(made)) if other != side]
    if chosen == you:
        made = [before if at != side and seat == you else seat for at, seat in enumerate(made)]
    elif chosen.is_person and you not in made:
        made[others[0]] = you
    elif you not in made:
        made = [you if seat.name == FRIEND else seat for seat in made]
    return tuple(made)


def next_level(seats: Sequence[Seat], *, won: bool) -> int:
    """Return the level to play after a game of one person against levels; 0 if none is higher."""
    played = {seat.player for seat in seats if not seat.is_person}
    level = played.pop() if won and len(played) == 1 else ""
    return int(level) + 1 if level in LEVELS[:-1] else 0


def name_of(seat: Seat, language: str = "en") -> str:
    """Name the player of a side: a person, a level, an engine, or another computer player."""
    texts = catalog(language)
    if seat.is_person:
        key = "table.player.friend" if seat.name == FRIEND else "table.player.you"
        return seat.name if seat.name not in ("", FRIEND) else texts.say(key)
    if seat.player in LEVELS:
        return texts.say("table.player.level", level=seat.player)
    word, _, option = seat.player.partition(":")
    path, _, skill = option.partition(_SKILL)
    name = path.replace("\\", "/").rpartition("/")[2] or word
    if skill:
        return texts.say("table.player.skill", name=name, skill=_signed(skill))
    return texts.say("table.player.engine" if option else "table.player.other", name=name)


def names_of(
    seats: Sequence[Seat], language: str = "en", *, alone: bool = False
) -> tuple[str, ...]:
    """Name the player of each side; empty where persons without names share the screen.

    ``alone``: one person plays all sides of persons without names.
    """
    if not alone and all(seat.is_person and seat.name in ("", FRIEND) for seat in seats):
        return tuple("" for _ in seats)
    return tuple(name_of(seat, language) for seat in seats)


def person_names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the name that the person of each side has given, or an empty text."""
    return tuple("" if seat.name == FRIEND else seat.name for seat in seats)


def pairing(players: Sequence[str], language: str = "en", sides: Sequence[str] = ()) -> str:
    """Name the opponents in the ``players`` of a record's header; empty if there are none.

    ``sides`` name persons without names, for readers who are none of them.
    """
    seats = tuple(map(read_seat, players))
    names = names_of(seats, language)
    if sides and any(names):
        given = zip(names, seats, sides, strict=True)
        names = tuple(
            side if seat.is_person and seat.name in ("", FRIEND) else name
            for name, seat, side in given
        )
    return " – ".join(names) if any(names) else ""


def trouble_text(trouble: Trouble, wording: Wording, key: str, *, here: bool = True) -> str:
    """Word what went wrong with a computer player.

    ``here``: a person at the table goes on, and gives its side back with the ``key``.
    """
    side = wording.side(trouble.side)
    left = "" if here or trouble.kind not in ("died", "failed") else ".elsewhere"
    fields = {"side": side, "why": trouble.why, "key": wording.key(key)}
    return wording.say(f"table.trouble.{trouble.kind}{left}", **fields).rstrip()
