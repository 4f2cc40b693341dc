"""The place of the window on the screens: the first one, and the one it had last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame
from pygame._sdl2.video import Window

from wargrid_play.table import Preferences
from wargrid_pygame.graphics.canvas import SIZE

BARS: Final = (16, 110)
"""The width and height that a frame, a title and the bars of a desktop take, at most.

Pygame does not tell how much of a screen they leave. The desktop itself knows: a window that may
not fit beside them is maximised.
"""


class Place(NamedTuple):
    """A window's size, its position if it has one, and whether it is maximised."""

    size: tuple[int, int]
    position: tuple[int, int] | None
    maximised: bool


def screen_sizes() -> list[list[int]]:
    """Return the width and height of each screen, as settings keep them."""
    return [list(size) for size in pygame.display.get_desktop_sizes()]


def place_for(settings: Preferences, screens: Sequence[Sequence[int]]) -> Place:
    """Return the place that the window had last, or one that fits the first screen.

    A position means something only on the screens for which it was kept.
    """
    position, size = tuple(settings.place[:2]), tuple(settings.place[2:]) or SIZE
    if position and settings.screens == screens:
        return Place((size[0], size[1]), (position[0], position[1]), settings.maximised)
    wide, high = (room - bar for room, bar in zip((*screens, SIZE)[0], BARS, strict=True))
    fitting = min(size[0], wide), min(size[1], high)
    return Place(fitting, None, settings.maximised or fitting != size)


def open_window(settings: Preferences) -> tuple[Window, bool]:
    """Open the window in its place; returns it, and whether it is to be maximised.

    Keep the window while events are read: pygame looks into it with every event.

    Raises:
        pygame.error: there is no display.
    """
    place = place_for(settings, screen_sizes())
    pygame.display.set_mode(place.size, pygame.RESIZABLE)
    window = Window.from_display_module()
    if place.position is not None:
        window.position = place.position
    if place.maximised:
        window.maximize()
    return window, place.maximised


def place_now(window: Window, *, maximised: bool) -> dict[str, object]:
    """Return the settings that keep the window's place; a maximised one keeps that of before."""
    if maximised:
        return {"maximised": True}
    position, size = window.position, pygame.display.get_window_size()
    assert isinstance(position, tuple)  # a number stands only for one that is still to be found
    return {"maximised": False, "place": [*position, *size], "screens": screen_sizes()}
