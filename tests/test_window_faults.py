"""The window shows a fault as the terminal does: place, sentences and code, and the carets where they belong."""

from __future__ import annotations

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from boxes import broken, faults
from wargrid_pygame import fault_text, theme

WIDE, NARROW = 700, 240


@pytest.fixture
def surface() -> pygame.Surface:
    """Something to draw on, with fonts at hand."""
    pygame.font.init()
    return pygame.Surface((800, 600))


def told() -> str:
    """What the terminal says of one fault."""
    (fault,) = faults(broken("actions: 2 => action: 2"))
    return fault.text()


@pytest.mark.usefixtures("surface")
@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_an_excerpt_is_kept_as_it_is(width: int) -> None:
    """However narrow the box, its two lines are whole, and in letters of one width."""
    rows = list(fault_text.rows_of(told(), 14, width))
    excerpt = [row.text for row in rows if row.face == "mono"]

    assert excerpt == told().splitlines()[1:]
    assert excerpt[1].index("^") == excerpt[0].index("action")


@pytest.mark.usefixtures("surface")
def test_sentences_are_wrapped() -> None:
    """With place and code, and nothing is lost."""
    rows = [row.text for row in fault_text.rows_of(told(), 14, NARROW) if row.face == "plain"]

    assert len(rows) > 1
    assert " ".join(rows).replace("\u00a0", " ").startswith("box.yaml:6:3: There is no")
    assert rows[-1].endswith("[E302]")


@pytest.mark.parametrize("times", [1, 40])
def test_nothing_is_written_outside_its_box(surface: pygame.Surface, times: int) -> None:
    """Many faults fill the box, and no more than that."""
    box = pygame.Rect(20, 30, WIDE, 200)
    fault_text.write(surface, theme.Theme(1.0), "\n".join([told()] * times), box, 14, "#ffffff")
    drawn = pygame.mask.from_threshold(surface, (255, 255, 255), (200, 200, 200)).get_bounding_rects()

    assert drawn
    assert all(box.contains(rect) for rect in drawn)
