"""Perft one ply deeper than the tables of the games, in the slow run."""

from __future__ import annotations

import json

import pytest

from golden_cases.cases import SHIPPED
from support import loaded, tried
from wargrid.authoring.perft import perft
from wargrid.match import read_fen, read_position

XIANGQI = {
    "XP-03": 59,
    "XP-04": 464,
    "XP-06": 8_509,
    "XP-13": 468,
    "XP-15": 458,
    "XP-21": 29_327,
    "XP-22": 668,
}
"""By golden case, the count at depth 4, as pyffish 0.0.90 counts it."""

BREAKTHROUGH = 6_182_818
"""The start at depth 5, as OpenSpiel 2.0.2 counts it."""

HALBERD = 1_295_557
"""The start at depth 4, as this engine counted it before its lists were made faster."""

MELEE = 851_598
"""All sorts of troops of Lionheart, level 2, at depth 5, counted likewise."""

ALL_SORTS = """
. . . . . . . . .
. . . k . . . . .
. . p s . . . . .
. . P K S h . . .
. . . M . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""


@pytest.mark.slow
@pytest.mark.parametrize("case", XIANGQI)
def test_xiangqi_is_counted_as_by_pyffish(case: str) -> None:
    """Pins, screens, eyes, legs and the flying general, by the ordinary rule for soldiers."""
    game = loaded("xiangqi/standard")
    cases = json.loads((SHIPPED / "xiangqi.json").read_text("utf-8"))["xiangqi"]
    fen = next(each["fen"] for each in cases if each["id"] == case)

    assert perft(game, read_fen(game, fen), 4) == XIANGQI[case]


@pytest.mark.slow
def test_breakthrough_is_counted_as_by_openspiel() -> None:
    """From the start."""
    game = loaded("breakthrough/standard")

    assert perft(game, game.start(), 5) == BREAKTHROUGH


@pytest.mark.slow
def test_halberd_is_counted_as_before() -> None:
    """From the start."""
    game = loaded("halberd/default")

    assert perft(game, game.start(), 4) == HALBERD


@pytest.mark.slow
def test_a_melee_of_lionheart_is_counted_as_before() -> None:
    """A bribe, a push and peasants within one turn."""
    game = tried("lionheart/level2", first_player="gold").game

    assert perft(game, read_position(game, ALL_SORTS), 5) == MELEE
