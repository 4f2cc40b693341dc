"""The tests of a game are read for the options they try: one that is only named, or only set, is
not tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from options_tried import untried


def trying(name: str, body: str) -> str:
    """A file of one test."""
    return f"def test_{name}(game):\n    {body}\n"


OTHERS = "".join(
    trying(option, f"assert game({option}=1)")
    for option in (
        "on_limit",
        "pass_through_friends",
        "range_metric",
        "artillery_move_and_fire",
        "attack_then_move",
    )
) + "".join(
    trying(option, f'assert game(**{{"{option}": 1}})')
    for option in ("activation", "air_uses_terrain_defence")
)


@pytest.mark.parametrize(
    ("test", "left"),
    [
        (trying("max_days", "assert game(max_days=3).ended"), []),
        (trying("max_days_null", 'assert game({"max_days": None}).ended'), []),
        (trying("max_days", "assert game().ended"), ["max_days"]),
        (trying("max_days", "game(max_days=3)"), ["max_days"]),
        (trying("the_end", "assert game(max_days=3)"), ["max_days"]),
        (trying("max_daysies", "assert game(max_days=3)"), ["max_days"]),
        ("# test_max_days(max_days=3): assert\n", ["max_days"]),
    ],
)
def test_an_option_is_tried_by_a_test_that_is_named_after_it_sets_it_and_asserts(
    test: str, left: list[str], tmp_path: Path
) -> None:
    """Anything less leaves it untried."""
    (tmp_path / "test_game.py").write_text(OTHERS + test, "utf-8")

    assert untried("battle/default", tmp_path) == left


def test_without_tests_every_option_is_untried(tmp_path: Path) -> None:
    """In the ruleset's order."""
    assert untried("battle/default", tmp_path)[:2] == ["max_days", "on_limit"]
