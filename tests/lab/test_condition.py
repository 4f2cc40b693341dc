"""The language of conditions: what it can say, and what it refuses."""

from __future__ import annotations

import pytest

from boxes import boxed
from wargrid_lab import Condition, Estimate, Figures, LabError, Row, figure_names, values_of

VALUES = {"first_wins": Estimate(0.56, 0.51, 0.61), "cut": Estimate(0.0, 0.0, 0.02),
          "games": Estimate(200, 200, 200)}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("abs(first_wins - 0.5) > 0.05", True),
        ("first_wins > 0.6", False),
        ("0.5 < first_wins <= .56", True),
        ("not first_wins < 0.5 and cut == 0", True),
        ("cut > 0 or games != 200", False),
        ("low(first_wins) > 0.5", True),
        ("high(first_wins) > 0.62", False),
        ("max(cut, first_wins, 0.1) == first_wins", True),
        ("min(-1, +games) * 2 / 4 < -0.4", True),
    ],
)
def test_a_condition_compares_figures(text: str, holds: bool) -> None:
    assert Condition(text, VALUES).holds(VALUES) is holds


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "cannot be read"),
        ("first_wins >", "cannot be read"),
        ("(" * 400, "cannot be read"),
        ("cut > 0" + " or cut > 0" * 60, "cannot be read"),
        ("last_wins > 1", '"last_wins" is no figure'),
        ("first_wins = 0.5", "cannot be read as a comparison with <"),
        ("first_wins", "is a number, and compared with nothing"),
        ("not cut", "is a number, and compared with nothing"),
        ("cut + last_wins", '"last_wins" is no figure'),
        ("0.5", "is not allowed"),
        ("(cut > 0) + 1 > 1", "is not allowed"),
        ("9 ** 9 > cut", "is not allowed"),
        ("'a' < cut", "is not allowed"),
        ("True == cut", "is not allowed"),
        ("abs(cut, cut) > 1", "is not allowed"),
        ("low(cut + 1) > 1", "is not allowed"),
        ("eval(cut) > 1", "is not allowed"),
        ("().__class__ > 1", "is not allowed"),
        ("(lambda: cut)() > 1", "is not allowed"),
        ("[cut for x in cut] > 1", "is not allowed"),
        ("(cut := 1) > 1", "is not allowed"),
    ],
)
def test_what_is_no_condition_is_refused_before_a_game(text: str, why: str) -> None:
    with pytest.raises(LabError) as caught:
        Condition(text, VALUES)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 / cut > 1", "by zero"), (f"{10**400} > cut", "too large"), ("1e999 > cut", "too large"),
        ("1e308 * 10 > cut", "too large"),
    ],
)  # fmt: skip
def test_what_cannot_be_computed_is_said(text: str, why: str) -> None:
    with pytest.raises(LabError, match=why):
        Condition(text, VALUES).holds(VALUES)


def test_every_name_has_a_value() -> None:
    """With those of two rulesets and their differences, which have an interval."""
    ruleset = boxed().ruleset
    won = Figures(tuple(Row(n, 0, n % 2, 20, 8, "slay", {}) for n in range(8)))
    lost = Figures(tuple(Row(n, 1, n % 2, 10, 4, "slay", {}) for n in range(8)))
    assert [*values_of(ruleset, won)] == figure_names(ruleset)
    both = values_of(ruleset, won, lost)
    assert {*both} == {*figure_names(ruleset, two=True)}
    found = {name: both[name].value for name in both}
    assert (found["red_wins"], found["base_red_wins"], found["change_red_wins"]) == (1, 0, 1)
    assert (found["change_blue_wins"], found["change_turns"], found["games"]) == (-1, 4, 8)
