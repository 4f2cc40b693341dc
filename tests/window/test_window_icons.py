"""Icons in the window: drawn as they are written, and kept within a budget of memory."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

import hostile_icons
from places import ROOT
from wargrid_play.looks.svg import drawing
from wargrid_play.looks.svg import icon as checked
from wargrid_pygame.graphics import svg
from wargrid_pygame.graphics.cache import BUDGET, SurfaceCache, surfaces

pytestmark = pytest.mark.usefixtures("screen")

RULESETS = ROOT / "rulesets"


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

    @pytest.mark.parametrize("file", sorted(RULESETS.rglob("*.svg")), ids=lambda file: file.stem)
    def test_a_shipped_icon_is_drawn_as_it_is_written(self, file: Path) -> None:
        """The check changes no pixel of it."""
        source = file.read_text("utf-8")
        box = source.split('viewBox="')[1].split('"')[0]
        inner = source[source.index(">", source.index("<svg")) + 1 : source.rindex("</svg>")]
        plain = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inner}</svg>'
        ours, theirs = (svg.raster(text, 74, 74) for text in (checked(source), plain))
        assert pygame.image.tobytes(ours, "RGBA") == pygame.image.tobytes(theirs, "RGBA")


class TestCache:
    def test_the_same_drawing_is_made_once(self) -> None:
        """The second call returns the first one's surface."""
        source = drawing('<rect width="3" height="3" fill="#ffffff"/>', 3, 3)
        assert svg.raster(source, 20, 20) is svg.raster(source, 20, 20)

    def test_bytes_are_counted_and_the_oldest_is_dropped(self) -> None:
        """Two of three surfaces fit; the one used last stays."""
        cache = SurfaceCache(2 * (100 * 100 * 4 + 600))
        made = [cache.get(at, lambda: pygame.Surface((100, 100), 0, 32)) for at in (0, 1)]
        assert cache.get(0, list) is made[0]
        cache.get(2, lambda: pygame.Surface((100, 100), 0, 32))
        assert cache.get(0, list) is made[0]
        assert cache.get(1, lambda: "drawn again") == "drawn again"

    def test_many_sizes_of_a_window_stay_within_the_budget(self) -> None:
        """Surfaces of 240 sizes, 137 MiB altogether, are not all kept."""
        for size in range(240):
            svg.box(600, 100 + size, 8, "#ffffff", "#000000", "#123456")
        assert 0 < surfaces.bytes <= BUDGET
