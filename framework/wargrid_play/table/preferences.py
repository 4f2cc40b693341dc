"""The settings of a player for every game, kept in a file between starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wargrid.engine.game import Game
from wargrid.loading.listing import game_name
from wargrid.match import RecordError, TimeControl, read_control
from wargrid.players import Seat
from wargrid.source.kept import Damage, Kept
from wargrid.text import LANGUAGES, Catalog
from wargrid_play.table.input.own_keys import fits_keys
from wargrid_play.table.lobby import (
    CONTROLS,
    control_name,
    control_text,
    head_of,
    read_seats,
    write_seats,
)

if TYPE_CHECKING:
    from wargrid_play.looks import Looks

FILE: Final = "window.json"
THINKING: Final = (0.3, 1.0, 3.0, 10.0, 30.0)
"""How many seconds computer players may think about a turn."""

STEPWISE: Final = -1.0
"""The speed that is usual, but waits for a key after each action of a computer player."""

SETTING_CHOICES: Final[dict[str, tuple[object, ...]]] = {
    "language": LANGUAGES,
    "sound": (True, False),
    "speed": (STEPWISE, 0.5, 1.0, 2.0, 0.0),
    "theme": ("dark", "light"),
    "palette": ("usual", "safe"),
    "pieces": ("icons", "characters"),
    "coordinates": ("shown", "hidden"),
    "confirm": ("always", "never"),
    "odds": ("brief", "full"),
    "turn_board": ("on", "off"),
    "thinking": THINKING,
    "clock": tuple(map(control_name, CONTROLS)),
    "scale": (0.0, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0),
}
"""The values that the settings page offers, by setting; a speed of 0 shows no animation."""

MOST_PIXELS: Final = 100_000
"""How far from the corner of the screens a window may have been."""

OF_ATTACKS: Final = ("confirm", "odds")
"""The settings that matter only where attacks are asked about."""


def settings_in(game: Game | None) -> tuple[str, ...]:
    """Return the names of the settings that have an effect in a game, of all without one."""
    attacks = game is None or any(unit.attack for unit in game.ruleset.units.values())
    return tuple(name for name in SETTING_CHOICES if attacks or name not in OF_ATTACKS)


RANGES: Final = {"scale": (0.75, 3.0), "speed": (0.0, 4.0)}
"""The least and greatest value of each setting that is a number; those offered fit too."""


def setting_text(name: str, value: object, words: Catalog) -> str:
    """Word a value of a setting."""
    if name == "scale" and isinstance(value, float) and value:
        return words.say("table.percent", percent=round(value * 100))
    if name == "clock":
        return control_text(read_control(str(value)), words.language)
    word = "steps" if value == STEPWISE else str(value).replace(".", "_").lower()
    return words.say(f"window.settings.{name}.{word}")


@dataclass(slots=True)
class Preferences:
    """What a player has chosen; the language is empty and the scale 0 until it is.

    A ``scale`` of 0 fills the window. A ``speed`` of 0 shows no animation, and ``STEPWISE`` waits.
    ``pieces`` are shown by icons, or by the written signs of games that have some. The ``safe``
    palette has colours that players tell apart who do not see all of them. ``confirm``: attacks
    are asked about first. ``turn_board``: between persons, the board turns to the side to act.
    ``thinking`` is how many seconds a computer player may think about a turn.
    ``odds``: whether a question about an attack shows them in one line or in full. ``clock`` is the
    time control that new games begin with. ``boards_explained``: the
    board editor has shown its bubbles. ``ruleset`` is the one played last, offered first;
    ``opponents`` are the players chosen last for a ruleset, by its name, as ``write_seats`` writes
    them, and ``clocks`` its time control where another was chosen. ``colours`` are those chosen for
    its sides, as ``Looks`` takes them. ``lessons`` are the rulesets whose guided game was finished.
    ``keys`` are those of commands that have others than the usual ones.
    ``recent`` are the games of the menu that were played, the last one first.
    ``place`` is the window's left, top, width and height, empty before it was opened, on
    ``screens`` of these sizes; ``maximised`` fills one of them.
    """

    language: str = ""
    scale: float = 0.0
    speed: float = 1.0
    sound: bool = True
    pieces: str = "icons"
    ruleset: str = ""
    theme: str = "dark"
    palette: str = "usual"
    coordinates: str = "shown"
    confirm: str = "always"
    turn_board: str = "off"
    clock: str = "none"
    thinking: float = 1.0
    odds: str = "brief"
    boards_explained: bool = False
    opponents: dict[str, str] = field(default_factory=dict)
    clocks: dict[str, str] = field(default_factory=dict)
    colours: dict[str, list[str]] = field(default_factory=dict)
    lessons: list[str] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)
    recent: list[str] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    screens: list[list[int]] = field(default_factory=list)
    maximised: bool = False

    def next_thinking(self, step: int = 1) -> float:
        """Return how long computer players think some choices further, round and round."""
        return THINKING[(THINKING.index(self.thinking) + step) % len(THINKING)]

    def colours_of(self, game: Game) -> tuple[str, ...]:
        """Return the colours chosen last for the sides of a ruleset, as ``Looks`` takes them."""
        return tuple(self.colours.get(listed_name(game), ()))

    def keep_colours(self, game: Game, colours: Sequence[str]) -> None:
        """Keep the colours chosen for the sides of a ruleset, unless all have their own."""
        name = listed_name(game)
        kept = {known: words for known, words in self.colours.items() if known != name}
        self.colours = kept | ({name: list(colours)} if any(colours) else {})

    def players_of(self, name: str, usual: str = "") -> tuple[Seat, ...]:
        """Return the players chosen last for a ruleset, or else the usual ones."""
        return read_seats(self.opponents.get(name, usual))

    def keep_players(self, name: str, seats: Sequence[Seat]) -> None:
        """Keep the players chosen for a ruleset; other games keep their own."""
        self.opponents = self.opponents | {name: write_seats(seats)}

    def clock_of(self, name: str) -> TimeControl | None:
        """Return the time control chosen last for a ruleset, or else the usual one."""
        return read_control(self.clocks.get(name, self.clock))

    def keep_clock(self, name: str, control: TimeControl | None) -> None:
        """Keep the time control chosen for a ruleset; other games keep their own."""
        self.clocks = self.clocks | {name: control_name(control)}

    def recent_with(self, name: str) -> list[str]:
        """Return the games of the menu that were played once a ruleset is played now."""
        head = head_of(name)
        return [head, *(one for one in self.recent if one != head)]

    def apply_to(self, looks: Looks) -> None:
        """Let looks show the pieces and colours of these settings."""
        looks.characters, looks.safe = self.pieces == "characters", self.palette == "safe"
        looks.coordinates = self.coordinates == "shown"


def listed_name(game: Game) -> str:
    """Return the name under which what was chosen for a game is kept."""
    return "" if game.recipe is None else game_name(game.recipe.file)


@dataclass(slots=True)
class ReadSettings:
    """Settings read from a file.

    ``damage`` says what was taken instead of a file that could not be read; ``wrong`` are the
    settings in it whose values do not fit, which have their usual values now.
    """

    settings: Preferences = field(default_factory=Preferences)
    damage: Damage | None = None
    wrong: tuple[str, ...] = ()

    def trouble(self, words: Catalog) -> str:
        """Say which settings could not be read; empty if all could."""
        if self.damage is not None:
            return self.damage.text(words.language)
        names = ", ".join(words.say(f"window.settings.{name}") for name in self.wrong)
        return words.say("window.settings.wrong", names=names) if names else ""


def read_settings(folder: Path) -> ReadSettings:
    """Return the settings kept in a folder; a file that cannot be read is renamed."""
    kept = KEPT.load(folder / FILE)
    found = kept.content or ReadSettings()
    found.damage = kept.damage
    return found


def _read(saved: dict[str, Any]) -> ReadSettings:
    """Return the settings that fit, and name the others. Raises the errors that ``Kept`` allows."""
    found = ReadSettings()
    known = [one.name for one in fields(Preferences) if one.name in {**saved}]
    found.wrong = tuple(name for name in known if not _fits(name, saved[name]))
    for name in known:
        if name not in found.wrong:
            usual = getattr(found.settings, name)
            number = isinstance(usual, float)  # a file may have 1 for 1.0
            setattr(found.settings, name, float(saved[name]) if number else saved[name])
    return found


KEPT: Final = Kept("settings", _read)
"""How settings are kept on the disk."""


def _fits(name: str, value: object) -> bool:
    if name in RANGES:
        least, most = RANGES[name]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        offered = name in SETTING_CHOICES and value in SETTING_CHOICES[name]
        return number and (offered or least <= value <= most)  # type: ignore[operator]
    if name == "clock":
        return _is_clock(value)
    if name in SETTING_CHOICES:
        return value in (*SETTING_CHOICES[name], getattr(Preferences(), name))
    if name == "colours":
        lists = value.values() if isinstance(value, dict) else (None,)
        return all(isinstance(words, list) and all(map(_is_text, words)) for words in lists)
    if name == "keys":
        return isinstance(value, dict) and fits_keys(value)
    if name in ("lessons", "recent"):
        return isinstance(value, list) and all(map(_is_text, value))
    if name in ("boards_explained", "maximised"):
        return isinstance(value, bool)
    if name == "place":
        return value == [] or (_are_pixels(value, 4) and min(value[2:]) > 0)  # type: ignore[index]
    if name == "screens":
        return isinstance(value, list) and all(_are_pixels(size, 2) for size in value)
    if name == "clocks":
        return isinstance(value, dict) and all(map(_is_clock, value.values()))
    if name == "opponents":
        return isinstance(value, dict) and all(map(_is_text, value.values()))
    return _is_text(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_clock(value: object) -> bool:
    return value == control_name(None) or (_is_text(value) and read_control(str(value)) is not None)


def _are_pixels(value: object, count: int) -> bool:
    """Return whether a value is a list of that many whole numbers of pixels."""
    return isinstance(value, list) and len(value) == count and all(
        type(one) is int and abs(one) <= MOST_PIXELS for one in value
    )  # fmt: skip


def write_settings(folder: Path, settings: Preferences) -> RecordError | None:
    """Keep the settings in a folder, whole or not at all; return why they cannot be kept."""
    try:
        KEPT.keep(folder / FILE, asdict(settings))
    except RecordError as error:
        return error
    return None
