"""The palette for players who do not see all colours, proved by simulating what they see."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import dist

import pygame
import pytest

from support import loaded
from wargrid.loading.library import names
from wargrid.match import files_of
from wargrid_play.looks.loader import Looks, looks_beside
from wargrid_play.looks.pictures.marks import KINDS, RANGE
from wargrid_play.looks.vision import MATRICES, parts, seen
from wargrid_play.scenes import Squares
from wargrid_pygame.drawing import marks

CELL = 32
DIFFERENT = 20.0
"""How far apart two pixels are that players distinguish."""

SHARE = 0.05
"""The least share of a cell's pixels in which two marks differ."""

pytestmark = pytest.mark.usefixtures("screen")


def safe_looks(name: str) -> Looks:
    game = loaded(name)
    sides, terrains = tuple(game.ruleset.sides), tuple(game.ruleset.terrains)
    looks = looks_beside(files_of(game), sides, terrains)
    looks.safe = True
    return looks


class TestMarks:
    @pytest.mark.parametrize("vision", MATRICES)
    def test_marks_are_distinct_on_every_board(self, vision: str) -> None:
        """Any two marks, and each mark from a cell without one, on the grounds of all rulesets."""
        for ground in grounds():
            drawn = {kind: pixels(kind, ground, vision) for kind in kinds()}
            for one, other in combinations(drawn, 2):
                apart = sum(
                    dist(a, b) >= DIFFERENT for a, b in zip(drawn[one], drawn[other], strict=True)
                )
                assert apart >= SHARE * CELL * CELL, (one, other, ground)

    @pytest.mark.parametrize("vision", MATRICES)
    def test_the_outline_of_a_range_is_seen_on_every_board(self, vision: str) -> None:
        """Its edge differs from every ground, or its line does, which is lighter than the edge."""
        for ground in grounds():
            shown = seen(parts(ground), vision)
            assert any(
                dist(seen(parts(colour), vision), shown) >= DIFFERENT
                for colour in (RANGE.dark, RANGE.light)
            ), ground


@cache
def grounds() -> list[str]:
    """The colours of all boards and terrains, but those nearly the same as another."""
    found: list[str] = []
    for name in names():
        looks, terrains = safe_looks(name), loaded(name).ruleset.terrains
        ground = [looks.terrain(terrain).colour for terrain in terrains]
        for colour in (looks.board.light, looks.board.dark, *ground):
            if all(dist(seen(parts(colour)), seen(parts(other))) >= 6 for other in found):
                found.append(colour)
    return found


def kinds() -> tuple[str, ...]:
    return ("", *KINDS)


def pixels(kind: str, ground: str, vision: str) -> list[tuple[float, float, float]]:
    cell = pygame.Surface((CELL, CELL))
    cell.fill(ground)
    if kind:
        cell.blit(marks.draw_mark(kind, (CELL, CELL), True, Squares(1, 1)), (0, 0))  # type: ignore[arg-type]
    data = pygame.image.tobytes(cell, "RGB")
    at = range(0, len(data), 3)
    return [seen((data[i], data[i + 1], data[i + 2]), vision) for i in at]  # type: ignore[arg-type]
