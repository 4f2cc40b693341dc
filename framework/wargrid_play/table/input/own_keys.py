"""Keys of one's own: which commands may have others than the usual ones, and which keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from wargrid_play.table.command_keys import KEYS, TWINS, keys_with
from wargrid_play.table.input.keys import FIXED, SHORTCUTS, Stroke

REBOUND: Final = (
    "end_turn", "undo", "redo", "hint", "threats", "layers", "replay", "thoughts", "move_now",
    "take_over",
    "turn_left", "turn_right", "turn_about", "resign", "draw", "claim", "accept",
    "decline",
)  # fmt: skip
"""The commands that may have other keys, in the order in which they are listed."""

TAKEN: Final = frozenset({*FIXED, *SHORTCUTS, "escape", "tab", "shift+tab", "/", "f12"})
"""The keys that mean the same in every game, and those that carry on a question."""

LONGEST: Final = 40
"""The most letters of the name of a key."""


class KeyRefusal(NamedTuple):
    """Why a key cannot be that of a command: ``window.keys.<code>``; ``other`` has it already."""

    code: str
    other: str = ""


def key_pressed(stroke: Stroke) -> str:
    """Return what the table calls a key: ``e``, ``ctrl+r``, ``f6``, or ``.`` however typed."""
    name = stroke.types.lower() if len(stroke.types) == 1 and stroke.types != " " else stroke.name
    is_sign = len(name) == 1 and not name.isalpha()
    held = ["ctrl"] if is_sign and stroke.ctrl else [] if is_sign else stroke.held
    return "+".join([*held, name])


def refuse_key(command: str, key: str, own: Mapping[str, str]) -> KeyRefusal | None:
    """Return why a key cannot be that of a command, or None if it can."""
    *held, name = key.split("+") if key != "+" else [key]
    usual = KEYS[command]
    if key == usual and key not in _others(command, own):
        return None
    if key in TAKEN or (name in TAKEN and not held) or name.isdigit() or len(key) > LONGEST:
        return KeyRefusal("fixed")
    if held == ["shift"] and len(name) == 1:
        return KeyRefusal("capital")
    other = _others(command, own).get(key, "")
    return KeyRefusal("taken", other) if other else None


def _others(command: str, own: Mapping[str, str]) -> dict[str, str]:
    """Return the other commands by their keys."""
    return {
        key: name
        for name, key in keys_with(own).items()
        if key and name not in (command, TWINS.get(command), *TWINS.values())
    }


def fits_keys(own: Mapping[str, str]) -> bool:
    """Return whether all these keys can be those of their commands together."""
    return own.keys() <= {*REBOUND} and all(
        isinstance(key, str) and refuse_key(name, key, own) is None for name, key in own.items()
    )
