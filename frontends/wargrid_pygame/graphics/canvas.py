"""The canvas of all screens: the display's own surface, or a larger one shown smaller."""

from __future__ import annotations

from io import BytesIO
from typing import Final

import pygame

from wargrid_pygame.graphics.theme import Theme

SIZE: Final = (1280, 800)
"""The window at first, and the size at which one unit of the layout is one pixel."""

SMALLEST: Final = (1024, 640)
"""The smallest window at 100 %. In a smaller one everything is drawn smaller."""

ROOM: Final = (960, 540)
"""The least width and height of a window, in units: a scale that leaves less room is lowered."""

LEAST: Final = (320, 240)
"""A window below this size is squeezed out of proportion."""

MOUSE: Final = (
    pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL
)  # fmt: skip


def room_for(window: tuple[int, int]) -> float:
    """Return the scale at which everything just fits a window."""
    return min(window[0] / ROOM[0], window[1] / ROOM[1])


class Canvas:
    """The surface for the window's size now, its area, and the sizes and fonts at a scale.

    A ``wanted`` scale of 1.0 shows one unit in one pixel; 0 fills the window, however large it is.
    """

    def __init__(self, wanted: float) -> None:
        self.window = pygame.display.get_surface() or pygame.display.set_mode(
            SIZE, pygame.RESIZABLE
        )
        wide, high = (
            max(pixels, least) for pixels, least in zip(self.window.get_size(), LEAST, strict=True)
        )
        share = min(1.0, wide / SMALLEST[0], high / SMALLEST[1])
        size = round(wide / share), round(high / share)
        self.room = room_for(self.window.get_size())
        self.surface = self.window if size == self.window.get_size() else pygame.Surface(size)
        self.area = self.surface.get_rect()
        scale = wanted / share or min(size[0] / SIZE[0], size[1] / SIZE[1])
        self.style = Theme(min(scale, size[0] / ROOM[0], size[1] / ROOM[1]))
        self.scale = self.style.scale * share
        """The scale shown: less than the one wanted in a window that is far too small for it."""

    def placed(self, event: pygame.event.Event) -> pygame.event.Event:
        """Return the event with its place on the surface that screens draw on, the wheel's too."""
        if event.type not in MOUSE:
            return event
        across, down = (
            own / shown for own, shown in zip(self.area.size, self.window.get_size(), strict=True)
        )
        where = event.dict.get("pos", pygame.mouse.get_pos())
        values = event.dict | {"pos": (int(where[0] * across), int(where[1] * down))}
        if "rel" in values:
            values["rel"] = round(event.rel[0] * across), round(event.rel[1] * down)
        return pygame.event.Event(event.type, values)

    def show(self) -> None:
        """Bring the drawn surface to the display, smaller if need be."""
        if self.surface is not self.window:
            pygame.transform.smoothscale(self.surface, self.window.get_size(), self.window)


def png(drawn: pygame.Surface) -> bytes:
    """Return a surface as a PNG. Pygame itself opens no path that is not written in UTF-8.

    Raises pygame.error where there is no memory for it.
    """
    stream = BytesIO()
    pygame.image.save(drawn, stream, "png")
    return stream.getvalue()
