"""What the menu of a game, its end, its help and its panels of buttons list, for a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from wargrid.text import Catalog
from wargrid_play.table import CommandView, SideView, View, times_text

PAUSE: Final = (
    "close", "talk", "save", "copy", "load", "new", "players", "thoughts", "rules",
    "flip", "resign", "draw", "result", "review", "settings", "leave",
)  # fmt: skip
"""The entries of the menu of a game. All are always there, so that none moves under the hand."""

OF_PAUSE: Final = ("thoughts", "resign", "draw")
"""The entries of the menu that are commands of the table."""

AFTER: Final = ("result", "review")
HERE_ALONE: Final = ("load", "new", "players")
"""The entries of the menu for a game that is over, and those not offered far away."""

END: Final = (
    "level", "review", "rematch", "swap", "invite", "new", "close", "leave"
)  # fmt: skip
END_OF_LESSON: Final = ("level", "lesson", "review", "invite", "close", "leave")
END_OF_BATTLE: Final = ("campaign", "review", "close", "leave")
"""What can be done after a game, after a guided one, and after a battle of a campaign."""

HELP: Final = (
    "cursor", "enter", "tab", "escape", "type", "turn", "undo", "end", "replay", "dice", "threats",
    "zoom", "computer", "odds", "rules", "save", "picture", "sound", "menu",
)  # fmt: skip
"""The keys that the help explains."""

LAST: Final = ("remove", "men", "ready")


class PauseEntry(NamedTuple):
    """An entry of a game's menu; ``why`` is the text that says why it is off, empty if it is on."""

    action: str
    label: str
    why: str


def pause_entries(
    view: View, words: Catalog, *, far: bool, talks: bool = False
) -> list[PauseEntry]:
    """Return the entries of a game's menu.

    ``far``: it is played far away; ``talks``: there is another player to talk to.
    """
    commands = {command.name: command for command in view.commands if command.name in OF_PAUSE}
    return [
        PauseEntry(entry, commands[entry].label, commands[entry].why)
        if entry in commands
        else PauseEntry(entry, _label(entry, words), _why_off(entry, view, words, far, talks))
        for entry in PAUSE
    ]


def _label(entry: str, words: Catalog) -> str:
    return words.say(f"{'table.command' if entry in OF_PAUSE else 'window.pause'}.{entry}")


def _why_off(entry: str, view: View, words: Catalog, far: bool, talks: bool) -> str:
    """Say why an entry that is no command of this table is off; empty if it is on."""
    if entry == "talk" and not talks:
        return words.say("window.pause.off.talk")
    if entry in AFTER and view.over is None:
        return words.say("table.offer.not_over")
    if entry in HERE_ALONE and far:
        return words.say("window.pause.off.far")
    if entry == "players" and view.over is not None:
        return words.say("window.pause.off.over")
    if entry == "thoughts":
        return words.say("window.pause.off.thoughts")
    if entry in OF_PAUSE:
        return words.say("table.offer.alone" if view.seats else "table.watching")
    return ""


def end_entries(view: View, *, far: bool, battle: bool, lesson: bool = False) -> list[str]:
    """Return the buttons after a game: far away both sides have to agree on a new one.

    ``lesson``: there is another guided game to go on with.
    """
    if battle:
        return list(END_OF_BATTLE)
    over, left_out = view.over, {"swap", "new", "level", "invite"} if far else set()
    left_out |= {"rematch"} if far and not view.seats else set()  # a watcher asks for none
    left_out |= set() if over and over.level else {"level"}
    left_out |= set() if lesson else {"lesson"}
    entries = END_OF_LESSON if over and over.lesson else END
    return [entry for entry in entries if entry not in left_out]


def player_name(view: View, side: SideView, words: Catalog) -> str:
    """Return the name of a side's player, and that it is the reader, where others play, too."""
    you = words.say("table.player.you")
    own = side.side in view.seats and len(view.seats) < len(view.sides)
    if not own or side.player == you:
        return side.player
    return f"{side.player} · {you}" if side.player else you


def end_lines(view: View, used: Sequence[int], language: str) -> list[str]:
    """Return the remains of each side, the course of the game, and the seconds ``used``."""
    if view.over is not None and view.over.lesson:  # what counts is what was learnt
        return []
    times = times_text(view.sides, used, language)
    sides = (f"{side.name} · {side.army}" for side in view.sides)
    return [*sides, *(view.over.facts if view.over else ()), *([times] if times else [])]


def help_keys(view: View) -> list[str]:
    """Return the keys that the help explains in this game."""
    useful = {
        "turn": view.facings > 1, "end": view.passes, "dice": view.rolls,
        "odds": view.rolls or bool(view.strength),
    }  # fmt: skip
    return [key for key in HELP if useful.get(key, True)]


class Offered(NamedTuple):
    """The commands of a side that sets up its army, or of what a unit or a side may do."""

    types: list[CommandView]
    armies: list[CommandView]
    last: list[CommandView]


def offered_in(commands: Sequence[CommandView]) -> Offered | None:
    """Return these commands by kind, or None where a table has none of them."""
    if not any(one.name == "ready" or one.name.startswith("do:") for one in commands):
        return None
    return Offered(
        [one for one in commands if one.name.startswith(("place:", "do:")) and one.letter],
        [one for one in commands if one.name.startswith(("army:", "do:")) and not one.letter],
        [one for one in commands if one.name in LAST],
    )
