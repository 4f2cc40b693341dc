"""A unit's token as a surface: its picture, with letters in the window's font."""

from __future__ import annotations

import pygame

from wargrid_play.looks.pictures import UNIT, Token, letters, token_svg
from wargrid_pygame.graphics import svg, theme
from wargrid_pygame.graphics.cache import cached


@cached
def draw_token(token: Token, size: int) -> pygame.Surface:
    """Draw a token on a transparent square of ``size`` pixels; equal tokens share a surface."""
    surface = svg.raster(token_svg(token), size, size).copy()
    for text, y, high in letters(token):
        _write(surface, text, (0.5, y / UNIT), high / UNIT, token.side.ink)
    return surface


def _write(
    surface: pygame.Surface, text: str, centre: tuple[float, float], height: float, colour: str
) -> None:
    """Write letters on a token; position and height are shares of the token's size."""
    size = surface.get_width()
    line = theme.line_at(text, max(6, round(size * height)), "bold", colour)
    if line.get_width() > size * 0.64:
        pixels = max(5, round(size * height * size * 0.64 / line.get_width()))
        line = theme.line_at(text, pixels, "bold", colour)
    surface.blit(line, line.get_rect(center=(round(size * centre[0]), round(size * centre[1]))))
