"""The clipboard of the system, as far as there is one."""

from __future__ import annotations

from contextlib import suppress

import pygame


def copy(text: str) -> bool:
    """Put a text on the clipboard; returns whether there is one that took it."""
    with suppress(pygame.error, NotImplementedError):
        if not pygame.scrap.get_init():
            pygame.scrap.init()
        for kind in (pygame.SCRAP_TEXT, "UTF8_STRING", "text/plain;charset=utf-8"):
            pygame.scrap.put(kind, text.encode())
        return True
    return False


def pasted() -> str:
    """Return the text on the clipboard, or an empty one."""
    with suppress(pygame.error, NotImplementedError):
        if not pygame.scrap.get_init():
            pygame.scrap.init()
        for kind in ("text/plain;charset=utf-8", "UTF8_STRING", pygame.SCRAP_TEXT):
            found = pygame.scrap.get(kind)
            if found:
                return found.decode("utf-8", "replace").strip("\0\r\n\t ")
    return ""
