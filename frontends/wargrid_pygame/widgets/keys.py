"""What keys are called on the buttons and in the help."""

from __future__ import annotations

from typing import Final

import pygame

from wargrid.text import Catalog

MODS: Final = {"shift": pygame.KMOD_SHIFT, "ctrl": pygame.KMOD_CTRL, "alt": pygame.KMOD_ALT}
NAMES: Final = {
    "enter": pygame.K_RETURN, "escape": pygame.K_ESCAPE, "space": pygame.K_SPACE,
    "tab": pygame.K_TAB,
    "up": pygame.K_UP, "down": pygame.K_DOWN, "left": pygame.K_LEFT, "right": pygame.K_RIGHT,
    "backspace": pygame.K_BACKSPACE, "delete": pygame.K_DELETE, "home": pygame.K_HOME,
    "end": pygame.K_END, "page_up": pygame.K_PAGEUP, "page_down": pygame.K_PAGEDOWN,
}  # fmt: skip
"""Keys that a table names by a word; all others are named by what they type."""

SAME: Final = {"enter": pygame.K_KP_ENTER, "delete": pygame.K_BACKSPACE}
"""Keys that do the same; small keyboards have one key to delete."""

SPOKEN: Final = {pygame.K_KP_ENTER: "enter", **{key: name for name, key in NAMES.items()}}
"""The keys whose names differ from language to language, with their words."""

ARROW_KEYS: Final = {
    pygame.K_UP: (0, 1), pygame.K_DOWN: (0, -1), pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0)
}  # fmt: skip
"""The cursor keys, as steps east and north on a board that is not flipped."""

BARE: Final = frozenset(
    {
        pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT,
        pygame.K_RALT, pygame.K_LMETA, pygame.K_RMETA, pygame.K_MODE, pygame.K_CAPSLOCK,
    }
)  # fmt: skip
"""Keys that do nothing alone."""


def key_name(key: int, words: Catalog, ctrl: bool = False) -> str:
    """Return the name of a key in a language, e.g. ``M``, ``Échap``, ``Ctrl+S``."""
    name = words.say(f"keys.{SPOKEN[key]}") if key in SPOKEN else pygame.key.name(key).upper()
    return words.say("keys.ctrl", key=name) if ctrl else name


def presses(event: pygame.event.Event, key: str) -> bool:
    """Return whether a key event is the key that a table calls ``u``, ``?`` or ``ctrl+left``."""
    if not key:
        return False
    *mods, name = key.split("+") if key != "+" else [key]
    held = [mod for mod, mask in MODS.items() if event.mod & mask]
    if name in NAMES:
        codes = (NAMES[name], SAME[name]) if name in SAME else (NAMES[name],)
        return event.key in codes and sorted(held) == sorted(mods)
    if not name.isalpha():
        return typed(event) == name and ("ctrl" in held) == ("ctrl" in mods)
    return typed(event).lower() == name and sorted(held) == sorted(mods)


def typed(event: pygame.event.Event) -> str:
    """Return what a key event types, a printable character or nothing."""
    text = str(getattr(event, "unicode", ""))
    if len(text) == 1 and text.isprintable():
        return text
    return chr(event.key) if 32 < event.key < 127 else ""
