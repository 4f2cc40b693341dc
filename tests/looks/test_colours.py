"""Colours of sides: told apart by players who do not see all colours, and chosen by players."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from support import every_ruleset, loaded
from wargrid_play.looks import Looks, looks_of
from wargrid_play.looks.colours import COLOURS, next_colour
from wargrid_play.looks.defaults import PLAIN_SIDES
from wargrid_play.looks.safe import body, distinct
from wargrid_play.looks.vision import MATRICES, distance, seen


def safe_looks(name: str) -> Looks:
    looks = looks_of(loaded(name))
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
