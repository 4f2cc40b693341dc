"""Backgrounds: the side panel, and a menu's table in candlelight with a board fading away."""

from __future__ import annotations

import pygame

from wargrid_play.looks.pictures import HORIZON, floor_svg, light_svg, vignette_svg
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.cache import cached


@cached
def menu_backdrop(width: int, height: int) -> pygame.Surface:
    """Draw a board in perspective under a warm light."""
    colours = theme.shown()
    light = svg.raster(light_svg(width, height, colours), width // 8 + 1, height // 8 + 1)
    ground = pygame.transform.smoothscale(light, (width, height))
    high = max(1, round(height - height * HORIZON))
    floor = svg.raster(floor_svg(width, height, colours), width, high)
    ground.blit(floor, (0, height - high))
    shade = svg.raster(vignette_svg(4, height, colours), 4, height)
    ground.blit(pygame.transform.scale(shade, (width, height)), (0, 0))
    return ground.convert() if pygame.display.get_surface() else ground


def draw_side_panel(surface: pygame.Surface, area: pygame.Rect, below: bool = False) -> None:
    """Draw the dark warm panel beside or ``below`` the board, with a line towards the board."""
    surface.fill(theme.PANEL, area)
    surface.fill(
        theme.LINE, pygame.Rect(area.x, area.y, area.w if below else 2, 2 if below else area.h)
    )
