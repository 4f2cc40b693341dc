"""No move takes more function calls than it did: a loss of speed is seen without a clock.

After a change that is worth its calls, ``python tests/support/calls.py > tests/data/calls.yaml``.
"""

from __future__ import annotations

import pytest

import calls
import wargrid

MORE, LESS = 1.02, 0.9
"""Between which shares of the kept number a count is taken for the same."""

ON_ANOTHER = calls.expected()["python"] != calls.VERSION


def test_every_ruleset_has_a_count() -> None:
    assert sorted(calls.expected()["calls"]) == sorted(calls.NAMES)


@pytest.mark.slow
@pytest.mark.plain_only
@pytest.mark.skipif(ON_ANOTHER, reason="another version of Python calls functions otherwise")
@pytest.mark.parametrize("name", calls.NAMES)
def test_a_move_takes_no_more_calls(name: str) -> None:
    """Fewer than nine in ten are an occasion to keep the new number."""
    kept = calls.expected()["calls"][name]
    assert LESS * kept < calls.calls_per_move(wargrid.load(name)) < MORE * kept
