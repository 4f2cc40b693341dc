"""Icons in the window: drawn as they are written, and kept within a budget of memory."""

from __future__ import annotations

import pygame
import pytest

import hostile_icons
from wargrid_play.looks.svg import icon as checked
from wargrid_pygame.graphics import svg
from wargrid_pygame.graphics.cache import BUDGET, surfaces

pytestmark = pytest.mark.usefixtures("screen")


class TestDrawn:
    def test_use_gradients_and_text_are_drawn(self) -> None:
        """The right half is a copy of the left one, and letters are drawn in the window's font."""
        source = hostile_icons.svg(
            '<linearGradient id="a"><stop stop-color="#ff0000"/></linearGradient>'
            '<rect id="r" width="16" height="16" fill="url(#a)"/><use href="#r" x="16"/>'
            '<text y="30" font-size="14" fill="#00ff00">W</text>'
        )
        drawn = svg.raster(checked(source), 32, 32)
        assert drawn.get_at((4, 4)) == drawn.get_at((20, 4)) == pygame.Color("#ff0000")
        assert any(drawn.get_at((x, y))[1] > 200 for x in range(16) for y in range(18, 31))


class TestCache:
    def test_many_sizes_of_a_window_stay_within_the_budget(self) -> None:
        """Surfaces of 240 sizes, 137 MiB altogether, are not all kept."""
        for size in range(240):
            svg.box(600, 100 + size, 8, "#ffffff", "#000000", "#123456")
        assert 0 < surfaces.bytes <= BUDGET
