"""The keys of commands: the usual ones, and those of a player."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

KEYS: Final = {
    "confirm": "enter",
    "cancel": "escape",
    "end_turn": "e",
    "undo": "u",
    "redo": "r",
    "threats": "t",
    "layers": "z",
    "replay": "v",
    "hint": "h",
    "thoughts": "w",
    "resign": "ctrl+r",
    "resign_confirm": "ctrl+r",
    "draw": "ctrl+d",
    "claim": "ctrl+l",
    "rematch": "",
    "accept": "shift+enter",
    "decline": "shift+backspace",
    "move_now": "space",
    "take_over": "ctrl+t",
    "roll_back": "backspace",
    "turn_north": "shift+up",
    "turn_north_east": "shift+page_up",
    "turn_east": "shift+right",
    "turn_south_east": "shift+page_down",
    "turn_south": "shift+down",
    "turn_south_west": "shift+end",
    "turn_west": "shift+left",
    "turn_north_west": "shift+home",
    "turn_left": "ctrl+left",
    "turn_right": "ctrl+right",
    "turn_about": "ctrl+down",
}
"""Every command with the key suggested for it, in the order in which they are listed.

None is Shift and a letter: a capital letter begins a typed move, such as ``Rxf2``.
"""

NO_KEYS: Final[Mapping[str, str]] = MappingProxyType({})

TWINS: Final = {"resign": "resign_confirm"}
"""The command that answers a question of another one by the same key."""


def keys_with(own: Mapping[str, str]) -> dict[str, str]:
    """Return the key of every command: that of the player, or the usual one."""
    twins = {twin: own[name] for name, twin in TWINS.items() if name in own}
    return {**KEYS, **own, **twins}
