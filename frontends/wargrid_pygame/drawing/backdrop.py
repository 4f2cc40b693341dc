"""Backgrounds: the side panel, and a menu's table in candlelight with a board fading away."""

from __future__ import annotations

import pygame

from wargrid.looks.svg import drawing
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.cache import kept


@kept
def menu_backdrop(width: int, height: int) -> pygame.Surface:
    """Draw a board in perspective under a warm light."""
    light = svg.raster(
        drawing(_light(width, height), width, height), width // 8 + 1, height // 8 + 1
    )
    ground = pygame.transform.smoothscale(light, (width, height))
    _draw_floor(ground)
    shade = svg.raster(drawing(_vignette(height), 4, height), 4, height)
    ground.blit(pygame.transform.scale(shade, (width, height)), (0, 0))
    return ground.convert() if pygame.display.get_surface() else ground


def _light(width: int, height: int) -> str:
    return (
        '<defs><radialGradient id="light" gradientUnits="userSpaceOnUse" '
        f'cx="{width / 2}" cy="{height * 0.34}" r="{width * 0.62}">'
        f'<stop offset="0" stop-color="{theme.GLOW}"/><stop offset="0.55" '
        f'stop-color="{theme.DUSK}"/><stop offset="1" stop-color="{theme.NIGHT}"/>'
        "</radialGradient></defs>"
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="url(#light)"/>'
    )


def _draw_floor(ground: pygame.Surface) -> None:
    width, height = ground.get_size()
    horizon, rows, columns = height * 0.56, 7, 25
    cells = []
    for row in range(rows):
        near, far = (1 - row / rows) ** 1.7, (1 - (row + 1) / rows) ** 1.7
        for column in range(columns):
            colour = theme.FLOOR if (row + column) % 2 else theme.FLOOR_DARK
            points = " ".join(
                f"{width / 2 + (column + side - columns / 2) * (0.05 + 0.19 * depth) * width:.1f},"
                f"{(height - horizon) * depth:.1f}"
                for side, depth in ((0, near), (1, near), (1, far), (0, far))
            )
            cells.append(
                f'<polygon points="{points}" fill="{colour}" '
                f'fill-opacity="{0.08 + 0.34 * near:.3f}"/>'
            )
    high = max(1, round(height - horizon))
    floor = svg.raster(drawing("".join(cells), width, height - horizon), width, high)
    ground.blit(floor, (0, height - high))


def _vignette(height: int) -> str:
    stops = "".join(
        f'<stop offset="{at}" stop-color="{theme.VEIL}" stop-opacity="{opacity}"/>'
        for at, opacity in ((0, 0.55), (0.3, 0), (0.75, 0), (1, 0.8))
    )
    return (
        '<defs><linearGradient id="low" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" '
        f'y2="{height}">{stops}</linearGradient></defs>'
        f'<rect x="0" y="0" width="4" height="{height}" fill="url(#low)"/>'
    )


def draw_side_panel(surface: pygame.Surface, area: pygame.Rect, below: bool = False) -> None:
    """Draw the dark warm panel beside or ``below`` the board, with a line towards the board."""
    surface.fill(theme.PANEL, area)
    surface.fill(
        theme.LINE, pygame.Rect(area.x, area.y, area.w if below else 2, 2 if below else area.h)
    )
