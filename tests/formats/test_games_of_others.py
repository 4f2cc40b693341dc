"""Random games of other libraries, read and written: they come back equal."""

from __future__ import annotations

import os
import random

import pytest

from foreign_games import KINDS

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("WARGRID_GAMES", "3"))
"""How many of each kind; ``python tests/support/foreign_games.py`` plays hundreds."""


@pytest.mark.parametrize("kind", KINDS)
def test_games_of_other_libraries_come_back_equal(kind: str) -> None:
    pytest.importorskip("pyffish")
    assert sum(KINDS[kind](random.Random(f"{kind} {number}")) for number in range(GAMES)) > GAMES
