"""The results of hooks: type and range are checked before the game uses one."""

from __future__ import annotations

import pytest

from hook_calls import FACE_TO_FACE, game_with, reach, rolled
from wargrid import (
    PluginError,
    Refusal,
)
from wargrid.core.moves import Move
from wargrid.core.patterns import ConditionalMove, MovePattern
from wargrid.events import (
    YES,
    Asks,
    Became,
    Choice,
    Eliminated,
    Ended,
    Event,
    GoesOn,
    Joined,
    Lost,
    Marked,
    Moved,
    Noted,
    Placed,
    Pressed,
    Readied,
    Restored,
    Spent,
    TurnBegan,
    Turned,
    Waiting,
    Wounded,
)
from wargrid.match import read_move, read_position

WRONG = [
    ("after_roll", 0, "answer_dice"),
    ("after_roll", 41, "answer_dice"),
    ("after_roll", True, "answer_dice"),
    ("after_roll", "1", "answer_dice"),
    ("after_attack", 5, "answer_events"),
    ("after_attack", "text", "answer_events"),
    ("after_attack", [None], "answer_events"),
    ("after_attack", Spent(1), "answer_events"),
    ("after_attack", {"a": Spent(1)}, "answer_events"),
    ("after_attack", [Moved(0, 999, 0)], "event_cell"),
    ("after_attack", [Moved(14, -1, 0)], "event_cell"),
    ("after_attack", [Moved(14, 13, 5)], "event_field"),
    ("after_attack", [Moved(14, "b3", 0)], "event_cell"),  # type: ignore[arg-type]
    ("after_attack", [Became(14, "gard")], "event_name"),
    ("after_attack", [Marked("fuel", 0, 14, 1)], "event_name"),
    ("after_attack", [Lost(14, -1)], "event_field"),
    ("after_attack", [Wounded(14, -1)], "event_field"),
    ("after_attack", [Turned(14, 4)], "event_field"),
    ("after_attack", [Readied(2)], "event_field"),
    ("after_attack", [TurnBegan(5, 2)], "event_field"),
    ("after_attack", [Spent(-9)], "event_field"),
    ("after_attack", [Ended(7, "slay")], "event_field"),
    ("after_attack", [Ended(0, 5)], "event_field"),  # type: ignore[arg-type]
    ("after_attack", [Waiting("tea")], "event_field"),  # type: ignore[arg-type]
    ("after_attack", [Asks("choice", 0, (14, 99))], "asks_numbers"),
    ("after_attack", [Asks("choir", 0, (14, 13))], "asks"),
    ("after_attack", [Noted(14, None)], "event_field"),  # type: ignore[arg-type]
    ("after_attack", [Moved(14, 18, 0)], "torn"),
    ("after_attack", [Moved(0, 1, 0)], "event_unit"),
    ("after_attack", [Eliminated(0)], "event_unit"),
    ("after_attack", [Eliminated(14), Eliminated(14)], "event_unit"),
    ("after_attack", [Pressed(14, 0)], "event_unit"),
    ("after_attack", [Lost(14, 2)], "torn"),
    ("after_attack", [Restored(14, 1)], "torn"),
    ("after_attack", [Wounded(14, 2)], "torn"),
    ("after_attack", [Placed(0, 0, "guard", 1, 0)], "no_unit_free"),
    ("after_attack", [Joined(0, 1)], "torn"),
    ("after_attack", [Event()], "raised"),
    ("after_move", 7, "answer_events"),
    ("after_move", [GoesOn(6)], "goes_on"),
    ("turn_ends", [Asks("choice", 0, (2, 3))], "waits"),
    ("instead_of_roll", 7, "answer_events"),
    ("instead_of_loss", [Moved(14, 13, 0)], "not_left"),
    ("restricted_cells", [99], "answer_cells"),
    ("restricted_cells", {"a": 1}, "answer_cells"),
    ("restricted_cells", 3, "answer_cells"),
    ("walls_drawn", [[]], "answer_walls"),
    ("walls_drawn", [[0, 99]], "answer_walls"),
    ("walls_drawn", [[1]], "answer_walls"),
    ("reshape", [MovePattern(rays=((99,),))], "answer_patterns"),
    ("reshape", [MovePattern(spots=((99, 0),))], "answer_patterns"),
    ("reshape", [MovePattern(takes="perhaps")], "answer_patterns"),
    ("reshape", [MovePattern(conditional=(ConditionalMove(3, empty=(99,)),))], "answer_patterns"),
    ("reshape", [MovePattern(conditional=(3,))], "answer_patterns"),  # type: ignore[arg-type]
    ("reshape", MovePattern(), "answer_patterns"),
    ("may_step", 1, "answer_bool"),
    ("forbid_move", True, "answer_refusal"),
    ("forbid_move", Refusal(5), "answer_refusal"),  # type: ignore[arg-type]
    ("forbid_move", Refusal("x", 5), "answer_refusal"),  # type: ignore[arg-type]
    ("choices", [], "answer_choices"),
    ("choices", [Noted(14, "")], "answer_choices"),
    ("choices", [Choice((), target=99)], "answer_choices"),
    ("choices", [Choice((Moved(0, 999, 0),), word=YES)], "event_cell"),
    ("forbidden", [Refusal("x")], "answer_refusals"),
    ("forbidden", {Move("end"): "x"}, "answer_refusals"),
]


@pytest.mark.parametrize(
    ("hook", "result", "key"), WRONG, ids=[f"{row[0]}-{row[1]!r:.40}" for row in WRONG]
)
def test_a_wrong_result_is_refused_at_the_hook(
    monkeypatch: pytest.MonkeyPatch, hook: str, result: object, key: str
) -> None:
    """Type and range are checked before the game uses a result; the place is the method."""
    game = game_with(monkeypatch, hook, lambda **_: result)
    with pytest.raises(PluginError) as caught:
        reach(game, hook)
    assert (caught.value.hook, caught.value.what) == (hook, f"plugins.{key}")
    assert caught.value.text().startswith('box.yaml:23: the plugin "test.lone" failed in ')


def test_a_field_out_of_range_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """``Lost(cell, -1)`` would add a man to a unit that has lost one."""
    game = game_with(monkeypatch, "after_attack", lambda **_: [Lost(18, -1)])
    with pytest.raises(PluginError, match="its event Lost has men=-1, which is out of range"):
        rolled(game, "hit miss")


def test_rolling_again_ends_after_twenty_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds end as well."""
    game = game_with(monkeypatch, "after_roll", lambda **_: 1)
    position = read_position(game, FACE_TO_FACE)
    with pytest.raises(PluginError, match="more than 20 times"):
        game.odds(position, read_move(game, position, "c4xc5"))


def test_a_long_result_is_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message stays one readable line."""
    with pytest.raises(PluginError) as caught:
        reach(game_with(monkeypatch, "after_attack", lambda **_: ["x" * 5000]), "after_attack")
    assert len(str(caught.value)) < 400
