"""Engines of any speed play the same games: digests of random play against those in the repository.

After a change of rules, ``python tests/digests.py > tests/digests.yaml`` writes new ones.
"""

from __future__ import annotations

import subprocess
import sys

import pytest
import yaml

import digests
from matches import environment
from support import every_ruleset, loaded
from wargrid.loading import library


def test_every_ruleset_found_has_digests() -> None:
    """No ruleset is left out, and none is expected that does not exist."""
    assert sorted(digests.expected()) == library.names()


@every_ruleset
def test_random_play_begins_as_expected(name: str) -> None:
    """Lists in order, events, positions, results and marks of the first moves are the same."""
    walk = digests.Walk(loaded(name))

    assert walk.after(digests.SHORT) == digests.expected()[name][digests.SHORT]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "moves"), [("0", digests.LONG), ("4242", digests.SHORT)])
def test_every_process_plays_the_same_games(seed: str, moves: int) -> None:
    """The order of sets and dictionaries differs between these processes, the games do not."""
    played = subprocess.run(
        [sys.executable, digests.__file__, str(moves)],
        env=environment(PYTHONHASHSEED=seed),
        capture_output=True,
        check=True,
    )

    assert yaml.safe_load(played.stdout) == {
        name: {length: found for length, found in walks.items() if length <= moves}
        for name, walks in digests.expected().items()
    }
