"""Hints for deployments: what a unit is placed for, and armies of different kinds."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid.core.dice import seeded
from wargrid.match import Match, read_move
from wargrid.players import Answer, Budget, find_hints, hint_of

LEVEL_2 = "lionheart/level2"


def begun(*placed: str) -> Match:
    """A deployment in which Gold has placed some units."""
    match = Match(loaded(LEVEL_2), dice=seeded(1))
    match.begin()
    for text in placed:
        match.play(read_move(match.game, match.position, text))
    return match


@pytest.mark.parametrize(
    ("placed", "text", "expected"),
    [
        (["king@e1"], "infantry@e2", {"before": "e1", "front": None, "first": None}),
        (["king@e1"], "infantry@d2", {"beside": "e1", "front": None, "first": None}),
        (["king@e1", "infantry@e2"], "archer@f1", {"beside": "e1", "back": None, "first": None}),
        (["king@e1", "infantry@g2"], "archer@g1", {"behind": "g2", "back": None, "first": None}),
        (["king@e1", "infantry@g2"], "infantry@h2", {"beside": "g2", "front": None}),
        (["king@e1", "infantry@g2"], "infantry@g1", {"beside": "g2", "back": None}),
    ],
)
def test_a_unit_is_placed_for_another_in_a_row(
    placed: list[str], text: str, expected: dict[str, str | None]
) -> None:
    """Before a dearer one, behind one over which it shoots, or beside one; or it is the first."""
    match = begun(*placed)
    move = read_move(match.game, match.position, text)
    found = hint_of(match.game, match.position, Answer(move)).reasons
    keys = {reason.key.removeprefix("hints.placed_"): reason.values.get("cell") for reason in found}
    assert keys == expected


def test_armies_and_types_are_different_ideas() -> None:
    """Three armies to choose from, and three types to place."""
    for match in (begun(), begun("king@e1")):
        found = find_hints(match.game, match.position, budget=Budget(nodes=300))
        assert len({hint.move.word for hint in found}) == len(found) == 3
