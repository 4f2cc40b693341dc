"""What keys are called on the buttons and in the help."""

from __future__ import annotations

from typing import Final

import pygame

from wargrid.text.catalog import Catalog

SPOKEN: Final = {
    pygame.K_RETURN: "keys.enter",
    pygame.K_KP_ENTER: "keys.enter",
    pygame.K_ESCAPE: "keys.escape",
    pygame.K_SPACE: "keys.space",
    pygame.K_TAB: "keys.tab",
    pygame.K_BACKSPACE: "keys.backspace",
    pygame.K_DELETE: "keys.delete",
    pygame.K_HOME: "keys.home",
    pygame.K_END: "keys.end",
    pygame.K_PAGEUP: "keys.page_up",
    pygame.K_PAGEDOWN: "keys.page_down",
    pygame.K_UP: "keys.up",
    pygame.K_DOWN: "keys.down",
    pygame.K_LEFT: "keys.left",
    pygame.K_RIGHT: "keys.right",
}
"""The keys whose names differ from language to language, and the text that names each."""


def key_name(key: int, words: Catalog, ctrl: bool = False) -> str:
    """The name of a key as it stands on a keyboard of that language, e.g. ``M``, ``Échap``, ``Ctrl+S``."""
    name = words.say(SPOKEN[key]) if key in SPOKEN else pygame.key.name(key).upper()
    return words.say("keys.ctrl", key=name) if ctrl else name
