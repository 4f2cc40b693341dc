"""The palette for players who do not see all colours, proved by simulating what they see."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import dist
from typing import get_args

import pygame
import pytest

from support import every_ruleset, loaded
from wargrid.loading.library import names
from wargrid.match import files_of
from wargrid_pygame.drawing import marks
from wargrid_pygame.drawing.geometry import Geometry
from wargrid_pygame.drawing.hexes import RowGeometry
from wargrid_pygame.graphics.vision import MATRICES, distance, parts, seen
from wargrid_pygame.looks.colours import COLOURS, next_colour
from wargrid_pygame.looks.defaults import PLAIN_SIDES
from wargrid_pygame.looks.loader import Looks, looks_beside
from wargrid_pygame.looks.safe import body, distinct

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


class TestVision:
    def test_the_kinds_of_vision_are_those_of_the_article(self) -> None:
        """White, black and greys stay as they are; red and green meet without one of two cones,
        blue and green without the third; only grey takes all hues."""
        for vision in MATRICES:
            assert dist(seen((255, 255, 255), vision), (100, 0, 0)) < 1
            assert dist(seen((0, 0, 0), vision), (0, 0, 0)) < 1
        red, olive = (192, 80, 60), (128, 120, 50)
        near = {vision: dist(seen(red, vision), seen(olive, vision)) for vision in MATRICES}
        assert max(near["protan"], near["deutan"]) < near["all"] / 1.5
        assert near["tritan"] > near["deutan"]
        assert seen((255, 0, 0), "grey")[1:] == pytest.approx((0, 0), abs=0.1)

    def test_a_distance_is_that_of_the_least_vision(self) -> None:
        """Red and blue of one lightness are the same to those who see greys."""
        assert distance("#2f5794", "#a0342a") < 2
        assert distance("#000000", "#ffffff") > 99


class TestSides:
    @every_ruleset
    def test_sides_are_distinct_in_any_vision(self, name: str) -> None:
        """By the colours of their tokens alone; their shapes differ as well where looks say so."""
        looks = safe_looks(name)
        sides = [body(looks.side(side)) for side in loaded(name).ruleset.sides]
        assert all(distance(one, other) >= 30 for one, other in combinations(sides, 2))

    @pytest.mark.parametrize("count", [2, 3, 4])
    def test_plain_sides_are_distinct(self, count: int) -> None:
        """However many sides a ruleset has, each lightness is its own."""
        made = distinct(PLAIN_SIDES[:count])
        bodies = [body(look) for look in made]
        assert all(distance(one, other) >= 10 for one, other in combinations(bodies, 2))
        assert [look.shape for look in made] == [look.shape for look in PLAIN_SIDES[:count]]

    def test_sides_that_differ_keep_their_colours(self) -> None:
        """Black and white need no help."""
        looks = safe_looks("breakthrough/standard")
        assert looks.side("white") == looks.file.sides["white"]


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
    @pytest.mark.parametrize("shape", [Geometry, RowGeometry])
    def test_the_usual_range_is_seen_on_every_board(
        self, vision: str, shape: type[Geometry]
    ) -> None:
        """The corners of cells in range, in the colours that players see who have not asked for
        others: an edge darker than every ground and a line lighter than it."""
        for ground in grounds():
            bare, drawn = (
                pixels(kind, ground, vision, safe=False, shape=shape) for kind in ("", "range")
            )
            apart = sum(dist(a, b) >= DIFFERENT for a, b in zip(bare, drawn, strict=True))
            assert apart >= SHARE * CELL * CELL, ground


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
    return ("", *get_args(marks.MarkShape))


def pixels(
    kind: str, ground: str, vision: str, safe: bool = True, shape: type[Geometry] = Geometry
) -> list[tuple[float, float, float]]:
    cell = pygame.Surface((CELL, CELL))
    cell.fill(ground)
    if kind:
        cell.blit(marks.draw_mark(kind, (CELL, CELL), safe, shape(1, 1)), (0, 0))  # type: ignore[arg-type]
    data = pygame.image.tobytes(cell, "RGB")
    at = range(0, len(data), 3)
    return [seen((data[i], data[i + 1], data[i + 2]), vision) for i in at]  # type: ignore[arg-type]


class TestColours:
    @every_ruleset
    def test_every_colour_offered_differs_from_the_other_sides(self, name: str) -> None:
        """Clicking goes through all colours and back to the side's own."""
        looks = safe_looks(name)
        looks.safe = False
        sides = tuple(loaded(name).ruleset.sides)
        own, other = looks.own_side(sides[0]), looks.own_side(sides[1])
        seen_colours, word = [""], next_colour(own, "", [other])
        while word:
            seen_colours.append(word)
            word = next_colour(own, word, [other])
            assert len(seen_colours) <= len(COLOURS)
        assert len(seen_colours) > len(COLOURS) / 2
        for word in seen_colours[1:]:
            looks.colours = (word,)
            assert looks.side(sides[0]).top != own.top
            assert looks.side(sides[0]).shape == own.shape

    def test_an_unknown_colour_changes_nothing(self) -> None:
        looks = safe_looks("lionheart/level1")
        looks.colours = ("no such colour", "")
        assert looks.side("gold") == safe_looks("lionheart/level1").side("gold")
