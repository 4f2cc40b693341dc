"""The clipboard of the system, as far as there is one."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pygame

KINDS: Final = ("text/plain;charset=utf-8", "UTF8_STRING", pygame.SCRAP_TEXT)
"""The names of plain text on the clipboard; each system knows one of them at least."""


def copy(text: str) -> bool:
    """Put a text on the clipboard; returns whether there is a clipboard that took it."""
    done = False
    for kind in KINDS:
        with suppress(pygame.error, NotImplementedError):
            _begin()
            pygame.scrap.put(kind, text.encode())
            done = True
    return done


def pasted() -> str:
    """Return the text on the clipboard, or an empty one."""
    with suppress(pygame.error, NotImplementedError):
        _begin()
        for kind in KINDS:
            found = pygame.scrap.get(kind)
            if found:
                return found.decode("utf-8", "replace").strip("\0\r\n\t ")
    return ""


def _begin() -> None:
    if not pygame.scrap.get_init():
        pygame.scrap.init()
