"""The colours of heat maps."""

from __future__ import annotations

from wargrid_play.looks.vision import luminance
from wargrid_play.scenes import warmth_of


def test_the_more_often_the_lighter_and_never_is_dark() -> None:
    """Also for eyes that tell no colours apart."""
    found = warmth_of([0, 1, 10, 40, 100])
    light = [luminance(warm.colour) for warm in found]
    assert light == sorted(set(light))
    assert found[-1].colour == "#fcfdbf"
