"""Battle: every option the players may agree on, with every value that is not the default."""

from __future__ import annotations

from pathlib import Path

import pytest
from battlefield import battle, field

from support import tried
from untested_options import untested_options
from wargrid import Result

pytestmark = pytest.mark.slow


def test_every_option_has_a_test() -> None:
    """A test in this folder is named after it and sets it."""
    assert untested_options("battle/default", Path(__file__).parent) == []


@pytest.mark.parametrize(("days", "ended"), [(40, ""), (5, "blue limit"), (None, "")])
def test_max_days(days: int | None, ended: str) -> None:
    """BT-13: the game is counted out after as many days as were agreed on."""
    table = battle(max_days=days).table("I . i", others=False, men="c1 3", turn=10, side="red")

    assert table.play("end").ended() == ended


def test_max_days_null_has_no_end() -> None:
    """BT-13: without a limit, day forty is a day like any other."""
    assert (
        battle(max_days=None).table("I . i", others=False, turn=80, side="red").play("end").ended()
        == ""
    )


@pytest.mark.parametrize(("then", "ended"), [("total_hp", "blue limit"), ("draw", "draw limit")])
def test_on_limit(then: str, ended: str) -> None:
    """BT-13: points are counted, or the game is drawn whatever they are."""
    table = battle(on_limit=then).table("I . i", others=False, men="c1 3", turn=80, side="red")

    assert table.play("end").ended() == ended


@pytest.mark.parametrize(("passes", "reached"), [(True, "c1"), (False, "")])
def test_pass_through_friends(passes: bool, reached: str) -> None:
    """BT-24: friends let pass, or stand in the way like enemies; for every type."""
    table = field("i i . .\nB T . .", pass_through_friends=passes)

    assert table.choices("move", "a1") == reached


@pytest.mark.parametrize(("metric", "targets"), [("manhattan", "c1 b2"), ("chebyshev", "c1 f6")])
def test_range_metric(metric: str, targets: str) -> None:
    """BT-33: a diagonal neighbour is two steps or one, five columns and five rows are ten steps or
    five."""
    corner = ". . . . . i\n. . . . . .\n. . . . . .\n. . . . . .\n. i . . . .\nA . i . . ."

    assert field(corner, range_metric=metric).choices("attack", "a1") == targets


@pytest.mark.parametrize("may", [False, True])
def test_artillery_move_and_fire(may: bool) -> None:
    """BT-35: artillery holds its fire after a move, or does not."""
    assert field("A . . i", artillery_move_and_fire=may).play("a1-b1").allows("b1xd1") == may


@pytest.mark.parametrize("may", [False, True])
def test_attack_then_move(may: bool) -> None:
    """BT-36: a unit is finished by its attack, or may still use its move."""
    assert field("T i .\n. . .", attack_then_move=may).play("a2xb2").allows("a2-a1") == may


@pytest.mark.parametrize(("activation", "goes_on"), [("interleaved", True), ("consecutive", False)])
def test_activation(activation: str, goes_on: bool) -> None:
    """BT-37: A may attack after B has moved, or is finished then."""
    table = field("T . i\nI . .", activation=activation).play("a2-b2", "a1-b1")

    assert table.allows("b2xc2") == goes_on
    assert field("T . i\nI . .", activation=activation).play("a2-b2").allows("b2xc2")


@pytest.mark.parametrize(("shelters", "left"), [(True, 3), (False, 0)])
def test_air_uses_terrain_defence(shelters: bool, left: int) -> None:
    """BT-46: a mountain shelters a helicopter, or does not."""
    table = field("D h . i", ".M", air_uses_terrain_defence=shelters).play("a1xb1")

    assert table.men("b1") == left


@pytest.mark.parametrize(("days", "result"), [(40, None), (1, Result(None, "limit"))])
def test_a_number_written_in_yaml_is_a_number(days: int, result: Result | None) -> None:
    """BT-13: one day is blue's phase and red's."""
    table = tried("battle/default", max_days=days).opened().play("end", "end")

    assert table.game.result(table.position) == result
